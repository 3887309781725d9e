"""All actions: the command palette, which finds them by a few letters of a name; the sheet of keys, to be changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QPainter, QPalette

from goldleaf.viewer.actions.action import MENUS, Action, Context, conflicts
from goldleaf.viewer.actions.qt import ActionSet, portable, sequences
from goldleaf.viewer.dialogs.parts import answers, below, beside, button, named
from goldleaf.viewer.labels import Label, having, tip
from goldleaf.viewer.panels.table import Index

BETWEEN = " › "
_UNHEEDED = str.maketrans("", "", " :›")
# What one comes for: listed first until something is typed, after what was chosen last
COMMON = (
    "edit.filter", "go.to", "go.next-differing", "view.only-differences", "view.upright", "zoom.fit", "score.metrics",
    "score.all-parses", "figure.export", "figure.copy-image", "file.report", "review.new", "file.open", "help.keys",
)  # fmt: skip

ENTRY, NOTE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PAD, GAP, ICON, ABOVE = 12, 16, 18, 5  # pixels


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """Something that can be chosen: its ``title`` with the menus that lead to it, and further ``names`` of it.
    ``why_not`` says why it cannot be chosen now. It is remembered by its ``id``, the action's or else its title."""

    title: str
    choose: Callable[[], object]
    id: str
    names: tuple[str, ...]
    keys: str
    description: str
    why_not: str
    checked: bool
    icon: QIcon


def entries_of(
    menu: QtWidgets.QMenu | QtWidgets.QMenuBar, actions: ActionSet, start: str = ""
) -> Iterator[PaletteEntry]:
    """All that a menu and the menus in it may offer, in their order; ``start`` stands before each title. A section's
    title is one of the menus that lead to its entries. What menus leave out for now is there, too, with its reason;
    what is off and gives none is left out."""
    section = ""
    for action in menu.actions():
        inner, title = action.menu(), f"{start}{section}{text_of(action)}"
        if action.isSeparator():
            section = f"{text_of(action)}{BETWEEN}" if action.text() else ""
        elif isinstance(inner, QtWidgets.QMenu):
            inner.aboutToShow.emit()  # such menus are filled when they are shown
            yield from entries_of(inner, actions, f"{title}{BETWEEN}")
        elif action.text() and (action.isEnabled() or action.objectName() in actions.all):
            yield _entry(action, title, actions)


def unlisted_entries(actions: ActionSet) -> Iterator[PaletteEntry]:
    """The actions that are in no menu, each below the menu that it belongs to."""
    for action in actions.table.values():
        if not action.in_menu:
            made = actions[action.id]
            yield _entry(made, BETWEEN.join([*action.menu.split("/"), text_of(made)]), actions)


def _entry(action: QAction, title: str, actions: ActionSet) -> PaletteEntry:
    known = actions.table.get(action.objectName())
    names = known.words if known is not None else ()
    return PaletteEntry(
        title, action.trigger, id=action.objectName() or title,
        names=(*names, action.data()) if isinstance(action.data(), str) else names,
        keys=action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), description=action.statusTip(),
        why_not=actions.why_not(known.id) if known is not None else "", checked=action.isChecked(), icon=action.icon(),
    )  # fmt: skip


def text_of(action: QAction) -> str:
    """An action's title without the signs for keys and further questions."""
    return re.sub("&(.)", r"\1", action.text()).rstrip("…")


class Palette(QtWidgets.QDialog):
    """Lists entries, those that can be chosen now first, of these the ``recent`` ones by their names; ``chosen`` is
    what the user wants. Where none can be chosen it offers to ``find`` the text. It has no frame of a window: it is
    shut with Escape, or by a click beside it."""

    def __init__(
        self, parent: QtWidgets.QWidget, entries: Iterable[PaletteEntry], recent: Sequence[str] = (),
        find: Callable[[str], object] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        having(self, objectName="palette", windowTitle="Command palette")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chosen: PaletteEntry | None = None
        self._find = find
        first = {name: place for place, name in enumerate(dict.fromkeys((*recent, *COMMON)))}
        self._entries = sorted(entries, key=lambda entry: (bool(entry.why_not), first.get(entry.id, len(first))))
        letters = "Type a few letters: a command, panel, theme, file, parse, column, metric, score"
        self.line = named(QtWidgets.QLineEdit(placeholderText=letters), "Command")
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.list = named(QtWidgets.QListWidget(), "Commands", uniformItemSizes=True, horizontalScrollBarPolicy=off)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # letters belong to the line
        self.list.setItemDelegate(EntryDelegate(self.list))
        having(below(self, self.line, self.list), contentsMargins=(1, 1, 1, 1), spacing=0)
        self.line.textChanged.connect(self._show)
        self.line.returnPressed.connect(lambda: self._choose(self.list.currentItem()))
        self.list.itemClicked.connect(self._choose)
        self.line.installEventFilter(self)
        self.line.setFocus()
        self.resize(QSize(680, 420).boundedTo(parent.size()))
        left, down = (parent.width() - self.width()) // 2, min(70, parent.height() // 8)
        self.move(parent.mapToGlobal(QPoint(left, down)))
        self._show("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        # Arrows in the line move in the list.
        moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and Qt.Key(event.key()) in moves:
            self._move(moves[Qt.Key(event.key())])
            return True
        return super().eventFilter(watched, event)

    def _move(self, by: int) -> None:
        # Go on to an entry that can be chosen; with none left in this direction, stay.
        rows = [row for row in range(self.list.count()) if self.list.item(row).flags() & Qt.ItemFlag.ItemIsEnabled]
        if rows:
            place = rows.index(self.list.currentRow()) if self.list.currentRow() in rows else 0
            self.list.setCurrentRow(rows[min(max(place + by, 0), len(rows) - 1)])

    def _show(self, text: str) -> None:
        self.list.clear()
        # An entry is found by its title also without the menus that lead to it.
        names = ((entry.title, entry.title.rpartition(BETWEEN)[2], *entry.names) for entry in self._entries)
        found = [(self._entries[place], name) for place, name in matching(text, names)]
        found.sort(key=lambda entry: bool(entry[0].why_not))
        if self._find is not None and all(entry.why_not for entry, _ in found):
            wanted = text.strip().removeprefix("find ")
            title, find = f"Find “{wanted}” in the sentences", partial(self._find, wanted)
            found.insert(0, (PaletteEntry(title, find, "edit.filter", (), "", "", "", False, QIcon()), title))
        # What all entries of a menu in a menu lack is said once.
        menus = [(entry.title.rpartition(BETWEEN)[0], entry.why_not) for entry, _ in found]
        for place, (entry, name) in enumerate(found):
            if text and entry.why_not and BETWEEN in menus[place][0] and menus.count(menus[place]) > 1:
                if menus.index(menus[place]) < place:
                    continue
                entry = replace(entry, title=menus[place][0], icon=QIcon(), checked=False)
            item = QtWidgets.QListWidgetItem(entry.title)
            note = entry.why_not or (name if name in entry.names else "")
            item.setData(ENTRY, entry)
            item.setData(NOTE, note)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (entry.title, note, entry.keys))))
            item.setToolTip(tip("\n".join(filter(None, (entry.description, entry.why_not)))))
            if entry.why_not:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self._move(0)

    def _choose(self, item: QtWidgets.QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.chosen = item.data(ENTRY)
            self.accept()


class EntryDelegate(QtWidgets.QStyledItemDelegate):
    """Paints an entry: title, note, keys at the right. What is on has a tick; what cannot be chosen is grey."""

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802, ARG002
        options: Any = option
        return QSize(120, max(QFontMetrics(options.font).height(), ICON) + 2 * ABOVE)

    def paint(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        entry: PaletteEntry = index.data(ENTRY)
        options: Any = option
        area: QRect = options.rect
        selected = bool(options.state & QtWidgets.QStyle.StateFlag.State_Selected)
        hovered = bool(options.state & QtWidgets.QStyle.StateFlag.State_MouseOver) and not entry.why_not
        role = QPalette.ColorRole
        painter.save()
        painter.setFont(options.font)
        if selected or hovered:
            painter.fillRect(area, options.palette.color(role.Highlight if selected else role.Midlight))
        place = QRect(area.left() + PAD, area.center().y() - ICON // 2 + 1, ICON, ICON)
        entry.icon.paint(painter, place, mode=QIcon.Mode.Disabled if entry.why_not else QIcon.Mode.Normal)
        faint = options.palette.color(role.HighlightedText if selected else role.PlaceholderText)
        ink = options.palette.color(role.HighlightedText if selected else role.Text)
        line = area.adjusted(PAD + ICON + PAD, 0, -PAD, 0)
        metrics, left = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(faint)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, entry.keys)
        # Keys are never cut: where there is no room for all, title and note share what they leave.
        room = line.width() - (metrics.horizontalAdvance(entry.keys) + GAP if entry.keys else 0)
        note: str = index.data(NOTE)
        note_room = min(metrics.horizontalAdvance(note) + GAP, room * 2 // 5) if note else 0
        painter.setPen(faint if entry.why_not else ink)
        title = f"{entry.title}  ✓" if entry.checked else entry.title
        title = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, room - note_room)
        painter.drawText(line, left, title)
        rest = line.adjusted(metrics.horizontalAdvance(title) + GAP, 0, 0, 0)
        painter.setPen(faint)
        note = metrics.elidedText(note, Qt.TextElideMode.ElideRight, line.left() + room - rest.left())
        painter.drawText(rest, left, note)
        painter.restore()


def matching(text: str, things: Iterable[Sequence[str]]) -> list[tuple[int, str]]:
    """The places of things that have a name with the letters of a text in order, and that name; the closest first.
    Letters that do not follow one another begin words; the first three may stand inside one together. Closest are
    names that have the text as whole words, then those in which words begin with it."""
    letters = text.casefold().translate(_UNHEEDED)
    words, begin = r"\b" + r"\W+".join(re.findall(r"\w+", text.casefold())), r"(?<![^\W_])"
    inside = f"|(?={re.escape(letters[:3])})" if letters[2:] else ""
    spelled = re.compile(f"(?:{begin}{inside})" + f"(?:|.*?{begin})".join(map(re.escape, letters)))
    scored = []
    for place, names in enumerate(things):
        ranks = []
        for name in names:
            title = name.casefold()
            if found := spelled.search(title):
                whole, begun = re.search(rf"{words}\b", title), re.search(words, title)
                start = found.start()
                rank = not whole, not begun, title[:start][-1:].isalnum(), start, bool(text) * len(title)
                ranks.append((rank, name))
        if ranks:
            rank, name = min(ranks, key=itemgetter(0))
            scored.append((rank, place, name))
    return [(place, name) for _, place, name in sorted(scored)]


MOUSE = (
    ("Tab, Shift+Tab", "Next and previous word", "while a picture has the focus"),
    ("Escape", "Give up the selection", "while a picture has the focus"),
    ("Escape, Return", "Back to the picture", "in the list of sentences"),
    ("Ctrl+wheel", "Zoom around the pointer", "over a picture"),
    ("Middle button, or Space and left button", "Drag the picture", "over a picture"),
    ("Double click", "Fit the picture to the window", "over a picture"),
)


class KeysDialog(QtWidgets.QDialog):
    """Shows the ``keys`` of actions; ``changed`` holds what the user made of those that differ from their own."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Mapping[str, Action], keys: Mapping[str, list[str]]) -> None:
        super().__init__(parent)
        self._actions = actions
        self._keys = {identity: list(own) for identity, own in keys.items()}
        self._items: dict[str, QtWidgets.QTreeWidgetItem] = {}
        self._heads: list[QtWidgets.QTreeWidgetItem] = []
        line = QtWidgets.QLineEdit(clearButtonEnabled=True, placeholderText="Search an action or a key")
        self.search = named(line, "Search")
        self.search.textChanged.connect(self._filter)
        self.tree = named(QtWidgets.QTreeWidget(), "Actions and keys")
        self.edit = named(QtWidgets.QKeySequenceEdit(maximumSequenceLength=1), "New key")
        self.message = having(Label())
        self._set = button("Use this key", self.use)
        self._none = button("No key", lambda: self._give([]))
        self._usual = button("Usual key", lambda: self._give(self._table_keys(self._current())))
        self.tree.setHeaderLabels(["Action", "Keys", "What it does"])
        header = self.tree.header()
        header.resizeSection(0, 280)
        header.resizeSection(1, 110)
        header.setSectionResizeMode(2, QtWidgets.QHeaderView.ResizeMode.Stretch)
        having(self.tree, rootIsDecorated=False, indentation=12, allColumnsShowFocus=True)
        for menu in (*MENUS, "In the pictures"):
            head = having(QtWidgets.QTreeWidgetItem(self.tree, [menu]), flags=Qt.ItemFlag.ItemIsEnabled)
            head.setFont(0, having(head.font(0), bold=True))
            self._heads.append(head)
            for action in self._actions.values():
                if action.menu.split("/")[0] == menu:
                    item = QtWidgets.QTreeWidgetItem(head, [action.title.rstrip("…"), "", action.description])
                    item.setData(0, Qt.ItemDataRole.UserRole, action.id)
                    item.setToolTip(2, tip(f"{action.description} Acts {action.context.value}."))
                    self._items[action.id] = item
                    self._write(action.id)
        # The last heading has what the mouse does, of which nothing can be changed.
        self._heads[-1].addChildren([QtWidgets.QTreeWidgetItem([what, key, where]) for key, what, where in MOUSE])
        self.tree.expandAll()
        buttons = answers(self)
        reset = buttons.addButton("All usual keys", QtWidgets.QDialogButtonBox.ButtonRole.ResetRole)
        reset.clicked.connect(self._reset)
        row = beside(Label("New key for the action:"), self.edit, self._set, self._none, self._usual)
        below(self, self.search, self.tree, row, self.message, buttons, tall=self.tree, title="Keys", size=(1080, 640))
        self.tree.currentItemChanged.connect(self._chosen)
        self.edit.keySequenceChanged.connect(self._check)
        self._chosen()

    @property
    def changed(self) -> dict[str, list[str]]:
        """The actions whose keys are not the table's."""
        return {identity: own for identity, own in self._keys.items() if own != self._table_keys(identity)}

    def use(self) -> None:
        """Give the action the key that was pressed, if it is free."""
        sequence = self.edit.keySequence()
        if self._current() and not sequence.isEmpty() and not self._taken():
            self._give(portable([sequence]))

    def _table_keys(self, identity: str) -> list[str]:
        return portable(sequences(self._actions[identity].keys))

    def _current(self) -> str:
        # Headings, and what the mouse does, are no action.
        item = self.tree.currentItem()
        return (item.data(0, Qt.ItemDataRole.UserRole) or "") if item is not None else ""

    def _chosen(self) -> None:
        there = bool(self._current())
        for part in (self.edit, self._set, self._none, self._usual):
            part.setEnabled(there)
        self.edit.clear()
        hint = "Choose an action to change its key. Keys with a dot act while a picture has the focus."
        self.message.setText("" if there else hint)

    def _taken(self) -> list[str]:
        current = self._current()
        wanted = portable([self.edit.keySequence()])
        found = conflicts({**self._keys, current: wanted})
        return [identity for key in wanted for identity in found.get(key, []) if identity != current]

    def _check(self) -> None:
        taken = [] if self.edit.keySequence().isEmpty() else self._taken()
        titles = ", ".join(self._actions[identity].title.rstrip("…") for identity in taken)
        self.message.setText(f"⚠ This key belongs to: {titles}. Take it from there first." if taken else "")
        self._set.setEnabled(bool(self._current()) and not taken)

    def _give(self, keys: list[str]) -> None:
        self._keys[self._current()] = keys
        self._write(self._current())
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
