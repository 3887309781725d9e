"""The looks of a tikz-dependency figure as styles by name: an author changes a figure by changing these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Paint, Theme
from goldleaf.viewer.export.tikz import colour, font_style, line_style
from goldleaf.viewer.text.numbers import decimal

LABEL_SEP = 1.0  # points between a label and its box
_BOXED = frozenset({State.WRONG_LABEL, State.DIFFERS})
_LABEL_SCALE = "1.4286"  # undoes the 0.7 that the package scales labels by


def edge_style(role: Role, state: State) -> str:
    """The name of the style of arcs of a role and state."""
    if role == Role.ARC:
        return f"goldleaf {state}"
    return f"goldleaf {role}" if state is State.MATCHED else f"goldleaf {role} {state}"


def cell_style(role: Role, state: State) -> str:
    """The name of the style of words, and of what stands under them, in a state."""
    return f"goldleaf {role} {state}"


def edge_styles(kinds: Iterable[tuple[Role, State]], theme: Theme, unit: float) -> Iterator[str]:
    """A ``\\depstyle`` for each role and state; ``unit`` points to a pixel."""
    for role, state in kinds:
        label_role = Role.LABEL if role == Role.ARC else role
        line = line_style(theme.paint(role, state), unit)
        if role == Role.ARC and theme.paint(Role.ARROWHEAD, state).fill == theme.background:
            line.append(">={Triangle[open]}")
        text = theme.paint(label_role, state).fill or theme.background
        label = [f"text={colour(text)}", font_style(theme.font(label_role), unit)]
        label += _box(theme, state, unit) if state in _BOXED and role == Role.ARC else []
        edge = f"edge style={{{', '.join(line)}}}"
        yield rf"\depstyle{{{edge_style(role, state)}}}{{{edge}, label style={{{', '.join(label)}}}}}"


def cell_styles(cells: Iterable[tuple[Role, State]], theme: Theme, unit: float) -> Iterator[str]:
    """A style for words, and for what stands under them, in each state."""
    for role, state in cells:
        look = f"text={colour(theme.paint(role, state).fill or theme.background)}, {font_style(theme.font(role), unit)}"
        yield rf"\tikzset{{{cell_style(role, state)}/.style={{{look}}}}}"


def places(above: float, below: float, theme: Theme, unit: float) -> Iterator[str]:
    """Where labels stand: their baselines so many pixels over the flat tops of arcs, or under those below the words."""
    size = theme.font(Role.LABEL).size
    ascent, descent = 0.76 * size, 0.24 * size
    sizes = f"text height={decimal(ascent * unit)}bp, text depth={decimal(descent * unit)}bp"
    # The package takes a label's options several times, so that a shift would add up; a distance does not.
    over, under = ((space * unit) - LABEL_SEP for space in (above - descent, below - ascent))
    yield rf"\depstyle{{goldleaf above}}{{label style={{{sizes}, anchor=south, outer ysep={decimal(over)}bp}}}}"
    look = f"{sizes}, anchor=north, outer ysep={decimal(under)}bp"
    yield rf"\depstyle{{goldleaf below}}{{edge below, label style={{{look}}}}}"
    yield rf"\depstyle{{goldleaf root}}{{label style={{{sizes}, anchor=base}}}}"


def ground(theme: Theme) -> str:
    """The option of a label that hides what is behind it."""
    return f"fill={colour(theme.background)}"


def options(row: Role, theme: Theme, unit: float) -> list[str]:
    """The options of the ``dependency``: what no style of an arc changes."""
    return [
        "edge slant=0pt, edge horizontal padding=0pt, edge vertical padding=0pt",
        f"edge style={{>={{Triangle[length={decimal(7 * unit)}bp, width={decimal(6.4 * unit)}bp]}}, line cap=butt}}",
        f"label style={{draw=none, fill=none, scale={_LABEL_SCALE}, inner sep={LABEL_SEP}bp}}",
        f"text style={{{row_style(row, theme, unit)}, inner sep=0pt, text depth=0pt}}",
    ]


def row_style(role: Role, theme: Theme, unit: float) -> str:
    """The look of the texts of a row."""
    return f"text={colour(theme.paint(role).fill or theme.background)}, {font_style(theme.font(role), unit)}"


def _box(theme: Theme, state: State, unit: float) -> list[str]:
    box: Paint = theme.paint(Role.LABEL_BOX, state)
    corners = f"rounded corners={decimal(3 * unit)}bp"
    return [f"fill={colour(box.fill or theme.background)}", *line_style(box, unit), corners]
