"""What the judgements about a sentence come to: its state in lists and filters, and whether reviewers disagree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from goldleaf.viewer.review.judgements import MIXED, REVIEWED, SKIP
from goldleaf.viewer.review.rows import Row, joined_tags, split_tags


class State(NamedTuple):
    """What is to be said of a sentence."""

    reviewed: bool = False
    verdict: str = ""  # the one that all have, or "mixed"
    reviewer: str = ""  # who judged, in the order of names
    notes: int = 0
    tags: str = ""
    stale: bool = False
    conflict: bool = False


UNTOUCHED = State()


def state_of(rows: Sequence[Row], is_stale: Callable[[Row], bool], reviewer: str | None, *, blind: bool) -> State:
    """The state of the sentence that these judgements are about, as a reviewer sees it.

    Who is blind sees only their own. Done is what this reviewer is done with; where there is no reviewer, what anyone
    is done with.
    """
    if blind:
        rows = [row for row in rows if row.reviewer == reviewer]
    reviewers = {row.reviewer for row in rows}
    return State(
        reviewed=_is_done(rows, reviewer),
        verdict=_verdict(rows),
        reviewer=", ".join(sorted(reviewers)),
        notes=len([row for row in rows if row.note]),
        tags=_tags(rows),
        stale=any(map(is_stale, rows)),
        conflict=len(reviewers) > 1 and _differ(rows),
    )


def _is_done(rows: Sequence[Row], reviewer: str | None) -> bool:
    done = [row.reviewer for row in rows if row.verdict == REVIEWED]
    return reviewer in done if reviewer else bool(done)


def _differ(rows: Sequence[Row]) -> bool:
    return any(map(in_conflict, by_place(rows)))


def _tags(rows: Sequence[Row]) -> str:
    texts = {row.tags for row in rows} - {""}
    return joined_tags(sorted({tag for text in texts for tag in split_tags(text)})) if texts else ""


def _verdict(rows: Sequence[Row]) -> str:
    verdicts = {row.verdict for row in rows if decides(row)}
    return MIXED if len(verdicts) > 1 else "".join(verdicts)


def decides(row: Row) -> bool:
    """Whether a judgement holds a verdict, and not only a note or the mark that a sentence is done."""
    return row.verdict not in ("", REVIEWED)


def by_place(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The judgements with a verdict, those of one place together.

    Who has judged the whole sentence in a layer, but not an item that others have judged there, says the same of the
    item: such rows stand behind those about the item, and settle nothing.
    """
    places: defaultdict[tuple[int, str], defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if decides(row):
            places[row[:2]][row.item].append(row)
    for items in places.values():
        whole = items.get("", [])
        for item, own in items.items():
            yield own if not item or not whole else [*own, *_inherited(own, whole)]


def at_place(rows: Iterable[Row], layer: str, item: str) -> list[Row]:
    """The judgements with a verdict that hold at one place of their sentence, as `by_place` has them."""
    here = [row for row in rows if decides(row) and row.layer == layer and row.item in ("", item)]
    whole = [row for row in here if not row.item]
    own = [row for row in here if row.item]
    return [*own, *_inherited(own, whole)] if item else whole


def _inherited(own: Sequence[Row], whole: Sequence[Row]) -> Iterator[Row]:
    judged = {row.reviewer for row in own}
    return (row._replace(settles=0) for row in whole if row.reviewer not in judged)


def prevailing(rows: Sequence[Row]) -> Row | None:
    """The verdict that counts among those of one place, None where they differ.

    One that settles what others were of two minds about prevails, the latest of several. Who skips leaves it to others.
    """
    settling = [row for row in rows if row.settles]
    if settling:
        return max(settling, key=lambda row: (row.time, row.act))
    counting = [row for row in rows if row.verdict != SKIP] or rows
    return counting[0] if len({row.verdict for row in counting}) == 1 else None


def in_conflict(rows: Sequence[Row]) -> bool:
    """Whether reviewers judge one place differently, and nothing settles it."""
    return prevailing(rows) is None
