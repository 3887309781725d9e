"""What is said of files that are read otherwise than they are written."""

from __future__ import annotations

import gzip

from goldleaf.core.formats import compression
from goldleaf.viewer.cli import main
from tests.core.formats.samples import CONLL2009


def test_blanks_that_are_read_over_are_said(tmp_path, capsys):
    gold, parse = tmp_path / "gold.conll09", tmp_path / "parse.conll09"
    gold.write_text(CONLL2009.replace("\t", " "), encoding="utf-8")
    parse.write_text(CONLL2009.replace("\n", " \n", 1), encoding="utf-8")
    assert main(["score", str(gold), str(parse), "--metric", "semantic"]) == 0
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"{gold}:1: warning: fields are separated by spaces, as in 7 more lines")
    assert second == f"{parse}:1: warning: the line ends in a blank; read, and written, without it"


def test_many_warnings_are_counted(tmp_path, capsys):
    path = tmp_path / "gold.conll09"
    path.write_text(5 * (CONLL2009.split("\n\n")[0] + "\n \n"), encoding="utf-8")
    assert main(["score", str(path), str(path), "--metric", "semantic"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 8 and said[3] == f"{path}: warning: 2 more; goldleaf validate lists them"


def test_what_is_large_when_it_is_unpacked_is_asked_for(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(compression, "LARGEST", 100)
    monkeypatch.setenv(compression.ASKED, "")  # which main sets
    path = tmp_path / "gold.conll09.gz"
    path.write_bytes(gzip.compress(CONLL2009.encode()))
    assert main(["stats", str(path)]) == 2
    assert "unpacked; --large reads it" in capsys.readouterr().err
    assert main(["stats", str(path), "--large"]) == 0
