"""Control characters made visible: no escape sequence of a treebank may do anything where its text is shown. No Qt."""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}


def visible(text: str) -> str:
    """The text with a picture in the place of each control character, such as ␛; those of C1 as ``\\x9b``."""
    if text.isprintable():
        return text
    return _CONTROL.sub(lambda found: _PICTURES.get(ord(found[0])) or f"\\x{ord(found[0]):02x}", text)
