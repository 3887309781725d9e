"""Figures of all listed sentences, and the line that makes the figure that is shown.

Also tests `handlers.figures`.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.options import Mode, Row
from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER
from tests.viewer.window.windows import GOLD

pytestmark = pytest.mark.slow


@pytest.fixture
def demo(window, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    window.settings.set(EXPORT_FOLDER, str(tmp_path))
    window.pictures.set_wrap(False)
    return window


def copied(window) -> list[str]:
    QApplication.clipboard().clear()
    window.actions_["figure.copy-command"].trigger()
    return shlex.split(QApplication.clipboard().text())


def exported(window) -> bytes:
    dialog = ExportDialog(window, window.figures.source(), window.settings, "exported")
    dialog.accept()
    dialog.deleteLater()
    return dialog.path.read_bytes()


def assert_makes_the_same(window) -> list[str]:
    words = copied(window)
    assert words[0] == "goldleaf"
    assert main(words[1:]) == 0
    assert Path(words[-1]).read_bytes() == exported(window)
    return words


@pytest.mark.parametrize(
    "choices",
    [
        {"format": "svg", "theme": "paper-bw", "legend": "yes"},
        {"format": "png", "theme": "dark", "pixels": "3", "transparent": "yes"},
        {"format": "tex", "theme": "paper-color", "standalone": "yes"},
        {"format": "svg", "theme": "paper-color", "size": "column", "legend": "yes", "font": "serif", "font-size": "9"},
        {"format": "svg", "theme": "paper-color", "size": "column", "legend": "yes"},
    ],
)
def test_the_copied_command_makes_the_same_figure(demo, choices) -> None:
    demo.settings.set(EXPORT, choices)
    assert_makes_the_same(demo)


def test_it_says_how_the_sentence_is_shown(demo) -> None:
    inspector = demo.inspector
    inspector.go(3)
    inspector.set_look(replace(inspector.look, mode=Mode.OVERLAY))
    options = replace(type(inspector.look.options)(), rows=(Row.LEMMA,), only_differences=True)
    inspector.set_look(replace(inspector.look, options=replace(options, wrap=inspector.look.options.wrap)))
    words = copied(demo)
    assert main(words[1:]) == 0
    assert words[words.index("--sentence") + 1] == "demo-en-4"
    assert {"--only-differences", "overlay", "lemma"} <= {*words}


def test_it_says_the_options_of_the_view(demo) -> None:
    demo.actions_["view.function"].trigger()
    words = copied(demo)
    assert main(words[1:]) == 0 and "function" in words


def test_what_cannot_be_said_is_told(demo) -> None:
    options = demo.inspector.look.options
    demo.inspector.set_look(replace(demo.inspector.look, options=type(options)(matched=False)))
    assert copied(demo) == []
    assert "cannot hide what is matched" in demo.error.text


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_listed_sentences_are_exported(demo, tmp_path, qtbot, monkeypatch) -> None:
    demo.sentences.filter.line.setText("las < 0.8")
    qtbot.waitUntil(lambda: demo.inspector.filtered)
    output = tmp_path / "out" / "{id}.svg"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(output), ""))
    with qtbot.waitSignal(demo.figures.work.ended):
        demo.actions_["figure.export-listed"].trigger()
    ids = demo.inspector.document.gold.sentences["id"]
    assert names(output.parent) == {f"{ids[int(row)]}.svg" for row in demo.inspector.rows}
    assert main([*copied(demo)[1:-1], str(tmp_path / "alone.svg")]) == 0
    written = output.parent / f"{ids[demo.inspector.row]}.svg"
    if demo.inspector.place is not None:
        assert written.read_bytes() == (tmp_path / "alone.svg").read_bytes()


def test_an_export_can_be_cancelled(demo, tmp_path) -> None:
    demo.figures.export_listed(tmp_path / "all.pdf")
    assert demo.figures.work.busy
    demo.status.cancel.click()
    assert not demo.figures.work.busy
    assert not (tmp_path / "all.pdf").exists()


def test_a_name_for_one_file_is_refused(demo, tmp_path) -> None:
    demo.figures.export_listed(tmp_path / "all.svg")
    assert not demo.figures.work.busy
    assert "{id}" in demo.error.text


def test_no_control_character_reaches_the_clipboard(empty_window, qtbot, tmp_path):
    """Quotes keep a shell from reading them, not a terminal into which they are pasted."""
    window = empty_window
    for name in ("plain.conllu", "bell\x07.conllu"):
        path = tmp_path / name
        path.write_text(GOLD.replace("sent_id = a-1", "sent_id = a\x1b[31m\x03"), encoding="utf-8")
        with qtbot.waitSignal(window.opener.ended, timeout=30_000):
            window.opener.open(request_of([path]))
        QApplication.clipboard().setText("as it was")
        window.actions_["figure.copy-command"].trigger()
        text = QApplication.clipboard().text()
        assert text.isprintable()
        assert ("--sentence '#1'" in text) == (name == "plain.conllu")
    assert text == "as it was" and "bell␇.conllu has control characters" in window.error.text
