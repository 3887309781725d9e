"""Head tables: which child of a constituent is its head (Magerman 1995; Collins 1999; CoNLL-X 2006, §4.2).

A file has a rule a line: a category, the side to begin at, and what to look for there, one after the other::

    # category   side    candidates
    VP           left    /HD VB* MD   # the leftmost child with the function HD, else the leftmost VB…, else MD
    NP|PP        right   NN* NP       # the same from the right, in two categories
    *            left    *            # any category: the leftmost child
    ROOT         left    /HD S *      # what stands under no constituent; without such a rule each of it is a root

Candidates are categories or tags, functions after a slash, or both (``NP/SBJ``); ``*`` stands for any characters, ``|``
separates several; ``#`` between blanks begins a comment. Rules are tried in their order until one finds a child.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from goldleaf.core.errors import FormatError, GoldleafError, Problem
from goldleaf.core.files import read_text
from goldleaf.core.structures.labels import matches

ROOT = "ROOT"
"""The category by which a table calls what stands under no constituent."""

_EXPECTED = "expected a category, left or right, and candidates, such as: VP left /HD VB* *"


class Child(NamedTuple):
    """A constituent or a word in its parent: its category or tag, and its function."""

    category: str
    function: str = "_"


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of a table."""

    categories: str
    side: str
    candidates: tuple[str, ...]


@dataclass(frozen=True)
class HeadTable:
    """The rules of a table, in their order; ``path`` is named in messages."""

    rules: tuple[Rule, ...]
    path: str = ""

    def knows(self, category: str) -> bool:
        """Whether any rule is for this very category."""
        return any(category in rule.categories.split("|") for rule in self.rules)

    def head(self, category: str, children: Sequence[Child]) -> int:
        """The place among its children of a constituent's head. Raises GoldleafError when no rule finds one."""
        for rule in self.rules:
            if matches(rule.categories, category):
                for candidate in rule.candidates:
                    label, slash, function = candidate.partition("/")
                    places = [
                        place
                        for place, child in enumerate(children)
                        if matches(label or "*", child.category) and (not slash or matches(function, child.function))
                    ]
                    if places:
                        return places[0 if rule.side == "left" else -1]
        shown = " ".join(child.category + f"/{child.function}" * (child.function != "_") for child in children)
        raise GoldleafError(
            f"{self.path}: no rule finds the head of {category or 'an empty category'} → {shown}; "
            "add one, or at the end: * left *",
            path=self.path,
        )


def parse(text: str, path: str = "") -> HeadTable:
    """The table of a text. Raises FormatError with the line of what is no rule."""
    rules = []
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.partition(" # ")[0].split()
        if not fields or line.startswith("#"):
            continue
        if len(fields) < 3 or fields[1] not in ("left", "right"):
            raise FormatError(Problem(path, number, 0, f"{line.strip()!r} is no rule; {_EXPECTED}"))
        rules.append(Rule(fields[0], fields[1], tuple(fields[2:])))
    if not rules:
        raise FormatError(Problem(path, 1, 0, f"no rules; {_EXPECTED}"))
    return HeadTable(tuple(rules), path)


def load(path: str | Path) -> HeadTable:
    """The table of a file. Raises GoldleafError when it cannot be read, FormatError for what is no rule."""
    return parse(read_text(path, "the head table"), str(path))


MARKED = parse("* left /HD\n* right /NK\n* left *\n")
"""How SPMRL marked heads in the German treebank (Seddah et al. 2013, §4.5): HD, else the last NK, else the first."""
