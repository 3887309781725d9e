"""Icons from ``assets/icons``, drawn in the colours of the theme."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.style.appearance import Colours

SIZES = (20, 40)
_DISABLED = 0.4  # opacity


class Style(NamedTuple):
    """In what the parts of the window draw."""

    theme: Theme
    colours: Colours
    icons: Icons


class Icons:
    """Makes the icons of a theme: for a gold and a parse that it ``judges``, or for annotators."""

    def __init__(self, theme: Theme, colours: Colours, *, judges: bool = True) -> None:
        self._ink = {
            "currentColor": colours.text,
            "{wrong}": _line(theme, State.WRONG_HEAD if judges else State.DIFFERS),
            "{missing}": _line(theme, State.MISSING if judges else State.ONLY_ONE),
            "{extra}": _line(theme, State.EXTRA if judges else State.ONLY_OTHER),
            "{enhanced}": theme.paint(Role.ENHANCED).stroke or colours.text,
        }
        self._known: dict[str, QIcon] = {}

    def __getitem__(self, name: str) -> QIcon:
        """The icon of this name; an empty one for an empty name."""
        if name not in self._known:
            self._known[name] = _icon(name, self._ink) if name else QIcon()
        return self._known[name]


def _line(theme: Theme, state: State) -> str:
    return theme.paint(Role.ARC, state).stroke or "#808080"


def _icon(name: str, ink: Mapping[str, str]) -> QIcon:
    text = _text(name)
    if not text:  # the action's title stands for it
        return QIcon()
    for mark, colour in ink.items():
        text = text.replace(mark, colour)
    return _drawn(text)


@cache
def _drawn(text: str) -> QIcon:
    """An icon from its SVG; kept, as every window and both wordings have most of them in common."""
    renderer = QSvgRenderer(QByteArray(text.encode()))
    icon = QIcon()
    for size in SIZES:
        icon.addPixmap(_pixmap(renderer, size, 1.0))
        icon.addPixmap(_pixmap(renderer, size, _DISABLED), QIcon.Mode.Disabled)
    return icon


def _pixmap(renderer: QSvgRenderer, size: int, opacity: float) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(QColor(Qt.GlobalColor.transparent))
    painter = QPainter(pixmap)
    painter.setOpacity(opacity)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


@lru_cache(maxsize=64)
def _text(name: str) -> str:
    """The SVG of this name; nothing where there is none, as a view that was added may have no icon."""
    file = files("goldleaf.assets").joinpath("icons", f"{name}.svg")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def application_icon() -> QIcon:
    """Goldleaf's own."""
    return _icon("goldleaf", {})
