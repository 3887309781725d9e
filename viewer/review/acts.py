"""Acts in a session's database: what each has changed is kept, to be taken back, done again, and looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from goldleaf.viewer.review.database import SessionFile
from goldleaf.viewer.review.judgements import Act, JudgementRow, Key, as_json, checked, from_json, place_of

Rows: TypeAlias = dict[Key, JudgementRow | None]  # judgements by their key; None where there is to be none


class Acts:
    """Those of all reviewers. ``row_at`` gives the judgement with a key as it is now."""

    def __init__(self, file: SessionFile, row_at: Callable[[Key], JudgementRow | None]) -> None:
        self._file, self._connection, self._row_at = file, file.connection, row_at

    def check(self) -> None:
        """Raise ValueError where what acts changed cannot be told: it is read when one looks back, or takes it back."""
        for (number,) in self._connection.execute("SELECT act FROM act").fetchall():
            for key, before, after in self._changes(number):
                place_of(key)
                for row in filter(None, (before, after)):
                    checked(row)

    def add(self, who: str, what: str, time: str, given: Mapping[Key, JudgementRow | None]) -> tuple[Act, Rows]:
        """Write, within a transaction, a new act and what it sets; returns it with the rows that there are now. What
        its reviewer had taken back before cannot be done again. Raises sqlite3.Error."""
        self._connection.execute("UPDATE act SET state = 'dropped' WHERE reviewer = ? AND state = 'undone'", (who,))
        cursor = self._connection.execute("INSERT INTO act (reviewer, what, time) VALUES (?, ?, ?)", (who, what, time))
        number = cursor.lastrowid or 0
        new = {key: row and row._replace(act=number) for key, row in given.items()}
        changes = [
            (number, *key, *(None if one is None else as_json(one[len(key) :]) for one in (self._row_at(key), row)))
            for key, row in new.items()
        ]
        self._connection.executemany("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?)", changes)
        self._keep(new)
        return Act(who, what, time, next(iter(new), (None,))[0]), new

    def turn(self, who: str, *, undone: bool) -> tuple[Act, Rows] | None:
        """Take back the last act of somebody, or do again what was ``undone`` last; None where there is none. What
        others have changed since stays as it is. Raises GoldleafError where it cannot be written."""
        query = "SELECT act, what, time FROM act WHERE reviewer = ? AND state = ? ORDER BY act"
        state, order = ("undone", "ASC") if undone else ("done", "DESC")
        last = self._connection.execute(f"{query} {order} LIMIT 1", (who, state)).fetchone()
        if last is None:
            return None
        number, what, time = last
        new: Rows = {}
        for key, before, after in self._changes(number):
            now, then = (before, after) if undone else (after, before)
            if self._row_at(key) == now:  # not where somebody has changed it since
                new[key] = then
        with self._file.writing():
            state = "done" if undone else "undone"
            self._connection.execute("UPDATE act SET state = ? WHERE act = ?", (state, number))
            self._keep(new)
        return Act(who, what, time, next(iter(new), (None,))[0], undone=not undone), new

    def history(self, sentence: int) -> list[Act]:
        """The acts that changed judgements about the sentence of this key, the first one first."""
        changing = "act IN (SELECT act FROM change WHERE sentence = ?)"
        query = f"SELECT reviewer, what, time, state FROM act WHERE {changing} ORDER BY act"
        acts = self._connection.execute(query, (sentence,))
        return [Act(who, what, time, sentence, undone=state != "done") for who, what, time, state in acts]

    def before_settling(self, row: JudgementRow) -> JudgementRow | None:
        """What the reviewer had said of a place before they settled it, if anything."""
        changes = self._connection.execute(
            "SELECT before FROM change JOIN act USING (act) WHERE sentence = ? AND layer = ? AND item = ? "
            "AND change.reviewer = ? AND state = 'done' ORDER BY act DESC",
            row.key,
        )
        earlier = (_unpacked(row.key, text) for (text,) in changes)
        return next((before for before in earlier if before is None or not before.settles), None)

    def _changes(self, act: int) -> list[tuple[Key, JudgementRow | None, JudgementRow | None]]:
        query = "SELECT sentence, layer, item, reviewer, before, after FROM change WHERE act = ?"
        rows = self._connection.execute(query, (act,))
        return [(row[:4], _unpacked(row[:4], row[4]), _unpacked(row[:4], row[5])) for row in rows]

    def _keep(self, rows: Mapping[Key, JudgementRow | None]) -> None:
        upsert = f"INSERT OR REPLACE INTO judgement VALUES ({', '.join('?' * len(JudgementRow._fields))})"
        self._connection.executemany(upsert, [row for row in rows.values() if row is not None])
        delete = "DELETE FROM judgement WHERE sentence = ? AND layer = ? AND item = ? AND reviewer = ?"
        self._connection.executemany(delete, [key for key, row in rows.items() if row is None])


def _unpacked(key: Key, text: str | None) -> JudgementRow | None:
    return None if text is None else JudgementRow(*key, *from_json(text))
