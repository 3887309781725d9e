"""Notes as threads: what reviewers have written about one place, in the order of time, and whether that is settled.

A reviewer has one note about a place; a reply stands in it as a paragraph that begins with when it was written, so that
CSV, merging and undo keep it as they keep notes. A thread that is resolved has a tag."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from goldleaf.viewer.review.database import now
from goldleaf.viewer.review.judgements import Judgement

RESOLVED = "resolved"

_STAMP = re.compile(r"(?:\A|\n\n)\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC\] ")


class Message(NamedTuple):
    time: str  # of the world; empty for what was written first
    reviewer: str
    text: str


def thread(notes: Iterable[Judgement]) -> list[Message]:
    """What was written about a place, the first message in front."""
    messages = []
    for said in notes:
        first, *replies = _STAMP.split(said.note)
        messages += [Message("", said.reviewer, first)] if first else []
        messages += [Message(time, said.reviewer, text) for time, text in zip(replies[::2], replies[1::2], strict=True)]
    return sorted(messages, key=lambda one: one.time)


def replied(note: str, text: str) -> str:
    """A note with a reply."""
    return "\n\n".join(filter(None, (note, f"[{now()[:19].replace('T', ' ')} UTC] {text}")))


def is_resolved(notes: Iterable[Judgement]) -> bool:
    return any(RESOLVED in said.tags for said in notes)
