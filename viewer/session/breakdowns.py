"""The tables of the errors dock: which there are for a document, worked out when they are asked for. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import cast

from goldleaf.core.analysis.breakdown import BREAKDOWNS, table
from goldleaf.core.analysis.breakdown.table import Table
from goldleaf.core.analysis.constituents import label_table
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.steps import Steps, at_once
from goldleaf.viewer.session.document import Document

TITLES: Mapping[str, str] = {
    "accuracy": "Accuracy by tag",
    "error_rate": "Error rate by tag",
    "deprel": "Relations",
    "deprel_attachment": "Relations with their heads",
    "direction": "Directions of heads",
    "distance": "Distances of heads",
    "frames": "Confused frames",
    "focus_words": "Words with most errors",
    "tags_before_1": "Errors by the tag before",
    "forms_before_1": "Errors by the word before",
    "tags_before_2": "Errors by the two tags before",
    "forms_before_2": "Errors by the two words before",
    "tags_after_1": "Errors by the tag after",
    "forms_after_1": "Errors by the word after",
    "tags_after_2": "Errors by the two tags after",
    "forms_after_2": "Errors by the two words after",
    "sentences_errors": "Sentences with most wrong words",
    "sentences_head_errors": "Sentences with most wrong heads",
    "sentences_label_errors": "Sentences with most wrong labels",
    "specific_errors": "Most frequent errors",
    "error_contexts": "Contexts of frequent errors",
    "shared_contexts": "Contexts that errors share",
    "examples": "Frequent errors with examples",
    "error_mass": "Error mass",
}
"""Of the breakdowns of words."""


def breakdowns(document: Document, parse: int) -> Mapping[str, Callable[[], Steps[Table]]]:
    """The tables of one parse by title; a call begins the work on one, which may take minutes."""
    if not 0 <= parse < len(document.parses):
        return {}
    treebank = document.parses[parse].treebank
    found: dict[str, Callable[[], Steps[Table]]] = {}
    for metric in document.metrics:
        if metric.breaks_down == "constituents":
            labels = partial(label_table, cast(ParsEval, metric), document.gold, treebank)
            found["Constituents by label"] = partial(at_once, labels)
            found["Classes of errors"] = partial(_error_classes, document, parse)
        elif metric.breaks_down == "words":
            found |= {TITLES[name]: partial(_breakdown, document, parse, name, metric.name) for name in BREAKDOWNS}
    return found


def _error_classes(document: Document, parse: int) -> Steps[Table]:
    return (yield from document.errors(parse)).breakdown()


def _breakdown(document: Document, parse: int, name: str, metric: str) -> Steps[Table]:
    yield 0.0
    words = document.words(parse)
    assert words is not None
    yield 0.5
    scored = document.parses[parse].scored.get(metric)
    return table(name, words, counts=scored.counts if scored is not None else None)
