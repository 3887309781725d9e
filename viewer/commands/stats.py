"""`goldleaf stats`: how large treebanks are and what is in them; for lattices, how ambiguous they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.analysis.properties import Properties, lattice_properties, path_properties, properties
from goldleaf.core.errors import OptionError
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import Reading, check_read_once, read
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.printing import print_rows
from goldleaf.viewer.commands.strict import StrictOption, say_ill_formed
from goldleaf.viewer.commands.terminal import say, say_json
from goldleaf.viewer.session.naming import names_of
from goldleaf.viewer.session.numbers import count, percent, plain


@with_options(reading=Reading)
def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", show_default=False)],
    lattice: Annotated[
        Path | None, typer.Option(metavar="LATTICE", help="Say whether the files' words are paths of this lattice.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    strict: StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Count what is in files: sentences, words, labels, tags; in lattices edges and paths."""
    if lattice is not None and reading.format_name is not None:
        raise OptionError(
            "--format: a lattice and its paths may be of different formats, which are told from the files"
        )
    check_read_once([*files, lattice])
    treebanks = read(files, reading, strict=False)
    say_ill_formed(treebanks, strict=strict)
    found: list[tuple[Path, Properties]] = []
    if lattice is not None:
        [lattices] = read([lattice], replace(reading, format_name=None))
        if not lattices.edges.height:
            raise OptionError(f"--lattice {lattice}: is {lattices.format}, no lattice; name a file of lattices")
        found.append((lattice, lattice_properties(lattices)))
        found += [(path, path_properties(lattices, treebank)) for path, treebank in zip(files, treebanks, strict=True)]
    else:
        found += [(path, properties(treebank)) for path, treebank in zip(files, treebanks, strict=True)]
    if as_json:
        invalid = {path: ill_formed(treebank).counts for path, treebank in zip(files, treebanks, strict=True)}
        listed = [{"path": f"{path}", **values, "invalid": invalid.get(path, {})} for path, values in found]
        say_json({"goldleaf": VERSION, "files": listed})
        return
    _print(found)


def _print(found: list[tuple[Path, Properties]]) -> None:
    """A table for each kind of files, a column a file."""
    names = names_of([path for path, _ in found])
    kinds = dict.fromkeys(tuple(values) for _, values in found)
    for number, kind in enumerate(kinds):
        if number:
            say()
        chosen = [(name, values) for name, (_, values) in zip(names, found, strict=True) if tuple(values) == kind]
        rows = [[_title(key), *(_cell(key, values[key]) for _, values in chosen)] for key in kind]
        print_rows("", ["", *(name for name, _ in chosen)], rows)


def _title(key: str) -> str:
    return key.removesuffix("_share").replace("_", " ") + " %" * key.endswith("_share")


def _cell(key: str, value: str | float | None) -> str:
    if isinstance(value, str):
        return value
    if key.endswith("_share"):
        return percent(value)
    return count(value) if isinstance(value, int) else plain(value)
