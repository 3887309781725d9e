"""`goldleaf baseline`: trees and tags that know nothing of the language, to compare parsers and taggers with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core import formats
from goldleaf.core.errors import OptionError, counted
from goldleaf.core.metrics.base import has_dependencies
from goldleaf.core.naming import STANDARD_INPUT
from goldleaf.core.structures.baselines import CHUNKS, KINDS, baseline
from goldleaf.viewer.commands.files import check_replaces_no_input, read
from goldleaf.viewer.commands.options import GOLD_FILE, SEED, TREEBANK_TO, ReadingOptions, choices, option, with_options
from goldleaf.viewer.commands.terminal import say


@with_options(reading=ReadingOptions)
def command(
    kind: Annotated[str, typer.Argument(metavar="|".join(KINDS), autocompletion=choices(KINDS), show_default=False)],
    gold: Annotated[Path, GOLD_FILE], output: Path = TREEBANK_TO, seed: int | None = SEED,
    tags: int | None = option("Chunks: how many. [default: as many as the gold has coarse tags]", "N"), *,
    reading: ReadingOptions,
) -> None:  # fmt: skip
    """Write a baseline's parse of a gold's words: left or right branching, random trees; or tags by chunks of text."""
    check_replaces_no_input("-o", output, [gold])
    if tags is not None and kind != CHUNKS:
        raise OptionError(f"--tags: only {CHUNKS} have tags; {kind} makes trees")
    [treebank] = read([gold], reading)
    # What is made must have a place in the file's format.
    if kind == CHUNKS and "fine_tag" not in treebank.layout.columns:
        raise OptionError(f"{treebank.path}: {treebank.format} files have no column of fine tags for {CHUNKS}")
    if kind != CHUNKS and kind in KINDS and not has_dependencies(treebank):
        raise OptionError(f"{treebank.path}: a baseline makes dependencies, which {treebank.format} files do not have")
    made = baseline(treebank, kind, seed=seed or 0, tags=tags)
    formats.write(made, output)
    if output != STANDARD_INPUT:
        say(f"{output}: {counted(len(made), 'sentence')}, {counted(made.words.height, 'word')}")
