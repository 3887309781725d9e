"""Which sentences a report is about, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldleaf.core.analysis.search.filtering import Filtered, Kind
from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.metrics import Metric
from goldleaf.core.steps import Steps
from goldleaf.viewer.session.document import Document


@dataclass(frozen=True, slots=True)
class Chosen:
    """The chosen sentences: rows of the gold in their order, and by their differences under a metric.

    ``condition`` is empty where all sentences are chosen.
    """

    condition: str
    rows: Sequence[int]
    worst_first: Sequence[int]
    metric: Metric


def chosen_steps(document: Document, condition: str, filtering: Steps[Filtered], metric: str | None) -> Steps[Chosen]:
    """The sentences that ``filtering`` by a condition lets through, all without one.

    The worst are those with most differences of all parses under a metric, the first of the document if none is named;
    of as many the shortest. Raises OptionError for a condition that cannot be understood, or that lets nothing through.
    """
    found = yield from filtering
    if not len(found.rows):
        raise OptionError(f"--where {shortened(condition)}: no sentence of {document.gold.path} is so")
    used = next((one for one in document.metrics if one.name == metric), document.metrics[0])
    rows = np.asarray(found.rows, np.int64)
    differences = np.zeros(len(document), np.int64)
    for parse in document.parses:
        counts = parse.scored[used.name].counts
        differences += counts[used.differences].fill_null(0).cast(int).to_numpy()
    words = document.gold.sentences["words"].to_numpy()
    order = np.lexsort((rows, words[rows], -differences[rows]))
    asked = condition.strip() if found.kind is not Kind.ALL else ""
    return Chosen(asked, rows.tolist(), rows[order].tolist(), used)
