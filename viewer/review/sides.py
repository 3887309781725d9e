"""The treebanks of a session in its database: found again when the session's folder has moved with them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file, is_there
from goldleaf.viewer.review.database import as_json, from_json
from goldleaf.viewer.review.judgements import Side


def write_sides(connection: sqlite3.Connection, session: Path, sides: Sequence[Side]) -> None:
    """Keep the sides, each with its path and the way to it from the session's folder. Raises sqlite3.Error."""
    folder = session.resolve().parent
    rows = []
    for place, side in enumerate(sides):
        path = Path(side.path).resolve()
        rows.append((place, side.name, str(path), _way(folder, path), as_json(side.options)))
    connection.executemany("INSERT OR REPLACE INTO side VALUES (?, ?, ?, ?, ?)", rows)


def read_sides(connection: sqlite3.Connection, session: Path) -> tuple[Side, ...]:
    """The sides, each where it is now: at the same way from the session's folder if it is there, else where it was.

    Raises sqlite3.Error, ValueError where they cannot be told.
    """
    folder = session.resolve().parent
    rows = connection.execute("SELECT place, name, path, relative, options FROM side ORDER BY place").fetchall()
    sides = []
    for number, (place, name, path, way, given) in enumerate(rows):
        options = from_json(given)
        named = all(text and "\0" not in text for text in (name, path))
        if place != number or not (named and isinstance(options, dict) and all(map(_is_text, options.values()))):
            raise ValueError(f"its treebank number {number + 1} cannot be told")
        sides.append(Side(name, _found(folder, path, way), options))
    if not sides:
        raise ValueError("it names no treebanks")
    return tuple(sides)


def check_there(session: Path, sides: Sequence[Side]) -> None:
    """Raise GoldleafError where a treebank of a session is gone, or what is read without end: a device, a pipe."""
    gone = [side.path for side in sides if not is_there(side.path)]
    if gone:
        be = "which is not" if len(gone) == 1 else "which are not"
        remedy = f"put {'it' if len(gone) == 1 else 'them'} back, or the session where they stand beside it as before"
        raise GoldleafError(f"{session}: reviews {', '.join(gone)}, {be} there; {remedy}", path=session)
    for side in sides:
        if not is_file(side.path):
            raise GoldleafError(f"{session}: reviews {side.path}, which is no file", path=session)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _way(folder: Path, path: Path) -> str:
    with suppress(ValueError):  # another drive
        return Path(os.path.relpath(path, folder)).as_posix()
    return ""


def _found(folder: Path, path: str, way: str) -> str:
    near = folder / way
    return os.path.normpath(near) if way and is_there(near) else path
