"""Agreement of treebanks: worked by hand, against oracles on random ones, and on real annotators."""

from __future__ import annotations

import math

import krippendorff
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from goldleaf.core import formats
from goldleaf.core.analysis.agreement import Metrics, agreement, agreement_steps, alpha, kappa
from goldleaf.core.errors import OptionError, PairError
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.scoring import score
from tests.core.metrics.phrases import phrases
from tests.core.trees import PARSES, SHARED, TREES, made, pairs, treebank

WHOLE = Metrics(Attachment(punctuation="include"), ParsEval(), TedEval())
ANNOTATORS = SHARED / "annotators"
NAMES = ("0001", "0005", "0008")
VALUES = ("a", "b", "c")
some_value = st.sampled_from((*VALUES, None))


def between(*treebanks, metrics=WHOLE):
    return agreement(treebanks, [*"abcd"][: len(treebanks)], metrics)


def rows(table):
    return table.drop("a", "b").rows()


def test_two_annotators_worked_by_hand():
    """Of seven words three have the same head, She, read and Why; of She they give another label."""
    [pair] = between(treebank(*TREES), treebank(*PARSES)).pairs
    assert (pair.a, pair.b, pair.words, pair.attached) == ("a", "b", 7, 3)
    assert pair.figures == {"uas": 3 / 7, "las": 2 / 7}
    # nsubj, root, root and obj, root, root: two of three alike, by chance (2·2)/9.
    assert pair.kappa_label == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert pair.kappa_tag == 1.0


def test_labels_count_whatever_the_heads():
    found = between(treebank("a/N/0/root b/N/1/x c/N/1/x d/N/1/y"), treebank("a/N/0/root b/N/3/x c/N/1/y d/N/1/y"))
    assert found.labels.drop("a", "b", "kappa").rows() == [
        ("x", 1, 0, 1, 0, 2 / 3),
        ("y", 1, 1, 0, 1, 2 / 3),
        ("root", 1, 1, 0, 0, 1.0),
    ]
    # x: both give it to b, only one to c, and so three of four are alike; by chance (2·1 + 2·3)/16.
    assert found.labels["kappa"].to_list() == [0.5, 0.5, 1.0]
    # Both attach a, c and d alike: root, x and y; root, y and y. Two of three alike, by chance (1 + 0 + 2)/9.
    assert found.pairs[0].kappa_label == pytest.approx((2 / 3 - 1 / 3) / (1 - 1 / 3))


def test_layers():
    found = between(treebank("a/N/0/root b/V/1/x ././1/p"), treebank("a/N/0/root b/N/1/x ././2/p"), metrics=None)
    assert rows(found.layers.drop("kappa")) == [
        ("head", 2, 2, 1.0),  # punctuation does not count
        ("label", 2, 2, 1.0),
        ("tag", 3, 2, 2 / 3),
        ("fine_tag", 3, 2, 2 / 3),
        ("lemma", 3, 3, 1.0),
    ]


def test_sentences_are_worst_first():
    one = treebank("a/N/0/r", "a/N/0/r b/N/1/x", "a/N/0/r b/N/1/x c/N/1/x", "a/N/0/r b/N/1/x c/N/1/x")
    other = treebank("a/N/0/r", "a/N/0/r b/N/1/y", "a/N/0/r b/N/1/y c/N/1/x", "a/N/2/r b/N/0/x c/N/1/x")
    found = between(one, other).sentences
    assert found["sentence"].to_list() == [4, 2, 3, 1]
    assert found["disagreements"].to_list() == [2, 1, 1, 0]
    assert found["las"].to_list() == [1 / 3, 1 / 2, 2 / 3, 1.0]
    assert found["line"].to_list() == [10, 3, 6, 1]


@given(pairs(max_sentences=4))
def test_figures_are_those_of_scikit_learn_and_of_the_krippendorff_package(two):
    [pair] = between(*two).pairs
    words = [[word for sentence in one for word in sentence.words] for one in two]
    alike = [(a, b) for a, b in zip(*words, strict=True) if a.head == b.head]
    assert pair.attached == len(alike)
    assert pair.kappa_label == pytest.approx(expected_kappa([(a.label, b.label) for a, b in alike]))
    tags = [(a.coarse_tag, b.coarse_tag) for a, b in zip(*words, strict=True)]
    assert pair.kappa_tag == pytest.approx(expected_kappa(tags))


@given(pairs(max_sentences=4))
def test_alphas_are_those_of_the_krippendorff_package(two):
    words = [[word for sentence in one for word in sentence.words] for one in two]
    found = between(*two, two[0]).alpha
    of = {"head": offset, "label": lambda word: word.label, "tag": lambda word: word.coarse_tag}
    for layer, value in of.items():
        said = [[*map(value, some)] for some in (*words, words[0])]
        assert found[layer] == pytest.approx(expected_alpha(said)), layer


def offset(word):
    """The head as its distance; that of a root, and of a word that is its own head, are values of their own."""
    if word.head is None:
        return None
    return word.head - word.position if word.head else "root"


def expected_kappa(pairs):
    return cohen_kappa_score(*zip(*pairs, strict=True)) if len({one for pair in pairs for one in pair}) > 1 else None


def expected_alpha(annotators):
    units = [row for row in zip(*annotators, strict=True) if sum(value is not None for value in row) > 1]
    values = [*{value for row in units for value in row} - {None}]
    if len(values) < 2:
        return None
    data = [[math.nan if value is None else values.index(value) for value in row] for row in units]
    return krippendorff.alpha(reliability_data=np.array(data).T, level_of_measurement="nominal")


@given(pairs(max_sentences=4))
def test_neither_is_the_gold(two):
    one, other = between(*two), between(*two[::-1])
    assert one.alpha == other.alpha
    assert one.pairs[0].figures == other.pairs[0].figures
    assert one.pairs[0].kappa_label == other.pairs[0].kappa_label
    swapped = other.labels.rename({"only_a": "only_b", "only_b": "only_a"}).select(one.labels.columns)
    assert rows(one.labels) == rows(swapped)


@given(pairs(max_sentences=4))
def test_figures_of_attachment_are_the_metrics(two):
    for metrics in (Metrics.among(()), WHOLE):
        [pair] = between(*two, metrics=metrics).pairs
        scores = score(metrics.attachment, *two).scores()
        assert pair.figures == {name: scores[name].value for name in ("uas", "las")}
        layers = {row["layer"]: row["agreed_share"] for row in pair.layers.to_dicts()}
        assert layers["head"] == pair.figures["uas"]


_word = st.tuples(
    st.sampled_from(("a", "b", "ab", ".")),
    st.sampled_from("NV"),
    st.sampled_from((0, 1, 2, 3, None)),
    st.sampled_from("xy"),
)
_sentence = st.lists(_word, min_size=1, max_size=4).map(
    lambda words: [(form, tag, head and head % (len(words) + 1), label) for form, tag, head, label in words]
)
annotations = st.lists(_sentence, min_size=1, max_size=4).map(made)
"""Sentences and words that may differ, of fewer words than tell whether a text is another."""


@given(annotations, annotations, annotations)
def test_words_and_sentences_that_differ_are_those_that_the_metric_compares(one, other, third):
    for pair in between(one, other, third).pairs:
        counts = pair.scored["attachment"].counts
        assert pair.attached == counts["right_head"].sum()
        assert pair.labels["agreed"].sum() == counts["right_label"].sum()


def test_a_head_that_the_sentence_lacks_is_no_other_words():
    found = between(treebank("a/N/2/x"), treebank("a/N/2/x b/N/0/x"), treebank("a/N/2/x"))
    assert [pair.attached for pair in found.pairs] == [0, 1, 0]
    assert [pair.figures["uas"] for pair in found.pairs] == [0.0, 1.0, 0.0]


def test_three_annotators_are_compared_two_by_two():
    three = treebank(*TREES), treebank(*PARSES), treebank(*TREES)
    found = between(*three)
    assert [(pair.a, pair.b) for pair in found.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found.pairs[1].figures == {"uas": 1.0, "las": 1.0}
    assert found.annotators == ("a", "b", "c")
    assert found.sentences["b"].unique(maintain_order=True).to_list() == ["b", "c"]


def test_words_that_differ_are_aligned():
    """The second lacks a word before the head: what is counted is where the head stands among the words of both."""
    one = treebank("a/N/2/x b/V/0/root very/A/4/m good/A/2/y", *TREES)
    other = treebank("a/N/2/x b/V/0/root good/A/2/z", *TREES)
    found = between(one, other)
    [pair] = found.pairs
    assert (pair.words, pair.attached) == (10, 10)
    assert pair.figures["uas"] == pytest.approx(2 * 10 / 21)
    assert found.alpha["head"] == 1.0
    assert found.labels["only_a"].sum() == found.labels["only_b"].sum() == 1
    assert "other words" in pair.warnings[0]


def test_a_third_who_cuts_words_otherwise_changes_nothing_between_two():
    one, other = treebank(*TREES), treebank(*PARSES)
    third = treebank("She/PRON/3/nsubj has/AUX/3/aux read/VERB/0/root old/ADJ/5/amod books/NOUN/3/obj", TREES[1])
    alone, among = between(one, other), between(one, other, third)
    assert among.pairs[0].figures == alone.pairs[0].figures
    assert among.pairs[0].kappa_label == alone.pairs[0].kappa_label
    assert rows(among.pairs[0].layers.with_columns(a=0, b=0)) == rows(alone.pairs[0].layers.with_columns(a=0, b=0))


def test_words_that_two_of_three_have_count_in_alpha():
    """The first lacks a word on whose label the others differ."""
    first = treebank("a/N/2/x b/V/0/root", *TREES)
    others = [treebank(f"a/N/2/x b/V/0/root c/N/2/{label}", *TREES) for label in ("y", "z")]
    found = between(first, *others)
    labels = [["x", "root", None], ["x", "root", "y"], ["x", "root", "z"]]
    more = [word.label for sentence in treebank(*TREES) for word in sentence.words]
    assert found.alpha["label"] == pytest.approx(expected_alpha([own + more for own in labels]))


def test_brackets_are_compared_by_parseval_and_tedeval():
    lines = "(S (NP-SBJ (N a)) (VP (V b) (NP (N c))))", "(S (NP (N a)) (VP (V b)) (ADJP (N c)))"
    one, other = phrases(lines[0]), phrases(lines[1])
    found = between(one, other)
    [pair] = found.pairs
    assert pair.figures["f1"] == score(ParsEval(), one, other).scores()["f1"].value == 0.5
    assert pair.figures["tedeval"] == score(TedEval(), one, other).scores()["accuracy"].value
    assert (pair.kappa_label, pair.kappa_tag, pair.words) == (None, 1.0, 3)
    assert found.alpha["head"] is found.alpha["label"] is None
    assert found.labels.select("label", "agreed", "only_a", "only_b").rows() == [
        ("VP", 0, 1, 1),
        ("ADJP", 0, 0, 1),
        ("NP", 1, 1, 0),
        ("S", 1, 0, 0),
    ]
    assert found.sentences.select("sentence", "f1").rows() == [(1, 0.5)]


def test_dependencies_and_constituents_have_tedeval_and_tags_in_common():
    found = between(treebank("a/N/2/x b/V/0/root"), phrases("(S (N a) (V b))"))
    [pair] = found.pairs
    assert set(pair.figures) == {"tedeval", "tedeval_unlabeled"}
    assert pair.kappa_tag == 1.0 and found.alpha["tag"] == 1.0
    assert found.alpha["head"] is None


def test_empty_files_agree_on_nothing():
    found = between(made([]), made([]))
    assert found.pairs[0].figures == {"uas": None, "las": None}
    assert found.alpha == dict.fromkeys(("head", "label", "tag"))
    assert found.pairs[0].words == 0


def test_what_cannot_be_compared_is_refused():
    words = treebank(" ".join(f"w{n}/N/0/root" for n in range(60)), name="one.conllx")
    unrelated = treebank(" ".join(f"v{n}/N/0/root" for n in range(60)), name="other.conllx")
    with pytest.raises(PairError, match=r"^one\.conllx and other\.conllx have almost no words in common"):
        between(words, unrelated)
    for two in ((words, made([], name="none.conllx")), (made([], name="none.conllx"), words)):
        with pytest.raises(PairError, match=r"^none\.conllx: no words to compare with those of one\.conllx$"):
            between(*two)
    with pytest.raises(OptionError, match="name another file"):
        between(words)


def test_work_can_be_ended_between_its_steps():
    steps = agreement_steps([treebank(*TREES)] * 3, [*"abc"])
    shares = [next(steps) for _ in range(3)]
    steps.close()
    assert shares == sorted(shares)


def test_series_of_reviewers_are_compared_as_columns_are():
    one, other = pl.Series(["gold", "parse", None]), pl.Series(["gold", "gold", "both"])
    assert kappa(one, other) == 0.0
    assert alpha([one, other]) == pytest.approx(expected_alpha([one.to_list(), other.to_list()]))


@pytest.mark.shared
@pytest.mark.parametrize("name", NAMES)
def test_the_copenhagen_annotators(name):
    two = [formats.read(ANNOTATORS / f"{name}-da-{who}.conll") for who in ("lotte", "morten")]
    found = between(*two)
    [pair] = found.pairs
    words = [[word for sentence in one for word in sentence.words] for one in two]
    together = [*zip(*words, strict=True)]
    alike = [(a, b) for a, b in together if a.head == b.head]
    assert pair.figures["uas"] == len(alike) / len(together)
    assert pair.kappa_label == pytest.approx(
        cohen_kappa_score(*zip(*((a.label, b.label) for a, b in alike), strict=True))
    )
    assert found.alpha["head"] == pytest.approx(expected_alpha([[*map(offset, own)] for own in words]))
    assert found.alpha["label"] == pytest.approx(expected_alpha([[word.label for word in own] for own in words]))


@pytest.mark.shared
@pytest.mark.parametrize("name", ["cyclic", "multiroot"])
def test_cycles_and_several_roots_are_compared_like_anything_else(name):
    one = formats.read(ANNOTATORS / f"{name}.conll")
    found = between(one, one)
    assert found.pairs[0].figures == {"uas": 1.0, "las": 1.0}
    assert found.alpha == {"head": 1.0, "label": 1.0, "tag": 1.0}
    assert found.sentences["disagreements"].sum() == 0


def series(values, dtype=None):
    return pl.Series(values, dtype=dtype or pl.String())


def annotations(annotators):
    """Random values of so many annotators, some missing."""
    return st.lists(st.tuples(*[some_value] * annotators), max_size=12).map(
        lambda rows: [[row[one] for row in rows] for one in range(annotators)]
    )


def kappa_of_scikit(one, other):
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    if len({value for pair in pairs for value in pair}) < 2:
        return None  # where scikit-learn warns, and says nan
    return cohen_kappa_score(*zip(*pairs, strict=True))


def alpha_of_krippendorff(annotators):
    codes = [[math.nan if value is None else VALUES.index(value) for value in one] for one in annotators]
    units = [row for row in zip(*annotators, strict=True) if sum(value is not None for value in row) > 1]
    if len({value for row in units for value in row} - {None}) < 2:
        return None  # which the package refuses
    return krippendorff.alpha(reliability_data=np.array(codes), level_of_measurement="nominal")


def test_kappa_worked_by_hand():
    """Of 50 proposals both accept 20 and refuse 15: 0.7 observed, 0.5 by chance."""
    one, other = ["y"] * 25 + ["n"] * 25, ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert kappa(series(one), series(other)) == pytest.approx(0.4)


def test_alpha_worked_by_hand():
    """Krippendorff's own example (2011, C): four observers, twelve units, nominal; 0.743."""
    observers = "123321412***", "1233224125*3", "*3332342251*", "12332441251*"
    found = [series([None if value == "*" else value for value in one]) for one in observers]
    assert alpha(found) == pytest.approx(0.743, abs=0.0005)


@given(annotations(2))
def test_kappa_is_that_of_scikit_learn(annotators):
    one, other = annotators
    assert kappa(series(one), series(other)) == pytest.approx(kappa_of_scikit(one, other))


@given(st.integers(2, 4).flatmap(annotations))
def test_alpha_is_that_of_the_krippendorff_package(annotators):
    assert alpha([*map(series, annotators)]) == pytest.approx(alpha_of_krippendorff(annotators))


@given(annotations(3))
def test_an_annotator_who_says_nothing_changes_no_alpha(annotators):
    found = [*map(series, annotators)]
    assert alpha([*found, series([None] * len(found[0]))]) == alpha(found)


@given(annotations(3))
def test_the_order_of_annotators_does_not_matter(annotators):
    found = [*map(series, annotators)]
    assert alpha(found) == alpha(found[::-1])
    assert kappa(*found[:2]) == kappa(*found[1::-1])


@pytest.mark.parametrize("dtype", [pl.String(), pl.Categorical(), pl.Enum(VALUES)])
def test_any_kind_of_values(dtype):
    one, other = (series([*values], dtype) for values in ("aabb", "aabc"))
    assert kappa(one, other) == pytest.approx(kappa_of_scikit("aabb", "aabc"))
    assert alpha([one, other]) == pytest.approx(alpha_of_krippendorff(["aabb", "aabc"]))


@pytest.mark.parametrize(
    ("one", "other"),
    [([], []), (["a", "a"], ["a", "a"]), (["a", None], [None, "b"]), ([None], [None])],
    ids=["no units", "one value", "nothing in common", "nothing said"],
)
def test_undefined_where_chance_alone_agrees(one, other):
    assert kappa(series(one), series(other)) is None
    assert alpha([series(one), series(other)]) is None


def test_one_annotator_alone_has_no_alpha():
    assert alpha([series(["a", "b"])]) is None
    assert alpha([]) is None


def test_different_numbers_of_units_are_refused():
    with pytest.raises(ValueError, match="different numbers of units: 2, 1"):
        kappa(series(["a", "b"]), series(["a"]))
    with pytest.raises(ValueError, match="different numbers of units: 2, 1"):
        alpha([series(["a", "b"]), series(["a"])])
