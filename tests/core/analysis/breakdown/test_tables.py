"""All breakdowns together: against eval.pl's way of counting, against the metric, and as filters.

Also tests `of_words`, `metric_tables`.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldleaf.core.analysis.breakdown.of_facts import called
from goldleaf.core.analysis.breakdown_table import Limits
from goldleaf.core.analysis.metric_tables import BREAKDOWNS, breakdowns_of, table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.analysis.sides.word_table import without_partner, word_table
from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics import METRICS, create
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.results import source_of
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.analysis import evalpl
from tests.core.trees import PARSES, SHARED, TREES, pairs, plain, treebank

METRIC = Attachment()
DEMO = Path(__file__).resolve().parents[4] / "assets" / "demo"
EVERYTHING = Limits(words=10**6, contexts=10**6, errors=10**6, error_contexts=10**6, frames_at_least=1, sentences=10**6)
ERRORS = ("errors", "head_errors", "label_errors", "both_wrong")


def tables(gold, parse, sentence=None):
    """All tables, of all sentences or of one."""
    words = word_table(METRIC, gold, parse)
    if sentence is not None:
        words = words.filter(pl.col("sentence") == sentence)
    return {name: table(name, words, EVERYTHING) for name in BREAKDOWNS}


def counts_of(gold, parse, metric=METRIC):
    """The frames of all tables that are counts, shown in full."""
    words = word_table(metric, gold, parse)
    return {name: table(name, words, EVERYTHING).frame for name in BREAKDOWNS if not name.endswith("_contexts")}


def check_against_evalpl(gold, parse):
    """The tables have the counts that a loop over the words finds."""
    counted = evalpl.count(plain(gold), plain(parse))
    found = counts_of(gold, parse)

    accuracy = found["accuracy"].select("tag", "words").rows()
    assert accuracy[0] == ("total", counted.scoring)
    assert dict(accuracy[1:]) == counted.words
    rate = found["error_rate"].select("tag", "wrong_head", "wrong_label", "wrong_both").rows()
    assert {tag: list(wrong) for tag, *wrong in rate[1:] if any(wrong)} == {
        tag: wrong[1:] for tag, wrong in counted.errors["tag"].items()
    }
    for kind in ("deprel", "deprel_attachment", "direction", "distance"):
        for column, expected in (("gold", counted.gold), ("system", counted.system), ("correct", counted.correct)):
            rows = found[kind].select(pl.first(), column).rows()
            assert {name: count for name, count in rows if count} == +expected[kind], (kind, column)
    worst = found["sentences_errors"].select("number", *ERRORS[:3]).rows()
    assert {number: list(wrong) for number, *wrong in worst} == {
        number: wrong[:3] for number, wrong in counted.sentences.items() if wrong[0]
    }


@settings(max_examples=6)
@given(pairs(heads=False))
def test_the_counts_are_eval_pl_s(pair):
    check_against_evalpl(*pair)


@pytest.mark.shared
def test_the_counts_on_a_real_parse_are_eval_pl_s():
    check_against_evalpl(*(read(SHARED / "danish" / f"{name}.conllx") for name in ("gold", "parse")))


@settings(max_examples=6)
@given(pairs(heads=False), st.sampled_from(["exclude", "include"]), st.sampled_from(["full", "universal"]))
def test_the_tables_add_up_to_the_metric(pair, punctuation, labels):
    metric = Attachment(punctuation=punctuation, labels=labels)
    counts = score(metric, *pair).counts.sum().row(0, named=True)
    found = counts_of(*pair, metric)
    total = found["accuracy"].row(0, named=True)
    assert total["words"] == counts["scoring"]
    assert found["accuracy"]["words"][1:].sum() == counts["scoring"]
    for name in ("right_head", "right_label", "right_both"):
        assert total[name] == found["accuracy"][name][1:].sum() == counts[name]
        assert total[f"{name}_share"] == (counts[name] / counts["scoring"] if counts["scoring"] else None)
    wrong = found["error_rate"].row(0, named=True)
    for name in ("head", "label"):
        assert wrong[f"wrong_{name}"] + counts[f"right_{name}"] == counts["scoring"]
    assert found["deprel"]["correct"].sum() == counts["right_label"]
    assert found["deprel_attachment"]["correct"].sum() == counts["right_both"]
    for name in ("deprel", "deprel_attachment", "direction", "distance"):
        assert found[name]["gold"].sum() == found[name]["system"].sum() == counts["scoring"]
    for name in ("focus_words", "tags_before_2", "tags_after_2", "sentences_errors"):
        assert found[name]["errors"].sum() == counts["wrong"]
    assert found["specific_errors"]["count"].sum() == counts["wrong"]


COUNTS = {"gold", "correct", "system", "missing", "extra", "forgiven", "words", "count", "right", *ERRORS}
COUNTS |= {f"{what}_{of}" for what in ("right", "wrong") for of in ("head", "label", "both")}
FILES = {
    "arcs": ("gold.conllu", "parse.conllu"),
    "trees": ("trees-gold.mrg", "trees-parse.mrg"),
    "other words": ("ambiguous-gold.conllu", "ambiguous-parse.conllu"),
    "expressions": ("expressions-gold.cupt", "expressions-parse.cupt"),
    "roles": ("roles-gold.conll09", "roles-parse.conll09"),
}


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("files", FILES)
def test_every_figure_opens_what_it_counts(name, files):
    """Words are found by the filter; facts, of which several may be about one word, by the condition itself."""
    gold, parse = (read(DEMO / path).slice(0, 6) for path in FILES[files])
    metric = create(name)
    if not metric.applies(gold):
        return
    gold = with_seen(gold, parse.slice(0, 2))  # which serves as what was trained on
    scored = score(metric, gold, parse)
    source = source_of(scored, gold, parse, None)
    sentences = finished(sentence_table_steps(gold, {"p": parse}, {"p": {name: scored}}))
    for entry in breakdowns_of(metric):
        made = finished(entry.make(source, Limits()))
        if entry.name not in BREAKDOWNS and "system" in made.frame.columns:
            assert (made.frame["missing"] == made.frame["gold"] - made.frame["correct"]).all()
            assert (made.frame["extra"] == made.frame["system"] - made.frame["correct"]).all()
        for row in {0, 1, made.frame.height - 1} & {*range(made.frame.height)}:
            for column in COUNTS & {*made.frame.columns}:
                condition, value = made.condition(row, column), made.frame[column][row]
                of_facts = f"has({called(metric)}, "
                if condition.startswith(of_facts):
                    known = pl.sql_expr(condition.removeprefix(of_facts).removesuffix(")"))
                    assert source.facts().filter(known).height == value, (entry.name, column, condition)
                elif condition.startswith("has(") and "has(repair, " not in condition:
                    found = filter_sentences(sentences, source.words(), condition)
                    assert found.hits.height == value, (entry.name, column, condition)


def test_a_figure_as_a_filter():
    gold, parse = treebank(*TREES), treebank(*PARSES)
    found = tables(gold, parse)
    assert found["accuracy"].condition(0, "right_head") == "has(scoring and right_head)"
    assert found["accuracy"].condition(1, "words") == "has(scoring and gold_tag = 'ADJ')"
    assert (
        found["error_rate"].condition(1, "wrong_head_share") == "has(scoring and gold_tag = 'ADJ' and not right_head)"
    )
    assert found["deprel"].condition(0, "gold") == "has(scoring and gold_deprel = 'root')"
    assert found["deprel"].condition(0, "correct") == "has(scoring and gold_deprel = 'root' and right_label)"
    assert found["deprel"].condition(0, "precision") == "has(scoring and parse_deprel = 'root')"
    assert found["sentences_errors"].condition(0, "errors") == "number = 1"


def test_quotes_in_forms_are_doubled():
    gold, parse = treebank("o'clock/N/0/root"), treebank("o'clock/N/1/root")
    assert "form = 'o''clock'" in tables(gold, parse)["focus_words"].condition(0, "errors")


def test_some_sentences_only():
    gold, parse = treebank(*TREES), treebank(*PARSES)
    second = tables(gold, parse, 1)
    assert second["accuracy"].frame.select("tag", "words").rows() == [("total", 1), ("ADV", 1)]
    assert second["frames"].frame.height == 0
    assert second["sentences_errors"].frame.height == 0
    first = tables(gold, parse, 0)
    assert first["sentences_errors"].frame["number"].to_list() == [1]


def test_words_that_the_tables_are_not_about():
    gold, parse = treebank("can/AUX/0/x not/PART/1/x go/V/1/x"), treebank("cannot/AUX/0/x go/N/1/x")
    counts = score(METRIC, gold, parse).counts
    words = word_table(METRIC, gold, parse)
    note = "Words that both have: 1; without a partner: 2 of the gold, 1 of the parse."
    assert without_partner(words, counts) == note
    same = treebank(*TREES)
    assert without_partner(word_table(METRIC, same, same), score(METRIC, same, same).counts) == ""


def test_nothing_to_break_down():
    for one in tables(treebank(), treebank()).values():
        if one.name not in ("accuracy", "error_rate", "direction", "distance", "blame"):
            assert one.frame.height == 0, one.name
        assert one.title
    perfect = treebank(*TREES)
    found = tables(perfect, perfect)
    assert found["accuracy"].frame["right_both_share"].to_list() == [1.0] * 6
    assert found["specific_errors"].frame.height == found["error_contexts"].frame.height == 0


def test_names_are_unique_and_unknown_ones_refused():
    words = word_table(METRIC, treebank(*TREES), treebank(*PARSES))
    assert all(table(name, words).name == name for name in BREAKDOWNS)
    with pytest.raises(OptionError, match="breakdown acuracy: no such table; there are accuracy"):
        table("acuracy", words)
