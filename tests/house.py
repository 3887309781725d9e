"""The house rules of the code, read from its imports: who may know whom, and what a module must not do.

There is no circle: no module, and no room, knows one that knows it in turn, straight or through others. Imports in
functions and those for the type checker count like all others. A package that a module is in is no import of it: so a
registry may import what it lists, as long as that does not import the registry.

A rule broken is one line, ``path:line: what is wrong``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

import networkx as nx

GROUND = (
    "core.errors", "core.version", "core.sentence", "core.treebank", "core.files", "core.naming", "core.registry",
    "core.steps",
)  # fmt: skip
FIRST = ("core.formats", "core.structures", "core.facts", "core.alignment")
SECOND = ("core.metrics", "core.scoring", "core.validation")

BELOW_FIGURES = (
    "core",
    "assets",
    "viewer.diagram",
    "viewer.text",
    "viewer.session",
    "viewer.review",
    "viewer.export",
    "viewer.tables",
    "viewer.theories",
)
BELOW_REPORT = (*BELOW_FIGURES, "viewer.views", "viewer.figures", "viewer.plots")
BELOW_STATE = (
    *BELOW_REPORT,
    "viewer.labels",
    "viewer.manual",
    "viewer.report",
    "viewer.campaigns",
    "viewer.canvas",
    "viewer.style",
)

MAY_KNOW: dict[str, tuple[str, ...]] = {
    "core.errors": (),
    "core.version": (),
    "core.steps": (),
    "core.sentence": (),
    "core.treebank": ("core.errors", "core.sentence"),
    "core.files": ("core.errors",),
    "core.naming": (),
    "core.registry": (),
    **dict.fromkeys(FIRST, (*GROUND, *FIRST)),
    "core.metrics": (*GROUND, "core.structures", "core.facts", "core.alignment"),
    "core.scoring": (*GROUND, *FIRST, "core.metrics"),
    "core.validation": (*GROUND, "core.structures", "core.facts", "core.formats"),
    "core.analysis": (*GROUND, *FIRST, *SECOND),
    "core": ("core",),
    "viewer.diagram": ("core", "assets"),
    "viewer.text": ("viewer.diagram",),
    "viewer.session": ("core", "viewer.text"),
    "viewer.review": ("core", "viewer.text", "viewer.session"),
    "viewer.labels": (),
    "viewer.canvas": ("core", "assets", "viewer.diagram", "viewer.text", "viewer.labels"),
    "viewer.export": ("core", "assets", "viewer.diagram", "viewer.text", "viewer.canvas"),
    "viewer.tables": ("core", "assets", "viewer.text"),
    "viewer.views": ("core", "assets", "viewer.diagram", "viewer.text", "viewer.session", "viewer.export"),
    "viewer.figures": (*BELOW_FIGURES, "viewer.views"),
    "viewer.plots": (
        "core",
        "assets",
        "viewer.diagram",
        "viewer.text",
        "viewer.export",
    ),
    "viewer.theories": ("core", "viewer.tables"),
    "viewer.campaigns": (*BELOW_REPORT, "viewer.report"),
    "viewer.report": BELOW_REPORT,
    "viewer.style": ("core", "assets", "viewer.diagram"),
    "viewer.manual": ("core", "assets", "viewer.actions", "viewer.review", "viewer.session", "viewer.text"),
    "viewer.actions": ("core", "viewer.style", "viewer.views", "viewer.labels"),
    "viewer.state": (*BELOW_FIGURES, "viewer.views", "viewer.figures"),
    "viewer.panels": (*BELOW_STATE, "viewer.state"),
    "viewer.dialogs": (*BELOW_STATE, "viewer.state", "viewer.actions", "viewer.panels"),
    "viewer.window": (*BELOW_STATE, "viewer.state", "viewer.actions", "viewer.panels", "viewer.dialogs"),
    "viewer.commands": (*BELOW_STATE, "viewer.app"),
}
"""The parts of the project that a room may import besides itself. Rooms that are not named here may import all."""

MUST_NOT_KNOW: dict[str, tuple[str, ...]] = {
    "core": ("PySide6", "shiboken6", "viewer", "assets", "typer", "rich"),
    **dict.fromkeys(
        (
            "viewer.session",
            "viewer.review",
            "viewer.diagram",
            "viewer.text",
            "viewer.tables",
            "viewer.plots",
            "viewer.campaigns",
            "viewer.views",
            "viewer.figures",
            "viewer.report",
        ),
        ("PySide6", "shiboken6"),
    ),
}

WHERE_USED = ("matplotlib", "networkx", "pygraphviz", "scipy")
"""Slow to import, so imported in the function that uses them."""

PROJECT = ("core", "viewer", "assets", "tests")

HAVE_ROOMS = ("core", "core.analysis", "viewer", "viewer.views")
"""The folders and modules directly in one of these are the rooms among which there is no circle."""


class Import(NamedTuple):
    """A module, or a name in a module, that is imported."""

    line: int
    name: str
    at_start: bool  # when the importing module is


def breaches(path: PurePath, source: str) -> Iterator[str]:
    """All that a module does against the rules. The path, relative to the project, says which rules hold."""
    tree = ast.parse(source)
    if tree.body and ast.get_docstring(tree) is None:
        yield f"{path}:1: the module has no docstring"
    module = _module(path)
    for line, message in sorted({*_of_imports(module, _imports(tree, _package(path))), *_of_calls(module, tree)}):
        yield f"{path}:{line}: {message}"


def circles(sources: Mapping[PurePath, str]) -> Iterator[str]:
    """A circle of modules, and one of rooms, wherever there are any; mending one may show another."""
    modules = known_modules(sources)
    yield from _circles(modules, "modules")
    yield from _circles(known_rooms(modules), "rooms")


def known_modules(sources: Mapping[PurePath, str]) -> nx.DiGraph:
    """An edge from each module to each that it imports, with the ``place`` of an import, ``path:line``."""
    modules = {_module(path) for path in sources}
    knows = nx.DiGraph()
    knows.add_nodes_from(sorted(modules))
    for path, source in sources.items():
        for line, name, _ in _imports(ast.parse(source), _package(path)):
            known = name if name in modules else name.rpartition(".")[0]
            if known in modules and known != _module(path):
                knows.add_edge(_module(path), known, place=f"{path}:{line}")
    return knows


def known_rooms(modules: nx.DiGraph) -> nx.DiGraph:
    """The same of rooms: an edge wherever a module of one imports a module of another."""
    rooms = nx.DiGraph()
    rooms.add_nodes_from(room_of(module) for module in modules)
    for module, known, place in modules.edges(data="place"):
        if room_of(module) != room_of(known):
            rooms.add_edge(room_of(module), room_of(known), place=place)
    return rooms


def _circles(knows: nx.DiGraph, what: str) -> Iterator[str]:
    """The shortest circle of each part in which all know one another, said in words."""
    for part in nx.strongly_connected_components(knows):
        if len(part) > 1:
            inside = knows.subgraph(part)
            ways = (nx.shortest_path(inside, other, one) for one, other in sorted(inside.edges))
            way = min(ways, key=len)
            steps = [*zip(way, [*way[1:], way[0]], strict=True)]
            said = ", which ".join(f"knows {other} ({inside.edges[one, other]['place']})" for one, other in steps)
            yield f"{inside.edges[steps[0]]['place']}: {what} in a circle: {way[0]} {said}"


def room_of(module: str) -> str:
    """The room that a module is in, or is."""
    house = _room(module, HAVE_ROOMS)
    if house is None or module == house:
        return module
    return f"{house}.{module.removeprefix(f'{house}.').partition('.')[0]}"


def _module(path: PurePath) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _package(path: PurePath) -> str:
    module = _module(path)
    return module if path.name == "__init__.py" else module.rpartition(".")[0]


def _of_imports(module: str, imports: Iterable[Import]) -> Iterator[tuple[int, str]]:
    room = _room(module, MAY_KNOW)
    for line, name, at_start in imports:
        for other in (other for key, others in MUST_NOT_KNOW.items() if _within(module, key) for other in others):
            if _within(name, other):
                yield line, f"{module} must not know {other}"
        if at_start and _within_any(name, WHERE_USED):
            yield line, f"{name} is slow to import; import it in the function that uses it"
        if room and _within_any(name, PROJECT) and not _within_any(name, (room, *MAY_KNOW[room])):
            yield line, f"{room} may not know {name}; it may know {', '.join(MAY_KNOW[room]) or 'nothing'}"


def _of_calls(module: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "print" and _within(module, "core") and isinstance(node.func, ast.Name):
            yield node.lineno, "core does not print"
        if name == "QLabel" and _within(module, "viewer") and module != "viewer.labels":
            yield node.lineno, "QLabel takes text for HTML; viewer.labels has a Label"
        if name == "setToolTip" and not _is_ours(node.args[-1]):
            yield node.lineno, "a tip is taken for HTML; use tip(…) of viewer.labels"


def _is_ours(text: ast.expr) -> bool:
    """Whether a tip is written here, or was made plain."""
    if isinstance(text, ast.IfExp):
        return _is_ours(text.body) and _is_ours(text.orelse)
    if isinstance(text, ast.Call):
        name = text.func.attr if isinstance(text.func, ast.Attribute) else getattr(text.func, "id", "")
        return name in ("tip", "picture_tip", "toolTip") or (name == "replace" and _is_ours(text.func.value))  # type: ignore[attr-defined]
    return isinstance(text, ast.Constant) or (isinstance(text, ast.Name) and text.id.isupper())


def _imports(tree: ast.Module, package: str) -> Iterator[Import]:
    """All imports, wherever they stand, by absolute name."""
    at_start = {id(node) for node in _run_at_start(tree.body)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, _room_name(alias.name), id(node) in at_start) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
            start = _room_name(".".join(filter(None, (base, node.module))))
            yield from (Import(node.lineno, f"{start}.{alias.name}", id(node) in at_start) for alias in node.names)


def _room_name(name: str) -> str:
    """The folder's name of what is installed as a part of ``goldleaf``."""
    return name.removeprefix("goldleaf.")


def _run_at_start(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported: not those in functions or for the type checker only."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.dump(statement.test):
            yield from _run_at_start(statement.orelse)
        elif not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for field in ("body", "orelse", "finalbody"):
                yield from _run_at_start(getattr(statement, field, ()))
            for handler in getattr(statement, "handlers", ()):
                yield from _run_at_start(handler.body)


def _room(module: str, rooms: Iterable[str]) -> str | None:
    """The innermost room that the module stands in."""
    return max((room for room in rooms if _within(module, room)), key=len, default=None)


def _within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def _within_any(name: str, rooms: Iterable[str]) -> bool:
    return any(_within(name, room) for room in rooms)
