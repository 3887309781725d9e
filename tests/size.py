"""How large the code's functions and calls may be, read from their source.

A function has at most 40 lines, from ``def`` to its end, decorators and docstring left out; so do the functions within
it, whose lines and branches are its own as well.

Its complexity is at most 10: 1, and 1 more for each ``if``, ``elif``, ``for``, ``while``, ``except`` and ``case``, each
conditional expression, each ``and`` and ``or`` between two conditions, and each ``for`` and ``if`` of a comprehension.

A call has at most seven positional arguments. ``*arguments`` counts as one: its length is not the caller's to see.

A breach is ``path:line: what is too large``, and names its function with the classes and functions around it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

LINES = 40
COMPLEXITY = 10
POSITIONAL = 7

Function = ast.FunctionDef | ast.AsyncFunctionDef

BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)


class Breach(NamedTuple):
    """Something too large, and the function that it stands in."""

    path: PurePath
    line: int
    where: str  # "Class.function"; "" outside of functions
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def breaches(path: PurePath, source: str) -> Iterator[Breach]:
    """All that is too large in a module, by line."""
    tree = ast.parse(source)
    found = [Breach(path, line, where, what) for line, where, what in _within(tree, "")]
    return iter(sorted(found, key=lambda breach: breach.line))


def _within(node: ast.AST, where: str) -> Iterator[tuple[int, str, str]]:
    for child in ast.iter_child_nodes(node):
        inner = where
        if isinstance(child, Function | ast.ClassDef):
            inner = f"{where}.{child.name}".lstrip(".")
        if isinstance(child, Function):
            yield from ((child.lineno, inner, what) for what in _of_function(child, inner))
        elif isinstance(child, ast.Call) and len(child.args) > POSITIONAL:
            what = f"a call has {len(child.args)} positional arguments; at most {POSITIONAL} can be told apart"
            yield child.lineno, where, what
        yield from _within(child, inner)


def _of_function(function: Function, name: str) -> Iterator[str]:
    if (count := lines(function)) > LINES:
        yield f"{name} has {count} lines; at most {LINES}"
    if (count := complexity(function)) > COMPLEXITY:
        yield f"{name} has a complexity of {count}; at most {COMPLEXITY}"


def lines(function: Function) -> int:
    """The lines of a function, without decorators and docstring."""
    assert function.end_lineno is not None
    count = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        assert docstring.end_lineno is not None
        count -= docstring.end_lineno - docstring.lineno + 1
    return count


def complexity(function: Function) -> int:
    """1 and the number of branches, those of conditions and comprehensions counted, too."""
    return 1 + sum(_branches(node) for node in ast.walk(function))


def _branches(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, BRANCHES))
