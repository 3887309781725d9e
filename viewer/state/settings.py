"""What is remembered between runs, each setting declared once: name, default (and so type), description. It is kept in
JSON: Qt's own settings unpickle what stands in a file as PySide packs it, which runs any command."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import platformdirs

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import replacing
from goldleaf.viewer.state.crash import LOG

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A setting; values of another shape than the default's are not accepted. ``choices`` limits the values."""

    name: str
    default: T
    description: str
    choices: tuple[T, ...] = ()


GEOMETRY = Setting("window/geometry", b"", "Place and size of the window.")
DOCKS = Setting("window/docks", b"", "Which docks and toolbars are shown, and where.")
_THEMES = ("system", "light", "dark", "high-contrast", "paper-bw", "paper-color")
THEME = Setting("view/theme", "system", "Colors of window and pictures.", _THEMES)
MODE = Setting("view/mode", "stacked", "How gold and parse stand to each other.", ("stacked", "beside", "overlay"))
VIEW = Setting("view/structure", "auto", "Which view sentences are shown in, where the files have something for it.")
ROWS = Setting("view/rows", ["tag"], "The rows under the words.")
ONLY_DIFFERENCES = Setting("view/only-differences", False, "Show the differences only.")
LAYERS = Setting(
    "view/layers", {"": [""]}, "The layers whose differences are shown, by kind of document; without any, the metric's."
)
ENHANCED = Setting("view/enhanced", False, "Show the enhanced graph below the words.")
WRAP = Setting("view/fit", True, "Continue long sentences in new rows, fold what has no difference in large trees.")
LAYOUT = Setting("view/layout", "auto", "Whether sentences run down the page.", ("auto", "across", "upright"))
LEGEND = Setting("view/legend", True, "Show a legend of the lines.")
PALETTE = Setting("window/palette", [""], "What was chosen last in the command palette.")
COLUMNS = Setting("sentences/columns", [""], "The columns of the sentence table; empty for the usual ones.")
RECENT = Setting("files/recent", [[""]], "The last files that were opened: a gold, its parses, and how they are read.")
FOLDER = Setting("files/folder", "", "Where files were opened last.")
EXPORT_FOLDER = Setting("export/folder", "", "Where the last figure was saved.")
EXPORT = Setting("export/choices", {"format": "pdf"}, "The choices of the last export.")
TRAINING = Setting("properties/training", "", "The training file that properties of treebanks are told against.")
REPORT_SENTENCES = Setting("report/sentences", 10, "How many sentences of a report have pictures.")
REVIEWER = Setting("review/reviewer", "", "Who reviews; empty for the name that one has logged in by.")
ASK_OPEN = Setting("review/ask-open", True, "Say what is open before a sentence is marked as reviewed.")
ALL_PARSES = Setting("score/all-parses", False, "Show the scores of all parses beside each other.")
BASELINE = Setting("score/baseline", "", "The parse that others are tested against; empty for no test.")
ROUNDS = Setting("score/rounds", 10_000, "How often sentences are shuffled for a test.")
METRICS_SHOWN = Setting("score/metrics", [""], "The metrics that score; empty for those that fit by default.")
METRIC_OPTIONS = Setting("score/options", {"": {"": ""}}, "The metrics' options that are not as by default.")
KEYS = Setting("keys", {"": [""]}, "Keys that were changed: an action and its keys each.")


class Settings:
    """Reads and writes settings. What is stored in another shape than declared counts as not stored."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(platformdirs.user_config_dir("goldleaf", "Goldleaf")) / "settings.json"
        self._stored = _read(self._path)
        self._unwritten: dict[str, Any] = {}

    def get(self, setting: Setting[T]) -> T:
        value = self._stored.get(setting.name)
        if isinstance(setting.default, bytes) and isinstance(value, str):
            with suppress(ValueError):
                value = b64decode(value, validate=True)
        accepted = _has_shape(value, setting.default) and (not setting.choices or value in setting.choices)
        return value if accepted else setting.default  # type: ignore[return-value]

    def set(self, setting: Setting[T], value: T) -> None:
        """Store a value, in the file at once; where that cannot be written, for this run."""
        self._unwritten[setting.name] = b64encode(value).decode() if isinstance(value, bytes) else value
        self._stored = {**_read(self._path), **self._unwritten}  # another window may have stored others since
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(self._path) as temporary:
                temporary.write_text(json.dumps(self._stored, indent=1), encoding="ascii")
            self._unwritten.clear()
        except (OSError, GoldleafError) as error:
            LOG.warning("settings cannot be kept: %s", error)


def _has_shape(value: object, like: object) -> bool:
    """Whether a value is of a default's type, and all in it of the type of the first in the default."""
    if type(value) is not type(like):
        return False
    if isinstance(value, int) and abs(value) >= 2**31:  # Qt takes none so large
        return False
    if isinstance(value, dict) and isinstance(like, dict):
        value, like = list(value.values()), list(like.values())
    return not isinstance(value, list) or all(_has_shape(one, like[0]) for one in value)  # type: ignore[index]


def _read(path: Path) -> Mapping[str, Any]:
    """What a file has; nothing if it is unreadable."""
    with suppress(OSError, ValueError, RecursionError):
        stored = json.loads(path.read_bytes())
        return stored if isinstance(stored, dict) else {}
    return {}
