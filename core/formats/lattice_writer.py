"""Writing lattices: each row of each table is the line it came from; the lines between are blank."""

from __future__ import annotations

import polars as pl

from goldleaf.core.formats.conll_writer import lines_to_bytes
from goldleaf.core.treebank import Treebank


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes. A treebank that was read and not changed gives back the bytes it was read from."""
    columns = (pl.col(name).cast(pl.String) for name in treebank.layout.columns)
    edges = treebank.edges.select("line", text=pl.concat_str(columns, separator="\t"))
    states = pl.concat_str("from", "to", separator="-")
    tokens = treebank.lattice_tokens.filter(pl.col("line") > 0).select(
        "line", text=pl.concat_str(states, "form", "misc", separator="\t")
    )
    return lines_to_bytes(treebank.layout, edges, tokens, treebank.other_lines.select("line", "text"))
