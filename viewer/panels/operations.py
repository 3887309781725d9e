"""The panel of tree operations: two trees of the sentence, an operation, its result as a picture and in words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from goldleaf.core.errors import FormatError
from goldleaf.core.metrics.tedeval.trees import ComparedTrees
from goldleaf.core.structures.function import MultiFunctionTree
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.canvas.panes import Panes
from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.options import Layout
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.labels import Label, NamesBox, having
from goldleaf.viewer.panels.explanations import LegendBar
from goldleaf.viewer.panels.parts import add_all
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.style.appearance import PanelStyle
from goldleaf.viewer.views.functions import function_picture
from goldleaf.viewer.views.functions.function_picture import TITLES, FunctionPicture, forms_of, operate, trees_of
from goldleaf.viewer.views.functions.view import FunctionsView, function_trees
from goldleaf.viewer.views.lattices.layout import lay_out
from goldleaf.viewer.views.trees.drawing import drawn
from goldleaf.viewer.views.trees.tree_picture import TreeOptions
from goldleaf.viewer.views.view import Drawing, Look, Tools

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
        self.one, self.other, self.operation = NamesBox(), NamesBox(), NamesBox()
        for name, title in TITLES.items():
            self.operation.addItem(title, name)
        selectable, top = Qt.TextInteractionFlag.TextSelectableByMouse, Qt.AlignmentFlag.AlignTop
        self.text = having(Label(HINT), wordWrap=True, textInteractionFlags=selectable, alignment=top)
        self.panes, self.legend = having(Panes(self._theme), accessibleName="Result of the operation"), LegendBar()
        choices, names = QHBoxLayout(), ("First tree", "Operation", "Second tree")
        for box, name in zip((self.one, self.operation, self.other), names, strict=True):
            choices.addWidget(having(box, accessibleName=name, toolTip=name), alignment=top)
            box.activated.connect(self._operate)
        choices.addWidget(self.text, 1)  # beside them: a tree needs the height
        drawn_and_explained, self._layout = having(QVBoxLayout(), spacing=0), QVBoxLayout()
        add_all(drawn_and_explained, (self.panes, self.legend), self.panes)
        add_all(self._layout, (choices, drawn_and_explained), drawn_and_explained, self)
        inspector.sentence_changed.connect(self.refresh)

    def restyle(self, style: PanelStyle) -> None:
        self._theme = style.theme
        self._operate()

    def showEvent(self, event: object) -> None:  # noqa: N802, ARG002
        self.refresh()

    def resizeEvent(self, event: object) -> None:  # noqa: N802, ARG002
        QTimer.singleShot(0, self, self._operate)  # once the picture has its room

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
        pair, trees, names = self._pair, self._trees, (self.one.currentText(), self.other.currentText())
        wording, text, pictures = Adjudication(*names[::-1]), self._hint, list[FunctionPicture]()  # colors like theirs
        if pair is not None and trees is not None:
            known, forms = (self._known[names[0]], self._known[names[1]]), forms_of(trees, pair.gold, pair.parse)
            tree, text = operate(self.operation.currentData(), names, known, forms)
            if tree is not None and tree.nodes:
                title = self.operation.currentText()
                pictures.append(function_picture.operated_picture(tree, known[::-1], pair.gold, trees, title, wording))
        self.text.setText(text)
        tools, drawing = Tools(self._theme, measure, lay_out), Drawing()
        for _ in range(2):  # again in the room that the words and the legend leave
            room, headroom = self.panes.room(fitted=True, across=1), self.panes.headroom(0)[0]
            options = TreeOptions(pills=True, tags=False, layout=Layout.AUTO, room=room, headroom=headroom)
            if pair is not None and pictures:
                drawing = drawn(pictures, pair, Look(), options, tools)
                if drawing.upright:  # not all is seen: what the operation does not touch is one stretch
                    drawing = drawn(pictures, pair, Look(), replace(options, only_differences=True), tools)
            self.panes.set_diagrams(drawing.diagrams, self._theme)
            shapes = [shape for diagram in drawing.diagrams for shape in diagram.shapes]
            self.legend.show_shapes(shapes, self._theme, wording, found=False)
            self._layout.activate()
