"""How a document speaks of its sides, and when more than two are drawn together: all of them, or a gold and two parses,
of which is said who is right. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from goldleaf.core.metrics import create
from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.annotators import READERS, Adjudication, Everyone
from goldleaf.viewer.diagram.naming import NONE, REVIEW, Difference, Rivals, Wording, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.blind import FIRST, OTHER
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.layers import fact_difference
from goldleaf.viewer.views.view import Look, Subject


def wording_of(document: Document | None, parse: int = 0) -> Wording:
    """The words for the first file and one of the others; for the first alone those for it and the next one."""
    if document is None:
        return REVIEW
    if document.blind is not None:
        return Adjudication(FIRST, OTHER)
    names = [one.name for one in document.parses]
    if document.adjudicated:
        return Adjudication(document.gold_names[0], names[max(parse, 0)] if names else "nobody")
    if not 0 <= parse < len(names):
        return REVIEW
    return Wording(parse=names[parse].removeprefix(f"{document.gold_names[0]}: "))  # a theory's, beside its own gold


def lacks(document: Document, what: str) -> str:
    """That the first file has nothing of a kind."""
    wording = wording_of(document)
    return f"{wording.the_gold.capitalize() if wording.judges else wording.the_gold} has no {what}."


def lacking(document: Document, what: str, *, there: bool) -> str:
    """Why a view cannot show the files' trees, which it can where what it shows is ``there``."""
    if document.mixed:
        whose = "Gold and parse" if wording_of(document).judges else "The annotators"
        return f"{whose} have trees of different kinds: only their functions can be compared."
    return "" if there else lacks(document, what)


def shows_all(look: Look, document: Document) -> bool:
    """Whether a look is at all sides in the layers that it has: by choice, or because all are annotators'."""
    several = document.complete and document.several
    return several and bool(look.layers) and (document.adjudicated if look.everyone is None else look.everyone)


def sides_of(document: Document, parse: int) -> tuple[Side, ...]:
    """Whose the elements of each side are, the gold or first annotator in front; the parse that is shown is PARSE."""
    further = iter((Side.OTHER, Side.FOURTH, Side.FIFTH, Side.SIXTH))
    numbers = range(min(len(document.parses), len(READERS) - 1))
    return (Side.GOLD, *(Side.PARSE if number == parse else next(further) for number in numbers))


def sentences_of(subject: Subject) -> list[Sentence] | None:
    """The sentence of each side; None where there are more of them than lines, or not all have the same words."""
    document, metric = subject.document, subject.pair.metric
    pairs = [document.pairs.at(subject.row, parse, metric) for parse in range(len(document.parses))]
    if len(pairs) >= len(READERS) or any(one.parse is None or one.unread or one.places is not None for one in pairs):
        return None
    return [subject.pair.gold, *(one.parse for one in pairs if one.parse is not None)]


def everyone_of(document: Document) -> Everyone:
    names = (document.gold_names[0] if document.adjudicated else "gold", *(one.name for one in document.parses))
    return Everyone(names[0], names[1], names)


# The states of what a parse has and may have.
AGREES = (State.MATCHED, State.ONE_RIGHT, State.OTHER_RIGHT, State.NOT_SCORED, State.FORGIVEN)
LOST = (State.ONE_RIGHT, State.OTHER_RIGHT, State.MISSING)  # the states of what the gold has and not both parses have
_FROM_BOTH = {(True, False): State.ONE_RIGHT, (False, True): State.OTHER_RIGHT, (False, False): State.MISSING}
_WRONG = {Side.OTHER: State.ONE_WRONG, Side.PARSE: State.OTHER_WRONG}
RIGHT = {Side.OTHER: State.ONE_RIGHT, Side.PARSE: State.OTHER_RIGHT}  # what one of two parses has right alone


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
    if against is None or against == subject.parse or not {against, subject.parse} <= {*range(len(document.parses))}:
        return None
    if look.layers or document.adjudicated or not document.several:  # who is blind is shown two sides at a time
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
    if state is State.MATCHED and not shared:
        return RIGHT[side]
    if state in AGREES:
        return state
    return State.WRONG_HEAD if shared else _WRONG[side]


def rival_difference(
    *, places: Sequence[int], word: str, gold: str, wrong: Mapping[Side, tuple[str, State | None]],
    verdict: str, state: State, keys: Iterable[Key], wording: Rivals, of_word: bool = True,
) -> Difference:  # fmt: skip
    """What at least one of two parses has wrong, ``wrong`` what it says and how it is drawn there. Reviewers decide on
    one parse at a time, not on this. ``places`` are the words that it marks; what is ``of_word`` is its first word's.
    """
    place, names = min(places, default=0), {Side.OTHER: wording.other, Side.PARSE: wording.parse}
    (other, other_state), (parse, parse_state) = (wrong.get(side, ("", None)) for side in names)
    said = "; ".join(f"{names[side]}: {text}" for side, (text, _) in wrong.items())
    said = f"both: {parse}" if other == parse else said
    row = fact_difference(
        word, gold, parse, verdict, state, places, keys, REVIEW, sentence=f"{word}: gold {gold}; {said}", place=place,
        states=(None if gold == NONE else state, parse_state),
        further=on_any_side([place], "word", "arc") if of_word else frozenset(),
    )  # fmt: skip
    return replace(row, other=other, other_state=other_state)
