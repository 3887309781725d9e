"""First steps: each is done by the user, and nothing is left of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication

from goldleaf.viewer.state.settings import THEME, VIEW, Settings
from goldleaf.viewer.window.handlers.beside import STEPS, begin
from goldleaf.viewer.window.window import MainWindow

pytestmark = pytest.mark.slow


def test_each_step_is_done_by_the_user_and_nothing_is_left(qtbot, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    usual = Settings(tmp_path / "usual" / "settings.json")
    usual.set(THEME, "dark")
    before = (tmp_path / "usual" / "settings.json").read_bytes()
    window = begin(MainWindow, usual)
    [folder] = tmp_path.glob("goldleaf-*")

    def said(number: int) -> None:
        qtbot.waitUntil(lambda: window.news.text.startswith(f"{number} of {len(STEPS)}:"))
        assert window.news.isVisible() and "{" not in window.news.text

    said(1)
    assert window.settings.get(THEME) == "dark"
    window.actions_.run("file.demo")
    said(2)
    window.actions_["view.function"].trigger()  # which is not asked for yet
    window.actions_["view.arcs"].trigger()
    assert window.news.text.startswith("2 of")
    window.sentences.worst.click()
    said(3)
    window.actions_["go.next-difference"].trigger()
    said(4)
    assert "Press F" in window.news.text
    window.actions_["view.function"].trigger()
    said(5)
    QTimer.singleShot(0, lambda: QApplication.activeModalWidget().reject())
    window.actions_["figure.export"].trigger()
    said(6)
    assert window.settings.get(VIEW) == "function"
    gone = []
    window.destroyed.connect(lambda: gone.append(True))
    window.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qtbot.waitUntil(lambda: bool(gone))
    assert not folder.exists()
    assert [*Path(tmp_path).iterdir()] == [tmp_path / "usual"]
    assert (tmp_path / "usual" / "settings.json").read_bytes() == before
