"""`goldleaf manual`."""

from __future__ import annotations

import sys

import pytest

from goldleaf.viewer.cli import main
from tests.written import DEMO, PAGES


def test_a_page_is_printed_with_its_tables(capsys):
    assert main(["manual", "formats"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# Formats and conversion\n") and "| `export` | NEGRA export |" in said


def test_without_a_page_it_is_the_list_of_all(capsys):
    assert main(["manual"]) == 0
    assert capsys.readouterr().out == PAGES["index"]


def test_a_word_is_said_to_stand_somewhere(capsys):
    assert main(["manual", "shuffling"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "comparing-parsers What p and the interval are" in [" ".join(line.split()) for line in lines]


def test_of_a_word_that_stands_nowhere_the_pages_are_named(capsys):
    assert main(["manual", "zebrafish"]) == 2
    assert "manual zebrafish: no such page; there are index, first-steps" in capsys.readouterr().err


@pytest.mark.slow
def test_keys_are_the_window_s(capsys):
    assert main(["manual", "keys"]) == 0
    assert "| Go | Next sentence with a difference | `N` |" in capsys.readouterr().out


def test_the_demo_is_copied_and_nothing_replaced(tmp_path, capsys):
    folder = tmp_path / "demo"
    assert main(["manual", "--demo", str(folder)]) == 0
    assert {path.name for path in folder.iterdir()} == {path.name for path in DEMO.iterdir()}
    (folder / "gold.conllu").write_text("mine", encoding="utf-8")
    assert main(["manual", "--demo", str(folder)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (folder / "gold.conllu").read_text(encoding="utf-8") == "mine"


def test_on_a_terminal_it_is_set_and_paged(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("pydoc.pager", lambda text: print("PAGED", text))
    assert main(["manual", "changes"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("PAGED") and "Changes" in said and "# Changes" not in said
