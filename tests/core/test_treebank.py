"""The columnar model: slices, choices of sentences, joined parts, and rules worked out once a distinct value.

Also tests `sentence`.
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import Problem
from goldleaf.core.sentence import Argument, EmptyNode, Node, SecondaryEdge, Sentence, Token, Word
from goldleaf.core.treebank import (
    ARGUMENTS,
    EMPTY_NODES,
    NODES,
    OTHER_LINES,
    SECONDARY_EDGES,
    TEXT,
    TOKENS,
    FileLayout,
    concat,
    detached,
    empty,
    renumbered,
    translated,
)
from tests.core.trees import made, treebank


@pytest.fixture
def rich():
    """Three sentences; the second has a token, an empty node, an argument and a comment."""
    plain = treebank("a/X/2/x b/X/0/root", "c/X/0/root d/X/1/y e/X/2/z", "f/X/0/root")
    return replace(
        plain,
        tokens=pl.DataFrame([(1, 2, 3, 4, "de", "_", "_")], TOKENS, orient="row"),
        empty_nodes=pl.DataFrame([(1, 3, 1, 7, "g", "g", "X", "1:x", "g\tg\tX")], EMPTY_NODES, orient="row"),
        arguments=pl.DataFrame([(1, 1, 2, "A0")], ARGUMENTS, orient="row"),
        nodes=pl.DataFrame([(1, 1, 0, 4, "NP", "SBJ", "1", "_", 1, 3, 2, 9)], NODES, orient="row"),
        secondary_edges=pl.DataFrame([(1, 2, 0, 1, "OA")], SECONDARY_EDGES, orient="row"),
        other_lines=pl.DataFrame([(1, 3, "# c"), (2, 9, "  "), (3, 12, "# end")], OTHER_LINES, orient="row"),
    )


def test_what_a_sentence_does_not_say():
    word = Word(1, "a")
    assert {word.line, word.parent} == {0} and word.head is word.number is None
    assert (word.name, replace(word, number=7).name) == ("1", "7")
    texts = (word.lemma, word.coarse_tag, word.fine_tag, word.features, word.label, word.misc, word.enhanced)
    assert {*texts, word.predicate, word.function, word.index} == {"_"}
    alone = Sentence(1, None, None, 1, (word,))
    assert (alone.running_text, alone.readable, alone.parts) == ("a", True, ())


def test_what_was_changed_is_laid_out_anew():
    """Nothing is left of how the lines of a file end."""
    read = replace(treebank("a/X/0/r"), layout=FileLayout("conllu", odd_newlines=(1,)))
    assert read.format == "conllu" and read.layout.of_file and read.layout.final_newline
    other = treebank("b/X/0/r").words
    changed = detached(read, words=other)
    assert changed.words is other and changed.sentences is read.sentences
    assert changed.layout == FileLayout("conllu", of_file=False)


def test_sentences_are_numbered_by_the_words_that_they_have():
    whole = treebank("a/X/0/r b/X/1/x", "c/X/0/r", "d/X/0/r e/X/1/x", "f/X/0/r")
    found = renumbered(whole.sentences, whole.words.filter(~pl.col("form").is_in(["a", "c", "f"])))
    assert found.select("first_word", "words").rows() == [(0, 1), (1, 0), (1, 2), (3, 0)]


def same(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences differ in their number at most."""
    return replace(one, number=0) == replace(other, number=0)


def test_a_sentence_is_a_view_of_its_rows(rich):
    sentence = rich.sentence(1)
    assert sentence.number == 2
    assert [word.form for word in sentence.words] == ["c", "d", "e"]
    assert sentence.words[1] == Word(2, "d", "d", "X", "X", "_", 1, "y", 5)
    assert sentence.tokens == (Token(2, 3, "de"),)
    assert sentence.empty_nodes == (EmptyNode(3, 1, "g", "X", "1:x"),)
    assert sentence.empty_nodes[0].name == "3.1"
    assert sentence.arguments == (Argument(1, 2, "A0"),)
    assert sentence.nodes == (Node(1, 0, "NP", "SBJ", "1", "_", 1, 3, 2),)
    assert sentence.secondary_edges == (SecondaryEdge(2, 0, 1, "OA"),)
    assert sentence.comments == ("# c",)
    assert sentence.readable and not treebank("").sentence(0).readable
    assert sentence.running_text == "c de"
    assert replace(sentence, text="c d e").running_text == "c d e"
    assert rich.sentence(2).comments == ()
    for row in (3, -1):
        with pytest.raises(IndexError):
            rich.sentence(row)


def test_iterating_gives_all_sentences(rich):
    assert [sentence.number for sentence in rich] == [1, 2, 3]
    assert len(rich) == 3
    assert rich.sentence_of_word.tolist() == [0, 0, 1, 1, 1, 2]


@pytest.mark.parametrize(("first", "count"), [(0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (2, 1), (1, 0), (3, 0), (2, 9)])
def test_a_slice_is_its_sentences(rich, first, count):
    part = rich.slice(first, count)
    expected = list(rich)[first : first + count]
    assert len(part) == len(expected)
    assert (part is rich) == (len(part) == len(rich)), "what is the whole is not made anew"
    assert all(same(one, other) for one, other in zip(part, expected, strict=True))
    assert part.sentence_of_word.tolist() == [row for row, one in enumerate(expected) for _ in one.words]


@given(st.sets(st.integers(0, 4)))
def test_chosen_sentences(rows):
    whole = treebank("a/X/0/r", "b/X/0/r c/X/1/x", "d/X/0/r", "e/X/0/r f/X/1/x g/X/1/x", "h/X/0/r")
    chosen = whole.only(np.array(sorted(rows), np.int64))
    assert [one.number for one in chosen] == list(range(1, len(rows) + 1))
    assert all(same(one, whole.sentence(row)) for one, row in zip(chosen, sorted(rows), strict=True))


def test_chosen_sentences_take_along_what_they_have(rich):
    chosen = rich.only(np.array([1, 2]))
    assert same(chosen.sentence(0), rich.sentence(1))
    assert same(chosen.sentence(1), rich.sentence(2))
    assert chosen.other_lines["sentence"].to_list() == [0, 1]


@pytest.mark.parametrize(
    "taken", [lambda one: one.slice(1), lambda one: one.cut(1, 1), lambda one: one.only(np.array([1]))]
)
def test_golds_with_other_words_are_cut_by_their_own(taken):
    gold, other = treebank("a/X/0/r", "b/X/0/r"), treebank("a/X/0/r b/X/1/x", "c/X/0/r")
    part = taken(replace(gold, other_golds=(other,)))
    assert part.words["form"].to_list() == ["b"]
    assert part.other_golds[0].words["form"].to_list() == ["c"]


@pytest.mark.parametrize("at", range(5))
def test_what_is_cut_apart_is_joined_again(rich, at):
    """But for lines after the last sentence, which are of none."""
    whole = replace(rich, other_lines=rich.other_lines.filter(pl.col("sentence") < len(rich)))
    rest = max(len(whole) - at, 0)
    first, second = whole.slice(0, at), whole.slice(at, rest)
    tables = [one.name for one in fields(whole) if isinstance(getattr(whole, one.name), pl.DataFrame)]
    assert len(tables) > 5
    for again in (
        concat([whole.cut(0, at), whole.cut(at, rest)]),
        concat([first, second.moved(len(first), first.words.height)]),
    ):
        for name in tables:
            assert getattr(again, name).equals(getattr(whole, name)), name


def test_parts_are_joined():
    one, two = treebank("a/X/0/r"), treebank("b/X/0/r", "c/X/0/r").moved(1, 1)
    two = replace(
        two,
        layout=replace(two.layout, lines=9, odd_newlines=(7,), final_newline=False),
        problems=(Problem("b", 4, 0, "late"),),
    )
    one = replace(one, layout=replace(one.layout, odd_newlines=(2,)), problems=(Problem("a", 1, 0, "early"),))
    joined = concat([one, two])
    assert [sentence.words[0].form for sentence in joined] == ["a", "b", "c"]
    assert (joined.layout.lines, joined.layout.odd_newlines, joined.layout.final_newline) == (9, (2, 7), False)
    assert [problem.message for problem in joined.problems] == ["early", "late"]
    assert concat([one]) is one


def test_tables_default_to_empty():
    plain = made([[("a", "X", 0, "root")]])
    for name in ("tokens", "empty_nodes", "arguments", "other_lines"):
        assert getattr(plain, name).height == 0
    assert empty(TOKENS).schema == TOKENS
    assert {field.name for field in fields(plain)} >= {"words", "sentences", "problems"}


@given(st.lists(st.sampled_from(["", "a", "bb", "ä", "ccc"]), max_size=12))
def test_rules_on_text_are_worked_out_once_a_distinct_value(values):
    seen = []

    def rule(distinct):
        seen.extend(distinct.to_list())
        return distinct.str.len_chars() > 1

    found = translated(pl.Series(values, dtype=TEXT), rule)
    assert found.tolist() == [len(value) > 1 for value in values]
    assert sorted(seen) == sorted(set(values))
