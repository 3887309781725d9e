"""The cells of the agreement of parses list the sentences in which the two differ, as do bars of every parse."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.metrics import create
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.plots.colors import colors_of
from goldleaf.viewer.plots.drawing import draw_heat_map
from goldleaf.viewer.plots.of_scores import Plotted, agreement, by_arc_length, error_mass
from goldleaf.viewer.session.breakdowns import source_of
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import document_of, loaded
from goldleaf.viewer.session.request import request_of
from tests.core.trees import treebank

DEMO = Path(__file__).parents[3] / "assets" / "demo"


@pytest.fixture(
    params=[("gold.conllu", "parse.conllu", "attachment"), ("trees-gold.mrg", "trees-parse.mrg", "parseval")]
)
def opened(request, tmp_path):
    """A gold and two parses, the second with other labels, and the metric that scores them."""
    gold, parse, name = request.param
    other = tmp_path / f"other.{gold.rpartition('.')[2]}"
    text = (DEMO / parse).read_text(encoding="utf-8")
    other.write_text(text.replace("\tnmod\t", "\tobj\t").replace("(VP ", "(XP "), encoding="utf-8")
    return loaded(request_of([DEMO / gold, DEMO / parse, other]), [create(name)], (name,))


def plotted(document):
    [metric] = document.metrics
    prefixes = word_prefixes(one.name for one in document.parses)
    return [
        Plotted(one.name, source_of(document, n, one.scored[metric.name]), n == 0, prefixes[one.name])
        for n, one in enumerate(document.parses)
    ]


def test_each_figure_lists_the_sentences_in_which_the_two_differ(opened):
    [metric] = opened.metrics
    treebanks = [opened.gold, *(one.treebank for one in opened.parses)]
    plot = finished(agreement(plotted(opened)))
    assert {(cell.row, cell.column) for cell in plot.cells} == {(0, 0), (1, 0), (1, 1)} and "click" in plot.note
    targets = draw_heat_map(plot, Figure().add_subplot(), colors_of(load("light")), 8.5)
    assert targets[0].text == f"{opened.parses[0].name} · gold · {plot.cells[0].text}"
    for cell in plot.cells:
        counts = score(metric, treebanks[cell.column], treebanks[cell.row + 1]).counts
        wrong = [n for n, one in enumerate(counts[metric.differences]) if one]
        assert finished(filtered(opened, cell.condition, 0)).rows.tolist() == wrong, cell
        assert wrong


@pytest.mark.parametrize("table", ["", "error_classes"])
def test_the_errors_of_every_parse_are_listed(opened, table):
    if table and opened.metrics[0].name != "attachment":
        table = ""
    plot = finished(error_mass(plotted(opened), table))
    assert plot.title.endswith("error classes" if table else "error mass")
    for parse, series in enumerate(plot.series):
        assert series.points
        for point in series.points:
            found = finished(filtered(opened, point.condition, 0)).rows
            assert len(found) if point.x else True
            assert (f"{series.name}_" in point.condition) is (parse > 0)


def test_without_names_of_columns_there_is_nothing_to_list(opened):
    bare = [one._replace(prefix="", chosen=False) for one in plotted(opened)]
    assert not any(cell.condition for cell in finished(agreement(bare)).cells)


def test_lengths_of_arcs_are_those_of_the_table():
    gold = treebank(" ".join(["a/X/0/root", *["b/X/1/x"] * 12]))
    document = finished(document_of(gold, {"p": gold}, [create("induction")], ["induction"]))
    source = source_of(document, 0, document.parses[0].scored["induction"])
    plot = finished(by_arc_length([Plotted("p", source, chosen=True)]))
    assert plot.x.names[-2:] == ("9", "10 and more")
    last = plot.series[0].points[-2:]
    assert [(point.x, point.label) for point in last] == [(8, "1 in 1 sentence"), (9, "3 in 1 sentence")]
    assert {point.low for point in last} == {None}, "one sentence says nothing of others"
