"""Edit distances between many pairs of short sequences, all pairs at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

AT_ONCE = 1 << 14  # pairs
FILLING = -1  # the symbol after a sequence's end


def distances(
    one: npt.NDArray[np.int64],
    other: npt.NDArray[np.int64],
    related: npt.NDArray[np.int64] | None = None,
) -> npt.NDArray[np.float64]:
    """The distance between each row of ``one`` and that of ``other``, both filled up with `FILLING`.

    Inserting and deleting cost 1, substituting 2, so without ``related`` this is a distance by the longest common
    subsequence. Symbols of the same family, ``related[symbol]``, are substituted at 0.5; negative symbols have none.
    """
    lengths = [(side != FILLING).sum(axis=1) for side in (one, other)]
    result = np.empty(len(one))
    order = np.argsort(lengths[0] * (other.shape[1] + 1) + lengths[1])  # pairs of like size together: less to fill up
    for first in range(0, len(order), AT_ONCE):
        rows = order[first : first + AT_ONCE]
        ours, theirs = (length[rows] for length in lengths)
        left, right = one[rows, : ours.max()].T, other[rows, : theirs.max()].T
        result[rows] = _together(np.ascontiguousarray(left), np.ascontiguousarray(right), ours, theirs, related)
    return result


def _together(
    left: npt.NDArray[np.int64],
    right: npt.NDArray[np.int64],
    ours: npt.NDArray[np.int64],
    theirs: npt.NDArray[np.int64],
    related: npt.NDArray[np.int64] | None,
) -> npt.NDArray[np.float64]:
    """The usual table, for a column a pair, row by row. Costs are doubled to stay whole."""
    pairs = np.arange(left.shape[1])
    row = np.repeat(2 * np.arange(len(right) + 1, dtype=np.int16)[:, None], len(pairs), axis=1)
    result = row[theirs, pairs].astype(np.int16)
    families = None if related is None else (_families(left, related), _families(right, related))
    for number in range(len(left)):
        above, row = row, np.empty_like(row)
        row[0] = 2 * (number + 1)
        for place in range(len(right)):
            cost = np.where(left[number] == right[place], np.int16(0), np.int16(4))
            if families is not None:
                ours_family, theirs_family = families[0][number], families[1][place]
                cost[(cost > 0) & (ours_family == theirs_family) & (ours_family >= 0)] = 1
            best = np.minimum(above[place + 1], row[place]) + np.int16(2)
            row[place + 1] = np.minimum(best, above[place] + cost)
        ended = ours == number + 1
        result[ended] = row[theirs[ended], pairs[ended]]
    return result / 2


def _families(symbols: npt.NDArray[np.int64], related: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.where(symbols >= 0, related[np.maximum(symbols, 0)], -1)
