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
    """The gaps between the letters where they are found, where the first stands, and how long the title is.

    None where they are not found.
    """
    if not letters:
        return 0, 0, 0
    starts = (place for place, letter in enumerate(title) if letter == letters[0])
    found = ((gaps, start, len(title)) for start in starts if (gaps := _gaps(letters, title, start)) is not None)
    return min(found, default=None)


def _gaps(letters: str, title: str, start: int) -> int | None:
    """The gaps between the letters where the first stands at the start, two more inside a word; None if one is missing.

    There is none before a word's first letter.
    """
    place, gaps = start, 0 if _begins_word(title, start) else 2
    for letter in letters[1:]:
        found = title.find(letter, place + 1)
        if found < 0:
            return None
        gaps += found > place + 1 and not _begins_word(title, found)
        place = found
    return gaps


def _begins_word(title: str, place: int) -> bool:
    return place == 0 or title[place - 1] == " "
