"""Label maps: files that say which labels of different annotations mean the same."""

from __future__ import annotations

from pathlib import Path

from core.errors import FormatError, GoldleafError, Problem

_COMMENT = "#"


def load(path: str) -> dict[str, str]:
    """For each label in a label map the label that stands for it, which is the first of its line.

    Labels on one line, with blanks between them, are equal; ``#`` begins a comment line. Raises GoldleafError when
    the file cannot be read, FormatError for a line with one label and for a label that stands on two lines.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read the label map: {reason}") from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        labels = [] if line.startswith(_COMMENT) else line.split()
        if len(labels) == 1:
            raise FormatError(Problem(path, number, 0, f"only {labels[0]!r}; expected two labels or more"))
        for label in labels:
            if found.setdefault(label, labels[0]) != labels[0]:
                raise FormatError(Problem(path, number, 0, f"{label!r} is on an earlier line already"))
    return found
