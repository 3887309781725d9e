"""Comments of CoNLL-U: each sentence has one ``sent_id``, which no other has, and one ``text``, that of its tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.treebank import Treebank, translated
from goldleaf.core.validation.fields import NFC_REMEDY
from goldleaf.core.validation.report import Report

_UNSPACED = r"(^|\|)SpaceAfter=No($|\|)"
_REMEDY = {
    "sent_id": "# sent_id = … with a name that no other sentence has",
    "text": "# text = … with the sentence as it is written",
}


def _own_comments(treebank: Treebank) -> pl.DataFrame:
    """The comments of the form ``# key = value``: sentence, line, key, value (with the blanks at its end)."""
    first_line = treebank.sentences.select(sentence=pl.int_range(pl.len(), dtype=pl.UInt32), first="line")
    parts = pl.col("text").str.extract_groups(r"^#\s*(?<key>[^\s=]+)\s*=\s*(?<value>.*)$").struct
    return (
        treebank.other_lines.filter(pl.col("text").str.starts_with("#"))
        .join(first_line, on="sentence", maintain_order="left")
        .filter(pl.col("line") >= pl.col("first"))  # what stands before belongs to no sentence
        .select("sentence", "line", parts.field("key"), parts.field("value"))
        .filter(pl.col("key").is_not_null())
    )


def check_comments(report: Report) -> None:
    """Missing, repeated and malformed ``sent_id`` and ``text``, and comments that are not in NFC."""
    comments = _own_comments(report.treebank)
    for key in _REMEDY:
        _check_once(report, comments.filter(pl.col("key") == key), key)
    ids = comments.filter(pl.col("key") == "sent_id").with_columns(pl.col("value").str.strip_chars())
    for line, value in ids.filter(pl.col("value").str.contains(r"\s")).select("line", "value").iter_rows():
        report.error(line, f"sent_id {value!r} has a blank inside; expected none")
    ids = ids.filter((pl.col("value") != "") & pl.col("sentence").is_first_distinct())
    ids = ids.with_columns(first=pl.col("line").first().over("value")).filter(pl.col("line") > pl.col("first"))
    for line, value, first in ids.select("line", "value", "first").iter_rows():
        report.error(line, f"sent_id {value!r} is also that of the sentence in line {first}; expected another")
    texts = comments.filter((pl.col("key") == "text") & pl.col("value").str.contains(r"\S\s+$"))
    for line in texts["line"]:
        report.error(line, "# text ends with a blank; remove it")
    text = pl.col("text")
    beyond_ascii = report.treebank.other_lines.filter(
        text.str.starts_with("#") & (text.str.len_bytes() != text.str.len_chars())
    )
    for line, comment in beyond_ascii.select("line", "text").iter_rows():
        if not unicodedata.is_normalized("NFC", comment):
            report.error(line, f"the comment is not in Unicode's composed form; {NFC_REMEDY}")


def _check_once(report: Report, comments: pl.DataFrame, key: str) -> None:
    lines = report.treebank.sentences["line"].to_list()
    given = comments.filter(pl.col("value").str.strip_chars() != "")["sentence"].unique().to_list()
    for row in sorted({*range(len(lines))}.difference(given)):
        report.error(lines[row], f"the sentence has no {key}; expected {_REMEDY[key]}")
    for line in comments.filter(~pl.col("sentence").is_first_distinct())["line"]:
        report.error(line, f"another {key} of the same sentence; expected one")


class Token(NamedTuple):
    """A token as it is written."""

    line: int
    form: str
    space_after: bool


def _surface_tokens(treebank: Treebank) -> pl.DataFrame:
    """The written tokens in order: multiword tokens and the words outside them.

    Columns: sentence, position (of the first word), line, form, space_after.
    """
    # Of a multiword token, the word that it begins with counts one up, and the one behind it one down again.
    start = treebank.sentences["first_word"].to_numpy().astype(np.int64)[treebank.tokens["sentence"].to_numpy()]
    change = np.zeros(treebank.words.height + 1, np.int64)
    np.add.at(change, start + treebank.tokens["first"].to_numpy() - 1, 1)
    np.add.at(change, start + treebank.tokens["last"].to_numpy(), -1)
    words = treebank.words.filter(pl.Series(np.cumsum(change)[:-1] <= 0))
    single = words.select(
        "sentence", "position", "line", pl.col("form").cast(pl.String),
        space_after=pl.Series(translated(words["misc"], lambda misc: ~misc.str.contains(_UNSPACED)), dtype=pl.Boolean),
    )  # fmt: skip
    multiword = treebank.tokens.select(
        "sentence", pl.col("first").alias("position"), "line", "form",
        space_after=~pl.col("misc").str.contains(_UNSPACED),
    )  # fmt: skip
    return pl.concat([single, multiword]).sort("sentence", "position") if multiword.height else single


def check_text(report: Report) -> None:
    """Where the tokens part from the text, and where a blank of one is not in the other."""
    treebank = report.treebank
    texts = _own_comments(treebank).filter(pl.col("key") == "text").unique("sentence", keep="first")
    texts = texts.with_columns(pl.col("value").str.strip_chars()).filter(pl.col("value") != "")
    tokens = _surface_tokens(treebank)
    written = pl.col("form") + pl.when("space_after").then(pl.lit(" ")).otherwise(pl.lit(""))
    joined = tokens.group_by("sentence").agg(written.str.join("").str.strip_chars_end(" ").alias("joined"))
    differing = texts.join(joined, on="sentence").filter(pl.col("value") != pl.col("joined"))
    text_of = {row: (line, text) for row, line, text in differing.select("sentence", "line", "value").iter_rows()}
    suspect = tokens.filter(pl.col("sentence").is_in(list(text_of))).select("sentence", "line", "form", "space_after")
    for row, group in groupby(suspect.iter_rows(), key=itemgetter(0)):
        line, text = text_of[row]
        for place, message, column in compare(text, (Token(*values) for _, *values in group)):
            report.error(place or line, message, column)


def compare(text: str, tokens: Iterable[Token]) -> Iterator[tuple[int, str, str]]:
    """Differences as line (0 for that of the text itself), message and column; it ends at the first other character."""
    rest, unspaced = text, False
    for token in tokens:
        if unspaced and rest[:1].isspace() and rest.lstrip().startswith(token.form):
            yield (
                token.line,
                f"# text has a blank before {token.form!r}, but the token before it has SpaceAfter=No",
                "form",
            )
            rest = rest.lstrip()
        if not rest.startswith(token.form):
            yield token.line, f"# text goes on with {_shown(rest)}; expected the token {token.form!r}", "form"
            return
        rest = rest[len(token.form) :]
        unspaced = not token.space_after
        if token.space_after:
            if rest and not rest[0].isspace():
                remedy = "write SpaceAfter=No into MISC, or a blank into the text"
                yield token.line, f"# text has no blank after {token.form!r} but {_shown(rest)}; {remedy}", "misc"
            rest = rest.lstrip()
    if rest.strip():
        yield 0, f"# text goes on with {_shown(rest)} after the last token", ""


def _shown(rest: str, limit: int = 20) -> str:
    return repr(rest if len(rest) <= limit else f"{rest[:limit]}…") if rest else "nothing"
