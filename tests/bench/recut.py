"""A CoNLL-X file whose every third sentence has its third and fourth words written as one."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

PLACE = 2  # of the first of the two words, from 0


def recut(source: Path, target: Path) -> None:
    """Write the file; heads follow their words."""
    with source.open(encoding="utf-8") as lines, target.open("w", encoding="utf-8") as out:
        blocks = (list(block) for filled, block in groupby(lines, key=lambda line: line != "\n") if filled)
        for number, block in enumerate(blocks):
            rows = [line.rstrip("\n").split("\t") for line in block]
            for row in _merged(rows) if number % 3 == 0 and len(rows) > PLACE + 2 else rows:
                out.write("\t".join(row) + "\n")
            out.write("\n")


def _merged(rows: list[list[str]]) -> list[list[str]]:
    place = {str(old): str(old - (old > PLACE + 1)) for old in range(len(rows) + 1)}
    rows[PLACE][1] += rows.pop(PLACE + 1)[1]
    for number, row in enumerate(rows, 1):
        row[0] = str(number)
        row[6] = place[row[6]] if place[row[6]] != row[0] else "0"
    return rows
