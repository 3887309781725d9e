"""What stands around the pictures can be read."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFont

from goldleaf.viewer.diagram.theme import NAMES, load
from goldleaf.viewer.style import appearance
from goldleaf.viewer.style.appearance import colours_of, palette_of
from tests.viewer.diagram.test_theme import contrast

ON = {
    "text": ("window", "base", "hover", "pressed", "error", "warning", "info"),
    "faint": ("window", "base", "hover"),
    "accent": ("window", "base", "hover"),
    "selected": ("selection",),
}
"""Colors of texts, and the grounds that they stand on."""


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("text", "ground"), [(text, ground) for text, grounds in ON.items() for ground in grounds])
def test_texts_are_readable(name, text, ground):
    colours = colours_of(load(name))
    assert contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5


def test_without_color_the_window_has_none_where_something_is_chosen():
    colours = colours_of(load("paper-bw"))
    chosen = (colours.selection, colours.pressed, colours.accent, colours.info, colours.warning, colours.error)
    assert all(QColor(each).saturation() == 0 for each in chosen)


@pytest.mark.parametrize("name", NAMES)
def test_edges_and_the_focus_can_be_seen(name):
    colours = colours_of(load(name))
    assert all(
        contrast(line, ground) >= 3.0
        for line in (colours.edge, colours.accent)
        for ground in (colours.window, colours.base)
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_palette_of_standard_controls_is_readable(name):
    palette = palette_of(colours_of(load(name)))
    role = palette.ColorRole
    pairs = (
        (role.WindowText, role.Window),
        (role.Text, role.Base),
        (role.Text, role.AlternateBase),
        (role.ButtonText, role.Button),
        (role.HighlightedText, role.Highlight),
        (role.ToolTipText, role.ToolTipBase),
        (role.PlaceholderText, role.Base),
        (role.Link, role.Base),
    )
    for text, ground in pairs:
        assert contrast(*(QColor(palette.color(one)).name() for one in (text, ground))) >= 4.5, (text, ground)


def test_pictures_follow_the_systems_font(qapp, monkeypatch):
    large = QFont(qapp.font())
    large.setPixelSize(26)
    monkeypatch.setattr(appearance.QGuiApplication, "font", lambda: large)
    assert appearance.theme_named("light").font("word").size == pytest.approx(
        2 * load("light").font("word").size, rel=0.02
    )
