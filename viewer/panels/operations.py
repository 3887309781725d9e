"""The panel of tree operations: two trees of the sentence, an operation, its result as a picture and in words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QVBoxLayout, QWidget

from goldleaf.core.errors import FormatError
from goldleaf.core.metrics.tedeval.trees import ComparedTrees
from goldleaf.core.structures.function import MultiFunctionTree
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.panes import Panes
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.labels import Label, having
from goldleaf.viewer.panels.parts import add_all
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import PanelStyle
from goldleaf.viewer.views.functions.function_picture import TITLES, forms_of, operate, plain_picture, trees_of
from goldleaf.viewer.views.functions.view import FunctionsView, function_trees
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.tree_picture import TreeOptions

HINT = "Open a gold with a parse, or several golds (File › Open other), to combine their function trees here."
ADJUDICATED = "Show a second annotator (keys 1–9) to combine the function trees of both here."


class OperationsPanel(QWidget):
    """Works on the sentence that the inspector shows, and only while it is seen."""

    def __init__(self, inspector: Inspector) -> None:
        super().__init__()
        self._inspector = inspector
        self._theme = load("light")
        self._pair: Pair | None = None
        self._trees: ComparedTrees | None = None  # of gold and parse, where there are both; else the hint says why not
        self._known: dict[str, MultiFunctionTree] = {}
        self._hint = HINT
        self.one, self.other, self.operation = QComboBox(), QComboBox(), QComboBox()
        for name, title in TITLES.items():
            self.operation.addItem(title, name)
        selectable, top = Qt.TextInteractionFlag.TextSelectableByMouse, Qt.AlignmentFlag.AlignTop
        self.text = having(Label(HINT), wordWrap=True, textInteractionFlags=selectable, alignment=top)
        self.panes = having(Panes(self._theme), accessibleName="Result of the operation")
        choices, names = QGridLayout(), ("First tree", "Operation", "Second tree")
        for place, (box, name) in enumerate(zip((self.one, self.operation, self.other), names, strict=True)):
            choices.addWidget(having(box, accessibleName=name, toolTip=name), 0, place)
            box.activated.connect(self._operate)
        add_all(QVBoxLayout(self), (choices, self.text, self.panes), self.panes)
        inspector.sentence_changed.connect(self.refresh)

    def restyle(self, style: PanelStyle) -> None:
        self._theme = style.theme
        self._operate()

    def showEvent(self, event: object) -> None:  # noqa: N802, ARG002
        self.refresh()

    def refresh(self) -> None:
        """Show another sentence's trees; the choices stay where they are still there."""
        if not self.isVisible():
            return
        document, parse = self._inspector.document, self._inspector.parse
        self._hint, self._pair, self._trees, self._known = HINT, None, None, {}
        if document is not None:
            self._hint = ADJUDICATED if document.adjudicated else HINT
            pair = self._pair = self._inspector.pair_by(document.metric_for(FunctionsView.name, FunctionsView.metric))
            try:
                if pair is not None and pair.parse is not None and (trees := function_trees(pair)) is not None:
                    self._trees, name = trees, document.parses[parse].name
                    self._known = trees_of(trees, document.gold_names, name)
            except FormatError as error:  # too deep
                self._hint = f"{error}"
        names = [*self._known]
        for box, usual in ((self.one, 0), (self.other, 1)):
            chosen = box.currentText()
            box.clear()
            box.addItems(names)
            box.setCurrentIndex(names.index(chosen) if chosen in names else min(usual, len(names) - 1))
        for box in (self.one, self.other, self.operation):
            box.setEnabled(bool(names))
        self._operate()

    def _operate(self) -> None:
        pair, trees, known = self._pair, self._trees, self._known
        if pair is None or trees is None:
            self.text.setText(self._hint)
            self.panes.set_diagrams([], self._theme)
            return
        names = self.one.currentText(), self.other.currentText()
        forms = forms_of(trees, pair.gold, pair.parse)
        found = operate(self.operation.currentData(), names, (known[names[0]], known[names[1]]), forms)
        self.text.setText(found.text)
        diagrams = []
        if found.tree is not None and found.tree.nodes:
            picture = plain_picture(found.tree, pair.gold, trees, self.operation.currentText())
            diagrams = draw_trees([picture], Mode.STACKED, TreeOptions(pills=True, tags=False), self._theme, measure)
        self.panes.set_diagrams(diagrams, self._theme)
