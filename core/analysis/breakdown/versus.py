"""One parse against another: what the second mends, what it breaks, what both have wrong, what both have right.

Of words it is told by the word table of all parses (`sides.word_table.word_table_of_all`), of any other metric by
its facts: what the gold has and a parse matches is right. A word that a parse cuts differently, or lacks, it has wrong,
as in its scores; a fact that one of the two parses cannot be asked about, for its words differ, counts nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import Breakdown, Row, counts_of, equals, has, ordered
from goldleaf.core.analysis.sides.fact_table import LENGTHS
from goldleaf.core.analysis.sides.word_columns import class_among
from goldleaf.core.errors import check_among
from goldleaf.core.facts import Mark

TOTAL = "total"  # the class of the first row, which stands for all
OF_WORDS = {"relation": "gold_deprel", "tag": "gold_tag", "length": "words"}  # what words are told apart by
# What of a word is to be right.
RIGHT = {"right_both": "head and relation", "right_head": "head", "right_label": "relation"}
LABELS = ("kind", "label", "tag", "role")  # what of the key of a metric's facts says what they are
# The columns of counts, by whether the parses have it right.
_OUTCOMES = {"fixed": "not a and b", "broken": "a and not b", "both_wrong": "not a and not b", "both_right": "a and b"}
_NOTE = "Fixed: wrong in A, right in B; broken: right in A, wrong in B; net: fixed less broken."


def words_versus(words: pl.DataFrame, a: str, b: str, by: str = "relation", right: str = "right_both") -> Breakdown:
    """Words by what the parses ``a`` and ``b`` have right of them, whose columns begin with these names. Columns:
    ``by`` (one of `OF_WORDS`), ``words``, ``fixed``, ``broken``, ``both_wrong``, ``both_right`` (UInt32), ``net``
    (fixed less broken, Int64). The first row is the `TOTAL`. Raises OptionError for another choice."""
    for value, known in ((by, OF_WORDS), (right, RIGHT)):
        check_among("versus", value, known)
    ours, theirs = f"{a}_{right}", f"{b}_{right}"
    column = OF_WORDS[by]
    asked = words.lazy() if column in words.columns else words.lazy().with_columns(words=pl.len().over("sentence"))
    asked = asked.filter("scoring").with_columns(pl.col(ours, theirs).fill_null(value=False))
    key = class_among(LENGTHS) if by == "length" else pl.col(column).cast(pl.String)
    judged = asked.select("sentence", key.alias(by), a=pl.col(ours), b=pl.col(theirs)).collect()
    # A word that a parse cuts differently has no value there, and is wrong.
    not_ours, not_theirs = (f"({name} is null or not {name})" for name in (ours, theirs))
    said = {"a": ours, "b": theirs, "not a": not_ours, "not b": not_theirs}
    conditions = {name: [said[part] for part in holds.split(" and ")] for name, holds in _OUTCOMES.items()}
    conditions["net"] = [f"({ours} and {not_theirs} or {theirs} and {not_ours})"]

    def where(row: Row, figure: str) -> str:
        of_class = LENGTHS.get(row[by]) if by == "length" else equals(column, row[by])
        return has("scoring", *conditions.get(figure, ()), None if row[by] == TOTAL else of_class)

    def behind(row: Row, figure: str) -> pl.Series:
        of_class = judged if row[by] == TOTAL else judged.filter(pl.col(by).eq_missing(row[by]))
        return of_class.filter(pl.sql_expr(_OUTCOMES.get(figure, "true")))["sentence"]

    title, frame = f"Words by {by}: {RIGHT[right]}", _counted(judged, [by], "words")
    return Breakdown("versus_words", title, frame, _NOTE, where, behind=behind)


def facts_versus(
    facts: tuple[pl.DataFrame, pl.DataFrame], key: Sequence[str], lengths: pl.Series, by: str = "label"
) -> Breakdown:
    """The gold's facts by what the parses have of them, and what the parses have besides. ``facts`` are the metric's of
    a gold and either parse, ``key`` the metric's, ``lengths`` the words of each sentence of the gold. Columns: ``kind``
    and what else says what a fact is, or ``length``; ``facts``, then as in `words_versus`; ``extra_fixed`` (of the
    first parse alone), ``extra_broken`` (of the second alone), ``extra_both`` (UInt32)."""
    labels = [name for name in LABELS if name in key]
    names = ["length"] if by == "length" or not labels else labels
    of_gold, extra = (
        joined.with_columns(lengths.gather(joined["sentence"]).alias("words")).with_columns(length=class_among(LENGTHS))
        for joined in (_joined(facts, key, marks) for marks in ((Mark.MATCHED, Mark.MISSING), (Mark.EXTRA,)))
    )
    judged = of_gold.drop_nulls(["a", "b"]).with_columns(pl.col("a", "b") == Mark.MATCHED)
    in_a, in_b = pl.col("a").is_not_null(), pl.col("b").is_not_null()
    fixed, broken = extra.filter(~in_b), extra.filter(~in_a)
    parts = {"extra_fixed": fixed, "extra_broken": broken, "extra_both": extra.filter(in_a, in_b)}
    frame = _counted(judged, names, "facts")
    texts = [pl.col(name).cast(pl.String) for name in names]
    for name, part in parts.items():
        counts = ordered(part.group_by(texts).agg(pl.len().alias(name)), name, *names)
        total = frame[:1].with_columns(pl.lit(part.height, pl.UInt32).alias(name))
        # A class may have extra facts alone: its row comes last, with 0 for all else.
        rest = frame[1:].join(counts, names, "full", coalesce=True, nulls_equal=True, maintain_order="left_right")
        frame = pl.concat([total, rest.with_columns(pl.exclude(names).fill_null(0))])
    parts |= {name: judged.filter(pl.sql_expr(condition)) for name, condition in _OUTCOMES.items()}
    parts["net"] = judged.filter(pl.col("a") != pl.col("b"))

    def behind(row: Row, figure: str) -> pl.Series:
        part = parts.get(figure, judged)
        if row[names[0]] != TOTAL:
            part = part.filter(pl.col(name).cast(pl.String).eq_missing(row[name]) for name in names)
        return part["sentence"]

    def where(row: Row, figure: str) -> str:
        # By the numbers of the sentences: the filter line knows no facts of two parses at once.
        chosen = (behind(row, figure).unique().sort() + 1).to_list()
        return f"number in ({', '.join(map(str, chosen))})" if chosen else "number = 0"

    note = f"{_NOTE} Extra: what a parse has and the gold has not, of A alone, of B alone, of both."
    return Breakdown("versus_facts", f"Facts by {by}", frame, note, where, behind=behind)


def _joined(facts: tuple[pl.DataFrame, pl.DataFrame], key: Sequence[str], marks: Sequence[Mark]) -> pl.DataFrame:
    """Facts that have one of these marks in either parse, with their marks in both. The n-th of equal facts is that of
    the other parse; of those the ones that match come first."""
    names = ["sentence", *key]
    sides = [
        table.lazy()
        .filter(pl.col("mark").is_in(marks))
        .select(*names, "mark")
        # Of equal facts it is unknown which is which: those that match are paired first, as bags are compared.
        .sort("mark", maintain_order=True)
        .with_columns(nth=pl.int_range(pl.len()).over(names))
        .rename({"mark": side})
        for table, side in zip(facts, ("a", "b"), strict=True)
    ]
    return sides[0].join(sides[1], on=[*names, "nth"], how="full", coalesce=True, nulls_equal=True).collect()


def _counted(judged: pl.DataFrame, names: Sequence[str], every: str) -> pl.DataFrame:
    """A row with the total, then one a class: lengths in their order, others the most frequent first."""
    net = (pl.col("b").cast(pl.Int64) - pl.col("a").cast(pl.Int64)).sum()
    figures = {every: pl.len(), **counts_of(_OUTCOMES), "net": net}
    shown = [every, "fixed", "broken", "net", "both_wrong", "both_right"]
    of_total = (pl.lit(None if place else TOTAL, pl.String).alias(name) for place, name in enumerate(names))
    total = judged.select(*of_total, **figures)
    counted = judged.group_by(pl.col(name).cast(pl.String) for name in names).agg(**figures)
    if [*names] == ["length"]:
        places = {bucket: place for place, bucket in enumerate(LENGTHS)}
        counted = counted.sort(pl.col("length").replace_strict(places, return_dtype=pl.UInt8))
    else:
        counted = ordered(counted, every, *names)
    return pl.concat([total, counted]).select(*names, *shown)
