"""Large inputs made by repeating real ones, and processes that are timed and weighed as a whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
ENGLISH = SHARED / "english"


class Pair(NamedTuple):
    """A gold file and a parse of it."""

    gold: Path
    parse: Path


class Run(NamedTuple):
    """A finished process: seconds on the clock, the most memory it held, in MiB, and seconds of all processors."""

    seconds: float
    memory: float
    processors: float


@pytest.fixture(scope="session")
def million(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """Gold and parse of 1,003,760 words: the English files 40 times over."""
    if not ENGLISH.is_dir():
        pytest.skip("../shared/data is absent: there is no text to repeat")
    folder = tmp_path_factory.mktemp("million")
    for name in ("gold", "parse"):
        (folder / f"{name}.conllx").write_bytes((ENGLISH / f"{name}.conllx").read_bytes() * 40)
    return Pair(folder / "gold.conllx", folder / "parse.conllx")


@pytest.fixture
def compiled(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules are compiled once, as an installer does it, wherever they stand."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.getbasetemp() / "compiled"))


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Prints a line past pytest's capture."""

    def say(line: str) -> None:
        with capsys.disabled():
            print(f"\n  {line}")

    return say


def run(command: Sequence[str | Path]) -> Run:
    """Run a command to its end. Raises if it fails."""
    begin = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, env=os.environ)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return Run(time.perf_counter() - begin, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def goldleaf() -> Path:
    """The installed command."""
    found = shutil.which("goldleaf", path=str(Path(sys.executable).parent))
    assert found is not None
    return Path(found)
