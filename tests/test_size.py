"""Functions and calls stay small, and one that is too large would be seen."""

from __future__ import annotations

import ast
from pathlib import Path, PurePath

import pytest

from tests.size import breaches, complexity

PROJECT = Path(__file__).resolve().parents[1]


def test_functions_and_calls_are_small():
    modules = sorted(
        path.relative_to(PROJECT) for folder in ("core", "viewer") for path in (PROJECT / folder).rglob("*.py")
    )
    found = [str(breach) for path in modules for breach in breaches(path, (PROJECT / path).read_text(encoding="utf-8"))]
    assert modules
    assert not found, "\n".join(["", *found])


def told(source: str) -> list[str]:
    return [str(breach) for breach in breaches(PurePath("core/new.py"), source)]


def function(lines: int, docstring: str = "") -> str:
    return "\n".join(["def f():", *([docstring] if docstring else []), *["    x = 1"] * (lines - 1)])


def test_a_function_of_more_than_forty_lines_is_named_with_its_line():
    assert told("\n" + function(41)) == ["core/new.py:2: f has 41 lines; at most 40"]
    assert told(function(40)) == []


def test_docstring_and_decorators_are_not_counted():
    assert told("@a\n@b\n" + function(40, '    """One.\n\n    Two.\n    """')) == []
    assert told(function(41, '    """One."""')) == ["core/new.py:1: f has 41 lines; at most 40"]


def test_lines_of_the_signature_are_counted():
    assert told(function(40).replace("f()", "f(\n    a,\n)")) == ["core/new.py:1: f has 42 lines; at most 40"]


def test_methods_and_functions_in_functions_are_looked_at():
    source = "class A:\n    async def f(self):\n        def g():\n            h(1, 2, 3, 4, 5, 6, 7, 8)\n"
    (breach,) = breaches(PurePath("core/new.py"), source)
    assert (breach.where, breach.line) == ("A.f.g", 4)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("pass", 1),
        ("if a: pass", 2),
        ("if a: pass\n    else: pass", 2),
        ("if a: pass\n    elif b: pass", 3),
        ("for a in b: pass", 2),
        ("while a: pass", 2),
        ("try: pass\n    except A: pass\n    except B: pass\n    finally: pass", 3),
        ("with a: pass", 1),
        ("match a:\n        case 1: pass\n        case _: pass", 3),
        ("match a:\n        case 1 if b: pass", 2),
        ("return a and b", 2),
        ("return a and b and c or d", 4),
        ("return not a", 1),
        ("return a if b else c", 2),
        ("return a < b < c", 1),
        ("return [a for a in b]", 2),
        ("return {a for a in b if c if d}", 4),
        ("return {a: b for a in b for b in c}", 3),
        ("return any(a for a in b if c or d)", 4),
        ("return lambda: a or b", 2),
        ("def g():\n        if a: pass", 2),
    ],
)
def test_branches_are_counted(body, expected):
    (node,) = ast.parse(f"def f():\n    {body}\n").body
    assert complexity(node) == expected


def test_a_function_with_more_than_nine_branches_is_named():
    source = "def f(a):\n    return " + " or ".join(["a"] * 11)
    assert told(source) == ["core/new.py:1: f has a complexity of 11; at most 10"]
    assert told(source.removesuffix(" or a")) == []


@pytest.mark.parametrize(
    ("call", "seen"),
    [
        ("f(1, 2, 3, 4, 5, 6, 7)", False),
        ("f(1, 2, 3, 4, 5, 6, 7, 8)", True),
        ("a.b(1)(1, 2, 3, 4, 5, 6, 7, 8)", True),
        ("f(1, 2, 3, 4, 5, 6, 7, a=8, b=9)", False),
        ("f((1, 2, 3, 4, 5, 6, 7, 8))", False),
        ("f([1, 2, 3, 4, 5, 6, 7, 8])", False),
        ("f(*a)", False),
        ("f(1, 2, 3, 4, 5, 6, *a)", False),
        ("f(1, 2, 3, 4, 5, 6, 7, *a)", True),
    ],
)
def test_a_call_has_at_most_seven_positional_arguments(call, seen):
    assert bool(told(call)) == seen
    if seen:
        assert told(f"\n{call}") == ["core/new.py:2: a call has 8 positional arguments; at most 7 can be told apart"]
