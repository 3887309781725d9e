"""Marks for the brackets of a gold and a parse: the one comparison behind ParsEval's counts and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.facts import Facts, Mark, Marks, compare_chosen
from goldleaf.core.metrics.parseval.crossing import crosses, crosses_with_gaps
from goldleaf.core.metrics.parseval.pairing import Pairing, pair
from goldleaf.core.metrics.parseval.settings import Settings
from goldleaf.core.metrics.parseval.sides import (
    Bools,
    Brackets,
    Integers,
    alike,
    brackets,
    chained_codes,
    codes_for,
    codes_of,
    tag_codes,
)
from goldleaf.core.treebank import Treebank

NO_FUNCTION = "_"
_NO_ROWS = np.zeros(0, np.int64)


class Rules(NamedTuple):
    """How brackets are compared."""

    settings: Settings
    penalize: bool = False  # the gold brackets of sentences that cannot be compared count as missed
    gaps_only: bool = False  # only constituents with gaps count
    align: bool = False  # where words differ, brackets are compared over those that are aligned
    functions: bool = True  # those of matched brackets are compared


class Compared(NamedTuple):
    """The nodes of gold and parse as brackets, in their order, with their marks."""

    rules: Rules
    pairing: Pairing
    gold: Brackets
    parse: Brackets
    marks: Marks
    chained: tuple[Integers, Integers]  # rows that match though their labels are not the same, see `_in_order`


def compared(gold: Treebank, parse: Treebank, rules: Rules) -> Compared:
    """Mark every node of two treebanks with the same number of sentences."""
    pairing = pair(gold, parse, rules.settings, align=rules.align)
    ours, theirs = (
        _that_count(_brackets(side, kept, shared, pairing, rules), rules)
        for side, kept, shared in zip((gold, parse), (pairing.gold, pairing.parse), pairing.shared, strict=True)
    )
    chained = _in_order(ours, theirs, pairing, rules.settings)
    marks = _marks(ours, theirs, pairing, rules)
    if chained is None:
        return Compared(rules, pairing, ours, theirs, marks, (_NO_ROWS, _NO_ROWS))
    for rows, side, alone in zip(chained.rows, marks, (Mark.MISSING, Mark.EXTRA), strict=True):
        side[rows] = alone
    for rows, side in zip(chained.matched, marks, strict=True):
        side[rows] = Mark.MATCHED
    return Compared(rules, pairing, ours, theirs, marks, chained.matched)


def _brackets(side: Treebank, kept: Bools, shared: Bools, pairing: Pairing, rules: Rules) -> Brackets:
    """The nodes over the words that count; where words are aligned, a node without any stands between those."""
    found = brackets(side, kept, rules.settings)
    if not rules.align:
        return found
    shared = shared | (kept & ~pairing.valid[side.sentence_of_word])
    return (
        found if np.array_equal(kept, shared) else brackets(side, shared, rules.settings)._replace(counts=found.counts)
    )


def _that_count(side: Brackets, rules: Rules) -> Brackets:
    return side._replace(counts=side.counts & side.gap) if rules.gaps_only else side


def relabeled(done: Compared) -> tuple[Integers, Integers]:
    """The rows of the gold's unmatched nodes over the words of one of the parse with another label, and those of these.

    Each node has one partner at most.
    """
    ours, theirs = (side._replace(label=np.zeros_like(side.label)) for side in (done.gold, done.parse))
    alone = done.marks.gold == Mark.MISSING, done.marks.parse == Mark.EXTRA
    marks = compare_chosen(_facts(ours), _facts(theirs), *alone)
    return _partners(ours, theirs, [_matched(side) for side in marks])


def _marks(gold: Brackets, parse: Brackets, pairing: Pairing, rules: Rules) -> Marks:
    chosen = (side.counts & pairing.valid[side.sentence] for side in (gold, parse))
    marks = compare_chosen(_facts(gold), _facts(parse), *chosen)
    if rules.penalize:
        marks.gold[gold.counts & ~pairing.valid[gold.sentence]] = Mark.MISSING
    return marks


class _Chained(NamedTuple):
    """The rows of gold and parse that count and have chained labels, and those of them that match, in pairs."""

    rows: tuple[Integers, Integers]
    matched: tuple[Integers, Integers]


def _in_order(gold: Brackets, parse: Brackets, pairing: Pairing, settings: Settings) -> _Chained | None:
    """Match brackets whose labels are `chained`, as evalb does all: each of the gold with the first that it equals."""
    alike = chained_codes(settings.equal_labels) if settings.labeled else frozenset()
    if not alike:
        return None
    labels = np.array(sorted({label for label, _ in alike}), np.uint32)
    ours, theirs = (
        np.flatnonzero(side.counts & pairing.valid[side.sentence] & np.isin(side.label, labels))
        for side in (gold, parse)
    )
    pairs = np.array([*_first_equal(_placed(gold, ours), _placed(parse, theirs), alike)], np.int64).reshape(-1, 2)
    return _Chained((ours, theirs), (pairs[:, 0], pairs[:, 1]))


def _first_equal(
    gold: Iterator[_Placed], parse: Iterator[_Placed], alike: Set[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """The rows of brackets of the gold, each with the first bracket in its place that is left and that it equals."""
    waiting: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for row, label, place in parse:
        waiting.setdefault(place, []).append((row, label))
    for row, label, place in gold:
        others = waiting.get(place, [])
        found = next((one for one in others if one[1] == label or (label, one[1]) in alike), None)
        if found is not None:
            others.remove(found)
            yield row, found[0]


_Placed: TypeAlias = tuple[int, int, tuple[int, ...]]


def _placed(side: Brackets, rows: Integers) -> Iterator[_Placed]:
    """The rows with their labels and where they are."""
    places = zip(*(column[rows].tolist() for column in (side.sentence, side.start, side.end, side.key)), strict=True)
    yield from zip(rows.tolist(), side.label[rows].tolist(), places, strict=True)


def _facts(side: Brackets) -> Facts:
    return side.sentence, side.start, side.end, side.label, side.key


def matches(done: Compared) -> tuple[Integers, Integers]:
    """The rows of the gold's matched nodes, and those of their partners in the parse."""
    equal = [np.setdiff1d(_matched(marks), rows) for marks, rows in zip(done.marks, done.chained, strict=True)]
    ours, theirs = _partners(done.gold, done.parse, equal)
    return np.append(ours, done.chained[0]), np.append(theirs, done.chained[1])


def _partners(gold: Brackets, parse: Brackets, matched: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Matched rows of either side, partners in the same place."""
    ours, theirs = (
        rows[np.lexsort([column[rows] for column in _facts(side)][::-1])]
        for side, rows in zip((gold, parse), matched, strict=True)
    )
    return ours, theirs


def _matched(marks: npt.NDArray[np.uint8]) -> Integers:
    return np.flatnonzero(marks == Mark.MATCHED)


def same_tags(gold: Treebank, parse: Treebank, done: Compared) -> Bools:
    """Whether the tags of the words that pair are the same."""
    ours, theirs = (tag_codes(side, done.rules.settings) for side in (gold, parse))
    pairs = done.rules.settings.equal_labels
    return alike(ours[done.pairing.gold_rows], theirs[done.pairing.parse_rows], pairs)


def words_that_count(gold: Treebank, done: Compared) -> Bools:
    """The gold's words that are kept and stand in a sentence that counts."""
    counts = done.pairing.valid | done.rules.penalize
    return np.asarray(done.pairing.gold & counts[gold.sentence_of_word])


class Functions(NamedTuple):
    """The matched nodes that have a function on either side: their rows in gold and parse, and if it is the same."""

    gold: Integers
    parse: Integers
    same: Bools


def functions(gold: Treebank, parse: Treebank, done: Compared) -> Functions:
    """The functions that count."""
    codes = [codes_of(side.nodes["function"]) for side in (gold, parse)]
    has = [side != codes_for([NO_FUNCTION]) for side in codes]
    if not done.rules.functions or not any(side.any() for side in has):
        nothing = np.zeros(0, np.int64)
        return Functions(nothing, nothing, nothing.astype(bool))
    ours, theirs = matches(done)
    either = has[0][ours] | has[1][theirs]
    ours, theirs = ours[either], theirs[either]
    return Functions(ours, theirs, np.asarray(codes[0][ours] == codes[1][theirs]))


def crossing(gold: Treebank, parse: Treebank, done: Compared) -> Bools:
    """The nodes of the parse that count and cross one of the gold, in sentences that can be compared."""
    valid = done.pairing.valid
    with_gaps = np.zeros(len(gold), bool)
    for side in (done.gold, done.parse):
        with_gaps[side.sentence[side.gap]] = True
    plain = valid & ~with_gaps
    lengths = np.bincount(gold.sentence_of_word[done.pairing.gold_rows], minlength=len(gold))
    result = crosses(_within(done.gold, plain), _within(done.parse, plain), np.where(plain, lengths, 0))
    odd = valid & with_gaps
    if odd.any():
        shared = done.pairing.shared
        ours, theirs = (gold, done.gold, shared[0]), (parse, done.parse, shared[1])
        result |= crosses_with_gaps(ours, theirs, odd)
    return result


def _within(side: Brackets, sentences: Bools) -> Brackets:
    return side._replace(counts=side.counts & sentences[side.sentence] & (side.start < side.end))
