"""Words that are the same though the sides' words differ: in paired sentences, and in one text.

In sentences that stand in the same row (Tsarfaty et al. 2012 ACL, §3), inside each surface token that both sides have,
words are aligned by a longest common subsequence of their forms, of several such by the one in which most tags are the
same. Where the sides cut the same characters into different tokens, the smallest stretches that both end alike stand
for tokens. Where the characters differ, tokens are aligned by their forms, and what lies between equal ones is one
stretch.

In files of one text words are aligned by its characters, as the CoNLL 2018 shared task does it (Zeman et al. 2018, §5).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

import numpy as np
import polars as pl

from goldleaf.core.alignment.same import BLANK, SAME_LETTERS, Tokens, remembered, sentence_texts, surface_tokens
from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.treebank import TEXT, Treebank, translated

Tagged: TypeAlias = tuple[Hashable, Hashable]  # a word, or its code, and its tag
_TABLE = 200_000  # pairs of words among which a longest common subsequence is looked for
_PAIR = 1 << 20  # what two words of a form are worth; their tag is worth 1, so that it only chooses among equals
_BITS = 32  # of a number that tells the sentence above these, and a character of it in these


@remembered
def aligned_words(gold: Treebank, parse: Treebank) -> Integers:
    """For each word of the parse the row of the gold's that it is (int64, rising), −1 for none; rows pair sentences."""
    result = np.full(parse.words.height, -1)
    tokens = surface_tokens(gold), surface_tokens(parse)
    # The stretch of each word, −1 for a trace; then the rows and stretches of those that are in one.
    numbers = zip(stretches(gold, parse, tokens), tokens, strict=True)
    of_words = [np.append(own, -1)[side.of_word] for own, side in numbers]
    rows = [np.flatnonzero(own >= 0) for own in of_words]
    groups = [own[some] for own, some in zip(of_words, rows, strict=True)]
    every = np.sort(np.concatenate(groups), kind="stable")  # quick, as both rise
    distinct = every[np.append(True, np.diff(every) > 0)[: len(every)]]
    places = [np.searchsorted(distinct, own) for own in groups]
    counts = [np.bincount(own, minlength=len(distinct)) for own in places]
    # Nearly all stretches have the same words on both sides: those are seen at once, without looking into them.
    even = counts[0] == counts[1]
    chosen = [some[even[own]] for some, own in zip(rows, places, strict=True)]
    differ = gold.codes("form")[chosen[0]] != parse.codes("form")[chosen[1]]
    inside = places[0][even[places[0]]]
    wrong = spread(len(distinct), inside[differ])
    equal = ~wrong[inside]
    result[chosen[1][equal]] = chosen[0][equal]
    uneven = (wrong | ~even) & (np.minimum(*counts) > 0) & (np.maximum(*counts) > 1)
    sides = _by_stretch(gold, rows[0], places[0], uneven), _by_stretch(parse, rows[1], places[1], uneven)
    for (gold_rows, gold_words), (parse_rows, parse_words) in zip(*sides, strict=True):
        for ours, theirs in longest_common(gold_words, parse_words):
            result[parse_rows[theirs]] = gold_rows[ours]
    return result


def _by_stretch(
    treebank: Treebank, rows: Integers, places: Integers, chosen: Bools
) -> Iterator[tuple[Integers, list[Tagged]]]:
    """The words of each chosen stretch and their rows; ``places`` are the stretches of all ``rows``."""
    inside = rows[chosen[places]]
    bounds = np.searchsorted(places[chosen[places]], np.append(np.flatnonzero(chosen), len(chosen))).tolist()
    forms, tags = treebank.codes("form")[inside], treebank.codes("coarse_tag")[inside]
    words = list(zip(forms.tolist(), tags.tolist(), strict=True))
    return ((inside[slice(*ends)], words[slice(*ends)]) for ends in pairwise(bounds))


def stretches(gold: Treebank, parse: Treebank, sides: tuple[Tokens, Tokens]) -> tuple[Integers, Integers]:
    """For each token of gold and parse the number of the stretch that it is in; numbers rise and mean the same."""
    ours, theirs = sides
    if np.array_equal(ours.sentence, theirs.sentence) and np.array_equal(ours.codes, theirs.codes):
        return (np.arange(len(ours.sentence)),) * 2
    texts = [sentence_texts(tokens, len(treebank)) for tokens, treebank in ((ours, gold), (theirs, parse))]
    same = (texts[0] == texts[1]).to_numpy()
    ends = []  # for each token its sentence and the character there that it ends at, as one number that rises
    for tokens in sides:
        end = tokens.ends
        before = np.append(0, end)[np.searchsorted(tokens.sentence, tokens.sentence)]
        ends.append(np.asarray((tokens.sentence << _BITS) + end - before))
    common = in_both(ends[0], ends[1])
    common = common[same[common >> _BITS]]
    by_characters = [np.searchsorted(common, own) for own in ends]
    odd = np.flatnonzero(~same)
    if not odd.size:
        return by_characters[0], by_characters[1]
    # Numbers of different sentences are kept apart: none has more stretches than both sides have tokens.
    room = 1 + sum(len(tokens.sentence) for tokens in sides)
    result = [tokens.sentence * room for tokens in sides]
    for numbers, tokens, own in zip(result, sides, by_characters, strict=True):
        numbers += own * same[tokens.sentence]
    bounds = [np.searchsorted(tokens.sentence, np.stack([odd, odd + 1])).T.tolist() for tokens in sides]
    tags = []  # of the first word of each token
    for treebank, tokens in ((gold, ours), (parse, theirs)):
        rows = np.flatnonzero(tokens.of_word >= 0)
        tags.append(treebank.codes("coarse_tag")[rows[np.unique(tokens.of_word[rows], return_index=True)[1]]])
    for sentence, of_gold, of_parse in zip(odd.tolist(), *bounds, strict=True):
        bounds_here = of_gold, of_parse
        tagged = [
            list(zip(tokens.codes[slice(*own)].tolist(), values[slice(*own)].tolist(), strict=True))
            for tokens, values, own in zip(sides, tags, bounds_here, strict=True)
        ]
        for number, blocks in enumerate(_blocks(longest_common(*tagged), (len(tagged[0]), len(tagged[1])))):
            for numbers, own, block in zip(result, bounds_here, blocks, strict=True):
                numbers[own[0] + block.start : own[0] + block.stop] = sentence * room + number
    return result[0], result[1]


def in_both(one: Integers, other: Integers) -> Integers:
    """What two rising sequences have in common."""
    return one[np.append(other, -1)[np.searchsorted(other, one)] == one] if len(other) else one[:0]


def _blocks(equal: Sequence[tuple[int, int]], end: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """Equal tokens one by one, and what lies between them, up to the end of both sides."""
    done = (0, 0)
    for pair in (*equal, end):
        if pair != done:
            yield slice(done[0], pair[0]), slice(done[1], pair[1])
        done = (pair[0] + 1, pair[1] + 1)
        yield slice(pair[0], done[0]), slice(pair[1], done[1])


def untagged(forms: Iterable[Hashable]) -> list[Tagged]:
    return [(form, None) for form in forms]


def longest_common(one: Sequence[Tagged], other: Sequence[Tagged]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence of forms in both, of several such that with most tags in common."""
    forms, other_forms = [form for form, _ in one], [form for form, _ in other]
    if not {*forms} & {*other_forms}:
        return []
    if len(one) * len(other) > _TABLE:  # what `difflib` finds is not always the longest, but it is found
        blocks = SequenceMatcher(None, forms, other_forms, autojunk=False).get_matching_blocks()
        return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]
    start = 0  # what is the same at the start need not be looked for
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1

    def worth(i: int, j: int) -> int:
        return _PAIR + (one[i][1] == other[j][1])

    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]  # of what is left from each pair of places on
    for i in reversed(range(start, len(one))):
        below, row = best[i + 1], best[i]
        for j in reversed(range(start, len(other))):
            row[j] = max(below[j], row[j + 1])
            if forms[i] == other_forms[j]:
                row[j] = max(row[j], below[j + 1] + worth(i, j))
    pairs = [(place, place) for place in range(start)]
    i = j = start
    while i < len(one) and j < len(other):
        if forms[i] == other_forms[j] and best[i][j] == best[i + 1][j + 1] + worth(i, j):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


class Characters(NamedTuple):
    """Where words, tokens and sentences begin and end in the text without blanks; a word has the span of its token."""

    start: Integers
    end: Integers
    multiword: Bools  # words of tokens that hold several
    token_start: Integers
    token_end: Integers
    sentence_start: Integers
    sentence_end: Integers

    def sentences_at(self, start: Integers) -> Integers:
        last = max(len(self.sentence_start) - 1, 0)
        return np.clip(np.searchsorted(self.sentence_start, start, side="right") - 1, 0, last)


def characters(treebank: Treebank) -> Characters:
    """The spans of a treebank, which has no traces."""
    tokens = surface_tokens(treebank)
    end = tokens.ends
    start = np.append(0, end)[:-1]
    counts = np.bincount(tokens.of_word, minlength=len(end))
    at = np.append(0, end)[np.searchsorted(tokens.sentence, np.arange(len(treebank) + 1))]
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
        token = min(int(np.searchsorted(tokens.ends, place, side="right")), len(tokens.sentence) - 1)
        rows = np.flatnonzero(tokens.of_word == token)
        at.append(f"{side.path}:{int(side.words['line'][int(rows[0])]) if len(rows) else 1}")
    shown = [repr(text[place : place + 10]) if place < len(text) else "nothing" for text in texts]
    ours, theirs = (normalize("NFC", text[max(place - 1, 0) : place + 4])[:2] for text in texts)
    advice = SAME_LETTERS if ours == theirs else f"{metric} compares one text; tedeval and attachment align others"
    raise PairError(f"{at[0]}: the text goes on with {shown[0]}, in {at[1]} with {shown[1]}; {advice}", path=gold.path)


def aligned(gold: Treebank, parse: Treebank, ours: Characters, theirs: Characters) -> Integers:
    """For each word of the parse the row of the gold's word that it is (int64), −1 for none."""
    # Single words are the same if their spans are. From a multiword token on, all that lies inside it and inside the
    # multiword tokens that overlap it is aligned by a longest common subsequence of lower-cased forms. Blanks are left
    # out of the forms of single words, not of those inside multiword tokens.
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
    whole, bare = translated(form, codes), translated(form, lambda distinct: codes(distinct.str.replace_all(BLANK, "")))
    return [int(code) for code in np.where(multiword, whole, bare).tolist()]
