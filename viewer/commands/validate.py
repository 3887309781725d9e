"""`goldleaf validate`: all problems of files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import Severity, counted
from goldleaf.core.validation import validate
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption, read


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False)],
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    separator: SeparatorOption = "-",
) -> int:
    """List all problems of files; exit status 1 if there are errors."""
    errors = 0
    for path in files:
        [treebank] = read([path], format_name=format_name, encoding=encoding, separator=separator, strict=False)
        problems = validate(treebank)
        for problem in problems:
            print(problem)
        found = sum(problem.severity is Severity.ERROR for problem in problems)
        errors += found
        size = f"{counted(len(treebank), 'sentence')}, {counted(treebank.words.height, 'word')}"
        print(f"{path}: {size}, {counted(found, 'error')}, {counted(len(problems) - found, 'warning')}")
    return 1 if errors else 0
