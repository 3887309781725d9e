"""Save the picture as a figure: format, size, colours, with a preview of what will be written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.dialogs.parts import Button, answers, below, choices, file_row, named
from goldleaf.viewer.export import FORMATS, PRESETS, raster
from goldleaf.viewer.export.families import better_font
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.fitting import Source, fitted, theme_in
from goldleaf.viewer.figures.render import decided, size_on_paper, smallest
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, Choice, Wanted, kinds, offered, remembered, stored
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER, Settings
from goldleaf.viewer.views.look import Look, Remedy

PREVIEW = QSize(420, 300)
AS_IT_FITS = "As it fits"


class ExportDialog(QDialog):
    """Asks how a figure is written, and writes it. ``path`` is the file that was written. ``fields`` are of the choices
    that `Wanted` declares with a title, by name; ``layout_`` are those of the view."""

    def __init__(self, parent: QWidget, source: Source, settings: Settings, name: str) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self._source = source
        self._settings = settings
        self.path: Path | None = None
        self.format = choices("Format", [(f"{known.title} (.{suffix})", suffix) for suffix, known in FORMATS.items()])
        self.fields = {name: _field(name, choice) for name, choice in CHOICES.items() if choice.title}
        self.layout_ = LayoutFields(source)
        self.folder = QLineEdit(str(Path(settings.get(EXPORT_FOLDER) or Path.cwd()) / name))
        self._lay_out()
        last = settings.get(EXPORT)
        self.format.setCurrentIndex(max(self.format.findData(last.get("format", "")), 0))
        for name, value in remembered(last).items():
            _set_value(self.fields[name], value)
        self._timer = QTimer(self, singleShot=True, interval=60)
        self._timer.timeout.connect(self.preview)
        for field in (self.format, *self.layout_.boxes.values(), *self.fields.values()):
            _changed(field).connect(lambda *_: self._timer.start())
        self.preview()

    def _lay_out(self) -> None:
        middle, framed = Qt.AlignmentFlag.AlignCenter, Label.Shape.StyledPanel
        self.picture = named(Label(), "Preview", fixedSize=PREVIEW, alignment=middle, frameShape=framed)
        high = 2 * self.fontMetrics().lineSpacing() + 4
        self.note = having(Label(), wordWrap=True, minimumHeight=high, alignment=Qt.AlignmentFlag.AlignTop)
        self._form = QFormLayout()
        self._fill_form(self._form)
        both = having(QHBoxLayout(), spacing=18)
        for side, room in ((below(None, self._form), 1), (below(None, self.picture, self.note), 0)):
            side.addStretch()
            both.addLayout(side, room)
        below(self, both, answers(self, Button.Save | Button.Cancel))
        self.setMinimumWidth(860)

    def _fill_form(self, form: QFormLayout) -> None:
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        titled = [(CHOICES[name].title, field) for name, field in self.fields.items()]
        rows = [(title, field) for title, field in titled if not isinstance(field, QCheckBox)]
        # How a sentence is laid out follows from the width, which is declared first, so it stands below that.
        by_width = [(self.layout_.titles[name], box) for name, box in self.layout_.boxes.items()]
        for title, field in [("Format", self.format), rows[0], *by_width, *rows[1:]]:
            form.addRow(title, field)
            field.setAccessibleName("Size of the words" if field is self.fields["font_size"] else title)
        for field in self.fields.values():
            if isinstance(field, QCheckBox):
                form.addRow("", field)

        def ask() -> str:
            kind = f"*.{self.format.currentData()}"
            return QFileDialog.getSaveFileName(self, "Save figure", str(self._target()), kind)[0]

        form.addRow("File", file_row(named(self.folder, "File"), ask))

    @property
    def wanted(self) -> Wanted:
        """The choices that the format has, but for those of the layout."""
        there = offered(self.format.currentData())
        return Wanted(**{name: _value(field) for name, field in self.fields.items() if name in there})

    def figure(self) -> Figure:
        """The figure that would be written. Raises GoldleafError for one that there cannot be."""
        wanted, look = self.wanted, self.layout_.look
        if wanted.width is not None and "compare" not in self.layout_.fixed:
            look = replace(look, mode=Mode.STACKED)  # what is tried first for a width, where nobody has chosen
        paper = replace(wanted.paper, fixed=self.layout_.fixed)
        figure = fitted(replace(self._source, look=look), theme_in(wanted.theme, wanted.font), measure, paper)
        return replace(figure, notes=tuple(filter(None, (figure.drawing.left_out,))))

    def preview(self) -> None:
        """Show the figure as it will be, and warn about what cannot be read."""
        there = offered(self.format.currentData())
        for name, field in self.fields.items():
            self._form.setRowVisible(field, name in there)
        try:
            figure = self.figure()
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        diagram, theme = figure.diagram, figure.theme
        ratio = self.devicePixelRatioF()
        room = PREVIEW * ratio
        scale = min(room.width() / diagram.width, room.height() / diagram.height, 1.5 * ratio) * 0.97
        image = raster.image(diagram, theme, scale=scale)
        image.setDevicePixelRatio(ratio)
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.note.setText("\n".join(filter(None, (told(figure), "" if self.wanted.font else better_font()))))

    def _target(self) -> Path:
        path, suffix = Path(self.folder.text().strip()).expanduser(), f".{self.format.currentData()}"
        return path if path.suffix == suffix else path.with_name(path.name + suffix)

    def accept(self) -> None:
        """Write the figure, if that can be; else say why not."""
        target = self._target()
        try:
            self.figure().save(target)
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        self.path = target
        self._settings.set(EXPORT_FOLDER, str(target.absolute().parent))
        choices = stored({name: _value(field) for name, field in self.fields.items()})
        self._settings.set(EXPORT, {"format": self.format.currentData(), **choices})
        super().accept()


class LayoutFields:
    """A box for each choice that a figure's width can make, or somebody in its place. ``boxes`` are by `Remedy.choice`.

    What a view can do to be narrower is done as it fits until somebody chooses. A box's data is a remedy, None to leave
    it undone, or `AS_IT_FITS`.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.boxes: dict[str, QComboBox] = {}
        self.titles: dict[str, str] = {}
        for by_itself, remedies in ((True, source.view.remedies), (False, source.view.offers)):
            for remedy in remedies:
                self._add(remedy, by_itself=by_itself)
        if source.look.mode is not Mode.STACKED and "compare" in self.boxes:
            self.boxes["compare"].setCurrentIndex(1)  # somebody has chosen it for the window

    def _add(self, remedy: Remedy, *, by_itself: bool) -> None:
        if not remedy.option or (remedy.needs_parse and not self._source.compared):
            return
        if remedy.choice not in self.boxes:
            box = self.boxes[remedy.choice] = QComboBox()
            self.titles[remedy.choice] = remedy.subject
            if by_itself:
                box.addItem(AS_IT_FITS, AS_IT_FITS)
            box.addItem(remedy.without, None)
        if remedy.choice != "wrap":  # done as it fits is how it is done
            self.boxes[remedy.choice].addItem(remedy.title, remedy)

    @property
    def fixed(self) -> frozenset[str]:
        """The choices that somebody has made."""
        return frozenset(name for name, box in self.boxes.items() if box.currentData() != AS_IT_FITS)

    @property
    def look(self) -> Look:
        """The window's look with what has been chosen."""
        look = self._source.look
        for box in self.boxes.values():
            remedy = box.currentData()
            if isinstance(remedy, Remedy):
                look = remedy.changed(look, 0.0) or look
        return look


def _field(name: str, choice: Choice) -> QWidget:
    """What a choice is made with, as its kind and its values ask for; on its default."""
    kind, default = kinds()[name], getattr(USUAL, name)
    if kind is bool:
        return QCheckBox(choice.title)
    if choice.choices:
        box = QComboBox(editable=choice.others)
        if choice.undecided:
            box.addItem(choice.undecided, default)
        for value in choice.choices:
            title = load(value).title if name == "theme" else PRESETS[value].title if name == "width" else value
            box.addItem(title, value)
        box.setCurrentIndex(max(box.findData(default), 0))
        return box
    if kind in (int, float):
        number = QSpinBox() if kind is int else QDoubleSpinBox(decimals=1, singleStep=0.5)
        # What is undecided is the text of the least.
        having(number, range=(choice.least, choice.most), suffix=choice.unit, specialValueText=choice.undecided)
        return having(number, value=default or 0)
    return QLineEdit(placeholderText=choice.undecided)


def _value(field: QWidget) -> Any:  # noqa: ANN401, as many kinds as there are choices
    """What is chosen, as `Wanted` has it."""
    match field:
        case QCheckBox():
            return field.isChecked()
        case QComboBox() if field.isEditable():
            text = field.currentText().strip()
            return field.itemData(0) if text == field.itemText(0) else text
        case QComboBox():
            return field.currentData()
        case QLineEdit():
            return field.text().strip()
        case QSpinBox() | QDoubleSpinBox():
            return field.value() or None


def _set_value(field: QWidget, value: Any) -> None:  # noqa: ANN401, as many kinds as there are choices
    match field:
        case QCheckBox():
            field.setChecked(value)
        case QComboBox() if field.isEditable():
            field.setCurrentText(value or field.itemText(0))
        case QComboBox():
            field.setCurrentIndex(field.findData(value))
        case QSpinBox() | QDoubleSpinBox():
            field.setValue(value or 0)


def _changed(field: QWidget) -> SignalInstance:
    match field:
        case QCheckBox():
            return field.toggled
        case QComboBox():
            return field.currentTextChanged
        case QLineEdit():
            return field.textChanged
        case QSpinBox() | QDoubleSpinBox():
            return field.valueChanged
    raise TypeError(field)


def told(figure: Figure) -> str:
    """What has been decided for a figure, what is not as it was asked for, and what would help."""
    fit = figure.fit
    lines = [decided(figure) if fit is not None else f"{size_on_paper(figure)}, {smallest(figure)}"]
    if fit is not None and fit.lacking:
        advice = fit.advice(lambda remedy: f"{remedy.subject}: {remedy.title}")
        lines.append(f"⚠ {fit.lacking}. It would help: {advice}.")
    return "\n".join([*lines, *(f"⚠ {note}" for note in figure.notes)])
