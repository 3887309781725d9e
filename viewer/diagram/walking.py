"""Walking from word to word, and which words an element is about. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum, auto

from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.shapes import Element, Key


class Way(Enum):
    """Where to go from a word or constituent."""

    HEAD = auto()  # or parent
    DEPENDENT = auto()  # the first one, or child
    LEFT = auto()  # on the screen
    RIGHT = auto()


# Where the arrows lead when words run down the page: up and down to the word before and after.
TURNED = {Way.HEAD: Way.LEFT, Way.DEPENDENT: Way.RIGHT, Way.LEFT: Way.HEAD, Way.RIGHT: Way.DEPENDENT}


def walk(sentence: Sentence, position: int | None, way: Way, *, right_to_left: bool = False) -> int | None:
    """The position that is reached from a word; None where there is nothing that way. Without a word, the first one."""
    heads = {word.position: word.head for word in sentence.words}
    if position not in heads:
        return next(iter(heads), None)
    match way:
        case Way.HEAD:
            head = heads[position]
            return head if head in heads and head != position else None
        case Way.DEPENDENT:
            return next((other for other, head in heads.items() if head == position != other), None)
        case Way.LEFT | Way.RIGHT:
            positions, onward = list(heads), (way == Way.RIGHT) != right_to_left
            place = positions.index(position) + (1 if onward else -1)
            return positions[place] if 0 <= place < len(positions) else None


def positions_of(key: Key | None, elements: Iterable[Mapping[Key, Element]]) -> tuple[int, ...]:
    """The words that an element is about: itself, the dependent of an arc, all words of a constituent."""
    position = word_of(key)
    if key is None or position is not None:
        return () if position is None else (position,)
    return next((known[key].positions for known in elements if key in known), ())


def word_of(key: Key | None) -> int | None:
    """The word that an element is about: a word itself, or the dependent of an arc."""
    if key is not None and key.kind in ("word", "arc") and key.name.isdigit():
        return int(key.name)
    return None
