"""What verdicts call the sides of a document, and what is said of them to who reviews blind."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from goldleaf.viewer.review.judgements import GOLD, PARSE
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.blind import FIRST, OTHER
from goldleaf.viewer.session.document import Document

ANOTHER = "another"  # a side that is not shown


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides as they are shown with one parse. ``verdicts`` call each of them right, the first file in front."""

    document: Document
    parse: int
    verdicts: tuple[str, ...]

    @classmethod
    def of(cls, store: Store, shown: Document, whole: Document, parse: int) -> Sides:
        """The sides of a document that is shown; ``whole`` has their names."""
        names = tuple(one.name for one in whole.parses)
        if store.adjudication:
            return cls(shown, parse, (*whole.gold_names[:1], *names))
        return cls(shown, parse, (GOLD, PARSE) if len(store.sides) == len(names) + 1 == 2 else (GOLD, *names))

    def verdict(self, side: int, row: int) -> str:
        """What the verdict is called that a side is right, by its place in the document: 0 is what is shown first.

        Empty for one that there is not, or that is not shown to who is blind.
        """
        if self.document.blind is not None:
            shown = (0, self.parse + 1)
            if side not in shown:
                return ""
            side = shown[(side > 0) != self.document.is_turned(row, self.parse)]
        return self.verdicts[side] if side < len(self.verdicts) else ""

    def told(self, verdict: str, row: int) -> str:
        """A verdict as it is shown: to who is blind by the side's place."""
        if self.document.blind is None or verdict not in self.verdicts:
            return verdict
        return {self.verdict(0, row): FIRST, self.verdict(self.parse + 1, row): OTHER}.get(verdict, ANOTHER)

    def marks(self, summary: pl.DataFrame) -> pl.DataFrame:
        """The columns of a review (`Store.summary`) with verdicts as they are shown."""
        if self.document.turned is None or not 0 <= self.parse < len(self.verdicts) - 1:
            return summary
        turned = pl.lit(pl.Series(self.document.turned[self.parse]))
        verdict = pl.col("verdict")
        of_first, of_other = verdict == self.verdicts[0], verdict == self.verdicts[self.parse + 1]
        shown = (
            pl.when(of_first | of_other)
            .then(pl.when(of_first != turned).then(pl.lit(FIRST)).otherwise(pl.lit(OTHER)))
            .when(verdict.is_in(self.verdicts))
            .then(pl.lit(ANOTHER))
            .otherwise(verdict)
        )
        return summary.with_columns(shown.alias("verdict"))
