"""Merged sessions: what all reviewers have said, and where they differ."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.review.judgements import Judgement, Place, SessionSide
from goldleaf.viewer.review.merge import Merged, merge, merge_steps
from goldleaf.viewer.review.sentences import Known
from goldleaf.viewer.review.store import Store

SENTENCES = [Known(number, number - 1, f"s{number}", 10 * number) for number in range(1, 6)]


def session(folder: Path, name: str, sentences: list[Known] = SENTENCES, **options) -> Store:
    sides = [SessionSide("gold", str(folder / "gold.x")), SessionSide("parse", str(folder / "parse.x"))]
    store = Store.create(folder / f"{name}.goldleaf", options.pop("sides", sides), reviewer=name, **options)
    store.place(sentences)
    return store


def said(store: Store, row: int, verdict: str, who: str, time: str = "") -> Judgement:
    return Judgement(Place(store.key(row), "arc", "1"), who, verdict, time=time)


def test_what_reviewers_judge_differently_is_in_conflict(tmp_path):
    turned = [one._replace(sentence=6 - one.sentence) for one in SENTENCES]  # other keys for the same sentences
    with session(tmp_path, "anna") as anna, session(tmp_path, "ben", turned) as ben:
        anna.act("a", [said(anna, row, "gold", "anna") for row in range(3)])
        ben.act("b", [said(ben, row, "parse" if row else "gold", "ben") for row in range(2)])
        ben.set_blind(True)
        found = merge([anna, ben], tmp_path / "all.goldleaf", "cleo")
    assert (found.judgements, found.replaced, found.conflicts) == (5, 0, 1)
    with Store.open(tmp_path / "all.goldleaf", reviewer="cleo") as merged:
        merged.place(SENTENCES)
        assert merged.summary()["conflict"].to_list() == [False, True, False, False, False]
        merged.act("settle", [said(merged, 1, "2:x", "cleo")])
        assert not merged.summary()["conflict"][1]
        assert merged.reviewers == ["anna", "ben", "cleo"]
        merged.reviewer = "ben"
        assert merged.blind


def test_of_what_one_reviewer_says_twice_the_later_is_kept_and_the_other_in_the_history(tmp_path):
    with session(tmp_path, "anna") as one, session(tmp_path, "anna2") as two:
        one.act("a", [said(one, 0, "gold", "anna", "2026-01-01T00:00:00+00:00")])
        two.act("b", [said(two, 0, "parse", "anna", "2026-01-02T00:00:00+00:00")])
        assert merge([two, one], tmp_path / "late.goldleaf", "x").replaced == 1
        assert merge([one, two], tmp_path / "all.goldleaf", "x").replaced == 1
    for name in ("late", "all"):
        with Store.open(tmp_path / f"{name}.goldleaf") as merged:
            assert [one.verdict for one in merged.judgements()] == ["parse"]
    assert "merge anna.goldleaf" in [act.what for act in _history(tmp_path / "all.goldleaf")]


def _history(path: Path):
    with Store.open(path, to_write=False) as store:
        return store.history(1)


def test_a_parse_of_one_session_keeps_its_name(tmp_path):
    sides = [SessionSide("gold", str(tmp_path / "gold.x")), SessionSide("other", str(tmp_path / "other.x"))]
    with session(tmp_path, "anna") as one, session(tmp_path, "ben", sides=sides) as two:
        one.act("a", [said(one, 0, "parse", "anna")])
        two.act("b", [said(two, 1, "parse", "ben")])
        merge([one, two], tmp_path / "all.goldleaf", "x")
    with Store.open(tmp_path / "all.goldleaf") as merged:
        assert [side.name for side in merged.sides] == ["gold", "parse", "other"]
        assert [one.verdict for one in merged.judgements()] == ["parse", "other"]


def test_sessions_on_other_treebanks_are_not_merged(tmp_path):
    with (
        session(tmp_path, "anna") as one,
        session(tmp_path, "ben", sides=[SessionSide("gold", "/elsewhere/none.x")]) as two,
        pytest.raises(GoldleafError, match=r"ben\.goldleaf: reviews other treebanks than .*anna\.goldleaf"),
    ):
        merge([one, two], tmp_path / "all.goldleaf", "x")
    assert not (tmp_path / "all.goldleaf").exists()


def test_what_was_judged_goes_along_by_the_names_of_the_merged_sides(tmp_path):
    files = {}
    for name, label in (("gold", "dep"), ("ann", "obj"), ("ben", "iobj"), ("new", "nsubj")):
        (tmp_path / f"{name}.conllu").write_text(f"1\ta\ta\tX\t_\t_\t0\t{label}\t_\t_\n\n", encoding="utf-8")
        files[name] = read(tmp_path / f"{name}.conllu")
    for name in ("ann", "ben"):
        sides = [SessionSide("gold", files["gold"].path), SessionSide("parse", files[name].path)]
        with Store.create(tmp_path / f"{name}.goldleaf", sides, reviewer=name) as store:
            store.attach(files["gold"], files[name])
            store.act("one", [said(store, 0, "parse", name)])
    renamed = [
        SessionSide("gold", files["gold"].path),
        SessionSide("ann", files["ann"].path),
        SessionSide("ben", files["ben"].path),
    ]
    with Store.create(tmp_path / "first.goldleaf", renamed, reviewer="cleo") as first:
        first.attach(files["gold"])
        others = [Store.open(tmp_path / f"{name}.goldleaf", to_write=False) for name in ("ann", "ben")]
        merge([first, *others], tmp_path / "all.goldleaf", "cleo")
        for store in others:
            store.close()
    with Store.open(tmp_path / "all.goldleaf") as merged:
        for third, stale in (("ben", [False, False]), ("new", [False, True])):
            merged.attach(files["gold"], files["ann"], files[third])
            assert merged.table()["stale"].to_list() == stale


def test_sessions_are_merged_while_others_write_in_them(tmp_path):
    with session(tmp_path, "anna") as anna, session(tmp_path, "ben") as ben:
        for store, verdict in ((anna, "gold"), (ben, "parse")):
            store.act("said", [said(store, 0, verdict, verdict)])
        found = finished(merge_steps([anna.path, ben.path], tmp_path / "all.goldleaf", "cleo"))
        anna.act("more", [said(anna, 1, "gold", "gold")])
        assert anna.read_only is None and (found.judgements, found.conflicts) == (2, 1)


def test_sessions_on_a_gold_alone_are_merged(tmp_path):
    sides = [SessionSide("gold", str(tmp_path / "gold.x"))]
    with session(tmp_path, "anna", sides=sides) as anna, session(tmp_path, "ben", sides=sides) as ben:
        anna.act("a", [said(anna, 0, "gold", "anna")])
        ben.act("b", [said(ben, 0, "2:x", "ben")])
        assert merge([anna, ben], tmp_path / "all.goldleaf", "x").conflicts == 1


def test_sentences_that_the_first_session_lacks_are_added(tmp_path):
    with session(tmp_path, "anna", SENTENCES[:3]) as anna, session(tmp_path, "ben") as ben:
        anna.act("a", [said(anna, 2, "gold", "anna")])
        ben.act("b", [said(ben, row, "parse", "ben") for row in (3, 4)])
        assert merge([anna, ben], tmp_path / "all.goldleaf", "x").conflicts == 0
    with Store.open(tmp_path / "all.goldleaf") as merged:
        merged.place(merged.known())
        assert [one.id for one in merged.known()] == ["s1", "s2", "s3", "s4", "s5"]
        assert merged.summary()["verdict"].to_list() == ["", "", "gold", "parse", "parse"]


def test_sessions_that_are_merged_are_not_written_to(tmp_path):
    session(tmp_path, "anna").close()
    os.utime(tmp_path / "anna.goldleaf", (0, 0))
    finished(merge_steps([tmp_path / "anna.goldleaf"], tmp_path / "all.goldleaf", "cleo"))
    assert (tmp_path / "anna.goldleaf").stat().st_mtime == 0


def test_what_merging_came_to_in_words():
    text = "1 judgement, 2 places judged differently, 1,234 replaced by what the same reviewer said later"
    assert Merged(1, 1234, 2).described == text


def test_of_two_at_one_time_the_later_act_is_kept(tmp_path):
    time = "2026-01-01T00:00:00+00:00"
    with session(tmp_path, "anna") as one, session(tmp_path, "anna2") as two:
        one.act("a", [said(one, 0, "gold", "anna", time)])
        for verdict in ("unsure", "parse"):
            two.act("b", [said(two, 0, verdict, "anna", time)])
        for order in ([one, two], [two, one]):
            path = tmp_path / f"{order[0].path.stem}.merged"
            assert merge(order, path, "x")[:] == (1, 1, 0)
            with Store.open(path) as merged:
                assert [row.verdict for row in merged.rows()] == ["parse"]
        two.undo()
        one.act("a", [said(one, 0, "unsure", "anna", "2026-01-03T00:00:00+00:00")])
        assert merge([one, two], tmp_path / "alike", "x").replaced == 0, "what is said twice is replaced by nothing"


def test_layers_sides_and_whom_it_is_of_are_those_of_all(tmp_path):
    third = [SessionSide("gold", str(tmp_path / "else" / "gold.x")), SessionSide("c", str(tmp_path / "c.x"))]
    with (
        session(tmp_path, "anna", layers=[Layer.TAG, Layer.ARC], adjudication=True) as one,
        session(tmp_path, "ben", layers=[Layer.ARC, Layer.ROLE], adjudication=True) as two,
        session(tmp_path, "cleo", sides=third, adjudication=True) as three,
        session(tmp_path, "dora") as other,
    ):
        three.act("c", [said(three, 4, "c", "cleo"), said(three, 3, "gold", "cleo"), said(three, 2, "unsure", "cleo")])
        merge([one, two, three], tmp_path / "all", "x")
        with pytest.raises(GoldleafError) as told:
            merge([one, other], tmp_path / "none", "x")
    text = f"{other.path}: reviews other treebanks than {one.path}; sessions of the same gold can be merged"
    assert str(told.value) == text and str(told.value.path) == str(other.path) and not (tmp_path / "none").exists()
    with Store.open(tmp_path / "all") as merged:
        assert merged.adjudication and merged.layers == (Layer.TAG, Layer.ARC, Layer.ROLE)
        assert [side.name for side in merged.sides] == ["gold", "parse", "c"]
        assert [one.verdict for one in merged.judgements()] == ["unsure", "gold", "c"]
        assert merged.reviewers == ["cleo", "x"]
        assert [act.what for act in merged.history(5)] == ["merge cleo.goldleaf"]
        assert [one.row for one in merged.known()] == [0, 1, 2, 3, 4]


def test_a_merged_session_appears_in_steps_or_not_at_all(tmp_path):
    with session(tmp_path, "anna") as one:
        one.act("a", [said(one, 0, "gold", "anna")])
    steps = merge_steps([one.path], tmp_path / "all", "x")
    assert [next(steps), next(steps)] == [0.0, 0.2] and not (tmp_path / "all").exists()
    assert finished(merge_steps([one.path], tmp_path / "all", "x")) == Merged(1, 0, 0)
    with pytest.raises(GoldleafError, match="all: exists; give the session another name"):
        finished(merge_steps([one.path], tmp_path / "all", "x"))


def test_the_second_sides_verdict_stays_that_of_the_parse(tmp_path):
    """By its name or as the parse; the words that it was said of are those of the merged side."""
    sides = [
        SessionSide("gold", str(tmp_path / "gold.x")),
        SessionSide("p", str(tmp_path / "p.x")),
        SessionSide("q", str(tmp_path / "q.x")),
    ]
    turned = [sides[0], sides[2], sides[1]]
    with session(tmp_path, "anna", sides=sides) as one, session(tmp_path, "ben", sides=turned) as two:
        one.act(
            "a", [said(one, row, verdict, "anna") for row, verdict in enumerate(("parse", "p", "q", "both", "2:x"))]
        )
        two.act("b", [said(two, row, verdict, "ben") for row, verdict in enumerate(("parse", "p", "q", "both", "2:x"))])
        merge([one, two], tmp_path / "all", "x")
    with Store.open(tmp_path / "all") as merged:
        names = {who: [one.verdict for one in merged.judgements() if one.reviewer == who] for who in ("anna", "ben")}
    assert names == {"anna": ["parse", "p", "q", "both", "2:x"], "ben": ["q", "p", "q", "both", "2:x"]}
