"""Every parse against every gold, and against sets of golds.

Also tests `viewer.theories`.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files

import pytest

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import compared, load, opened
from goldleaf.core.campaigns.experiment_matrix import MEASURES, MatrixPlace, as_object, matrix_steps
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.tables import Cell
from goldleaf.viewer.theories import matrix_table

ROUNDS = Rounds(200)
NAMES = ("content heads", "function heads", "constituents")


@pytest.fixture(scope="module")
def theories():
    with as_file(files("goldleaf.assets").joinpath("demo", "theories")) as folder:
        yield opened(load(folder / "theories.toml"))


@pytest.fixture(scope="module")
def tedeval():
    return create("tedeval", words="false")


@pytest.fixture(scope="module")
def found(theories, tedeval):
    return finished(matrix_steps(theories, tedeval, ROUNDS))


def test_the_rows_are_all_sets_of_golds(found):
    assert [len(golds) for golds in found.golds] == [1, 1, 1, 2, 2, 2, 3]
    assert found.golds[3] == NAMES[:2]
    assert dict(found.parses) == {name: name for name in NAMES}


def test_attachment_is_that_of_each_pair_of_dependencies(found, theories):
    for one in compared(theories, create("tedeval"))["attachment"]:
        for score in ("las", "uas"):
            cell = found.cells[MatrixPlace((one["gold"],), one["name"], "attachment", score)]
            assert cell.score.value == one[score]
    assert found.cell(("constituents",), "content heads", ("attachment", "las")) is None
    assert found.cell(("constituents",), "constituents", ("parseval", "f1")).score.value == pytest.approx(26 / 29)


def test_a_single_gold_forgives_nothing_and_all_golds_what_compare_forgives(found, theories, tedeval):
    for one in compared(theories, tedeval)["experiments"]:
        name = one["name"]
        for kind, golds in (("single", (name,)), ("multiple", NAMES)):
            for score in ("accuracy", "accuracy_unlabeled"):
                assert found.cells[MatrixPlace(golds, name, "tedeval", score)].score.value == one[kind][score]


def test_two_golds_judge_the_parses_made_after_them(found, theories, tedeval):
    alone = opened([one.experiment for one in theories[:2]])
    for one in compared(alone, tedeval)["experiments"]:
        cell = found.cells[MatrixPlace(NAMES[:2], one["name"], "tedeval", "accuracy")]
        assert cell.score.value == one["multiple"]["accuracy"]
    assert found.cell(NAMES[:2], "constituents", ("tedeval", "accuracy")) is None


def test_the_best_and_what_is_not_worse_are_marked(found):
    for golds in found.golds:
        for measure in MEASURES:
            cells = [cell for name in NAMES if (cell := found.cell(golds, name, measure)) is not None]
            if len(cells) > 1:
                top = max(cell.score.value for cell in cells)
                assert [cell.best for cell in cells] == [cell.score.value == top for cell in cells]
                assert all(cell.not_worse for cell in cells if cell.best)
    las = {(golds, one.a, one.b): one for golds, one in found.comparisons if one.score == "las"}
    one = las[("content heads",), "content heads", "function heads"]
    other = found.cells[MatrixPlace(("content heads",), "function heads", "attachment", "las")]
    assert one.significant and not other.not_worse


def test_nothing_is_bold_where_parses_differ_in_too_few_sentences(found):
    cells = {name: found.cells[MatrixPlace(NAMES[:1], name, "attachment", "uas")] for name in NAMES[:2]}
    assert [(cell.best, cell.too_few, cell.not_worse) for cell in cells.values()] == [
        (True, False, True),
        (False, True, False),
    ]
    uas, las = (
        [one if isinstance(one, Cell) else Cell(one) for one in row[2:4]] for row in matrix_table(found).rows[:2]
    )
    assert [cell.bold for cell in uas] == [False, False] and uas[1].note.startswith("too few units")
    assert [cell.bold for cell in las] == [True, False]


def test_theories_that_are_the_same_do_not_differ(theories, tedeval):
    first = theories[0]
    twins = [first._replace(experiment=replace(first.experiment, name=name)) for name in ("one", "two")]
    bare = replace(first.gold, other_golds=())
    twins = [one._replace(gold=replace(bare, other_golds=(bare,))) for one in twins]
    found = finished(matrix_steps(twins, tedeval, ROUNDS))
    assert {one.difference for _, one in found.comparisons} == {0.0} and {one.p for _, one in found.comparisons} == {
        1.0
    }
    assert all(cell.best for cell in found.cells.values())
    single, common = (
        found.cells[MatrixPlace(golds, "one", "tedeval", "accuracy")] for golds in (("one",), ("one", "two"))
    )
    assert single.score == common.score


def test_its_object_holds_all(found):
    said = as_object(found)
    assert len(said["figures"]) == len(found.cells) and len(said["comparisons"]) == len(found.comparisons)
    assert {"golds", "parse", "metric", "score", "value", "best", "not_worse"} <= {*said["figures"][0]}
    assert said["golds"][-1] == {"golds": [*NAMES], "generalized": True}
