"""The panes of a figure for TeX with what stands around them: titles, legend, caption."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.compose import BETWEEN, Around
from goldleaf.viewer.diagram.shapes import MARGIN, Role
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.tikz import colour, font_style, picture
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.text.tex import typeset

_WHITE = "#ffffff"


def stacked(panes: Sequence[Sequence[str]], around: Around, theme: Theme, unit: float) -> list[str]:
    """The panes of a figure with their titles, the legend and the caption, as boxes one below the other.

    Panes are beside each other if what is ``around`` them says so; ``unit`` points to a pixel.
    """
    titles = [*around.titles, *[""] * len(panes)][: len(panes)]
    boxes = [
        [*_line(Role.TITLE, title, around, theme, unit), *_boxed(pane)]
        for title, pane in zip(titles, panes, strict=True)
    ]
    gap = decimal(BETWEEN * unit)
    if around.beside:
        columns = _joined([[r"\vtop{%", *box, "}%"] for box in boxes], rf"\hskip {gap}bp")
        lines = [r"\hbox{%", *columns, "}%"]
    else:
        lines = _joined(boxes, rf"\vskip {gap}bp")
    space = decimal(MARGIN * unit)
    if around.legend is not None:
        legend = picture(around.legend, theme, unit)
        above = decimal(MARGIN * (0.5 if theme.snug else 1.0) * unit)
        lines += [rf"\vskip {above}bp", *_boxed(legend, indent=space), rf"\vskip {space}bp"]
    for line in around.caption:
        lines += _line(Role.CAPTION, line, around, theme, unit)
    lines += [rf"\vskip {space}bp"] * bool(around.caption)
    cut = [rf"\vskip {decimal(-around.cut * unit)}bp"] * bool(around.cut)
    figure = [r"\leavevmode\vbox{\offinterlineskip", *cut, *lines, *cut, "}"]
    if around.width is not None:
        middle = rf"\leavevmode\hbox to {decimal(around.width * unit)}bp{{\hss"
        figure = [middle, *figure[:-1], r"}\hss}"]
    if theme.background.lower() == _WHITE:
        return figure
    ground = rf"\leavevmode{{\fboxsep=0bp\colorbox{{{colour(theme.background)}}}{{%"
    return [ground, *figure[:-1], f"{figure[-1]}}}}}"]  # a new line between them would be a space


def _joined(parts: Iterable[Sequence[str]], between: str) -> list[str]:
    """The lines of several parts with a line between each two."""
    lines: list[str] = []
    for part in parts:
        lines += [between, *part] if lines else part
    return lines


def _boxed(lines: Sequence[str], indent: str = "0") -> list[str]:
    return [rf"\hbox{{\kern {indent}bp", *lines[:-1], f"{lines[-1]}}}"]  # a new line before the brace is a space


def _line(role: Role, text: str, around: Around, theme: Theme, unit: float) -> list[str]:
    """A line of text as high as in a diagram."""
    if not text:
        return []
    font, margin = theme.font(role), MARGIN * unit
    above, below = (size * unit for size in around.lines[0 if role == Role.TITLE else 1])
    above += margin if role == Role.TITLE else 0.0
    strut = rf"\vrule width 0bp height {decimal(above)}bp depth {decimal(below)}bp\kern {decimal(margin)}bp"
    look = font_style(font, unit).removeprefix("font=")
    fill = colour(theme.paint(role).fill or theme.background)
    lines = [rf"\hbox{{{strut}\smash{{{look}\color{{{fill}}}{typeset(text, right_to_left=turns(text, False))}}}}}"]
    # A title stands in the margin of its pane.
    return [*lines, rf"\vskip {decimal(-margin / 2)}bp"] if role == Role.TITLE else lines
