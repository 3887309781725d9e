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
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import OPEN, Correction, Decided, Fault, Sides, decided
from goldleaf.viewer.review.result_constituents import take_constituents
from goldleaf.viewer.review.result_roles import take_roles
from goldleaf.viewer.review.result_words import COLUMNS, take_words
from goldleaf.viewer.review.sentences import NONE

STOP = "stop"
"""In the place of a side: nothing is to be written where something is undecided."""

_BROKEN = {
    "cycle": "the choices make a cycle",
    "two_roots": "the choices make several roots",
    "no_root": "the choices leave no root",
    "head_outside": "a head is outside of the sentence",
    "no_head": "a word has no head",
}


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
        about = self.treebank.sentences.row(fault.row, named=True)
        called = f"sentence {fault.row + 1}" + (f" ({about['id']})" if about["id"] else "")
        return f"{self.treebank.path}:{about['line']}: {called}: {fault.message}"


def corrected(
    treebanks: Mapping[str, Treebank],
    choices: pl.DataFrame,
    *,
    undecided: str = "gold",
    layers: Sequence[Layer] = (Layer.ARC,),
) -> Result:
    """The first of the treebanks with the choices (`states.CHOICES`) put in.

    ``treebanks`` are the sides by name. Where they differ in one of the ``layers`` and nothing was chosen, the side
    that ``undecided`` names is taken; with ``stop`` the first one's, for who asks so will not write it. Raises
    OptionError for another name.
    """
    sides = Sides.of(treebanks)
    numbers = sides.numbers()
    defaults = {**numbers, STOP: 0}
    if undecided not in defaults:
        raise OptionError(f"--undecided {undecided}: no such side; there are {', '.join(filter(None, defaults))}")
    faults: list[Fault] = []
    by_layer = decided(choices, numbers, faults)
    correction = Correction(sides, defaults[undecided], {*layers}, sides.first, faults)
    for layer in dict.fromkeys((*layers, *by_layer)):
        own = by_layer.get(layer, Decided())
        if layer in COLUMNS:
            take_words(correction, layer, own)
        elif layer is Layer.CONSTITUENT:
            take_constituents(correction, own)
        elif layer is Layer.ROLE:
            take_roles(correction, own)
        elif layer is Layer.WORDS and layer in layers:
            # No words are put in: a sentence that a side has with others is undecided until it was said who is right.
            lacking = np.logical_or.reduce([rows == NONE for rows in sides.rows])
            for row in np.flatnonzero(lacking).tolist():
                choice = own.of_sentence.get(row)
                if choice is None or choice.side == OPEN:
                    correction.undecided.append((row, "", Layer.WORDS.value))
    faults += _new_tree_faults(sides.first, correction.treebank)
    tables = []
    for items, name in ((correction.undecided, "layer"), (correction.deciders, "reviewer")):
        table = pl.DataFrame(items, {"sentence": pl.UInt32(), "item": pl.String(), name: pl.String()}, orient="row")
        tables.append(table.sort("sentence", maintain_order=True))
    open_places, deciders = tables
    faults = list(dict.fromkeys(faults))
    return Result(correction.treebank, tuple(faults), open_places, deciders, tuple(correction.crossing))


def _new_tree_faults(before: Treebank, after: Treebank) -> list[Fault]:
    """The sentences of dependencies that were trees in a respect before, and are no more."""
    changed = before.words["head"].ne_missing(after.words["head"]).to_numpy()
    rows = np.unique(before.words["sentence"].to_numpy()[changed])
    if not rows.size:
        return []
    old, new = (ill_formed(treebank.only(rows)).of_sentence for treebank in (before, after))
    return sorted(
        Fault(int(rows[place]), _BROKEN[name])
        for name, broken in new.items()
        for place in np.flatnonzero(broken & ~old[name]).tolist()
    )
