"""The program as a whole: it ends when its window is closed, whatever still goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """
import sys, threading
from pathlib import Path
from concurrent.futures import ThreadPoolExecutor
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from goldleaf.viewer import app
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.state import opening

begun = threading.Event()

def stuck():
    begun.set()
    threading.Event().wait()

def alone(*_):
    yield from ()
    stuck()

def in_threads(*_):
    yield from ()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(stuck).result()

opening.load = {work}

def close():
    if begun.is_set():
        QApplication.closeAllWindows()

app.application_of(["goldleaf"])
timer = QTimer(interval=10, timeout=close)
timer.start()
sys.exit(app.run(Request(Path("gold.conllu"))))
"""


@pytest.mark.parametrize("work", ["alone", "in_threads"])
def test_the_process_does_not_wait_for_what_cannot_be_interrupted(work):
    program = PROGRAM.replace("{work}", work)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
