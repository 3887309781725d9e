"""What dialogs have in common: parts below and beside one another, buttons, faint lines, asking where to save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6 import QtWidgets
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLayout, QLineEdit, QPushButton, QWidget

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import add_all
from goldleaf.viewer.state.settings import EXPORT_FOLDER, Settings
from goldleaf.viewer.tables import FORMATS, Table, save

Button = QDialogButtonBox.StandardButton
Part = TypeVar("Part", bound=QWidget)


def answers(dialog: QDialog, buttons: QDialogButtonBox.StandardButton = Button.Ok | Button.Cancel) -> QDialogButtonBox:
    """Buttons that accept and reject a dialog."""
    box = QDialogButtonBox(buttons)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def closing(dialog: QDialog, save: Callable[[], object] | None = None, title: str = "") -> QDialogButtonBox:
    """A button that closes a dialog, and one that saves what it shows, if it can; Return opens its rows instead."""
    box = QDialogButtonBox(Button.Close if save is None else Button.Save | Button.Close)
    box.rejected.connect(dialog.reject)
    if save is not None:
        having(box.button(Button.Save), text=title, autoDefault=False).clicked.connect(save)
    having(box.button(Button.Close), autoDefault=False)
    return box


def button(title: str, act: Callable[[], object], box: QDialogButtonBox | None = None, **settings: Any) -> QPushButton:  # noqa: ANN401, of Qt
    """A button that Return does not press, not even when it has the focus; in a ``box`` of further ones, if any."""
    made = QPushButton(title, autoDefault=False)
    made.clicked.connect(lambda: act())
    if box is not None:
        box.addButton(made, QDialogButtonBox.ButtonRole.ActionRole)
    return having(made, **settings)


def hint(text: str = "", **settings: Any) -> Label:  # noqa: ANN401, as Qt takes them
    """A line in faint letters, which goes on in the next one where there is no room."""
    return having(Label(text), **{"objectName": "faint", "wordWrap": True, **settings})


def named(part: Part, name: str, **settings: Any) -> Part:  # noqa: ANN401, as Qt takes them
    """The same, with settings, which screen readers know by a name."""
    return having(part, accessibleName=name, **settings)


def choices(name: str, values: Iterable[tuple[str, object]]) -> QComboBox:
    box = named(QComboBox(), name)
    for title, value in values:
        box.addItem(title, value)
    return box


def file_row(line: QLineEdit, ask: Callable[[], str], **settings: Any) -> QtWidgets.QHBoxLayout:  # noqa: ANN401, as Qt takes them
    """A line for a file beside a button that asks for another, which is empty if the user wants none."""

    def browse() -> None:
        if name := ask():
            line.setText(name)

    return beside(line, button("Browse…", browse, **settings), wide=line)


def below(
    dialog: QWidget | None, *parts: QWidget | QLayout, tall: QWidget | QLayout | None = None, title: str = "",
    size: tuple[int, int] | None = None,
) -> QtWidgets.QVBoxLayout:  # fmt: skip
    """Parts of a dialog below one another; ``tall`` gets the room that is left; title and size are its own."""
    column = QtWidgets.QVBoxLayout()
    add_all(column, parts, tall, dialog)
    if dialog is not None and title:
        dialog.setWindowTitle(title)
    if dialog is not None and size is not None:
        dialog.resize(*size)
    return column


def beside(*parts: QWidget | QLayout, wide: QWidget | None = None) -> QtWidgets.QHBoxLayout:
    """Parts beside one another; ``wide`` gets the room that is left, without it none does."""
    row = QtWidgets.QHBoxLayout()
    add_all(row, parts, wide)
    if wide is None:
        row.addStretch()
    return row


def form(*rows: tuple[str, QWidget | QLayout], **settings: Any) -> QtWidgets.QFormLayout:  # noqa: ANN401, as Qt takes them
    made = having(QtWidgets.QFormLayout(), **settings)
    for title, field in rows:
        made.addRow(title, field)
    return made


def ask_where(parent: QWidget, title: str, name: str, kinds: Mapping[str, str], settings: Settings) -> Path | None:
    """A file's path, None if the user wants none, first asked for in the folder where the last was saved. ``kinds`` are
    titles by ending; one is added if none was written."""
    filters = ";;".join(f"{kind} (*{ending})" for ending, kind in kinds.items())
    folder = Path(settings.get(EXPORT_FOLDER) or Path.cwd())
    chosen, kind = QtWidgets.QFileDialog.getSaveFileName(parent, title, str(folder / name), filters)
    if not chosen:
        return None
    path = Path(chosen)
    ending = f".{kind.rpartition('.')[2].rstrip(')')}" if kind else Path(name).suffix
    return path if path.suffix else path.with_suffix(ending)


def save_where(
    parent: QWidget, title: str, name: str, kinds: Mapping[str, str], settings: Settings,
    write: Callable[[Path], str | None], tell: Callable[[str], None], fail: Callable[[str], None],
) -> None:  # fmt: skip
    """Ask as `ask_where`, and write the file; say that it was saved, with what ``write`` remarks, or why not."""
    if (path := ask_where(parent, title, name, kinds, settings)) is None:
        return
    try:
        remark = write(path)
    except GoldleafError as error:
        fail(str(error))
        return
    remember_where(path, settings)
    tell(f"Saved {path.name}" + (f"; {remark}" if remark else ""))


def save_tables(
    parent: QWidget, title: str, name: str, settings: Settings, tables: Sequence[Table],
    tell: Callable[[str], None], fail: Callable[[str], None], whole: object = None,
) -> None:  # fmt: skip
    """Ask where to, that of ``name`` first, and write tables there as the ending says; as JSON the ``whole``."""
    first = Path(name).suffix
    kinds = {one.endings[0]: one.title for one in sorted(FORMATS.values(), key=lambda one: one.endings[0] != first)}
    save_where(parent, title, name, kinds, settings, lambda path: save(path, tables, whole=whole), tell, fail)


def remember_where(path: Path, settings: Settings) -> None:
    settings.set(EXPORT_FOLDER, str(path.absolute().parent))
