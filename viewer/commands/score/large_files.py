"""`goldleaf score` where only figures are asked for: large files are read, scored and let go part by part."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import Metric
from goldleaf.core.results import About, Choice, Told
from goldleaf.core.results.parts import figures_of_parts
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.files import Reading, say_read_otherwise
from goldleaf.viewer.commands.progress import with_bar


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
        gold, told = with_bar(figures_of_parts(files, names, metrics_for, choice), "reading and scoring")
    except GoldleafError:
        return None
    for about in (gold, *(one.about for one in told)):
        say_read_otherwise(about.path, about.warnings)
    return gold, told
