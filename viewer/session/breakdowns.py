"""The tables of one parse, of all side by side, and of one against another, made when they are asked for. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import polars as pl

from goldleaf.core.analysis.breakdown.versus import OF_WORDS, RIGHT
from goldleaf.core.analysis.breakdown_table import Breakdown, SideBySide, side_by_side
from goldleaf.core.analysis.metric_tables import DEFAULT, BreakdownEntry, TableSource, breakdown_of, breakdowns_of
from goldleaf.core.analysis.row_tests import beside_with_p, versus_steps
from goldleaf.core.analysis.search.has import for_parse
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.analysis.sides.word_columns import SEEN
from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.analysis.suspects import TITLES, against_parses, nuclei
from goldleaf.core.analysis.versions import LISTS
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import has_dependencies
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps, between
from goldleaf.viewer.session.blind import HIDDEN
from goldleaf.viewer.session.document import Document

SEEN_TABLE = "seen"  # which says nothing without a training file
USUAL, CAUSES = "Words and tags", "Causes"
_SECTIONS = {  # of the tables of words, which are so many that nobody reads a list of them to its end
    USUAL: set[str](),  # and what no other section has
    "Relations and labels": {"deprel", "deprel_attachment"},
    CAUSES: {"error_mass", "error_classes", "class_examples", "blame"},
    "Distance and direction": {"direction", "distance"},
    "Whole sentences": {"length", "projectivity", *(f"sentences_{kind}errors" for kind in ("", "head_", "label_"))},
    "Confusions and contexts": {"confusions", "frames", "specific_errors", "error_contexts", "shared_contexts"}
    | {"examples"},
}
ONE_PARSE = "Add a second parse of the same gold: there is but one."


@dataclass(frozen=True, slots=True)
class BreakdownChoice:
    """A table that can be made, by the names of its metric, if any, and its own; ``within`` is one of `parts`."""

    metric: str
    table: str
    within: str = ""


def choices(document: Document, parse: int) -> dict[BreakdownChoice, str]:
    """The tables of one parse with their titles, those of a section together; none while there is nothing to tell."""
    if not document.complete or not 0 <= parse < len(document.scored):
        return {}
    return {
        BreakdownChoice(metric.name, made.name): made.title
        for metric in document.metrics
        if metric.name in document.parses[parse].scored
        for made in sorted(breakdowns_of(metric), key=lambda made: [*_SECTIONS, ""].index(_section(made)))
        if made.name != SEEN_TABLE or not {*SEEN}.isdisjoint(document.gold.words.columns)
    }


def all_choices(document: Document, parse: int) -> dict[BreakdownChoice, str]:
    """The same, and those of no metric: of two versions, or of what is suspicious in a gold, also without a parse."""
    if document.blind is not None or not document.complete:
        return {}
    titles = LISTS if document.versions is not None else {}
    if not document.adjudicated:
        titles = {name: TITLES[name] for name in [*TITLES][parse < 0 :] if has_dependencies(document.gold)}
    made, lists = choices(document, parse), {BreakdownChoice("", name): title for name, title in titles.items()}
    return lists | made if document.adjudicated else made | lists


def section(document: Document, choice: BreakdownChoice) -> str:
    """What a table is about that is one of the `choices`, as a title."""
    if not choice.metric:
        return "Two versions" if document.adjudicated else "Suspicious gold"
    metric = next(metric for metric in document.metrics if metric.name == choice.metric)
    made = breakdown_of(metric, choice.table)
    return (_section(made) if made is not None else "") or metric.title


def _section(made: BreakdownEntry) -> str:
    if not made.of_words and made.name not in _SECTIONS[CAUSES]:
        return ""
    return next((section for section, names in _SECTIONS.items() if made.name in names), USUAL)


def parts(document: Document, choice: BreakdownChoice) -> dict[str, str]:
    """The words of which a table may be made, and what they are called; only all where nobody says what is seen."""
    words = {"": "All words"}
    scored = next((parse.scored[choice.metric] for parse in document.parses if choice.metric in parse.scored), None)
    made = breakdown_of(scored.metric, choice.table) if scored is not None else None
    if choice.table == SEEN_TABLE or made is None or not made.of_words:
        return words
    # Without a training file nobody says what is seen.
    for name in sorted({*SEEN} & {*document.gold.words.columns}):
        if document.gold.words[name].null_count() < document.gold.words.height:
            what = f"{SEEN[name].capitalize()}s"
            words |= {f"gold_{name}": f"{what} seen in training", f"not gold_{name}": f"{what} not seen in training"}
    return words


def breakdown(document: Document, parse: int, choice: BreakdownChoice) -> Steps[Breakdown]:
    """Make a table, which may take minutes. Raises KeyError where there is no such table."""
    if not choice.metric:
        yield 0.0
        metric = next((one for one in document.metrics if isinstance(one, Attachment)), Attachment())
        parses = [one.treebank for one in document.parses]
        if choice.table == "nuclei":
            return nuclei(document.gold, metric)
        if choice.table == "against":
            suspects = against_parses(document.gold, parses, metric)
            called = pl.format("{} ({})", "form", "word")  # as heads are; its sentence has an id in the list
            return replace(suspects, frame=suspects.frame.with_columns(form=called).drop("word", "id"))
        tables = document.versions.tables(of_pairs=True) if document.versions is not None else []
        return next(one for one in tables if one.name == choice.table)
    scored = document.parses[parse].scored[choice.metric]
    if (made := breakdown_of(scored.metric, choice.table)) is None:
        raise KeyError(choice)
    return (yield from made.make(source_of(document, parse, scored), DEFAULT._replace(within=choice.within)))


def source_of(document: Document, parse: int, scored: Scored) -> TableSource:
    tables, treebank = document.tables, document.parses[parse].treebank
    words, facts = partial(tables.words, parse), partial(tables.facts, parse, scored.metric.name)
    return TableSource(document.gold, treebank, scored, words, facts, lambda: between(tables.errors(parse), 0.0, 0.9))


def breakdown_of_all(document: Document, choice: BreakdownChoice, rounds: Rounds | None = None) -> Steps[SideBySide]:
    """A table of all parses that the metric has scored, side by side, with what the first has more than each other,
    with ``rounds`` tested. Conditions name the parse that they are about. Raises KeyError for no table."""
    places = [place for place, parse in enumerate(document.parses) if choice.metric in parse.scored]
    prefixes = word_prefixes(parse.name for parse in document.parses)
    tables, end = {}, len(places) * (1 if rounds is None else 2)
    for done, place in enumerate(places):
        making = breakdown(document, place, choice)
        tables[document.parses[place].name] = yield from between(making, done / end, (done + 1) / end)
    beside = side_by_side(tables, lambda condition, name: for_parse(condition, prefixes[name]))
    if rounds is None:
        return beside
    parses = {document.parses[place].name: place for place in places}
    made_of = {name: source_of(document, n, document.parses[n].scored[choice.metric]) for name, n in parses.items()}
    return (yield from between(beside_with_p(beside, made_of, rounds), 0.5, 1.0))


def why_not_versus(document: Document | None) -> str:
    """Why no two parses can be compared, as a sentence; empty if they can."""
    if document is None:
        return "Open a gold file and two parses of it."
    if document.blind is not None:
        return HIDDEN
    if document.adjudicated:
        return "None of the annotators' files is the gold, so that none mends or breaks what another one has."
    return ONE_PARSE if len(document.parses) < 2 else ""


def versus_questions(document: Document) -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """What can be asked of two parses: what has to be right, with its title, and by what it is told apart, titled."""
    asked: dict[str, tuple[str, Mapping[str, str]]] = {}
    if any(metric.of_words is not None for metric in document.metrics):
        titles = {"right_both": "Heads and relations", "right_head": "Heads", "right_label": "Relations"}
        asked = {name: (titles[name], {by: f"by {by}" for by in OF_WORDS}) for name in RIGHT}
    # The facts of metrics of words say nothing that the words do not.
    by_facts = {"label": "by label", "length": "by length"}
    return asked | {metric.name: (metric.title, by_facts) for metric in document.metrics if metric.of_words is None}


def versus(document: Document, a: int, b: int, what: str, by: str, rounds: Rounds | None = None) -> Steps[Breakdown]:
    """What the parse ``b`` mends and breaks of what ``a`` has, by names of `versus_questions`; tested in ``rounds``."""
    of_words = what in RIGHT
    metric = next(one for one in document.metrics if (one.of_words is not None if of_words else one.name == what))
    names = word_prefixes(parse.name for parse in document.parses)
    parses = {names[document.parses[place].name]: document.parses[place].treebank for place in (a, b)}
    right = what if of_words else "right_both"
    return (yield from versus_steps(metric, document.gold, parses, [by], right, rounds=rounds))[by]
