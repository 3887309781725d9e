"""Files for the command line: how they are read, with progress bars for large ones, and what is said of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import polars as pl

from goldleaf.core import formats
from goldleaf.core.errors import OptionError, Problem
from goldleaf.core.files import is_same, write_whole
from goldleaf.core.formats.compression import COMPRESSIONS
from goldleaf.core.naming import STANDARD_INPUT
from goldleaf.core.steps import Steps, finished, mapped_steps
from goldleaf.core.structures.dependency import IllFormed, ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.options import ReadingOptions
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.text.characters import visible
from goldleaf.viewer.text.spreadsheets import csv_of

if TYPE_CHECKING:
    from rich.progress import Progress

Result = TypeVar("Result")

SMALL = 1_000_000  # bytes up to which files are read one after the other, sooner than threads are there
LARGE = 20_000_000  # bytes from which reading shows a progress bar, and files are read in parts where they can be

MOST_SAID = 3  # warnings of a file

TABLE_WRITERS: dict[str, Callable[[pl.DataFrame, BytesIO], object]] = {
    ".csv": lambda table, file: file.write(csv_of(table).encode()),
    ".tsv": lambda table, file: file.write(csv_of(table, "\t").encode()),
    ".parquet": lambda table, file: table.write_parquet(file),
}


def read(
    paths: Sequence[Path], how: ReadingOptions, *, columns: Collection[str] | None = None, strict: bool = True
) -> list[Treebank]:
    """Read treebanks as `core.formats.read` does, side by side, large ones with progress bars. What was read otherwise
    than it is written is said on stderr, unless faults are asked for (not ``strict``)."""
    check_read_once(paths)
    size = sum(path.stat().st_size for path in paths if path.is_file())

    def reading(path: Path, on_progress: Callable[[float], None] = lambda _: None) -> Treebank:
        return formats.read(
            path, format=how.format_name, encoding=how.encoding, columns=columns, separator=how.separator,
            strict=strict, on_progress=on_progress,
        )  # fmt: skip

    if size <= SMALL:
        found = [reading(path) for path in paths]
    elif size <= LARGE or not sys.stderr.isatty():
        with ThreadPoolExecutor() as threads:
            found = list(threads.map(reading, paths))
    else:
        from rich.markup import escape

        def with_bar(path: Path) -> Treebank:
            task = shown.add_task(f"reading {escape(visible(path.name))}", total=1.0)
            return reading(path, lambda done: shown.update(task, completed=done))

        with bars() as shown, ThreadPoolExecutor() as threads:
            found = list(threads.map(with_bar, paths))
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


def say_ill_formed(treebanks: Iterable[Treebank], *, strict: bool) -> None:
    """Say on stderr, in one line a file, which sentences are no trees. Raises FormatError at the first if strict."""
    say_faults(map(ill_formed, {treebank.path: treebank for treebank in treebanks}.values()), strict=strict)


def say_faults(files: Iterable[IllFormed], *, strict: bool) -> None:
    """The same, of files that are not held any more."""
    for faults in {one.path: one for one in files}.values():
        if strict:
            faults.check()
        if said := faults.described():
            them = "them" if sum(faults.counts.values()) > 1 else "it"
            complain(f"{said}; --strict refuses {them}")


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


def check_table(option: str, path: Path | None) -> None:
    """Raise OptionError for the name of a table that cannot be written."""
    if path is not None and path.suffix not in TABLE_WRITERS:
        raise OptionError(f"{option} {path}: end the name in {', '.join(TABLE_WRITERS)}")


def write_table(table: pl.DataFrame, path: Path) -> None:
    file = BytesIO()  # polars itself does not tell why a disk takes no more
    TABLE_WRITERS[path.suffix](table, file)
    write_whole(path, file.getvalue())


def bars() -> Progress:
    """Progress bars on stderr; none are shown where that is no terminal."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def with_bar(steps: Steps[Result], doing: str) -> Result:
    """The result of work that is done to its end now, with a bar on a terminal."""
    with closing(steps):
        if not sys.stderr.isatty():
            return finished(steps)
        with bars() as shown:
            task = shown.add_task(doing, total=1.0)
            return finished(mapped_steps(steps, lambda share: shown.update(task, completed=share)))
