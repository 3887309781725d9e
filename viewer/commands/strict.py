"""What every command that gives figures says of sentences that are no trees, and ``--strict``, which refuses them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from goldleaf.core.structures.ill_formed import IllFormed, ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.terminal import complain
from goldleaf.viewer.text.spreadsheets import wish

SpreadsheetOption = Annotated[
    bool,
    typer.Option(
        "--spreadsheet",
        callback=lambda given: wish(guarded=given),
        help="CSV: put an apostrophe before text that spreadsheets take for a formula.",
    ),
]

StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse files with sentences that are no trees instead of saying so.")
]


def say_ill_formed(treebanks: Iterable[Treebank], *, strict: bool) -> None:
    """Say on stderr, in one line a file, which sentences are no trees. Raises FormatError at the first if strict."""
    say_faults(map(ill_formed, {treebank.path: treebank for treebank in treebanks}.values()), strict=strict)


def say_faults(files: Iterable[IllFormed], *, strict: bool) -> None:
    """The same, of files that are not held any more."""
    for found in {one.path: one for one in files}.values():
        if strict:
            found.check()
        if said := found.described():
            them = "them" if sum(found.counts.values()) > 1 else "it"
            complain(f"{said}; --strict refuses {them}")
