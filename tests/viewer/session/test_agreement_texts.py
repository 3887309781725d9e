"""Agreement between annotators as people read it."""

from __future__ import annotations

from types import SimpleNamespace

import polars as pl
import pytest

from goldleaf.core.analysis.agreement import Metrics
from goldleaf.core.metrics import create
from goldleaf.viewer.session import agreement_texts as agreement
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
