"""`goldleaf stats`: how large treebanks are and what is in them; for lattices, how ambiguous they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from goldleaf.core.analysis.properties import PROPERTIES, path_properties, properties
from goldleaf.core.errors import OptionError
from goldleaf.core.naming import names_of
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.files import check_read_once, read, say_ill_formed
from goldleaf.viewer.commands.options import FILE_LIST, STRICT, TRAIN, ReadingOptions, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables.properties import property_table


@with_options(reading=ReadingOptions, printing=Printing)
def command(
    files: Annotated[list[Path], FILE_LIST],
    lattice: Path | None = option("Say whether the files' words are paths of this lattice.", "FILE"),
    train: Path | None = TRAIN, strict: bool = STRICT, *, reading: ReadingOptions, printing: Printing,
) -> None:  # fmt: skip
    """Count what is in files: sentences, words, labels, tags, what crosses; in lattices edges and paths."""
    others = (lattice, train)
    if lattice is not None and train is not None:
        raise OptionError("--train: what is unseen is said of treebanks, not of --lattice; name one of them")
    if lattice is not None and reading.format_name is not None:
        why = "a lattice and its paths may be of different formats, which are told from the files"
        raise OptionError(f"--input-format: {why}")
    check_read_once([*files, *others])
    printing.check([*files, *others])
    treebanks = dict(zip(files, read(files, reading, strict=False), strict=True))
    say_ill_formed([*treebanks.values()], strict=strict)
    if lattice is not None:
        [lattices] = read([lattice], replace(reading, format_name=None))
        if not lattices.edges.height:
            raise OptionError(f"--lattice {lattice}: is {lattices.format}, no lattice; name a file of lattices")
        counted = {lattice: properties(lattices)}
        counted |= {path: path_properties(lattices, treebank) for path, treebank in treebanks.items()}
    else:
        training = None if train is None else read([train], reading)[0]
        counted = {path: properties(treebank, training) for path, treebank in treebanks.items()}
    invalid = {path: ill_formed(treebank).counts for path, treebank in treebanks.items()}
    shares = {name: PROPERTIES[name].of for values in counted.values() for name in values if PROPERTIES[name].of}
    listed = [{"path": f"{path}", **values, "invalid": invalid.get(path, {})} for path, values in counted.items()]
    table = property_table(dict(zip(names_of([*counted]), counted.values(), strict=True)))
    printing.put([table], {"goldleaf": VERSION, "of": shares, "files": listed})
