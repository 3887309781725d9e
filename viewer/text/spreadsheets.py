"""Text in CSV that a spreadsheet takes for a formula: as it is, or after an apostrophe, as is wished. No Qt. Programs
read a file as it is, so that is the default; a spreadsheet runs what begins with =, +, - or @."""

from __future__ import annotations

import polars as pl

_BEGINNINGS = ("=", "+", "-", "@", "\t", "\r")
_FORMULA = r"^([=+\-@\t\r])"
_wished = False


def wish(*, guarded: bool) -> bool:
    """What becomes of such text in all that is written from now on; returns it, as callbacks of options do."""
    global _wished
    _wished = guarded
    return guarded


def guarded(text: str) -> str:
    """A text as it is written into a cell."""
    return f"'{text}" if _wished and text.startswith(_BEGINNINGS) else text


def unguarded(text: str) -> str:
    """What was written so, read again."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(_BEGINNINGS) else text


def csv_of(frame: pl.DataFrame, separator: str = ",") -> str:
    """A frame as CSV, or with another separator."""
    if not _wished:
        return frame.write_csv(separator=separator)
    texts = pl.selectors.string() | pl.selectors.categorical() | pl.selectors.enum()
    shown = frame.with_columns(texts.cast(pl.String).str.replace(_FORMULA, "'$1"))
    return shown.rename(guarded).write_csv(separator=separator)
