"""Agreement between reviewers: by hand, and against scikit-learn and the krippendorff package."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import krippendorff
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from goldleaf.core.analysis.agreement import of_pairs
from goldleaf.core.analysis.sides.layers import DIFFERENCES, Layer
from goldleaf.core.formats import read
from goldleaf.core.steps import finished
from goldleaf.viewer.review.judgements import JUDGEMENTS, Judgement, Place
from goldleaf.viewer.review.reviewer_agreement import agreement_of, agreement_steps, disagreeing, of_reviewers
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.store import Store

WORDS, SENTENCES = 3, 3
ROW = "{0}\tw{0}\t_\tX\t_\t_\t{1}\t{2}\t_\t_\n"
TEXT = "".join(
    f"# sent_id = s{number}\n"
    + "".join(ROW.format(n, n - 1, "root" if n == 1 else f"l{n}") for n in range(1, WORDS + 1))
    + "\n"
    for number in range(1, SENTENCES + 1)
)
VERDICTS = ("gold", "parse", "2:x", "unsure", "skip", "")


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    path = tmp_path_factory.mktemp("agreement") / "gold.conllu"
    path.write_text(TEXT, encoding="utf-8")
    return read(path)


def differences(items):
    """A table of differing items (sentence, item), of arcs."""
    columns = dict.fromkeys(DIFFERENCES)
    rows = [{**columns, "sentence": row, "layer": "arc", "item": item} for row, item in items]
    return pl.DataFrame(rows, schema=DIFFERENCES)


def judged(verdicts, **more):
    """A table of judgements, of (reviewer, sentence, item) and the verdict."""
    rows = [
        {**dict.fromkeys(JUDGEMENTS, ""), "sentence": row, "layer": "arc", "item": item, "reviewer": who,
         "verdict": verdict, "stale": False, "settles": False, **more}
        for (who, row, item), verdict in verdicts.items()
    ]  # fmt: skip
    return pl.DataFrame(rows, schema=JUDGEMENTS)


def found(table, items, gold):
    return finished(agreement_steps(table, gold, lambda _: [differences(items)]))


ALL_ITEMS = [(row, str(word)) for row in range(SENTENCES) for word in range(1, WORDS + 1)]
keys = st.tuples(
    st.sampled_from(("anna", "ben", "cleo")), st.integers(0, SENTENCES - 1), st.sampled_from(("", "1", "2", "3"))
)


@given(st.dictionaries(keys, st.sampled_from(VERDICTS)), st.sets(st.sampled_from(ALL_ITEMS)))
def test_what_scikit_learn_and_krippendorff_say(gold, verdicts, differing):
    """One place after the other, as the docstring of the module says it."""
    given_ = {key: verdict for key, verdict in verdicts.items() if verdict}
    places = sorted(differing | {(row, item) for _, row, item in given_ if item})
    reviewers = sorted({who for (who, *_), verdict in given_.items() if verdict != "skip"})

    def said(who, row, item):
        verdict = given_.get((who, row, item)) or given_.get((who, row, ""))
        return None if verdict == "skip" else verdict

    values = {who: [said(who, *place) for place in places] for who in reviewers}
    result = found(judged(verdicts), sorted(differing), gold)
    assert [*result.reviewers] == reviewers
    for pair, (a, b) in zip(result.pairs, combinations(reviewers, 2), strict=True):
        both = [two for two in zip(values[a], values[b], strict=True) if None not in two]
        assert (pair.places, pair.agreed) == (len(both), sum(one == other for one, other in both))
        assert pair.kappa == pytest.approx(_kappa(both))
        for table in (pair.layers, pair.sentences):
            assert (table["places"].sum(), table["agreed"].sum()) == (pair.places, pair.agreed)
    if len(reviewers) > 1:
        assert result.alpha["all"] == pytest.approx(_alpha([*values.values()]))


def _kappa(both):
    if len({value for two in both for value in two}) < 2:
        return None
    return cohen_kappa_score(*zip(*both, strict=True))


def _alpha(values):
    units = [row for row in zip(*values, strict=True) if sum(value is not None for value in row) > 1]
    if len({value for row in units for value in row} - {None}) < 2:
        return None
    codes = [[math.nan if value is None else VERDICTS.index(value) for value in one] for one in values]
    return krippendorff.alpha(reliability_data=np.array(codes), level_of_measurement="nominal")


def test_a_verdict_on_the_sentence_counts_at_each_place_that_was_not_judged_by_itself(gold):
    verdicts = {("anna", 0, ""): "gold", ("ben", 0, "1"): "gold", ("ben", 0, "2"): "2:x"}
    [pair] = found(judged(verdicts), [(0, "1"), (0, "3"), (1, "1")], gold).pairs
    assert (pair.places, pair.agreed, pair.agreed_share) == (2, 1, 0.5)
    [pair] = found(judged({**verdicts, ("ben", 0, ""): "gold"}), [(0, "1"), (0, "3"), (1, "1")], gold).pairs
    assert (pair.places, pair.agreed) == (3, 2)


def test_a_sentence_without_a_difference_is_no_place(gold):
    result = found(judged({(who, 0, ""): "gold" for who in ("anna", "ben")}), [], gold)
    assert result.pairs[0].places == 0
    assert result.pairs[0].agreed_share is None and result.pairs[0].kappa is None


def test_labels_of_the_first_side_and_the_worst_first(gold):
    verdicts = {(who, row, str(word)): "gold" for who in ("anna", "ben") for row in range(3) for word in (1, 2, 3)}
    verdicts |= {("ben", 2, "2"): "parse", ("ben", 2, "3"): "parse", ("ben", 1, "2"): "parse"}
    [pair] = found(judged(verdicts), ALL_ITEMS, gold).pairs
    assert pair.labels.select("label", "places", "disagreements").rows() == [("l2", 3, 2), ("l3", 3, 1), ("root", 3, 0)]
    assert pair.sentences.select("sentence", "id", "disagreements").rows() == [(3, "s3", 2), (2, "s2", 1), (1, "s1", 0)]


def test_verdicts_that_are_stale_do_not_count(gold):
    table = pl.concat([judged({("anna", 0, "1"): "gold"}), judged({("ben", 0, "1"): "gold"}, stale=True)])
    assert found(table, ALL_ITEMS, gold).reviewers == ("anna",)


def test_the_object_for_scripts(gold):
    verdicts = {("anna", 0, "2"): "gold", ("ben", 0, "2"): "parse", ("ben", 1, "2"): "parse", ("anna", 1, "2"): "parse"}
    about = found(judged(verdicts), [], gold).to_dict()
    assert about["annotators"] == ["anna", "ben"]
    assert about["pairs"] == [{"a": "anna", "b": "ben", "places": 2, "agreed": 1, "agreed_share": 0.5, "kappa": 0.0}]
    assert set(about["alpha"]) == {"all", "arc"}
    counts = {"a": "anna", "b": "ben", "places": 2, "agreed": 1, "disagreements": 1, "agreed_share": 0.5, "kappa": 0.0}
    assert about["layers"] == [{**counts, "layer": "arc"}]
    assert about["labels"] == [{**counts, "label": "l2"}]
    [sentence] = about["sentences"]
    assert (sentence["sentence"], sentence["id"], sentence["disagreements"]) == (1, "s1", 1)


def of(store, gold):
    return agreement_of(store, [gold, gold])


def act(store, who, verdict, item="2", row=0):
    store.act(verdict, [Judgement(Place(store.key(row), Layer.ARC, item), who, verdict)])


def test_who_settles_a_conflict_does_not_agree_by_it(tmp_path, gold):
    """Neither a third reviewer, nor one of the two, whose own verdict stays what it was."""
    sides = [SessionSide("gold", gold.path), SessionSide("parse", gold.path)]
    with Store.create(tmp_path / "s.goldleaf", sides, reviewer="anna") as store:
        store.attach(gold)
        act(store, "anna", "gold")
        act(store, "ben", "parse")
        act(store, "dora", "parse")
        assert of(store, gold).reviewers == ("anna", "ben")
        store.reviewer = "cleo"
        store.set_blind(True)
        act(store, "cleo", "neither")
        before = of(store, gold).to_dict()
        store.reviewer = "dora"
        store.act("withdrawn", (), removed=[Place(store.key(0), Layer.ARC, "2")])
        store.reviewer = "anna"
        act(store, "anna", "both")
        act(store, "anna", "parse")
        assert store.row_at((store.key(0), "arc", "2", "anna")).settles
        assert of(store, gold).to_dict() == before
        assert next((pair.a, pair.b, pair.agreed) for pair in of(store, gold).pairs) == ("anna", "ben", 0)


def test_one_reviewer_agrees_with_nobody(tmp_path, gold):
    with Store.create(tmp_path / "s.goldleaf", [SessionSide("gold", gold.path)], reviewer="anna") as store:
        store.attach(gold)
        act(store, "anna", "gold")
        act(store, "ben", "skip")
        result = agreement_of(store, [gold])
    assert (result.reviewers, result.pairs, result.alpha) == (("anna",), (), {})
    assert result.to_dict()["sentences"] == []


def test_a_verdict_on_the_layer_goes_over_one_that_names_none(gold):
    table = judged({("anna", 0, "1"): "parse", ("anna ", 0, "1"): "gold", ("ben", 0, "1"): "gold"})
    table = table.with_columns(
        layer=pl.when(pl.col("verdict") == "parse").then(pl.lit("")).otherwise("layer"),
        reviewer=pl.col("reviewer").str.strip_chars(),
    )
    [pair] = found(table, [], gold).pairs
    assert (pair.places, pair.agreed) == (1, 1)


def test_places_where_the_sides_are_alike_stand_in_the_order_of_judgements(gold):
    items = [str(number) for number in range(40, 0, -1)]
    table = judged({(who, 0, item): verdict for who, verdict in (("a", "gold"), ("b", "parse")) for item in items})
    steps = agreement_steps(table, gold, lambda _: [])
    assert [next(steps), next(steps)] == [0.0, 0.5]
    [pair] = finished(agreement_steps(table, gold, lambda _: [])).pairs
    assert pair.disagreements["item"].to_list() == items


@pytest.fixture
def three(gold):
    """Anna and Ben on six places in two layers, Cleo on one of them."""
    verdicts = {(who, row, item): "gold" for who in ("anna", "ben") for row in (0, 1) for item in ("1", "2")}
    verdicts |= {("ben", 1, "2"): "parse", ("ben", 0, "2"): "2:x", ("ben", 1, "1"): "unsure", ("cleo", 0, "1"): "gold"}
    tags = pl.concat([judged({(who, 2, "3"): verdict}, layer="tag") for who, verdict in (("anna", "a"), ("ben", "b"))])
    table = pl.concat([judged(verdicts), tags.with_columns(layer=pl.lit("tag"))])
    return finished(agreement_steps(table, gold, lambda _: []))


def test_each_table_in_full(three):
    pair, with_cleo, of_others = three.pairs
    assert [(one.a, one.b, one.places, one.agreed) for one in three.pairs] == [
        ("anna", "ben", 5, 1), ("anna", "cleo", 1, 1), ("ben", "cleo", 1, 1),
    ]  # fmt: skip
    counts = ["places", "agreed", "disagreements", "agreed_share"]
    assert pair.layers.columns == ["layer", "places", "agreed", "disagreements", "agreed_share", "kappa"]
    assert pair.layers.select("layer", *counts).rows() == [("arc", 4, 1, 3, 0.25), ("tag", 1, 0, 1, 0.0)]
    assert pair.layers["kappa"].to_list() == pytest.approx([0.0, 0.0])
    assert pair.labels.columns == ["label", "places", "agreed", "disagreements", "agreed_share", "kappa"]
    assert pair.labels.select("label", *counts).rows() == [("l2", 2, 0, 2, 0.0), ("root", 2, 1, 1, 0.5)]
    assert pair.sentences.columns == ["sentence", "id", "places", "agreed", "disagreements", "agreed_share"]
    assert pair.sentences.rows() == [(2, "s2", 2, 0, 2, 0.0), (3, "s3", 1, 0, 1, 0.0), (1, "s1", 2, 1, 1, 0.5)]
    assert pair.disagreements.columns == ["sentence", "layer", "item", "label", "a", "b"]
    assert pair.disagreements.rows() == [
        (1, "arc", "2", "l2", "gold", "2:x"),
        (2, "arc", "1", "root", "gold", "unsure"),
        (2, "arc", "2", "l2", "gold", "parse"),
        (3, "tag", "3", None, "a", "b"),
    ]
    assert with_cleo.disagreements.is_empty() and (of_others.kappa, of_others.agreed_share) == (None, 1.0)
    assert [*three.alpha] == ["all", "arc", "tag"] and three.alpha["tag"] == pytest.approx(0)
    said = [["gold"] * 4, ["gold", "2:x", "unsure", "parse"], ["gold", None, None, None]]
    assert three.alpha["arc"] == pytest.approx(_alpha(said))
    assert of_pairs(three.pairs, "layers").columns[:3] == ["a", "b", "layer"]
    assert of_pairs(three.pairs, "layers").select("a", "b", "layer").rows() == [
        ("anna", "ben", "arc"), ("anna", "ben", "tag"), ("anna", "cleo", "arc"), ("ben", "cleo", "arc"),
    ]  # fmt: skip
    assert [one["sentence"] for one in three.to_dict()["sentences"]] == [2, 3, 1]


def test_tables_for_people_name_layers_and_have_what_they_disagree_on(three, gold):
    tables = of_reviewers(three)
    assert tables.who == "3 reviewers" and [one.name for one in tables.each] == [
        "anna – ben",
        "anna – cleo",
        "ben – cleo",
    ]
    assert tables.pairs.columns == ["reviewers", "places", "agreed", "agreed_share", "kappa"]
    assert tables.pairs.rows()[0][:4] == ("anna – ben", 5, 1, 0.2)
    assert tables.pairs.schema["kappa"] == pl.Float64 and tables.pairs["kappa"][2] is None
    assert tables.alphas.columns == ["all layers", "heads and labels", "tags"] and tables.alphas.height == 1
    first, second, _ = tables.each
    assert first.layers["layer"].to_list() == ["heads and labels", "tags"]
    assert first.sentences["sentence"].to_list() == [2, 3, 1] and first.labels["label"].to_list() == ["l2", "root"]
    assert second.sentences.is_empty() and second.labels.is_empty() and second.layers.height == 1
    verdicts = {("anna", 0, "1"): "gold", ("ben", 0, "1"): "parse"}
    assert of_reviewers(found(judged(verdicts), [], gold)).alphas.columns == ["heads and labels"], "all are these"
    empty = of_reviewers(found(judged({}), [], gold))
    assert (empty.who, empty.pairs.is_empty(), empty.pairs.columns[0]) == ("0 reviewers", True, "reviewers")
    assert (
        of_pairs(found(judged({}), [], gold).pairs, "layers").is_empty()
        and found(judged({}), [], gold).to_dict()["pairs"] == []
    )


def test_the_sentences_in_which_two_disagree_are_filtered(three):
    pair = three.pairs[0]
    assert disagreeing(pair, "layer", "arc") == "number in (1, 2)"
    assert (
        disagreeing(pair, "layer", "tag") == "number in (3)" and disagreeing(pair, "label", "root") == "number in (2)"
    )
    many = replace(pair, disagreements=pl.DataFrame({"sentence": [*range(600, 0, -1)], "layer": "arc"}))
    assert disagreeing(many, "layer", "arc") == f"number in ({', '.join(map(str, range(600, 100, -1)))})"


def test_verdicts_without_a_layer_are_of_the_usual_one(gold):
    table = judged({("anna", 0, "1"): "gold", ("ben", 0, "1"): "parse", ("ben", 0, ""): "reviewed"}, layer="")
    for usual in (Layer.ARC, Layer.TAG):
        asked = []
        steps = agreement_steps(table, gold, lambda layers, asked=asked: asked.append(layers) or [], usual)
        [pair] = finished(steps).pairs
        assert pair.layers["layer"].to_list() == [usual.value] and asked == [(usual,)]
        assert (pair.places, pair.labels.height) == (1, usual is Layer.ARC)


def test_where_the_first_side_has_no_labels_there_are_none(tmp_path):
    (tmp_path / "gold.mrg").write_text("(S (N a))\n", encoding="utf-8")
    gold = read(tmp_path / "gold.mrg")
    table = judged({("anna", 0, "1-1"): "gold", ("ben", 0, "1-1"): "parse"}).with_columns(layer=pl.lit("constituent"))
    [pair] = finished(agreement_steps(table, gold, lambda _: [], Layer.CONSTITUENT)).pairs
    assert pair.labels.is_empty() and pair.disagreements["label"].to_list() == [None]


def test_what_differs_in_the_layers_of_the_verdicts_is_looked_up(tmp_path, gold):
    text = TEXT.replace("\tl3\t", "\tother\t")
    (tmp_path / "parse.conllu").write_text(text, encoding="utf-8")
    parse = read(tmp_path / "parse.conllu")
    sides = [SessionSide("gold", gold.path), SessionSide("parse", parse.path), SessionSide("again", gold.path)]
    with Store.create(tmp_path / "s.goldleaf", sides, reviewer="anna") as store:
        store.attach(gold, parse, gold)
        for who, verdict in (("anna", "gold"), ("ben", "parse")):
            act(store, who, verdict, "")
        [pair] = agreement_of(store, [gold, parse, gold]).pairs
    assert pair.disagreements.rows() == [(1, "arc", "3", "l3", "gold", "parse")]


def test_what_is_undefined_is_a_number_that_there_is_not(gold):
    verdicts = {(who, 0, "1"): "gold" for who in ("anna", "ben")}
    [pair] = found(judged(verdicts), [], gold).pairs
    for table in (pair.layers, pair.labels):
        assert table.schema["kappa"] == pl.Float64 and table["kappa"].to_list() == [None]
    assert {name: pair.layers.schema[name] for name in ("places", "agreed", "disagreements")} == dict.fromkeys(
        ("places", "agreed", "disagreements"), pl.Int64
    )
    apart = found(judged({("anna", 0, "1"): "gold", ("ben", 1, "1"): "gold"}), [], gold)
    [pair] = apart.pairs
    for table in (pair.layers, pair.labels, pair.sentences, pair.disagreements):
        assert table.is_empty()
    assert (pair.layers.schema["kappa"], pair.sentences.schema["agreed_share"]) == (pl.Float64, pl.Float64)
    assert found(judged({("anna", 0, "1"): "gold", ("ben", 1, "1"): "gold"}), [], gold).alpha == {
        "all": None,
        "arc": None,
    }


def test_where_there_is_one_reviewer_nothing_is_looked_up(gold):
    steps = agreement_steps(judged({("anna", 0, "1"): "gold"}), gold, lambda _: pytest.fail("looked up"))
    assert finished(steps).pairs == ()


def test_many_places_stand_in_the_order_of_sentences_then_of_judgements(gold):
    items = [(row, str(number)) for number in range(40, 0, -1) for row in (2, 0, 1)]
    table = judged({(who, *item): verdict for who, verdict in (("a", "gold"), ("b", "parse")) for item in items})
    [pair] = finished(agreement_steps(table, gold, lambda _: [])).pairs
    expected = [(row + 1, str(number)) for row in range(3) for number in range(40, 0, -1)]
    assert pair.disagreements.select("sentence", "item").rows() == expected
