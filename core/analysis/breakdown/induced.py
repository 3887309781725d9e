"""What induction of trees and tags is judged by (Gelling et al. 2012): heads by the gold's relations and by lengths of
arcs (Table 6 and Figure 1); how induced tags are mapped to the gold's, and how often each occurs with each (§2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, equals, has, ordered, share
from goldleaf.core.metrics.contingency import NONE, Contingency, Tags
from goldleaf.core.metrics.induction import FIGURES, LENGTHS
from goldleaf.core.treebank import TEXT


def by_relation(facts: pl.DataFrame) -> Table:
    """Columns: ``relation``, ``words``, and for each figure of `Induction` how many are right, and their share."""
    return _accuracy(facts, "relations", "relation", "Accuracy of heads by the gold's relation", ())


def by_arc_length(facts: pl.DataFrame) -> Table:
    """The columns of `by_relation`, of ``arc_length``: over words that score, in the gold."""
    return _accuracy(facts, "lengths", "arc_length", "Accuracy of heads by the length of the gold's arc", LENGTHS)


def _accuracy(facts: pl.DataFrame, name: str, column: str, title: str, classes: Sequence[str]) -> Table:
    # Each figure counts what the figures before it do, and more: directed, undirected, neutral to the edge's direction.
    right = {figure: FIGURES[: place + 1] for place, figure in enumerate(FIGURES)}
    sums = {figure: pl.col("counts_as").is_in(counting).sum() for figure, counting in right.items()}
    frame = ordered(facts.filter("in_gold").group_by(column).agg(pl.len().alias("words"), **sums), "words", column)
    # Lengths have an order; relations are as frequent as they are.
    if classes:
        frame = frame.sort(pl.col(column).cast(pl.Enum(classes)), nulls_last=True, maintain_order=True)
    shares = [shown for figure in FIGURES for shown in (figure, share(figure, "words").alias(f"{figure}_share"))]

    def where(row: Row, of: str) -> str:
        quoted = ", ".join(f"'{figure}'" for figure in right.get(of.removesuffix("_share"), ()))
        counts = f"counts_as in ({quoted})" if quoted else None
        return has("in_gold", equals(column, row[column]), counts, of="induction")

    note = (
        "Words that score, and for how many the head is right; also the other way round; also the gold's grandparent."
    )
    return Table(name, title, frame.select(column, "words", *shares), note, where)


def contingency_of(facts: pl.DataFrame) -> Contingency:
    """How often the tags of the words that some facts of `Clustering` are about occur together."""
    words = facts.filter("in_gold")
    gold, parse = (words[name].cast(TEXT).to_physical().to_numpy() for name in ("gold_tag", "parse_tag"))
    return Tags(gold, parse).contingency()


def mapping(table: Contingency) -> Table:
    """Columns: ``induced``, ``words``; ``many_to_one``, the gold tag that it is mapped to, how many words are ``right``
    then and their share; ``one_to_one`` and ``one_to_one_optimal``, likewise tags (null for none)."""
    columns = {
        name: [None if row == NONE else table.gold[row] for row in getattr(table, name)]
        for name in ("many_to_one", "one_to_one", "one_to_one_optimal")
    }
    right = table.counts.max(axis=0, initial=0)
    frame = pl.DataFrame(
        {
            "induced": pl.Series([*table.parse], dtype=pl.String),
            "words": table.counts.sum(axis=0),
            "right": pl.Series(right, dtype=pl.Int64),
            **{name: pl.Series(tags, dtype=pl.String) for name, tags in columns.items()},
        }
    )
    frame = ordered(frame.with_columns(share("right", "words").alias("right_share")), "words", "induced")

    def where(row: Row, column: str) -> str:
        right = equals("gold_tag", row["many_to_one"]) if column.startswith("right") else None
        return has("in_gold", equals("parse_tag", row["induced"]), right, of="clustering")

    return Table(
        "mapping",
        "Induced tags and the gold's",
        frame.select("induced", *columns, "words", "right", "right_share"),
        "Right: words whose gold tag is the one that most words of the induced tag have.",
        where,
    )


def contingency(table: Contingency) -> Table:
    """Columns: ``induced``, ``words``, and one for each gold tag: how many words have both. The most frequent first."""
    # A tag may be called as one of the other columns is.
    names = [f"{tag} (tag)" if tag in ("induced", "words") else tag for tag in table.gold]
    frame = pl.DataFrame(
        {
            "induced": pl.Series([*table.parse], dtype=pl.String),
            "words": table.counts.sum(axis=0),
            **{name: table.counts[row] for row, name in enumerate(names)},
        }
    )
    order = sorted(range(len(names)), key=lambda row: (-int(table.counts[row].sum()), table.gold[row]))
    tags = [names[row] for row in order]

    def where(row: Row, column: str) -> str:
        gold = None if column in ("induced", "words") else equals("gold_tag", column.removesuffix(" (tag)"))
        return has("in_gold", equals("parse_tag", row["induced"]), gold, of="clustering")

    return Table(
        "contingency",
        "How often induced tags and the gold's occur together",
        ordered(frame, "words", "induced").select("induced", "words", *tags),
        "Words that have both tags: the induced one of the row, the gold's of the column.",
        where,
        frozenset(tags),
    )
