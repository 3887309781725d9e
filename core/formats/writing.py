"""What writers share: what cannot be written; and what nobody changed, which stays as it stood in the file."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.formats.source import Part, Source
from goldleaf.core.treebank import Treebank


def check_readable(treebank: Treebank) -> None:
    """Raise GoldleafError when a sentence could not be read, so that it would be lost."""
    lines = treebank.sentences.filter(~pl.col("readable"))["line"]
    if len(lines):
        message = "the sentence could not be read, so the treebank cannot be written"
        raise GoldleafError(f"{treebank.path}:{lines[0]}: {message}", path=treebank.path)


def check_constituents(treebank: Treebank) -> None:
    """Raise GoldleafError when a treebank has no constituents to be written, or a sentence that could not be read."""
    check_readable(treebank)
    if "parent" not in treebank.words.columns:
        remedy = "its function trees can be written as such (goldleaf convert --function-trees)"
        raise GoldleafError(f"{treebank.path}: has no constituents; {remedy}", path=treebank.path)


def encoded(treebank: Treebank, text: str) -> bytes:
    return (codecs.BOM_UTF8 if treebank.layout.byte_order_mark else b"") + text.encode(treebank.layout.encoding)


# Reads a text again, given where its sentences begin and which of them are readable.
Reread = Callable[[Part, Integers, Bools], Mapping[str, pl.DataFrame]]
# The texts of the sentences in these rows, which may refer to their source.
Write = Callable[[Treebank, Integers], Sequence[str]]


def kept_or_anew(treebank: Treebank, reread: Reread, columns: Mapping[str, Sequence[str]], write: Write) -> str:
    """The text of all sentences, which keep theirs (the column ``source``): as it stood in the file, or anew if it was
    changed, which reading it again tells. ``columns``: of each table, written and compared. ValueError: no source."""
    if "source" not in treebank.sentences.columns:
        raise ValueError("to_bytes: the treebank was read without the column source")
    texts = treebank.sentences["source"].to_list()
    data = [text.encode() for text in texts]
    length = np.fromiter(map(len, data), np.int64, len(data))
    whole = b"".join(data)
    part = Part(Source("", BytesIO(whole), len(whole), 0, "utf-8", False, "\n"), whole, 1, 1.0)
    again = reread(part, np.cumsum(length) - length, treebank.sentences["readable"].to_numpy())
    same = np.ones(len(treebank), bool)
    for name, compared in columns.items():
        tables = getattr(treebank, name), again[name]
        ours, theirs = (table["sentence"].to_numpy() for table in tables)
        same &= np.bincount(ours, minlength=len(same)) == np.bincount(theirs, minlength=len(same))
        # Of sentences with as many rows in both tables, row by row.
        one, other = (table.filter(pl.Series(same[own])) for table, own in zip(tables, (ours, theirs), strict=True))
        for column in compared:
            differ = (one[column].to_physical() != other[column].to_physical()).to_numpy()
            same[one["sentence"].to_numpy()[differ]] = False
    changed = np.flatnonzero(~same)
    for row, text in zip(changed.tolist(), write(treebank, changed), strict=True):
        texts[row] = text
    return "".join(texts)
