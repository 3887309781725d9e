"""Qt's system libraries: what is missing is said before Qt aborts, and looked for again with a display."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goldleaf.viewer import app
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands import drawing

PROJECT = Path(__file__).parents[3]
pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt brings what it needs")


@pytest.fixture
def gold(tmp_path):
    path = tmp_path / "gold.conllx"
    path.write_text("1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def window(monkeypatch):
    """No window is made, but on a display one would be."""
    shown = []
    monkeypatch.setattr(app, "run", lambda request=None: shown.append(request) or 0)
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.setenv("DISPLAY", ":0")
    return shown


@pytest.mark.parametrize("words", [("open",), ()])
def test_a_window_without_them_is_not_tried(monkeypatch, window, capsys, words):
    monkeypatch.setattr(drawing, "is_there", lambda name: name not in ("libxcb-cursor.so.0", "libxcb-xkb.so.1"))
    assert main([*words]) == 2
    said = "Qt needs system libraries that are not installed; sudo apt-get install libxcb-cursor0 libxcb-xkb1 ("
    assert capsys.readouterr().err.startswith(said)
    assert not window


def test_a_window_of_wayland_needs_others(monkeypatch, window, gold, capsys):
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setattr(drawing, "is_there", lambda name: "xcb" not in name)
    assert main(["open", gold]) == 0 and len(window) == 1
    monkeypatch.setattr(drawing, "is_there", lambda name: name != "libwayland-cursor.so.0")
    assert main(["open", gold]) == 2 and len(window) == 1
    assert "sudo apt-get install libwayland-cursor0 (" in capsys.readouterr().err


def test_drawing_needs_fewer(monkeypatch, window, gold, tmp_path, capsys):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(drawing, "is_there", lambda name: "xcb" not in name)
    assert main(["open", gold]) == 0 and window
    monkeypatch.setattr(drawing, "is_there", lambda name: name != "libGL.so.1")
    assert main(["render", gold, "-o", str(tmp_path / "a.svg")]) == 2
    assert "sudo apt-get install libgl1 (" in capsys.readouterr().err


def test_a_library_that_there_is_not():
    assert not drawing.is_there("libno-such-thing.so.9")


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_an_environment_made_without_a_display_is_looked_at_again_with_one(tmp_path):
    for name in ("Makefile", "pyproject.toml", ".ci/system-libraries", "assets/system-libraries.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    (tmp_path / ".venv").mkdir()
    for name in (f"installed-{version}", "libraries"):
        (tmp_path / ".venv" / name).touch()

    def made(x11: str = "", wayland: str = "") -> list[str]:
        words = ["make", "--no-print-directory", "--dry-run", "run", f"PYTHON={sys.executable}"]
        words += [f"DISPLAY={x11}", f"WAYLAND_DISPLAY={wayland}"]
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.splitlines()

    assert made() == [".venv/bin/goldleaf"]
    for_x11 = [".ci/system-libraries", "touch .venv/libraries-x11", ".venv/bin/goldleaf"]
    assert made(x11=":0") == for_x11 == made(x11=":0", wayland="wayland-0")
    assert made(wayland="wayland-0") == [".ci/system-libraries", "touch .venv/libraries-wayland", ".venv/bin/goldleaf"]


@pytest.mark.parametrize(
    ("display", "wanted", "unwanted"),
    [
        ({}, set(), {"libxcb-cursor0", "libwayland-cursor0"}),
        ({"DISPLAY": ":0"}, {"libxcb-cursor0"}, {"libwayland-cursor0"}),
        ({"WAYLAND_DISPLAY": "wayland-0"}, {"libwayland-cursor0"}, {"libxcb-cursor0"}),
    ],
)
def test_what_is_looked_for_is_what_the_display_needs(tmp_path, display, wanted, unwanted):
    for name in ("ldconfig", "python3"):  # a system that has no library, but what makes environments; no apt
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    for name in ("sh", "awk", "uname", "dirname"):
        found = shutil.which(name)
        assert found is not None
        (tmp_path / name).symlink_to(found)
    command = [PROJECT / ".ci" / "system-libraries"]
    environment = {"PATH": str(tmp_path), **display}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    missing = {*done.stderr.splitlines()[0].partition(":")[2].split()}
    assert "libgl1" in missing and wanted <= missing and not unwanted & missing
