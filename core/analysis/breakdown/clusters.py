"""How induced tags are mapped to the gold's, and how often each occurs with each (Gelling et al. 2012, §2.2)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.breakdown_table import Row, Table, equals, has, ordered, share
from goldleaf.core.metrics.clustering.assignment import NONE
from goldleaf.core.metrics.clustering.contingency import Contingency, Tags
from goldleaf.core.treebank import TEXT

_OF = "clustering"
WORDS = "words"


def table_of(facts: pl.DataFrame) -> Contingency:
    """The table of the words that some facts of `Clustering` are about."""
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
            WORDS: table.counts.sum(axis=0),
            "right": pl.Series(right, dtype=pl.Int64),
            **{name: pl.Series(tags, dtype=pl.String) for name, tags in columns.items()},
        }
    )
    frame = ordered(frame.with_columns(share("right", WORDS).alias("right_share")), WORDS, "induced")
    return Table(
        "mapping",
        "Induced tags and the gold's",
        frame.select("induced", "many_to_one", "one_to_one", "one_to_one_optimal", WORDS, "right", "right_share"),
        "Right: words whose gold tag is the one that most words of the induced tag have.",
        _where_mapped,
    )


def _where_mapped(row: Row, column: str) -> str:
    right = equals("gold_tag", row["many_to_one"]) if column.startswith("right") else None
    return has("in_gold", equals("parse_tag", row["induced"]), right, of=_OF)


def contingency(table: Contingency) -> Table:
    """Columns: ``induced``, ``words``, and one for each gold tag: how many words have both. The most frequent first."""
    frame = pl.DataFrame(
        {
            "induced": pl.Series([*table.parse], dtype=pl.String),
            WORDS: table.counts.sum(axis=0),
            **{_column(tag): table.counts[row] for row, tag in enumerate(table.gold)},
        }
    )
    rows = ordered(frame, WORDS, "induced")
    order = sorted(range(len(table.gold)), key=lambda row: (-int(table.counts[row].sum()), table.gold[row]))
    tags = [_column(table.gold[row]) for row in order]
    return Table(
        "contingency",
        "How often induced tags and the gold's occur together",
        rows.select("induced", WORDS, *tags),
        "Words that have both tags: the induced one of the row, the gold's of the column.",
        _where_both,
        frozenset(tags),
    )


def _column(tag: str) -> str:
    return f"{tag} (tag)" if tag in ("induced", WORDS) else tag


def _where_both(row: Row, column: str) -> str:
    gold = None if column in ("induced", WORDS) else equals("gold_tag", column.removesuffix(" (tag)"))
    return has("in_gold", equals("parse_tag", row["induced"]), gold, of=_OF)
