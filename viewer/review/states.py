"""What judgements come to: a sentence's state in lists and filters, and one choice for each place that was judged.
Where reviewers differ and nothing settles it, a place is undecided, as it is for who is unsure, skips, or says that
neither is right without another reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.review.judgements import MIXED, NEITHER, REVIEWED, SKIP, UNSURE, Row, split_tags
from goldleaf.viewer.review.sentences import Sentences

CHOICES = {
    "sentence": pl.UInt32(),  # row of the gold
    "layer": pl.String(),
    "item": pl.String(),  # empty for the whole sentence
    "verdict": pl.String(),  # gold, parse, both, a side's name, or a reading; empty where the place is undecided
    "reviewer": pl.String(),
}


class State(NamedTuple):
    reviewed: bool = False
    verdict: str = ""  # the one that all have, or "mixed"
    reviewer: str = ""  # who judged, in the order of names
    notes: int = 0
    tags: str = ""
    stale: bool = False
    conflict: bool = False


_KINDS = {bool: pl.Boolean(), str: pl.String(), int: pl.UInt32()}
SUMMARY = {name: _KINDS[type(usual)] for name, usual in State._field_defaults.items()}
_UNTOUCHED = State()


class States:
    """The states of sentences as a reviewer sees them, made when they are asked for first and kept up to date. Who is
    ``blind`` sees only their own judgements. Done is what this reviewer is done with; where there is no reviewer, what
    anyone is done with."""

    def __init__(
        self,
        judged: Mapping[int, Mapping[tuple[str, str, str], Row]],
        sentences: Sentences,
        is_stale: Callable[[Row], bool],
        reviewer: str | None,
        *,
        blind: bool,
    ) -> None:
        self._judged, self._sentences, self._is_stale = judged, sentences, is_stale
        self._reviewer, self._blind = reviewer, blind
        self._states = {sentence: self._state(sentence) for sentence, rows in judged.items() if rows}
        self._summary: pl.DataFrame | None = None

    def summary(self) -> pl.DataFrame:
        """A row for each sentence of the gold with the fields of `State` as columns."""
        if self._summary is None:
            states = (self._states.get(key, _UNTOUCHED) for key in self._sentences.keys)
            self._summary = pl.DataFrame([*zip(*states, strict=True)] or None, SUMMARY, orient="col")
        return self._summary

    def renew(self, sentences: Collection[int]) -> None:
        """These have other judgements now."""
        self._states.update({sentence: self._state(sentence) for sentence in sentences})
        rows = {key: self._sentences.row_of[key] for key in sentences if key in self._sentences.row_of}
        if self._summary is None or len(rows) > 50:  # many are as quickly made anew
            self._summary = None
        elif rows:  # one key on 50,000 sentences must not take the time of making 50,000 rows
            new = pl.DataFrame([self._states[key] for key in rows], schema=SUMMARY, orient="row")
            self._summary = self._summary.with_columns(
                self._summary[name].clone().scatter([*rows.values()], new[name]) for name in SUMMARY
            )

    def _state(self, sentence: int) -> State:
        rows = [row for row in self._judged[sentence].values() if not self._blind or row.reviewer == self._reviewer]
        done = {row.reviewer for row in rows if row.verdict == REVIEWED}
        verdicts = {row.verdict for row in rows if row.decides}
        reviewers = {row.reviewer for row in rows}
        verdict, notes = MIXED if len(verdicts) > 1 else "".join(verdicts), sum(bool(row.note) for row in rows)
        tags = "; ".join(sorted({tag for row in rows if row.tags for tag in split_tags(row.tags)}))
        reviewed = self._reviewer in done if self._reviewer else bool(done)
        conflict = len(reviewers) > 1 and any(prevailing(own) is None for own in by_place(rows))
        stale = any(map(self._is_stale, rows))
        return State(reviewed, verdict, ", ".join(sorted(reviewers)), notes, tags, stale, conflict)


def choices(rows: Iterable[Row], row_of: Callable[[int], int | None], *, usual: Layer = Layer.ARC) -> pl.DataFrame:
    """A row for each place that was judged (`CHOICES`), in the order of sentences. ``row_of`` gives the gold's row of a
    sentence, None to leave it out. ``usual`` is the layer of verdicts that name none."""
    chosen = []
    for judged in by_place(rows):
        row = row_of(judged[0].sentence)
        if row is not None:
            prevails = prevailing(judged)
            verdict, who = (prevails.verdict, prevails.reviewer) if prevails is not None else ("", "")
            if verdict in (UNSURE, SKIP, NEITHER):  # said, and shown, but no side can be taken by it
                verdict = ""
            chosen.append((row, judged[0].layer or usual.value, judged[0].item, verdict, who))
    return pl.DataFrame(chosen, schema=CHOICES, orient="row").sort("sentence", maintain_order=True)


def by_place(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The judgements with a verdict, those of one place together. Who has judged the whole sentence in a layer, but not
    an item that others have judged there, says the same of the item: such rows stand behind those about the item, and
    settle nothing."""
    places: defaultdict[tuple[int, str], defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.decides:
            places[row[:2]][row.item].append(row)
    for items in places.values():
        whole = items.get("", [])
        for item, own in items.items():
            yield own if not item or not whole else [*own, *_inherited(own, whole)]


def at_place(rows: Iterable[Row], layer: str, item: str) -> list[Row]:
    """The judgements with a verdict that hold at one place of their sentence, as `by_place` has them."""
    here = [row for row in rows if row.decides and row.layer == layer and row.item in ("", item)]
    whole = [row for row in here if not row.item]
    own = [row for row in here if row.item]
    return [*own, *_inherited(own, whole)] if item else whole


def _inherited(own: Sequence[Row], whole: Sequence[Row]) -> Iterator[Row]:
    judged = {row.reviewer for row in own}
    return (row._replace(settles=0) for row in whole if row.reviewer not in judged)


def prevailing(rows: Sequence[Row]) -> Row | None:
    """The verdict that counts among those of one place, None where they differ, and nothing settles it. One that
    settles what others were of two minds about prevails, the latest of several. Who skips leaves it to others."""
    settling = [row for row in rows if row.settles]
    if settling:
        return max(settling, key=lambda row: (row.time, row.act))
    counting = [row for row in rows if row.verdict != SKIP] or rows
    return counting[0] if len({row.verdict for row in counting}) == 1 else None
