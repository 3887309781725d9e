"""Conditions on constituents and on nodes of function trees, beside naive loops over trees that find the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given

from goldleaf.core import formats
from goldleaf.core.alignment import units
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.grouping import grouped
from goldleaf.core.analysis.sides.nodes import NodeKind, function_nodes, function_pairs, node_table
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from tests.core.analysis.sides.naive_nodes import constituents, functions
from tests.core.metrics.phrases import both, phrases
from tests.core.metrics.phrases import pairs as phrase_pairs
from tests.core.trees import pairs, treebank

DEMO = Path(__file__).parents[4] / "assets" / "demo"
CONSTITUENT, FUNCTION = NodeKind.CONSTITUENT, NodeKind.FUNCTION
BY = {CONSTITUENT: ParsEval, FUNCTION: TedEval}


def found(kind, condition, gold, parse=None, **others):
    """The rows of the node table that meet a condition, and the table."""
    table = table_of(kind, gold, parse, **others)
    return rows_of(table, condition), table


def table_of(kind, gold, parse=None, metric=None, **others):
    parses = {} if parse is None else {"p": parse, **others}
    return node_table(kind, metric or BY[kind](), gold, parses, None if parse is None else "p")


def rows_of(table, condition):
    sentences = pl.DataFrame({"number": np.arange(1, len(table.sides["gold"].treebank) + 1)})
    result = filter_sentences(sentences, None, f"has({table.kind}, {condition})", {table.kind: table})
    assert sorted(set(result.nodes["sentence"])) == result.rows.tolist()
    return result.nodes["row"].to_numpy().astype(np.int64)


def spans(rows, table, side):
    """The sentence and the words of each of these nodes, as a side has them; None where it does not have it."""
    over = {row: set() for row in rows.tolist()}
    treebank = table.sides[side].treebank
    for row, word in table.words_of(rows, side).iter_rows():
        over[row].add(treebank.words["position"][word])
    sentence, there = table.rows["sentence"], table.at[side] >= 0
    return Counter((sentence[row], frozenset(words)) for row, words in over.items() if there[row])


DEMO_TREES = tuple(formats.read(DEMO / f"trees-{side}.mrg") for side in ("gold", "parse"))
DEMO_GAPS = tuple(formats.read(DEMO / f"crossing-{side}.export") for side in ("gold", "parse"))


class Both:
    """The constituents of a gold and a parse, those of the same words and label paired."""

    def __init__(self, gold, parse):
        self.gold, self.parse = constituents(gold), constituents(parse)

    def in_parse(self, number, node):
        return any((one.label, one.words) == (node.label, node.words) for one in self.parse[number])

    def in_gold(self, number, node):
        return any((one.label, one.words) == (node.label, node.words) for one in self.gold[number])


OF_GOLD = {
    "label = 'NP' and words > 3": lambda node: node.label == "NP" and len(node.words) > 3,
    "label = 'PP' and parent_label = 'VP'": lambda node: node.label == "PP" and node.parent.label == "VP",
    "label = 'VP' and child(label = 'NP') and not child(label = 'PP')": lambda node: (
        node.label == "VP" and {"NP"} <= {one.label for one in node.children} and "PP" not in labels(node.children)
    ),
    "parent(label = 'S' and sibling(label = 'NP'))": lambda node: (
        node.parent is not None and node.parent.label == "S" and "NP" in labels(node.parent.siblings)
    ),
    "label = 'NP' and descendant(label = 'SBAR')": lambda node: (
        node.label == "NP" and "SBAR" in labels(node.descendants)
    ),
    "sibling(label = 'VP') and function != '_'": lambda node: "VP" in labels(node.siblings) and node.function != "_",
    "depth > 3 and children = 0 and first > 1": lambda node: (
        node.depth > 3 and not node.children and min(node.words) > 1
    ),
    "discontinuous or last - first > 25": lambda node: node.gap or max(node.words) - min(node.words) > 25,
}


def labels(nodes):
    return {node.label for node in nodes}


@pytest.mark.parametrize("condition", OF_GOLD)
@pytest.mark.parametrize("files", [DEMO_TREES, DEMO_GAPS], ids=["brackets", "export"])
def test_constituents_are_found_as_naive_loops_find_them(condition, files):
    rows, table = found(CONSTITUENT, condition, *files)
    wanted = Counter(
        (number, node.words)
        for number, nodes in enumerate(constituents(files[0]))
        for node in nodes
        if OF_GOLD[condition](node)
    )
    assert spans(rows, table, "gold") == wanted


def test_the_queries_on_constituents_find_something():
    nothing = [
        condition
        for condition in OF_GOLD
        if not any(len(found(CONSTITUENT, condition, *files)[0]) for files in (DEMO_TREES, DEMO_GAPS))
    ]
    assert nothing == []


@pytest.mark.parametrize("files", [DEMO_TREES, DEMO_GAPS], ids=["brackets", "export"])
def test_differences_of_constituents_are_found_as_naive_loops_find_them(files):
    loops = Both(*files)
    missing = Counter(
        (number, node.words)
        for number, nodes in enumerate(loops.gold)
        for node in nodes
        if node.label == "NP" and node.parent.label != "NP" and not loops.in_parse(number, node)
    )
    rows, table = found(CONSTITUENT, "missing and label = 'NP' and parent_label != 'NP'", *files)
    assert spans(rows, table, "gold") == missing
    below = Counter(
        (number, node.words)
        for number, nodes in enumerate(loops.parse)
        for node in nodes
        if not loops.in_gold(number, node) and any(loops.in_gold(number, one) for one in node.children)
    )
    rows, table = found(CONSTITUENT, "extra and parse_child(matched)", *files)
    assert spans(rows, table, "parse") == below
    assert missing and below


RANDOM = {
    "label = 'S' and child(label = 'NP')": lambda node: node.label == "S" and "NP" in labels(node.children),
    "descendant(words = 1)": lambda node: any(len(one.words) == 1 for one in node.descendants),
    "sibling(label = 'NP')": lambda node: "NP" in labels(node.siblings),
    "parent(discontinuous)": lambda node: node.parent is not None and node.parent.gap,
    "discontinuous": lambda node: node.gap,
    "depth = 1 and children > 0": lambda node: node.depth == 1 and len(node.children) > 0,
    "parent_label = 'VP'": lambda node: node.parent is not None and node.parent.label == "VP",
}


def counted_at(gold, parse):
    """The gold's sentence at which each of the parse's counts: the first that it is one unit with."""
    found = units(gold, parse)
    return [row for unit, row in enumerate(found.row) for _ in range(found.parse[unit], found.parse[unit + 1])]


@pytest.mark.slow
@given(pair=phrase_pairs(gaps=True))
def test_relations_between_random_constituents(pair):
    gold, parse = both(pair)
    table = table_of(CONSTITUENT, gold, parse, ParsEval(errors="penalize"))
    places = {"gold": range(len(gold)), "parse": counted_at(gold, parse)}
    for side, trees in (("gold", constituents(gold)), ("parse", constituents(parse))):
        for condition, meets in RANDOM.items():
            rows = rows_of(table, condition if side == "gold" else in_parse(condition))
            counted = zip(places[side], trees, strict=True)
            wanted = ((number, node.words) for number, nodes in counted for node in nodes if meets(node))
            assert spans(rows, table, side) == Counter(wanted), condition


def in_parse(condition):
    for column in ("parent_label", "label", "words", "discontinuous", "depth", "children"):
        condition = condition.replace(f" {column}", f" parse_{column}").replace(f"({column}", f"(parse_{column}")
        condition = f"parse_{condition}" if condition.startswith(f"{column} ") or condition == column else condition
    return condition


@given(pair=phrase_pairs(gaps=True))
def test_marks_of_constituents_add_up_to_the_counts_of_parseval(pair):
    gold, parse = both(pair)
    assume(units(gold, parse).are_sentences)  # as `count` takes them to be
    for metric in (ParsEval(), ParsEval(errors="penalize"), ParsEval(errors="align"), ParsEval(params="spmrl")):
        rows = node_table(CONSTITUENT, metric, gold, {"p": parse}, "p").rows
        counts = metric.count(gold, parse)
        for mark, count in (
            ("matched", counts["matched"]),
            ("missing", counts["gold_brackets"] - counts["matched"]),
            ("extra", counts["parse_brackets"] - counts["matched"]),
            ("crossing", counts["crossing"]),
        ):
            numbers = rows.filter(pl.col(mark))["sentence"].to_numpy()
            assert np.bincount(numbers, minlength=len(gold)).tolist() == count.to_list(), mark
        assert rows.filter(pl.col("gold_words").is_not_null()).height == gold.nodes.height
        assert rows.filter(pl.col("parse_words").is_not_null()).height == parse.nodes.height


FUNCTIONS = {
    "function = 'nsubj' and words > 1": lambda node: "nsubj" in node.label and len(node.words) > 1,
    "function = 'obj' and child(function = 'det')": lambda node: (
        "obj" in node.label and any("det" in one.label for one in node.children)
    ),
    "sibling(function = 'hd') and function = 'punct'": lambda node: (
        "punct" in node.label and any("hd" in one.label for one in node.siblings)
    ),
    "parent(function = 'root') and descendant(function = 'case')": lambda node: (
        node.parent is not None and "root" in node.parent.label and any("case" in one.label for one in node.descendants)
    ),
    "discontinuous": lambda node: node.gap,
}


@pytest.mark.parametrize("condition", FUNCTIONS)
def test_functions_are_found_as_naive_loops_find_them(condition):
    gold, parse = (formats.read(DEMO / name) for name in ("gold.conllu", "parse.conllu"))
    rows, table = found(FUNCTION, condition, gold, parse)
    wanted = {
        (number, node.words)
        for number, nodes in enumerate(functions(gold))
        for node in nodes
        if FUNCTIONS[condition](node)
    }
    assert {*spans(rows, table, "gold")} == wanted


OF_FUNCTIONS = {
    "function = 'a' and child(function = 'b')": lambda node: (
        "a" in node.label and any("b" in one.label for one in node.children)
    ),
    "function = 'a' and sibling(function = 'a')": lambda node: (
        "a" in node.label and any("a" in one.label for one in node.siblings)
    ),
    "parent(function = 'hd' or function = 'root')": lambda node: (
        node.parent is not None and {"hd", "root"} & node.parent.label
    ),
    "descendant(function = 'root')": lambda node: any("root" in one.label for one in node.descendants),
    "depth = 1": lambda node: node.depth == 1,
    "children > 1 and discontinuous": lambda node: len(node.children) > 1 and node.gap,
}


@given(pair=pairs(heads=False))
def test_relations_in_function_trees_though_heads_make_no_tree(pair):
    table, trees = table_of(FUNCTION, *pair), functions(pair[0])
    for condition, meets in OF_FUNCTIONS.items():
        wanted = {(number, node.words) for number, nodes in enumerate(trees) for node in nodes if meets(node)}
        assert {*spans(rows_of(table, condition), table, "gold")} == wanted, condition


@pytest.mark.slow
@given(pair=pairs(heads=False))
def test_marks_of_functions_add_up_to_the_edits_of_tedeval(pair):
    gold, parse = pair
    for metric in (TedEval(), TedEval(labeled="false"), TedEval(head="wildcard"), TedEval(projectivize="lift")):
        rows = node_table(FUNCTION, metric, gold, {"p": parse}, "p").rows
        edits = rows.filter(pl.col("missing") | pl.col("extra")).with_columns(
            of=pl.col("missing").cast(pl.UInt32) + pl.col("extra").cast(pl.UInt32)
        )
        sums = np.bincount(edits["sentence"].to_numpy(), edits["of"].to_numpy(), minlength=len(gold))
        assert sums.tolist() == metric.fitted(gold, parse).count(gold, parse)["edits"].to_list()


GOLD = phrases("(TOP (S (NP (D 0=the) (N 1=cat)) (VP (V 2=sees) (NP (D 3=a) (N 4=dog)))))")
PARSE = phrases("(TOP (S (NP (D 0=the) (N 1=cat)) (VP (V 2=sees) (PP (D 3=a) (N 4=dog)))))", name="parse.mrg")
OTHER = phrases("(TOP (S (NP (D 0=the)) (VP (N 1=cat) (V 2=sees) (PP (D 3=a) (N 4=dog)))))", name="b.mrg")


def test_what_has_another_label_is_one_row():
    rows, table = found(CONSTITUENT, "gold_label = 'NP' and parse_label = 'PP'", GOLD, PARSE)
    assert spans(rows, table, "gold") == spans(rows, table, "parse") == Counter([(0, frozenset({4, 5}))])
    assert table.rows[rows].select("missing", "extra", "relabeled", "matched").row(0) == (True, True, True, False)
    assert len(found(CONSTITUENT, "gold_label is null or parse_label is null", GOLD, PARSE)[0]) == 0


def test_parses_by_name_share_the_rows_of_what_only_they_have():
    only_b, table = found(CONSTITUENT, "b_extra and not extra", GOLD, PARSE, b=OTHER)
    assert spans(only_b, table, "b") == Counter([(0, frozenset({1})), (0, frozenset({2, 3, 4, 5}))])
    both_have, table = found(CONSTITUENT, "parse_label = 'PP' and b_label = 'PP'", GOLD, PARSE, b=OTHER)
    assert len(both_have) == 1
    fixed, table = found(CONSTITUENT, "matched and not b_matched", GOLD, PARSE, b=OTHER)
    assert spans(fixed, table, "gold") == Counter([(0, frozenset({1, 2})), (0, frozenset({3, 4, 5}))])
    assert len(found(CONSTITUENT, "label is null", GOLD, PARSE, b=OTHER)[0]) == 0  # nobody has named b
    # Whose a node is: the gold's, else the chosen parse's.
    assert (table.owners(only_b), table.owners(fixed)) == (["b", "b"], ["gold", "gold"])
    extra, table = found(CONSTITUENT, "extra and not relabeled", GOLD, OTHER, b=OTHER)
    assert table.owners(extra) == ["parse"] * len(extra) != []


def test_a_word_that_one_side_lacks_merges_no_nodes(tmp_path):
    # Without the dash a bare NP would be over the words of the sentence that has a function.
    sides = []
    for name, dash in (("gold", "-"), ("parse", "=")):
        path = tmp_path / f"{name}.mrg"
        path.write_text(f"(TOP (S-PRE (NP (N cat)) (P {dash})) (S-MAIN (V sees)))\n", encoding="utf-8")
        sides.append(formats.read(path))
    metric = TedEval().fitted(*sides)
    pairs = function_pairs(metric, *sides, labeled=True)
    for side, marks in zip(sides, (pairs.gold, pairs.parse), strict=True):
        assert function_nodes(metric, side, labeled=True).nodes.height == len(marks) == 4


def test_texts_and_heads_of_words():
    rows, table = found(CONSTITUENT, "text like 'a %' and words = 2", GOLD, PARSE)
    assert spans(rows, table, "gold") == Counter([(0, frozenset({4, 5}))])
    rows, table = found(FUNCTION, "head_form = 'read'", treebank("She/PRON/2/nsubj read/VERB/0/root it/PRON/2/obj"))
    assert spans(rows, table, "gold") == Counter([(0, frozenset({1, 2, 3})), (0, frozenset({2}))])


@given(phrase_pairs(gaps=True))
def test_texts_are_the_words_of_each_constituent(chosen):
    gold, _ = both(chosen)
    rows, table = found(CONSTITUENT, "words >= 0", gold)
    side = table.sides["gold"]
    forms, own = gold.words["form"], np.arange(gold.nodes.height)
    expected: dict[int, list[str]] = {}
    for node, word in side.words_of(own).sort("node", "word").iter_rows():
        expected.setdefault(node, []).append(forms[word])
    assert side.texts(own).to_list() == [" ".join(expected[node]) if node in expected else None for node in own]
    assert len(rows) == gold.nodes.height


@given(phrase_pairs(gaps=True))
def test_nodes_of_function_trees_are_over_the_words_from_their_first_to_their_last(chosen):
    gold, parse = both(chosen)
    side = table_of(FUNCTION, gold, parse).sides["gold"]
    own = np.arange(side.nodes.height)
    found = side.words_of(own).with_columns(position=gold.words["position"].gather(side.words_of(own)["word"]))
    over = found.group_by("node").agg(pl.col("position").min().alias("first"), last=pl.max("position"), words=pl.len())
    expected = side.nodes.select(pl.Series("node", own), "first", "last", "words").filter(pl.col("words") > 0)
    assert sorted(over.rows()) == expected.rows()


def test_a_constituent_without_words_has_no_text():
    rows, table = found(CONSTITUENT, "text is null", phrases("(S (NP ) (VP (N a)))"))
    assert spans(rows, table, "gold") == Counter([(0, frozenset())])


def test_heads_of_constituents_are_told_where_there_is_but_one_word():
    trees = phrases("(S (NP (NX (N a)) (X )) (VP (V b) (ADVP (R c))))", "(S (V d) (N e))")
    heads = rows_of(table_of(CONSTITUENT, trees), "head_form is not null")
    table = table_of(CONSTITUENT, trees)
    assert spans(heads, table, "gold") == Counter({(0, frozenset({1})): 2, (0, frozenset({3})): 1})
    assert len(rows_of(table, "head_form = 'a'")) == 2 and len(rows_of(table, "head_form = 'c'")) == 1


def test_what_does_not_score_is_the_artificial_root():
    rows, table = found(CONSTITUENT, "not scored", GOLD, PARSE)
    assert spans(rows, table, "gold") == Counter([(0, frozenset(range(1, 6)))])
    assert table.rows["gold_label"].gather(rows).to_list() == ["TOP"]


def test_a_gold_alone_has_no_marks():
    assert len(found(CONSTITUENT, "label = 'NP'", GOLD)[0]) == 2
    with pytest.raises(OptionError, match="no column missing"):
        found(CONSTITUENT, "missing", GOLD)


def test_words_and_nodes_stand_in_one_condition():
    table = node_table(CONSTITUENT, ParsEval(), GOLD, {"p": PARSE}, "p")
    sentences = pl.DataFrame({"number": [1]})
    result = filter_sentences(
        sentences, None, "has(constituent, missing) and not has(constituent, label = 'X')", {CONSTITUENT: table}
    )
    assert result.rows.tolist() == [0]
    assert result.hits is None
    assert result.nodes.height == 1


def test_nodes_are_counted_by_their_columns():
    table = node_table(CONSTITUENT, ParsEval(), GOLD, {"p": PARSE}, "p")
    sentences = pl.DataFrame({"number": [1]})
    result = filter_sentences(sentences, None, "has(constituent, first > 0)", {CONSTITUENT: table})
    counts = grouped(sentences, None, result, ["gold_label", "parse_label"], {CONSTITUENT: table})
    assert sorted(counts.rows()) == [
        ("NP", "NP", 1, 1), ("NP", "PP", 1, 1), ("S", "S", 1, 1), ("TOP", "TOP", 1, 1), ("VP", "VP", 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("has(constituents, label = 'x')", "looks for word, constituent, function, repair, or what a metric compares"),
        ("has(constituent)", "has(constituent needs a condition, at character 5"),
        ("has(parseval)", "has(parseval needs a condition, at character 5"),
        ("has(constituent,)", "has(constituent needs a condition"),
        ("has(constituent, lable = 'x')", "no column lable, at character 18; did you mean label?"),
        ("has(constituent, child(gold_label = 'x' and extra))", "say whose tree: gold_child( or parse_child("),
        ("has(function, function = 'x')", "has(function, …) looks into trees, and there are none"),
        ("has(constituent, label = 'x'", "has( is not closed, at character 1"),
        ("has(constituent, has(word, form = 'x'))", "has( cannot stand inside has("),
    ],
)
def test_mistakes_are_told_with_their_place(query, said):
    table = node_table(CONSTITUENT, ParsEval(), GOLD, {"p": PARSE}, "p")
    with pytest.raises(OptionError) as error:
        filter_sentences(pl.DataFrame({"number": [1]}), None, query, {CONSTITUENT: table})
    assert said in str(error.value)
