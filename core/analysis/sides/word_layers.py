"""Layers of single words: heads with labels, tags, lemmas, features; and the words that one side cuts differently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import Units, aligned_words, comparable, have_same_forms, joined_units, units
from goldleaf.core.alignment.same import remembered
from goldleaf.core.analysis.sides.sentence_table import running_texts
from goldleaf.core.facts import Bools, Codes, Integers, spread
from goldleaf.core.metrics.attachment import rows_of_heads
from goldleaf.core.metrics.parseval.evalb import codes_for
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.phrase import traces
from goldleaf.core.treebank import Treebank

NOTHING = ("_", "")

ITEMS = {
    "position": pl.UInt32(),  # of the word (of a role, the argument) in the gold's sentence, 0 for none
    "item": pl.String(),
    "first": pl.UInt32(),
    "last": pl.UInt32(),
    "gold": pl.String(),
    "parse": pl.String(),
}


class Found(NamedTuple):
    """The gold's sentence of each item that differs, and a table of `ITEMS` with as many rows. Texts take longer to
    make than differences to find: so the table is made when it is asked for."""

    sentence: Integers
    table: Callable[[], pl.DataFrame]


def together(*parts: Found) -> Found:
    sentence = np.concatenate([part.sentence for part in parts])
    return Found(sentence, lambda: pl.concat([part.table() for part in parts]))


def items(**columns: Integers | pl.Series | str | None) -> pl.DataFrame:
    """The table of `ITEMS`, of whatever the columns are given as; without them, there is no word, and null."""
    return pl.DataFrame({**dict.fromkeys(ITEMS), "position": 0, **columns}, schema_overrides=ITEMS)


class Paired(NamedTuple):
    """A gold and a parse whose sentences in the same row belong together, as `core.alignment.units` pairs them."""

    gold: Treebank
    parse: Treebank
    units: Units
    partner: Integers  # for each word of the parse the row of the gold's word that it is, −1 for none
    same_words: bool  # words of equal rows are the same
    sentence: Integers  # for each word of the gold the row of its sentence in the file, not of its unit
    first_word: Integers  # for each sentence of the gold's file
    lengths: tuple[Integers, Integers]  # how many words each sentence of the files has

    @property
    def rows(self) -> tuple[Integers | slice, Integers | slice]:
        if self.same_words:
            return slice(None), slice(None)
        theirs = np.flatnonzero(self.partner >= 0)
        return self.partner[theirs], theirs

    @property
    def known(self) -> Integers:
        """For each word of the gold its row, −1 where the parse does not have it."""
        shared = self.partner[self.partner >= 0]
        return spread(self.gold.words.height, shared, shared, -1)

    @property
    def have_words(self) -> tuple[Bools, Bools]:
        """Which units have words in the gold, and in the parse; words are told of one by one where both have."""
        gold, parse = ((side.sentences["words"] > 0).to_numpy() for side in (self.gold, self.parse))
        return gold, parse

    def position(self, rows: Integers) -> Integers:
        """The numbers of words of the gold in their sentences."""
        return np.asarray(rows - self.first_word[self.sentence[rows]] + 1)


def paired(gold: Treebank, parse: Treebank, *, in_rows: bool = False) -> Paired:
    """Gold and parse as they belong together; ``in_rows`` if sentences of the same row are known to."""
    rows = np.arange(len(gold) + 1)
    both, sides = (Units(rows, rows), (gold, parse)) if in_rows else (units(gold, parse), joined_units(gold, parse))
    partner = _partners(*sides)
    columns = gold.sentences["first_word"], gold.sentences["words"], parse.sentences["words"]
    first_word, ours, theirs = (column.to_numpy().astype(np.int64) for column in columns)
    sentence = gold.sentence_of_word.astype(np.int64)
    partners = np.arange(parse.words.height) if partner is None else partner
    same = partner is None and sides[0] is gold  # not only once they are joined
    return Paired(*sides, both, partners, same, sentence, first_word, (ours, theirs))


@remembered
def _partners(ours: Treebank, theirs: Treebank) -> Integers | None:
    """For each word of the parse the row of the gold's, −1 for none; None where all words are the same."""
    if len(ours) == len(theirs) and have_same_forms(ours, theirs):
        return None
    partner = aligned_words(ours, theirs).copy()
    # Traces are aligned with nothing; but where all words are the same they are, too.
    same = comparable(ours, theirs)[theirs.sentence_of_word]
    first = ours.first_words[theirs.sentence_of_word]
    partner[same] = (first + theirs.words["position"].to_numpy() - 1)[same]
    return partner


def codes(column: pl.Series, nothing: Sequence[str] = NOTHING) -> Codes:
    """The code of each value of a column of text (TEXT), equal where they are; null and ``nothing`` have one code."""
    if column.null_count():
        column = column.fill_null(nothing[0])
    none, *others = codes_for(nothing).tolist()
    values: Codes = column.to_physical().to_numpy()
    return np.where(np.isin(values, others), np.uint32(none), values)


def shared(gold: Treebank, parse: Treebank, columns: Sequence[str]) -> list[str]:
    """Those of the columns that both treebanks have, with a value at some word."""
    none = codes_for(NOTHING)[0]

    def says_something(side: Treebank, column: str) -> bool:
        return column in side.words.columns and bool((codes(side.words[column]) != none).any())

    return [column for column in columns if all(says_something(side, column) for side in (gold, parse))]


def in_columns(sides: Paired, chosen: Sequence[str]) -> Found:
    ours, theirs = sides.rows
    differ = np.zeros(sides.parse.words.height, bool)[theirs]
    for column in chosen:
        differ |= codes(sides.gold.words[column])[ours] != codes(sides.parse.words[column])[theirs]

    def values(gold: Integers, parse: Integers) -> list[pl.DataFrame]:
        return [
            pl.DataFrame([_texts(side.words[column].gather(rows)) for column in chosen])
            for side, rows in ((sides.gold, gold), (sides.parse, parse))
        ]

    # A treebank with one kind of tags may have it in both columns: the same value is said once.
    every = pl.concat_list(pl.all()).list.drop_nulls().list.unique(maintain_order=True).list.join(" ")
    return _of_words(sides, differ, values, every)


def arcs(sides: Paired) -> Found:
    ours, theirs = sides.rows
    label = codes(sides.gold.words["label"])[ours] != codes(sides.parse.words["label"])[theirs]
    gold_heads, parse_heads = sides.gold.heads, sides.parse.heads  # where words are the same, positions tell enough
    if not sides.same_words:
        heads = (sides.gold, rows_of_heads(sides.gold)), (sides.parse, rows_of_heads(sides.parse, sides.partner))
        # Those that their sentences do not have are the same if their numbers are.
        gold_heads, parse_heads = (np.where(rows == -3, -9 - side.heads, rows) for side, rows in heads)

    def values(gold: Integers, parse: Integers) -> list[pl.DataFrame]:
        both = (sides.gold, np.arange(sides.gold.words.height), gold), (sides.parse, sides.partner, parse)
        return [
            pl.DataFrame([_heads(sides, side, partner, rows, gold), _texts(side.words["label"].gather(rows))])
            for side, partner, rows in both
        ]

    arc = pl.concat_str(pl.col("head").fill_null("_"), pl.lit(" "), pl.col("label").fill_null("_"))  # ``4 obj``
    return _of_words(sides, label | (gold_heads[ours] != parse_heads[theirs]), values, arc)


def _of_words(
    sides: Paired, differ: Bools, values: Callable[[Integers, Integers], list[pl.DataFrame]], text: pl.Expr
) -> Found:
    """Items of the words that both have and that differ. ``values``: what either side has in rows, for the texts."""
    parse = np.flatnonzero(sides.partner >= 0)[differ]
    gold = sides.partner[parse]

    def table() -> pl.DataFrame:
        position = sides.position(gold)
        written = pl.when(~pl.all_horizontal(pl.all().is_null())).then(text)
        of_gold, of_parse = (part.select(written).to_series() for part in values(gold, parse))
        return items(position=position, item=position, gold=of_gold, parse=of_parse)

    return Found(sides.sentence[gold], table)


def _texts(column: pl.Series) -> pl.Series:
    text = column.cast(pl.String)
    return pl.select(pl.when(~text.is_in(NOTHING)).then(text)).to_series().alias(column.name)


def _heads(sides: Paired, side: Treebank, partner: Integers, words: Integers, gold: Integers) -> pl.Series:
    """What the head of each word is called (``head``): its number in the gold, 0 for the root; null without one. The
    form of a head that is not in the gold's sentence. ``partner`` are the gold's words of the side's, −1 for none."""
    rows, position = head_rows(side)[words], side.heads[words]
    there = np.where(rows >= 0, np.append(partner, -1)[rows], -1)
    inside = (there >= 0) & (sides.sentence[np.maximum(there, 0)] == sides.sentence[gold])
    number = pl.Series(np.where(inside, sides.position(np.maximum(there, 0)), position))
    form = _forms(side, np.maximum(rows, 0))
    beyond = pl.when(pl.Series((rows >= 0) & ~inside)).then(pl.format("‘{}’", form))
    return pl.select(head=beyond.when(number >= 0).then(number.cast(pl.String))).to_series()


def cuts(sides: Paired) -> Found:
    """What is cut differently: sentences, then words of the gold, then those of the parse. An item is a word that one
    side alone has; or a whole sentence, where one side has it, or they split it otherwise. Traces are no words."""
    if sides.same_words or not len(sides.first_word):
        return Found(np.zeros(0, np.int64), lambda: items(item=pl.Series(dtype=pl.String)))
    has = sides.have_words
    alone = (has[0] & has[1])[sides.gold.sentence_of_word] & ~traces(sides.gold)
    alone[sides.partner[sides.partner >= 0]] = False
    of_gold, of_parse = np.flatnonzero(alone), words_of_parse(sides)

    def words() -> pl.DataFrame:
        position = sides.position(of_gold)
        own = items(position=position, item=position, gold=_forms(sides.gold, of_gold))
        return pl.concat([own, items(item=of_parse["item"], parse=_forms(sides.parse, of_parse["word"]))])

    return together(_sentences(sides), Found(np.append(sides.sentence[of_gold], of_parse["sentence"]), words))


def _forms(side: Treebank, rows: Integers | pl.Series) -> pl.Series:
    return side.words["form"].gather(rows).cast(pl.String)


def words_of_parse(sides: Paired) -> pl.DataFrame:
    """The words that only the parse has: ``sentence``, ``item``, and ``word``, the row in the parse (uint32). Each is
    told by the gold's word that it stands behind, and by its number there."""
    gold_has, parse_has = sides.have_words
    unit = sides.parse.sentence_of_word
    rows = np.flatnonzero((sides.partner < 0) & (gold_has & parse_has)[unit] & ~traces(sides.parse))
    before = np.append(-1, np.maximum.accumulate(sides.partner))[rows]  # they rise
    unit = unit[rows]
    inside = (before >= 0) & (sides.gold.sentence_of_word[np.maximum(before, 0)] == unit)
    behind = np.where(inside, before, -1)
    word = np.maximum(behind, 0)
    position = pl.Series(np.where(inside, sides.position(word), 0))
    number = (pl.int_range(pl.len()) + 1).over("unit", "behind")
    sentence = pl.Series(np.where(inside, sides.sentence[word], sides.units.row[unit]))
    table = pl.DataFrame({"unit": unit, "behind": behind})
    table = table.select(sentence=sentence, item=pl.format("{}.{}", position, number), word=pl.Series(rows))
    return table.cast({"sentence": pl.UInt32, "word": pl.UInt32})


def _sentences(sides: Paired) -> Found:
    """One item a sentence of the gold, with the parse's sentences that the gold lacks and that are counted there. Where
    one side has a sentence, it is told what that says; where both have, how long its parts are: ``5 + 7 words``."""
    has, bounds = sides.have_words, (sides.units.gold, sides.units.parse)
    several = (np.diff(bounds[0]) > 1) | (np.diff(bounds[1]) > 1)
    odd = np.flatnonzero((has[0] != has[1]) | (has[0] & several))
    sentences, place = np.unique(sides.units.row[odd], return_inverse=True)

    def table() -> pl.DataFrame:
        texts, both = pl.DataFrame({"place": place}), pl.Series((has[0] & has[1])[odd])
        both_sides = zip(("gold", "parse"), (sides.gold, sides.parse), bounds, sides.lengths, has, strict=True)
        for name, side, bound, lengths, there in both_sides:
            parts = (lengths[bound[unit] : bound[unit + 1]].tolist() for unit in odd)
            long = pl.Series([f"{' + '.join(map(str, part))} words" for part in parts], dtype=pl.String)
            whole = running_texts(side).gather(odd)
            texts = texts.with_columns(pl.when(both).then(long).when(pl.Series(there[odd])).then(whole).alias(name))
        every = texts.group_by("place").agg(pl.col("gold", "parse").drop_nulls().str.join(" / ")).sort("place")
        gold, parse = every.select(pl.when(pl.col(name) != "").then(name).alias(name) for name in ("gold", "parse"))
        return items(item="", gold=gold, parse=parse)

    return Found(sentences, table)
