"""Arcs for the LaTeX package tikz-dependency: source that an author can go on editing.

Words are cells of a ``deptext``, arcs are ``depedge`` where the screen has them, differences are styles. A sentence
that is wrapped goes through `viewer.export.tikz`: the package has no arcs that go on in another row.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from goldleaf.viewer.diagram.compose import Around, texts_of
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Diagram, Role, Text
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import tikz_styles
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tex_figure import stacked
from goldleaf.viewer.export.tikz import styles_of
from goldleaf.viewer.text.tex import estimate
from goldleaf.viewer.text.tex_document import wrap
from goldleaf.viewer.text.tex_example import Example
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.pane import Pane, make_pane
from goldleaf.viewer.views.arcs.tikz_source import Source

PACKAGES = (r"\usepackage{tikz-dependency}", r"\usetikzlibrary{arrows.meta}")


def can_write(diagrams: Sequence[Diagram]) -> bool:
    """Whether the package can draw what these panes show."""
    words = [any(isinstance(shape, Text) and shape.role == Role.WORD for shape in one.shapes) for one in diagrams]
    return bool(diagrams) and all(words) and not any(diagram.strips for diagram in diagrams)


def write(
    pictures: Sequence[ArcsPicture],
    diagrams: Sequence[Diagram],
    theme: Theme,
    options: Options,
    *,
    overlay: bool = False,
    around: Around | None = None,
    example: Example | None = None,
    standalone: bool = False,
    scale: float = 1.0,
) -> str:
    """A ``dependency`` for each diagram of the pictures; an ``overlay`` has the second's arcs below the words.

    They must be such as `can_write`. At ``scale`` 1 a pixel is 1/96 of an inch.
    """
    ruler, columns, unit = Ruler(theme, estimate), columns_of(pictures, options), scale * POINTS_PER_PIXEL
    together = 2 if overlay else 1
    sets = [pictures[:together], *([one] for one in pictures[together:])]
    panes = [_told_apart(make_pane(chosen, columns, options, ruler)) for chosen in sets]
    sources = [Source(pane, diagram, theme, unit) for pane, diagram in zip(panes, diagrams, strict=True)]
    around = around or Around()
    return wrap(
        stacked([source.lines() for source in sources], around, theme, unit),
        [*chain.from_iterable(map(texts_of, diagrams)), *around.texts],
        packages=PACKAGES,
        styles=_styles(sources, theme, unit),
        right_to_left=runs_right_to_left(pictures[0], options.direction),
        standalone=standalone,
        example=example,
    )


def _told_apart(pane: Pane) -> Pane:
    """The pane with the states in which its sides draw what the comparison marks."""
    wording = pane.pictures[0].wording
    for edge in (*pane.above, *pane.below):
        edge.state = wording.drawn(edge.state, edge.key.side)
    return pane


def _styles(sources: Sequence[Source], theme: Theme, unit: float) -> list[str]:
    """The styles that all figures share."""
    edges = chain.from_iterable(source.edges for source in sources)
    cells = chain.from_iterable(source.cells for source in sources)
    others = chain.from_iterable(source.others for source in sources)
    return [
        *tikz_styles.places(_rise(sources, below=False), _rise(sources, below=True), theme, unit),
        *tikz_styles.edge_styles(dict.fromkeys((edge.role, edge.state) for edge in edges), theme, unit),
        *tikz_styles.cell_styles(sorted({(cell.role, cell.state) for cell in cells}), theme, unit),
        *styles_of(others, theme, unit),
    ]


def _rise(sources: Sequence[Source], *, below: bool) -> float:
    return next(filter(None, (source.label_rise(below=below) for source in sources)), 0.0)
