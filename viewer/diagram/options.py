"""What a picture of arcs shows, and how its panes stand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Side


class Mode(StrEnum):
    """How the pictures of one sentence stand to each other."""

    STACKED = "stacked"  # one pane a picture, one below the other
    BESIDE = "beside"  # one pane a picture, side by side
    OVERLAY = "overlay"  # one pane: gold arcs above the words, the parse's below


class Row(StrEnum):
    """A row of text under the words."""

    NUMBER = "number"
    TAG = "tag"  # the coarse tag: UPOS, CPOSTAG
    FINE_TAG = "fine-tag"  # XPOS, POSTAG
    LEMMA = "lemma"
    GLOSS = "gloss"  # MISC's Gloss
    TRANSLITERATION = "transliteration"  # MISC's Translit
    FEATURES = "features"  # one feature a line
    CHANGED_FEATURES = "changed-features"  # of the words whose features differ alone


class Direction(StrEnum):
    """Which way the words run."""

    AUTO = "auto"  # as most of the sentence's letters
    LEFT_TO_RIGHT = "ltr"
    RIGHT_TO_LEFT = "rtl"


class Layout(StrEnum):
    """Which way a sentence runs."""

    AUTO = "auto"  # down the page where it needs more than `MOST_ROWS` rows across, or is a tree that does not fit
    ACROSS = "across"
    UPRIGHT = "upright"  # a word a line, the gold on its left and the parse on its right; of trees an outline
    OUTLINE = "outline"  # the same, as one calls it in trees

    @property
    def down(self) -> bool:
        """Whether words run down the page, whatever there is room for."""
        return self in (Layout.UPRIGHT, Layout.OUTLINE)


MOST_ROWS = 3  # of words, that the eye still follows from one to the next


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What to show."""

    rows: tuple[Row, ...] = (Row.TAG,)  # under the words, from the top
    # Which classes of arcs are drawn. Wrong labels are gold only in the gold's picture, parse only in the parse's.
    matched: bool = True
    gold_only: bool = True
    parse_only: bool = True
    # No matched and not scored arcs, and words faint that no difference touches; of trees what has none inside folded.
    only_differences: bool = False
    enhanced: bool = False  # the enhanced graph: empty nodes, and below the words arcs that the basic tree has not
    semantic: bool = True  # predicates and their arguments below the words
    predicate: int | None = None  # only those of the predicate at this position; None for all
    direction: Direction = Direction.AUTO
    layout: Layout = Layout.ACROSS
    tight: bool = False  # all as close together as can still be read, for a figure that must be narrow
    wrap: float | None = None  # the width in pixels at which a sentence continues in a new row; None for a single row
    # The width, and the height of all pictures, beyond which trees fold what has no difference; None for none.
    room: float | None = None
    headroom: float | None = None
    between: float = 0.0  # of the height, from each picture to the next one below it

    def left_out(self, *, gold: bool, parse: bool, wording: Wording = REVIEW) -> str:
        """What is not drawn in a picture of the gold, of the parse, or of both; empty if all is."""
        classes = (
            ("matched", self.matched),
            (wording.only(Side.GOLD), self.gold_only or not gold),
            (wording.only(Side.PARSE), self.parse_only or not parse),
        )
        hidden = ", ".join(name for name, shown in classes if not shown)
        parts = (hidden and f"{hidden} hidden", "only differences" if self.only_differences else "")
        return "  ·  ".join(filter(None, parts))
