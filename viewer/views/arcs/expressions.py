"""Multiword expressions: bars under the words, in lanes where they overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.viewer.diagram.bars import Bar, BarText, bar_shapes, bars_height, stacked, stretches
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Element, Role, Shape, State
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import Columns, TextRow
from goldleaf.viewer.views.arcs.frame import Stretch
from goldleaf.viewer.views.expressions import Expression

ROOM = 22.0  # for what stands beside a label: a ×, a box


def expressions_shown(pictures: Sequence[ArcsPicture]) -> tuple[Expression, ...]:
    """Those of a picture; of an overlay the first one's, and what only others have."""
    first, *others = pictures
    alone = (one for other in others for one in other.expressions if one.state is not State.MATCHED)
    return (*first.expressions, *alone)


def expression_needs(found: Sequence[Expression], columns: Columns, words: TextRow, ruler: Ruler) -> Iterator[Need]:
    """A bar is as wide as its label."""
    for one in found:
        places = _columns(one, columns)
        if places:
            half = (words.widths[places[0]] + words.widths[places[-1]]) / 2
            yield Need(places[0], places[-1], ruler.width(Role.BAR, one.label) + ROOM - half)


def _columns(one: Expression, columns: Columns) -> list[int]:
    return sorted(columns.of_word[position] for position in one.positions if position in columns.of_word)


def bars_in(found: Sequence[Expression], columns: Columns, words: TextRow, stretch: Stretch, ruler: Ruler) -> list[Bar]:
    """The bars of one row of words; of an expression that goes on in another row, its words here."""
    bars = []
    for one in found:
        here = [column for column in _columns(one, columns) if column in stretch]
        pieces = tuple(
            (stretch.x(first) - words.widths[first] / 2, stretch.x(last) + words.widths[last] / 2)
            for first, last in stretches(here)
        )
        if pieces:
            bars.append(Bar(one.key, one.label, ruler.width(Role.BAR, one.label), pieces, one.state))
    return stacked(bars)


def expressions_height(bars: Sequence[Bar], ruler: Ruler) -> float:
    """The height of the bars with the space above them; 0 without any."""
    return bars_height(bars, BarText.of(ruler))


def expression_shapes(bars: Sequence[Bar], top: float, ruler: Ruler) -> Iterator[Shape]:
    """The bars of one row of words, what stands above them ending at y ``top``."""
    return bar_shapes(bars, 0.0, top, BarText.of(ruler))


def expression_elements(found: Sequence[Expression], pictures: Sequence[ArcsPicture]) -> Iterator[Element]:
    """What can be pointed at."""
    forms = {word.position: word.form for picture in pictures for word in picture.sentence.words}
    return (one.element(forms, pictures[0].wording) for one in found)
