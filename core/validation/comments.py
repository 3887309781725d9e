"""Comments of CoNLL-U: each sentence has one ``sent_id``, which no other has, and one ``text``."""

from __future__ import annotations

import unicodedata

import polars as pl

from goldleaf.core.treebank import Treebank
from goldleaf.core.validation.fields import NFC_REMEDY
from goldleaf.core.validation.report import Report

_REMEDY = {
    "sent_id": "# sent_id = … with a name that no other sentence has",
    "text": "# text = … with the sentence as it is written",
}


def own_comments(treebank: Treebank) -> pl.DataFrame:
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
    comments = own_comments(report.treebank)
    for key in _REMEDY:
        _check_once(report, comments.filter(pl.col("key") == key), key)
    _check_ids(report, comments.filter(pl.col("key") == "sent_id"))
    texts = comments.filter((pl.col("key") == "text") & pl.col("value").str.contains(r"\S\s+$"))
    for line in texts["line"]:
        report.error(line, "# text ends with a blank; remove it")
    _check_characters(report)


def _check_once(report: Report, comments: pl.DataFrame, key: str) -> None:
    lines = report.treebank.sentences["line"].to_list()
    given = comments.filter(pl.col("value").str.strip_chars() != "")["sentence"].unique().to_list()
    for row in sorted({*range(len(lines))}.difference(given)):
        report.error(lines[row], f"the sentence has no {key}; expected {_REMEDY[key]}")
    for line in comments.filter(~pl.col("sentence").is_first_distinct())["line"]:
        report.error(line, f"another {key} of the same sentence; expected one")


def _check_ids(report: Report, comments: pl.DataFrame) -> None:
    ids = comments.with_columns(pl.col("value").str.strip_chars())
    for line, value in ids.filter(pl.col("value").str.contains(r"\s")).select("line", "value").iter_rows():
        report.error(line, f"sent_id {value!r} has a blank inside; expected none")
    ids = ids.filter((pl.col("value") != "") & pl.col("sentence").is_first_distinct())
    ids = ids.with_columns(first=pl.col("line").first().over("value")).filter(pl.col("line") > pl.col("first"))
    for line, value, first in ids.select("line", "value", "first").iter_rows():
        report.error(line, f"sent_id {value!r} is also that of the sentence in line {first}; expected another")


def _check_characters(report: Report) -> None:
    text = pl.col("text")
    beyond_ascii = report.treebank.other_lines.filter(
        text.str.starts_with("#") & (text.str.len_bytes() != text.str.len_chars())
    )
    for line, comment in beyond_ascii.select("line", "text").iter_rows():
        if not unicodedata.is_normalized("NFC", comment):
            report.error(line, f"the comment is not in Unicode's composed form; {NFC_REMEDY}")
