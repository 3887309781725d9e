"""Facts as a table: what the other side calls the same, flags that add up to the marks, classes of facts."""

from __future__ import annotations

from collections import Counter, defaultdict

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core import scoring
from goldleaf.core.analysis.sides.fact_table import OTHER, PROJECTIVITY, fact_table, label_of
from goldleaf.core.facts import Mark
from goldleaf.core.metrics import create
from tests.core.metrics.phrases import both
from tests.core.metrics.phrases import pairs as phrase_pairs
from tests.core.trees import pairs, treebank


def paired_by_a_loop(metric, gold, parse):
    """Each fact with a label, and what the other side has at its place: of what differs the n-th has the n-th."""
    label = label_of(metric)
    facts = scoring.facts(metric, gold, parse).filter(pl.col("mark") != Mark.NOT_SCORED).to_dicts()
    shown = "compared_as" if "compared_as" in (facts[0] if facts else {}) and label == "label" else label
    alone = {Mark.MISSING: defaultdict(list), Mark.EXTRA: defaultdict(list)}
    found = Counter()
    for fact in facts:
        place = str([fact["sentence"], *(fact[name] for name in metric.key if name != label)])
        if fact["mark"] in alone:
            alone[fact["mark"]][place].append(fact[shown])
        else:
            found[fact[shown], fact[shown] if fact["mark"] == Mark.MATCHED else None] += 1
    for ours, theirs in (alone.values(), [*alone.values()][::-1]):
        for place, labels in ours.items():
            others = [*theirs.get(place, []), *[None] * len(labels)]
            found.update(zip(labels, others, strict=False))
    return found


@given(phrase_pairs())
def test_what_the_other_side_calls_a_constituent(chosen):
    metric, sides = create("parseval"), both(chosen)
    table = fact_table(metric, *sides)
    assert Counter(table.select("label", OTHER).rows()) == paired_by_a_loop(metric, *sides)


@pytest.mark.parametrize("name", ["attachment", "ud", "tedeval", "segmentation"])
@given(pair=pairs())
def test_flags_are_the_marks_of_what_scores(name, pair):
    metric = create(name)
    table, facts = fact_table(metric, *pair), scoring.facts(metric, *pair)
    for mark, flag in ((Mark.MATCHED, "matched"), (Mark.MISSING, "missing"), (Mark.EXTRA, "extra")):
        assert table[flag].sum() == (facts["mark"] == mark).sum()
    assert table["in_gold"].sum() == table["matched"].sum() + table["missing"].sum()
    assert table["in_parse"].sum() == table["matched"].sum() + table["extra"].sum()
    label = label_of(metric)
    if label in table.columns:
        assert Counter(table.select(label, OTHER).rows()) == paired_by_a_loop(metric, *pair)


def test_classes_of_spans_of_arcs_and_of_sentences():
    tree = f"(S (A {' '.join(['(N a)'] * 2)}) (B {' '.join(['(N a)'] * 5)}) (C {' '.join(['(N a)'] * 6)}) (D (N a)))"
    spans = fact_table(create("parseval"), *both([(tree, tree)])).filter(kind="constituent")
    assert dict(spans.select("label", "span").rows()) == {"S": "11-20", "A": "2", "B": "3-5", "C": "6-10", "D": "1"}
    assert {*spans["length"]} == {"11-20"}
    crossed = "a/N/3/x b/V/4/x c/N/0/root d/N/3/x"
    arcs = fact_table(create("ud"), *[treebank("e/X/0/root", crossed)] * 2)
    assert [*dict.fromkeys(arcs["projectivity"])] == [*PROJECTIVITY]
    of_arcs = arcs.filter(pl.col("head").is_not_null(), sentence=1).unique("dependent").sort("dependent")
    assert of_arcs.select("direction", "distance", "word_tag").rows() == [
        ("right", "2", "N"), ("right", "2", "V"), ("to_root", "to_root", "N"), ("left", "1", "N"),
    ]  # fmt: skip
