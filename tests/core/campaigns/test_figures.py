"""Averages, ranks, drops and correlations: against the papers' tables, by hand, and against scipy.

Also tests `breakdown`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.properties import property_frame
from goldleaf.core.campaigns.breakdown import of_scores, pearson, spearman, with_properties
from goldleaf.core.campaigns.description import Run
from goldleaf.core.campaigns.results import (
    by_treebank,
    changes,
    drops,
    extremes,
    of_domains,
    of_systems,
    of_treebanks,
    runs_before,
)
from goldleaf.core.metrics.base import Combined
from tests.core.campaigns.support import figures

PAPERS = Path(__file__).resolve().parents[3].parent / "shared" / "papers"
needs_papers = pytest.mark.skipif(not PAPERS.is_dir(), reason="the papers are not here")


def table_5() -> tuple[pl.DataFrame, dict[str, tuple[float, float]], list[list[float]]]:
    """CoNLL-X, Table 5: the figures, the totals and SDs of systems, and the averages and SDs of treebanks."""
    text = (PAPERS / "conll-x-shared-task.txt").read_text(encoding="utf-8")
    start = text.index("Ar Ch Cz Da Du Ge Ja Po Sl Sp Sw Tu Tot")
    head, *lines = text[start : text.index("Table 5: Labeled", start)].splitlines()
    names = [name for name in head.split() if name not in ("Tot", "SD")]
    rows, totals, below = [], {}, []
    for line in lines:
        system, *cells = line.split()
        values = [float(cell.lstrip("a")) for cell in cells]
        if system in ("Av", "SD"):
            below.append(values)
            continue
        totals[system] = (values[12], values[13])
        values = [*values[:12], values[14]]
        rows += [
            {"system": system, "treebank": name, "value": value / 100, "optional": name == "Bu"}
            for name, value in zip(names, values, strict=True)
            if value
        ]
    return figures(rows), totals, below


@needs_papers
def test_averages_are_those_of_conll_x():
    frame, totals, (average, deviation) = table_5()
    found = {row["system"]: row for row in of_systems(frame).iter_rows(named=True)}
    assert len(totals) == 19
    for system, (total, sd) in totals.items():
        assert 100 * found[system]["average"] == pytest.approx(total, abs=0.11), system
        assert 100 * found[system]["sd"] == pytest.approx(sd, abs=0.11), system
    assert found["Shi"]["treebanks"] == 6
    assert 100 * found["Shi"]["soft_average"] == pytest.approx(68.35, abs=0.05)
    by_treebank_ = of_treebanks(frame)
    assert [*(100 * by_treebank_["average"]).round(1)] == pytest.approx(average, abs=0.11)
    assert [*(100 * by_treebank_["sd"]).round(1)] == pytest.approx(deviation, abs=0.11)
    assert found["McD"]["rank"] == 1 and found["Shi"]["rank"] == 19


@needs_papers
def test_changes_of_ranks_are_those_of_conll_x():
    text = (PAPERS / "conll-x-shared-task.txt").read_text(encoding="utf-8")
    text = text[text.index("LAS unlabeled label acc.") : text.index("Table 6: Differences")]
    # Signs other than + are lost in the text: ? stands for −.
    line = re.compile(r"^(\S+) ([\d.]+) [abc]?(=|[+?]\d) ([\d.]+) [abc]?(=|[+?]\d) ([\d.]+)$", re.MULTILINE)
    rows, said = [], {}
    for system, las, own, uas, other, la in line.findall(text):
        for score, value in (("las", las), ("uas", uas), ("la", la)):
            rows.append({"system": system, "treebank": "T", "score": score, "value": float(value) / 100})
        said[system] = [int(one.replace("=", "0").replace("?", "-")) for one in (own, other)]
    assert len(said) == 19
    averages = of_systems(figures(rows))
    found = changes(averages, [("attachment", score) for score in ("las", "uas", "la")])
    ours = {
        system: [found.filter(system=system, score=score)["change"].item() for score in ("uas", "la")]
        for system in said
    }
    # Figures of one digit have ties that the paper's did not.
    differing = {system for system in said if ours[system] != said[system]}
    assert differing <= {"Yur", "Liu", "Dre", "Bic", "Wu", "Can", "Niv", "Cha", "Cor", "Che", "Car"}
    assert ours["Att"] == said["Att"] == [4, 0] and ours["Sch"] == said["Sch"] == [0, 3]


@needs_papers
def test_averages_are_those_of_spmrl():
    text = (PAPERS / "spmrl-2013-shared-task.txt").read_text(encoding="utf-8")
    text = text[text.index("1) gold setting / full training set\t") :]
    names = ["Arabic", "Basque", "French", "German", "Hebrew", "Hungarian", "Korean", "Polish", "Swedish"]
    rows, said = [], {}
    for line in text.splitlines()[1:7]:
        system, *cells = line.split("\t")
        said[system] = float(cells.pop())
        values = zip(names, cells, strict=True)
        rows += [{"system": system, "treebank": name, "value": float(one) / 100} for name, one in values if one]
    found = {row["system"]: 100 * row["average"] for row in of_systems(figures(rows)).iter_rows(named=True)}
    assert found == pytest.approx(said, abs=0.01)
    assert of_systems(figures(rows)).filter(system="CADIM")["treebanks"].item() == 1


def row(system: str, treebank: str, value: float | None, **more: object) -> dict[str, object]:
    return {"system": system, "treebank": treebank, "value": value, **more}


def test_what_nobody_has_a_figure_for_is_not_absent():
    frame = figures([row("A", "x", 0.5), row("B", "x", 0.7), row("A", "y", None)])
    assert [*of_systems(frame).sort("system")["average"]] == [0.5, 0.7]
    assert of_systems(frame).schema["total"] == pl.Float64  # of which nobody has any


def test_all_words_together_only_where_nothing_is_absent():
    frame = figures(
        [
            row("A", "x", 0.5, right=1, total=2),
            row("A", "y", 1.0, right=8, total=8),
            row("B", "x", 0.5, right=1, total=2),
        ]
    )
    assert [*of_systems(frame).sort("system")["total"]] == [0.9, None]


def test_all_words_together_where_words_differ_count_once():
    frame = figures([row("A", "x", 0.5, right=10, total=20, doubled=True), row("A", "y", 0.9, right=9, total=10)])
    assert of_systems(frame)["total"].item() == pytest.approx((5 + 9) / 20)


def test_all_words_together_of_what_is_made_of_other_scores():
    rows = [row("A", "x", 0.5, score="p", right=1, total=2), row("A", "x", 0.25, score="r", right=1, total=4)]
    rows += [row("A", "y", 1.0, score="p", right=8, total=8), row("A", "y", 0.75, score="r", right=3, total=4)]
    rows += [row("A", name, 0.6, score="m", made_of=json.dumps(Combined(("p", "r"), harmonic=True))) for name in "xy"]
    found = {one["score"]: one["total"] for one in of_systems(figures(rows)).iter_rows(named=True)}
    assert found["m"] == pytest.approx(2 * 0.9 * 0.5 / (0.9 + 0.5))


def test_what_differs_by_rounding_only_has_one_rank():
    frame = figures([row("A", name, value) for name, value in zip("xyz", (0.1, 0.2, 0.3), strict=True)])
    other = figures([row("B", name, value) for name, value in zip("xyz", (0.3, 0.2, 0.1), strict=True)])
    assert [*of_systems(pl.concat([frame, other]))["rank"]] == [1, 1]
    assert [*figures([row("A", "x", 0.1 + 0.2), row("B", "x", 0.3)])["rank"]] == [1, 1]


def test_an_average_of_errors_is_not_helped_by_absence():
    frame = figures([row(*one, percent=False) for one in (("A", "x", 2.0), ("A", "y", 4.0), ("B", "x", 1.0))])
    found = of_systems(frame).sort("system")
    assert [*found["average"]] == [3.0, None]
    assert [*found["rank"]] == [1, None]
    assert [*frame.filter(treebank="x").sort("system")["rank"]] == [2, 1]


def test_ranks_in_groups_and_on_treebanks():
    rows = [row("A", "x", 0.9), row("B", "x", 0.8), row("C", "x", 0.8), row("A", "y", 0.1), row("B", "y", 0.3)]
    frame = figures([{**one, "group": "g" if one["system"] != "A" else "h"} for one in rows])
    averages = of_systems(frame)
    assert dict(averages.select("system", "rank").iter_rows()) == {"A": 2, "B": 1, "C": 3}
    assert dict(averages.select("system", "group_rank").iter_rows()) == {"A": 1, "B": 1, "C": 2}
    found = by_treebank(frame, averages).filter(treebank="x").sort("system")
    assert [*found["rank"]] == [1, 2, 2]
    assert [*found["change"]] == [1, -1, 1]


def test_two_best_and_two_worst_treebanks_but_none_twice():
    frame = figures([row("A", name, value) for name, value in zip("vwxyz", (0.1, 0.5, 0.3, 0.2, 0.4), strict=True)])
    found = extremes(frame).sort("place", descending=True)
    assert [*found.select("place", "treebank").iter_rows()] == [(2, "z"), (1, "w"), (-1, "v"), (-2, "y")]
    three = extremes(figures([row("A", name, value) for name, value in (("x", 1.0), ("y", 0.0), ("z", 0.5))]))
    assert {*three["treebank"]} == {"x", "y"}
    assert extremes(figures([row("A", "x", 1.0)])).is_empty()


def test_drops_are_from_one_run_to_another():
    frame = figures(
        [row("A", "x", 0.9, scenario="gold"), row("A", "x", 0.7, scenario="raw"), row("B", "x", 0.5, scenario="raw")]
    )
    found = drops(frame, Run("gold"), Run("raw"))
    assert dict(found.select("system", "difference").iter_rows()) == {"A": pytest.approx(-0.2)}


def test_runs_are_compared_along_one_axis_at_a_time():
    names = [("gold", "full"), ("gold", "5k"), ("predicted", "full"), ("predicted", "5k"), ("raw", "1k")]
    runs = [Run(*one) for one in names]
    before = {one.name: [other.name for other in runs_before(one, runs)] for one in runs}
    assert before == {
        "gold, full": [],
        "gold, 5k": ["gold, full"],
        "predicted, full": ["gold, full"],
        "predicted, 5k": ["gold, 5k", "predicted, full"],
        "raw, 1k": [],
    }


def test_what_could_not_be_scored_counts_as_what_is_absent():
    rows = [
        row("A", "x", 0.5, right=1, total=2),
        row("A", "y", None, failed=True),
        row("B", "x", 0.7, right=7, total=10),
    ]
    found = of_systems(figures([*rows, row("B", "y", None, failed=True)])).sort("system")
    assert [*found["average"]] == [0.25, 0.35], "though nobody has a figure there"
    assert [*found["soft_average"]] == [0.5, 0.7]
    assert [*found["total"]] == [None, None]


def test_what_is_optional_is_in_no_comparison_of_treebanks():
    values = (("v", 0.9, True), ("w", 0.1, False), ("x", 0.2, False), ("y", 0.4, False), ("z", 0.7, False))
    rows = [row("A", name, value, optional=optional) for name, value, optional in values]
    rows += [row("A", name, value / 2, optional=optional, score="uas") for name, value, optional in values]
    frame = figures(rows)
    assert "v" not in {*extremes(frame)["treebank"]} and "v" not in {*by_treebank(frame, of_systems(frame))["treebank"]}
    assert [*of_scores(frame, [("attachment", "las"), ("attachment", "uas")])["n"]] == [4]
    properties = property_frame({name: {"words": place} for place, (name, _, _) in enumerate(values)})
    assert [*with_properties(frame, {"gold": properties}, [("attachment", "las")])["n"]] == [4]


def test_averages_by_domain_leave_out_what_is_optional():
    frame = figures(
        [row("A", "x", 0.9, domain="d"), row("A", "y", 0.7, domain="d"), row("A", "z", 0.1, domain="d", optional=True)]
    )
    assert of_domains(frame)["average"].item() == pytest.approx(0.8)


values = st.lists(st.integers(-5, 5), min_size=3, max_size=12)


@given(st.data())
def test_correlations_are_those_of_scipy(data):
    from scipy import stats

    one = np.array(data.draw(values), dtype=float)
    other = np.array(data.draw(st.lists(st.integers(-5, 5), min_size=len(one), max_size=len(one))), dtype=float)
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        assert pearson(one, other) is spearman(one, other) is None
        return
    assert pearson(one, other) == pytest.approx(stats.pearsonr(one, other).statistic, abs=1e-9)
    assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other).statistic, abs=1e-9)


def test_scores_are_correlated_over_what_has_both():
    rows = [row("A", name, value) for name, value in (("x", 0.1), ("y", 0.2), ("z", 0.4), ("q", 0.9))]
    rows += [row("A", name, value, score="uas") for name, value in (("x", 0.2), ("y", 0.3), ("z", 0.5))]
    found = of_scores(figures(rows), [("attachment", "las"), ("attachment", "uas")])
    assert found.rows() == [("attachment las", "attachment uas", 3, pytest.approx(1.0), pytest.approx(1.0))]


def test_scores_are_correlated_with_properties_that_differ():
    frame = figures([row("A", name, value) for name, value in (("x", 0.1), ("y", 0.2), ("z", 0.4))])
    sizes = (("x", 3), ("y", 2), ("z", 1))
    properties = property_frame({name: {"words": size, "tags": 1, "format": name} for name, size in sizes})
    found = with_properties(frame, {"gold": properties, "train": properties[:2]}, [("attachment", "las")])
    assert [*found.select("b", "n", "spearman").iter_rows()] == [
        ("words", 3, pytest.approx(-1.0)),
        ("train: words", 2, None),
    ]


def test_changes_of_ranks_are_from_the_first_score():
    rows = [row(system, "x", value) for system, value in (("A", 0.9), ("B", 0.8), ("C", 0.7))]
    rows += [row(system, "x", value, score="uas") for system, value in (("A", 0.7), ("B", 0.8), ("C", 0.9))]
    found = changes(of_systems(figures(rows)), [("attachment", "las"), ("attachment", "uas")])
    assert found.filter(score="las")["change"].to_list() == [0, 0, 0]
    assert dict(found.filter(score="uas").select("system", "change").iter_rows()) == {"A": -2, "B": 0, "C": 2}


def test_figures_keep_the_order_of_what_was_submitted():
    names = [f"{number}" for number in range(60)]
    frame = figures([row(name, "x", 0.5, domain=f"d{name}", score=score) for name in names for score in ("las", "uas")])
    for table in (of_systems(frame), of_domains(frame)):
        assert table.select("system", "score").rows() == [(name, score) for name in names for score in ("las", "uas")]


def test_averages_have_the_deviation_of_a_sample():
    for values in ([0.9, 0.6, 0.6], [0.9, 0.6]):
        found = of_systems(figures([row("A", f"{number}", value) for number, value in enumerate(values)]))
        assert found["average"].to_list() == pytest.approx([mean(values)])
        assert found["sd"].to_list() == pytest.approx([stdev(values)])
    assert of_systems(figures([row("A", "one", 0.9)]))["sd"].to_list() == [None]
