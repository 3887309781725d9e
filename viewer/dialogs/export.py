"""Save the picture as a figure: four ways to lay it out for a width, drawn to be clicked, and details behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from PySide6 import QtWidgets
from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QColor, QIcon, QLinearGradient, QPainter, QPixmap

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.options import Layout, Mode
from goldleaf.viewer.diagram.shapes import Shape
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.dialogs.parts import Button, answers, below, button, choices, file_row, form, named
from goldleaf.viewer.export import FORMATS, PRESETS, painted, text_size
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.fitting import FigureSource, Fitting, theme_in
from goldleaf.viewer.figures.render import cut_words, decided, past_the_page, size_on_paper, smallest
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, FigureField, Wanted, kinds, offered, remembered, stored
from goldleaf.viewer.labels import Label, having, picture_tip
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER, Settings
from goldleaf.viewer.views.remedies import ACROSS, OVERLAY
from goldleaf.viewer.views.view import Remedy

ROOM, SCREEN = QSize(740, 330), 720  # of all cards together on such a height of screen, and on a larger one more
MOST_CARDS, LARGEST, MUCH = 4, 1.5, 1.4  # times the room, and times as high as a card
AIR, FINER = 6, 2  # pixels above and below a card's picture, and so many times as fine: letters are small there
SEEN, FADE = 0.9, 0.15  # of the screen's height, of a picture as large as on paper; of a card's, of one that is cut
AT_HAND = ("legend", "caption")  # beside the cards, not behind them
AS_IT_FITS = "As it fits"
AS_IN_THE_WINDOW = "As in the window"


class ExportDialog(QtWidgets.QDialog):
    """Asks how a figure is written, and writes it. ``path`` is the file that was written. ``cards`` are the ways to lay
    it out, by their titles; ``fields`` are of the choices that `Wanted` declares with a title, by name; ``layout_`` are
    those of the view. Until somebody chooses, the first card is chosen whose figure can be read on a page."""

    def __init__(self, parent: QtWidgets.QWidget, source: FigureSource, settings: Settings, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self._source = source
        self._settings = settings
        self.path: Path | None = None
        self.format = choices("Format", [(f"{known.title} (.{suffix})", suffix) for suffix, known in FORMATS.items()])
        self._made = {name: _field(name, choice) for name, choice in CHOICES.items() if choice.title}
        self.fields = {name: field.widget for name, field in self._made.items()}
        self.layout_ = LayoutFields(source)
        self.cards: dict[str, QtWidgets.QToolButton] = {}
        self._drawn: dict[str, tuple[Shape, ...]] = {}  # by card
        self._across = 2  # cards beside one another
        for title in self.layout_.cards:
            card = named(QtWidgets.QToolButton(), title, text=title, objectName="way", checkable=True)
            card.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            card.setSizePolicy(QtWidgets.QSizePolicy.Policy.Fixed, QtWidgets.QSizePolicy.Policy.Expanding)
            card.clicked.connect(lambda _=False, title=title: self._arrange(title))
            card.clicked.connect(lambda: self._decide())
            self.cards[title] = card
        self._decided = False  # by somebody
        self.folder = QtWidgets.QLineEdit(str(Path(settings.get(EXPORT_FOLDER) or Path.cwd()) / name))
        self._lay_out()
        last = settings.get(EXPORT)
        self.format.setCurrentIndex(max(self.format.findData(last.get("format", "")), 0))
        self.folder.setText(str(self._target()))
        for name, value in remembered(last).items():
            self._made[name].put(value)
        self._timer = QTimer(self, singleShot=True, interval=60)
        self._timer.timeout.connect(self.preview)
        self._waiting: list[str] = []
        self._rest = QTimer(self, interval=0)  # long sentences take their time: the other cards come one by one
        self._rest.timeout.connect(self._draw_next)
        self.format.currentTextChanged.connect(lambda: self.folder.setText(str(self._target())))
        for changed in (self.format.currentTextChanged, *(field.changed for field in self._made.values())):
            changed.connect(lambda *_: self._timer.start())
        for box in self.layout_.boxes.values():
            box.currentIndexChanged.connect(self._decide)
        self.preview()

    def _lay_out(self) -> None:
        group, grid = QtWidgets.QButtonGroup(self), having(QtWidgets.QGridLayout(), spacing=8)
        self._grid = grid
        for card in self.cards.values():
            group.addButton(card)
            grid.addWidget(card)
        high = 2 * self.fontMetrics().lineSpacing() + 4
        self.note = having(Label(), wordWrap=True, minimumHeight=high, alignment=Qt.AlignmentFlag.AlignTop)
        width = self.fields["width"]
        top = QtWidgets.QHBoxLayout()
        for title, box in (("Width", width), ("Format", self.format)):
            top.addWidget(having(Label(title), buddy=box))
            top.addWidget(named(box, title), 1)
        top.addWidget(self.fields["legend"])

        def ask() -> str:
            target = self._target()
            return QtWidgets.QFileDialog.getSaveFileName(self, "Save figure", f"{target}", f"*{target.suffix}")[0]

        browsed = file_row(named(self.folder, "File"), ask)
        self._form = having(QtWidgets.QFormLayout(), labelAlignment=Qt.AlignmentFlag.AlignRight)
        self._form.setFieldGrowthPolicy(QtWidgets.QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        titled = [(self.layout_.titles[name], box) for name, box in self.layout_.boxes.items()]
        behind = {name: field for name, field in self.fields.items() if name not in ("width", *AT_HAND)}
        titled += [(CHOICES[name].title, field) for name, field in behind.items()]
        for title, field in sorted(titled, key=lambda row: isinstance(row[1], QtWidgets.QCheckBox)):
            self._form.addRow("" if isinstance(field, QtWidgets.QCheckBox) else title, field)
            field.setAccessibleName("Size of the words" if field is self.fields["font_size"] else title)
        details = having(QtWidgets.QWidget(), visible=False, layout=self._form)
        buttons = answers(self, Button.Save | Button.Cancel)
        more = button("Details", lambda: details.setVisible(more.isChecked()), buttons, checkable=True)
        fixed = QtWidgets.QHBoxLayout.SizeConstraint.SetFixedSize
        both = having(QtWidgets.QHBoxLayout(), spacing=18, sizeConstraint=fixed)
        asked = form(("Caption", self.fields["caption"]), ("File", browsed))
        self._hint = Label("")
        both.addLayout(below(None, top, grid, self._hint, self.note, asked, buttons))
        both.addWidget(details, alignment=Qt.AlignmentFlag.AlignTop)
        self.setLayout(both)
        self._place_cards()

    def _place_cards(self) -> None:
        # Four ways that differ are chosen from: what would be the same figure twice leaves its place to another.
        shown: list[str] = []
        for title, card in self.cards.items():
            twin = title in self._drawn and any(self._drawn.get(other) == self._drawn[title] for other in shown)
            card.setVisible(card.isChecked() or (not twin and len(shown) < MOST_CARDS))
            if not card.isHidden():
                self._grid.addWidget(card, *divmod(len(shown), self._across))
                shown.append(title)

    @property
    def wanted(self) -> Wanted:
        """The choices that the format has, but for those of the layout."""
        there = offered(self.format.currentData())
        return Wanted(**{name: field.value() for name, field in self._made.items() if name in there})

    @property
    def chosen(self) -> str:
        return next(title for title, card in self.cards.items() if card.isChecked())

    def figure(self, card: str = "") -> Figure:
        """The figure that would be written, or that of another card. Raises GoldleafError for one that cannot be."""
        wanted = self.wanted
        boxes = self.layout_.boxes.items()
        values = self.layout_.cards[card] if card else {name: box.currentData() for name, box in boxes}
        look = self._source.look
        for remedy in values.values():
            if isinstance(remedy, Remedy):
                look = remedy.changed(look, 0.0) or look
        # What nobody has chosen is left to the width.
        fixed = frozenset(name for name, value in values.items() if value != AS_IT_FITS)
        if wanted.width is not None and "compare" not in fixed:
            look = replace(look, mode=Mode.STACKED)  # what is tried first for a width, where nobody has chosen
        if wanted.width is not None and "layout" in values and "layout" not in fixed:
            layout = Layout.ACROSS if fixed & {"compare", "wrap"} else Layout.AUTO  # as `Wanted.look` has it
            look = replace(look, options=replace(look.options, layout=layout))
        source, theme = replace(self._source, look=look), theme_in(wanted.theme, wanted.font)
        pages = FORMATS[self.format.currentData()].pages
        figure = Fitting(source, theme, measure, wanted, wanted.written, fixed, pages).figure()
        return replace(figure, notes=tuple(filter(None, (figure.drawing.left_out, cut_words(figure)))))

    def preview(self) -> None:
        """Draw the chosen card, or the first that can be read, and say what is to be known of it; then all others."""
        there = offered(self.format.currentData())
        for name, field in self.fields.items():
            if name not in ("width", *AT_HAND):
                self._form.setRowVisible(field, name in there)
        titles = [self.chosen] if self._decided else [*self.cards]
        figures = {}
        try:
            for title in titles:
                if not self._decided:
                    self._arrange(title)
                figures[title] = self.figure()
                if not _lacking(figures[title]):
                    break
            else:
                # None is as it was asked for: of those whose text can be read the lowest comes nearest.
                if not self._decided:
                    self._arrange(min(titles, key=lambda title: _awry(figures[title])))
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        figure = figures[self.chosen]
        # The cards have the room together, whatever their number: what is high has all of the height.
        shown = min(len(self.cards), MOST_CARDS)
        self._across = shown if figure.diagram.height > figure.diagram.width else min(shown, 2)
        room = ROOM * min(max(self.screen().availableSize().height() / SCREEN, 1.0), LARGEST)
        for card in self.cards.values():
            card.setIconSize(QSize(room.width() // self._across, room.height() // -(-shown // self._across)))
        for title, known in figures.items():
            self._show(title, known)
        why = "None fits a page: the shortest is chosen. " if _lacking(figure) else "The first that fits is chosen. "
        if figure.fit is not None and figure.fit.pages > 1:
            why = "The whole sentence is chosen: it goes on over pages of one file. "
        self._hint.setText(f"{'' if self._decided else why}Point at a picture to see it as large as on paper.")
        self.note.setText(told(figure))
        self._waiting = [title for title in self.cards if title not in figures]
        self._rest.start()

    def _draw_next(self) -> None:
        if not self._waiting:
            self._rest.stop()
            return
        title = self._waiting.pop(0)
        try:
            self._show(title, self.figure(title))
        except GoldleafError:  # such as a tree of which nothing would be left
            self.cards[title].setIcon(QIcon())

    def _show(self, title: str, figure: Figure) -> None:
        card, ratio = self.cards[title], self.devicePixelRatioF()
        diagram, room = figure.diagram, card.iconSize() * ratio
        # Whole, or of what is much higher the beginning, no larger than on paper; so large it is seen where pointed at.
        own, high = figure.options.scale(diagram), self.screen().availableSize().height() * SEEN
        wide, low = min(room.width() / diagram.width, own * ratio), (room.height() - 2 * AIR * ratio) / diagram.height
        scale = min(wide, low) if low * MUCH > wide else wide
        width, height = room.width() / scale, room.height() / scale  # paper all over the card
        above = AIR if self._across > 2 else max((height - diagram.height) / 2, AIR)  # in one row all begin on a line
        middle = diagram.moved((width - diagram.width) / 2, above)
        image = painted.image(replace(middle, width=width, height=height), figure.theme, scale=FINER * scale)
        if diagram.height > height:  # it goes on, which a cut amid letters would not say
            ground = QColor(figure.theme.background)
            fade = QLinearGradient(0, image.height() * (1 - FADE), 0, image.height())
            fade.setStops([(0.0, QColor(Qt.GlobalColor.transparent)), (0.8, ground)])
            with QPainter(image) as painter:
                painter.fillRect(image.rect(), fade)
        image.setDevicePixelRatio(FINER * ratio)
        card.setIcon(QIcon(QPixmap.fromImage(image)))
        large = diagram.width * min(own, high / diagram.height)
        drawable = 2 * max(diagram.width, diagram.height) <= painted.LARGEST  # with two pixels for each
        card.setToolTip(picture_tip(painted.write_png(diagram, figure.theme), large) if drawable else "")
        self._drawn[title] = diagram.shapes
        self._place_cards()
        letters = text_size(diagram, figure.theme, figure.options)
        size = size_on_paper(figure) + (f", {letters:.1f} pt" if letters else "")
        # What is done for it is told below of the one that is chosen.
        lacking = _lacking(figure)
        drawing, name = figure.drawing, title
        if title in (AS_IT_FITS, AS_IN_THE_WINDOW) and "compare" in self.layout_.boxes:
            across = "Beside" if drawing.beside else "Overlay" if len(drawing.diagrams) == 1 else "Stacked"
            way = self.layout_.down if drawing.upright else across
            name = way if title == AS_IT_FITS and lacking else f"{title}: {way.lower()}"
        card.setText("\n".join((name, size, f"⚠ {lacking}" if lacking else "")))  # alike high, all names on a line

    def _arrange(self, title: str) -> None:
        self.cards[title].setChecked(True)
        self.layout_.put(self.layout_.cards[title])

    def _decide(self) -> None:
        self._decided = True
        self._timer.start()

    def _target(self) -> Path:
        path, suffix = Path(self.folder.text().strip()).expanduser(), f".{self.format.currentData()}"
        return path.with_suffix(suffix) if path.suffix[1:] in FORMATS else path.with_name(path.name + suffix)

    def accept(self) -> None:
        # Write the figure, if that can be; else say why not.
        target = self._target()
        try:
            self.figure().save(target)
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        self.path = target
        self._settings.set(EXPORT_FOLDER, str(target.absolute().parent))
        kept = stored({name: field.value() for name, field in self._made.items()})
        self._settings.set(EXPORT, {"format": self.format.currentData(), **kept})
        super().accept()


def _awry(figure: Figure) -> tuple[bool, float]:
    """How far it is from what can be printed: whether its text is too small, and its height."""
    small = figure.fit is not None and figure.fit.too_small is not None
    return small, figure.diagram.height * figure.options.scale(figure.diagram)


def _lacking(figure: Figure) -> str:
    """Why it cannot be read, or printed as it is; empty if it can."""
    return past_the_page(figure) or ("" if figure.fit is None else figure.fit.lacking)


class LayoutFields:
    """A box for each choice that a figure's width can make, or somebody in its place. ``boxes`` are by `Remedy.choice`,
    ``cards`` what the boxes have on each card, by its title. What a view can do to be narrower is done as it fits until
    somebody chooses. A box's data is a remedy, None to leave it undone, or `AS_IT_FITS`. ``down`` is what words down
    the page are called in the view; empty if it has no such layout."""

    def __init__(self, source: FigureSource) -> None:
        self.boxes: dict[str, QtWidgets.QComboBox] = {}
        self.titles: dict[str, str] = {}
        for by_itself, remedies in ((True, source.view.remedies), (False, source.view.offers)):
            for remedy in remedies:
                if not remedy.option or (remedy.needs_parse and not source.compared):
                    continue
                if remedy.choice not in self.boxes:
                    box = self.boxes[remedy.choice] = QtWidgets.QComboBox()
                    self.titles[remedy.choice] = remedy.subject
                    if by_itself or remedy.choice == "layout":
                        box.addItem(AS_IT_FITS, AS_IT_FITS)
                    box.addItem(remedy.without, None)
                # To wrap as it fits is all that one can want of it.
                if remedy.choice != "wrap":
                    self.boxes[remedy.choice].addItem(remedy.title, remedy)
        as_there: dict[str, bool | Remedy] = {"compare": False, "layout": False, "wrap": source.wrapped}
        ways: dict[str, dict[str, bool | Remedy]] = {AS_IT_FITS: {}, AS_IN_THE_WINDOW: as_there}
        if source.look.options.layout.down:
            ways[ACROSS.title] = {"layout": ACROSS}
        elif OVERLAY in (*source.view.remedies, *source.view.offers) and source.look.mode is not Mode.OVERLAY:
            ways["Overlay"] = {"compare": OVERLAY}
        ways["Only differences"] = {"only_differences": True}
        self.down = next((remedy.title for remedy in source.view.offers if remedy.choice == "layout"), "")
        if self.down not in ("", ACROSS.title) and not source.look.options.layout.down:
            ways[self.down] = {"layout": True}
        self.cards = {
            title: {name: self._data(name, way.get(name)) for name in self.boxes}
            for title, way in ways.items()
            if way in ({}, as_there) or [*way][-1] in self.boxes
        }

    def _data(self, name: str, done: bool | Remedy | None) -> Any:  # noqa: ANN401, see the class
        # What a box has where a remedy, or its first, shall be ``done``, or none, or it is left to the width.
        box = self.boxes[name]
        found = [box.itemData(place) for place in range(box.count())]
        if done is True:
            return next((data for data in found if isinstance(data, Remedy)), found[0])
        return None if done is False else done or found[0]

    def put(self, values: Mapping[str, Any]) -> None:
        """Choose what a card has, which nobody has decided."""
        for name, value in values.items():
            box = self.boxes[name]
            with QSignalBlocker(box):
                box.setCurrentIndex(next(place for place in range(box.count()) if box.itemData(place) == value))


class Field(NamedTuple):
    """What a choice is made with; its ``value`` is as `Wanted` has it."""

    widget: Any  # of Qt, as many kinds as there are choices
    value: Callable[[], Any]
    put: Callable[[Any], object]
    changed: SignalInstance


def _field(name: str, choice: FigureField) -> Field:
    # The field of a choice, as its kind and its values ask for; on its default.
    kind, default = kinds()[name], getattr(USUAL, name)
    if kind is bool:
        check = QtWidgets.QCheckBox(choice.title)
        return Field(check, check.isChecked, check.setChecked, check.toggled)
    if choice.choices:
        box = QtWidgets.QComboBox(editable=choice.others)
        if choice.undecided:
            box.addItem(choice.undecided, default)
        for value in choice.choices:
            title = load(value).title if name == "theme" else PRESETS[value].title if name == "width" else value
            box.addItem(title, value)
        box.setCurrentIndex(max(box.findData(default), 0))
        if not choice.others:
            return Field(
                box, box.currentData, lambda value: box.setCurrentIndex(box.findData(value)), box.currentTextChanged
            )

        def written() -> Any:  # noqa: ANN401, of the choice
            text = box.currentText().strip()
            return default if text == choice.undecided else text

        return Field(box, written, lambda value: box.setCurrentText(value or choice.undecided), box.currentTextChanged)
    if kind in (int, float):
        number = QtWidgets.QSpinBox() if kind is int else QtWidgets.QDoubleSpinBox(decimals=1, singleStep=0.5)
        # What is undecided is the text of the least.
        having(number, range=(choice.least, choice.most), suffix=choice.unit, specialValueText=choice.undecided)
        having(number, value=default or 0)
        return Field(number, lambda: number.value() or None, lambda one: number.setValue(one or 0), number.valueChanged)
    line = QtWidgets.QLineEdit(placeholderText=choice.undecided)
    return Field(line, lambda: line.text().strip(), line.setText, line.textChanged)


def told(figure: Figure) -> str:
    """What has been decided for a figure, what is not as it was asked for, and what would help."""
    fit = figure.fit
    lines = [decided(figure) if fit is not None else f"{size_on_paper(figure)}, {smallest(figure)}"]
    if fit is not None and fit.lacking:
        advice = fit.advice(lambda remedy: f"{remedy.subject}: {remedy.title}")
        lines.append(f"⚠ {fit.lacking}. It would help: {advice}.")
    if past := past_the_page(figure):
        lines.append(f"⚠ {past}. It would help: PDF, which has all of it on pages.")
    return "\n".join([*lines, *(f"⚠ {note}" for note in figure.notes)])
