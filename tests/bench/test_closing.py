"""Closing the window while it works: the process is to be gone within a second."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bench.conftest import SHARED, Pair

CLOSE = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from goldleaf.viewer.app import application_of, run
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.window.window import MainWindow

gold, parse, while_doing, what, delay = sys.argv[1:]
application_of(["goldleaf"])

def begin():
    window = next(one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))

    def close():
        busy = window.opener.loading or window.errors.view.work.busy or window.sentences.filter._work.busy
        print(time.time(), busy, flush=True)
        window.close()

    def later(*_):
        QTimer.singleShot(int(delay), window, close)

    def loaded():
        if while_doing == "filter":
            window.sentences.filter.line.setText(what)
            window.sentences.filter.apply()
        else:
            window.docks["errors"].show()
            window.docks["errors"].raise_()
            window.errors.chooser.setCurrentText(what)
            window.errors._make()
        later()

    if while_doing == "load":
        seen = []
        def look(share, doing):
            if doing.startswith(what) and not seen:
                seen.append(doing)
                later()
        window.opener.progressed.connect(look)
    else:
        window.opener.ended.connect(lambda: QTimer.singleShot(0, window, loaded))

QTimer.singleShot(0, begin)
sys.exit(run(request_of([Path(gold), Path(parse)])))
"""

FRAMES = "has(gold_frame like '%nsubj%')"
WORK = [
    ("conllx", "load", "reading", 0),
    ("conllx", "load", "reading", 300),
    *(("conllx", "load", "scoring", delay) for delay in (0, 700, 1400, 2100)),
    *(("conllu", "load", "reading", delay) for delay in (0, 1500)),
    *(("conllu", "load", "scoring", delay) for delay in (0, 1000, 2000, 3000, 4000)),
    ("conllx", "table", "Frames", 300),
    ("conllx", "filter", FRAMES, 300),
    *(("mrg", "load", "scoring", delay) for delay in (0, 1500, 3000)),
    ("mrg", "table", "Labels", 50),
    ("mrg", "table", "Error classes", 2000),
    ("mrg", "filter", "constituent_errors like '%PP%'", 2000),
]


@pytest.fixture(scope="session")
def pairs(million: Pair, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pair]:
    """A million words as CoNLL-X and as CoNLL-U, and 55,700 trees, each with a parse."""
    folder = tmp_path_factory.mktemp("closing")
    sources = {"conllu": ("english/gold.conllu", "english/parse.conllu", 40)}
    sources["mrg"] = ("faroese/gold.mrg", "faroese/parse-ice.mrg", 15)
    found = {"conllx": million}
    for suffix, (gold, parse, times) in sources.items():
        found[suffix] = Pair(folder / f"gold.{suffix}", folder / f"parse.{suffix}")
        for source, target in zip((gold, parse), found[suffix], strict=True):
            target.write_bytes((SHARED / source).read_bytes() * times)
    return found


def test_closing_while_it_works(benchmark, report, pairs: dict[str, Pair], tmp_path: Path, monkeypatch) -> None:
    """Target: under 1 s from closing the window to the end of the process."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    benchmark.pedantic(lambda: [report(said(pairs, *work)) for work in WORK], rounds=1)


def said(pairs: dict[str, Pair], suffix: str, while_doing: str, what: str, delay: int) -> str:
    """How long it took to close, and whether the work went on until then."""
    command = [sys.executable, "-c", CLOSE, *map(str, pairs[suffix]), while_doing, what, str(delay)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    end = time.time()
    assert done.returncode == 0, done.stderr
    closed, busy = done.stdout.split()
    state = "while it worked" if busy == "True" else "when it was done"
    return f"{suffix}, {while_doing} {what} + {delay} ms: closed {state} in {end - float(closed):.2f} s"
