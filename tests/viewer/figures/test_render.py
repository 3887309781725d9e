"""Figures of many sentences."""

from __future__ import annotations

from pathlib import Path

from goldleaf.core.formats import read
from goldleaf.viewer.figures.render import LONGEST, safe_name, targets


def test_ids_become_names_for_every_system() -> None:
    assert safe_name("a/b:c") == "a-b-c"
    assert safe_name("../..") == "-"
    assert safe_name("...") == "sentence"
    assert safe_name("ספר 1") == "ספר-1"
    assert len(safe_name("x" * 1000)) == LONGEST


def test_no_two_files_have_one_name(tmp_path) -> None:
    path = tmp_path / "gold.conllu"
    sentence = "1\tx\tx\tX\t_\t_\t0\troot\t_\t_\n\n"
    ids = ("a/b", "a:b", "A-B", None)
    path.write_text("".join((f"# sent_id = {one}\n" if one else "") + sentence for one in ids), encoding="utf-8")
    found = targets(Path("{id}.svg"), read(path), [0, 1, 2, 3])
    assert [one.name for one in found] == ["a-b.svg", "a-b-2.svg", "A-B-3.svg", "sentence-4.svg"]
    assert [one.name for one in targets(Path("{number}.svg"), read(path), [1, 3])] == ["2.svg", "4.svg"]
