"""What the window makes of treebanks: one transformed, to be opened beside the file; whether two belong together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import polars as pl

from goldleaf.core import formats
from goldleaf.core.analysis.properties import Properties, properties
from goldleaf.core.errors import OptionError
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.steps import Steps
from goldleaf.core.structures.transformations import CONSTITUENTS, DEPENDENCIES, steps_of, structure_kind, transformed
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation.belonging import deviations
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.request import Request


def transform_steps(treebank: Treebank, request: Request, chain: str, folder: Path) -> Steps[Request]:
    """Transform the first file of a request, write what each step makes of it into a folder, and ask for all beside the
    file. Returns the request with the new files as its first parses, in the place of those that are in the folder
    already. Raises GoldleafError for a chain that cannot be applied."""
    yield 0.0
    if not (steps := steps_of(chain)):
        raise OptionError("no transformation is named")
    # Each step by itself, so that one sees what it has done.
    made: dict[str, Path] = {}
    for number, step in enumerate(steps, 1):
        treebank = transformed(treebank, (step,))
        name = step.transformation.name if len(steps) == 1 else f"{number} {step.transformation.name}"
        made[name] = folder / f"{request.gold.stem}-{name.replace(' ', '-')}{inner_suffix(str(request.gold))}"
        formats.write(treebank, made[name], format=treebank.format)
        yield number / len(steps)
    others = [pair for pair in zip(request.names, request.parses, strict=True) if pair[1].parent != folder]
    parses, names = (*made.values(), *(parse for _, parse in others)), (*made, *(own for own, _ in others))
    return replace(request, parses=parses, names=names, format_name=treebank.format)


def property_steps(
    document: Document, request: Request | None = None, train: Path | None = None
) -> Steps[dict[str, Properties]]:
    """The properties of all treebanks of a document, by their names, also against a training file. That is read as the
    request's files are. Raises GoldleafError where it cannot be read."""
    yield 0.0
    training = None
    if request is not None and train is not None:
        training = formats.read(train, encoding=request.encoding, separator=request.separator)
    gold, *parses = document.files
    treebanks = {document.gold_names[0]: gold}
    for parse, own in zip(document.parses, parses, strict=True):
        treebanks[f"{parse.name} (parse)" if parse.name in treebanks else parse.name] = own
    tables: dict[str, Properties] = {}
    for number, (name, treebank) in enumerate(treebanks.items()):
        yield number / len(treebanks)
        tables[name] = properties(treebank, training)
    return tables


def counterparts(document: Document) -> tuple[Treebank, Treebank] | None:
    """The dependencies and the constituents among a document's treebanks; None if either is not there."""
    kinds: dict[str, Treebank] = {}
    for treebank in document.treebanks:
        kinds.setdefault(structure_kind(treebank), treebank)
    return (kinds[DEPENDENCIES], kinds[CONSTITUENTS]) if {DEPENDENCIES, CONSTITUENTS} <= {*kinds} else None


def deviation_steps(document: Document) -> Steps[pl.DataFrame]:
    """Where dependencies, constituents and the lattice do not belong together: a row a deviation. Columns: ``sentence``
    (from 1), ``word`` (position, null for none), ``kind``, ``deviation``."""
    yield 0.0
    pair = counterparts(document)
    rows = [] if pair is None else deviations(*pair, document.lattice)
    schema = {"sentence": pl.UInt32, "word": pl.UInt32, "kind": pl.String, "deviation": pl.String}
    table = [(one.sentence + 1, one.position or None, one.kind, one.said) for one in rows]
    return pl.DataFrame(table, schema=schema, orient="row")
