"""What dialogs have in common: parts below and beside one another, buttons, faint lines, asking where to save."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.labels import Label
from goldleaf.viewer.state.settings import EXPORT_FOLDER, Settings

Button = QDialogButtonBox.StandardButton
Part = TypeVar("Part", bound=QWidget)


def answers(dialog: QDialog, buttons: QDialogButtonBox.StandardButton = Button.Ok | Button.Cancel) -> QDialogButtonBox:
    """Buttons that accept and reject a dialog."""
    box = QDialogButtonBox(buttons)
    box.accepted.connect(dialog.accept)
    box.rejected.connect(dialog.reject)
    return box


def button(title: str, act: Callable[[], object]) -> QPushButton:
    """A button that Return does not press, not even when it has the focus."""
    made = QPushButton(title, autoDefault=False)
    made.clicked.connect(lambda: act())
    return made


def hint(text: str = "") -> Label:
    """A line in faint letters, which goes on in the next one where there is no room."""
    label = Label(text)
    label.setObjectName("faint")
    label.setWordWrap(True)
    return label


def named(part: Part, name: str) -> Part:
    """The same, which screen readers know by a name."""
    part.setAccessibleName(name)
    return part


def below(dialog: QWidget | None, *parts: QWidget | QLayout, tall: QWidget | QLayout | None = None) -> QVBoxLayout:
    """Parts of a dialog below one another; ``tall`` gets the room that is left."""
    column = QVBoxLayout(dialog) if dialog is not None else QVBoxLayout()
    for part in parts:
        if isinstance(part, QLayout):
            column.addLayout(part, int(part is tall))
        else:
            column.addWidget(part, int(part is tall))
    return column


def beside(*parts: QWidget, wide: QWidget | None = None) -> QHBoxLayout:
    """Parts beside one another; ``wide`` gets the room that is left, without it none does."""
    row = QHBoxLayout()
    for part in parts:
        row.addWidget(part, int(part is wide))
    if wide is None:
        row.addStretch()
    return row


def form(*rows: tuple[str, QWidget | QLayout]) -> QFormLayout:
    """Fields below one another, with their titles."""
    made = QFormLayout()
    for title, field in rows:
        made.addRow(title, field)
    return made


def ask_where(parent: QWidget, title: str, name: str, kinds: Mapping[str, str], settings: Settings) -> Path | None:
    """A file's path, None if the user wants none, first asked for in the folder where the last was saved. ``kinds`` are
    titles by ending; one is added if none was written."""
    filters = ";;".join(f"{kind} (*{ending})" for ending, kind in kinds.items())
    folder = Path(settings.get(EXPORT_FOLDER) or Path.cwd())
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(folder / name), filters)
    if not chosen:
        return None
    path = Path(chosen)
    ending = f".{kind.rpartition('.')[2].rstrip(')')}" if kind else Path(name).suffix
    return path if path.suffix else path.with_suffix(ending)


def save_where(
    parent: QWidget,
    title: str,
    name: str,
    kinds: Mapping[str, str],
    settings: Settings,
    write: Callable[[Path], str | None],
    tell: Callable[[str], None],
    fail: Callable[[str], None],
) -> None:
    """Ask as `ask_where`, and write the file; say that it was saved with the remark that ``write`` may return, or why
    not."""
    path = ask_where(parent, title, name, kinds, settings)
    if path is None:
        return
    try:
        remark = write(path)
    except GoldleafError as error:
        fail(str(error))
        return
    remember_where(path, settings)
    tell(f"Saved {path.name}" + (f"; {remark}" if remark else ""))


def remember_where(path: Path, settings: Settings) -> None:
    """Begin there the next time."""
    settings.set(EXPORT_FOLDER, str(path.absolute().parent))
