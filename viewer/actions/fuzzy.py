"""Finding things by a few letters of their names. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

_UNHEEDED = str.maketrans("", "", " :›")


def matching(text: str, things: Iterable[Sequence[str]]) -> list[tuple[int, str]]:
    """The places of things that have a name with the letters of a text in order, and that name; the closest first."""
    letters = text.casefold().translate(_UNHEEDED)
    scored = []
    for place, names in enumerate(things):
        ranks = [(rank, name) for name in names if (rank := _rank(letters, name.casefold())) is not None]
        if ranks:
            rank, name = min(ranks, key=itemgetter(0))
            scored.append((rank, place, name))
    return [(place, name) for _, place, name in sorted(scored)]


def _rank(letters: str, title: str) -> tuple[int, int, int] | None:
    """The fewest gaps between the letters, where the first of them stands, and how long the title is.

    None where they are not found. A word that is meant by its first letter is worth as much as a letter that follows
    at once; to begin inside a word counts as two gaps.
    """
    if not letters:
        return 0, 0, 0
    best: tuple[int, int, int] | None = None
    begins = {place for place in range(len(title)) if place == 0 or title[place - 1] == " "}
    for start in (place for place, letter in enumerate(title) if letter == letters[0]):
        place, gaps = start, 0 if start in begins else 2
        for letter in letters[1:]:
            following = title.find(letter, place + 1)
            if following < 0:
                break
            gaps += following > place + 1 and following not in begins
            place = following
        else:
            rank = gaps, start, len(title)
            best = rank if best is None else min(best, rank)
    return best
