"""The tables of the errors dock: which there are for a document, worked out when they are asked for. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from goldleaf.core.analysis.breakdown import BREAKDOWNS, table
from goldleaf.core.analysis.breakdown.table import Table
from goldleaf.core.analysis.constituents import label_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.steps import Steps, at_once
from goldleaf.viewer.session.document import Document


def breakdowns(document: Document, parse: int) -> Mapping[str, Callable[[], Steps[Table]]]:
    """The tables of one parse by title; a call begins the work on one, which may take minutes."""
    if not 0 <= parse < len(document.parses):
        return {}
    treebank = document.parses[parse].treebank
    found: dict[str, Callable[[], Steps[Table]]] = {}
    for metric in document.metrics:
        if isinstance(metric, ParsEval):
            found["Labels"] = partial(at_once, partial(label_table, metric, document.gold, treebank))
            found["Error classes"] = partial(_error_classes, document, parse)
        elif isinstance(metric, Attachment):
            found.update({_title(name): partial(_breakdown, document, parse, name) for name in BREAKDOWNS})
    return found


def _title(name: str) -> str:
    text = name.replace("_", " ")
    return f"{text[:1].upper()}{text[1:]}"


def _error_classes(document: Document, parse: int) -> Steps[Table]:
    return (yield from document.errors(parse)).breakdown()


def _breakdown(document: Document, parse: int, name: str) -> Steps[Table]:
    yield 0.0
    words = document.words(parse)
    assert words is not None
    yield 0.5
    scored = document.parses[parse].scored.get(Attachment.name)
    return table(name, words, counts=scored.counts if scored is not None else None)
