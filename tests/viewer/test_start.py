"""What the start of the command line loads: only the rooms that a command enters.

Also tests `viewer.__main__`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files as resources

import pytest

pytestmark = pytest.mark.slow

DEMO = resources("goldleaf.assets") / "demo"
PROGRAM = """
import json, sys
from goldleaf.viewer.cli import main
status = main(sys.argv[1:])
print(json.dumps(sorted(sys.modules)), file=sys.stderr)
sys.exit(status)
"""


def loaded(*arguments: str) -> set[str]:
    """The modules that are loaded when a command has ended."""
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=str(DEMO))
    return set(json.loads(done.stderr.splitlines()[-1]))


def within(modules: set[str], *rooms: str) -> set[str]:
    return {name for name in modules if any(name == room or name.startswith(f"{room}.") for room in rooms)}


PICTURES = tuple(
    f"goldleaf.viewer.{room}" for room in ("diagram", "views", "figures", "export", "canvas", "session.document")
)


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_scoring_loads_no_picture_no_window_and_no_format_of_other_files(more):
    modules = loaded("score", "gold.conllu", "parse.conllu", *more)
    assert "goldleaf.core.metrics.attachment" in modules
    assert not within(modules, *PICTURES, "PySide6", "networkx", "pygraphviz", "scipy", "matplotlib", "pydantic")
    assert not within(modules, "rich.console", "rich.table", "rich.progress")
    unused = ("brackets", "export", "tigerxml", "lattice", "line_writers")
    assert not within(modules, *(f"goldleaf.core.formats.{name}" for name in unused))
    assert not within(modules, "goldleaf.core.analysis", "goldleaf.core.validation")


def test_trees_load_the_format_of_trees():
    modules = loaded("score", "trees-gold.mrg", "trees-parse.mrg", "--metric", "parseval")
    assert "goldleaf.core.formats.brackets" in modules
    assert not within(modules, *PICTURES, "PySide6", "goldleaf.core.formats.tigerxml")


def test_counting_and_checking_load_no_window():
    for command in (["stats"], ["validate", "--level", "1"]):
        assert not within(loaded(*command, "gold.conllu"), *PICTURES, "PySide6", "goldleaf.core.metrics")


def test_the_version_loads_neither_polars_nor_numpy():
    assert not within(loaded("--version"), "polars", "numpy", "rich.console")
