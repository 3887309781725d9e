"""What a difference is about, as reviewers write it down: words and yields by the gold's numbers. No Qt."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property

from goldleaf.core.treebank import Sentence


class Items:
    """Names for words and yields of a sentence in gold and parse, as `core.analysis.layers` has them.

    Both sides are at the same places: positions, or where their words differ places among the words of both.
    """

    def __init__(self, gold: Sentence, parse: Sentence) -> None:
        self._gold = {word.position: word.position if word.number is None else word.number for word in gold.words}
        self._parse = [word.position for word in parse.words]

    def word(self, place: int) -> str:
        """A word: ``4``, or ``4.1`` for the first of the parse alone after the gold's word 4."""
        number = self._gold.get(place)
        if number is not None:
            return f"{number}"
        before = bisect_left(self._shared, place)
        behind = self._shared[before - 1] if before else 0
        between = sum(behind < other <= place for other in self._parse if other not in self._gold)
        return f"{self._gold.get(behind, 0)}.{between}"

    def over(self, places: Iterable[int]) -> str:
        """A yield, of the words that both have: ``3-5``, ``3-5+8-8``; empty for none."""
        runs: list[list[int]] = []
        for number in sorted(self._gold[place] for place in places if place in self._both):
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return "+".join(f"{first}-{last}" for first, last in runs)

    @cached_property
    def _both(self) -> frozenset[int]:
        return frozenset(self._parse) & self._gold.keys()

    @cached_property
    def _shared(self) -> list[int]:
        return sorted(self._both)
