"""The looks of a tikz-dependency figure as styles by name: an author changes a figure by changing these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Paint, Theme
from goldleaf.viewer.export.numbers import decimal
from goldleaf.viewer.export.tikz import colour, font_style, line_style

_WHITE = "#ffffff"
_LABEL_SCALE = "1.4286"  # undoes the 0.7 that the package scales labels by


def edge_style(role: Role, state: State) -> str:
    """The name of the style of arcs of a role and state."""
    if role == Role.ARC:
        return f"goldleaf {state}"
    return f"goldleaf {role}" if state is State.MATCHED else f"goldleaf {role} {state}"


def cell_style(state: State) -> str:
    """The name of the style of words in a state."""
    return f"goldleaf word {state}"


def edge_styles(kinds: Iterable[tuple[Role, State]], theme: Theme, unit: float) -> Iterator[str]:
    """A ``\\depstyle`` for each role and state; ``unit`` points to a pixel."""
    for role, state in kinds:
        label_role = Role.LABEL if role == Role.ARC else role
        line = [*line_style(theme.paint(role, state), unit), *_arrow(theme, role, state)]
        text = theme.paint(label_role, state).fill or theme.background
        label = [f"text={colour(text)}", font_style(theme.font(label_role), unit), *_box(theme, state, unit)]
        edge = f"edge style={{{', '.join(line)}}}"
        yield rf"\depstyle{{{edge_style(role, state)}}}{{{edge}, label style={{{', '.join(label)}}}}}"


def cell_styles(states: Iterable[State], theme: Theme) -> Iterator[str]:
    """A style for words in each state."""
    for state in states:
        fill = theme.paint(Role.WORD, state).fill or theme.background
        yield rf"\tikzset{{{cell_style(state)}/.style={{text={colour(fill)}}}}}"


def options(rows: Sequence[Role], theme: Theme, unit: float) -> list[str]:
    """The options of the ``dependency``: what no style of an arc changes."""
    found = [
        "edge slant=0pt, edge horizontal padding=0pt, edge vertical padding=1.5pt",
        f"label style={{draw=none, scale={_LABEL_SCALE}, inner sep=1pt}}",
        f"text style={{{_row(rows[0], theme, unit)}}}",
    ]
    if theme.background.lower() != _WHITE:
        found.append(f"background rectangle/.style={{fill={colour(theme.background)}}}, show background rectangle")
    return found


def row_options(rows: Sequence[Role], theme: Theme, unit: float) -> list[str]:
    """The options of the ``deptext``: the rows under the words."""
    named = enumerate(rows, start=1)
    below = [f"row {number}/.append style={{nodes={{{_row(role, theme, unit)}}}}}" for number, role in named]
    return ["column sep=0pt", *below[1:]]


def token_style(theme: Theme, unit: float) -> str:
    """The style of a multiword token's bar and form."""
    paint = theme.paint(Role.TOKEN)
    text = f"text={colour(paint.fill or theme.background)}, {font_style(theme.font(Role.TOKEN), unit)}"
    return rf"\tikzset{{goldleaf token/.style={{{', '.join(line_style(paint, unit))}, {text}}}}}"


def label_height(theme: Theme, unit: float) -> float:
    """What the label of an arc needs of height, in points."""
    return theme.font(Role.LABEL).size * 1.7 * unit


def _row(role: Role, theme: Theme, unit: float) -> str:
    return f"text={colour(theme.paint(role).fill or theme.background)}, {font_style(theme.font(role), unit)}"


def _arrow(theme: Theme, role: Role, state: State) -> list[str]:
    hollow = role == Role.ARC and theme.paint(Role.ARROWHEAD, state).fill == theme.background
    return [">=open triangle 45"] if hollow else []


def _box(theme: Theme, state: State, unit: float) -> list[str]:
    box: Paint = theme.paint(Role.LABEL_BOX, state)
    corners = f"rounded corners={decimal(3 * unit)}bp"
    return [f"fill={colour(box.fill or theme.background)}", *line_style(box, unit), corners]
