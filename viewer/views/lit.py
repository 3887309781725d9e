"""Which elements of a drawing are what a filter has found. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.session.found import Hit
from goldleaf.viewer.views.view import Drawing


def lit(drawing: Drawing, hit: Hit) -> list[Key]:
    """The elements of a hit, the gold's first: a word with its arc, a node, or its words where it is not drawn."""
    found = []
    for name, words in hit.words.items():
        side = Side(name)
        if hit.kind == "word":
            found += _words(drawing, side, words, ("word", "arc"))
        else:
            found += list(_nodes(drawing, hit, side)) or _words(drawing, side, words, ("word",))
    # Words that both sides share are of neither.
    return found or [key for words in hit.words.values() for key in _words(drawing, Side.BOTH, words, ("word", "arc"))]


def _words(drawing: Drawing, side: Side, words: Sequence[int], kinds: Sequence[str]) -> list[Key]:
    keys = (Key(side, kind, f"{position}") for position in words for kind in kinds)
    return [key for key in keys if key in drawing.keys]


def _nodes(drawing: Drawing, hit: Hit, side: Side) -> Iterator[Key]:
    """A constituent by its number; what has none by its words, which may be several elements."""
    number = hit.nodes.get(str(side))
    for key in sorted(drawing.keys):
        if key.side is not side or key.kind not in ("node", "bar"):
            continue
        if number is not None:
            if key.name == f"{number}":
                yield key
        elif {*drawing.in_text(key)} == {*hit.words[str(side)]}:
            yield key
