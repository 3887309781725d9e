"""Which elements of a drawing are what a filter has found. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.session.found import Hit
from goldleaf.viewer.views.view import Drawing

_OF_WORDS = ("word", "arc")
_OF_NODES = ("node", "bar")


def lit(drawing: Drawing, hit: Hit) -> list[Key]:
    """The elements of a hit, the gold's first: a word with its arc, a node, or its words where it is not drawn."""
    found = [key for name in hit.words for key in _of_side(drawing, hit, Side(name))]
    return found or [key for words in hit.words.values() for key in _words(drawing, Side.BOTH, words)]


def _of_side(drawing: Drawing, hit: Hit, side: Side) -> list[Key]:
    words = hit.words[str(side)]
    if hit.kind == "word":
        return [*_words(drawing, side, words)]
    return [*_nodes(drawing, hit, side)] or [key for key in _words(drawing, side, words) if key.kind == "word"]


def _words(drawing: Drawing, side: Side, words: tuple[int, ...]) -> Iterator[Key]:
    keys = (Key(side, kind, f"{position}") for position in words for kind in _OF_WORDS)
    return (key for key in keys if key in drawing.keys)


def _nodes(drawing: Drawing, hit: Hit, side: Side) -> Iterator[Key]:
    """A constituent by its number; what has none by its words, which may be several elements."""
    number = hit.nodes.get(str(side))
    for key in sorted(drawing.keys):
        if key.side is not side or key.kind not in _OF_NODES:
            continue
        if number is not None:
            if key.name == f"{number}":
                yield key
        elif {*drawing.in_text(key)} == {*hit.words[str(side)]}:
            yield key
