"""Icons from ``assets/icons``, drawn in the colours of the theme."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.style.appearance import Colours


class Style(NamedTuple):
    """In what the parts of the window draw."""

    theme: Theme
    colours: Colours
    icons: Icons


class Icons:
    """Makes the icons of a theme: for a gold and a parse that it ``judges``, or for annotators."""

    def __init__(self, theme: Theme, colours: Colours, *, judges: bool = True) -> None:
        states = (
            (State.WRONG_HEAD, State.MISSING, State.EXTRA)
            if judges
            else (State.DIFFERS, State.ONLY_ONE, State.ONLY_OTHER)
        )
        wrong, missing, extra = (theme.paint(Role.ARC, state).stroke or "#808080" for state in states)
        self._ink = {
            "currentColor": colours.text, "{wrong}": wrong, "{missing}": missing, "{extra}": extra,
            "{enhanced}": theme.paint(Role.ENHANCED).stroke or colours.text,
        }  # fmt: skip
        self._known: dict[str, QIcon] = {}

    def __getitem__(self, name: str) -> QIcon:
        """The icon of this name; an empty one for an empty name."""
        if name not in self._known:
            text = _text(name) if name else ""
            for mark, colour in self._ink.items():
                text = text.replace(mark, colour)
            self._known[name] = _drawn(text)
        return self._known[name]


@cache
def _drawn(text: str) -> QIcon:
    """An icon from its SVG; kept, as every window and both wordings have most of them in common."""
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
    """The SVG of this name; nothing where there is none, as a view that was added may have no icon."""
    file = files("goldleaf.assets").joinpath("icons", f"{name}.svg")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def application_icon() -> QIcon:
    return _drawn(_text("goldleaf"))
