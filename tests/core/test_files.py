"""Output that is whole or not there, and what stands at its place."""

from __future__ import annotations

import os

import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file, is_there, replacing


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
    with pytest.raises(GoldleafError, match="a: cannot be written: "), replacing(tmp_path / "a") as temporary:
        temporary.write_text("new")


def test_a_name_that_no_file_can_have_is_not_there(tmp_path):
    assert not is_there(tmp_path / ("x" * 5000)) and not is_file("\0")
