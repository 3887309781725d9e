"""Writing lattices: each row of each table is the line it came from; the lines between are blank."""

from __future__ import annotations

import polars as pl

from goldleaf.core.formats.conll_writer import lines_to_bytes
from goldleaf.core.formats.kept_text import check_readable
from goldleaf.core.formats.lattice import COLUMNS
from goldleaf.core.formats.laying_out import lattices_laid_out
from goldleaf.core.treebank import Treebank


def to_bytes(treebank: Treebank, name: str | None = None) -> bytes:
    """The file's bytes. A treebank that was read and not changed gives back the bytes it was read from.

    ``name`` is the format, by default the treebank's own; one of another format, or of no file, is laid out anew,
    words that are in no lattice as lattices of a single path. Raises GoldleafError when a sentence of another format
    could not be read.
    """
    if name not in (None, treebank.format) or not treebank.layout.of_file:
        check_readable(treebank)
        treebank = lattices_laid_out(treebank, name or treebank.format, COLUMNS[name or treebank.format])
    columns = (pl.col(name).cast(pl.String) for name in treebank.layout.columns)
    edges = treebank.edges.select("line", text=pl.concat_str(columns, separator="\t"))
    states = pl.concat_str("from", "to", separator="-")
    tokens = treebank.lattice_tokens.filter(pl.col("line") > 0).select(
        "line", text=pl.concat_str(states, "form", "misc", separator="\t")
    )
    return lines_to_bytes(treebank.layout, edges, tokens, treebank.other_lines.select("line", "text"))
