"""Sentences in a line of text, and rectangles around what is drawn, for the tests of diagrams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import isfinite
from typing import NamedTuple

from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Sentence, Word
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Anchor, Box, Diagram, Path, Point, Polygon, Role, Shape, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.views.arcs.arc_picture import ArcFact, ArcsPicture, pictures
from goldleaf.viewer.views.arcs.draw import draw

THEME = load("light")


def words(text: str) -> tuple[Word, ...]:
    """Words from ``form/tag/head/label``; a head of ``_`` is none."""
    return tuple(
        Word(position, form, form.lower(), tag, tag, "_", None if head == "_" else int(head), label, position)
        for position, (form, tag, head, label) in enumerate((part.split("/") for part in text.split()), 1)
    )


def sentence(text: str, **others: object) -> Sentence:
    return Sentence(1, "s1", None, 1, words(text), **others)  # type: ignore[arg-type]


GOLD = sentence(
    "The/DET/2/det cat/NOUN/3/nsubj saw/VERB/0/root old/ADJ/6/amod stone/NOUN/6/compound houses/NOUN/3/obj ././3/punct"
)
PARSE = sentence(
    "The/DET/2/det cat/NOUN/3/obj saw/VERB/0/root old/ADJ/5/amod stone/NOUN/3/obj houses/NOUN/5/flat ././2/punct"
)


def facts(gold: Sentence, parse: Sentence, not_scored: Sequence[str] = (".",)) -> list[ArcFact]:
    """What a metric says that compares heads and labels and does not score some forms."""
    found = []
    for there, here in zip(gold.words, parse.words, strict=True):
        if there.form in not_scored:
            arcs = {(there.head, there.label), (here.head, here.label)}
            marks = [(head, label, Mark.NOT_SCORED, Mark.NOT_SCORED) for head, label in arcs]
        elif (there.head, there.label) == (here.head, here.label):
            marks = [(there.head, there.label, Mark.MATCHED, Mark.MATCHED)]
        else:
            same = there.head == here.head
            marks = [
                (there.head, there.label, Mark.MISSING, Mark.MATCHED if same else Mark.MISSING),
                (here.head, here.label, Mark.EXTRA, Mark.MATCHED if same else Mark.EXTRA),
            ]
        found += [ArcFact(there.position, head, *rest) for head, *rest in marks if head is not None]
    return found


def pair(gold: Sentence = GOLD, parse: Sentence = PARSE) -> list[ArcsPicture]:
    return pictures(gold, parse, facts(gold, parse))


def panes(chosen: Sequence[ArcsPicture] | None = None, mode: Mode = Mode.STACKED, **options: object) -> list[Diagram]:
    return draw(pair() if chosen is None else chosen, mode, Options(**options), THEME, typewriter)  # type: ignore[arg-type]


def pane(one: Sentence, **options: object) -> Diagram:
    return panes(pictures(one), **options)[0]


class Rectangle(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Rectangle, by: float = 0.01) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > by and down > by


def rectangle(text: Text) -> Rectangle:
    width, ascent, descent = typewriter(text.text, THEME.font(text.role))
    left = {Anchor.START: text.x, Anchor.MIDDLE: text.x - width / 2, Anchor.END: text.x - width}[text.anchor]
    return Rectangle(left, text.y - ascent, left + width, text.y + descent)


def texts(diagram: Diagram, *roles: Role) -> list[Text]:
    return [shape for shape in diagram.shapes if isinstance(shape, Text) and (not roles or shape.role in roles)]


def overlaps(found: Iterable[Text]) -> list[tuple[str, str]]:
    """The pairs of texts that overlap."""
    boxes = [(text.text, rectangle(text)) for text in found]
    return [(a, b) for (a, first), (b, second) in combinations(boxes, 2) if first.overlaps(second)]


def points(shape: Shape) -> Iterator[Point]:
    match shape:
        case Text() | Box():
            yield shape.x, shape.y
        case Polygon():
            yield from shape.points
        case Path():
            yield shape.start
            for segment in shape.segments:
                yield from (point for point in segment if point is not None)


def finite(diagram: Diagram) -> bool:
    numbers = [number for shape in diagram.shapes for point in points(shape) for number in point]
    return all(map(isfinite, [diagram.width, diagram.height, *numbers]))


def inside(diagram: Diagram, slack: float = 0.01) -> bool:
    """Whether everything lies within the picture's edges."""
    boxes = [rectangle(text) for text in texts(diagram)]
    xs = [x for shape in diagram.shapes for x, _ in points(shape)] + [x for box in boxes for x in (box.left, box.right)]
    ys = [y for shape in diagram.shapes for _, y in points(shape)] + [y for box in boxes for y in (box.top, box.bottom)]
    return (
        min(xs) >= -slack
        and max(xs) <= diagram.width + slack
        and min(ys) >= -slack
        and max(ys) <= diagram.height + slack
    )
