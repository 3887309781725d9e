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


def names_of(paths: Sequence[Path]) -> list[str]:
    """A short name for each file: its stem, or as much of its path as tells it from the others."""
    names = [_stem(path) for path in paths]
    for longer in (_in_folder, lambda path: f"{path.parent.name}/{path.name}", str):
        count = Counter(names)
        names = [longer(path) if count[name] > 1 else name for path, name in zip(paths, names, strict=True)]
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[place] = f"{name} ({seen[name]})"
    return names


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


def _in_folder(path: Path) -> str:
    return f"{path.parent.name}/{_stem(path)}"


def _stem(path: Path) -> str:
    if path == STANDARD_INPUT:
        return "stdin"
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem
