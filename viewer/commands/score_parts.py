"""`goldleaf score` where only figures are asked for: large files are read, scored and let go part by part."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import Metric
from goldleaf.core.parts import figures_of_parts
from goldleaf.core.results import About, Choice, Told
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.files import Reading


def told_in_parts(
    paths: Sequence[Path],
    names: Sequence[str],
    how: Reading,
    columns: Collection[str],
    metrics_for: Callable[[Treebank], Sequence[Metric]],
    choice: Choice,
) -> tuple[About, list[Told]] | None:
    """The gold, which is the first of the paths, and the parses' figures; a progress bar on a terminal.

    None where the files have to be read as a whole, be it to tell what is wrong with them.
    """
    files = [
        formats.read_parts(
            path, format=how.format_name, encoding=how.encoding, columns=columns, separator=how.separator, apart=True
        )
        for path in paths
    ]
    try:
        return _with_bar(figures_of_parts(files, names, metrics_for, choice))
    except GoldleafError:
        return None


def _with_bar(steps: Steps[tuple[About, list[Told]]]) -> tuple[About, list[Told]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("reading and scoring", total=1.0)
        while True:
            try:
                shown.update(task, completed=next(steps))
            except StopIteration as end:
                found: tuple[About, list[Told]] = end.value
                return found
