"""Small pictures drawn by hand, so that painting and exports are tested apart from any layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from goldleaf.viewer.diagram.shapes import (
    Anchor,
    Box,
    Diagram,
    Element,
    Key,
    Path,
    Polygon,
    Role,
    Segment,
    Shape,
    Side,
    State,
    Text,
)
from goldleaf.viewer.diagram.theme import Font, Paint, Theme, load
from tests.viewer.tex import compile_tex, english, hebrew  # noqa: F401, fixtures

STEP, BASE, TOP = 90.0, 130.0, 40.0
CURVE = 10.0


@pytest.fixture
def theme() -> Theme:
    return load("light")


@pytest.fixture
def fixed_theme(theme: Theme) -> Theme:
    """A theme for golden files, which stays when the others are refined."""
    paints = {
        (role, state): Paint("#336699", 1.5, () if state == State.MATCHED else (4, 2), "#112233", 1.0)
        for role, state in product(Role, State)
    }
    fonts = {role: Font("DejaVu Sans, sans-serif", 14 if role == Role.WORD else 10.5) for role in Role}
    return replace(theme, background="#ffffff", paints=paints, fonts=fonts)


@pytest.fixture
def sample() -> Diagram:
    """English, with an XML special, a control character, a dashed arc with a halo, a boxed label and a caption."""
    words = ("Ms.", "<Haag>", "plays", "R&D\x02", "Elianti")
    arcs = ((1, 2, "nmod", State.MATCHED), (2, 3, "subj", State.WRONG_HEAD), (5, 3, "obj", State.WRONG_LABEL))
    return drawn(words, arcs, title="Ms. <Haag> plays", caption="gold & parse")


@pytest.fixture
def hebrew_sample() -> Diagram:
    """Hebrew, right to left, with a full stop that shows the base direction."""
    return drawn(("הילדה", "קראה", "ספר."), ((1, 2, "nsubj", State.EXTRA), (3, 2, "obj", State.MISSING)), mirrored=True)


def drawn(
    words: Sequence[str],
    arcs: Sequence[tuple[int, int, str, State]],
    *,
    title: str = "",
    caption: str = "",
    mirrored: bool = False,
) -> Diagram:
    width = STEP * (len(words) + 0.5)

    def across(position: int) -> float:
        x = STEP * (position - 0.25)
        return width - x if mirrored else x

    shapes: list[Shape] = []
    elements: dict[Key, Element] = {}
    for dependent, head, label, state in arcs:
        key = Key(Side.GOLD, "arc", str(dependent))
        elements[key] = Element(key, f"{label}: {dependent} of {head}", (dependent, head))
        shapes += _arc(across(head), across(dependent), label, state, key)
    for position, form in enumerate(words, start=1):
        key = Key(Side.GOLD, "word", str(position))
        elements[key] = Element(key, f"word {position}: {form}", (position,))
        shapes.append(Text(across(position), BASE, form, Role.WORD, key=key, right_to_left=mirrored, width=50))
        shapes.append(Text(across(position), BASE + 16, "X", Role.TAG, key=key, width=8))
    if caption:
        shapes.append(Text(8, BASE + 36, caption, Role.CAPTION, anchor=Anchor.START, width=90))
    metadata = {"sentence": "7", "file": "a & b.conll"}
    return Diagram(width, BASE + 44, tuple(shapes), elements, title, "A tree of hand-made arcs.", metadata)


def _arc(head: float, dependent: float, label: str, state: State, key: Key) -> list[Shape]:
    top = TOP + (0 if abs(head - dependent) > STEP else 30)
    left, right, foot = min(head, dependent), max(head, dependent), BASE - 20
    middle, half = (left + right) / 2, 4.0 + 3.0 * len(label)
    line = (
        Segment((left, top + CURVE)),
        Segment((left + CURVE, top), (left, top), (left, top)),
        Segment((right - CURVE, top)),
        Segment((right, top + CURVE), (right, top), (right, top)),
        Segment((right, foot)),
    )
    tip = ((dependent - 4, foot - 7), (dependent + 4, foot - 7), (dependent, foot))
    return [
        Path((left, foot), line, Role.ARC, state, key, halo=True),
        Polygon(tip, Role.ARROWHEAD, state, key),
        Box(middle - half, top - 8, 2 * half, 15, Role.LABEL_BOX, state, key, radius=3),
        Text(middle, top + 4, label, Role.LABEL, state, key, width=2 * half - 6),
    ]


@pytest.fixture
def empty_window(qtbot):
    """The window with nothing open."""
    from goldleaf.viewer.window.window import MainWindow

    window = MainWindow()
    qtbot.addWidget(window)
    window.resize(1400, 900)
    window.show()
    yield window
    window.close()


@pytest.fixture
def window(empty_window, qtbot):
    """The window on the demo, its first picture focused."""
    empty_window.files.open_demo()
    qtbot.waitUntil(lambda: empty_window.inspector.document is not None and not empty_window.opener.loading)
    empty_window.pictures.focus()
    return empty_window
