"""A report of what is open: asked for in a dialog, made beside the window, and opened in a browser.

Also tests `dialogs.report`, `handlers.figures`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QPushButton

from goldleaf.viewer.dialogs.report import ReportDialog
from goldleaf.viewer.report.making import Wish
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.state.settings import EXPORT_FOLDER

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(window, tmp_path):
    window.settings.set(EXPORT_FOLDER, str(tmp_path))
    return tmp_path


def asked(window, monkeypatch, change=lambda _: None, *, agree=True):
    """What the dialog was like when the user had changed it."""
    seen = []

    def answer(dialog):
        change(dialog)
        seen.append((dialog.path, dialog.title.placeholderText(), dialog.where.text(), dialog.sentences.value()))
        return agree

    monkeypatch.setattr(ReportDialog, "exec", answer)
    window.actions_["file.report"].trigger()
    return seen[0]


def written(window, qtbot):
    with qtbot.waitSignal(window.report.work.ended):
        pass
    qtbot.waitUntil(lambda: window.news.isVisible() or window.error.isVisible())


def pictured(path: Path) -> int:
    return len(re.findall("<article", path.read_text(encoding="utf-8")))


def test_a_report_of_what_is_listed(window, folder, qtbot, monkeypatch):
    window.sentences.filter.line.setText("las < 0.8")
    qtbot.waitUntil(lambda: window.inspector.filtered)
    listed = len(window.inspector.rows)
    path, title, where, _ = asked(window, monkeypatch, lambda dialog: dialog.sentences.setValue(2))
    assert (path, where, bool(title)) == (folder / "report.html", "las < 0.8", True)
    written(window, qtbot)
    page = path.read_text(encoding="utf-8")
    assert title in page and f"las &lt; 0.8: {listed} sentences" in page
    assert pictured(path) == 2 < listed
    assert f"{path.parent.name}/{path.name}" in window.news.text


def test_what_was_written_can_be_opened(window, folder, qtbot, monkeypatch):
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    window.report.write(folder / "r.html", Wish(sentences=0))
    written(window, qtbot)
    [button] = [one for one in window.news.findChildren(QPushButton) if one.text() == "Open"]
    button.click()
    assert opened == [str(folder / "r.html")]
    assert "No browser could be started" in window.error.text  # as nothing said that one was


@pytest.mark.usefixtures("folder")
def test_how_many_pictures_is_remembered(window, qtbot, monkeypatch):
    asked(window, monkeypatch, lambda dialog: dialog.sentences.setValue(1))
    written(window, qtbot)
    assert asked(window, monkeypatch, agree=False)[3] == 1


def test_one_who_wants_none_gets_none(window, folder, monkeypatch):
    asked(window, monkeypatch, agree=False)
    assert not window.report.work.busy and not [*folder.iterdir()]


def test_it_can_be_cancelled(window, folder, qtbot):
    window.report.write(folder / "r.html", Wish(sentences=17))
    qtbot.waitUntil(window.report.work._job.isRunning)
    window.status.cancel.click()
    assert not window.report.work.busy
    assert "no report was written" in window.statusBar().currentMessage()
    qtbot.wait(300)
    assert not [*folder.iterdir()]


@pytest.mark.parametrize("where", ["wrods > 3", "words > 1000", "@nobody-saved-this"])
def test_what_is_wrong_with_a_condition_is_told(window, folder, qtbot, where):
    window.report.write(folder / "r.html", Wish(where=where))
    qtbot.waitUntil(window.error.isVisible)
    assert where.split()[0] in window.error.text
    assert not (folder / "r.html").exists()


def test_the_condition_looks_into_the_parse_that_is_shown(window, folder, qtbot, monkeypatch):
    gold, parse = window.opener.request.paths[:2]
    window.files.open_all([gold, parse, gold])
    qtbot.waitUntil(lambda: len(window.inspector.document.parses) == 2 and not window.opener.loading)
    window.sentences.filter.line.setText("has(parse_deprel != deprel)")
    window.inspector.set_parse(1)
    asked(window, monkeypatch)
    qtbot.waitUntil(window.error.isVisible)
    assert "no sentence of" in window.error.text and not [*folder.iterdir()]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "needs a file"),
        ("report.pdf", ".html"),
        ("nowhere/report.html", "There is no folder"),
        ("gold.html", "would replace a file that is open"),
    ],
)
def test_where_it_cannot_go(qtbot, empty_window, tmp_path, name, said):
    gold = tmp_path / "gold.html"
    gold.write_text("", encoding="utf-8")
    dialog = ReportDialog(None, tmp_path / "r.html", Wish(), "", [gold], empty_window.settings)
    qtbot.addWidget(dialog)
    [buttons] = dialog.findChildren(QDialogButtonBox)
    save = buttons.button(QDialogButtonBox.StandardButton.Save)
    assert save.isEnabled()
    dialog.file.setText(str(tmp_path / name) if name else "")
    assert not save.isEnabled() and said in dialog.hint.text()
    dialog.file.setText(str(tmp_path / "report"))
    assert save.isEnabled() and dialog.path == tmp_path / "report.html"


def test_without_parses_it_says_why(empty_window):
    action = empty_window.actions_["file.report"]
    assert not action.isEnabled() and empty_window.actions_.why_not("file.report").endswith(".")


def test_a_blind_reviewer_gets_no_report(window, folder, tmp_path):
    layers = [*window.inspector.document.layers.known(0)]
    window.report.write(folder / "r.html", Wish(sentences=17))
    window.sessions.create(tmp_path / "s.goldleaf", layers, "dora", blind=True)
    assert not window.report.work.busy
    assert window.actions_.why_not("file.report") == HIDDEN
    window.report.write(folder / "r.html", Wish())
    assert not window.report.work.busy and not (folder / "r.html").exists()
