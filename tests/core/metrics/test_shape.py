"""The facts of every metric have the one declared shape, and their marks are what the metric counts."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path

import polars as pl
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from goldleaf.core.facts import Mark
from goldleaf.core.formats import read
from goldleaf.core.formats.sdp import COLUMNS
from goldleaf.core.metrics import METRICS
from goldleaf.core.metrics.base import SIDES, WANTED_BY, shaped
from goldleaf.core.metrics.enhanced import ENHANCEMENTS
from goldleaf.core.treebank import TEXT
from tests.core import propositions, trees
from tests.core.metrics import phrases
from tests.core.metrics.shapes import check_shape

DEMO = Path(__file__).parents[3] / "assets" / "demo"
PAIRS = [
    ("gold.conllu", "parse.conllu"),
    ("trees-gold.mrg", "trees-parse.mrg"),
    ("crossing-gold.export",) * 2,
    ("roles-gold.conll09", "roles-parse.conll09"),
    ("expressions-gold.cupt", "expressions-parse.cupt"),
]
VIEWS = ("arcs", "tree", "function", "lattice", "roles")
# A word that is wrong counts once, with the fact of either side.
BY_WORD = ("columns", "attachment", "leaf-ancestor", "ud", "induction", "clustering")


def with_graph(treebank):
    """The treebank with an enhanced graph: each word's arc, and for some words a second edge."""
    enhanced = [
        "|".join(
            f"{head}:{label}"
            for head, label in dict.fromkeys([(word.head or 0, word.label), (word.position // 2, word.coarse_tag)])
        )
        for sentence in treebank
        for word in sentence.words
    ]
    return replace(treebank, words=treebank.words.with_columns(pl.Series("enhanced", enhanced, dtype=TEXT)))


def as_semantic(treebank):
    """The treebank as one of semantic graphs, which has no heads."""
    return replace(treebank, layout=replace(treebank.layout, format="sdp", columns=COLUMNS))


def with_expressions(treebank):
    """The treebank with words of one label in one expression, their first as its category."""
    words = treebank.words.with_columns(id=pl.col("label").cast(pl.String).rank("dense").over("sentence"))
    first, code = pl.col("position") == pl.col("position").min().over("sentence", "id"), pl.col("id").cast(pl.String)
    mwe = pl.when(first).then(code + ":" + pl.col("form").cast(pl.String)).otherwise(code).cast(TEXT)
    layout = replace(treebank.layout, format="cupt", columns=(*treebank.layout.columns, "mwe"))
    return replace(treebank, words=words.with_columns(mwe=mwe).drop("id"), layout=layout)


def with_other_tags(pair):
    """The pair with tags and lemmas in the parse that are not the gold's in every second word."""
    gold, parse = pair
    swapped = [
        pl.when(pl.col("position") % 2 == 0).then("form").otherwise(name).alias(name)
        for name in ("lemma", "coarse_tag")
    ]
    return gold, replace(parse, words=parse.words.with_columns(swapped))


random_pairs = st.one_of(
    trees.pairs(heads=False),
    trees.pairs().map(with_other_tags),
    trees.pairs().map(lambda pair: tuple(map(with_graph, pair))),
    trees.pairs().map(lambda pair: tuple(map(as_semantic, map(with_graph, pair)))),
    trees.pairs().map(lambda pair: tuple(map(with_expressions, pair))),
    phrases.pairs(gaps=True).map(phrases.both),
    propositions.pairs(),
)


OPTIONS = {
    "clustering": {"gold_column": "coarse_tag", "parse_column": "coarse_tag"},  # else not those of both sides
    "mwe": {"dep_cpd": "a,b"},  # else no word of a random tree is a component
}


def fitted(name, gold, parse):
    metric = METRICS[name](**OPTIONS.get(name, {}))
    return metric.fitted(gold, parse) if metric.applies(gold) and metric.applies(parse) else None


def counted(metric, facts, gold, parse):
    """For each sentence of the gold how many differences its facts show."""
    marks = [Mark.MISSING] if metric.name in BY_WORD else [Mark.MISSING, Mark.EXTRA]
    if metric.name == "parseval":  # what stands for something else counts with it
        facts = facts.filter((pl.col("mark") != Mark.EXTRA) | pl.col("partner").is_null())
    if metric.name in (
        "semantic",
        "enhanced",
        "sdp",
        "parseme",
    ):  # of another label instead of the gold's the gold's counts
        facts = facts.filter((pl.col("mark") != Mark.EXTRA) | (pl.col("unlabeled") != Mark.MATCHED))
    if metric.name == "tedeval":
        facts = facts.filter(pl.col("label").is_not_null() == metric.lists_labels(gold, parse))
    wrong = dict(facts.filter(pl.col("mark").is_in(marks)).group_by("sentence").len().iter_rows())
    return [wrong.get(row, 0) for row in range(len(gold))]


def check(name, gold, parse):
    metric = fitted(name, gold, parse)
    if metric is None:
        return
    facts = metric.facts(gold, parse)
    check_shape(facts, metric.key)
    assert {*metric.views} <= {*VIEWS}
    for kind in [metric.facts_are] if metric.facts_are else metric.views:
        assert {*WANTED_BY.get(kind, ())} <= {*facts.columns}
    assert facts["sentence"].is_sorted() and (facts["sentence"] < max(len(gold), 1)).all()
    for side, own in (("gold", gold), ("parse", parse)):
        longest = max(own.words["position"].max() or 0, 0)
        positions = facts.filter(pl.col("side") == side)["position"].drop_nulls()
        assert positions.is_between(1, longest).all()
    assert counted(metric, facts, gold, parse) == metric.count(gold, parse)[metric.differences].to_list()
    alone = fitted(name, gold, gold)
    assert set(alone.facts(gold, gold)["mark"]) <= {Mark.MATCHED, Mark.NOT_SCORED}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("files", PAIRS, ids=lambda files: files[0])
def test_facts_of_the_demo(name, files):
    check(name, *(read(DEMO / file) for file in files))


@pytest.mark.parametrize("name", METRICS)
@given(random_pairs)
def test_facts_of_any_pair(name, pair):
    check(name, *pair)


@pytest.mark.parametrize("enhancements", ["123456", ",".join(f"no-{name}" for name in ENHANCEMENTS)])
@given(trees.pairs().map(lambda pair: tuple(map(with_graph, pair))))
def test_facts_of_graphs_of_which_parts_are_switched_off(enhancements, pair):
    metric = METRICS["enhanced"](enhancements=enhancements)
    facts = metric.facts(*pair)
    check_shape(facts, metric.key)
    assert counted(metric, facts, *pair) == metric.count(*pair)[metric.differences].to_list()


@pytest.mark.slow
@pytest.mark.parametrize("name", METRICS)
def test_random_pairs_have_facts_of_every_metric(name):
    def reached(pair):
        metric = fitted(name, *pair)
        return metric is not None and {Mark.MATCHED, Mark.MISSING} <= {*metric.facts(*pair)["mark"]}

    find(random_pairs, reached, settings=settings(max_examples=500, database=None, phases=[Phase.generate]))


@pytest.mark.shared
def test_facts_where_words_and_sentences_are_cut_otherwise():
    gold, parse = (read(trees.SHARED / "english" / file) for file in ("gold.conllu", "parse-raw.conllu"))
    metric = METRICS["ud"]()
    facts = metric.facts(gold, parse)
    check_shape(facts, metric.key)
    missing, wrong = counted(metric, facts, gold, parse), metric.count(gold, parse)[metric.differences].to_list()
    extra = dict(facts.filter(mark=Mark.EXTRA).group_by("sentence").len().iter_rows())
    # Of the parse's words those count that the gold has not; the others are wrong with the gold's.
    assert all(
        here <= all_ <= here + extra.get(row, 0) for row, (here, all_) in enumerate(zip(missing, wrong, strict=True))
    )
    assert sum(missing) < sum(wrong)
    positions = parse.words.select(parse_sentence="sentence", position="position")
    assert facts.filter(pl.col("side") == "parse").join(positions, on=positions.columns, how="anti").is_empty()


def test_every_metric_has_facts_in_some_demo():
    pairs = [tuple(read(DEMO / file) for file in files) for files in PAIRS]
    without = {"mwe", "sdp"}  # no demo has multiword expressions by its usual labels, or semantic graphs
    for name in METRICS.keys() - without:
        tables = (fitted(name, *pair) and fitted(name, *pair).facts(*pair) for pair in pairs)
        assert any(table is not None and table.height for table in tables), name


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"side": pl.Series(["gold"])}, "side is String"),
        ({"side": pl.Series(["parse"], dtype=SIDES)}, "MISSING has the side parse"),
        ({"mark": pl.Series([None], dtype=pl.UInt8)}, "no sentence, side or mark"),
        ({"position": pl.Series([1], dtype=pl.Int64)}, "position is Int64"),
    ],
)
def test_another_shape_is_told(change, said):
    table = METRICS["attachment"]().facts(trees.treebank("a/N/0/root"), trees.treebank("a/N/0/x")).head(1)
    check_shape(table, METRICS["attachment"].key)
    with pytest.raises(ValueError, match=said):
        check_shape(table.with_columns(**change), METRICS["attachment"].key)
    with pytest.raises(ValueError, match="expected first"):
        check_shape(table.drop("head"), METRICS["attachment"].key)


def test_keys_come_after_the_common_columns():
    table = pl.DataFrame({name: [1] for name in ("extra", "label", "mark", "side", "position", "sentence")})
    assert shaped(table, ("position", "label")).columns == ["sentence", "side", "mark", "position", "label", "extra"]


def test_names_of_keys_are_columns_of_no_other_meaning():
    assert not {"sentence", "side", "mark"} & set(chain.from_iterable(metric.key for metric in METRICS.values()))
