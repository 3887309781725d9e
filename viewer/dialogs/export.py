"""Save the picture as a figure: format, size, colours, with a preview of what will be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.shapes import Diagram
from goldleaf.viewer.diagram.theme import NAMES, Theme, load
from goldleaf.viewer.export import FORMATS, PRESETS, READABLE, FigureOptions, raster, text_size
from goldleaf.viewer.export.sizes import width_of
from goldleaf.viewer.figures.figure import Figure, compose_figure
from goldleaf.viewer.state.settings import EXPORT, EXPORT_FOLDER, Settings
from goldleaf.viewer.views import Look
from goldleaf.viewer.views.view import Drawing

PREVIEW = QSize(420, 300)


class ExportDialog(QDialog):
    """Asks how a figure is written, and writes it. ``path`` is the file that was written."""

    def __init__(
        self,
        parent: QWidget,
        drawn_in: Callable[[Theme], Drawing],
        look: Look,
        settings: Settings,
        name: str,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export figure")
        self._drawn_in = drawn_in
        self._look = look
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
        self.pixels = QSpinBox()
        self.pixels.setRange(raster.PIXELS[0], raster.PIXELS[-1])
        self.pixels.setSuffix(" ×")
        self.transparent = QCheckBox("Transparent background")
        self.legend = QCheckBox("Legend of the lines")
        self.standalone = QCheckBox("Whole LaTeX document")
        self.caption = QLineEdit()
        self.caption.setPlaceholderText("None")
        self.folder = QLineEdit(str(Path(self._settings.get(EXPORT_FOLDER) or Path.cwd()) / name))
        self.picture = QLabel()
        self.picture.setFixedSize(PREVIEW)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setFrameShape(QLabel.Shape.StyledPanel)
        self.picture.setAccessibleName("Preview")
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setMinimumHeight(2 * self.fontMetrics().lineSpacing() + 4)
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)

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
        for check, name in self._checks():
            check.setChecked(stored.get(name) == "yes")

    def _checks(self) -> tuple[tuple[QCheckBox, str], ...]:
        return ((self.transparent, "transparent"), (self.legend, "legend"), (self.standalone, "standalone"))

    def _connect(self) -> None:
        for box in (self.format, self.width_, self.theme):
            box.currentIndexChanged.connect(self._timer.start)
        for check in (self.transparent, self.legend, self.standalone):
            check.toggled.connect(self._timer.start)
        self.pixels.valueChanged.connect(self._timer.start)
        self.caption.textChanged.connect(self._timer.start)

    @property
    def options(self) -> FigureOptions:
        """The choices."""
        return FigureOptions(
            preset=self.width_.currentData() or None,
            pixels=self.pixels.value(),
            transparent=self.transparent.isChecked(),
            standalone=self.standalone.isChecked(),
        )

    def figure(self) -> Figure:
        """The figure that would be written."""
        theme = load(self.theme.currentData())
        return compose_figure(
            self._drawn_in(theme),
            self._look.mode,
            theme,
            measure,
            legend=self.legend.isChecked(),
            caption=self.caption.text().strip(),
            options=self.options,
        )

    def preview(self) -> None:
        """Show the figure as it will be, and warn about what cannot be read."""
        suffix = self.format.currentData()
        self._form.setRowVisible(self.pixels, suffix == "png")
        self._form.setRowVisible(self.standalone, suffix == "tex")
        self._form.setRowVisible(self.transparent, suffix != "tex")
        try:
            figure = self.figure()
        except GoldleafError as error:
            self.note.setText(str(error))
            return
        diagram, theme = figure.diagram, figure.theme
        ratio = self.devicePixelRatioF()
        room = PREVIEW * ratio
        scale = min(room.width() / diagram.width, room.height() / diagram.height, 1.5 * ratio) * 0.97
        image = raster.image(diagram, theme, scale=scale)
        image.setDevicePixelRatio(ratio)
        self.picture.setPixmap(QPixmap.fromImage(image))
        self.note.setText(self._note(diagram, theme))

    def _note(self, diagram: Diagram, theme: Theme) -> str:
        options = self.options
        scale = options.scale(diagram)
        size = f"{width_of(diagram, scale):.1f} × {width_of(diagram, scale) * diagram.height / diagram.width:.1f} cm"
        smallest = text_size(diagram, theme, options)
        if smallest is None:
            return size
        text = f"{size}, smallest text {smallest:.1f} pt"
        if smallest < READABLE - 0.05:
            return f"⚠ {text}: below {READABLE:g} pt it is hard to read. Choose a larger width or a shorter sentence."
        return text

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
        choices |= {"theme": self.theme.currentData(), "pixels": str(self.pixels.value())}
        self._settings.set(EXPORT, choices | {name: "yes" if box.isChecked() else "no" for box, name in self._checks()})
