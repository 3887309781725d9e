"""`goldleaf validate`: all problems of files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from goldleaf.core.errors import Problem, Severity, counted
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import validate
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import Reading, check_read_once, read
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.terminal import say, say_json
from goldleaf.viewer.commands.validate_aligned import validate_aligned


@with_options(reading=Reading)
def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False)],
    level: Annotated[
        int, typer.Option(metavar="1|2", help="At 2 what CoNLL-U's reader only warns of is an error, as for UD.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    aligned: Annotated[
        bool,
        typer.Option("--aligned", help="Say whether DEPENDENCIES CONSTITUENTS [LATTICE] belong together."),
    ] = False,
    *,
    reading: Reading,
) -> int:
    """List all problems of files; exit status 1 if there are errors."""
    check_read_once(files)
    if aligned:
        return validate_aligned(files, reading, as_json=as_json)
    found = []
    for path in files:
        [treebank] = read([path], reading, strict=False)
        found.append(Found(treebank, validate(treebank, level)))
        if not as_json:
            _print(found[-1])
    if as_json:
        listed = {"goldleaf": VERSION, "files": [_object(one) for one in found]}
        say_json(listed)
    return 1 if any(one.errors for one in found) else 0


class Found(NamedTuple):
    """A file and its problems."""

    treebank: Treebank
    problems: Sequence[Problem]

    @property
    def errors(self) -> int:
        """How many problems are errors; the others are warnings."""
        return sum(problem.severity is Severity.ERROR for problem in self.problems)


def _print(found: Found) -> None:
    for problem in found.problems:
        say(str(problem))
    treebank, errors, warnings = found.treebank, found.errors, len(found.problems) - found.errors
    size = f"{counted(len(treebank), 'sentence')}, {counted(treebank.words.height, 'word')}"
    say(f"{treebank.path}: {size}, {counted(errors, 'error')}, {counted(warnings, 'warning')}")


def _object(found: Found) -> dict[str, Any]:
    treebank = found.treebank
    return {
        "path": treebank.path,
        "format": treebank.format,
        "sentences": len(treebank),
        "words": treebank.words.height,
        "errors": found.errors,
        "warnings": len(found.problems) - found.errors,
        "problems": [
            {"line": one.line, "column": one.column, "severity": one.severity.value, "message": one.message}
            for one in found.problems
        ],
    }
