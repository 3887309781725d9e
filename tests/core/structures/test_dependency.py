"""The vectorised structure of dependency trees against plain walks from word to word."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import FormatError
from goldleaf.core.formats import read
from goldleaf.core.structures import parents
from goldleaf.core.structures.dependency import (
    Attached,
    IllFormed,
    attachment_faults,
    beyond,
    cycles_of_heads,
    head_rows,
    ill_formed,
    non_projective,
    on_cycle,
    root_counts,
)
from tests.core.metrics.phrases import phrases
from tests.core.trees import TREES, made, treebank

MOST = 9

_sentences = st.lists(st.lists(st.integers(0, (MOST + 3) ** 2), min_size=1, max_size=MOST), max_size=5)


def treebank_of(*sentences):
    """A treebank of sentences given by their heads; None is no head."""
    return made([[("w", "X", head, "dep") for head in sentence] for sentence in sentences])


def any_heads(sentences):
    """Heads anywhere, beyond the sentence, absent, or the word itself."""
    return [
        [None if number % (MOST + 3) == MOST + 2 else number % (len(numbers) + 2) for number in numbers]
        for numbers in sentences
    ]


def tree_heads(sentences):
    """Heads that make a tree: each word's head comes before it in an order that the numbers give."""
    trees = []
    for numbers in sentences:
        order = sorted(range(len(numbers)), key=lambda place: (numbers[place] * 7919 % 101, place))
        tree = [0] * len(numbers)
        for rank, place in enumerate(order[1:], start=1):
            tree[place] = order[numbers[place] % rank] + 1
        trees.append(tree)
    return trees


def path_up(sentence, position):
    """The positions from a word's head upwards, until there is no head or one comes again."""
    path = []
    head = sentence[position - 1]
    while head is not None and 0 < head <= len(sentence) and head not in path:
        path.append(head)
        head = sentence[head - 1]
    return path


def crosses(sentence, position):
    head = sentence[position - 1]
    if not head or head > len(sentence):
        return False
    inner = range(min(head, position) + 1, max(head, position))
    return not all(head in path_up(sentence, other) for other in inner)


def flat(sentences, function):
    return [function(sentence, position) for sentence in sentences for position in range(1, len(sentence) + 1)]


@given(_sentences.map(any_heads))
def test_any_heads(sentences):
    treebank = treebank_of(*sentences)
    assert root_counts(treebank).tolist() == [sentence.count(0) for sentence in sentences]
    assert beyond(treebank).tolist() == flat(sentences, lambda s, p: (s[p - 1] or 0) > len(s))
    assert on_cycle(treebank).tolist() == flat(sentences, lambda s, p: p in path_up(s, p))
    assert non_projective(treebank).tolist() == flat(sentences, crosses)


@given(_sentences.map(tree_heads))
def test_trees(sentences):
    treebank = treebank_of(*sentences)
    assert root_counts(treebank).tolist() == [1] * len(sentences)
    assert not on_cycle(treebank).any()
    assert parents.cycles(head_rows(treebank)) == []
    assert non_projective(treebank).tolist() == flat(sentences, crosses)


@given(_sentences.map(any_heads))
def test_cycles_are_the_words_on_cycles_each_before_its_head(sentences):
    treebank = treebank_of(*sentences)
    found, parent = parents.cycles(head_rows(treebank)), head_rows(treebank)
    rows = [row for cycle in found for row in cycle]
    assert sorted(rows) == np.flatnonzero(on_cycle(treebank)).tolist()
    assert [cycle[0] for cycle in found] == sorted(min(cycle) for cycle in found)
    for cycle in found:
        assert [int(parent[row]) for row in cycle] == [*cycle[1:], cycle[0]]


def test_heads_and_their_rows():
    treebank = treebank_of([2, 0, 9, None], [0, 1, 2])
    assert treebank.heads.tolist() == [2, 0, 9, -1, 0, 1, 2]
    assert head_rows(treebank).tolist() == [1, -1, -1, -1, -1, 4, 5]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ([2, 0], []),
        ([3, 0, 2, 1], [1, 4]),
        ([0, 4, 1, 1], [2]),
        ([2, 0, 1, 2], [3]),
        ([2, 0, 2, None, 2], [5]),
        ([3, 4, 1, 2], [1, 2, 3, 4]),
    ],
)
def test_arcs_that_pass_over_a_word_they_do_not_dominate(sentence, expected):
    assert (np.flatnonzero(non_projective(treebank_of(sentence))) + 1).tolist() == expected


def test_no_sentences():
    treebank = treebank_of()
    for function in (head_rows, root_counts, beyond, on_cycle, non_projective):
        assert function(treebank).tolist() == []
    assert parents.cycles(head_rows(treebank)) == []


def test_long_sentences():
    chain, comb = list(range(3000)), [0, *[1] * 2999]
    ring = [*range(2, 3001), 1]
    treebank = treebank_of(chain, comb, ring)
    assert on_cycle(treebank).tolist() == [False] * 6000 + [True] * 3000
    assert parents.cycles(head_rows(treebank)) == [tuple(range(6000, 9000))]
    assert not non_projective(treebank_of(chain, comb)).any()


def test_a_long_cycle_takes_no_walk_a_word():
    """Each word was asked of each that its arc passes over, and that went round the cycle."""
    treebank = treebank_of([(place * 7) % 5003 + 1 for place in range(1, 5003)] + [7])
    found = non_projective(treebank)
    assert on_cycle(treebank).sum() > 2000
    assert len(found) == 5003


@given(_sentences.map(any_heads))
def test_without_cycles_what_is_dominated_stays(sentences):
    treebank = treebank_of(*sentences)
    parent, alike = parents.without_cycles(head_rows(treebank))
    dominated: dict[int, set[int]] = {}
    for row in range(len(parent)):
        above = row
        while above >= 0:
            dominated.setdefault(above, set()).add(row)
            above = int(parent[above])
    start = 0
    for sentence in sentences:
        positions = range(1, len(sentence) + 1)
        for head in positions:
            expected = {start + other - 1 for other in positions if other == head or head in path_up(sentence, other)}
            assert dominated[int(alike[start + head - 1])] == expected
        start += len(sentence)


# Sentences whose heads make no tree, by what is wrong with them.

ODD = (
    ("a/X/2/dep b/X/3/dep c/X/1/dep", {"cycle": 1, "no_root": 1}, 1),
    ("a/X/0/root b/X/2/dep", {"cycle": 1}, 2),
    ("a/X/0/root b/X/0/root", {"two_roots": 1}, 2),
    ("a/X/0/root b/X/9/dep", {"head_outside": 1}, 2),
    ("a/X/0/root b/X/_/dep", {"no_head": 1}, 2),
    ("a/X/_/_ b/X/_/_", {"no_head": 1}, 1),
    ("a/X/9/dep b/X/1/dep", {"head_outside": 1, "no_root": 1}, 1),
)


def test_trees_are_well_formed():
    found = ill_formed(treebank(*TREES))
    assert found.counts == {} and found.described() == ""
    assert found.names().to_list() == [None, None]
    found.check()


@pytest.mark.parametrize(("sentence", "counts", "line"), ODD)
def test_each_fault_is_counted_and_has_its_line(sentence, counts, line):
    found = ill_formed(treebank(sentence))
    assert found.counts == counts
    assert found.lines == {name: line if name != "no_root" else 1 for name in counts}
    with pytest.raises(FormatError) as caught:
        found.check()
    assert caught.value.problem.line == min(found.lines.values())


def test_all_is_said_in_one_line():
    odd = treebank(TREES[1], ODD[1][0], ODD[1][0], ODD[2][0], ODD[0][0], name="parse.conllx")
    found = ill_formed(odd)
    assert found.counts == {"cycle": 3, "two_roots": 1, "no_root": 1}
    assert found.described() == (
        "parse.conllx: 4 sentences are no trees: 3 cycles (first in line 5), 1 with two roots (line 11), "
        "1 without a root (line 13)"
    )
    assert found.names().to_list() == [None, "cycle", "cycle", "two roots", "cycle, no root"]
    with pytest.raises(FormatError, match=r"^parse.conllx:5: the sentence is no tree: cycle; without --strict"):
        found.check()


def test_parts_of_a_file_say_together_what_they_say_alone():
    parts = [ill_formed(treebank(TREES[0], *(odd for odd, _, _ in own))) for own in (ODD[:1], ODD[1:2], ODD[:2])]
    found = IllFormed.of_parts(parts)
    assert found.counts == {"cycle": 4, "no_root": 2}
    assert found.lines == parts[0].lines  # of the first that has the fault
    assert IllFormed.of_parts(parts[1:]).lines == parts[2].lines | parts[1].lines


def test_other_structures_have_no_such_faults():
    bank = phrases("(S (NP (N a)) (V b))")
    assert ill_formed(bank).counts == {} and ill_formed(bank).names().to_list() == [None]
    assert ill_formed(replace(treebank("a/X/_/_"), layout=replace(treebank().layout, columns=("form",)))).counts == {}


def test_a_file_of_conllu_ends_in_a_blank_line(tmp_path):
    path = tmp_path / "a.conllu"
    word = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"
    for text, line in (("", 0), (f"{word}\n", 0), (f"{word}\n\n", 0), (word, 1), (f"{word}\n{word}".rstrip(), 3)):
        path.write_text(text, encoding="utf-8")
        found = ill_formed(read(path))
        assert found.unended == line
        assert found.described() == (f"{path}: no blank line at the end (line {line})" if line else "")
        assert found.counts == ({"no_blank_line_at_end": 1} if line else {})
    with pytest.raises(FormatError, match=r":3: no blank line at the end; without --strict it is scored"):
        found.check()


HEADS = {1: 2, 2: 3, 3: 0, 4: 5, 5: 3, 6: 3}


@pytest.mark.parametrize(
    ("dependent", "head", "told"),
    [
        (1, 3, Attached()),
        (4, 3, Attached()),
        (2, 1, Attached(cycle=(2, 1))),
        (3, 4, Attached(cycle=(3, 4, 5))),
        (3, 3, Attached(cycle=(3,))),
        (5, 0, Attached(roots=(3, 5))),
        (3, 0, Attached()),
        (4, 1, Attached(crosses=(5, 6))),
        (6, 4, Attached(crosses=(5,))),
    ],
)
def test_what_a_new_head_comes_to(dependent, head, told):
    assert attachment_faults(HEADS, dependent, head) == told


def test_a_cycle_of_others_is_not_told_again():
    assert attachment_faults({1: 2, 2: 1, 3: 0, 4: 3}, 4, 1).cycle == ()


def test_words_without_a_head_have_no_arcs():
    assert attachment_faults({1: None, 2: 4, 3: None, 4: 0}, 3, 1) == Attached(crosses=(2,))


def test_a_cycle_that_is_entered_in_the_middle():
    assert cycles_of_heads({1: 4, 3: 4, 4: 3}) == [(3, 4)]


heads = st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=9).map(lambda row: dict(enumerate(row, 1)))


@given(heads)
def test_cycles_are_those_words_that_lead_back_to_themselves(tree):
    def returns(word: int) -> bool:
        step = tree.get(word)
        for _ in tree:
            if step == word:
                return True
            step = tree.get(step)
        return False

    in_cycles = [word for cycle in cycles_of_heads(tree) for word in cycle]
    assert sorted(in_cycles) == [word for word in tree if returns(word)]
    for cycle in cycles_of_heads(tree):
        assert [tree[word] for word in cycle] == [*cycle[1:], cycle[0]]
        assert cycle[0] == min(cycle)
