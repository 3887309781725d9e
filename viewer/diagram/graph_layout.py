"""What is asked of whoever lays out a graph, and what the answer is. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from goldleaf.viewer.diagram.shapes import Point


class LabelledEdge(NamedTuple):
    """An edge between two states (places in the order of states), its label's size; heavy ones are kept straight."""

    origin: int
    target: int
    width: float
    height: float
    heavy: bool


Curve: TypeAlias = tuple[Point, ...]  # a start, then three points (two controls and an end) for each piece


@dataclass(frozen=True, slots=True)
class Layout:
    """Centres of states and labels, and of each edge the line before and after the label; y goes down."""

    states: tuple[Point, ...]
    labels: tuple[Point, ...]
    before: tuple[Curve, ...]
    after: tuple[Curve, ...]
    note: str = ""  # why it is not Graphviz's
    provisional: bool = False  # Graphviz's is on its way


LayOut: TypeAlias = Callable[[int, Sequence[LabelledEdge]], Layout]  # lays out so many states and these edges
