"""What a tree would come to if one of its words had another head, or some of its words a bracket: told before it is so.
Words are meant by their positions, from 1; the head 0 is a root's, None is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Attached(NamedTuple):
    """The words of the ``cycle`` that a new head makes, each followed by its head and the new dependent in front; all
    ``roots`` if there are several; the dependents whose arcs the new one ``crosses``. Each is empty without."""

    cycle: tuple[int, ...] = ()
    roots: tuple[int, ...] = ()
    crosses: tuple[int, ...] = ()


def attached(heads: Mapping[int, int | None], dependent: int, head: int) -> Attached:
    """What is odd about a sentence with these ``heads`` if the ``dependent`` has the ``head``. Of what was odd before,
    only that is told which the new arc has a part in."""
    path = [dependent]
    above: int | None = head
    while above is not None and above in heads and above not in path:  # a cycle that was there before has no end either
        path.append(above)
        above = heads[above]
    cycle = tuple(path) if above == dependent else ()
    roots = tuple(word for word, its in heads.items() if word == dependent or its == 0) if head == 0 else ()
    return Attached(cycle, roots if len(roots) > 1 else (), tuple(_crossed(heads, dependent, head)))


def _crossed(heads: Mapping[int, int | None], dependent: int, head: int) -> Iterable[int]:
    left, right = sorted((dependent, head))
    for other, its in heads.items():
        # A root's arc comes from no word, so nothing crosses it.
        if not its or not head or other == dependent or {other, its} & {left, right}:
            continue
        if (left < other < right) != (left < its < right):
            yield other
