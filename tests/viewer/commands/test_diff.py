"""`goldleaf diff`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

GOLD = Path(str(files("goldleaf.assets"))) / "demo" / "gold.conllu"


@pytest.fixture
def changed(tmp_path):
    path = tmp_path / "new.conllu"
    text = GOLD.read_text(encoding="utf-8").replace("\tobj\t", "\tobl\t")
    path.write_text(text.partition("\n\n")[2], encoding="utf-8")
    return path


def test_the_status_is_that_of_diff(changed, tmp_path, capsys):
    assert main(["diff", str(GOLD), str(GOLD)]) == 0
    assert capsys.readouterr().out == f"{GOLD} says what {GOLD} says.\n"
    assert main(["diff", str(GOLD), str(changed)]) == 1
    assert "obj → obl" in (said := capsys.readouterr().out) and "Sentences removed: 1" in said
    assert main(["diff", str(GOLD), str(tmp_path / "none.conllu")]) == 2


def test_what_was_only_removed_is_told(tmp_path, capsys):
    (tmp_path / "less.conllu").write_text(GOLD.read_text(encoding="utf-8").partition("\n\n")[2], encoding="utf-8")
    assert main(["diff", str(GOLD), str(tmp_path / "less.conllu")]) == 1
    assert capsys.readouterr().out.startswith("Sentences removed: 1\n")


def test_the_object_for_scripts_has_all_lists(changed, capsys):
    assert main(["diff", str(GOLD), str(changed), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in found["removed"]] == ["demo-en-1"] and found["added"] == found["moved"] == []
    assert found["kinds"][0]["kind"] == "obj → obl" and len(found["changes"]) == found["kinds"][0]["count"]
    assert {"split", "joined", "renamed", "changed"} <= {*found}


@pytest.mark.slow
def test_the_page_has_pictures_of_what_has_changed(changed, tmp_path):
    page = tmp_path / "page.html"
    assert main(["diff", str(GOLD), str(changed), "--pictures", "2", "-o", str(page)]) == 1
    text = page.read_text(encoding="utf-8")
    assert text.count("data-picture=") == 2 and "old and new" in text and "wrong" not in text.partition("<main")[2]
