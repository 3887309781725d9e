"""Opening a session's database: who may write, what is no session, and what became of a damaged one."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldleaf.core.errors import GoldleafError, reason, shortened
from goldleaf.viewer.review.schema import APPLICATION, MIGRATIONS, VERSION

if TYPE_CHECKING:
    from filelock import BaseFileLock

_BEGINS = b"SQLite format 3\x00"
_COMMENT = re.compile(r"--[^\n]*")
_AT_APPLICATION = 68  # bytes into the header: https://www.sqlite.org/fileformat.html


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


def check_session(path: Path) -> None:
    """Raise GoldleafError where there is no file, or one that is no session."""
    if not path.exists():
        raise GoldleafError(f"{path}: there is no such file; make a session with goldleaf review new", path=path)
    if not path.is_file():
        raise GoldleafError(f"{path}: is no session of a review, but a folder, a pipe or a device", path=path)
    try:
        with path.open("rb") as file:
            begins = file.read(len(_BEGINS))
    except OSError as error:
        raise GoldleafError(f"{path}: cannot be read: {reason(error)}", path=path) from None
    if begins == _BEGINS and not is_session(path):
        raise GoldleafError(f"{path}: is a database of another program, no session of a review", path=path)
    if begins != _BEGINS:
        raise GoldleafError(f"{path}: is no session of a review; name one that goldleaf review new has made", path=path)


def damaged(path: Path, what: object) -> GoldleafError:
    """What is said of a session that cannot be read any more."""
    remedy = (
        "make a new one in its place with goldleaf review new --set-aside, which keeps this file under another name"
    )
    said = shortened(" ".join(str(what).split()), 100)  # SQLite quotes what it cannot read
    return GoldleafError(f"{path}: the session is damaged ({said}); {remedy}", path=path)


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


def make(path: Path, fill: Callable[[sqlite3.Connection], None]) -> None:
    """A new database with the tables of this version, filled; it appears whole or not at all.

    Raises GoldleafError where there is a file, or where none can be made.
    """
    with appearing(path) as temporary:
        temporary.touch(exist_ok=False)  # says why it cannot be, which SQLite does not
        connection = sqlite3.connect(temporary, isolation_level=None)
        with _closing(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            migrate(connection, path)
            connection.execute("BEGIN")
            fill(connection)
            connection.execute("COMMIT")


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Where to make a session that is to appear at ``path``, in the same folder, when the block ends without an error.

    Raises GoldleafError where there is a file, or where none can be made.
    """
    temporary = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        if path.exists():
            raise FileExistsError
        yield temporary
        _put(temporary, path)
    except FileExistsError:
        raise GoldleafError(f"{path}: exists; give the session another name", path=path) from None
    except (OSError, sqlite3.Error) as error:
        said = reason(error) if isinstance(error, OSError) else str(error)
        raise GoldleafError(f"{path}: the session cannot be made: {said}", path=path) from None
    finally:
        for left in (temporary, *_beside(temporary), lock_path(temporary)):
            left.unlink(missing_ok=True)


def _beside(path: Path) -> list[Path]:
    """What SQLite has beside a database that is open."""
    return [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]


def _put(made: Path, path: Path) -> None:
    """Let a session be where there is none yet, nor what a lost one has left beside it."""
    for left in () if path.exists() else _beside(path):
        left.unlink(missing_ok=True)
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        made.rename(path)


@contextmanager
def _closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    finally:
        connection.close()


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a database to this version, step by step, each step one transaction.

    Raises GoldleafError for one of a later version.
    """
    version = version_of(connection)
    check_version(version, path)
    for number in range(version + 1, VERSION + 1):
        connection.executescript(f"BEGIN;{MIGRATIONS[number]};PRAGMA user_version = {number};COMMIT;")


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database's tables."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_version(version: int, path: Path) -> None:
    """Raise GoldleafError for a version that is not known here."""
    if version > VERSION:
        raise GoldleafError(f"{path}: was made by a later Goldleaf (version {version}); install that one", path=path)


def lock_path(path: Path) -> Path:
    """The file that the lock is on."""
    real = path.resolve()
    return real.with_name(f".{real.name}.lock")


def lock(path: Path) -> BaseFileLock | None:
    """The lock of who may write, which the system takes from a program that ends; None where another has it.

    Raises OSError where nothing can be written.
    """
    from filelock import FileLock, Timeout

    own = FileLock(lock_path(path), thread_local=False)
    try:
        own.acquire(blocking=False)
    except Timeout:
        return None
    return own


def to_write(path: Path) -> sqlite3.Connection:
    """A connection that writes, each transaction on disk when it ends; by the holder of the lock only.

    Raises sqlite3.Error, GoldleafError for what is damaged and for a later version.
    """
    connection = sqlite3.connect(path.resolve(), isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA busy_timeout = 5000")
        check_whole(connection, path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection, path)
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def sign(connection: sqlite3.Connection, name: str) -> None:
    """Say who writes, in the file itself: where that is said of nobody who runs, a log is beside it, or was lost."""
    connection.execute(
        "INSERT OR REPLACE INTO writer VALUES (1, ?, ?, ?, ?)", (name, socket.gethostname(), os.getpid(), now())
    )
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def log_path(path: Path) -> Path:
    """The file that SQLite has beside a session while somebody writes, and that has what was written last."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def stamp(path: Path) -> tuple[object, ...]:
    """What tells a session's file and its log from others that stand at their place later."""
    found: list[object] = []
    for one in (path, log_path(path)):
        try:
            found.append((one.stat().st_dev, one.stat().st_ino))
        except OSError:
            found.append(None)
    return (*found,)


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that only reads, also in places where nothing can be written.

    Raises sqlite3.Error, GoldleafError for what is damaged and for a later version.
    """
    real = path.resolve()
    connection = _reading(f"{real.as_uri()}?mode=ro")
    if connection is None and not (log_path(path).exists() and log_path(path).stat().st_size):
        connection = _reading(f"{real.as_uri()}?mode=ro&immutable=1")
    if connection is None:  # what was written last is in the log, which SQLite reads only where it may write
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copy(real, folder)
            shutil.copy(log_path(path), folder)
            written = sqlite3.connect(copy)
            with _closing(written):
                connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                written.backup(connection)
    try:
        check_whole(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def tidy(path: Path) -> None:
    """Remove what reading has left beside a session, if nobody writes to it."""
    with suppress(OSError, sqlite3.Error):
        held = lock(path) if any(left.exists() for left in _beside(path.resolve())) else None
        if held is not None:
            with held, _closing(sqlite3.connect(path.resolve())) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _reading(uri: str) -> sqlite3.Connection | None:
    """None where SQLite would have to write beside the file, and cannot."""
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError):
            return None
        raise
    return connection


def check_whole(connection: sqlite3.Connection, path: Path) -> None:
    """Raise GoldleafError where the file does not hold what it should, sqlite3.Error where it cannot be read.

    Its tables are compared with those of its version before any of them is read: a view or a trigger in the place of
    one would be a program of somebody else's.
    """
    connection.execute("PRAGMA trusted_schema = OFF")
    version = version_of(connection)
    check_version(version, path)
    if version not in MIGRATIONS or _schema(connection) != _schema_of(version):
        raise damaged(path, "its tables are not those of a session")
    said = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if said != "ok":
        raise damaged(path, said)
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(path, "a judgement is of a sentence, a reviewer or an act that is not there")
    for table in ("act", "change"):  # all others are read when a session is opened
        for _ in connection.execute(f"SELECT * FROM {table}"):  # fails where a text is not UTF-8
            pass
    for column in ("before", "after"):
        if connection.execute(f"SELECT 1 FROM change WHERE {column} IS NOT NULL AND NOT {_is_row(column)}").fetchone():
            raise damaged(path, "what an act has changed cannot be read")


def _schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Kind, name and statement of all that there is, without comments and spaces."""
    found = connection.execute(
        "SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    )
    return {(kind, name, "".join(_COMMENT.sub("", sql).split())) for kind, name, sql in found}


def _schema_of(version: int) -> set[tuple[str, ...]]:
    """The same as a version makes it."""
    with _closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for number in range(1, version + 1):
            connection.executescript(MIGRATIONS[number])
        return _schema(connection)


def _is_row(column: str) -> str:
    """The condition that a text is what `rows.packed` makes: four texts, three numbers, since version 2 a text."""
    kinds = [*["text"] * 4, *["integer"] * 3]
    types = " AND ".join(f"json_type({column}, '$[{place}]') = '{kind}'" for place, kind in enumerate(kinds))
    last = f"coalesce(json_type({column}, '$[7]'), 'text') = 'text' AND json_array_length({column}) BETWEEN 7 AND 8"
    return f"iif(json_valid({column}), coalesce({types} AND {last}, 0), 0)"


def from_json(text: str) -> Any:  # noqa: ANN401, as many kinds as JSON has
    """What a text of JSON holds. Raises ValueError where it is none, or is nested without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("a text of it is nested too deep") from None


def as_json(value: object) -> str:
    """A value as short JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
