"""Writing the CoNLL family: each row of each table is the line it came from; the lines between are blank."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.conll import COLUMNS
from goldleaf.core.formats.kept_text import check_readable
from goldleaf.core.formats.laying_out import comments_of, lines_to_bytes, numbered, without_blanks
from goldleaf.core.treebank import OTHER_LINES, TEXT, Treebank, empty


def to_bytes(treebank: Treebank, name: str | None = None) -> bytes:
    """The file's bytes. A treebank that was read and not changed gives back the bytes it was read from.

    ``name`` is the format, by default the treebank's own; one of another format, or of no file, is laid out anew.
    Raises ValueError when it was read without some of its columns, GoldleafError when a sentence of another format
    could not be read, and when the treebank has constituents, or lattices of several paths, instead of heads.
    """
    if name not in (None, treebank.format) or not treebank.layout.of_file:
        check_readable(treebank)
        several = np.setdiff1d(treebank.edges["sentence"].to_numpy(), treebank.words["sentence"].to_numpy())
        if treebank.edges.height and several.size:
            raise GoldleafError(
                f"{treebank.path}: sentence {several[0] + 1} is a lattice of several paths; write it as a lattice",
                path=treebank.path,
            )
        if "parent" in treebank.words.columns and treebank.words["head"].null_count() == treebank.words.height > 0:
            raise GoldleafError(
                f"{treebank.path}: has constituents and no heads; a head table makes dependencies of them "
                "(goldleaf convert --head-table)",
                path=treebank.path,
            )
        treebank = _laid_out(treebank, name or treebank.format)
    columns = treebank.layout.columns
    for column in columns:
        if column not in treebank.words.columns:
            raise ValueError(f"to_bytes: the treebank was read without the column {column}")
    fields = {name: pl.col(name).cast(pl.String) for name in columns}
    if "head" in fields:
        fields["head"] = fields["head"].fill_null("_")
    words = pl.concat_str([*fields.values()], separator="\t")
    if "predicate" in columns:
        words = words + _argument_fields(treebank.words, treebank.arguments)
    token = pl.concat_str("first", "last", separator="-")
    node = pl.concat_str("after", "index", separator=".")
    return lines_to_bytes(
        treebank.layout,
        treebank.words.select("line", text=words),
        treebank.tokens.select("line", text=pl.concat_str(token, "form", "fields", "misc", separator="\t")),
        treebank.empty_nodes.select("line", text=pl.concat_str(node, "fields", separator="\t")),
        treebank.other_lines.select("line", "text"),
    )


def _laid_out(treebank: Treebank, name: str) -> Treebank:
    """The words of a treebank as a file of a format of the CoNLL family has them, each sentence's lines together.

    What the format has a column for and the treebank says nothing of is ``_``, but that the CoNLL-2008 form of a token
    is its words' form, FILLPRED is Y at predicates, and in CoNLL-X, and in PASCAL's extension of it, tags that are not
    there are the CPOSTAG (CoNLL-X, §3). Sentences without words are left out; only CoNLL-U has comments, multiword
    tokens and empty nodes, and blanks within values, which are underscores elsewhere.
    """
    columns, is_conllu = COLUMNS[name], name == "conllu"
    words = treebank.words.with_columns(_present(treebank.words, column) for column in columns[1:])
    if name in ("conllx", "pascal"):
        nothing = pl.lit("_").cast(TEXT)
        tags = [column for column in ("fine_tag", "universal_tag") if column in columns]
        words = words.with_columns(
            pl.when(pl.col(column) == nothing).then("coarse_tag").otherwise(column).alias(column) for column in tags
        )
    if not is_conllu:
        words = words.with_columns(without_blanks(words, column) for column in columns[1:] if column != "head")
    tokens = treebank.tokens if is_conllu else treebank.tokens.clear()
    if tokens.height:  # those of lattices have no fields
        whole = pl.lit("\t".join("_" * 7))
        tokens = tokens.with_columns(fields=pl.when(pl.col("fields") == "").then(whole).otherwise("fields"))
    nodes = treebank.empty_nodes if is_conllu else treebank.empty_nodes.clear()
    comments = comments_of(treebank) if is_conllu else empty(OTHER_LINES)
    sentences = treebank.sentences["words"].to_numpy()
    comments = comments.filter(pl.Series(sentences[comments["sentence"].to_numpy()] > 0))
    layout, (comments, tokens, words, nodes) = numbered(
        treebank,
        name,
        columns,
        (comments, 0, pl.lit(0)),
        (tokens, 3, pl.col("first").cast(pl.Int64) - 1),
        (words, 1, pl.col("position")),
        (nodes, 2, pl.col("after")),
    )
    return replace(treebank, words=words, tokens=tokens, empty_nodes=nodes, other_lines=comments, layout=layout)


def _present(words: pl.DataFrame, column: str) -> pl.Expr:
    """The column, or what stands for it where the treebank does not have it."""
    if column in words.columns:
        return pl.col(column)
    if column == "fill_predicate" and "predicate" in words.columns:
        is_predicate = pl.col("predicate").cast(pl.String) != "_"
        return pl.when(is_predicate).then(pl.lit("Y")).otherwise(pl.lit("_")).cast(TEXT).alias(column)
    return pl.col("form").alias(column) if column == "token_form" else pl.lit("_").cast(TEXT).alias(column)


def _argument_fields(words: pl.DataFrame, table: pl.DataFrame) -> pl.Series:
    """For each word the fields that follow PRED, each with a tab before it; what reading makes `arguments` of."""
    predicates = words.filter(pl.col("predicate").cast(pl.String) != "_").select("sentence", predicate="position")
    cells = (
        words.select("sentence", argument="position")
        .join(predicates, on="sentence", maintain_order="left_right")
        .join(table, on=["sentence", "predicate", "argument"], how="left", maintain_order="left")
        .group_by("sentence", "argument", maintain_order=True)
        .agg(fields="\t" + pl.col("role").cast(pl.String).fill_null("_").str.join("\t"))
    )
    return (
        words.select("sentence", argument="position")
        .join(cells, on=["sentence", "argument"], how="left", maintain_order="left")["fields"]
        .fill_null("")
    )
