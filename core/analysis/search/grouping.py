"""What a query found, counted by one or more columns, as Grew-match clusters what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from goldleaf.core.analysis.breakdown_table import ordered
from goldleaf.core.analysis.search.filtering import Filtered, NodeTables
from goldleaf.core.analysis.search.has import PLACE, columns_of, columns_of_facts, sentence_columns, word_columns
from goldleaf.core.analysis.search.query import column_named, hint
from goldleaf.core.analysis.sides.word_table import ROLE, ROW
from goldleaf.core.errors import OptionError

HITS, SENTENCES = "hits", "sentences"  # the counts: of words or nodes that meet a ``has(…)``, and of sentences
_COUNT = "#count"  # no column that one can group by


def grouped(
    table: pl.DataFrame,
    words: pl.DataFrame | None,
    found: Filtered,
    columns: Sequence[str],
    nodes: NodeTables | None = None,
) -> pl.DataFrame:
    """A row for each value, or combination of values, the most frequent first: the columns, `HITS`, `SENTENCES`.

    ``table``, ``words`` and ``nodes`` are what the query looked into. The columns are those of the words where it
    looked for words, of the nodes where it looked for nodes, of the facts where it looked for facts, else, and where
    these have none of the name, those of the sentences; of a query for several of them only those of the sentences.
    Without any there are no `HITS`. Raises OptionError for an unknown column, and one named twice."""
    of_hits = hit_columns(words, found, nodes)
    of_sentences = {name: pl.col(name) for name in table.columns} | sentence_columns(table)
    known = [*of_hits, *of_sentences]
    names: list[str] = []
    for given in columns:
        name = column_named(given, known)
        if name is None:
            raise OptionError(f"group: no column {given}{hint(given, known)}{_why_of_sentences(found)}")
        if name in names:
            raise OptionError(f"group: column {name} is named twice")
        names.append(name)
    values = _rows(words, found, {name: of_hits[name] for name in names if name in of_hits}, nodes or {})
    further = {name: of_sentences[name] for name in names if name not in of_hits}
    of_table = table.with_row_index("sentence").select("sentence", **further)
    values = values.join(of_table, on="sentence", how="left", maintain_order="left")
    counted = values.group_by(names).agg(pl.len().alias(_COUNT), pl.col("sentence").n_unique().alias(f"{_COUNT} 2"))
    named = ordered(counted, _COUNT, *names).rename({_COUNT: HITS, f"{_COUNT} 2": SENTENCES})
    return named.drop(HITS) if found.hits is None and found.nodes is None else named


def hit_columns(words: pl.DataFrame | None, found: Filtered, nodes: NodeTables | None = None) -> dict[str, pl.Expr]:
    """The columns of what a query looked for, if that is words alone, nodes of one kind alone, or a table of facts."""
    if found.facts is not None:
        return {} if found.fact_rows is None else {name: pl.col(name) for name in columns_of_facts(found.fact_rows)}
    if found.nodes is None:
        return {} if words is None or found.hits is None else word_columns(words)
    one = found.hits is None and len(found.node_kinds) == 1
    return (nodes or {})[found.node_kinds[0]].columns if one else {}


def _rows(
    words: pl.DataFrame | None, found: Filtered, columns: Mapping[str, pl.Expr], nodes: NodeTables
) -> pl.DataFrame:
    """A row a hit with these columns of words, nodes or facts, or a row a sentence if there are no hits."""
    if found.fact_rows is not None:
        return found.fact_rows.select("sentence", **columns)
    if found.nodes is not None:
        if columns:
            return columns_of(nodes[found.node_kinds[0]].rows, columns)[found.nodes["row"]].drop(PLACE)
        return pl.concat([hits.select("sentence") for hits in (found.nodes, found.hits) if hits is not None])
    if found.hits is None:
        return pl.DataFrame({"sentence": found.rows}, schema={"sentence": pl.UInt32})
    rows = found.hits.rename({"position": PLACE})
    if words is None or not columns:
        return rows
    own = columns_of(words, columns)
    if ROLE not in own.columns:
        return _beside(rows, own)
    # A row for each word and combination of values of those of its roles that were found, else of all.
    beside = _beside(rows if found.roles is None else found.roles.rename({"position": PLACE}), own)
    there = f"{ROLE} there"
    if there in beside.columns:
        same = pl.col(ROLE).is_null() | pl.col(there).is_null() | (pl.col(ROLE) == pl.col(there))
        beside = beside.filter(same).drop(there)
    return beside.drop(ROLE).unique(maintain_order=True)


def _beside(rows: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """Hits with the columns of the words that they are; a word that the gold does not have is known by its row."""
    keys = ["sentence", PLACE]
    if "row" in rows.columns and ROW in own.columns:
        of_gold = pl.col(PLACE).is_not_null()
        own = own.with_columns(pl.col(PLACE).fill_null(0), row=pl.when(~of_gold).then(ROW)).drop(ROW)
        keys.append("row")
    return rows.join(own, on=keys, how="left", suffix=" there", nulls_equal=True, maintain_order="left")


def _why_of_sentences(found: Filtered) -> str:
    """Why there are no columns of what a query has found, or which there are of facts."""
    if found.fact_rows is not None:
        return f"; facts have {', '.join(columns_of_facts(found.fact_rows))}"
    if found.hits is None and found.nodes is None:
        return "; the condition finds sentences, and only what has(…) finds can be counted by columns of its own"
    kinds = [f"{kind}s" for kind in found.node_kinds]
    if found.hits is not None:
        kinds = ["words" if found.facts is None else "facts beside others", *kinds]
    if len(kinds) < 2 and found.facts is None:
        return ""
    of = " and ".join(kinds)
    return f"; the condition finds {of}, and what is of several kinds can be counted by columns of sentences only"
