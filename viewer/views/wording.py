"""How a document speaks of its sides: a gold and a parse, or two annotators by their names. No Qt."""

from __future__ import annotations

from goldleaf.viewer.diagram.annotators import Adjudication
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.session.blind import FIRST, OTHER
from goldleaf.viewer.session.document import Document


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
