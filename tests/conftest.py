"""What every test needs: no display, settings of its own, golden files, and no thread left behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# matplotlib lists the fonts once, which takes seconds: not in each run, as what follows moves the cache away.
os.environ.setdefault("MPLCONFIGDIR", str(Path(tempfile.gettempdir()) / "goldleaf-tests-matplotlib"))

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QStandardPaths, QThread, QThreadPool
from PySide6.QtWidgets import QApplication

GOLDEN = Path(__file__).parent / "golden"

# No deadline: how long an example takes says more of what else the machine does. On the build server the same examples
# each time, so that a change is judged by what it changes, and fewer, as it has little time; elsewhere new ones.
settings.register_profile("goldleaf", deadline=None)
settings.register_profile("build", settings.get_profile("goldleaf"), derandomize=True, max_examples=25)
settings.load_profile("build" if os.environ.get("CI") else "goldleaf")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the files in tests/golden")


def pytest_configure(config: pytest.Config) -> None:
    # Said by the offscreen platform of every window with size hints; all other warnings of Qt fail a test.
    config.addinivalue_line("markers", "golden: compares with files in tests/golden, which --update-golden writes anew")
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """One for all tests, made first: commands make one without widgets where there is none, and Qt has one at most."""
    return qapp


@pytest.fixture(autouse=True)
def isolated_settings(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for whatever a test would read from, or leave in, the user's home."""
    place = tmp_path_factory.mktemp("settings")
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(place / variable.lower()))
    QStandardPaths.setTestModeEnabled(True)
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
    assert pool.waitForDone(30_000), f"{pool.activeThreadCount()} threads of the pool left running"
    # What was cancelled ends after the step it is at.
    running = [thread for thread in started if _runs(thread)]
    assert not running, f"threads left running: {[thread.objectName() or repr(thread) for thread in running]}"


def _runs(thread: QThread) -> bool:
    try:
        return not thread.wait(30_000)
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
