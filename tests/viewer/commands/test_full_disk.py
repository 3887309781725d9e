"""A disk that takes no more: each writer says so, and leaves nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError

pytestmark = pytest.mark.slow

resource = pytest.importorskip("resource")

GOLD = Path(str(files("goldleaf.assets"))) / "demo" / "gold.conllu"
WRITERS = {
    "table.csv": ("score", GOLD, GOLD, "--per-sentence"),
    "table.parquet": ("score", GOLD, GOLD, "--per-sentence"),
    "figure.svg": ("render", GOLD, "-o"),
    "figure.pdf": ("render", GOLD, "-o"),
}


def no_room() -> None:
    """Lets a process write files of 100 bytes at most; the system says of more "File too large"."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_says_what_the_system_says(tmp_path, name):
    path = tmp_path / name
    words = [sys.executable, "-B", "-m", "goldleaf.viewer", *map(str, WRITERS[name]), str(path)]
    done = subprocess.run(words, preexec_fn=no_room, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (2, f"{path}: cannot be written: File too large\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_what_was_there_stays(tmp_path, monkeypatch):
    treebank = formats.read(GOLD)
    path = tmp_path / "out.conllu"
    path.write_text("before")

    def full(_: Path, data: bytes) -> int:
        with Path("/dev/full").open("wb", buffering=0) as device:
            return device.write(data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(GoldleafError, match=rf"^{path}: cannot be written: {os.strerror(28)}$"):
        formats.write(treebank, path)
    assert path.read_text() == "before" and [*tmp_path.iterdir()] == [path]
