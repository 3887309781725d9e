"""The tree that is drawn, as items: nodes, words, and stretches of words under folded nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.views.trees.tree_picture import TreePicture


class Kind(Enum):
    """What an item is."""

    NODE = auto()
    WORD = auto()
    WORDS = auto()  # the words of a folded node, a stretch without gaps
    NOTHING = auto()  # what a node without words has in their place


@dataclass(slots=True)
class Item:
    """A part of the tree. Items are numbered from 0, parents before their children.

    ``slots`` are the places under it, as bits. ``label`` is a node's label or a word's tag. Nothing but the function is
    wrong of a ``misused`` one. The texts of ``faint`` items are painted as if they were not scored.
    """

    kind: Kind
    number: int  # of the node, or the word's position
    parent: int  # an item, -1 for none
    state: State
    key: Key
    slots: int = 0
    label: str = ""
    text: str = ""
    edge: str = ""
    index: str = ""
    trace: bool = False
    hidden: int = 0  # differences inside a folded node
    faint: bool = False
    misused: bool = False
    crossed: bool = False  # has the × of what is extra
    shades: int = 0  # how dark the word is
    above: State = State.MATCHED  # of the node that a word hangs by
    children: list[int] = field(default_factory=list)

    @property
    def is_node(self) -> bool:
        return self.kind is Kind.NODE

    @property
    def line_state(self) -> State:
        """How its branch is drawn: a wrong tag says nothing of that, and what is not scored above a word goes on."""
        if self.kind is Kind.WORD and self.state in (State.WRONG_LABEL, State.MATCHED):
            return State.NOT_SCORED if self.above is State.NOT_SCORED else State.MATCHED
        return self.state


@dataclass(frozen=True, slots=True)
class Slot:
    """A place on the line of words: a word (by its place in the sentence, from 0), or None for that of a node without
    words. ``fold`` is the folded node that covers it, 0 for none."""

    word: int | None
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """The items of a picture, those at the top, and the slots in their order."""

    picture: TreePicture
    items: list[Item]
    roots: list[int]
    slots: list[Slot]
    projective: bool
