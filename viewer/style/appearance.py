"""The looks of the window: a palette and a few rules of style for each theme of the pictures; icons from
``assets/icons``, drawn in its colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import as_file, files
from string import Template
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFontInfo, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme, load

ORDINARY = 13.0  # pixels of the system's font at which pictures have their own size


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of everything around the pictures."""

    window: str
    base: str
    text: str
    faint: str  # text that stands back
    line: str
    edge: str  # of what can be clicked
    hover: str
    pressed: str
    selection: str
    selected: str  # text on the selection
    accent: str
    error: str
    warning: str
    info: str
    check: str  # the icon of a checked box, seen on the accent
    arrow: str  # the icon of what opens a list, seen on the base


LIGHT = Colours(
    window="#f3f4f6", base="#ffffff", text="#1d2126", faint="#5c6570", line="#d6dae0", edge="#7f8791",
    hover="#e4e8ee", pressed="#d3e2fb", selection="#cfe3ff", selected="#10151b", accent="#2563c9", error="#fde7e2",
    warning="#fdf3d3", info="#e4eefc", check="check-white", arrow="arrow-black",
)  # fmt: skip
DARK = Colours(
    window="#24282f", base="#1b1e23", text="#e4e7eb", faint="#9aa3ad", line="#3a4049", edge="#7b848e",
    hover="#323842", pressed="#2f4d78", selection="#2f4d78", selected="#ffffff", accent="#7fb0ff", error="#4a2a22",
    warning="#453a17", info="#25364f", check="check-black", arrow="arrow-white",
)  # fmt: skip
CONTRAST = Colours(
    window="#000000", base="#000000", text="#ffffff", faint="#dddddd", line="#ffffff", edge="#ffffff",
    hover="#262626", pressed="#0047b3", selection="#0047b3", selected="#ffffff", accent="#8cc8ff", error="#5c0f00",
    warning="#4d3d00", info="#002b66", check="check-black", arrow="arrow-white",
)  # fmt: skip
GREY = replace(
    LIGHT, text="#000000", selected="#000000", pressed="#d4d4d4", selection="#dcdcdc", accent="#333333",
    error="#e6e6e6", warning="#f0f0f0", info="#f0f0f0",
)  # fmt: skip


def theme_named(choice: str) -> Theme:
    """The theme of pictures for a choice of the user; ``system`` is light or dark as the desktop is."""
    if choice == "system":
        choice = "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"
    # Who has made the system's letters larger needs those of pictures larger, too; a little more is no such wish.
    factor = QFontInfo(QGuiApplication.font()).pixelSize() / ORDINARY
    return load(choice).scaled(factor if factor > 1.15 else 1.0)


def colours_of(theme: Theme) -> Colours:
    return {"high-contrast": CONTRAST, "paper-bw": GREY}.get(theme.name, DARK if theme.dark else LIGHT)


def apply(application: QApplication, colours: Colours) -> None:
    style = style_of(colours)
    if application.styleSheet() != style:  # which takes a while, as all widgets are polished anew
        application.setPalette(palette_of(colours))
        application.setStyleSheet(style)


def palette_of(colours: Colours) -> QPalette:
    """The colours as Qt's styles use them."""
    role = QPalette.ColorRole
    palette = QPalette(QColor(colours.window))
    for group, text in ((QPalette.ColorGroup.All, colours.text), (QPalette.ColorGroup.Disabled, colours.faint)):
        for painted in (role.WindowText, role.Text, role.ButtonText, role.ToolTipText):
            palette.setColor(group, painted, QColor(text))
    for painted, colour in (
        (role.Window, colours.window), (role.Button, colours.window), (role.Base, colours.base),
        (role.AlternateBase, colours.window), (role.ToolTipBase, colours.base), (role.PlaceholderText, colours.faint),
        (role.Highlight, colours.selection), (role.HighlightedText, colours.selected), (role.Accent, colours.accent),
        (role.Link, colours.accent), (role.LinkVisited, colours.accent), (role.Mid, colours.line),
        (role.Midlight, colours.hover), (role.Dark, colours.line),
    ):  # fmt: skip
        palette.setColor(painted, QColor(colour))
    disabled = QColor(colours.faint)
    disabled.setAlpha(150)
    for painted in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, painted, disabled)
    return palette


_STYLE = Template("""
QToolBar QToolButton:hover, QToolBar #segment:hover, QMenuBar::item:selected, QPushButton:hover,
QPushButton[flat="true"]:hover, #switch::tab:hover, #way:hover, #dockTitle QToolButton:hover,
#message QToolButton:hover, #copy:hover, #reviewButton:hover { background: $hover; }
QMainWindow::separator { background: $window; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: $pressed; }
QToolBar { background: $window; border: 0; border-bottom: 1px solid $line; padding: 4px 4px; spacing: 1px; }
QToolBar::separator { background: $line; width: 1px; margin: 4px 3px; }
QToolBar QToolButton { border: 1px solid transparent; border-radius: 5px; padding: 4px 4px; color: $text; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked { background: $pressed; }
QToolBar QToolButton:disabled { color: $faint; background: transparent; border-color: transparent; }
QToolBar #qt_toolbar_ext_button { padding: 0; border: 0; font-size: 15px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolBar QToolButton::menu-indicator { subcontrol-position: right center; width: 8px; right: 3px; }
QToolBar QToolButton[popupMode="2"] { padding-right: 14px; }
QToolBar #segment { background: $base; border: 1px solid $line; border-radius: 0; }
QToolBar #segment { padding: 3px 7px; margin: 0 0 0 -1px; }
QToolBar #segment[place="first"] { border-top-left-radius: 5px; border-bottom-left-radius: 5px; margin-left: 0; }
QToolBar #segment[place="last"] { border-top-right-radius: 5px; border-bottom-right-radius: 5px; }
QToolBar #segment:checked { background: $pressed; color: $selected; }
QToolBar #segment:disabled { background: $base; color: $faint; }
QMenuBar { background: $window; padding: 1px 4px; }
QMenuBar::item { padding: 4px 9px; border-radius: 4px; background: transparent; }
QHeaderView { background: $window; border: 0; }
QHeaderView::section { background: $window; color: $faint; border: 0; border-bottom: 1px solid $line; }
QHeaderView::section { padding: 4px 9px; }
#sentences QHeaderView::section { padding: 4px 4px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { width: 8px; height: 8px; subcontrol-position: top center; }
QHeaderView::section:hover { color: $text; }
QTableView, QListView, QTreeView, QPlainTextEdit { border: 0; background: $base; }
QTableView::item { padding: 0 6px; border: 0; }
#figures::item { padding: 0 3px; }
#figures QHeaderView::section { padding: 4px 6px 4px 0; }
QTableView::item:selected, QListView::item:selected { background: $selection; color: $selected; }
QDialog QTableView, QDialog QListView, QDialog QPlainTextEdit, QDialog QTreeView { border: 1px solid $line; }
QDialog QTableView#frozenColumns { border: 0; border-right: 1px solid $line; }
QCheckBox::indicator, QListView::indicator { width: 14px; height: 14px; border: 1px solid $edge; border-radius: 3px; }
QCheckBox::indicator, QListView::indicator { background: $base; }
QCheckBox::indicator:checked, QListView::indicator:checked { background: $accent; image: url("$check"); }
QCheckBox::indicator:checked, QListView::indicator:checked { border-color: $accent; }
QDialog QLineEdit { border: 1px solid $edge; border-radius: 4px; padding: 3px 5px; background: $base; }
QDialog QComboBox QLineEdit { border: 0; padding: 0; }
QDialog QTreeView::item, QDialog QListView::item { padding: 2px 0; }
QPushButton, #reviewButton { border: 1px solid $edge; border-radius: 4px; background: $base; color: $text; }
QPushButton { padding: 4px 12px; }
#reviewButton { padding: 2px 1px; }
QPushButton:pressed, #reviewButton:pressed { background: $pressed; }
QPushButton:disabled, #reviewButton:disabled, QComboBox:disabled { border-color: $line; color: $faint; }
QPushButton:disabled, #reviewButton:disabled, QComboBox:disabled { background: transparent; }
QPushButton[flat="true"] { border-color: transparent; background: transparent; }
QPushButton:default:enabled { border-color: $accent; }
QPushButton:focus { border: 2px solid $accent; padding: 3px 11px; }
#reviewButton[goes="on"]:enabled { border-color: $accent; }
#reviewButton:focus { border: 2px solid $accent; padding: 1px 0; }
QPushButton#primary { border: 2px solid $accent; background: $accent; color: $base; padding: 5px 24px; }
QPushButton#primary:hover, QPushButton#primary:focus { border-color: $text; padding: 5px 24px; }
QPushButton#link, QPushButton#link:focus { border: 1px solid transparent; padding: 3px 0; color: $accent; }
QPushButton#link:hover { text-decoration: underline; background: transparent; }
#thumbnail { border: 1px solid $line; border-radius: 8px; background: $base; }
#thumbnail:hover { border-color: $accent; background: $base; }
#thumbnail:focus { border: 2px solid $accent; }
QComboBox { border: 1px solid $edge; border-radius: 4px; padding: 2px 8px; background: $base; color: $text; }
QComboBox:focus { border: 2px solid $accent; padding: 1px 7px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url("$arrow"); width: 10px; height: 10px; }
QComboBox QAbstractItemView { border: 1px solid $edge; background: $base; }
QScrollBar, QAbstractScrollArea::corner { background: $window; border: 0; }
QScrollBar:vertical { width: 14px; }
QScrollBar:horizontal { height: 14px; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 4px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QStatusBar { border-top: 1px solid $line; background: $window; }
QStatusBar::item { border: 0; }
#statusButton, #statusButton:focus { border: 1px solid transparent; background: transparent; border-radius: 4px; }
#statusButton, #statusButton:focus { padding: 2px 8px; color: $accent; }
#statusButton:hover { background: $hover; }
QToolTip { border: 1px solid $line; background: $base; color: $text; padding: 3px; }
#dockTitle { background: $window; border-bottom: 1px solid $line; }
#dockTitle QLabel { font-weight: 600; }
#dockTitle QToolButton, #message QToolButton, #copy { border: 1px solid transparent; border-radius: 4px; padding: 1px; }
QTabBar::tab { background: $window; color: $faint; border: 1px solid $line; padding: 4px 10px; margin: 0 0 3px -1px; }
QTabBar::tab:selected { background: $base; color: $text; }
QTabBar::tab:hover { background: $hover; }
#switch::tab { background: $base; color: $text; border: 1px solid $line; padding: 3px 8px; margin: 0 0 5px 0; }
#switch::tab:first { border-top-left-radius: 5px; border-bottom-left-radius: 5px; margin-left: 6px; }
#switch::tab:last { border-top-right-radius: 5px; border-bottom-right-radius: 5px; border-left: 0; margin-right: 6px; }
#switch::tab:selected { background: $pressed; }
#switch:focus::tab:selected { border-color: $accent; }
#way { background: $base; color: $text; border: 2px solid $line; border-radius: 6px; padding: 4px; }
#way:checked { border-color: $accent; font-weight: 600; }
#way:focus { background: $pressed; }
#faint { color: $faint; }
#heading { font-weight: 600; }
#runningText { background: $base; border: 0; border-bottom: 1px solid $line; }
#filterLine { border: 1px solid $edge; border-radius: 5px; padding: 4px 6px; background: $base; }
#filterError { color: $text; background: $error; padding: 4px 8px; border-radius: 4px; }
#message { border: 0; border-bottom: 1px solid $line; }
#message[kind="error"] { background: $error; }
#message[kind="warning"] { background: $warning; }
#message[kind="info"] { background: $info; }
#palette { background: $base; border: 1px solid $faint; }
#palette QLineEdit { border: 0; border-bottom: 1px solid $line; border-radius: 0; padding: 9px 12px; }
#palette QListView { border: 0; }
#card { background: $base; border: 1px solid $line; border-radius: 6px; }
#key { border: 1px solid $line; border-radius: 4px; padding: 1px 6px; background: $base; }
QToolBar QToolButton:focus, QToolBar #segment:focus, QCheckBox::indicator:focus, QDialog QLineEdit:focus,
QPushButton#link:focus, #statusButton:focus, #filterLine:focus, #dockTitle QToolButton:focus,
#message QToolButton:focus, #copy:focus { border-color: $accent; }
""")


def style_of(colours: Colours) -> str:
    """The rules of style that a palette cannot say."""
    values = {name: getattr(colours, name) for name in Colours.__slots__}
    folder = files("goldleaf.assets") / "icons"
    with as_file(folder / f"{colours.check}.svg") as check, as_file(folder / f"{colours.arrow}.svg") as arrow:
        return _STYLE.substitute(values | {"check": check.as_posix(), "arrow": arrow.as_posix()})


class PanelStyle(NamedTuple):
    """In what the parts of the window draw."""

    theme: Theme
    colours: Colours
    icons: Icons


class Icons:
    """Makes the icons of a theme: for a gold and a parse that it ``judges``, or for annotators."""

    def __init__(self, theme: Theme, colours: Colours, *, judges: bool = True) -> None:
        judged = (State.WRONG_HEAD, State.MISSING, State.EXTRA)
        states = judged if judges else (State.DIFFERS, State.ONLY_ONE, State.ONLY_OTHER)
        wrong, missing, extra = (theme.paint(Role.ARC, state).stroke or "#808080" for state in states)
        self._ink = {
            "currentColor": colours.text, "{wrong}": wrong, "{missing}": missing, "{extra}": extra,
            "{enhanced}": theme.paint(Role.ENHANCED).stroke or colours.text,
        }  # fmt: skip

    def __getitem__(self, name: str) -> QIcon:
        """The icon of this name; an empty one for an empty name."""
        text = _text(name) if name else ""
        for mark, colour in self._ink.items():
            text = text.replace(mark, colour)
        return _drawn(text)


@cache
def _drawn(text: str) -> QIcon:
    # An icon from its SVG; kept, as every window and both wordings have most of them in common.
    icon = QIcon()
    if not text:  # the action's title stands for it
        return icon
    renderer = QSvgRenderer(QByteArray(text.encode()))
    for size in (20, 40):
        for mode, opacity in ((QIcon.Mode.Normal, 1.0), (QIcon.Mode.Disabled, 0.4)):
            pixmap = QPixmap(size, size)
            pixmap.fill(QColor(Qt.GlobalColor.transparent))
            painter = QPainter(pixmap)
            painter.setOpacity(opacity)
            renderer.render(painter, QRectF(0, 0, size, size))
            painter.end()
            icon.addPixmap(pixmap, mode)
    return icon


@lru_cache(maxsize=64)
def _text(name: str) -> str:
    # The SVG of this name; nothing where there is none, as a view that was added may have no icon.
    file = files("goldleaf.assets").joinpath("icons", f"{name}.svg")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def application_icon() -> QIcon:
    return _drawn(_text("goldleaf"))
