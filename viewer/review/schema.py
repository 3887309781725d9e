"""The tables of a session's database: how those of earlier versions become this one's, and whether they are whole."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from glob import escape
from pathlib import Path

from goldleaf.core.errors import GoldleafError, shortened

APPLICATION = 0x474C5246  # "GLRF", in the database's header
VERSION = 2
COPY = ".backup"  # the ending of the copies of days before

MIGRATIONS: dict[int, str] = {
    1: """
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE side (
    place INTEGER PRIMARY KEY,      -- 0 is the gold, or the first annotator
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL,
    relative TEXT NOT NULL,         -- the same from the session's folder, empty where there is no such way
    options TEXT NOT NULL           -- how it is read, as JSON
) STRICT;
CREATE TABLE reviewer (
    name TEXT PRIMARY KEY,
    blind INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE sentence (
    sentence INTEGER PRIMARY KEY,   -- for good, however the file is ordered
    row INTEGER,                    -- in the file when it was last seen, NULL where it was not there
    id TEXT,
    words INTEGER NOT NULL          -- a number for its words
) STRICT;
CREATE TABLE act (
    act INTEGER PRIMARY KEY,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    what TEXT NOT NULL,
    time TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'dropped'))
) STRICT;
CREATE INDEX acts_of_reviewer ON act (reviewer, state, act);
CREATE TABLE change (
    act INTEGER NOT NULL REFERENCES act (act),
    sentence INTEGER NOT NULL REFERENCES sentence (sentence),
    layer TEXT NOT NULL,
    item TEXT NOT NULL,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    before TEXT,                    -- a judgement's columns behind its key as JSON, NULL for none
    after TEXT,
    PRIMARY KEY (act, sentence, layer, item, reviewer)
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_of_sentence ON change (sentence, act);
CREATE TABLE judgement (
    sentence INTEGER NOT NULL REFERENCES sentence (sentence),
    layer TEXT NOT NULL,            -- empty for none
    item TEXT NOT NULL,
    reviewer TEXT NOT NULL REFERENCES reviewer (name),
    verdict TEXT NOT NULL,
    note TEXT NOT NULL,
    tags TEXT NOT NULL,             -- between semicolons
    time TEXT NOT NULL,
    words INTEGER NOT NULL,         -- the sentence's when it was judged
    settles INTEGER NOT NULL,       -- whether others were of two minds
    act INTEGER NOT NULL REFERENCES act (act),
    PRIMARY KEY (sentence, layer, item, reviewer)
) STRICT, WITHOUT ROWID;
CREATE TABLE writer (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    since TEXT NOT NULL
) STRICT;
""",
    # What the sides said of a place when it was judged: a text by the side's name, as JSON. Empty of what was judged
    # before it was kept, and of notes.
    # Who writes is taken out of the file again when they end: of who stands there and does not run, the log was lost.
    2: "ALTER TABLE judgement ADD COLUMN judged TEXT NOT NULL DEFAULT ''; DELETE FROM writer;",
}
"""The statements that bring a database from the version before to each version."""


class DamagedError(GoldleafError):
    """A session that cannot be read, of which `recovery` may make another one."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database, of this version at most, to this version, step by step, each step one transaction."""
    # Tables and their version change together: whoever is killed in between leaves a session of one or the other.
    for number in range(version_of(connection) + 1, VERSION + 1):
        connection.executescript(f"BEGIN;{MIGRATIONS[number]};PRAGMA user_version = {number};COMMIT;")


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise GoldleafError for a later version, and where the file does not hold what it should. Raises sqlite3.Error
    where it cannot be read."""
    connection.execute("PRAGMA trusted_schema = OFF")  # nothing in a file from elsewhere calls what it should not
    version = version_of(connection)
    if version > VERSION:
        raise GoldleafError(f"{path}: was made by a later Goldleaf (version {version}); install that one", path=path)
    # Before any table is read: a view or a trigger in the place of one would be a program of somebody else's.
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as like:
        for number in range(1, version + 1):
            like.executescript(MIGRATIONS[number])
        if version not in MIGRATIONS or statements(connection) != statements(like):
            raise damaged(path, "its tables are not those of a session")
    integrity = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if integrity != "ok":
        raise damaged(path, integrity)
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(path, "a judgement is of a sentence, a reviewer or an act that is not there")
    for table in ("act", "change"):  # all others are read when a session is opened
        for _ in connection.execute(f"SELECT * FROM {table}"):  # fails where a text is not UTF-8
            pass
    # What `Store` packs: four texts, three numbers, since version 2 a text. In SQL, for there may be a million changes,
    # each of which Python would have to read.
    for column in ("before", "after"):
        kinds = enumerate([*["text"] * 4, *["integer"] * 3])
        types = " AND ".join(f"json_type({column}, '$[{place}]') = '{kind}'" for place, kind in kinds)
        last = f"coalesce(json_type({column}, '$[7]'), 'text') = 'text' AND json_array_length({column}) BETWEEN 7 AND 8"
        is_row = f"iif(json_valid({column}), coalesce({types} AND {last}, 0), 0)"
        if connection.execute(f"SELECT 1 FROM change WHERE {column} IS NOT NULL AND NOT {is_row}").fetchone():
            raise damaged(path, "what an act has changed cannot be read")


def statements(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Kind, name and statement of all that there is, without comments and spaces. Raises sqlite3.Error."""
    # What SQLite makes for itself, indices of keys and statistics, need not be there in each file.
    own = "name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    statements = connection.execute(f"SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE {own}")
    return {(kind, name, "".join(re.sub(r"--[^\n]*", "", sql).split())) for kind, name, sql in statements}


def copies(session: Path) -> list[Path]:
    """The copies beside a session, the last one in front."""
    real = session.resolve()
    return sorted(real.parent.glob(f"{escape(real.name)}.????-??-??{COPY}"), reverse=True)


def damaged(path: Path, what: object) -> GoldleafError:
    """What is said of a session that cannot be read any more."""
    damage = shortened(" ".join(str(what).split()), 100)  # SQLite quotes what it cannot read
    remedy = "read what can be read of it with goldleaf review recover, or begin anew with review new --set-aside"
    remedy += next((f"; {copy.name} beside it is how it was that day" for copy in copies(path)), "")
    return DamagedError(f"{path}: the session is damaged ({damage}); {remedy}", path=path)
