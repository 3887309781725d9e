"""Words that are in a training file, and those that are not.

What trees say of words, beside walks from word to word.
"""

from __future__ import annotations

from io import BytesIO

import numpy as np
import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.analysis.metric_tables import OF_REPAIRS, table
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.search.has import word_columns
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_columns import parent_rows, rows_of_sides, seen, sides, with_seen
from goldleaf.core.analysis.sides.word_table import word_table, word_table_of_all
from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.results import tables
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, pairs, treebank

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
    found, sentences = table("seen", words()), finished(sentence_table_steps(gold, {}, {}))
    for number, row in enumerate(found.frame.iter_rows(named=True)):
        for column in ("words", "right_head", "right_both", "right_tag", "right_lemma"):
            hits = filter_sentences(sentences, words(), found.condition(number, column)).hits
            assert hits.height == row[column], (row["of"], column)
    assert len(parse) == 2


@pytest.mark.slow
def test_every_table_of_words_may_be_of_unseen_words():
    """The words beside those that count are still there, and the conditions of figures find these words only."""
    gold, parse = with_seen(treebank(*GOLD), treebank(*TRAIN)), treebank(*PARSE)
    scored = score(Attachment(), gold, parse)
    sentences = finished(sentence_table_steps(gold, {}, {}))
    all_words = word_table(Attachment(), gold, parse)
    for one in tables(scored, gold, parse, within="not gold_form_seen or gold_tag = 'N' and position = 3"):
        assert one.title.endswith("of words with: not gold_form_seen or gold_tag = 'N' and position = 3")
        for number, row in enumerate(one.frame.iter_rows(named=True)):
            hits = filter_sentences(sentences, all_words, one.condition(number, one.frame.columns[1])).hits
            assert set(hits.select("sentence", "position").rows()) <= {(0, 3), (1, 1)}, (one.name, row)
    [found] = tables(scored, gold, parse, wanted={"accuracy"}, within="not form_seen")
    assert found.frame.select("tag", "words", "right_head").rows() == [("total", 2, 1), ("N", 1, 0), ("V", 1, 1)]
    whole = [*tables(scored, gold, parse, within="true")]
    # A repair is of several words: its tables are of all.
    every = [one for one in tables(scored, gold, parse) if one.name not in OF_REPAIRS]
    assert [(one.name, one.frame.rows()) for one in whole] == [(one.name, one.frame.rows()) for one in every]
    with pytest.raises(OptionError, match="forn_seen"):
        [*tables(scored, gold, parse, within="forn_seen")]


def test_without_a_training_file_the_table_is_empty():
    found = table("seen", word_table(Attachment(), treebank(*GOLD), treebank(*PARSE)))
    assert found.frame.height == 0
    assert found.note.startswith("No training file")


METRIC = Attachment()
TREE = ("tag", "children", "depth", "subtree", "crossed", "nonprojective", "head_tag", "head_form", "head_lemma")
NAMES = [f"{side}_{name}" for side in ("gold", "parse") for name in (*TREE, "head_deprel", "head_position")]
NAMES += [f"{side}_head_head_{name}" for side in ("gold", "parse") for name in ("tag", "form", "position")]


def columns(words, names=NAMES):
    known = word_columns(words)
    return words.select("sentence", "position", **{name: known[name] for name in names}).with_columns(
        pl.col(pl.Categorical).cast(pl.String)
    )


class Naive:
    """A sentence whose heads are followed one by one."""

    def __init__(self, sentence):
        self.words = sentence.words
        self.heads = {word.position: word.head for word in self.words}

    def head(self, position):
        head = self.heads.get(position)
        return head if head in self.heads else None

    def above(self, position):
        """All heads above, each once, and whether there is an end."""
        found = []
        head = self.head(position)
        while head is not None and head not in found:
            found.append(head)
            head = self.head(head)
        return found, head is None

    def below(self, position):
        return {other for other in self.heads if position == other or position in self.above(other)[0]}

    def crossed(self, position):
        if self.head(position) is None:
            return False
        arcs = [sorted((one, head)) for one in self.heads if (head := self.head(one)) is not None]
        left, right = sorted((position, self.head(position)))
        return any(one < left < other < right or left < one < right < other for one, other in arcs)

    def odd(self, position):
        head = self.head(position)
        if head is None:
            return False
        return bool({*range(min(position, head) + 1, max(position, head))} - self.below(head))

    def of(self, position):
        above, ends = self.above(position)
        head = self.head(position)
        word, of_head, next_head = (
            None if one is None else self.words[one - 1]
            for one in (position, head, None if head is None else self.head(head))
        )
        found = {
            "tag": word.coarse_tag,
            "children": sum(self.head(other) == position for other in self.heads),
            "depth": len(above) if ends else None,
            "subtree": len(self.below(position)),
            "crossed": self.crossed(position),
            "nonprojective": any(map(self.odd, self.heads)),
        }
        for name, one in (("head", of_head), ("head_head", next_head)):
            found |= {
                f"{name}_tag": one and one.coarse_tag,
                f"{name}_form": one and one.form,
                f"{name}_lemma": one and one.lemma,
                f"{name}_deprel": one and one.label,
                f"{name}_position": one and one.position,
            }
        return found


@given(pairs(heads=False))
def test_all_columns_are_those_of_walks_from_word_to_word(pair):
    found = columns(word_table(METRIC, *pair)).to_dicts()
    expected = []
    for number, both in enumerate(zip(*pair, strict=True)):
        naive = {side: Naive(sentence) for side, sentence in zip(("gold", "parse"), both, strict=True)}
        for position in naive["gold"].heads:
            values = {f"{side}_{name}": value for side, of in naive.items() for name, value in of.of(position).items()}
            expected.append({"sentence": number, "position": position, **{name: values[name] for name in NAMES}})
    assert found == expected


TREE_GOLD = treebank(*TREES)
TREE_PARSE = treebank(*PARSES, name="parse.conllx")


def test_short_names_are_the_golds():
    words = word_table(METRIC, TREE_GOLD, TREE_PARSE)
    short = ["head_tag", "depth", "head_label", "words", "gold_head_label", "parse_head_label"]
    assert columns(words, short).row(2) == (0, 3, "NOUN", 2, "obj", 5, "obj", "root")


def test_without_a_parse_the_golds_are_there():
    words = word_table(METRIC, TREE_GOLD)
    assert columns(words, ["gold_subtree", "head_head_form"]).row(2) == (0, 3, 1, "read")
    assert "parse_depth" not in word_columns(words)


def test_without_lemmas_there_are_none_of_heads():
    words = word_table(METRIC, TREE_GOLD, TREE_PARSE).drop("gold_lemma")
    assert "gold_head_lemma" not in word_columns(words)
    assert "parse_head_lemma" in word_columns(words)


@pytest.mark.parametrize(
    "parse",
    [
        treebank("She/PRON/3/nsubj re/X/3/x ad/VERB/0/root old/ADJ/5/amod books/NOUN/3/obj ././3/punct", *TREES[1:]),
        treebank("She/PRON/2/nsubj read/VERB/0/root", "old/ADJ/2/amod books/NOUN/0/root ././2/punct", *TREES[1:]),
    ],
    ids=["other words", "other sentences"],
)
def test_where_words_or_sentences_differ_each_side_is_told_by_its_own_words(parse):
    words = word_table(METRIC, TREE_GOLD, parse)
    found = columns(words, ["gold_depth", "parse_depth", "parse_head_form", "parse_head_head_form", "words"])
    [old] = found.filter(words["form"] == "old").rows()
    expected = ("ad", 2) if parse.words.height == 8 else (None, 1)
    assert old == (0, 3, 2, expected[1], "books", expected[0], 5)
    forms = words["form"].to_list()
    heads = {forms[row]: forms[head] for row, head in enumerate(parent_rows(words, "parse")) if head >= 0}
    assert heads["old"] == "books"
    assert "ad" not in forms


OTHER = treebank(TREES[0], PARSES[1], name="other.conllx")


def test_all_parses_are_there_by_their_names_and_the_chosen_one_as_the_parse():
    words = word_table_of_all(METRIC, TREE_GOLD, {"a": TREE_PARSE, "b": OTHER}, "b")
    assert words["parse_deprel"].equals(words["b_deprel"])
    assert words["b_right_both"].equals(words["right_both"])
    assert words["a_right_both"].equals(word_table(METRIC, TREE_GOLD, TREE_PARSE)["right_both"])
    assert sides(words.columns) == ["gold", "parse", "a", "b"]
    assert columns(words, ["a_head_form", "b_head_form"]).row(2) == (0, 3, "read", "books")
    assert {"b_frame", "a_words"}.isdisjoint(word_columns(words))


def test_words_that_a_parse_lacks_are_null():
    lacking = treebank(TREES[0].replace("old/", "odd/"), TREES[1], name="lacking.conllx")
    words = word_table_of_all(METRIC, TREE_GOLD, {"a": TREE_PARSE, "b": lacking}, "a")
    assert columns(words, ["a_depth", "b_depth", "gold_depth"]).row(2) == (0, 3, 1, None, 2)
    assert columns(words, ["a_depth", "b_depth", "gold_depth"]).row(3) == (0, 4, 2, 1, 1)
    of_b = word_table_of_all(METRIC, TREE_GOLD, {"a": TREE_PARSE, "b": lacking}, "b")
    assert columns(of_b, ["a_head_form", "gold_head_form", "parse_head_form"]).row(3) == (
        0,
        4,
        "old",
        "read",
        "read",
    )
    assert columns(of_b, ["parse_form", "gold_depth"]).rows()[TREE_GOLD.words.height :] == [(0, None, "odd", None)]


def test_what_only_parses_have_is_one_row_where_it_is_the_same():
    partner = {("gold", "p"): [-1, -1], ("gold", "q"): [-1, 0, -1], ("p", "q"): [1, -1, -1]}
    sentences = {"gold": [0], "p": [0, 0], "q": [0, 0, 0]}
    found = rows_of_sides(
        {name: np.array(own) for name, own in sentences.items()}, lambda *both: np.array(partner[both])
    )
    assert {name: place.tolist() for name, place in found.place.items()} == {
        "gold": [0], "p": [1, 2], "q": [2, 0, 3],
    }  # fmt: skip
    assert found.sentence.tolist() == [0] * 4 and found.at["q"].tolist() == [1, -1, 0, 2]


def test_without_a_chosen_parse_the_table_is_the_golds():
    assert word_table_of_all(METRIC, TREE_GOLD, {}, None).equals(word_table(METRIC, TREE_GOLD))


def test_no_words():
    nothing = treebank()
    assert columns(word_table(METRIC, nothing, nothing)).height == 0
