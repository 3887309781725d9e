"""What has been submitted, in one word a file, before anything is scored; and how partial files are scored.

A file is *complete*; *partial*, if it has no words for some sentences of the gold; of *other text*; *empty*, without a
word; *broken*, if it cannot be read; or *absent*. Complete and partial files are scored, others are dashes in tables,
whatever the metric. What a partial one lacks counts as wrong, or is left out, by all metrics alike: some have rules of
their own (evalb leaves such sentences out, CoNLL 2018 refuses the file), by which columns could not be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from goldleaf.core.alignment import units
from goldleaf.core.alignment.units import unparsed
from goldleaf.core.campaigns.description import WRONG, Measure, Run
from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.metrics import create
from goldleaf.core.metrics.base import Ratio
from goldleaf.core.scoring import Scored, check, score
from goldleaf.core.treebank import Treebank

STATES = ("complete", "partial", "other text", "empty", "broken", "absent")
COMPLETE, PARTIAL, OTHER, EMPTY, BROKEN, ABSENT = STATES
SCORED = (COMPLETE, PARTIAL)
MOST = 8  # stretches of missing sentences that are named


@dataclass(frozen=True, slots=True)
class Checked:
    """A system's file for a treebank; ``path`` is None where nothing leads to one. It has words for ``sentences`` of
    the gold's ``of``; ``missing`` are the others: stretches of numbers from 1, the last one included. ``why`` says what
    cannot be scored, and ``line`` where, 0 for nowhere."""

    system: str
    treebank: str
    run: Run
    path: Path | None
    state: str = ABSENT
    sentences: int = 0
    of: int = 0
    missing: Sequence[tuple[int, int]] = ()
    line: int = 0
    why: str = ""

    @property
    def told(self) -> str:
        """What is to be said beside its word, and how many sentences it has."""
        if self.state != PARTIAL:
            return f"line {self.line}: {self.why}" if self.line else self.why
        named = [f"{first}" if first == last else f"{first}–{last}" for first, last in islice(self.missing, MOST)]
        more = [f"{len(self.missing) - MOST:,} more stretches"] if len(self.missing) > MOST else []
        return f"missing: {', '.join([*named, *more])}"

    def __str__(self) -> str:
        told = self.why if self.line else self.told
        if self.state == PARTIAL:
            told = f"{self.sentences:,} of {self.of:,} sentences; {told}"
        where = f"{self.path or ', '.join(filter(None, (self.system, self.treebank, self.run.name)))}"
        where += f":{self.line}" if self.line else ""
        return f"{where}: {self.state}" + (f": {told}" if told else "")


def stretches(chosen: Bools) -> list[tuple[int, int]]:
    """The runs of chosen rows as numbers from 1, the last one included."""
    bounds = np.flatnonzero(np.diff(chosen.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
    return [(int(first) + 1, int(end)) for first, end in bounds]


def checked(lacking: Bools, words: int, why: str = "") -> dict[str, Any]:
    """The fields of `Checked` that files tell, as JSON can say them: of which sentences a file with so many words has
    none, and why it is of other text."""
    missing = int(lacking.sum())
    state = EMPTY if not words else OTHER if why else PARTIAL if missing else COMPLETE
    known = {"sentences": len(lacking) - missing, "of": len(lacking), "missing": stretches(lacking)}
    return {"state": state, **known, "why": why}


def scored_in_part(measure: Measure, gold: Treebank, parse: Treebank, rule: str) -> Scored:
    """The counts of the gold's sentences that the parse has words for, as if there were no others; then these, too, all
    wrong, unless the ``rule`` leaves them out. Raises PairError where they cannot be compared."""
    lacking, found = unparsed(gold, parse), units(gold, parse)
    rows, gone = np.flatnonzero(~lacking), np.flatnonzero(lacking)
    metric, present = measure.made(), gold.only(rows)
    # Sentences that only the parse has would stand against others, for metrics that go by rows.
    own = np.repeat(np.diff(found.gold) > 0, np.diff(found.parse)) & (parse.sentences["words"] > 0).to_numpy()
    parse = parse.only(np.flatnonzero(own))
    check(metric, present, parse)
    scored = score(metric, present, parse)
    counts = _numbered(scored.counts, rows)
    if rule == WRONG:
        penalize = {one.name: "penalize" for one in metric.options if "penalize" in one.choices}
        strict = create(metric.name, **{**dict(measure.options), **penalize}).fitted(present, parse)
        wrong = strict.count(gold.only(gone), gold.only(gone).without_words())
        first = next(ratio for ratio in scored.ratios.values() if isinstance(ratio, Ratio))
        if not penalize and any(wrong[name].sum() for name in metric.not_compared) and not wrong[first.total].sum():
            raise PairError(f"{parse.path}: {metric.name} cannot count missing sentences as wrong", path=parse.path)
        same = wrong.select(pl.col(name).cast(dtype) for name, dtype in counts.schema.items())
        counts = pl.concat([counts, _numbered(same, gone)]).sort("sentence")
    compared = spread(len(gold), rows, scored.covered["compared"], rest=True)
    covered = gold.sentences.select("words", "line").with_columns(compared=compared)
    return replace(scored, counts=counts, covered=covered)


def _numbered(counts: pl.DataFrame, rows: Integers) -> pl.DataFrame:
    return counts.with_columns(sentence=pl.Series(rows[counts["sentence"].to_numpy()], dtype=pl.UInt32))
