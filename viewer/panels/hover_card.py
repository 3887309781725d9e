"""A card by the pointer: what gold and parse say of the word or arc under it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.views.arcs.describe import verdict, word_phrase
from goldleaf.viewer.views.arcs.differences import phrase
from goldleaf.viewer.views.arcs.picture import ArcsPicture
from goldleaf.viewer.views.trees.describe import yield_phrase
from goldleaf.viewer.views.trees.differences import label_of
from goldleaf.viewer.views.trees.picture import TreePicture

OFFSET = QPoint(14, 18)  # from the pointer


class HoverCard(QFrame):
    """Two rows over the window's other contents; the mouse goes through it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 7, 10, 7)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._labels: list[QLabel] = []
        self._window = window
        self.hide()

    def show_rows(self, rows: Sequence[tuple[str, str]], place: QPoint) -> None:
        """Show rows of a title and a text near a place of the screen; hide without rows."""
        if not rows:
            self.hide()
            return
        texts = [text for row in rows for text in row]
        while len(self._labels) < len(texts):
            number = len(self._labels)
            label = QLabel()
            label.setTextFormat(Qt.TextFormat.PlainText)
            if number % 2 == 0:
                label.setObjectName("faint")
            self._grid.addWidget(label, number // 2, number % 2)
            self._labels.append(label)
        for number, label in enumerate(self._labels):
            label.setVisible(number < len(texts))
            label.setText(texts[number] if number < len(texts) else "")
        self.adjustSize()
        self.move(self._beside(self._window.mapFromGlobal(place)))
        self.raise_()
        self.show()

    def _beside(self, pointer: QPoint) -> QPoint:
        room = self._window.rect().adjusted(4, 4, -4, -4)
        corner = pointer + OFFSET
        if corner.x() + self.width() > room.right():
            corner.setX(max(room.left(), pointer.x() - OFFSET.x() - self.width()))
        if corner.y() + self.height() > room.bottom():
            corner.setY(max(room.top(), pointer.y() - OFFSET.y() - self.height()))
        return corner


def card_rows(key: Key | None, pictures: Sequence[ArcsPicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element: a row for each picture; for other elements their description."""
    if key is None:
        return []
    position = word_of(key)
    if position is None:
        return [(key.kind, description)] if description else []
    rows = []
    for number, picture in enumerate(pictures):
        if position not in picture.word_at:
            continue
        arc = picture.arc_of.get(position)
        word = picture.word_at[position]
        tag = "/".join(dict.fromkeys(tag for tag in (word.coarse_tag, word.fine_tag) if tag not in ("_", "")))
        said = f"{word_phrase(picture, position)}  {tag}  {phrase(picture, arc) if arc else 'no head'}"
        found = verdict(pictures[0].arc_of.get(position), arc) if number else ""
        rows.append((picture.name, f"{said} – {found}" if found else said))
    return rows


def tree_card_rows(key: Key | None, trees: Sequence[TreePicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element of trees: a row for each picture for a constituent, else its description."""
    own = next((tree for tree in trees if key is not None and tree.side == key.side), None)
    if key is None or own is None or key.kind not in ("node", "bar") or int(key.name) not in own.node_at:
        return [(key.kind, description)] if key is not None and description else []
    number, rows = int(key.name), []
    for tree in trees:
        there = number if tree is own else own.partners.get(number)
        if there is None or there not in tree.node_at:
            rows.append((tree.name, "none"))
            continue
        said = f"{label_of(tree, there)} over {yield_phrase(tree, there)}"
        verdict = tree.state(there).value.replace("-", " ") if tree is trees[-1] or tree is own else ""
        differs = tree.state(there) != State.MATCHED
        rows.append((tree.name, f"{said} – {verdict}" if verdict and differs else said))
    return rows
