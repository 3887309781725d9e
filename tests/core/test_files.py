"""Output that is whole or not there, and what stands at its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file, is_there, replacing, write_folder, write_whole


def test_a_link_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "there").write_text("old")
    link = tmp_path / "link"
    link.symlink_to("folder/there")
    with replacing(link) as temporary:
        temporary.write_text("new")
    assert link.is_symlink() and (tmp_path / "folder" / "there").read_text() == "new"
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["there"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_written_to_and_stays(tmp_path):
    """Who may, such as a user that is root in a container, had files in the place of /dev/stdout and /dev/null."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with replacing(pipe) as temporary:
        temporary.write_bytes(b"new")
    assert os.read(reading, 10) == b"new" and pipe.is_fifo() and [*tmp_path.iterdir()] == [pipe]
    os.close(reading)


def test_links_that_lead_nowhere_are_told(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(GoldleafError, match="a: cannot be written: "):
        write_whole(tmp_path / "a", b"new")


def test_a_name_that_no_file_can_have_is_not_there(tmp_path):
    assert not is_there(tmp_path / ("x" * 5000)) and not is_file("\0")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}


def test_a_folder_takes_the_place_of_one_that_was_written_so(tmp_path):
    folder = tmp_path / "site"
    write_folder(folder, {"a": b"1", "b": b"2"})
    write_folder(folder, {"a": b"3", "c": b"4"})
    assert contents(folder) == {"a": b"3", "c": b"4"} and [*tmp_path.iterdir()] == [folder]


@pytest.mark.parametrize("there", ["of the user", "folder/file", "linked"])
def test_nothing_else_is_lost_for_a_folder(tmp_path, there):
    folder = tmp_path / "site"
    write_folder(folder, {"a": b"1"})
    (folder / there).parent.mkdir(exist_ok=True)
    (folder / there).symlink_to(tmp_path) if there == "linked" else (folder / there).write_text("mine")
    with pytest.raises(GoldleafError, match=f"{there.partition('/')[0]} stands there, .*; name another folder"):
        write_folder(folder, {"b": b"2"})
    (tmp_path / "file").write_text("mine")
    with pytest.raises(GoldleafError, match="file stands there"):
        write_folder(tmp_path / "file", {"b": b"2"})
    assert (
        (folder / "a").read_bytes() == b"1" and (folder / there).exists() and (tmp_path / "file").read_text() == "mine"
    )


def test_a_folder_is_written_as_a_whole(tmp_path, monkeypatch):
    folder = tmp_path / "site"
    write_folder(folder, {"a": b"1"})
    write = Path.write_bytes

    def full(path, content):
        if path.name == "c":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    for place in (folder, tmp_path / "new"):
        with pytest.raises(GoldleafError, match=f"{place.name}: cannot be written: No space left"):
            write_folder(place, {"b": b"2", "c": b"3"})
    assert contents(folder) == {"a": b"1"} and [*tmp_path.iterdir()] == [folder]
    with pytest.raises(GoldleafError, match="cannot be written"):
        write_folder(tmp_path / "none" / "site", {"a": b"1"})
