"""No output takes the place of an input of the same command."""

from __future__ import annotations

import os

import pytest

from goldleaf.viewer.cli import main

TEXT = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.conllx"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
@pytest.mark.parametrize(
    ("suffix", "words"),
    [
        (".svg", ("render", "{in}", "-o", "{out}", "--input-format", "conllx")),
        (".csv", ("score", "{gold}", "{in}", "--per-sentence", "{out}", "--input-format", "conllx")),
        (".txt", ("score", "{gold}", "{gold}", "--metric", "tedeval", "--label-map", "{in}", "--edit-script", "{out}")),
    ],
)
def test_it_is_refused_also_through_links(tmp_path, gold, capsys, suffix, words, link):
    path = tmp_path / f"in{suffix}"
    path.write_text(TEXT, encoding="utf-8")
    output = path
    if link is not None:
        output = tmp_path / f"out{suffix}"
        link(path, output)
    filled = [word.format(**{"in": path, "out": output, "gold": gold}) for word in words]
    assert main(filled) == 2
    assert f"{output}: would replace {path}, which is read; give another name" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == output.read_text(encoding="utf-8") == TEXT
