"""Choose the metrics that score, and their options: made of what the metrics say of themselves."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import Qt

from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import BY_DEFAULT, METRICS, Metric, Option
from goldleaf.viewer.dialogs.parts import Button, answers, below, beside, hint, named
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.loading import MetricChoice

FILE = "Choose a file…"


class MetricsDialog(QtWidgets.QDialog):
    """Lists all metrics, those that fit to be ticked, with the options of one. ``choice`` is what was chosen."""

    def __init__(self, parent: QtWidgets.QWidget, choice: MetricChoice, document: Document | None) -> None:
        super().__init__(parent)
        self.choice = choice
        self._usual = {metric.name for metric in document.metrics} if document is not None else set[str]()
        self._asked = bool(choice.names)
        self.list = named(QtWidgets.QListWidget(), "Metrics", spacing=1)
        self.pages = QtWidgets.QStackedWidget()
        self.items: dict[str, QtWidgets.QListWidgetItem] = {}
        self.forms: dict[str, OptionsForm] = {}
        no_frame = QtWidgets.QScrollArea.Shape.NoFrame
        for name, kind in METRICS.items():
            metric = choice.metric(name)
            lacking = document.lacking(metric) if document is not None else ""
            # What cannot score says why, below its name.
            said = f"{kind.title}\n{lacking}" if lacking else kind.title
            item = self.items[name] = having(QtWidgets.QListWidgetItem(said), toolTip=lacking or kind.source)
            flags = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled
            item.setFlags(Qt.ItemFlag.ItemIsSelectable if lacking else flags)
            wanted = name in (choice.names or self._usual)
            item.setCheckState(Qt.CheckState.Checked if wanted and not lacking else Qt.CheckState.Unchecked)
            self.list.addItem(item)
            form = self.forms[name] = OptionsForm(metric)
            page = having(QtWidgets.QScrollArea(), widgetResizable=True, frameShape=no_frame, widget=form)
            page.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows what has the focus in it
            self.pages.addWidget(page)
        self.list.currentRowChanged.connect(self.pages.setCurrentIndex)
        usable = (item for item in self.items.values() if item.flags() & Qt.ItemFlag.ItemIsEnabled)
        self.list.setCurrentItem(next(usable, self.list.item(0)))
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + 40)
        self.note = hint()
        both = having(beside(self.list, self.pages, wide=self.pages), spacing=16)
        buttons = answers(self, Button.Ok | Button.Cancel | Button.RestoreDefaults)
        having(buttons.button(Button.RestoreDefaults), text="Usual metrics").clicked.connect(self.reset)
        below(self, both, self.note, buttons, tall=both, title="Metrics", size=(760, 500))

    def ticked(self) -> tuple[str, ...]:
        return tuple(name for name, item in self.items.items() if item.checkState() == Qt.CheckState.Checked)

    def reset(self) -> None:
        for form in self.forms.values():
            form.reset()
        self._asked = False
        for name, item in self.items.items():
            usual = name in BY_DEFAULT and bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)
            item.setCheckState(Qt.CheckState.Checked if usual else Qt.CheckState.Unchecked)
        self._usual = {*self.ticked()}

    def accept(self) -> None:
        # Take the choice, if it can be had; else say why not.
        names = self.ticked()
        found = MetricChoice(names if self._asked or {*names} != self._usual else ())
        try:
            for name, form in self.forms.items():
                own = {option: box.currentText() for option, box in form.boxes.items()}
                found = found.with_options(name, own)
        except GoldleafError as error:
            self.note.setText(f"⚠ {error}")
            return
        if not names:
            self.note.setText("⚠ Tick a metric: without one there is nothing to compare by.")
            return
        self.choice = found
        super().accept()


class OptionsForm(QtWidgets.QWidget):
    """The options of one metric."""

    def __init__(self, metric: Metric) -> None:
        super().__init__()
        grow = QtWidgets.QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow
        form = QtWidgets.QFormLayout(self, verticalSpacing=4, fieldGrowthPolicy=grow)
        said = (type(metric).__doc__ or "").partition("\n\n")[0]  # which tells it from others of its kind
        form.addRow(hint("\n".join(filter(None, (said, metric.source)))))
        self._options = metric.options
        self.boxes = {option.name: self._box(option, metric.chosen[option.name]) for option in metric.options}
        for option in metric.options:
            form.addRow(option.name.replace("_", " ").capitalize(), self.boxes[option.name])
            told = f"{option.help[:1].upper()}{option.help[1:]}."
            form.addRow("", hint(told, alignment=Qt.AlignmentFlag.AlignTop))  # as near to its own as every other
        if not metric.options:
            form.addRow(Label("It has no options."))
        policy = QtWidgets.QSizePolicy.Policy
        form.addItem(QtWidgets.QSpacerItem(0, 0, policy.Minimum, policy.Expanding))

    def reset(self) -> None:
        for option in self._options:
            self.boxes[option.name].setCurrentText(option.default)

    def _box(self, option: Option, chosen: str) -> QtWidgets.QComboBox:
        box = named(QtWidgets.QComboBox(), option.name, toolTip=option.help)
        box.addItems([*dict.fromkeys((*option.choices, chosen))])
        box.setCurrentText(chosen)
        if option.other:
            having(box, editable=True, insertPolicy=QtWidgets.QComboBox.InsertPolicy.NoInsert)
        if "FILE" in option.other:
            box.addItem(FILE)

            def ask() -> None:
                if box.currentText() == FILE:
                    name, _ = QtWidgets.QFileDialog.getOpenFileName(self, option.help)
                    box.setCurrentText(name or option.default)

            box.activated.connect(ask)
        return box
