"""The pictures of one sentence, stacked or side by side under their titles: zoom and scroll in step, one selection."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QSplitter, QStyle, QVBoxLayout, QWidget

from goldleaf.viewer.canvas.fitting import COMPARED, LARGEST_FIT, SMALLEST_FIT, edges, fitting_zoom
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.overview import texts_by_word
from goldleaf.viewer.canvas.painting import on_screen
from goldleaf.viewer.canvas.pane import Pane
from goldleaf.viewer.diagram.compose import APART, BETWEEN, in_turns
from goldleaf.viewer.diagram.shapes import MARGIN, Diagram, Key, Role
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.labels import having

LONGEST = 22  # letters of a name that a row of words has room for
BESIDE = 10.0  # pixels of a picture left of the first text in view: its outline is seen, too
MOST_CUT = 20  # texts that give way to one another at the left edge

CHIP = 10.0  # pixels
GAP = 8.0
PADDING = 3  # above and below the text


@dataclass(frozen=True, slots=True)
class Title:
    """What stands above a picture; ``short``, or if that is too long ``total``, stands in the note's stead where that
    would be cut, and ``brief`` in the name's, or nothing where the picture is ``named`` itself. ``chips`` are the
    colours of whom it shows, ``hollow`` if it is nobody's own, or where empty."""

    name: str
    note: str = ""
    score: str = ""
    chips: tuple[str, ...] = ()
    hollow: bool = False
    short: str = ""
    total: str = ""
    brief: str = ""
    named: bool = False

    def __str__(self) -> str:
        return "  ·  ".join(filter(None, (self.name, self.note, self.score)))


def together(titles: Sequence[Title]) -> Title:
    """The title of one pane that shows several pictures."""
    notes, scores, short, total = (
        "  ·  ".join(dict.fromkeys(said for title in titles for said in getattr(title, part).split("  ·  ") if said))
        for part in ("note", "score", "short", "total")
    )
    name, brief = ", ".join(one.name for one in titles), ", ".join(one.brief or one.name for one in titles)
    chips = tuple(chip for title in titles for chip in title.chips)
    return Title(name, notes, scores, chips, all(title.hollow for title in titles), short, total, brief)


class Panes(QWidget):
    """Holds a `Pane` for each picture. Signals are those of the panes; ``zoomed`` carries the zoom of all, ``moved``
    says that other parts of the pictures may be in view, ``pulled`` and ``dropped`` in which pane that is."""

    hovered = Signal(object, QPoint)
    selected = Signal(object)
    activated = Signal(object)
    unfold_wanted = Signal()
    pulled = Signal(Pane, QPointF)
    dropped = Signal(Pane, QPointF)
    pull_ended = Signal()
    zoomed = Signal(float)
    moved = Signal()
    fit_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._all: list[TitledPane] = []  # made when first needed, hidden when not
        self._shown = 0
        self._following = False
        self.fitted = True  # the pictures are zoomed so that all is seen, if it can be read then
        self.least = SMALLEST_FIT  # the zoom under which nothing is fitted,
        self.whole = SMALLEST_FIT  # but what is all seen at a smaller one
        self._as_needed = False  # whether the panes are as high as their pictures, and not all the same
        self._most: float | None = None  # the zoom that a fit may have, so that another arrangement moves no word
        self.before: QWidget | None = None  # whom the panes, which are made later, follow when Tab gives the focus
        self._splitter = having(QSplitter(Qt.Orientation.Vertical), childrenCollapsible=False)
        having(QVBoxLayout(self), contentsMargins=(0, 0, 0, 0)).addWidget(self._splitter)

    @property
    def panes(self) -> list[Pane]:
        return [titled.pane for titled in self._all[: self._shown]]

    @property
    def diagrams(self) -> list[Diagram]:
        return [pane.diagram for pane in self.panes]

    @property
    def zoom(self) -> float:
        """Screen pixels to a pixel of the pictures."""
        return self._all[0].pane.zoom if self._all else 1.0

    def room(self, *, fitted: bool, across: int) -> float:
        """The width that one of so many pictures beside each other may have, in its own pixels, to be all seen. At the
        zoom that is now, or if ``fitted`` at the smallest one that can be read."""
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        width = (self.width() - (across - 1) * self._splitter.handleWidth()) / across
        return (width - bar - 4) / (self.least if fitted else self.zoom)

    def headroom(self, more: float) -> tuple[float, float]:
        """The height that a picture may have, in its own pixels, to be all seen, if there were so many pixels ``more``
        of the screen; and how much there is between two below each other."""
        bar = self.fontMetrics().height() + 2 * PADDING + 8
        return (self.height() + more - bar) / self.least, (bar + self._splitter.handleWidth()) / self.least

    @property
    def larger(self) -> bool:
        return any(pane.larger for pane in self.panes)

    def set_diagrams(
        self, diagrams: Sequence[Diagram], theme: Theme, *, titles: Sequence[Title] = (), beside: bool = False,
        keep_view: bool = False,
    ) -> None:  # fmt: skip
        """Shows other pictures; ``titles`` stand above them. ``keep_view`` keeps zoom and scroll, else the pictures are
        fitted, and their beginning is shown. Those of a wrapped sentence take turns in one pane, row by row."""
        self._theme = theme
        shown = self._in_panes(diagrams, [title.name for title in titles], theme, beside=beside, least=self.whole)
        if len(shown) < len(diagrams):
            diagrams, titles = shown, [together(titles[: len(diagrams)])]
        zoom, before, was_beside = self.zoom, len(self.panes), self._beside
        self.fitted = self.fitted or not keep_view
        self._arrange(len(diagrams), beside)
        # What is seen stays where it is, unless there is less room for it, or it is small.
        self._most = max(zoom, 1.0) if keep_view and before and beside == was_beside else None
        # Those that stand below each other are all as wide as the widest.
        width = 0.0 if beside else max((diagram.width for diagram in diagrams), default=0.0)
        with self._in_step():
            for titled, diagram, title in zip_longest(self._all[: len(diagrams)], diagrams, titles[: len(diagrams)]):
                titled.bar.show_title(title, theme)
                titled.pane.set_diagram(diagram, theme, width=width)
                titled.pane.zoom_to(zoom)
            heights = [diagram.height for diagram in diagrams]
            bar = self._bar if diagrams else 0
            # Below each other they are as high as they need, if all of one would not be seen else, but of the others.
            across = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            least = min(self.least, self.whole)
            own = bar + across * (width * least > self.width())
            between = (len(heights) - 1) * self._splitter.handleWidth()
            room = ((self._splitter.height() - between) / max(len(heights), 1) - own) / least
            fits = len(heights) == 2 and sum(heights) <= 2 * room
            uneven = not beside and (len(heights) > 2 or (fits and max(heights) > room))
            if uneven:
                whole = self._splitter.height() - len(heights) * bar - between
                # What room is left stands above the first one and below the last.
                most = min(whole / sum(heights), self.width() / max(width, 1.0), LARGEST_FIT)
                left, sizes = whole - most * sum(heights), [bar + most * height + 2 for height in heights]
                sizes[0], sizes[-1] = sizes[0] + left / 2, sizes[-1] + left / 2
                self._splitter.setSizes([*map(round, sizes)])
            elif before != len(diagrams) or beside != was_beside or self._as_needed:
                self._splitter.setSizes([1000] * len(heights))
            self._as_needed = uneven
            self._refit()
            if not keep_view:
                self.scroll_to_start()
        # A further pane shows what the others show.
        if keep_view and 0 < before < len(self.panes):
            self._follow(self.panes[0])

    def prepare(
        self, diagrams: Sequence[Diagram], theme: Theme, *, names: Sequence[str], beside: bool, least: float
    ) -> None:
        """Makes ready what will be shown, with the titles' names: to draw it then takes half as long."""
        for diagram in self._in_panes(diagrams, names, theme, beside=beside, least=least):
            on_screen(diagram, theme).prepare()

    def largest(self, diagrams: Sequence[Diagram], theme: Theme, *, names: Sequence[str], beside: bool) -> float:
        """The zoom at which all of some pictures would be seen."""
        shown = self._in_panes(diagrams, names, theme, beside=beside)
        heights = [diagram.height for diagram in shown]
        wide = max((diagram.width for diagram in shown), default=1.0)
        high = max(max(heights, default=1.0) if beside else sum(heights), 1.0)
        return min(self._height(1 if beside else len(shown)) / high, self.width() / wide, LARGEST_FIT)

    def worth(
        self, diagrams: Sequence[Diagram], theme: Theme, *, names: Sequence[str], beside: bool, least: float,
        less: float = 0.0,
    ) -> float:  # fmt: skip
        """The share (0 to 1) of some pictures' words that is seen without scrolling, times their zoom then, which is no
        smaller than ``least``; with so many pixels of height ``less`` than now."""
        shown = self._in_panes(diagrams, names, theme, beside=beside, least=least)
        rows = 1 if beside else max(len(shown), 1)
        room, shares = QSizeF(self.width(), (self._height(rows) - less) / rows), [1.0]
        zooms = (fitting_zoom(each, QSizeF(each.width, each.height), room, 0.0, least) for each in shown)
        zoom = min(zooms, default=1.0)
        for diagram in shown:
            ends = edges(diagram) if diagram.strips else [room.height() / zoom]
            lowest = max(end for end in ends if end * zoom <= room.height() + 1)
            words = texts_by_word(diagram).values()
            shares.append(sum(all(text.y <= lowest for text in texts) for texts in words) / max(len(words), 1))
        return min(shares) * zoom

    def _height(self, count: int) -> int:
        """The height that so many pictures below each other have together."""
        return self._splitter.height() - count * self._bar - max(count - 1, 0) * self._splitter.handleWidth()

    @property
    def _bar(self) -> int:
        """The height of a title."""
        return self._all[0].bar.sizeHint().height() if self._all else 0

    def _in_panes(
        self, diagrams: Sequence[Diagram], names: Sequence[str], theme: Theme, *, beside: bool,
        least: float = SMALLEST_FIT,
    ) -> Sequence[Diagram]:  # fmt: skip
        # The rows of a wrapped sentence as one picture; they come nearer where more of them are seen then.
        if beside or not names:
            return diagrams
        tall = (self._splitter.height() - self._bar) / self.least
        # The whole names stand in the title: long ones would take a line of each row.
        half = LONGEST // 2
        cut = [name if len(name) <= LONGEST else f"{name[:half]}…{name[1 - half :]}" for name in names]
        named = (*diagrams,), (*(cut if len({*cut}) == len({*names}) else names)[: len(diagrams)],)
        far = in_turns(*named, theme, measure, APART)
        if far is None or far.height <= tall:
            return diagrams if far is None else [far]
        near = in_turns(*named, theme, measure, BETWEEN)
        bare = in_turns(*named, theme, measure, BETWEEN, aside=True)
        if near is not None and bare is not None and near.height > tall >= bare.height * COMPARED / self.least:
            return [bare]  # all is seen, also who stands in which line
        tall *= self.least / min(self.least, least)
        seen = [sum(end <= tall for end in (*each.strips[1:], each.height)) for each in (far, near) if each is not None]
        return [near] if near is not None and seen[-1] > seen[0] else [far]

    def show_instead(self, diagram: Diagram, title: Title) -> None:
        """Shows another picture in the first pane, the first line of its words where that of the other was."""
        titled = self._all[0]
        pane, line = titled.pane, first_line(titled.pane.diagram)
        at = pane.viewportTransform().map(QPointF(0, line)).y()
        titled.bar.show_title(title, self._theme)
        with self._in_step():
            pane.set_diagram(diagram, self._theme, width=pane.content_size().width())
            pane.stand(first_line(diagram), at, all_seen=False)

    def scroll_to_start(self) -> None:
        with self._in_step():
            for pane in self.panes:
                pane.scroll_to_start()

    def fit(self) -> None:
        """Zooms so that every picture is all seen if it can be read then, and keeps it so when there is more room."""
        self._most = None
        self._fit()

    def _fit(self) -> None:
        if self.panes:
            zoom = min(pane.fitting_zoom(min(self.least, self.whole)) for pane in self.panes)
            self._zoom_all(zoom if self._most is None else min(zoom, self._most))
        self.fitted = True

    def zoom_to(self, factor: float) -> None:
        self.fitted = False
        self._zoom_all(factor)

    def select(self, key: Key | None) -> None:
        """Selects an element in the pane that has it, without telling of it."""
        for pane in self.panes:
            pane.select(key)

    def highlight(self, keys: Collection[Key]) -> None:
        """Marks elements in all panes, beside the selection."""
        for pane in self.panes:
            pane.highlight(keys)

    def light(self, keys: Collection[Key]) -> None:
        for pane in self.panes:
            pane.light(keys)

    def show_element(self, key: Key, *, centred: bool = False) -> None:
        """Scrolls as little as possible until an element is in view, or in the middle, in each pane that has it."""
        showing = [pane for pane in self.panes if key in pane.diagram.elements]
        for pane in self.panes if showing else ():
            pane.to_start = False
        if not centred or not showing:
            for pane in showing:
                pane.show_element(key)
            return
        with self._in_step():  # each picture's words stay where they are seen
            for pane in showing:
                pane.show_element(key, centred=True)
            place = showing[0].horizontalScrollBar().value()
            # No text is cut where one begins to read.
            for _ in range(MOST_CUT):
                for pane in self.panes:
                    pane.horizontalScrollBar().setValue(place)
                cut = max(pane.cut_at_start() for pane in self.panes)
                if not cut:
                    break
                place += round((cut + BESIDE) * self.zoom) * (1 if showing[0].right_to_left else -1)

    @property
    def _beside(self) -> bool:
        return self._splitter.orientation() == Qt.Orientation.Horizontal

    def _arrange(self, count: int, beside: bool) -> None:
        self._splitter.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        while len(self._all) < count:
            self._all.append(self._new_pane())
        focused = self.window().focusWidget()
        leaving = focused is self or any(focused is titled.pane for titled in self._all[count:])
        for number, titled in enumerate(self._all):
            titled.setVisible(number < count)
        self._shown = count
        # Pictures below each other are neighbours, so that the eye has a short way: the upper one stands low.
        for number, pane in enumerate(self.panes):
            upright = Qt.AlignmentFlag.AlignVCenter
            if count > 1 and not beside:
                upright = Qt.AlignmentFlag.AlignTop if number else Qt.AlignmentFlag.AlignBottom
            pane.setAlignment(Qt.AlignmentFlag.AlignHCenter | upright)
        # What is hidden would give the keyboard to whatever comes next in the window.
        if leaving:
            (self.panes[0] if self.panes else self).setFocus()

    def _new_pane(self) -> TitledPane:
        pane = Pane(self._theme)
        titled = TitledPane(pane)
        self._splitter.addWidget(titled)
        before = self._all[-1].pane if self._all else self.before
        if before is not None:
            QWidget.setTabOrder(before, pane)
        pane.resized.connect(self._refit)
        pane.hovered.connect(self.hovered)
        pane.activated.connect(self.activated)
        pane.unfold_wanted.connect(self.unfold_wanted)
        pane.pulled.connect(lambda place: self.pulled.emit(pane, place))
        pane.dropped.connect(lambda place: self.dropped.emit(pane, place))
        pane.pull_ended.connect(self.pull_ended)
        pane.selected.connect(self.select)
        pane.selected.connect(self.selected)
        pane.zoomed.connect(lambda _: self._zoomed_in(pane))
        pane.fit_wanted.connect(self.fit_wanted)
        pane.resized.connect(self.moved)
        for bar in _bars(pane):
            bar.valueChanged.connect(lambda _: self._follow(pane))
            bar.valueChanged.connect(self.moved)
            bar.rangeChanged.connect(self.moved)
        return titled

    def _zoomed_in(self, pane: Pane) -> None:
        if not self._following:
            self.fitted = False
            self._follow(pane)
            self.zoomed.emit(pane.zoom)

    def _zoom_all(self, factor: float) -> None:
        with self._in_step():
            for pane in self.panes:
                pane.zoom_to(factor)
        self._even_out()
        self.zoomed.emit(self.zoom)

    def _follow(self, leader: Pane) -> None:
        if self._following or leader not in self.panes:  # one that is hidden leads nobody
            return
        with self._in_step():
            for pane in self.panes:
                if pane is not leader:
                    pane.zoom_to(leader.zoom)
                    for bar, own in zip(_bars(leader), _bars(pane), strict=True):
                        own.setValue(bar.value())
        self._even_out()

    @contextmanager
    def _in_step(self) -> Iterator[None]:
        """In it, what is done to the panes they do not tell one another."""
        before, self._following = self._following, True
        try:
            yield
        finally:
            self._following = before

    def _even_out(self) -> None:
        # Gives all stacked panes a vertical scroll bar if one needs it, so that equal places stay below each other.
        needed = any(pane.content_size().height() * pane.zoom > pane.tallest for pane in self.panes)
        always = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if needed else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if self._beside else always
        for pane in self.panes:
            if pane.verticalScrollBarPolicy() != policy:
                pane.setVerticalScrollBarPolicy(policy)
        if len(self.panes) > 1 and not self._beside:
            first, edges = self.panes[0], Qt.AlignmentFlag
            wide = not needed and first.horizontalScrollBar().maximum() > 0
            first.setAlignment(edges.AlignHCenter | (edges.AlignTop if wide else edges.AlignBottom))
            # A view that aligns what it shows to its lower edge forgets its scroll bar.
            if wide:
                with self._in_step():
                    first.stand(first.diagram.height, first.viewport().height())
        if len(self.panes) == 1 and self.panes[0].diagram.middle is not None:
            # The words of an overlay stand where those of the upper of two panes are.
            pane, upper = self.panes[0], (self._splitter.height() - self._splitter.handleWidth()) / 2
            with self._in_step():
                pane.stand(pane.diagram.middle or 0.0, upper - pane.y() - MARGIN * pane.zoom)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        self._most = None  # other room is no other arrangement
        super().resizeEvent(event)

    def _refit(self) -> None:
        if self.fitted:
            self._fit()
        else:
            self._even_out()


def first_line(diagram: Diagram) -> float:
    """The y of the first line of words, 0 without any."""
    return next((text.y for text in diagram.texts if text.role == Role.WORD), 0.0)


def _bars(pane: Pane) -> tuple[QScrollBar, QScrollBar]:
    return pane.horizontalScrollBar(), pane.verticalScrollBar()


class TitleBar(QWidget):
    """Paints a title: chips and name at the left, the note after it, the score at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Title("")
        self._background, self._ink, self._faint = QColor(), QColor(), QColor()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_title(self, title: Title | None, theme: Theme) -> None:
        """Shows a title in the theme's colours; none takes no room."""
        self.setVisible(title is not None)
        if title is None:
            return
        self.title = title
        self._background = QColor(theme.background)
        self._ink, self._faint = (QColor(theme.paint(role).fill or "#808080") for role in (Role.WORD, Role.TITLE))
        having(self, accessibleName=str(title), toolTip=str(title)).update()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(0, self.fontMetrics().height() + 2 * PADDING)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        painter, title = QPainter(self), self.title
        painter.fillRect(self.rect(), self._background)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(GAP, 0, -GAP, 0)
        for colour in title.chips:
            painter.setPen(QPen(QColor(colour or self._ink), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush if title.hollow or not colour else QColor(colour))
            chip = QRectF(area.left() + 1, area.center().y() - CHIP / 2 + 1, CHIP - 2, CHIP - 2)
            painter.drawRoundedRect(chip, 2, 2)
            area.setLeft(area.left() + CHIP + GAP / 2)
        area.setLeft(area.left() + (GAP / 2 if title.chips else 0))
        name, note, score = self.fitting(int(area.width()))
        bold, middle = having(self.font(), bold=True), Qt.AlignmentFlag.AlignVCenter
        for ink, font, text, side in (
            (self._ink, bold, score, Qt.AlignmentFlag.AlignRight),
            (self._ink, bold, name, Qt.AlignmentFlag.AlignLeft),
            (self._faint, self.font(), note, Qt.AlignmentFlag.AlignLeft),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(area, side | middle, text)
            if text is name and name:
                area.setLeft(area.left() + painter.fontMetrics().horizontalAdvance(name) + 2 * GAP)

    def fitting(self, room: int) -> tuple[str, str, str]:
        """Name, note and score as they are seen in so many pixels: the note gives way first, the score later, and a
        name is cut only where it alone is too long, or has `LONGEST` letters."""
        title, bold, plain = self.title, QFontMetrics(having(self.font(), bold=True)), self.fontMetrics()
        brief, gap = title.brief or title.name, round(2 * GAP)

        def left(name: str, score: str) -> int:
            return room - sum(bold.horizontalAdvance(text) + gap for text in (name, score) if text)

        for name, note, score, least in (
            (title.name, title.note, title.score, room), (brief, title.short, title.score, room),
            *[("", title.total, title.score, room)] * (title.named and bool(title.total)),
            (brief, title.total or title.short, title.score, LONGEST // 2), (brief, "", title.score, 0),
        ):  # fmt: skip
            free = left(name, score) + gap * (not note)
            # Qt rounds what `horizontalAdvance` says, but not where it cuts.
            whole = free >= 0 and plain.elidedText(note, Qt.TextElideMode.ElideRight, free) == note
            if whole or least * plain.averageCharWidth() <= free:
                # No part of it is cut in two.
                while (cut := plain.elidedText(note, Qt.TextElideMode.ElideRight, free)) != note and " · " in note[:-4]:
                    note = f"{note.removesuffix(' · …').rpartition(' · ')[0].rstrip()} · …"
                return name, cut if note else "", score
        least = LONGEST * bold.averageCharWidth()
        score = title.score if left("", title.score) >= least else ""
        name = bold.elidedText(brief, Qt.TextElideMode.ElideMiddle, left("", score))
        return name, "", score


class TitledPane(QWidget):
    """A pane under its title."""

    def __init__(self, pane: Pane) -> None:
        super().__init__()
        self.pane = pane
        self.bar = TitleBar()
        layout = having(QVBoxLayout(self), contentsMargins=(0, 0, 0, 0), spacing=0)
        layout.addWidget(self.bar)
        layout.addWidget(pane)
