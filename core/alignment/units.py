"""Sentences that a parse splits, joins, lacks or has too many: the smallest parts that gold and parse both have, made
one sentence each; and two sentences as one row of places, at which words stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from operator import add
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment.same import Tokens, remembered, same_where_parsed, surface_tokens
from goldleaf.core.alignment.sentence_alignment import id_keys, linked_sentences, matched, same_sentences, text_keys
from goldleaf.core.alignment.word_alignment import aligned_words, in_both
from goldleaf.core.errors import PairError, counted
from goldleaf.core.facts import Bools, Integers, Mark, compare, identity
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import SENTENCES, Treebank, empty

if TYPE_CHECKING:
    from goldleaf.core.sentence import Sentence

Places: TypeAlias = Mapping[int, int]
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
        common = in_both(ours.ends, theirs.ends)
        common = common[np.diff(common, prepend=-1) > 0]  # words of blanks only end where the one before them does
        bounds = []
        for tokens in (ours, theirs):
            last = np.searchsorted(tokens.ends, common, side="right") - 1
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
    moved, placed = (mark == Mark.MATCHED for mark in compare([keys[0][missing]], [keys[1][surplus]]))
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


def joined(treebank: Treebank, bounds: Integers) -> Treebank:
    """A treebank whose sentence n is those from row ``bounds[n]`` to before ``bounds[n + 1]``; none make an empty one.
    Words keep their order, heads and constituents what they are, so that there may be several roots. Lattices are put
    behind one another; a sentence has none if one is missing. Other golds are joined alike. Not to be written."""
    unit = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    nodes = np.bincount(treebank.nodes["sentence"].to_numpy(), minlength=len(treebank))
    words_before = _before(treebank.sentences["words"].to_numpy().astype(np.int64), bounds, unit)
    nodes_before = _before(nodes, bounds, unit)
    of_words = ("first", "last", "after", "predicate", "argument", "word", "position", "head")
    shifts = {**dict.fromkeys(of_words, words_before), "node": nodes_before, "parent": nodes_before}

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the units' numbers for the sentences', and with what refers to words or nodes moved along."""
        if not table.height:
            return table
        sentence = table["sentence"].to_numpy()
        changed = [pl.Series("sentence", unit[sentence], dtype=pl.UInt32)]
        for name in columns:
            by = pl.Series(shifts[name][sentence], dtype=pl.Int64)
            # 0 is the root, the top, or nothing; a token's place before the first word stays there, too.
            value = pl.when(pl.col(name) > 0).then(pl.col(name).cast(pl.Int64) + by).otherwise(pl.col(name))
            changed.append(table.select(value.cast(table.schema[name])).to_series())
        if "enhanced" in table.columns:
            shift = words_before[sentence]
            rows = np.flatnonzero(shift)
            texts = table["enhanced"].gather(rows).cast(pl.String).to_list()
            later = [enhanced_at(text, partial(add, by)) for text, by in zip(texts, shift[rows].tolist(), strict=True)]
            column = pl.Series(later, dtype=pl.String).cast(table.schema["enhanced"])
            changed.append(table["enhanced"].scatter(rows, column))
        return table.with_columns(changed)

    words = moved(treebank.words, "position", "head", *(["parent"] if "parent" in treebank.words.columns else []))
    tree = treebank.nodes
    if tree.height:
        tree = with_yields(words, moved(tree, "node", "parent")).select(tree.columns)
    return replace(
        treebank,
        words=words,
        sentences=_sentences(treebank, bounds, unit),
        tokens=moved(treebank.tokens, "first", "last"),
        empty_nodes=moved(treebank.empty_nodes, "after"),
        nodes=tree,
        secondary_edges=moved(treebank.secondary_edges, "word", "node", "parent"),
        arguments=moved(treebank.arguments, "predicate", "argument"),
        other_lines=moved(treebank.other_lines.filter(pl.col("sentence") < len(treebank))),
        other_golds=tuple(joined(other, bounds) for other in treebank.other_golds),
        **_lattices(treebank, bounds, unit),
    )


def as_one(treebank: Treebank, first: int, end: int) -> Treebank:
    """The sentences from row ``first`` to before ``end`` as one; one alone as it is."""
    part = treebank.slice(first, end - first)
    return part if end - first == 1 else joined(part, np.array([0, end - first]))


def _before(sizes: Integers, bounds: Integers, unit: Integers) -> Integers:
    """For each sentence how much stands before it in its unit."""
    # Sums from the file's start, less what had come up when the unit began.
    total = np.append(0, np.cumsum(sizes))
    return np.asarray(total[:-1] - total[bounds[:-1]][unit])


def _lattices(treebank: Treebank, bounds: Integers, unit: Integers) -> dict[str, Any]:
    """The edges and tokens of units: each lattice begins in the state that the one before ends in."""
    tables = {"edges": treebank.edges, "lattice_tokens": treebank.lattice_tokens}
    if not treebank.edges.height:
        return tables
    names = ("sentence", "from", "to", "token")
    sentence, origin, target, token = (treebank.edges[name].to_numpy().astype(np.int64) for name in names)
    last, tokens = np.zeros(len(treebank), np.int64), np.zeros(len(treebank), np.int64)
    first = np.full(len(treebank), np.iinfo(np.int64).max)
    np.minimum.at(first, sentence, origin)
    np.maximum.at(last, sentence, target)
    np.maximum.at(tokens, sentence, token)
    # A unit with a sentence that has no lattice would have a hole in its path: it has none at all.
    missing = np.bincount(sentence, minlength=len(treebank)) == 0
    whole = np.bincount(unit[missing], minlength=len(bounds) - 1) == 0
    first[missing] = 0
    state_shift = _before(last - first, bounds, unit) - first
    token_shift = _before(tokens, bounds, unit)
    for name, table in tables.items():
        of = table["sentence"].to_numpy()
        moved = {"sentence": unit[of], **{end: table[end].to_numpy() + state_shift[of] for end in ("from", "to")}}
        moved["token"] = table["token"].to_numpy() + token_shift[of] * (table["token"].to_numpy() > 0)
        columns = [pl.Series(column, values, dtype=table[column].dtype) for column, values in moved.items()]
        tables[name] = table.with_columns(columns).filter(pl.Series(whole[unit[of]]))
    return tables


def _sentences(treebank: Treebank, bounds: Integers, unit: Integers) -> pl.DataFrame:
    text = pl.when(pl.col("text").is_not_null().all()).then(pl.col("text").str.join(" ")).first()
    units = treebank.sentences.with_columns(unit=pl.Series(unit, dtype=pl.UInt32)).group_by("unit", maintain_order=True)
    made = units.agg(pl.first("first_word", "line", "id"), pl.sum("words").cast(pl.UInt32), text, pl.all("readable"))
    # Units without a sentence stand where the next ones begin.
    every = pl.DataFrame({"unit": pl.int_range(len(bounds) - 1, dtype=pl.UInt32, eager=True)})
    table = every.join(made, on="unit", how="left", maintain_order="left").with_columns(
        pl.col("words").fill_null(0),
        pl.col("first_word").fill_null(strategy="backward").fill_null(treebank.words.height),
        pl.col("line").fill_null(strategy="backward").fill_null(0),
        pl.col("readable").fill_null(value=True),
    )
    return pl.concat([empty(SENTENCES), table.select(list(SENTENCES))], how="vertical_relaxed")


def places(gold: Treebank, parse: Treebank) -> tuple[Places, Places]:
    """For each word of two treebanks of one sentence, by position, its place in both (from 1)."""
    partner = aligned_words(gold, parse)
    # The words that both share, and last the place of a head that lies beyond the sentence.
    shared = np.append(partner[partner >= 0], gold.words.height)
    theirs = np.append(np.flatnonzero(partner >= 0), parse.words.height)
    number, rows, others = (np.arange(size) for size in (len(shared), gold.words.height + 1, parse.words.height + 1))
    # Between shared words those of the gold stand before those of the parse.
    before = np.append(0, theirs - number)[np.searchsorted(shared, rows, side="right")]
    other_before = (shared - number)[np.searchsorted(theirs, others)]
    of_gold, of_parse = (rows + 1 + before).tolist(), (others + 1 + other_before).tolist()
    return dict(enumerate(of_gold, 1)), dict(enumerate(of_parse, 1))


def placed(sentence: Sentence, where: Places) -> Sentence:
    """The sentence with places for positions; its words keep their numbers in ``number``."""
    beyond = max(where.values(), default=0)  # where heads are that the sentence does not have

    def graph(dependencies: str) -> str:
        return enhanced_at(dependencies, lambda number: where.get(number, 0))

    words = []
    for word in sentence.words:
        head = where.get(word.head, beyond) if word.head else word.head
        moved = replace(word, position=where[word.position], head=head, number=word.position)
        words.append(replace(moved, enhanced=graph(word.enhanced)))
    tokens = (token for token in sentence.tokens if token.first in where and token.last in where)
    nodes, roles, edges = sentence.empty_nodes, sentence.arguments, sentence.secondary_edges
    return replace(
        sentence,
        words=tuple(words),
        tokens=tuple(replace(token, first=where[token.first], last=where[token.last]) for token in tokens),
        empty_nodes=tuple(replace(one, after=where.get(one.after, 0), enhanced=graph(one.enhanced)) for one in nodes),
        arguments=tuple(replace(one, predicate=where[one.predicate], argument=where[one.argument]) for one in roles),
        secondary_edges=tuple(replace(edge, word=where[edge.word]) if edge.word else edge for edge in edges),
    )


def enhanced_at(dependencies: str, place: Callable[[int], int]) -> str:
    """A DEPS field with other numbers for the words; empty nodes stand behind their words, and 0 is the root."""
    if dependencies in ("_", ""):
        return dependencies
    edges = []
    for edge in dependencies.split("|"):
        head, colon, label = edge.partition(":")
        number, dot, index = head.partition(".")
        if number.isdigit():
            head = f"{place(int(number)) if int(number) else 0}{dot}{index}"
        edges.append(f"{head}{colon}{label}")
    return "|".join(edges)
