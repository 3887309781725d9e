"""How the lines are written: line ends, byte order mark, encoding."""

from __future__ import annotations

from goldleaf.core.validation.report import Report

_NAMES = {"\n": "LF", "\r\n": "CRLF"}


def check_layout(report: Report) -> None:
    """Mixed line ends; and in CoNLL-U, which is UTF-8 with LF and no byte order mark, whatever else there is."""
    layout = report.treebank.layout
    if layout.odd_newlines:
        usual = _NAMES[layout.newline]
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
