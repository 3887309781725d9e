"""Linguistic error classes of constituents: one small tree for each class, and what holds for all trees.

Also tests `repair_search`, `repaired_tree`.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core import formats
from goldleaf.core.analysis.breakdown_table import Limits
from goldleaf.core.analysis.errors.constituent_errors import (
    COLUMN,
    ErrorClass,
    Errors,
    errors_steps,
    repair_examples,
    repair_mass,
)
from goldleaf.core.analysis.errors.repair_search import repairs_between
from goldleaf.core.analysis.errors.repaired_tree import (
    RepairedTree,
    SentenceRows,
    TreeItem,
    repairable_trees,
)
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.formats import read
from goldleaf.core.metrics.parseval import ParsEval, load_settings
from goldleaf.core.scoring import score
from goldleaf.core.sentence import Sentence
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from tests.core.trees import SHARED, treebank

DEMO = Path(__file__).resolve().parents[4] / "assets" / "demo"

ATLAS = "(NP (DT the) (NN atlas))"
WITH = "(PP (IN with) (NP (NN glue)))"
CASES = {
    "PP out of an NP": (
        f"(S (NP (NN he)) (VP (V mends) {ATLAS} {WITH}))",
        f"(S (NP (NN he)) (VP (V mends) (NP {ATLAS} {WITH})))",
        [("PP attachment", "PP", (5, 6), "NP", "VP", 1)],
    ),
    "PP into an NP": (
        f"(S (NP (NN he)) (VP (V mends) (NP {ATLAS} {WITH})))",
        f"(S (NP (NN he)) (VP (V mends) {ATLAS}) {WITH})",
        [("PP attachment", "PP", (5, 6), "S", "NP", 3)],
    ),
    "NP out of a PP": (
        "(S (PP (IN at) (NP (NN noon))) (NP (NN glue)) (VP (V dries)))",
        "(S (PP (IN at) (NP (NN noon)) (NP (NN glue))) (VP (V dries)))",
        [("NP attachment", "NP", (3, 3), "PP", "S", 2)],
    ),
    "VP into a VP": (
        "(S (VP (V goes) (ADVP (RB up)) (VP (V to) (V see))))",
        "(S (VP (V goes) (ADVP (RB up))) (VP (V to) (V see)))",
        [("VP attachment", "VP", (3, 4), "S", "VP", 2)],
    ),
    "clause into an NP": (
        "(S (VP (V saw) (NP (NP (NN glue)) (SBAR (W that) (V holds))) (ADVP (RB now) (RB then))))",
        "(S (VP (V saw) (NP (NP (NN glue))) (SBAR (W that) (V holds)) (ADVP (RB now) (RB then))))",
        [("clause attachment", "SBAR", (3, 4), "VP", "NP", 2)],
    ),
    "a phrase of an adverb": (
        "(S (VP (V says) (SBAR (W that) (V holds)) (ADVP (RB very) (RB often))))",
        "(S (VP (V says) (SBAR (W that) (V holds) (ADVP (RB very) (RB often)))))",
        [("modifier attachment", "ADVP", (4, 5), "SBAR", "VP", 2)],
    ),
    "a bare adverb": (
        "(S (VP (V says) (SBAR (W that) (V holds)) (RB often)))",
        "(S (VP (V says) (SBAR (W that) (V holds) (RB often))))",
        [("modifier attachment", "RB", (4, 4), "SBAR", "VP", 2)],
    ),
    "a word whose phrase is missing goes by that phrase": (
        "(S (PP (IN at) (NN noon)) (NP (NN glue)) (V dries))",
        "(S (PP (IN at) (NN noon) (NN glue)) (V dries))",
        [("NP attachment", "NP", (3, 3), "PP", "S", 2), ("single-word phrase", "NP", (3, 3), "S", "NP", 1)],
    ),
    "attachment of something else": (
        "(S (VP (V says) (SBAR (W that) (V holds)) (X (U um) (U er))))",
        "(S (VP (V says) (SBAR (W that) (V holds) (X (U um) (U er)))))",
        [("other attachment", "X", (4, 5), "SBAR", "VP", 2)],
    ),
    "a conjunct in the wrong phrase": (
        "(S (PP (IN of) (NP (NP (NN gold)) (CC and) (NP (NN glue)))) (V is))",
        "(S (PP (IN of) (NP (NP (NN gold)))) (CC and) (NP (NN glue)) (V is))",
        [("coordination", "NP", (3, 4), "S", "NP", 4)],
    ),
    "conjuncts of a nested coordination": (
        "(S (NP (NP (NN a)) (NP (NN b)) (CC and) (NP (NN c))))",
        "(S (NP (NP (NP (NN a)) (NP (NN b))) (CC and) (NP (NN c))))",
        [("coordination", "NP", (1, 2), "NP", "NP", 1)],
    ),
    "a node inside an NP": (
        "(S (NP (QP (RB nearly) (CD fifty)) (NNS years)) (V pass))",
        "(S (NP (RB nearly) (CD fifty) (NNS years)) (V pass))",
        [("NP-internal structure", "QP", (1, 2), "NP", "QP", 1)],
    ),
    "another label": (
        "(S (NP (NN a) (NN b)) (V c))",
        "(S (VP (NN a) (NN b)) (V c))",
        [("different label", "VP", (1, 2), "VP", "NP", 2)],
    ),
    "a missing phrase of one word": (
        "(S (NP (NN a)) (V b))",
        "(S (NN a) (V b))",
        [("single-word phrase", "NP", (1, 1), "S", "NP", 1)],
    ),
    "an extra node over a node": (
        "(S (VP (V a) (V b)) (V c))",
        "(S (S (VP (V a) (V b))) (V c))",
        [("unary", "S", (1, 2), "S", "S", 1)],
    ),
    "a missing node": (
        "(S (SBAR (C that) (S (N a) (V b))) (V c))",
        "(S (C that) (S (N a) (V b)) (V c))",
        [("missing node", "SBAR", (1, 3), "S", "SBAR", 1)],
    ),
    "an extra node": (
        "(S (N a) (V b) (V c))",
        "(S (VP (N a) (V b)) (V c))",
        [("extra node", "VP", (1, 2), "VP", "S", 1)],
    ),
    "one wrong attachment with many wrong brackets": (
        "(S (VP (V a) (NP (NP (N b)) (PP (IN of) (NP (N c)))) (PP (IN on) (NP (N d)))))",
        "(S (VP (V a) (NP (NP (N b)) (PP (IN of) (NP (NP (N c)) (PP (IN on) (NP (N d))))))))",
        [("PP attachment", "PP", (5, 6), "NP", "VP", 5)],
    ),
    "the last of three conjuncts": (
        "(S (NP (NP (D a) (N b)) (NP (D c) (N d)) (CC and) (NP (D e) (N f))) (V is))",
        "(S (NP (NP (D a) (N b)) (NP (D c) (N d)) (CC and)) (NP (D e) (N f)) (V is))",
        [("coordination", "NP", (6, 7), "S", "NP", 2)],
    ),
    "what is not a conjunct": (
        "(S (NP (NP (D a) (N b)) (CC and)) (NP (D c) (N d)) (V is))",
        "(S (NP (NP (D a) (N b)) (CC and) (NP (D c) (N d))) (V is))",
        [("coordination", "NP", (4, 5), "NP", "S", 2)],
    ),
    "nothing is coordinated before the first sibling": (
        f"(S (CC and) {WITH} {ATLAS} (V is))",
        f"(S (CC and) (NP {WITH} (DT the) (NN atlas)) (V is))",
        [("PP attachment", "PP", (2, 3), "NP", "S", 2)],
    ),
    "nor where the conjunction stands farther away": (
        f"(S (CC and) (RB now) {WITH} {ATLAS} (V is) (CC or))",
        f"(S (CC and) (RB now) (NP {WITH} (DT the) (NN atlas)) (V is) (CC or))",
        [("PP attachment", "PP", (3, 4), "NP", "S", 2)],
    ),
    "a bare noun": (
        "(S (VP (V says) (SBAR (W that) (V holds)) (NN noon)))",
        "(S (VP (V says) (SBAR (W that) (V holds) (NN noon))))",
        [("other attachment", "NN", (4, 4), "SBAR", "VP", 2)],
    ),
    "an adjective in another part of a name": (
        "(S (NP (JJ new) (NML (NN steel) (NN bridge))) (V is))",
        "(S (NP (NML (JJ new) (NN steel) (NN bridge))) (V is))",
        [("NP-internal structure", "JJ", (1, 1), "NML", "NP", 2)],
    ),
    "what is in an NP whatever it is called": (
        "(S (NP (X (U um) (U er)) (NML (NN steel) (NN bridge))) (V is))",
        "(S (NP (NML (X (U um) (U er)) (NN steel) (NN bridge))) (V is))",
        [("NP-internal structure", "X", (1, 2), "NML", "NP", 2)],
    ),
    "a PP that is in another NP": (
        f"(S (NP (NML (NN steel) (NN bridge)) {WITH}) (V is))",
        f"(S (NP (NML (NN steel) (NN bridge) {WITH})) (V is))",
        [("PP attachment", "PP", (3, 4), "NML", "NP", 2)],
    ),
    "nothing is coordinated behind the last sibling": (
        f"(S {ATLAS} {WITH} (CC or))",
        f"(S (NP (DT the) (NN atlas) {WITH}) (CC or))",
        [("PP attachment", "PP", (3, 4), "NP", "S", 2)],
    ),
    "conjuncts of a coordination without a conjunction": (
        "(S (VP (VP (V a) (RB b)) (VP (V c) (RB d)) (VP (V e) (RB f))))",
        "(S (VP (VP (VP (V a) (RB b)) (VP (V c) (RB d))) (VP (V e) (RB f))))",
        [("coordination", "VP", (1, 4), "VP", "VP", 1)],
    ),
    "noun phrases side by side are an apposition": (
        "(S (NP (NP (N a) (N b)) (NP (N c) (N d)) (NP (N e) (N f))))",
        "(S (NP (NP (NP (N a) (N b)) (NP (N c) (N d))) (NP (N e) (N f))))",
        [("NP-internal structure", "NP", (1, 4), "NP", "NP", 1)],
    ),
    "a node over both comes with what is moved": (
        f"(S (VP (V saw) (NP {ATLAS} {WITH})))",
        f"(S (VP (V saw) {ATLAS}) {WITH})",
        [("PP attachment", "PP", (4, 5), "S", "NP", 3)],
    ),
    "also beside a phrase that nothing else is wrong with": (
        f"(S (NP {ATLAS} {WITH}) (ADJP (RB very) (JJ red)))",
        f"(S {ATLAS} (VP {WITH} (ADJP (RB very) (JJ red))))",
        [("PP attachment", "PP", (3, 4), "VP", "NP", 2)],
    ),
    "also where it was deep in that phrase": (
        f"(S (NP (NP (DT the) (NN atlas) (X (U um) (U er))) {WITH}) (V is))",
        f"(S (NP (DT the) (NN atlas) (X (U um) (U er) {WITH})) (V is))",
        [("PP attachment", "PP", (5, 6), "X", "NP", 3)],
    ),
    "but not one that neither is the head of": (
        f"(S (VP (V saw) (X {ATLAS} {WITH})))",
        f"(S (VP (V saw) {ATLAS}) {WITH})",
        [("PP attachment", "PP", (4, 5), "S", "VP", 2), ("missing node", "X", (2, 5), "VP", "X", 1)],
    ),
}


@pytest.fixture
def banks(tmp_path):
    """Makes treebanks of trees, one a line."""

    def made(*trees_: str, name: str = "gold.mrg") -> Treebank:
        path = tmp_path / name
        path.write_text("\n".join(trees_) + "\n", encoding="utf-8")
        return read(path, format="brackets")

    return made


def repairs(gold, parse, settings=None):
    sources = (
        (
            [(word.form, word.coarse_tag, word.parent) for word in sentence.words],
            [(node.label, node.parent) for node in sentence.nodes],
        )
        for sentence in (gold, parse)
    )
    return list(repairs_between(*repairable_trees(*sources, settings or load_settings("collins"))))


@pytest.mark.parametrize("case", CASES)
def test_each_class(banks, case):
    gold, parse, expected = CASES[case]
    done = repairs(banks(gold).sentence(0), banks(parse).sentence(0))
    assert [
        (one.error_class.title, one.label, one.words, one.from_label, one.to_label, one.brackets) for one in done
    ] == expected


def test_every_class_has_an_example():
    assert {kind for *_, expected in CASES.values() for kind, *_ in expected} == {kind.title for kind in ErrorClass}


FIRST_OF_CLASS = {expected[0][0]: case for case, (_, _, expected) in reversed(CASES.items())}


@pytest.mark.parametrize("kind", ErrorClass)
def test_classes_that_need_penn_labels_are_told_by_labels(banks, kind):
    gold, parse, _ = CASES[FIRST_OF_CLASS[kind.title]]
    renamed = [re.sub(r"\((\w+)", r"(x\1", tree) for tree in (gold, parse)]
    found, *_ = repairs(*(banks(tree).sentence(0) for tree in renamed))
    assert (found.error_class is kind) is not kind.needs_penn_labels


def test_traces_and_punctuation_do_not_count(banks):
    gold = banks("(TOP (S (NP (-NONE- *)) (NP (NN a) (, ,)) (VP (V b) (V c)) (. .)))").sentence(0)
    parse = banks("(S (NP (NN a)) (, ,) (VP (V b) (V c) (. .)))").sentence(0)
    assert repairs(gold, parse) == []
    wrong = banks("(S (NN a) (, ,) (VP (V b) (V c) (. .)))").sentence(0)
    assert [one.words for one in repairs(gold, wrong)] == [(2, 2)]  # the trace is the gold's first word


def test_settings_say_which_labels_are_equal(banks):
    gold, parse = banks("(S (PRT (RP up) (RB now)) (V b))"), banks("(S (ADVP (RP up) (RB now)) (V b))")
    assert repairs(gold.sentence(0), parse.sentence(0)) == []
    (one,) = repairs(gold.sentence(0), parse.sentence(0), settings=load_settings("spmrl"))
    assert one.error_class is ErrorClass.LABEL


def test_words_that_are_deleted_by_their_forms_do_not_count(banks):
    gold, parse = (banks(tree).sentence(0) for tree in ("(S (NP (N a) (N -)) (V b))", "(S (NP (N a)) (N -) (V b))"))
    assert repairs(gold, parse) and not repairs(gold, parse, settings=load_settings("proper"))


def test_counts_and_columns(banks):
    pairs = [CASES[case][:2] for case in ("PP out of an NP", "another label", "PP into an NP")]
    gold = banks(*(gold for gold, _ in pairs), *["(S (N b))"] * 4, name="gold.mrg")
    parse = banks(*(parse for _, parse in pairs), "(S (N b))", "(S (N a))", "(S (N c))", name="parse.mrg")
    assert finished(errors_steps(gold, parse)).counts.rows() == [
        ("PP attachment", 2, 4, True),
        ("different label", 1, 2, False),
    ]
    columns = finished(errors_steps(gold, parse)).columns
    assert columns[COLUMN].to_list() == ["PP attachment", "different label", "PP attachment", "", *[None] * 3]
    assert columns["repairs"].to_list() == [1, 1, 1, 0, *[None] * 3]
    assert (columns[COLUMN].dtype, columns["repairs"].dtype) == (pl.String, pl.UInt32)


def test_the_classes_of_a_sentence_stand_once_each_in_the_order_of_its_repairs(banks):
    names = ("PP out of an NP", "another label", "a missing node", "an extra node", "PP into an NP")
    chosen = [CASES[name] for name in names]
    gold, parse = (banks(f"(TOP {' '.join(case[side] for case in chosen)})", name=f"{side}.mrg") for side in (0, 1))
    (found,) = finished(errors_steps(gold, parse)).columns.rows()
    assert found == ("PP attachment, different label, extra node, missing node", 5)


def test_the_breakdown_leads_to_the_sentences(banks):
    chosen = ("PP out of an NP", "another label", "attachment of something else")
    gold, parse = (banks(*(CASES[case][side] for case in chosen), name=f"{side}.mrg") for side in (0, 1))
    found_errors = finished(errors_steps(gold, parse))
    table = repair_mass(found_errors, score(ParsEval(), gold, parse).counts)
    for row, kind in enumerate(table.frame["class"]):
        rows = filter_sentences(
            found_errors.columns.with_row_index("number", 1),
            None,
            table.condition(row, "occurrences"),
            tables={"repair": found_errors.table},
        ).rows
        assert found_errors.columns[COLUMN].gather(rows).to_list() == [kind]


def test_empty_and_unlike_treebanks(banks):
    gold, unparsed = banks("(S (N a))"), banks("(())", name="parse.mrg")
    for other in (unparsed, gold.slice(0, 0), treebank("a/N/0/root")):
        assert finished(errors_steps(gold, other)).counts.is_empty()
        assert finished(errors_steps(gold, other)).columns.rows() == [(None, None)]
    assert finished(errors_steps(gold.slice(0, 0), gold)).columns.is_empty()


WORDS = 7
LABELS = ("NP", "VP", "PP")
TAGS = ("NN", "CC", "RB", ",")


@st.composite
def sources(draw: st.DrawFn) -> tuple[SentenceRows, SentenceRows]:
    """Two random trees, with gaps and unary chains, over the same words."""
    tags = draw(st.lists(st.sampled_from(TAGS), min_size=1, max_size=WORDS))

    def tree() -> SentenceRows:
        count = draw(st.integers(1, 8))
        nodes = [(draw(st.sampled_from(LABELS)), draw(st.integers(0, place))) for place in range(count)]
        return [("w", tag, draw(st.integers(0, count))) for tag in tags], nodes

    return tree(), tree()


def brackets(item: TreeItem) -> Counter[tuple[str, frozenset[int]]]:
    """The brackets below an item, worked out from the words alone."""
    result: Counter[tuple[str, frozenset[int]]] = Counter()

    def words(one: TreeItem) -> frozenset[int]:
        if one.is_word:
            return frozenset({one.words})
        held: frozenset[int] = frozenset().union(*map(words, one.children))
        result[one.label, held] += 1
        return held

    words(item)
    return result


def consistent(tree: RepairedTree) -> bool:
    """Whether every item knows its parent and its words, and stands in the right place."""
    return all(
        child.parent is item
        and item.words == sum(one.words for one in item.children)
        and item.children == sorted(item.children, key=lambda one: one.place)
        for item in (tree.root, *tree.nodes())
        for child in item.children
    )


@given(sources())
def test_the_repairs_turn_any_parse_into_the_gold(pair):
    ours, theirs = repairable_trees(*pair, load_settings("collins"))
    wanted, given_ = brackets(ours.root), brackets(theirs.root)
    differing = (wanted - given_).total() + (given_ - wanted).total()
    done = []
    for one in repairs_between(ours, theirs):
        assert one.brackets > 0
        done.append(one)
    assert brackets(theirs.root) == wanted
    assert consistent(theirs)
    assert sum(one.brackets for one in done) == differing
    assert len(done) <= differing
    assert list(repairs_between(*repairable_trees(*pair, load_settings("collins")))) == done


def in_pieces(bracket: tuple[str, frozenset[int]]) -> bool:
    places = [bit.bit_length() for bit in bracket[1]]
    return max(places) - min(places) >= len(places)


@given(sources())
def test_where_constituents_with_gaps_alone_count_repairs_hold_those_brackets(pair):
    ours, theirs = repairable_trees(*pair, load_settings("collins"))
    wanted, given_ = brackets(ours.root), brackets(theirs.root)
    differing = [*(wanted - given_).elements(), *(given_ - wanted).elements()]
    done = list(repairs_between(ours, theirs, gaps_only=True))
    assert sum(one.brackets for one in done) == sum(map(in_pieces, differing))
    assert all(one.brackets for one in done)
    assert brackets(theirs.root) == wanted


def test_classes_of_the_demo_s_gaps_are_of_what_is_scored():
    gold, parse = read(DEMO / "crossing-gold.export"), read(DEMO / "crossing-parse.export")
    metric = ParsEval(discontinuous_only="true")
    scored = score(metric, gold, parse)
    found = repair_mass(finished(errors_steps(gold, parse, settings=metric.bracketing)), scored.counts).frame
    sums = scored.counts.select("matched", "gold_brackets", "parse_brackets").sum().row(0)
    assert found["brackets"].sum() == sums[1] + sums[2] - 2 * sums[0] > 0
    right = scored.scores()["f1"].value + sum(found["without_share"] - scored.scores()["f1"].value)
    assert right == pytest.approx(1)  # with all of them it is the gold


@given(sources())
def test_a_tree_needs_no_repair_to_become_itself(pair):
    for tree in pair:
        one, other = repairable_trees(tree, tree, load_settings("collins"))
        assert list(repairs_between(one, other)) == []


def classes(gold: Treebank, parse: Treebank, row: int) -> list[tuple[str, str]]:
    def texts(sentence: Sentence, ends: tuple[int, int]) -> str:
        return " ".join(word.form for word in sentence.words[ends[0] - 1 : ends[1]])

    return [
        (one.error_class.title, texts(gold.sentence(row), one.words))
        for one in repairs(gold.sentence(row), parse.sentence(row))
    ]


def test_the_demo_trees_have_the_errors_that_were_planted():
    gold, parse = read(DEMO / "trees-gold.mrg"), read(DEMO / "trees-parse.mrg")
    assert classes(gold, parse, 0) == [("PP attachment", "with a thin strip of linen")]
    assert ("PP attachment", "to the two students who had patiently swept her floors") in classes(gold, parse, 3)
    assert ("PP attachment", "auf den Buchrücken") in classes(gold, parse, 4)


def test_the_demo_s_crossing_branches():
    gold, parse = read(DEMO / "crossing-gold.export"), read(DEMO / "crossing-parse.export")
    assert classes(gold, parse, 0) == [
        ("clause attachment", "das gestern aus Schwabach kam"),
        ("PP attachment", "auf den Buchrücken"),
    ]


@pytest.mark.parametrize(
    "pair", [("trees-gold.mrg", "trees-parse.mrg"), ("crossing-gold.export", "crossing-parse.export")]
)
def test_the_demo_s_trees_have_the_words_of_its_dependencies(pair):
    for name, dependencies in zip(pair, ("gold.conllu", "parse.conllu"), strict=True):
        treebank, others = read(DEMO / name), read(DEMO / dependencies)
        assert not treebank.problems
        rows = range(5) if len(treebank) == 5 else [4]
        for sentence, row in zip(treebank, rows, strict=True):
            words = [(word.form, word.fine_tag) for word in others.sentence(row).words]
            assert [(word.form, word.coarse_tag) for word in sentence.words] == words


@pytest.mark.shared
def test_the_repairs_mend_all_that_parseval_finds_wrong():
    gold, parse = (read(SHARED / "faroese" / name).slice(0, 400) for name in ("gold.mrg", "parse-e1.mrg"))
    total = ParsEval().count(gold, parse).select("gold_brackets", "parse_brackets", "matched").sum().row(0)
    counts = finished(errors_steps(gold, parse)).counts
    assert counts["brackets"].sum() == total[0] + total[1] - 2 * total[2]
    assert {"PP attachment", "coordination", "different label"} <= set(counts["class"])


def test_the_work_goes_in_a_step_a_sentence(tmp_path, monkeypatch):
    right, wrong, _ = CASES["PP out of an NP"]
    gold, parse = _written(tmp_path, "gold", right * 5), _written(tmp_path, "parse", wrong * 5)
    monkeypatch.setattr("goldleaf.core.analysis.errors.constituent_errors.AT_ONCE", 2)
    steps = errors_steps(gold, parse)
    assert [next(steps) for _ in range(6)] == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    with pytest.raises(StopIteration) as end:
        next(steps)
    assert end.value.value.table["sentence"].to_list() == [0, 1, 2, 3, 4]


def _written(folder: Path, name: str, text: str) -> Treebank:
    path = folder / f"{name}.mrg"
    path.write_text(text.replace(")(", ")\n("), encoding="utf-8")
    return read(path)


DEMO = Path(__file__).parents[4] / "assets" / "demo"
TREES_GOLD, TREES_PARSE = (formats.read(DEMO / name) for name in ("trees-gold.mrg", "trees-parse.mrg"))
DEMO_ERRORS = finished(errors_steps(TREES_GOLD, TREES_PARSE))
DEMO_SCORED = score(ParsEval(), TREES_GOLD, TREES_PARSE)


def test_the_classes_hold_all_brackets_that_are_wrong():
    found = repair_mass(DEMO_ERRORS, DEMO_SCORED.counts).frame
    sums = DEMO_SCORED.counts.select("matched", "gold_brackets", "parse_brackets").sum().row(0)
    assert found["brackets"].sum() == sums[1] + sums[2] - 2 * sums[0]
    assert found["mass_share"].sum() == pytest.approx(1)


def test_without_a_class_f1_is_that_of_a_parse_without_its_wrong_brackets():
    f1 = DEMO_SCORED.scores()["f1"]
    found = repair_mass(DEMO_ERRORS, DEMO_SCORED.counts).frame.row(1, named=True)
    assert found["class"] == "PP attachment"
    assert found["without_share"] == pytest.approx((f1.right + found["brackets"]) / f1.total)


def test_examples_are_the_words_concerned_in_brackets():
    found = repair_examples(DEMO_ERRORS, TREES_GOLD, Limits())
    rows = [row for row in found.frame.to_dicts() if (row["from"], row["to"]) == ("NP", "VP")]
    assert [(row["count"], row["brackets"], row["number"]) for row in rows] == [(3, 6, 1), (3, 6, 2), (3, 6, 5)]
    assert rows[0]["text"] == "The binder repaired the old atlas [with a thin strip of linen] ."
    table = DEMO_ERRORS.columns.with_row_index("number", 1)
    assert filter_sentences(table, None, found.condition(1, "number")).rows.tolist() == [0]
    of_kind = filter_sentences(
        table, None, found.condition(1, "count"), tables={"repair": DEMO_ERRORS.table}
    ).rows.tolist()
    assert of_kind == [0, 1, 4]


@pytest.mark.parametrize(("kinds", "examples"), [(1, 1), (3, 2), (10, 3)])
def test_examples_are_the_first_sentences_of_the_kinds_that_cost_most(kinds, examples):
    by_kind: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for repair in DEMO_ERRORS.table.to_dicts():
        by_kind.setdefault(tuple(repair[name] for name in ("class", "label", "from", "to")), []).append(repair)
    costs = {kind: sum(repair["brackets"] for repair in of_kind) for kind, of_kind in by_kind.items()}
    least = sorted(costs.values(), reverse=True)[kinds - 1]
    expected = []
    for kind in sorted((kind for kind in costs if costs[kind] >= least), key=lambda kind: (-costs[kind], kind)):
        firsts = {repair["sentence"]: repair for repair in reversed(by_kind[kind])}
        for sentence, repair in sorted(firsts.items())[:examples]:
            forms = [word.form for word in TREES_GOLD.sentence(sentence).words]
            forms[repair["first"] - 1] = f"[{forms[repair['first'] - 1]}"
            forms[repair["last"] - 1] += "]"
            expected.append((*kind, len(by_kind[kind]), costs[kind], sentence + 1, " ".join(forms)))
    limits = Limits(errors=kinds, examples=examples)
    assert repair_examples(DEMO_ERRORS, TREES_GOLD, limits).frame.rows() == expected


def test_shares_of_repairs_that_undo_each_other_are_undefined():
    both = pl.concat([DEMO_ERRORS.table.head(2).with_columns(brackets=pl.Series([1, -1], dtype=pl.Int32))])
    nothing = DEMO_SCORED.counts.select(pl.col("matched", "gold_brackets", "parse_brackets") * 0)
    found = repair_mass(Errors(both, DEMO_ERRORS.compared), nothing)
    assert {*found.frame["mass_share"], *found.frame["without_share"]} == {None} and "now undefined" in found.note


def test_some_sentences_only():
    chosen = DEMO_ERRORS.only(DEMO_ERRORS.table["sentence"].unique().sort().head(1))
    assert chosen.table["sentence"].n_unique() == 1
    assert chosen.compared.sum() == 1


def test_a_perfect_parse_has_none():
    none = finished(errors_steps(TREES_GOLD, TREES_GOLD))
    assert repair_mass(none, score(ParsEval(), TREES_GOLD, TREES_GOLD).counts).frame.height == 0
    assert repair_examples(none, TREES_GOLD, Limits()).frame.height == 0
