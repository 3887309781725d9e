"""Ctrl-C and other signals at any moment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.slow

DEAF = """
import signal, sys, time
from pathlib import Path
from goldleaf.core.files import replacing
from goldleaf.viewer.interruption import watch
watch()
signal.signal(signal.SIGINT, lambda *_: None)
with replacing(Path(sys.argv[1])) as temporary:
    temporary.write_text("half")
    print("begun", flush=True)
    while True:
        time.sleep(60)
"""


def interrupted(process: subprocess.Popen[bytes], number: int = signal.SIGINT) -> tuple[int, bytes]:
    """Exit status, and what is said on stderr after a signal, that of Ctrl-C by default."""
    process.send_signal(number)
    _, said = process.communicate(timeout=300)
    return process.returncode, said


def started(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_program_that_does_not_hear_of_it_ends_and_leaves_nothing_half_written(tmp_path, number):
    script = "import signal; signal.signal(signal.SIGHUP, signal.SIG_DFL)" + DEAF  # the tests may run under nohup
    process = started("-c", script, str(tmp_path / "out.csv"))
    assert process.stdout is not None and process.stdout.readline() == b"begun\n"
    assert interrupted(process, number) == (128 + number, b"")
    assert not [*tmp_path.iterdir()]


def test_under_nohup_a_closed_terminal_ends_nothing(tmp_path):
    script = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)" + DEAF
    process = started("-c", script, str(tmp_path / "out.csv"))
    assert process.stdout is not None and process.stdout.readline() == b"begun\n"
    process.send_signal(signal.SIGHUP)
    assert interrupted(process, signal.SIGTERM)[0] == 128 + signal.SIGTERM  # not 129


@pytest.mark.parametrize("delay", [0.0, 0.15, 0.3])
def test_a_command_that_is_loaded_or_runs(tmp_path, delay):
    fifo = tmp_path / "never.conllu"
    os.mkfifo(fifo)
    script = (
        "import sys, goldleaf.viewer.__main__ as program; watch = program.watch;"
        "program.watch = lambda: (watch(), print('begun', flush=True));"
        f"sys.argv[1:] = ['stats', {str(fifo)!r}]; sys.exit(program.run())"
    )
    process = started("-c", script)
    assert process.stdout is not None and process.stdout.readline() == b"begun\n"
    time.sleep(delay)
    assert interrupted(process) == (130, b"")
