"""What a difference is about, as reviewers write it down: words and yields by the gold's numbers. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from goldleaf.core.treebank import Sentence


class Items:
    """Names for words and yields of a sentence in gold and parse, as `sides.layers` has them.

    Both sides are at the same places: positions, or where their words differ places among the words of both.
    """

    def __init__(self, gold: Sentence, parse: Sentence) -> None:
        self._number = {word.position: word.position if word.number is None else word.number for word in gold.words}
        theirs = {word.position for word in parse.words}
        self._both = theirs & self._number.keys()
        self._names: dict[int, str] = {}
        behind = between = 0
        for place in sorted(theirs | self._number.keys()):
            if place in self._both:
                behind, between = self._number[place], 0
            if place not in self._number:
                between += 1
            self._names[place] = f"{self._number[place]}" if place in self._number else f"{behind}.{between}"

    def word(self, place: int) -> str:
        """A word: ``4``, or ``4.1`` for the first of the parse alone after the gold's word 4."""
        return self._names[place]

    def over(self, places: Iterable[int]) -> str:
        """A yield, of the words that both have: ``3-5``, ``3-5+8-8``; empty for none."""
        runs: list[list[int]] = []
        for number in sorted(self._number[place] for place in places if place in self._both):
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return "+".join(f"{first}-{last}" for first, last in runs)
