"""Mending a sentence in its pictures: a word is drawn to its head, a label is written where it stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.structures.function import crosses
from goldleaf.viewer.actions.action import Action, Context, Needs
from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.shapes import Key, Path, Point, Polygon, Role, Segment, Shape, Side, State
from goldleaf.viewer.diagram.walking import Way, word_of
from goldleaf.viewer.panels.explanations import CellEditor
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.segmentation import bounds
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.state.mending import ANY_WORDS, NAMES, MendableCell, Mending
from goldleaf.viewer.window.desk import Desk
from goldleaf.viewer.window.handlers.look import ROWS_OF

_BESIDE = (Layer.ARC, Layer.TAG, Layer.LEMMA, Layer.FEATURES)  # from one to the next by Tab
NEAR = 28  # pixels of the screen from a word within which it is meant
HEAD = 5.0  # pixels of the picture: half the width of an arrowhead
RISE, STEEP, HIGHEST = 26.0, 0.2, 130.0  # how high an arc is: at least, for each pixel across, at most
_WAYS = {
    Qt.Key.Key_Up: Way.HEAD, Qt.Key.Key_Down: Way.DEPENDENT, Qt.Key.Key_Left: Way.LEFT, Qt.Key.Key_Right: Way.RIGHT
}  # fmt: skip


class MendingHandler:
    """Draws what is about to be mended, asks for labels, and makes acts of the review of it; ``begin`` begins a review
    where there is none, and says whether there is one then."""

    def __init__(self, desk: Desk, begin: Callable[[], bool]) -> None:
        self._desk, self._begin = desk, begin
        self.mending = Mending(desk.inspector, desk.reviewing)
        self.editor = CellEditor(desk.pictures)
        self._cell: MendableCell | None = None  # that is being mended,
        self._head: int | None = None  # and the head that it is to have; None where only its value is asked for
        self._pane: Pane | None = None  # in which it is drawn,
        self._side = Side.GOLD  # and over whose words
        self._shown: Store | None = None  # of which the result has been shown
        self._words: tuple[int, int] | None = None  # where the words begin and end that are chosen for a bracket
        panes = desk.pictures.panes
        panes.pulled.connect(self._pulled)
        panes.dropped.connect(self._dropped)
        panes.pull_ended.connect(self._clear)
        self.editor.kept.connect(self._kept)
        self.editor.stepped.connect(self._stepped)
        self.editor.walked.connect(self._walked)
        self.editor.sought.connect(self._seek)
        self.editor.ended.connect(self._ended)
        for changed in (desk.inspector.sentence_changed, desk.inspector.document_changed, desk.inspector.look_changed):
            changed.connect(self.editor.leave)
        desk.inspector.selection_changed.connect(self._forget_words)

    def actions(self) -> list[Action]:
        mend = partial(Action, menu="Review", why_not=lambda: self.mending.why_not, context=Context.PICTURE, group=1,
                       for_blind=True)  # fmt: skip
        act = partial(mend, in_menu=False)
        reviewing, inspector = self._desk.reviewing, self._desk.inspector

        def is_open() -> bool:
            return inspector.document is not None

        return [
            mend("review.reading", "Another reading…", short="Other…", keys=("Y",), run=self.ask_reading,
                 needs=Needs.REVIEW,
                 description="Say of what is selected what no side says: a head and label, a tag, a constituent."),
            mend("review.head", "Another head…", keys=("H",), run=self.ask_head, shown=is_open,
                 description="Walk with the arrows from the selected word to its head, or type its number or how it "
                 "begins; 0 is the root. Or draw it there with the mouse."),
            mend("review.words", "Split or join words…", keys=("/",), run=self.ask_words, shown=is_open,
                 description="Write the words of the selected token with blanks between: one as several, several as "
                 "one; behind each new one a slash and its label, another slash and its tag."),
            mend("review.mend", "Mend what is written…", keys=("Return", "Enter"), run=self.ask_value,
                 shown=is_open,
                 description="Write another label, tag, lemma or features where they stand; Tab goes from one to the "
                 "next. Over words that are chosen it is a bracket."),
            act("review.more-words", "One word more to the right", keys=("Shift+Right",), run=partial(self.extend, 1),
                description="Choose words, over which Return puts a bracket in a tree, else makes one of them."),
            act("review.fewer-words", "One word more to the left", keys=("Shift+Left",), run=partial(self.extend, -1),
                description="Choose words from the right, or one less."),
            mend("review.withdraw", "Withdraw verdict", short="Withdraw", keys=("Del",), run=self.withdraw,
                 shown=lambda: reviewing.store is not None or inspector.view.mended is Layer.CONSTITUENT,
                 description="Take back what you have said of the selected difference or sentence; a constituent of "
                 "which nothing was said is taken away."),
        ]  # fmt: skip

    # What is asked for

    def ask_reading(self) -> None:
        layer, item = self._selected()
        key, of_trees = self._desk.inspector.selection, self._desk.inspector.view.mended is Layer.CONSTITUENT
        if of_trees and key is not None and key.kind == "word" and layer is Layer.ARC:
            # What stands over a single word, and its function.
            self._ask(Layer.CONSTITUENT, self.mending.over([int(key.name)]))
        elif layer is Layer.ARC or not item:
            self.ask_head()
        else:
            self._ask(layer, item)

    def ask_head(self) -> None:
        """Ask for the head of the selected word, then for its label."""
        _, item = self._selected()
        cell = self.mending.cell(Layer.ARC, item) if item.isdecimal() else None
        if cell is None or not self._desk.pictures.panes.panes:
            self._desk.tell("Select a word first, or what is to be mended")
            return
        self._start(cell, head=cell.head)
        self.editor.ask(f"Head of {isolated(cell.called)}: arrows, its number or form, 0", self._form(cell.head), (),
                        lambda _: self._odd(cell.now) if self._head is not None else ["there is no such word"],
                        walks=True)  # fmt: skip
        self._show_head()

    def ask_value(self) -> None:
        """Ask for what is written where the selection is: the label of an arc, the first row under a word."""
        key, (layer, item) = self._desk.inspector.selection, self._selected()
        if layer is Layer.ARC and key is not None and key.kind == "word":
            shown = {*self._desk.inspector.look.options.rows}
            mended = (one for one, rows in ROWS_OF.items() if shown.intersection(rows) and self.mending.cell(one, item))
            layer = next(mended, layer)
        self._ask(layer, item)

    def ask_words(self) -> None:
        """Ask for the words of what is written where the selection is."""
        layer, item = self._selected()
        self._ask(Layer.WORDS, item if layer is Layer.WORDS or item.isdecimal() else "")

    def _selected(self) -> tuple[Layer, str]:
        """What is to be mended by the selection: the words that are chosen, a difference, a word, a constituent."""
        key, pictures, difference = self._desk.inspector.selection, self._desk.pictures, self._desk.reviewing.selected
        if self._words is not None:
            return self._bracketed, self.mending.over(int(key.name) for key in self._chosen)
        if key is not None and key.kind == "node":
            return Layer.CONSTITUENT, self.mending.over(pictures.drawing.in_text(key))
        if difference is not None and difference.layer is not None and (key is None or key.kind != "word"):
            return difference.layer, difference.item
        if "/" in (part := self._desk.reviewing.name_at(word_of(key) or 0)):
            return Layer.WORDS, part.partition("/")[0]
        word = self.mending.word(key)
        layer = Layer(key.kind) if key is not None and key.kind in [*ROWS_OF] else Layer.ARC
        return layer, word.name if word is not None else ""

    def _ask(self, layer: Layer, item: str, head: int | None = None) -> None:
        cell = self.mending.cell(layer, item)
        if cell is None or not self._desk.pictures.panes.panes:
            nothing = f"The file has no {NAMES.get(layer, layer)} here that could be mended"
            self._desk.tell(nothing if item else "Select a word first, or what is to be mended")
            return
        if layer is Layer.WORDS and (why := self.mending.refused(cell, ANY_WORDS)):
            self._desk.tell(f"{why[:1].upper()}{why[1:]}")
            return
        self._start(cell, head=head)
        how = ": parts with blanks between, a new one as part/LABEL/TAG" if layer is Layer.WORDS else ""
        known = self.mending.begun if layer is Layer.WORDS else cell.known
        self.editor.ask(f"{NAMES[layer].capitalize()} of {isolated(cell.called)}{how}", cell.now, known, self._odd)
        self._place()

    def _start(self, cell: MendableCell, head: int | None) -> None:
        self._cell, self._head = cell, head
        panes, selection = self._desk.pictures.panes.panes, self._desk.inspector.selection
        if self._pane not in panes:
            # In the picture that has the focus; of several in one pane, in the one where something is selected.
            sides = {pane: [key.side for key in pane.diagram.elements if key.kind == "word"] for pane in panes}
            selected = None if selection is None else selection.side
            having = [pane for pane in panes if selected in sides[pane]]
            focused = [pane for pane in panes if pane.hasFocus()]
            self._pane = next(iter([*focused, *having, *panes]))
            here = sides[self._pane]
            self._side = selected if selected in here else next(iter(here), Side.GOLD)

    def _odd(self, value: str) -> list[str]:
        assert self._cell is not None
        head = self._head if self._cell.layer is Layer.ARC else None
        # What is being written may become something known.
        begun = any(known.casefold().startswith(value.casefold()) for known in self._cell.known)
        whole = "" if begun else value
        told = self.mending.warnings(self._cell, whole, head)
        why = self.mending.refused(self._cell, value or "_")  # nothing is told of what is yet to be written
        return [why, *told] if why else told

    # What is drawn with the mouse

    def _pulled(self, pane: Pane, place: QPointF) -> None:
        """Draw what would be, and tell what would be odd about it."""
        self.editor.leave()
        mended = self._desk.inspector.view.mended
        if mended is None or pane.pulled_from is None:
            return
        if why := self.mending.why_not:
            self._desk.tell(why)
        elif mended is Layer.CONSTITUENT:
            self._draw_over(pane, pane.pulled_from, place)
        else:
            if self._pane is not pane or self._cell is None:  # it is drawn from a word, or from its arc
                key = pane.key_at(pane.pulled_from)
                word, self._side = self.mending.word(key), key.side if key is not None else Side.GOLD
                self._pane, self._cell = pane, self.mending.cell(Layer.ARC, word.name) if word is not None else None
            if self._cell is not None:
                self._head = self._target(pane, place)
                self._sketch(place)
                odd = self._odd(self._cell.now) if self._head is not None else []
                self._desk.tell(f"{isolated(self._cell.called)} ← {'; '.join([self._form(self._head), *odd])}")

    def _dropped(self, pane: Pane, place: QPointF) -> None:
        self._pulled(pane, place)
        if self._words is not None:
            self.ask_value()
        elif self._cell is not None and self._head is not None:
            self._ask(Layer.ARC, self._cell.item, self._head)
        elif self._pane is not None:
            self._clear()

    def _target(self, pane: Pane, place: QPointF) -> int | None:
        """The head that is meant by a place of the viewport; None for none."""
        assert self._cell is not None
        own = pane.area(self._key(int(self._cell.item)))
        if (word := self.mending.word(pane.word_at(place, NEAR))) is not None:
            return word.position if word.name != self._cell.item else None
        if own is None:
            return None
        # A root's arrow comes from straight above, of words down the page from the side.
        point, upright = pane.point_at(place) - own.center(), self._desk.pictures.drawing.upright
        across, along = (point.y(), point.x()) if upright else (point.x(), point.y())
        room = own.height() if upright else max(own.width() / 2, NEAR / pane.zoom)
        return 0 if abs(across) <= room and abs(along) * pane.zoom > NEAR else None

    def _draw_over(self, pane: Pane, start: QPointF, place: QPointF) -> None:
        """Choose the words in a tree from the first to the last one over which the mouse is drawn."""
        band = QRectF(pane.point_at(start), pane.point_at(place)).normalized()
        band.adjust(-1, -1, 1, 1)  # a line meets nothing
        keys = [*pane.words_in(band)]
        self._pane, self._side = pane, keys[0].side if keys else Side.GOLD
        elements = pane.diagram.elements  # what is folded is taken with all its words
        places = [place for key in keys if key.side == self._side for place in elements[key].positions]
        self._words = (min(places), max(places)) if places else None
        self._show_words([_around(band, Role.BRANCH, State.MATCHED)])

    def extend(self, by: int) -> None:
        """Choose one word more of a tree, or one less: the next one (1) on the screen or the one before (−1)."""
        selection = self._desk.inspector.selection
        if self._desk.inspector.view.mended is None or self.mending.why_not:
            self._desk.tell("Words are chosen in trees, to put a bracket over them, and in arcs, to be joined")
            return
        if self._words is None:
            if selection is None or selection.kind != "word":
                self._desk.tell("Select a word first")
                return
            self._pane = next(pane for pane in self._desk.pictures.panes.panes if selection in pane.diagram.elements)
            self._side, self._words = selection.side, (int(selection.name), int(selection.name))
        assert self._pane is not None
        by = -by if self._pane.right_to_left else by
        start, end = self._words[0], self._words[1] + by
        drawn = self._desk.pictures.drawing.shown(Key(self._side, "word", f"{end}"))
        if drawn is not None and drawn in self._pane.diagram.elements:
            # What is folded is chosen as a whole, or not at all.
            places = self._pane.diagram.elements[drawn].positions
            near, far = (min(places), max(places))[::by]
            grows = (end - start) * by >= 0
            self._words = start, far if grows else end if end == near else far + by
        self._show_words([])

    def _show_words(self, shapes: list[Shape]) -> None:
        """Mark the words that are chosen, and the constituents that a bracket over them would cross."""
        assert self._pane is not None
        words = frozenset(int(key.name) for key in self._chosen)
        for key, element in self._pane.diagram.elements.items():
            if key.kind == "node" and key.side == self._side and crosses(frozenset(element.positions), words):
                area = self._pane.area(key)
                if area is not None:
                    shapes.append(_around(area.adjusted(-HEAD, -HEAD, HEAD, HEAD), Role.ARC, State.WRONG_HEAD))
        if (cell := self.mending.cell(*self._selected())) is not None:
            brackets = self._bracketed is Layer.CONSTITUENT
            told = self.mending.refused(cell, "_" if brackets else ANY_WORDS)
            told = told or ("Return, then its label: a bracket" if brackets else "Return, then the words that they are")
            self._desk.tell(f"{isolated(cell.called)}: {told}")
        self._pane.sketch(shapes, [key for key in map(self._desk.pictures.drawing.shown, self._chosen) if key])

    @property
    def _bracketed(self) -> Layer:
        """What is made of words that are chosen: a bracket, or other words."""
        return Layer.CONSTITUENT if self._desk.inspector.view.mended is Layer.CONSTITUENT else Layer.WORDS

    @property
    def _chosen(self) -> list[Key]:
        """The words that are chosen for a bracket, in order."""
        words = range(min(self._words), max(self._words) + 1) if self._words is not None else ()
        return [Key(self._side, "word", f"{word}") for word in words]

    def _forget_words(self) -> None:
        if self._words is not None and not self.editor.isVisible():
            self._clear()

    # What is walked to

    def _walked(self, key: int) -> None:
        """Go on from the head to another one."""
        cell, drawing = self._cell, self._desk.pictures.drawing
        if cell is None:
            return
        way, at = _WAYS[Qt.Key(key)], self._head or int(cell.item)
        for _ in range(2):  # over the word itself
            reached = self.mending.word(drawing.walk(self._key(at), way, self._side))
            at = reached.position if reached is not None else at if way is not Way.HEAD else 0
            if f"{at}" != cell.item or reached is None:
                break
        if f"{at}" != cell.item:
            self._head = at
        self.editor.line.setText(self._form(self._head))
        self.editor.line.selectAll()
        self._show_head()

    def _seek(self, begun: str) -> None:
        """Go to the word of a number (0 is the root), else to the nearest one that begins so, or has it inside."""
        cell, letters = self._cell, begun.casefold()
        if cell is None:
            return
        words = {word: word.form.casefold() for word in self.mending.sentence.words if word.name != cell.item}
        ranks = {word: (word.name != begun, not form.startswith(letters), abs(word.position - int(cell.item)))
                 for word, form in words.items() if letters in form or word.name == begun}  # fmt: skip
        sought = min(ranks, key=lambda word: ranks[word], default=None)
        self._head = 0 if begun == "0" else sought.position if sought is not None else None
        if self._head is None and self._pane is not None:
            self._pane.sketch(())
        elif begun:
            self.editor.complete("root" if sought is None or begun == "0" else sought.form)
        self._show_head()

    def _show_head(self) -> None:
        if self._head:
            self._desk.pictures.panes.show_element(self._key(self._head))
        self._place()

    # What was said

    def _kept(self, value: str) -> None:
        """Keep a value, or go on from the head to its label."""
        cell, head = self._cell, self._head
        if cell is None:
            return
        if self.editor.walks:
            if head is not None:
                self._ask(Layer.ARC, cell.item, head)
            return
        if why := self.mending.refused(cell, value):
            self._desk.tell(f"{why[:1].upper()}{why[1:]}")
            return
        self.editor.hide()
        self._clear()
        self._desk.pictures.focus()
        self._mend(cell, value, cell.head if head is None else head)

    def _mend(self, cell: MendableCell, value: str, head: int) -> None:
        if (value, head) == (cell.now, cell.head):
            return
        if self._desk.inspector.selection is None and cell.item.isdecimal():
            # What has changed is seen in all pictures.
            self._desk.inspector.select(self._key(int(cell.item))._replace(kind="arc"))
        with self._desk.telling():
            if self._desk.reviewing.store is None and not self._begin():
                return
            self.mending.mend(cell, value, head)
            if self._shown is not self._desk.reviewing.store:  # once: who hides it again has seen it
                self._shown = self._desk.reviewing.store
                self._desk.reviewing.show_result(True)
                pictures, panes = self._desk.pictures, self._desk.pictures.panes
                if cell.item.isdecimal():  # there is less room now: it is shown, and if it can be the next place
                    panes.show_element(self._key(int(cell.item)))
                following = pictures.drawing.shown(self._desk.inspector.selection)
                if following is not None and not any(pane.seen({following}) for pane in panes.panes):
                    panes.show_element(following)

    def withdraw(self) -> None:
        """Take back what was said of the selection; a constituent of which nothing was said is taken away."""
        reviewing, selection = self._desk.reviewing, self._desk.inspector.selection
        place, cell = None, None
        if selection is not None and selection.kind == "node":
            place = None if reviewing.key is None else Place(reviewing.key, *self._selected())
            cell = None if place is not None and reviewing.said(place) else self.mending.cell(*self._selected())
        with self._desk.telling():
            if cell is not None and cell.now:
                self._mend(cell, "", 0)
            elif reviewing.can_write:
                places = reviewing.places if place is None else [place]
                said = reviewing.store is not None and any(map(reviewing.store.at, places))
                reviewing.withdraw(places if said else self.mending.cuts_over(self._selected()[1]))

    def _stepped(self, value: str, by: int) -> None:
        """Keep a value and go on to what is written of the word beside it."""
        cell = self._cell
        if cell is None or self.editor.walks or cell.layer not in _BESIDE:
            return
        self._kept(value)
        if not self.editor.isVisible():
            layers = [layer for layer in _BESIDE if self.mending.cell(layer, cell.item) is not None]
            self._ask(layers[(layers.index(cell.layer) + by) % len(layers)], cell.item)

    def _ended(self, focused: bool) -> None:
        """The editor was left without a value."""
        if focused and self._pane is not None:
            self._pane.setFocus()
        self._clear()

    def _clear(self) -> None:
        if self._pane is not None:
            self._pane.sketch(())
        self._cell = self._head = self._pane = self._words = None
        self._desk.status.clearMessage()

    # Where it is drawn

    def _form(self, head: int | None) -> str:
        forms = {word.position: word.form for word in self.mending.sentence.words}
        return "no head yet" if head is None else "root" if not head else isolated(forms.get(head, f"{head}"))

    def _key(self, position: int) -> Key:
        return Key(self._side, "word", self.mending.drawn(position, self._side))

    def _place(self) -> None:
        """Put the editor beside what it is about, so that neither that nor the new arc is hidden."""
        cell, pane, selection = self._cell, self._pane, self._desk.inspector.selection
        assert cell is not None and pane is not None
        keys = {self._key(int(cell.item))} if cell.item.isdecimal() else {selection} if selection is not None else set()
        if cell.layer is Layer.WORDS and (where := bounds(cell.item)):
            keys = {self._key(position) for position in range(where[0], where[1] + 1)}
        keys = {*self._chosen} or keys
        head = {self._key(self._head)} if self._head else set()
        seen, others = pane.seen(keys), pane.seen(head)
        middle = pane.viewport().mapToGlobal(pane.viewport().rect().center())
        self.editor.stand_by(seen[-1].bottomLeft() if seen else middle, [*seen, *others])
        if self._head is not None:
            self._sketch(None)

    def _sketch(self, place: QPointF | None) -> None:
        """Draw the arc that would be, to its head or to a place of the viewport; otherwise where something is odd."""
        cell, pane, head = self._cell, self._pane, self._head
        assert cell is not None and pane is not None
        own, target = pane.area(self._key(int(cell.item))), pane.area(self._key(head)) if head else None
        if own is None:
            return
        state = State.WRONG_HEAD if head is not None and self._odd(cell.now) else State.MATCHED
        # As if words stood on a line: of words down the page x and y change places.
        upright = self._desk.pictures.drawing.upright

        def port(area: QRectF) -> Point:
            return (area.center().y(), area.left()) if upright else (area.center().x(), area.top())

        def turned(x: float, y: float) -> Point:
            return (y, x) if upright else (x, y)

        x1, y1 = port(own)
        x0, y0 = x1, y1 - 2 * RISE  # of a root
        if target is not None:
            x0, y0 = port(target)
        elif head is None and place is not None:
            x0, y0 = turned(*pane.point_at(place).toTuple())
        bend = min(y0, y1) - min(RISE + STEEP * abs(x1 - x0), HIGHEST)
        arc = Segment(turned(x1, y1), turned(x0, bend), turned(x1, bend)) if x0 != x1 else Segment(turned(x1, y1))
        tip = turned(x1, y1), turned(x1 - HEAD, y1 - 1.6 * HEAD), turned(x1 + HEAD, y1 - 1.6 * HEAD)
        shapes = Path(turned(x0, y0), (arc,), Role.ARC, state), Polygon(tip, Role.ARROWHEAD, state)
        pane.sketch(shapes, [self._key(head)] if head else [])


def _around(area: QRectF, role: Role, state: State) -> Path:
    corners = [(area.right(), area.top()), (area.right(), area.bottom()), (area.left(), area.bottom())]
    start = area.left(), area.top()
    return Path(start, tuple(map(Segment, [*corners, start])), role, state)
