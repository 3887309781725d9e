"""Segments files: which words each surface token holds.

One token a line, ``token TAB word:word:…``, and a blank line after each sentence (as TedEval 2.2 reads them).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate

import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, Problem
from goldleaf.core.formats.source import File, name_of, opened
from goldleaf.core.treebank import TOKENS, Treebank


def with_segments(treebank: Treebank, path: File) -> Treebank:
    """The treebank with the surface tokens that a segments file gives. Raises GoldleafError when the file cannot be
    read, FormatError at the first line whose words are not the treebank's."""
    name = name_of(path)
    with opened(path) as source:
        text = b"".join(source.lines())
    try:
        lines = text.decode().splitlines()
    except UnicodeDecodeError:
        raise GoldleafError(f"{name}: cannot read the segments: not UTF-8", path=name) from None
    forms = treebank.words["form"].cast(pl.String).to_list()
    starts = treebank.sentences.select("first_word", "words").rows()
    rows = []
    row, position = 0, 1
    for number, line in enumerate([*lines, ""], 1):  # the last sentence may lack its blank line
        if not line.strip():
            if position > 1 and position - 1 != starts[row][1]:
                message = f"sentence {row + 1} ends after {position - 1} words; {treebank.path} has {starts[row][1]}"
                raise _fault(name, min(number, len(lines)), message)
            row, position = row + (position > 1), 1
            continue
        token, _, words = line.partition("\t")
        if not words:
            raise _fault(name, number, f"{line!r}; expected a token, a tab, and its words with colons")
        if row >= len(starts):
            raise _fault(name, number, f"sentence {row + 1} is not in {treebank.path}, which has {len(starts)}")
        first, count = starts[row]
        there = forms[first + position - 1 : first + count]
        length = _words_of(words, there)
        if not length:
            said = ":".join(there[: words.count(":") + 1]) or "no more words"
            raise _fault(name, number, f"{words!r} is not what {treebank.path} has there: {said}")
        if length > 1:
            rows.append((row, position, position + length - 1, number, token, "_", ""))
        position += length
    if row < len(starts):
        raise _fault(name, len(lines), f"ends after {row} sentences; {treebank.path} has {len(starts)}")
    return replace(treebank, tokens=pl.DataFrame(rows, TOKENS, orient="row"))


def _words_of(text: str, forms: list[str]) -> int:
    """How many of the next forms a token's text is made of, 0 if it is not; forms may have colons of their own."""
    joined = accumulate(forms, "{}:{}".format)
    return next((number for number, known in enumerate(joined, 1) if known == text), 0)


def _fault(path: str, number: int, message: str) -> FormatError:
    return FormatError(Problem(path, number, 0, message))
