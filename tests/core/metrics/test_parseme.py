"""Scores of PARSEME's expressions. Figures are those of the shared task's evaluate.py (edition 1.1, as of 2019) for the
same files."""

from __future__ import annotations

from io import BytesIO

import polars as pl
import pytest

from goldleaf.core import PairError, read
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.formats.conll import global_columns
from goldleaf.core.metrics import create
from goldleaf.core.results import tables
from goldleaf.core.scoring import check, score


def cupt(*sentences, lemmas=True):
    """Sentences of words with what they are part of, such as ``Take:1:VID care:1 now``; a range is ``1-2:1``."""
    lines = [global_columns()]
    for sentence in sentences:
        position = 0
        for word in sentence.split():
            form, _, codes = word.partition(":")
            position += "-" not in form
            lemma = form.lower() if lemmas and "-" not in form else "_"
            fields = [form if "-" in form else f"{position}", form, lemma, *["_"] * 7, codes or "*"]
            lines.append("\t".join(fields))
        lines.append("")
    return "\n".join([*lines, ""])


def of(*sentences, **options):
    return read(BytesIO(cupt(*sentences, **options).encode()))


GOLD = (
    "She took:1:VID the cats by:1 surprise:1",
    "They made:1:VPC.full;2:VID up:1;2 their:2 minds:2",
    "He gave:1:LVC.full them a:1 hand:1",
    "Look:1:VPC.full up:1 and sit:2:IRV down:2",
    "Rain:1:VID",
)
PARSE = (
    "She took:1:VID the cats by:1 surprise",
    "They made:1:VID up:1 their minds:2:VPC.full",
    "He gave:1:LVC.cause them a:1 hand:1",
    "Look:1:VPC.full up:1;2:IRV and sit:2 down:2",
    "Rain",
)
TRAIN = ("He took:1:VID it by:1 surprise:1", "Look:1:VPC.full up:1 what she made:2:X", "up:1:VPC.full Made:1")


@pytest.fixture
def scored():
    return score(create("parseme"), with_seen(of(*GOLD), of(*TRAIN)), of(*PARSE))


def test_expressions_and_their_words_are_counted_whatever_the_category(scored):
    scores = scored.scores()
    values = {name: (scores[name].right, scores[name].total) for name in scores if "token_" in name or "mwe" in name}
    assert values == {
        "mwe_precision": (3, 6), "mwe_recall": (3, 7), "mwe_f1": (6, 13),
        "token_precision": (12, 13), "token_recall": (12, 17), "token_f1": (24, 30),
        "multi_token_f1": (6, 11), "single_token_f1": (0, 2),
    }  # fmt: skip


def check_conditions(scored, made, row):
    """What the filter finds by the condition of a cell is as many as the cell says."""
    facts = pl.SQLContext(parseme=fact_table(scored.metric, with_seen(of(*GOLD), of(*TRAIN)), of(*PARSE)))
    for column in ("gold", "correct", "system", "missing", "extra"):
        condition = made.condition(row["at"], column).removeprefix("has(parseme, ").removesuffix(")")
        assert facts.execute(f"select * from parseme where {condition}", eager=True).height == row[column], column


def table(scored, name):
    made = {one.name: one for one in tables(scored, with_seen(of(*GOLD), of(*TRAIN)), of(*PARSE))}[name]
    key = made.keys[0]
    return made, {row[key]: {**row, "at": at} for at, row in enumerate(made.frame.iter_rows(named=True))}


@pytest.mark.parametrize(
    ("name", "gold", "correct", "system"),
    [
        ("continuous", 5, 2, 3), ("discontinuous", 2, 1, 3), ("multi_token", 6, 3, 5), ("single_token", 1, 0, 1),
        ("seen", 3, 2, 2), ("unseen", 4, 1, 4), ("variant", 2, 1, 1), ("identical", 1, 1, 1),
    ],
)  # fmt: skip
def test_each_class_is_counted_by_itself(scored, name, gold, correct, system):
    made, rows = table(scored, "classes")
    assert (rows[name]["gold"], rows[name]["correct"], rows[name]["system"]) == (gold, correct, system)
    check_conditions(scored, made, rows[name])


@pytest.mark.parametrize(
    ("category", "mwe", "token"),
    [
        ("IRV", (1, 0, 1), (2, 2, 3)), ("LVC.cause", (0, 0, 1), (0, 0, 3)), ("LVC.full", (1, 0, 0), (3, 0, 0)),
        ("VID", (3, 0, 2), (8, 4, 4)), ("VPC.full", (2, 1, 2), (4, 2, 3)),
    ],
)  # fmt: skip
def test_of_a_category_only_expressions_of_it_are_partners(scored, category, mwe, token):
    made, rows = table(scored, "category")
    row = rows[category]
    check_conditions(scored, made, row)
    assert tuple(row[name] for name in ("gold", "correct", "system")) == mwe
    assert tuple(row[f"token_{name}"] for name in ("gold", "correct", "system")) == token


@pytest.mark.parametrize(
    ("gold", "parse", "right", "words"),
    [
        ("a:1:X b:1 c:1;2:X d:2", "a:2:X b:1:X;2 c:1 d:1", 0, 4),  # either with either, of which one way is better
        ("a:1:X;2:Y b:1;2 c", "a:1:Z b:1 c", 1, 2),  # what is over the same words is one
        ("1-2:1:X a b c:1", "a:1:X b:1 c:1", 1, 3),  # the words of a range are what it is
        ("a:3 b:3:X", "a:1:X b:1", 1, 2),  # without a category, as it has none where it is first
    ],
    ids=["tangled", "twice", "range", "without category"],
)
def test_sets_of_words_are_what_is_compared(gold, parse, right, words):
    counts = score(create("parseme"), of(gold), of(parse)).counts
    assert (counts["right_mwe"][0], counts["right_token"][0]) == (right, words)


@pytest.mark.parametrize(
    ("lemmas", "seen"), [((True, True), 1), ((True, False), 0), ((False, False), 0)], ids=["both", "training", "none"]
)
def test_what_has_no_lemma_is_seen_by_its_form_in_training_only(lemmas, seen):
    own, train = (of("Take:1:X care:1", lemmas=there) for there in lemmas)
    assert score(create("parseme"), with_seen(own, train), own).counts["gold_seen"][0] == seen


def test_a_range_of_the_training_file_is_part_of_nothing():
    own, train = of("a:1:X b:1 c:1"), of("1-2:1:X a b c:1")
    assert score(create("parseme"), with_seen(own, train), own).counts["gold_seen"][0] == 0


def test_words_that_differ_are_aligned():
    counts = score(create("parseme"), of("a b:1:X cd:1"), of("a b:1:X c:1 d")).counts
    assert (counts["gold_token"][0], counts["right_token"][0], counts["right_mwe"][0]) == (2, 1, 0)


def test_what_nobody_has_annotated_is_refused():
    with pytest.raises(PairError, match=r":3: PARSEME:MWE is _, so nobody knows what is there"):
        check(create("parseme"), of("a:1:X b:1"), of("a:* b:_"))
