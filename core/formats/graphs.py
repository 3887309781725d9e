"""Trees that a file gives as words and constituents with names for one another (export, TigerXML)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

NONE = "_"


class FaultyGraph(Exception):  # noqa: N818
    """What is wrong with a sentence: a line, a column (0 for the whole line) and a message. The reader catches it."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class GraphWord(NamedTuple):
    """A word; ``name`` is what edges call it, ``parent`` the name of its node, empty at the top."""

    name: str
    line: int
    form: str
    lemma: str = NONE
    tag: str = NONE
    features: str = NONE
    function: str = NONE
    parent: str = ""


class GraphNode(NamedTuple):
    """A constituent, as `GraphWord`."""

    name: str
    line: int
    label: str
    features: str = NONE
    function: str = NONE
    parent: str = ""


class GraphEdge(NamedTuple):
    """A secondary edge from a word or node to a node."""

    child: str
    parent: str
    label: str


@dataclass(frozen=True, slots=True)
class Graph:
    """A sentence. Words stand in their order, nodes in any; ``parent`` must name a node."""

    words: list[GraphWord] = field(default_factory=list)
    nodes: dict[str, GraphNode] = field(default_factory=dict)
    edges: list[GraphEdge] = field(default_factory=list)

    def numbers(self) -> dict[str, int]:
        """A number for each node: from 1, parents first, siblings in the order of their first words.

        Raises FaultyGraph when a node dominates itself.
        """
        first = self._first_words()
        children: dict[str, list[str]] = {}
        for name in sorted(self.nodes, key=lambda name: first.get(name, len(self.words))):
            children.setdefault(self.nodes[name].parent, []).append(name)
        found: dict[str, int] = {}
        to_do = children.get("", [])[::-1]
        while to_do:
            name = to_do.pop()
            found[name] = len(found) + 1
            to_do.extend(reversed(children.get(name, [])))
        for name, node in self.nodes.items():
            if name not in found:
                raise FaultyGraph(node.line, 0, f"constituent {name} is its own ancestor, or stands under one that is")
        return found

    def _first_words(self) -> dict[str, int]:
        first: dict[str, int] = {}
        for place, word in enumerate(self.words):
            name = word.parent
            while name and name not in first:
                first[name] = place
                name = self.nodes[name].parent
        return first
