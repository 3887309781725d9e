"""Reading files for the command line: options shared by all commands, a progress bar for large files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from goldleaf.core import formats
from goldleaf.core.errors import OptionError, Problem
from goldleaf.core.files import is_same
from goldleaf.core.formats.compression import COMPRESSIONS
from goldleaf.core.naming import STANDARD_INPUT
from goldleaf.core.steps import Steps, finished, told
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.completion import choices
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.text.visible import visible

Result = TypeVar("Result")

SMALL = 1_000_000  # bytes up to which files are read one after the other, sooner than threads are there
LARGE = 20_000_000  # bytes from which reading shows a progress bar, and files are read in parts where they can be

MOST_SAID = 3  # warnings of a file


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read; a group of options, for `with_options`."""

    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            autocompletion=choices(formats.FORMATS),
            help=f"The files' format, if it cannot be told: {', '.join(formats.FORMATS)}.",
        ),
    ] = None
    encoding: Annotated[
        str, typer.Option("--encoding", metavar="E", help="The files' encoding, for instance iso-8859-1.")
    ] = "utf-8"
    separator: Annotated[
        str,
        typer.Option("--separator", metavar="C", help="What stands between category and function in brackets' labels."),
    ] = "-"


def read(
    paths: Sequence[Path],
    how: Reading,
    *,
    columns: Collection[str] | None = None,
    strict: bool = True,
) -> list[Treebank]:
    """Read treebanks as `core.formats.read` does, side by side, with progress bars on a terminal if they are large.

    What was read otherwise than it is written is said on stderr, unless faults are what is asked for (not ``strict``).
    """
    check_read_once(paths)
    size = sum(path.stat().st_size for path in paths if path.is_file())

    def reading(path: Path, on_progress: Callable[[float], None] = lambda _: None) -> Treebank:
        return formats.read(
            path,
            format=how.format_name,
            encoding=how.encoding,
            columns=columns,
            separator=how.separator,
            strict=strict,
            on_progress=on_progress,
        )

    if size <= SMALL:
        found = [reading(path) for path in paths]
    elif size <= LARGE or not sys.stderr.isatty():
        with ThreadPoolExecutor() as threads:
            found = list(threads.map(reading, paths))
    else:
        found = _with_bars(paths, reading)
    if strict:
        for treebank in found:
            say_read_otherwise(treebank.path, formats.read_otherwise(treebank))
    return found


def say_read_otherwise(path: str, warnings: Sequence[Problem]) -> None:
    """Say on stderr what of a file was not read as it is written: the first warnings, and how many more."""
    for warning in warnings[:MOST_SAID]:
        complain(str(warning))
    if (more := len(warnings) - MOST_SAID) > 0:
        complain(f"{path}: warning: {more:,} more; goldleaf validate lists them")


def _with_bars(paths: Sequence[Path], reading: Callable[..., Treebank]) -> list[Treebank]:
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    shown = Progress(console=Console(stderr=True), transient=True)

    def with_bar(path: Path) -> Treebank:
        task = shown.add_task(f"reading {escape(visible(path.name))}", total=1.0)
        return reading(path, lambda done: shown.update(task, completed=done))

    with shown, ThreadPoolExecutor() as threads:
        return list(threads.map(with_bar, paths))


def are_large(paths: Sequence[Path]) -> bool:
    """Whether files are so large, or may be, that they had better not be held as a whole."""
    unknown = any(path == STANDARD_INPUT or path.suffix.lower() in COMPRESSIONS for path in paths)
    return unknown or sum(path.stat().st_size for path in paths if path.is_file()) > LARGE


def check_read_once(paths: Iterable[Path | None]) -> None:
    """Raise OptionError where several files are to come from standard input, which can be read only once."""
    if [*paths].count(STANDARD_INPUT) > 1:
        raise OptionError("-: standard input can be read only once; save it to a file to use it twice")


def check_replaces_no_input(option: str, output: Path | None, inputs: Iterable[Path | str | None]) -> None:
    """Raise OptionError where an output would take the place of a file that the command reads, also through links."""
    for path in inputs:
        if output is not None and path is not None and is_same(output, Path(path)):
            raise OptionError(f"{option} {output}: would replace {path}, which is read; give another name")


def with_bar(steps: Steps[Result], doing: str) -> Result:
    """The result of work that is done to its end now."""
    if not sys.stderr.isatty():
        return finished(steps)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=1.0)
        return finished(told(steps, lambda share: shown.update(task, completed=share)))
