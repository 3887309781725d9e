"""The tables of a metric's figures: those of whatever its facts have, and those that are made of something else. A
metric has the general ones by the columns of its facts (see `sides.fact_table`). What it ``breaks_down`` into has an
entry in `_OWN`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import polars as pl

from goldleaf.core.analysis.breakdown import of_facts, of_words
from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row
from goldleaf.core.analysis.errors import blame, constituent_errors, dependency_errors, word_errors
from goldleaf.core.analysis.search.filtering import meeting
from goldleaf.core.analysis.search.has import with_hits
from goldleaf.core.analysis.sides.fact_table import dimensions_of, label_of
from goldleaf.core.analysis.sides.word_columns import ALONE
from goldleaf.core.analysis.sides.word_table import without_partner
from goldleaf.core.errors import check_among
from goldleaf.core.metrics.base import Metric
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank

DEFAULT = Limits()


class TableSource(NamedTuple):
    """What tables of one gold and parse under one metric are made of, each part worked out when it is asked for.
    ``words`` are those that both have (see `sides.word_table`), ``facts`` the metric's (see `sides.fact_table`), both
    None where there are no such; ``errors`` the classes of errors in constituents."""

    gold: Treebank
    treebank: Treebank  # the parse
    scored: Scored
    words: Callable[[], pl.DataFrame | None]
    facts: Callable[[], pl.DataFrame | None]
    errors: Callable[[], Steps[constituent_errors.Errors]]


Maker: TypeAlias = Callable[[TableSource, Limits], Steps[Breakdown]]


class BreakdownEntry(NamedTuple):
    """A table that can be made: its name, what a list of tables calls it, and how."""

    name: str
    title: str
    make: Maker = field(repr=False)
    of_words: bool = False  # of which it may be made of some only; see `Limits.within`


def breakdowns_of(metric: Metric) -> tuple[BreakdownEntry, ...]:
    general = [
        BreakdownEntry(dimension.name, f"{metric.title} {dimension.title}", _of_facts(of_facts.by_dimension, dimension))
        for dimension in dimensions_of(metric)
    ]
    if label_of(metric) is not None:
        general.append(BreakdownEntry("confusions", f"{metric.title} confusions", _of_facts(of_facts.label_confusions)))
    if not metric.breaks_down:
        return tuple(general)
    # Its own tables come first: they are those of the field.
    own = (BreakdownEntry(*entry) for kind, *entry in _OWN if kind == metric.breaks_down)
    return (*own, *(breakdown for breakdown in general if breakdown.name in _KEPT[metric.breaks_down]))


def breakdown_of(metric: Metric, name: str) -> BreakdownEntry | None:
    return next((breakdown for breakdown in breakdowns_of(metric) if breakdown.name == name), None)


def _of_facts(make_table: Callable[..., Breakdown], *arguments: object) -> Maker:
    def make(source: TableSource, limits: Limits) -> Steps[Breakdown]:  # noqa: ARG001
        yield 0.0
        facts = source.facts()
        yield 0.5
        return make_table(source.scored.metric, facts, *arguments)

    return make


# The tables of words, all that eval.pl prints (Buchholz & Marsi 2006, §6) and more, by name, in its order, with what a
# list of tables calls them; examples, error mass, classes, blame, seen words, and those by length, projectivity and
# confusions are ours. Each is worked out only when it is called: a function of the word table and the limits.
BREAKDOWNS: dict[str, tuple[str, Callable[[pl.DataFrame, Limits], Breakdown]]] = {
    "accuracy": ("Accuracy by tag", partial(of_words.by_tag, name="accuracy")),
    "error_rate": ("Error rate by tag", partial(of_words.by_tag, name="error_rate")),
    "deprel": ("Relations", partial(of_words.relations, with_heads=False)),
    "deprel_attachment": ("Relations with their heads", partial(of_words.relations, with_heads=True)),
    "direction": ("Directions of heads", partial(of_words.bins, name="direction")),
    "distance": ("Distances of heads", partial(of_words.bins, name="distance")),
    "length": ("Accuracy by length of sentence", partial(of_words.by_sentence, name="length")),
    "projectivity": ("Accuracy by projectivity", partial(of_words.by_sentence, name="projectivity")),
    "confusions": ("Confused relations", of_words.relation_confusions),
    "frames": ("Confused frames", word_errors.frame_confusions),
    "focus_words": ("Words with most errors", word_errors.focus_words),
    **word_errors.CONTEXTS,
    **{
        f"sentences_{kind}": (f"Sentences with most wrong {wrong}", partial(of_words.worst_sentences, kind=kind))
        for kind, wrong in (("errors", "words"), ("head_errors", "heads"), ("label_errors", "labels"))
    },
    "specific_errors": ("Most frequent errors", word_errors.specific_errors),
    "error_contexts": ("Contexts of frequent errors", word_errors.error_contexts),
    "shared_contexts": ("Contexts that errors share", word_errors.shared_contexts),
    "examples": ("Frequent errors with examples", word_errors.error_examples),
    "error_mass": ("Error mass", of_words.error_mass),
    "error_classes": ("Classes of errors", dependency_errors.error_classes),
    "class_examples": ("Classes of errors with examples", dependency_errors.class_examples),
    "blame": ("Blame", blame.blame),
    "seen": ("Seen and unseen words", of_words.seen),
}

OF_REPAIRS = ("error_classes", "class_examples")  # which mend arcs of several words, so that none is left out


def table(name: str, words: pl.DataFrame, limits: Limits = DEFAULT, *, counts: pl.DataFrame | None = None) -> Breakdown:
    """One breakdown of a word table. Raises OptionError when there is no such breakdown. With the metric's ``counts``
    of the same sentences its note says how many words the table is not about."""
    check_among("breakdown", name, BREAKDOWNS, "table")
    made = BREAKDOWNS[name][1](words, limits)
    left_out = without_partner(words, counts) if counts is not None else ""
    return replace(made, note=f"{made.note} {left_out}") if left_out else made


def _of_words(source: TableSource, limits: Limits, name: str) -> Steps[Breakdown]:
    yield 0.0
    words = source.words()
    assert words is not None
    yield 0.5
    if not limits.within:
        return table(name, words, limits, counts=source.scored.counts)
    # The words that do not meet the condition do not score, but are still what stands beside the others.
    asked, own = meeting(words, limits.within), [name for name in ("scoring", ALONE) if name in words.columns]
    words = words.with_columns(pl.col(own) & asked)
    whole = table(name, words, limits)

    def where(row: Row, column: str) -> str:
        condition, within = whole.where(row, column), limits.within
        return with_hits(condition, f"({within})") if "has(" in condition else f"{condition} and has({within})"

    return replace(whole, title=f"{whole.title}, of words with: {limits.within}", where=where)


def _error_classes(source: TableSource, limits: Limits) -> Steps[Breakdown]:  # noqa: ARG001
    return constituent_errors.repair_mass((yield from source.errors()), source.scored.counts)


def _error_examples(source: TableSource, limits: Limits) -> Steps[Breakdown]:
    return constituent_errors.repair_examples((yield from source.errors()), source.gold, limits)


def _expression_classes(source: TableSource, limits: Limits) -> Steps[Breakdown]:  # noqa: ARG001
    yield 0.0
    return of_facts.expression_classes(source.scored.metric, source.scored.counts)


# What is made of something else than a metric's facts alone, or in place of a general table: what the metric says that
# it breaks down into; the table's name, what a list of tables calls it, and how it is made.
_OWN: tuple[tuple[Any, ...], ...] = (
    ("clusters", "mapping", "Mapping of induced tags", _of_facts(of_facts.tag_mapping)),
    ("clusters", "contingency", "Induced tags and the gold's", _of_facts(of_facts.tag_contingency)),
    ("expressions", "category", "Expressions by category", _of_facts(of_facts.expressions_by_category)),
    ("expressions", "classes", "Expressions by class", _expression_classes),
    ("heads", "relations", "Heads by relation", _of_facts(of_facts.heads, "relation")),
    ("heads", "lengths", "Heads by length of arc", _of_facts(of_facts.heads, "arc_length")),
    ("propositions", "tag_role", "Arguments by tag of the predicate and role", _of_facts(of_facts.by_tag_and_role)),
    *(
        ("words", name, title, partial(_of_words, name=name), name not in OF_REPAIRS)
        for name, (title, _) in BREAKDOWNS.items()
    ),
    ("constituents", "constituents", "Constituents by label", _of_facts(of_facts.constituents_by_label)),
    ("constituents", "constituent-errors", "Classes of errors", _error_classes),
    ("constituents", "constituent-examples", "Worst errors with examples", _error_examples),
)
# The names of the general ones that these do not replace.
_KEPT = {
    "clusters": ("length",),
    "expressions": ("length", "confusions"),
    "heads": ("word_tag", "direction", "length", "projectivity"),
    "propositions": ("kind", "label", "sense", "predicate_tag", "length", "confusions"),
    "constituents": ("kind", "label", "span", "length", "confusions"),
    "words": (),
}
