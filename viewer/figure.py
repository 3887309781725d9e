"""From a sentence in gold and parse to the diagrams that are shown, exported and rendered. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.errors import OptionError
from core.version import VERSION
from viewer.diagram.arcs import draw
from viewer.diagram.compose import compose
from viewer.diagram.options import Mode, Options
from viewer.diagram.picture import ArcsPicture, pictures
from viewer.diagram.shapes import Diagram, Role, Text
from viewer.diagram.text import Measure
from viewer.diagram.theme import Theme
from viewer.document import Pair
from viewer.export import Arcs


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How sentences are shown: how the pictures stand to each other, and what is in them."""

    mode: Mode = Mode.STACKED
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, eq=False)
class Figure:
    """The diagrams of one sentence with a title for each, and the pictures that they were drawn from."""

    diagrams: tuple[Diagram, ...]
    titles: tuple[str, ...]
    pictures: tuple[ArcsPicture, ...]
    beside: bool = False


def figure(
    pair: Pair,
    look: Look,
    theme: Theme,
    measure: Measure,
    *,
    gold_title: str = "gold",
    parse_title: str = "parse",
    metadata: Mapping[str, str] | None = None,
) -> Figure:
    """Draw a pair. A side without words has no diagram; sides that cannot be compared are drawn apart.

    ``metadata`` (the files' names, …) is added to what the diagrams carry into exported files.
    """
    sides = [
        picture
        for picture in pictures(pair.gold, pair.parse, pair.facts, gold_title=gold_title, parse_title=parse_title)
        if picture.sentence.words
    ]
    overlay = look.mode == Mode.OVERLAY and len(sides) > 1 and pair.why_not is None
    diagrams = _drawn(sides, pair, look, theme, measure)
    extra = {"goldleaf": VERSION, **(metadata or {})}
    titles = (f"{gold_title} above, {parse_title} below",) if overlay else tuple(side.title for side in sides)
    return Figure(
        diagrams=tuple(replace(diagram, metadata={**diagram.metadata, **extra}) for diagram in diagrams),
        titles=titles,
        pictures=tuple(sides),
        beside=look.mode == Mode.BESIDE,
    )


def _drawn(sides: Sequence[ArcsPicture], pair: Pair, look: Look, theme: Theme, measure: Measure) -> list[Diagram]:
    if not sides:
        return []
    if pair.why_not is None:
        return draw(sides, look.mode, look.options, theme, measure)
    # Words that differ do not stand below each other.
    return [diagram for side in sides for diagram in draw([side], Mode.STACKED, look.options, theme, measure)]


def level(diagrams: Sequence[Diagram]) -> list[Diagram]:
    """The diagrams moved down until their words stand at the same height, to be shown in the same place."""
    heights = [_words_at(diagram) for diagram in diagrams]
    lowest = max(heights, default=0.0)
    moved = [
        diagram.moved(0, lowest - height) if height < lowest else diagram
        for diagram, height in zip(diagrams, heights, strict=True)
    ]
    tallest = max((diagram.height for diagram in moved), default=0.0)
    return [replace(diagram, height=tallest) for diagram in moved]


def _words_at(diagram: Diagram) -> float:
    return next((shape.y for shape in diagram.shapes if isinstance(shape, Text) and shape.role == Role.WORD), 0.0)


def composed(
    shown: Figure, look: Look, theme: Theme, measure: Measure, *, legend: bool = False, caption: str = ""
) -> Diagram:
    """All that is shown as one picture, as it is copied, exported and rendered. Raises OptionError if nothing is."""
    if not shown.diagrams:
        raise OptionError("There is nothing to draw.")
    arrangement = Mode.BESIDE if shown.beside else Mode.STACKED if len(shown.diagrams) > 1 else look.mode
    titles = shown.titles if len(shown.diagrams) > 1 else ()
    return compose(shown.diagrams, arrangement, theme, measure, titles=titles, legend=legend, caption=caption)


def structure(shown: Figure, look: Look) -> Arcs:
    """What TeX is written from."""
    overlay = look.mode == Mode.OVERLAY and len(shown.diagrams) == 1 and len(shown.pictures) > 1
    return Arcs(shown.pictures, look.options, overlay)
