"""`goldleaf validate --aligned`: whether dependencies, constituents and lattices belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldleaf.core.errors import OptionError, counted
from goldleaf.core.structures.transformations import CONSTITUENTS, DEPENDENCIES, kind_of
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation.belonging import Deviation, deviations
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import Reading, read
from goldleaf.viewer.commands.terminal import say, say_json

FIRST = 10
"""Deviations of each kind that are printed."""


def validate_aligned(files: Sequence[Path], reading: Reading, *, as_json: bool) -> int:
    """Say where files do not belong together; 1 if they do not. Raises OptionError for other files than asked for."""
    if len(files) not in (2, 3):
        raise OptionError(f"--aligned: {counted(len(files), 'file')}; expected DEPENDENCIES CONSTITUENTS [LATTICE]")
    banks = [read([path], replace(reading, format_name=None))[0] for path in files]
    dependencies, constituents, lattices = _by_kind(banks)
    found = deviations(dependencies, constituents, lattices)
    if as_json:
        say_json(_object(files, found))
    else:
        _print(dependencies, found)
    return 1 if found else 0


def _object(files: Sequence[Path], found: Sequence[Deviation]) -> dict[str, Any]:
    listed = [
        {"kind": one.kind, "sentence": one.sentence + 1, "word": one.position or None, "said": one.said}
        for one in found
    ]
    counts = Counter(one.kind for one in found)
    return {"goldleaf": VERSION, "files": [f"{path}" for path in files], "counts": counts, "deviations": listed}


def _print(dependencies: Treebank, found: Sequence[Deviation]) -> None:
    """The first deviations of each kind, and how many there are."""
    counts = Counter(one.kind for one in found)
    for kind in counts:
        for one in [one for one in found if one.kind == kind][:FIRST]:
            say(_line(one, dependencies))
        if counts[kind] > FIRST:
            say(f"… and {counts[kind] - FIRST:,} more of {kind}")
    said = ", ".join(f"{kind} {count:,}" for kind, count in counts.items())
    size = f"{counted(len(dependencies), 'sentence')}, {counted(dependencies.words.height, 'word')}"
    say(f"{dependencies.path}: {size}; " + (f"deviations: {said}" if found else "all belong together"))


def _by_kind(banks: Sequence[Treebank]) -> tuple[Treebank, Treebank, Treebank | None]:
    """Dependencies, constituents and lattices, in whatever order they were named."""
    kinds: dict[str, Treebank] = {}
    for bank in banks:
        kind = "lattices" if bank.edges.height else kind_of(bank)
        if kind in kinds:
            raise OptionError(f"--aligned: {kinds[kind].path} and {bank.path} both have {kind}; name one of each")
        kinds[kind] = bank
    for kind in (DEPENDENCIES, CONSTITUENTS):
        if kind not in kinds:
            raise OptionError(f"--aligned: none of the files has {kind}; expected DEPENDENCIES CONSTITUENTS [LATTICE]")
    return kinds[DEPENDENCIES], kinds[CONSTITUENTS], kinds.get("lattices")


def _line(one: Deviation, dependencies: Treebank) -> str:
    place = f"{dependencies.path}:{one.line}" if one.line else dependencies.path
    word = f", word {one.position}" if one.position else ""
    return f"{place}: {one.kind}: sentence {one.sentence + 1}{word}: {one.said}"
