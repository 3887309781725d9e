"""What CoNLL-U asks of single fields of words: tags, labels, blanks, composed characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial

import polars as pl

from goldleaf.core.errors import counted
from goldleaf.core.validation.features import check_features
from goldleaf.core.validation.report import Report, complaints

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

_NAMED = 3  # values of many
_LABEL = re.compile(r"[a-z]+(:[a-z]+)?(@[a-z]+)?")  # with @, as SUD marks deep features
_BLANK = re.compile(r"\s")
_TWO_BLANKS = re.compile(r"\s\s")


def check_words(report: Report) -> None:
    """All checks of single fields, and that a root is labelled root and nothing else is."""
    words = report.treebank.words
    for column, check in {"coarse_tag": check_tag, "features": check_features, "label": check_label}.items():
        report.check_values(words, column, check)
    for column in NAMES:
        if column != "head":
            report.check_values(words, column, text_check(column))
    _check_root_labels(report, words)


def check_other_formats(report: Report) -> None:
    """Warn of fields with whitespace, which only CoNLL-U has (Buchholz & Marsi 2006, note 5), and report features of
    nothing: FEATS is a set with bars between its members (§3), which CoNLL-U asks more of."""
    layout = report.treebank.layout
    if layout.format == "conllu":
        return
    for column in ("features", "predicted_features"):
        if column in report.treebank.words.columns:
            report.check_values(report.treebank.words, column, _empty_feature)
    for column in layout.columns:
        if column in report.treebank.words.columns and column not in ("position", "head"):
            for line, message in complaints(report.treebank.words, column, _blank):
                report.warn(line, message, column)


def _empty_feature(text: str) -> Iterator[str]:
    if text and not all(text.split("|")):
        mended = "|".join(filter(None, text.split("|"))) or "_"
        yield f"{text!r} in FEATS has a feature of nothing; expected features with | between them: {mended}"


def _blank(text: str) -> Iterator[str]:
    if _BLANK.search(text):
        yield f"{text!r} has whitespace, which fields of this format do not hold; write {_BLANK.sub('_', text)!r}"


def text_check(column: str, *, blanks: bool | None = None) -> Callable[[str], Iterator[str]]:
    """The check of a column's blanks and characters. Only FORM, LEMMA and MISC may have blanks inside."""
    inner = column in ("form", "lemma", "misc") if blanks is None else blanks
    return partial(check_text, NAMES[column], blanks=inner, doubled=column == "misc")


def check_text(name: str, text: str, *, blanks: bool, doubled: bool) -> Iterator[str]:
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


def check_tag(tag: str) -> Iterator[str]:
    """A tag that is none of the universal ones."""
    tag = tag.strip()  # blanks are reported by `check_text`
    if tag not in TAGS and tag != "":
        remedy = f"; write {tag.upper()}" if tag.upper() in TAGS else ""
        yield f"UPOS is {tag!r}; expected one of {', '.join(TAGS)}{remedy}"


def check_label(label: str) -> Iterator[str]:
    """A label that is not of the form ``relation`` or ``relation:subtype``."""
    label = label.strip()
    if label not in ("_", "") and not _LABEL.fullmatch(label):
        remedy = f"; write {label.lower()}" if _LABEL.fullmatch(label.lower()) else ""
        yield f"DEPREL is {label!r}; expected small letters and perhaps a subtype, such as nsubj or nsubj:pass{remedy}"


def refused(words: pl.DataFrame) -> Iterator[str]:
    """A line for tags, and one for labels, of words that are to be CoNLL-U and that it does not have."""
    for column, check, name in (("coarse_tag", check_tag, "tag"), ("label", check_label, "label")):
        counts = words[column].cast(pl.String).value_counts().sort("count", column, descending=[True, False])
        wrong = {value: number for value, number in counts.iter_rows() if value is not None and any(check(value))}
        if wrong:
            told = f"{counted(sum(wrong.values()), 'word')} with {counted(len(wrong), name)} that CoNLL-U does not have"
            such = ", ".join(map(repr, [*wrong][:_NAMED]))
            yield f"{told}, such as {such}; goldleaf validate lists them, --apply map-{name}s=FILE changes them"


def _check_root_labels(report: Report, words: pl.DataFrame) -> None:
    is_root = (pl.col("head") == 0).fill_null(False)
    named_root = pl.col("label") == "root"
    for line, label in (
        words.filter(is_root & ~named_root & (pl.col("label") != "_")).select("line", "label").iter_rows()
    ):
        report.error(line, f"HEAD is 0, but DEPREL is {label!r}; expected root", "label")
    for line, head in words.filter(~is_root & named_root).select("line", "head").iter_rows():
        found = "_" if head is None else head
        report.error(line, f"DEPREL is root, but HEAD is {found}; only the word whose HEAD is 0 is the root", "label")
