"""What the window makes of treebanks: files beside the first one, properties, and what belongs together.

Also tests `tables.properties`.
"""

from __future__ import annotations

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.loading import loaded, rescored, swapped
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.treebanks import (
    counterparts,
    deviation_steps,
    property_steps,
    transform_steps,
)
from tests.viewer.window.windows import written

METRICS = [create("attachment")]


@pytest.fixture
def request_(tmp_path):
    gold, parse = written(tmp_path)
    return Request(gold, (parse,), ("parse",))


def test_each_step_of_a_transformation_is_a_file_beside_the_first(tmp_path, request_):
    folder = tmp_path / "made"
    folder.mkdir()
    gold = loaded(request_, METRICS).gold
    steps = transform_steps(gold, request_, "strip-features=x,attach-punctuation", folder)
    shares = []
    while True:
        try:
            shares.append(next(steps))
        except StopIteration as ended:
            asked = ended.value
            break
    assert shares == [0.0, 0.5, 1.0]
    assert asked.names == ("1 strip-features", "2 attach-punctuation", "parse")
    assert [path.name for path in asked.parses[:2]] == [
        "gold-1-strip-features.conllu",
        "gold-2-attach-punctuation.conllu",
    ]
    assert all(path.is_file() for path in asked.parses) and asked.format_name == "conllu"
    again = finished(transform_steps(gold, asked, "attach-punctuation", folder))
    assert again.names == ("attach-punctuation", "parse"), "those that were made before go"
    assert again.parses[0].name == "gold-attach-punctuation.conllu"
    with pytest.raises(OptionError, match="no transformation is named"):
        finished(transform_steps(gold, request_, "", folder))


def test_properties_are_of_all_files_by_their_names(request_):
    document = loaded(request_, METRICS)
    found = finished(property_steps(document))
    assert [*found] == ["gold", "parse"]
    trained = finished(property_steps(document, request_, request_.gold))
    assert [*trained] == ["gold", "parse"] and trained != found
    twin = loaded(Request(request_.gold, request_.parses, ("gold",)), METRICS)
    assert [*finished(property_steps(twin))] == ["gold", "gold (parse)"]


def test_a_split_sentence_of_versions_is_a_row_and_counts_as_the_files_have_it(tmp_path):
    words = [f"{n}\t{form}\t{form}\tX\tX\t_\t0\troot\t_\t_\n" for n, form in ((1, "here"), (1, "there"))]
    whole = words[0] + words[1].replace("1", "2", 1).replace("\t0\troot", "\t1\tconj")
    (tmp_path / "a.conllu").write_text(f"# sent_id = a\n{whole}\n", encoding="utf-8")
    pieces = (
        f"# sent_id = n\n{words[1].replace('there', 'new')}\n# sent_id = a\n{words[0]}\n# sent_id = b\n{words[1]}\n"
    )
    (tmp_path / "b.conllu").write_text(pieces, encoding="utf-8")
    paths = [tmp_path / "a.conllu", tmp_path / "b.conllu"]
    document = loaded(Request.of_annotators(paths, versions=True), METRICS)
    assert document.table["change"].to_list() == ["added", "split"]
    pair = document.pairs.at(1, 0, METRICS[0])
    assert pair.gold.parts == () and pair.parse.parts == ((2, 1), (3, 2))
    assert document.pairs.at(0, 0, METRICS[0]).gold.parts == ()
    trees = document.table.select("^.*no_tree$")
    assert trees.null_count().row(0) == (2,) * trees.width, "two roots of two sentences"
    found = finished(property_steps(document))
    assert {name: own["sentences"] for name, own in found.items()} == {"old": 1, "new": 3}
    apart = loaded(Request(paths[1], (paths[0],), ("a",)), METRICS).pairs.at(1, 0, METRICS[0])
    assert apart.gold.parts == ((2, 1), (3, 2)) and apart.parse.parts == ()


def test_dependencies_and_constituents_of_the_same_sentences_belong_together(tmp_path, request_):
    assert counterparts(loaded(request_, METRICS)) is None
    assert finished(deviation_steps(loaded(request_, METRICS))).is_empty()
    trees = tmp_path / "trees.mrg"
    trees.write_text(
        "(S (NP (DT The) (NN cat)) (VP (VBD read) (NP (DT a) (NN novel))) (. .))\n(S (PRP It) (VBD slept))\n"
        "(S (NNS Dogs) (VBP bark) (RB loudly))\n",
        encoding="utf-8",
    )
    request = Request(request_.gold, (*request_.parses, trees), ("parse", "trees"))
    document = loaded(request, [*METRICS, create("tedeval")])
    dependencies, constituents = counterparts(document)
    assert (dependencies, constituents) == (document.gold, document.parses[1].treebank)
    found = finished(deviation_steps(document))
    assert found.select("sentence", "word").row(0) == (1, 5) and "novel" in found["deviation"][0]


@pytest.mark.parametrize("change", ["rescored", "swapped"])
def test_scoring_anew_goes_on_from_nothing_to_all(request_, change):
    if change == "swapped":
        document = loaded(Request.of_annotators([request_.gold, *request_.parses], ["lotte", "nina"]), METRICS)
        steps = [*swapped(document, 0, METRICS)]
        assert [*steps[-1].document.gold_names] == ["nina"]
        assert [one.name for one in steps[-1].document.parses] == ["lotte"]
    else:
        steps = [*rescored(loaded(request_, METRICS), METRICS)]
    shares = [step.done for step in steps]
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] == 1
    assert [step.document is not None for step in steps] == [False] * (len(steps) - 1) + [True]


def test_deviations_are_told_by_sentence_and_word_with_their_kind(tmp_path, request_):
    trees = tmp_path / "trees.mrg"
    trees.write_text(
        "(S (NP (DT The) (NN cat)) (VP (VBD read) (NP (DT a) (NN novel))) (. .))\n(S (PRP It) (VBZ slept))\n"
        "(S (NNS Dogs) (VBP bark))\n",
        encoding="utf-8",
    )
    request = Request(request_.gold, (*request_.parses, trees), ("parse", "trees"))
    document = loaded(request, [*METRICS, create("tedeval")])
    found = finished(deviation_steps(document))
    assert found.columns == ["sentence", "word", "kind", "deviation"]
    assert [dtype.is_integer() for dtype in found.dtypes] == [True, True, False, False]
    assert {*found["sentence"]} == {1, 2, 3}
    assert 0 not in found["word"].to_list() and next(deviation_steps(document)) == 0.0


def test_counting_and_transforming_go_on_from_nothing_to_all(tmp_path, request_):
    document = loaded(request_, METRICS)
    assert [*property_steps(document)] == [0.0, 0.0, 0.5]
    folder = tmp_path / "made"
    folder.mkdir()
    shares = [*transform_steps(document.gold, request_, "strip-features=x,attach-punctuation,lift", folder)]
    assert shares == [0.0, 1 / 3, 2 / 3, 1.0]
    assert sorted(path.name for path in folder.iterdir()) == [
        "gold-1-strip-features.conllu", "gold-2-attach-punctuation.conllu", "gold-3-lift.conllu"
    ]  # fmt: skip
