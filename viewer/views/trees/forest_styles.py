"""The looks of a forest figure as styles and macros by name: an author changes a figure by changing these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goldleaf.viewer.diagram.shapes import Role, Side, State
from goldleaf.viewer.diagram.theme import Paint, Theme
from goldleaf.viewer.export.tikz import colour, font_style, line_style
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.views.arcs.edges import BOX_PAD
from goldleaf.viewer.views.trees.labels import OUTLINED, PILL_PAD, PILL_RISE
from goldleaf.viewer.views.trees.shown import Kind, Shown

INNER = 1.0  # from a node's text to its edge, in pixels
ASCENT, DESCENT = 0.93, 0.24  # of a line of text, as parts of the font's size
BOX_RADIUS, PILL_RADIUS = 3.0, 10.0  # of the corners of outlines, in pixels

MACROS = {
    Role.TAG: r"\goldleaftag",
    Role.WORD: r"\goldleafword",
    Role.TRACE: r"\goldleaftrace",
    Role.FOLD: r"\goldleaffold",
    Role.INDEX: r"\goldleafindex",
}
"""Set text in a role's font: ``\\goldleaftag[colour]{N}``."""

FUNCTION = "goldleaf function"
"""The style of the boxes on branches."""

_BOXED = {
    **dict.fromkeys((State.WRONG_LABEL, State.DIFFERS), Role.LABEL_BOX),
    **dict.fromkeys((*OUTLINED, State.ONLY_ONE, State.ONLY_OTHER, State.OTHER_CROSSING), Role.FUNCTION),
}
"""What stands around the labels of nodes in a state."""


def style_of(state: State) -> str:
    """The name of the style of nodes in a state."""
    return f"goldleaf {state}"


def pill_of(state: State) -> str:
    """The name of the style of the outlines that function trees have in a state."""
    return f"{style_of(state)} pill"


def misused_style(shown: Shown) -> str:
    """The name of the style of functions that are wrong, or differ."""
    return f"goldleaf {shown.picture.wording.wrong_function}"


def styles(trees: Sequence[Shown], theme: Theme, unit: float, *, on_line: bool, skip: float, pills: bool) -> list[str]:
    """The colours, macros and styles that all trees of a figure share; ``unit`` points to a pixel.

    ``skip`` is from tags to words, in points; ``pills`` outlines all nodes.
    """
    drawn: set[State] = set()  # what something is drawn in
    for shown in trees:
        states = {State.MATCHED, *(item.state for item in shown.items)}
        states |= {State.WRONG_LABEL for item in shown.items if item.misused}
        drawn |= {shown.picture.wording.drawn(state, shown.picture.side) for state in states}
    lines = [_macro(role, name, theme, unit, skip) for role, name in MACROS.items()]
    lines.append(rf"\forestset{{goldleaf tree/.style={{{', '.join(_tree(theme, unit, on_line=on_line))}}}}}")
    lines.append(r"\forestset{goldleaf at/.style 2 args={before computing xy={s=#1bp, l=#2bp}}}")
    lines += _functions(trees, theme, unit)
    for state in sorted(drawn):
        lines += _state(state, theme, unit, pills=pills)
    if any(item.kind is Kind.WORDS for shown in trees for item in shown.items):
        lines.append(r"\forestset{goldleaf fold/.style={roof}}")
    return lines


def _macro(role: Role, name: str, theme: Theme, unit: float, skip: float) -> str:
    font = theme.font(role)
    size = font.size * unit
    shape = (r"\bfseries" if font.bold else "") + (r"\itshape" if font.italic else "")
    own = colour(theme.paint(role).fill or theme.background)
    look = rf"\sffamily{shape}\fontsize{{{decimal(size)}bp}}{{{decimal(size * 1.2)}bp}}\selectfont"
    if role is not Role.INDEX:
        # A tag reaches down to where the letters of its word begin.
        depth = skip - ASCENT * theme.font(Role.WORD).size * unit if role is Role.TAG else DESCENT * size
        look += rf"\vrule width 0bp height {decimal(ASCENT * size)}bp depth {decimal(max(depth, 0.0))}bp"
    return rf"\providecommand{name}[2][{own}]{{{{{look}\color{{#1}}#2}}}}"


def _tree(theme: Theme, unit: float, *, on_line: bool) -> Iterator[str]:
    """What all nodes of a tree share. Labels are as high as each other, so that their boxes are, too."""
    font = font_style(theme.font(Role.NODE), unit)
    shared = (
        font,
        "parent anchor=south, child anchor=north, anchor=north",
        f"inner xsep={decimal(BOX_PAD * unit)}bp, inner ysep={decimal(INNER * unit)}bp",
        f"s sep={decimal(8 * unit)}bp, l=0pt, l sep={decimal(22 * unit)}bp",
    )
    words = rf"align=center, {font}\def\arraystretch{{0}}"
    label = _line_height(theme, Role.NODE, unit)
    yield rf"for tree={{{', '.join(shared)}, where n children=0{{{words}}}{{{label}}}}}"
    if on_line:
        yield f"forked edges, for tree={{fork sep={decimal(5 * unit)}bp}}"


def _line_height(theme: Theme, role: Role, unit: float) -> str:
    size = theme.font(role).size * unit
    return f"text height={decimal(ASCENT * size)}bp, text depth={decimal(DESCENT * size)}bp"


def _functions(trees: Sequence[Shown], theme: Theme, unit: float) -> Iterator[str]:
    """The styles of the boxes on branches, those that are wrong with that of a label."""
    edges = [(shown, item) for shown in trees for item in shown.items if item.edge]
    if edges:
        paint = theme.paint(Role.EDGE_BOX)
        box = [
            f"text={colour(theme.paint(Role.EDGE_LABEL).fill or theme.background)}",
            font_style(theme.font(Role.EDGE_LABEL), unit),
            f"fill={colour(paint.fill or theme.background)}",
            *line_style(paint, unit),
            f"solid, inner sep={decimal(2 * unit)}bp, rounded corners={decimal(2 * unit)}bp",
            _line_height(theme, Role.EDGE_LABEL, unit),
        ]
        yield rf"\tikzset{{{FUNCTION}/.style={{{', '.join(box)}}}}}"
    misused = next((shown for shown, item in edges if item.misused), None)
    if misused is not None:
        state = misused.picture.wording.drawn(State.WRONG_LABEL, Side.BOTH)
        box = _box(theme.paint(Role.LABEL_BOX, state), unit, BOX_RADIUS)
        box.append(f"text={colour(theme.paint(Role.EDGE_LABEL, state).fill or theme.background)}")
        yield rf"\tikzset{{{misused_style(misused)}/.style={{{', '.join(box)}}}}}"


def _state(state: State, theme: Theme, unit: float, *, pills: bool) -> Iterator[str]:
    """A style for the line, one for nodes with that line above them; with ``pills`` one for their outlines."""
    line = [*line_style(theme.paint(Role.BRANCH, state), unit)]
    if state is State.FORGIVEN and theme.paint(Role.ARROWHEAD, state).fill == theme.background:
        line.append(f"-{{Circle[open, length={decimal(5 * unit)}bp]}}")
    yield rf"\tikzset{{{style_of(state)} line/.style={{{', '.join(line)}}}}}"
    text = colour(theme.paint(Role.NODE, state).fill or theme.background)
    node = [f"text={text}", f"edge={{{style_of(state)} line}}"]
    if state in _BOXED and not pills:
        node += _box(theme.paint(_BOXED[state], state), unit, BOX_RADIUS)
    yield rf"\forestset{{{style_of(state)}/.style={{{', '.join(node)}}}}}"
    if pills:
        outline = _box(theme.paint(Role.FUNCTION, state), unit, PILL_RADIUS)
        outline.append(f"inner xsep={decimal(PILL_PAD * unit)}bp, inner ysep={decimal(PILL_RISE * unit)}bp")
        yield rf"\forestset{{{pill_of(state)}/.style={{{', '.join(outline)}}}}}"


def _box(paint: Paint, unit: float, radius: float) -> list[str]:
    fill = colour(paint.fill or "#ffffff")
    return [*line_style(paint, unit), f"fill={fill}", f"rounded corners={decimal(radius * unit)}bp"]
