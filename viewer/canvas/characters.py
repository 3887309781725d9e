"""Making any string drawable: a form may hold tabs, control characters or halves of surrogate pairs.

The canvas and every export draw the same replacement, so that a picture shows what the file holds and no output
file is broken by it (XML 1.0 has no way to write most control characters).
"""

from __future__ import annotations

import re

_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u2028\u2029]")
_CONTROL_PICTURES = 0x2400
_DELETE = "\x7f"
_REPLACEMENT = "\ufffd"


def drawable(text: str) -> str:
    """``text`` with each tab or line break as a space, and each control character as its picture (␀, ␛, …)."""
    if text.isprintable():
        return text
    return _UNDRAWABLE.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    character = match.group()
    if character in "\t\n\r\x0b\x0c\x85\u2028\u2029":
        return " "
    if character == _DELETE:
        return "\u2421"
    if character < " ":
        return chr(_CONTROL_PICTURES + ord(character))
    return _REPLACEMENT
