"""What a picture of a phrase-structure tree shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goldleaf.viewer.diagram.options import Direction, Layout
from goldleaf.viewer.diagram.shapes import Key


class Style(StrEnum):
    """Where the words stand."""

    AUTO = "auto"  # on the bottom line in trees below each other, which the eye compares straight down, else slanted
    SLANTED = "slanted"  # right under their tags, wherever these are
    BOTTOM = "bottom"  # on the bottom line


class Leaves(StrEnum):
    """Which way the words run, and their tags."""

    LEVEL = "level"
    UPRIGHT = "upright"  # the words from bottom to top
    ALL_UPRIGHT = "all-upright"  # and so their tags


class Folding(StrEnum):
    """What is drawn as triangles over its words."""

    CHOSEN = "chosen"  # by hand alone
    PLAIN = "plain"  # each constituent without a difference
    NEAR = "near"  # all that is no part of a difference, and holds none;
    SHORT = "short"  # and of what holds one, only what is next to it or at the top is drawn


class Functions(StrEnum):
    """Where functions stand."""

    AUTO = "auto"  # on the branches if words have them too, as in Negra; else after the labels, as in the Penn Treebank
    EDGE = "edge"
    LABEL = "label"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOptions:
    """What to show."""

    # Trees with crossing branches, overlays and missing bars have their words on the bottom line all the same.
    style: Style = Style.AUTO
    leaves: Leaves = Leaves.LEVEL  # words that run upwards need little width, however long they are
    tight: bool = False  # words and labels as close together as can still be read, for a figure that must be narrow
    functions: Functions = Functions.AUTO
    tags: bool = True
    indices: bool = True  # what links traces and their antecedents, after the labels
    links: bool = False  # a dotted curve from each trace to its antecedent
    traces: bool = True  # words that are not written, and nodes that hold nothing else
    missing_bars: bool = False  # in a parse's picture the gold's missing constituents as bars under the words
    # Which classes of nodes are drawn; the children of others hang by the next node above. Wrong labels are gold only
    # in the gold's picture, parse only in the parse's.
    matched: bool = True
    gold_only: bool = True
    parse_only: bool = True
    not_scored: bool = True
    only_differences: bool = False  # folds what has no difference inside, and makes it faint
    folding: Folding = Folding.CHOSEN
    folded: frozenset[Key] = frozenset()  # the elements of nodes that are drawn as triangles over their words
    opened: frozenset[Key] = frozenset()  # of those, or of triangles, that are drawn as trees all the same
    # The width and the height in pixels, of all pictures, beyond which they are drawn closer and folded.
    room: float | None = None
    headroom: float | None = None
    between: float = 0.0  # of the height, from each picture to the next one below it
    fold_width: float = 180.0  # of the words under a triangle, in pixels, before they are shortened
    direction: Direction = Direction.AUTO
    layout: Layout = Layout.ACROSS
    pills: bool = False  # nodes have a round outline, as functions have
