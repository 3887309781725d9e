"""A new session of what can still be read of one that was damaged."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from goldleaf.core.errors import GoldleafError, counted
from goldleaf.viewer.review.database import appearing, copies, designs, from_json, log_path, making, statements
from goldleaf.viewer.review.judgements import JudgementRow
from goldleaf.viewer.review.sides import read_sides, write_sides
from goldleaf.viewer.review.store import Store

_KEYS = {
    "setting": "name", "side": "place", "reviewer": "name", "sentence": "sentence", "act": "act",
    "change": "act, sentence, layer, item, reviewer", "judgement": "sentence, layer, item, reviewer",
}  # fmt: skip
"""The tables, each with its primary key, by which SQLite can read it from either end; who refers to others, last."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What could be read: how many rows of each table, and which tables not to their end."""

    rows: Counter[str]
    torn: list[str]
    lost: int  # judgements that were read, but whose sentence was not

    @property
    def described(self) -> str:
        kept = ", ".join(counted(self.rows[name], name) for name in ("judgement", "act", "sentence"))
        torn = f"; not all could be read of: {', '.join(self.torn)}" if self.torn else ""
        lost = f"; {counted(self.lost, 'judgement')} of lost sentences left out" if self.lost else ""
        return f"{kept}{torn}{lost}"


def recover(session: Path, target: Path) -> Recovered:
    """Make a new session of all that can be read of a damaged one, which stays as it is. Judgements that are torn are
    taken from the acts that made them. Raises GoldleafError where there is a file, or too little is left."""
    rows: dict[str, list[tuple[object, ...]]] = {}
    torn = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            own = shutil.copy(session, folder)  # SQLite would write what its log has into the damaged file
            if log_path(session).exists():
                shutil.copy(log_path(session), f"{own}-wal")
        except OSError as error:
            raise GoldleafError(f"{session}: cannot be read: {error.strerror}", path=session) from None
        with closing(sqlite3.connect(own)) as connection:
            there = _tables(connection)
            for name, key in _KEYS.items():
                rows[name], whole = _read(connection, name, key) if name in there else ([], False)
                torn += [] if whole else [name]
            try:
                sides = read_sides(connection, session)
            except (sqlite3.Error, ValueError):
                sides = ()
    if not (sides and rows["setting"]):
        copy = next((f"; {one} is how it was that day" for one in copies(session)), "")
        raise GoldleafError(f"{session}: too little of it can be read, not even its treebanks{copy}", path=session)
    sentences = {row[0] for row in rows["sentence"]}
    acts = {row[0] for row in rows["act"]}
    changes = [row for row in rows["change"] if row[0] in acts and row[1] in sentences and _is_row(row[1:5], *row[5:])]
    judged = {row.key: row for row in _judgements(rows["judgement"])}
    if "judgement" in torn:
        done = {row[0] for row in rows["act"] if row[-1] == "done"}
        last = {row[1:5]: row for row in sorted(changes, key=lambda row: int(str(row[0]))) if row[0] in done}
        again = [(*key, *from_json(str(row[6]))) for key, row in last.items() if key not in judged and row[6]]
        judged |= {row.key: row for row in _judgements(again)}
    kept = [row for row in judged.values() if row.sentence in sentences]
    names = {str(row[0]) for row in rows["reviewer"]}
    others = {row.reviewer for row in kept} | {str(row[4]) for row in changes} | {str(row[1]) for row in rows["act"]}
    rows |= {
        "change": changes,
        "judgement": [(*row,) for row in kept],
        "reviewer": [*rows["reviewer"], *((name, 0) for name in sorted(others - names))],
        # Judgements whose act is lost are kept as of one without changes: it cannot be taken back.
        "act": rows["act"]
        + [(row.act, row.reviewer, "recovered", row.time, "dropped") for row in {row.act: row for row in kept}.values()
           if row.act not in acts],
    }  # fmt: skip
    with appearing(target) as temporary:
        with making(temporary) as new:
            for name in _KEYS:
                if name != "side" and rows[name]:
                    marks = ", ".join("?" * len(rows[name][0]))
                    new.executemany(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", rows[name])
            write_sides(new, target, sides)
        Store.open(temporary, to_write=False).close()  # raises where what was read makes no session
    return Recovered(Counter({name: len(own) for name, own in rows.items()}), torn, len(judged) - len(kept))


def _tables(connection: sqlite3.Connection) -> set[str]:
    """The tables that are made as ours: whatever else a file has under their names is not read."""
    ours = set().union(*designs().values())
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA writable_schema = ON")  # or a file that was cut is not read at all
        return {name for kind, name, sql in statements(connection) & ours if kind == "table"}
    return set()


def _read(connection: sqlite3.Connection, table: str, key: str) -> tuple[list[tuple[object, ...]], bool]:
    """The rows of a table, from either end up to what cannot be read; and whether that is all of it."""
    rows: dict[tuple[object, ...], None] = {}
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error):
            by = ", ".join(f"{column} {order}" for column in key.split(", "))
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY {by}"):
                rows[row] = None
            return [*rows], True
    return [*rows], False


def _judgements(rows: list[tuple[object, ...]]) -> Iterator[JudgementRow]:
    for values in rows:
        with suppress(ValueError, TypeError):
            yield JudgementRow(*values).checked()  # type: ignore[arg-type]


def _is_row(key: tuple[object, ...], *texts: object) -> bool:
    """Whether what a change was from and to can be told."""
    try:
        values = [[*key, *from_json(str(text))] for text in texts if text is not None]
    except (ValueError, TypeError):
        return False
    return len([*_judgements([tuple(row) for row in values])]) == len(values)
