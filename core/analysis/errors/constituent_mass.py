"""What the classes of errors in constituents cost, and the worst kinds of them with sentences in which they occur."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Table, equals, has, most_frequent, ordered
from goldleaf.core.analysis.errors.constituent_errors import REPAIR, Errors
from goldleaf.core.analysis.errors.examples import marked
from goldleaf.core.treebank import Treebank

_KIND = ("class", "label", "from", "to")
_DEFAULT = Limits()


def error_mass(errors: Errors, counts: pl.DataFrame) -> Table:
    """The classes with ``without_share``: the F1 if the brackets of this class were right.

    ``counts`` are those of `ParsEval` of the same sentences.
    """
    table = errors.breakdown()
    sums = counts.select(pl.col("matched", "gold_brackets", "parse_brackets").sum()).row(0)
    both = sums[1] + sums[2]
    without = pl.when(both > 0).then((2 * sums[0] + pl.col("brackets")) / max(both, 1))
    now = f"{200 * sums[0] / both:.2f}" if both else "undefined"
    note = (
        f"{table.note} Without: the F1 if no brackets were wrong in this way (now {now}), their number being the same."
    )
    return Table(table.name, table.title, table.frame.with_columns(without_share=without), note, table.where)


def examples(errors: Errors, gold: Treebank, limits: Limits = _DEFAULT) -> Table:
    """Columns: ``class``, ``label``, ``from``, ``to`` (labels, null for none), ``count`` and ``brackets`` of the kind,
    then an example: ``number`` of the sentence (from 1), ``text`` with the words concerned in brackets.
    """
    counted = errors.table.group_by(_KIND).agg(count=pl.len().cast(pl.UInt32), total=pl.col("brackets").sum())
    kinds = ordered(most_frequent(counted, "total", limits.errors), "total", *_KIND).with_row_index("kind")
    of_kind = errors.table.join(kinds, on=_KIND, how="inner", nulls_equal=True, maintain_order="left")
    first = of_kind.unique(["kind", "sentence"], keep="first", maintain_order=True).sort("kind", "sentence")
    chosen = first.group_by("kind", maintain_order=True).head(limits.examples)
    words = gold.words.select("sentence", "position", "form")
    table = chosen.select(
        *_KIND,
        "count",
        pl.col("total").alias("brackets"),
        (pl.col("sentence") + 1).alias("number"),
        marked(words, chosen.select("sentence", "first", "last")),
    )
    return Table(
        "constituent-examples",
        "Worst kinds of errors in constituents, with examples",
        table,
        f"The kinds that cost most brackets, up to {limits.examples} sentences of each; the words stand in brackets.",
        lambda row, column: (
            has(*(equals(name, row[name]) for name in _KIND), of=REPAIR)
            if column in ("count", "brackets")
            else f"number = {row['number']}"
        ),
    )
