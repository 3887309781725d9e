"""Asking where something is to be saved, in the folder where the last was."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from goldleaf.viewer.state.settings import EXPORT_FOLDER, Settings


def ask_where(parent: QWidget, title: str, name: str, kinds: Mapping[str, str], settings: Settings) -> Path | None:
    """A file's path, None if the user wants none. ``kinds`` are titles by ending; one is added if none was written."""
    filters = ";;".join(f"{kind} (*{ending})" for ending, kind in kinds.items())
    folder = Path(settings.get(EXPORT_FOLDER) or Path.cwd())
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(folder / name), filters)
    if not chosen:
        return None
    path = Path(chosen)
    ending = f".{kind.rpartition('.')[2].rstrip(')')}" if kind else Path(name).suffix
    return path if path.suffix else path.with_suffix(ending)


def remember_where(path: Path, settings: Settings) -> None:
    """Begin there the next time."""
    settings.set(EXPORT_FOLDER, str(path.absolute().parent))
