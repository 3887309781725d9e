"""What verdicts call the sides, with several parses and for who is blind."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl

from goldleaf.viewer.state.sides import ShownSides, is_of, treebanks_of


def sides_of(names, sides, *, adjudication=False):
    whole = SimpleNamespace(parses=[SimpleNamespace(name=name) for name in names], gold_names=["lotte", "another"])
    store = SimpleNamespace(adjudication=adjudication, sides=[None] * sides)
    return ShownSides.of(store, SimpleNamespace(blind=None, turned=None), whole, 0).verdicts


def test_one_parse_is_the_parse_and_several_have_their_names():
    assert sides_of(["mine"], 2) == ("gold", "parse")
    assert sides_of(["a", "b"], 3) == ("gold", "a", "b")
    assert sides_of(["a", "b"], 2) == ("gold", "a", "b"), "of a session of one of them"
    assert sides_of(["nina"], 2, adjudication=True) == ("lotte", "nina")


def test_who_is_blind_is_told_places_and_of_others_that_there_is_another():
    """The second parse is shown; in the second sentence the sides have changed places."""
    document = SimpleNamespace(blind=True, is_turned=lambda row, _: row == 1, turned=[[False, True]] * 3)
    sides = ShownSides(document, 1, ("gold", "a", "b"))
    assert [[sides.verdict(side, row) for side in range(4)] for row in (0, 1)] == [
        ["gold", "", "b", ""],
        ["b", "", "gold", ""],
    ]
    assert [[sides.told(verdict, row) for verdict in ("gold", "a", "b", "both")] for row in (0, 1)] == [
        ["A", "another", "B", "both"], ["B", "another", "A", "both"]
    ]  # fmt: skip
    for verdict, shown in (("gold", ["A", "B"]), ("b", ["B", "A"]), ("a", ["another"] * 2), ("both", ["both"] * 2)):
        assert sides.marks(pl.DataFrame({"verdict": [verdict] * 2}))["verdict"].to_list() == shown
    alone = pl.DataFrame({"verdict": ["gold", "b"]})
    assert ShownSides(document, -1, ("gold", "a", "b")).marks(alone) is alone
    assert ShownSides(SimpleNamespace(blind=None, turned=None), 1, ("gold", "a", "b")).marks(alone) is alone


def test_marks_of_a_parse_that_there_is_no_verdict_for_stay():
    document = SimpleNamespace(blind=True, is_turned=lambda *_: False, turned=[[False, True]] * 3)
    alone = pl.DataFrame({"verdict": ["gold", "b"]})
    assert ShownSides(document, 2, ("gold", "a", "b")).marks(alone) is alone
    marked = ShownSides(document, 0, ("gold", "a", "b")).marks(alone.with_columns(notes=pl.Series([1, 2])))
    assert marked.rows() == [("A", 1), ("another", 2)]


def treebank(name):
    return SimpleNamespace(path=f"/x/{name}", name=name)


def test_a_document_is_of_a_session_by_its_first_file_of_annotators_by_any():
    sides = [SimpleNamespace(name=name, path=f"/x/{name}") for name in ("gold", "parse")]
    for adjudication, expected in ((False, [True, False, False]), (True, [True, True, False])):
        store = SimpleNamespace(adjudication=adjudication, sides=sides)
        documents = [SimpleNamespace(gold=treebank(name)) for name in ("y/../gold", "parse", "other")]
        assert [is_of(store, document) for document in documents] == expected


def test_the_files_of_a_session_by_name_each_once():
    def sides(*names):
        return SimpleNamespace(sides=[SimpleNamespace(name=name, path=f"/x/{path}") for name, path in names])

    gold, second, parse = treebank("gold"), treebank("gold"), treebank("parse")
    document = SimpleNamespace(treebanks=[gold, parse, second])
    found = treebanks_of(sides(("p", "parse"), ("g", "gold"), ("again", "gold")), document)
    assert [*found] == ["p", "g", "again"]
    assert found["p"] is parse and found["g"] is gold and found["again"] is second
    assert treebanks_of(sides(("g", "gold"), ("x", "other")), document) is None
    assert treebanks_of(sides(("p", "parse"), ("again", "parse")), document) is None
