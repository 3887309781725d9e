"""Short names of files, as tables, columns and titles have them. No Qt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

_APART = "-_. "
_PARTS = re.compile(rf"([{re.escape(_APART)}]+)")  # of a name, with what is between them

COMPRESSED = frozenset((".gz", ".bz2", ".xz", ".zst"))
STANDARD_INPUT = Path("-")


def names_of(paths: Sequence[Path], given: Sequence[str] = ()) -> list[str]:
    """A short name for each file: that which it is ``given`` (empty for none), else its stem, or as much of its path as
    tells it from the others."""
    given = given or [""] * len(paths)
    names = [own or _stem(path) for path, own in zip(paths, given, strict=True)]
    for longer in (
        lambda path: f"{path.parent.name}/{_stem(path)}",
        lambda path: f"{path.parent.name}/{path.name}",
        str,
    ):
        times = Counter(names)
        names = [
            longer(path) if times[name] > 1 and not own else name
            for path, own, name in zip(paths, given, names, strict=True)
        ]
    return distinct(names)


def distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number behind each that was there before."""
    taken: list[str] = []
    for name in names:
        free, number = name, 2
        while free in taken:
            free, number = f"{name} ({number})", number + 1
        taken.append(free)
    return taken


def annotators_of(paths: Sequence[Path]) -> list[str]:
    """A short name for each annotator: what of the files' names is not the same in all, such as ``lotte`` for
    ``0001-da-lotte.conll`` beside ``0001-da-morten.conll``."""
    names = names_of(paths)
    parts = [_PARTS.split(name) for name in names]
    first = sum(1 for _ in takewhile(_alike, zip(*parts, strict=False)))
    last = sum(1 for _ in takewhile(_alike, zip(*(reversed(part[first:]) for part in parts), strict=False)))
    short = ["".join(part[first : len(part) - last]).strip(_APART) for part in parts]
    return short if all(short) and len(set(short)) == len(short) else names


def _alike(parts: Sequence[str]) -> bool:
    return len(set(parts)) == 1


def _stem(path: Path) -> str:
    if path == STANDARD_INPUT:
        return "stdin"
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem
