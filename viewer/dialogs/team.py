"""Where the guidelines of a review are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from goldleaf.viewer.dialogs.parts import Button, answers, below, hint, named
from goldleaf.viewer.labels import having


class GuidelinesDialog(QDialog):
    """Shows where the guidelines speak of labels, by label; ``address`` is the one that is to be opened."""

    def __init__(self, parent: QWidget, addresses: Mapping[str, str]) -> None:
        super().__init__(parent)
        having(self, windowTitle="Guidelines", minimumWidth=520)
        self.list = named(QListWidget(), "Addresses")
        for label, address in addresses.items():
            item = QListWidgetItem(f"{label or 'All'}:  {address}", self.list)
            item.setData(0x100, address)
        self.list.setCurrentRow(0)
        buttons = answers(self)
        having(buttons.button(Button.Ok), text="Open in the browser")
        below(self, hint("The review says that they are there; nothing is opened unless you do."), self.list, buttons)
        self.list.itemActivated.connect(self.accept)
        self.resize(520, 190)

    @property
    def address(self) -> str:
        return str(self.list.currentItem().data(0x100))
