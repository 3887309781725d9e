"""Mappings and entropies of induced tags: worked by hand, and those of scikit-learn, scipy, an independent script."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import homogeneity_completeness_v_measure

from goldleaf.core.errors import FormatError, GoldleafError, PairError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.metrics.clustering import Clustering, Tags, best_rows
from goldleaf.core.scoring import check, score
from goldleaf.core.treebank import TEXT
from tests.core.formats.samples import PASCAL
from tests.core.trees import SHARED, treebank

METRIC = Clustering(parse_column="coarse_tag")


def values(metric, gold, parse):
    return {name: one.value for name, one in score(metric, gold, parse).scores().items()}


def words(*tags):
    """A treebank of a sentence each, whose words hang on the first."""
    return treebank(
        *(" ".join(f"w{place}/{tag}/{int(place > 1)}/x" for place, tag in enumerate(line.split(), 1)) for line in tags)
    )


GOLD, PARSE = words("N N N V V D"), words("1 1 2 2 3 2")


def test_mappings_worked_by_hand():
    # 1 is N twice, 3 is V once; 2 is N, V and D once each, and goes to D, the first of equals, if several may go there.
    found = values(METRIC, GOLD, PARSE)
    assert found["many_to_one"] == pytest.approx(4 / 6)
    assert found["one_to_one"] == found["one_to_one_optimal"] == pytest.approx(4 / 6)


def test_greedy_is_not_always_the_best():
    gold, parse = words("A A A A A B B B B"), words("1 1 1 2 2 1 1 1 1")
    # Greedily 1 goes to B (4), so 2 to A (2); that is the best as well. The other way round it is not:
    assert values(METRIC, gold, parse)["one_to_one"] == pytest.approx(6 / 9)
    gold, parse = words("A A A A A B B B B"), words("1 1 1 2 2 1 1 2 2")
    gold, parse = words("A A A A A A A B B B"), words("1 1 1 1 2 2 2 1 1 1")
    found = values(METRIC, gold, parse)
    assert (found["one_to_one"], found["one_to_one_optimal"]) == (pytest.approx(4 / 10), pytest.approx(6 / 10))


def test_bits_worked_by_hand():
    found = values(METRIC, words("A A B B"), words("1 1 1 2"))
    # H(gold) = 1, H(gold | parse) = 3/4 · h(1/3), H(parse) = h(1/4), H(parse | gold) = 1/2 · h(1/2)
    third, quarter = (-p * math.log2(p) - (1 - p) * math.log2(1 - p) for p in (1 / 3, 1 / 4))
    assert found["vi"] == pytest.approx(0.75 * third + 0.5)
    assert found["homogeneity"] == pytest.approx(1 - 0.75 * third)
    assert found["completeness"] == pytest.approx(1 - 0.5 / quarter)


def test_other_names_of_the_same_clusters_are_no_error():
    found = values(METRIC, words("A A B C"), words("2 2 9 1"))
    assert found.pop("vi") == 0
    assert found == dict.fromkeys(found, 1.0)


def test_one_cluster_is_the_same_as_itself_and_nothing_has_no_score():
    assert values(METRIC, words("A A"), words("1 1"))["v_measure"] == 1
    empty = treebank()
    assert set(values(METRIC, empty, empty).values()) == {None}


tags = st.lists(st.tuples(st.sampled_from("ABCDE"), st.sampled_from("1234567")), min_size=1, max_size=60)


@given(tags)
def test_entropies_are_those_of_scikit_learn_and_the_assignment_is_that_of_scipy(pairs):
    gold, parse = ([pair[side] for pair in pairs] for side in (0, 1))
    found = score(METRIC, words(" ".join(gold)), words(" ".join(parse))).scores()
    expected = homogeneity_completeness_v_measure(gold, parse)
    names = ("homogeneity", "completeness", "v_measure")
    assert [found[name].value for name in names] == pytest.approx(list(expected), abs=1e-9)
    names_of = sorted(set(gold)), sorted(set(parse))
    table = np.zeros((len(names_of[0]), len(names_of[1])), int)
    for one, other in pairs:
        table[names_of[0].index(one), names_of[1].index(other)] += 1
    assert found["one_to_one_optimal"].right == table[linear_sum_assignment(-table)].sum()
    assert found["many_to_one"].right == table.max(axis=0).sum()
    assert found["one_to_one"].right <= found["one_to_one_optimal"].right <= found["many_to_one"].right


@given(st.lists(tags, min_size=2, max_size=6), st.data())
def test_the_scores_of_some_sentences_are_those_of_their_own_words(sentences, data):
    gold, parse = (words(*(" ".join(pair[side] for pair in one) for one in sentences)) for side in (0, 1))
    scored = score(METRIC, gold, parse)
    chosen = data.draw(st.lists(st.booleans(), min_size=len(sentences), max_size=len(sentences)))
    chosen[:2] = True, True
    rows = np.flatnonzero(chosen)
    found = scored.only(pl.Series(chosen)).scores()
    alone = score(METRIC, gold.only(rows), parse.only(rows)).scores()
    assert {name: one.value for name, one in found.items()} == pytest.approx(
        {name: one.value for name, one in alone.items()}
    )


@given(st.lists(tags, min_size=2, max_size=6))
def test_what_sentences_contribute_adds_up(sentences):
    gold, parse = (words(*(" ".join(pair[side] for pair in one) for one in sentences)) for side in (0, 1))
    scored = score(METRIC, gold, parse)
    rows = scored.metric.by_sentence(scored.counts)
    assert "pairs" not in rows.columns
    sums, found = rows.sum().row(0, named=True), scored.scores()
    for name, ratio in scored.ratios.items():
        if sums[ratio.total]:
            assert sums[ratio.right] / sums[ratio.total] == pytest.approx(found[name].value)
    row = replace(scored, counts=scored.counts.slice(1, 1)).scores()["many_to_one"].value
    assert row == rows["many_to_one"][1]  # of a sentence alone, too, as all sentences map its tags


def test_differences_are_words_that_are_mapped_to_another_tag():
    metric = METRIC.fitted(GOLD, PARSE)
    facts = metric.facts(GOLD, PARSE).filter(pl.col("mark") != Mark.MATCHED).select("position", "side", "tag").rows()
    assert facts == [(3, "gold", "N"), (3, "parse", "2 → D"), (4, "gold", "V"), (4, "parse", "2 → D")]
    assert metric.count(GOLD, PARSE)["wrong"].to_list() == [2]


def test_sentences_of_other_words_are_left_out():
    gold, parse = words("A B", "C"), treebank("other/1/0/x w2/2/1/x", "w1/3/0/x")
    scored = score(METRIC, gold, parse)
    assert scored.reported() == {"words": 1, "error": 1}
    assert scored.metric.why_not({"error": 1}) == "gold and parse have different words"


def test_columns_have_the_names_of_the_file(tmp_path):
    file = tmp_path / "gold.pascal"
    file.write_text(PASCAL, encoding="utf-8")
    gold = read(file)
    by_model = score(Clustering(gold_column="universal_tag", parse_column="coarse_tag"), gold, gold)
    by_file = score(Clustering(gold_column="UPOSTAG", parse_column="CPOSTAG"), gold, gold)
    usual = score(Clustering(parse_column="cpostag"), gold, gold)
    assert by_model.scores() == by_file.scores() == usual.scores()
    assert "clustering|gold_column:universal_tag|parse_column:coarse_tag|" in usual.metric.signature
    with pytest.raises(
        PairError, match="--parse-column enhanced: there is no such column; it has form, lemma, coarse_"
    ):
        check(Clustering(parse_column="enhanced"), gold, gold)
    with pytest.raises(PairError, match="--gold-column head: there is no such column"):
        check(Clustering(gold_column="head"), gold, gold)
    some = replace(gold, words=gold.words.drop("label", "lemma"))  # as the command line reads it
    with pytest.raises(PairError, match=r"it has form, lemma, .*label"):
        check(Clustering(gold_column="nope"), some, some)


@pytest.mark.parametrize("empty", ["gold", "parse"])
def test_a_column_without_tags_is_refused(empty):
    tagged = treebank("a/N/0/x b/V/1/y")
    bare = treebank("a/_/0/x b/V/1/y", "a/_/0/x b/_/1/y")
    check(Clustering(), tagged, tagged)
    check(Clustering(), bare, bare)
    bare = treebank("a/_/0/x b/_/1/y")
    sides = (bare, tagged) if empty == "gold" else (tagged, bare)
    said = (
        "gold-column universal: the column coarse_tag" if empty == "gold" else "parse-column fine: the column fine_tag"
    )
    with pytest.raises(PairError, match=f"--{said} is empty, _ on every word"):
        check(Clustering(), *sides)


def test_a_file_maps_the_tags_of_the_gold(tmp_path):
    file = tmp_path / "en.map"
    file.write_text("# tags of a small treebank\nNN\tNOUN\nNNS\tNOUN\n\n#\t.\n", encoding="utf-8")
    gold, parse = words("NN NNS X #"), words("1 1 2 3")
    metric = Clustering(map_tags=str(file), parse_column="coarse_tag").fitted(gold, parse)
    assert metric.table.gold == (".", "NOUN", "X")
    assert "gold_column:fine_tag" in metric.signature
    assert metric.remark == f"{file} does not map X (1 word); such tags stand for themselves"
    assert values(metric, gold, parse)["many_to_one"] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NN\n", "en.map:1: 'NN' is no pair; expected OLD NEW"),
        ("NN\tNOUN\nA\tB\tC\n", r"en.map:2: 'A.*C' is no pair; expected OLD NEW"),
        ("NN\t\n", "en.map:1: 'NN' is no pair; expected OLD NEW"),
        ("NN\tNOUN\nNN\tVERB\n", "en.map:2: 'NN' is 'NOUN' on an earlier line"),
    ],
)
def test_bad_lines_of_a_map_are_told(tmp_path, text, said):
    (tmp_path / "en.map").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=said):
        Clustering(map_tags=str(tmp_path / "en.map"))


def test_a_map_that_is_none_is_told(tmp_path):
    with pytest.raises(GoldleafError, match="cannot read the map: No such file"):
        Clustering(map_tags=str(tmp_path / "none.map"))
    (tmp_path / "bytes.map").write_bytes(b"\xff\xfe\n")
    with pytest.raises(GoldleafError, match="cannot read the map: not UTF-8"):
        Clustering(map_tags=str(tmp_path / "bytes.map"))
    (tmp_path / "empty.map").write_text("\n")
    with pytest.raises(GoldleafError, match="no tag is mapped"):
        Clustering(map_tags=str(tmp_path / "empty.map"))


@pytest.mark.parametrize("shape", [(3, 40), (40, 3), (12, 12), (1, 9), (9, 1)])
def test_the_best_assignment_of_large_tables(shape):
    random = np.random.default_rng(len(shape) + shape[0])
    rows, columns = (random.integers(0, size, 3000) for size in shape)
    codes = [pl.Series([f"{side}{one}" for one in own], dtype=TEXT) for side, own in (("g", rows), ("p", columns))]
    table = Tags(*(one.to_physical().to_numpy() for one in codes)).contingency()
    found = table.one_to_one_optimal
    mapped = np.flatnonzero(found >= 0)
    assert len({*found[mapped]}) == len(mapped) == min(shape)
    best = table.counts[linear_sum_assignment(-table.counts)].sum()
    assert table.counts[found[mapped], mapped].sum() == best


@given(
    st.integers(1, 7).flatmap(
        lambda rows: st.lists(st.lists(st.integers(0, 5), min_size=rows, max_size=rows), min_size=1)
    )
)
def test_the_best_assignment_is_that_of_scipy(rows):
    weights = np.array(rows, np.int64).reshape(len(rows), -1) * np.resize([1, 1, 0, 3], len(rows))[:, None]
    found = best_rows(weights)
    mapped = np.flatnonzero(found >= 0)
    assert len({*found[mapped]}) == len(mapped)
    assert (weights[found[mapped], mapped] > 0).all()
    assert weights[found[mapped], mapped].sum() == weights[linear_sum_assignment(weights, maximize=True)].sum()


def test_thousands_of_tags_are_assigned_in_parts():
    """Each of 900 tags meets two: as one table there would be nearly a million cells."""
    places = np.arange(900)
    codes = pl.Series([f"t{place}" for place in np.repeat(places, 3)], dtype=TEXT).to_physical().to_numpy()
    other = pl.Series([f"t{place ^ (turn == 2)}" for place in places for turn in range(3)], dtype=TEXT)
    table = Tags(codes, other.to_physical().to_numpy()).contingency()
    assert [table.gold[row] for row in table.one_to_one_optimal] == list(table.parse)


@pytest.mark.shared
def test_the_figures_are_those_of_an_independent_script():
    names = {"one_to_one_greedy": "one_to_one", "vi_bits": "vi"}
    cases = [case for case in json.loads((SHARED / "expected.json").read_text()) if case["metric"] == "clustering"]
    assert cases
    for case in cases:
        gold, parse = (read(SHARED / case[side]) for side in ("gold", "parse"))
        found = score(Clustering(**case["options"]), gold, parse).scores()
        for name, expected in case["expect"].items():
            assert found[names.get(name, name)].value == pytest.approx(expected, abs=0.00006), (case["gold"], name)
