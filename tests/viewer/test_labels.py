"""Files whose every text is an image in HTML, in every label, tip and menu of the window and its dialogs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtGui import Qt as Text
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QHeaderView,
    QInputDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QStyleOptionComboBox,
    QTextEdit,
    QWidget,
)

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.labels import WIDEST_NAME, Label, NamesBox, having, shortened, tip
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.session.filtering import Queries
from goldleaf.viewer.window.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

IMAGE = "<img src=pipe>"  # Qt would wait for such a file, and for good if nobody writes to it
FIELD = IMAGE.replace(" ", "\N{NO-BREAK SPACE}")  # a blank to Qt, too
_TIP = Qt.ItemDataRole.ToolTipRole


def sentence(number: int, *arcs: tuple[int, str]) -> str:
    words = "".join(
        f"{place}\t{FIELD}\t{FIELD}\t{FIELD}\t{FIELD}\tA={FIELD}\t{head}\t{FIELD}{label}\t_\tA={FIELD}\n"
        for place, (head, label) in enumerate(arcs, 1)
    )
    return f"# sent_id = {IMAGE}{number}\n# text = {IMAGE}\n{words}\n"


GOLD = sentence(1, (0, ""), (1, "a"), (2, "")) + sentence(2, (0, ""), (1, ""))
PARSE = sentence(1, (0, ""), (1, "b"), (1, "")) + sentence(2, (2, ""), (1, ""))


def taken_for_html(text: object) -> bool:
    own = re.fullmatch(r'<img src="data:image/png;base64,[\w+/=]*" width="\d+">', str(text))  # as `picture_tip` has it
    return isinstance(text, str) and Text.mightBeRichText(text) and "<img" in text and not own


def faults(*roots: QWidget) -> Iterator[str]:
    """The labels, tips and texts below some widgets that Qt would take for HTML."""
    for root in roots:
        for widget in (root, *root.findChildren(QWidget)):
            where = f"{type(widget.parent()).__name__}/{type(widget).__name__} {widget.objectName()}"
            if taken_for_html(widget.toolTip()) or taken_for_html(widget.whatsThis()):
                yield f"{where}: tip {widget.toolTip()}"
            guesses = isinstance(widget, QLabel | QMessageBox) and widget.textFormat() != Qt.TextFormat.PlainText
            if guesses and taken_for_html(widget.text()):
                yield f"{where}: {widget.text()}"
            if isinstance(widget, QTextEdit) and "<img" in widget.toHtml():
                yield f"{where}: {widget.toHtml()}"
            if (
                isinstance(widget, QAbstractItemView)
                and not isinstance(widget, QHeaderView)
                and (model := widget.model()) is not None
            ):
                yield from (f"{where}: tip {text}" for text in tips(model) if taken_for_html(text))
        yield from (f"{one.objectName()}: tip" for one in root.findChildren(QAction) if taken_for_html(one.toolTip()))


def tips(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[object]:
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        yield model.headerData(column, Qt.Orientation.Horizontal, _TIP)
        for row in range(model.rowCount(parent)):
            index = model.index(row, column, parent)
            yield model.data(index, _TIP)
            yield from tips(model, index) if column == 0 else ()


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The faults of each dialog that is shown, after its name; all are left again."""
    found: list[str] = []

    def left(dialog: QDialog) -> int:
        found.extend([type(dialog).__name__, *faults(dialog)])
        return 0

    for kind in (QDialog, QMessageBox):
        monkeypatch.setattr(kind, "exec", left)
    for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("", False))
    return found


def all_faults(window: MainWindow) -> list[str]:
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    QApplication.processEvents()
    return [*faults(*QApplication.topLevelWidgets())]


def test_no_text_of_a_file_is_taken_for_html(empty_window, qtbot, tmp_path, asked):
    window = empty_window
    window.resize(2200, 1400)
    for dock in window.docks.values():
        dock.show()
    Queries().save("odd", f"has(form = '{IMAGE}')")
    files = [tmp_path / name for name in (f"{IMAGE}.conllu", f"{IMAGE}p.conllu", f"{IMAGE}q.conllu")]
    for file, text in zip(files, (GOLD, PARSE, PARSE), strict=True):
        file.write_text(text, encoding="utf-8")
    window.opener.open(request_of([*files, *files[1:] * 5]))
    qtbot.waitUntil(lambda: window.inspector.document is not None and not window.opener.loading, timeout=30_000)
    assert all_faults(window) == []

    window.sessions.create(tmp_path / f"{IMAGE}.goldleaf", (Layer.ARC,), IMAGE, blind=False)
    assert window.reviewing.can_write
    for identity in ("go.next-difference", "review.parse", "go.next-difference", "edit.filter", "versus.table"):
        window.actions_[identity].trigger()
    window.desk.tell(IMAGE)
    window.desk.fail(IMAGE)
    window.sentences.filter.line.setText(f"form = '{IMAGE}")
    window.sentences.filter.apply()
    qtbot.waitUntil(lambda: window.sentences.filter.error.isVisible(), timeout=30_000)
    for action in window.actions_.table.values():
        if action.title.endswith("…"):
            window.actions_[action.id].trigger()
    window.files.drop(files)
    assert [one for one in asked if not one.endswith(("Dialog", "Box", "Palette"))] == []
    assert len(set(asked)) > 12
    qtbot.waitUntil(lambda: all_faults(window) == [], timeout=30_000)


def test_a_label_and_a_tip(qtbot):
    label = Label(IMAGE)
    qtbot.addWidget(label)
    label.setToolTip(tip(IMAGE))
    assert label.text() == IMAGE and [*faults(label)] == []
    assert tip("a < b, c > d\n<b>") == "a < b, c > d\n<b>"  # nothing that Qt takes for HTML


def test_names_are_cut_so_that_no_two_look_alike(qtbot):
    box = NamesBox()
    qtbot.addWidget(box)
    metrics = box.fontMetrics()
    names = ["gold only", "es_ancora.udpipe-large-42", "es_ancora.stanza-large-42", "es_ancora.udpipe-large-17"]
    width = metrics.horizontalAdvance("es_an…ge-42")
    cut = shortened(names, metrics, width)
    assert cut[0] == names[0] and len({*cut}) == 4
    assert cut[3].endswith("17") and all(metrics.horizontalAdvance(text) <= width for text in cut)
    assert [text[:3] for text in cut[1:3]] == ["…ud", "…st"]  # where they begin to differ
    assert shortened(names, metrics, 10 * width) == names
    assert shortened([names[1], names[1]], metrics, width)[0] == shortened(names[1:2], metrics, width)[0]
    assert shortened(["a" * 50, "a" * 49], metrics, width)[0] != ""


def test_the_chosen_name_is_cut_in_its_middle(qtbot):
    box = having(NamesBox(), fixedWidth=120)
    qtbot.addWidget(box)
    box.addItems(["gold only", "es_ancora-ud-test.udpipe2-bert-multilingual-cased-seed-17"])
    for place in (0, 1):
        box.setCurrentIndex(place)
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        text = option.currentText
        assert text == "gold only" if place == 0 else text.startswith("es") and text.endswith("17") and "…" in text
        assert box.currentText() == box.itemText(place)


def test_a_list_is_as_wide_as_its_longest_name_up_to_a_limit(qtbot):
    box = NamesBox()
    qtbot.addWidget(box)
    box.setStyleSheet("QComboBox { padding: 0 20px; }")  # which Qt leaves out of what it asks for
    box.addItems(["gold", "a-parse-of-a-name"])
    box.setCurrentIndex(1)
    box.resize(box.sizeHint())
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    assert option.currentText == "a-parse-of-a-name"
    box.addItem("long " * 100)
    assert box.sizeHint().width() == WIDEST_NAME
