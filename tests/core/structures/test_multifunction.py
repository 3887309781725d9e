"""The operations of Tsarfaty et al. 2011 and 2012 (EACL), on the papers' examples and by their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.multifunction import (
    WILDCARD,
    CrossingYieldsError,
    MultiFunctionTree,
    crosses,
    crossing_pairs,
    generalize,
    lacking,
    parents,
    spelled,
    unify,
    unify_labels,
)
from tests.core.trees import treebank


def subsumes(general, specific):
    """Whether ``specific`` has all that ``general`` says (2012, §3.2: T-subsumption, general ⊑ specific)."""
    return not lacking(general, specific)


def tree(**nodes):
    """A tree from yields written ``y12="sbj"``: the terminals of each node, and its functions with blanks between."""
    return MultiFunctionTree(
        {frozenset(map(int, over[1:])): frozenset(labels.split()) for over, labels in nodes.items()}
    )


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
        assert parents(found) == {one: above for one in yields if (above := found.parent(one)) is not None}


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
