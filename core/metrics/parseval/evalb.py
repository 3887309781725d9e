"""What counts in a gold or in a parse, its words and its brackets over them; and which sentences and words pair.

Words are deleted by their tags. The others are counted anew, and a bracket lies between two of those counts: it begins
after ``start`` words and ends after ``end``. A bracket over no word that is left vanishes (evalb's *zero element*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import aligned_words
from goldleaf.core.alignment.same import surface_tokens
from goldleaf.core.alignment.word_alignment import in_both, stretches
from goldleaf.core.facts import Bools, Codes, Integers, Keys, spread
from goldleaf.core.metrics.parseval.settings import EvalbSettings, Pairs, chained, representatives
from goldleaf.core.structures import parents, phrase
from goldleaf.core.treebank import TEXT, Treebank, translated


class Brackets(NamedTuple):
    """The nodes of a treebank as brackets, in their order."""

    sentence: Codes
    label: Codes  # a code that equal labels share
    start: Integers
    end: Integers
    gap: Bools
    key: Keys  # of the yield where it has a gap, else 0
    counts: Bools


def tagged(treebank: Treebank, tags: Iterable[str]) -> Bools:
    """The words that have one of these tags."""
    return _among(treebank.codes("coarse_tag"), codes_for(tags))


def tag_codes(treebank: Treebank, settings: EvalbSettings) -> Codes:
    """A code for each word's tag, for `alike`. Cut as labels are, ``-LRB-`` and ``-RRB-`` are the same empty tag."""
    tag = treebank.words["coarse_tag"]
    codes = _cut(tag, settings.cut_tags) if settings.cut_tags else codes_of(tag)
    return codes if settings.by_gold else equated(codes, settings.equal_labels)


def alike(ours: Codes, theirs: Codes, pairs: Pairs) -> Bools:
    """Which codes of the same rows are equal, or those of a pair."""
    same = np.asarray(ours == theirs)
    for one, other in chained_codes(pairs):
        same |= (ours == one) & (theirs == other)
    return same


def chained_codes(pairs: Pairs) -> frozenset[tuple[int, int]]:
    """The codes of `chained` pairs."""
    several = sorted(chained(pairs))
    codes = [codes_for(side).tolist() for side in zip(*several, strict=True)]
    return frozenset(zip(*codes, strict=True))


def label_codes(treebank: Treebank, settings: EvalbSettings) -> Codes:
    """A code for each node's label, as it stands in the file but cut; equal ones share it, but for `chained` pairs."""
    name = "raw_label" if "raw_label" in treebank.nodes.columns else "label"
    return equated(_cut(treebank.nodes[name], settings.cut_labels), settings.equal_labels)


def codes_of(column: pl.Series) -> Codes:
    """The codes of a categorical column."""
    return column.to_physical().to_numpy()


def codes_for(texts: Iterable[str]) -> Codes:
    """The codes that these texts have in every categorical column."""
    return _kept_codes(tuple(texts))[1]


@cache
def _kept_codes(texts: tuple[str, ...]) -> tuple[pl.Series, Codes]:
    """The column is kept, too: codes last as long as something uses them."""
    column = pl.Series(texts, dtype=TEXT)
    return column, codes_of(column)


def _among(codes: Codes, wanted: Codes) -> Bools:
    is_wanted = spread(int(max(codes.max(initial=0), wanted.max(initial=0))) + 1, wanted)
    return is_wanted[codes]


def _cut(column: pl.Series, characters: str) -> Codes:
    """The codes of texts up to the first of the characters."""
    start = f"^([^{re.escape(characters)}]*)"
    return translated(column, lambda distinct: distinct.str.extract(start).cast(TEXT).to_physical())


def equated(codes: Codes, pairs: Pairs) -> Codes:
    """The codes with those of equal texts made one, unless their pairs are chained."""
    equal = representatives(pairs)
    if not equal:
        return codes
    result = codes.copy()
    for own, first in zip(codes_for(equal), codes_for(equal.values()), strict=True):
        result[codes == own] = first
    return result


def brackets(treebank: Treebank, kept: Bools, settings: EvalbSettings, place: Integers | None = None) -> Brackets:
    """All nodes as brackets over the words that are kept; ``place`` says where these stand in their sentence, from 0,
    if several may stand in one place."""
    nodes = treebank.nodes
    sentence = nodes["sentence"].to_numpy()
    label = label_codes(treebank, settings)
    delete = settings.delete | {other for own, other in chained(settings.equal_labels) if own in settings.delete}
    deleted = _among(label, equated(codes_for(delete), settings.equal_labels))

    # As if no node had gaps; 0 and 0 for one without words.
    origin = treebank.first_words[sentence]
    before = words_before(kept)
    first, last = before[origin + nodes["first"].to_numpy() - 1], before[origin + nodes["last"].to_numpy()]
    filled = (nodes["size"] > 0).to_numpy() & (first < last)
    if place is None:
        place = places(treebank, kept, np.flatnonzero(kept))
    start, end = np.zeros_like(first), np.zeros_like(last)
    start[filled], end[filled] = place[first[filled]], place[last[filled] - 1] + 1

    gap = phrase.discontinuous(nodes)
    key = np.zeros(len(gap), np.uint64)
    if gap.any():
        # Of those with a gap yields are made anew over the words that are kept.
        under = covered(treebank, gap, kept)
        under = under.select("node", place=pl.Series(place[before[under["word"].to_numpy()]])).unique()
        rows, at = under["node"].to_numpy(), under["place"].to_numpy()
        start[gap], end[gap] = len(kept), 0
        np.minimum.at(start, rows, at)
        np.maximum.at(end, rows, at + 1)
        start[end == 0] = 0
        gap &= end - start > np.bincount(rows, minlength=len(gap))
        np.add.at(key, rows, phrase.position_keys(at + 1))
        key[~gap] = 0
    compared = label if settings.labeled else np.zeros_like(label)
    return Brackets(sentence, compared, start, end, gap, key, counts=(start < end) & ~deleted)


def stretch_places(gold: Treebank, parse: Treebank, kept: tuple[Bools, Bools]) -> tuple[Integers, Integers]:
    """For each word of gold and parse that is kept the place in its sentence, from 0, of its stretch: the least that
    both sides end alike (see `core.alignment`) and have words in. What one side alone has is of the stretch after it,
    at the end of a sentence of the last."""
    tokens = surface_tokens(gold), surface_tokens(parse)
    numbers = stretches(gold, parse, tokens)
    own = []  # of each word that is kept
    for of_tokens, side, words in zip(numbers, tokens, kept, strict=True):
        number = np.append(of_tokens, of_tokens.max(initial=0))[side.of_word]
        number[side.of_word < 0] = number.max(initial=0)  # a trace is in no token, and so in that of the word after it
        own.append(np.minimum.accumulate(number[::-1])[::-1][words])
    common = in_both(*(np.unique(number) for number in own))
    of_common = np.append(tokens[0].sentence, len(gold))[np.searchsorted(numbers[0], common)]
    places = []
    for number, treebank, words in zip(own, (gold, parse), kept, strict=True):
        sentence = treebank.sentence_of_word[words]
        first, end = (np.searchsorted(of_common, sentence, side=side) for side in ("left", "right"))
        place = np.clip(np.searchsorted(common, number), first, np.maximum(end - 1, first))
        places.append(place - first)
    return places[0], places[1]


def words_before(kept: Bools) -> Integers:
    """How many words are kept before each word of the treebank, and before its end."""
    return np.append(0, np.cumsum(kept, dtype=np.int64))


def places(treebank: Treebank, kept: Bools, words: Integers) -> Integers:
    """How many words are kept before each of these in its sentence."""
    before = words_before(kept)
    return before[words] - before[treebank.first_words[treebank.sentence_of_word[words]]]


def covered(treebank: Treebank, nodes: Bools, words: Bools) -> pl.DataFrame:
    """Rows (word, node), both by their rows in the treebank: the chosen words under each of the chosen nodes."""
    lowest = np.where(words, phrase.parent_rows(treebank.words, treebank.nodes), -1)
    word, node = parents.under(lowest, phrase.parent_rows(treebank.nodes, treebank.nodes), nodes)
    return pl.DataFrame({"word": word, "node": node})


MARKS = frozenset({"'", '"', "/"})  # what evalb takes for quotation marks


class Status(IntEnum):
    """What evalb says of a sentence."""

    VALID = 0
    ERROR = 1  # after deletion, gold and parse differ in the number of words or in a word
    SKIP = 2  # the parse has no words


class PairedWords(NamedTuple):
    """The words that count on either side, each sentence's status, and the rows of the words that pair."""

    gold: Bools
    parse: Bools
    status: npt.NDArray[np.uint8]
    gold_rows: Integers  # of valid sentences: all words that count, or where words are aligned those of both sides
    parse_rows: Integers

    @property
    def valid(self) -> Bools:
        """The sentences that can be compared."""
        return np.asarray(self.status == Status.VALID)

    @property
    def shared(self) -> tuple[Bools, Bools]:
        """The words of gold and parse that have a partner, in valid sentences."""
        return spread(len(self.gold), self.gold_rows), spread(len(self.parse), self.parse_rows)


def pair_words(gold: Treebank, parse: Treebank, settings: EvalbSettings, *, align: bool = False) -> PairedWords:
    """Which sentences are valid and which words pair; with ``align`` other words do, as `core.alignment` has it."""
    kept = _kept(gold, settings), _kept(parse, settings)
    if settings.by_gold:
        partner = aligned_words(gold, parse)
        np.copyto(kept[1], np.append(kept[0], True)[partner], where=partner >= 0)
    ours, theirs = _lengths(gold, kept[0]), _lengths(parse, kept[1])
    odd = (ours != theirs) & (theirs > 0)
    if settings.quotes and odd.any():
        again = _mended(gold, parse, kept, odd, settings)
        good = odd & (_lengths(gold, again[0]) == _lengths(parse, again[1]))
        for side, better, treebank in zip(kept, again, (gold, parse), strict=True):
            np.copyto(side, better, where=good[treebank.sentence_of_word])
        odd &= ~good
    status = np.where(theirs == 0, Status.SKIP, np.where(odd, Status.ERROR, Status.VALID)).astype(np.uint8)
    gold_rows, parse_rows = _rows(gold, kept[0], status), _rows(parse, kept[1], status)
    forms, other_forms = (
        equated(side.codes("form"), settings.equal_words)[rows]
        for side, rows in ((gold, gold_rows), (parse, parse_rows))
    )
    differs = ~alike(forms, other_forms, settings.equal_words)
    if differs.any():
        status[gold.sentence_of_word[gold_rows[differs]]] = Status.ERROR
        gold_rows, parse_rows = _rows(gold, kept[0], status), _rows(parse, kept[1], status)
    differ = status == Status.ERROR
    if align and differ.any():
        partner = aligned_words(gold, parse)
        chosen = (partner >= 0) & kept[1] & np.append(kept[0], False)[partner] & differ[parse.sentence_of_word]
        parse_rows = np.sort(np.concatenate([parse_rows, np.flatnonzero(chosen)]))
        gold_rows = np.sort(np.concatenate([gold_rows, partner[chosen]]))
        status[differ] = Status.VALID
    return PairedWords(*kept, status, gold_rows, parse_rows)


def _kept(treebank: Treebank, settings: EvalbSettings) -> Bools:
    deleted = tagged(treebank, settings.delete) | _among(treebank.codes("form"), codes_for(settings.delete_words))
    if settings.delete_at_root:
        # The outermost bracket is the root. Elsewhere it is what has no node, or VROOT.
        above, nodes = phrase.parent_rows(treebank.words, treebank.nodes), treebank.nodes
        is_root = (nodes["parent"] == 0).to_numpy()
        if treebank.format not in ("brackets", "discbracket"):
            is_root &= _among(nodes["label"].to_physical().to_numpy(), codes_for(["VROOT"]))
        deleted |= np.append(is_root, True)[above]
    return ~deleted


def _lengths(treebank: Treebank, kept: Bools) -> Integers:
    return np.bincount(treebank.sentence_of_word[kept], minlength=len(treebank))


def _rows(treebank: Treebank, kept: Bools, status: npt.NDArray[np.uint8]) -> Integers:
    return np.flatnonzero(kept & (status == Status.VALID)[treebank.sentence_of_word])


@dataclass(slots=True)
class _Mark:
    row: int  # of the word
    place: int  # how many words are kept before it
    tag: int
    kept: bool


def _mended(
    gold: Treebank, parse: Treebank, kept: tuple[Bools, Bools], sentences: Bools, settings: EvalbSettings
) -> tuple[Bools, Bools]:
    """The words that are kept, with the quotation marks that come back in the chosen sentences."""
    # A quotation mark is deleted by its tag. Where a parser takes it for, say, a possessive, it is deleted on one side
    # only, and the sentence could not be compared. So evalb looks at the marks that have a QUOTE_LABEL: where two stand
    # in the same place, have different tags, and one is deleted and the other not, that one comes back.
    marks: list[dict[int, list[_Mark]]] = []  # by sentence, in their order
    for treebank, side in zip((gold, parse), kept, strict=True):
        is_mark = translated(treebank.words["form"], lambda distinct: distinct.is_in(MARKS))
        sentence = treebank.sentence_of_word
        rows = np.flatnonzero(is_mark & tagged(treebank, settings.quotes) & sentences[sentence])
        place = places(treebank, side, rows)
        tag = treebank.codes("coarse_tag")[rows]
        own: dict[int, list[_Mark]] = {}
        columns = (sentence[rows], rows, place, tag, side[rows])
        for number, *about in zip(*(column.tolist() for column in columns), strict=True):
            own.setdefault(number, []).append(_Mark(*about))
        marks.append(own)
    for number in marks[0].keys() & marks[1].keys():
        ours, theirs = marks[0][number], marks[1][number]
        for at, mark in enumerate(theirs):  # in evalb's order
            here = mark.place
            for other_at, other in enumerate(ours):
                if other.place == here and other.tag != mark.tag and other.kept != mark.kept:
                    back = theirs[at:] if other.kept else ours[other_at:]
                    back[0].kept = True
                    for later in back:
                        later.place += 1
    again = kept[0].copy(), kept[1].copy()
    for side, own in zip(again, marks, strict=True):
        side[[mark.row for several in own.values() for mark in several if mark.kept]] = True
    return again
