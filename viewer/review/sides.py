"""The treebanks of a session in its database: found again when the session's folder has moved with them."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from goldleaf.viewer.review.database import as_json
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
    """The sides, each where it is now: at the same way from the session's folder if it is there, else where it was."""
    folder = session.resolve().parent
    rows = connection.execute("SELECT name, path, relative, options FROM side ORDER BY place")
    return tuple(Side(name, _found(folder, path, way), json.loads(options)) for name, path, way, options in rows)


def _way(folder: Path, path: Path) -> str:
    with suppress(ValueError):  # another drive
        return Path(os.path.relpath(path, folder)).as_posix()
    return ""


def _found(folder: Path, path: str, way: str) -> str:
    near = folder / way
    return os.path.normpath(near) if way and near.exists() else path
