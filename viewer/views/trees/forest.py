"""Trees for the LaTeX package forest: source that an author can go on editing.

Nodes stand where a diagram has them (without the style ``goldleaf at`` the package packs the tree). Words stand under
their tags, or on the bottom line with right-angled branches; differences are styles. It has no notion of crossing
branches, overlays, bars, shades and ribbons: these go through `viewer.export.tikz`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tex_figure import stacked
from goldleaf.viewer.export.tikz import styles_of
from goldleaf.viewer.text.tex import estimate
from goldleaf.viewer.text.tex_document import wrap
from goldleaf.viewer.text.tex_example import Example
from goldleaf.viewer.views.trees import forest_styles
from goldleaf.viewer.views.trees.building import shown_tree
from goldleaf.viewer.views.trees.draw import needs_bottom_line, runs_right_to_left
from goldleaf.viewer.views.trees.forest_places import Places
from goldleaf.viewer.views.trees.forest_source import Source
from goldleaf.viewer.views.trees.options import Leaves, Style, TreeOptions
from goldleaf.viewer.views.trees.shown import Shown
from goldleaf.viewer.views.trees.tree_picture import TreePicture

PACKAGES = (
    r"\usepackage[edges,linguistics]{forest}",
    r"\usetikzlibrary{arrows.meta, backgrounds}",
)


def can_write(
    pictures: Sequence[TreePicture], diagrams: Sequence[Diagram], mode: Mode, options: TreeOptions, theme: Theme
) -> bool:
    """Whether the package can draw what these pictures show."""
    if options.leaves is not Leaves.LEVEL or (len(pictures) > 1 and _together(pictures, mode, options)):
        return False
    trees = [shown_tree(picture, options) for picture in pictures]
    return bool(trees) and all(
        tree.projective and Places(tree, diagram, theme).known for tree, diagram in zip(trees, diagrams, strict=True)
    )


def _together(pictures: Sequence[TreePicture], mode: Mode, options: TreeOptions) -> bool:
    """Whether several trees are drawn with something in common."""
    return mode == Mode.OVERLAY or options.missing_bars or pictures[0].is_placed


def write(
    pictures: Sequence[TreePicture],
    diagrams: Sequence[Diagram],
    theme: Theme,
    options: TreeOptions,
    *,
    around: Around | None = None,
    example: Example | None = None,
    standalone: bool = False,
    scale: float = 1.0,
) -> str:
    """A ``forest`` for each picture and its diagram. They must be such as `can_write`.

    At ``scale`` 1 a pixel is 1/96 of an inch.
    """
    unit = scale * POINTS_PER_PIXEL
    trees = [shown_tree(picture, options) for picture in pictures]
    on_line = needs_bottom_line(trees, Mode.STACKED, options) or options.style is Style.BOTTOM
    mirrored = runs_right_to_left(pictures[0], options.direction)
    ruler = Ruler(theme, estimate)
    sources = [
        Source(shown, diagram, theme, options, ruler, unit, on_line=on_line, mirrored=mirrored)
        for shown, diagram in zip(trees, diagrams, strict=True)
    ]
    around = around or Around()
    return wrap(
        stacked([source.lines() for source in sources], around, theme, unit),
        [*chain.from_iterable(source.texts() for source in sources), *around.texts],
        packages=PACKAGES,
        styles=_styles(trees, sources, theme, unit, on_line=on_line, pills=options.pills),
        right_to_left=mirrored,
        standalone=standalone,
        example=example,
    )


def _styles(
    trees: Sequence[Shown], sources: Sequence[Source], theme: Theme, unit: float, *, on_line: bool, pills: bool
) -> list[str]:
    skip = max(source.line_skip for source in sources)
    others = chain.from_iterable(source.others for source in sources)
    return [
        *forest_styles.styles(trees, theme, unit, on_line=on_line, skip=skip, pills=pills),
        *styles_of(others, theme, unit),
    ]
