"""Agreement between annotators as people read it."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from goldleaf.core.analysis.agreement import Metrics
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session import agreement_texts as agreement
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request
from tests.viewer.window.windows import GOLD, written

PAIR = SimpleNamespace(
    a="lotte",
    b="nina",
    words=1234,
    figures={"uas": 0.9, "las": 0.8},
    kappa_label=0.75,
    kappa_tag=None,
    layers=pl.DataFrame({"layer": ["head", "tag", "other"], "agreed": [1, 2, 3], "kappa": [None, None, None]}),
    labels=pl.DataFrame({"label": ["a", "b", "c"], "only_a": [1, 0, 0], "only_b": [0, 0, 2]}),
    sentences=pl.DataFrame({"sentence": [1, 2], "disagreements": [0, 1]}),
)


def test_tables_of_two_annotators():
    found = SimpleNamespace(
        annotators=("lotte", "nina"), pairs=[PAIR], alpha={"head": 0.5, "lemma": None}, signatures=[]
    )
    tables = agreement.of_annotators(found)
    assert tables.pairs.rows(named=True) == [
        {"annotators": "lotte – nina", "words": 1234, "uas": 0.9, "las": 0.8, "kappa_label": 0.75, "kappa_tag": None}
    ]
    assert (tables.who, tables.alphas.to_dicts()) == ("2 annotators", [{"heads": 0.5, "lemmas": None}])
    (two,) = tables.each
    assert two.layers.to_dict(as_series=False) == {"layer": ["heads", "tags", "other"], "agreed": [1, 2, 3]}
    assert two.labels["label"].to_list() == ["a", "c"]
    assert two.sentences["sentence"].to_list() == [2]
    found.pairs = [SimpleNamespace(**{**vars(PAIR), "layers": PAIR.layers.clear()})]
    assert agreement.of_annotators(found).each[0].layers.columns == ["layer", "agreed", "kappa"]


def test_headings_and_cells():
    assert agreement.heading("only_a", PAIR) == "only lotte" and agreement.heading("only_b", PAIR) == "only nina"
    assert (agreement.heading("only_a"), agreement.heading("las"), agreement.heading("x")) == ("only_a", "LAS", "x")
    assert agreement.cell("las", 0.5) == agreement.cell("agreed_share", 0.5) == "50.00"
    assert (agreement.cell("kappa_tag", 0.5), agreement.cell("kappa_tag", None)) == ("0.500", "–")
    assert (agreement.cell("words", 1234), agreement.cell("label", "obj")) == ("1,234", "obj")


def test_filters_of_what_differs():
    assert agreement.differing_in("head") == "has(scoring and not right_head)"
    assert agreement.differing_in("label") == "has(scoring and not right_label)"
    assert agreement.differing_in("tag") == "has(gold_tag <> parse_tag)"
    assert "<>" in agreement.with_label("obj") and agreement.with_label("obj").startswith("has(scoring and ")


@pytest.mark.parametrize("adjudicated", [False, True])
def test_annotators_have_the_names_of_their_files_or_their_own(tmp_path, adjudicated):
    gold, parse = written(tmp_path)
    request = Request.of_annotators([gold, parse], ["Lotte", "Nina"])
    metric = create("attachment", punctuation="include")
    document = loaded(request if adjudicated else Request(gold, (parse,), ("x",)), [metric])
    treebanks, names = agreement.annotators(document)
    assert [one.path for one in treebanks] == [str(gold), str(parse)]
    assert names == (["Lotte", "Nina"] if adjudicated else ["gold", "parse"])
    assert Metrics.among(document.metrics).attachment.chosen["punctuation"] == "include"


def test_sentences_of_annotators_are_found_in_the_first_ones(tmp_path):
    """Nina has the second and third sentence as one."""
    lines = GOLD.splitlines()
    start = lines.index("# sent_id = a-3")
    joined = [
        line.replace("3\tloudly", "5\tloudly").replace("1\tDogs", "3\tDogs").replace("2\tbark", "4\tbark")
        for line in lines[start + 1 :]
    ]
    parse = "\n".join([*lines[: start - 1], *joined]) + "\n\n"
    gold, other = written(tmp_path, GOLD, parse)
    document = loaded(Request(gold, (other,), ("nina",)), [create("attachment")])
    assert [agreement.row_of(document, 0, number) for number in (1, 2, 3)] == [0, 1, 2]
    assert [agreement.row_of(document, 1, number) for number in (1, 2)] == [0, 1]


def test_figures_that_only_some_pairs_have_are_empty_for_the_others():
    """In the order of all figures; those that no pair has have no column."""
    other = SimpleNamespace(
        **{**vars(PAIR), "b": "anna", "words": 5, "figures": {"las": 0.5, "f1": 0.25}, "kappa_tag": 0.5}
    )
    found = SimpleNamespace(annotators=("lotte", "nina", "anna"), pairs=[PAIR, other], alpha={}, signatures=["a", "b"])
    tables = agreement.of_annotators(found)
    assert tables.pairs.columns == ["annotators", "words", "uas", "las", "f1", "kappa_label", "kappa_tag"]
    assert tables.pairs.rows() == [
        ("lotte – nina", 1234, 0.9, 0.8, None, 0.75, None), ("lotte – anna", 5, None, 0.5, 0.25, 0.75, 0.5)
    ]  # fmt: skip
    assert tables.pairs.dtypes[1:] == [pl.Int64, *[pl.Float64] * 5] and tables.signatures == ["a", "b"]
    assert [(two.a, two.b, two.name) for two in tables.each] == [
        ("lotte", "nina", "lotte – nina"), ("lotte", "anna", "lotte – anna")
    ]  # fmt: skip
    assert agreement.of_annotators(SimpleNamespace(**{**vars(found), "pairs": []})).pairs.columns == [
        "annotators", "words", "kappa_label", "kappa_tag"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("layer", "name"), [("label", "labels"), ("fine_tag", "fine tags"), ("lemma", "lemmas"), ("tag", "tags")]
)
def test_layers_are_called_by_their_names_in_words(layer, name):
    layers = PAIR.layers.with_columns(layer=pl.lit(layer))
    pair = SimpleNamespace(**{**vars(PAIR), "layers": layers})
    tables = agreement.of_annotators(SimpleNamespace(annotators="ab", pairs=[pair], alpha={layer: 1.0}, signatures=[]))
    assert tables.alphas.columns == [name] and {*tables.each[0].layers["layer"]} == {name}


def test_every_column_has_a_heading():
    known = {
        "uas": "UAS", "f1": "F1", "tedeval": "TedEval", "tedeval_unlabeled": "TedEval unlab.",
        "kappa_label": "kappa of labels", "kappa_tag": "kappa of tags", "agreed_share": "agreed %",
        "attached": "same head",
    }  # fmt: skip
    assert {column: agreement.heading(column, PAIR) for column in known} == known


def test_a_filter_by_a_label_finds_the_sentences_in_which_only_one_has_it(tmp_path):
    document = loaded(Request(*[(paths := written(tmp_path))[0], (paths[1],), ("p",)]), [create("attachment")])

    def rows(condition):
        return finished(filtered(document, condition, 0)).rows.tolist()

    assert rows(agreement.with_label("obj")) == rows(agreement.with_label("nmod")) == [0]
    assert rows(agreement.with_label("advmod")) == [2] and rows(agreement.with_label("root")) == []
    assert (rows(agreement.differing_in("head")), rows(agreement.differing_in("label"))) == ([0], [0, 2])
    assert rows(agreement.differing_in("tag")) == []
