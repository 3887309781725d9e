"""Linguistic error classes of dependencies: small sentences for each, and what holds for all trees."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.analysis.breakdown_table import Limits
from goldleaf.core.analysis.errors.dependency_errors import (
    class_examples,
    error_classes,
    relation_class,
    repairs,
)
from goldleaf.core.analysis.search.filtering import filter_sentences
from goldleaf.core.analysis.sides.sentence_table import sentence_table_steps
from goldleaf.core.analysis.sides.word_table import word_table
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from tests.core.trees import PARSES, TREES, pairs, treebank

METRIC = Attachment(punctuation="include")


def sentence(text, *arcs):
    """``form/tag`` with heads and labels: ``2 nsubj``."""
    return " ".join(f"{word}/{arc.replace(' ', '/')}" for word, arc in zip(text.split(), arcs, strict=True))


def made(gold, parse):
    words = word_table(METRIC, treebank(gold), treebank(parse))
    return [(repair.error_class.value, [row + 1 for row in repair.arcs]) for repair in repairs(words)]


ATE = "We/PRON ate/VERB rice/NOUN with/ADP ham/NOUN"
LIST = "tea/NOUN ,/PUNCT milk/NOUN and/CCONJ rum/NOUN"
WORDS = "a/NOUN b/NOUN c/NOUN d/NOUN"
CAME = "She/PRON wants/VERB to/PART come/VERB home/ADV"


@pytest.mark.parametrize(
    ("text", "gold", "parse", "expected"),
    [
        # The conjuncts of one coordination, with the comma.
        (LIST, ["0 root", "3 punct", "1 conj", "5 cc", "1 conj"], ["0 root", "1 punct", "1 appos", "3 cc", "3 conj"],
         [("coordination", [2, 3, 4, 5])]),
        # A noun and its adposition; alone, its label.
        (ATE, ["2 nsubj", "0 root", "2 obj", "5 case", "3 nmod"], ["2 nsubj", "0 root", "2 obj", "2 case", "2 obl"],
         [("PP attachment", [4, 5])]),
        (ATE, ["2 nsubj", "0 root", "2 obj", "5 case", "2 obl"], ["2 nsubj", "0 root", "2 obj", "5 case", "2 nmod"],
         [("different label", [5])]),
        (ATE, ["2 nsubj", "0 root", "2 obj", "5 case", "2 obl"], ["2 nsubj", "0 root", "2 obj", "5 case", "2 obl:arg"],
         [("argument or adjunct", [5])]),
        # What another repair leaves of one stays together.
        ("buy/VERB old/ADJ big/ADJ " + LIST,
         ["0 root", "4 amod", "4 amod", "1 obj", "6 punct", "4 conj", "8 cc", "4 conj"],
         ["0 root", "1 amod", "1 amod", "1 obj", "4 punct", "1 obj", "6 cc", "6 conj"],
         [("coordination", [5, 6, 7, 8]), ("modifier scope", [2, 3])]),
        ("rum/NOUN milk/NOUN", ["0 root", "1 nmod"], ["0 root", "1 obl"], [("different label", [2])]),
        # All that the other root has taken with it.
        (CAME, ["2 nsubj", "0 root", "4 mark", "2 xcomp", "4 advmod"],
         ["4 nsubj", "4 aux", "4 mark", "0 root", "4 advmod"], [("root chain", [1, 2, 4])]),
        # A clause that hangs elsewhere, and one that is taken for an adjunct.
        (CAME, ["2 nsubj", "0 root", "4 mark", "2 xcomp", "4 advmod"],
         ["2 nsubj", "0 root", "4 mark", "1 acl", "4 advmod"], [("clause attachment", [4])]),
        (CAME, ["2 nsubj", "0 root", "4 mark", "2 xcomp", "4 advmod"],
         ["2 nsubj", "0 root", "4 mark", "2 advcl", "4 advmod"], [("argument or adjunct", [4])]),
        (ATE, ["2 nsubj", "0 root", "2 obj", "5 case", "3 nmod"],
         ["2 nsubj:pass", "0 root", "2 obl", "5 case", "3 nmod"],
         [("different label", [1]), ("argument or adjunct", [3])]),
        # Another head of a name: one repair.
        ("old/ADJ Mr/NOUN De/PROPN Wit/PROPN", ["2 amod", "0 root", "2 flat", "2 flat"],
         ["2 amod", "0 root", "4 flat", "2 appos"], [("multiword expression", [3, 4])]),
        # What the gold hangs on one word and the parse on another is one repair, named by what is longest.
        ("she/PRON saw/VERB men/NOUN in/ADP the/DET park/NOUN today/ADV",
         ["2 nsubj", "0 root", "2 obj", "6 case", "6 det", "2 obl", "2 advmod"],
         ["2 nsubj", "0 root", "2 obj", "6 case", "6 det", "3 nmod", "3 advmod"], [("PP attachment", [6, 7])]),
        ("very/ADV old/ADJ men/NOUN !/PUNCT", ["2 advmod", "3 amod", "0 root", "3 punct"],
         ["3 advmod", "3 amod", "0 root", "2 punct"], [("modifier scope", [1]), ("punctuation", [4])]),
        ("He/PRON has/AUX been/AUX old/ADJ", ["4 nsubj", "4 aux", "4 cop", "0 root"],
         ["4 nsubj", "3 aux", "4 cop", "0 root"], [("auxiliary or copula", [2])]),
        # SUD: the adposition is a head; French: P is one, where P+D is, too.
        ("Il/PRO va/V à/P+D la/P fin/N", ["2 suj", "0 root", "2 mod", "2 mod", "4 obj"],
         ["2 suj", "0 root", "1 mod", "1 mod", "2 obj"], [("PP attachment", [4, 5]), ("PP attachment", [3])]),
        # Which makes no noun one.
        ("va/V à/P+D fin/N jour/N", ["0 root", "1 mod", "2 obj", "3 mod"], ["0 root", "1 mod", "2 obj", "1 mod"],
         [("modifier scope", [4])]),
    ],
)  # fmt: skip
def test_what_a_repair_mends_and_what_it_is_called(text, gold, parse, expected):
    assert made(sentence(text, *gold), sentence(text, *parse)) == expected


@pytest.mark.parametrize(
    ("label", "tag", "expected"),
    [
        ("acl:relcl", "NOUN", "clause attachment"), ("nmod:poss", "NOUN", "modifier scope"),
        ("NMOD", "IN", "PP attachment"), ("VMOD", "VB", "clause attachment"), ("SBJ", "NN", "argument or adjunct"),
        ("Sb_Co", "N", "coordination"), ("AuxP", "R", "PP attachment"), ("AuxX", "Z", "punctuation"),
        ("nobj", "NC", "other attachment"), ("mod", "SP", "PP attachment"), ("ET", "AV", "clause attachment"),
        ("dep_coord", "N", "coordination"), ("dep_cpd", "N", "multiword expression"),
        ("mod_rel", "V", "clause attachment"), ("comp:obl", "ADP", "argument or adjunct"),
        ("aux_tps", "V", "auxiliary or copula"), ("", "KON", "coordination"), ("@dir", "RG", "other attachment"),
        ("comp:aux@tense", "V", "auxiliary or copula"), ("mod@relcl", "V", "clause attachment"),
    ],
)  # fmt: skip
def test_relations_of_several_treebanks(label, tag, expected):
    assert relation_class(label, tag) == expected


def test_what_is_turned_round_in_the_gold_s_order_is_mended_with_the_parse_s_way():
    # The parse's root is the gold's last word; what the gold has between that and its own root goes the other way.
    gold, parse = ["0 root", "1 nmod", "2 nmod", "3 nmod"], ["4 nmod", "3 nmod", "4 nmod", "0 root"]
    assert made(sentence(WORDS, *gold), sentence(WORDS, *parse)) == [("root chain", [1, 2, 3, 4])]
    gold, parse = ["2 nmod", "3 nmod", "4 nmod", "0 root"], ["0 root", "1 nmod", "2 nmod", "1 nmod"]
    assert made(sentence(WORDS, *gold), sentence(WORDS, *parse)) == [("root chain", [1, 2, 3, 4])]


@pytest.mark.parametrize(("label", "name"), [("case", "PP attachment"), ("conj", "coordination")])
def test_words_without_a_head_in_the_gold_are_wrong_each_in_its_sentence(label, name):
    gold = treebank(*[f"in/ADP/_/{label} it/PRON/0/root"] * 2)
    parse = treebank(*[f"in/ADP/2/{label} it/PRON/0/root"] * 2)
    found = [(repair.error_class.value, repair.arcs) for repair in repairs(word_table(METRIC, gold, parse))]
    assert found == [(name, (0,)), (name, (2,))]


def test_words_without_tags_are_named_by_their_relations():
    words = word_table(METRIC, treebank("go/V/0/root home/N/1/advmod"), treebank("go/V/0/root home/N/2/advmod"))
    assert [repair.error_class.value for repair in repairs(words.drop("gold_tag"))] == ["modifier scope"]


@given(pairs(heads=False))
def test_each_wrong_arc_is_mended_once_and_then_the_arcs_are_the_golds(pair):
    words = word_table(METRIC, *pair)
    mended = [row for repair in repairs(words) for row in repair.arcs]
    assert sorted(mended) == [row for row, right in enumerate(words["right_both"]) if not right]
    of_gold, of_parse = (words.select(f"{side}_head", f"{side}_deprel").rows() for side in ("gold", "parse"))
    assert [of_gold[row] if row in {*mended} else arc for row, arc in enumerate(of_parse)] == of_gold
    found = error_classes(words, Limits()).frame
    assert found["errors"].sum() == len(mended)
    assert found["mass_share"].sum() == pytest.approx(1 if mended else 0)


@given(pairs())
def test_a_tree_has_no_errors_against_itself(pair):
    assert repairs(word_table(METRIC, pair[0], pair[0])) == []


@given(pairs())
def test_each_repair_mends_at_least_as_many_arcs_as_those_after_it(pair):
    sizes = [len(repair.arcs) for repair in repairs(word_table(METRIC, *pair))]
    assert sizes == sorted(sizes, reverse=True)


def test_words_that_the_parse_has_not_are_a_class_and_the_shares_are_of_the_golds_words():
    gold, parse = treebank(TREES[0]), treebank("She/PRON/2/nsubj read/VERB/0/root books/NOUN/2/obj")
    found = error_classes(word_table(METRIC.fitted(gold, parse), gold, parse, every=True), Limits()).frame
    assert found.rows() == [("different words", 2, 2, 1.0, 1.0)]


def test_figures_and_examples_open_their_arcs():
    gold, parse = treebank(TREES[1], *TREES), treebank(TREES[1], *PARSES)
    words = word_table(METRIC, gold, parse)
    table = finished(sentence_table_steps(gold, {"p": parse}, {"p": {}}))
    for made_table in (error_classes(words, Limits()), class_examples(words, Limits())):
        assert made_table.frame.height
        for row, values in enumerate(made_table.frame.to_dicts()):
            found = filter_sentences(table, words, made_table.condition(row, "errors"))
            assert found.hits.height == values["errors"]
    [first, *_] = class_examples(words, Limits()).frame.to_dicts()
    assert (first["class"], first["dependents"], first["text"]) == (
        "modifier scope",
        "old (3), books (4)",
        "She read [old books] .",
    )


def test_without_a_class_the_score_is_that_of_a_parse_without_its_errors():
    gold, parse = treebank(*TREES), treebank(*PARSES)
    right = score(METRIC, gold, parse).scores()["las"]
    for row in error_classes(word_table(METRIC, gold, parse), Limits()).frame.to_dicts():
        assert row["without_share"] == pytest.approx((right.right + row["errors"]) / right.total)


def test_a_chain_longer_than_is_followed_and_circles_end():
    size = 300
    gold = " ".join(f"w/NOUN/{row}/conj" for row in range(size))
    parse = " ".join(f"w/NOUN/{(row + 2) % (size + 1)}/conj" for row in range(size))
    words = word_table(METRIC, treebank(gold), treebank(parse))
    assert sum(len(repair.arcs) for repair in repairs(words)) == words.filter(~pl.col("right_both")).height
