"""Label maps: files that say which labels of different annotations mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.files import read_text
from goldleaf.core.structures.labels import mapped
from goldleaf.core.treebank import Treebank


def load(path: str) -> dict[str, str]:
    """For each label in a label map the label that stands for it, which is the first of its line.

    Labels on one line, with blanks between them, are equal; ``#`` begins a comment line. Raises GoldleafError when
    the file cannot be read, FormatError for a line with one label and for a label that stands on two lines.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(read_text(path, "the label map").splitlines(), 1):
        labels = [] if line.startswith("#") else line.split()
        if len(labels) == 1:
            raise FormatError(Problem(path, number, 0, f"only {labels[0]!r}; expected two labels or more"))
        for label in labels:
            if found.setdefault(label, labels[0]) != labels[0]:
                raise FormatError(Problem(path, number, 0, f"{label!r} is on an earlier line already"))
    return found


def relabelled(treebank: Treebank, labels: Mapping[str, str]) -> Treebank:
    """The treebank with the labels of relations and the functions of constituents and words put for others.

    The lines that a file was read from stay, so it is not meant to be written.
    """
    if not labels:
        return treebank
    words = mapped(treebank.words, ("label", "function"), labels)
    return replace(treebank, words=words, nodes=mapped(treebank.nodes, ("function",), labels))
