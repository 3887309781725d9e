"""`goldleaf stats`: how large treebanks are and what is in them; for lattices, how ambiguous they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from goldleaf.core.analysis.properties import PROPERTIES, lattice_properties, path_properties, properties
from goldleaf.core.errors import OptionError
from goldleaf.core.naming import names_of
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import check_read_once, check_replaces_no_input, read, say_ill_formed
from goldleaf.viewer.commands.options import FILE_LIST, JSON, SPREADSHEET, STRICT, TRAIN, Reading, option, with_options
from goldleaf.viewer.commands.terminal import print_table, say_json, say_text
from goldleaf.viewer.tables.properties import property_table

PRINTED = ("text", "csv", "latex", "html", "json")


@with_options(reading=Reading)
def command(
    files: Annotated[list[Path], FILE_LIST],
    lattice: Path | None = option("Say whether the files' words are paths of this lattice.", "LATTICE"),
    train: Path | None = TRAIN,
    printed: str = option(f"Print {', '.join(PRINTED)}.", "F", "--format", default="text", complete=PRINTED),
    output: Path | None = option("Write the table: .txt, .csv, .tex, .html, .json.", "FILE", "--output", "-o"),
    as_json: bool = JSON,
    strict: bool = STRICT,
    spreadsheet: bool = SPREADSHEET,  # noqa: ARG001, its callback does all
    *,
    reading: Reading,
) -> None:
    """Count what is in files: sentences, words, labels, tags, what crosses; in lattices edges and paths."""
    others = (lattice, train)
    if printed not in PRINTED:
        raise OptionError(f"--format {printed}: no such format of tables; there are {', '.join(PRINTED)}")
    if lattice is not None and train is not None:
        raise OptionError("--train: what is unseen is said of treebanks, not of --lattice; name one of them")
    if lattice is not None and reading.format_name is not None:
        raise OptionError(
            "--input-format: a lattice and its paths may be of different formats, which are told from the files"
        )
    check_read_once([*files, *others])
    check_replaces_no_input("-o", output, [*files, *others])
    treebanks = dict(zip(files, read(files, reading, strict=False), strict=True))
    say_ill_formed([*treebanks.values()], strict=strict)
    if lattice is not None:
        [lattices] = read([lattice], replace(reading, format_name=None))
        if not lattices.edges.height:
            raise OptionError(f"--lattice {lattice}: is {lattices.format}, no lattice; name a file of lattices")
        counted = {lattice: lattice_properties(lattices)}
        counted |= {path: path_properties(lattices, treebank) for path, treebank in treebanks.items()}
    else:
        training = None if train is None else read([train], reading)[0]
        counted = {path: properties(treebank, training) for path, treebank in treebanks.items()}
    if as_json:
        invalid = {path: ill_formed(treebank).counts for path, treebank in treebanks.items()}
        of = {name: PROPERTIES[name].of for values in counted.values() for name in values if PROPERTIES[name].of}
        listed = [{"path": f"{path}", **values, "invalid": invalid.get(path, {})} for path, values in counted.items()]
        say_json({"goldleaf": VERSION, "of": of, "files": listed})
    else:
        from goldleaf.viewer import tables

        table = property_table(dict(zip(names_of([*counted]), counted.values(), strict=True)))
        if output is not None:
            tables.save(output, [table])
        elif printed == "text":
            print_table(table)
        else:
            say_text(tables.encode(printed, [table]).decode())
