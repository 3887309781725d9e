"""The tables of a part of a lattice file. Until they are `numbered`, ``sentence`` is the paragraph."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.formats.conll_lines import Faults
from goldleaf.core.formats.lattice_lines import Bools, Lines, Rows
from goldleaf.core.structures.lattice import distinct_edges
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, SENTENCES, TEXT, TOKENS, WORDS, empty

_STATES = 31  # bits
_STATE = (1 << _STATES) - 1
_ALWAYS = ("sentence", "position", "line", "form")


def numbered(table: pl.DataFrame, number: Rows) -> pl.DataFrame:
    """The table with sentences instead of paragraphs."""
    return table.with_columns(pl.Series("sentence", number[table["sentence"].to_numpy()], pl.UInt32))


def tokens(lines: Lines, unreadable: Bools, faults: Faults) -> pl.DataFrame:
    """The surface tokens: `LATTICE_TOKENS`. Warns of such as are not numbered 1, 2, … or do not follow each other.

    In CoNLL-UL a token may do without a line of its own, as words in CoNLL-U do: edges that share no state with any
    that has one are tokens, those that overlap one.
    """
    kept = ~np.append(unreadable, False)[lines.paragraph]
    if "token" not in lines.columns:
        rows = np.flatnonzero(lines.token & kept)
        names = lines.fields[rows]
        written = pl.DataFrame(
            {
                "sentence": lines.paragraph[rows],
                "from": lines.origin[rows],
                "to": lines.target[rows],
                "line": rows + lines.part.first_line,
                "form": names["to"],
                "misc": names["form"],
            },
            schema={name: dtype for name, dtype in LATTICE_TOKENS.items() if name != "token"},
        )
        found = pl.concat([written, _without_lines(lines, rows, np.flatnonzero(lines.edge & kept), written.schema)])
        number = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
        return found.sort("sentence", "from").with_columns(number.alias("token")).select(LATTICE_TOKENS.keys())
    rows = np.flatnonzero(lines.edge & kept)
    found = (
        pl.DataFrame(
            {
                "sentence": lines.paragraph[rows],
                "token": lines.fields["token"].gather(rows).cast(pl.UInt32),
                "from": lines.origin[rows],
                "to": lines.target[rows],
                "row": rows,
            }
        )
        .group_by("sentence", "token")
        .agg(pl.col("from").min(), pl.col("to").max(), pl.col("row").min())
        .sort("sentence", "token")
    )
    _check_order(found, faults)
    return found.with_columns(line=0, form=pl.lit(""), misc=pl.lit("_")).select(
        pl.col(name).cast(dtype) for name, dtype in LATTICE_TOKENS.items()
    )


def _without_lines(lines: Lines, tokens: Rows, edges: Rows, schema: pl.Schema) -> pl.DataFrame:
    """The tokens that are edges alone, given the rows of the tokens that have lines."""

    def ends(rows: Rows) -> tuple[Rows, Rows]:
        first, last = (_keys(lines.paragraph[rows], states[rows]) for states in (lines.origin, lines.target))
        return first, last

    starts, stops = ends(tokens)
    first, last = ends(edges)
    alone = np.searchsorted(stops, first, "right") == np.searchsorted(starts, last, "left")
    rows = edges[alone][np.argsort(first[alone], kind="stable")]
    first, last = ends(rows)
    so_far = np.maximum.accumulate(last)
    begins = np.append(True, first[1:] >= so_far[:-1])[: len(rows)]
    ends_here = np.append(begins[1:], True)[: len(rows)]
    return pl.DataFrame(
        {
            "sentence": lines.paragraph[rows[begins]],
            "from": lines.origin[rows[begins]],
            "to": so_far[ends_here] & _STATE,
            "line": 0,
            "form": "",
            "misc": "_",
        },
        schema=schema,
    )


def _check_order(found: pl.DataFrame, faults: Faults) -> None:
    before = pl.col("token", "to").shift(1).over("sentence").name.prefix("previous_")
    odd = found.with_columns(before).filter(
        (pl.col("token") != pl.col("previous_token").fill_null(0) + 1)
        | (pl.col("from") != pl.col("previous_to").fill_null(pl.col("from")))
    )
    for token, start, row, previous, end in odd.select(
        "token", "from", "row", "previous_token", "previous_to"
    ).iter_rows():
        if token != (previous or 0) + 1:
            faults.warn(row, f"token {token} follows {previous or 'nothing'}; tokens are numbered 1, 2, 3, …", "token")
        else:
            faults.warn(row, f"token {token} begins in state {start}, but token {previous} ends in {end}", "token")


def edges(lines: Lines, unreadable: Bools, token_table: pl.DataFrame, faults: Faults) -> pl.DataFrame:
    """The edges, in the order of the file: `EDGES`. Warns of those that are in no token, if the sentence has tokens."""
    rows = np.flatnonzero(lines.edge & ~np.append(unreadable, False)[lines.paragraph])
    fields = lines.fields[rows]
    table = fields.select(pl.col(name).cast(TEXT) for name in lines.columns if EDGES[name] == TEXT).with_columns(
        pl.Series("sentence", lines.paragraph[rows], pl.UInt32),
        pl.Series("from", lines.origin[rows], pl.UInt32),
        pl.Series("to", lines.target[rows], pl.UInt32),
        pl.Series("line", rows + lines.part.first_line, pl.UInt32),
    )
    if "token" in lines.columns:
        token = fields["token"].cast(pl.UInt32)
        table = table.with_columns(token, pl.lit("_").cast(TEXT).alias("misc"), pl.lit("_").cast(TEXT).alias("anchors"))
    else:
        token = pl.Series("token", _tokens_of(lines, rows, token_table, faults), pl.UInt32)
        table = table.with_columns(token)
    return table.select(EDGES.keys())


def _tokens_of(lines: Lines, rows: Rows, token_table: pl.DataFrame, faults: Faults) -> Rows:
    """The number of the token that each edge lies in, 0 for none."""
    if not token_table.height:
        return np.zeros(len(rows), np.int64)
    starts, ends = (_keys(token_table["sentence"].to_numpy(), token_table[name].to_numpy()) for name in ("from", "to"))
    place = np.searchsorted(starts, _keys(lines.paragraph[rows], lines.origin[rows]), "right") - 1
    inside = (place >= 0) & (_keys(lines.paragraph[rows], lines.target[rows]) <= ends[place])
    with_tokens = np.isin(lines.paragraph[rows], token_table["sentence"].to_numpy())
    for row in rows[~inside & with_tokens].tolist():
        faults.warn(row, f"the edge from {lines.origin[row]} to {lines.target[row]} is not within a token", "from")
    return np.where(inside, token_table["token"].to_numpy()[place], 0)


def _keys(sentence: npt.NDArray[np.integer[Any]], state: npt.NDArray[np.integer[Any]]) -> Rows:
    return (sentence.astype(np.int64) << _STATES) + state


def with_forms(token_table: pl.DataFrame, edge_table: pl.DataFrame) -> pl.DataFrame:
    """The tokens, with the form of the one word that a token may be where the file does not say what it is."""
    if (token_table["line"] > 0).all():
        return token_table
    whole = (
        edge_table.join(token_table.select("sentence", "token", "from", "to"), on=["sentence", "token", "from", "to"])
        .group_by("sentence", "token")
        .agg(pl.col("form").cast(pl.String).unique())
        .filter(pl.col("form").list.len() == 1)
        .with_columns(pl.col("form").list.first())
    )
    forms = token_table.join(whole, on=["sentence", "token"], how="left", maintain_order="left", suffix="_of_word")
    form = pl.when(pl.col("line") > 0).then("form").otherwise(pl.col("form_of_word").fill_null(""))
    return forms.with_columns(form.alias("form")).select(LATTICE_TOKENS.keys())


def words(edge_table: pl.DataFrame) -> pl.DataFrame:
    """The words of the sentences with a single path: `WORDS`, with ``misc``, ``from``, ``to`` and ``token`` besides."""
    edges = distinct_edges(edge_table)
    single = (pl.len() == pl.col("from").n_unique()).over("sentence")
    chosen = edges.filter(single).sort("sentence", "from")
    position = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    return chosen.select(
        *(
            {
                "position": position.alias("position"),
                "head": pl.lit(None, pl.Int32).alias("head"),
                "label": pl.lit("_").cast(TEXT).alias("label"),
            }.get(name, pl.col(name))
            for name in WORDS
        ),
        pl.col("misc", "from", "to", "token"),
    )


def chosen(word_table: pl.DataFrame, names: Collection[str], columns: Collection[str] | None) -> pl.DataFrame:
    """The columns of words that were asked for, with ``misc`` where the format has it."""
    known = (*WORDS, "misc") if "misc" in names else (*WORDS,)
    return word_table.select(name for name in known if columns is None or name in columns or name in _ALWAYS)


def multiword_tokens(token_table: pl.DataFrame, word_table: pl.DataFrame) -> pl.DataFrame:
    """The surface tokens over several words of segmentations; of unknown form: their words joined by +."""
    if not word_table.height:
        return empty(TOKENS)
    spans = (
        word_table.filter(pl.col("token") > 0)
        .group_by("sentence", "token")
        .agg(
            first=pl.col("position").min(),
            last=pl.col("position").max(),
            joined=pl.col("form").cast(pl.String).sort_by("position").str.join("+"),
        )
        .filter(pl.col("last") > pl.col("first"))
    )
    known = token_table.join(spans, on=["sentence", "token"], how="inner", maintain_order="left")
    form = pl.when(pl.col("form") == "").then("joined").otherwise("form").alias("form")
    return known.with_columns(form, fields=pl.lit("")).select(
        pl.col(name).cast(dtype) for name, dtype in TOKENS.items()
    )


def other_lines(lines: Lines, unreadable: Bools, number: Rows) -> pl.DataFrame:
    """Comments, blank lines that hold blanks, and all lines of unreadable sentences; with numbers of sentences."""
    lost = np.append(unreadable, False)[lines.paragraph] & ~lines.blank
    blanks = lines.blank & (lines.part.ends > lines.part.starts) if len(lines.blank) else lines.blank
    rows = np.flatnonzero(lines.comment | lost | blanks)
    paragraph = lines.paragraph[rows] + lines.blank[rows]
    return pl.DataFrame(
        {
            "sentence": number[paragraph],
            "line": rows + lines.part.first_line,
            "text": [lines.text_of(row) for row in rows.tolist()],
        },
        schema=OTHER_LINES,
    )


def sentences(
    lines: Lines,
    is_sentence: Bools,
    unreadable: Bools,
    length: Rows,
    other: pl.DataFrame,
    first_sentence: int,
    first_word: int,
) -> pl.DataFrame:
    """`SENTENCES`; id and text are those of comments."""
    count = length[is_sentence]
    number = pl.Series("sentence", np.arange(len(count)) + first_sentence, pl.UInt32)
    comments = other.select(
        "sentence",
        id=pl.col("text").str.extract(r"^#\s*sent_id\s*=\s*(.*?)\s*$"),
        text=pl.col("text").str.extract(r"^#\s*text\s*=\s*(.*?)\s*$"),
    )
    names = comments.group_by("sentence").agg(pl.col("id", "text").drop_nulls().last())
    table = pl.DataFrame(
        {
            "first_word": first_word + np.cumsum(count) - count,
            "words": count,
            "line": np.flatnonzero(lines.is_first)[is_sentence] + lines.part.first_line,
            "readable": ~unreadable[is_sentence],
        }
    )
    return (
        table.with_columns(number)
        .join(names, on="sentence", how="left", maintain_order="left")
        .select(pl.col(name).cast(dtype) for name, dtype in SENTENCES.items())
    )
