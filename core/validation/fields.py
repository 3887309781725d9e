"""What CoNLL-U asks of single fields: tags, labels, features, blanks, composed characters.

Besides words, multiword tokens and empty nodes have some of these fields.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial

import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.validation.report import Report

NAMES = {
    "form": "FORM", "lemma": "LEMMA", "coarse_tag": "UPOS", "fine_tag": "XPOS", "features": "FEATS", "head": "HEAD",
    "label": "DEPREL", "enhanced": "DEPS", "misc": "MISC",
}  # fmt: skip
"""The model's columns, in the order of CoNLL-U, and what CoNLL-U calls them."""

TAGS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
    "SYM", "VERB", "X",
)  # fmt: skip
"""The universal tags, https://universaldependencies.org/u/pos/."""

NFC_REMEDY = "convert the file to NFC, for instance with uconv -x nfc"

_LABEL = re.compile(r"[a-z]+(:[a-z]+)?(@[a-z]+)?")  # with @, as SUD marks deep features
_BLANK = re.compile(r"\s")
_TWO_BLANKS = re.compile(r"\s\s")
_FEATURE_NAME = re.compile(r"[A-Z0-9][A-Za-z0-9]*(\[[a-z0-9]+\])?")
_FEATURE_VALUE = re.compile(r"[A-Z0-9][A-Za-z0-9]*")


def check_words(report: Report) -> None:
    """All checks of single fields, and that a root is labelled root and nothing else is."""
    words = report.treebank.words
    for column, check in {"coarse_tag": _check_tag, "features": _check_features, "label": _check_label}.items():
        report.check_values(words, column, check)
    for column in NAMES:
        if column != "head":
            report.check_values(words, column, _text_check(column))
    is_root = (pl.col("head") == 0).fill_null(False)
    named_root = pl.col("label") == "root"
    otherwise_named = words.filter(is_root & ~named_root & (pl.col("label") != "_"))
    for line, label in otherwise_named.select("line", "label").iter_rows():
        report.error(line, f"HEAD is 0, but DEPREL is {label!r}; expected root", "label")
    for line, head in words.filter(~is_root & named_root).select("line", "head").iter_rows():
        given = "_" if head is None else head
        report.error(line, f"DEPREL is root, but HEAD is {given}; only the word whose HEAD is 0 is the root", "label")


def check_multiword_tokens(report: Report) -> None:
    """A multiword token has a form and MISC of its own, and FEATS only to say that it is misspelt."""
    tokens = report.treebank.tokens
    if tokens.is_empty():
        return
    between = [name for name in NAMES if name not in ("form", "misc")]
    table = _with_fields(tokens.select("line", "form", "misc"), tokens["fields"], between)
    for column in between:
        for line, value in table.filter(pl.col(column) != "_").select("line", column).iter_rows():
            if column == "features" and value == "Typo=Yes":
                continue
            allowed = "expected _ or Typo=Yes" if column == "features" else "expected _"
            message = f"{NAMES[column]} of a multiword token is {value!r}; {allowed}, the words have their own"
            report.error(line, message, column)
    report.check_values(table, "form", _text_check("form", blanks=False))
    report.check_values(table, "misc", _text_check("misc"))


def check_empty_nodes(report: Report) -> None:
    """An empty node has edges in DEPS and none in HEAD and DEPREL."""
    nodes = report.treebank.empty_nodes
    if nodes.is_empty():
        return
    table = _with_fields(nodes.select("line"), nodes["fields"], list(NAMES))
    for column in ("head", "label"):
        for line, value in table.filter(pl.col(column) != "_").select("line", column).iter_rows():
            report.error(
                line, f"{NAMES[column]} of an empty node is {value!r}; expected _, its edges are in DEPS", column
            )
    for line in table.filter(pl.col("enhanced") == "_")["line"]:
        report.error(line, "DEPS of an empty node is _; expected its edges, for it is part of the enhanced graph only",
                     "enhanced")  # fmt: skip
    report.check_values(table, "coarse_tag", lambda tag: _check_tag(tag) if tag != "_" else ())
    report.check_values(table, "features", _check_features)
    for column in NAMES:
        report.check_values(table, column, _text_check(column))


def _with_fields(table: pl.DataFrame, fields: pl.Series, names: list[str]) -> pl.DataFrame:
    """The table with the columns that one text holds, separated by tabs."""
    columns = zip(*fields.str.split("\t").to_list(), strict=True)
    return table.with_columns(
        pl.Series(name, list(values), pl.String) for name, values in zip(names, columns, strict=True)
    )


def _text_check(column: str, *, blanks: bool | None = None) -> Callable[[str], Iterator[str]]:
    """The check of a column's blanks and characters. Only FORM, LEMMA and MISC may have blanks inside."""
    inner = column in ("form", "lemma", "misc") if blanks is None else blanks
    return partial(_check_text, NAMES[column], blanks=inner, doubled=column == "misc")


def _check_text(name: str, text: str, *, blanks: bool, doubled: bool) -> Iterator[str]:
    """Blanks where none may be, and characters that Unicode composes otherwise.

    ``blanks``: single blanks may stand inside; ``doubled``: several on end as well.
    """
    if _BLANK.search(text):
        stripped = text.strip()
        if stripped != text:
            yield f"{name} {text!r} begins or ends with a blank; expected {stripped or '_'!r}"
        if not blanks and _BLANK.search(stripped):
            yield f"{name} {text!r} has a blank inside; only FORM and LEMMA of words, and MISC, may have one"
        elif not doubled and _TWO_BLANKS.search(stripped):
            yield f"{name} {text!r} has several blanks on end; expected one"
    if not unicodedata.is_normalized("NFC", text):
        yield f"{name} {text!r} is not in Unicode's composed form; {NFC_REMEDY}"


def _check_tag(tag: str) -> Iterator[str]:
    """A tag that is none of the universal ones."""
    tag = tag.strip()  # blanks are reported by `_check_text`
    if tag not in TAGS and tag != "":
        remedy = f"; write {tag.upper()}" if tag.upper() in TAGS else ""
        yield f"UPOS is {tag!r}; expected one of {', '.join(TAGS)}{remedy}"


def _check_label(label: str) -> Iterator[str]:
    """A label that is not of the form ``relation`` or ``relation:subtype``."""
    label = label.strip()
    if label not in ("_", "") and not _LABEL.fullmatch(label):
        remedy = f"; write {label.lower()}" if _LABEL.fullmatch(label.lower()) else ""
        yield f"DEPREL is {label!r}; expected small letters and perhaps a subtype, such as nsubj or nsubj:pass{remedy}"


def _check_features(text: str) -> Iterator[str]:
    """What is wrong with the features of a word."""
    if text in ("_", ""):  # an empty field is the reader's to report
        return
    pairs = text.strip().split("|")
    malformed = [pair for pair in pairs if pair.count("=") != 1]
    for pair in malformed:
        yield f"{pair!r} in FEATS; expected Name=Value, with | between features and , between values"
    if malformed:
        return
    names = [pair.split("=")[0] for pair in pairs]
    for name in names:
        if not _FEATURE_NAME.fullmatch(name):
            remedy = _capitalised(name, _FEATURE_NAME)
            yield f"feature name {name!r}; expected capital, letters, digits, such as Case or Number[psor]{remedy}"
    for pair in pairs:
        yield from _check_value(*pair.split("="))
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"feature {name} stands {names.count(name)} times; expected once, several values joined by commas"
    if not _in_order(pairs):
        yield f"features are not in alphabetical order; expected {'|'.join(sorted(pairs, key=str.lower))}"


def _check_value(name: str, text: str) -> Iterator[str]:
    values = text.split(",")
    for value in values:
        if not _FEATURE_VALUE.fullmatch(value):
            remedy = _capitalised(value, _FEATURE_VALUE)
            yield f"value {value!r} of {name}; expected capital, letters, digits, such as Sing{remedy}"
    for value in sorted({value for value in values if values.count(value) > 1}):
        yield f"value {value} of {name} stands {values.count(value)} times; expected once"
    if not _in_order(values):
        in_order = ",".join(sorted(values, key=str.lower))
        yield f"values of {name} are not in alphabetical order; expected {name}={in_order}"


def _in_order(texts: list[str]) -> bool:
    """Whether they are in alphabetical order, in capitals or not."""
    lowered = [text.lower() for text in texts]
    return lowered == sorted(lowered)


def _capitalised(text: str, pattern: re.Pattern[str]) -> str:
    """The remedy for a small first letter, where that is all that is wrong."""
    capitalised = text[:1].upper() + text[1:]
    return f"; write {capitalised}" if pattern.fullmatch(capitalised) else ""


def refused(words: pl.DataFrame) -> Iterator[str]:
    """A line for tags, and one for labels, of words that are to be CoNLL-U and that it does not have."""
    for column, check, name in (("coarse_tag", _check_tag, "tag"), ("label", _check_label, "label")):
        counts = words[column].cast(pl.String).value_counts().sort("count", column, descending=[True, False])
        wrong = {value: number for value, number in counts.iter_rows() if value is not None and any(check(value))}
        if wrong:  # of many values, three are named
            lost = f"{counted(sum(wrong.values()), 'word')} with {counted(len(wrong), name)} that CoNLL-U does not have"
            such = ", ".join(map(repr, [*wrong][:3]))
            yield f"{lost}, such as {such}; goldleaf validate lists them, --apply map-{name}s=FILE changes them"
