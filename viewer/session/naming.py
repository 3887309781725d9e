"""Short names of files, as tables, columns and titles have them. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

COMPRESSED = frozenset((".gz", ".bz2", ".xz", ".zst"))
STANDARD_INPUT = Path("-")


def names_of(paths: Sequence[Path]) -> list[str]:
    """A short name for each file: its stem, or as much of its path as tells it from the others."""
    names = [_stem(path) for path in paths]
    for longer in (_in_folder, lambda path: f"{path.parent.name}/{path.name}", str):
        count = Counter(names)
        names = [longer(path) if count[name] > 1 else name for path, name in zip(paths, names, strict=True)]
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[place] = f"{name} ({seen[name]})"
    return names


def _in_folder(path: Path) -> str:
    return f"{path.parent.name}/{_stem(path)}"


def _stem(path: Path) -> str:
    if path == STANDARD_INPUT:
        return "stdin"
    return Path(path.stem).stem if path.suffix in COMPRESSED else path.stem
