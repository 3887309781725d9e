"""What every test needs: a machine of its own, settings of its own, golden files, and no thread left behind."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.machine import stand_alone

stand_alone()  # before Qt, polars or matplotlib look at what machine this is

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QStandardPaths, QThread, QThreadPool
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

GOLDEN = Path(__file__).parent / "golden"
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
PATIENCE = 60_000  # milliseconds

# How long an example takes says more of what else the machine does than of the code: no deadline, and none is too slow.
# `make test` tries few examples, the same each time, so that a change is judged by what it changes; `test-all` more.
settings.register_profile(
    "few",
    deadline=None,
    derandomize=True,
    max_examples=10,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.register_profile("many", settings.get_profile("few"), max_examples=40, derandomize=bool(os.environ.get("CI")))
settings.load_profile("few")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    absent = pytest.mark.skip(reason="../shared/data is absent: no real treebanks and official figures")
    for item in items:
        if "compile_tex" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("shared") and not SHARED.is_dir():
            item.add_marker(absent)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each thing that was wanting, with how many tests were skipped for want of it."""
    reasons = [report.longrepr[2] for report in terminalreporter.getreports("skipped")]
    wanting = Counter(reason.removeprefix("Skipped: ") for reason in reasons if "benchmark" not in reason)
    for reason, tests in sorted(wanting.items()):
        terminalreporter.write_line(f"{tests} skipped: {reason}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "golden: compares with files in tests/golden, which --update-golden writes anew")
    config.addinivalue_line("markers", "shared: reads the real treebanks of ../shared/data; skipped where it is absent")
    config.addinivalue_line("markers", "slow: takes seconds by nature; only `make test-all` runs it")
    # Said by the offscreen platform of every window with size hints; all other warnings of Qt fail a test.
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """One for all tests, made first: commands make one without widgets where there is none, and Qt has one at most."""
    QFontDatabase.families()  # fontconfig writes its cache, as programs tested on a full disk cannot
    return qapp


class PatientBot(QtBot):
    """Waits for conditions as long as a machine may take that does many other things."""

    def waitSignal(self, signal: Any, **options: Any) -> Any:  # noqa: N802, the name is pytest-qt's
        return super().waitSignal(signal, **{"timeout": PATIENCE, **options})

    def waitUntil(self, callback: Callable[[], bool | None], **options: Any) -> None:  # noqa: N802
        super().waitUntil(callback, **{"timeout": PATIENCE, **options})


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:  # noqa: ARG001, there must be an application
    """pytest-qt's, with more patience."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def isolated_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for whatever a test would read from, or leave in, the user's home."""
    place = tmp_path_factory.mktemp("settings")
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(place / variable.lower()))
    QStandardPaths.setTestModeEnabled(True)
    # Qt's file dialogs keep their own.
    for form in (QSettings.Format.NativeFormat, QSettings.Format.IniFormat):
        QSettings.setPath(form, QSettings.Scope.UserScope, str(place))
        QSettings.setPath(form, QSettings.Scope.SystemScope, str(place / "system"))
    return place


@pytest.fixture(autouse=True)
def no_thread_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that ends while a QThread it started, or work in Qt's thread pool, still runs."""
    started: list[QThread] = []
    start = QThread.start

    def noted(thread: QThread, *arguments: object) -> None:
        started.append(thread)
        start(thread, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(QThread, "start", noted)
    yield
    # Windows go with the test that made them: what closes with them is not to be told of the next one.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    pool = QThreadPool.globalInstance()
    assert pool.waitForDone(PATIENCE), f"{pool.activeThreadCount()} threads of the pool left running"
    # What was cancelled ends after the step it is at.
    running = [thread for thread in started if _runs(thread)]
    assert not running, f"threads left running: {[thread.objectName() or repr(thread) for thread in running]}"


def _runs(thread: QThread) -> bool:
    try:
        return not thread.wait(PATIENCE)
    except RuntimeError:  # the C++ side is gone
        return False


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with a file in ``tests/golden``; ``--update-golden`` writes it instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.exists(), f"{path} is missing: run pytest --update-golden and look at it"
        assert text == path.read_text(encoding="utf-8")

    return compare
