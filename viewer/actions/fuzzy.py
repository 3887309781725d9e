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
    best = None
    for start in (place for place, letter in enumerate(title) if letters.startswith(letter)):
        place, gaps = start, 0
        for letter in letters[1:]:
            found = title.find(letter, place + 1)
            if found < 0:
                break
            gaps += found > place + 1 and title[found - 1] != " "
            place = found
        else:
            begins = start == 0 or title[start - 1] == " "
            rank = (gaps + (0 if begins else 2), start)
            best = min(best, rank) if best else rank
    return best if letters else (0, 0)
