"""Where the words of trees stand that are compared: words that all share, and between them those of one tree only.

A yield is compared as the set of its shared words; a yield without any is the gap between shared words in which its
first word stands (Tsarfaty et al. 2012 ACL, §3). For lists and pictures every word has a number of its own, shared
words the same in all trees. Words that the sides have cut differently stand in slots: of surface tokens, as TedEval 2.2
has them, or of a lattice. A word's span is its first and last slot, both included, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment import aligned_words
from goldleaf.core.alignment.same import surface_tokens
from goldleaf.core.alignment.word_alignment import longest_common, stretches, untagged
from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Integers, Keys, spread
from goldleaf.core.structures.function import terminals
from goldleaf.core.structures.phrase import position_keys, span_keys
from goldleaf.core.treebank import Treebank

if TYPE_CHECKING:  # few have lattices, and what knows them takes long to load
    from goldleaf.core.structures.lattice import Lattice, PathWord

Span: TypeAlias = tuple[int, int]
_GAPS = 1 << 40  # from here on keys are those of gaps; no sentence is as long


class Places(NamedTuple):
    """For each word of a treebank, its number in the sentence (from 1; 0 for a trace) and what it is in yields."""

    terminal: Integers
    key: Keys  # its part in the keys of yields, 0 if it is not shared
    gap: Keys  # of a yield that begins with it and has no shared word
    first: Integers  # of the slots that TedEval 2.2 stretches it over
    last: Integers
    all_shared: bool  # then each word's slot is its number, and of that its key is made


class PairedPlaces(NamedTuple):
    """The places of the words of the gold, the parse and each other gold, and which sentences can be compared."""

    gold: Places
    parse: Places
    others: tuple[Places, ...]
    comparable: Bools


def pair_places(gold: Treebank, parse: Treebank, *, software: bool, numbered: bool = True) -> PairedPlaces:
    """Pair the words of treebanks with the same number of sentences; ``numbered`` as `places`. ``software`` puts words
    that differ into slots, as TedEval 2.2 does. Otherwise they are anchored in the states of the gold's lattices, if it
    has any. Raises PairError where TedEval 2.2 does not know several golds of different words."""
    treebanks = (gold, parse, *gold.other_golds)
    comparable = np.ones(len(gold), bool)
    for treebank in (gold, *gold.other_golds):  # an unreadable sentence of the parse is one without words
        comparable &= treebank.sentences["readable"].to_numpy()
    if all(have_same_words(gold, treebank) for treebank in treebanks[1:]):
        found = [same_words(treebank) for treebank in treebanks]
    else:
        sides = [(treebank, aligned_words(gold, treebank)) for treebank in treebanks[1:]]
        found = places(gold, sides, numbered=numbered)
        if software:
            found = _in_tokens(gold, parse, found)
        elif has_lattices(gold):
            spans, known = spans_in_states(gold, treebanks)
            for number, (treebank, (first, last)) in enumerate(zip(treebanks, spans, strict=True)):
                anchored = known[treebank.sentence_of_word] & (found[number].terminal > 0)
                key = np.where(anchored, span_keys(first, last - first + 1), found[number].key)
                found[number] = found[number]._replace(key=key)
    return PairedPlaces(found[0], found[1], tuple(found[2:]), comparable)


def has_lattices(gold: Treebank) -> bool:
    """Whether a treebank has the lattices that its sentences are segmentations of."""
    return gold.edges.height > 0


def have_same_words(one: Treebank, other: Treebank) -> bool:
    """Whether all sentences of two treebanks have the same words, traces left out."""
    ours, theirs = (
        treebank.words.select("sentence", "form").filter(pl.Series(terminals(treebank) > 0))
        for treebank in (one, other)
    )
    return ours.equals(theirs)


def _in_tokens(gold: Treebank, parse: Treebank, found: list[Places]) -> list[Places]:
    """The places of gold, parse and other golds with slots and keys as TedEval 2.2 has them."""
    if not all(have_same_words(gold, other) for other in gold.other_golds):
        # The program breaks off or mistakes slots for others there.
        why = "variant 2.2 compares several golds only if all have the same words"
        raise PairError(f"{gold.path}: {why}", path=gold.path)
    result = []
    for place, (first, last) in zip(found[:2], spans_in_tokens(gold, parse), strict=True):
        key = np.where(place.terminal > 0, span_keys(first, last - first + 1), np.uint64(0))
        result.append(place._replace(key=key, first=first, last=last))
    ours = result[0]
    for other in found[2:]:  # which have the gold's words, so their slots
        row = spread(len(other.terminal), other.terminal > 0, np.flatnonzero(ours.terminal > 0), len(ours.terminal))
        key = np.append(ours.key, np.uint64(0))[row]
        result.append(other._replace(key=key, first=np.append(ours.first, 0)[row], last=np.append(ours.last, 0)[row]))
    return result


def same_words(treebank: Treebank) -> Places:
    """The places where all trees have the same words."""
    terminal = terminals(treebank)
    key = np.where(terminal > 0, position_keys(terminal), np.uint64(0))
    return Places(terminal, key, key, terminal, terminal, all_shared=True)


def places(gold: Treebank, sides: Sequence[tuple[Treebank, Integers]], *, numbered: bool = True) -> list[Places]:
    """The places of the gold's words, then of each side's. A side is a treebank with as many sentences and, for each of
    its words, the row of the gold's word that it is, −1 for none; these rise within a sentence. Shared is what all
    sides have. For counting, words need not be ``numbered`` alike; then each side has its own numbers."""
    own = terminals(gold)
    # A yield is compared over the words that all trees have: with other golds these may be fewer.
    shared = own > 0
    for treebank, partner in sides:
        shared &= spread(len(own), partner[(partner >= 0) & (terminals(treebank) > 0)])
    every = [(gold, np.arange(len(own))), *sides]
    if numbered:
        numbers = _numbers(own, [(treebank, np.where(terminals(treebank) > 0, rows, -1)) for treebank, rows in every])
        of_gold = numbers[0]
    else:
        numbers, of_gold = [terminals(treebank) for treebank, _ in every], own
    found = []
    for (treebank, partner), terminal in zip(every, numbers, strict=True):
        is_shared = (partner >= 0) & (terminal > 0) & np.append(shared, False)[partner]
        before = np.append(0, np.cumsum(is_shared))
        first = treebank.first_words[treebank.sentence_of_word]
        key = np.where(is_shared, position_keys(np.append(of_gold, 0)[partner]), np.uint64(0))
        gap = position_keys(_GAPS + before[:-1] - before[first])
        found.append(Places(terminal, key, gap, terminal, terminal, all_shared=False))
    return found


def _numbers(own: Integers, every: Sequence[tuple[Treebank, Integers]]) -> list[Integers]:
    """The numbers of all words: the gold's in their order, each other word behind the gold's word before it."""
    tables = []
    for side, (treebank, partner) in enumerate(every, 1):
        anchor = np.append(own, 0)[partner]
        behind = np.maximum.accumulate(treebank.sentence_of_word * (np.int64(1) << 32) + anchor) & 0xFFFFFFFF
        alone = partner < 0  # words of one side only stand apart; the gold's word itself is 0 behind it
        columns = {"sentence": treebank.sentence_of_word, "behind": behind, "side": np.where(alone, side, 0)}
        columns |= {"place": np.where(alone, np.arange(len(partner)), 0), "real": terminals(treebank) > 0}
        tables.append(pl.DataFrame(columns))
    rows = pl.concat(tables).with_row_index("row")
    key = ["sentence", "behind", "side", "place"]
    distinct = rows.filter("real").select(key).unique().sort(key)
    distinct = distinct.with_columns(number=pl.int_range(1, pl.len() + 1).over("sentence"))
    numbered = rows.join(distinct, on=key, how="left", maintain_order="left")
    number = numbered.select(pl.when("real").then("number").otherwise(0).cast(pl.Int64))
    bounds = np.cumsum([len(partner) for _, partner in every])[:-1]
    return np.split(number.to_series().to_numpy(), bounds)


def spans_in_tokens(gold: Treebank, parse: Treebank) -> tuple[Integers, Integers]:
    """The slots of all words of gold and parse, as TedEval 2.2 has them."""
    sides = surface_tokens(gold), surface_tokens(parse)
    rows: list[dict[int, list[int]]] = []  # of the words of each stretch of tokens that both sides have
    sentence: dict[int, int] = {}
    for treebank, tokens, stretch in zip((gold, parse), sides, stretches(gold, parse, sides), strict=True):
        words: dict[int, list[int]] = {}
        for row, token in enumerate(tokens.of_word.tolist()):
            if token >= 0:
                words.setdefault(int(stretch[token]), []).append(row)
        rows.append(words)
        sentence |= {number: int(treebank.sentence_of_word[own[0]]) for number, own in words.items()}
    forms = [treebank.words["form"].cast(pl.String).to_list() for treebank in (gold, parse)]
    spans = np.zeros((2, gold.words.height), np.int64), np.zeros((2, parse.words.height), np.int64)
    for _, inside in groupby(sorted(sentence), key=sentence.__getitem__):
        numbers = [*inside]
        chosen = [[own.get(number, []) for number in numbers] for own in rows]
        ours, theirs = ([[form[at] for at in words] for words in own] for form, own in zip(forms, chosen, strict=True))
        for span, own, places in zip(spans, chosen, slots(ours, theirs), strict=True):
            span[:, list(chain.from_iterable(own))] = np.array(places, np.int64).reshape(-1, 2).T
    return spans


def slots(gold: Sequence[Sequence[str]], parse: Sequence[Sequence[str]]) -> tuple[list[Span], list[Span]]:
    """The slots of each word of gold and parse, which are given as the words of each of the sentence's tokens."""
    # A word is stretched up to the next one, and the last up to the end of the token, which is as long as the larger of
    # its numbers of words.
    found: tuple[list[Span], list[Span]] = ([], [])
    start = 1
    for words in zip(gold, parse, strict=True):
        length = max(map(len, words))
        for spans, starts in zip(found, _starts(*words), strict=True):
            ends = [max(after - 1, here) for here, after in pairwise([*starts, length])]
            spans += [(start + first, start + last) for first, last in zip(starts, ends, strict=True)]
        start += length
    return found


def _starts(gold: Sequence[str], parse: Sequence[str]) -> tuple[list[int], list[int]]:
    """The first slot of each word in a token, from 0."""
    # Words that are `paired` share a slot, at the later of their places; what follows them is moved along. Any other
    # word takes the slot after the one before it.
    found: tuple[list[int], list[int]] = ([], [])
    moved = [0, 0]
    pairs = [*paired(gold, parse), (len(gold), len(parse))]
    for pair in pairs:
        for starts, end, by in zip(found, pair, moved, strict=True):
            starts += [place + by for place in range(len(starts), end)]
        shared = max(place + by for place, by in zip(pair, moved, strict=True))
        moved = [shared - place for place in pair]
        if pair != pairs[-1]:
            for starts in found:
                starts.append(shared)
    return found


def paired(gold: Sequence[str], parse: Sequence[str]) -> list[tuple[int, int]]:
    """The places of a longest common subsequence; among equal words the later pair."""
    backwards = longest_common(untagged(reversed(gold)), untagged(reversed(parse)))
    return [(len(gold) - 1 - place, len(parse) - 1 - other) for place, other in reversed(backwards)]


def spans_in_states(lattices: Treebank, sides: Sequence[Treebank]) -> tuple[list[Integers], Bools]:
    """For each side the slots of its words between the states of lattices, and which sentences have a lattice."""
    from goldleaf.core.structures.lattice import lattice_of, segments_of

    # A slot lies before each state, so that from one state to another there are the same slots on every path. Words
    # that a lattice lacks share what its path has in their place (Tsarfaty et al. 2012 ACL, §3).
    spans = [np.zeros((2, treebank.words.height), np.int64) for treebank in sides]
    starts = [treebank.sentences["first_word"].to_list() for treebank in sides]
    known = np.zeros(len(lattices), bool)
    for row in range(len(lattices)):
        lattice = lattice_of(lattices, row)
        if not lattice.edges:
            continue
        known[row] = True
        for treebank, span, start in zip(sides, spans, starts, strict=True):
            segments = segments_of(treebank, row)
            places = np.array(slots_of(lattice, segments), np.int64).reshape(-1, 2)
            span[:, start[row] : start[row] + len(segments)] = places.T
    return spans, known


def slots_of(lattice: Lattice, segments: Sequence[PathWord]) -> list[Span]:
    """The first and last slot of each word (from 1, both included); last is less than first for a word without any."""
    from goldleaf.core.structures.lattice import anchors, walk

    found: list[Span] = []
    for (origin, target), inside in groupby(anchors(lattice, walk(lattice, segments), len(segments))):
        first, last = lattice.rank[origin] + 1, lattice.rank[target]
        # Several words in one place have a slot each, and the last one what is left.
        starts = [min(first + number, last + 1) for number in range(len(list(inside)))]
        found += [(start, min(start, last)) for start in starts[:-1]] + [(starts[-1], last)]
    return found
