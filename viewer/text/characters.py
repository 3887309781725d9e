"""Making any string drawable: a form may hold tabs, control characters or halves of surrogate pairs.

The canvas and every export draw the same replacement, so that a picture shows that something is there and no output
file is broken by it (XML 1.0 has no way to write most control characters).
"""

from __future__ import annotations

import re

_BREAKS = re.compile("[\t\n\r\x0b\x0c\x85\u2028\u2029]")
_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_REPLACEMENT = "\ufffd"


def drawable(text: str) -> str:
    """``text`` with a space for each tab or line break, and � for each other character that cannot be drawn."""
    if text.isprintable():
        return text
    return _UNDRAWABLE.sub(_REPLACEMENT, _BREAKS.sub(" ", text))
