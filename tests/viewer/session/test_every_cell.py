"""Every cell of every table of the errors dock opens exactly the sentences that it counts.

What a cell counts is told by `cells` from groups of the rows that its table is made of; what its condition finds by the
filter's language, all conditions of a parse evaluated together. That they find in the window what they find here is in
`test_breakdowns`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from goldleaf.core.analysis.breakdown.versus import RIGHT, TOTAL
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.breakdowns import breakdown, breakdown_of_all, choices, versus, versus_questions
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
from tests.core import trees
from tests.viewer.session.cells import (
    OUTCOMES,
    Conditions,
    OfFacts,
    OfRepairs,
    OfWords,
    outcomes_of_facts,
    outcomes_of_words,
)

DEMO = Path(__file__).parents[3] / "assets" / "demo"
ENGLISH = trees.SHARED / "english"
SENTENCES = 120  # of real files


def opened(*paths, metrics=tuple(METRICS)):
    return loaded(request_of([*paths]), [create(name) for name in metrics], metrics)


def counter(document, choice, table, parse, known):
    """What tells the sentences of a table's cells; made once for what it looks into."""
    metric = next(one for one in document.metrics if one.name == choice.metric)
    of_repairs = table.name.startswith("constituent-")
    key = "words" if metric.breaks_down == "words" else "repairs" if of_repairs else metric.name
    if (key, parse) not in known:
        known[key, parse] = (
            OfWords(document, parse)
            if key == "words"
            else OfRepairs(finished(document.tables.errors(parse)).table)
            if of_repairs
            else OfFacts(document.tables.facts(parse, metric.name))
        )
    found = known[key, parse]
    if table.name == "specific_errors":
        found.tell(table.frame)
    return found


def cells_of(table):
    """Each row as a mapping, each column, and the condition of the cell."""
    for number, row in enumerate(table.frame.iter_rows(named=True)):
        for column in table.frame.columns:
            yield row, column, table.condition(number, column)


def is_figure(table, column):
    counts = table.frame[column].dtype.is_integer() and column not in table.keys
    return (
        counts
        and column not in ("error", "kinds", "position", "brackets", "number", "repairs")
        and not is_of_sentence(table)
    )


def is_of_sentence(table):
    return table.name.startswith("sentences_")


def check_table(choice, table, counted, conditions, parse):
    """All cells of the table of a parse; returns how many there are."""
    cells = 0
    for row, column, condition in cells_of(table):
        found = conditions.sentences(condition, parse)
        expected = counted.of(table.name, row, column)
        cells += 1
        if expected is None:
            assert {*found.tolist()} == {row["number"] - 1}, (choice, column, row)
            continue
        assert np.array_equal(found, expected), (choice, column, row, condition)
        if is_figure(table, column):
            assert len(found) == row[column], (choice, column, row)
    return cells


def check_side_by_side(choice, table, own, conditions):
    """A figure of a parse opens what the parse's own opens, a difference what either opens; returns how many there are.

    Whichever parse is chosen, that is so: the conditions name theirs, and are looked up as those of that parse.
    """
    numbers, seen, cells = {name: number for number, name in enumerate(own)}, set(), 0
    for group in table.groups[1:]:
        for figure in group.frame.columns:
            column = f"{group.name}\n{figure}"
            for row in range(table.frame.height):
                condition, places = table.condition(row, column), [(name, table.rows[name][row]) for name in group.of]
                cells += 1
                if any(place is None for _, place in places):
                    assert not condition and table.frame[column][row] is None
                    continue
                parts = tuple((own[name].condition(place, figure), numbers[name]) for name, place in places)
                if (condition, parts) not in seen:
                    seen.add((condition, parts))
                    expected = np.unique(np.concatenate([conditions.sentences(*part) for part in parts]))
                    found = [conditions.sentences(*one) for one in conditions.own(condition)]
                    assert np.array_equal(np.unique(np.concatenate(found)), expected), (choice, condition)
    return cells


def check(document, least):
    """All cells of all tables of each parse, and of all parses side by side."""
    conditions, known, cells = Conditions(document), {}, 0
    for choice in choices(document, 0):
        own = {one.name: finished(breakdown(document, n, choice)) for n, one in enumerate(document.parses)}
        for parse, table in enumerate(own.values()):
            for _, _, condition in cells_of(table):
                conditions.ask(condition, parse)
        for parse, table in enumerate(own.values()):
            cells += check_table(choice, table, counter(document, choice, table, parse, known), conditions, parse)
        if len(own) > 1:
            cells += check_side_by_side(choice, finished(breakdown_of_all(document, choice)), own, conditions)
    assert cells > least


@pytest.mark.slow
@pytest.mark.parametrize("files", [("gold", "parse", "conllu"), ("trees-gold", "trees-parse", "mrg")])
def test_every_cell_of_the_demo(files):
    gold, parse, ending = files
    check(opened(DEMO / f"{gold}.{ending}", DEMO / f"{parse}.{ending}"), 3000)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("others", "metrics"),
    [
        (("parse-b", "parse-raw"), ("attachment",)),
        (("parse-raw",), ("segmentation", "ud", "columns")),
        (("parse-b",), ("tedeval", "induction", "clustering", "enhanced")),  # thousands of classes where words differ
    ],
)
def test_every_cell_of_english(tmp_path, others, metrics):
    names = ("gold", "parse", *others)
    paths = trees.beginnings(tmp_path, [ENGLISH / f"{name}.conllu" for name in names], SENTENCES)
    check(opened(*paths, metrics=metrics), 1500)


@pytest.fixture
def two_of_demo(tmp_path):
    """The demo's parse with some labels changed, beside it."""
    other = tmp_path / "other.conllu"
    text = (DEMO / "parse.conllu").read_text(encoding="utf-8")
    other.write_text(text.replace("\tnmod\t", "\tobj\t"), encoding="utf-8")
    return opened(DEMO / "gold.conllu", DEMO / "parse.conllu", other)


def check_versus(document, least):
    """All cells of all tables of the first two parses."""
    conditions, cells = Conditions(document), 0
    for what, (_, ways) in versus_questions(document).items():
        metric = next((one for one in document.metrics if one.name == what), None)
        treebanks = [one.treebank for one in document.parses[:2]]
        facts = outcomes_of_facts(metric, document.gold, treebanks) if metric is not None else []
        for by in ways:
            table = finished(versus(document, 0, 1, what, by))
            for _, _, condition in cells_of(table) if what in RIGHT else ():
                conditions.ask(condition, 1)
            groups = grouped(facts if metric is not None else outcomes_of_words(document, what, by), table)
            for row, column, condition in cells_of(table):
                cells += 1
                rows = expected_of(groups, table, row, column)
                if what in RIGHT:
                    assert np.array_equal(conditions.sentences(condition, 1), rows), (what, by, row, column)
                else:
                    numbers = [int(one) - 1 for one in re.findall(r"\d+", condition)]
                    assert [one for one in numbers if one >= 0] == sorted({*rows}), (what, by, row, column)
                if column not in table.keys:
                    assert row[column] == (len(rows) if column != "net" else row["fixed"] - row["broken"])
    assert cells > least


def grouped(told, table):
    """The sentences of each class, and of all, by what became of what is in them."""
    found, names = defaultdict(list), table.keys
    for one in told:
        for key in (tuple(one[name] for name in names), None):
            found[key, one["outcome"]].append(one["sentence"])
    return found


def expected_of(groups, table, row, column):
    """The sentences of what has one of the outcomes that a column is about, and is of the row's class."""
    key = None if row[table.keys[0]] == TOTAL else tuple(row[name] for name in table.keys)
    every = column in (*table.keys, "words", "facts")
    wanted = OUTCOMES.values() if every else ("fixed", "broken") if column == "net" else (column,)
    return sorted(sentence for outcome in wanted for sentence in groups[key, outcome])


@pytest.mark.slow
def test_every_cell_of_two_parses_of_the_demo(two_of_demo):
    check_versus(two_of_demo, 500)


@pytest.mark.shared
def test_every_cell_of_two_parses_of_english(tmp_path):
    paths = [ENGLISH / f"{name}.conllu" for name in ("gold", "parse", "parse-b")]
    check_versus(opened(*trees.beginnings(tmp_path, paths, SENTENCES), metrics=("attachment", "tedeval")), 500)


@pytest.mark.shared
def test_every_cell_of_two_parses_of_faroese(tmp_path):
    paths = [trees.SHARED / "faroese" / f"{name}.mrg" for name in ("gold", "parse-e1", "parse-ei0")]
    check_versus(opened(*trees.beginnings(tmp_path, paths, SENTENCES), metrics=("parseval", "tedeval")), 500)
