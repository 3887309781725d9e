"""Mending a sentence in its pictures: a word is drawn to its head, a label is written where it stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, Qt

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Word
from goldleaf.viewer.actions.action import Action, Context
from goldleaf.viewer.canvas.glow import area_of
from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.options import Row
from goldleaf.viewer.diagram.shapes import Key, Path, Polygon, Role, Segment, Shape, Side, State, Text
from goldleaf.viewer.diagram.walking import Way
from goldleaf.viewer.panels.cell_editor import CellEditor
from goldleaf.viewer.state.mending import NAMES, Cell, Mending
from goldleaf.viewer.window.desk import Desk

NEAR = 28  # pixels of the screen from a word within which it is meant
HEAD = 5.0  # pixels of the picture: half the width of an arrowhead
RISE, STEEP, HIGHEST = 26.0, 0.2, 130.0  # how high an arc is: at least, for each pixel across, at most
_WAYS = {
    Qt.Key.Key_Up: Way.HEAD, Qt.Key.Key_Down: Way.DEPENDENT, Qt.Key.Key_Left: Way.LEFT, Qt.Key.Key_Right: Way.RIGHT
}  # fmt: skip
_CELLS = (Layer.TAG, Layer.LEMMA, Layer.FEATURES)
_ROWS = {Layer.TAG: (Row.TAG, Row.FINE_TAG), Layer.LEMMA: (Row.LEMMA,), Layer.FEATURES: (Row.FEATURES,)}
_ROLES = {Layer.TAG: Role.TAG, Layer.LEMMA: Role.LEMMA, Layer.FEATURES: Role.FEATURE}


class MendingHandler:
    """Draws what is about to be mended, asks for labels, and makes acts of the review of it; ``begin`` begins a review
    where there is none, and says whether there is one then."""

    def __init__(self, desk: Desk, begin: Callable[[], bool]) -> None:
        self._desk, self._begin = desk, begin
        self.mending = Mending(desk.inspector, desk.reviewing)
        self.editor = CellEditor(desk.pictures)
        self._cell: Cell | None = None  # that is being mended,
        self._head: int | None = None  # and the head that it is to have; None where only its value is asked for
        self._pane: Pane | None = None  # in which it is drawn,
        self._side = Side.GOLD  # and over whose words
        panes = desk.pictures.panes
        panes.pulled.connect(self._pulled)
        panes.dropped.connect(self._dropped)
        panes.pull_ended.connect(self._clear)
        self.editor.kept.connect(self._kept)
        self.editor.stepped.connect(self._stepped)
        self.editor.walked.connect(self._walked)
        self.editor.ended.connect(self._ended)
        for changed in (desk.inspector.sentence_changed, desk.inspector.document_changed, desk.inspector.look_changed):
            changed.connect(self.editor.leave)

    def actions(self) -> list[Action]:
        mend = partial(Action, menu="Review", why_not=lambda: self.mending.why_not, context=Context.PICTURE, group=1,
                       for_blind=True)  # fmt: skip
        return [
            mend("review.reading", "Another reading…", short="Other…", keys=("Y",), run=self.ask_reading,
                 description="Say of what is selected what no side says: a head and label, a tag, a constituent."),
            mend("review.head", "Another head…", keys=("H",), run=self.ask_head,
                 description="Walk with the arrows from the selected word to its head; 0 is the root. Or draw it there "
                 "with the mouse."),
            mend("review.mend", "Mend what is written…", keys=("Return", "Enter"), run=self.ask_value,
                 description="Write another label, tag, lemma or features where they stand; Tab goes from one to the "
                 "next."),
        ]  # fmt: skip

    # What is asked for

    def ask_reading(self) -> None:
        place = next(iter(self._desk.reviewing.places), None)
        if place is not None and place.layer is not None and place.layer is not Layer.ARC and place.item:
            self._ask(place.layer, place.item)
        else:
            self.ask_head()

    def ask_head(self) -> None:
        """Ask for the head of the selected word, then for its label."""
        word = self._word()
        cell = self.mending.cell(Layer.ARC, word.name) if word is not None else None
        if cell is None:
            self._desk.tell("Select a word first, or what is to be mended")
            return
        self._start(cell, head=cell.head)
        self.editor.ask(f"Head of {isolated(cell.called)}: arrows, 0, Return", self._form(cell.head), (),
                        lambda _: self._odd(cell.now), walks=True)  # fmt: skip
        self._show_head()

    def ask_value(self) -> None:
        """Ask for what is written where the selection is: the label of an arc, the first row under a word."""
        key, place, word = self._desk.inspector.selection, next(iter(self._desk.reviewing.places), None), self._word()
        if word is None and place is not None and place.layer is not None and place.item:
            self._ask(place.layer, place.item)
            return
        if word is None or key is None:
            self._desk.tell("Select a word first, or what is to be mended")
            return
        shown = self._desk.inspector.look.options.rows
        rows = [layer for layer in _CELLS if {*_ROWS[layer]} & {*shown}]
        first = {"arc": Layer.ARC, "word": next(iter(rows), Layer.ARC)}.get(key.kind) or Layer(key.kind)
        for layer in dict.fromkeys((first, Layer.ARC)):
            if self._ask(layer, word.name):
                return

    def _ask(self, layer: Layer, item: str, head: int | None = None) -> bool:
        """Ask for a value; False where there is none to be mended."""
        cell = self.mending.cell(layer, item)
        if cell is None:
            self._desk.tell(f"The file has no place for {NAMES.get(layer, layer)} here")
            return False
        self._start(cell, head=head)
        self.editor.ask(f"{NAMES[layer].capitalize()} of {isolated(cell.called)}", cell.now, cell.known, self._odd)
        self._place()
        return True

    def _start(self, cell: Cell, head: int | None) -> None:
        self._cell, self._head = cell, head
        panes = self._desk.pictures.panes.panes
        focused = next((pane for pane in panes if pane.hasFocus()), None)
        there = [pane for pane in panes if self._own(pane, cell)]
        known = self._pane if self._pane in there else focused if focused in there else None
        if known is None or known is not self._pane:
            self._pane = known or next(iter(there), None) or next(iter(panes), None)
            sides = [key.side for key in self._pane.diagram.elements if key.kind == "word"] if self._pane else []
            selection = self._desk.inspector.selection
            selected = selection.side if selection is not None else Side.GOLD
            self._side = selected if selected in sides else next(iter(sides), selected)

    def _odd(self, value: str) -> list[str]:
        """What is odd about the value that is written."""
        assert self._cell is not None
        head = self._head if self._cell.layer is Layer.ARC else None
        # What is being written may become something known.
        whole = value if not any(known.startswith(value) for known in self._cell.known) else ""
        told = self.mending.warnings(self._cell, whole, head)
        return ([why] if value and (why := self.mending.refused(self._cell, value)) else []) + told

    # What is drawn to a head

    def _pulled(self, pane: Pane, place: QPointF) -> None:
        """Draw the arc as it would be, and what would be odd about it."""
        if not self._take(pane):
            return
        assert self._cell is not None
        self._head = self._target(pane, place)
        self._sketch(place)
        odd = self._odd(self._cell.now) if self._head is not None else []
        self._desk.tell(f"{isolated(self._cell.called)} ← {'; '.join([self._form(self._head), *odd])}")

    def _dropped(self, pane: Pane, place: QPointF) -> None:
        head = self._target(pane, place) if self._take(pane) else None
        cell = self._cell
        if cell is None or head is None:
            self._clear()
            return
        self._ask(Layer.ARC, cell.item, head)

    def _take(self, pane: Pane) -> bool:
        """Whether a word is drawn to another one: from the word, or from its arc."""
        if self.editor.isVisible():
            self.editor.leave()
        if Layer.ARC is not self._desk.inspector.view.mended or pane.pulled_from is None:
            return False
        if self._pane is not pane or self._cell is None:
            key = pane.key_at(pane.pulled_from)
            word, self._side = self.mending.word(key), key.side if key is not None else Side.GOLD
            self._cell = self.mending.cell(Layer.ARC, word.name) if word is not None else None
            self._pane = pane
        return self._cell is not None

    def _target(self, pane: Pane, place: QPointF) -> int | None:
        """The head that is meant by a place of the viewport; None for none."""
        assert self._cell is not None
        own = self._area(pane, f"{self._cell.item}")
        word = self.mending.word(pane.word_at(place, NEAR))
        if word is not None:
            return word.position if word.name != self._cell.item else None
        if own is None:
            return None
        # A root's arrow comes from straight above, of words down the page from the side.
        point = pane.point_at(place) - own.center()
        across, along = (point.y(), point.x()) if self._desk.pictures.drawing.upright else (point.x(), point.y())
        room = own.height() if self._desk.pictures.drawing.upright else max(own.width() / 2, NEAR / pane.zoom)
        return 0 if abs(across) <= room and abs(along) * pane.zoom > NEAR else None

    def _walked(self, key: int) -> None:
        """Go on from the head to another one."""
        cell, drawing, pane = self._cell, self._desk.pictures.drawing, self._pane
        if cell is None or pane is None:
            return
        if key == Qt.Key.Key_0:
            self._head = 0
        else:
            way, at = _WAYS[Qt.Key(key)], self._head or int(cell.item)
            for _ in range(2):  # over the word itself
                reached = self.mending.word(drawing.walk(self._key(at), way, self._side))
                at = reached.position if reached is not None else at if way is not Way.HEAD else 0
                if f"{at}" != cell.item or not reached:
                    break
            self._head = at if f"{at}" != cell.item else self._head
        self._show_head()

    def _show_head(self) -> None:
        assert self._cell is not None and self._pane is not None
        self.editor.line.setText(self._form(self._head))
        if self._head:
            self._desk.pictures.panes.show_element(self._key(self._head))
        self._place()
        self._sketch(None)
        self.editor.look()

    # What was said

    def _kept(self, value: str) -> None:
        """Keep a value, or go on from the head to its label."""
        cell, head = self._cell, self._head
        if cell is None:
            return
        if self.editor.walks:
            self._ask(Layer.ARC, cell.item, head)
            return
        if not value and (why := self.mending.refused(cell, value)):
            self._desk.tell(why.capitalize())
            return
        if self.mending.refused(cell, value):
            return  # it is told beside the line
        self.editor.hide()
        self._clear()
        self._desk.pictures.focus()
        head = cell.head if head is None else head
        if (value, head) == (cell.now, cell.head):
            return
        if self.mending.word(self._desk.inspector.selection) is None and cell.item.isdecimal():
            # What has changed is seen in all pictures.
            self._desk.inspector.select(self._key(int(cell.item))._replace(kind="arc"))
        with self._desk.telling():
            if self._desk.reviewing.store is None and not self._begin():
                return
            self.mending.mend(cell, value, head)
            if not self._desk.reviewing.result_shown:
                self._desk.reviewing.show_result(True)

    def _stepped(self, value: str, by: int) -> None:
        """Keep a value and go on to what is written of the word beside it."""
        cell = self._cell
        if cell is None or self.editor.walks or cell.layer not in (Layer.ARC, *_CELLS):
            return
        self._kept(value)
        if not self.editor.isVisible():
            layers = [layer for layer in (Layer.ARC, *_CELLS) if self.mending.cell(layer, cell.item) is not None]
            self._ask(layers[(layers.index(cell.layer) + by) % len(layers)], cell.item)

    def _ended(self, focused: bool) -> None:
        """The editor was left without a value."""
        if focused and self._pane is not None:
            self._pane.setFocus()
        self._clear()

    def _clear(self) -> None:
        """Nothing is mended any more."""
        if self._pane is not None:
            self._pane.sketch(())
        self._cell = self._head = self._pane = None
        self._desk.status.clearMessage()

    # Where it is drawn

    def _word(self) -> Word | None:
        """The word that is selected, or whose row is."""
        return self.mending.word(self._desk.inspector.selection)

    def _form(self, head: int | None) -> str:
        forms = {word.position: word.form for word in self.mending.sentence.words}
        return "no head yet" if head is None else "root" if not head else isolated(forms.get(head, f"{head}"))

    def _key(self, position: int) -> Key:
        return Key(self._side, "word", self.mending.drawn(position))

    def _area(self, pane: Pane, item: str) -> QRectF | None:
        """Where a word's text is in the picture of a pane."""
        key = self._key(int(item)) if item.isdecimal() else None
        texts = [
            one for one in pane.diagram.shapes if isinstance(one, Text) and one.key == key and one.role is Role.WORD
        ]
        return area_of(texts, self._desk.pictures.theme) if texts and key is not None else None

    def _own(self, pane: Pane, cell: Cell) -> list[Shape]:
        """The texts of what is mended in a pane's picture, else those of its word or of what is selected."""
        selection = self._desk.inspector.selection
        if not cell.item.isdecimal():
            return [one for one in pane.diagram.shapes if isinstance(one, Text) and one.key == selection]
        name = self.mending.drawn(int(cell.item))
        kinds = ("arc",) if cell.layer is Layer.ARC else ("word", cell.layer.value)
        keys = {Key(self._side, kind, name) for kind in kinds}
        texts = [one for one in pane.diagram.shapes if isinstance(one, Text) and one.key in keys]
        own = [one for one in texts if one.role is _ROLES.get(cell.layer, one.role)]
        word = Key(self._side, "word", name)
        return [*own] or [one for one in pane.diagram.shapes if isinstance(one, Text) and one.key == word]

    def _place(self) -> None:
        """Put the editor beside what it is about, so that neither that nor the new arc is hidden."""
        cell, pane = self._cell, self._pane
        assert cell is not None and pane is not None
        numbers = [int(cell.item)] * cell.item.isdecimal() + [self._head] * bool(self._head)
        keys = [self._key(number or 0) for number in numbers]
        words = [[one for one in pane.diagram.shapes if one.key == key] for key in keys]
        seen = []
        for area in (area_of(one, self._desk.pictures.theme) for one in (*words, self._own(pane, cell)) if one):
            rect = pane.mapFromScene(area).boundingRect()
            seen.append(QRect(pane.viewport().mapToGlobal(rect.topLeft()), rect.size()))
        middle = pane.viewport().mapToGlobal(pane.viewport().rect().center())
        self.editor.stand_by(seen[0].bottomLeft() if seen else middle, seen)
        if self._head is not None:
            self._sketch(None)

    def _sketch(self, place: QPointF | None) -> None:
        """Draw the arc that would be, to its head or to a place of the viewport, with what is odd about it."""
        cell, pane = self._cell, self._pane
        assert cell is not None and pane is not None
        own = self._area(pane, cell.item)
        if own is None:
            return
        upright, head = self._desk.pictures.drawing.upright, self._head
        odd = self._odd(cell.now) if head is not None else []
        state = State.WRONG_HEAD if odd else State.MATCHED
        target = self._area(pane, f"{head}") if head else None

        def port(area: QRectF) -> tuple[float, float]:
            return (area.left(), area.center().y()) if upright else (area.center().x(), area.top())

        end = port(own)
        if head == 0:
            start = (end[0] - 2 * RISE, end[1]) if upright else (end[0], end[1] - 2 * RISE)
        elif target is not None:
            start = port(target)
        elif place is not None:
            point = pane.point_at(place)
            start = (point.x(), point.y())
        else:
            return
        shapes: list[Shape] = [Path(start, (_bent(start, end, upright=upright),), Role.ARC, state)]
        corners = [(0.0, 0.0), (-1.6 * HEAD, -HEAD), (-1.6 * HEAD, HEAD)]  # of an arrowhead that points to the right
        tip = tuple((end[0] + x, end[1] + y) if upright else (end[0] + y, end[1] + x) for x, y in corners)
        shapes.append(Polygon(tip, Role.ARROWHEAD, state))
        pane.sketch(shapes, [self._key(head)] if head else [])


def _bent(start: tuple[float, float], end: tuple[float, float], *, upright: bool) -> Segment:
    """An arc above the words, or left of them where they run down the page; a straight line from what is level."""
    (x0, y0), (x1, y1) = start, end
    apart = abs(y1 - y0) if upright else abs(x1 - x0)
    if apart < 1:
        return Segment(end)
    rise = min(RISE + STEEP * apart, HIGHEST)
    if upright:
        bend = min(x0, x1) - rise
        return Segment(end, (bend, y0), (bend, y1))
    bend = min(y0, y1) - rise
    return Segment(end, (x0, bend), (x1, bend))
