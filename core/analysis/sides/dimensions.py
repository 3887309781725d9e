"""by what facts are broken down: their labels, roles and the like, and what is told of them by the gold's sentences.

Which of these a metric's facts have is told by the columns of their key, and by those that it declares as ``further``.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from goldleaf.core.analysis.sides.tree_columns import structure
from goldleaf.core.analysis.sides.word_columns import DIRECTION, DISTANCE
from goldleaf.core.metrics.base import Metric

LENGTHS = {
    "1-10": "words <= 10",
    "11-20": "words between 11 and 20",
    "21-30": "words between 21 and 30",
    "31-40": "words between 31 and 40",
    "41-...": "words > 40",
}
PROJECTIVITY = {"projective": "not gold_nonprojective", "non-projective": "gold_nonprojective"}
"""Classes of sentences, as conditions on the word table."""

SPANS = ("1", "2", "3-5", "6-10", "11-20", "21-...", "none")
"""Of constituents, from the first word to the last; those without words have none."""

AS_COMPARED = "compared_as"
"""The column of a fact's label as the metric compares it, where that is not as the file has it."""

LABELS = ("label", "tag", "role", "lineage")
"""What a key may have that says what a fact's anchor is called; the first of these is its label."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """What facts are told apart by: the name of the table and of its column, a title, and what the classes are.

    ``needs`` are the columns that facts must have; ``classes`` the values in their order, if they have one; ``also``
    further columns that they are told apart by.
    """

    name: str
    title: str
    note: str
    needs: frozenset[str] = frozenset()
    classes: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


_ARCS = frozenset({"dependent", "head"})

DIMENSIONS = (
    Dimension("kind", "by kind", "What is compared.", frozenset({"kind"})),
    Dimension("label", "by label", "Labels as they are compared.", frozenset({"label"})),
    Dimension("tag", "by tag", "Tags as they are compared.", frozenset({"tag"})),
    Dimension("role", "by role", "Roles as they are compared.", frozenset({"role"})),
    Dimension("sense", "by sense", "PRED of the predicates.", frozenset({"sense"})),
    Dimension(
        "predicate_tag",
        "by tag of the predicate",
        "PPOS or PPOSS of the predicates, each side its own, as eval09.pl has it.",
        frozenset({"predicate_tag"}),
    ),
    Dimension("word_tag", "by tag of the word", "The gold's tags of the words that this is about.", _ARCS),
    Dimension("word_tag", "by tag of the word", "The gold's tags of the words.", frozenset({"lineage"})),
    Dimension("direction", "by direction", "Where the head is.", _ARCS, tuple(DIRECTION.categories)),
    Dimension("distance", "by distance", "How many words away the head is.", _ARCS, tuple(DISTANCE.categories)),
    Dimension("span", "by span", "From the first word to the last, in words.", frozenset({"first", "last"}), SPANS),
    Dimension("length", "by length of sentence", "Words of the gold's sentence.", classes=tuple(LENGTHS)),
    Dimension(
        "projectivity",
        "by projectivity",
        "Whether the gold's tree is projective.",
        frozenset({"head"}),
        tuple(PROJECTIVITY),
    ),
)
"""In the order of the tables."""


def dimensions_of(metric: Metric) -> tuple[Dimension, ...]:
    """by what the facts of a metric can be broken down."""
    there = {*metric.key, *metric.further}
    return tuple(one for one in DIMENSIONS if one.needs <= there)


def label_of(metric: Metric) -> str | None:
    """The column of the key that says what something is called, None if there is none."""
    return next((name for name in LABELS if name in metric.key), None)


def anchor_of(metric: Metric) -> list[str]:
    """The columns of the key that say what it is that has a label."""
    return [name for name in metric.key if name != label_of(metric)]


def needed(words: pl.DataFrame) -> dict[str, pl.Expr]:
    """The columns that these conditions name and a word table has not yet."""
    derived = structure(words.columns)
    return {name: derived[name] for name in ("words", "gold_nonprojective") if name not in words.columns}
