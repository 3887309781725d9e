"""TedEval: worked examples, its laws, textbook tree edit distance, and the program's figures.

Also tests `forest`, `metric`, `trees`.
"""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import zss
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError, GoldleafError, PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.tedeval.forest import label_map, with_equal_labels
from goldleaf.core.metrics.tedeval.trees import EditKind, distance, edit_script, trees
from goldleaf.core.scoring import check, score
from goldleaf.core.structures.function import MultiFunctionTree, generalize, multi_function_trees
from tests.core.metrics.phrases import phrases
from tests.core.trees import SHARED, pairs, treebank

METRIC = create("tedeval")
# Figure 1 of the 2011 paper: the same phrase with its two possible heads.
FIRST, SECOND = (
    treebank("arrive/V/0/root on/P/1/tmod Sunday/N/2/pobj"),
    treebank("arrive/V/0/root on/P/3/prep Sunday/N/1/tmod"),
)


def with_golds(gold, *others):
    return replace(gold, other_golds=others)


def test_only_a_comparison_without_any_node_is_perfect_by_itself():
    """The two golds have nothing in common, and a tree without nodes over several words is what the parse is, too."""
    gold, other = phrases("((A (N a) (N b)) (N c))"), phrases("((N a) (B (N b) (N c)))")
    metric = create("tedeval", constituents="category", words="false")
    found = values(metric, with_golds(gold, other), phrases("((N a) (N b) (N c))"))
    assert (found["accuracy"], found["single_accuracy"], found["overlap_accuracy"]) == (1, 0, 0)


def values(metric, gold, parse):
    return {name: figure.value for name, figure in score(metric, gold, parse).scores().items()}


def test_the_same_structure_in_two_annotations():
    assert values(create("attachment"), FIRST, SECOND)["las"] == 1 / 3
    assert values(METRIC, FIRST, SECOND)["accuracy_unlabeled"] == 1
    assert values(create("tedeval", head="wildcard"), FIRST, SECOND)["accuracy"] == 1


def test_the_size_leaves_out_root_and_terminals():
    found = score(METRIC, FIRST, SECOND).counts
    # root, hd, tmod, hd, pobj against root, hd, prep, tmod, hd: on and Sunday differ in their label.
    assert (found["size"][0], found["distance"][0], found["size_unlabeled"][0]) == (10, 4, 10)


def test_a_parse_is_not_charged_for_what_only_its_own_gold_has():
    gold = treebank("the/D/3/det old/A/3/amod house/N/0/root")
    other = treebank("the/D/0/root old/A/3/mod house/N/1/comp")
    found = values(METRIC, with_golds(gold, other), gold)
    assert found["accuracy"] == found["exact_match"] == found["single_accuracy"] == 1
    assert found["overlap_accuracy"] < 1
    parse = treebank("the/D/3/det old/A/3/nmod house/N/0/root")
    [edits] = [edit_script(one) for one in trees(METRIC, with_golds(gold, other), parse)]
    told = {(edit.operation, edit.label): edit.forgiven for edit in edits}
    assert told == {(EditKind.DELETE, "det"): True, (EditKind.DELETE, "nmod"): False}


def test_relabelling_is_one_edit_if_that_is_asked_for():
    gold, parse = treebank("a/X/2/x b/X/0/root"), treebank("a/X/2/y b/X/0/root")
    counts = [score(create("tedeval", relabel=one), gold, parse).counts["distance"][0] for one in "01"]
    assert counts == [2, 1]
    [found] = trees(create("tedeval", relabel="1"), gold, parse)
    [edit] = edit_script(found)
    assert (edit.operation, edit.label, edit.new_label) == (EditKind.RELABEL, "y", "x")


def test_empty_sentences_are_equal():
    assert values(METRIC, phrases("", "(S (N a))"), phrases("", "(S (N a))"))["accuracy_unlabeled"] == 1
    assert METRIC.by_sentence(score(METRIC, phrases(""), phrases("")).counts)["accuracy_unlabeled"].to_list() == [1.0]


def test_constituents_without_functions():
    bank = phrases("(S (NP (N a)) (N b))")
    of_functions = create("tedeval", constituents="function")
    found = values(of_functions, bank, bank)
    assert (found["accuracy"], found["exact_match"], found["accuracy_unlabeled"]) == (None, None, 1)
    with pytest.raises(PairError, match=r"gold\.mrg: its nodes have no functions; use --labeled false"):
        check(create("tedeval", labeled="true", constituents="function"), bank, bank)
    assert values(create("tedeval", constituents="category"), bank, bank)["accuracy"] == 1


def test_categories_are_compared_where_no_gold_has_functions():
    bare, functional = phrases("(S (NP (N a)) (N b))"), phrases("(S (NP-SBJ (N a)) (N b))")
    dependencies = treebank("a/N/2/sbj b/N/0/root")
    for gold, parse, chosen in (
        (bare, bare, "category"),
        (bare, functional, "category"),
        (functional, bare, "function"),
        (with_golds(bare, functional), bare, "function"),
        (bare, dependencies, "function"),
    ):
        assert f"|constituents:{chosen}|" in score(METRIC, gold, parse).metric.signature
    check(create("tedeval", labeled="true"), bare, bare)
    assert values(METRIC, bare, bare) == values(create("tedeval", constituents="category"), bare, bare)


def test_of_bare_constituents_and_dependencies_only_unlabelled_figures_mean_something():
    bare, functional = phrases("(S (NP (N a)) (N b))"), phrases("(S (NP-SBJ (N a)) (N b))")
    dependencies = treebank("a/N/2/SBJ b/N/0/root")
    for gold, parse in ((bare, dependencies), (dependencies, bare), (with_golds(dependencies, bare), dependencies)):
        scored = score(METRIC, gold, parse)
        metric = scored.metric
        assert "only unlabeled figures mean something" in metric.remark and scored.main == "accuracy_unlabeled"
        rows = metric.by_sentence(scored.counts).select(*scored.ratios).row(0, named=True)
        told = {name: (own.value is not None, rows[name] is not None) for name, own in scored.scores().items()}
        assert told == {name: (name.endswith("unlabeled"),) * 2 for name in told}
        [found] = trees(metric, gold, parse)
        assert {edit.label for edit in edit_script(found)} <= {None}
    for gold, parse in ((functional, dependencies), (bare, bare)):
        scored = score(METRIC, gold, parse)
        assert (scored.metric.remark, scored.main) == ("", "accuracy") and scored.scores()["accuracy"].value is not None


@pytest.mark.parametrize("parse", ["(S (NP (N a)) (N b))", "(S (X (NP-SBJ (N a)) (N b)))", "(S (N a) (N b))"])
def test_as_many_edits_are_listed_as_are_counted(parse):
    for gold in (phrases("(S (NP (N a)) (N b))"), phrases("(S (NP-SBJ (N a)) (N b))"), treebank("a/N/2/x b/N/0/root")):
        scored = score(METRIC, gold, phrases(parse))
        [found] = trees(scored.metric, gold, phrases(parse))
        assert distance(edit_script(found)) == scored.counts["edits"][0]


@pytest.mark.parametrize(("parse", "edits"), [("(S (X (N q)) (V a))", 2), ("(S (V a) (X (N q)))", 4)])
def test_nodes_over_words_of_one_side_are_the_same_in_the_same_gap(parse, edits):
    """Where p is not in the parse and q not in the gold, X stands before what both have, or behind it."""
    metric = create("tedeval", constituents="category")
    assert score(metric, phrases("(S (X (N p)) (V a))"), phrases(parse)).counts["distance"].to_list() == [edits]


def test_where_no_function_is_a_relation_the_unlabelled_accuracy_stands_for_all():
    functional, dependencies = phrases("(S (NP-SBJ (N a)) (N b))"), treebank("a/N/2/sbj b/N/0/root")
    scored = score(METRIC, functional, dependencies)
    assert scored.main == "accuracy_unlabeled" and "no functions in common" in scored.metric.remark
    assert values(METRIC, functional, dependencies)["accuracy"] is not None  # as the paper defines it
    assert score(METRIC, functional, treebank("a/N/2/SBJ b/N/0/root")).main == "accuracy"


def test_frameworks_are_compared_through_function_trees():
    constituents = phrases("(S (NP (N John)) (VP (V loves) (NP (N Mary))))")
    dependencies = treebank("John/N/2/sbj loves/V/0/root Mary/N/2/obj")
    counts = score(METRIC, constituents, dependencies).counts
    assert (counts["distance_unlabeled"][0], counts["size_unlabeled"][0]) == (1, 9)  # the VP


def test_equal_labels_cost_nothing(tmp_path):
    path = tmp_path / "labels.txt"
    path.write_text("# equal\nx y\n", encoding="utf-8")
    gold, parse = treebank("a/X/2/x b/X/0/root"), treebank("a/X/2/y b/X/0/root")
    assert values(create("tedeval", label_map=str(path)), gold, parse)["accuracy"] == 1
    assert with_equal_labels(parse, label_map(str(path))).words["label"].to_list() == ["x", "root"]


def test_a_byte_order_mark_is_no_part_of_a_label(tmp_path):
    path = tmp_path / "labels.txt"
    path.write_text("x y\n", encoding="utf-8-sig")
    assert label_map(str(path)) == {"x": "x", "y": "x"}
    path.write_text("# equal\nx y\n", encoding="utf-8-sig")
    assert label_map(str(path)) == {"x": "x", "y": "x"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\nalone\n", ":2: only 'alone'; expected two labels or more"),
        ("a b\nb c\n", ":2: 'b' is on an earlier line"),
    ],
)
def test_faults_of_a_label_map(tmp_path, text, message):
    path = tmp_path / "labels.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        label_map(str(path))
    assert message in str(caught.value)
    with pytest.raises(GoldleafError, match="cannot read the label map") as unread:
        label_map(str(tmp_path / "none"))
    assert unread.value.path == str(tmp_path / "none")


OPTIONS = [{}, {"relabel": "1"}, {"head": "wildcard"}, {"variant": "2.2"}, {"projectivize": "lift"}]


def applied(tree, script):
    """The tree after the edits of its nodes. Deleting the last function of a node deletes the node. Raises ValueError
    for an edit that the tree does not allow: deleting what is not there, adding what is."""
    nodes = dict(tree.nodes)
    for edit in (edit for edit in script if not edit.word):
        labels = nodes.get(edit.over)
        if edit.operation != EditKind.ADD:
            if labels is None or not (edit.label is None or edit.label in labels):
                raise ValueError(f"{edit}: the tree has no such node")
            labels = labels - {edit.label} if edit.label is not None else frozenset()
        if edit.operation != EditKind.DELETE:
            label = edit.label if edit.operation == EditKind.ADD else edit.new_label
            if labels is not None and (label is None or label in labels):
                raise ValueError(f"{edit}: the tree has it already")
            labels = (labels or frozenset()) | ({label} if label is not None else frozenset())
            nodes[edit.over] = labels
        elif labels:
            nodes[edit.over] = labels
        else:
            del nodes[edit.over]
    return MultiFunctionTree(nodes)


@given(pairs(), st.sampled_from(OPTIONS), st.booleans())
def test_applying_the_edit_script_gives_the_gold(pair, options, several):
    gold, parse = pair
    metric = create("tedeval", **options)
    if several:
        gold = with_golds(gold, parse)
    counts = score(metric, gold, parse).counts
    for row, found in enumerate(trees(metric, gold, parse)):
        if found is None:
            continue
        labeled, unlabeled = (edit_script(found, labeled=one) for one in (True, False))
        assert distance(labeled) == counts["distance"][row]
        assert distance(unlabeled) == counts["distance_unlabeled"][row]
        assert applied(found.parse, labeled).facts == found.target.facts
        assert applied(found.parse, unlabeled).nodes.keys() == found.target.nodes.keys()


@given(pairs(), pairs())
def test_the_counts_are_those_of_sets(pair, more):
    gold, parse = pair
    other = parse if len(more[0]) != len(gold) else gold
    golds = [[*multi_function_trees(one)] for one in (gold, other)]
    counts = score(METRIC, with_golds(gold, other), parse).counts
    for row, found in enumerate(multi_function_trees(parse)):
        own = golds[0][row].facts
        common = generalize(golds[0][row], golds[1][row]).facts
        assert counts["distance"][row] == len(found.facts - own - common) + len(common - found.facts)
        assert counts["single_distance"][row] == len(found.facts ^ own)
        assert counts["size"][row] == len(found.facts) + len(common)


@given(pairs())
def test_a_tree_against_itself_is_perfect_and_parts_add_up(pair):
    gold, parse = pair
    found = values(METRIC, gold, gold)
    assert {found[name] for name in ("accuracy", "exact_match", "accuracy_unlabeled")} <= {1, None}
    whole = score(METRIC, gold, parse).counts
    parts = [score(METRIC, gold.slice(row), parse.slice(row)).counts for row in range(len(gold))]
    if parts:
        assert pl.concat(parts).drop("sentence", "edits").equals(whole.drop("sentence", "edits"))


@st.composite
def projective(draw, words=5):
    """Heads of a projective tree, and labels."""
    heads = [0] * words

    def fill(first, last, head):
        if first > last:
            return
        root = draw(st.integers(first, last))
        heads[root - 1] = head
        fill(first, root - 1, root)
        fill(root + 1, last, root)

    fill(1, words, 0)
    return [(f"w{n}", "X", head, draw(st.sampled_from("ab"))) for n, head in enumerate(heads, 1)]


def ordered(sentence):
    """The function tree as textbook trees: terminals are leaves."""
    [found] = multi_function_trees(treebank(" ".join("/".join(map(str, word)) for word in sentence)))
    made = {over: zss.Node(",".join(found.nodes[over])) for over in found.pre_order}
    root = zss.Node("")
    for over in found.pre_order:
        above = min((other for other in found.nodes if over < other), key=len, default=None)
        (made[above] if above else root).addkid(made[over])
        if len(over) == 1:
            made[over].addkid(zss.Node(f"w{min(over)}"))
    return root


@given(projective(), projective(), st.sampled_from("01"))
def test_the_distance_is_that_of_a_textbook(one, other, relabel):
    """Zhang and Shasha's (1989), where terminals cannot be edited."""

    def cost(label):
        return 1000 if label.startswith("w") else 1

    def update(a, b):
        if a == b:
            return 0
        return 1000 if "w" in (a[:1], b[:1]) or not (a and b) else (1 if relabel == "1" else 2)

    textbook = zss.distance(
        ordered(other),
        ordered(one),
        zss.Node.get_children,
        insert_cost=lambda node: cost(node.label),
        remove_cost=lambda node: cost(node.label),
        update_cost=lambda a, b: update(a.label, b.label),
    )
    gold, parse = (treebank(" ".join("/".join(map(str, word)) for word in sentence)) for sentence in (one, other))
    assert score(create("tedeval", relabel=relabel), gold, parse).counts["distance"][0] == textbook


@pytest.mark.parametrize(
    ("gold", "parse", "distance", "normalizer"),
    [
        ("root", "root", 0, 12),
        ("root", "case", 1, 13),
        ("pred", "pred", 0, 14),
        ("pred", "case", 2, 14),
        ("pred", "root", 1, 13),
    ],
)
def test_the_outermost_node_of_the_program_is_one_more_label(gold, parse, distance, normalizer):
    sides = (treebank(f"John/N/2/sbj loves/V/0/{label} Mary/N/2/obj") for label in (gold, parse))
    counts = score(create("tedeval", variant="2.2"), *sides).counts
    assert counts.select("distance", "size", "size_unlabeled").row(0) == (distance, normalizer, 12)


def test_the_program_has_a_yield_of_the_whole_sentence_where_several_words_are_roots():
    sides = treebank("a/N/0/root b/N/0/root"), treebank("a/N/0/root b/N/1/x")
    counts = score(create("tedeval", variant="2.2"), *sides).counts
    assert counts.select("distance_unlabeled", "size_unlabeled").row(0) == (0, 5 + 5 - 2)


def test_brackets_as_the_program_has_them():
    """Its figures for these trees: the root is a node, tags are labels, and a label loses but its dash."""
    gold = phrases("(ROOT (S (NP-SBJ (N John)) (VP (V loves) (NP (N Mary)))))")
    parse = phrases("(ROOT (S (NP (N John)) (V loves) (NP (N Mary))))")
    counts = score(create("tedeval", variant="2.2", constituents="category"), gold, parse).counts
    found = counts.select("distance", "size", "distance_unlabeled", "size_unlabeled").row(0)
    assert found == (3, 19, 1, 13)


@pytest.mark.parametrize(
    ("gold", "parse", "counts"),
    [
        ("(SQ .)", "(SQ .)", (0, 14)),
        ("(SQ .)", "(IP .)", (2, 14)),
        ("(SQ .)", "(ROOT .)", (2, 14)),
        ("(TOP .)", "(ROOT .)", (2, 14)),
        ("(SQ (X .))", "(SQ (SQ .))", (1, 15)),
        ("(SQ (X .))", "(XQ (SQ .))", (2, 16)),
        ("(TOP (ROOT .))", "(XQ (ROOT .))", (2, 16)),
    ],
)
def test_the_outermost_constituent_of_the_program_is_its_root(gold, parse, counts):
    """Whatever its label, which counts; the program adds no ROOT to brackets."""
    inside = "(N a) (VP (V b) (N c))"
    metric = create("tedeval", variant="2.2", constituents="category")
    sides = [phrases(side.replace(".", inside)) for side in (gold, parse)]
    assert score(metric, *sides).counts.select("distance", "size").row(0) == counts
    assert metric.facts(*sides)["position"].null_count() == 0


def test_a_word_that_is_a_tree_of_the_program_is_its_root():
    sides = phrases("(NNS a)"), phrases("(NN a)")
    counts = score(create("tedeval", variant="2.2", constituents="category"), *sides).counts
    assert counts.select("distance", "size").row(0) == (2, 2)


def test_a_word_of_the_program_that_is_its_own_relation_is_one_node():
    sides = treebank("det/D/2/det x/N/0/root"), treebank("det/D/2/a x/N/0/root")
    counts = score(create("tedeval", variant="2.2"), *sides).counts
    assert counts.select("distance", "size", "distance_unlabeled", "size_unlabeled").row(0) == (1, 4 + 5 - 2, 0, 8)


@pytest.mark.parametrize(
    ("label", "counts"),
    [("det", (2, 8)), ("DET", (1, 8)), ("de-t", (1, 8))],
)
def test_golds_of_the_program_share_labels_that_are_written_alike(label, counts):
    """Though it compares labels upper-cased and without dashes, two golds have only `_` in common for det and DET."""
    gold, other, parse = (treebank(f"a/N/2/{one} b/V/0/root") for one in ("det", label, "x"))
    found = score(create("tedeval", variant="2.2"), with_golds(gold, other), parse).counts
    assert found.select("distance", "size").row(0) == counts


@pytest.mark.parametrize(
    ("gold", "parse", "other", "counts"),
    [
        ("(SQ .)", "(IP .)", "(TOP (SQ .))", (1, 8)),  # SQ is the root of one only, so they share no label there
        ("(TOP (SQ .))", "(IP (SQ .))", "(NP (SQ (TOP .)))", (1, 9)),
        ("(TOP (SQ .))", "(SQ .)", "(TOP (IP .))", (1, 8)),
    ],
)
def test_golds_of_the_program_have_their_roots_in_common_or_not(gold, parse, other, counts):
    sides = [phrases(side.replace(".", "(N a) (V b)")) for side in (gold, parse, other)]
    metric = create("tedeval", variant="2.2", constituents="category")
    found = score(metric, with_golds(sides[0], sides[2]), sides[1]).counts
    assert found.select("distance", "size").row(0) == counts


def test_what_the_program_calls_exact_with_several_golds():
    """Its columns *gold* and *gen*: like its own gold, and as far from the generalised gold as its own gold is."""
    gold, other = treebank("a/N/2/x b/V/0/root"), treebank("a/N/2/y b/V/0/root")
    parse = treebank("a/N/2/z b/V/0/root")
    found = values(create("tedeval", variant="2.2"), with_golds(gold, other), parse)
    assert (found["exact_match"], found["single_exact_match"], found["generalized_exact_match"]) == (0, 0, 1)
    assert "generalized_exact_match" not in values(METRIC, with_golds(gold, other), parse)


@pytest.mark.shared
@pytest.mark.parametrize(
    "case",
    [
        case
        for case in json.loads((SHARED / "expected.json").read_text())
        if case["metric"] == "tedeval" and "gold_segments" not in case["options"]
    ]
    if SHARED.is_dir()
    else [],
    ids=lambda case: f"{case['parse']}-{case['options']['labeled']}-{'other_gold' in case['options']}",
)
def test_figures_of_the_program(case):
    gold, parse = (read(SHARED / case[side]) for side in ("gold", "parse"))
    if "other_gold" in case["options"]:
        gold = with_golds(gold, read(SHARED / case["options"]["other_gold"]))
    scored = score(create("tedeval", variant="2.2"), gold, parse)
    suffix = "" if case["options"]["labeled"] else "_unlabeled"
    assert scored.counts[f"distance{suffix}"].to_list() == [row[1] for row in case["expect"]["sentences"]]
    assert scored.scores()[f"accuracy{suffix}"].value == pytest.approx(case["expect"]["accuracy"], abs=0.0006)
    assert scored.scores()[f"exact_match{suffix}"].value == pytest.approx(case["expect"]["exact_match"], abs=0.00006)


@pytest.mark.shared
def test_two_theories_come_closer_on_common_ground():
    """As the 2011 paper finds: the gap between parsers of two theories shrinks against the generalised gold."""
    folder = SHARED / "french"
    ud, sud = read(folder / "gold.conllx"), read(folder / "sud-gold.conllx")
    one = values(METRIC, with_golds(ud, sud), read(folder / "parse-a.conllx"))
    other = values(METRIC, with_golds(sud, ud), read(folder / "sud-parse.conllx"))
    for name in ("accuracy", "accuracy_unlabeled"):
        assert 0 < one[name] - other[name] < one[f"single_{name}"] - other[f"single_{name}"]
    assert np.isclose(one["overlap_accuracy"], other["overlap_accuracy"])


def test_trees_without_functions_are_not_exact_for_that(tmp_path):
    (tmp_path / "a.mrg").write_text("(S-root (N-sbj a))\n(S (N a) (N b))\n", encoding="utf-8")
    gold = read(tmp_path / "a.mrg")
    exact = score(create("tedeval", constituents="function"), gold, gold)
    assert exact.counts["exact"].to_list() == [1, 0]
    assert exact.scores()["exact_match"].value == exact.scores()["exact_match_unlabeled"].value == 1.0
