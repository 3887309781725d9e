"""Texts of files and reviewers in Markdown: no markup or HTML of theirs is any there. No Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from goldleaf.viewer.text.characters import visible


def plain(text: str) -> str:
    """A text as it is, on one line."""
    marked = re.sub(r"([\\`*|\[\]]|(?<![^\W_])_|_(?![^\W_]))", r"\\\1", escape(text, quote=False))
    return "<br>".join(visible(line) for line in marked.split("\n"))


def table_lines(titles: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[bool] = ()) -> Iterator[str]:
    """A table of cells that are Markdown; the columns that are ``right`` are set so."""
    rules = ["--:" if one else "---" for one in right] or ["---"] * len(titles)
    yield from (f"| {' | '.join(cells)} |" for cells in (titles, rules, *rows))
