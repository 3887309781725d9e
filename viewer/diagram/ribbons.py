"""Words that only the gold or only the parse has: hatched, and with a ribbon from those of one to those of the other.

Both sides' words have places in one row (see `core.alignment.units`), so that what stands between two shared words
is a change: a split, a merge, words that are missing or too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import ceil
from typing import NamedTuple

from goldleaf.core.sentence import Word
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Element, Key, Path, Point, Polygon, Role, Shape, Side, State, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import stroke
from goldleaf.viewer.diagram.theme import Ruler

ABOVE = 5.0  # from what stands above a ribbon to its upper edge, in pixels
HEIGHT = 16.0
BELOW = 2.0  # from a ribbon to the forms below it
PAD = 3.0  # of a hatched word, left and right
STEP = 5.0  # between two lines of a hatching
NOTHING = "∅"


class WordChange(NamedTuple):
    """Words of the gold and of the parse that stand between the same shared words; either may be none."""

    gold: tuple[Word, ...]
    parse: tuple[Word, ...]
    wording: Wording = REVIEW

    @property
    def key(self) -> Key:
        """It is named by the place of its first word."""
        return Key(Side.BOTH, "ribbon", f"{min(self.positions)}")

    @property
    def positions(self) -> tuple[int, ...]:
        return tuple(word.position for word in (*self.gold, *self.parse))

    @property
    def element(self) -> Element:
        """What can be pointed at, such as ``‘H NEIM’ in the gold is ‘HNEIM’ in the parse``."""
        ours, theirs = (" ".join(word.form for word in words) for words in (self.gold, self.parse))
        gold, parse = self.wording.the_gold, self.wording.the_parse
        text = f"‘{ours}’ in {gold} is ‘{theirs}’ in {parse}"
        if not ours or not theirs:
            text = f"‘{theirs}’ is in {parse} only" if theirs else f"‘{ours}’ is in {gold} only"
        return Element(self.key, text, self.positions)


def changes(gold: Sequence[Word], parse: Sequence[Word], wording: Wording = REVIEW) -> list[WordChange]:
    """What differs between the words of two sentences that are placed side by side."""
    ours, theirs = ({word.position: word for word in words} for words in (gold, parse))
    result = []
    for shared, places in groupby(sorted({*ours, *theirs}), key=lambda place: place in ours and place in theirs):
        if not shared:
            inside = list(places)
            sides = [tuple(side[place] for place in inside if place in side) for side in (ours, theirs)]
            result.append(WordChange(sides[0], sides[1], wording))
    return result


def ribbons_height(found: Sequence[WordChange], ruler: Ruler) -> float:
    """The height of the ribbons with the parse's forms under them; 0 without any."""
    return ABOVE + HEIGHT + BELOW + sum(ruler.height(Role.WORD, _forms(found))) if found else 0.0


def ribbon_needs(found: Sequence[WordChange], column: Mapping[int, int], ruler: Ruler) -> Iterator[Need]:
    """The forms of the parse do not touch."""
    for change in found:
        words = [(column[word.position], ruler.width(Role.WORD, word.form) / 2 + 2 * PAD) for word in change.parse]
        for (left, before), (right, after) in pairwise(words):
            yield Need(left, right, before + after)


def _forms(found: Sequence[WordChange]) -> list[str]:
    return [word.form for change in found for word in change.parse] or [NOTHING]


def ribbon_shapes(
    found: Sequence[WordChange], xs: Mapping[int, float], top: float, ruler: Ruler, right_to_left: bool
) -> Iterator[Shape]:
    """Ribbons from the gold's words at y ``top`` down to the parse's, which are written; ``xs`` by place."""
    ascent, descent = ruler.height(Role.WORD, _forms(found))
    upper, lower = top + ABOVE, top + ABOVE + HEIGHT
    for change in found:
        middle = sum(xs[place] for place in change.positions) / len(change.positions)
        (left, right), (start, end) = (_ends(words, xs, ruler, middle) for words in (change.gold, change.parse))
        corners: list[Point] = [(left, upper), (right, upper), (end, lower), (start, lower)]
        yield Polygon(tuple(dict.fromkeys(corners)), Role.RIBBON, State.MATCHED, change.key)
        baseline = lower + BELOW + ascent
        for word in change.parse:
            x, key = xs[word.position], Key(Side.PARSE, "word", f"{word.position}")
            width, turned = ruler.width(Role.WORD, word.form), turns(word.form, right_to_left)
            yield hatching(x - width / 2 - PAD, lower + BELOW, width + 2 * PAD, ascent + descent, State.EXTRA, key)
            yield Text(x, baseline, word.form, Role.WORD, State.EXTRA, key, right_to_left=turned, width=width)
        if not change.parse:
            width = ruler.width(Role.WORD, NOTHING)
            yield Text(middle, baseline, NOTHING, Role.WORD, State.MISSING, change.key, width=width)


def _ends(words: Sequence[Word], xs: Mapping[int, float], ruler: Ruler, middle: float) -> tuple[float, float]:
    """Where words begin and end; no words are a point."""
    halves = [(xs[word.position], ruler.width(Role.WORD, word.form) / 2 + PAD) for word in words]
    return min((x - half for x, half in halves), default=middle), max((x + half for x, half in halves), default=middle)


def hatching(x: float, y: float, width: float, height: float, state: State, key: Key) -> Path:
    """A rectangle filled with slanted lines: one path, up one line, along the edge, down the next."""
    points: list[Point] = []
    for number in range(1, ceil((width + height) / STEP)):
        reach = number * STEP
        low = (x + min(reach, width), y + max(reach - width, 0.0))
        high = (x + max(reach - height, 0.0), y + min(reach, height))
        points += (low, high) if number % 2 else (high, low)
    return stroke(points, Role.HATCH, state, key)
