"""What a picture of a phrase-structure tree shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from goldleaf.viewer.diagram.options import Direction
from goldleaf.viewer.diagram.shapes import Key


class Style(StrEnum):
    """Where the words stand."""

    SLANTED = "slanted"  # right under their tags, wherever these are
    BOTTOM = "bottom"  # on the bottom line


class Leaves(StrEnum):
    """Which way the words run, and their tags."""

    LEVEL = "level"
    UPRIGHT = "upright"  # the words from bottom to top
    ALL_UPRIGHT = "all-upright"  # and so their tags


class Functions(StrEnum):
    """Where functions stand."""

    AUTO = "auto"  # on the branches if words have them too, as in Negra; else after the labels, as in the Penn Treebank
    EDGE = "edge"
    LABEL = "label"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeOptions:
    """What to show.

    style
        Trees with crossing branches, overlays and missing bars have their words on the bottom line all the same.
    leaves
        Words that run upwards need little width, however long they are.
    tight
        Words and labels as close together as can still be read, for a figure that must be narrow.
    tags
        The tags between the words and the nodes.
    indices
        What links traces and their antecedents, after the labels.
    links
        A dotted curve from each trace to its antecedent.
    traces
        Words that are not written, and nodes that hold nothing else.
    missing_bars
        In a parse's picture the gold's missing constituents as bars under the words.
    matched, gold_only, parse_only, not_scored
        Which classes of nodes are drawn; the children of others hang by the next node above. Wrong labels are gold
        only in the gold's picture, parse only in the parse's.
    only_differences
        Folds what has no difference inside, and makes it faint.
    fold_plain
        Folds what has no difference inside, and leaves it as it is otherwise.
    folded
        The nodes (their elements' keys) that are drawn as triangles over their words.
    differing
        What differs on any side, as positions of words: with ``fold_plain`` nothing is folded that is around it.
    opened
        Nodes that are drawn as trees although they have no difference inside.
    room
        The width in pixels beyond which a tree with differences is drawn with ``fold_plain``; None for none.
    pills
        Nodes have a round outline, as functions have.
    fold_width
        How wide the words under a triangle may be, in pixels, before they are shortened.
    """

    style: Style = Style.SLANTED
    leaves: Leaves = Leaves.LEVEL
    tight: bool = False
    functions: Functions = Functions.AUTO
    tags: bool = True
    indices: bool = True
    links: bool = False
    traces: bool = True
    missing_bars: bool = False
    matched: bool = True
    gold_only: bool = True
    parse_only: bool = True
    not_scored: bool = True
    only_differences: bool = False
    fold_plain: bool = False
    differing: tuple[frozenset[int], ...] = ()
    folded: frozenset[Key] = frozenset()
    opened: frozenset[Key] = frozenset()
    room: float | None = None
    fold_width: float = 180.0
    direction: Direction = Direction.AUTO
    pills: bool = False
