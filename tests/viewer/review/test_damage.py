"""What a session has to bear: killed programs, two at once, places without leave or room, and damage.

Tests `database`, `sides`.

Also tests `review.database`.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, shortened
from goldleaf.viewer.review import database
from goldleaf.viewer.review.database import MIGRATIONS, VERSION, damaged, version_of
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.sentences import Known
from goldleaf.viewer.review.sides import SessionSide, check_there
from goldleaf.viewer.review.store import Store

HERE = Path(__file__).parent
TIMES = 200


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session of three sentences and a verdict."""
    path = tmp_path / "r.goldleaf"
    with Store.create(path, [SessionSide("gold", "gold.x"), SessionSide("parse", "parse.x")], reviewer="anna") as store:
        store.add([Known(number, None, f"s{number}", number) for number in (1, 2, 3)])
        store.act("first", [said("0")])
    return path


def said(item: str, verdict: str = "gold") -> Judgement:
    return Judgement(Place(1, Layer.ARC, item), "anna", verdict)


def items(path: Path) -> list[int]:
    with Store.open(path, to_write=False) as store:
        return sorted(int(one.place.item) for one in store.judgements())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_killed_program_loses_at_most_the_act_in_flight(path):
    """Two hundred times, each after as many acts, and as far into the next one, as comes."""
    chance = random.Random(13)
    words = [sys.executable, "-B", "-W", "ignore", str(HERE / "acting.py"), str(path)]
    done = 0
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None and process.stdout is not None
        for _ in range(TIMES):
            process.stdin.write(f"{done}\n".encode())
            child = int(process.stdout.readline())
            for _ in range(chance.randrange(4)):
                done = int(process.stdout.readline())
            for _ in range(chance.randrange(30_000)):  # somewhere in the next act
                pass
            os.kill(child, signal.SIGKILL)
            while (line := process.stdout.readline()) != b"dead\n":
                done = int(line)
            with sqlite3.connect(path) as connection:
                kept = [int(item) for (item,) in connection.execute("SELECT item FROM judgement")]
                acts = connection.execute("SELECT count(*) FROM act").fetchone()[0]
            connection.close()
            assert sorted(kept) == [*range(max(kept) + 1)]
            assert max(kept) in (done, done + 1)
            assert acts == len(kept)
            done = max(kept)
        process.stdin.close()
        assert process.wait(60) == 0
    assert done > TIMES
    assert items(path) == [*range(done + 1)]


def test_a_second_program_reads_and_is_told_who_writes(path):
    with Store.open(path, reviewer="anna") as first, Store.open(path, reviewer="ben") as second:
        assert first.read_only is None
        assert re.fullmatch(r"anna on .+, since \d\d:\d\d writes to it", second.read_only)
        with pytest.raises(GoldleafError, match=r"r\.goldleaf: cannot be changed: anna on .* writes to it"):
            second.act("no", [said("1")])
        first.act("yes", [said("7")])
        with Store.open(path, to_write=False) as third:
            assert [one.place.item for one in third.judgements()] == ["0", "7"]
    with Store.open(path, reviewer="ben") as store:
        assert store.read_only is None
    assert sorted(one.name for one in path.parent.iterdir() if one.suffix != ".backup") == [
        ".r.goldleaf.lock",
        "r.goldleaf",
    ]


@pytest.mark.parametrize("log", [False, True])
def test_in_a_place_that_is_read_only_it_can_be_read(path, monkeypatch, log):
    if log:  # a program was killed, so the last act is in the log
        copy = path.with_name("copy")
        copy.mkdir()
        store = Store.open(path, reviewer="anna")
        store.act("late", [said("5")])
        for one in path.parent.glob("r.goldleaf*"):
            shutil.copy(one, copy)
        store.close()
        path = copy / path.name
        path.with_name(f"{path.name}-shm").unlink()

    def denied(_: Path) -> None:
        raise PermissionError(13, "Permission denied")

    reading = database._reading
    monkeypatch.setattr(database, "lock", denied)
    monkeypatch.setattr(database, "_reading", lambda uri: reading(uri) if "immutable" in uri else None)
    with Store.open(path, reviewer="ben") as store:
        assert store.read_only == "the place is read only (Permission denied)"
        assert [one.place.item for one in store.judgements()] == (["0", "5"] if log else ["0"])
        with pytest.raises(GoldleafError, match="cannot be changed: the place is read only"):
            store.act("no", [said("1")])


def test_on_a_full_disk_nothing_is_lost_and_it_is_said(path):
    with Store.open(path, reviewer="anna") as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        many = [said(str(number)) for number in range(5_000)]
        with pytest.raises(GoldleafError, match=r"r\.goldleaf: cannot be written: database or disk is full"):
            store.act("many", many)
        assert [one.place.item for one in store.judgements()] == ["0"]
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.act("many", many)
        assert len(store.judgements()) == 5_000
    assert len(items(path)) == 5_000


@pytest.mark.parametrize("damage", ["middle", "cut", "text"])
def test_a_damaged_session_is_said_to_be_one_and_stays_as_it_is(path, damage):
    data = path.read_bytes()
    broken = {
        "middle": data[:4096] + b"\xff" * 40_000 + data[44_096:],
        "cut": data[: len(data) // 2],
        "text": b"1\tA\t_\n",
    }[damage]
    path.write_bytes(broken)
    what = "is no session of a review" if damage == "text" else r"the session is damaged \(.*new --set-aside"
    with pytest.raises(GoldleafError, match=what):
        Store.open(path, reviewer="anna").close()
    assert path.read_bytes() == broken
    assert database.set_aside(path).name == "r.goldleaf.damaged-1"
    with Store.create(path, [SessionSide("gold", "gold.x")], reviewer="anna") as store:
        assert store.judgements() == []
    assert path.with_name("r.goldleaf.damaged-1").read_bytes() == broken


ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c) SELECT n, 'x' || n, 'p', '', '{}' FROM c"
DEEP = "[" * 100_000
FAULTY = {
    "no sides": "DELETE FROM side",
    "no sentences": "PRAGMA foreign_keys = OFF; DELETE FROM sentence",
    "a key below 1": "INSERT INTO sentence VALUES (-1, 7, 's', 1)",
    "options are a number": "UPDATE side SET options = '-1'",
    "an option is a number": """UPDATE side SET options = '{"encoding": 1}'""",
    "nested options": f"UPDATE side SET options = '{DEEP}'",
    "a side without a name": "UPDATE side SET name = '' WHERE place = 1",
    "a path with NUL": "UPDATE side SET path = 'a' || char(0)",
    "no first side": "UPDATE side SET place = 5 WHERE place = 0",
    "no such layer": """UPDATE setting SET value = '["x"]' WHERE name = 'layers'""",
    "no layers": "UPDATE setting SET value = '[]' WHERE name = 'layers'",
    "lists of layers": "UPDATE setting SET value = '[[1]]' WHERE name = 'layers'",
    "no seed": "UPDATE setting SET value = '{}' WHERE name = 'seed'",
    "no settings": "DELETE FROM setting",
    "a verdict of no layer": "UPDATE judgement SET layer = 'x'",
    "what was judged is no text": """UPDATE judgement SET judged = '{"parse": 1}'""",
    "what was judged is nested": f"UPDATE judgement SET judged = '{DEEP}'",
    "a change of no layer": "UPDATE change SET layer = 'x'",
    "a change is of what is nested": f"UPDATE change SET after = json_set(after, '$[7]', '{DEEP}')",
    "a change is of what cannot be told": """UPDATE change SET after = json_set(after, '$[7]', '{"parse": 1}')""",
    "a change of nothing": "UPDATE change SET after = '[]'",
    "a change is no JSON": "UPDATE change SET after = 'x'",
    "a change is not UTF-8": "UPDATE change SET after = replace(after, 'gold', CAST(x'ff' AS TEXT))",
    "an act is not UTF-8": "UPDATE act SET what = CAST(x'ff' AS TEXT)",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON reviewer BEGIN DELETE FROM judgement; END",
    "an endless view": f"DROP TABLE side; CREATE VIEW side (place, name, path, relative, options) AS {ENDLESS}",
    "a further table": "CREATE TABLE more (x)",
    "a lacking column": "ALTER TABLE judgement DROP COLUMN judged",
    "version 0": "PRAGMA user_version = 0",
    "a negative version": "PRAGMA user_version = -3",
}


@pytest.mark.parametrize("statement", FAULTY.values(), ids=FAULTY)
def test_a_session_is_whole_or_one_line(path, statement):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(statement)
    connection.close()
    for to_write in (False, True):
        with pytest.raises(GoldleafError, match=r"r\.goldleaf: the session is damaged \([^\n]*new --set-aside") as told:
            Store.open(path, reviewer="anna", to_write=to_write).close()
        assert "\n" not in str(told.value)


def test_flipped_bytes_never_end_in_a_traceback(path, tmp_path):
    """What can be opened can be read, and undone, whatever the file holds."""
    data, chance = path.read_bytes(), random.Random(5)
    places = [place for place, byte in enumerate(data) if byte]
    refused = 0
    for number in range(60):
        flipped, copy = bytearray(data), tmp_path / f"{number}.goldleaf"
        flipped[chance.choice(places)] ^= 1 << chance.randrange(8)
        copy.write_bytes(flipped)
        try:
            with Store.open(copy, reviewer="anna") as store:
                store.judgements()
                store.history(1)
                store.undo()
                store.redo()
        except GoldleafError as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_only_files_are_opened(path, tmp_path):
    """Neither a pipe, from which nothing may ever come, nor a device that has no end, nor what no file is called."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert not database.is_session(pipe)
    with pytest.raises(GoldleafError, match="pipe: is no session of a review, but a folder, a pipe or a device"):
        Store.open(pipe)
    for wrong in (pipe, Path(os.devnull), tmp_path):
        with Store.open(path, to_write=False) as store, pytest.raises(GoldleafError, match="which is no file"):
            check_there(path, [store.sides[0]._replace(path=str(wrong))])
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE side SET path = ?, relative = ?", ("x" * 5000,) * 2)
    connection.close()
    with Store.open(path, to_write=False) as store, pytest.raises(GoldleafError, match="which are not there"):
        check_there(path, store.sides)


def test_a_log_that_is_gone_is_told(path):
    store = Store.open(path, reviewer="anna")
    store.act("late", [said("5")])
    copy = path.with_name("copy.goldleaf")
    shutil.copy(path, copy)  # without the log, in which the act is
    shutil.copy(database.log_path(path), database.log_path(copy))
    store.close()
    with Store.open(copy, to_write=False) as whole:
        assert whole.lost is None and len(whole.judgements()) == 2
    shutil.copy(path, copy)
    store = Store.open(path, reviewer="anna")
    shutil.copy(path, copy)
    store.close()
    for to_write in (False, True):
        with Store.open(copy, reviewer="ben", to_write=to_write) as lacking:
            assert "copy.goldleaf: what anna decided last on" in (lacking.lost or "")
            assert "put copy.goldleaf-wal back" in (lacking.lost or "")
    for one in (copy, path):  # once it was written to again, it is as it is
        with Store.open(one, reviewer="ben") as known:
            assert known.lost is None


def test_with_a_log_that_is_gone_only_the_last_acts_are_lost(path):
    """All that was done since the session was opened was lost with it."""
    with Store.open(path, reviewer="anna") as store:
        for word in range(200):
            store.act("one", [said(f"{word}")])
        copy = path.with_name("copy.goldleaf")
        shutil.copy(path, copy)
    with Store.open(copy, to_write=False) as lacking:
        assert lacking.lost is not None and len(lacking.judgements()) > 170


def test_what_a_killed_program_has_left_is_not_called_lost_once_it_was_read(path):
    """Whoever read it put the log into the file and took it away, and the next one was told that it was gone."""
    store = Store.open(path, reviewer="anna")
    store.act("late", [said("5")])
    killed = path.with_name("killed.goldleaf")
    shutil.copy(path, killed)
    shutil.copy(database.log_path(path), database.log_path(killed))
    store.close()
    for to_write in (False, True):
        with Store.open(killed, reviewer="ben", to_write=to_write) as whole:
            assert whole.lost is None and len(whole.judgements()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be moved")
@pytest.mark.parametrize("what", ["session", "log"])
def test_a_session_that_is_moved_while_it_is_open_keeps_nothing_in_silence(path, what):
    with Store.open(path, reviewer="anna") as store:
        store.act("one", [said("1")])
        moved = path if what == "session" else database.log_path(path)
        moved.rename(path.with_name("elsewhere"))
        with pytest.raises(
            GoldleafError, match=r"r\.goldleaf: the session, or its log, was moved, removed or replaced"
        ):
            store.act("two", [said("2")])
        assert [one.place.item for one in store.judgements()] == ["0", "1"]


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed")
def test_files_that_are_read_again_are_shown_when_the_session_is_gone(path):
    with Store.open(path, reviewer="anna") as store:
        path.unlink()
        store.place([Known(4, 0, "new", 4), *(Known(number, number, f"s{number}", number) for number in (1, 2, 3))])
        assert store.row(4) == 0 and "moved, removed" in (store.read_only or "")
        assert [one.place.item for one in store.judgements()] == ["0"]
        with pytest.raises(GoldleafError, match="moved, removed"):
            store.act("two", [said("2")])


def test_the_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(GoldleafError, match=r"other\.db: is a database of another program"):
        Store.open(path)
    assert path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [path]


def test_a_session_of_a_later_version_is_not_touched(path):
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(GoldleafError, match=rf"was made by a later Goldleaf \(version {VERSION + 1}\)"):
        Store.open(path, reviewer="anna")
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    connection.close()


@pytest.mark.parametrize("version", MIGRATIONS)
def test_a_session_of_each_earlier_version_is_opened(tmp_path, version):
    path = tmp_path / "old.goldleaf"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA application_id = {0x474C5246}")
    for number in range(1, version + 1):
        connection.executescript(MIGRATIONS[number])
    connection.executescript((HERE / f"version-{version}.sql").read_text(encoding="utf-8"))
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with Store.open(path, reviewer="anna") as store:
        [one] = store.judgements()
        assert (one.place, one.verdict, one.note, one.tags) == (Place(1, Layer.ARC, "2"), "3:obj", "why?", ("a", "b c"))
        assert store.undo().what == "third reading"
        assert store.judgements() == []
        assert version_of(store._connection) == VERSION


def test_there_is_no_session_without_a_file(tmp_path):
    with pytest.raises(GoldleafError, match="there is no such file; make a session with goldleaf review new"):
        Store.open(tmp_path / "none.goldleaf")
    with pytest.raises(GoldleafError, match="cannot be made: No such file or directory"):
        Store.create(tmp_path / "no" / "where.goldleaf", [])
    assert [*tmp_path.iterdir()] == []


def test_a_session_that_is_set_aside_keeps_its_log(path):
    log = database.log_path(path)
    log.write_bytes(b"late")
    aside = database.set_aside(path)
    assert database.log_path(aside).read_bytes() == b"late"
    assert not log.exists()


def test_a_new_session_has_nothing_of_a_lost_one_at_its_place(path):
    log = database.log_path(path)
    with Store.open(path, reviewer="anna") as store:
        store.act("late", [said("5")])
        left = log.read_bytes()
    path.unlink()
    log.write_bytes(left)
    with Store.create(path, [SessionSide("gold", "gold.x")], reviewer="anna") as store:
        assert store.judgements() == [] and [side.name for side in store.sides] == ["gold"]


def test_the_log_of_a_session_that_is_made_meanwhile_stays(tmp_path):
    path = tmp_path / "r.goldleaf"
    with pytest.raises(GoldleafError, match="exists; give the session another name"), database.appearing(path) as made:
        for one in (made, path, database.log_path(path)):
            one.touch()
    assert database.log_path(path).exists()


@pytest.mark.parametrize("application", [0, 1, 0x7FFFFFFF])
def test_a_database_of_another_program_is_no_session(tmp_path, application):
    path = tmp_path / "other.goldleaf"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {application}")
    connection.execute("CREATE TABLE judgement (sentence)")
    connection.close()
    assert not database.is_session(path)
    with pytest.raises(GoldleafError, match="is a database of another program"):
        Store.open(path)


def test_where_files_have_no_links_a_session_is_made_all_the_same(tmp_path, monkeypatch):
    def link(_: Path, __: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    with Store.create(tmp_path / "r.goldleaf", [SessionSide("gold", "gold.conllu")], reviewer="anna") as store:
        assert store.reviewers == ["anna"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".r.goldleaf.lock", "r.goldleaf"]


def message(path: Path, **options) -> str:
    with pytest.raises(GoldleafError) as told:
        Store.open(path, **options).close()
    assert str(told.value.path) == str(path)
    return str(told.value)


def test_what_is_no_session_is_said_in_full(path, tmp_path):
    none, folder, text, other = (tmp_path / name for name in ("none", "folder", "text", "other"))
    folder.mkdir()
    text.write_bytes(b"SQLite format 3")
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    assert message(none) == f"{none}: there is no such file; make a session with goldleaf review new"
    assert message(folder) == f"{folder}: is no session of a review, but a folder, a pipe or a device"
    assert message(text) == f"{text}: is no session of a review; name one that goldleaf review new has made"
    assert message(other) == f"{other}: is a database of another program, no session of a review"
    assert [database.is_session(one) for one in (path, none, folder, text, other, "a\0b")] == [True] + [False] * 5
    path.write_bytes(path.read_bytes()[:71])
    assert not database.is_session(path)


def test_damage_is_said_with_what_there_is_to_do(path):
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM side")
    connection.close()
    assert message(path) == (
        f"{path}: the session is damaged (it names no treebanks); read what can be read of it with goldleaf review "
        "recover, or begin anew with review new --set-aside"
    )
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    later = f"{path}: was made by a later Goldleaf (version {VERSION + 1}); install that one"
    assert message(path) == message(path, to_write=False) == later
    with Store.create(path.with_name("new"), [SessionSide("gold", "x")]) as store:
        assert version_of(store._connection) == VERSION == max(MIGRATIONS)


def test_who_cannot_write_is_told_why_in_full(path):
    with Store.open(path, to_write=False) as store, pytest.raises(GoldleafError) as told:
        store.reviewer = "anna"
        store.act("no", [said("1")])
    assert str(told.value) == f"{path}: cannot be changed: it was opened to be read"
    with Store.open(path) as first, Store.open(path, reviewer="ben") as second:
        assert first.read_only is None and second.read_only.startswith("someone on ")
    with Store.open(path) as first:
        first.reviewer = "cleo"
        with Store.open(path, reviewer="ben") as second:
            assert second.read_only.startswith("cleo on ")


def test_a_write_that_fails_leaves_nothing_of_it(path):
    with Store.open(path, reviewer="anna") as store:
        store._connection.execute(
            "CREATE TEMP TRIGGER t BEFORE INSERT ON judgement BEGIN SELECT RAISE(ABORT, 'odd'); END"
        )
        with pytest.raises(GoldleafError) as told:
            store.act("no", [said("1"), Judgement(Place(1), "ben", "gold")])
        assert str(told.value) == f"{path}: cannot be written: odd; what was done last is not kept"
        assert store.reviewers == ["anna"] and [one.place.item for one in store.judgements()] == ["0"]
        store._connection.execute("DROP TRIGGER t")
        assert [act.what for act in store.history(1)] == ["first"]
        assert store.undo().what == "first" and store.undo() is None and store.redo().what == "first"


def test_files_that_are_set_aside_are_numbered(path):
    again = path.read_bytes()
    for number in (1, 2, 3):
        path.write_bytes(again)
        database.log_path(path).write_bytes(b"log")
        aside = database.set_aside(path)
        assert aside == path.with_name(f"r.goldleaf.damaged-{number}") and aside.read_bytes() == again
        assert database.log_path(aside).read_bytes() == b"log" and not path.exists()


def test_a_log_that_is_gone_is_told_in_full(path):
    store = Store.open(path, reviewer="anna")
    copy = path.with_name("copy.goldleaf")
    shutil.copy(path, copy)
    store.close()
    with Store.open(copy, reviewer="ben") as lacking:
        assert re.fullmatch(
            rf"{re.escape(str(copy))}: what anna decided last on \S+ may be lost: the program did not end "
            r"as it should, and its log is gone; put copy\.goldleaf-wal back beside the session",
            lacking.lost,
        )
    with Store.open(copy, reviewer="ben") as known:
        assert known.lost is None


def test_what_is_there_already_or_cannot_be_made_is_said_in_full(path, tmp_path):
    before = path.read_bytes()
    with pytest.raises(GoldleafError) as told:
        Store.create(path, [SessionSide("gold", "x")])
    assert str(told.value) == f"{path}: exists; give the session another name" and path.read_bytes() == before
    with pytest.raises(GoldleafError) as told:
        Store.create(tmp_path / "no" / "r", [SessionSide("gold", "x")])
    assert str(told.value) == f"{tmp_path / 'no' / 'r'}: the session cannot be made: No such file or directory"
    with pytest.raises(GoldleafError) as told:
        Store.create(tmp_path / "twice", [SessionSide("gold", "x"), SessionSide("gold", "y")])
    assert str(told.value).startswith(f"{tmp_path / 'twice'}: the session cannot be made: UNIQUE constraint failed")
    assert not (tmp_path / "twice").exists()


def test_treebanks_are_found_where_the_folder_has_moved_to(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    (here / "data").mkdir(parents=True)
    for name in ("data/gold.x", "parse.x"):
        (here / name).touch()
    sides = [
        SessionSide("gold", str(here / "data" / "gold.x"), {"encoding": "utf-8"}),
        SessionSide("parse", str(here / "parse.x")),
    ]
    Store.create(here / "r.goldleaf", sides).close()
    with Store.open(here / "r.goldleaf") as store:
        assert store.sides == (*sides,)
    shutil.copytree(here, there)
    (there / "parse.x").unlink()
    with Store.open(there / "r.goldleaf") as store:
        assert [side.path for side in store.sides] == [str(there / "data" / "gold.x"), str(here / "parse.x")]
        check_there(store.path, store.sides)
        (here / "parse.x").unlink()
        with pytest.raises(GoldleafError) as told:
            check_there(store.path, store.sides)
        assert str(told.value) == (
            f"{store.path}: reviews {here / 'parse.x'}, which is not there; put it back, or say where they are "
            "with goldleaf review relink"
        )
        (there / "data" / "gold.x").unlink()
        with pytest.raises(GoldleafError) as told:
            check_there(store.path, store.sides)
        assert str(told.value).startswith(f"{store.path}: reviews {there / 'data' / 'gold.x'}, {here / 'parse.x'}, ")
        assert str(told.value).endswith(
            "which are not there; put them back, or say where they are with goldleaf review relink"
        )


def test_a_session_is_one_file_once_it_is_closed_whoever_closes_it_last(path):
    with Store.open(path, reviewer="anna") as first:
        second = Store.open(path, to_write=False)
        first.act("one", [said("1")])
    second.close()
    second.close()
    assert sorted(one.name for one in path.parent.iterdir() if one.suffix != ".backup") == [
        ".r.goldleaf.lock",
        "r.goldleaf",
    ]
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM writer").fetchone() == (0,)
    connection.close()


def test_what_sqlite_quotes_is_told_in_a_hundred_characters():
    for text in ("a" * 300, "b" * 101, "c" * 100, "d\n  e"):
        told = str(damaged(Path("r"), text))
        assert told.startswith(
            f"r: the session is damaged ({shortened(' '.join(text.split()), 100)}); read what can be "
        )


@pytest.mark.parametrize(
    ("statement", "damage"),
    [
        ("UPDATE side SET name = '' WHERE place = 1", "its treebank number 2 cannot be told"),
        ("UPDATE side SET place = 5 WHERE place = 0", "its treebank number 1 cannot be told"),
        ("UPDATE side SET options = '[]' WHERE place = 0", "its treebank number 1 cannot be told"),
        ("UPDATE side SET path = '' WHERE place = 1", "its treebank number 2 cannot be told"),
        ("UPDATE setting SET value = '[]' WHERE name = 'layers'", "its layers cannot be told"),
        ("""UPDATE setting SET value = '["arc", "x"]' WHERE name = 'layers'""", "its layers cannot be told"),
        ("""UPDATE setting SET value = '"arc"' WHERE name = 'layers'""", "its layers cannot be told"),
        ("UPDATE setting SET value = '1' WHERE name = 'adjudication'", "its settings cannot be told"),
        ("UPDATE setting SET value = 'null' WHERE name = 'seed'", "its settings cannot be told"),
        ("INSERT INTO sentence VALUES (0, 7, 's', 1)", "its sentences cannot be told"),
        ("UPDATE judgement SET layer = 'arcs'", "there is no layer 'arcs'"),
        ("UPDATE judgement SET judged = '[]'", "what was judged cannot be told"),
        ("UPDATE judgement SET judged = '[1]'", "what was judged cannot be told"),
        ("""UPDATE judgement SET judged = '{"a":1}'""", "what was judged cannot be told"),
        ("UPDATE change SET after = '[]'", "what an act has changed cannot be read"),
        ("UPDATE change SET before = '[]'", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_remove(after, '$[7]')", None),
        ("UPDATE change SET after = json_remove(after, '$[7]', '$[6]')", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[8]', 'x')", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[0]', 1)", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[3]', 1)", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[4]', 'x')", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[6]', 'x')", "what an act has changed cannot be read"),
        ("UPDATE change SET after = json_set(after, '$[7]', 1)", "what an act has changed cannot be read"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM reviewer",
         "a judgement is of a sentence, a reviewer or an act that is not there"),
        ("CREATE TABLE more (x)", "its tables are not those of a session"),
        ("PRAGMA user_version = 1", "its tables are not those of a session"),
    ],
)  # fmt: skip
def test_each_damage_is_named(path, statement, damage):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(statement)
    connection.close()
    for to_write in (False, True):
        if damage is None:
            with Store.open(path, reviewer="anna", to_write=to_write) as store:
                assert len(store.judgements()) == 1
        else:
            assert f": the session is damaged ({damage}); read what can" in message(path, to_write=to_write)


def test_a_file_that_may_not_be_read_is_said_to_be_so(path, monkeypatch):
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", denied)
    assert message(path) == f"{path}: cannot be read: Permission denied" and not database.is_session(path)
