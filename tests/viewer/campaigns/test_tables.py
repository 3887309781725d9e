"""The tables and plots of a campaign.

Also tests `breakdowns`, `plots`, `scores`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from goldleaf.core.campaigns.comparisons import WORDS
from goldleaf.core.campaigns.jobs import here
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import Results
from goldleaf.core.errors import OptionError
from goldleaf.viewer.campaigns import TABLES, tables, titled
from goldleaf.viewer.campaigns.breakdowns import plots
from goldleaf.viewer.tables import FORMATS, Table, encode, save
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, run, written

ABOUT = '[campaign]\nmetrics = "attachment"\noptions = { punctuation = ["exclude", "include"] }\nrounds = 200\n'


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    return folder(tmp_path_factory.mktemp("campaign"))


@pytest.fixture(scope="module")
def results(place) -> Results:
    return run(load(written(place, ABOUT + TREEBANKS + SYSTEMS)), here)


def one(results: Results, name: str) -> Table:
    [table] = tables(results, [name])
    return table


def rows(table: Table) -> dict[str, list[str]]:
    return {cells[0].text: [cell.text + "*" * cell.bold for cell in cells[1:]] for cells in table.written()}


def test_systems_by_treebanks(results):
    table = one(results, "scores")
    assert [column.title for column in table.columns][:3] == ["system", "one", "two"]
    found = rows(table)
    assert [*found] == ["A", "B", "C", "average of systems", "sd"]
    assert found["A"] == ["98.33*", "96.67*", "97.78", "97.50", "1.18", "97.50", "1.18"]
    assert found["B"][:2] == ["96.67*", "93.33*"]
    assert found["C"][:4] == ["83.33", "–", "–", "41.67"]
    assert found["average of systems"][:2] == ["92.78", "95.00"]
    assert "Bold: the best, and those not significantly worse (p at least 0.05" in table.note
    assert "after Holm's correction" in table.note
    assert "attachment|punctuation:exclude|labels:full|goldleaf:" in table.note


def test_the_ranking_has_one_score_and_a_word_for_files(results):
    table = one(results, "ranking")
    found = rows(table)
    assert [*found] == ["A", "B", "C"]
    assert found["A"] == ["1", "97.50*", "98.33*", "96.67*", "2 complete"]
    assert found["B"][:2] == ["1", "95.00*"] and found["C"] == ["3", "41.67", "83.33", "–", "1 complete, 1 absent"]
    assert (
        "500" not in table.note and "200 rounds of shuffling, seed 0, after Holm's correction for 3 pairs" in table.note
    )


def test_where_no_test_can_succeed_the_ranking_has_nothing_bold(place):
    for system, wrong in (("A", 0), ("B", 2)):
        (place / "one" / f"few-{system}.conllx").write_text(conllx(40, wrong), encoding="utf-8")
    treebank = TREEBANKS[: TREEBANKS.index("[[", 2)]
    systems = SYSTEMS.replace("/A.", "/few-A.").replace("/B.", "/few-B.")[: SYSTEMS.rindex("[[") + 8]
    found = one(run(load(written(place, ABOUT + treebank + systems)), here), "ranking")
    assert rows(found) == {"A": ["1", *["100.00"] * 2, "complete"], "B": ["1", *["98.33"] * 2, "complete"]}
    assert [note[:13] for note in found.notes] == ["too few units"]


def test_treebanks_that_a_metric_is_not_for_are_named(place):
    (place / "tree.mrg").write_text("(TOP (S (X a) (X b)))\n", encoding="utf-8")
    text = '[campaign]\nmetrics = ["attachment", "parseval"]\n' + TREEBANKS
    text += '[[treebank]]\nname = "tree"\ngold = "tree.mrg"\n'
    text += '[[system]]\nname = "A"\nparses = { one = "one/A.conllx", two = "two/A.conllx", tree = "tree.mrg" }\n'
    las, f1 = tables(run(load(written(place, text)), here), ["scores"])
    assert "attachment is not for tree." in las.note and "parseval is not for one, two." in f1.note


def test_ranks_under_each_score_and_option(results):
    [table] = tables(results, ["ranks"], ["las", "uas"])
    assert [name for name, _ in table.groups[1:]] == [
        "las",
        "uas",
        "las, punctuation=include",
        "uas, punctuation=include",
    ]
    assert rows(table)["B"][:5] == ["95.00", "2", "95.00", "2", "0"]


def test_scores_of_one_name_are_told_apart_by_their_metrics(place):
    text = ABOUT.replace('"attachment"', '["attachment", "tedeval", "segmentation"]') + TREEBANKS + SYSTEMS
    table = one(run(load(written(place, text)), here), "ranks")
    assert [name for name, _ in table.groups[1:]] == [
        "las",
        "tedeval accuracy",
        "segmentation accuracy",
        "las, punctuation=include",
    ]
    found = rows(table)
    assert found["A"][5] == "100.00" and found["A"][2] not in ("100.00", found["A"][0])
    assert found["A"][8] == "98.12"


def test_only_what_compares_is_bold_and_optional_ones_count_in_no_average(place):
    text = ABOUT + TREEBANKS.replace('"one/gold.conllx"\n', '"one/gold.conllx"\noptional = true\n')
    text += '[[system]]\nname = "A"\nparses = "{treebank}/A.conllx"\ngroup = "g"\n'
    table = one(run(load(written(place, text)), here), "scores")
    assert [column.title for column in table.columns] == ["system", "two", "(one)"]
    assert rows(table) == {"A": ["96.67", "98.33"]}
    assert table.blocks == {0: "g"}


def test_runs_are_blocks_with_drops(place):
    for scenario, wrong in (("gold", 0), ("raw", 10)):
        (place / f"one-{scenario}.conllx").write_text(conllx(40, wrong), encoding="utf-8")
    text = ABOUT + '[[run]]\nscenario = "gold"\n[[run]]\nscenario = "raw"\n'
    text += TREEBANKS[: TREEBANKS.index("[[treebank]]", 5)]
    text += '[[system]]\nname = "A"\nparses = "{treebank}-{scenario}.conllx"\n'
    table = one(run(load(written(place, text)), here), "scores")
    assert table.blocks == {0: "gold", 1: "raw", 2: "raw less gold"}
    assert [row[1].text for row in table.written()] == ["100.00", "91.67", "-8.33"]


def test_what_could_not_be_scored_has_a_note(place):
    (place / "bad.conllx").write_text("1\ta\n", encoding="utf-8")
    text = ABOUT + TREEBANKS + SYSTEMS.replace('"{treebank}/C.conllx"', '{ one = "bad.conllx", two = "two/A.conllx" }')
    table = one(run(load(written(place, text)), here), "scores")
    marks = {cells[0].text: [cell.mark for cell in cells[1:3]] for cells in table.written()}
    assert marks["C"] == ["a", ""]
    assert [*table.notes] == ["broken"]


def test_a_system_without_figures_is_a_row_of_dashes(place):
    (place / "bad.conllx").write_text("1\ta\n", encoding="utf-8")
    text = ABOUT + TREEBANKS + SYSTEMS.replace('"{treebank}/C.conllx"', '{ one = "bad.conllx" }')
    table = one(run(load(written(place, text)), here), "scores")
    assert rows(table)["C"] == ["–"] * 5
    assert [cell.mark for cell in table.written()[2][1:3]] == ["a", ""]


def test_a_system_that_is_for_another_run_has_no_row_in_this_one(place):
    for scenario in ("gold", "raw"):
        (place / f"one-{scenario}.conllx").write_text(conllx(40), encoding="utf-8")
    text = ABOUT + '[[run]]\nscenario = "gold"\n[[run]]\nscenario = "raw"\n' + TREEBANKS
    text += '[[system]]\nname = "A"\nparses = "{treebank}-{scenario}.conllx"\n'
    text += '[[system]]\nname = "B"\nparses = { one = { gold = "one-gold.conllx" } }\n'
    text += '[[system]]\nname = "C"\nscenario = "gold"\nparses = "{treebank}/A.conllx"\n'
    table = one(run(load(written(place, text)), here), "scores")
    raw = next(row for row, title in table.blocks.items() if title == "raw")
    systems = [cells[0].text for cells in table.written()]
    assert {*systems[:raw]} >= {"A", "B", "C"}
    assert systems[raw : raw + 2] == ["A", "B"] and "C" not in systems[raw:]


def test_systems_that_a_metric_is_not_for_have_no_row(place):
    (place / "tree.mrg").write_text("(TOP (S (X a) (X b)))\n", encoding="utf-8")
    text = '[campaign]\nmetrics = ["attachment", "parseval"]\n' + TREEBANKS
    text += '[[treebank]]\nname = "tree"\ngold = "tree.mrg"\n[[treebank]]\nname = "alone"\ngold = "tree.mrg"\n'
    text += '[[system]]\nname = "A"\nparses = { one = "one/A.conllx" }\n'
    text += '[[system]]\nname = "T"\nparses = { tree = "tree.mrg" }\n'
    las, f1 = tables(run(load(written(place, text)), here), ["scores"])
    assert [*rows(las)] == ["A"] and [*rows(f1)] == ["T"]
    assert "Nothing is scored of two, alone: it is in no average." in las.note


def test_nothing_is_bold_where_no_test_can_succeed(place):
    for name, wrong in (("none", 0), ("five", 5), ("six", 6), ("all", 40), ("every", 40)):
        (place / f"one/{name}.conllx").write_text(conllx(40, wrong), encoding="utf-8")

    wrong = conllx(40).replace("\t2\tdet", "\t3\tx").replace("\t0\troot", "\t1\tx").replace("\t2\tobj", "\t1\tx")
    (place / "one/other.conllx").write_text(wrong, encoding="utf-8")

    def column(gold: str, *systems: str) -> list[str]:
        text = f'{ABOUT}[[treebank]]\nname = "t"\ngold = "one/{gold}.conllx"\n'
        text += "".join(f'[[system]]\nname = "{name}"\nparses = "one/{name}.conllx"\n' for name in systems)
        table = one(run(load(written(place, text)), here), "scores")
        notes = {mark: note.partition(":")[0] for note, mark in table.notes.items()}
        cells = [row[1] for row in table.written()[: len(systems)]]
        return [f"{cell.text}{'*' * cell.bold}{notes.get(cell.mark, '')}" for cell in cells]

    assert column("gold", "none", "five") == ["100.00", "95.83too few units"]
    assert column("gold", "none", "six") == ["100.00*", "95.00"]
    assert column("gold", "none", "five", "six") == ["100.00*", "95.83too few units", "95.00"]
    assert column("other", "all", "every") == ["0.00", "0.00too few units"]


def test_pooled_figures_are_of_the_same_words_for_all_systems(results):
    [roots] = tables(results, ["roots"])
    assert rows(roots) == {
        "A": ["60", "100.00", "100.00", "100.00"],
        "B": ["60", "100.00", "100.00", "100.00"],
        "C": ["–"] * 4,
    }
    of_systems, of_treebanks = tables(results, ["tags"])
    assert rows(of_systems) == {"X": ["180", "97.78", "95.56", "–"]}
    assert "A dash: the system lacks treebanks that others have" in roots.note and roots.note == of_systems.note
    assert rows(of_treebanks) == {"X": ["180", "92.78", "95.00"]}
    absent = "No figures, and 0 in averages: C on two absent."
    assert of_treebanks.note == f"Of each treebank by the systems that have parsed it.\n{absent}"


def test_averages_by_domain_say_where_they_are_over_fewer_treebanks(place):
    text = ABOUT + TREEBANKS.replace("gold =", 'domain = "news"\ngold =') + SYSTEMS
    table = one(run(load(written(place, text)), here), "domains")
    assert [cells[1].mark for cells in table.written()] == ["", "", "a"]


def test_a_treebank_in_three_runs_is_not_three(place):
    for scenario in ("a", "b", "c"):
        for treebank in ("one", "two"):
            (place / treebank / f"{scenario}.conllx").write_text(conllx(20, 3), encoding="utf-8")
    text = ABOUT + "".join(f'[[run]]\nscenario = "{scenario}"\n' for scenario in "abc") + TREEBANKS
    text += '[[system]]\nname = "A"\nparses = "{treebank}/{scenario}.conllx"\n'
    found = [*tables(run(load(written(place, text)), here), ["correlations", "difficulty"], ["las", "uas"])]
    assert found == [], "two treebanks are too few, in however many runs"


def test_the_campaigns_title_is_written_with_its_tables(place):
    found = run(
        load(written(place, ABOUT.replace("rounds", 'title = "SPMRL & friends"\nrounds') + TREEBANKS + SYSTEMS)), here
    )
    made = [*titled(found, tables(found))]
    save(place / "all.html", made)
    save(place / "all.tex", made)
    page = (place / "all.html").read_text(encoding="utf-8")
    assert "<title>SPMRL &amp; friends: LAS (attachment)</title>" in page
    assert r"\caption{SPMRL \symbol{38} friends: LAS (attachment)}" in (place / "all.tex").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_all_tables_are_written_in_all_formats(results, name):
    found = [*tables(results)]
    assert len({table.title for table in found}) == len(found) >= 8
    assert encode(name, found)


def test_a_campaign_without_figures_has_no_tables(place):
    text = ABOUT + TREEBANKS + '[[system]]\nname = "A"\nparses = { one = "gone.conllx" }\n'
    nothing = run(load(written(place, text)), here)
    assert [table.title for table in tables(nothing)] == ["Properties of the golds", "By system and treebank"]
    assert [*plots(nothing)] == []


def test_scores_that_no_treebank_can_have_are_an_error(place):
    text = '[campaign]\nmetrics = ["attachment", "parseval"]\nscores = ["f1"]\n' + TREEBANKS
    text += '[[system]]\nname = "A"\nparses = { one = "one/A.conllx", two = "two/A.conllx" }\n'
    with pytest.raises(OptionError, match=r"scores: f1: no treebank here has any of them; there are las, uas"):
        [*tables(run(load(written(place, text)), here))]


def test_what_there_is_not_is_said(results):
    with pytest.raises(OptionError, match="--table x: no such table; there are scores, ranking, domains"):
        [*tables(results, ["x"])]
    with pytest.raises(OptionError, match="--score x: no such score here; there are las, uas"):
        [*tables(results, ["scores"], ["x"])]
    assert {"scores", "ranks", "extremes", "tags"} <= {*TABLES}


def test_treebanks_are_bubbles_as_large_as_many_systems_submitted(results):
    [(name, plot)] = plots(results)
    assert name == "las"
    [series] = plot.series
    assert [(point.label, point.size) for point in series.points] == [("one", 3), ("two", 2)]
    assert [point.x for point in series.points] == [40 * 4 / 4, 20 * 4 / 4]
    assert series.points[1].y == pytest.approx((58 + 56) / 120)


def test_bubbles_are_where_the_training_file_of_their_run_has_them(place):
    """SPMRL 2013, Figure 2: a treebank has a bubble for each size of training; what is unseen differs with it, too."""
    for name, sentences, form in (("full", 60, "a"), ("5k", 10, "x")):
        (place / f"train-{name}.conllx").write_text(conllx(sentences).replace("\ta\t", f"\t{form}\t"), encoding="utf-8")
    one = 'gold = "one/gold.conllx"\n'
    text = ABOUT + TREEBANKS.replace(one, f'{one}train = "train-{{training}}.conllx"\n')
    files = 'one = { full = "one/A.conllx", 5k = "one/B.conllx" }, two = { full = "two/A.conllx", 5k = "two/B.conllx" }'
    text += f'[[system]]\nname = "A"\nparses = {{ {files} }}\n[[run]]\ntraining = "full"\n[[run]]\ntraining = "5k"\n'
    found = run(load(written(place, text)), here)
    [(_, plot)] = plots(found)
    points = {(series.name, point.label): point.x for series in plot.series for point in series.points}
    assert points == {("full", "one"): 60, ("full", "two"): 20, ("5k", "one"): 10, ("5k", "two"): 20}
    _, trains, *_ = tables(found, ["properties"])
    assert [column.name for column in trains.columns][2:] == ["one full", "one 5k"]
    unseen = [found.properties_of("gold", name)["one"]["unseen_forms_share"] for name in ("full", "5k")]
    assert unseen == [0, pytest.approx(1 / 3)]
    forms = {pair.submission.run.training: pair.found.frames[WORDS].filter(table="form") for pair in found.pairs[:2]}
    assert {name: sorted(own["value"]) for name, own in forms.items()} == {"full": ["seen"], "5k": ["seen", "unseen"]}
