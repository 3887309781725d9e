"""What the tables and the sentences made from them hold."""

from __future__ import annotations

import polars as pl
import pytest

from goldleaf.core.formats import read
from goldleaf.core.sentence import Argument, EmptyNode, Token
from goldleaf.core.treebank import ARGUMENTS, EMPTY_NODES, OTHER_LINES, SENTENCES, TOKENS, WORDS
from tests.core.formats.samples import CONLLX, SAMPLES, format_of

SCHEMAS = {
    "sentences": SENTENCES,
    "tokens": TOKENS,
    "empty_nodes": EMPTY_NODES,
    "arguments": ARGUMENTS,
    "other_lines": OTHER_LINES,
}


@pytest.fixture
def treebanks(tmp_path):
    """Every sample, read."""
    treebanks = {}
    for sample, text in SAMPLES.items():
        path = tmp_path / sample
        path.write_text(text, encoding="utf-8")
        treebanks[sample] = read(path, format=format_of(sample))
    return treebanks


def test_tables_have_the_columns_of_the_model(treebanks):
    for treebank in treebanks.values():
        for name, schema in SCHEMAS.items():
            beyond = {"mwe": pl.String()} if treebank.format == "cupt" and name in ("tokens", "empty_nodes") else {}
            assert getattr(treebank, name).schema == {**schema, **beyond}
        words = treebank.words.schema
        assert list(words)[: len(WORDS)] == list(WORDS)
        assert {name: words[name] for name in WORDS} == WORDS


def test_words(treebanks):
    sentence = treebanks["conllx"].sentence(0)
    assert (sentence.number, sentence.line, sentence.id, sentence.text) == (1, 1, None, None)
    assert [(word.position, word.form, word.head, word.label, word.line) for word in sentence.words] == [
        (1, "Die", 2, "det", 1),
        (2, "Katze", 3, "subj", 2),
        (3, "schläft", 0, "root", 3),
    ]
    word = sentence.words[0]
    assert (word.lemma, word.coarse_tag, word.fine_tag, word.features) == ("die", "ART", "ART", "num=sg|gen=f")
    assert sentence.running_text == "Die Katze schläft"
    assert treebanks["conllx"].words["projective_head"].to_list() == ["2", "3", "0", "_"]


def test_a_word_without_head_has_none(tmp_path):
    path = tmp_path / "partial.conllx"
    path.write_text(CONLLX.replace("\t3\tsubj\t", "\t_\t_\t"), encoding="utf-8")
    assert [word.head for word in read(path).sentence(0).words] == [2, None, 0]


def test_comments_ranges_and_empty_nodes(treebanks):
    first, second = treebanks["conllu"]
    assert (first.id, first.text, first.line) == ("sea-1", "Vámonos al mar.", 1)
    assert first.comments == ("# newdoc id = sea", "# sent_id = sea-1", "# text = Vámonos al mar.")
    assert first.tokens == (Token(1, 2, "Vámonos"), Token(3, 4, "al"))
    assert first.empty_nodes == (EmptyNode(5, 1, "_", "VERB", "1:conj"),)
    assert first.empty_nodes[0].name == "5.1"
    assert [word.line for word in first.words] == [5, 6, 8, 9, 10, 12]
    assert first.words[1].enhanced == "1:obj|5.1:nsubj"
    assert first.words[4].misc == "SpaceAfter=No"
    assert (second.id, second.number, second.line, second.tokens) == ("sea-2", 2, 14, ())


def test_surface_text_without_a_text_comment(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(SAMPLES["conllu"].replace("# text = ", "# was = "), encoding="utf-8")
    assert read(path).sentence(0).running_text == "Vámonos al mar ."


def test_predicates_and_arguments(treebanks):
    two, none, one = treebanks["conll2009"]
    assert two.arguments == (Argument(3, 2, "A0"), Argument(3, 4, "A1"), Argument(5, 2, "A0"))
    assert [word.predicate for word in two.words] == ["_", "_", "begin.01", "_", "run.02"]
    assert none.arguments == ()
    assert one.arguments == (Argument(1, 2, "A4"),)
    assert [(word.coarse_tag, word.head, word.label) for word in one.words] == [("VB", 0, "ROOT"), ("RB", 1, "DIR")]
    assert treebanks["conll2009"].words["predicted_tag"].to_list()[-1] == "NN"


def test_words_that_are_split(treebanks):
    first, none, last = treebanks["conll2008"]
    assert [(word.form, word.lemma, word.coarse_tag, word.fine_tag, word.head) for word in first.words] == [
        ("Franc", "franc", "JJ", "NN", 3),
        ("-", "-", "_", "HYPH", 3),
        ("based", "base", "_", "VBN", 4),
        ("trading", "trading", "NN", "NN", 5),
        ("began", "begin", "VBD", "VBD", 0),
    ]
    assert [word.predicate for word in first.words] == ["_", "_", "base.01", "_", "begin.01"]
    assert first.arguments == (Argument(3, 1, "A2"), Argument(3, 4, "A1"), Argument(5, 4, "A1"))
    assert (none.arguments, last.arguments) == ((), (Argument(1, 2, "A4"),))
    words = treebanks["conll2008"].words
    assert words["token_form"].to_list()[:4] == ["Franc-based", "_", "_", "trading"]
    assert words["predicted_tag"].to_list()[-1] == "NN"


def test_pascal(treebanks):
    sentence = treebanks["pascal"].sentence(0)
    assert [(word.form, word.coarse_tag, word.fine_tag, word.head) for word in sentence.words] == [
        ("dogs", "N", "NNS", 2),
        ("bark", "V", "VBP", 0),
    ]
    assert treebanks["pascal"].words["universal_tag"].to_list() == ["NOUN", "VERB", "X"]


def test_a_slice_has_the_same_sentences(treebanks):
    for treebank in treebanks.values():
        for first in range(len(treebank)):
            for count in range(1, len(treebank) - first + 1):
                part = treebank.slice(first, count)
                assert len(part) == count
                for row in range(count):
                    whole, sliced = treebank.sentence(first + row), part.sentence(row)
                    assert sliced.number == row + 1
                    names = set(type(whole).__slots__) - {"number"}
                    assert all(getattr(whole, name) == getattr(sliced, name) for name in names)


def test_comments_without_a_sentence_name_no_other_sentence(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(
        "# sent_id = lonely\n# text = Nothing\n\n1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_\n\n# sent_id = last\n"
    )
    (sentence,) = read(path)
    assert (sentence.id, sentence.text, sentence.line) == (None, None, 4)


def test_reading_some_columns_only(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text(CONLLX, encoding="utf-8")
    treebank = read(path, columns=("form", "head"))
    assert treebank.words.columns == ["sentence", "position", "line", "form", "head"]
    assert treebank.words["head"].to_list() == [2, 3, 0, 0]


def test_an_unreadable_sentence_keeps_its_place(tmp_path):
    path = tmp_path / "a.conllx"
    text = CONLLX + CONLLX.replace("\t2\tdet\t2", "\tzwei\tdet\t2") + CONLLX
    path.write_text(text, encoding="utf-8")
    treebank = read(path, strict=False)
    assert treebank.sentences["readable"].to_list() == [True, True, False, True, True, True]
    assert treebank.sentences["words"].to_list() == [3, 1, 0, 1, 3, 1]
    assert treebank.sentence(2).words == ()
    assert not treebank.sentence(2).readable
    assert [str(problem) for problem in treebank.problems] == [
        f"{path}:7:7: HEAD is 'zwei'; expected 0, the ID of a word, or _"
    ]
    assert treebank.sentence(4).words[2].form == "schläft"
