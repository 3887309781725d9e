"""What is wrong or odd in files of any format: how lines are written, characters, blanks, predicates."""

from __future__ import annotations

import re
from collections.abc import Iterator

import polars as pl

from goldleaf.core.errors import Severity, shortened
from goldleaf.core.validation.report import Report, complaints

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_BLANK = re.compile(r"\s")


def check_layout(report: Report) -> None:
    """Mixed line ends; and in CoNLL-U, which is UTF-8 with LF and no byte order mark, whatever else there is."""
    layout = report.treebank.layout
    if layout.odd_newlines:
        usual = {"\n": "LF", "\r\n": "CRLF"}[layout.newline]
        other = "LF" if usual == "CRLF" else "CRLF"
        count = len(layout.odd_newlines)
        more = f", as {count - 1} more do" if count > 1 else ""
        report.warn(layout.odd_newlines[0], f"the line ends in {other}{more}, while the first line ends in {usual}")
    if layout.format != "conllu" or not layout.lines:
        return
    if layout.newline == "\r\n":
        report.error(1, "lines end in CRLF; CoNLL-U asks for LF")
    if layout.byte_order_mark:
        report.error(1, "the file begins with a byte order mark; CoNLL-U asks for none")
    if layout.encoding != "utf-8":
        report.error(1, f"the file is in {layout.encoding}; CoNLL-U asks for UTF-8")


def check_characters(report: Report) -> None:
    """CoNLL-U forbids control characters; elsewhere they are odd."""
    treebank = report.treebank
    severity = Severity.ERROR if treebank.format == "conllu" else Severity.WARNING
    empty_nodes = treebank.empty_nodes.select("line", "fields")  # which are all that they have
    for table in (treebank.words, treebank.tokens, empty_nodes, treebank.other_lines, treebank.nodes):
        if "line" not in table.columns:
            continue
        for column in table.columns:
            if table[column].dtype.is_numeric():
                continue
            for line, message in complaints(table, column, _complaint):
                report.add(severity, line, message, column if column in treebank.layout.columns else "")


def _complaint(text: str | None) -> Iterator[str]:
    plain = (text or "").replace("\t", "")  # between fields that are kept as one text
    for character in sorted({*_CONTROL.findall(plain)}):
        yield f"{shortened(plain)!r} has the control character U+{ord(character):04X}; remove it"


def check_blanks(report: Report) -> None:
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


def check_predicates(report: Report) -> None:
    """What CoNLL-2008 and CoNLL-2009 ask of predicates and arguments (Hajič et al. 2009, §2.3 and §3.1).

    That FILLPRED marks the words with PRED, and that roles hold no blanks, such as one that ends the line.
    """
    words = report.treebank.words
    if "predicate" not in words.columns:
        return
    has_sense, marked = ~pl.col("predicate").is_in(["_", ""]), pl.col("fill_predicate") == "Y"
    columns = [name for name in ("fill_predicate", "predicate") if name in words.columns]
    table = words.select("line", *(pl.col(name).cast(pl.String) for name in columns))
    # A file whose senses are still to be found has none at all: there FILLPRED stands alone.
    if "fill_predicate" in columns and table.select(has_sense.any()).item():
        for line, mark, sense in table.filter(has_sense & ~marked).iter_rows():
            report.error(line, f"FILLPRED is {mark!r}, but PRED is {sense!r}; expected Y", "fill_predicate")
        for line, _, _ in table.filter(marked & ~has_sense).iter_rows():
            message = "FILLPRED is Y, but PRED is empty; a word that arguments are of has a sense"
            report.error(line, message, "predicate")
    role = pl.col("role").cast(pl.String)
    odd = report.treebank.arguments.filter(role.str.contains(r"\s")).join(
        words.select("sentence", "line", argument="position"), on=["sentence", "argument"], maintain_order="left"
    )
    for line, text in odd.select("line", role).iter_rows():
        report.error(line, f"role {text!r} has a blank; expected {text.strip().replace(' ', '_') or '_'!r}")
