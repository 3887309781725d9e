"""Words aligned by the characters of whole files, as the CoNLL 2018 shared task does it (Zeman et al. 2018, §5)."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import normalize

import numpy as np
import polars as pl

from goldleaf.core.alignment.same import SAME_LETTERS
from goldleaf.core.alignment.tokens import lengths, surface_tokens, without_blanks
from goldleaf.core.alignment.word_alignment import longest_common, untagged
from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.treebank import TEXT, Treebank, translated


class Characters(NamedTuple):
    """Where words, tokens and sentences begin and end in the text without blanks; a word has the span of its token.

    ``multiword`` tells the words of tokens that hold several.
    """

    start: Integers
    end: Integers
    multiword: Bools
    token_start: Integers
    token_end: Integers
    sentence_start: Integers
    sentence_end: Integers


def characters(treebank: Treebank) -> Characters:
    """The spans of a treebank, which has no traces."""
    tokens = surface_tokens(treebank)
    end = np.cumsum(lengths(tokens))
    start = np.append(0, end)[:-1]
    counts = np.bincount(tokens.of_word, minlength=len(end))
    bounds = np.searchsorted(tokens.sentence, np.arange(len(treebank) + 1))
    at = np.append(0, end)[bounds]
    word = tokens.of_word
    return Characters(start[word], end[word], counts[word] > 1, start, end, at[:-1], at[1:])


def check_same_characters(gold: Treebank, parse: Treebank, metric: str) -> None:
    """Raise PairError, naming both lines and the metric that needs one text, where the texts without blanks differ."""
    sides = surface_tokens(gold), surface_tokens(parse)
    texts = ["".join(tokens.text.cast(pl.String)) for tokens in sides]
    if texts[0] == texts[1]:
        return
    least = min(map(len, texts))
    place = next((place for place in range(least) if texts[0][place] != texts[1][place]), least)
    at = []  # the line of the word that the character is in
    for side, tokens in zip((gold, parse), sides, strict=True):
        token = min(int(np.searchsorted(np.cumsum(lengths(tokens)), place, side="right")), len(tokens.sentence) - 1)
        rows = np.flatnonzero(tokens.of_word == token)
        at.append(f"{side.path}:{int(side.words['line'][int(rows[0])]) if len(rows) else 1}")
    shown = [repr(text[place : place + 10]) if place < len(text) else "nothing" for text in texts]
    ours, theirs = (normalize("NFC", text[max(place - 1, 0) : place + 4])[:2] for text in texts)
    advice = SAME_LETTERS if ours == theirs else f"{metric} compares one text; tedeval and attachment align others"
    raise PairError(f"{at[0]}: the text goes on with {shown[0]}, in {at[1]} with {shown[1]}; {advice}", path=gold.path)


def aligned(gold: Treebank, parse: Treebank, ours: Characters, theirs: Characters) -> Integers:
    """For each word of the parse the row of the gold's word that it is (int64), −1 for none.

    Single words are the same if their spans are. From a multiword token on, all that lies inside it and inside the
    multiword tokens that overlap it is aligned by a longest common subsequence of lower-cased forms. Blanks are left
    out of the forms of single words, not of those inside multiword tokens.
    """
    forms, other_forms = _lowered(gold, ours.multiword), _lowered(parse, theirs.multiword)
    result = np.full(parse.words.height, -1)
    one, other = _Side(ours), _Side(theirs)
    while one.at < one.count and other.at < other.count:
        if one.multiword[one.at] or other.multiword[other.at]:
            token, single = (one, other) if one.multiword[one.at] else (other, one)
            if not single.multiword[single.at] and single.start[single.at] < token.start[token.at]:
                single.at += 1  # a single word that begins before the token is in no stretch
            start, other_start, end = one.at, other.at, token.end[token.at]
            while one.inside(end) or other.inside(end):  # the end moves on with each multiword token in the stretch
                ahead = other.at >= other.count or (one.at < one.count and one.start[one.at] <= other.start[other.at])
                side = one if ahead else other
                if side.multiword[side.at]:
                    end = max(end, side.end[side.at])
                side.at += 1
            words = untagged(forms[start : one.at]), untagged(other_forms[other_start : other.at])
            for place, other_place in longest_common(*words):
                result[other_start + other_place] = start + place
        elif one.start[one.at] == other.start[other.at] and one.end[one.at] == other.end[other.at]:
            result[other.at] = one.at
            one.at += 1
            other.at += 1
        elif one.start[one.at] <= other.start[other.at]:
            one.at += 1
        else:
            other.at += 1
    return result


class _Side:
    """The spans of one side, and the word that a walk through them has come to."""

    def __init__(self, side: Characters) -> None:
        self.start, self.end = side.start.tolist(), side.end.tolist()
        self.multiword: list[bool] = side.multiword.tolist()
        self.count = len(self.start)
        self.at = 0

    def inside(self, end: int) -> bool:
        """Whether the word belongs to a stretch up to this character: a multiword token if it begins before it."""
        if self.at >= self.count:
            return False
        return bool(self.start[self.at] < end if self.multiword[self.at] else self.end[self.at] <= end)


def _lowered(treebank: Treebank, multiword: Bools) -> list[int]:
    """A code for each word's form; that of a word of its own is without blanks, as tokens are."""

    def codes(distinct: pl.Series) -> pl.Series:
        return distinct.str.to_lowercase().cast(TEXT).to_physical()

    form = treebank.words["form"]
    whole, bare = translated(form, codes), translated(form, lambda distinct: codes(without_blanks(distinct)))
    return [int(code) for code in np.where(multiword, whole, bare).tolist()]
