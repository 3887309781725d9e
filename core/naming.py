"""Short names of files, as tables, columns and titles have them. No Qt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

_APART = "-_. "
_PARTS = re.compile(rf"([{re.escape(_APART)}]+)")  # of a name, with what is between them

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")  # what `formats.compression` reads and writes
STANDARD_INPUT = Path("-")
PREDICTED = "predicted"  # what the second analysis in a file is called, as a parse


if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())  # before Python 3.12 only what a system has can be derived from


class Named(_Path):
    """A path with the name that is to stand for it, which paths made from it do not have."""

    given = ""


def named(path: Path) -> Path:
    """What ``NAME=FILE`` names; any other path as it is, also of a file that has such a name."""
    name, _, file = str(path).partition("=")
    if not name or not file or len(Path(name).parts) > 1 or path.exists():
        return path
    found = Named(file)
    found.given = name
    return found


def absolute(path: Path) -> str:
    """The whole path of a file, behind the name that is given to it, so that `named` reads both again."""
    return f"{getattr(path, 'given', '')}={path.absolute()}".removeprefix("=")


def names_of(paths: Sequence[Path], given: Sequence[str] = ()) -> list[str]:
    """A short name for each file: the one that is ``given`` (or empty), or `named`, else its stem, or as much of its
    path as tells it from the others."""
    given = given or [getattr(path, "given", "") for path in paths]
    names = [own or _stem(path) for path, own in zip(paths, given, strict=True)]
    of_folder = (lambda path: f"{path.parent.name}/{_stem(path)}", lambda path: f"{path.parent.name}/{path.name}")
    for longer in (*of_folder, str):
        times = Counter(names)
        alike = (times[name] > 1 and not own for own, name in zip(given, names, strict=True))
        names = [longer(path) if same else name for path, name, same in zip(paths, names, [*alike], strict=True)]
    return distinct(names)


def names_in(value: str) -> list[str]:
    """The names in a text, apart by commas."""
    return [name.strip() for name in value.split(",") if name.strip()]


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
    if any(getattr(path, "given", "") for path in paths):
        return names
    parts = [_PARTS.split(name) for name in names]
    first = _alike(parts)
    last = _alike([part[first:][::-1] for part in parts])
    short = ["".join(part[first : len(part) - last]).strip(_APART) for part in parts]
    return short if all(short) and len(set(short)) == len(short) else names


def _alike(names: Sequence[Sequence[str]]) -> int:
    """How many parts names have in common from the first on."""
    return sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, zip(*names, strict=False)))


def _stem(path: Path) -> str:
    if path == STANDARD_INPUT:
        return "stdin"
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem
