"""What a condition has found, with the words as their files call them."""

from __future__ import annotations

import json
import re

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.found import found_in, hit_counts, hits_in, words_alone
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import Request, request_of
from tests.viewer.window.windows import GOLD, PARSE, written


def found(folder, condition, parse=PARSE):
    document = loaded(request_of(written(folder, GOLD, parse)), [create("attachment")])
    return found_in(document, 0, condition, finished(filtered(document, condition, 0)))


def test_words_of_the_gold_have_their_ids_and_forms(tmp_path):
    words = found(tmp_path, "has(attachment, missing)")
    assert words.rows.rows() == [(1, "a-1", 5, "book"), (3, "a-3", 3, "loudly")]
    assert [*words.lines()] == ["1  a-1  5 book  The cat read a book.", "3  a-3  3 loudly  Dogs bark loudly"]
    assert words.counts == "2 sentences, 2 facts"


def test_words_that_the_gold_does_not_have_are_said_to_be_the_parses(tmp_path):
    condition = "has(form = 'That' or parse_form = 'That' or tag = 'PRON')"
    words = found(tmp_path, condition, GOLD.replace("\tIt\t", "\tThat\t"))
    assert words.rows.rows() == [(2, "a-2", 1, "It", None), (2, "a-2", 1, "That", "parse")]
    assert [*words.lines()] == ["2  a-2  1 It, 1 That (parse)  It slept"]
    assert ",".join(words.table.columns) == "sentence,id,word,form,side"


def test_nothing_is_found(tmp_path):
    nothing = found(tmp_path, "has(tag = 'X')")
    assert (nothing.rows.height, nothing.counts, nothing.conllu()) == (0, "0 sentences, 0 words", "")


def test_nodes_stand_in_the_order_of_their_words_the_longer_one_first(tmp_path):
    """Of those of the same words the outer one; of several kinds, the one that is looked for first."""
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    chain = [f"C{number}" for number in range(30)]
    end = f"({' ('.join(chain)} (V c){')' * 31}\n"
    gold.write_text(f"(S (NP (NP (N a)) (PP (P of) (NP (N b)))) {end}", encoding="utf-8")
    parse.write_text(f"(S (NP (NP (N a)) (P of) (NP (N b))) {end}", encoding="utf-8")
    document = loaded(request_of([gold, parse]), [create("parseval")])

    def nodes(condition):
        rows = found_in(document, 0, condition, finished(filtered(document, condition, 0))).rows
        return rows.select("kind", "side", "gold", "parse", "words").rows()

    assert nodes("has(constituent, label <> 'S')") == [
        ("constituent", "both", "NP", "NP", [1, 2, 3]),
        ("constituent", "both", "NP", "NP", [1]),
        ("constituent", "gold", "PP", None, [2, 3]),
        ("constituent", "both", "NP", "NP", [3]),
        *(("constituent", "both", label, label, [4]) for label in chain),
    ]
    both = ("has(function, matched)", "has(constituent, matched)")
    for conditions in (both, both[::-1]):
        kinds = [kind for kind, *_ in nodes(" and ".join(conditions))]
        assert [*dict.fromkeys(kinds)] == [condition[4:].split(",")[0] for condition in conditions]


TREES = (
    "( (S (NP-SBJ (D The) (N cat)) (VP (V read) (NP (D a) (N book)))) )\n( (S (NP (N It)) (VP (V slept))) )\n"
    "( (S (N Dogs) (V bark)) )\n"
)


@pytest.fixture
def trees(tmp_path):
    """Two sentences in which the parse differs: another label, and a phrase that it lacks."""
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text(TREES, encoding="utf-8")
    parse.write_text(TREES.replace("(NP (D a)", "(PP (D a)").replace("(VP (V slept))", "(V slept)"), encoding="utf-8")
    return loaded(request_of([gold, parse]), [create("parseval")])


def nodes(document, condition="has(constituent, label = 'VP' or parse_label = 'PP')"):
    return found_in(document, 0, condition, finished(filtered(document, condition, 0)))


def test_nodes_are_written_with_their_words_and_the_labels_of_either_side(trees):
    vps = nodes(trees)
    assert vps.written("text").decode().splitlines() == [
        "1  3-5 VP, 4-5 NP/PP  The cat read a book",
        "2  2 VP (gold)  It slept",
        "2 sentences, 3 constituents",
    ]
    assert vps.written("csv").decode().splitlines() == [
        "sentence,id,word,form,kind,side,gold,parse,words",
        "1,,,,constituent,both,VP,VP,3 4 5",
        "1,,,,constituent,both,NP,PP,4 5",
        "2,,,,constituent,gold,VP,,2",
    ]
    assert vps.written("ids") == b"1\n2\n"
    shared = {"id": None, "word": None, "kind": "constituent"}
    assert json.loads(vps.written("json")) == {
        "condition": vps.condition,
        "sentences": 2,
        "hits": [
            {"sentence": 1, **shared, "side": "both", "gold": "VP", "parse": "VP", "words": [3, 4, 5]},
            {"sentence": 1, **shared, "side": "both", "gold": "NP", "parse": "PP", "words": [4, 5]},
            {"sentence": 2, **shared, "side": "gold", "gold": "VP", "parse": None, "words": [2]},
        ],
    }
    with pytest.raises(OptionError, match=r"conllu: .*gold\.mrg is brackets; --format ids names the sentences"):
        vps.written("conllu")


def test_a_node_with_a_gap_is_told_by_its_runs_of_words(tmp_path):
    path = tmp_path / "gold.export"
    words = "wake V -- HD 501\nshe N -- SB 500\nup P -- SVP 501\nnow A -- MO 501\n"
    path.write_text(f"#BOS 1\n{words}#500 S -- -- 0\n#501 VP -- HD 500\n#EOS 1\n", encoding="utf-8")
    document = loaded(request_of([path]), [create("parseval")])
    vp = found_in(document, -1, "x", finished(filtered(document, "has(constituent, label = 'VP')", -1)))
    assert [*vp.lines()] == ["1  1  1+3-4 VP  wake she up now"] and vp.rows["words"].to_list() == [[1, 3, 4]]


def test_words_and_nodes_stand_together_those_first_that_were_asked_for(tmp_path):
    document = loaded(request_of(written(tmp_path)), [create("attachment")])
    condition = "has(form = 'loudly') and has(function, parse_function = 'obl')"
    both = found_in(document, 0, condition, finished(filtered(document, condition, 0)))
    assert both.counts == "1 sentence, 1 word, 1 function"
    assert [*both.lines()] == ["3  a-3  3 loudly, 3 advmod/obl  Dogs bark loudly"]
    assert both.rows.columns == ["sentence", "id", "word", "form", "kind", "side", "gold", "parse", "words"]


def test_sentences_are_named_by_their_ids_in_the_order_of_the_file_each_once(tmp_path):
    gold = re.sub(r"# sent_id = a-2\n", "", GOLD).replace("a-1", "z-9")
    document = loaded(request_of(written(tmp_path, gold, None)), [create("attachment")])
    filter_all = finished(filtered(document, "has(tag <> 'X')", -1))
    every = found_in(document, -1, "x", filter_all)
    assert every.ids() == ["z-9", "2", "a-3"] and every.written("ids") == b"z-9\n2\na-3\n"
    assert every.rows.height == 11 and "side" not in every.rows.columns


def test_what_is_not_ascii_is_written_as_it_is(tmp_path):
    document = loaded(request_of(written(tmp_path, GOLD.replace("a-1", "é-1"))), [create("attachment")])
    accents = found_in(document, 0, "id = 'é-1'", finished(filtered(document, "id = 'é-1'", 0)))
    for kind in ("text", "ids", "csv", "json"):
        assert "é-1" in accents.written(kind).decode()
    assert accents.written("json").decode().splitlines()[1] == ' "condition": "id = \'é-1\'",'


def test_sentences_without_hits_are_a_line_each(tmp_path):
    document = loaded(request_of(written(tmp_path)), [create("attachment")])
    long = found_in(document, 0, "words > 2", finished(filtered(document, "words > 2", 0)))
    assert [*long.lines()] == ["1  a-1  The cat read a book.", "3  a-3  Dogs bark loudly"]
    assert long.written("text").decode().splitlines()[-1] == long.counts == "2 sentences"
    assert long.json()["hits"][0] == {"sentence": 1, "id": "a-1", "word": None}


def test_sentences_of_the_gold_are_written_as_they_stand_with_one_blank_line_after_each(tmp_path):
    gold = "\n\n" + GOLD.replace("\n\n# sent_id = a-3", "\n\n\n\n# sent_id = a-3").rstrip("\n") + "\n"
    document = loaded(request_of(written(tmp_path, gold, PARSE)), [create("attachment")])
    blocks = GOLD.strip().split("\n\n")
    for condition, rows in (("words > 2", (0, 2)), ("words < 3", (1,)), ("words > 0", (0, 1, 2))):
        some = found_in(document, 0, condition, finished(filtered(document, condition, 0)))
        assert some.conllu() == "".join(f"{blocks[row]}\n\n" for row in rows)
        assert some.written("conllu") == some.conllu().encode()


@pytest.fixture
def other_words(tmp_path):
    """Three parses of which the second and the third have other words than the gold, in one case the same place."""
    gold, parse = written(tmp_path)
    two, three = tmp_path / "two.conllu", tmp_path / "three.conllu"
    two.write_text(GOLD.replace("\tIt\t", "\tThat\t"), encoding="utf-8")
    three.write_text(GOLD.replace("\tIt\t", "\tThis\t").replace("Dogs\tdog", "Cats\tcat"), encoding="utf-8")
    return loaded(Request(gold, (parse, two, three), ("one", "two", "three")), [create("attachment")])


def test_words_of_other_parses_are_said_to_be_theirs_after_those_of_the_one_that_is_shown(other_words):
    condition = "has(tag = 'PRON' or two_tag = 'PRON' or three_tag = 'PRON' or three_form = 'Cats')"
    for parse, sides in ((0, ("two", "three")), (1, ("parse", "three")), (2, ("two", "parse"))):
        filter_all = finished(filtered(other_words, condition, parse))
        words = found_in(other_words, parse, condition, filter_all)
        forms = {"That": sides[0], "This": sides[1]}
        order = sorted(forms, key=lambda form: (forms[form] != "parse", form))
        assert words.rows.filter(sentence=2).select("word", "form", "side").rows() == [
            (1, "It", None),
            *((1, form, forms[form]) for form in order),
        ]
        assert words.rows.filter(sentence=3).rows() == [(3, "a-3", 1, "Cats", sides[1])]
        own = {0: [], 1: [6], 2: [6, 8]}[parse]  # rows of words in their own file
        assert words_alone(other_words, parse, filter_all).to_list() == own
        shown = hits_in(other_words, parse, filter_all, 1, other_words.pairs.at(1, parse, other_words.metrics[0]))
        alone = [{"parse": (2,)}] if parse else []
        assert [hit.words for hit in shown] == [{"gold": (1,), "parse": (1,)}, *alone]
    assert words_alone(other_words, 1, finished(filtered(other_words, "words > 2", 1))).to_list() == []


def test_a_word_of_several_parses_is_told_once_of_the_first(other_words):
    condition = "has(three_form = 'slept' and two_form = 'slept')"
    words = found_in(other_words, 1, condition, finished(filtered(other_words, condition, 1)))
    assert words.rows.rows() == [(2, "a-2", 2, "slept")]


def test_annotators_are_named_where_only_one_has_something(tmp_path):
    gold, parse = written(tmp_path, GOLD, GOLD.replace("\tIt\t", "\tThat\t"))
    document = loaded(Request.of_annotators([gold, parse], ["Lotte", "Nina"]), [create("attachment")])
    condition = "has(form = 'It' or parse_form = 'That')"
    words = found_in(document, 0, condition, finished(filtered(document, condition, 0)))
    assert [*words.lines()] == ["2  a-2  1 It, 1 That (Nina)  It slept"]
    assert words.names == {"gold": "Lotte", "parse": "Nina"}
    assert found_in(document, -1, "x", finished(filtered(document, "words > 2", -1))).names == {"gold": "Lotte"}


def test_many_nodes_of_the_same_words_keep_the_order_in_which_they_are_found(tmp_path):
    """As many as no sorting keeps in order by chance."""
    path = tmp_path / "gold.mrg"
    labels = [f"C{number}" for number in range(500)]
    path.write_text(f"( (S ({' ('.join(labels)} (V c){')' * 501} )\n", encoding="utf-8")
    document = loaded(request_of([path]), [create("parseval")])
    assert nodes(document, "has(constituent, label like 'C%')").rows["gold"].to_list() == labels


def test_hits_of_a_sentence_stand_in_the_order_of_their_words_the_longer_one_first(trees):
    condition = "has(constituent, label <> '')"
    filter_all = finished(filtered(trees, condition, 0))
    pair = trees.pairs.at(0, 0, trees.metrics[0])
    shown = hits_in(trees, 0, filter_all, 0, pair)
    assert [hit.words.get("gold") for hit in shown] == [(1, 2, 3, 4, 5), (1, 2), (3, 4, 5), (4, 5)]
    assert [hit.begins for hit in shown] == [(1, -5), (1, -2), (3, -3), (4, -2)]
    *_, last = hits_in(trees, 0, filter_all, 1, trees.pairs.at(1, 0, trees.metrics[0]))
    assert (last.words, [*last.nodes]) == ({"gold": (2,)}, ["gold"])
    assert hits_in(trees, 0, finished(filtered(trees, "words > 2", 0)), 0, pair) == []


def test_of_kinds_that_were_looked_for_it_is_said_how_many_there_are(trees):
    for condition, counts in (
        ("has(constituent, label = 'VP')", ["2 constituents"]),
        ("has(constituent, label = 'X')", ["0 constituents"]),
        ("has(parseval, missing)", ["2 facts"]),
        ("has(constituent, parse_label = 'PP') and has(parseval, extra)", ["1 fact", "1 constituent"]),
        ("words > 2", []),
    ):
        assert hit_counts(finished(filtered(trees, condition, 0))) == counts
