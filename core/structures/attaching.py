"""What a tree would come to if one of its words had another head, or some of its words a bracket: told before it is so.
Words are meant by their positions, from 1; the head 0 is a root's, None is none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from goldleaf.core.structures import parents


class Attached(NamedTuple):
    """The words of the ``cycle`` that a new head makes, each followed by its head and the new dependent in front; all
    ``roots`` if there are several; the dependents whose arcs the new one ``crosses``. Each is empty without."""

    cycle: tuple[int, ...] = ()
    roots: tuple[int, ...] = ()
    crosses: tuple[int, ...] = ()


def cycles(heads: Mapping[int, int | None]) -> list[tuple[int, ...]]:
    """The cycles among words, each from its first word on, from head to head; a word may be its own head."""
    words, rows = [*heads], {word: row for row, word in enumerate(heads)}
    parent = np.array([rows.get(head or 0, -1) for head in heads.values()], np.int64)
    return [tuple(words[row] for row in cycle) for cycle in parents.cycles(parent, len(words))]


def attachment_faults(heads: Mapping[int, int | None], dependent: int, head: int) -> Attached:
    """What is odd about a sentence with these ``heads`` if the ``dependent`` has the ``head``. Of what was odd before,
    only that is told which the new arc has a part in."""
    cycle = next((one for one in cycles({**heads, dependent: head}) if dependent in one), ())
    cycle = cycle[cycle.index(dependent) :] + cycle[: cycle.index(dependent)] if cycle else ()
    roots = tuple(word for word, its in heads.items() if word == dependent or its == 0) if head == 0 else ()
    crosses, (left, right) = [], sorted((dependent, head))
    for other, its in heads.items():
        # A root's arc comes from no word, so nothing crosses it; arcs that end in one word do not cross.
        apart = its and head and other != dependent and not {other, its} & {left, right}
        if apart and (left < other < right) != (left < (its or 0) < right):
            crosses.append(other)
    return Attached(cycle, roots if len(roots) > 1 else (), tuple(crosses))
