"""Function trees of treebanks (Tsarfaty et al. 2012 EACL, Figure 1); the operations of Tsarfaty et al. 2011 and 2012
(EACL), on the papers' examples and by their laws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from goldleaf.core.structures import function
from goldleaf.core.structures.dependency import non_projective
from goldleaf.core.structures.dependency_changes import projectivized
from goldleaf.core.structures.function import (
    WILDCARD,
    CrossingYieldsError,
    MultiFunctionTree,
    crosses,
    crossing_pairs,
    function_nodes,
    generalize,
    has_functions,
    lacking,
    multi_function_trees,
    parents,
    spelled,
    unify,
    unify_labels,
)
from tests.core.trees import SHARED, pairs, treebank

RELATIONAL = "(S ({sbj,prd,obj} (sbj (NP ({hd} (hd (NN John))))) (prd (V loves)) (obj (NP ({hd} (hd (NN Mary)))))))"


def tree(**nodes):
    return MultiFunctionTree(
        {frozenset(map(int, over[1:])): frozenset(labels.split()) for over, labels in nodes.items()}
    )


def brackets(tmp_path, text):
    path = tmp_path / "a.mrg"
    path.write_text(text + "\n", encoding="utf-8")
    return read(path)


def first(bank):
    return next(multi_function_trees(bank))


def test_of_dependencies():
    bank = treebank("John/N/2/sbj loves/V/0/root Mary/N/2/obj")
    assert first(bank) == tree(y123="root", y1="sbj", y2="hd", y3="obj")


def test_of_phrase_structures(tmp_path):
    bank = brackets(tmp_path, "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))")
    assert first(bank) == tree(y123="root", y1="sbj hd", y23="prd", y2="hd", y3="obj hd")


def test_of_relational_realizational_trees(tmp_path):
    expected = tree(y123="root", y1="sbj hd", y2="prd", y3="obj hd")  # Tsarfaty et al. 2012 EACL, Figure 1 (c)
    assert first(brackets(tmp_path, RELATIONAL)) == expected
    assert first(brackets(tmp_path, f"(TOP {RELATIONAL})")) == expected
    assert first(brackets(tmp_path, f"({{top}} (top {RELATIONAL}))")) == tree(
        y123="top", y1="sbj hd", y2="prd", y3="obj hd"
    )


def test_phrase_structures_beside_relational_realizational_trees_keep_their_words(tmp_path):
    plain = "(S-root (NN-sbj John) (VP-prd (V-hd loves) (NN-obj Mary)))"
    _, beside = multi_function_trees(brackets(tmp_path, f"{RELATIONAL}\n{plain}"))
    assert beside == tree(y123="root", y1="sbj", y23="prd", y2="hd", y3="obj")


def test_the_papers_trees_are_as_far_from_each_other_as_it_draws_them(tmp_path):
    """Figure 1 of 2012 EACL: a dependency tree, a phrase structure, and a relational-realizational tree."""
    b = brackets(tmp_path, "(S-root (NP-sbj (NN-hd John)) (VP-prd (V-hd loves) (NP-obj (NN-hd Mary))))")
    c = brackets(
        tmp_path,
        "(S ({sbj,prd,obj} (sbj (NP ({hd} (hd (NN John))))) (prd (V loves)) (obj (NP ({hd} (hd (NN Mary)))))))",
    )
    assert score(create("tedeval"), b, c).counts["distance"].to_list() == [3]


def test_the_artificial_root_is_no_node(tmp_path):
    for outer in ("TOP", "ROOT", "S1", "VROOT", ""):
        assert frozenset({1, 2}) not in first(brackets(tmp_path, f"({outer} (N a) (N b))")).nodes
    assert first(brackets(tmp_path, "(S (N a) (N b))")).nodes[frozenset({1, 2})] == frozenset()


def test_traces_are_no_words(tmp_path):
    bank = brackets(tmp_path, "(S (NP-SBJ (-NONE- *)) (VP (V go) (NP-TMP (N now))))")
    assert first(bank) == tree(y12="", y1="", y2="TMP")


def test_a_label_may_name_several_functions(tmp_path):
    bank = brackets(tmp_path, "(S (ADVP-LOC-PRD (R here)) (NP-SBJ (N it)))")
    assert first(bank) == tree(y12="", y1="LOC PRD", y2="SBJ")
    assert has_functions(bank) and not has_functions(brackets(tmp_path, "(S (N a) (N b))"))


def test_cycles_roots_and_missing_heads():
    cycle = treebank("a/X/2/x b/X/1/y c/X/0/root d/X/3/z")
    assert first(cycle) == tree(y12="x y", y1="hd", y2="hd", y34="root", y3="hd", y4="z")
    several = treebank("a/X/0/root b/X/0/root c/X/_/x d/X/3/y")
    assert first(several) == tree(y1="root", y2="root", y34="x", y3="hd", y4="y")


def test_crossing_arcs_give_yields_with_gaps():
    bank = treebank("a/X/3/x b/X/0/root c/X/2/y d/X/1/z")
    assert first(bank).nodes[frozenset({1, 4})] == {"x"}
    assert crossing_pairs(first(bank)) == []


@given(pairs())
def test_each_word_is_a_node_and_trees_do_not_cross(pair):
    gold, _ = pair
    for sentence, found in zip(gold, multi_function_trees(gold), strict=True):
        assert {frozenset({word.position}) for word in sentence.words} <= set(found.nodes)
        assert crossing_pairs(found) == []
    heads = [function_nodes(gold.slice(row)).head.sum() for row in range(len(gold))]
    assert sum(heads) == function_nodes(gold).head.sum()


def lifted(heads):
    """The textbook algorithm, on a list of heads: lift the shortest arc that crosses until none does."""
    heads = list(heads)

    def dominates(head, word):
        while word:
            word = heads[word - 1]
            if word == head:
                return True
        return False

    def crosses(word):
        head = heads[word - 1]
        return head and any(not dominates(head, inner) for inner in range(min(word, head) + 1, max(word, head)))

    while found := [word for word in range(1, len(heads) + 1) if crosses(word)]:
        word = min(found, key=lambda one: (abs(heads[one - 1] - one), one))
        heads[word - 1] = heads[heads[word - 1] - 1]
    return heads


def test_lifting_the_shortest_arc():
    bank = treebank("a/X/3/x b/X/0/root c/X/2/y d/X/1/z")
    assert projectivized(bank).words["head"].to_list() == lifted([3, 0, 2, 1]) == [2, 0, 2, 2]


@pytest.mark.shared
def test_lifting_real_trees():
    for name in ("danish", "dutch"):
        gold = read(SHARED / name / "gold.conllu")
        made = projectivized(gold)
        assert non_projective(gold).any() and not non_projective(made).any()
        changed = np.unique(gold.sentence_of_word[gold.words["head"].to_numpy() != made.words["head"].to_numpy()])
        for row in changed[:20].tolist():
            assert made.slice(row).words["head"].to_list() == lifted(gold.slice(row).words["head"].to_list())


def test_the_words_of_a_cycle_are_gone_through_once():
    """Each word of a cycle was the start of a walk through all of them."""
    ring = treebank(" ".join(f"w/X/{place % 300 + 1}/dep" for place in range(1, 301)))
    [found] = function.yields(ring, function.terminals(ring))
    assert {*found.values()} == {frozenset(range(1, 301)), *(frozenset({place}) for place in range(1, 301))}
    nodes = function_nodes(ring)
    assert len({*nodes.over[~nodes.head].tolist()}) == 1


def test_what_is_so_deep_that_its_yields_take_all_memory_is_refused_with_its_line(tmp_path):
    """Each word of a chain dominates all that follow: 10,000 of them are 50,005,000 words in yields."""

    def chain(words):
        return " ".join(f"w/X/{number}/dep" for number in range(words))

    short, long = treebank(chain(1400)), treebank("a/X/0/root", chain(1500))
    assert len(first(short).nodes) == 2 * 1400 - 1
    with pytest.raises(FormatError, match=r":3: a tree so deep that its yields have 1,125,750 words"):
        [*multi_function_trees(long)]
    deep = brackets(tmp_path, f"{'(A (D d) ' * 1500}(N n){')' * 1500}")
    with pytest.raises(FormatError, match=r"a\.mrg:1: a tree so deep that its yields have"):
        first(deep)


def test_relations_above_categories_are_functions(tmp_path):
    """Of relational-realizational trees, though no node has a dash feature."""
    assert has_functions(brackets(tmp_path, "(S ({sbj} (sbj (NP (N John)))))"))


def subsumes(general, specific):
    """Whether ``specific`` has all that ``general`` says (2012, §3.2: T-subsumption, general ⊑ specific)."""
    return not lacking(general, specific)


def wild(found):
    """The tree as the 2011 paper has it: head daughters are wildcards."""
    return MultiFunctionTree(
        {
            over: frozenset(WILDCARD if label == "hd" else label for label in labels)
            for over, labels in found.nodes.items()
        }
    )


def of(sentence):
    return wild(next(multi_function_trees(treebank(sentence))))


# Examples (1) to (3) of the 2011 paper.
LEXICAL, FUNCTIONAL = of("on/P/2/prep Sunday/N/0/tmod"), of("on/P/0/tmod Sunday/N/1/pobj")
BY_MARKER = of("earth/N/3/conj wind/N/3/conj and/C/0/coord fire/N/3/conj")
FLAT = of("earth/N/0/coord wind/N/1/conj and/C/1/cc fire/N/1/conj")
NESTED = of("earth/N/0/coord wind/N/1/coord and/C/2/coord fire/N/3/conj")
BY_AUXILIARY = of("would/V/0/vg have/V/1/vg worked/V/2/vg")
BY_VERB = of("would/V/2/vg have/V/3/vg worked/V/0/vg")


def test_function_trees_of_the_examples():
    assert tree(y12="tmod", y1="prep", y2="*") == LEXICAL
    assert tree(y12="tmod", y1="*", y2="pobj") == FUNCTIONAL
    assert tree(y1234="coord", y1="conj", y2="conj", y3="*", y4="conj") == BY_MARKER
    assert tree(y1234="coord", y1="*", y2="conj", y3="cc", y4="conj") == FLAT
    assert tree(y1234="coord", y1="*", y234="coord", y2="*", y34="coord", y3="*", y4="conj") == NESTED


def test_trees_that_are_equal_but_for_wildcards_subsume_each_other():
    assert subsumes(LEXICAL, FUNCTIONAL) and subsumes(FUNCTIONAL, LEXICAL)
    assert subsumes(BY_MARKER, FLAT) and subsumes(FLAT, BY_MARKER)
    assert unify(LEXICAL, FUNCTIONAL) == tree(y12="tmod", y1="prep", y2="pobj") == generalize(LEXICAL, FUNCTIONAL)


def test_a_flat_structure_is_more_general_than_a_nested_one():
    assert subsumes(FLAT.unlabeled, NESTED.unlabeled)
    assert not subsumes(NESTED.unlabeled, FLAT.unlabeled)
    assert set(lacking(NESTED.unlabeled, FLAT.unlabeled)) == {frozenset({2, 3, 4}), frozenset({3, 4})}
    assert unify(FLAT, NESTED).nodes[frozenset({2, 3, 4})] == {"coord"}


def test_a_conflict_is_explained_by_the_yields_that_cross():
    with pytest.raises(CrossingYieldsError, match=r"these yields cross: 2–3 and 1–2") as caught:
        unify(BY_AUXILIARY, BY_VERB)
    assert caught.value.pairs == ((frozenset({2, 3}), frozenset({1, 2})),)


def test_what_conflicting_trees_have_in_common_is_flat():
    common = generalize(BY_AUXILIARY, BY_VERB)
    assert common == tree(y123="vg", y1="vg", y2="*", y3="vg")


def test_unary_chains_collapse():
    """Figure 2 of the EACL paper."""
    assert tree(y1="f1 f2") == MultiFunctionTree({frozenset({1}): frozenset({"f2", "f1"})})
    assert subsumes(tree(y1="f1"), tree(y1="f1 f2")) and not subsumes(tree(y1="f1 f2"), tree(y1="f1"))


def test_labels_are_added_to_the_nodes_of_the_first_tree():
    """Figure 4 of the EACL paper: constituents of the Penn Treebank with the functions of Stanford Dependencies."""
    constituents = tree(y123="", y1="", y23="", y2="", y3="")
    dependencies = tree(y123="root", y1="sbj", y2="hd", y3="obj")
    assert unify_labels(constituents, dependencies) == tree(y123="root", y1="sbj", y23="", y2="hd", y3="obj")


def test_yields_for_people():
    assert spelled(frozenset({2, 3, 4, 7})) == "2–4, 7"
    assert spelled(frozenset()) == "no words"


labels = st.frozensets(st.sampled_from("abc"), max_size=2)


@st.composite
def trees(draw, words=4):
    """Trees over four words: yields that do not cross."""
    chosen = draw(st.lists(st.tuples(st.integers(1, words), st.integers(1, words), labels), max_size=6))
    nodes: dict[frozenset[int], frozenset[str]] = {}
    for first, last, functions in chosen:
        over = frozenset(range(min(first, last), max(first, last) + 1))
        if not any(crosses(over, other) for other in nodes):
            nodes[over] = functions
    return MultiFunctionTree(nodes)


@given(trees(), trees(), trees())
def test_generalization_is_a_meet(one, two, three):
    assert generalize(one, one) == one
    assert generalize(one, two) == generalize(two, one)
    assert (
        generalize(generalize(one, two), three)
        == generalize(one, generalize(two, three))
        == generalize(one, two, three)
    )
    for part in (one, two, three):
        assert subsumes(generalize(one, two, three), part)
    if subsumes(three, one) and subsumes(three, two):
        assert subsumes(three, generalize(one, two))


@given(st.sets(st.frozensets(st.integers(1, 5), min_size=1), max_size=6))
def test_parents_are_the_smallest_yields_above_unless_any_cross(yields):
    found = MultiFunctionTree(dict.fromkeys(yields, frozenset()))
    if any(crosses(one, other) for one in yields for other in yields):
        assert parents(found) is None and crossing_pairs(found)
    else:
        above = {one: [other for other in yields if one < other] for one in yields}
        assert parents(found) == {one: min(own, key=len) for one, own in above.items() if own}


@given(trees(), trees(), trees())
def test_unification_is_the_least_upper_bound(one, two, three):
    crossing = any(crosses(a, b) for a in one.nodes for b in two.nodes)
    if crossing:
        with pytest.raises(CrossingYieldsError):
            unify(one, two)
        return
    both = unify(one, two)
    assert both == unify(two, one) and crossing_pairs(both) == []
    assert subsumes(one, both) and subsumes(two, both)
    if subsumes(one, three) and subsumes(two, three):
        assert subsumes(both, three)
    assert subsumes(one, unify_labels(one, two)) and subsumes(unify_labels(one, two), both)


@given(trees(), trees(), trees())
def test_subsumption_is_an_order(one, two, three):
    assert subsumes(one, one)
    assert (subsumes(one, two) and subsumes(two, one)) == (one == two)
    general, middle = generalize(one, two, three), generalize(one, two)
    assert subsumes(general, middle) and subsumes(middle, one) and subsumes(general, one)


def test_nothing_cannot_be_generalized():
    with pytest.raises(ValueError, match="no trees"):
        generalize()
