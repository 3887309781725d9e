"""Treebanks laid out as files of numbered lines anew: which columns a line has, and which line each row stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from goldleaf.core.formats.conll import COLUMNS
from goldleaf.core.structures.lattice import token_of_word
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, TEXT, Layout, Treebank, empty

_FOUND = {"sent_id": "id", "text": "text"}  # comments, and the columns of sentences that they give
_COMMENT, _WORD, _EMPTY_NODE, _TOKEN = range(4)  # in the order of their lines after a word


def laid_out(treebank: Treebank, name: str) -> Treebank:
    """The words of a treebank as a file of a format of the CoNLL family has them, each sentence's lines together.

    What the format has a column for and the treebank says nothing of is ``_``, but that the CoNLL-2008 form of a token
    is its words' form, FILLPRED is Y at predicates, and in CoNLL-X, and in PASCAL's extension of it, tags that are not
    there are the CPOSTAG (CoNLL-X, §3). Sentences without words are left out; only CoNLL-U has comments, multiword
    tokens and empty nodes, and blanks within values, which are underscores elsewhere.
    """
    columns, is_conllu = COLUMNS[name], name == "conllu"
    words = treebank.words.with_columns(_absent(treebank.words, column) for column in columns[1:])
    if name in ("conllx", "pascal"):
        nothing = pl.lit("_").cast(TEXT)
        tags = [column for column in ("fine_tag", "universal_tag") if column in columns]
        words = words.with_columns(
            pl.when(pl.col(column) == nothing).then("coarse_tag").otherwise(column).alias(column) for column in tags
        )
    if not is_conllu:
        words = words.with_columns(_without_blanks(words, column) for column in columns[1:] if column != "head")
    tokens = treebank.tokens if is_conllu else treebank.tokens.clear()
    if tokens.height:  # those of lattices have no fields
        whole = pl.lit("\t".join("_" * 7))
        tokens = tokens.with_columns(fields=pl.when(pl.col("fields") == "").then(whole).otherwise("fields"))
    nodes = treebank.empty_nodes if is_conllu else treebank.empty_nodes.clear()
    comments = _comments(treebank) if is_conllu else empty(OTHER_LINES)
    sentences = treebank.sentences["words"].to_numpy()
    comments = comments.filter(pl.Series(sentences[comments["sentence"].to_numpy()] > 0))
    rows = [
        _places(comments, _COMMENT, pl.lit(0)),
        _places(tokens, _TOKEN, pl.col("first").cast(pl.Int64) - 1),
        _places(words, _WORD, pl.col("position")),
        _places(nodes, _EMPTY_NODE, pl.col("after")),
    ]
    (comments, tokens, words, nodes), lines = _numbered(rows, [comments, tokens, words, nodes])
    return replace(
        treebank,
        words=words,
        tokens=tokens,
        empty_nodes=nodes,
        other_lines=comments,
        layout=_layout(treebank, name, columns, lines),
    )


def lattices_laid_out(treebank: Treebank, name: str, columns: tuple[str, ...]) -> Treebank:
    """Lattices as a file with these columns has them; words that are in no lattice are a path of their own."""
    edges, tokens = treebank.edges, treebank.lattice_tokens
    if not edges.height:
        edges, tokens = _path(treebank), _path_tokens(treebank)
    edges = edges.with_columns(_without_blanks(edges, column) for column, kind in EDGES.items() if kind == TEXT)
    has_tokens = "token" not in columns
    tokens = tokens.with_columns(form=pl.when(pl.col("form") == "").then(pl.lit("_")).otherwise("form"))
    tokens = tokens if has_tokens else tokens.clear()
    comments = _comments(treebank) if has_tokens else empty(OTHER_LINES)
    comments = comments.filter(pl.col("sentence").is_in(edges["sentence"].unique().implode()))
    rows = [
        _places(comments, _COMMENT, pl.lit(0)),
        _places(tokens, _TOKEN, pl.col("token").cast(pl.Int64) - 1),
        _places(edges, _WORD, pl.col("token")),
    ]
    (comments, tokens, edges), lines = _numbered(rows, [comments, tokens, edges])
    layout = _layout(treebank, name, columns, lines)
    return replace(treebank, edges=edges, lattice_tokens=tokens, other_lines=comments, layout=layout)


def _absent(words: pl.DataFrame, column: str) -> pl.Expr:
    """The column, or what stands for it where the treebank does not have it."""
    if column in words.columns:
        return pl.col(column)
    if column == "fill_predicate" and "predicate" in words.columns:
        is_predicate = pl.col("predicate").cast(pl.String) != "_"
        return pl.when(is_predicate).then(pl.lit("Y")).otherwise(pl.lit("_")).cast(TEXT).alias(column)
    return pl.col("form").alias(column) if column == "token_form" else pl.lit("_").cast(TEXT).alias(column)


def _without_blanks(table: pl.DataFrame, column: str) -> pl.Series:
    """The column with ``_`` for each blank within a value and for each empty value."""
    distinct = table[column].unique()
    texts = distinct.cast(pl.String)
    if not (texts.str.contains(r"\s") | (texts == "")).any():
        return table[column]
    mended = texts.str.strip_chars().str.replace_all(r"\s", "_").replace("", "_")
    return table[column].cast(pl.String).replace_strict(texts, mended).cast(TEXT)


def _comments(treebank: Treebank) -> pl.DataFrame:
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
        for comment, column in _FOUND.items()
        if not own.filter(pl.col("text").str.contains(rf"^#\s*{comment}\s*=")).height
    ]
    return pl.concat([*made, own]).sort("sentence", "place", maintain_order=True).select(OTHER_LINES.keys())


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
    found = spans.join(ranges, on=["sentence", "first"], how="left", maintain_order="left")
    return found.with_columns(
        (pl.col("first") - 1).alias("from"),
        pl.coalesce("whole", "form").alias("form"),
        pl.coalesce("own", pl.lit("_")).alias("misc"),
        line=pl.lit(0),
    ).select(pl.col(name).cast(kind) for name, kind in LATTICE_TOKENS.items())


def _places(table: pl.DataFrame, kind: int, after: pl.Expr) -> pl.DataFrame:
    """Where the rows of a table stand among the lines of their sentences."""
    return table.select("sentence", after=after.cast(pl.Int64), kind=pl.lit(kind)).with_row_index("row")


def _numbered(places: Sequence[pl.DataFrame], tables: Sequence[pl.DataFrame]) -> tuple[list[pl.DataFrame], int]:
    """The tables with the lines that their rows come to stand in, an empty line after each sentence, and how many."""
    order = pl.concat([one.with_columns(table=pl.lit(number)) for number, one in enumerate(places)])
    order = order.sort("sentence", "after", "kind", "row")
    before = order["sentence"].rank("dense").cast(pl.Int64) - 1  # empty lines
    order = order.with_columns(line=pl.int_range(1, pl.len() + 1, dtype=pl.Int64) + before)
    lines = [order.filter(pl.col("table") == number).sort("row")["line"] for number in range(len(tables))]
    found = [table.with_columns(line=own.cast(pl.UInt32)) for table, own in zip(tables, lines, strict=True)]
    return found, order.height + order["sentence"].n_unique()


def _layout(treebank: Treebank, name: str, columns: tuple[str, ...], lines: int) -> Layout:
    return replace(
        treebank.layout,
        format=name,
        columns=columns,
        odd_newlines=(),
        lines=lines,
        final_newline=True,
        of_file=True,
    )
