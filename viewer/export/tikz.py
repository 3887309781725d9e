"""Any diagram as plain TikZ: the same shapes at the same places, looks as named styles that an author can change. Also
the panes of a figure with what stands around them, whoever draws these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from goldleaf.viewer.canvas.outline import HALO, pieces
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.compose import BETWEEN, Around
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Box, Diagram, Path, Point, Polygon, Role, Shape, Text
from goldleaf.viewer.diagram.theme import Font, Paint, Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.text.tex import Example, selecting, typeset, wrap

_ANCHORS = {Anchor.START: "base west", Anchor.MIDDLE: "base", Anchor.END: "base east"}
_WHITE = "#ffffff"


def write(
    diagram: Diagram, theme: Theme, *, scale: float = 1.0, standalone: bool = False, example: Example | None = None
) -> str:
    """The diagram as a tikzpicture. At ``scale`` 1 a pixel is 1/96 of an inch; ``standalone`` makes it a document."""
    return wrap(
        picture(diagram, theme, POINTS_PER_PIXEL * scale), packages=[r"\usepackage{tikz}"],
        right_to_left=any(text.right_to_left for text in diagram.texts),
        standalone=standalone, example=example, families=theme.font(Role.WORD).family,
    )  # fmt: skip


def picture(diagram: Diagram, theme: Theme, unit: float) -> list[str]:
    """The lines of a tikzpicture, ``unit`` points to a pixel."""
    frame = f"(0,0) rectangle {_point((diagram.width, diagram.height))}"
    lines = [
        rf"\begin{{tikzpicture}}[x={_number(unit)}bp, y=-{_number(unit)}bp, line join=round,",
        "  every node/.style={inner sep=0pt, outer sep=0pt},",
        *(f"  {style}," for style in _styles(diagram.shapes, theme, unit)),
        "]",
        rf"\path[use as bounding box] {frame};",
    ]
    if theme.background.lower() != _WHITE:
        lines.append(rf"\fill[{colour(theme.background)}] {frame};")
    return [*lines, *lines_of(diagram.shapes, theme, unit), r"\end{tikzpicture}"]


def lines_of(shapes: Iterable[Shape], theme: Theme, unit: float) -> Iterator[str]:
    """A path or a node for each shape, ``unit`` points to a pixel; they want the styles of `styles_of`."""
    for shape in shapes:
        style = _style(shape)
        match shape:
            case Text():
                words = typeset(shape.text, right_to_left=shape.right_to_left)
                place = f"anchor={_ANCHORS[shape.anchor]}{', rotate=90' * shape.upright}"
                yield rf"\node[{style}, {place}] at {_point((shape.x, shape.y))} {{{words}}};"
            case Path():
                line = _point(shape.start)
                for _, *bend, end in pieces(shape):
                    line += f" .. controls {' and '.join(map(_point, bend))} .. " if bend else " -- "
                    line += _point(end)
                if shape.halo:
                    width = (theme.paint(shape.role, shape.state).stroke_width + 2 * HALO) * unit
                    yield rf"\draw[{colour(theme.background)}, line width={decimal(width)}bp] {line};"
                yield rf"\path[{style}] {line};"
            case Polygon():
                yield rf"\path[{style}] {' -- '.join(_point(point) for point in shape.points)} -- cycle;"
            case Box():
                corners = f", rounded corners={decimal(shape.radius * unit)}bp" if shape.radius else ""
                end = (shape.x + shape.width, shape.y + shape.height)
                yield rf"\path[{style}{corners}] {_point((shape.x, shape.y))} rectangle {_point(end)};"


def styles_of(shapes: Iterable[Shape], theme: Theme, unit: float) -> list[str]:
    return [rf"\tikzset{{{style}}}" for style in _styles(shapes, theme, unit)]


def within(anchor: str, place: Point, unit: float, lines: Sequence[str], diagram: Diagram, layer: str) -> Iterator[str]:
    """``lines`` in a picture that has the diagram's point ``place`` at a node's anchor; it becomes as large as that."""
    shift = f"shift={{({anchor})}}, x={_number(unit)}bp, y=-{_number(unit)}bp"
    scope = rf"\begin{{scope}}[{shift}, shift={{{_point((-place[0], -place[1]))}}}"
    if lines:
        yield rf"\begin{{pgfonlayer}}{{{layer}}}"
        yield rf"{scope}, every node/.style={{inner sep=0pt, outer sep=0pt}}, line join=round]"
        yield from lines
        yield r"\end{scope}"
        yield r"\end{pgfonlayer}"
    frame = f"(0,0) rectangle {_point((diagram.width, diagram.height))}"
    yield rf"\pgfresetboundingbox{scope}]\path[use as bounding box] {frame};\end{{scope}}"


def _styles(shapes: Iterable[Shape], theme: Theme, unit: float) -> list[str]:
    styles = {}
    for shape in shapes:
        paint = theme.paint_of(shape)
        parts = [] if isinstance(shape, Text) else line_style(paint, unit)
        if isinstance(shape, Text):
            parts += [font_style(theme.font(shape.role), unit), f"text={colour(paint.fill or theme.background)}"]
        elif not isinstance(shape, Path) and paint.fill is not None:
            parts.append(f"fill={colour(paint.fill)}")
        if paint.opacity < 1:
            parts.append(f"opacity={decimal(paint.opacity)}")
        styles[_style(shape)] = ", ".join(parts)
    return [f"{name}/.style={{{look}}}" for name, look in styles.items()]


def colour(value: str) -> str:
    """The xcolor name of ``#rrggbb``, which `wrap` defines."""
    return f"goldleaf{value.lstrip('#').upper()}"


def line_style(paint: Paint, unit: float) -> list[str]:
    """TikZ options for a paint's stroke, ``unit`` points to a pixel; none where nothing is stroked."""
    if paint.stroke is None or paint.stroke_width <= 0:
        return []
    parts = [f"draw={colour(paint.stroke)}", f"line width={decimal(paint.stroke_width * unit)}bp"]
    if paint.dash:
        lengths = (f"{decimal(length * unit)}bp" for length in paint.dash)
        steps = (f"{'off' if index % 2 else 'on'} {length}" for index, length in enumerate(lengths))
        parts.append(f"dash pattern={' '.join(steps)}")
    return parts


def font_style(font: Font, unit: float) -> str:
    size = font.size * unit
    shape = (r"\bfseries" if font.bold else "") + (r"\itshape" if font.italic else "")
    return rf"font={selecting(font.family)}{shape}\fontsize{{{decimal(size)}bp}}{{{decimal(size * 1.2)}bp}}\selectfont"


def _style(shape: Shape) -> str:
    kinds = {Text: "text", Path: "line", Polygon: "area", Box: "area"}
    return f"goldleaf {shape.role} {shape.state} {kinds[type(shape)]}"


def _point(point: Point) -> str:
    return f"({decimal(point[0])},{decimal(point[1])})"


def _number(value: float) -> str:
    # A unit of length: four decimals, as it is multiplied by thousands.
    return f"{value:.4f}".rstrip("0").rstrip(".")


def stacked(panes: Sequence[Sequence[str]], around: Around, theme: Theme, unit: float) -> list[str]:
    """The panes of a figure with their titles, the legend and the caption, as boxes one below the other. As many as
    what is ``around`` them says are beside each other; ``unit`` points to a pixel."""
    titles = [*around.titles, *[""] * len(panes)][: len(panes)]
    boxes = [
        [*_text_line(Role.TITLE, title, around, theme, unit), *_boxed(pane)]
        for title, pane in zip(titles, panes, strict=True)
    ]
    gap = decimal(BETWEEN * unit)
    if around.beside > 1:
        columns = _joined([[r"\vtop{%", *box, "}%"] for box in boxes[: around.beside]], rf"\hskip {gap}bp")
        right = rf"\moveright {decimal(around.indent * unit)}bp\vbox{{%"
        boxes = [[r"\hbox{%", *columns, "}%"], *([right, *box, "}%"] for box in boxes[around.beside :])]
    lines = _joined(boxes, rf"\vskip {gap}bp")
    space = decimal(MARGIN * unit)
    if around.legend is not None:
        legend = picture(around.legend, theme, unit)
        above = decimal(MARGIN * (0.5 if theme.snug else 1.0) * unit)
        lines += [rf"\vskip {above}bp", *_boxed(legend, margin=space), rf"\vskip {space}bp"]
    for line in around.caption:
        lines += _text_line(Role.CAPTION, line, around, theme, unit)
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
    lines: list[str] = []
    for part in parts:
        lines += [between, *part] if lines else part
    return lines


def _boxed(lines: Sequence[str], margin: str = "0") -> list[str]:
    kern = rf"\kern {margin}bp"
    return [rf"\hbox{{{kern}", *lines[:-1], rf"{lines[-1]}{kern}}}"]  # a new line before the brace is a space


def _text_line(role: Role, text: str, around: Around, theme: Theme, unit: float) -> list[str]:
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
