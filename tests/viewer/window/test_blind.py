"""Who reviews blind tries to find out whose is whose: by all that the window says, does and writes."""

from __future__ import annotations

import gc
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QDialog, QFileDialog, QLabel, QMenu, QWidget, QWidgetItem

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats import read
from goldleaf.viewer.review.judgements import GOLD as IS_GOLD
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store, request_of
from tests.viewer.window.windows import GOLD, PARSE

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

FILES = ("lotte", "morten", "nina")
WHOSE = re.compile(rf"{'|'.join(FILES)}|hearsay", re.IGNORECASE)
ROLES = [Qt.ItemDataRole[f"{name}Role"] for name in ("Display", "ToolTip", "StatusTip", "AccessibleText", "Edit")]
PROPERTIES = (
    "text", "toolTip", "statusTip", "whatsThis", "accessibleName", "accessibleDescription", "windowTitle", "title",
    "placeholderText", "toPlainText", "iconText", "windowFilePath",
)  # fmt: skip
LEAVE = ("file.quit", "review.end", "file.open-demo", "file.demo")


def texts(part):
    """All texts of a widget or an action, of its children, of its menus as they open, of its lists."""
    for menu in part.findChildren(QMenu):
        menu.aboutToShow.emit()
    for each in (part, *part.findChildren(QWidget), *part.findChildren(QAction)):
        for name in PROPERTIES:
            value = getattr(each, name, str)
            value = value() if callable(value) else ""
            if isinstance(value, str) and value:
                yield f"{type(each).__name__}.{name}: {value}"
        if isinstance(each, QAbstractItemView | QComboBox) and each.model() is not None:
            yield from (f"{type(each).__name__} {each.accessibleName()}: {said}" for said in cells(each.model()))


def cells(model: QAbstractItemModel, parent: QModelIndex | None = None):
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        yield from (str(model.headerData(column, Qt.Orientation.Horizontal, role) or "") for role in ROLES)
    for row in range(min(model.rowCount(parent), 50)):
        for column in range(columns):
            index = model.index(row, column, parent)
            yield from (str(value) for role in ROLES if (value := index.data(role)))
            yield from cells(model, index) if not column and model.rowCount(index) else ()


def clipboard():
    data = QGuiApplication.clipboard().mimeData()
    return [bytes(data.data(kind)).decode("utf-8", "replace") for kind in (data.formats() if data else ())]


@pytest.mark.parametrize("adjudication", [True, False])
def test_nothing_tells_whose_the_sides_are(adjudication, empty_window, qtbot, tmp_path, monkeypatch):
    window, leaks, said = empty_window, {}, QLabel.setText

    def look(where, lines):
        leaks.update((f"{line[:160]}", where) for line in lines if WHOSE.search(line) and line[:160] not in leaks)

    written = (GOLD, PARSE, PARSE.replace("\tobl\t", "\tiobj\t"))
    for name, text in zip(FILES, written, strict=True):
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    names = FILES if adjudication else (IS_GOLD, *FILES[1:])
    sides = [SessionSide(name, str(tmp_path / f"{file}.conllu")) for name, file in zip(names, FILES, strict=True)]
    session, wanted = tmp_path / "s.goldleaf", [Layer.ARC, Layer.TAG]
    with Store.create(session, sides, adjudication=adjudication, layers=wanted, blind_seed=7, reviewer="ben") as store:
        store.attach(*(read(side.path) for side in sides))
        store.bring("seen", [])
        store.reviewer = "anna"
        store.set_blind(False)
        store.act(
            f"{names[1]}: saw",
            [Judgement(Place(1, Layer.ARC, "6"), "anna", names[1], note="hearsay", tags=("hearsay",))],
        )

    monkeypatch.setattr(QLabel, "setText", lambda label, text: (look("a label", [text]), said(label, text))[1])

    def read_dialog(dialog):
        look(f"dialog {type(dialog).__name__}", texts(dialog))
        # PySide takes what is made at a deleted item's address for the item, and crashes.
        assert not any(type(each) is QWidgetItem for each in gc.get_objects()), "items of a layout are kept"
        return 0

    def chosen(*asked, **_):
        look("file dialog", [str(one) for one in asked if isinstance(one, str)])
        kind = re.search(r"\*(\.\w+)", str(asked[-1]))
        path = tmp_path / "out" / f"out{len([*(tmp_path / 'out').iterdir()])}{kind[1] if kind else '.txt'}"
        return str(path), str(asked[-1]).split(";;")[0]

    (tmp_path / "out").mkdir()
    monkeypatch.setattr(QDialog, "exec", read_dialog)
    monkeypatch.setattr(QMenu, "exec", lambda menu, *_: look("context menu", texts(menu)))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(chosen))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", staticmethod(lambda *_, **__: ("", "")))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", staticmethod(lambda *_, **__: ([], "")))

    window.opener.open(replace(request_of([session]), reviewer="ben"))
    qtbot.waitUntil(lambda: window.inspector.document is not None and not window.opener.loading)
    assert window.reviewing.blind
    look("opened", texts(window))
    known = window.mending.mending.cell(Layer.ARC, "6").known
    assert "iobj" in known and [*known] == sorted(known), "the labels of all sides alike"
    for row in range(len(window.inspector.document)):
        window.inspector.go(row)
        look(f"row {row}", texts(window))
    for ending in ("svg", "tex", "png", "pdf"):
        window.figures.export_listed(tmp_path / "out" / ("all.pdf" if ending == "pdf" else f"{{id}}.{ending}"))
        assert not window.error.isVisible(), window.error.text
        qtbot.waitUntil(lambda: not window.figures.work.busy)
    for ending in window.filters._endings().values():
        window.filters.export(tmp_path / "out" / f"list{ending}")
        qtbot.waitUntil(lambda: not window.filters.work.busy)
    for name in window.actions_.table:
        if name.startswith(LEAVE) or window.actions_.why_not(name):
            continue
        QGuiApplication.clipboard().clear()
        window.actions_.run(name)
        qtbot.wait(20)
        look(name, [*texts(window), *clipboard()])
        for other in window.findChildren(QDialog):
            look(f"{name}: {type(other).__name__}", texts(other))
            other.close()
        assert window.reviewing.blind, name
    for filtered in (f"has(label = '{names[1]}')", f"verdict = '{names[1]}'", "gold_label = 'obj'", "las < 50"):
        window.sentences.filter.line.setText(filtered)
        window.sentences.filter.apply()
        qtbot.waitUntil(lambda: not window.sentences.filter._work.busy)
        look(filtered, [one for one in texts(window) if filtered not in one])
    window.opener.changed_on_disk.emit([side.path for side in sides])
    look("news", texts(window.news))
    assert len([*(tmp_path / "out").iterdir()]) > 12
    for path in (tmp_path / "out").iterdir():
        look(path.name, [path.read_bytes().decode("utf-8", "replace")])
    print(*(f"LEAK {where}: {line}" for line, where in leaks.items()), sep="\n")
    assert not leaks
