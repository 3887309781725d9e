"""What is remembered between runs. Each setting is declared once: name, default (and so type), description."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QByteArray, QSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A setting; values of another type than the default's are not accepted. ``choices`` limits the values."""

    name: str
    default: T
    description: str
    choices: tuple[T, ...] = ()

    def accepts(self, value: object) -> bool:
        """Whether a stored value can be used."""
        if type(value) is not type(self.default):
            return False
        return not self.choices or value in self.choices


GEOMETRY = Setting("window/geometry", b"", "Place and size of the window.")
DOCKS = Setting("window/docks", b"", "Which docks and toolbars are shown, and where.")
THEME = Setting(
    "view/theme",
    "system",
    "Colors of window and pictures.",
    ("system", "light", "dark", "high-contrast", "paper-bw", "paper-color"),
)
MODE = Setting("view/mode", "stacked", "How gold and parse stand to each other.", ("stacked", "beside", "overlay"))
VIEW = Setting("view/structure", "auto", "Which view sentences are shown in, where the files have something for it.")
ROWS = Setting("view/rows", ["tag"], "The rows under the words.")
ONLY_DIFFERENCES = Setting("view/only-differences", False, "Show the differences only.")
LAYERS = Setting(
    "view/layers", {"": [""]}, "The layers whose differences are shown, by kind of document; without any, the metric's."
)
ENHANCED = Setting("view/enhanced", False, "Show the enhanced graph below the words.")
WRAP = Setting("view/fit", True, "Continue long sentences in new rows, fold what has no difference in large trees.")
LEGEND = Setting("view/legend", False, "Show a legend of the lines.")
COLUMNS = Setting("sentences/columns", [""], "The columns of the sentence table; empty for the usual ones.")
RECENT = Setting("files/recent", [[""]], "The last files that were opened: a gold, its parses, and how they are read.")
FOLDER = Setting("files/folder", "", "Where files were opened last.")
EXPORT_FOLDER = Setting("export/folder", "", "Where the last figure was saved.")
EXPORT = Setting("export/choices", {"format": "svg"}, "The choices of the last export.")
TRAINING = Setting("properties/training", "", "The training file that properties of treebanks are told against.")
REPORT_SENTENCES = Setting("report/sentences", 10, "How many sentences of a report have pictures.")
REVIEWER = Setting("review/reviewer", "", "Who reviews; empty for the name that one has logged in by.")
ALL_PARSES = Setting("score/all-parses", False, "Show the scores of all parses beside each other.")
BASELINE = Setting("score/baseline", "", "The parse that others are tested against; empty for no test.")
ROUNDS = Setting("score/rounds", 10_000, "How often sentences are shuffled for a test.")
METRICS_SHOWN = Setting("score/metrics", [""], "The metrics that score; empty for those that fit by default.")
METRIC_OPTIONS = Setting("score/options", {"": {"": ""}}, "The metrics' options that are not as by default.")
KEYS = Setting("keys", {"": [""]}, "Keys that were changed: an action and its keys each.")


class Settings:
    """Reads and writes settings. What is stored in another shape than declared counts as not stored."""

    def __init__(self, store: QSettings | None = None) -> None:
        self._store = store or QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "goldleaf", "goldleaf")

    def get(self, setting: Setting[T]) -> T:
        """The stored value, else the default."""
        stored = self._store.value(setting.name)
        value: object
        if isinstance(setting.default, bytes):
            value = bytes(stored.data()) if isinstance(stored, QByteArray) else None
        else:
            value = _from_json(stored)
        return value if setting.accepts(value) else setting.default  # type: ignore[return-value]

    def set(self, setting: Setting[T], value: T) -> None:
        """Store a value."""
        if isinstance(value, bytes):
            self._store.setValue(setting.name, QByteArray(value))
        else:
            self._store.setValue(setting.name, json.dumps(value, ensure_ascii=False))

    def flush(self) -> None:
        """Write to the disk now."""
        self._store.sync()


def _from_json(stored: object) -> object:
    if not isinstance(stored, str):
        return None
    try:
        return json.loads(stored)
    except ValueError:
        return None
