"""Predicates and arguments: the paper's examples, official figures, and a naive count of random ones."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.formats.conll import second_analysis
from goldleaf.core.metrics.semantic import Semantic
from goldleaf.core.scoring import score
from tests.core import propositions, trees
from tests.core.propositions import rows, treebank

METRIC = Semantic()


def scores(gold, parse):
    """The scores of a pair as shares of whole numbers; combined ones as they are."""
    found = score(METRIC, gold, parse).scores()
    return {name: one.value if one.right is None else (one.right, one.total) for name, one in found.items()}


def test_a_wrong_sense_leaves_points_for_arguments():
    # Hajič et al. 2009, §2.4.2, the first example.
    roles = {1: "ARG0", 3: "ARG1"}
    gold = treebank(rows("a v b c", [(2, "verb.01", roles | {4: "ARGM-TMP"})]))
    parse = treebank(rows("a v b c", [(2, "verb.02", roles | {4: "ARGM-LOC"})]))
    found = scores(gold, parse)
    assert (found["sem_precision"], found["sem_recall"], found["sem_f1"]) == ((2, 4), (2, 4), (4, 8))
    assert found["sem_unlabeled_f1"] == (8, 8)
    assert found["proposition_f1"] == (0, 2)


def test_several_roles_of_one_argument_are_several_relations():
    # Hajič et al. 2009, §2.4.2, the second example.
    gold = treebank(rows("a v b", [(2, "v1f1", {1: "ACT|EFF", 3: "ADDR"})]))
    parse = treebank(rows("a v b", [(2, "v1f1", {1: "ACT", 3: "ADDR|PAT"})]))
    found = scores(gold, parse)
    assert (found["sem_precision"], found["sem_recall"]) == ((3, 4), (3, 4))
    assert found["sem_unlabeled_precision"] == (3, 4)
    facts = METRIC.facts(gold, parse)
    assert facts.select("argument", "label", "mark", "unlabeled").rows() == [
        (None, "v1f1", Mark.MATCHED, Mark.MATCHED),
        (1, "ACT", Mark.MATCHED, Mark.MATCHED),
        (1, "EFF", Mark.MISSING, Mark.MISSING),
        (3, "ADDR", Mark.MATCHED, Mark.MATCHED),
        (3, "PAT", Mark.EXTRA, Mark.EXTRA),
    ]


def test_macro_scores_weigh_meaning_and_attachment_alike():
    # Semantic precision 2/3, recall 2/4; of three words two are attached alike.
    gold = treebank(rows("a v b", [(2, "v.1", {1: "A0", 2: "A2", 3: "A1"})], heads=(2, 0, 2)))
    parse = treebank(rows("a v b", [(2, "v.1", {1: "A0", 3: "A2"})], heads=(2, 0, 1)))
    found = scores(gold, parse)
    precision, recall = (2 / 3 + 2 / 3) / 2, (2 / 4 + 2 / 3) / 2
    assert found["las"] == (2, 3)
    assert found["macro_precision"] == pytest.approx(precision)
    assert found["macro_recall"] == pytest.approx(recall)
    assert found["macro_f1"] == pytest.approx(2 * precision * recall / (precision + recall))


def test_what_meaning_weighs_is_a_choice():
    # The pair above with equations 1 and 2 of §2.4.3: precision 2/3 and recall 2/4 of meaning, LAS 2/3.
    gold = treebank(rows("a v b", [(2, "v.1", {1: "A0", 2: "A2", 3: "A1"})], heads=(2, 0, 2)))
    parse = treebank(rows("a v b", [(2, "v.1", {1: "A0", 3: "A2"})], heads=(2, 0, 1)))
    metric = Semantic(semantic_weight="0.75")
    found = {name: one.value for name, one in score(metric, gold, parse).scores().items()}
    assert found["macro_precision"] == pytest.approx(2 / 3)
    assert found["macro_recall"] == pytest.approx(0.75 * 2 / 4 + 0.25 * 2 / 3)
    assert "|semantic_weight:0.75|" in metric.signature
    for weight, same_as in (("0", "las"), ("1", "sem_recall")):
        found = {name: one.value for name, one in score(Semantic(semantic_weight=weight), gold, parse).scores().items()}
        assert found["macro_recall"] == pytest.approx(found[same_as])


@pytest.mark.parametrize("weight", ["-0.1", "1.01", "nan", "half"])
def test_weights_are_shares(weight):
    with pytest.raises(OptionError, match=f"semantic_weight {weight}: expected a number from 0 to 1"):
        Semantic(semantic_weight=weight)


@pytest.mark.parametrize(
    ("gold", "parse", "same"),
    [
        ("give.01", "offer.01", True), ("give.01", "give.1", True), ("give.01", "give.10", False),
        ("v-w12f1", "v-w12f2", False), ("a.b.01", "c.d.01", False), ("a.b.01", "a.b.01", True),
        ("run.", "walk.", False), ("go.0", "go.00", True), ("go.a", "go.0a", False),
    ],
)  # fmt: skip
def test_senses_are_what_follows_the_dot(gold, parse, same):
    found = scores(*(treebank(rows("a", [(1, sense, {})])) for sense in (gold, parse)))
    assert found["sem_f1"] == (2 * same, 2)


def test_nothing_to_score_is_undefined_and_a_silent_parse_is_not():
    nothing, something = treebank(rows("a b")), treebank(rows("a b", [(2, "b.1", {1: "A0"})]))
    assert scores(nothing, nothing)["sem_f1"] == (0, 0)
    found = score(METRIC, something, nothing)
    assert found.scores()["sem_recall"].value == 0
    assert found.scores()["macro_precision"].value is None
    assert found.counts["wrong"].to_list() == [2]
    assert score(METRIC, nothing, nothing).counts["sem_exact"].to_list() == [1]


def test_a_wrong_role_is_one_difference():
    gold = treebank(rows("a v", [(2, "v.1", {1: "A0"})]))
    parse = treebank(rows("a v", [(2, "v.1", {1: "A1"})]))
    assert score(METRIC, gold, parse).counts["wrong"].to_list() == [1]


def test_other_words_are_aligned():
    gold = treebank(rows("do n't go home", [(3, "go.02", {4: "A4", 2: "NEG"})]))
    parse = treebank(rows("don't go home", [(2, "go.02", {3: "A4", 1: "NEG"})]))
    found = scores(gold, parse)
    assert found["sem_f1"] == (4, 6)
    assert found["las"] == (2, 7)
    assert found["macro_precision"] == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert found["macro_recall"] == pytest.approx((2 / 3 + 1 / 4) / 2)
    assert METRIC.fitted(gold, parse).signature.startswith("semantic|semantic_weight:0.5|words:aligned|")
    assert score(METRIC, gold, parse).ratios["las"].doubled and not score(METRIC, gold, gold).ratios["las"].doubled


def test_a_second_analysis_has_the_same_predicted_tags():
    text = rows("a v/V", [(2, "v.1", {1: "A0"})]).replace("\tV\tV\t", "\tV\tN\t")
    gold, other = treebank(text), treebank(text.replace("A0", "A1"))
    for parse in (other, second_analysis(other)):
        assert METRIC.facts(gold, parse)["predicate_tag"].to_list() == ["N"] * 3


def naive(one, other, *, labels=True):
    """Matched, in one, in the other: by counting."""
    bags = []
    for side in (one, other):
        bag = Counter()
        for number, sentence in enumerate(side):
            for word in sentence.words:
                if word.predicate != "_":
                    parts = word.predicate.split(".")
                    sense = parts[1] if len(parts) == 2 else word.predicate
                    sense = int(sense) if sense.isdecimal() else sense
                    bag[number, word.position, 0, sense if labels else 0] += 1
            for argument in sentence.arguments:
                for role in {*argument.role.split("|")}:
                    bag[number, argument.predicate, argument.argument, role if labels else 0] += 1
        bags.append(bag)
    return (bags[0] & bags[1]).total(), bags[0].total(), bags[1].total()


@given(propositions.pairs())
def test_figures_are_those_of_a_naive_count(pair):
    found = scores(*pair)
    for name, labels in (("sem", True), ("sem_unlabeled", False)):
        matched, gold, parse = naive(*pair, labels=labels)
        assert found[f"{name}_recall"] == (matched, gold)
        assert found[f"{name}_precision"] == (matched, parse)
    assert found["sem_f1"] == (2 * naive(*pair)[0], sum(naive(*pair)[1:]))


@given(propositions.pairs(same_words=False))
def test_any_pair_adds_up(pair):
    gold, parse = pair
    done = METRIC.fitted(gold, parse)
    counts = done.count(gold, parse)
    facts = done.facts(gold, parse)
    sums = counts.sum().row(0, named=True)
    assert sums["sem_right"] == facts.filter(mark=Mark.MATCHED).height
    assert sums["sem_gold"] - sums["sem_right"] == facts.filter(mark=Mark.MISSING).height
    assert sums["sem_parse"] - sums["sem_right"] == facts.filter(mark=Mark.EXTRA).height
    assert sums["sem_right"] <= sums["sem_unlabeled_right"]
    parts = [done.count(gold.slice(row), parse.slice(row)) for row in range(len(gold))]
    assert pl.concat(parts).drop("sentence").equals(counts.drop("sentence"))


@given(propositions.pairs(), st.booleans())
def test_a_file_against_itself_is_right(pair, first):
    own = pair[0] if first else pair[1]
    found = scores(own, own)
    assert all(one[0] == one[1] for one in found.values() if isinstance(one, tuple))
    assert found["macro_f1"] in (None, 1.0)


@pytest.mark.shared
def test_official_figures():
    gold, parse = (read(trees.SHARED / "english" / name) for name in ("roles.conll09", "roles-parse.conll09"))
    found = scores(gold, parse)
    # eval09.pl 0.4: senses and arguments are added here.
    assert found["sem_precision"] == (8818 + 3961, 13937 + 4977)
    assert found["sem_recall"] == (8818 + 3961, 14661 + 4977)
    assert found["sem_unlabeled_recall"] == (11709 + 4977, 14661 + 4977)
    assert found["proposition_precision"] == (708, 4977)
    assert found["sem_exact_match"] == (86, 1536)
    assert found["las"] == (15587, 23399)
    shares = {name: round(100 * value, 2) for name, value in found.items() if not isinstance(value, tuple)}
    assert shares == {"macro_precision": 67.09, "macro_recall": 65.84, "macro_f1": 66.46}
