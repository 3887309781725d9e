"""Trees for the LaTeX package forest: source that an author can go on editing.

Nodes stand where a diagram has them (without the style ``goldleaf at`` the package packs the tree). Words stand under
their tags, or on the bottom line with right-angled branches; differences are styles. It has no notion of crossing
branches, overlays, bars, shades and ribbons: these go through `viewer.export.tikz`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Diagram, Point, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import Paint, Ruler, Theme
from goldleaf.viewer.export.sizes import POINTS_PER_PIXEL
from goldleaf.viewer.export.tikz import colour, font_style, line_style, lines_of, stacked, styles_of, within
from goldleaf.viewer.text.numbers import decimal
from goldleaf.viewer.text.tex import Example, estimate, typeset, wrap
from goldleaf.viewer.views.arcs.columns import BOX_PAD, MARK, MARK_GAP
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.trees.branches import BRACKET, STUB, links_of
from goldleaf.viewer.views.trees.draw import needs_bottom_line
from goldleaf.viewer.views.trees.labels import INDEX_GAP, OUTLINED, PILL_PAD, PILL_RISE, texts_of
from goldleaf.viewer.views.trees.shown import Item, ItemKind, Shown, beside_tags, shown_trees
from goldleaf.viewer.views.trees.tree_picture import Leaves, TreeOptions, TreePicture

PACKAGES = (r"\usepackage[edges,linguistics]{forest}", r"\usetikzlibrary{arrows.meta, backgrounds}")
INNER = 1.0  # from a node's text to its edge, in pixels
ASCENT, DESCENT = 0.93, 0.24  # of a line of text, as parts of the font's size
BOX_RADIUS, PILL_RADIUS = 3.0, 10.0  # of the corners of outlines, in pixels

# Set text in a role's font: ``\goldleaftag[colour]{N}``.
MACROS = {role: rf"\goldleaf{role}" for role in (Role.TAG, Role.WORD, Role.TRACE, Role.FOLD, Role.INDEX)}
FUNCTION = "goldleaf function"  # the style of the boxes on branches
# Draw a tag in a box, which makes its line no higher: ``\goldleafboxed{style}{N}``.
BOXED = r"\goldleafboxed"

# What stands around the labels of nodes in a state.
_BOXED = {
    **dict.fromkeys((State.WRONG_LABEL, State.DIFFERS), Role.LABEL_BOX),
    **dict.fromkeys((*OUTLINED, State.ONLY_ONE, State.ONLY_OTHER, State.OTHER_CROSSING), Role.FUNCTION),
}


def write(
    pictures: Sequence[TreePicture], diagrams: Sequence[Diagram], theme: Theme, options: TreeOptions,
    *, mode: Mode = Mode.STACKED, around: Around | None = None, example: Example | None = None,
    standalone: bool = False, scale: float = 1.0,
) -> str | None:  # fmt: skip
    """A ``forest`` for each picture and its diagram; None where the package cannot draw what these show. At ``scale`` 1
    a pixel is 1/96 of an inch."""
    in_common = mode == Mode.OVERLAY or options.missing_bars or (bool(pictures) and pictures[0].is_placed)
    if not pictures or options.leaves is not Leaves.LEVEL or (len(pictures) > 1 and in_common):
        return None
    unit, trees = scale * POINTS_PER_PIXEL, shown_trees(pictures, options)
    on_line = needs_bottom_line(trees, mode, options)
    mirrored = runs_right_to_left(pictures[0].sentence, options.direction)
    sources = [
        _Source(shown, diagram, theme, options, unit, on_line=on_line, mirrored=mirrored)
        for shown, diagram in zip(trees, diagrams, strict=True)
    ]
    if not all(source.is_known for source in sources):
        return None
    skip = max(source.line_skip for source in sources) * unit
    others = chain.from_iterable(source.others for source in sources)
    lines = stacked([source.lines() for source in sources], around or Around(), theme, unit)
    own = styles(trees, theme, unit, on_line=on_line, skip=skip, pills=options.pills)
    looks = [*own, *styles_of(others, theme, unit)]
    return wrap(
        lines, packages=PACKAGES, styles=looks, right_to_left=mirrored, standalone=standalone, example=example,
        families=theme.font(Role.WORD).family,
    )  # fmt: skip


class _Source:
    """The source of a tree; ``unit`` points to a pixel, ``mirrored`` with the first word at the right."""

    def __init__(
        self, shown: Shown, diagram: Diagram, theme: Theme, options: TreeOptions, unit: float,
        *, on_line: bool, mirrored: bool,
    ) -> None:  # fmt: skip
        self._shown, self._diagram, self._theme, self._unit = shown, diagram, theme, unit
        self._drawn = partial(shown.picture.wording.drawn, side=shown.picture.side)
        self._on_line, self._mirrored, self._pills = on_line, mirrored, options.pills
        self._texts = texts_of(shown, options, Ruler(theme, estimate))
        self._tagged = any(item.label for item in shown.items if not item.is_node)
        self._links = []
        for trace, other in links_of(shown) if options.links else ():
            while on_line and (children := shown.items[other].children):  # there the curves are below the words
                other = children[0]
            self._links.append((trace, other))
        self._named = {item for link in self._links for item in link}
        self._written = written = {(text.key, text.role): text for text in diagram.texts}
        # From tags down to their words, in pixels; as the font has it where there are none.
        self.line_skip = 1.2 * theme.font(Role.NODE).size
        for (key, role), tag in reversed(written.items()):
            below = written.get((key, Role.WORD)) or written.get((key, Role.TRACE))
            if role == Role.TAG and below is not None:
                self.line_skip = below.y - tag.y
        self._highest: dict[int, Text] = {}  # what of each item stands highest
        for number, item in enumerate(shown.items):
            roles = (Role.FOLD,) if item.kind is ItemKind.WORDS else (Role.NODE, Role.TAG, Role.WORD, Role.TRACE)
            own = [written[item.key, role] for role in roles if (item.key, role) in written]
            if own:
                self._highest[number] = own[0]
        self.is_known = shown.projective and len(self._highest) == len(shown.items)
        # What the package does not draw.
        self.others = [shape for shape in diagram.shapes if shape.role in (Role.WARNING, Role.HATCH)]

    def lines(self) -> list[str]:
        """The lines of the environment, a line a node; then what else there is, and the size of it all."""
        first = self._shown.roots[0]
        others, place = list(lines_of(self.others, self._theme, self._unit)), self._place(first)
        size = within(f"item{first}.north", place, self._unit, others, self._diagram, layer="background")
        return [r"\begin{forest} goldleaf tree", *self._brackets(), *self._curves(), *size, r"\end{forest}"]

    def _place(self, number: int) -> Point:
        """The upper middle of an item, in the diagram's pixels."""
        item, text = self._shown.items[number], self._highest[number]
        x, y, role, rise = text.x, text.y, text.role, INNER
        if item.is_node:
            index, rise = self._written.get((item.key, Role.INDEX)), PILL_RISE if self._pills else INNER
            x += (index.width + INDEX_GAP) / 2 if index is not None else 0.0
            x -= (MARK + MARK_GAP) / 2 if item.crossed else 0.0
        elif self._untagged(item):
            y, role = y - self.line_skip, Role.TAG  # an empty tag keeps it level with others
        return x, y - ASCENT * self._theme.font(role).size - rise

    def _untagged(self, item: Item) -> bool:
        """Whether a word without a tag stands level with those that have one."""
        level = self._tagged and (self._on_line or beside_tags(item, self._shown.items))
        return level and item.kind is ItemKind.WORD and not item.label

    def _brackets(self) -> Iterator[str]:
        """The tree in brackets; a node over several at the top is not drawn."""
        way = -1 if self._mirrored else 1
        roots = self._shown.roots[::way]
        depth = int(len(roots) > 1)
        if depth:
            yield "[, phantom"
        waiting: list[int | str] = [*reversed(roots)]
        while waiting:
            number = waiting.pop()
            if isinstance(number, str):
                depth -= 1
                yield "  " * depth + number
                continue
            item = self._shown.items[number]
            content = "  " * depth + f"[{self._content(number, item)}, {', '.join(self._options(number, item))}"
            if not item.children:
                yield content + "]"
                continue
            yield content
            depth += 1
            waiting += ["]", *item.children[::-way]]
        if len(roots) > 1:
            yield "]"

    def _content(self, number: int, item: Item) -> str:
        """The texts of an item in braces, which keep commas and brackets from being taken for forest's."""
        label, word = self._texts.labels[number], self._texts.words[number]
        if item.is_node:
            text = typeset(label.text) + self._index(label.index, label.index_state)
            return rf"{{$\times$~{text}}}" if label.crossed else f"{{{text}}}"
        parts = []
        if item.label:
            text, state = typeset(label.text), self._drawn(label.state)
            if label.boxed and self._theme.paint(Role.LABEL_BOX, state).stroke is not None:
                text = rf"{BOXED}{{{style_of(state)} tag}}{{{text}}}"
            parts.append(self._set(Role.TAG, label.state, text))
        elif self._untagged(item):
            parts.append(self._set(Role.TAG, State.MATCHED, "~"))  # keeps the word level with others
        if word is not None:
            text = typeset(word.text, right_to_left=self._mirrored)
            parts.append(self._set(word.role, word.state, text) + self._index(word.index, word.state))
        return "{" + r"\\".join(parts) + "}"

    def _index(self, index: str, state: State) -> str:
        return rf"\textsubscript{{{self._set(Role.INDEX, state, typeset(index))}}}" if index else ""

    def _set(self, role: Role, state: State, text: str) -> str:
        """Text in a role's font; its colour is named where it is not the usual one."""
        fill = self._theme.paint(role, self._drawn(state)).fill
        named = "" if fill is None or fill == self._theme.paint(role).fill else f"[{colour(fill)}]"
        return f"{MACROS[role]}{named}{{{text}}}"

    def _options(self, number: int, item: Item) -> Iterator[str]:
        several, own = len(self._shown.roots) > 1, style_of(self._drawn(item.line_state))
        if item.misused and not item.edge:  # a word's wrong tag has a box of its own
            yield f"{style_of(self._drawn(State.WRONG_LABEL))}, edge={{{own} line}}"
        else:
            yield own
        if self._pills and item.is_node:
            yield f"{own} pill"
        if item.faint and item.is_node:
            yield f"text={colour(self._theme.paint(Role.NODE, State.NOT_SCORED).fill or self._theme.background)}"
        if item.kind is ItemKind.WORDS and " " in item.text:
            yield "goldleaf run" if item.is_run else "goldleaf fold"
        if self._on_line and not item.is_node:
            yield "tier=words"
        if self._untagged(item):
            sizes = self._theme.font(Role.TAG).size - self._theme.font(Role.WORD).size
            down = decimal((self.line_skip + ASCENT * sizes) * self._unit)
            yield rf"tikz={{\draw[{own} line] (.north) -- ([yshift=-{down}bp].north);}}"
        if item.edge:
            place = f"pos=1, anchor=south, outer ysep={decimal(INNER * self._unit)}bp"
            style = f"{FUNCTION}, {misused_style(self._shown)}" if item.misused else FUNCTION
            yield f"edge label={{node[{place}, {style}] {{{typeset(item.edge)}}}}}"
        if number in self._named or number == self._shown.roots[0]:
            yield f"name=item{number}"
        if item.parent >= 0 or several:  # where it stands, from what it hangs by
            x, y = self._place(number)
            x0, y0 = self._place(item.parent) if item.parent >= 0 else (0.0, 0.0)
            yield f"goldleaf at={{{decimal((x - x0) * self._unit)}}}{{{decimal((y - y0) * self._unit)}}}"
        if item.parent < 0 and several:
            yield "no edge"
        if item.parent < 0 and item.stands_out:
            yield (
                rf"tikz={{\draw[{style_of(self._drawn(item.state))} line] "
                rf"([yshift={decimal(STUB * self._unit)}bp].north) -- (.north);}}"
            )

    def _curves(self) -> Iterator[str]:
        """Under the words, or round the tree to where it begins."""
        stroke = self._theme.paint(Role.LINK).stroke or self._theme.background
        side = "east" if self._mirrored else "west"
        way, end = (f"out=south {side}, in={side}, looseness=1.3", side)
        if self._on_line:
            way, end = "out=south, in=south", "south"
        for trace, other in self._links:
            yield rf"\draw[densely dotted, {colour(stroke)}] (item{trace}.south) to[{way}] (item{other}.{end});"


def style_of(state: State) -> str:
    return f"goldleaf {state}"


def misused_style(shown: Shown) -> str:
    """The name of the style of functions that are wrong, or differ."""
    return f"goldleaf {shown.picture.wording.wrong_function}"


def styles(trees: Sequence[Shown], theme: Theme, unit: float, *, on_line: bool, skip: float, pills: bool) -> list[str]:
    """The colours, macros and styles that all trees of a figure share; ``unit`` points to a pixel. ``skip`` is from
    tags to words, in points; ``pills`` outlines all nodes."""
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
    if boxed := {one.picture.wording.drawn(State.WRONG_LABEL, one.picture.side) for one in trees if _boxes_tags(one)}:
        box = r"\smash{\tikz[baseline=(goldleafbox.base)]{\pgfpositionnodelater{\relax}\node[#1](goldleafbox){#2};}}"
        lines.append(rf"\providecommand{BOXED}[2]{{{box}}}")
        lines += [
            rf"\tikzset{{{style_of(state)} tag/.style={{{_tag_box(theme, state, unit)}}}}}" for state in sorted(boxed)
        ]
    if any(item.kind is ItemKind.WORDS for shown in trees for item in shown.items):
        high = f"[yshift={decimal(BRACKET * unit)}bp]"
        bracket = f"(!u.parent anchor)--({high}.child anchor) (.parent first)--({high}.parent first)"
        bracket += f"--({high}.parent last)--(.parent last)"
        lines.append(rf"\forestset{{goldleaf fold/.style={{roof}}, goldleaf run/.style={{edge path'={{{bracket}}}}}}}")
    return lines


def _boxes_tags(shown: Shown) -> bool:
    return any(item.misused or item.state is State.WRONG_LABEL for item in shown.items if not item.is_node)


def _tag_box(theme: Theme, state: State, unit: float) -> str:
    size, fill = theme.font(Role.TAG).size * unit, theme.paint(Role.TAG, state).fill or theme.background
    box = _box(theme.paint(Role.LABEL_BOX, state), unit, BOX_RADIUS)
    box.append(f"text={colour(fill)}, inner xsep={decimal(BOX_PAD * unit)}bp, inner ysep={decimal(INNER * unit)}bp")
    return ", ".join([*box, f"text height={decimal(0.8 * size)}bp, text depth={decimal(0.2 * size)}bp"])


def _macro(role: Role, name: str, theme: Theme, unit: float, skip: float) -> str:
    font, own = theme.font(role), colour(theme.paint(role).fill or theme.background)
    size, look = font.size * unit, font_style(font, unit).removeprefix("font=")
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
    if (misused := next((shown for shown, item in edges if item.misused), None)) is not None:
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
        yield rf"\forestset{{{style_of(state)} pill/.style={{{', '.join(outline)}}}}}"


def _box(paint: Paint, unit: float, radius: float) -> list[str]:
    fill = colour(paint.fill or "#ffffff")
    return [*line_style(paint, unit), f"fill={fill}", f"rounded corners={decimal(radius * unit)}bp"]
