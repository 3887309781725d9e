"""What stands in the window while nothing is open: how to open files, what was open last, pictures of the demos."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontInfo, QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from goldleaf.core.metrics import BY_DEFAULT, create
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.painting import paint
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import Theme, load
from goldleaf.viewer.figures.figure import draw
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.parts import once, row
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.state.jobs import Background
from goldleaf.viewer.style.appearance import application_icon, colours_of
from goldleaf.viewer.views import AUTO, Look
from goldleaf.viewer.views.lattices.layout import layered
from goldleaf.viewer.views.view import Tools

FOLDER = files("goldleaf.assets") / "demo"
PAINTED = 100  # milliseconds in which the window has been painted, or has begun to load files
MOST_RECENT = 8
COLUMN = 300  # pixels of what stands beside the pictures
SMALLEST = QSize(200, 150)  # pixels of a picture with its name
PAD, GAP = 12, 2  # pixels around a picture, and between two lines
LARGEST_ZOOM = 2.0  # of a small picture
ROOMY, LARGEST = 1600, 1.5  # the width in pixels from which all grows, and to how much of its size at most


class Demo(NamedTuple):
    """Files that come with the program: the action that opens them, its title and what it says, their view. A ``row``
    is the sentence of which the start page has a picture called ``name``: gold and parse, or the parse alone."""

    action: str
    title: str
    told: str
    files: tuple[str, ...]
    view: str = AUTO
    lattice: str = ""
    name: str = ""
    row: int = 0
    mode: Mode = Mode.OVERLAY
    options: Options = Options(tight=True)


DEMOS = (
    Demo("file.demo", "Demo treebank", "Gold above, a parse below: 17 sentences in 13 languages.",
         ("gold.conllu", "parse.conllu"), name="Dependencies", row=2),
    Demo("file.demo-trees", "Demo of phrase structure", "A parse, its errors marked: 5 sentences as constituents.",
         ("trees-gold.mrg", "trees-parse.mrg"), name="Phrase structure", row=2, mode=Mode.STACKED),
    Demo("file.demo-theories", "Demo of three theories",
         "What three golds agree on, a parse below: 6 sentences.",
         ("theories/theories.toml",), view="function", name="Three theories", row=1),
    Demo("file.demo-lattice", "Demo of a lattice",
         "All readings of a Hebrew sentence, the gold's and a parse's.",
         ("ambiguous-gold.conllu", "ambiguous-parse.conllu"), view="lattice", lattice="ambiguous.lattice",
         name="A lattice", options=Options(wrap=430.0)),
    Demo("file.demo-roles", "Demo of predicates and arguments",
         "Sentences with several predicates: their senses, the roles of their arguments, and a parser's.",
         ("roles-gold.conll09", "roles-parse.conll09"), view="roles"),
)  # fmt: skip


class StartPage(QScrollArea):
    """Offers to open files, those that were open last, and the demos. ``demo_wanted`` carries the action's name. The
    demos are read and drawn once the page has been painted: who opens files at once does not wait for them."""

    demo_wanted = Signal(str)
    recent_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        # It scrolls where there is little room: a page of the stack must not say how narrow the others may be.
        having(self, accessibleName="Start", widgetResizable=True, frameShape=QFrame.Shape.NoFrame)
        self._theme = load("light")
        self._begin = once(self, PAINTED, self._read)
        self._work = Background(self, stepped=lambda step: self._show(*step))
        sign = having(Label(), pixmap=application_icon().pixmap(40, 40))
        title = having(Label("Open a gold file and its parses"), objectName="title", wordWrap=True)
        text = "Drag files onto the window: the first is the gold, the others are parses. Or choose them here."
        what = having(Label(text), objectName="faint", wordWrap=True)
        self.ask = having(QPushButton("Open…"), objectName="primary", autoDefault=True)  # Return acts, too
        self.steps = having(QPushButton("First steps, in five minutes"), flat=True, objectName="link", autoDefault=True)
        having(self.steps, cursor=Qt.CursorShape.PointingHandCursor)
        self.steps.clicked.connect(lambda: self.demo_wanted.emit("help.first-steps"))
        self._recent_title = having(Label("Opened last"), objectName="heading")
        self._recent = having(QVBoxLayout(), spacing=0)
        column = having(QVBoxLayout(), spacing=12)
        for part in (sign, title, what, self.ask, self.steps, self._recent_title):
            button = isinstance(part, QPushButton)
            column.addWidget(part, alignment=Qt.AlignmentFlag.AlignLeft if button else Qt.AlignmentFlag(0))
        column.addLayout(self._recent)
        column.addStretch()
        self._beside = having(QWidget(), layout=having(column, contentsMargins=(0, 0, 0, 0)))
        self.thumbnails = [Thumbnail(demo) for demo in DEMOS if demo.name]
        grid = having(QGridLayout(), spacing=16)
        grid.addWidget(having(Label("Or look at a demo"), objectName="heading"), 0, 0, 1, 2)
        for number, thumbnail in enumerate(self.thumbnails):
            grid.addWidget(thumbnail, 1 + number // 2, number % 2)
            thumbnail.clicked.connect(lambda _=False, action=thumbnail.demo.action: self.demo_wanted.emit(action))
        self._page = QWidget()
        row(self._beside, grid, margins=(32, 24, 32, 24), between=40, of=self._page)
        self.setWidget(self._page)
        self.show_recent([])

    def show_recent(self, opened: Sequence[tuple[str, Path]]) -> None:
        """Link to what was open last, by titles and first files."""
        while (item := self._recent.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        self._recent_title.setVisible(bool(opened))
        before: QWidget = self.steps
        for number, (title, path) in enumerate(opened[:MOST_RECENT]):
            short = self.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, COLUMN - 12)
            link = having(QPushButton(short.replace("&", "&&")), flat=True, objectName="link", autoDefault=True)
            having(link, cursor=Qt.CursorShape.PointingHandCursor, accessibleName=title)
            link.setToolTip(tip(f"{title}\n{path.absolute()}"))
            link.clicked.connect(lambda _=False, place=number: self.recent_wanted.emit(place))
            self._recent.addWidget(link, alignment=Qt.AlignmentFlag.AlignLeft)
            QWidget.setTabOrder(before, link)
            before = link

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for thumbnail in self.thumbnails:
            thumbnail.draw(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Texts, their column and the pictures grow in a large window."""
        super().resizeEvent(event)
        grown = min(max(self.width() / ROOMY, 1.0), LARGEST)
        size = grown * QFontInfo(self.font()).pixelSize()
        title = f"font-size: {round(1.5 * size)}px; font-weight: bold;"
        self._page.setStyleSheet(f"* {{ font-size: {round(size)}px; }} #title {{ {title} }}")
        self._beside.setFixedWidth(round(COLUMN * grown))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        # The demos are read, unless they have been.
        super().showEvent(event)
        if any(thumbnail.document is None for thumbnail in self.thumbnails):
            self._begin.start()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        # What is opened now is not to wait for the demos.
        super().hideEvent(event)
        self.stop()

    def stop(self) -> None:
        self._begin.stop()
        self._work.cancel()

    def _read(self) -> None:
        missing = [number for number, thumbnail in enumerate(self.thumbnails) if thumbnail.document is None]

        def documents() -> Generator[tuple[int, Document]]:
            metrics = [create(name) for name in BY_DEFAULT]
            with as_file(FOLDER) as folder:
                for number in missing:
                    demo = self.thumbnails[number].demo
                    request = request_of([folder / name for name in demo.files])
                    lattice = folder / demo.lattice if demo.lattice else None
                    yield number, loaded(replace(request, lattice=lattice), metrics)

        self._work.start(documents(), "The demos could not be read")

    def _show(self, number: int, document: Document) -> None:
        self.thumbnails[number].document = document
        self.thumbnails[number].draw(self._theme)


class Thumbnail(QPushButton):
    """A demo's sentence, drawn by its view, over its name and what it is; no picture before it has a ``document``."""

    def __init__(self, demo: Demo) -> None:
        super().__init__()
        self.demo = demo
        self.document: Document | None = None
        self._theme = load("light")
        self._diagram: Diagram | None = None
        having(self, objectName="thumbnail", minimumSize=SMALLEST, sizePolicy=(QSizePolicy.Policy.Expanding,) * 2)
        having(self, accessibleName=demo.title, accessibleDescription=demo.told, toolTip=demo.told, autoDefault=True)

    def draw(self, theme: Theme) -> None:
        self._theme = theme
        if self.document is not None:
            look = Look(view=self.demo.view, mode=self.demo.mode, options=self.demo.options)
            tools = Tools(theme, measure, layered)  # which is at hand at once; Graphviz is another process
            self._diagram = draw(self.document, self.demo.row, 0, look, tools).diagrams[-1]
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        super().paintEvent(event)
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(PAD, PAD, -PAD, -PAD)
        line = self.fontMetrics().height()
        told = having(QRectF(area), top=area.bottom() - 2 * line)
        name = having(QRectF(area), top=told.top() - line - GAP, bottom=told.top() - GAP)
        painter.setFont(having(self.font(), bold=True))
        painter.drawText(name, Qt.AlignmentFlag.AlignCenter, self.demo.name)
        painter.setFont(self.font())
        painter.setPen(QColor(colours_of(self._theme).faint))
        centred = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(told, centred | Qt.TextFlag.TextWordWrap, self.demo.told)
        if (diagram := self._diagram) is not None:
            room = having(area, bottom=name.top() - PAD)
            zoom = min(room.width() / diagram.width, room.height() / diagram.height, LARGEST_ZOOM)
            left = room.left() + (room.width() - zoom * diagram.width) / 2
            painter.translate(left, room.top() + (room.height() - zoom * diagram.height) / 2)
            painter.scale(zoom, zoom)
            paint(painter, diagram, self._theme)
