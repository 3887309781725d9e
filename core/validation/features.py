"""FEATS of CoNLL-U: ``Name=Value`` pairs with bars between them, sorted by name, each name once."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = re.compile(r"[A-Z0-9][A-Za-z0-9]*(\[[a-z0-9]+\])?")
_VALUE = re.compile(r"[A-Z0-9][A-Za-z0-9]*")


def check_features(text: str) -> Iterator[str]:
    """What is wrong with the features of a word."""
    if text in ("_", ""):  # an empty field is the reader's to report
        return
    pairs = text.strip().split("|")
    malformed = [pair for pair in pairs if pair.count("=") != 1]
    for pair in malformed:
        yield f"{pair!r} in FEATS; expected Name=Value, with | between features and , between values"
    if not malformed:
        yield from _check_pairs(pairs)


def _check_pairs(pairs: list[str]) -> Iterator[str]:
    names = [pair.split("=")[0] for pair in pairs]
    for name in names:
        if not _NAME.fullmatch(name):
            remedy = _capitalised(name, _NAME)
            yield f"feature name {name!r}; expected capital, letters, digits, such as Case or Number[psor]{remedy}"
    for pair in pairs:
        yield from _check_value(*pair.split("="))
    for name in _repeated(names):
        yield f"feature {name} stands {names.count(name)} times; expected once, several values joined by commas"
    if not _in_order(pairs):
        yield f"features are not in alphabetical order; expected {'|'.join(sorted(pairs, key=str.lower))}"


def _check_value(name: str, text: str) -> Iterator[str]:
    values = text.split(",")
    for value in values:
        if not _VALUE.fullmatch(value):
            remedy = _capitalised(value, _VALUE)
            yield f"value {value!r} of {name}; expected capital, letters, digits, such as Sing{remedy}"
    for value in _repeated(values):
        yield f"value {value} of {name} stands {values.count(value)} times; expected once"
    if not _in_order(values):
        in_order = ",".join(sorted(values, key=str.lower))
        yield f"values of {name} are not in alphabetical order; expected {name}={in_order}"


def _repeated(texts: list[str]) -> list[str]:
    """Those that stand there more than once, sorted."""
    return sorted({text for text in texts if texts.count(text) > 1})


def _in_order(texts: list[str]) -> bool:
    """Whether they are in alphabetical order, in capitals or not."""
    lowered = [text.lower() for text in texts]
    return lowered == sorted(lowered)


def _capitalised(text: str, pattern: re.Pattern[str]) -> str:
    """The remedy for a small first letter, where that is all that is wrong."""
    capitalised = text[:1].upper() + text[1:]
    return f"; write {capitalised}" if pattern.fullmatch(capitalised) else ""
