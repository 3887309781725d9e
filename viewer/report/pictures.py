"""The pictures of a report: sentences with each parse, and their differences in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.diagram.differences import listed
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.export import svg
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import Wanted
from goldleaf.viewer.report.svg import element, two_toned
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views import AUTO, Look, view_of

LIGHT, DARK = "light", "dark"
WIDTH = 20.0  # centimetres for which sentences are laid out; in pixels what a page has room for


@dataclass(frozen=True, slots=True)
class Picture:
    """A sentence with one parse: its picture as an element of a page, and what differs in words."""

    parse: str
    drawn: str
    differences: Sequence[str]
    notes: Sequence[str]


def picture(document: Document, row: int, parse: int, metric: str, measure: Measure) -> Picture:
    """Draw a sentence with a parse. What cannot be drawn is said instead."""
    name = document.parses[parse].name
    wanted = Wanted(theme=LIGHT, width=WIDTH, title=f"Sentence {row + 1}: gold and {name}")
    try:
        figure = render(document, f"#{row + 1}", wanted, measure, parse=parse, metric=_drawn_by(document, metric))
    except GoldleafError as error:
        return Picture(name, "", [], [f"{error}"])
    scored, forgiven = listed(figure.drawing.differences)
    return Picture(
        name, _element(figure, f"s{row + 1}-{parse}"), [one.sentence for one in (*scored, *forgiven)], figure.notes
    )


def _drawn_by(document: Document, metric: str) -> str | None:
    """The metric whose differences are drawn, None for the view's usual one where it has no picture of its own."""
    return metric if view_of(Look(view=AUTO), document).name in METRICS[metric].views else None


def _element(figure: Figure, name: str) -> str:
    """The figure light and dark; its width is that of its pixels."""
    light, dark = (svg.write(figure.diagram, theme) for theme in (figure.theme, load(DARK)))
    return element(two_toned(light, dark), name)
