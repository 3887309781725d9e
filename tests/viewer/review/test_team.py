"""A team: who judges what, sessions brought to people and back, and how far all are.

Also tests `of_progress`.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.plots.of_progress import progress
from goldleaf.viewer.review.judgements import Judgement, Place, SessionSide, link
from goldleaf.viewer.review.merge import merge_steps
from goldleaf.viewer.review.states import Left
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.review.team import numbered, progress_steps, shares, split

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
