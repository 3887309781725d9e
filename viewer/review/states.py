"""What judgements come to: a sentence's state in lists and filters, and one choice for each place that was judged.
Where reviewers differ and nothing settles it, a place is undecided, as it is for who is unsure, skips, or says that
neither is right without another reading."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import counted
from goldleaf.viewer.review.judgements import NEITHER, REVIEWED, SKIP, UNSURE, JudgementRow, Key, Place, split_tags
from goldleaf.viewer.review.sentences import SessionSentences

CHOICES = {
    "sentence": pl.UInt32(),  # row of the gold
    "layer": pl.String(),
    "item": pl.String(),  # empty for the whole sentence
    "verdict": pl.String(),  # gold, parse, both, a side's name, or a reading; empty where the place is undecided
    "reviewer": pl.String(),
}


class Progress(StrEnum):
    """How far a sentence is, or why a place is left: nobody has judged it, who did is unsure, others say otherwise, or
    what was judged has changed."""

    OPEN = "open"
    UNSURE = "unsure"  # all that is left
    HALF = "begun"
    DECIDED = "decided"
    DONE = "done"  # says who reviews
    CONFLICT = "conflict"
    STALE = "stale"


class SentenceState(NamedTuple):
    reviewed: bool = False
    verdict: str = ""  # all that were said, between semicolons
    reviewer: str = ""  # who judged, in the order of names
    notes: int = 0
    tags: str = ""
    stale: bool = False
    conflict: bool = False
    state: str = ""  # a `Progress`; empty where nothing differs and nothing was said
    places: int = 0  # where any two sides differ, or something was said
    left: int = 0  # of these, those that nothing decides: also unsure ones, those in conflict, and stale ones
    unsure: int = 0
    conflicts: int = 0
    mine: bool = False  # it is assigned to who reviews


# As columns of the list: their titles, and what they tell, in the order of the menu.
TITLES = {
    "reviewed": ("Rev.", "Whether the sentence was reviewed"),
    "verdict": ("Verdict", "What reviewers said of the sentence"),
    "reviewer": ("Reviewer", "Who said so"),
    "notes": ("Notes", "How many notes the sentence has"),
    "tags": ("Tags", "The tags of its notes"),
    "stale": ("Stale", "Whether its words, or what was judged, have changed since"),
    "conflict": ("Conflict", "Whether reviewers say different things"),
    "state": ("State", "open, begun, unsure, decided, done, conflict or stale"),
    "places": ("Places", "Where any two sides differ, or something was said"),
    "left": ("Left", "At how many of these places nothing decides"),
    "unsure": ("Unsure", "Of how many of these somebody is unsure"),
    "mine": ("Mine", "Whether it is assigned to who reviews"),
    "conflicts": ("Conflicts", "At how many of these reviewers say different things"),
}


class Left(NamedTuple):
    """What is left to do: of so many ``places`` those that nothing decides, in how many sentences, and of them those of
    which somebody is unsure, and those that reviewers judge differently."""

    left: int = 0
    places: int = 0
    sentences: int = 0
    unsure: int = 0
    conflicts: int = 0

    @classmethod
    def of(cls, summary: pl.DataFrame) -> Left:
        """That of a table with the fields of `SentenceState` as columns."""
        left, *counts = (own(summary)[name] for name in ("left", "places", "unsure", "conflicts"))
        # One by one: with each key the threads of a query would take longer than what they count.
        places, unsure, conflicts = (int(count.sum()) for count in counts)
        return cls(int(left.sum()), places, int((left > 0).sum()), unsure, conflicts)

    def __str__(self) -> str:
        parts = [f"{self.left:,} of {counted(self.places, 'place')} open"]
        parts += [f"{self.unsure:,} unsure"] if self.unsure else []
        parts += [counted(self.conflicts, "conflict")] if self.conflicts else []
        return ", ".join(parts)


def own(summary: pl.DataFrame) -> pl.DataFrame:
    """The sentences of such a table that are assigned to who reviews, else all."""
    return summary.filter("mine") if summary["mine"].any() else summary


_KINDS = {bool: pl.Boolean(), str: pl.String(), int: pl.UInt32()}
SUMMARY = {name: _KINDS[type(usual)] for name, usual in SentenceState._field_defaults.items()}


class States:
    """States of sentences as a reviewer sees them, kept up to date. Who is ``blind`` sees only their own judgements.
    Done is what this reviewer is done with; where there is no reviewer, what anyone is done with."""

    def __init__(
        self, judged: Mapping[int, Mapping[tuple[str, str, str], JudgementRow]], sentences: SessionSentences,
        is_stale: Callable[[JudgementRow], bool], reviewer: str | None, *, blind: bool,
        places: Callable[[int], Sequence[Place]] = lambda _: (), usual: Layer = Layer.ARC, mine: Collection[int] = (),
    ) -> None:  # fmt: skip
        self._mine = mine
        self._judged, self._sentences, self._is_stale = judged, sentences, is_stale
        self._reviewer, self._blind = reviewer, blind
        self._usual = usual
        self._places = {key: own for key in sentences.keys if (own := places(key))}
        self._left: dict[int, dict[Place, Progress]] = {}
        touched = {*self._places, *mine}.union(sentence for sentence, rows in judged.items() if rows)
        self._states = {sentence: self._state(sentence) for sentence in touched}
        self._summary: pl.DataFrame | None = None

    def summary(self) -> pl.DataFrame:
        """A row for each sentence of the gold with the fields of `SentenceState` as columns."""
        if self._summary is None:
            states = (self._states.get(key, SentenceState()) for key in self._sentences.keys)
            self._summary = pl.DataFrame([*zip(*states, strict=True)] or None, SUMMARY, orient="col")
        return self._summary

    def renew(self, sentences: Collection[int]) -> None:
        """These have other judgements now."""
        before = {sentence: self._states.get(sentence, SentenceState()) for sentence in sentences}
        self._states.update({sentence: self._state(sentence) for sentence in sentences})
        rows = {key: self._sentences.row_of[key] for key in sentences if key in self._sentences.row_of}
        if self._summary is None or len(rows) > 50:  # many are as quickly made anew
            self._summary = None
        elif rows:  # one key on 50,000 sentences must not take the time of making 50,000 rows
            self._summary = self._summary.clone()
            for place, name in enumerate(SUMMARY):
                new = {row: self._states[key][place] for key, row in rows.items()
                       if self._states[key][place] != before[key][place]}  # fmt: skip
                if new:
                    values = pl.Series([*new.values()], dtype=SUMMARY[name])
                    self._summary.replace_column(place, self._summary[name].clone().scatter([*new], values))

    def left(self, sentence: int) -> Mapping[Place, Progress]:
        """The places of a sentence that nothing decides, in the order of the words, and why."""
        return self._left.get(sentence, {})

    def _state(self, sentence: int) -> SentenceState:
        there = self._judged[sentence].values() if sentence in self._judged else ()
        rows = [row for row in there if not self._blind or row.reviewer == self._reviewer]
        done = {row.reviewer for row in rows if row.verdict == REVIEWED}
        verdicts = {row.verdict for row in rows if row.decides}
        reviewers = {row.reviewer for row in rows}
        notes = sum(bool(row.note) for row in rows)
        tags = "; ".join(sorted({tag for row in rows if row.tags for tag in split_tags(row.tags)}))
        reviewed = self._reviewer in done if self._reviewer else bool(done)
        conflict = len(reviewers) > 1 and any(prevailing(own) is None for own in by_place(rows))
        named = {row: row if row.layer else row._replace(layer=self._usual) for row in rows}
        old = {named[row].key for row in rows if self._is_stale(row)}
        # Also where all sides agree, and somebody has said something else.
        said = [Place(row.sentence, Layer(row.layer), row.item) for row in named.values() if row.decides and row.item]
        places = dict.fromkeys([*self._places.get(sentence, ()), *(said if self._places else ())])
        left = {place: why for place in places if (why := why_left([*named.values()], old, place)) is not None}
        self._left[sentence] = left
        whys = Counter(left.values())
        if old:
            state = Progress.STALE
        elif conflict:
            state = Progress.CONFLICT
        elif reviewed:
            state = Progress.DONE
        elif whys[Progress.OPEN]:
            state = Progress.OPEN if whys[Progress.OPEN] == len(places) else Progress.HALF
        else:
            state = Progress.UNSURE if UNSURE in verdicts else Progress.DECIDED
        return SentenceState(
            reviewed, "; ".join(sorted(verdicts)), ", ".join(sorted(reviewers)), notes, tags, bool(old), conflict,
            state if places or verdicts or done else "", len(places), len(left), whys[Progress.UNSURE],
            whys[Progress.CONFLICT], sentence in self._mine,
        )  # fmt: skip


def why_left(rows: Sequence[JudgementRow], stale: Collection[Key], place: Place) -> Progress | None:
    """Why nothing decides a place of a sentence that has these judgements, each with its layer, of which some are
    stale; None where something does."""
    # A verdict on words and sentences that are cut differently takes the sentence as a side has it.
    here = at_place(rows, place.layer or "", place.item) or at_place(rows, Layer.WORDS, "")
    if not (fresh := [row for row in here if row.key not in stale]):
        return Progress.STALE if here else Progress.OPEN
    if (prevails := prevailing(fresh)) is None:
        return Progress.CONFLICT
    return {UNSURE: Progress.UNSURE, SKIP: Progress.OPEN, NEITHER: Progress.OPEN}.get(prevails.verdict)


def choices(
    rows: Iterable[JudgementRow], row_of: Callable[[int], int | None], *, usual: Layer = Layer.ARC
) -> pl.DataFrame:
    """A row for each place that was judged (`CHOICES`), in the order of sentences. ``row_of`` gives the gold's row of a
    sentence, None to leave it out. ``usual`` is the layer of verdicts that name none."""
    chosen = []
    for judged in by_place(rows):
        if (row := row_of(judged[0].sentence)) is not None:
            prevails = prevailing(judged)
            verdict, who = (prevails.verdict, prevails.reviewer) if prevails is not None else ("", "")
            if verdict in (UNSURE, SKIP, NEITHER):  # said, and shown, but no side can be taken by it
                verdict = ""
            chosen.append((row, judged[0].layer or usual.value, judged[0].item, verdict, who))
    return pl.DataFrame(chosen, schema=CHOICES, orient="row").sort("sentence", maintain_order=True)


def by_place(rows: Iterable[JudgementRow]) -> Iterator[list[JudgementRow]]:
    """The judgements with a verdict, those of one place together. Who has judged the whole sentence in a layer, but not
    an item that others have judged there, says the same of the item: such rows stand behind those about the item, and
    settle nothing."""
    places: defaultdict[tuple[int, str], defaultdict[str, list[JudgementRow]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.decides:
            places[row[:2]][row.item].append(row)
    for items in places.values():
        whole = items.get("", [])
        for item, own in items.items():
            yield own if not item or not whole else [*own, *_inherited(own, whole)]


def at_place(rows: Iterable[JudgementRow], layer: str, item: str) -> list[JudgementRow]:
    """The judgements with a verdict that hold at one place of their sentence, as `by_place` has them."""
    here = [row for row in rows if row.decides and row.layer == layer and row.item in ("", item)]
    whole = [row for row in here if not row.item]
    own = [row for row in here if row.item]
    return [*own, *_inherited(own, whole)] if item else whole


def _inherited(own: Sequence[JudgementRow], whole: Sequence[JudgementRow]) -> Iterator[JudgementRow]:
    judged = {row.reviewer for row in own}
    return (row._replace(settles=0) for row in whole if row.reviewer not in judged)


def prevailing(rows: Sequence[JudgementRow]) -> JudgementRow | None:
    """The verdict that counts among those of one place, None where they differ, and nothing settles it. One that
    settles what others were of two minds about prevails, the latest of several. Who skips leaves it to others."""
    if settling := [row for row in rows if row.settles]:
        return max(settling, key=lambda row: (row.time, row.act))
    counting = [row for row in rows if row.verdict != SKIP] or rows
    return counting[0] if len({row.verdict for row in counting}) == 1 else None
