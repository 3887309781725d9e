"""The words of a gold and a parse side by side: the table that breakdowns count and that filters look into. Beside them
stand lists of roles, an entry for each predicate that a word is an argument of: a word may have several, so that
conditions on them are on single entries: of one word, one predicate, and what each side has there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import joined_units, units
from goldleaf.core.analysis.sides import word_columns
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.metrics.base import WordMetric
from goldleaf.core.metrics.semantic import propositions
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import TEXT, Treebank

# Where words differ, with a parse's name before it: the row of the parse's words that a word is, null for none.
ROW = "#row"


def word_table(
    metric: WordMetric, gold: Treebank, parse: Treebank | None = None, *, every: bool = False
) -> pl.DataFrame:
    """One row a word that gold and parse both have, in order; without a parse, the gold's columns alone.

    With ``every`` also a row for each word that only one of them has; see `word_table_of_all`.

    Columns: ``sentence`` (row in the gold, from 0), ``position``, ``form``, ``scoring``; with the prefixes ``gold_``
    and ``parse_`` each ``head``, ``deprel`` (as the metric compares it), ``tag`` (coarse; fine where the format has no
    coarse one), ``fine_tag``, ``lemma``, ``features``, ``direction``, ``distance``, ``distance_bin`` (`word_columns`);
    with a training file ``gold_form_seen`` and ``gold_lemma_seen`` (`word_columns.with_seen`);
    ``right_head``, ``right_label``, ``right_both``. What the treebank was read without is left out. Where gold and
    parse have different words, there are also ``parse_form``, ``parse_position``, and the columns of
    `sides.word_columns`: they are told by all words."""
    if parse is None:
        return gold.words.select("sentence", "position", "form").with_columns(_side(metric, gold, "gold"))
    paired = _paired(metric, gold, parse)
    if every or paired.whole:
        rows = _all_rows(metric, gold, {"parse": parse}, {"parse": paired})
    else:
        pairs = ("gold", gold, paired.gold), ("parse", parse, paired.parse)
        place = {name: spread(side.words.height, own, np.arange(len(own)), -1) for name, side, own in pairs}
        rows = word_columns.RowsOfSides(place, gold.sentence_of_word[paired.gold].astype(np.int64))
    return _table(metric, gold, {"parse": parse}, {"parse": paired}, "parse", rows)


def word_table_of_all(
    metric: WordMetric, gold: Treebank, parses: Mapping[str, Treebank], chosen: str | None
) -> pl.DataFrame:
    """One row a word that gold or parses have: those of the gold in order, then those that it does not have.

    The columns are those of the `word_table` of the gold and the chosen parse (None: there is none), and those of all
    parses: what begins with ``parse_`` begins with a parse's name (``b_deprel``), which also stands before
    ``right_head`` and the like (``b_right_both``). What a side does not have is null, and so is what is said of two
    sides of which one does not have the word: ``right_…``, ``scoring``. A word that the gold does not have is in the
    sentence of the gold at which its own is counted. Rows are the same whichever is chosen; where words differ, columns
    named by `ROW` say which word of each they are. With predicates there is ``roles`` (see `with_roles`)."""
    if chosen is None:
        return with_roles(word_table(metric, gold), {"gold": (gold, np.arange(gold.words.height))}, None)
    paired = {name: _paired(metric, gold, parse) for name, parse in parses.items()}
    rows = _all_rows(metric, gold, parses, paired)
    table = _table(metric, gold, parses, paired, chosen, rows)
    sides = {name: (side, rows.place[name]) for name, side in {"gold": gold, **parses}.items()}
    return with_roles(table, sides, chosen)


class _Paired(NamedTuple):
    """The words that both have: their rows in gold and parse, what is right of each, and whether all words are such."""

    gold: Integers
    parse: Integers
    right: Mapping[str, Bools]
    whole: bool


def _paired(metric: WordMetric, gold: Treebank, parse: Treebank) -> _Paired:
    joined_gold, joined_parse = joined_units(gold, parse)
    done = metric.agreement(joined_gold, joined_parse)  # whose words are in the same rows
    ours, theirs = (np.arange(side.words.height)[there] for side, there in ((gold, done.gold), (parse, done.parse)))
    whole = joined_gold is gold and len(ours) == gold.words.height == parse.words.height
    return _Paired(ours, theirs, {"right_head": done.head, "right_label": done.label, "right_both": done.both}, whole)


def _all_rows(
    metric: WordMetric, gold: Treebank, parses: Mapping[str, Treebank], paired: Mapping[str, _Paired]
) -> word_columns.RowsOfSides:
    def partners(first: str, second: str) -> Integers:
        both = paired[second] if first == "gold" else _paired(metric, parses[first], parses[second])
        return spread(parses[second].words.height, both.parse, both.gold, -1)

    sentences = {"gold": gold.sentence_of_word.astype(np.int64)}
    for name, parse in parses.items():
        same = paired[name].whole  # then no word of the parse is counted anywhere else
        sentences[name] = np.arange(0) if same else units(gold, parse).row_of_parse[parse.sentence_of_word]
    return word_columns.rows_of_sides(sentences, partners)


def _table(
    metric: WordMetric,
    gold: Treebank,
    parses: Mapping[str, Treebank],
    paired: Mapping[str, _Paired],
    chosen: str,
    rows: word_columns.RowsOfSides,
) -> pl.DataFrame:
    """The table of these rows, which are the gold's words where all sides have the same."""
    scoring = metric.scoring(gold)
    sides = {"gold": gold, **parses}
    if all(pair.whole for pair in paired.values()):
        own = [*gold.words.select("sentence", "position", "form"), pl.Series("scoring", scoring)]
        columns = {name: _side(metric, side, name) for name, side in sides.items()}
        right = {name: [pl.Series(*values) for values in pair.right.items()] for name, pair in paired.items()}
    else:

        def of_both(name: str, values: Bools, pair: _Paired) -> pl.Series:
            """What is said of words that both have; null in the other rows."""
            own = pl.repeat(None, len(rows.sentence), dtype=pl.Boolean, eager=True)
            return own.scatter(rows.place["gold"][pair.gold], pl.Series(values)).alias(name)

        sentence, length = pl.Series("sentence", rows.sentence, dtype=pl.UInt32), gold.sentences["words"]
        forms = gold.words.select(pl.col("position", "form").gather(word_columns.or_null(rows.at["gold"])))
        scores = of_both("scoring", scoring[paired[chosen].gold], paired[chosen])
        heads = _heads_in_gold(gold, parses[chosen], rows, chosen)
        own = [sentence, *forms, scores, length.gather(rows.sentence), heads]
        alone = np.zeros(len(rows.sentence) + 1, bool)  # the last is where words are that have no row
        for name, both in (("gold", paired[chosen].gold), (chosen, paired[chosen].parse)):
            scored = metric.scoring(sides[name])
            scored[both] = False
            alone[rows.place[name][scored]] = True
        own.append(pl.Series(word_columns.ALONE, alone[:-1]))
        columns = {name: _placed(metric, side, name, rows) for name, side in sides.items()}
        right = {name: [of_both(*values, pair) for values in pair.right.items()] for name, pair in paired.items()}
    table = [*own, *right[chosen], *columns["gold"]]
    table += [column.alias(f"parse_{column.name.removeprefix(f'{chosen}_')}") for column in columns[chosen]]
    for name in parses:
        if name != "parse":
            table += [*columns[name], *(values.alias(f"{name}_{values.name}") for values in right[name])]
    return pl.DataFrame(table)


def _side(metric: WordMetric, treebank: Treebank, side: str) -> list[pl.Series]:
    words = treebank.words
    tag = "coarse_tag" if "coarse_tag" in treebank.layout.columns else "fine_tag"
    columns = {"head": "head", "tag": tag, "fine_tag": "fine_tag", "lemma": "lemma", "features": "features"}
    columns |= {name: name for name in (*word_columns.SEEN, "mwe")}
    return [
        metric.labels(treebank).alias(f"{side}_deprel"),
        *(words[column].alias(f"{side}_{name}") for name, column in columns.items() if column in words.columns),
        *(column.alias(f"{side}_{column.name}") for column in word_columns.heads_placed(words)),
    ]


def _placed(metric: WordMetric, treebank: Treebank, side: str, rows: word_columns.RowsOfSides) -> list[pl.Series]:
    """A side's columns in the rows of a table, null where it has no word: those derived tell of all its words."""
    words = treebank.words.select("sentence", "position", "form").with_columns(_side(metric, treebank, side))
    derived = word_columns.structure(words.columns)
    del derived["words"]  # which is the gold's sentence's
    at, own, row = word_columns.or_null(rows.at[side]), [], []
    if side != "gold":
        own = [pl.col(name).alias(f"{side}_{name}") for name in ("position", "form")]
        row = [at.cast(pl.UInt32).alias(f"{side}_{ROW}")]
    every = words.select(*own, *(name for name in words.columns if name.startswith(f"{side}_")), **derived)
    away = rows.away(side, word_columns.parent_rows(words, side)).alias(f"{side}_{word_columns.AWAY}")
    return [*every.select(pl.all().gather(at)), *row, away]


def _heads_in_gold(gold: Treebank, parse: Treebank, rows: word_columns.RowsOfSides, side: str) -> pl.Series:
    head, of_gold = rows.of(side, head_rows(parse)), rows.at["gold"]
    there = (head >= 0) & (rows.sentence[head] == rows.sentence) & (of_gold[head] >= 0)
    position = np.append(gold.words["position"].to_numpy(), 0)[of_gold[head]].astype(np.int64)
    is_root = np.append((parse.words["head"] == 0).fill_null(value=False).to_numpy(), False)[rows.at[side]]
    heads = word_columns.or_null(np.where(is_root, 0, np.where(there, position, -1)))
    return heads.cast(pl.Int32).alias(word_columns.HEAD)


def without_partner(words: pl.DataFrame, counts: pl.DataFrame) -> str:
    """A sentence that says how many scoring words a table lacks; empty if none. ``counts``: the metric's."""
    both = int(words["scoring"].sum())
    alone = [int(counts[name].sum()) - both for name in ("scoring", "parse_scoring") if name in counts.columns]
    if not any(alone) or len(alone) < 2:
        return ""
    return f"Words that both have: {both:,}; without a partner: {alone[0]:,} of the gold, {alone[1]:,} of the parse."


ROLES = "roles"  # the column of word tables that holds the lists, null for words that are no arguments
ROLE = "#role"  # the number of an entry, where the entries have rows of their own
_PAIR = ("argument", "predicate")
_KEY = (*_PAIR, "slot")


def role_names(words: pl.DataFrame) -> list[str]:
    """The columns of roles that a word table has: ``gold_role``, ``gold_role_predicate_lemma`` and so on."""
    kind = words.schema.get(ROLES)
    fields = kind.inner.fields if isinstance(kind, pl.List) and isinstance(kind.inner, pl.Struct) else []
    return [field.name for field in fields if field.name != ROLE]


def entries(frame: pl.LazyFrame) -> pl.LazyFrame:
    """A frame with a row for each entry of `ROLES`, in columns; words without any keep one row, which is null there."""
    return frame.explode(ROLES, empty_as_null=True).unnest(ROLES)


def with_roles(table: pl.DataFrame, sides: Mapping[str, tuple[Treebank, Integers]], chosen: str | None) -> pl.DataFrame:
    """The table with the column `ROLES`, if some side has predicates.

    ``sides`` are the gold first, as ``gold``, and the parses by their names, of which the chosen one is ``parse``, too;
    each with the row of the table that each of its words is, −1 for none.

    An entry has, with each side before it, ``role`` (String), and of the predicate ``role_predicate`` (PRED),
    ``role_predicate_form``, ``role_predicate_lemma``, ``role_predicate_tag`` and ``role_predicate_position``; null
    where the side has none. Of ``A0|A1`` each is an entry; equal ones are one, others stand side by side."""
    if not any("predicate" in treebank.words.columns for treebank, _ in sides.values()):
        return table
    gold, *others = (_roles_of_side(name, *side, number) for number, (name, side) in enumerate(sides.items()))
    merged = gold = gold.with_columns(slot=pl.int_range(pl.len()).over(_PAIR))
    for name, other in zip([*sides][1:], others, strict=True):
        merged = merged.join(_beside(gold, other, name), on=_KEY, how="full", coalesce=True)
        if name == chosen:
            own = [column for column in other.columns if column not in _KEY]
            merged = merged.with_columns(pl.col(column).alias(f"parse{column.removeprefix(name)}") for column in own)
    merged = merged.filter(pl.col("argument") >= 0).sort(_KEY).with_row_index(ROLE).drop("predicate", "slot")
    listed = merged.select("argument", pl.struct(pl.exclude("argument")).alias(ROLES))
    rows = pl.DataFrame({"argument": np.arange(table.height)})
    lists = rows.join(listed.group_by("argument").agg(ROLES), on="argument", how="left", maintain_order="left")
    return table.with_columns(lists[ROLES])


def _roles_of_side(name: str, treebank: Treebank, row: Integers, number: int) -> pl.DataFrame:
    """The roles of a side: the rows of the words that are ``argument`` and ``predicate``, and what is told. Predicates
    that stand in no row get numbers below 0 which no other side has."""
    if "predicate" not in treebank.words.columns:
        treebank = replace(treebank, words=treebank.words.with_columns(predicate=pl.lit("_", TEXT)))
    words, found = treebank.words, propositions(treebank)
    arguments = ~found.is_sense
    predicate, argument = found.predicate[arguments], found.argument[arguments]
    alone = -1 - number * 2**32 - np.arange(words.height)
    tag = "coarse_tag" if "coarse_tag" in treebank.layout.columns else "fine_tag"
    told = {"": "predicate", "_form": "form", "_lemma": "lemma", "_tag": tag, "_position": "position"}
    of_predicates = {
        ending: words[column].gather(predicate) for ending, column in told.items() if column in words.columns
    }
    labels, predicates = found.label.filter(pl.Series(arguments)), np.where(row >= 0, row, alone)[predicate]
    own = {"argument": row[argument], "predicate": predicates, f"{name}_role": labels}
    return pl.DataFrame(own | {f"{name}_role_predicate{ending}": values for ending, values in of_predicates.items()})


def _beside(gold: pl.DataFrame, other: pl.DataFrame, name: str) -> pl.DataFrame:
    """The roles of a parse with the slots of those of the gold beside which they stand."""
    role = f"{name}_role"
    known = gold.select(*_KEY, pl.col("gold_role").alias(role))
    placed = other.join(known, on=[*_PAIR, role], how="left", maintain_order="left")
    rank = pl.int_range(pl.len()).over(_PAIR).alias("rank")
    rest = placed.filter(pl.col("slot").is_null()).drop("slot").with_columns(rank)
    free = known.drop(role).join(placed, on=_KEY, how="anti", maintain_order="left").with_columns(rank)
    rest = rest.join(free, on=[*_PAIR, "rank"], how="left", maintain_order="left")
    rest = rest.with_columns(pl.col("slot").fill_null(gold.height + pl.col("rank"))).drop("rank")
    return pl.concat([placed.filter(pl.col("slot").is_not_null()), rest])
