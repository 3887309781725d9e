"""What a condition has found, with the words as their files call them.

Also tests `session.filtering`.
"""

from __future__ import annotations

from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.found import found_in
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
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
    assert words.csv().splitlines()[0] == "sentence,id,word,form,side"


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
