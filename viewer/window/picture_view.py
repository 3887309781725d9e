"""The middle of the window: the running sentence, why it has no score, and the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import shorten

from PySide6.QtCore import QPoint, QPointF, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QVBoxLayout, QWidget

from goldleaf.core.errors import counted
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.panes import Panes
from goldleaf.viewer.diagram import walking
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Element, Key, Side, State
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figure.cache import NOTHING, Drawer, Drawn
from goldleaf.viewer.figure.figure import Figure, Look, Structure
from goldleaf.viewer.panels.hover_card import HoverCard, card_rows, tree_card_rows
from goldleaf.viewer.panels.legend_bar import LegendBar
from goldleaf.viewer.panels.message_bar import MessageBar
from goldleaf.viewer.panels.running_text import RunningText
from goldleaf.viewer.panels.source_view import SourceView
from goldleaf.viewer.session import lattice_files
from goldleaf.viewer.session.document import Document, Pair, source_lines
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.lattice_layouts import Placer
from goldleaf.viewer.style.icons import Icons
from goldleaf.viewer.views.trees.describe import counterpart
from goldleaf.viewer.views.trees.walking import nearest_shown

SOON = 10  # milliseconds, by which the picture has been painted
QUIET = 40  # milliseconds between two sentences that are drawn ahead
SMALLEST_WRAP = 160.0  # pixels of a picture


class PictureView(QWidget):
    """Draws what the inspector shows.

    ``differences_changed`` carries the sentence's differences, ``menu_wanted`` the event that asks for a menu.
    """

    differences_changed = Signal(tuple)
    menu_wanted = Signal(QContextMenuEvent)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._theme = load("light")
        self._wrap = False
        self._wrapped_at = 0.0
        self.placer = Placer(self)
        self._drawer = Drawer(measure, self.placer)
        self._drawn = NOTHING
        self._ahead: list[int] = []  # rows to be drawn before they are asked for
        self.text = RunningText()
        self.reason = MessageBar("Why the sentence has no score", closable=False)
        self.source = SourceView()
        self.panes = Panes(self._theme)
        self.panes.setAccessibleName("Pictures")
        self.legend = LegendBar()
        self.legend.hide()
        self.card = HoverCard(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.reason, self.text, self.source):
            column.addWidget(part)
        column.addWidget(self.panes, 1)
        column.addWidget(self.legend)
        self.text.word_chosen.connect(self.select_word)
        self.panes.selected.connect(inspector.select)
        self.panes.hovered.connect(self._show_card)
        self.panes.activated.connect(inspector.toggle_fold)
        self.panes.unfold_wanted.connect(self.unfold_lattice)
        self.placer.arrived.connect(self._place_anew)
        self._told: Drawn | None = None
        self._begins_at: int | None = None  # where the view of a sentence began
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._draw_ahead)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(60)
        self._settle.timeout.connect(self._wrap_anew)
        self.panes.zoomed.connect(lambda _: self._settle.start())
        inspector.document_changed.connect(self._drawer.forget)
        inspector.document_changed.connect(self.placer.forget)
        inspector.sentence_changed.connect(self._show_sentence)
        inspector.look_changed.connect(self.redraw)
        inspector.selection_changed.connect(self._follow_selection)

    @property
    def figure(self) -> Figure:
        """What is drawn of the sentence."""
        return self._drawn.figure

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The sentence's differences."""
        return self._drawn.differences

    @property
    def theme(self) -> Theme:
        """The pictures' theme."""
        return self._theme

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        """Draw in other colours."""
        self._theme = theme
        self.reason.set_icons(icons)
        self.text.set_theme(theme)
        self.source.set_theme(theme)
        self.redraw()

    def set_wrap(self, wrap: bool) -> None:
        """Continue sentences that are wider than the pictures' place in a new row."""
        self._wrap = wrap
        self.redraw()

    def set_legend(self, shown: bool) -> None:
        """Show or hide the legend."""
        self.legend.setVisible(shown)
        self._explain()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Selects what is pointed at, and asks for a menu."""
        self.card.hide()
        for pane in self.panes.panes:
            place = pane.viewport().mapFromGlobal(event.globalPos())
            if pane.viewport().rect().contains(place) and (key := pane.key_at(QPointF(place))) is not None:
                self._inspector.select(key)
        self.menu_wanted.emit(event)

    def redraw(self) -> None:
        """Draw the sentence again, at the same place."""
        self._draw(keep_view=True)

    def select_word(self, position: int | None) -> None:
        """Select a word, on the side that is looked at."""
        if position is None:
            return
        if self.figure.lattice is not None:
            self._inspector.select(Key(Side.GOLD, "word", f"{position}"))
            return
        # The text is the gold's; in trees its words may stand at other places in the parse.
        sides = tuple(Side) if self.figure.trees else (self.focused_side, *Side)
        keys = (Key(side, "word", f"{position}") for side in sides)
        known = [diagram.elements for diagram in self.panes.diagrams]
        self._inspector.select(next((key for key in keys if any(key in elements for elements in known)), None))

    def select_words(self) -> None:
        """Select the word of an arc or state of the lattice, which other pictures have not."""
        elements = [diagram.elements for diagram in self.panes.diagrams]
        positions = walking.positions_of(self._inspector.selection, elements)
        if self.figure.lattice is not None and positions:
            self._inspector.select(Key(Side.GOLD, "word", f"{positions[0]}"))

    def unfold_lattice(self) -> None:
        """Draw all of the lattice."""
        look = self._inspector.look
        if self.figure.lattice is not None and self.figure.lattice.folded:
            self._inspector.set_look(replace(look, lattice=replace(look.lattice, folds=False)))

    @property
    def selected(self) -> Key | None:
        """The element of the pictures that is selected, or stands for what is."""
        selection = self._inspector.selection
        return self.figure.lattice.shown(selection) if self.figure.lattice is not None else selection

    @property
    def focused_side(self) -> Side:
        """Whose picture has the focus; the gold's without one."""
        for pane, diagram in zip(self.panes.panes, self.panes.diagrams, strict=True):
            if pane.hasFocus():
                return next((key.side for key in diagram.elements if key.kind == "word"), Side.GOLD)
        return Side.GOLD

    def focus(self) -> None:
        """Give a picture the focus, so that single keys act."""
        if self.panes.panes and not any(pane.hasFocus() for pane in self.panes.panes):
            self.panes.panes[0].setFocus()

    def _show_sentence(self) -> None:
        self.card.hide()
        self._draw(keep_view=False)

    def _draw(self, *, keep_view: bool) -> None:
        document, row, parse = self._inspector.document, self._inspector.row, self._inspector.parse
        there = document is not None and row < len(document)
        self._drawn = self._drawer.draw(document, row, parse, self.look, self._theme) if document and there else NOTHING
        self.text.show_pair(self._drawn.pair, _states(self.differences))
        self.text.setVisible(bool(self.text.toPlainText()))
        self._show_reason(document, self._drawn.pair)
        self.panes.set_diagrams(
            self.figure.diagrams,
            self._theme,
            titles=self.figure.titles,
            beside=self.figure.beside,
            keep_view=keep_view,
        )
        if self.figure.lattice is not None and self.figure.lattice.folded and not keep_view:
            self.panes.show_element(self.figure.lattice.middle, centred=True)
        self._begins_at = None if keep_view else self._scrolled
        self._explain()
        self._show_selection()
        self._later.start(SOON)

    def _draw_ahead(self) -> None:
        """When all is quiet: tell of the differences, then draw the sentences that are likely to come next."""
        document = self._inspector.document
        if self._told is not self._drawn:
            self._told = self._drawn
            self.differences_changed.emit(self.differences)
            self._ahead = self._inspector.likely_next()
            self._later.start(QUIET)
        elif document is not None and self._ahead:
            self._drawer.draw(document, self._ahead.pop(0), self._inspector.parse, self.look.unfolded, self._theme)
            self._later.start(QUIET)

    def _explain(self) -> None:
        if not self.legend.isHidden():
            shapes = [shape for diagram in self.figure.diagrams for shape in diagram.shapes]
            self.legend.show_shapes(shapes, self._theme)

    @property
    def look(self) -> Look:
        """How the sentence is drawn; wrapped ones at the width that there is for a picture now."""
        look = self._inspector.look
        if not self._wrap or self._inspector.structure is not Structure.ARCS:
            return look
        self._wrapped_at = self._room()
        return replace(look, options=replace(look.options, wrap=self._wrapped_at))

    def _room(self) -> float:
        """The width that there is for a picture, in its own pixels."""
        beside = self._inspector.look.mode == Mode.BESIDE and self._inspector.parse >= 0
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        width = (self.panes.width() - 6) / 2 if beside else self.panes.width()
        return max((width - bar - 4) / self.panes.zoom, SMALLEST_WRAP)

    def _wrap_anew(self) -> None:
        if self._wrap and self.figure.diagrams and abs(self._room() - self._wrapped_at) > 1:
            self.redraw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Wraps the sentence anew once the size is settled."""
        super().resizeEvent(event)
        self._settle.start()

    def _place_anew(self) -> None:
        """Show the better layout of a lattice."""
        if self.figure.lattice is not None and self.figure.lattice.provisional:
            selected = self.selected
            moved = self._scrolled != self._begins_at and not self.panes.panes[0].at_start
            self._draw(keep_view=selected is not None or moved)
            if selected is not None:
                self.panes.show_element(selected, centred=self.figure.lattice.folded)

    @property
    def _scrolled(self) -> int | None:
        """How far the picture is scrolled to the side."""
        panes = self.panes.panes
        return panes[0].horizontalScrollBar().value() if panes else None

    def _follow_selection(self) -> None:
        """The neighbourhood of a large lattice moves to what is selected."""
        shown, look = self.figure.lattice, self._inspector.look
        token = shown.token_of(self._inspector.selection) if shown is not None else None
        if shown is None or not shown.folded or token in (None, shown.options.around):
            self._show_selection()
            return
        self._inspector.set_look(replace(look, lattice=replace(look.lattice, around=token)))
        if self.selected is not None:
            self.panes.show_element(self.selected, centred=True)

    def _show_reason(self, document: Document | None, pair: Pair | None) -> None:
        self.source.hide()
        if document is not None and (missing := self._missing_lattice(document)):
            self.reason.say("info", missing)
            return
        notes = [*_joined(pair), *self._surplus(document)] if document is not None and pair is not None else []
        if document is None or pair is None or pair.why_not is None:
            if notes:
                self.reason.say("info", "\n".join(notes))
            else:
                self.reason.hide()
            return
        what = "All counts as wrong" if pair.penalized else "Not scored"
        self.reason.say("warning", "\n".join([f"{what}: {pair.why_not}", *notes]))
        treebanks = [document.gold, *(other.treebank for other in document.parses[self._inspector.parse :][:1])]
        for treebank, sentence in zip(treebanks, (pair.gold, pair.parse), strict=False):
            if sentence is not None and not sentence.readable:
                faults = {
                    problem.line: problem.message for problem in treebank.problems if problem.line >= sentence.line
                }
                self.source.show_lines(source_lines(treebank, self._inspector.row), faults)
                break

    def _surplus(self, document: Document) -> Iterator[str]:
        """What the parse says that the gold lacks and that counts with this sentence."""
        count, texts = document.surplus(self._inspector.row, self._inspector.parse)
        if not count:
            return
        said = "; ".join(isolated(shorten(text, 60, placeholder=" …")) for text in texts)
        many = "a sentence" if count == 1 else f"{count:,} sentences"
        more = "; …" if count > len(texts) else ""
        yield f"The gold lacks {many} of the parse, wrong in the figures of this one: {said}{more}"

    def _missing_lattice(self, document: Document) -> str:
        """Why there is no lattice, where one is to be shown."""
        lattice, row = document.lattice, self._inspector.row
        wanted = self._inspector.structure is Structure.LATTICE
        if lattice is None or self._drawn.pair is None or not wanted or self.figure.lattice is not None:
            return ""
        return f"No lattice: {lattice.path}: {lattice_files.missing(lattice, row, complete=document.complete)}"

    def _show_selection(self) -> None:
        elements = [diagram.elements for diagram in self.panes.diagrams]
        shown = {key for known in elements for key in known} if self.figure.trees else ()
        key = nearest_shown(self.figure.trees, self.selected, shown)
        self.panes.select(key)
        self.panes.highlight(walking.related(key, elements))
        self.text.select(self._positions_in_text(key, elements))
        if key is not None:
            self.panes.show_element(key)

    def _positions_in_text(self, key: Key | None, elements: Sequence[Mapping[Key, Element]]) -> tuple[int, ...]:
        """The gold's words that an element is about: the text is the gold's."""
        positions = walking.positions_of(key, elements)
        trees = self.figure.trees
        if key is None or key.side != Side.PARSE or len(trees) < 2:
            return positions
        found = (counterpart(trees[1], position, trees[0]) for position in positions)
        return tuple(position for position in found if position is not None)

    def _show_card(self, key: Key | None, place: QPoint) -> None:
        known = (diagram.elements.get(key) for diagram in self.panes.diagrams if key is not None)
        element = next((element for element in known if element is not None), None)
        description = element.description if element else ""
        if self.figure.lattice is not None:
            rows = [(key.kind, description.removeprefix(f"{key.kind} "))] if key is not None and description else []
        elif self.figure.trees:
            rows = tree_card_rows(key, self.figure.trees, description)
        else:
            rows = card_rows(key, self.figure.pictures, description)
        self.card.show_rows(rows, place)


def _states(found: tuple[Difference, ...]) -> Mapping[int, State]:
    states: dict[int, State] = {}
    for difference in sorted((one for one in found if one.scored), key=lambda one: -len(one.word_states)):
        states |= difference.word_states  # of constituents inside each other, the smallest
    return states


def _joined(pair: Pair) -> Iterator[str]:
    """That sentences are shown as one."""
    if pair.parse is not None and (pair.gold.joined > 1 or pair.parse.joined > 1):
        ours, theirs = (counted(sentence.joined, "sentence") for sentence in (pair.gold, pair.parse))
        yield f"{ours} of the gold, {theirs} of the parse: split differently, so they are shown and scored as one."
