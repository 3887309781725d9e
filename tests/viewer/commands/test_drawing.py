"""Whether there is a display, as the environment tells."""

from __future__ import annotations

import sys

import pytest

from goldleaf.viewer.commands.drawing import has_display


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there always is one")
@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, False),
        ({"QT_QPA_PLATFORM": ""}, False),  # which Qt takes for none
        ({"QT_QPA_PLATFORM": "offscreen"}, True),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
    ],
)
def test_a_display(monkeypatch, variables, expected):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert has_display() is expected
