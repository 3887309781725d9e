"""Acts in a session's database: what each has changed is kept, to be taken back, done again, and looked up."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from typing import TypeAlias

from goldleaf.viewer.review.judgements import Act, Change
from goldleaf.viewer.review.rows import Key, Row, checked, judgement_of, place_of
from goldleaf.viewer.review.schema import as_json, from_json

Rows: TypeAlias = dict[Key, Row | None]
"""Judgements by their key; None where there is to be none."""


class Acts:
    """Those of all reviewers; what writes is called within a transaction, and raises sqlite3.Error."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def check(self) -> None:
        """Raise ValueError where what acts changed cannot be told: it is read when one looks back, or takes it back."""
        for (number,) in self._connection.execute("SELECT act FROM act").fetchall():
            for key, before, after in self._changes(number):
                _change(key, before and checked(before), after and checked(after))

    def add(
        self, who: str, what: str, time: str, given: Mapping[Key, Row | None], row_at: Callable[[Key], Row | None]
    ) -> tuple[Act, Rows]:
        """Write a new act and what it sets, and return it with the rows that there are now.

        What its reviewer had taken back before cannot be done again.
        """
        self._connection.execute("UPDATE act SET state = 'dropped' WHERE reviewer = ? AND state = 'undone'", (who,))
        cursor = self._connection.execute("INSERT INTO act (reviewer, what, time) VALUES (?, ?, ?)", (who, what, time))
        number = cursor.lastrowid or 0
        new = {key: row and row._replace(act=number) for key, row in given.items()}
        changed = [(key, row_at(key), row) for key, row in new.items()]
        self._connection.executemany(
            "INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(number, *key, _packed(before), _packed(after)) for key, before, after in changed],
        )
        self._keep(new)
        return Act(number, who, what, time, tuple(_change(*change) for change in changed)), new

    def to_turn(self, who: str, row_at: Callable[[Key], Row | None], *, undone: bool) -> tuple[Act, Rows] | None:
        """The act to take back, or that was ``undone`` and is to be done again, and its rows then; None for none.

        What others have changed since stays as it is.
        """
        act = self._connection.execute(
            "SELECT act, what, time FROM act WHERE reviewer = ? AND state = ? "
            f"ORDER BY act {'ASC' if undone else 'DESC'} LIMIT 1",
            (who, "undone" if undone else "done"),
        ).fetchone()
        if act is None:
            return None
        number, what, time = act
        new: Rows = {}
        changes = []
        for key, before, after in self._changes(number):
            now, then = (before, after) if undone else (after, before)
            if row_at(key) == now:  # not where somebody has changed it since
                new[key] = then
                changes.append(_change(key, now, then))
        return Act(number, who, what, time, tuple(changes), undone=not undone), new

    def turn(self, act: Act, new: Rows) -> None:
        """Write what `to_turn` gave."""
        state = "undone" if act.undone else "done"
        self._connection.execute("UPDATE act SET state = ? WHERE act = ?", (state, act.number))
        self._keep(new)

    def history(self, sentence: int) -> list[Act]:
        """The acts that changed judgements about the sentence of this key, the first one first."""
        rows = self._connection.execute(
            "SELECT act, reviewer, what, time, state FROM act WHERE act IN "
            "(SELECT act FROM change WHERE sentence = ?) ORDER BY act",
            (sentence,),
        ).fetchall()
        acts = []
        for number, reviewer, what, time, state in rows:
            changes = tuple(_change(*change) for change in self._changes(number, sentence))
            acts.append(Act(number, reviewer, what, time, changes, undone=state != "done"))
        return acts

    def before_settling(self, row: Row) -> Row | None:
        """What the reviewer had said of a place before they settled it, if anything."""
        changes = self._connection.execute(
            "SELECT before FROM change JOIN act USING (act) WHERE sentence = ? AND layer = ? AND item = ? "
            "AND change.reviewer = ? AND state = 'done' ORDER BY act DESC",
            row.key,
        )
        earlier = (_unpacked(row.key, text) for (text,) in changes)
        return next((before for before in earlier if before is None or not before.settles), None)

    def _changes(self, act: int, sentence: int | None = None) -> list[tuple[Key, Row | None, Row | None]]:
        """What an act changed, of one sentence or of all."""
        of_sentence, values = ("", (act,)) if sentence is None else (" AND sentence = ?", (act, sentence))
        rows = self._connection.execute(
            f"SELECT sentence, layer, item, reviewer, before, after FROM change WHERE act = ?{of_sentence}", values
        )
        return [(row[:4], _unpacked(row[:4], row[4]), _unpacked(row[:4], row[5])) for row in rows]

    def _keep(self, rows: Mapping[Key, Row | None]) -> None:
        """Write the judgements as they are now."""
        upsert = f"INSERT OR REPLACE INTO judgement VALUES ({', '.join('?' * len(Row._fields))})"
        self._connection.executemany(upsert, [row for row in rows.values() if row is not None])
        delete = "DELETE FROM judgement WHERE sentence = ? AND layer = ? AND item = ? AND reviewer = ?"
        self._connection.executemany(delete, [key for key, row in rows.items() if row is None])


def _change(key: Key, before: Row | None, after: Row | None) -> Change:
    return Change(place_of(key), key[3], before and judgement_of(before), after and judgement_of(after))


def _packed(row: Row | None) -> str | None:
    """What a row says beside its key, as text; `schema` checks that it is so."""
    return None if row is None else as_json(row[len(row.key) :])


def _unpacked(key: Key, text: str | None) -> Row | None:
    return None if text is None else Row(*key, *from_json(text))
