"""What `goldleaf score` prints: its scores as tables, as text one for each metric, else all in one; which tables
``--breakdown [TABLE]`` asks for, also what one parse fixes and breaks of what another has (``versus``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.metrics.base import Metric, plain_name
from goldleaf.core.results import ScoreChoice, ScoredParse, Tables, Told, nested, table_names
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.tables import Cell, Column, Kind, Table, Value, beside, of_frame
from goldleaf.viewer.text.numbers import percent, plain

if TYPE_CHECKING:
    from goldleaf.core.analysis.breakdown_table import Breakdown
    from goldleaf.core.analysis.metric_tables import TableSource
    from goldleaf.core.analysis.significance import Rounds, ScoreTest

F1 = ".f1"
MOST_COLUMNS = 8  # that a terminal of 80 characters has room for


def as_text(results: Sequence[ScoredParse | Told], choice: ScoreChoice) -> Iterator[Table]:
    """A table for each metric, a row a parse, with the signature under it. With many figures each has a row."""
    for name, first in results[0].scored.items():
        if any("." in score for score in first.ratios):
            for result in results:
                scored = result.scored[name]
                figures = nested({key: {"value": one.value} for key, one in scored.scores(choice.average).items()})
                parts = list(dict.fromkeys(part for values in figures.values() for part in values))
                rows = [[figure, *(percent(values.get(part)) for part in parts)] for figure, values in figures.items()]
                rows += [["compared", f"{scored.share}"]] if f"{scored.share}" else []
                title = f"{scored.metric.title}: {result.name}"
                yield _table(title, ["figure", *parts], rows, choice.signature(scored.metric))
            continue
        alike: dict[str, list[ScoredParse | Told]] = {}  # where words differ, figures are others
        for result in results:
            alike.setdefault(choice.signature(result.scored[name].metric), []).append(result)
        for described, some in alike.items():
            yield _of_parses(name, some, choice, described)


def _of_parses(name: str, results: list[ScoredParse | Told], choice: ScoreChoice, note: str) -> Table:
    first = results[0].scored[name]
    named = [(result.name, result.scored[name]) for result in results]
    named += [(f"{own}, {part}", one) for own, scored in named for part, one in scored.subsets().items()]
    rows = []
    for own, scored in named:
        values = scored.scores(choice.average).items()
        scores = (percent(one.value) if scored.ratios[key].percent else plain(one.value) for key, one in values)
        rows.append([own, *scores, *(f"{count:,}" for count in scored.reported().values())])
    headings = ["parse", *first.ratios, *first.metric.reported]
    if any(f"{scored.share}" for _, scored in named):  # what is over fewer sentences is no figure of all
        headings.append("compared")
        rows = [[*row, f"{scored.share}" or "all"] for row, (_, scored) in zip(rows, named, strict=True)]
    if len(headings) > MOST_COLUMNS:
        headings, *rows = ([*row] for row in zip(headings, *rows, strict=True))
    return _table(first.metric.title, headings, rows, note)


def _table(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], note: str) -> Table:
    columns = [Column(name, kind=Kind.FIGURE if number else Kind.TEXT) for number, name in enumerate(headings)]
    return Table(title, columns, rows, note)


def score_table(results: Sequence[ScoredParse | Told], choice: ScoreChoice, tests: Sequence[ScoreTest] = ()) -> Table:
    """The scores of all parses as one table, a row a parse, the metrics side by side; of precision, recall and F1 of
    many figures the last. The best of each score is bold, where several have it under the same choices, and what
    ``tests`` of each two parses do not find to differ from it."""
    if len(results) > 1:  # of one alone nothing is the best, and what tests need takes its time to load
        from goldleaf.core.analysis.significance import BOLD, BOLD_TESTED, standing_out
    columns, of_columns, notes = [Column("parse")], [], []
    for name, first in results[0].scored.items():
        parted = any(F1 in score for score in first.ratios)
        for score, ratio in first.ratios.items():
            if score.endswith(F1) or not parted:
                kind = Kind.SHARE if ratio.percent else Kind.FIGURE
                title = first.metric.title_of(score.removesuffix(F1))
                columns.append(Column(f"{name}.{plain_name(score)}", title, kind, first.metric.title, unique=True))
                of_columns.append((name, score, ratio.higher_is_better))
        notes += [choice.signature(result.scored[name].metric) for result in results]
    figures = [
        [result.scored[name].scores(choice.average)[score].value for name, score, _ in of_columns] for result in results
    ]
    rows: list[list[Value | Cell]] = [[result.name] for result in results]
    for (name, score, more), values in zip(of_columns, zip(*figures, strict=True), strict=True):
        alike = len({choice.signature(result.scored[name].metric) for result in results}) == 1
        made = {one.name: (alike or one.name, value) for one, value in zip(results, values, strict=True)}
        bold = standing_out(made, more=more, score=(name, score), tests=tests) if len(results) > 1 else ()
        for row, result, value in zip(rows, results, values, strict=True):
            row.append(Cell(value, bold=result.name in bold))
    named = [(f"{one.name} ({name})", scored.share) for one in results for name, scored in one.scored.items()]
    shares = [f"{who}: {share} compared" for who, share in named if f"{share}"]
    is_bold = any(cell.bold for row in rows for cell in row if isinstance(cell, Cell))
    legend = [BOLD_TESTED if tests else BOLD] if is_bold else []
    return Table("Scores", columns, rows, "\n".join([*legend, *shares, *dict.fromkeys(notes)]))


OPTION = "--breakdown"
ALL = "all"
OF_TRAINING = "seen,classes"  # what there is of words, and of expressions
# The tables of the first parse against the others, which are there beside those of each; see `versus_tables`
VERSUS = "versus"


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments with ``--breakdown`` and its table as one; without a table it is of all. What stands behind it is a
    table if there are tables of these names, or near them where no file is; else a file."""
    made: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == OPTION:
            from goldleaf.core.analysis.search.query import hint

            known = {ALL, VERSUS, *table_names()}
            names = {*rest[0].split(",")} if rest and not rest[0].startswith("-") else set()
            is_file = any("." in name or Path(name).exists() for name in names)
            near = not is_file and all(name in known or hint(name, known) for name in names)
            named = bool(names) and (names <= known or near)
            argument = f"{OPTION}={rest.pop(0) if named else ALL}"
        elif argument == "--":
            return [*made, argument, *rest]
        made.append(argument)
    return made


def wanted_tables(breakdown: str | None, used: Sequence[Metric]) -> frozenset[str]:
    """The names of the tables that are asked for. Raises OptionError for those that the metrics do not have."""
    if breakdown is None:
        return frozenset()
    there = table_names(used)
    asked = there if breakdown == ALL else [name for name in breakdown.split(",") if name != VERSUS]
    if breakdown == OF_TRAINING:
        asked = [name for name in asked if name in there]
    for name in asked:
        check_among(OPTION, name, (*there, VERSUS), "table")
    return frozenset(asked)


def versus_tables(
    parses: Sequence[ScoredParse], gold: Treebank, choice: ScoreChoice, rounds: Rounds | None = None
) -> Iterator[tuple[Table, dict[str, Any]]]:
    """The first parse against each of the others, under every metric that scores both, over the chosen sentences, as
    tables and for JSON; with ``rounds`` their rows are tested. Raises OptionError where there is but one parse."""
    if len(parses) < 2:
        raise OptionError("--breakdown versus: compares the first parse with another; name a second PARSE")
    # What compares takes long to load.
    from goldleaf.core.analysis.breakdown.versus import LABELS, OF_WORDS
    from goldleaf.core.analysis.row_tests import versus_steps
    from goldleaf.core.analysis.sides.sentence_table import word_prefixes

    first, *others = parses
    for name, other in ((name, other) for name in first.scored for other in others if name in other.scored):
        metric, pair = first.scored[name].metric, (first, other)
        named = dict(zip(word_prefixes(one.name for one in pair).values(), (one.parse for one in pair), strict=True))
        by_facts = ("label", "length") if {*LABELS} & {*metric.key} else ("length",)
        by = OF_WORDS if metric.of_words is not None else by_facts
        only = [rows for one in pair if (rows := choice.rows(gold, one.parse)) is not None]
        made = finished(versus_steps(metric, gold, named, by, only=only, rounds=rounds))
        for own, table in made.items():
            about = {"metric": metric.name, "a": first.name, "b": other.name, "by": own, "title": table.title}
            title = f"{metric.title}: {table.title} (A: {first.name}, B: {other.name})"
            whole = {**about, "note": table.note, "rows": table.frame.to_dicts()}
            yield of_frame(title, table.frame, table.note), whole


def tables_beside(
    tables: Mapping[str, Tables], sources: Mapping[tuple[str, str], TableSource], rounds: Rounds | None = None
) -> Iterator[tuple[str, Breakdown]]:
    """The tables of the parses, by the metrics' names; those of several parses in one, with ``rounds`` tested. They are
    made of ``sources``, by the names of parse and metric."""
    for metric, own in next(iter(tables.values()), {}).items():
        from goldleaf.core.analysis.breakdown_table import side_by_side
        from goldleaf.core.analysis.row_tests import beside_with_p  # where there are none, not waited for

        for number, first in enumerate(own):
            if len(tables) < 2:
                yield metric, first
                continue
            both = side_by_side({parse: of[metric][number] for parse, of in tables.items()}, lambda where, _: where)
            made_of = {parse: sources[parse, metric] for parse in tables}
            yield metric, both if rounds is None else finished(beside_with_p(both, made_of, rounds))


def breakdown_tables(shown: Iterable[tuple[str, Breakdown]]) -> Iterator[Table]:
    """Tables of `tables_beside` as they are printed."""
    for _, table in shown:
        if groups := getattr(table, "groups", ()):
            yield beside(table.title, [(group.name, group.frame) for group in groups], table.note)
        else:
            yield of_frame(table.title, table.frame, table.note)
