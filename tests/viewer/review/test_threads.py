"""Notes as threads: in the order in which they were written, whoever keeps them."""

from __future__ import annotations

import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.review import threads
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.threads import Message, is_resolved, replied, thread


def note(reviewer: str, text: str, *tags: str) -> Judgement:
    return Judgement(Place(1, Layer.ARC, "2"), reviewer, "", text, tags)


def test_replies_stand_where_they_were_written(monkeypatch):
    times = iter(f"2026-01-02T03:04:0{second}+00:00" for second in range(9))
    monkeypatch.setattr(threads, "now", lambda: next(times))
    anna, cleo = "Why?\n\nI ask.", ""
    cleo = replied(cleo, "So.")
    anna = replied(anna, "[not] so")
    cleo = replied(cleo, "It is.\n\nTwo lines.")
    told = [(one.reviewer, one.text) for one in thread([note("anna", anna), note("cleo", cleo)])]
    assert told == [("anna", "Why?\n\nI ask."), ("cleo", "So."), ("anna", "[not] so"), ("cleo", "It is.\n\nTwo lines.")]
    assert thread([note("cleo", cleo)])[0] == Message("2026-01-02 03:04:00", "cleo", "So.")
    assert thread([note("anna", "")]) == []


@pytest.mark.parametrize(("tags", "resolved"), [((), False), (("hard",), False), (("hard", "resolved"), True)])
def test_who_resolves_does_so_for_all(tags, resolved):
    assert is_resolved([note("anna", "?"), note("ben", "", *tags)]) == resolved
