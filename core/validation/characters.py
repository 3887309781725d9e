"""Characters that no text of trees has: NULs and other controls, in words, tokens and comments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldleaf.core.errors import Severity, shortened
from goldleaf.core.validation.report import Report, complaints

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


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
