"""`goldleaf score` says the same of large files, which it reads in parts where it can, as of small ones."""

from __future__ import annotations

import gzip
import io
import sys

import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands import files
from tests.core.formats.samples import parts_of
from tests.viewer.commands.score.test_command import GOLD, PARSE

TREES = "(S (NP (N a)) (V b))\n(S (N c) (V d))\n"
PREDICATES = """\
1\tWe\twe\twe\tP\tP\t_\t_\t2\t2\tS\tS\t_\t_\tA0
2\tsing\tsing\tsing\tV\tV\t_\t_\t0\t0\tROOT\tROOT\tY\tsing.01\t_

"""
FILES = {
    "a.conllx": GOLD * 3,
    "b.conllx": PARSE * 2 + GOLD,
    "short.conllx": PARSE,
    "others.conllx": PARSE.replace("press", "dress") + PARSE * 2,
    "cyclic.conllx": GOLD * 2 + PARSE.replace("0\troot", "1\troot"),
    "bad.conllx": PARSE * 2 + GOLD.replace("3\tpunct", "x\tpunct"),
    "empty.conllx": "",
    "a.mrg": TREES * 3,
    "a.conll09": PREDICATES * 3,
    "b.conll09": PREDICATES + PREDICATES.replace("A0\n", "A0 \n") + PREDICATES,
    "b.mrg": TREES + "(())\n(S (N c) (X d))\n" + TREES,
}
IN_PARTS = (
    "a.conll09 b.conll09",
    "b.conll09 a.conll09 b.conll09 --json",
    "a.conllx b.conllx",
    "a.conllx b.conllx a.conllx --json",
    "a.conllx b.conllx cyclic.conllx",
    "a.conllx b.conllx --max-length 3 --json",
    "a.conllx b.conllx --metric attachment,tedeval --punctuation include --labeled false",
    "a.conllx b.conllx --fail-under las=0.99",
    "a.conllx b.conllx --fail-under speed=1",
    "a.conllx cyclic.conllx --strict",
    "a.mrg b.mrg --metric parseval",
    "a.mrg b.mrg --metric parseval --errors penalize --json",
    "a.conllx.gz b.conllx",
)
AS_A_WHOLE = (
    "a.conllx short.conllx",
    "a.conllx others.conllx --json",
    "a.conllx bad.conllx",
    "bad.conllx a.conllx --strict",
    "a.conllx missing.conllx",
    "a.conllx a.mrg",
    "empty.conllx a.conllx",
    "a.conllx b.conllx --average macro",
    "a.conllx b.conllx --params new",
    "a.mrg b.mrg --metric leaf-ancestor",
    "a.mrg b.mrg",
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "a.conllx.gz").write_bytes(gzip.compress(FILES["a.conllx"].encode()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("given", [*IN_PARTS, *AS_A_WHOLE])
def test_the_same_is_said(given, capsys, monkeypatch):
    arguments = ["score", *given.split()]
    monkeypatch.setattr("goldleaf.viewer.commands.files.are_large", lambda _: False)
    expected = main(arguments), *capsys.readouterr()
    worked = []
    with_bar = files.with_bar

    def in_parts(*work):
        try:
            figures = with_bar(*work)
        except GoldleafError:
            worked.append(False)
            raise
        worked.append(True)
        return figures

    monkeypatch.setattr("goldleaf.viewer.commands.files.are_large", lambda _: True)
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(40))
    monkeypatch.setattr(files, "with_bar", in_parts)
    assert (main(arguments), *capsys.readouterr()) == expected
    assert worked == [given in IN_PARTS]


@pytest.mark.parametrize("option", ["--per-sentence t.csv", "--breakdown", "--significance", "--predicted"])
@pytest.mark.usefixtures("folder")
def test_what_is_asked_of_sentences_needs_whole_files(option, capsys, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.commands.files.are_large", lambda _: True)
    monkeypatch.setattr(files, "with_bar", lambda *_: pytest.fail("read in parts"))
    main(["score", "a.conllx", "b.conllx", "cyclic.conllx", *option.split()])
    capsys.readouterr()


class Pipe(io.BytesIO):
    """Standard input that gives what it has once."""

    def seekable(self) -> bool:
        return False


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("parse", ["b.conllx", "others.conllx"])
def test_standard_input(parse, capsys, monkeypatch):
    """A pipe is read in parts, and again as a whole where the words differ."""
    assert main(["score", "a.conllx", parse]) == 0
    expected = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(FILES["a.conllx"].encode())))
    assert main(["score", "-", parse]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.usefixtures("folder")
def test_what_is_not_read_as_it_is_written_is_said_of_parts(capsys, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.commands.files.are_large", lambda _: True)
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(40))
    assert main(["score", "a.conll09", "b.conll09"]) == 0
    assert capsys.readouterr().err == "b.conll09:4: warning: the line ends in a blank; read, and written, without it\n"
