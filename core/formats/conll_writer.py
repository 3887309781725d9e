"""Writing the CoNLL family: each row of each table is the line it came from; the lines between are blank."""

from __future__ import annotations

import codecs

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.conll_predicates import argument_fields
from goldleaf.core.formats.kept_text import check_readable
from goldleaf.core.formats.laying_out import laid_out
from goldleaf.core.treebank import Layout, Treebank


def to_bytes(treebank: Treebank, name: str | None = None) -> bytes:
    """The file's bytes. A treebank that was read and not changed gives back the bytes it was read from.

    ``name`` is the format, by default the treebank's own; one of another format, or of no file, is laid out anew.
    Raises ValueError when it was read without some of its columns, GoldleafError when a sentence of another format
    could not be read, and when the treebank has constituents, or lattices of several paths, instead of heads.
    """
    if name not in (None, treebank.format) or not treebank.layout.of_file:
        check_readable(treebank)
        check_single_paths(treebank)
        _check_heads(treebank)
        treebank = laid_out(treebank, name or treebank.format)
    return lines_to_bytes(
        treebank.layout,
        _words(treebank),
        _ranges(treebank),
        _empty_nodes(treebank),
        treebank.other_lines.select("line", "text"),
    )


def _check_heads(treebank: Treebank) -> None:
    if "parent" in treebank.words.columns and treebank.words["head"].null_count() == treebank.words.height > 0:
        raise GoldleafError(
            f"{treebank.path}: has constituents and no heads; a head table makes dependencies of them "
            "(goldleaf convert --head-table)",
            path=treebank.path,
        )


def check_single_paths(treebank: Treebank) -> None:
    """Raise GoldleafError when a lattice has several paths, so that its sentence has no words."""
    several = np.setdiff1d(treebank.edges["sentence"].to_numpy(), treebank.words["sentence"].to_numpy())
    if treebank.edges.height and several.size:
        raise GoldleafError(
            f"{treebank.path}: sentence {several[0] + 1} is a lattice of several paths; write it as a lattice",
            path=treebank.path,
        )


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


def _words(treebank: Treebank) -> pl.DataFrame:
    words = treebank.words
    fields = [_field(name, words) for name in treebank.layout.columns]
    line = pl.concat_str(fields, separator="\t")
    if "predicate" in treebank.layout.columns:
        line = line + argument_fields(words, treebank.arguments)
    return words.select("line", text=line)


def _field(name: str, words: pl.DataFrame) -> pl.Expr:
    if name not in words.columns:
        raise ValueError(f"to_bytes: the treebank was read without the column {name}")
    text = pl.col(name).cast(pl.String)
    return text.fill_null("_") if name == "head" else text


def _ranges(treebank: Treebank) -> pl.DataFrame:
    name = pl.concat_str("first", "last", separator="-")
    return treebank.tokens.select("line", text=pl.concat_str(name, "form", "fields", "misc", separator="\t"))


def _empty_nodes(treebank: Treebank) -> pl.DataFrame:
    name = pl.concat_str("after", "index", separator=".")
    return treebank.empty_nodes.select("line", text=pl.concat_str(name, "fields", separator="\t"))
