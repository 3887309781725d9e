"""Sentences that a parse splits, joins, lacks or has too many: the smallest parts that gold and parse both have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import polars as pl

from goldleaf.core.alignment.joining import joined
from goldleaf.core.alignment.same import Tokens, lengths, remembered, same_where_parsed, surface_tokens
from goldleaf.core.alignment.sentence_alignment import id_keys, linked_sentences, matched, same_sentences, text_keys
from goldleaf.core.alignment.word_alignment import in_both
from goldleaf.core.errors import PairError, counted
from goldleaf.core.facts import Bools, Integers, Mark, compare, identity
from goldleaf.core.treebank import Treebank

RELATED = 0.3  # of the tokens of the shorter side
FEW = 20  # tokens, of which nothing can be told


@dataclass(frozen=True, eq=False)
class Units:
    """Which sentences of gold and parse make a unit. Unit n is the gold's sentences from row ``gold[n]`` to before
    ``gold[n + 1]``, and so for the parse (int64); either may be none. All sentences are in one."""

    gold: Integers
    parse: Integers

    @cached_property
    def of_gold(self) -> Integers:
        return np.repeat(np.arange(len(self.gold) - 1), np.diff(self.gold))

    @cached_property
    def row(self) -> Integers:
        """For each unit the row of the gold that it is counted at: its first one, or if it has none the last unit's."""
        return np.asarray(np.maximum.accumulate(np.where(np.diff(self.gold) > 0, self.gold[:-1], 0)))

    @cached_property
    def row_of_gold(self) -> Integers:
        """For each sentence of the gold the row that its unit is counted at."""
        return np.asarray(self.row[self.of_gold])

    @cached_property
    def row_of_parse(self) -> Integers:
        """For each sentence of the parse the row of the gold that it is counted at."""
        return np.asarray(np.repeat(self.row, np.diff(self.parse)))

    def rows(self, row: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The unit of a sentence of the gold: the rows from the first to before the second, in gold and parse."""
        unit = int(self.of_gold[row])
        (start, end), (other_start, other_end) = (side[unit : unit + 2].tolist() for side in (self.gold, self.parse))
        return (start, end), (other_start, other_end)

    def surplus(self, row: int) -> Integers:
        """The rows of the parse's sentences that the gold lacks and that are counted at this row's unit."""
        lacking = (np.diff(self.gold) == 0) & (self.row == self.gold[self.of_gold[row]])
        return np.asarray(self.parse[:-1][lacking])

    def lengths(self, words: Integers) -> Integers:
        """For each sentence of the gold how many words its unit has, from those of each sentence."""
        return np.asarray(np.bincount(self.of_gold, words, len(self.gold) - 1).astype(np.int64)[self.of_gold])

    @property
    def are_sentences(self) -> bool:
        """Whether each unit is the sentences of one row."""
        rows = np.arange(len(self.gold))
        return np.array_equal(self.gold, rows) and np.array_equal(self.parse, rows)


@remembered
def units(gold: Treebank, parse: Treebank) -> Units:
    """The units of a gold and a parse: rows as they are, where these belong together. Else a unit ends wherever both
    end a sentence of the same text, or holds sentences that are linked."""
    rows = np.arange(len(gold) + 1)
    if len(gold) == len(parse) and (gold.in_rows or same_where_parsed(gold, parse)):
        return Units(rows, rows)
    ours, theirs = surface_tokens(gold), surface_tokens(parse)
    if _same_text(ours, theirs):
        # The smallest stretches of the same characters that both sides end a token at.
        ends = [np.cumsum(lengths(tokens)) for tokens in (ours, theirs)]
        common = in_both(*ends)
        common = common[np.diff(common, prepend=-1) > 0]  # words of blanks only end where the one before them does
        bounds = []
        for tokens, end in zip((ours, theirs), ends, strict=True):
            last = np.searchsorted(end, common, side="right") - 1
            bounds += [tokens.sentence[np.append(0, last + 1)[:-1]], tokens.sentence[last]]
        return _between(bounds, len(gold), len(parse))
    # A parse with other words often has the right sentences all the same: what links find must be more to be believed.
    linked = linked_sentences(gold, parse)
    if len(gold) == len(parse) and not linked.moved and _in_rows(ours, theirs) >= linked.tokens:
        return Units(rows, rows)
    own, other = linked.pairs.T
    return _between((own, own, other, other), len(gold), len(parse))


@remembered
def unparsed(gold: Treebank, parse: Treebank) -> Bools:
    """For each sentence of the gold that has words whether the parse has none for it."""
    found = units(gold, parse)
    before = np.append(0, np.cumsum(parse.sentences["words"].to_numpy(), dtype=np.int64))
    lacks = np.diff(before[found.parse]) == 0
    return np.asarray(lacks[found.of_gold] & (gold.sentences["words"] > 0).to_numpy())


def joined_units(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank]:
    """Gold and parse with one sentence a unit, so that those in the same row belong together."""
    # What is remembered must not hold the treebanks themselves.
    return (gold, parse) if units(gold, parse).are_sentences else _joined_units(gold, parse)


@remembered
def _joined_units(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank]:
    found = units(gold, parse)
    return joined(gold, found.gold), joined(parse, found.parse)


def _in_rows(ours: Tokens, theirs: Tokens) -> int:
    return int((compare([ours.sentence, ours.codes], [theirs.sentence, theirs.codes]).gold == Mark.MATCHED).sum())


def _same_text(ours: Tokens, theirs: Tokens) -> bool:
    if np.array_equal(ours.codes, theirs.codes):
        return True
    one, other = (tokens.text.cast(pl.String).str.join("").item() for tokens in (ours, theirs))
    return bool(one == other)


def _between(bounds: Sequence[Integers], gold: int, parse: int) -> Units:
    """The units between bounds that no stretch crosses which both sides have: ``bounds`` are the rows of the first and
    the last sentence of the gold that each is in, then of the parse; they rise."""
    gold_first, gold_last, parse_first, parse_last = bounds
    after = np.arange(1, gold)  # a bound stands before each of these sentences of the gold
    before = np.searchsorted(gold_first, after)
    behind = np.searchsorted(gold_last, after)
    last = np.append(-1, np.maximum.accumulate(parse_last))
    first = np.append(parse_first, parse)
    chosen = last[before] < first[behind]
    starts = np.concatenate([[0], after[chosen]]) if gold else np.zeros(0, np.int64)
    ends = np.append(starts[1:], gold) if gold else starts
    of_gold, of_parse, done = [0], [0], 0
    links_before = np.searchsorted(gold_first, np.append(starts, gold)).tolist()
    for end, (link, next_link) in zip(ends.tolist(), pairwise(links_before), strict=True):
        begins = int(first[link]) if link < next_link else done
        surplus = range(done + 1, begins + 1)  # the ends of sentences of which the gold has nothing, each a unit
        of_gold += [of_gold[-1]] * len(surplus)
        of_parse += surplus
        done = int(last[next_link]) + 1 if link < next_link else begins
        of_gold.append(end)
        of_parse.append(done)
    of_gold += [gold] * (parse - done)
    of_parse += range(done + 1, parse + 1)
    return Units(np.array(of_gold), np.array(of_parse))


def check_related(gold: Treebank, parse: Treebank) -> None:
    if reason := unrelated(gold, parse):
        raise PairError(reason, path=parse.path)


@remembered
def unrelated(gold: Treebank, parse: Treebank) -> str:
    """How little the texts have in common when comparing them would say nothing; else empty."""
    if same_where_parsed(gold, parse):
        return ""
    ours, theirs = surface_tokens(gold), surface_tokens(parse)
    shorter = min(len(ours.codes), len(theirs.codes))
    if shorter < FEW or _same_text(ours, theirs):
        return ""
    # Rows tell more than anchors where a text repeats itself.
    common = _in_rows(ours, theirs) if len(gold) == len(parse) else 0
    texts = text_keys(gold), text_keys(parse)
    if common < RELATED * shorter:
        # Ids know the order of a text that repeats itself, in which no run of tokens stands only once.
        in_order = same_sentences(texts, (id_keys(gold), id_keys(parse)))[:, 0]
        common = max(common, int(np.isin(ours.sentence, in_order).sum()))
    if common < RELATED * shorter:
        common = max(common, len(matched(ours.codes, theirs.codes)))
    if common >= RELATED * shorter:
        return ""
    both, alike = f"{gold.path} and {parse.path} have", compare([texts[0]], [texts[1]]).gold == Mark.MATCHED
    if alike.sum() >= RELATED * min(len(gold), len(parse)):
        return f"{both} {alike.sum():,} sentences in common, but in another order; bring them into the same one"
    question = "are they of the same text, and read in the right encoding?"
    return f"{both} almost no words in common: {common:,} of {shorter:,}; {question}"


def sentences_differ(gold: Treebank, parse: Treebank) -> str:
    """One line that says how the sentences differ, with the first lines; empty if they do not."""
    found = units(gold, parse)
    if found.are_sentences:
        return ""
    ours, theirs = np.diff(found.gold), np.diff(found.parse)
    changed = (ours > 0) & (theirs > 0) & (ours + theirs > 2)
    missing = np.flatnonzero(np.repeat(theirs == 0, ours))
    surplus = np.flatnonzero(np.repeat(ours == 0, theirs))
    # A sentence is the same elsewhere by its text, and by its id if the files have any ids in common.
    keys, ids = [text_keys(gold), text_keys(parse)], [id_keys(gold), id_keys(parse)]
    if np.isin(ids[0][ids[0] != 0], ids[1]).any():
        keys = [identity(text, name) for text, name in zip(keys, ids, strict=True)]
    marks = compare([keys[0][missing]], [keys[1][surplus]])
    moved, placed = (mark == Mark.MATCHED for mark in marks)
    again = ~placed & np.isin(keys[1][surplus], keys[0])
    of_gold = f" of {gold.path}"
    parts = []
    for treebank, rows, whose, what in (
        (gold, np.flatnonzero(np.repeat(changed, ours)), of_gold, "split or joined"),
        (gold, missing[~moved], of_gold, "missing"),
        (gold, missing[moved], of_gold, "at another place"),
        (parse, surplus[again], "", "there twice"),
        (parse, surplus[~placed & ~again], "", f"not in {gold.path}"),
    ):
        if len(rows):
            are, first = ("is", "") if len(rows) == 1 else ("are", "first in ")
            line = treebank.sentences["line"][int(rows[0])]
            parts.append(f"{counted(len(rows), 'sentence')}{whose} {are} {what} ({first}line {line})")
    return f"{parse.path}: warning: {', '.join(parts)}"
