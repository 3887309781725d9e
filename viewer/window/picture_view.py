"""The middle of the window: the running sentence, why it has no score, and the pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from textwrap import shorten
from typing import Any, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from goldleaf.core.analysis.search.filtering import Filtered
from goldleaf.core.errors import counted
from goldleaf.viewer.canvas.fitting import LARGER, SEVERAL, SMALLEST, SMALLEST_FIT, WAYS, ZOOMS
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.overview import Overview, texts_by_word
from goldleaf.viewer.canvas.panes import Panes, Title
from goldleaf.viewer.diagram.bidi import isolated, mostly_right_to_left
from goldleaf.viewer.diagram.options import Layout, Mode
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figures.figure import DrawingCache
from goldleaf.viewer.labels import having
from goldleaf.viewer.panels.explanations import HoverCard, LegendBar
from goldleaf.viewer.panels.parts import MessageBar, fill, once
from goldleaf.viewer.panels.running_text import RunningText, SourceView
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.session.scores import why_not_scored
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.lattice_layouts import Placer
from goldleaf.viewer.style.appearance import Icons
from goldleaf.viewer.views import Look, View, forgotten, owners
from goldleaf.viewer.views.layers import fact_differences
from goldleaf.viewer.views.view import Drawing
from goldleaf.viewer.window.titles import titles_of

SOON = 25  # milliseconds, by which the picture has been painted
QUIET = 40  # milliseconds between two sentences that are drawn ahead
SETTLED = 60  # milliseconds without another size
SMALLEST_WRAP = 160.0  # pixels of a picture
LEGIBLE = 9.0  # pixels of letters beside nodes, whose numbers are smaller still
LEGEND = 36  # pixels that a legend of one line has
LOW, A_WORD = 480, 5  # pixels of height under which the legend stands beside an overview that has so many for a word
WORTH = 1.4  # times as large rows that cut nothing must be, to be made of a single one
AS_MUCH = 0.75  # of what is seen, times its zoom
LOW_ROWS = 0.6  # of the view's height, so that there is room for another row
ONE_ROW = 0.85  # down to which all in a single row is better than larger rows
UNCUT = 1.15  # times as much are words worth that stand upright, where no arc is cut
FEW_ROWS = 2  # that may be small if all are seen
SMALL = 0.75  # versions that would be smaller stand upright, and what would be smaller then is scrolled
NOTHING = Drawing()


class Arrangement(NamedTuple):
    """How a sentence has come to be laid out where nobody has chosen it: whether arcs and words are as near as can be
    read, its layout for want of height, and the part of the width that its rows have, which are larger then, or smaller
    where they have more than there is; and the zoom down to which it is fitted to be all seen."""

    close: bool = False
    layout: Layout = Layout.AUTO
    share: float = 1.0
    least: float = SMALLEST_FIT


class PictureView(QWidget):
    """Draws what the inspector shows, and sets its differences under the metric that is chosen. ``drawing`` is what is
    drawn of the sentence; ``differences_changed`` carries them, ``menu_wanted`` the event that asks for a menu."""

    differences_changed = Signal(tuple)
    menu_wanted = Signal(QContextMenuEvent)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self.theme = load("light")
        self._wrap = False
        self._arrangement = Arrangement()
        self._drawn_as: Look | None = None
        self._view = ("", False)  # in which the sentence was drawn last, and whether with all sides
        self._by_hand: dict[tuple[str, bool], float] = {}  # the zooms that somebody gave the sentence
        self.placer = Placer(self)
        self._cache = DrawingCache(measure, self.placer)
        self.drawing = NOTHING
        self._hits: list[list[Key]] = []  # the elements of each thing that the filter has found here
        self._hits_of: tuple[int, Filtered | None] = (-1, None)  # the sentence and what was found
        self._ahead: list[int] | None = None  # rows to be drawn before they are asked for; None if not yet known
        self.text = RunningText()
        self.reason = MessageBar("Why the sentence has no score", closable=False)
        self.source = SourceView()
        self.panes = having(Panes(self.theme), accessibleName="Pictures")
        self.overview = having(Overview(), visible=False)
        self.legend = LegendBar()
        self.legend.hide()
        self.card = HoverCard(self)
        self._resized = False  # since the sentence was opened, or wrapped
        self._told: Drawing | None = None
        self._begins_at: int | None = None  # where the view of a sentence began
        self._later = once(self, SOON, self._draw_ahead)
        self._settle = once(self, SETTLED, self._wrap_anew)
        self._oversee = once(self, 0, self._show_overview)
        self._below = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._below.addWidget(self.overview, 1)
        self._below.addWidget(self.legend, 2)
        fill(self, self.reason, self.text, self.source, self.panes, self._below, tall=self.panes)
        self.text.word_chosen.connect(self.select_word)
        self.panes.selected.connect(inspector.select)
        self.panes.hovered.connect(self._show_card)
        self.panes.activated.connect(self._activate)
        self.panes.unfold_wanted.connect(self.unfold)
        self.panes.zoomed.connect(lambda _: self._settle.start())
        self.panes.moved.connect(self._oversee.start)
        self.panes.fit_wanted.connect(self.fit)
        self.overview.wanted.connect(self._go_to)
        self.placer.arrived.connect(self._place_anew)
        inspector.document_changed.connect(self._cache.forget)
        inspector.document_changed.connect(self.placer.forget)
        inspector.sentence_changed.connect(self._show_sentence)
        inspector.look_changed.connect(self.redraw)
        inspector.metric_changed.connect(self.redraw)
        inspector.selection_changed.connect(self._follow_selection)
        inspector.rows_changed.connect(self._light)

    @property
    def titles(self) -> tuple[Title, ...]:
        """The titles of what is drawn, with what is hidden of it."""
        return titles_of(self.drawing, self._inspector, self.theme)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.theme = theme
        self.reason.set_icons(icons)
        self.text.set_theme(theme)
        self.source.mark = theme.selection
        self.redraw()

    def set_wrap(self, wrap: bool) -> None:
        """Continue sentences that are wider than the pictures' place in a new row, fold large trees."""
        self._wrap = wrap
        self.redraw()

    def set_legend(self, shown: bool) -> None:
        self.legend.setVisible(shown)
        self._explain()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        self.card.hide()
        for pane in self.panes.panes:
            place = pane.viewport().mapFromGlobal(event.globalPos())
            if pane.viewport().rect().contains(place) and (key := pane.key_at(QPointF(place))) is not None:
                self._inspector.select(key)
        self.menu_wanted.emit(event)

    def redraw(self) -> None:
        before, now = self._view, (self._inspector.view.name, self._inspector.everyone)
        if now == before:
            layout = self.layout()
            # Whether an overview is wanted is asked without it, as where a sentence is opened.
            if self.panes.fitted and layout is not None and not self.overview.isHidden():
                self.overview.hide()
                layout.activate()
                self._oversee.start()
            self._draw_anew()
            return
        # As where a sentence is opened in this view, whatever room the last one left, or as large as it was made there.
        if not self.panes.fitted:
            self._by_hand[before] = self.panes.zoom
        self._open()
        if now in self._by_hand:
            self.panes.zoom_to(self._by_hand.pop(now))

    def _draw_anew(self) -> None:
        upright = self.drawing.upright
        self._draw(keep_view=True)
        # What stood at a place across the page stands elsewhere down it.
        if self.drawing.upright != upright and self._inspector.selection is None:
            self.panes.scroll_to_start()

    def select_word(self, position: int | None) -> None:
        if position is not None:
            self._inspector.select(self.drawing.word(position, self.focused_side))

    def unfold(self) -> None:
        self._change(lambda view, options: view.revealed(options, self.drawing))

    def _activate(self, key: Key | None) -> None:
        if key is not None:
            self._change(lambda view, options: view.activated(options, self.drawing, key))

    def _change(self, change: Callable[[View, Any], Any]) -> bool:
        """Change the options of the views that draw; False if nothing changes."""
        look = self._inspector.look
        for view in owners(self._inspector.view):
            options = change(view, view.own(look))
            look = look.with_own(view.name, options) if options != view.own(look) else look
        changed = look != self._inspector.look
        self._inspector.set_look(look)
        return changed

    @property
    def focused_side(self) -> Side:
        """Whose picture has the focus; the gold's without one."""
        for pane, diagram in zip(self.panes.panes, self.panes.diagrams, strict=True):
            if pane.hasFocus():
                return next((key.side for key in diagram.elements if key.kind == "word"), Side.GOLD)
        return Side.GOLD

    def focus(self) -> None:
        # Give a picture the focus, so that single keys act.
        if self.panes.panes and not any(pane.hasFocus() for pane in self.panes.panes):
            self.panes.panes[0].setFocus()

    def _show_sentence(self) -> None:
        self._by_hand.clear()
        self._open()

    def _open(self) -> None:
        self.card.hide()
        self.panes.least = SMALLEST_FIT
        self._resized = False
        self.overview.hide()  # whether it is wanted is asked without it
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self._draw(keep_view=False)
        height = self.panes.height()
        layout.activate()  # the words above have other lines than the last sentence's
        if self._outdated or self.panes.height() != height:
            self._draw(keep_view=False)
        if self._several:
            self._fit_again()
        self._show_overview()

    def _draw(self, *, keep_view: bool) -> None:
        inspector, document, row = self._inspector, self._inspector.document, self._inspector.row
        self.drawing = NOTHING
        fitted = self.panes.fitted or not keep_view
        if document is not None and row < len(document):
            if fitted:
                self._arrangement = self._arranged(row, self._look(fitted=True))
            self.drawing = self._drawn(row, self._arranged_look(fitted=fitted))
        self._drawn_as = self._arranged_look(fitted=fitted)
        # What a metric counts is listed also where it has no picture, or the sentence has none.
        undrawn = inspector.undrawn_metric if not inspector.layers else None
        pair = inspector.pair
        counted_by = inspector.pair_by(undrawn) if undrawn is not None else None
        if not self.drawing.diagrams and not inspector.layers:
            counted_by = counted_by or pair
        inspector.differences = self.drawing.differences
        if counted_by is not None:
            inspector.differences = fact_differences(counted_by, inspector.wording)
        states: dict[int, dict[State, None]] = {}
        marks: dict[int, dict[State, None]] = {}
        trees = "room" in inspector.view.heeds
        scored = [each for each in inspector.differences if each.scored]
        scored.sort(key=lambda each: -len(each.word_states))
        # Each tag is boxed beside its word in trees.
        boxed = inspector.wording.wrong_tag if trees and not inspector.layers else None
        spans = [each.word_states.keys() for each in scored if each.verdict != boxed]
        for difference in scored:
            own = difference.word_states
            # Constituents inside each other would colour all words: marked are those in which none but words differ.
            inner = (other for other in spans if len(other) > 1 and other < own.keys())
            if not trees or (own.keys() in spans and not any(inner)):
                for position, state in own.items():
                    states.setdefault(position, {})[state] = None
            for position, state in [*own.items()][:1]:  # in small each stands where it begins
                marks.setdefault(position, {})[state] = None
        self.text.show_sentence(pair.gold if pair is not None else None, states)
        self.text.setVisible(bool(self.text.toPlainText()))
        words = {word.position: word.form for word in pair.gold.words} if pair is not None else {}
        self.overview.show_sentence(words, marks, self.theme, right_to_left=mostly_right_to_left(words.values()))
        self._show_reason(document, pair)
        titles, beside = self.titles, self.drawing.beside
        self.panes.whole = self._arrangement.least
        self.panes.set_diagrams(self.drawing.diagrams, self.theme, titles=titles, beside=beside, keep_view=keep_view)
        # Who has not moved since may be shown a better layout from its beginning (`_place_anew`).
        self._begins_at = None
        self._view = inspector.view.name, inspector.everyone
        if not keep_view:
            self._begin()
            self._hits_of = -1, None  # what was found is brought into view again
        self._light()
        self._show_selection()
        self._later.start(SOON)
        # There are now more pictures beside each other, or fewer.
        if self._drawn_as != self.look:
            self._settle.start()

    def _draw_ahead(self) -> None:
        # When all is quiet: tell of the differences, then draw the sentences that are likely to come next.
        document = self._inspector.document
        if self._told is not self.drawing:
            self._told = self.drawing
            self.differences_changed.emit(self._inspector.differences)
            self._ahead = None
            self._later.start(QUIET)
            return
        if self._ahead is None:
            self._ahead = self._inspector.likely_next()
        if document is not None and self._ahead:
            row, look = self._ahead.pop(0), forgotten(self._look(fitted=True))
            way = self._arranged(row, look)
            ahead = self._drawn(row, self._with(look, way))
            self.panes.prepare(ahead.diagrams, self.theme, names=ahead.titles, beside=ahead.beside, least=way.least)
            self._later.start(QUIET)

    def _explain(self) -> None:
        if not self.legend.isHidden():
            shapes = [shape for diagram in self.drawing.diagrams for shape in diagram.shapes]
            self.legend.show_shapes(shapes, self.theme, self.drawing.wording, found=bool(self._hits))

    @property
    def look(self) -> Look:
        """How the sentence is drawn; wrapped or folded at the width that there is for a picture now."""
        return self._arranged_look(fitted=self.panes.fitted)

    def _arranged_look(self, *, fitted: bool) -> Look:
        look, arrangement = self._look(fitted=fitted), self._arrangement
        if not self._wrap or "wrap" not in self._inspector.view.heeds:
            return look
        return self._with(look, arrangement if fitted else arrangement._replace(share=1.0))

    @property
    def chosen_look(self) -> Look:
        """The inspector's, with the layout that the sentence has come to have."""
        look, layout = self._inspector.look, Layout.UPRIGHT if self.drawing.upright else Layout.ACROSS
        return replace(look, options=replace(look.options, layout=layout))

    def _look(self, *, fitted: bool) -> Look:
        look = replace(self._inspector.look, layers=self._inspector.layers, everyone=self._inspector.everyone)
        heeds = self._inspector.view.heeds
        if not self._wrap or not heeds & {"wrap", "room"}:
            return look
        beside = look.mode == Mode.BESIDE and self._inspector.parse >= 0 and "compare" in heeds
        across = max(len(self.panes.panes), 2) if beside else 1
        # What is folded stays so when one looks closer.
        folds = "room" in heeds
        room = max(self.panes.room(fitted=fitted or folds, across=across), SMALLEST_WRAP)
        changes: dict[str, Any] = {"wrap": room}
        if folds:
            # Legend and overview are as high as the drawing makes them, on which the height must not depend.
            legend = 0 if self.legend.isHidden() else self.legend.height() - LEGEND
            beside = self._below.direction() == QBoxLayout.Direction.LeftToRight and not self.legend.isHidden()
            legend = min(legend, 0) if beside else legend
            overview = 0 if self.overview.isHidden() or beside else self.overview.height()
            headroom, between = self.panes.headroom(legend + overview)
            changes = {"room": room, "headroom": headroom, "between": between}
        return replace(look, options=replace(look.options, **changes))

    def _wrap_anew(self) -> None:
        began = self._begins_at is not None and self._begins_at == self._scrolled
        at_top = all(bar.value() == bar.minimum() for bar in (one.verticalScrollBar() for one in self.panes.panes))
        if self._outdated:
            self._draw_anew()
            if self.panes.fitted:
                self._fit_again()
        if began and self.panes.fitted:
            self._begin()
        # With the titles over its lines, or with the root, from which a smaller picture shrinks away.
        if at_top and (self.drawing.upright or (began and self.drawing.start is None)):
            self.panes.scroll_to_start()
        if self.panes.fitted and self._resized:  # what was chosen, or found, is still looked for
            if (key := self.drawing.shown(self._inspector.selection)) is not None:
                self.panes.show_element(key)
            self._show_found()
        self._resized = False

    @property
    def _outdated(self) -> bool:
        """Whether there is room for another drawing than that which is shown."""
        if not self.drawing.diagrams or self._drawn_as != self.look:
            return bool(self.drawing.diagrams)
        row, look = self._inspector.row, self._look(fitted=True)
        return self.panes.fitted and self._arrangement != self._arranged(row, look)

    def _with(self, look: Look, arrangement: Arrangement) -> Look:
        """The look as a sentence is arranged, with the layout that is chosen if one is."""
        options, (close, layout, share, _) = look.options, arrangement
        layout = layout if options.layout is Layout.AUTO else options.layout
        return replace(
            look, options=replace(options, tight=close, layout=layout, wrap=options.wrap and share * options.wrap)
        )

    def _arranged(self, row: int, look: Look) -> Arrangement:
        """How a sentence that does not fit is drawn: all of it if it can be seen then, with arcs and words close
        together or in smaller ones; else in rows, or upright, whichever shows more words, and larger ones. Lattices,
        whose rows cut nothing, have as many as make them largest. Asked before anything is shown, so that a sentence is
        painted once."""
        document, heeds = self._inspector.document, self._inspector.view.heeds
        wraps = self._wrap and "wrap" in heeds and self.panes.least == SMALLEST_FIT
        if not wraps or document is None:
            return Arrangement()

        def drawn(way: Arrangement) -> Drawing:
            return self._drawn(row, self._with(look, way))

        def asked(way: Arrangement, measured: Callable[..., float], **more: float) -> float:
            shown = drawn(way)
            return measured(shown.diagrams, self.theme, names=shown.titles, beside=shown.beside, **more)

        def worth(way: Arrangement) -> float:
            uncut = UNCUT if drawn(way).upright else 1.0
            return asked(way, self.panes.worth, least=way.least, less=overview) * uncut

        def enlarged(way: Arrangement) -> Arrangement:
            """Words down the page are larger where their lines are closer."""
            small = drawn(way).upright and largest(way) < 1.0
            return max(way, way._replace(close=True), key=largest) if small else way

        # What is scrolled will have an overview below it, unless that stands beside the legend.
        overview = self.overview.sizeHint().height() * (self.overview.isHidden() and self.height() >= LOW)
        largest = partial(asked, measured=self.panes.largest)
        everyone, upright = self._inspector.everyone, Arrangement(layout=Layout.UPRIGHT)
        # Most of two versions is alike: what is small is compared more easily where both stand in one line.
        versions = "layout" in heeds and self._inspector.of_versions
        smallest = SMALL * (versions and look.options.layout is Layout.AUTO)
        for close, least in WAYS:
            # Of more than two sides the rows are too far apart for what is hardly read.
            arranged = Arrangement(close, least=SMALLEST_FIT if everyone else least)
            if largest(arranged) < max(arranged.least, smallest, SMALL * drawn(arranged).upright):
                continue
            arranged = enlarged(arranged)
            strips = max((len(each.strips) for each in drawn(arranged).diagrams), default=0)
            # Many small rows are followed no more easily than words down the page, which are larger.
            fits = largest(upright) >= SMALLEST_FIT
            if strips and close and not everyone and largest(arranged) < SMALLEST_FIT and (fits or strips > FEW_ROWS):
                return enlarged(upright._replace(close=not fits))
            if strips and "layout" in heeds:
                least = SMALL if versions else ONE_ROW
                row_alone = Arrangement(close=True, share=SMALLEST_FIT / least, least=least)
                if largest(row_alone) >= least and not any(each.strips for each in drawn(row_alone).diagrams):
                    return row_alone
            least = 0.0 if strips else WORTH * largest(arranged)
            # To draw more rows takes time: only where all are small and there is room for another.
            zoom, heights = largest(arranged), [each.height for each in drawn(arranged).diagrams]
            tall = zoom * (max(heights, default=0.0) if drawn(arranged).beside else sum(heights))
            again = "layout" not in heeds or (strips > 0 and zoom < 1.0 and tall < LOW_ROWS * self.panes.height())
            rows = [arranged._replace(share=SMALLEST_FIT / zoom) for zoom in LARGER * again]
            return next((way for way in rows if largest(way) >= max(SMALLEST_FIT / way.share, least)), arranged)
        down = [Arrangement(close, Layout.UPRIGHT, least=max(least, SMALL)) for close, least in WAYS]
        if whole := next((way for way in down if largest(way) >= way.least), None):
            return enlarged(whole)
        ways = [upright._replace(close=True), Arrangement(close=True)]
        if look.options.layout is Layout.ACROSS:  # rows that are scrolled all the same are larger where as much is seen
            rows = [ways[1]._replace(share=SMALLEST_FIT / zoom, least=zoom) for zoom in (1.0, 0.9, SMALLEST_FIT)]
            found = [*map(worth, rows)]
            return next(way for way, value in zip(rows, found, strict=True) if value >= AS_MUCH * max(found))
        return ways[0] if everyone or smallest or drawn(ways[1]).upright else max(ways, key=worth)

    def _drawn(self, row: int, look: Look) -> Drawing:
        document, inspector = self._inspector.document, self._inspector
        assert document is not None
        chosen = inspector.chosen_metric
        return self._cache.draw(document, row, inspector.parse, look, self.theme, chosen, inspector.outcome(row))

    def fit(self) -> None:
        """Zoom so that all is seen, whatever the scale: at the width at which it is largest where it wraps or folds."""
        self._fit(ZOOMS if self._wrap and self._inspector.view.heeds & {"wrap", "room"} else (SMALLEST,))

    def _fit(self, zooms: Iterable[float]) -> None:
        # Fit at the first zoom at whose width all is seen, or at the last.
        for self.panes.least in zooms:
            self.panes.fit()
            if self._drawn_as != self.look:
                self._draw_anew()
                self.panes.fit()
            if not self.panes.larger:
                break

    def _fit_again(self) -> None:
        # Fit as before; several pictures are a little smaller if they can all be seen then.
        if not self._several or self.panes.least < SEVERAL:
            self.fit() if self.panes.least < SMALLEST_FIT else self.panes.fit()
            return
        shapes = (shape for diagram in self.drawing.diagrams for shape in diagram.shapes)
        beside = any(shape.role is Role.INDEX for shape in shapes)  # whose golds are told by raised numbers
        least = LEGIBLE / self.theme.font(Role.INDEX).size if beside else SMALLEST_FIT
        self._fit([least])
        # What cannot be enough is not tried: of trees half goes where there is little room, of an outline less.
        hopeless, panes = SEVERAL * (0.9 if self.drawing.upright else 0.5), self.panes.panes
        if self.panes.larger and not beside and all(pane.fitting_zoom(SMALLEST) > hopeless for pane in panes):
            self._fit((0.7, SEVERAL, least))

    @property
    def _several(self) -> bool:
        """Whether there are more pictures than two: an outline of trees shows two in the first pane."""
        return len(self.panes.panes) > (1 if self.drawing.upright and "room" in self._inspector.view.heeds else 2)

    def _begin(self) -> None:
        if self.drawing.start is not None:
            self.panes.scroll_to_start()
            self.panes.show_element(self.drawing.start, centred=True)
            # A tree begins at its root, however far down the first difference is.
            for pane in self.panes.panes if "room" in self._inspector.view.heeds else ():
                pane.verticalScrollBar().setValue(pane.verticalScrollBar().minimum())
        self._begins_at = self._scrolled

    def _show_overview(self) -> None:
        # Where a picture is larger than its pane: which of its words are in view.
        panes = self.panes.panes
        self.overview.setVisible(self.panes.larger)
        if self.panes.larger:
            texts = texts_by_word(panes[0].diagram)
            way, beside = QBoxLayout.Direction, self.height() < LOW and A_WORD * len(texts) <= self.width() / 3
            self._below.setDirection(way.LeftToRight if beside else way.TopToBottom)
            # A word of which one side is in view has yet to be compared.
            seen = {position for position, sides in texts.items() if all(map(panes[0].in_view, sides))}
            # Words that are folded are between two that are seen.
            between = (range(*both) for both in pairwise(sorted(texts)) if seen.issuperset(both))
            self.overview.show_view(sorted(seen.union(*between)))

    def _go_to(self, position: int) -> None:
        begin = [each for each in self._inspector.differences if position in [*each.word_states][:1]]
        begin.sort(key=lambda each: len(each.word_states))
        keys = [key for each in begin for key in each.keys if key in self.drawing.keys]
        texts = texts_by_word(self.panes.panes[0].diagram).get(position, ())
        for key in [*keys, *(text.key for text in texts if text.key is not None)][:1]:
            self.panes.show_element(key, centred=True)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        # Wraps the sentence anew once the size is settled.
        super().resizeEvent(event)
        self._resized = True
        self._settle.start()

    def _place_anew(self) -> None:
        if self.drawing.provisional:
            selected = self.drawing.shown(self._inspector.selection)
            moved = self._scrolled != self._begins_at and not self.panes.panes[0].at_start
            self._draw(keep_view=selected is not None or moved)
            if selected is not None:
                self.panes.show_element(selected, centred=self.drawing.start is not None)

    @property
    def _scrolled(self) -> int | None:
        panes = self.panes.panes
        return panes[0].horizontalScrollBar().value() if panes else None

    def _follow_selection(self) -> None:
        # Show what is selected, and draw anew where that moves what is drawn in full.
        selection = self._inspector.selection
        if not self._change(lambda view, options: view.following(options, self.drawing, selection)):
            self._show_selection()
        elif (shown := self.drawing.shown(selection)) is not None:
            self.panes.show_element(shown, centred=True)

    def _show_reason(self, document: Document | None, pair: Pair | None) -> None:
        self.source.hide()
        if self.drawing.note:
            self.reason.say("info", self.drawing.note)
            return
        if document is None or pair is None:
            self.reason.hide()
            return
        wording = self._inspector.wording
        notes = []
        if document.versions is None and pair.parse is not None and (pair.gold.parts or pair.parse.parts):
            ours, theirs = (counted(max(len(one.parts), 1), "sentence") for one in (pair.gold, pair.parse))
            (first, end), _ = document.parses[self._inspector.parse].units.rows(self._inspector.row)
            numbers = f" ({first + 1}–{end})" if end - first > 1 else ""
            sides = f"{ours} of {wording.the_gold}{numbers}, {theirs} of {wording.the_parse}"
            notes.append(f"{sides}: split differently, so they are shown and scored as one.")
        if document.without_gold_path and pair.parse is not None:
            notes.append(f"{why_not_scored(document)} There is nothing to compare a parse with.")
        surplus, texts = document.surplus(self._inspector.row, self._inspector.parse)
        if surplus:
            many = "a sentence" if surplus == 1 else f"{surplus:,} sentences"
            lacks = wording.told(f"The gold lacks {many} of the parse, wrong in the figures of this one: ")
            begins = "; ".join(isolated(shorten(text, 60, placeholder=" …")) for text in texts)
            notes.append(lacks + begins + ("; …" if surplus > len(texts) else ""))
        chosen, drawn = self._inspector.undrawn_metric, self._inspector.drawn_metric
        if not self._inspector.layers and chosen is not None and drawn is not None and self._inspector.parse >= 0:
            of_drawn = f"what is marked here is what {drawn.title} counts."
            notes.append(f"{chosen.title} has no picture of these files: {of_drawn}")
        if pair.unread is not None:
            notes += [pair.unread.said] if pair.why_not != pair.unread.said else []
            faults = {problem.line: problem.message for problem in pair.unread.treebank.problems}
            self.source.show_lines(pair.unread.lines(), faults)
        if pair.why_not is not None and (pair.parse is not None or document.versions is None):
            what = "All counts as wrong" if pair.penalized else "Not scored"
            self.reason.say("warning", "\n".join([wording.told(f"{what}: {pair.why_not}"), *notes]))
        elif notes:
            self.reason.say("info", "\n".join(notes))
        else:
            self.reason.hide()

    def _show_selection(self) -> None:
        key = self.drawing.shown(self._inspector.selection)
        self.panes.select(key)
        self.panes.highlight(self.drawing.related(key))
        self.text.select(self.drawing.in_text(key))
        if key is not None:
            self.panes.show_element(key)

    def _light(self) -> None:
        # Mark what the filter has found; of what was not shown before, bring the first into view if none is.
        self._hits = [keys for keys in map(self.drawing.lit, self._inspector.hits) if keys]
        self.panes.light({key for keys in self._hits for key in keys})
        self._explain()
        shown = self._inspector.row, self._inspector.found
        if shown != self._hits_of:
            self._hits_of = shown
            self._show_found()

    def _show_found(self) -> None:
        found = {key for keys in self._hits for key in keys}
        if found and self._inspector.selection is None and not any(pane.seen(found) for pane in self.panes.panes):
            self.panes.show_element(self._hits[0][0])

    def step_to_hit(self, by: int) -> bool:
        """Select the next (1) or previous (−1) thing that the filter has found here; False if there is none."""
        here = [place for place, keys in enumerate(self._hits) if self._inspector.selection in keys]
        place = (here[0 if by < 0 else -1] + by) if here else (0 if by > 0 else len(self._hits) - 1)
        if not 0 <= place < len(self._hits):
            return False
        self._inspector.select(self._hits[place][0])
        return True

    def _show_card(self, key: Key | None, place: QPoint) -> None:
        known = (elements.get(key) for elements in self.drawing.elements if key is not None)
        element = next((element for element in known if element is not None), None)
        rows = self.drawing.card(key, element.description if element else "") if key is not None else []
        seen: list[list[QRect]] = []
        if rows and element is not None and key is not None:
            # The card must not hide the element, nor the words that it is about, in any picture.
            words = [Key(side, "word", f"{position}") for position in element.positions for side in Side]
            about = {key, *words, *(related for word in words for related in self.drawing.related(word))}
            seen = [pane.seen(about) for pane in self.panes.panes]
        self.card.show_rows(rows, place, seen)
