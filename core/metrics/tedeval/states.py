"""Words anchored in the states of a lattice that gold and parse are segmentations of (Tsarfaty et al. 2012 ACL, §3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.metrics.tedeval.places import Places
from goldleaf.core.structures.lattice import Lattice, Segment, lattice_of, segments_of
from goldleaf.core.structures.lattice_walk import anchors, walk
from goldleaf.core.structures.phrase import span_keys
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]


def in_states(lattices: Treebank, sides: Sequence[tuple[Treebank, Places]]) -> Iterator[Places]:
    """The places of each side with keys from the lattices: a word has the slots between its two states.

    A slot lies before each state, so that from one state to another there are the same slots on every path. Words that
    a lattice lacks share what its path has in their place. Sentences without a lattice keep their places.
    """
    spans = [np.zeros((2, treebank.words.height), np.int64) for treebank, _ in sides]
    known = np.zeros(len(lattices), bool)
    starts = [treebank.sentences["first_word"].to_list() for treebank, _ in sides]
    for row in range(len(lattices)):
        lattice = lattice_of(lattices, row)
        if not lattice.edges:
            continue
        known[row] = True
        for (treebank, _), span, start in zip(sides, spans, starts, strict=True):
            segments = segments_of(treebank, row)
            span[:, start[row] : start[row] + len(segments)] = (
                np.array(slots_of(lattice, segments), np.int64).reshape(-1, 2).T
            )
    for (treebank, places), (first, last) in zip(sides, spans, strict=True):
        anchored = known[treebank.sentence_of_word] & (places.terminal > 0)
        key = np.where(anchored, span_keys(first, last - first + 1), places.key)
        yield places._replace(key=np.asarray(key, np.uint64))


def slots_of(lattice: Lattice, segments: Sequence[Segment]) -> list[tuple[int, int]]:
    """The first and last slot of each word (from 1, both included); last is less than first for a word without any."""
    found: list[tuple[int, int]] = []
    for (origin, target), inside in groupby(anchors(lattice, walk(lattice, segments), len(segments))):
        first, last = lattice.rank[origin] + 1, lattice.rank[target]
        count = len(list(inside))
        # Several words in one place have a slot each, and the last one what is left.
        starts = [min(first + number, last + 1) for number in range(count)]
        found += [(start, min(start, last)) for start in starts[:-1]] + [(starts[-1], last)]
    return found
