"""How a document speaks of its sides: a gold and a parse, two annotators, or all sides looked at together. No Qt."""

from __future__ import annotations

from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.annotators import READERS, Adjudication, Everyone
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Side
from goldleaf.viewer.session.blind import FIRST, OTHER
from goldleaf.viewer.session.document import Document
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
    return Wording(parse=names[parse]) if 0 <= parse < len(names) else REVIEW


def lacks(document: Document, what: str) -> str:
    """That the first file has nothing of a kind."""
    wording = wording_of(document)
    return f"{wording.the_gold.capitalize() if wording.judges else wording.the_gold} has no {what}."


def mixed(document: Document) -> str:
    """That a view cannot show the files' trees."""
    whose = "Gold and parse" if wording_of(document).judges else "The annotators"
    return f"{whose} have trees of different kinds: only their functions can be compared."


def shows_all(look: Look, document: Document) -> bool:
    """Whether a look is at all sides in the layers that it has: by choice, or because all are annotators'. Who is blind
    is shown two sides at a time."""
    several = document.complete and document.blind is None and len(document.parses) > 1
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
