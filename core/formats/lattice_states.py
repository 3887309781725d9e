"""States of lattices that no path goes through.

Edges lead to later states. So a path from the first state leads to every state that an edge leads to, and one to the
last state from every state that an edge leaves.
"""

from __future__ import annotations

import numpy as np

from goldleaf.core.formats.conll_lines import Faults
from goldleaf.core.formats.lattice_lines import Lines, Rows


def check_states(lines: Lines, faults: Faults) -> None:
    """Find states that cannot be reached, dead ends, tokens with states that are not there; sentences not from 0."""
    rows = lines.readable_rows(lines.edge, faults)
    paragraph, origin, target = lines.paragraph[rows], lines.origin[rows], lines.target[rows]
    first = np.full(lines.paragraphs, np.iinfo(np.int64).max)
    last = np.zeros(lines.paragraphs, np.int64)
    np.minimum.at(first, paragraph, origin)
    np.maximum.at(last, paragraph, target)
    leaves, enters = _keys(paragraph, origin), _keys(paragraph, target)
    for row in _first_each(rows, leaves, ~np.isin(leaves, enters) & (origin > first[paragraph])):
        state = int(lines.origin[row])
        faults.error(row, f"no edge leads to state {state}, so that no path goes through it", "from")
    for row in _first_each(rows, enters, ~np.isin(enters, leaves) & (target < last[paragraph])):
        end = int(last[lines.paragraph[row]])
        message = f"no edge leaves state {int(lines.target[row])}; all paths must end in the last state, {end}"
        faults.error(row, message, "to")
    begins = (origin == first[paragraph]) & (origin > 0)
    for row in _first_each(rows, paragraph, begins):
        faults.warn(row, f"the lattice begins in state {int(lines.origin[row])}; states are numbered from 0", "from")
    tokens = lines.readable_rows(lines.token, faults)
    states = np.union1d(leaves, enters)
    for ends in (lines.origin, lines.target):
        absent = ~np.isin(_keys(lines.paragraph[tokens], ends[tokens]), states)
        for row in tokens[absent].tolist():
            if row not in faults.rows:
                faults.error(row, f"token {lines.fields['from'][row]}: no edge leads to state {int(ends[row])}", "from")


def _keys(paragraph: Rows, state: Rows) -> Rows:
    return (paragraph << 31) + state


def _first_each(rows: Rows, keys: Rows, chosen: np.typing.NDArray[np.bool_]) -> list[int]:
    """The first of the chosen rows of each key."""
    _, index = np.unique(keys[chosen], return_index=True)
    return [int(row) for row in np.sort(rows[chosen][index])]
