"""A team: who judges what, sessions brought to people and back, and how far all are.

Also tests `of_progress`.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.plots.of_progress import progress
from goldleaf.viewer.review.judgements import Judgement, Place, link
from goldleaf.viewer.review.sentences import Known
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.states import Left
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.team import Merged, merge, merge_steps, numbered, progress_steps, shares, split

WORDS = "\n\n".join(f"1\tw{n}\t_\tX\t_\t_\t0\troot\t_\t_" for n in range(10)) + "\n\n"
OTHERS = WORDS.replace("\troot\t", "\tdep\t")


@pytest.fixture
def store(tmp_path):
    """Of two annotators of ten sentences, each with a place; anna, who sees, has judged the first."""
    sides = []
    for name, text in (("lotte", WORDS), ("morten", OTHERS)):
        path = tmp_path / name / "all.conllu"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        sides.append(SessionSide(name, str(path)))
    with Store.create(tmp_path / "s.goldleaf", sides, adjudication=True, reviewer="anna") as made:
        made.attach(*(read(side.path) for side in sides))
        made.act("one", [Judgement(Place(made.key(0), Layer.ARC, "1"), "anna", "lotte")])
        yield made


def test_numbers_are_read_as_they_are_meant():
    assert numbered("1-3, 7", 10) == [1, 2, 3, 7]
    for text in ("0", "11", "3-2", "x", "", "1-", "-1"):
        with pytest.raises(OptionError, match="--sentences"):
            numbered(text, 10)


def test_all_is_dealt_out_and_so_much_of_it_twice():
    """No sentence is left, none is anybody's twice, and those of two are from all of the text."""
    assert shares([5, 6, 7], ["a", "b"]) == {"a": [5], "b": [6, 7]}
    dealt = shares([*range(200)], ["a", "b", "c"], 0.2)
    assert set().union(*dealt.values()) == {*range(200)} and sum(map(len, dealt.values())) == 240
    twice = {one for name in "ab" for one in dealt[name]} & {*dealt["c"]} | {*dealt["a"]} & {*dealt["b"]}
    assert len(twice) == 40 and all(len(twice & {*range(start, start + 50)}) == 10 for start in range(0, 200, 50))
    assert all([*own] == sorted({*own}) for own in dealt.values())
    for double, names in ((0.2, ["a"]), (-0.1, ["a", "b"]), (1.1, ["a", "b"])):
        with pytest.raises(OptionError, match="--double"):
            shares([1], names, double)


def test_what_is_assigned_stays_in_another_order_and_counts_as_what_is_left(store, tmp_path):
    store.assign({"ben": [store.key(row) for row in (0, 1, 2)]})
    store.assign({"cleo": [store.key(9)]})
    store.reviewer = "ben"
    assert Left.of(store.summary())[:2] == (2, 3), "anna has judged one of the three"
    store.close()
    paths = [tmp_path / name / "all.conllu" for name in ("lotte", "morten")]
    for path, text in zip(paths, (WORDS, OTHERS), strict=True):
        path.write_text("\n\n".join(text.strip().split("\n\n")[::-1]) + "\n\n", encoding="utf-8")
    with Store.open(tmp_path / "s.goldleaf", reviewer="ben", to_write=False) as again:
        again.attach(*map(read, paths))
        assert [row for row, mine in enumerate(again.summary()["mine"]) if mine] == [7, 8, 9]
        again.reviewer = "anna"
        assert not again.summary()["mine"].any() and Left.of(again.summary()).places == 10


def test_sessions_are_brought_to_people_and_back(store, tmp_path):
    store.assign(shares([store.key(row) for row in range(10)], ["anna", "ben"], 0.5))
    store.set_blind(True, "ben")
    store.set_guidelines("https://example.org/#{label}")
    seed = store.seed
    made = split(store, tmp_path / "out")
    assert {name: path.relative_to(tmp_path).as_posix() for name, path in made.items()} == {
        "anna": "out/anna/s.goldleaf", "ben": "out/ben/s.goldleaf"
    }  # fmt: skip
    with pytest.raises(GoldleafError, match="out/anna: cannot be made"):
        split(store, tmp_path / "out")
    named = [path.name for path in (tmp_path / "out").rglob("*.conllu")]
    assert sorted(name for name in named if "all" in name) == ["1-all.conllu", "all.conllu"] and len(named) == 4
    for name, path in made.items():
        away = tmp_path / "elsewhere" / name
        shutil.move(path.parent, away)
        with Store.open(away / "s.goldleaf", reviewer=name) as own:
            assert (own.blind, own.guidelines) == (name == "ben", "https://example.org/#{label}")
            assert [Path(side.path).parent for side in own.sides] == [away] * 2
            own.attach(*(read(side.path) for side in own.sides))
            assert [one.verdict for one in own.judgements()] == (["lotte"] if name == "anna" else [])
            assert own.is_blind("import") == own.is_blind("whoever") == own.blind, "nobody sees by another name"
            assert not own.undo() and {*own.assigned} == {name} and (name == "anna" or own.seed == seed)
            rows = [row for row, mine in enumerate(own.summary()["mine"]) if mine]
            judged = [Judgement(Place(own.key(row), Layer.ARC, "1"), name, "morten") for row in rows]
            own.act("mine", judged)
    store.close()
    back = [tmp_path / "elsewhere" / name / "s.goldleaf" for name in made]
    finished(merge_steps([store.path, *back], tmp_path / "all.goldleaf", "org"))
    with Store.open(tmp_path / "all.goldleaf", reviewer="org") as merged:
        assert [side.path for side in merged.sides] == [side.path for side in store.sides]
        merged.attach(*(read(side.path) for side in merged.sides))
        assert len(merged.judgements()) == 15 and (merged.seed, merged.is_blind("ben")) == (seed, True)
        assert (merged.assigned, merged.guidelines) == (store.assigned, store.guidelines)
        assert Left.of(merged.states_of("anna").summary()).places == len(store.assigned["anna"])


def test_only_addresses_of_the_web_are_links(store):
    assert link("https://x.org/g?a=1#{label}", "nmod:äg b") == "https://x.org/g?a=1#nmod%3A%C3%A4g%20b"
    for text in (
        "file:///etc/passwd",
        "javascript:alert(1)",
        "x.org",
        "https://",
        "http:///x",
        "https://a b/",
        "https://x/\n",
    ):
        with pytest.raises(OptionError, match="is no address"):
            store.set_guidelines(text)
    assert store.guidelines == ""
    with pytest.raises(OptionError):
        link("{label}://x", "file")
    assert link("https://x.org/g#{label}", "") == "https://x.org/g"


def test_the_progress_is_that_of_what_each_has_to_do(store):
    """Verdicts on whole sentences count for their places, those that decide nothing do not."""
    assert finished(progress_steps(store, sides_of(store)))["anna"].to_list() == [0.1]
    store.assign({"anna": [store.key(row) for row in range(4)], "ben": [store.key(row) for row in range(2)]})
    said = [(1, "anna", "lotte", "2026-01-02"), (0, "ben", "morten", "2026-01-03"), (1, "ben", "skip", "2026-01-03"),
            (2, "anna", "unsure", "2026-01-04"), (1, "cleo", "lotte", "2026-01-05")]  # fmt: skip
    store.act("more", [Judgement(Place(store.key(row), Layer.ARC, ""), who, verdict, time=f"{day}T10:00:00+00:00")
                       for row, who, verdict, day in said])  # fmt: skip
    table = finished(progress_steps(store, sides_of(store)))
    assert table.columns == ["time", "anna", "ben", "cleo", "agreement"]
    assert table["time"].to_list()[:-1] == ["2026-01-02", "2026-01-03", "2026-01-05"]
    assert table["anna"].to_list() == [0.25, 0.25, 0.25, 0.5] and table["ben"].to_list() == [0, 0.5, 0.5, 0.5]
    assert table["agreement"][0] is None and table["agreement"][-1] is not None
    drawn = progress(table, "Progress")
    assert [one.name for one in drawn.series] == ["anna", "ben", "cleo", "agreement"]
    assert drawn.x.names[0] == "2 Jan" and all(len(one.points) == 4 for one in drawn.series[:3])


def test_what_was_done_in_an_hour_is_told_by_minutes(store):
    for minute in range(20):
        said = Judgement(
            Place(store.key(minute % 10), Layer.ARC, "1"), "ben", "lotte", time=f"2026-01-02T10:{minute:02}:30+00:00"
        )
        store.act("one", [said])
    times = finished(progress_steps(store, sides_of(store)))["time"]
    assert len(times) == 11 and times[0] == "2026-01-02 10:10"


def sides_of(store):
    return [read(side.path) for side in store.sides]


SENTENCES = [Known(number, number - 1, f"s{number}", 10 * number) for number in range(1, 6)]


def session_of(folder: Path, name: str, sentences: list[Known] = SENTENCES, **options) -> Store:
    sides = [SessionSide("gold", str(folder / "gold.x")), SessionSide("parse", str(folder / "parse.x"))]
    store = Store.create(folder / f"{name}.goldleaf", options.pop("sides", sides), reviewer=name, **options)
    store.place(sentences)
    return store


def said(store: Store, row: int, verdict: str, who: str, time: str = "") -> Judgement:
    return Judgement(Place(store.key(row), "arc", "1"), who, verdict, time=time)


def test_what_reviewers_judge_differently_is_in_conflict(tmp_path):
    turned = [one._replace(sentence=6 - one.sentence) for one in SENTENCES]  # other keys for the same sentences
    with session_of(tmp_path, "anna") as anna, session_of(tmp_path, "ben", turned) as ben:
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
    with session_of(tmp_path, "anna") as one, session_of(tmp_path, "anna2") as two:
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
    with session_of(tmp_path, "anna") as one, session_of(tmp_path, "ben", sides=sides) as two:
        one.act("a", [said(one, 0, "parse", "anna")])
        two.act("b", [said(two, 1, "parse", "ben")])
        merge([one, two], tmp_path / "all.goldleaf", "x")
    with Store.open(tmp_path / "all.goldleaf") as merged:
        assert [side.name for side in merged.sides] == ["gold", "parse", "other"]
        assert [one.verdict for one in merged.judgements()] == ["parse", "other"]


def test_sessions_on_other_treebanks_are_not_merged(tmp_path):
    with (
        session_of(tmp_path, "anna") as one,
        session_of(tmp_path, "ben", sides=[SessionSide("gold", "/elsewhere/none.x")]) as two,
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
    with session_of(tmp_path, "anna") as anna, session_of(tmp_path, "ben") as ben:
        for store, verdict in ((anna, "gold"), (ben, "parse")):
            store.act("said", [said(store, 0, verdict, verdict)])
        found = finished(merge_steps([anna.path, ben.path], tmp_path / "all.goldleaf", "cleo"))
        anna.act("more", [said(anna, 1, "gold", "gold")])
        assert anna.read_only is None and (found.judgements, found.conflicts) == (2, 1)


def test_sessions_on_a_gold_alone_are_merged(tmp_path):
    sides = [SessionSide("gold", str(tmp_path / "gold.x"))]
    with session_of(tmp_path, "anna", sides=sides) as anna, session_of(tmp_path, "ben", sides=sides) as ben:
        anna.act("a", [said(anna, 0, "gold", "anna")])
        ben.act("b", [said(ben, 0, "2:x", "ben")])
        assert merge([anna, ben], tmp_path / "all.goldleaf", "x").conflicts == 1


def test_sentences_that_the_first_session_lacks_are_added(tmp_path):
    with session_of(tmp_path, "anna", SENTENCES[:3]) as anna, session_of(tmp_path, "ben") as ben:
        anna.act("a", [said(anna, 2, "gold", "anna")])
        ben.act("b", [said(ben, row, "parse", "ben") for row in (3, 4)])
        assert merge([anna, ben], tmp_path / "all.goldleaf", "x").conflicts == 0
    with Store.open(tmp_path / "all.goldleaf") as merged:
        merged.place(merged.known())
        assert [one.id for one in merged.known()] == ["s1", "s2", "s3", "s4", "s5"]
        assert merged.summary()["verdict"].to_list() == ["", "", "gold", "parse", "parse"]


def test_sessions_that_are_merged_are_not_written_to(tmp_path):
    session_of(tmp_path, "anna").close()
    os.utime(tmp_path / "anna.goldleaf", (0, 0))
    finished(merge_steps([tmp_path / "anna.goldleaf"], tmp_path / "all.goldleaf", "cleo"))
    assert (tmp_path / "anna.goldleaf").stat().st_mtime == 0


def test_what_merging_came_to_in_words():
    text = "1 judgement, 2 places judged differently, 1,234 replaced by what the same reviewer said later"
    assert Merged(1, 1234, 2).described == text


def test_of_two_at_one_time_the_later_act_is_kept(tmp_path):
    time = "2026-01-01T00:00:00+00:00"
    with session_of(tmp_path, "anna") as one, session_of(tmp_path, "anna2") as two:
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
        session_of(tmp_path, "anna", layers=[Layer.TAG, Layer.ARC], adjudication=True) as one,
        session_of(tmp_path, "ben", layers=[Layer.ARC, Layer.ROLE], adjudication=True) as two,
        session_of(tmp_path, "cleo", sides=third, adjudication=True) as three,
        session_of(tmp_path, "dora") as other,
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
    with session_of(tmp_path, "anna") as one:
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
    with session_of(tmp_path, "anna", sides=sides) as one, session_of(tmp_path, "ben", sides=turned) as two:
        one.act(
            "a", [said(one, row, verdict, "anna") for row, verdict in enumerate(("parse", "p", "q", "both", "2:x"))]
        )
        two.act("b", [said(two, row, verdict, "ben") for row, verdict in enumerate(("parse", "p", "q", "both", "2:x"))])
        merge([one, two], tmp_path / "all", "x")
    with Store.open(tmp_path / "all") as merged:
        names = {who: [one.verdict for one in merged.judgements() if one.reviewer == who] for who in ("anna", "ben")}
    assert names == {"anna": ["parse", "p", "q", "both", "2:x"], "ben": ["q", "p", "q", "both", "2:x"]}
