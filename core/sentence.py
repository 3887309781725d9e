"""One sentence as objects, for drawing: a view of the rows that `core.treebank` has of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a :class:`Sentence`. ``number`` is its number in the file where ``position`` is its place among the
    words of two sentences."""

    position: int
    form: str
    lemma: str = "_"
    coarse_tag: str = "_"
    fine_tag: str = "_"
    features: str = "_"
    head: int | None = None
    label: str = "_"
    line: int = 0
    misc: str = "_"
    enhanced: str = "_"
    predicate: str = "_"
    parent: int = 0
    function: str = "_"
    index: str = "_"
    number: int | None = None

    @property
    def name(self) -> str:
        """What the file calls it: its number."""
        return f"{self.position if self.number is None else self.number}"


@dataclass(frozen=True, slots=True)
class Node:
    """A constituent of a :class:`Sentence`: ``NODES`` for one sentence."""

    number: int
    parent: int
    label: str
    function: str
    index: str
    features: str
    first: int
    last: int
    size: int


@dataclass(frozen=True, slots=True)
class SecondaryEdge:
    """An edge from a word (its position) or a node, the other being 0, to a further parent."""

    word: int
    node: int
    parent: int
    label: str


@dataclass(frozen=True, slots=True)
class Token:
    """A surface token over the words ``first`` to ``last`` (positions, both included)."""

    first: int
    last: int
    form: str


@dataclass(frozen=True, slots=True)
class EmptyNode:
    """A node of the enhanced graph with no word of its own, between word ``after`` and the next."""

    after: int
    index: int
    form: str
    coarse_tag: str
    enhanced: str

    @property
    def name(self) -> str:
        """Its ID as CoNLL-U writes it, such as ``8.1``."""
        return f"{self.after}.{self.index}"


@dataclass(frozen=True, slots=True)
class Argument:
    """An edge from the predicate to its argument (positions), with a role."""

    predicate: int
    argument: int
    role: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for drawing. ``number`` counts from 1. ``parts`` are those of the file of which it is made, if they
    are several: the number of each, and the position of its first word."""

    number: int
    id: str | None
    text: str | None
    line: int
    words: tuple[Word, ...]
    tokens: tuple[Token, ...] = ()
    empty_nodes: tuple[EmptyNode, ...] = ()
    arguments: tuple[Argument, ...] = ()
    nodes: tuple[Node, ...] = ()
    secondary_edges: tuple[SecondaryEdge, ...] = ()
    comments: tuple[str, ...] = ()
    readable: bool = True
    parts: tuple[tuple[int, int], ...] = ()

    @property
    def running_text(self) -> str:
        """The text as the file gives it, else the surface tokens joined by spaces."""
        if self.text is not None:
            return self.text
        inside = {position for token in self.tokens for position in range(token.first + 1, token.last + 1)}
        surface = {token.first: token.form for token in self.tokens}
        return " ".join(surface.get(word.position, word.form) for word in self.words if word.position not in inside)
