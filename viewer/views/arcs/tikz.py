"""Arcs for the LaTeX package tikz-dependency: source that an author can go on editing.

Words are cells of a ``deptext``, arcs are ``depedge`` in the lanes and ports of the screen, differences are styles.
What the package has no notion of (captions, legends, warning signs) is left to the author. Where gold and parse have
other words, the ribbons between them go through `viewer.export.tikz`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export import tikz_styles
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tex_document import about, joined, wrap
from goldleaf.viewer.export.tex_text import estimate
from goldleaf.viewer.export.tikz import colours
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.arcs.pane import Pane, make_pane
from goldleaf.viewer.views.arcs.picture import ArcsPicture
from goldleaf.viewer.views.arcs.tikz_source import Source

PACKAGES = (r"\usepackage{tikz-dependency}",)


def can_write(pictures: Sequence[ArcsPicture]) -> bool:
    """Whether the package can draw what these pictures show."""
    return bool(pictures) and not any(map(_beyond, pictures))


def _beyond(picture: ArcsPicture) -> bool:
    """Whether a picture has what the package has no notion of."""
    marked = picture.word_states or picture.expressions or picture.ghosts
    return bool(marked) or any(picture.against.values())


def write(
    pictures: Sequence[ArcsPicture],
    theme: Theme,
    options: Options,
    *,
    overlay: bool = False,
    standalone: bool = False,
    scale: float = 1.0,
) -> str:
    """A ``dependency`` for each picture, or for an ``overlay`` one with the second picture's arcs below the words."""
    ruler, columns, unit = Ruler(theme, estimate), columns_of(pictures, options), scale * POINTS_PER_PIXEL
    sets = [pictures[:2]] if overlay else [[picture] for picture in pictures]
    panes = [_told_apart(make_pane(chosen, columns, options, ruler)) for chosen in sets]
    mirrored = runs_right_to_left(pictures[0], options.direction)
    sources = [Source(pane, theme, unit, mirrored=mirrored) for pane in panes]
    room = [max(asked) for asked in zip(*(source.room() for source in sources), strict=True)]
    sentence = pictures[0].sentence
    return wrap(
        joined([source.lines(room) for source in sources], r"\par\medskip"),
        list(chain.from_iterable(source.texts() for source in sources)),
        packages=PACKAGES,
        styles=_styles(panes, theme, unit),
        right_to_left=mirrored,
        title=sentence.running_text,
        metadata=about(sentence, "arcs", [picture.name for picture in pictures]),
        standalone=standalone,
    )


def _told_apart(pane: Pane) -> Pane:
    """The pane with the states in which its sides draw what the comparison marks."""
    wording = pane.pictures[0].wording
    for edge in (*pane.above, *pane.below):
        edge.state = wording.drawn(edge.state, edge.key.side)
    return pane


def _styles(panes: Sequence[Pane], theme: Theme, unit: float) -> list[str]:
    """The colours and styles that all figures share."""
    kinds = _kinds_of_arcs(panes)
    states = _states_of_words(panes)
    roles = {row.role for pane in panes for row in pane.rows} | {Role.TOKEN}
    used = [(role, State.MATCHED) for role in roles] + kinds + [(Role.WORD, state) for state in states]
    used += [(other, state) for _, state in kinds for other in (Role.LABEL, Role.LABEL_BOX)]
    lines = colours((theme.paint(role, state) for role, state in used), theme)
    lines += tikz_styles.edge_styles(kinds, theme, unit)
    lines += tikz_styles.cell_styles(states, theme)
    if any(pane.bars for pane in panes):
        lines.append(tikz_styles.token_style(theme, unit))
    return lines


def _states_of_words(panes: Sequence[Pane]) -> list[State]:
    return sorted({state for pane in panes for state in pane.states.values()} - {State.MATCHED})


def _kinds_of_arcs(panes: Sequence[Pane]) -> list[tuple[Role, State]]:
    arcs = [(edge.role, edge.state) for pane in panes for edge in (*pane.above, *pane.below)]
    arcs += [
        (lane.role, label.state) for pane in panes for lane in pane.lanes for _, cell in lane.cells for label in cell
    ]
    return list(dict.fromkeys(arcs))
