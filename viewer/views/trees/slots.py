"""What of a picture is kept, and the places of its words and of nodes that have none."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goldleaf.core.structures.phrase import TRACE, is_trace
from goldleaf.core.treebank import Node, Word
from goldleaf.viewer.views.trees.options import Functions
from goldleaf.viewer.views.trees.tree_picture import TreePicture

_FUNCTIONS_ON_WORDS = 0.8  # of the words have one where functions are labels of branches


class Place(NamedTuple):
    """A word and its place in the sentence, or a node without words."""

    word: Word | None
    place: int | None
    node: int

    @property
    def owner(self) -> int:
        """The node that it hangs by."""
        return self.word.parent if self.word else self.node


def kept_nodes(picture: TreePicture, *, traces: bool) -> list[Node]:
    """All nodes, or without ``traces`` all but those that hold nothing that is written."""
    nodes = picture.sentence.nodes
    if traces:
        return list(nodes)
    unwritten = sum(1 << place for place, word in enumerate(picture.sentence.words) if is_trace(word))
    bits = picture.yields
    return [node for node in nodes if not bits[node.number] or bits[node.number] & ~unwritten]


def places_of(picture: TreePicture, nodes: Iterable[Node], *, traces: bool) -> list[Place]:
    """The words in order; nodes without words stand before the words of what comes next in the file."""
    words, bits = picture.sentence.words, picture.yields
    shown = [place for place, word in enumerate(words) if traces or not is_trace(word)]
    found = [Place(words[place], place, 0) for place in shown]
    ordered = list(nodes)
    inner = {node.parent for node in ordered}
    following = len(words)
    for node in reversed(ordered):  # from the last on, so that several at one place keep their order
        if bits[node.number]:
            following = (bits[node.number] & -bits[node.number]).bit_length() - 1
        elif node.number not in inner:
            found.insert(bisect_left(shown, following), Place(None, None, node.number))
    return found


def place_of_functions(chosen: Functions, words: Sequence[Word]) -> Functions:
    """Where functions stand; AUTO is made out from the words."""
    if chosen is not Functions.AUTO:
        return chosen
    named = sum(word.function != "_" for word in words)
    return Functions.EDGE if words and named >= _FUNCTIONS_ON_WORDS * len(words) else Functions.LABEL


def function_of(thing: Word | Node) -> str:
    """The function, empty for none; Negra writes ``--``."""
    return "" if thing.function in ("_", "--") else thing.function


def tag_of(word: Word) -> str:
    """A word's tag without its function, which bracket readers leave there; none for a trace."""
    tag = word.coarse_tag if word.fine_tag in ("_", "") else word.fine_tag
    if tag in ("_", TRACE):
        return ""
    if word.function != "_" and tag.endswith((f"-{word.function}", f"*{word.function}")):
        return tag[: -len(word.function) - 1]
    return tag


def index_of(thing: Word | Node) -> str:
    """The index, empty for none; a trace has it at the end of its form."""
    if thing.index == "_" or (isinstance(thing, Word) and thing.form.endswith(f"-{thing.index}")):
        return ""
    return thing.index
