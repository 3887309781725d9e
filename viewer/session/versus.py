"""Tables of one parse against another: which there are of a document, worked out when they are asked for. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from goldleaf.core.analysis.breakdown.versus import OF_WORDS, RIGHT, facts_versus, words_versus
from goldleaf.core.analysis.breakdown_table import Table
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.steps import Steps
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document

ONE_PARSE = "Add a second parse of the same gold: there is but one."
NO_GOLD = "None of the annotators' files is the gold, so that none mends or breaks what another one has."

_WHAT = {"right_both": "Heads and relations", "right_head": "Heads", "right_label": "Relations"}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of two parses: what has to be right, by which it is told apart."""

    what: str
    by: str


def why_not(document: Document | None) -> str:
    """Why no two parses can be compared, as a sentence; empty if they can."""
    if document is None:
        return "Open a gold file and two parses of it."
    if document.blind is not None:
        return HIDDEN
    if document.adjudicated:
        return NO_GOLD
    return ONE_PARSE if len(document.parses) < 2 else ""


def questions(document: Document) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """What can be asked: by the name of what has to be right its title, and by what it can be told apart, titled."""
    asked: dict[str, tuple[str, Mapping[str, str]]] = {}
    if any(metric.of_words is not None for metric in document.metrics):
        asked = {name: (_WHAT[name], {by: f"by {by}" for by in OF_WORDS}) for name in RIGHT}
    by_facts = {"label": "by label", "length": "by length"}
    # The facts of metrics of words say nothing that the words do not.
    return asked | {metric.name: (metric.title, by_facts) for metric in document.metrics if metric.of_words is None}


def table(document: Document, a: int, b: int, question: Question) -> Steps[Table]:
    """What the parse ``b`` mends and breaks of what ``a`` has."""
    yield 0.0
    names = word_prefixes(parse.name for parse in document.parses)
    if question.what in RIGHT:
        words = document.tables.words(b)
        assert words is not None
        yield 0.6
        ours, theirs = (names[document.parses[parse].name] for parse in (a, b))
        return words_versus(words, ours, theirs, question.by, question.what)
    metric = next(metric for metric in document.metrics if metric.name == question.what)
    facts = []
    for parse in (a, b):
        facts.append(metric.facts(document.gold, document.parses[parse].treebank))
        yield 0.4 * len(facts)
    return facts_versus((facts[0], facts[1]), metric.key, document.gold.sentences["words"], question.by)
