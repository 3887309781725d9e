"""Words aligned by the characters of whole files, as the CoNLL 2018 shared task does."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.alignment.characters import aligned, characters, check_same_characters
from goldleaf.core.errors import PairError
from goldleaf.core.formats import read
from tests.core.trees import treebank


def words(*sentences, name="gold.conllx"):
    return treebank(*(" ".join(f"{form}/X/0/dep" for form in sentence) for sentence in sentences), name=name)


def tokens(*lines):
    """A sentence of lines with an ID and a form."""
    return read(BytesIO(("".join("\t".join([*line.split(), *"_" * 8]) + "\n" for line in lines) + "\n").encode()))


def partners(gold, parse):
    return aligned(gold, parse, characters(gold), characters(parse)).tolist()


def test_words_have_the_spans_of_their_tokens_in_the_whole_text():
    found = characters(tokens("1-2 im", "1 in", "2 dem", "3 Haus"))
    assert [*zip(found.start.tolist(), found.end.tolist(), found.multiword.tolist(), strict=True)] == [
        (0, 2, True),
        (0, 2, True),
        (2, 6, False),
    ]
    assert (found.token_start.tolist(), found.token_end.tolist()) == ([0, 2], [2, 6])
    several = characters(words(["a", "bc"], ["d"]))
    assert (several.sentence_start.tolist(), several.sentence_end.tolist()) == ([0, 3], [3, 4])


def cut(text, at):
    bounds = [0, *sorted(at), len(text)]
    return [text[one:other] for one, other in pairwise(bounds)]


places = st.sets(st.integers(1, 9))


@given(places, places)
def test_single_words_are_the_same_if_their_spans_are(ours, theirs):
    gold, parse = words(cut("ababababab", ours)), words(cut("ababababab", theirs))
    spans = [list(zip(side.start.tolist(), side.end.tolist(), strict=True)) for side in map(characters, (gold, parse))]
    assert partners(gold, parse) == [spans[0].index(span) if span in spans[0] else -1 for span in spans[1]]


@pytest.mark.parametrize(
    ("gold", "parse", "rows"),
    [
        # inside a token by a longest common subsequence, whatever the case
        (("1-3 vámonos", "1 vamos", "2 nos", "3 ya"), ("1-2 vámonos", "1 Nos", "2 ya"), [1, 2]),
        # a token of one side over single words of the other, and what follows
        (("1-2 im", "1 in", "2 dem", "3 Haus"), ("1 im", "2 Haus"), [-1, 2]),
        (("1 i", "2 m", "3 Haus"), ("1-2 im", "1 i", "2 x", "3 Haus"), [0, -1, 2]),
        # tokens that overlap are one stretch: abc and cd over ab and cd
        (("1-2 abc", "1 x", "2 y", "3 d", "4 e"), ("1 ab", "2-3 cd", "2 y", "3 d", "4 e"), [-1, 1, 2, 3]),
        # a single word before the token, which it ends inside of, is in no stretch
        (("1 ab", "2 cd", "3 e"), ("1 a", "2-3 bc", "2 cd", "3 q", "4 d", "5 e"), [-1, -1, -1, -1, 2]),
    ],
)
def test_inside_multiword_tokens_words_are_aligned_by_their_forms(gold, parse, rows):
    assert partners(tokens(*gold), tokens(*parse)) == rows


def test_another_text_is_told_with_both_lines_and_what_to_do():
    gold = words(["a", "bc"], ["d"])
    check_same_characters(gold, words(["ab"], ["c", "d"]), "ud")
    with pytest.raises(PairError) as other:
        check_same_characters(gold, words(["a", "b"], ["x"], name="parse.conllx"), "ud")
    assert f"{other.value}".startswith(
        "gold.conllx:2: the text goes on with 'cd', in parse.conllx:4 with 'x'; ud compares one text; tedeval"
    )
    with pytest.raises(PairError, match=r"gold.conllx:4: the text goes on with 'd', in parse.conllx:2 with nothing"):
        check_same_characters(gold, words(["a", "bc"], name="parse.conllx"), "ud")
    with pytest.raises(PairError) as normal:  # é as one character, and as two
        check_same_characters(words(["caf\u00e9"]), words(["cafe\u0301"]), "ud")
    assert "compares one text" not in f"{normal.value}"
