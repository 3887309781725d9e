"""What makes one lineage of the other: the cheapest edits, symbol by symbol (Sampson & Babarczy 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_MARKS = ("[", "]")


class Edit(NamedTuple):
    """A symbol of the gold's lineage and the one that the parse has for it; one of them is empty where it has none."""

    gold: str
    parse: str

    @property
    def same(self) -> bool:
        """Whether nothing is edited."""
        return self.gold == self.parse


def lineage_edits(gold: Sequence[str], parse: Sequence[str], *, families: bool = False) -> list[Edit]:
    """The cheapest alignment of two lineages, from the lowest symbol up; where several are, one that pairs early.

    Inserting and deleting cost 1; substituting 2, and so never happens, but with ``families`` 0.5 for labels with the
    same first character. The costs add up to the distance that `distances` gives.
    """
    rest = _rests(gold, parse, families=families)
    edits = []
    one = other = 0
    while one < len(gold) or other < len(parse):
        here = rest[one][other]
        both = one < len(gold) and other < len(parse)
        if both and here == rest[one + 1][other + 1] + _cost(gold[one], parse[other], families=families):
            edits.append(Edit(gold[one], parse[other]))
            one, other = one + 1, other + 1
        elif one < len(gold) and here == rest[one + 1][other] + 1:
            edits.append(Edit(gold[one], ""))
            one += 1
        else:
            edits.append(Edit("", parse[other]))
            other += 1
    return edits


def _rests(gold: Sequence[str], parse: Sequence[str], *, families: bool) -> list[list[float]]:
    """The distance between what is left of the two from each pair of places on."""
    rest = [[0.0] * (len(parse) + 1) for _ in range(len(gold) + 1)]
    for one in range(len(gold), -1, -1):
        for other in range(len(parse), -1, -1):
            ways = []
            if one < len(gold):
                ways.append(rest[one + 1][other] + 1)
            if other < len(parse):
                ways.append(rest[one][other + 1] + 1)
            if len(ways) == 2:
                ways.append(rest[one + 1][other + 1] + _cost(gold[one], parse[other], families=families))
            rest[one][other] = min(ways, default=0.0)
    return rest


def _cost(gold: str, parse: str, *, families: bool) -> float:
    """What it costs to put one symbol in the place of another; more than to delete and to insert where that is done."""
    if gold == parse:
        return 0.0
    alike = families and gold not in _MARKS and parse not in _MARKS and gold[:1] == parse[:1]
    return 0.5 if alike else 3.0
