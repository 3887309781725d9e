"""Words that are in a training file, and those that are not."""

from __future__ import annotations

from io import BytesIO

import pytest

from goldleaf.core.analysis.metric_tables import table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table
from goldleaf.core.analysis.sides.word_columns import seen, with_seen
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.results import tables
from goldleaf.core.scoring import score
from tests.core.trees import treebank

GOLD = ("a/N/2/s b/V/0/r c/N/2/o ././2/p", "d/V/0/r a/N/1/o")
PARSE = ("a/N/2/s b/V/0/r c/X/1/o ././2/p", "d/N/0/r a/V/1/x")
TRAIN = ("a/N/2/s b/V/0/r ././2/p",)


def words():
    return word_table(Attachment(), with_seen(treebank(*GOLD), treebank(*TRAIN)), treebank(*PARSE))


def test_the_word_table_tells():
    assert words()["gold_form_seen"].to_list() == [True, True, False, True, False, True]
    assert words()["gold_lemma_seen"].to_list() == [True, True, False, True, False, True]


def test_lemmas_that_nobody_gives_are_neither():
    bare = read(BytesIO(b"1\ta\t_\tN\tN\t_\t0\tr\t_\t_\n\n"), format="conllx")
    assert seen(bare.words, treebank(*TRAIN), "lemma").to_list() == [None]
    assert seen(treebank(*TRAIN).words, bare, "lemma").to_list() == [None] * 3
    assert seen(bare.words, bare, "form").to_list() == [True]


def test_accuracy_by_what_is_seen():
    found = table("seen", words())
    rows = found.frame.select(
        "of", "seen", "words", "right_head", "right_both", "right_tag", "right_lemma_share"
    ).rows()
    assert rows == [
        ("all words", "", 5, 4, 3, 2, 1.0),
        ("form", "seen", 3, 3, 2, 2, 1.0),
        ("form", "unseen", 2, 1, 1, 0, 1.0),
        ("lemma", "seen", 3, 3, 2, 2, 1.0),
        ("lemma", "unseen", 2, 1, 1, 0, 1.0),
    ]


def test_each_figure_finds_its_words():
    gold, parse = with_seen(treebank(*GOLD), treebank(*TRAIN)), treebank(*PARSE)
    found, sentences = table("seen", words()), sentence_table(gold, {}, {})
    for number, row in enumerate(found.frame.iter_rows(named=True)):
        for column in ("words", "right_head", "right_both", "right_tag", "right_lemma"):
            hits = filter_sentences(sentences, words(), found.condition(number, column)).hits
            assert hits.height == row[column], (row["of"], column)
    assert len(parse) == 2


def test_every_table_of_words_may_be_of_unseen_words():
    """The words beside those that count are still there, and the conditions of figures find these words only."""
    gold, parse = with_seen(treebank(*GOLD), treebank(*TRAIN)), treebank(*PARSE)
    scored = score(Attachment(), gold, parse)
    sentences = sentence_table(gold, {}, {})
    all_words = word_table(Attachment(), gold, parse)
    for one in tables(scored, gold, parse, within="not gold_form_seen or gold_tag = 'N' and position = 3"):
        assert one.title.endswith("of words with: not gold_form_seen or gold_tag = 'N' and position = 3")
        for number, row in enumerate(one.frame.iter_rows(named=True)):
            hits = filter_sentences(sentences, all_words, one.condition(number, one.frame.columns[1])).hits
            assert set(hits.select("sentence", "position").rows()) <= {(0, 3), (1, 1)}, (one.name, row)
    [found] = tables(scored, gold, parse, wanted={"accuracy"}, within="not form_seen")
    assert found.frame.select("tag", "words", "right_head").rows() == [("total", 2, 1), ("N", 1, 0), ("V", 1, 1)]
    whole = [*tables(scored, gold, parse, within="true")]
    assert [one.frame.rows() for one in whole] == [one.frame.rows() for one in tables(scored, gold, parse)]
    with pytest.raises(OptionError, match="forn_seen"):
        [*tables(scored, gold, parse, within="forn_seen")]


def test_without_a_training_file_the_table_is_empty():
    found = table("seen", word_table(Attachment(), treebank(*GOLD), treebank(*PARSE)))
    assert found.frame.height == 0
    assert found.note.startswith("No training file")
