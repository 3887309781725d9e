"""Files of numbered lines: which line each row of a treebank's tables comes to stand in, and the bytes of the lines."""

from __future__ import annotations

import codecs
from dataclasses import replace

import polars as pl

from goldleaf.core.treebank import OTHER_LINES, TEXT, Layout, Treebank

Laid = tuple[pl.DataFrame, int, pl.Expr]
"""A table, which of several kinds of lines it has, and the word or token that each of its lines follows."""


def numbered(treebank: Treebank, name: str, columns: tuple[str, ...], *laid: Laid) -> tuple[Layout, list[pl.DataFrame]]:
    """The layout of a format and the tables with ``line``, each sentence's lines together, an empty one after them.

    Lines stand in the order of what they follow, and of their kinds where they follow the same.
    """
    places = [
        table.select("sentence", after=after.cast(pl.Int64), kind=pl.lit(kind), table=pl.lit(number)).with_row_index(
            "row"
        )
        for number, (table, kind, after) in enumerate(laid)
    ]
    order = pl.concat(places).sort("sentence", "after", "kind", "row")
    before = order["sentence"].rank("dense").cast(pl.Int64) - 1  # empty lines
    order = order.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.Int64) + before)
    tables = []
    for number, (table, _, _) in enumerate(laid):
        lines = order.filter(pl.col("table") == number).sort("row")["line"]
        tables.append(table.with_columns(line=lines.cast(pl.UInt32)))
    layout = replace(
        treebank.layout,
        format=name,
        columns=columns,
        odd_newlines=(),
        lines=order.height + order["sentence"].n_unique(),
        final_newline=True,
        of_file=True,
    )
    return layout, tables


def without_blanks(table: pl.DataFrame, column: str) -> pl.Series:
    """The column with ``_`` for each blank within a value and for each empty value."""
    distinct = table[column].unique()
    texts = distinct.cast(pl.String)
    if not (texts.str.contains(r"\s") | (texts == "")).any():
        return table[column]
    mended = texts.str.strip_chars().str.replace_all(r"\s", "_").replace("", "_")
    return table[column].cast(pl.String).replace_strict(texts, mended).cast(TEXT)


def comments_of(treebank: Treebank) -> pl.DataFrame:
    """The comments, id and text of sentences among them, which formats other than CoNLL-U do not keep as comments."""
    own = treebank.other_lines.filter(
        pl.col("text").str.starts_with("#") & (pl.col("sentence") < len(treebank))
    ).with_columns(place=1)
    names = treebank.sentences.with_row_index("sentence")
    made = [
        names.filter(pl.col(column).is_not_null()).select(
            pl.col("sentence").cast(pl.UInt32),
            line=pl.lit(0, pl.UInt32),
            text=pl.format("# {} = {}", pl.lit(comment), pl.col(column).str.replace_all(r"[\r\n]+", " ")),
            place=pl.lit(0),
        )
        for comment, column in (("sent_id", "id"), ("text", "text"))
        if not own.filter(pl.col("text").str.contains(rf"^#\s*{comment}\s*=")).height
    ]
    return pl.concat([*made, own]).sort("sentence", "place", maintain_order=True).select(OTHER_LINES.keys())


def lines_to_bytes(layout: Layout, *tables: pl.DataFrame) -> bytes:
    """The bytes of a file with these lines (``line``, ``text``); the lines between them are empty."""
    table = pl.concat(tables)
    lines = (
        pl.DataFrame({"line": pl.int_range(1, layout.lines + 1, dtype=pl.UInt32, eager=True)})
        .join(table, on="line", how="left", maintain_order="left")["text"]
        .fill_null("")
        .to_list()
    )
    if layout.odd_newlines:
        other = {"\n": "\r\n", "\r\n": "\n"}[layout.newline]
        odd = frozenset(layout.odd_newlines)
        text = "".join(line + (other if n in odd else layout.newline) for n, line in enumerate(lines, 1))
    else:
        text = "".join(line + layout.newline for line in lines)
    if lines and not layout.final_newline:
        text = text.removesuffix("\n").removesuffix("\r" if layout.newline == "\r\n" else "")
    mark = codecs.BOM_UTF8 if layout.byte_order_mark else b""
    return mark + text.encode(layout.encoding)
