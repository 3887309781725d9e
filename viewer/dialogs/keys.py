"""The sheet of keys: all actions with their keys, to be read, looked up and changed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from goldleaf.viewer.actions.action import MENUS, Action, Context, conflicts
from goldleaf.viewer.actions.qt import portable, sequences
from goldleaf.viewer.dialogs.parts import answers, below, beside, button, named
from goldleaf.viewer.labels import Label, having, tip

MOUSE = (
    ("Tab, Shift+Tab", "Next and previous word", "while a picture has the focus"),
    ("Escape", "Give up the selection", "while a picture has the focus"),
    ("Escape, Return", "Back to the picture", "in the list of sentences"),
    ("Ctrl+wheel", "Zoom around the pointer", "over a picture"),
    ("Middle button, or Space and left button", "Drag the picture", "over a picture"),
    ("Double click", "Fit the picture to the window", "over a picture"),
)


class KeysDialog(QDialog):
    """Shows the ``keys`` of actions; ``changed`` holds what the user made of those that differ from their own."""

    def __init__(self, parent: QWidget, actions: Mapping[str, Action], keys: Mapping[str, list[str]]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self._actions = actions
        self._keys = {identity: list(own) for identity, own in keys.items()}
        self._items: dict[str, QTreeWidgetItem] = {}
        self._heads: list[QTreeWidgetItem] = []
        self.search = named(QLineEdit(placeholderText="Search an action or a key", clearButtonEnabled=True), "Search")
        self.search.textChanged.connect(self._filter)
        self.tree = named(QTreeWidget(), "Actions and keys")
        self.edit = named(QKeySequenceEdit(maximumSequenceLength=1), "New key")
        self.message = having(Label(), wordWrap=True)
        self._set = button("Use this key", self.use)
        self._none = button("No key", lambda: self._give([]))
        self._usual = button("Usual key", lambda: self._give(self._table_keys(self._current() or "")))
        self.tree.setHeaderLabels(["Action", "Keys", "What it does"])
        header = self.tree.header()
        header.resizeSection(0, 300)
        header.resizeSection(1, 130)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        having(self.tree, rootIsDecorated=False, indentation=12, allColumnsShowFocus=True)
        for menu in (*MENUS, "In the pictures"):
            head = having(QTreeWidgetItem(self.tree, [menu]), flags=Qt.ItemFlag.ItemIsEnabled)
            head.setFont(0, having(head.font(0), bold=True))
            self._heads.append(head)
            for action in self._actions.values():
                if action.menu.split("/")[0] == menu:
                    item = QTreeWidgetItem(head, [action.title.rstrip("…"), "", action.description])
                    item.setData(0, Qt.ItemDataRole.UserRole, action.id)
                    item.setToolTip(2, tip(f"{action.description} Acts {action.context.value}."))
                    self._items[action.id] = item
                    self._write(action.id)
        # The last heading has what the mouse does, of which nothing can be changed.
        self._heads[-1].addChildren([QTreeWidgetItem([what, key, where]) for key, what, where in MOUSE])
        self.tree.expandAll()
        buttons = answers(self)
        buttons.addButton("All usual keys", QDialogButtonBox.ButtonRole.ResetRole).clicked.connect(self._reset)
        row = beside(Label("New key for the action:"), self.edit, self._set, self._none, self._usual)
        below(self, self.search, self.tree, row, self.message, buttons, tall=self.tree)
        self.resize(960, 620)
        self.tree.currentItemChanged.connect(self._chosen)
        self.edit.keySequenceChanged.connect(self._check)
        self._chosen()

    @property
    def changed(self) -> dict[str, list[str]]:
        """The actions whose keys are not the table's."""
        return {identity: own for identity, own in self._keys.items() if own != self._table_keys(identity)}

    def choose(self, identity: str) -> None:
        self.tree.setCurrentItem(self._items[identity])

    def use(self) -> None:
        """Give the action the key that was pressed, if it is free."""
        sequence = self.edit.keySequence()
        if self._current() and not sequence.isEmpty() and not self._taken():
            self._give(portable([sequence]))

    def _table_keys(self, identity: str) -> list[str]:
        known = self._actions.get(identity)
        return portable(sequences(known.keys)) if known else []

    def _current(self) -> str | None:
        item = self.tree.currentItem()
        return item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None

    def _chosen(self) -> None:
        there = self._current() is not None
        for part in (self.edit, self._set, self._none, self._usual):
            part.setEnabled(there)
        self.edit.clear()
        hint = "Choose an action to change its key. Keys with a dot act while a picture has the focus."
        self.message.setText("" if there else hint)

    def _taken(self) -> list[str]:
        """Who else has the key that was pressed."""
        current = self._current() or ""
        wanted = portable([self.edit.keySequence()])
        found = conflicts({**self._keys, current: wanted})
        return [identity for key in wanted for identity in found.get(key, []) if identity != current]

    def _check(self) -> None:
        taken = [] if self.edit.keySequence().isEmpty() else self._taken()
        titles = ", ".join(self._actions[identity].title.rstrip("…") for identity in taken)
        self.message.setText(f"⚠ This key belongs to: {titles}. Take it from there first." if taken else "")
        self._set.setEnabled(self._current() is not None and not taken)

    def _give(self, keys: list[str]) -> None:
        current = self._current()
        if current is not None:
            self._keys[current] = keys
            self._write(current)
            self.edit.clear()

    def _reset(self) -> None:
        for identity in self._items:
            self._keys[identity] = self._table_keys(identity)
            self._write(identity)

    def _write(self, identity: str) -> None:
        shown = [QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in self._keys[identity]]
        single = self._actions[identity].context == Context.PICTURE
        self._items[identity].setText(1, ", ".join(shown) + (" ·" if single and shown else ""))

    def _filter(self, text: str) -> None:
        wanted = text.casefold()
        for head in self._heads:
            items = [item for item in map(head.child, range(head.childCount())) if item is not None]
            for item in items:
                item.setHidden(not any(wanted in item.text(column).casefold() for column in range(3)))
            head.setHidden(all(item.isHidden() for item in items))
