"""What judgements come to: one choice for each place that was judged.

Where reviewers differ and nothing settles it, the place is undecided, as it is for who is unsure, skips, or says that
neither is right without another reading. Verdicts on changed sentences make no choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.review.judgements import NEITHER, SKIP, UNSURE
from goldleaf.viewer.review.rows import Row
from goldleaf.viewer.review.states import by_place, prevailing

UNDECIDED = ""

CHOICES = {
    "sentence": pl.UInt32(),  # row of the gold
    "layer": pl.String(),
    "item": pl.String(),  # empty for the whole sentence
    "verdict": pl.String(),  # gold, parse, both, a side's name, or a reading; empty where the place is undecided
    "reviewer": pl.String(),
}


def choices(rows: Iterable[Row], row_of: Callable[[int], int | None], *, usual: Layer = Layer.ARC) -> pl.DataFrame:
    """A row for each place that was judged (`CHOICES`), in the order of sentences.

    ``row_of`` gives the gold's row of a sentence, None to leave it out. ``usual`` is the layer of verdicts that name
    none.
    """
    found = []
    for judged in by_place(rows):
        row = row_of(judged[0].sentence)
        if row is not None:
            prevails = prevailing(judged)
            verdict = prevails.verdict if prevails is not None else UNDECIDED
            who = prevails.reviewer if prevails is not None else ""
            if verdict in (UNSURE, SKIP, NEITHER):
                verdict = UNDECIDED
            found.append((row, judged[0].layer or usual.value, judged[0].item, verdict, who))
    return pl.DataFrame(found, schema=CHOICES, orient="row").sort("sentence", maintain_order=True)
