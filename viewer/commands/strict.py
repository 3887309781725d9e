"""What every command that gives figures says of sentences that are no trees, and ``--strict``, which refuses them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.terminal import complain

StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse files with sentences that are no trees instead of saying so.")
]


def say_ill_formed(treebanks: Iterable[Treebank], *, strict: bool) -> None:
    """Say on stderr, in one line a file, which sentences are no trees. Raises FormatError at the first if strict."""
    for treebank in {treebank.path: treebank for treebank in treebanks}.values():
        found = ill_formed(treebank)
        if strict:
            found.check()
        if said := found.described():
            them = "them" if sum(found.counts.values()) > 1 else "it"
            complain(f"{said}; --strict refuses {them}")
