"""The treebank that comes of choices: what was decided is put in, all else stays as it was read.

It is made for a whole treebank and for a single sentence alike. Written in its own format, sentences without a choice
keep their bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import OPEN, Decided, Fault, Sides, decided, numbers_of
from goldleaf.viewer.review.faults import tree_faults
from goldleaf.viewer.review.fingerprints import NONE
from goldleaf.viewer.review.result_constituents import take_constituents
from goldleaf.viewer.review.result_roles import take_roles
from goldleaf.viewer.review.result_words import COLUMNS, take_words
from goldleaf.viewer.review.taking import Taken, Work, table_of

STOP = "stop"
"""In the place of a side: nothing is to be written where something is undecided."""


@dataclass(frozen=True, eq=False)
class Result:
    """The corrected treebank, what is wrong with it, and where the sides differ and nothing was chosen.

    ``undecided`` has the columns ``sentence``, ``layer``, ``item``. ``deciders`` (``sentence``, ``item``, ``reviewer``)
    says who chose where the sides differ, or where none has what was chosen. ``crossing`` are constituents (row, words,
    label) that were chosen and cross each other; their sentences stay as they were.
    """

    treebank: Treebank
    faults: tuple[Fault, ...]
    undecided: pl.DataFrame
    deciders: pl.DataFrame
    crossing: tuple[tuple[int, frozenset[int], str], ...] = ()

    def described(self, fault: Fault) -> str:
        """A fault in one line: file, line, number and id of the sentence, and what is wrong."""
        line, name = (
            self.treebank.sentences.row(fault.row, named=True)["line"],
            self.treebank.sentences["id"][fault.row],
        )
        called = f"sentence {fault.row + 1}" + (f" ({name})" if name else "")
        return f"{self.treebank.path}:{line}: {called}: {fault.message}"


def corrected(
    treebanks: Mapping[str, Treebank],
    choices: pl.DataFrame,
    *,
    undecided: str = "gold",
    layers: Sequence[Layer] = (Layer.ARC,),
) -> Result:
    """The first of the treebanks with the choices (`choices.CHOICES`) put in.

    ``treebanks`` are the sides by name. Where they differ in one of the ``layers`` and nothing was chosen, the side
    that ``undecided`` names is taken; with ``stop`` the first one's, for who asks so will not write it. Raises
    OptionError for another name.
    """
    sides = Sides.of(treebanks)
    numbers = {**numbers_of(sides.names), STOP: 0}
    if undecided not in numbers:
        raise OptionError(f"--undecided {undecided}: no such side; there are {', '.join(filter(None, numbers))}")
    faults: list[Fault] = []
    by_layer = decided(choices, sides.names, faults)
    work = Work(sides, numbers[undecided], {*layers}, faults)
    taken = Taken(sides.first)
    for layer in dict.fromkeys((*layers, *by_layer)):
        own = by_layer.get(layer, Decided())
        if layer in COLUMNS:
            take_words(taken, layer, own, work)
        elif layer is Layer.CONSTITUENT:
            take_constituents(taken, own, work)
        elif layer is Layer.ROLE:
            take_roles(taken, own, work)
        elif layer is Layer.WORDS and layer in layers:
            _note_other_words(taken, own, sides)
    faults += tree_faults(sides.first, taken.treebank)
    return Result(
        taken.treebank,
        tuple(dict.fromkeys(faults)),
        table_of(taken.undecided, "layer"),
        table_of(taken.deciders, "reviewer"),
        tuple(taken.crossing),
    )


def _note_other_words(taken: Taken, decided: Decided, sides: Sides) -> None:
    """Sentences that a side has with other words are undecided until someone has said which are right."""
    lacking = np.logical_or.reduce([rows == NONE for rows in sides.rows])
    for row in np.flatnonzero(lacking).tolist():
        choice = decided.of_sentence.get(row)
        if choice is None or choice.side == OPEN:
            taken.undecided.append((row, "", Layer.WORDS.value))
