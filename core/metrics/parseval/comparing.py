"""Marks for the brackets of a gold and a parse: the one comparison behind ParsEval's counts and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Facts, Integers, Mark, Marks, compare_chosen, spread
from goldleaf.core.metrics.parseval import evalb
from goldleaf.core.metrics.parseval.evalb import Brackets, PairedWords
from goldleaf.core.metrics.parseval.settings import EvalbSettings
from goldleaf.core.structures import parents
from goldleaf.core.structures.constituent_heads import HeadTable, dependencies
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import Treebank

NO_FUNCTION = "_"


class BracketRules(NamedTuple):
    settings: EvalbSettings
    penalize: bool = False  # the gold brackets of sentences that cannot be compared count as missed
    gaps_only: bool = False  # only constituents with gaps count
    align: bool = False  # where words differ, brackets are compared over those that are aligned
    stretches: bool = False  # brackets are over stretches that both sides end alike
    functions: bool = True  # those of matched brackets are compared
    gaps: bool = False  # constituents with gaps are also counted apart


class ComparedBrackets(NamedTuple):
    """The nodes of gold and parse as brackets, in their order, with their marks."""

    rules: BracketRules
    pairing: PairedWords
    gold: Brackets
    parse: Brackets
    marks: Marks
    chained: tuple[Integers, Integers]  # rows that match in pairs though their labels are not the same


def compared_brackets(gold: Treebank, parse: Treebank, rules: BracketRules) -> ComparedBrackets:
    """Mark every node of two treebanks with the same number of sentences."""
    settings = rules.settings
    pairing = evalb.pair_words(gold, parse, settings, align=rules.align)
    kept_words = pairing.gold, pairing.parse
    places = evalb.stretch_places(gold, parse, kept_words) if rules.stretches and rules.align else (None, None)
    sides = []
    for treebank, kept, shared, place in zip((gold, parse), kept_words, pairing.shared, places, strict=True):
        side = evalb.brackets(treebank, kept, settings, place)
        if rules.align and place is None:
            # Nodes are over the words that are aligned; one without any stands between those.
            over = shared | (kept & ~pairing.valid[treebank.sentence_of_word])
            if not np.array_equal(kept, over):
                side = evalb.brackets(treebank, over, settings)._replace(counts=side.counts)
        if rules.gaps_only:
            side = side._replace(counts=side.counts & side.gap)
        sides.append(side)
    ours, theirs = sides
    chosen = [side.counts & pairing.valid[side.sentence] for side in sides]
    marks = compare_chosen(_facts(ours), _facts(theirs), *chosen)
    if rules.penalize:
        marks.gold[ours.counts & ~pairing.valid[ours.sentence]] = Mark.MISSING

    chained = evalb.chained_codes(settings.equal_labels) if settings.labeled else frozenset()
    # Labels that equal others which are not equal have no class: such brackets match as all do in evalb, in order.
    labels = np.array(sorted({label for label, _ in chained}), np.uint32)
    rows = [np.flatnonzero(counts & np.isin(side.label, labels)) for side, counts in zip(sides, chosen, strict=True)]
    pairs = np.array([*_first_equal(ours, theirs, rows, chained)], np.int64).reshape(-1, 2)
    matched = pairs[:, 0], pairs[:, 1]
    for side_marks, own, partners, alone in zip(marks, rows, matched, (Mark.MISSING, Mark.EXTRA), strict=True):
        side_marks[own] = alone
        side_marks[partners] = Mark.MATCHED
    return ComparedBrackets(rules, pairing, ours, theirs, marks, matched)


def _facts(side: Brackets) -> Facts:
    return side.sentence, side.start, side.end, side.label, side.key


def _first_equal(
    gold: Brackets, parse: Brackets, rows: Sequence[Integers], alike: Set[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """These rows of the gold, each with the first bracket in its place that is left and that it equals."""
    places, other_places = (
        zip(*(column[own].tolist() for column in (side.sentence, side.start, side.end, side.key)), strict=True)
        for side, own in zip((gold, parse), rows, strict=True)
    )
    waiting: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for row, label, place in zip(rows[1].tolist(), parse.label[rows[1]].tolist(), other_places, strict=True):
        waiting.setdefault(place, []).append((row, label))
    for row, label, place in zip(rows[0].tolist(), gold.label[rows[0]].tolist(), places, strict=True):
        others = waiting.get(place, [])
        partner = next((other for other in others if other[1] == label or (label, other[1]) in alike), None)
        if partner is not None:
            others.remove(partner)
            yield row, partner[0]


def matched_nodes(done: ComparedBrackets) -> tuple[Integers, Integers]:
    """The rows of the gold's matched nodes, and those of their partners in the parse."""
    equal = [
        np.setdiff1d(np.flatnonzero(marks == Mark.MATCHED), rows)
        for marks, rows in zip(done.marks, done.chained, strict=True)
    ]
    ours, theirs = _partners(done.gold, done.parse, equal)
    return np.append(ours, done.chained[0]), np.append(theirs, done.chained[1])


def other_labels(done: ComparedBrackets) -> tuple[Integers, Integers]:
    """The rows of the gold's unmatched nodes over the words of one of the parse with another label, and of these."""
    ours, theirs = (side._replace(label=np.zeros_like(side.label)) for side in (done.gold, done.parse))
    alone = done.marks.gold == Mark.MISSING, done.marks.parse == Mark.EXTRA
    marks = compare_chosen(_facts(ours), _facts(theirs), *alone)
    return _partners(ours, theirs, [np.flatnonzero(side == Mark.MATCHED) for side in marks])


def _partners(gold: Brackets, parse: Brackets, matched: Sequence[Integers]) -> tuple[Integers, Integers]:
    """Matched rows of either side, partners in the same place."""
    ours, theirs = (
        rows[np.lexsort([column[rows] for column in _facts(side)][::-1])]
        for side, rows in zip((gold, parse), matched, strict=True)
    )
    return ours, theirs


def same_tags(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> Bools:
    settings = done.rules.settings
    ours, theirs = (evalb.tag_codes(side, settings) for side in (gold, parse))
    pairs = frozenset() if settings.by_gold else settings.equal_labels
    return evalb.alike(ours[done.pairing.gold_rows], theirs[done.pairing.parse_rows], pairs)


def same_heads(gold: Treebank, parse: Treebank, done: ComparedBrackets, table: HeadTable) -> tuple[Bools, Bools]:
    """Of the words that pair, which have the same head in the dependencies of the trees; and of these, which have the
    same function, or none above them."""
    rows, other_rows = done.pairing.gold_rows, done.pairing.parse_rows
    ours, theirs = (dependencies(side, table) for side in (gold, parse))
    # The gold's row of each word of the parse; a root's head is -1 on either side, and so stands at the end.
    row_of = np.append(spread(parse.words.height, other_rows, rows, -2), -1)
    above = head_rows(ours)[rows]
    same = np.asarray(above == row_of[head_rows(theirs)[other_rows]])
    return same, same & ((ours.codes("label")[rows] == theirs.codes("label")[other_rows]) | (above < 0))


def words_that_count(gold: Treebank, done: ComparedBrackets) -> Bools:
    """The gold's words that are kept and stand in a sentence that counts."""
    return np.asarray(done.pairing.gold & (done.pairing.valid | done.rules.penalize)[gold.sentence_of_word])


def functions(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> tuple[Integers, Integers, Bools]:
    """The matched nodes that have a function on either side: their rows in gold and parse, and if it is the same."""
    codes = [evalb.codes_of(side.nodes["function"]) for side in (gold, parse)]
    has, parse_has = (side != evalb.codes_for([NO_FUNCTION]) for side in codes)
    if not done.rules.functions or not (has.any() or parse_has.any()):
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, bool)
    ours, theirs = matched_nodes(done)
    either = has[ours] | parse_has[theirs]
    ours, theirs = ours[either], theirs[either]
    return ours, theirs, np.asarray(codes[0][ours] == codes[1][theirs])


def crossing(gold: Treebank, parse: Treebank, done: ComparedBrackets) -> Bools:
    """The nodes of the parse that count and cross one of the gold, in sentences that can be compared."""
    # Two brackets cross when they share words and each has words that the other lacks.
    valid = done.pairing.valid
    with_gaps = spread(len(gold), np.concatenate([side.sentence[side.gap] for side in (done.gold, done.parse)]))
    plain, odd = valid & ~with_gaps, valid & with_gaps
    ours, theirs = (
        side._replace(counts=side.counts & plain[side.sentence] & (side.start < side.end))
        for side in (done.gold, done.parse)
    )
    lengths = np.zeros(len(gold), np.int64)
    for side in (ours, theirs):
        np.maximum.at(lengths, side.sentence[side.counts], side.end[side.counts])
    result = _crosses(ours, theirs, lengths)
    if odd.any():
        # Brackets with gaps are few: there the words are counted that they share.
        rows = []  # (word, node, sentence), words being numbered as they are shared
        for treebank, side, shared in zip((gold, parse), (done.gold, done.parse), done.pairing.shared, strict=True):
            inside = evalb.covered(treebank, side.counts, shared & odd[treebank.sentence_of_word])
            word = inside["word"].to_numpy()
            place, sentence = evalb.places(treebank, shared, word), treebank.sentence_of_word[word]
            rows.append(inside.with_columns(word=pl.Series(place), sentence=pl.Series(sentence)))
        under, other_under = rows
        pairs = under.lazy().join(other_under.lazy(), on=("sentence", "word")).group_by("node", "node_right").len()
        node, other, both = (column.to_numpy() for column in pairs.collect().select("node", "node_right", "len"))
        size, other_size = (np.bincount(rows["node"].to_numpy()) for rows in (under, other_under))
        result[other[(both < size[node]) & (both < other_size[other])]] = True
    return result


def _crosses(gold: Brackets, parse: Brackets, lengths: Integers) -> Bools:
    """Which brackets of the parse that count, without gaps, cross the gold's. ``lengths``: of sentences."""
    # A bracket from s to e is crossed by one that starts between s and e (both exclusive) and ends after e, or ends
    # between them and starts before s. The furthest end among those that start in a range is a range maximum, so no
    # pair of brackets is ever looked at.
    origin = np.append(0, np.cumsum(lengths))
    words = int(origin[-1])
    furthest, nearest = np.full(words, -1, np.int64), np.full(words, words + 1, np.int64)
    at = origin[gold.sentence[gold.counts]]
    start, end = at + gold.start[gold.counts], at + gold.end[gold.counts]
    np.maximum.at(furthest, start, end)
    np.minimum.at(nearest, end - 1, start)

    wide = np.flatnonzero(parse.counts & (parse.end - parse.start > 1))
    at = origin[parse.sentence[wide]]
    start, end = at + parse.start[wide], at + parse.end[wide]
    ends = parents.range_extremes(np.maximum, furthest, start + 1, end - 1)
    starts = parents.range_extremes(np.minimum, nearest, start, end - 2)
    return spread(len(parse.counts), wide, (ends > end) | (starts < start))
