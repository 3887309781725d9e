"""A gold and two parses of it: when they are drawn together, who is right, and the rows of the list. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.naming import NONE, REVIEW, Difference, Rivals, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.facts import fact_difference
from goldleaf.viewer.views.view import Look, Subject

AGREES = (State.MATCHED, State.NOT_SCORED, State.FORGIVEN)
"""The states of what a parse has and may have."""

LOST = (State.ONE_RIGHT, State.OTHER_RIGHT, State.MISSING)
"""The states of what the gold has and not both parses have."""

_FROM_BOTH = {(True, False): State.ONE_RIGHT, (False, True): State.OTHER_RIGHT, (False, False): State.MISSING}
_WRONG = {Side.OTHER: State.ONE_WRONG, Side.PARSE: State.OTHER_WRONG}


class Three(NamedTuple):
    """A sentence of the gold with that of either parse, and what is said of them."""

    other: Pair
    pair: Pair
    wording: Rivals


def rivals_of(subject: Subject, look: Look, usual: str) -> Three | None:
    """The gold, the parse that a look has against the subject's, and this; None if they cannot be drawn together. So
    they cannot where words differ, or nobody is right. They are compared by the subject's metric, or if that has facts
    of its own by the ``usual`` one."""
    document, against = subject.document, look.against
    if against is None or look.layers or document.blind is not None or document.adjudicated:
        return None
    parses = range(len(document.parses))
    if against == subject.parse or against not in parses or subject.parse not in parses:
        return None
    metric = subject.pair.metric if not subject.pair.metric.facts_are else create(usual)
    other, pair = (document.pairs.at(subject.row, parse, metric) for parse in (against, subject.parse))
    if any(one.parse is None or one.why_not is not None or one.places is not None for one in (other, pair)):
        return None
    names = (document.parses[parse].name for parse in (subject.parse, against))
    return Three(other, pair, Rivals(subject.wording.gold, *names))


def of_gold(other: State, parse: State) -> State:
    """How something of the gold is drawn that the comparison with either parse marks so."""
    if State.NOT_SCORED in (other, parse):
        return State.NOT_SCORED
    return _FROM_BOTH.get((other is State.MATCHED, parse is State.MATCHED), State.MATCHED)


def of_parse(state: State, side: Side, *, shared: bool) -> State:
    """How something of a parse is drawn that the comparison with the gold marks so; ``shared`` if both have it."""
    if state in AGREES:
        return state
    return State.WRONG_HEAD if shared else _WRONG[side]


def rival_difference(
    *, places: Sequence[int], word: str, gold: str, parse: str, verdict: str, state: State, parse_state: State | None,
    keys: Iterable[Key], of_word: bool = True,
) -> Difference:  # fmt: skip
    """What at least one of two parses has wrong. Reviewers decide on one parse at a time, not on this. ``places`` are
    the words that it marks; what is ``of_word`` is its first word's."""
    place = min(places, default=0)
    return fact_difference(
        word, gold, parse, verdict, state, places, keys, REVIEW, sentence=f"{word}: gold {gold}; {parse}", place=place,
        states=(None if gold == NONE else state, parse_state),
        further=on_any_side([place], "word", "arc") if of_word else frozenset(),
    )  # fmt: skip
