"""Writing lattices: each row of each table is the line it came from; the lines between are blank."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.formats.kept_text import check_readable
from goldleaf.core.formats.lattice import COLUMNS
from goldleaf.core.formats.laying_out import comments_of, lines_to_bytes, numbered, without_blanks
from goldleaf.core.structures.lattice import token_of_word
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, TEXT, Treebank, empty


def to_bytes(treebank: Treebank, name: str | None = None) -> bytes:
    """The file's bytes. A treebank that was read and not changed gives back the bytes it was read from.

    ``name`` is the format, by default the treebank's own; one of another format, or of no file, is laid out anew,
    words that are in no lattice as lattices of a single path. Raises GoldleafError when a sentence of another format
    could not be read.
    """
    if name not in (None, treebank.format) or not treebank.layout.of_file:
        check_readable(treebank)
        treebank = _laid_out(treebank, name or treebank.format, COLUMNS[name or treebank.format])
    columns = (pl.col(name).cast(pl.String) for name in treebank.layout.columns)
    edges = treebank.edges.select("line", text=pl.concat_str(columns, separator="\t"))
    states = pl.concat_str("from", "to", separator="-")
    tokens = treebank.lattice_tokens.filter(pl.col("line") > 0).select(
        "line", text=pl.concat_str(states, "form", "misc", separator="\t")
    )
    return lines_to_bytes(treebank.layout, edges, tokens, treebank.other_lines.select("line", "text"))


def _laid_out(treebank: Treebank, name: str, columns: tuple[str, ...]) -> Treebank:
    """Lattices as a file with these columns has them; words that are in no lattice are a path of their own."""
    edges, tokens = treebank.edges, treebank.lattice_tokens
    if not edges.height:
        edges, tokens = _path(treebank), _path_tokens(treebank)
    edges = edges.with_columns(without_blanks(edges, column) for column, kind in EDGES.items() if kind == TEXT)
    has_tokens = "token" not in columns
    tokens = tokens.with_columns(form=pl.when(pl.col("form") == "").then(pl.lit("_")).otherwise("form"))
    tokens = tokens if has_tokens else tokens.clear()
    comments = comments_of(treebank) if has_tokens else empty(OTHER_LINES)
    comments = comments.filter(pl.col("sentence").is_in(edges["sentence"].unique().implode()))
    layout, (comments, tokens, edges) = numbered(
        treebank,
        name,
        columns,
        (comments, 0, pl.lit(0)),
        (tokens, 2, pl.col("token").cast(pl.Int64) - 1),
        (edges, 1, pl.col("token")),
    )
    return replace(treebank, edges=edges, lattice_tokens=tokens, other_lines=comments, layout=layout)


def _path(treebank: Treebank) -> pl.DataFrame:
    """The edges of lattices with a single path each, which the words are."""
    token = pl.Series("token", token_of_word(treebank), dtype=pl.UInt32)
    nothing = pl.lit("_").cast(TEXT)
    words = treebank.words.select(pl.exclude("from", "to", "token"))
    words = words if "misc" in words.columns else words.with_columns(misc=nothing)
    state = pl.col("position")
    edges = words.with_columns((state - 1).alias("from"), state.alias("to"), token, anchors=nothing)
    return edges.select(EDGES.keys())


def _path_tokens(treebank: Treebank) -> pl.DataFrame:
    """The surface tokens of the words: multiword tokens, and each other word as one of its own."""
    words = treebank.words.select(
        "sentence",
        pl.Series("token", token_of_word(treebank), dtype=pl.UInt32),
        pl.col("position").alias("first"),
        pl.col("form").cast(pl.String),
    )
    spans = words.group_by("sentence", "token", maintain_order=True).agg(
        pl.col("first").min(), pl.col("first").max().alias("to"), pl.col("form").first()
    )
    ranges = treebank.tokens.select("sentence", "first", whole="form", own="misc")
    tokens = spans.join(ranges, on=["sentence", "first"], how="left", maintain_order="left")
    return tokens.with_columns(
        (pl.col("first") - 1).alias("from"),
        pl.coalesce("whole", "form").alias("form"),
        pl.coalesce("own", pl.lit("_")).alias("misc"),
        line=pl.lit(0),
    ).select(pl.col(name).cast(kind) for name, kind in LATTICE_TOKENS.items())
