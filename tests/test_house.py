"""The rules of the house hold, and a breach of any would be seen."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from pathlib import Path, PurePath

import pytest
from hypothesis import settings

from tests.house import breaches, circles
from tests.map import lines_of_map

PROJECT = Path(__file__).resolve().parents[1]

TOP_LEVEL = {"pyproject.toml", "viewer", "core", "assets", "tests", "README.md", "Makefile", "LICENSE"}

MODULES = sorted(
    path.relative_to(PROJECT) for folder in ("core", "viewer", "assets") for path in (PROJECT / folder).rglob("*.py")
)


def test_the_rules_hold():
    found = [breach for path in MODULES for breach in breaches(path, (PROJECT / path).read_text(encoding="utf-8"))]
    assert not found, "\n".join(["", *found])


def test_there_are_no_circles():
    found = [*circles({path: (PROJECT / path).read_text(encoding="utf-8") for path in MODULES})]
    assert not found, "\n".join(["", *found])


def test_random_examples_may_take_their_time():
    assert settings().deadline is None


def test_there_are_modules_to_look_at():
    assert {PurePath("core/treebank.py"), PurePath("viewer/__init__.py")} <= set(MODULES)


def test_the_top_level_holds_what_the_design_lists():
    ignored = [line.strip("/") for line in (PROJECT / ".gitignore").read_text(encoding="utf-8").split() if line]
    found = {path.name for path in PROJECT.iterdir() if not path.name.startswith(".")} - TOP_LEVEL
    assert {name for name in found if not any(fnmatch(name, pattern) for pattern in ignored)} == set()


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("core/treebank.py", "import core.formats", "core.treebank may not know core.formats; it may know core.errors"),
        ("core/errors.py", "import core.treebank", "core.errors may not know core.treebank; it may know nothing"),
        ("core/facts.py", "from core.metrics.base import Metric", "core.facts may not know core.metrics.base.Metric"),
        ("core/facts.py", "from core import metrics", "core.facts may not know core.metrics"),
        ("core/facts.py", "from . import metrics", "core.facts may not know core.metrics"),
        (
            "core/structures/dependency.py",
            "from ..metrics import base",
            "core.structures may not know core.metrics.base",
        ),
        ("core/formats/__init__.py", "from ..validation import x", "core.formats may not know core.validation.x"),
        (
            "core/metrics/base.py",
            "from core.analysis import words",
            "core.metrics may not know core.analysis.words",
        ),
        ("core/metrics/base.py", "from core.formats import read", "core.metrics may not know core.formats.read"),
        (
            "core/analysis/sides/word_table.py",
            "from core.campaigns.experiment import x",
            "core.analysis may not know core.campaigns.experiment.x",
        ),
        ("core/new.py", "import viewer.diagram", "core.new must not know viewer"),
        ("core/new.py", "def f():\n    import viewer", "core.new must not know viewer"),
        ("core/new.py", "from PySide6.QtCore import Qt", "core.new must not know PySide6"),
        ("core/new.py", "import shiboken6", "core.new must not know shiboken6"),
        ("core/new.py", "from rich import print", "core.new must not know rich"),
        ("core/new.py", "import typer", "core.new must not know typer"),
        ("core/new.py", "from tests import house", "core may not know tests.house"),
        ("core/new.py", "if True:\n    import matplotlib.pyplot", "matplotlib.pyplot is slow to import"),
        ("core/new.py", "try:\n    pass\nexcept E:\n    import scipy", "scipy is slow to import"),
        ("core/new.py", "class A:\n    import networkx", "networkx is slow to import"),
        ("viewer/window/window.py", "import networkx as nx", "networkx is slow to import"),
        ("core/new.py", "def f():\n    print(1)", "core does not print"),
        ("viewer/diagram/arcs.py", "from PySide6.QtGui import QFont", "viewer.diagram.arcs must not know PySide6"),
        ("viewer/diagram/arcs.py", "from viewer import canvas", "viewer.diagram may not know viewer.canvas"),
        ("viewer/canvas/pane.py", "from viewer.panels import x", "viewer.canvas may not know viewer.panels.x"),
        ("viewer/canvas/pane.py", "from viewer import window", "viewer.canvas may not know viewer.window"),
        ("viewer/export/svg.py", "import viewer.window", "viewer.export may not know viewer.window"),
        ("viewer/panels/a.py", "from viewer.window import W", "viewer.panels may not know viewer.window.W"),
        ("viewer/panels/a.py", "QLabel('a')", "QLabel takes text for HTML"),
        ("viewer/panels/a.py", "row.setToolTip(1, f'{name}')", "a tip is taken for HTML"),
        ("assets/new.py", "x = 1", "the module has no docstring"),
    ],
)
def test_a_breach_is_named_with_its_line(path, source, expected):
    text = source if expected.startswith("the module") else f'"""A module."""\n{source}'
    last_line = text.count("\n") + 1
    found = list(breaches(PurePath(path), text))
    assert [breach for breach in found if breach.startswith(f"{path}:{last_line}: {expected}")], found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("core/facts.py", "from core.treebank import Treebank\nfrom core.structures import dependency"),
        ("core/metrics/a.py", "from core.metrics.base import Metric\nfrom core.facts import compare\nimport numpy"),
        ("core/metrics/a.py", "from . import base\nfrom ..facts import compare"),
        ("core/analysis/a.py", "def f():\n    import networkx\n    return networkx"),
        ("core/analysis/a.py", "if TYPE_CHECKING:\n    import networkx"),
        ("core/analysis/a.py", "from core.metrics import REGISTRY"),
        ("core/facts.py", "pprint(1)\nconsole.print(1)"),
        ("viewer/cli.py", "import typer\nprint(1)\nfrom viewer import window"),
        ("viewer/diagram/a.py", "from core.facts import Mark\nfrom viewer.diagram.shapes import Line\nimport richness"),
        (
            "viewer/panels/a.py",
            "a.setToolTip(tip(text) if text else 'None')\na.setToolTip(_HELP)\na.setToolTip(b.toolTip())",
        ),
        ("viewer/export/a.py", "from PySide6.QtGui import QPdfWriter\nfrom viewer.diagram import shapes"),
    ],
)
def test_what_the_rules_allow(path, source):
    assert list(breaches(PurePath(path), f'"""A module."""\n{source}')) == []


def test_an_empty_module_needs_no_docstring():
    assert list(breaches(PurePath("core/__init__.py"), "")) == []


def told(**sources: str) -> list[str]:
    """The circles of modules whose names have ``__`` for a folder's end, and ``init`` for a package's own module."""
    names = {name: name.replace("__", "/").replace("init", "__init__") for name in sources}
    return [*circles({PurePath(f"{names[name]}.py"): source for name, source in sources.items()})]


def test_a_circle_is_said_in_words():
    assert told(
        viewer__window__window="from viewer.window.handlers.beside import GeneralHandler",
        viewer__window__handlers__beside='"""A."""\n\nfrom viewer.window.window import MainWindow',
    ) == [
        "viewer/window/window.py:1: modules in a circle: "
        "viewer.window.window knows viewer.window.handlers.beside (viewer/window/window.py:1), "
        "which knows viewer.window.window (viewer/window/handlers/beside.py:3)"
    ]


def test_the_shortest_circle_is_named():
    [found] = told(
        core__facts="import core.treebank",
        core__treebank="import core.files\nimport core.errors",
        core__files="import core.errors",
        core__errors="import core.facts",
    )[:1]
    assert found.count("knows") == 3
    assert "core.files" not in found


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    import core.facts",
        "if TYPE_CHECKING:\n    from core.facts import Facts",
        "from . import facts",
        "from goldleaf.core.facts import Facts",
    ],
)
def test_imports_of_all_kinds_make_a_circle(source):
    assert told(core__facts="from core.treebank import Treebank", core__treebank=source)


def test_rooms_in_a_circle_are_told_though_their_modules_are_in_none():
    assert told(
        viewer__views__view="from viewer.views.lattices.layout import LayOut",
        viewer__views__lattices__view="from viewer.views.view import View",
        viewer__views__lattices__layout="",
    ) == [
        "viewer/views/view.py:1: rooms in a circle: "
        "viewer.views.view knows viewer.views.lattices (viewer/views/view.py:1), "
        "which knows viewer.views.view (viewer/views/lattices/view.py:1)"
    ]


@pytest.mark.parametrize(
    "sources",
    [
        # A registry and what it lists; the rooms of views, which the registry is none of.
        {
            "viewer__views__init": "from viewer.views.arcs.view import ArcsView",
            "viewer__views__arcs__view": "from viewer.views.view import View",
            "viewer__views__view": "",
        },
        # Folders within a room.
        {
            "core__metrics__mwe": "from core.metrics.parseval.evalb import Side",
            "core__metrics__parseval__sides": "",
            "core__metrics__parseval__metric": "from core.metrics.base import Metric",
            "core__metrics__base": "",
        },
        # Modules right within core are rooms of their own.
        {"core__scoring": "import core.metrics", "core__metrics__init": "import core.facts", "core__facts": ""},
    ],
)
def test_what_is_no_circle(sources):
    assert told(**sources) == []


def test_the_map_has_rooms_by_floors_with_what_they_know():
    facts = '"""Facts."""\n\nfrom core.treebank import Treebank\n\n\ndef compare():  # a bag\n    # why\n    pass\n'
    sources = {"core/treebank.py": "", "core/facts.py": facts, "viewer/session/pair.py": "import core.facts\n"}
    assert lines_of_map({PurePath(path): source for path, source in sources.items()}) == [
        "floor modules  lines functions/1000 comments  room -> what it knows",
        "    0       1      0              -        0  core.treebank",
        "    1       1      8            125        1  core.facts -> core.treebank",
        "    2       1      1              0        0  viewer.session -> core.facts",
        "            3      9            111        1  3 rooms, 3 floors, 2 arrows",
    ]


def modules_without_test(modules, docstrings):
    """The modules that have neither a test file of their name in the mirrored room nor a line that names them:
    ``Also tests `panels.dock`.`` at the top of the test file through which they are tested."""
    tops = (docstring.partition("Also tests")[2] for docstring in docstrings.values())
    named = {name for top in tops for name in re.findall(r"`([\w.]+)`", top)}
    for path in modules:
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        parts = module.split(".")
        twins = (PurePath("tests", *room, f"test_{parts[-1]}.py") for room in (parts, parts[:-1]))
        names = {".".join(parts[start:]) for start in range(len(parts))}
        if not names & named and not any(twin in docstrings for twin in twins):
            yield module


def test_every_module_has_a_test_or_is_named_by_one():
    files = (PROJECT / "tests").rglob("test_*.py")
    sources = {file.relative_to(PROJECT): file.read_text(encoding="utf-8") for file in files}
    docstrings = {path: ast.get_docstring(ast.parse(source)) or "" for path, source in sources.items()}
    modules = [path for path in MODULES if "def " in (PROJECT / path).read_text(encoding="utf-8")]
    assert [*modules_without_test(modules, docstrings)] == []


def test_a_module_without_a_test_is_seen():
    modules = [PurePath("core/facts.py"), PurePath("viewer/panels/dock.py"), PurePath("core/formats/__init__.py")]
    top = "The window.\n\nAlso tests `panels.dock`."
    docstrings = {PurePath("tests/core/test_facts.py"): "", PurePath("tests/viewer/test_window.py"): top}
    assert [*modules_without_test(modules, docstrings)] == ["core.formats"]
