"""One ``forest`` environment, from the items of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Diagram, Role, Shape, State, Text
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.export.tikz import colour, lines_of, within
from goldleaf.viewer.text.decimals import decimal
from goldleaf.viewer.text.tex import typeset
from goldleaf.viewer.views.trees.branches import STUB, marked
from goldleaf.viewer.views.trees.forest_places import INNER, Places
from goldleaf.viewer.views.trees.forest_styles import FUNCTION, MACROS, misused_style, pill_of, style_of
from goldleaf.viewer.views.trees.labels import PILL_RISE
from goldleaf.viewer.views.trees.links import links_of
from goldleaf.viewer.views.trees.options import TreeOptions
from goldleaf.viewer.views.trees.shown import Item, Kind, Shown
from goldleaf.viewer.views.trees.texts import texts_of

_CLOSE = "]"
_OTHERS = frozenset({Role.WARNING, Role.HATCH})


class Source:
    """The source of a tree; ``unit`` points to a pixel, ``mirrored`` with the first word at the right."""

    def __init__(
        self,
        shown: Shown,
        diagram: Diagram,
        theme: Theme,
        options: TreeOptions,
        ruler: Ruler,
        unit: float,
        *,
        on_line: bool,
        mirrored: bool,
    ) -> None:
        self._shown, self._diagram, self._theme, self._unit = shown, diagram, theme, unit
        self._places = Places(shown, diagram, theme, rise=PILL_RISE if options.pills else INNER)
        self._drawn = partial(shown.picture.wording.drawn, side=shown.picture.side)
        self._on_line, self._mirrored, self._pills = on_line, mirrored, options.pills
        self._texts = texts_of(shown, options, ruler)
        self._tagged = any(item.label for item in shown.items if not item.is_node)
        links = links_of(shown) if options.links else []
        self._links = [(trace, self._first_word(other) if on_line else other) for trace, other in links]
        self._named = {item for link in self._links for item in link}

    def texts(self) -> Iterator[str]:
        """All text of the tree."""
        for item, label, word in zip(self._shown.items, self._texts.labels, self._texts.words, strict=True):
            yield from (label.text, label.index.replace("≠", ""), item.edge)
            if word is not None:
                yield from (word.text.replace("…", ""), word.index)
        yield from (shape.text for shape in self.others if isinstance(shape, Text))

    def lines(self) -> list[str]:
        """The lines of the environment, a line a node."""
        return [
            r"\begin{forest} goldleaf tree",
            *self._brackets(),
            *self._curves(),
            *self._around(),
            r"\end{forest}",
        ]

    @property
    def others(self) -> list[Shape]:
        """What the package does not draw."""
        return [shape for shape in self._diagram.shapes if shape.role in _OTHERS]

    @property
    def line_skip(self) -> float:
        """From tags down to their words, in points."""
        return self._places.line_skip * self._unit

    def _around(self) -> Iterator[str]:
        """What else there is, and the size of it all."""
        first = self._shown.roots[0]
        others = list(lines_of(self.others, self._theme, self._unit))
        place = self._places.of(first)
        yield from within(f"item{first}.north", place, self._unit, others, self._diagram, layer="background")

    def _brackets(self) -> Iterator[str]:
        """The tree in brackets; a node over several at the top is not drawn."""
        roots = self._ordered(self._shown.roots)
        single = len(roots) == 1
        depth = 0
        if not single:
            yield "[, phantom"
            depth = 1
        waiting: list[int | str] = list(reversed(roots))
        while waiting:
            number = waiting.pop()
            if isinstance(number, str):
                depth -= 1
                yield "  " * depth + number
                continue
            item = self._shown.items[number]
            content = "  " * depth + f"[{self._content(number, item)}, {', '.join(self._options(number, item))}"
            if not item.children:
                yield content + _CLOSE
                continue
            yield content
            depth += 1
            waiting += [_CLOSE, *reversed(self._ordered(item.children))]
        if not single:
            yield _CLOSE

    def _ordered(self, items: list[int]) -> list[int]:
        return items[::-1] if self._mirrored else list(items)

    def _content(self, number: int, item: Item) -> str:
        """The texts of an item in braces, which keep commas and brackets from being taken for forest's."""
        label, word = self._texts.labels[number], self._texts.words[number]
        if item.is_node:
            text = typeset(label.text) + self._index(label.index, label.index_state)
            return rf"{{$\times$~{text}}}" if label.crossed else f"{{{text}}}"
        parts = []
        if item.label:
            parts.append(self._tag(number))
        elif self._tagged and item.kind is Kind.WORD:
            parts.append(self._set(Role.TAG, State.MATCHED, "~"))  # keeps the word level with others
        if word is not None:
            # XeLaTeX has no ellipsis in the fonts that pdfLaTeX needs.
            text = typeset(word.text, right_to_left=self._mirrored).replace("…", r"\textellipsis{}")
            parts.append(self._set(word.role, word.state, text) + self._index(word.index, word.state))
        return "{" + r"\\".join(parts) + "}"

    def _tag(self, number: int) -> str:
        label = self._texts.labels[number]
        text = self._set(Role.TAG, label.state, typeset(label.text))
        box = self._theme.paint(Role.LABEL_BOX, self._drawn(label.state))
        if not label.boxed or box.stroke is None:
            return text
        fill = colour(box.fill or self._theme.background)
        return rf"{{\fboxsep=1.5bp\fcolorbox{{{colour(box.stroke)}}}{{{fill}}}{{{text}}}}}"

    def _index(self, index: str, state: State) -> str:
        text = typeset(index).replace("≠", r"$\neq$")
        return rf"\textsubscript{{{self._set(Role.INDEX, state, text)}}}" if index else ""

    def _set(self, role: Role, state: State, text: str) -> str:
        """Text in a role's font; its colour is named where it is not the usual one."""
        fill = self._theme.paint(role, self._drawn(state)).fill
        named = "" if fill is None or fill == self._theme.paint(role).fill else f"[{colour(fill)}]"
        return f"{MACROS[role]}{named}{{{text}}}"

    def _options(self, number: int, item: Item) -> Iterator[str]:
        yield from self._look(item)
        if self._on_line and not item.is_node:
            yield "tier=words"
        if item.edge:
            place = f"pos=1, anchor=south, outer ysep={decimal(INNER * self._unit)}bp"
            style = f"{FUNCTION}, {misused_style(self._shown)}" if item.misused else FUNCTION
            yield f"edge label={{node[{place}, {style}] {{{typeset(item.edge)}}}}}"
        if number in self._named or number == self._shown.roots[0]:
            yield f"name=item{number}"
        yield from self._at(number, item)
        if item.parent < 0:
            yield from self._top(item)

    def _at(self, number: int, item: Item) -> Iterator[str]:
        """Where the item stands, from what it hangs by."""
        if item.parent < 0 and len(self._shown.roots) == 1:
            return
        x, y = self._places.of(number)
        x0, y0 = self._places.of(item.parent) if item.parent >= 0 else (0.0, 0.0)
        yield f"goldleaf at={{{decimal((x - x0) * self._unit)}}}{{{decimal((y - y0) * self._unit)}}}"

    def _look(self, item: Item) -> Iterator[str]:
        # A word's wrong tag has a box of its own.
        if item.misused and not item.edge:
            yield f"{style_of(self._drawn(State.WRONG_LABEL))}, edge={{{style_of(self._drawn(item.line_state))} line}}"
        else:
            yield style_of(self._drawn(item.line_state))
        if self._pills and item.is_node:
            yield pill_of(self._drawn(item.line_state))
        if item.faint and item.is_node:
            yield f"text={colour(self._theme.paint(Role.NODE, State.NOT_SCORED).fill or self._theme.background)}"
        if item.kind is Kind.WORDS and " " in item.text:
            yield "goldleaf fold"

    def _top(self, item: Item) -> Iterator[str]:
        if len(self._shown.roots) > 1:
            yield "no edge"
        if item.is_node and marked(item.state):
            yield (
                rf"tikz={{\draw[{style_of(self._drawn(item.state))} line] "
                rf"([yshift={decimal(STUB * self._unit)}bp].north) -- (.north);}}"
            )

    def _first_word(self, number: int) -> int:
        children = self._shown.items[number].children
        while children:
            number = children[0]
            children = self._shown.items[number].children
        return number

    def _curves(self) -> Iterator[str]:
        """Under the words, or round the tree to where it begins."""
        stroke = self._theme.paint(Role.LINK).stroke or self._theme.background
        side = "east" if self._mirrored else "west"
        for trace, other in self._links:
            way, end = ("out=south, in=south", "south")
            if not self._on_line:
                way, end = f"out=south {side}, in={side}, looseness=1.3", side
            yield (rf"\draw[densely dotted, {colour(stroke)}] (item{trace}.south) to[{way}] (item{other}.{end});")
