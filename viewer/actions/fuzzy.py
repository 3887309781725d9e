"""Finding titles by a few of their letters. No Qt."""

from __future__ import annotations

from collections.abc import Iterable


def matching(text: str, titles: Iterable[tuple[str, str]]) -> list[str]:
    """The ids of the titles that have the letters of a text in order, the closest first. ``titles`` are (id, title)."""
    scored = [
        (rank, place, identity)
        for place, (identity, title) in enumerate(titles)
        if (rank := _rank(text.casefold().replace(" ", ""), title.casefold())) is not None
    ]
    return [identity for _, _, identity in sorted(scored)]


def _rank(letters: str, title: str) -> tuple[int, int] | None:
    """The gaps between the letters where they are found, and where the first stands; None where they are not."""
    if not letters:
        return 0, 0
    starts = (place for place, letter in enumerate(title) if letter == letters[0])
    found = ((gaps, start) for start in starts if (gaps := _gaps(letters, title, start)) is not None)
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
