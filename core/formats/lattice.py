"""Lattices of morphological analyses: SPMRL's and yap's eight columns, and CoNLL-UL.

One edge a line, from a state to a later one, with a word that the sentence may have there; a blank line after each
sentence. SPMRL (Seddah et al. 2013, §3.2) ends the line with the number of the surface token; CoNLL-UL (More et al.
2018) has a line for each token, such as ``0-2 au _``, and two more columns. States are numbered so that all edges lead
forward. A lattice with a single path is a segmentation; its edges are also given as words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem, Severity
from goldleaf.core.formats.conll_lines import EMPTY_LINE, Faults, odd_newlines, sentence_table
from goldleaf.core.formats.format import Choices, Holding, layout_of
from goldleaf.core.formats.lattice_lines import (
    STATE_BITS,
    Bools,
    Lines,
    Rows,
    check_edges,
    check_states,
    check_tokens,
    keys,
    read_lines,
)
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.structures.lattice import distinct_edges
from goldleaf.core.treebank import EDGES, LATTICE_TOKENS, OTHER_LINES, TEXT, TOKENS, WORDS, Treebank, empty

_COMMON = ("from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features")
COLUMNS = {"lattice": (*_COMMON, "token"), "conllul": (*_COMMON, "misc", "anchors")}

_ALWAYS = ("sentence", "position", "line", "form")


def holds(name: str) -> Holding:
    """What one of the formats has a place for; SPMRL's tells tokens by number, so their forms are put together."""
    found = {"edges", "tokens", *(f"words.{column}" for column in ("lemma", "coarse_tag", "fine_tag", "features"))}
    if name == "lattice":
        return Holding(frozenset(found), frozenset({"tokens.form"}))
    found |= {f"edges.{column}" for column in ("misc", "anchors")} | {"words.misc", "comments"}
    found |= {f"{table}.form" for table in ("tokens", "lattice_tokens")} | {"sentences.id", "sentences.text"}
    return Holding(frozenset({*found, "tokens.misc"}))


def reader(name: str) -> Callable[[Source, Choices], LatticeReader]:
    """What makes readers for the format of this name."""
    return lambda _, choices: LatticeReader(choices, name)


@dataclass(frozen=True, eq=False)
class LatticeReader:
    """Reads files of one of the formats, cut at blank lines."""

    choices: Choices
    name: str

    def border(self, text: bytes, at: int) -> int | None:
        """The end of the first blank line."""
        found = EMPTY_LINE.search(text, at)
        return found.end() if found else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. Sentences with a fault have no edges; their lines go to ``other_lines``."""
        columns, wanted = COLUMNS[self.name], self.choices.columns
        faults = Faults(part.source.path, part.first_line, columns)
        lines = read_lines(part, columns)
        check_edges(lines, faults)
        check_tokens(lines, faults)
        check_states(lines, faults)

        readable = lines.readable(faults)
        tokens = (_numbered_tokens if "token" in columns else _written_tokens)(lines, readable, faults)
        edges = _edges(lines, readable, tokens, faults)
        tokens = _with_forms(tokens, edges)
        words = _words(edges)
        unreadable, is_sentence = lines.paragraphs(sorted(faults.rows)), lines.paragraphs(lines.edge | lines.token)
        length = np.bincount(words["sentence"].to_numpy(), minlength=len(unreadable))[: len(unreadable)]
        # Paragraphs of comments alone are no sentences: what stands in them goes with the next one.
        number = np.append(np.cumsum(is_sentence) - is_sentence, is_sentence.sum()) + first_sentence
        other = _other_lines(lines, readable, number)
        sentences = sentence_table(
            length[is_sentence],
            np.flatnonzero(lines.is_first)[is_sentence] + part.first_line,
            ~unreadable[is_sentence],
            other,
            first_sentence,
            first_word,
        )
        problems = faults.sorted()
        if not is_sentence.any() and part.first_line == 1 and part.done == 1:
            problems += (Problem(part.source.path, 1, 0, "no sentences in the file", Severity.WARNING),)

        def numbered(table: pl.DataFrame) -> pl.DataFrame:
            return table.with_columns(pl.Series("sentence", number[table["sentence"].to_numpy()], pl.UInt32))

        known = (*WORDS, "misc") if "misc" in columns else (*WORDS,)
        asked = [name for name in known if wanted is None or name in wanted or name in _ALWAYS]
        layout = layout_of(part, self.name, columns)
        return Treebank(
            path=part.source.path,
            layout=replace(layout, odd_newlines=odd_newlines(part) if part.text else ()),
            words=numbered(words.select(asked)),
            sentences=sentences,
            tokens=numbered(_multiword_tokens(tokens, words)),
            edges=numbered(edges),
            lattice_tokens=numbered(tokens),
            other_lines=other,
            problems=problems,
        )


# Until they are numbered, ``sentence`` is the paragraph in all tables.


def _numbered_tokens(lines: Lines, readable: Bools, faults: Faults) -> pl.DataFrame:
    """The surface tokens that edges name by number: `LATTICE_TOKENS`.

    Warns of such as are not numbered 1, 2, … or do not follow each other.
    """
    rows = np.flatnonzero(lines.edge & readable)
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
    before = pl.col("token", "to").shift(1).over("sentence").name.prefix("previous_")
    odd = found.with_columns(before).filter(
        (pl.col("token") != pl.col("previous_token").fill_null(0) + 1)
        | (pl.col("from") != pl.col("previous_to").fill_null(pl.col("from")))
    )
    columns = ("token", "from", "row", "previous_token", "previous_to")
    for token, start, row, previous, end in odd.select(columns).iter_rows():
        if token != (previous or 0) + 1:
            faults.warn(row, f"token {token} follows {previous or 'nothing'}; tokens are numbered 1, 2, 3, …", "token")
        else:
            faults.warn(row, f"token {token} begins in state {start}, but token {previous} ends in {end}", "token")
    return found.with_columns(line=0, form=pl.lit(""), misc=pl.lit("_")).select(
        pl.col(name).cast(dtype) for name, dtype in LATTICE_TOKENS.items()
    )


def _written_tokens(lines: Lines, readable: Bools, _: Faults) -> pl.DataFrame:
    """The surface tokens of CoNLL-UL: `LATTICE_TOKENS`.

    A token may do without a line of its own, as words in CoNLL-U do: edges that share no state with any that has one
    are tokens, those that overlap one.
    """
    rows, edges = np.flatnonzero(lines.token & readable), np.flatnonzero(lines.edge & readable)
    schema = {name: dtype for name, dtype in LATTICE_TOKENS.items() if name != "token"}
    written = pl.DataFrame(
        {
            "sentence": lines.paragraph[rows],
            "from": lines.origin[rows],
            "to": lines.target[rows],
            "line": rows + lines.part.first_line,
            "form": lines.fields["to"][rows],
            "misc": lines.fields["form"][rows],
        },
        schema=schema,
    )
    first, last = (keys(lines.paragraph, states) for states in (lines.origin, lines.target))
    alone = np.searchsorted(last[rows], first[edges], "right") == np.searchsorted(first[rows], last[edges], "left")
    edges = edges[alone][np.argsort(first[edges][alone], kind="stable")]
    so_far = np.maximum.accumulate(last[edges])
    begins = np.append(True, first[edges][1:] >= so_far[:-1])[: len(edges)]
    ends = np.append(begins[1:], True)[: len(edges)]
    without_lines = pl.DataFrame(
        {
            "sentence": lines.paragraph[edges[begins]],
            "from": lines.origin[edges[begins]],
            "to": so_far[ends] & ((1 << STATE_BITS) - 1),
            "line": 0,
            "form": "",
            "misc": "_",
        },
        schema=schema,
    )
    number = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    found = pl.concat([written, without_lines]).sort("sentence", "from")
    return found.with_columns(number.alias("token")).select(LATTICE_TOKENS.keys())


def _edges(lines: Lines, readable: Bools, tokens: pl.DataFrame, faults: Faults) -> pl.DataFrame:
    """The edges, in the order of the file: `EDGES`. Warns of those that are in no token, if the sentence has tokens."""
    rows = np.flatnonzero(lines.edge & readable)
    fields = lines.fields[rows]
    paragraph, origin, target = lines.paragraph[rows], lines.origin[rows], lines.target[rows]
    table = fields.select(pl.col(name).cast(TEXT) for name in lines.columns if EDGES[name] == TEXT).with_columns(
        pl.Series("sentence", paragraph, pl.UInt32),
        pl.Series("from", origin, pl.UInt32),
        pl.Series("to", target, pl.UInt32),
        pl.Series("line", rows + lines.part.first_line, pl.UInt32),
    )
    if "token" in lines.columns:
        nothing = pl.lit("_").cast(TEXT)
        token = fields["token"].cast(pl.UInt32)
        return table.with_columns(token, misc=nothing, anchors=nothing).select(EDGES.keys())
    number = np.zeros(len(rows), np.int64)
    if tokens.height:
        sentence = tokens["sentence"].to_numpy()
        starts, ends = (keys(sentence, tokens[name].to_numpy()) for name in ("from", "to"))
        place = np.searchsorted(starts, keys(paragraph, origin), "right") - 1
        inside = (place >= 0) & (keys(paragraph, target) <= ends[place])
        for row in rows[~inside & np.isin(paragraph, sentence)].tolist():
            faults.warn(row, f"the edge from {lines.origin[row]} to {lines.target[row]} is not within a token", "from")
        number = np.where(inside, tokens["token"].to_numpy()[place], 0)
    return table.with_columns(pl.Series("token", number, pl.UInt32)).select(EDGES.keys())


def _with_forms(tokens: pl.DataFrame, edges: pl.DataFrame) -> pl.DataFrame:
    """The tokens, with the form of the one word that a token may be where the file does not say what it is."""
    if (tokens["line"] > 0).all():
        return tokens
    whole = (
        edges.join(tokens.select("sentence", "token", "from", "to"), on=["sentence", "token", "from", "to"])
        .group_by("sentence", "token")
        .agg(pl.col("form").cast(pl.String).unique())
        .filter(pl.col("form").list.len() == 1)
        .with_columns(pl.col("form").list.first())
    )
    forms = tokens.join(whole, on=["sentence", "token"], how="left", maintain_order="left", suffix="_of_word")
    form = pl.when(pl.col("line") > 0).then("form").otherwise(pl.col("form_of_word").fill_null(""))
    return forms.with_columns(form.alias("form")).select(LATTICE_TOKENS.keys())


def _words(edges: pl.DataFrame) -> pl.DataFrame:
    """The words of the sentences with a single path: `WORDS`, with ``misc``, ``from``, ``to`` and ``token`` besides."""
    single = (pl.len() == pl.col("from").n_unique()).over("sentence")
    words = distinct_edges(edges).filter(single).sort("sentence", "from")
    position = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    words = words.with_columns(position=position, head=pl.lit(None, pl.Int32), label=pl.lit("_").cast(TEXT))
    return words.select(*WORDS, "misc", "from", "to", "token")


def _multiword_tokens(tokens: pl.DataFrame, words: pl.DataFrame) -> pl.DataFrame:
    """The surface tokens over several words of segmentations; of unknown form: their words joined by +."""
    if not words.height:
        return empty(TOKENS)
    spans = (
        words.filter(pl.col("token") > 0)
        .group_by("sentence", "token")
        .agg(
            first=pl.col("position").min(),
            last=pl.col("position").max(),
            joined=pl.col("form").cast(pl.String).sort_by("position").str.join("+"),
        )
        .filter(pl.col("last") > pl.col("first"))
    )
    known = tokens.join(spans, on=["sentence", "token"], how="inner", maintain_order="left")
    form = pl.when(pl.col("form") == "").then("joined").otherwise("form").alias("form")
    return known.with_columns(form, fields=pl.lit("")).select(
        pl.col(name).cast(dtype) for name, dtype in TOKENS.items()
    )


def _other_lines(lines: Lines, readable: Bools, number: Rows) -> pl.DataFrame:
    """Comments, blank lines that hold blanks, and all lines of unreadable sentences; with numbers of sentences."""
    holds_blanks = lines.blank & (lines.part.ends > lines.part.starts) if len(lines.blank) else lines.blank
    rows = np.flatnonzero(lines.comment | (~readable & ~lines.blank) | holds_blanks)
    return pl.DataFrame(
        {
            "sentence": number[lines.paragraph[rows] + lines.blank[rows]],
            "line": rows + lines.part.first_line,
            "text": [lines.text_of(row) for row in rows.tolist()],
        },
        schema=OTHER_LINES,
    )
