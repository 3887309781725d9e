"""One parse against another: what the second mends, what it breaks, what both have wrong, what both have right.

Of words it is told by the word table of all parses (`sides.word_table.word_table_of_all`), of any other metric by
its facts: what the gold has and a parse matches is right. A word that a parse cuts differently, or lacks, it has wrong,
as in its scores; a fact that one of the two parses cannot be asked about, for its words differ, counts nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, Where, equals, has, ordered
from goldleaf.core.analysis.sides.bins import LENGTHS
from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Mark

TOTAL = "total"
"""The class of the first row, which stands for all."""

OUTCOMES = ("fixed", "broken", "both_wrong", "both_right")

OF_WORDS = {"relation": "gold_deprel", "tag": "gold_tag", "length": "words"}
"""What words are told apart by."""

RIGHT = {"right_both": "head and relation", "right_head": "head", "right_label": "relation"}
"""What of a word is to be right."""

LABELS = ("kind", "label", "tag", "role")
"""What of the key of a metric's facts says what they are."""


def words_versus(words: pl.DataFrame, a: str, b: str, by: str = "relation", right: str = "right_both") -> Table:
    """Words by what the parses ``a`` and ``b`` have right of them, whose columns begin with these names.

    Columns: ``by`` (one of `OF_WORDS`), ``words``, the `OUTCOMES` (UInt32), ``net`` (fixed less broken, Int64). The
    first row is the `TOTAL`. Raises OptionError for what words are not told apart by, or not right in.
    """
    for value, known in ((by, OF_WORDS), (right, RIGHT)):
        if value not in known:
            raise OptionError(f"versus {value}: no such choice; there are {', '.join(known)}")
    ours, theirs = f"{a}_{right}", f"{b}_{right}"
    column = OF_WORDS[by]
    asked = words.lazy() if column in words.columns else words.lazy().with_columns(words=pl.len().over("sentence"))
    asked = asked.filter("scoring").with_columns(pl.col(ours, theirs).fill_null(value=False))
    keys = [_bucket() if by == "length" else pl.col(column).cast(pl.String)]
    told = asked.select(keys[0].alias(by), a=pl.col(ours), b=pl.col(theirs)).collect()
    conditions = _outcomes(ours, theirs)

    def where(row: Row, figure: str) -> str:
        return has("scoring", *conditions.get(figure, ()), _of_class(row, by, column))

    title = f"Words by {by}: {RIGHT[right]}"
    return Table("versus_words", title, _counted(told, [by], "words"), _NOTE, where)


def _outcomes(ours: str, theirs: str) -> Mapping[str, Sequence[str]]:
    not_ours, not_theirs = (f"({one} is null or not {one})" for one in (ours, theirs))
    return {
        "fixed": (not_ours, theirs),
        "broken": (ours, not_theirs),
        "both_wrong": (not_ours, not_theirs),
        "both_right": (ours, theirs),
        "net": (f"({ours} and {not_theirs} or {theirs} and {not_ours})",),
    }


def _of_class(row: Row, by: str, column: str) -> str | None:
    if row[by] == TOTAL:
        return None
    return LENGTHS[row[by]] if by == "length" else equals(column, row[by])


def facts_versus(
    facts: tuple[pl.DataFrame, pl.DataFrame], key: Sequence[str], lengths: pl.Series, by: str = "label"
) -> Table:
    """The gold's facts by what the parses have of them, and what the parses have besides.

    ``facts`` are the metric's of a gold and either parse, ``key`` the metric's, ``lengths`` the words of each sentence
    of the gold. Columns: ``kind`` and what else says what a fact is, or ``length``; ``facts``, the `OUTCOMES`, ``net``;
    ``extra_fixed`` (of the first parse alone), ``extra_broken`` (of the second alone), ``extra_both`` (UInt32).
    """
    labels = [name for name in LABELS if name in key]
    names = ["length"] if by == "length" or not labels else labels
    of_gold, extra = (
        found.with_columns(lengths.gather(found["sentence"]).alias("words")).with_columns(length=_bucket())
        for found in (_joined(facts, key, lacking) for lacking in (Mark.MISSING, Mark.EXTRA))
    )
    told = of_gold.filter(pl.col("a").is_not_null(), pl.col("b").is_not_null()).with_columns(
        pl.col("a", "b") == Mark.MATCHED
    )
    found = {"extra_fixed": extra.filter(pl.col("b").is_null()), "extra_broken": extra.filter(pl.col("a").is_null())}
    found["extra_both"] = extra.filter(pl.col("a").is_not_null(), pl.col("b").is_not_null())
    frame = _counted(told, names, "facts")
    for name, part in found.items():
        frame = _with_extra(frame, part, names, name)
    note = f"{_NOTE} Extra: what a parse has and the gold has not, of A alone, of B alone, of both."
    return Table("versus_facts", f"Facts by {by}", frame, note, _numbers(told, found, names))


def _joined(facts: tuple[pl.DataFrame, pl.DataFrame], key: Sequence[str], lacking: Mark) -> pl.DataFrame:
    """Facts of the gold (those that match, and those that are MISSING) or EXTRA ones, with their marks in both.

    The n-th of equal facts is that of the other parse; of those the ones that match come first.
    """
    marks = (Mark.MATCHED, lacking) if lacking is Mark.MISSING else (lacking,)
    names = ["sentence", *key]
    sides = [
        table.lazy()
        .filter(pl.col("mark").is_in(marks))
        .select(*names, "mark")
        .sort("mark", maintain_order=True)
        .with_columns(nth=pl.int_range(pl.len()).over(names))
        .rename({"mark": side})
        for table, side in zip(facts, ("a", "b"), strict=True)
    ]
    return sides[0].join(sides[1], on=[*names, "nth"], how="full", coalesce=True, nulls_equal=True).collect()


def _bucket() -> pl.Expr:
    """The bucket of a sentence by the column ``words``."""
    return pl.coalesce(pl.when(pl.sql_expr(condition)).then(pl.lit(name)) for name, condition in LENGTHS.items())


def _counted(told: pl.DataFrame, names: Sequence[str], all_: str) -> pl.DataFrame:
    """A row with the total, then one a class: lengths in their order, others the most frequent first."""
    a, b = pl.col("a"), pl.col("b")
    figures = {
        all_: pl.len(),
        "fixed": (~a & b).sum(),
        "broken": (a & ~b).sum(),
        "net": (b.cast(pl.Int64) - a.cast(pl.Int64)).sum(),
        "both_wrong": (~a & ~b).sum(),
        "both_right": (a & b).sum(),
    }
    texts = [pl.col(name).cast(pl.String) for name in names]
    counted = told.group_by(texts).agg(**figures)
    total = told.select(
        *(pl.lit(TOTAL if not n else None, pl.String).alias(one) for n, one in enumerate(names)), **figures
    )
    rows = counted.sort(_place(names[0])) if [*names] == ["length"] else ordered(counted, all_, *names)
    return pl.concat([total, rows])


def _place(name: str) -> pl.Expr:
    return pl.col(name).replace_strict({bucket: place for place, bucket in enumerate(LENGTHS)}, return_dtype=pl.UInt8)


def _with_extra(frame: pl.DataFrame, part: pl.DataFrame, names: Sequence[str], name: str) -> pl.DataFrame:
    texts = [pl.col(one).cast(pl.String) for one in names]
    counts = part.group_by(texts).agg(pl.len().alias(name))
    total = frame[:1].with_columns(pl.lit(part.height, pl.UInt32).alias(name))
    rest = frame[1:].join(counts, on=names, how="full", coalesce=True, nulls_equal=True, maintain_order="left_right")
    return pl.concat([total, rest.with_columns(pl.exclude(names).fill_null(0))])


def _numbers(told: pl.DataFrame, extra: Mapping[str, pl.DataFrame], names: Sequence[str]) -> Where:
    """The sentences behind a figure, by their numbers: the filter line knows no facts of two parses at once."""
    a, b = pl.col("a"), pl.col("b")
    chosen = {
        "fixed": told.filter(~a & b),
        "broken": told.filter(a & ~b),
        "net": told.filter(a != b),
        "both_wrong": told.filter(~a & ~b),
        "both_right": told.filter(a & b),
        **extra,
    }

    known: dict[str, Mapping[tuple[str | None, ...], list[int]]] = {}

    def where(row: Row, figure: str) -> str:
        name = figure if figure in chosen else ""
        if name not in known:
            known[name] = _by_class(chosen.get(name, told), names)
        whole = row[names[0]] == TOTAL
        numbers = known[name].get((TOTAL,) if whole else tuple(row[one] for one in names), ())
        return f"number in ({', '.join(map(str, numbers))})" if numbers else "number = 0"

    return where


def _by_class(found: pl.DataFrame, names: Sequence[str]) -> dict[tuple[str | None, ...], list[int]]:
    """The numbers of the sentences of each class, and of all."""
    numbers = found.select(*(pl.col(one).cast(pl.String) for one in names), number=pl.col("sentence") + 1)
    grouped = numbers.group_by(names).agg(pl.col("number").unique().sort())
    return {row[:-1]: row[-1] for row in grouped.iter_rows()} | {(TOTAL,): numbers["number"].unique().sort().to_list()}


_NOTE = "Fixed: wrong in A, right in B; broken: right in A, wrong in B; net: fixed less broken."
