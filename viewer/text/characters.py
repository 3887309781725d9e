"""Characters that would break what shows them: tabs, escape sequences, halves of surrogate pairs. No Qt. In pictures
each is replaced, the same on the canvas and in every export, so that one sees that something is there and no output
file is broken by it (XML 1.0 has no way to write most control characters). In lists and on terminals they are visible:
no escape sequence of a treebank may do anything where its text is shown, nor its markup in Markdown. Also those that
lines do not begin or end with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category

_BREAKS = re.compile("[\t\n\r\x0b\x0c\x85\u2028\u2029]")
_UNDRAWABLE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "\u2421"}

_EITHER = "\"'“״&#@*/\\¿¡"  # opens or closes, or neither: who knows


def holds(before: str, after: str) -> bool:
    """Whether no line ends between two words: the first is punctuation that opens, or the second such that closes."""
    sides = ((before, ("Ps", "Pi")), (after, ("Pe", "Pf", "Po")))
    return any(text and all(one not in _EITHER and category(one) in own for one in text) for text, own in sides)


def drawable(text: str) -> str:
    """``text`` with a space for each tab or line break, and � for each other character that cannot be drawn."""
    return text if text.isprintable() else _UNDRAWABLE.sub("\ufffd", _BREAKS.sub(" ", text))


def xml_text(text: str) -> str:
    """``text``, drawable, as the content of an element of XML."""
    from html import escape  # which loads all names of characters, and commands that count print none

    return escape(drawable(text), quote=False)


def visible(text: str) -> str:
    """The text with a picture in the place of each control character, such as ␛; those of C1 as ``\\x9b``."""
    if text.isprintable():
        return text
    return _CONTROL.sub(lambda found: _PICTURES.get(ord(found[0])) or f"\\x{ord(found[0]):02x}", text)


def plain(text: str) -> str:
    """A text as it is, on one line."""
    from html import escape

    marked = re.sub(r"([\\`*|\[\]]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", escape(text, quote=False))
    return "<br>".join(visible(line) for line in marked.split("\n"))


def table_lines(titles: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[bool] = ()) -> Iterator[str]:
    """A table of cells that are Markdown; the columns that are ``right`` are set so."""
    rules = ["--:" if one else "---" for one in right] or ["---"] * len(titles)
    yield from (f"| {' | '.join(cells)} |" for cells in (titles, rules, *rows))
