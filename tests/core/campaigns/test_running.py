"""A campaign scored: the figures of `score`, kept and taken up again, whoever does the work.

Also tests `breakdown`, `jobs`, `results`.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.analysis.significance import Rounds, holm
from goldleaf.core.campaigns import jobs as work
from goldleaf.core.campaigns.breakdown import accuracies, broken_down, roots
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.campaigns.description import Gold, JobResult, Measure, Reading, moved
from goldleaf.core.campaigns.jobs import SCHEMA, PairJob, cluster, here, processes
from goldleaf.core.campaigns.reading import load
from goldleaf.core.campaigns.results import as_object, of_systems
from goldleaf.core.campaigns.running import Cache, running_steps
from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.results import ScoreChoice, ScoredParse
from goldleaf.core.steps import finished
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, conllx, folder, run, written

ABOUT = '[campaign]\nmetrics = ["attachment", "tedeval"]\nrounds = 200\n'


@pytest.fixture
def place(tmp_path):
    return folder(tmp_path)


def campaign(place: Path, text: str = ABOUT + TREEBANKS + SYSTEMS):
    return load(written(place, text))


def scored(place: Path, cache: Path | None, text: str = ABOUT + TREEBANKS + SYSTEMS) -> int:
    """How many jobs are done now."""
    steps = running_steps(campaign(place, text), here, cache)
    last = 0
    with closing(steps):
        for step in steps:
            last = step.scored
    return last


def test_figures_are_those_of_score(place):
    found = run(campaign(place), here).figures()
    gold = read(place / "one/gold.conllx")
    for system in "ABC":
        result = ScoredParse.of(
            system, gold, read(place / f"one/{system}.conllx"), [create("attachment")], ScoreChoice()
        )
        for name, score in result.scored["attachment"].scores().items():
            own = found.filter(system=system, treebank="one", measure="attachment", score=name).row(0, named=True)
            assert (own["value"], own["right"], own["total"]) == (score.value, score.right, score.total)


@pytest.mark.parametrize(
    ("average", "right", "total"), [("micro", [1, 3], [3, 3]), ("macro", [pytest.approx(1 / 3), 1], [1, 1])]
)
def test_counts_are_those_of_other_pairs_though_words_differ(tmp_path, average, right, total):
    """F1 counts what is right twice, over the words of both sides; beside other parses it is once, over their mean."""
    gold, parse = tmp_path / "gold.conllx", tmp_path / "parse.conllx"
    gold.write_text(conllx(2), encoding="utf-8")
    parse.write_text(conllx(2, 1).replace("\ta\t", "\tA\t", 1), encoding="utf-8")
    measure = Measure("attachment", average=average)
    counts = PairJob(Gold("one", gold), parse, None, (measure,)).run().frames[measure.name]
    assert (counts["las right"].to_list(), counts["las total"].to_list()) == (right, total)


def test_what_is_not_worse_is_what_significance_says(place):
    found = run(campaign(place), here).figures().filter(treebank="one", score="las")
    rows = {row["system"]: row for row in found.iter_rows(named=True)}
    assert [(rows[name]["rank"], rows[name]["best"], rows[name]["not_worse"]) for name in "ABC"] == [
        (1, True, True),
        (2, False, True),
        (3, False, False),
    ]
    gold = read(place / "one/gold.conllx")
    results = [
        ScoredParse.of(name, gold, read(place / f"one/{name}.conllx"), [create("attachment")], ScoreChoice())
        for name in "ABC"
    ]
    p = {
        (one.b, one.score): one.p
        for one in finished(compared_steps(gold, results, ScoreChoice(), Rounds(200)))
        if one.a == "A"
    }
    assert [rows[name]["p"] for name in "BC"] == holm([p[name, "las"] for name in "BC"]), "of both that were tested"


def test_what_differs_in_too_few_sentences_is_not_tested(place):
    (place / "one/B.conllx").write_text(conllx(40, 5, shift=20), encoding="utf-8")
    (place / "one/A.conllx").write_text(conllx(40), encoding="utf-8")
    rows = {
        row["system"]: row
        for row in run(campaign(place), here).figures().filter(treebank="one", score="las").iter_rows(named=True)
    }
    assert [(rows[name]["too_few"], rows[name]["not_worse"]) for name in "ABC"] == [
        (False, True),
        (True, None),  # of 5 sentences all are worse, and p is 2 in 32 nevertheless
        (False, False),
    ]
    (place / "one/B.conllx").write_text(conllx(40, 6, shift=20), encoding="utf-8")
    own = run(campaign(place), here).figures().filter(treebank="one", score="las", system="B")
    assert own["p"].item() < 0.05


def test_systems_with_other_words_are_tested_as_significance_does(place):
    text = conllx(40, 20).replace("\tc\t", "\tcc\t", 3)
    (place / "one/C.conllx").write_text(text, encoding="utf-8")
    found = run(campaign(place), here).figures().filter(treebank="one", metric="attachment")
    gold = read(place / "one/gold.conllx")
    results = [
        ScoredParse.of(name, gold, read(place / f"one/{name}.conllx"), [create("attachment")], ScoreChoice())
        for name in "AC"
    ]
    p = {
        one.score: one.p for one in finished(compared_steps(gold, results, ScoreChoice(), Rounds(200))) if one.a == "A"
    }
    own = {row["score"]: row["p"] for row in found.filter(system="C").iter_rows(named=True)}
    assert own["las"] == 2 * p["las"] < 0.05, "after Holm, for B is tested, too"
    assert own["uas"] == 2 * p["uas"]


def test_all_parses_of_a_treebank_are_counted_alike_by_tedeval(place, tmp_path):
    (place / "one/C.conllx").write_text(conllx(40, 20).replace("\tc\t", "\tcc\t", 3), encoding="utf-8")
    cache = tmp_path / "cache"
    assert scored(place, cache) == 7 + 2, "A and B once more"
    assert scored(place, cache) == 0
    results = run(campaign(place), here, cache)
    found = results.figures().filter(metric="tedeval", score="accuracy")
    gold = read(place / "one/gold.conllx")
    for system in "ABC":
        metric = create("tedeval", words="true")
        result = ScoredParse.of(system, gold, read(place / f"one/{system}.conllx"), [metric], ScoreChoice())
        own = found.filter(system=system, treebank="one").row(0, named=True)
        assert own["value"] == result.scored["tedeval"].scores()["accuracy"].value
        assert own["best"] or own["p"] is not None
    assert sum("words:true" in one for one in results.signatures()) == 1
    left_open = ABOUT.replace("[campaign]", '[campaign]\noptions = { words = "false" }')
    assert scored(place, None, left_open + TREEBANKS + SYSTEMS) == 7


@pytest.mark.parametrize("weight", ["0.5", "0.9"])
def test_scores_made_of_others_are_tested_and_pooled(place, weight):
    demo = Path(__file__).resolve().parents[3] / "assets/demo"
    text = (
        f'[campaign]\nmetrics = ["semantic"]\nrounds = 200\noptions = {{ semantic_weight = {weight} }}\n'
        '[[treebank]]\nname = "x"\ngold = "gold.conll09"\n'
        '[[treebank]]\nname = "y"\ngold = "gold.conll09"\n'
        '[[system]]\nname = "A"\nparses = { x = "gold.conll09", y = "parse.conll09" }\n'
        '[[system]]\nname = "B"\nparses = { x = "parse.conll09", y = "parse.conll09" }\n'
    )
    for name in ("gold", "parse"):
        (place / f"{name}.conll09").write_bytes((demo / f"roles-{name}.conll09").read_bytes() * 4)
    found = run(campaign(place, text), here).figures()
    gold, parse = (read(place / f"{name}.conll09") for name in ("gold", "parse"))
    results = [
        ScoredParse.of(name, gold, one, [create("semantic", semantic_weight=weight)], ScoreChoice())
        for name, one in (("A", gold), ("B", parse))
    ]
    p = {one.score: one.p for one in finished(compared_steps(gold, results, ScoreChoice(), Rounds(200)))}
    own = found.filter(treebank="x", system="B", score="macro_f1").row(0, named=True)
    assert own["p"] == p["macro_f1"] and own["p"] is not None
    averages = {row["score"]: row for row in of_systems(found).filter(system="B").iter_rows(named=True)}
    assert averages["macro_f1"]["total"] == pytest.approx(own["value"])


def test_a_second_run_scores_nothing(place, tmp_path):
    cache = tmp_path / "cache"
    assert scored(place, cache) == 7
    assert scored(place, cache) == 0
    assert as_object(run(campaign(place), here, cache)) == as_object(run(campaign(place), here))


def test_what_has_changed_is_scored_anew(place, tmp_path):
    cache = tmp_path / "cache"
    scored(place, cache)
    (place / "one/A.conllx").write_text(conllx(40, 1), encoding="utf-8")
    assert scored(place, cache) == 1
    assert (
        scored(place, cache, ABOUT.replace("200", '200\noptions = { punctuation = "include" }') + TREEBANKS + SYSTEMS)
        == 5
    )
    assert scored(place, None) == 7
    renamed = ABOUT + TREEBANKS.replace('"one"', '"uno"') + SYSTEMS.replace("{treebank}", "one")
    renamed = renamed.replace('[[treebank]]\nname = "two"\ngold = "two/gold.conllx"\n', "")
    assert scored(place, cache, renamed) == 0, "names change no figures"


def test_theories_are_kept_too(place, tmp_path):
    text = (
        ABOUT + TREEBANKS + SYSTEMS + '[[experiment]]\nname = "E"\ngold = "one/gold.conllx"\nparse = "one/A.conllx"\n'
    )
    assert scored(place, tmp_path / "cache", text) == 8
    assert scored(place, tmp_path / "cache", text) == 0
    found = run(campaign(place, text), here, tmp_path / "cache")
    assert as_object(found)["theories"]["experiments"][0]["name"] == "E"
    (place / "one/A.conllx").write_text(conllx(40, 1), encoding="utf-8")
    assert scored(place, tmp_path / "cache", text) == 2


def test_small_campaigns_need_no_processes(place, monkeypatch):
    def none(*_):
        raise AssertionError("a pool of processes")

    monkeypatch.setattr(work, "_pool", none)
    jobs = campaign_jobs(place)
    assert sum(done is not None for done in processes()(jobs)) == len(jobs)
    monkeypatch.setattr(work, "SMALL", sum(path.stat().st_size for job in jobs for path in job.paths))
    with pytest.raises(AssertionError, match="a pool"):
        next(done for done in processes()(jobs) if done is not None)
    with pytest.raises(AssertionError, match="a pool"):
        next(done for done in processes(2)(jobs) if done is not None)


def test_notes_have_the_names_of_today(place, tmp_path):
    (place / "one/A.conllx").write_text(
        conllx(40).replace("1\ta\t_\tX\tX\t_\t2", "1\ta\t_\tX\tX\t_\t0"), encoding="utf-8"
    )
    first = run(campaign(place), here, tmp_path / "cache").lines("notes")
    assert any("one/A.conllx: 40 sentences are no trees" in note for note in first)
    (place / "one/A.conllx").rename(place / "one/D.conllx")
    text = ABOUT + TREEBANKS + SYSTEMS.replace("{treebank}/A", "{treebank}/D").replace('"A"', '"D"')
    (note,) = [one for one in run(campaign(place, text), here, tmp_path / "cache").lines("notes") if "no trees" in one]
    assert "one/D.conllx: 40 sentences are no trees" in note


@pytest.mark.slow
def test_a_damaged_cache_is_no_obstacle(place, tmp_path):
    cache = tmp_path / "cache"
    scored(place, cache)
    for path in cache.rglob("*.zip"):
        path.write_bytes(b"PK nonsense")
    assert scored(place, cache) == 7
    kept = Cache(cache)
    kept.put("key", JobResult({"a": 1}, {"b, c=/d\\e": pl.DataFrame({"f": [2]})}))
    found = kept.get("key")
    assert found is not None and found.about == {"a": 1} and found.frames["b, c=/d\\e"]["f"].to_list() == [2]
    (file,) = cache.rglob("key.zip")
    file.write_bytes(bytes(32) + file.read_bytes()[32:])
    assert kept.get("key") is None, "others have written it"
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert scored(place, tmp_path / "file") == 7


def test_one_bad_file_does_not_stop_the_others(place):
    (place / "one/A.conllx").write_text("1\ta\n", encoding="utf-8")
    text = ABOUT + TREEBANKS + SYSTEMS.replace('"{treebank}/C.conllx"', '{ two = "gone.conllx", one = "one/C.conllx" }')
    results = run(campaign(place, text), here)
    failed = results.figures().filter("failed", score="las").select("system", "treebank", "value")
    assert {*failed.iter_rows()} == {("A", "one", None), ("C", "two", None)}
    assert {(one["system"], one["treebank"]) for one in as_object(results)["figures"]} == {
        *(("B", "one"), ("C", "one"), ("A", "two"), ("B", "two"))
    }
    assert len(results.errors) == 2
    assert "one/A.conllx:1: broken: " in results.errors[0]
    assert "gone.conllx: cannot be read: No such file or directory" in results.errors[1]
    bad = {(one["system"], one["treebank"]): one["error"] for one in as_object(results)["pairs"] if "error" in one}
    assert bad == {("A", "one"): results.errors[0], ("C", "two"): results.errors[1]}
    assert {*broken_down(results).select("system", "treebank").iter_rows()} == {
        ("B", "one"), ("C", "one"), ("A", "two"), ("B", "two")
    }  # fmt: skip


def test_sentences_that_a_parse_lacks_do_not_differ_in_words(place):
    lines = (place / "one/A.conllx").read_text(encoding="utf-8").replace("\tb\t", "\tbb\t")
    (place / "one/A.conllx").write_text(lines, encoding="utf-8")
    blocks = (place / "one/gold.conllx").read_text(encoding="utf-8").split("\n\n")
    (place / "one/B.conllx").write_text("\n\n".join(blocks[:-3]) + "\n\n", encoding="utf-8")
    notes = run(campaign(place), here).lines("notes")
    assert any("one/A.conllx" in note and "words" in note for note in notes), notes
    assert not [note for note in notes if "one/B.conllx" in note and "words" in note], notes


def test_who_has_failed_is_said_though_another_file_has_the_same_content(place, tmp_path):
    (place / "two/C.conllx").write_bytes((place / "two/B.conllx").read_bytes().replace(b"\tc\t", b"\td\t"))
    (place / "two/B.conllx").write_bytes((place / "two/C.conllx").read_bytes())
    text = ABOUT.replace("200", "200\noptions = { attachment = { errors = 'stop' } }")
    first = run(campaign(place, text + TREEBANKS + SYSTEMS), here, tmp_path / "cache").errors
    assert [f"two/{name}.conllx" in error for name, error in zip("BC", first, strict=True)] == [True, True]
    assert run(campaign(place, text + TREEBANKS + SYSTEMS), here, tmp_path / "cache").errors == first


def test_metrics_that_are_not_for_the_files_are_left_out(place):
    (place / "tree.mrg").write_text("(TOP (S (X a) (X b)))\n", encoding="utf-8")
    text = '[campaign]\nmetrics = ["attachment", "parseval"]\n' + TREEBANKS
    text += '[[treebank]]\nname = "tree"\ngold = "tree.mrg"\n'
    text += '[[system]]\nname = "A"\nparses = { one = "one/A.conllx", tree = "tree.mrg", two = "tree.mrg" }\n'
    results = run(campaign(place, text), here)
    assert {*results.figures().select("treebank", "metric").iter_rows()} == {
        ("one", "attachment"),
        ("tree", "parseval"),
    }
    [error] = results.errors
    assert "none of the metrics compares brackets with conllx" in error


def test_why_there_is_no_figure_is_said(place):
    text = ABOUT.replace('"tedeval"', '"mwe", "enhanced"') + TREEBANKS + SYSTEMS
    results = run(campaign(place, text), here)
    assert {*results.figures().filter(metric="mwe")["value"]} == {None}
    said = [note for note in results.lines("notes") if "one/A.conllx" in note]
    assert any("mwe: there is nothing to score" in note for note in said), said


def test_the_first_words_are_whole_sentences(place):
    text = ABOUT + TREEBANKS.replace('"one/gold.conllx"\n', '"one/gold.conllx"\nfirst_words = 9\n') + SYSTEMS
    results = run(campaign(place, text), here)
    own = results.figures().filter(system="A", treebank="one", measure="attachment", score="las")
    assert own["total"].item() == 9  # three sentences of three words, and their punctuation
    assert results.pairs[0].found.about["gold"]["words"] == 12


def test_long_sentences_are_left_out_where_that_is_said(place):
    (place / "one/gold.conllx").write_text(conllx(1) + "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    (place / "one/A.conllx").write_text((place / "one/gold.conllx").read_text(encoding="utf-8"), encoding="utf-8")
    text = '[campaign]\nmetrics = ["attachment", "tedeval"]\nmax_length = { attachment = 1 }\n'
    text += TREEBANKS[: TREEBANKS.index("[[treebank]]", 5)] + '[[system]]\nname = "A"\nparses = "one/A.conllx"\n'
    results = run(campaign(place, text), here)
    assert results.figures().filter(score="las")["total"].item() == 1
    assert "max-length:1" in results.signatures()[0] and "max-length" not in results.signatures()[1]


def test_parts_of_figures_add_up(place):
    (place / "train.conllx").write_text(conllx(1).replace("c\t", "x\t"), encoding="utf-8")
    text = ABOUT + TREEBANKS.replace('"one/gold.conllx"\n', '"one/gold.conllx"\ntrain = "train.conllx"\n') + SYSTEMS
    results = run(campaign(place, text), here)
    parts = broken_down(results)
    tags = accuracies(parts, "tag", "system").filter(system="A").row(0, named=True)
    assert (tags["value"], tags["words"]) == ("X", 180)
    assert tags["las"] == pytest.approx(1 - 4 / 180)
    forms = accuracies(parts, "form", "system").filter(system="C")
    assert {row["value"]: (row["words"], row["las"]) for row in forms.iter_rows(named=True)} == {
        "seen": (80, 1.0),
        "unseen": (40, 0.5),
    }
    assert roots(parts).filter(system="A").select("words", "recall", "precision", "label_recall").row(0) == (
        60,
        1,
        1,
        1,
    )


def test_words_that_a_parse_does_not_have_are_wrong_in_tables_by_tag(place):
    other = conllx(40).replace("\tc\t", "\tcc\t", 10).replace("2\tb\t", "2\tbb\t", 5)
    (place / "one/C.conllx").write_text(other, encoding="utf-8")
    parts = broken_down(run(campaign(place), here)).filter(system="C", treebank="one")
    assert parts.filter(table="tag").select("words", "right_both").row(0) == (120, 120 - 10 - 5 - 5)
    # Five roots have no partner, and the parse has five of its own.
    assert parts.filter(table="root").select("words", "right_head", "parse_words").row(0) == (40, 35, 40)


def test_other_golds_give_single_and_multiple_figures(place):
    text = (
        ABOUT + TREEBANKS.replace('"one/gold.conllx"\n', '"one/gold.conllx"\nother_golds = "one/B.conllx"\n') + SYSTEMS
    )
    found = run(campaign(place, text), here).figures()
    scores = {*found.filter(treebank="one", metric="tedeval")["score"]}
    assert {"accuracy", "single_accuracy"} <= scores
    assert "las" in {*found.filter(treebank="one")["score"]}


@pytest.mark.slow
def test_processes_give_the_same(place):
    assert as_object(run(campaign(place), processes(2))) == as_object(run(campaign(place), here))


@pytest.mark.slow
def test_a_dask_cluster_gives_the_same(place, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local:
        found = run(campaign(place), cluster(local.scheduler_address), tmp_path / "cache")
    assert as_object(found) == as_object(run(campaign(place), here))
    assert scored(place, tmp_path / "cache") == 0


@pytest.mark.parametrize(
    ("error", "said"), [(OSError("timed  out\nafter all"), "timed out after all"), (TimeoutError(), "TimeoutError")]
)
def test_a_scheduler_that_does_not_answer_is_an_error(place, monkeypatch, error, said):
    distributed = pytest.importorskip("distributed")

    def client(address, **options):
        assert (address, options["set_as_default"]) == ("nonsense", False), "others' work goes elsewhere"
        raise error

    monkeypatch.setattr(distributed, "Client", client)
    with pytest.raises(OptionError, match=f"--scheduler nonsense: cannot be reached: {said}$"):
        run(campaign(place), cluster("nonsense"))


def test_files_that_options_name_decide_what_comes_out(tmp_path, monkeypatch):
    """Though a file may be called as another option's value."""
    (tmp_path / "include").write_text("", encoding="utf-8")
    (tmp_path / "own.prm").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    gone, named = tmp_path / "gone.prm", tmp_path / "own.prm"
    options = (("punctuation", "include"), ("params", f"{named}"), ("label_map", f"{gone}"))
    job = PairJob(Gold("one", Path("gold")), Path("parse"), None, (Measure("parseval", options),))
    assert job.paths == (Path("gold"), Path("parse"), named)


PARTS = {
    **dict.fromkeys(("scenario", "training", "system", "treebank"), pl.String),
    "optional": pl.Boolean,
    **SCHEMA,
}


def test_optional_treebanks_are_broken_down_on_their_own_only():
    rows = [
        ("", "", "A", name, name == "y", "tag", "N", 10, right, right, right, 10)
        for name, right in (("x", 5), ("y", 9))
    ]
    parts = pl.DataFrame(rows, PARTS, orient="row")
    assert accuracies(parts, "tag", "treebank").select("treebank", "las").rows() == [("x", 0.5), ("y", 0.9)]
    assert accuracies(parts, "tag", "system").select("system", "words", "las").rows() == [("A", 10, 0.5)]


def test_what_is_pooled_keeps_its_order():
    values = [f"{number}" for number in range(60)]
    rows = [("", "", "A", name, False, "tag", value, 1, 1, 1, 1, 1) for name in "xy" for value in values]
    found = accuracies(pl.DataFrame(rows, PARTS, orient="row"), "tag", "system")
    assert found["value"].to_list() == values and found["words"].unique().to_list() == [2]


def test_what_is_done_stays_when_it_is_canceled(place, tmp_path):
    cache = tmp_path / "cache"
    steps = running_steps(campaign(place), here, cache)
    while next(steps).scored < 3:
        pass
    steps.close()
    assert scored(place, cache) == 4


@pytest.mark.slow
def test_canceling_ends_processes_in_the_middle_of_a_job():
    began = time.monotonic()
    steps = processes(2)([_Sleeping(), _Sleeping()])
    while time.monotonic() < began + 3:
        next(steps)
    steps.close()
    assert time.monotonic() < began + 60, "did not wait for the jobs"


@pytest.mark.slow
def test_a_job_that_kills_its_process_is_an_error_of_its_own(place):
    jobs = [_Dying(), *campaign_jobs(place)]
    found = dict(one for one in processes(2)(jobs) if one is not None)
    assert "has died" in found[0]
    assert all(isinstance(found[number], JobResult) for number in range(1, len(jobs)))


@pytest.mark.slow
def test_a_killed_campaign_goes_on_where_it_was(place, tmp_path):
    text = ABOUT + TREEBANKS + SYSTEMS
    written(place, text)
    script = f"""
        from pathlib import Path
        from goldleaf.core.campaigns.reading import load
        from goldleaf.core.campaigns.running import running_steps
        from goldleaf.core.campaigns.jobs import here
        campaign = load(Path({str(place / "campaign.toml")!r}))
        for step in running_steps(campaign, here, Path({str(tmp_path / "cache")!r})):
            if step.scored == 2:
                print("two", flush=True)
                import time; time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"two\n"
        process.send_signal(signal.SIGKILL)
    assert scored(place, tmp_path / "cache") == 5


def test_nothing_is_kept_nowhere():
    cache = Cache(None)
    cache.put("k", JobResult({"a": 1}))
    assert cache.get("k") is None


class _Sleeping:
    """A job without end."""

    paths = (Path("sleeping"),)

    def run(self) -> JobResult:
        time.sleep(300)
        return JobResult({})


class _Dying:
    """A job that ends its process."""

    paths = (Path("dying"),)

    def run(self) -> JobResult:
        os._exit(9)


def campaign_jobs(place: Path):
    from goldleaf.core.campaigns.jobs import PropertiesJob

    return [PropertiesJob(one) for one in campaign(place).treebanks]


def test_each_step_says_how_much_is_done_and_the_last_that_all_is(place):
    steps, scored = [], []
    for step in running_steps(campaign(place), here, None):
        steps.append(step)
        scored.append(sum(pair.found is not None for pair in step.results().pairs))
    done = [step.done for step in steps]
    assert done == sorted(done) and {*done} == {*range(steps[-1].total + 1)}
    assert steps[-1].share == 1.0
    assert scored[0] == 0 and scored == sorted(scored), "results are of the time when they are asked for"
    assert scored[-1] == len(steps[-1].results().pairs)


def test_labels_are_split_as_the_treebank_says(tmp_path):
    """``NP*SBJ`` is an NP with a function where * is the separator, and a label of its own where - is."""
    gold = tmp_path / "gold.mrg"
    gold.write_text("(S (NP*SBJ (N a)) (VP (V b)))\n", encoding="utf-8")
    for separator, functions in (("*", 1), ("-", 0)):
        treebank = Gold("one", gold, reading=Reading("brackets", "utf-8", separator))
        found = PairJob(treebank, gold, None, (Measure("parseval"),)).run()
        assert found.frames["parseval"]["function_accuracy total"].sum() == functions


@pytest.mark.parametrize("metrics", ['["attachment", "tedeval", "semantic"]', '["attachment", "ud"]'])
def test_large_files_are_read_in_parts_with_the_same_figures(place, monkeypatch, metrics):
    """Each part of a few sentences, what is no tree among them, and a predicate."""
    ending = "conll09" if "semantic" in metrics else "conllx"
    demo = Path(__file__).resolve().parents[3] / "assets/demo"
    for side in ("gold", "parse"):
        text = conllx(4000, 900 * (side == "parse")).replace("1\ta\t_\tX\tX\t_\t2", "1\ta\t_\tX\tX\t_\t1", 3)
        text = (demo / f"roles-{side}.conll09").read_text(encoding="utf-8") * 400 if ending == "conll09" else text
        (place / f"{side}.{ending}").write_text(text, encoding="utf-8")
    about = f'[campaign]\nmetrics = {metrics}\nrounds = 10\n[[treebank]]\nname = "T"\ngold = "gold.{ending}"\n'
    text = f'{about}train = "parse.{ending}"\n[[system]]\nname = "A"\nparses = "parse.{ending}"\n'
    whole = run(campaign(place, text), here)

    def refused(*_):
        raise AssertionError("read as a whole")

    monkeypatch.setattr(work, "LARGE", 1)
    monkeypatch.setattr(work, "_read", refused)
    parts = run(campaign(place, text), here)
    assert parts.errors == [] and as_object(parts) == as_object(whole) and parts.properties == whole.properties
    found, other = (one.pairs[0].found.frames for one in (parts, whole))
    assert all(found[name].sort(pl.all()).equals(other[name].sort(pl.all())) for name in other) and {*found} == {*other}


def test_files_that_differ_are_read_as_a_whole(place, monkeypatch):
    (place / "one/B.conllx").write_text(conllx(30), encoding="utf-8")
    (place / "two/A.conllx").write_text(conllx(20).replace("\tc\t", "\tcc\t", 3), encoding="utf-8")
    whole = run(campaign(place), here)
    monkeypatch.setattr(work, "LARGE", 1)
    assert as_object(run(campaign(place), here)) == as_object(whole)


def test_paths_are_absolute_and_mapped_on_a_cluster(place, monkeypatch):
    monkeypatch.chdir(place.parent)
    (place / "own.prm").write_text("LABELED 1\n", encoding="utf-8")
    about = '[campaign]\nmetrics = ["parseval"]\noptions = { params = "own.prm" }\npath_map = { "one" = "/mnt/1" }\n'
    made = load(Path(place.name) / written(place, about + TREEBANKS + SYSTEMS).name)
    first, second = (PairJob.of(made, submission, made.measures) for submission in made.submissions[:2])
    assert moved(first, made.on_worker).paths == (
        Path("/mnt/1/gold.conllx"), Path("/mnt/1/A.conllx"), place / "own.prm"
    )  # fmt: skip
    assert moved(second, made.on_worker).parse == place / "two/A.conllx"
    assert moved(second, replace(made, path_map=[(place, Path("/mnt"))]).on_worker).measures[0].options == (
        ("params", "/mnt/own.prm"),
    )


def test_what_a_cluster_gives_has_the_names_that_files_have_here(place):
    demo = Path(__file__).parents[3] / "assets" / "demo"
    for own in (place / "here", place / "there"):
        own.mkdir()
        for number, name in enumerate(("trees-gold.mrg", "trees-parse.mrg")):
            shutil.copy(demo / name, own)
            (own / f"{'ab'[number]}.prm").write_text(f"LABELED {number}\n", encoding="utf-8")
    about = '[campaign]\nmetrics = ["parseval"]\noptions = { params = ["a.prm", "b.prm"] }\n'
    treebank = '[[treebank]]\nname = "T"\ngold = "trees-gold.mrg"\n'
    text = f'{about}path_map = {{ "." = "{place.as_posix()}/there" }}\n{treebank}'
    made = load(written(place / "here", f'{text}[[system]]\nname = "A"\nparses = "trees-parse.mrg"\n'))
    job = PairJob.of(made, made.submissions[0], made.measures)
    found = work.there(job, {path: made.on_worker(path) for path in job.paths})
    assert {*found.about["measures"]} == {measure.name for measure in made.measures} < {*found.frames}
    assert found.about == json.loads(json.dumps(job.run().about))


@pytest.mark.slow
def test_workers_in_another_folder_find_the_files_or_are_named(place, tmp_path_factory, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0") as local:
        monkeypatch.chdir(place)
        made = load(written(place, ABOUT + TREEBANKS + SYSTEMS).relative_to(place))
        assert as_object(run(made, cluster(local.scheduler_address)))["errors"] == []
        assert as_object(run(made, cluster(local.scheduler_address, None))) == as_object(run(made, here))
        nowhere = replace(made, path_map=[(place / "one", Path("/nowhere"))])
        lost = run(made, cluster(local.scheduler_address, nowhere.on_worker)).errors
    assert lost and all(line.startswith("/nowhere/") and "on the worker tcp://" in line for line in lost)


def test_files_that_are_sent_along_are_all_that_a_job_needs(place, monkeypatch):
    """And nothing tells where they were put."""
    monkeypatch.chdir(place)
    (place / "one/A.conllx").write_text(conllx(38), encoding="utf-8")
    (place / "two/A.conllx").write_text("1\ta\n", encoding="utf-8")
    made = load(written(place, ABOUT + TREEBANKS + SYSTEMS).relative_to(place))
    partly, broken = (PairJob.of(made, one, made.measures) for one in made.submissions[:2])
    sent = {job: [path.read_bytes() for path in job.paths] for job in (partly, broken)}
    whole, error = work.run(partly), work.run(broken)
    shutil.rmtree(place / "one")
    sent_along = work.with_files(partly, partly.paths, *sent[partly])
    assert isinstance(sent_along, JobResult) and isinstance(whole, JobResult)
    assert json.loads(json.dumps(sent_along.about)) == json.loads(json.dumps(whole.about))
    assert work.with_files(broken, broken.paths, *sent[broken]) == error and error.startswith("two/A.conllx:1")


def test_expressions_are_seen_in_what_the_treebank_says_was_learned_from(tmp_path):
    demo = Path(__file__).parents[3] / "assets" / "demo"
    files = {name: (demo / f"expressions-{name}.cupt").as_posix() for name in ("gold", "parse", "train")}
    text = f"""[campaign]
metrics = ["parseme"]
scores = ["unseen_f1"]
[[treebank]]
name = "one"
gold = "{files["gold"]}"
train = "{files["train"]}"
[[system]]
name = "A"
parses = {{ one = "{files["parse"]}" }}
"""
    results = run(load(written(tmp_path, text)), here, None)
    figures = results.figures().filter(pl.col("score").is_in(["seen_f1", "unseen_f1"]))
    assert figures.select("score", "value").rows() == [("seen_f1", 0.8), ("unseen_f1", 0.5)]
