"""Whether there is a display, as the environment tells."""

from __future__ import annotations

import os
import subprocess
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
        ({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":0"}, True),
    ],
)
def test_a_display(monkeypatch, variables, expected):
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert has_display() is expected


@pytest.mark.slow
def test_drawing_needs_no_display_whatever_the_environment_names():
    script = "from goldleaf.viewer.commands.drawing import fonts\nwith fonts(): print('drawn')"
    variables = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    ran = subprocess.run(  # an abort ends the process
        [sys.executable, "-c", script], env=variables | {"QT_QPA_PLATFORM": "xcb"}, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, b"drawn\n")
