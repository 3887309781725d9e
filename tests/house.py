"""The house rules of the code, read from its imports: who may know whom, and what a module must not do.

A rule broken is one line, ``path:line: what is wrong``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import NamedTuple

GROUND = ("core.errors", "core.version", "core.treebank", "core.files", "core.registry", "core.steps")
FIRST = ("core.formats", "core.structures", "core.facts", "core.alignment")
SECOND = ("core.metrics", "core.scoring", "core.validation")

BELOW_FIGURES = ("core", "assets", "viewer.session", "viewer.diagram", "viewer.export")
BELOW_STATE = (*BELOW_FIGURES, "viewer.views", "viewer.figures", "viewer.canvas", "viewer.style")

MAY_KNOW: dict[str, tuple[str, ...]] = {
    "core.errors": (),
    "core.version": (),
    "core.steps": (),
    "core.treebank": ("core.errors",),
    "core.files": ("core.errors",),
    "core.registry": (),
    **dict.fromkeys(FIRST, (*GROUND, *FIRST)),
    "core.metrics": (*GROUND, "core.structures", "core.facts", "core.alignment"),
    "core.scoring": (*GROUND, *FIRST, "core.metrics"),
    "core.validation": (*GROUND, "core.structures", "core.formats"),
    "core.analysis": (*GROUND, *FIRST, *SECOND),
    "core.experiment": (*GROUND, *FIRST, *SECOND, "core.analysis"),
    "core": ("core",),
    "viewer.session": ("core",),
    "viewer.diagram": ("core", "assets"),
    "viewer.canvas": ("core", "assets", "viewer.diagram"),
    "viewer.export": ("core", "assets", "viewer.diagram", "viewer.canvas"),
    "viewer.views": ("core", "assets", "viewer.session", "viewer.diagram", "viewer.export"),
    "viewer.figures": (*BELOW_FIGURES, "viewer.views"),
    "viewer.style": ("core", "assets", "viewer.diagram"),
    "viewer.actions": ("core", "viewer.style", "viewer.views"),
    "viewer.state": (*BELOW_FIGURES, "viewer.views", "viewer.figures"),
    "viewer.panels": (*BELOW_STATE, "viewer.state"),
    "viewer.dialogs": (*BELOW_STATE, "viewer.state", "viewer.actions"),
    "viewer.window": (*BELOW_STATE, "viewer.state", "viewer.actions", "viewer.panels", "viewer.dialogs"),
    "viewer.commands": (*BELOW_STATE, "viewer.app", "viewer.loading"),
}
"""The parts of the project that a room may import besides itself. Rooms that are not named here may import all."""

MUST_NOT_KNOW: dict[str, tuple[str, ...]] = {
    "core": ("PySide6", "shiboken6", "viewer", "assets", "typer", "rich"),
    **dict.fromkeys(("viewer.session", "viewer.diagram", "viewer.views", "viewer.figures"), ("PySide6", "shiboken6")),
}

WHERE_USED = ("matplotlib", "networkx", "pygraphviz", "scipy")
"""Slow to import, so imported in the function that uses them."""

PROJECT = ("core", "viewer", "assets", "tests")


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
    module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for line, message in sorted({*_of_imports(module, _imports(tree, package)), *_of_calls(module, tree)}):
        yield f"{path}:{line}: {message}"


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
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    for node in calls:
        if node.func.id == "print" and _within(module, "core"):
            yield node.lineno, "core does not print"


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
