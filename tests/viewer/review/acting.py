"""A program that does one act after the other and says so, to be killed: one child after the other of one process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import filelock  # noqa: F401, once, not in each child

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.store import Store


def act_on(path: Path, begin: int) -> None:
    store = Store.open(path, reviewer="anna")
    number = begin
    while True:
        number += 1
        store.act(f"{number}", [Judgement(Place(1, Layer.ARC, f"{number}"), "anna", "gold", note="n" * 200)])
        os.write(1, f"{number}\n".encode())


def main() -> None:
    """For each line of standard input, the number that is to be counted on from, a child, whose id is said first."""
    path = Path(sys.argv[1])
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if not child:
            os.write(1, f"{os.getpid()}\n".encode())
            act_on(path, int(line))
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
