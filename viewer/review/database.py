"""The file of a session: who may write to it, and what is put there is whole, or is not there; its tables, how those of
earlier versions become this one's, and whether they are whole."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldleaf.core.errors import GoldleafError, reason, shortened

if TYPE_CHECKING:
    from filelock import BaseFileLock

APPLICATION = 0x474C5246  # "GLRF", in the database's header
_BEGINS = b"SQLite format 3\x00"
_AT_APPLICATION = 68  # bytes into the header: https://www.sqlite.org/fileformat.html

LOCKED = "another program writes to it"
LOGGED = 64  # pages that may stand in the log alone: some ten acts, if it gets lost
COPIES = 3  # of the last days on which somebody has judged
COPY = ".backup"  # the ending of the copies of days before


class DamagedError(GoldleafError):
    """A session that cannot be read, of which `recovery` may make another one."""


def is_session(path: str | Path) -> bool:
    """Whether a file is the database of a session, told by its first bytes; a pipe would give them only once."""
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            with Path(path).open("rb") as file:
                head = file.read(_AT_APPLICATION + 4)
            return head.startswith(_BEGINS) and head[_AT_APPLICATION:] == APPLICATION.to_bytes(4, "big")
    return False


def now() -> str:
    """The time as sessions have it: ISO 8601, of the world, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def from_json(text: str) -> Any:  # noqa: ANN401, as many kinds as JSON has
    """What a text of the database holds. Raises ValueError where it is no JSON, no text, or nested without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("a text of it is nested too deep") from None
    except TypeError:
        raise ValueError("a text of it is gone") from None


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class SessionFile:
    """An open session: its connection, and why nothing can be written (``read_only``, None if it can). ``lost`` is what
    is to be told of a session whose log is gone."""

    def __init__(self, path: Path, *, to_write: bool) -> None:
        self.path = path
        self.lost: str | None = None
        self._stamp: tuple[object, ...] = ()
        self._lock: BaseFileLock | None = None
        self.read_only: str | None = None if to_write else "it was opened to be read"
        if to_write:
            try:
                self._lock = lock(path)
                self.read_only = None if self._lock else LOCKED
            except OSError as error:
                self.read_only = f"the place is read only ({reason(error)})"
        self._had_log = log_path(path).exists()
        with ExitStack() as ends:
            connection = None
            if self._lock is not None:
                ends.callback(self._lock.release)
                try:
                    connection = _to_write(path)
                except sqlite3.OperationalError as error:  # the file, or what SQLite has beside it, may be read only
                    self.read_only = f"it cannot be written to ({error})"
            self.connection = connection or _to_read(path)
            ends.callback(self.connection.close)
            self._ends = ends.pop_all()

    @classmethod
    @contextmanager
    def opening(cls, path: Path, *, to_write: bool) -> Iterator[SessionFile]:
        """A session that there is, which stays open where the block ends without an error. Raises GoldleafError for
        what is no session, a damaged one (also where that is found in the block, by sqlite3.Error or ValueError), and
        one of a later version."""
        if not path.exists():
            raise GoldleafError(f"{path}: there is no such file; make a session with goldleaf review new", path=path)
        if not path.is_file():
            raise GoldleafError(f"{path}: is no session of a review, but a folder, a pipe or a device", path=path)
        try:
            with path.open("rb") as head:
                begins = head.read(len(_BEGINS))
        except OSError as error:
            raise GoldleafError(f"{path}: cannot be read: {reason(error)}", path=path) from None
        if not is_session(path):
            if copies(path):
                raise damaged(path, "it does not begin as one")
            text = "is a database of another program, no session of a review"
            if begins != _BEGINS:
                text = "is no session of a review; name one that goldleaf review new has made"
            raise GoldleafError(f"{path}: {text}", path=path)
        file = None
        try:
            file = cls(path, to_write=to_write)
            yield file
        except BaseException as error:
            if file is not None:
                file._ends.close()
            if isinstance(error, sqlite3.Error | ValueError):
                raise damaged(path, error) from None
            raise

    def sign(self, name: str) -> None:
        """Learn who writes, or did last; where nobody does, write in the file that we do. Who ends takes their name out
        again: where it stands there and nobody runs, a log is beside it, or was lost."""
        if (row := self.connection.execute("SELECT name, host, since FROM writer").fetchone()) is not None:
            last, host, since = row
            who = last or "someone"
            # In version 1 a program that ended left its name, too.
            if not self._had_log and version_of(self.connection) > 1:
                self.lost = (
                    f"{self.path}: what {who} decided last on {host} may be lost: the program did not end as it "
                    f"should, and its log is gone; put {self.path.name}-wal back beside the session"
                )
            if self.read_only == LOCKED:
                began = datetime.fromisoformat(since).astimezone()
                self.read_only = f"{who} on {host}, since {began:%H:%M} writes to it"
        if self.read_only is None:
            values = name, socket.gethostname(), os.getpid(), now()
            self.connection.execute("INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?, ?)", values)
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # into the file: it is the log that gets lost
            self._stamp = _stamp(self.path)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction. Raises GoldleafError where it could not be written, and then nothing is."""
        if self.read_only is not None:
            raise GoldleafError(f"{self.path}: cannot be changed: {self.read_only}", path=self.path)
        # SQLite writes on to a file that was moved or removed, and says nothing.
        if self._stamp and self._stamp != _stamp(self.path):
            text = "the session, or its log, was moved, removed or replaced while it was open, so nothing is kept there"
            raise GoldleafError(f"{self.path}: {text}; close it, and open it where it is now", path=self.path)
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            yield
            self.connection.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error | OSError):
                text = f"{self.path}: cannot be written: {reason(error)}; what was done last is not kept"
                raise GoldleafError(text, path=self.path) from None
            raise

    def close(self) -> None:
        """Leave one file; further calls do nothing."""
        with suppress(sqlite3.Error):
            if self.read_only is None:
                self.connection.execute("DELETE FROM writer")
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._ends.close()
        if self._lock is not None:
            return
        with suppress(OSError, sqlite3.Error):  # what reading has left beside it, if nobody writes
            held = lock(self.path) if any(left.exists() for left in _beside(self.path.resolve())) else None
            if held is not None:
                with held, closing(sqlite3.connect(self.path.resolve())) as connection:
                    if self._had_log:  # what a killed program has left in it is in the file then, and is not lost
                        connection.execute("DELETE FROM writer")
                        connection.commit()
                    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def lock(path: Path) -> BaseFileLock | None:
    """The lock of who may write, which the system takes from who ends; None where another has it. Raises OSError."""
    from filelock import FileLock, Timeout

    own = FileLock(_lock_path(path), thread_local=False)  # a job may close what the window has opened
    try:
        own.acquire(blocking=False)
    except Timeout:
        return None
    return own


def _lock_path(path: Path) -> Path:
    real = path.resolve()  # who comes by a link is locked out, too
    return real.with_name(f".{real.name}.lock")


def log_path(path: Path) -> Path:
    """The file that SQLite has beside a session while somebody writes, and that has what was written last."""
    return _beside(path.resolve())[0]


def _beside(path: Path) -> list[Path]:
    """What SQLite has beside a database that is open."""
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]


def _stamp(path: Path) -> tuple[object, ...]:
    """What tells a session's file and its log from others that stand at their place later."""
    stamp: list[object] = []
    for file in (path, log_path(path)):
        try:
            stamp.append((file.stat().st_dev, file.stat().st_ino))
        except OSError:
            stamp.append(None)
    return (*stamp,)


def _to_write(path: Path) -> sqlite3.Connection:
    """A connection that writes, each transaction on disk when it ends; by the holder of the lock only. Raises
    sqlite3.Error, GoldleafError for what is damaged and for a later version."""
    connection = sqlite3.connect(path.resolve(), isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA busy_timeout = 5000")  # whoever has read may be tidying
        check_whole(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")  # others read on while we write
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOGGED}")
        connection.execute("PRAGMA synchronous = FULL")  # else a log is not waited for, and power that fails takes acts
        migrate(connection)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also in places where nothing can be written. Raises as `_to_write`."""
    real = path.resolve()
    connection = _reading(f"{real.as_uri()}?mode=ro")
    # Without a log nobody writes, so that SQLite may be told to need no file of its own beside.
    if connection is None and not (log_path(path).exists() and log_path(path).stat().st_size):
        connection = _reading(f"{real.as_uri()}?mode=ro&immutable=1")
    if connection is None:  # what was written last is in the log, which SQLite reads only where it may write
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(real, folder)
            shutil.copy(log_path(path), folder)
            with closing(sqlite3.connect(copy)) as written:
                connection = sqlite3.connect(":memory:", check_same_thread=False)
                written.backup(connection)
    try:
        check_whole(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _reading(uri: str) -> sqlite3.Connection | None:
    """None where SQLite would have to write beside the file, and cannot."""
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            return None
        raise
    return connection


@contextmanager
def making(path: Path) -> Iterator[sqlite3.Connection]:
    """A new database with the tables of this version, to be filled in the block; it appears whole or not at all. Raises
    GoldleafError where there is a file, or where none can be made."""
    with appearing(path) as temporary:
        temporary.touch(exist_ok=False)  # says why it cannot be, which SQLite does not
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            migrate(connection)
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Where to make a session that is to appear at ``path``, in the same folder, when the block ends without an error.
    Raises GoldleafError where there is a file, or where none can be made."""
    temporary = path.with_name(f".{path.name}-{os.getpid()}")  # on the same disk, so that it can be linked
    try:
        if path.exists():
            raise FileExistsError
        yield temporary
        for left in () if path.exists() else _beside(path):  # a lost session's log would be read as this one's
            left.unlink(missing_ok=True)
        try:
            os.link(temporary, path)  # fails where there is a file by now, which to rename would replace
        except FileExistsError:
            raise
        except OSError:  # some file systems have no links
            temporary.rename(path)
    except FileExistsError:
        raise GoldleafError(f"{path}: exists; give the session another name", path=path) from None
    except (OSError, sqlite3.Error) as error:
        raise GoldleafError(f"{path}: the session cannot be made: {reason(error)}", path=path) from None
    finally:
        for left in (temporary, *_beside(temporary), _lock_path(temporary)):
            left.unlink(missing_ok=True)


def keep_copy(file: SessionFile) -> None:
    """Once a day, before anybody judges: copy a session as it is, and let the oldest copy go."""
    real = file.path.resolve()
    target = real.with_name(f"{real.name}.{datetime.now().astimezone():%Y-%m-%d}{COPY}")
    if target.exists() or not file.connection.execute("SELECT 1 FROM act").fetchone():
        return
    unfinished = real.with_name(f".{target.name}")
    # Who has no room for a copy can go on judging.
    with suppress(OSError, sqlite3.Error):
        try:
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
                file.connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, whoever reads it
                copy.execute("DELETE FROM writer")
            unfinished.replace(target)
            for old in copies(file.path)[COPIES:]:
                old.unlink()
        finally:
            unfinished.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Give a damaged file, and what SQLite has beside it, another name: ``NAME.damaged-1``. Returns it."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    path.rename(aside)
    for left, beside in zip(_beside(path), _beside(aside), strict=True):
        with suppress(FileNotFoundError):
            left.rename(beside)
    return aside


VERSION = 2

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
    if (version := version_of(connection)) > VERSION:
        raise GoldleafError(f"{path}: was made by a later Goldleaf (version {version}); install that one", path=path)
    # Before any table is read: a view or a trigger in the place of one would be a program of somebody else's.
    if statements(connection) != designs().get(version):
        raise damaged(path, "its tables are not those of a session")
    if (integrity := connection.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
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


def designs() -> dict[int, set[tuple[str, ...]]]:
    """By version the statements that a database is made of."""
    made = {}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as like:
        for version, steps in MIGRATIONS.items():
            like.executescript(steps)
            made[version] = statements(like)
    return made


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
