"""Figures of lattices for `goldleaf render`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.structures.lattice import Segment, lattice_of, segments_of
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.drawing import Drawing
from goldleaf.viewer.commands.files import read, row_of
from goldleaf.viewer.diagram.compose import compose
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.export import save
from goldleaf.viewer.session.lattice_files import missing
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.options import LatticeOptions
from goldleaf.viewer.views.lattices.picture import LatticePicture, lattice_picture


class Files(NamedTuple):
    """A gold and a parse with the lattice that they are paths of; without one, the first file is the lattice."""

    gold: Path
    parse: Path | None
    lattice: Path | None
    format_name: str | None
    encoding: str


def write_lattice(path: Path, files: Files, sentence: str, options: LatticeOptions, drawing: Drawing) -> None:
    """Write the figure of a sentence's lattice. `fonts` must be there. Raises GoldleafError."""
    from goldleaf.viewer.canvas.coverage import font_advice
    from goldleaf.viewer.canvas.fonts import measure

    names = [files.lattice or files.gold, *([files.gold] if files.lattice else []), files.parse]
    given = [name for name in names if name is not None]
    # A gold of another format than its lattice is usual, so a format that is given is that of the lattice.
    [lattice] = read(given[:1], format_name=files.format_name, encoding=files.encoding, strict=False)
    sides = read(given[1:], format_name=None, encoding=files.encoding, strict=False)
    row = row_of(lattice, sentence)
    picture = _picture(lattice, sides, row, options)
    diagram = draw_lattice(picture, options, drawing.theme, measure)
    about = {"goldleaf": VERSION, "lattice": given[0].name, **_named(given[1:])}
    diagram = replace(diagram, metadata={**diagram.metadata, **about})
    diagram = compose([diagram], Mode.STACKED, drawing.theme, measure, legend=drawing.legend, caption=drawing.caption)
    save(path, diagram, drawing.theme, drawing.options)
    forms = (edge.form for edge in picture.lattice.edges)
    advice = font_advice(forms, drawing.theme.font(Role.SEGMENT))
    if advice is not None and path.suffix != ".tex":
        print(f"{path}: warning: {advice}", file=sys.stderr)


def _named(paths: Sequence[Path]) -> dict[str, str]:
    return {side: path.name for side, path in zip(("gold", "parse"), paths, strict=False)}


def _picture(lattice: Treebank, sides: Sequence[Treebank], row: int, options: LatticeOptions) -> LatticePicture:
    found = lattice_of(lattice, row)
    if not found.edges:
        raise GoldleafError(_missing(lattice, row))
    numbers = [token.token for token in found.tokens]
    if options.around is not None and options.around not in numbers:
        raise OptionError(f"--around {options.around}: the sentence has tokens 1 to {len(numbers)}")
    words = [_words(side, lattice, row) for side in sides]
    return lattice_picture(found, *words)


def _missing(lattice: Treebank, row: int) -> str:
    """Why a sentence has no lattice."""
    if not lattice.sentences["readable"][row]:
        line = lattice.sentences["line"][row]
        last = lattice.sentences["line"].to_list()[row + 1 : row + 2]
        faults = [one for one in lattice.problems if line <= one.line and (not last or one.line < last[0])]
        if faults:
            return str(faults[0])
    elif not lattice.edges.height:
        return f"{lattice.path}: has no lattices; name the lattice with --lattice"
    return f"{lattice.path}: {missing(lattice, row, complete=True)}"


def _words(side: Treebank, lattice: Treebank, row: int) -> tuple[Segment, ...]:
    if len(side) != len(lattice):
        raise GoldleafError(
            f"{side.path}: {len(side)} sentences, but {len(lattice)} in {lattice.path}; "
            "a lattice file has one for each sentence, in their order"
        )
    found = segments_of(side, row)
    if not found:
        raise GoldleafError(f"{side.path}: sentence {row + 1} has no words; a path is a lattice without alternatives")
    return found
