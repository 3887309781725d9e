"""What a team does in the window: it writes to one another, follows the guidelines, looks how far it is.

Also tests `handlers.team`, `dialogs.team`, `report.examples`.
"""

from __future__ import annotations

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog

from goldleaf.viewer.dialogs.plots import PlotDialog
from goldleaf.viewer.dialogs.review import GuidelinesDialog, NoteDialog
from goldleaf.viewer.review.judgements import Judgement
from tests.viewer.window.test_review import begun
from tests.viewer.window.windows import written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


def test_a_team_at_work(empty_window, qtbot, tmp_path, monkeypatch):
    window = begun(empty_window, qtbot, written(tmp_path))
    store, asked, opened = window.reviewing.store, [], []

    def answered(dialog: QDialog) -> bool:
        asked.append(dialog)
        if isinstance(dialog, NoteDialog):
            assert dialog.said.toPlainText() == "cleo: <b>Why?</b>"
            assert dialog.tag_line.parent() is None
            dialog.note.setPlainText("So.")
        return True

    monkeypatch.setattr(QDialog, "exec", answered)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()) or True)
    assert "names none" in window.actions_.why_not("review.guidelines")
    assert window.actions_.why_not("review.reply") == window.actions_.why_not("review.resolve") != ""
    store.set_guidelines("https://example.org/guide#{label}")
    book = window.reviewing.places[0]
    store.act("note", [Judgement(book, "cleo", "", note="<b>Why?</b>")])
    window.reviewing.judged.emit()
    window.actions_.refresh()
    for name in ("review.reply", "review.guidelines"):
        window.actions_.run(name)
    links = asked[1]
    assert isinstance(links, GuidelinesDialog) and opened == [links.address]
    labels = [links.list.item(row).text().partition(":")[0] for row in range(links.list.count())]
    assert labels == ["obj", "nmod"] and opened == ["https://example.org/guide#obj"]
    assert not window.actions_["review.resolve"].isChecked()
    window.actions_.run("review.resolve")
    assert window.actions_["review.resolve"].isChecked()
    window.review.show_now()
    notes = window.review.list.topLevelItem(0).child(0).text(1)
    assert notes == "cleo: <b>Why?</b>\nanna: So.\n#resolved"

    window.reviewing.decide("gold")
    window.actions_.run("review.copy-message")
    assert QGuiApplication.clipboard().text().startswith("Review of gold.conllu: 1 of ")
    window.actions_.run("review.progress")
    qtbot.waitUntil(lambda: len(asked) == 3)
    assert isinstance(asked[2], PlotDialog) and "anna" in [one.name for one in asked[2].view.plot.series]

    window.team.write_examples(tmp_path / "examples.html")
    qtbot.waitUntil(lambda: not window.team.writing.busy)
    page = (tmp_path / "examples.html").read_text(encoding="utf-8")
    assert page.count("<article") == 2 and page.count('<details data-picture="') == 2, (
        "a sentence without a difference is no example"
    )
    assert "book: gold: obj of read · parse: nmod of cat → gold (anna)" in page
    assert "cleo: &lt;b&gt;Why?&lt;/b&gt;" in page and "anna: So." in page and "→ open" in page
    window.sentences.filter.use("number = 2")
    qtbot.waitUntil(lambda: len(window.inspector.rows) == 1)
    window.team.write_examples(tmp_path / "none.html")
    qtbot.waitUntil(lambda: "no two sides differ" in window.error.text)
    assert not (tmp_path / "none.html").exists()
