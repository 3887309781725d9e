"""Trees for the LaTeX package forest: source that an author can go on editing.

The package packs the trees itself. Words stand under their tags, or on the bottom line with right-angled branches;
differences are styles. It has no notion of crossing branches, overlays, bars, shades and ribbons: these go through
`viewer.export.tikz`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tex_document import about, joined, wrap
from goldleaf.viewer.export.tex_text import estimate
from goldleaf.viewer.views.trees import forest_styles
from goldleaf.viewer.views.trees.building import shown_tree
from goldleaf.viewer.views.trees.draw import needs_bottom_line, runs_right_to_left
from goldleaf.viewer.views.trees.forest_source import Source
from goldleaf.viewer.views.trees.options import Style, TreeOptions
from goldleaf.viewer.views.trees.picture import TreePicture

PACKAGES = (
    r"\usepackage[edges,linguistics]{forest}",
    r"\usetikzlibrary{arrows.meta, backgrounds}",
)


def can_write(pictures: Sequence[TreePicture], mode: Mode, options: TreeOptions) -> bool:
    """Whether the package can draw what these pictures show."""
    if any(one.lineages or one.expressions for one in pictures):
        return False
    if len(pictures) > 1 and (mode == Mode.OVERLAY or options.missing_bars or pictures[0].is_placed):
        return False
    return bool(pictures) and all(shown_tree(picture, options).projective for picture in pictures)


def write(
    pictures: Sequence[TreePicture],
    theme: Theme,
    options: TreeOptions,
    *,
    beside: bool = False,
    standalone: bool = False,
    scale: float = 1.0,
) -> str:
    """A ``forest`` for each picture, one below the other or ``beside`` it. They must be such as `can_write`.

    At ``scale`` 1 a pixel is 1/96 of an inch.
    """
    unit = scale * POINTS_PER_PIXEL
    trees = [shown_tree(picture, options) for picture in pictures]
    on_line = needs_bottom_line(trees, Mode.STACKED, options) or options.style is Style.BOTTOM
    mirrored = runs_right_to_left(pictures[0], options.direction)
    ruler = Ruler(theme, estimate)
    sources = [Source(shown, theme, options, ruler, unit, on_line=on_line, mirrored=mirrored) for shown in trees]
    sentence = pictures[0].sentence
    return wrap(
        joined([source.lines() for source in sources], r"\quad" if beside else r"\par\medskip"),
        list(chain.from_iterable(source.texts() for source in sources)),
        packages=PACKAGES,
        styles=forest_styles.styles(trees, theme, unit, on_line=on_line),
        right_to_left=mirrored,
        title=sentence.running_text,
        metadata=about(sentence, "trees", [picture.name for picture in pictures]),
        standalone=standalone,
    )
