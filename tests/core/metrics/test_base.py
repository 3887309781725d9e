"""What all metrics share: names, options, signatures.

Also tests `core.metrics`.
"""

from __future__ import annotations

import pytest

from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.metrics import BY_DEFAULT, METRICS, candidates, create, create_each, fitting
from goldleaf.core.metrics.base import is_called, plain_name
from goldleaf.core.version import VERSION
from tests.core.metrics.phrases import phrases
from tests.core.trees import treebank


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_declares_what_the_rest_relies_on(name):
    metric = create(name)
    assert metric.name == name
    assert metric.title
    assert metric.source
    assert metric.ratios
    assert metric.columns
    assert all(option.default in option.choices and option.help for option in metric.options)


def test_the_signature_names_every_choice():
    assert create("attachment").signature == f"attachment|punctuation:exclude|labels:full|goldleaf:{VERSION}"
    chosen = create("attachment", labels="universal", punctuation="include").signature
    assert chosen == f"attachment|punctuation:include|labels:universal|goldleaf:{VERSION}"


def test_an_option_may_take_other_values_than_its_choices():
    assert create("mwe", dep_cpd="mwe,flat").chosen["dep_cpd"] == "mwe,flat"
    with pytest.raises(OptionError, match="dep_cpd : no such choice"):
        create("mwe", dep_cpd="")


def test_metrics_apply_to_structures():
    tree, arcs = phrases("(S (N a))"), treebank("a/N/0/root")
    assert {name for name in METRICS if create(name).applies(tree)} >= {"parseval", "leaf-ancestor", "mwe"}
    assert {name for name in METRICS if create(name).applies(arcs)} >= {"attachment", "mwe"}
    assert not create("parseval").applies(arcs) and not create("attachment").applies(tree)
    assert BY_DEFAULT == ("attachment", "parseval", "tedeval", "semantic", "sdp", "parseme")


def test_unknown_metrics_options_and_choices_are_refused():
    with pytest.raises(OptionError, match="--metric bleu: no such metric; there are attachment"):
        create("bleu")
    with pytest.raises(
        OptionError, match="attachment has no option colour; it has punctuation, punctuation_is, labels"
    ):
        create("attachment", colour="red")
    with pytest.raises(OptionError, match="punctuation maybe: no such choice; attachment has exclude, include"):
        create("attachment", punctuation="maybe")


def test_what_fits_is_chosen_of_what_need_not_be_asked_for():
    tree, arcs = phrases("(S (N a))"), treebank("a/N/0/root")
    metrics = [create(name) for name in METRICS]

    def names(gold, *parses):
        return [metric.name for metric in fitting(metrics, gold, parses)]

    assert names(arcs) == names(arcs, arcs) == ["attachment", "tedeval"]
    assert names(tree) == ["parseval", "tedeval"]
    assert names(arcs, tree) == ["tedeval"]
    assert {create(name).name for name in candidates()} >= {"attachment", "parseval", "tedeval", "segmentation"}
    with pytest.raises(PairError, match="not the kind of trees"):
        fitting([create("attachment")], arcs, [tree])
    assert fitting([create("parseval")], arcs) == ()
    assert fitting([create("segmentation")], arcs) == ()  # it is for words that no tree is of


def test_each_metric_has_the_choices_that_it_allows():
    made = create_each(["attachment", "leaf-ancestor"], {"errors": "penalize", "labels": "universal"})
    assert [metric.chosen["errors"] for metric in made] == ["align", "penalize"]
    assert made[0].chosen["labels"] == "universal"
    with pytest.raises(OptionError, match="errors forgive: no such choice; attachment has align, stop"):
        create_each(["attachment", "leaf-ancestor"], {"errors": "forgive"})


@pytest.mark.parametrize(
    ("metric", "name", "title"),
    [
        ("attachment", "las", "LAS"),
        ("attachment", "la_precision", "LA precision"),
        ("attachment", "exact_match_unlabeled", "Exact unlab."),
        ("attachment", "non_scoring", "Not scored"),
        ("parseval", "f1", "F1"),
        ("parseval", "two_or_less_crossing", "≤ 2 crossing"),
        ("tedeval", "single_exact_match", "Single exact match"),
        ("semantic", "sem_unlabeled_f1", "SEM unlabeled F1"),
        ("columns", "lemma", "Lemma"),
        ("ud", "clas.aligned_accuracy", "CLAS aligned accuracy"),
        ("mwe", "f_mwe_pos", "F mwe pos"),
        ("induction", "ned_2", "NED 2"),
        ("clustering", "vi", "VI"),
    ],
)
def test_scores_and_counts_have_titles(metric, name, title):
    assert METRICS[metric].title_of(name) == title


@pytest.mark.parametrize(
    ("metric", "score", "names"),
    [
        ("attachment", "las", ["las", "las.f1", "attachment.las"]),
        ("attachment", "las_precision", ["las_precision", "las.precision", "attachment.las.precision"]),
        ("ud", "las.f1", ["las", "las.f1", "ud.las", "ud.las.f1"]),
        ("ud", "las.precision", ["las.precision", "las_precision", "ud.las_precision"]),
        ("parseval", "f1", ["f1", "parseval.f1"]),
    ],
)
def test_a_score_has_one_name_in_all_metrics(metric, score, names):
    assert all(is_called(metric, score, name) for name in names)
    others = ["uas", "las.recall", "f1", "las", "las.precision", "columns.las", "ud.f1", "precision"]
    assert not any(is_called(metric, score, name) for name in {*others} - {*names})


def test_no_metric_has_two_scores_of_one_name():
    for name, metric in METRICS.items():
        assert len({plain_name(score) for score in metric().ratios}) == len(metric().ratios), name
