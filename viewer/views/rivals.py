"""A gold and two parses of it: when they are drawn together, who is right, and the rows of the list. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.view import Subject

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
    """The gold, the parse that a look has against the subject's, and this; None if they cannot be drawn together.

    So they cannot where words differ, or nobody is right. They are compared by the subject's metric, or if that has
    facts of its own by the ``usual`` one.
    """
    document, against = subject.document, look.against
    if against is None or look.layers or not _are_rivals(document, against, subject.parse):
        return None
    metric = subject.pair.metric if not subject.pair.metric.facts_are else create(usual)
    other, pair = (document.pairs.at(subject.row, parse, metric) for parse in (against, subject.parse))
    if not (_can_be_drawn(other) and _can_be_drawn(pair)):
        return None
    names = (document.parses[parse].name for parse in (subject.parse, against))
    return Three(other, pair, Rivals(subject.wording.gold, *names))


def _are_rivals(document: Document, *parses: int) -> bool:
    """Whether these are two parses of a gold, which one may see."""
    there = len({*parses} & {*range(len(document.parses))}) == len(parses)
    return there and document.blind is None and not document.adjudicated


def _can_be_drawn(pair: Pair) -> bool:
    return pair.parse is not None and pair.why_not is None and pair.places is None


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


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalDifference:
    """What at least one of two parses has wrong. Reviewers decide on one parse at a time, not on this.

    ``keys`` are its elements, ``places`` the words that it marks; what is ``of_word`` is its first word's.
    """

    places: tuple[int, ...]
    word: str
    gold: str
    parse: str
    verdict: str
    state: State
    parse_state: State | None
    keys: tuple[Key, ...]
    of_word: bool = True
    layer: Layer | None = None
    item: str = ""
    scored: bool = True

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        return f"{self.word}: gold {self.gold}; {self.parse} – {self.verdict}"

    @property
    def place(self) -> int:
        """The first of its words."""
        return min(self.places, default=0)

    @property
    def gold_state(self) -> State | None:
        """How the gold's is drawn; None where it has nothing."""
        return None if self.gold == NONE else self.state

    @property
    def word_states(self) -> Mapping[int, State]:
        """Its words, marked."""
        return dict.fromkeys(self.places, self.state)

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is one of its own, or stands for one."""
        return key._replace(kind="node" if key.kind == "bar" else key.kind) in self.keys or (
            self.of_word and word_of(key) == self.place
        )
