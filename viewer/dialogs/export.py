"""Save the picture as a figure: format, size, colours, with a preview of what will be written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.theme import NAMES, load
from goldleaf.viewer.dialogs.figure_layout import LayoutFields
from goldleaf.viewer.export import FORMATS, PRESETS, FigureOptions, raster
from goldleaf.viewer.export.families import GENERIC, better_font
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.fitting import Paper, Source, fitted, theme_in
from goldleaf.viewer.figures.render import decided, size_on_paper, smallest
from goldleaf.viewer.labels import Label
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER, Settings
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.remedies import Remedy

PREVIEW = QSize(420, 300)
OWN_FONT = "As the colors have it"


class ExportDialog(QDialog):
    """Asks how a figure is written, and writes it. ``path`` is the file that was written."""

    def __init__(
        self,
        parent: QWidget,
        source: Source,
        settings: Settings,
        name: str,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self._source = source
        self._settings = settings
        self.path: Path | None = None
        self._make_fields(name)
        self._lay_out()
        self._restore()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(60)
        self._timer.timeout.connect(self.preview)
        self._connect()
        self.preview()

    def _make_fields(self, name: str) -> None:
        self.format = QComboBox()
        for suffix, known in FORMATS.items():
            self.format.addItem(f"{known.title} (.{suffix})", suffix)
        self.width_ = QComboBox()
        self.width_.addItem("Natural size", "")
        for preset in PRESETS.values():
            self.width_.addItem(preset.title, preset.name)
        self.theme = QComboBox()
        for theme in NAMES:
            self.theme.addItem(load(theme).title, theme)
        self.layout_ = LayoutFields(self._source)
        self._make_font_fields()
        self.pixels = QSpinBox()
        self.pixels.setRange(raster.PIXELS[0], raster.PIXELS[-1])
        self.pixels.setSuffix(" ×")
        self.transparent = QCheckBox("Transparent background")
        self.legend = QCheckBox("Legend of the lines")
        self.standalone = QCheckBox("Whole LaTeX document")
        self.caption = QLineEdit()
        self.caption.setPlaceholderText("None")
        self.folder = QLineEdit(str(Path(self._settings.get(EXPORT_FOLDER) or Path.cwd()) / name))
        self.picture = Label()
        self.picture.setFixedSize(PREVIEW)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setFrameShape(Label.Shape.StyledPanel)
        self.picture.setAccessibleName("Preview")
        self.note = Label()
        self.note.setWordWrap(True)
        self.note.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

    def _make_font_fields(self) -> None:
        self.font_ = QComboBox()
        self.font_.setEditable(True)
        self.font_.addItems([OWN_FONT, *GENERIC])
        self.font_size = QDoubleSpinBox()
        self.font_size.setRange(0, 72)
        self.font_size.setDecimals(1)
        self.font_size.setSingleStep(0.5)
        self.font_size.setSuffix(" pt")
        self.font_size.setSpecialValueText("Usual size")
        self.font_size.setAccessibleName("Size of the words")

    def _lay_out(self) -> None:
        left, right, both = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        left.addLayout(self._make_form())
        right.addWidget(self.picture)
        right.addWidget(self.note)
        for side in (left, right):
            side.addStretch()
        both.setSpacing(18)
        both.addLayout(left, 1)
        both.addLayout(right)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self._save)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(both)
        column.addWidget(self._buttons)
        self.setMinimumWidth(860)

    def _make_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, field in (
            ("Format", self.format),
            ("Width", self.width_),
            *((self.layout_.titles[name], box) for name, box in self.layout_.boxes.items()),
            ("Font", self.font_),
            ("Size", self.font_size),
            ("Pixels", self.pixels),
            ("Colors", self.theme),
            ("Caption", self.caption),
        ):
            form.addRow(title, field)
            field.setAccessibleName(title)
        self._form = form
        for box in (self.legend, self.transparent, self.standalone):
            form.addRow("", box)
        browse = QPushButton("Browse…")
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        self.folder.setAccessibleName("File")
        place = QHBoxLayout()
        place.addWidget(self.folder, 1)
        place.addWidget(browse)
        form.addRow("File", place)
        return form

    def _restore(self) -> None:
        stored = self._settings.get(EXPORT)
        for box, name in ((self.format, "format"), (self.width_, "size"), (self.theme, "theme")):
            box.setCurrentIndex(max(box.findData(stored.get(name, "")), 0))
        self.pixels.setValue(int(stored.get("pixels", "2")))
        self.font_.setCurrentText(stored.get("font") or OWN_FONT)
        self.font_size.setValue(float(stored.get("font-size") or 0))
        for check, name in self._checks():
            check.setChecked(stored.get(name) == "yes")

    def _checks(self) -> tuple[tuple[QCheckBox, str], ...]:
        return ((self.transparent, "transparent"), (self.legend, "legend"), (self.standalone, "standalone"))

    def _connect(self) -> None:
        for box in (self.format, self.width_, self.theme, *self.layout_.boxes.values()):
            box.currentIndexChanged.connect(self._soon)
        for check in (self.transparent, self.legend, self.standalone):
            check.toggled.connect(self._soon)
        self.pixels.valueChanged.connect(self._soon)
        self.caption.textChanged.connect(self._soon)
        self.font_.currentTextChanged.connect(self._soon)
        self.font_size.valueChanged.connect(self._soon)

    def _soon(self, *_: object) -> None:
        self._timer.start()

    @property
    def options(self) -> FigureOptions:
        """The choices."""
        return FigureOptions(
            preset=self.width_.currentData() or None,
            pixels=self.pixels.value(),
            transparent=self.transparent.isChecked(),
            standalone=self.standalone.isChecked(),
        )

    @property
    def paper(self) -> Paper:
        """What the figure shall be on paper."""
        return Paper(
            options=self.options,
            size=self.font_size.value() or None,
            fixed=self.layout_.fixed,
            legend=self.legend.isChecked(),
            caption=self.caption.text().strip(),
        )

    @property
    def font_name(self) -> str:
        """The family that is asked for; empty for that of the colours."""
        name = self.font_.currentText().strip()
        return "" if name == OWN_FONT else name

    def figure(self) -> Figure:
        """The figure that would be written. Raises GoldleafError for one that there cannot be."""
        theme = theme_in(self.theme.currentData(), self.font_name)
        figure = fitted(replace(self._source, look=self._look), theme, measure, self.paper)
        return replace(figure, notes=tuple(filter(None, (figure.drawing.left_out,))))

    @property
    def _look(self) -> Look:
        """What is drawn at first: for a width, gold and parse one below the other, where nobody has chosen."""
        look = self.layout_.look
        chosen = "compare" in self.layout_.fixed or not self.width_.currentData()
        return look if chosen else replace(look, mode=Mode.STACKED)

    def preview(self) -> None:
        """Show the figure as it will be, and warn about what cannot be read."""
        suffix = self.format.currentData()
        self._form.setRowVisible(self.pixels, suffix == "png")
        self._form.setRowVisible(self.standalone, suffix == "tex")
        self._form.setRowVisible(self.transparent, suffix != "tex")
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
        self.note.setText("\n".join(filter(None, (told(figure), "" if self.font_name else better_font()))))

    def _browse(self) -> None:
        suffix = self.format.currentData()
        name, _ = QFileDialog.getSaveFileName(self, "Save figure", str(self._target()), f"*.{suffix}")
        if name:
            self.folder.setText(name)

    def _target(self) -> Path:
        path, suffix = Path(self.folder.text().strip()).expanduser(), f".{self.format.currentData()}"
        return path if path.suffix == suffix else path.with_name(path.name + suffix)

    def _save(self) -> None:
        target = self._target()
        try:
            self.figure().save(target)
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        self.path = target
        self._remember(target)
        self.accept()

    def _remember(self, target: Path) -> None:
        self._settings.set(EXPORT_FOLDER, str(target.absolute().parent))
        choices = {"format": self.format.currentData(), "size": self.width_.currentData()}
        choices |= {"font": self.font_name, "font-size": f"{self.font_size.value():g}"}
        choices |= {"theme": self.theme.currentData(), "pixels": str(self.pixels.value())}
        self._settings.set(EXPORT, choices | {name: "yes" if box.isChecked() else "no" for box, name in self._checks()})


def told(figure: Figure) -> str:
    """What has been decided for a figure, what is not as it was asked for, and what would help."""
    fit = figure.fit
    lines = [decided(figure) if fit is not None else f"{size_on_paper(figure)}, {smallest(figure)}"]
    if fit is not None and fit.lacking:
        lines.append(f"⚠ {fit.lacking}. It would help: {fit.advice(_choice)}.")
    return "\n".join([*lines, *(f"⚠ {note}" for note in figure.notes)])


def _choice(remedy: Remedy) -> str:
    return f"{remedy.subject}: {remedy.title}"
