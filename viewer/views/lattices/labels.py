"""The labels of a lattice's edges: the form, and under it the tags, each on a line of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Box, Key, Point, Role, Shape, State, Text
from goldleaf.viewer.diagram.strokes import cross, warning_sign
from goldleaf.viewer.views.lattices.lattice_picture import Arc, Tag

PAD = 5.0  # at both sides
SIGN = 9.0  # of what the lattice lacks
CROSS = 6.0  # of what only the parse has


@dataclass(frozen=True, slots=True)
class Label:
    """An arc's label, measured."""

    arc: Arc
    width: float
    height: float
    lines: tuple[str, ...]  # the tags
    crossed: bool = False  # has the × of what is extra


def label_of(arc: Arc, ruler: Ruler, least: float = 0.0, *, judges: bool = True) -> Label:
    """The label of an arc, at least so wide; what is extra has a × where one side ``judges`` the other."""
    lines = tuple(_line(arc, tag, "×" if judges else "◦") for tag in arc.tags)
    crossed = arc.state == State.EXTRA and judges
    mark = 2 * CROSS * crossed
    widths = [ruler.width(Role.SEGMENT, arc.form) + 2 * mark, *(ruler.width(Role.TAG, line) for line in lines)]
    signs = (SIGN + 3.0) * any(tag.foreign for tag in arc.tags)
    height = sum(ruler.height(Role.SEGMENT)) + len(lines) * sum(ruler.height(Role.TAG))
    return Label(arc, max([*widths, least]) + 2 * (PAD + signs), height, lines, crossed)


def _line(arc: Arc, tag: Tag, extra: str) -> str:
    """The tag; where there are several, a dot or what marks the ``extra`` before those of the paths."""
    text = f"{tag.name} ×{tag.count}" if tag.count > 1 else tag.name
    if len(arc.tags) == 1 or tag.state == State.NOT_SCORED or arc.state not in (tag.state, State.WRONG_LABEL):
        return text
    if tag.state == State.MATCHED and not arc.heavy:
        return text
    return f"{extra} {text}" if tag.state == State.EXTRA else f"• {text}"


def label_shapes(label: Label, centre: Point, key: Key, ruler: Ruler, right_to_left: bool) -> Iterator[Shape]:
    """The label around a point, on a ground of its own."""
    arc, (x, y) = label.arc, centre
    top = y - label.height / 2
    boxed = arc.state == State.WRONG_LABEL
    state = State.WRONG_LABEL if boxed else State.MATCHED
    left, width = x - label.width / 2 + 1, label.width - 2
    yield Box(left, top - 1, width, label.height + 2, Role.LABEL_BOX, state, key, radius=3.0)
    ascent, descent = ruler.height(Role.SEGMENT)
    form = arc.form
    turned = turns(form, right_to_left)
    width = ruler.width(Role.SEGMENT, form)
    yield Text(x, top + ascent, form, Role.SEGMENT, arc.state, key, right_to_left=turned, width=width)
    if label.crossed:
        yield from cross(x - width / 2 - 1.2 * CROSS, top + ascent * 0.65, CROSS, arc.state, key)
    baseline = top + ascent + descent
    tag_ascent, tag_descent = ruler.height(Role.TAG)
    for tag, line in zip(arc.tags, label.lines, strict=True):
        width = ruler.width(Role.TAG, line)
        yield Text(x, baseline + tag_ascent, line, Role.TAG, tag.state, key, width=width)
        if tag.foreign:
            yield from warning_sign(x - width / 2 - SIGN / 2 - 3, baseline + tag_ascent / 2 + 1, SIGN, key)
        baseline += tag_ascent + tag_descent
