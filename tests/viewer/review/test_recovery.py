"""What can be read of a damaged session, and the copies of days before."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.review.database import copies
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.recovery import recover
from goldleaf.viewer.review.sentences import Known
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store, request_of

MANY = 3_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session of many verdicts by two, over many pages; anna has taken one back."""
    path = tmp_path / "r.goldleaf"
    with Store.create(path, [SessionSide("gold", "gold.x"), SessionSide("parse", "parse.x")], reviewer="anna") as store:
        store.add([Known(number, None, f"s{number}", number) for number in range(1, 101)])
        for begin in range(0, MANY, 500):
            store.act("many", [said(number) for number in range(begin, begin + 500)])
        store.reviewer = "ben"
        store.act("other", [Judgement(Place(1, Layer.ARC, "1"), "ben", "parse", note="why")])
        store.reviewer = "anna"
        store.act("withdrawn", (), removed=[said(7).place])
    return path


def said(number: int) -> Judgement:
    return Judgement(Place(number % 100 + 1, Layer.ARC, f"{number}"), "anna", "gold", note="n" * 50)


def pages(path: Path, table: str) -> list[int]:
    """The numbers of a table's pages."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT pageno FROM dbstat WHERE name = ? ORDER BY path", (table,))
        return [number for (number,) in rows]


def break_page(path: Path, number: int) -> bytes:
    data = bytearray(path.read_bytes())
    data[(number - 1) * 4096 : number * 4096] = b"\xff" * 4096
    path.write_bytes(data)
    return bytes(data)


def judged(path: Path) -> list[tuple[object, ...]]:
    with Store.open(path, to_write=False) as store:
        return [(*row.key, row.verdict, row.note, row.time) for row in store.rows()]


def middle(path: Path, table: str) -> int:
    try:
        own = pages(path, table)
    except sqlite3.OperationalError:
        pytest.skip("this SQLite does not tell pages")
    return own[len(own) // 2]


def test_what_is_torn_of_the_judgements_comes_from_the_acts(path):
    before = judged(path)
    broken = break_page(path, middle(path, "judgement"))
    with pytest.raises(GoldleafError, match=r"damaged .* goldleaf review recover"):
        Store.open(path)
    recovered = recover(path, path.with_name("new.goldleaf"))
    assert judged(path.with_name("new.goldleaf")) == before
    assert (recovered.torn, recovered.rows["judgement"], recovered.lost) == (["judgement"], MANY, 0)
    assert path.read_bytes() == broken
    with Store.open(path.with_name("new.goldleaf"), reviewer="anna") as store:  # and its acts can be taken back
        assert store.undo().what == "withdrawn"
        assert store.at(said(7).place).verdict == "gold"


def test_judgements_whose_acts_are_torn_stay(path):
    before = judged(path)
    break_page(path, middle(path, "change"))
    recovered = recover(path, path.with_name("new.goldleaf"))
    assert judged(path.with_name("new.goldleaf")) == before
    assert recovered.described.endswith("100 sentences; not all could be read of: change")


def test_of_a_file_that_was_cut_is_kept_what_is_there(path):
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 3 // 4])
    recovered = recover(path, path.with_name("new.goldleaf"))
    there = judged(path.with_name("new.goldleaf"))
    assert 0 < len(there) == recovered.rows["judgement"]


def test_where_not_even_the_treebanks_can_be_read_the_copy_is_named(path):
    with Store.open(path, reviewer="anna"):
        [copy] = copies(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(GoldleafError, match=rf"damaged .*; {copy.name} beside it is how it was that day$"):
        Store.open(path)
    for length in (0, 10, 100):
        path.write_bytes(data[:length])
        for opened in (Store.open, lambda path: request_of([path])):
            with pytest.raises(GoldleafError, match=rf"damaged .*; {copy.name} beside it is how it was that day$"):
                opened(path)
    with pytest.raises(GoldleafError, match=rf"too little of it can be read.*{copy.name} is how it was that day"):
        recover(path, path.with_name("new.goldleaf"))
    assert not path.with_name("new.goldleaf").exists()


def test_what_is_no_text_ends_no_recovery(path):
    with closing(sqlite3.connect(path)) as connection:
        statement = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'side'").fetchone()[0]
        connection.executescript(
            f"ALTER TABLE side RENAME TO old; {statement.replace('options TEXT NOT NULL', 'options TEXT')};"
            "INSERT INTO side SELECT place, name, path, relative, NULL FROM old; DROP TABLE old"
        )
    with pytest.raises(GoldleafError, match="not even its treebanks"):
        recover(path, path.with_name("new.goldleaf"))


def test_nothing_is_read_that_is_not_made_as_ours(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE judgement")
        connection.execute("CREATE VIEW judgement AS SELECT * FROM change")
    recovered = recover(path, path.with_name("new.goldleaf"))
    assert (recovered.torn, len(judged(path.with_name("new.goldleaf")))) == (["judgement"], MANY)


def test_each_day_begins_with_a_copy_and_three_stay(path):
    for day in ("2026-01-01", "2026-01-02", "2026-01-03"):
        path.with_name(f"{path.name}.{day}.backup").write_bytes(b"old")
    before = judged(path)
    for _ in range(2):  # the second time there is one of today
        with Store.open(path, reviewer="anna") as store:
            store.act("more", [said(MANY + 1)])
    today, *others = copies(path)
    assert [one.name for one in others] == [f"{path.name}.2026-01-0{day}.backup" for day in (3, 2)]
    assert judged(today) == before
    with Store.open(today, to_write=False) as store:
        assert store.lost is None
    assert [one.name for one in path.parent.iterdir() if "backup-" in one.name or one.name.endswith("-wal")] == []


def test_a_session_without_acts_has_no_copy(tmp_path):
    for _ in range(2):
        with Store.create(tmp_path / "r.goldleaf", [SessionSide("gold", "x")]) as store:
            store.close()
        with Store.open(tmp_path / "r.goldleaf", reviewer="anna"):
            assert copies(tmp_path / "r.goldleaf") == []
        (tmp_path / "r.goldleaf").unlink()
