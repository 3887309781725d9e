"""What users read is spelled in one way, the American one: all texts of the code that are no documentation, the README,
the manual and what themes and the desktop say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
BRITISH = re.compile(
    r"colour|\bgrey|labell(?!edby)|generalis|neighbour|behaviour|favour|honour|\bcentre|metres?\b|tokenis|recognis"
    r"|normalis|organis|analys(?:ed|e\b|ing)|catalogue|cancelled|travelled|modelled|signalled|emphasis[ei]"
    r"|capitalis|initialis|optimis|serialis|summaris|visualis|artefact|programme\b|whilst|\blearnt\b|licence",
    re.IGNORECASE,
)
ALLOWED = frozenset({"paper-colour"})  # the old name of a theme, which is still understood


def documentation(tree: ast.AST) -> set[int]:
    """The constants, by id, that are documentation."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def texts(source: str) -> Iterator[tuple[int, str]]:
    """The texts of a module and their lines."""
    tree = ast.parse(source)
    left_out = documentation(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.lineno, node.value


def misspelled(text: str) -> list[str]:
    """The words of a text that are not spelled as all others are."""
    return [] if text in ALLOWED else [found[0] for found in BRITISH.finditer(text)]


@pytest.mark.slow
def test_texts_of_the_program_are_spelled_in_one_way():
    found = [
        f"{path.relative_to(PROJECT)}:{line}: {text!r}"
        for folder in ("core", "viewer")
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for line, text in texts(path.read_text(encoding="utf-8"))
        if misspelled(text)
    ]
    assert not found, "\n".join(["", *found])


@pytest.mark.parametrize("pattern", ["README.md", "assets/manual/*.md", "assets/demo/README.md", "assets/desktop/*"])
def test_so_are_other_texts(pattern):
    paths = list(PROJECT.glob(pattern))
    assert paths
    for path in paths:
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        found = [f"{path.name}:{number}: {line}" for number, line in lines if misspelled(line)]
        assert not found, "\n".join(["", *found])


def test_the_test_sees_what_it_should():
    assert misspelled("unlabelled") and misspelled("the colour") and misspelled("Neighbours")
    assert not misspelled("unlabeled, color, behavior, emphasis, analyses, parameters")
    assert [text for _, text in texts('"""colour"""\nx = f"a {y} b"')] == ["a ", " b"]
