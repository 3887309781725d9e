"""What can be pointed at in a pane of arcs, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.viewer.diagram.shapes import GHOST, Element, Key, Role
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.describe import dependent_description, word_phrase
from goldleaf.viewer.views.arcs.pane import Pane


def pane_elements(pane: Pane, everything: Sequence[ArcsPicture]) -> Iterator[Element]:
    """The elements of a pane; ``everything`` are all pictures of the sentence.

    Words and arcs first, then what is odd, empty nodes, enhanced edges and all that stands below the words.
    """
    first = pane.pictures[0]
    for picture in pane.pictures:
        others = [other for other in everything if other is not picture]
        texts = {
            word.position: dependent_description(word.position, picture, others) for word in picture.sentence.words
        }
        drawn = {edge.key for edge in (pane.above if picture is first else pane.below)}
        for arc in picture.arcs:
            key = Key(picture.side, "arc", f"{arc.dependent}")
            if key in drawn or arc.head is None:
                positions = (arc.dependent, arc.head) if arc.head else (arc.dependent,)
                yield Element(key, texts.get(arc.dependent, ""), positions)
        for position, text in texts.items():
            if picture is first or position not in first.word_at:
                yield Element(Key(pane.side, "word", f"{position}"), text, (position,))
    for picture, oddity in pane.odd:
        key = Key(picture.side, "warning", oddity.name)
        yield Element(key, f"{picture.name}: {oddity.text}", oddity.positions)
    for node in first.sentence.empty_nodes:
        if node.name in pane.columns.index:
            yield Element(Key(pane.side, "empty", node.name), f"empty node {node.name} ‘{node.form}’")
    for edge in pane.below:
        if edge.role == Role.ENHANCED:
            name, head, label = edge.key.name.split("-", 2)
            text = f"{name} {label} of {head} in the enhanced graph" if head != "0" else f"{name} enhanced {label}"
            text += f", {said}" if (said := first.wording.verdict(edge.state)) else ""
            yield Element(edge.key, text, tuple(int(end) for end in (name, head) if end.isdigit() and end != "0"))
    yield from (change.element for change in pane.changes)
    forms = {word.position: word.form for picture in pane.pictures for word in picture.sentence.words}
    yield from (one.element(forms, first.wording) for one in pane.expressions)
    yield from _ghosts(pane)
    yield from _cells(pane)
    for bar in pane.bars:
        yield Element(bar.key, f"token ‘{bar.form}’, words {bar.ends[0]} to {bar.ends[1]}", bar.positions)
    for lane in pane.lanes:
        yield from (Element(label.key, label.description, label.positions) for label in lane.labels)


def _ghosts(pane: Pane) -> Iterator[Element]:
    """Arcs where they were before they were lifted."""
    for picture in pane.pictures:
        for arc in picture.ghosts:
            now = picture.arc_of[arc.dependent].head
            to = word_phrase(picture, now) if now else "the root"
            was = f"{arc.label} of {word_phrase(picture, arc.head or 0)}"
            text = f"word {word_phrase(picture, arc.dependent)} was {was}; lifted to {to}"
            yield Element(Key(picture.side, GHOST, f"{arc.dependent}"), text, (arc.dependent,))


def _cells(pane: Pane) -> Iterator[Element]:
    """What differs under the words."""
    picture = pane.pictures[0]
    position_of = {column: position for position, column in pane.columns.of_word.items()}
    cells = {(row.layer, position_of[column]) for row in pane.rows if row.layer is not None for column in row.boxed}
    for layer, position in sorted(cells):
        text = f"word {word_phrase(picture, position)}: {picture.wording.in_layer(layer)}"
        yield Element(Key(pane.side, layer.value, f"{position}"), text, (position,))
