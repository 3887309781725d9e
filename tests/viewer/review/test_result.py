"""The corrected treebank: choices are put in, and all else keeps its bytes, in every format.

Also tests `result_words`, `result_constituents`.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.formats import read, write
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.judgements import Judgement, Place
from goldleaf.viewer.review.report import report_steps
from goldleaf.viewer.review.result import (
    CorrectedTreebank,
    corrected,
    described,
    new_problems_steps,
    passed_over,
    recorded,
    result_steps,
    with_basic_heads,
    without_basic_head,
    write_steps,
)
from goldleaf.viewer.review.sides import SessionSide
from goldleaf.viewer.review.states import CHOICES
from goldleaf.viewer.review.store import Store

ENGLISH = Path(__file__).resolve().parents[4] / "shared" / "data" / "english"

GOLD = {
    "conllx": b"1\tDie\tdie\tART\tART\t_\t2\tdet\t2\tdet\n2\tKatze\tKatze\tN\tNN\tx=y\t3\tsubj\t_\t_\n"
    b"3\tschlief\tschlafen\tV\tVV\t_\t0\troot\t_\t_\n\n1\tJa\tja\tI\tI\t_\t0\troot\t_\t_\n\n",
    "conllu": b"# sent_id = a\n# text = Die Katze schlief\n1\tDie\tdie\tDET\tART\t_\t2\tdet\t2:det\t_\n"
    b"2\tKatze\tKatze\tNOUN\tNN\tx=y\t3\tnsubj\t3:nsubj\tA=b\n3\tschlief\tschlafen\tVERB\tVV\t_\t0\troot\t0:root\t_\n"
    b"3.1\t_\t_\t_\t_\t_\t_\t_\t0:x\t_\n\n# sent_id = b\n1\tJa\tja\tINTJ\tI\t_\t0\troot\t0:root\t_\n\n",
    "conll2009": b"1\tDie\tdie\tdie\tART\tART\t_\t_\t2\t2\tdet\tdet\t_\t_\tA1\n"
    b"2\tKatze\tK\tK\tNN\tNN\tx=y\t_\t3\t3\tsubj\tsubj\t_\t_\t_\n3\tschlief\ts\ts\tV\tV\t_\t_\t0\t0\troot\troot\tY\ts.01\tA0\n\n"
    b"1\tJa\tja\tja\tI\tI\t_\t_\t0\t0\troot\troot\t_\t_\n\n",
    "brackets": b"(S (NP (D Die)  (N Katze)) (VP (V schlief)))\n( (X (I  Ja)) )\n",
    "discbracket": b"(S (VP (V 0=Schlief)  (N 2=noch)) (NP (D 1=sie)))\n(X (I 0=Ja))\n",
    "export": b"%% head\n#FORMAT 3\n#BOS 1 0 0 0 %% first\nDie\tART\t--\tNK\t500\nKatze\tNN\tx\tNK\t500\n"
    b"schlief\tVV\t--\tHD\t501\n#500\tNP\t--\tSB\t501\n#501\tS\t--\t--\t0\n#EOS 1\n"
    b"#BOS 2 0 0 0\nJa   \tITJ\t--\t--\t0  %% odd\n#EOS 2\n",
    "tigerxml": b'<?xml version="1.0" encoding="UTF-8"?>\n<corpus id="c">\n<head/>\n<body>\n<!-- one -->\n'
    b'<s id="s1"><graph root="s1_500"><terminals><t id="s1_1" word="Die" pos="ART"/>'
    b'<t id="s1_2" word="Katze" pos="NN"/>'
    b'<t id="s1_3" word="schlief" pos="VV"/></terminals><nonterminals><nt id="s1_501" cat="NP">'
    b'<edge label="NK" idref="s1_1"/>'
    b'<edge label="NK" idref="s1_2"/></nt><nt id="s1_500" cat="S"><edge label="SB" idref="s1_501"/>'
    b'<edge label="HD" idref="s1_3"/></nt></nonterminals></graph></s>\n<!-- two -->\n'
    b'<s   id="s2"><graph><terminals><t id="x" word="Ja" pos="I"/></terminals></graph></s>\n</body>\n</corpus>\n',
}  # fmt: skip
PARSE = {
    "conllx": (b"2\tdet\t2\tdet", b"3\tnk\t2\tdet"),
    "conllu": (b"2\tdet\t2:det", b"3\tnk\t2:det"),
    "conll2009": (b"2\t2\tdet\tdet", b"3\t2\tnk\tdet"),
    "brackets": (b"(NP (D Die)  (N Katze))", b"(AP (D Die)) (NN (N Katze))"),
    "discbracket": (b"(NP (D 1=sie))", b"(PP (D 1=sie))"),
    "export": (b"#500\tNP\t--\tSB", b"#500\tPP\t--\tOA"),
    "tigerxml": (b'cat="NP"', b'cat="PP"'),
}
DEPENDENCIES = ("conllx", "conllu", "conll2009")


def pair(folder: Path, name: str) -> dict[str, Treebank]:
    gold, parse = folder / "gold.x", folder / "parse.x"
    gold.write_bytes(GOLD[name])
    before, after = PARSE[name]
    assert before in GOLD[name]
    parse.write_bytes(GOLD[name].replace(before, after))
    return {"gold": read(gold, format=name), "parse": read(parse, format=name)}


def choices(*rows: tuple) -> pl.DataFrame:
    return pl.DataFrame([(*row, "anna") for row in rows], schema=CHOICES, orient="row")


def written(result: CorrectedTreebank | Treebank, folder: Path) -> bytes:
    path = folder / "out.x"
    write(result.treebank if isinstance(result, CorrectedTreebank) else result, path)
    return path.read_bytes()


def changed_lines(before: bytes, after: bytes) -> list[str]:
    """The lines that are new."""
    lines = difflib.ndiff(before.decode().splitlines(), after.decode().splitlines())
    return [line[2:] for line in lines if line.startswith("+ ")]


@pytest.mark.parametrize("name", GOLD)
def test_without_choices_the_gold_comes_back_byte_by_byte(tmp_path, name):
    result = corrected(pair(tmp_path, name), choices(), layers=[*Layer])
    assert written(result, tmp_path) == GOLD[name]
    assert result.undecided.height > 0
    assert result.faults == ()


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_a_choice_changes_its_word_only(tmp_path, name):
    result = corrected(pair(tmp_path, name), choices((0, "arc", "1", "parse")))
    assert written(result, tmp_path) == GOLD[name].replace(*PARSE[name])
    assert result.undecided.is_empty()
    assert result.deciders.rows() == [(0, "1", "anna")]


@pytest.mark.parametrize("name", GOLD)
def test_what_is_not_decided_can_be_the_parses(tmp_path, name):
    sides = pair(tmp_path, name)
    layers = [Layer.ARC, Layer.CONSTITUENT]
    result = corrected(sides, choices(), undecided="parse", layers=layers)
    found = read_back(result, tmp_path, name)
    assert corrected({"gold": found, "parse": sides["parse"]}, choices(), layers=layers).undecided.is_empty()


def read_back(result: CorrectedTreebank, folder: Path, name: str) -> Treebank:
    written(result, folder)
    return read(folder / "out.x", format=name)


@pytest.mark.parametrize("name", [name for name in GOLD if name not in DEPENDENCIES])
def test_a_sentence_whose_constituents_are_the_parses_leaves_the_others_alone(tmp_path, name):
    sides = pair(tmp_path, name)
    result = corrected(sides, choices((0, "constituent", "", "parse")), layers=[Layer.CONSTITUENT])
    assert result.faults == ()
    assert result.undecided.is_empty()
    data = written(result, tmp_path)
    rest = {"brackets": b"( (X (I  Ja)) )\n", "discbracket": b"(X (I 0=Ja))\n"}.get(name, GOLD[name][-60:])
    assert data.endswith(rest)
    again = read_back(result, tmp_path, name)
    for table, column in (("nodes", "label"), ("nodes", "function"), ("nodes", "parent"), ("words", "parent")):
        assert getattr(again, table)[column].to_list() == getattr(sides["parse"], table)[column].to_list()


def test_single_constituents_are_chosen_by_their_words(tmp_path):
    sides = pair(tmp_path, "brackets")
    layers = [Layer.CONSTITUENT]
    result = corrected(sides, choices((0, "constituent", "1-1", "parse")), layers=layers)
    assert written(result, tmp_path).splitlines()[0] == b"(S (NP (AP (D Die)) (N Katze)) (VP (V schlief)))"
    assert result.undecided.rows() == [(0, "1-2", "constituent"), (0, "2-2", "constituent")]
    result = corrected(sides, choices((0, "constituent", "1-2", "=NP-SBJ NX")), layers=layers)
    assert written(result, tmp_path).splitlines()[0] == b"(S (NP-SBJ (NX (D Die) (N Katze))) (VP (V schlief)))"
    result = corrected(sides, choices((0, "constituent", "1-2", "=")), layers=layers)
    assert written(result, tmp_path).splitlines()[0] == b"(S (D Die) (N Katze) (VP (V schlief)))"


def test_constituents_that_cross_are_a_fault_and_leave_the_sentence(tmp_path):
    sides = pair(tmp_path, "brackets")
    result = corrected(sides, choices((0, "constituent", "2-3", "=XP")), layers=[Layer.CONSTITUENT])
    [fault] = result.faults
    assert "cross; the sentence stays as it was" in fault.message
    assert {words: label for _, words, label in result.crossing} == {frozenset({1, 2}): "NP", frozenset({2, 3}): "XP"}
    assert result.described(fault).startswith(f"{tmp_path / 'gold.x'}:1: sentence 1: ")
    assert written(result, tmp_path) == GOLD["brackets"]


@pytest.mark.parametrize(
    ("layer", "item", "verdict", "expected"),
    [
        ("arc", "2", "1:obj", "2\tKatze\tKatze\tNOUN\tNN\tx=y\t1\tobj\t3:nsubj\tA=b"),
        ("tag", "2", "=PROPN/NE", "2\tKatze\tKatze\tPROPN\tNE\tx=y\t3\tnsubj\t3:nsubj\tA=b"),
        ("tag", "2", "=PROPN", "2\tKatze\tKatze\tPROPN\tNN\tx=y\t3\tnsubj\t3:nsubj\tA=b"),
        ("lemma", "2", "=katze", "2\tKatze\tkatze\tNOUN\tNN\tx=y\t3\tnsubj\t3:nsubj\tA=b"),
        ("features", "2", "=Case=Nom|x=z", "2\tKatze\tKatze\tNOUN\tNN\tCase=Nom|x=z\t3\tnsubj\t3:nsubj\tA=b"),
        ("features", "2", "=", "2\tKatze\tKatze\tNOUN\tNN\t_\t3\tnsubj\t3:nsubj\tA=b"),
    ],
)
def test_a_third_reading_changes_its_fields(tmp_path, layer, item, verdict, expected):
    result = corrected(pair(tmp_path, "conllu"), choices((0, layer, item, verdict)))
    assert changed_lines(GOLD["conllu"], written(result, tmp_path)) == [expected]


def test_verdicts_on_words_go_over_those_on_sentences(tmp_path):
    sides = pair(tmp_path, "conllx")
    found = choices((0, "arc", "", "parse"), (0, "arc", "1", "gold"))
    assert written(corrected(sides, found), tmp_path) == GOLD["conllx"]
    undecided = corrected(sides, choices((0, "arc", "", "parse"), (0, "arc", "1", "")))
    assert undecided.undecided.rows() == [(0, "1", "arc")]


def test_roles_are_chosen_by_predicate_and_argument(tmp_path):
    sides = pair(tmp_path, "conll2009")
    found = choices((0, "role", "3>2", "=A2"), (0, "role", "3>1", "=_"), (0, "role", "3", "=s.02"))
    lines = changed_lines(GOLD["conll2009"], written(corrected(sides, found), tmp_path))
    assert [line.split("\t")[12:] for line in lines] == [["_", "_", "_"], ["_", "_", "A2"], ["Y", "s.02", "A0"]]
    gone = corrected(sides, choices((0, "role", "3", "=")))
    assert [fault.message for fault in gone.faults] == [
        "word 3 has the argument 1, but is no predicate", "word 3 has the argument 3, but is no predicate",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        ("3:x", "the choices make a cycle"),
        ("0:root", "the choices make several roots"),
        ("9:x", "the head of '9:x' is not in the sentence"),
        ("nobody", "the verdict 'nobody' names no side and is no reading"),
    ],
)
def test_what_leaves_no_tree_is_said(tmp_path, verdict, message):
    found = choices((0, "arc", "2", verdict), (0, "arc", "3", "2:x" if verdict == "3:x" else "gold"))
    result = corrected(pair(tmp_path, "conllu"), found)
    assert message in [fault.message for fault in result.faults]
    assert result.described(result.faults[0]).startswith(f"{tmp_path / 'gold.x'}:1: sentence 1 (a): ")


def test_what_was_no_tree_before_is_no_fault(tmp_path):
    sides = pair(tmp_path, "conllx")
    for name, treebank in sides.items():
        path = Path(treebank.path)
        path.write_bytes(path.read_bytes().replace(b"3\tsubj", b"0\tsubj"))
        sides[name] = read(path, format="conllx")
    assert corrected(sides, choices((0, "arc", "1", "parse"))).faults == ()


def test_a_side_with_other_words_gives_nothing(tmp_path):
    sides = pair(tmp_path, "conllx")
    path = tmp_path / "parse.x"
    path.write_bytes(path.read_bytes().replace(b"Katze\tKatze", b"Maus\tMaus"))
    result = corrected({**sides, "parse": read(path, format="conllx")}, choices((0, "arc", "", "parse")))
    assert [fault.message for fault in result.faults] == ["parse has other words, so nothing can be taken"]
    assert written(result, tmp_path) == GOLD["conllx"]


def test_other_words_are_undecided_where_they_are_looked_at(tmp_path):
    sides = pair(tmp_path, "conllx")
    path = tmp_path / "parse.x"
    path.write_bytes(path.read_bytes().replace(b"Katze\tKatze", b"Maus\tMaus"))
    sides["parse"] = read(path, format="conllx")
    assert corrected(sides, choices(), layers=[Layer.ARC]).undecided.is_empty()
    assert corrected(sides, choices(), layers=[Layer.WORDS]).undecided.rows() == [
        (0, "1.1", "words"),
        (0, "2", "words"),
    ]
    assert corrected(sides, choices((1, "words", "", "gold")), layers=[Layer.ARC]).undecided.is_empty()
    open_ = corrected(sides, choices((0, "words", "", ""), (1, "words", "", "gold")), layers=[Layer.WORDS])
    assert open_.undecided.height == 2
    result = corrected(sides, choices((0, "words", "", "parse")), layers=[Layer.WORDS])
    assert result.undecided.is_empty()
    assert written(result, tmp_path) == GOLD["conllx"]


def test_a_parse_that_failed_on_a_sentence_gives_nothing(tmp_path):
    sides = pair(tmp_path, "brackets")
    path = tmp_path / "parse.x"
    path.write_bytes(b"(())\n" + path.read_bytes().split(b"\n", 1)[1])
    sides["parse"] = read(path, format="brackets")
    for item in ("", "1-2"):
        result = corrected(sides, choices((0, "constituent", item, "parse")), layers=[Layer.CONSTITUENT])
        assert [fault.message for fault in result.faults] == ["parse has other words, so nothing can be taken"]
        assert written(result, tmp_path) == GOLD["brackets"]


def test_a_parse_in_another_order_gives_the_same_sentences(tmp_path):
    sides = pair(tmp_path, "conllx")
    path = tmp_path / "parse.x"
    first, second, _ = path.read_bytes().split(b"\n\n")
    path.write_bytes(second + b"\n\n" + first + b"\n\n")
    result = corrected({**sides, "parse": read(path, format="conllx")}, choices((0, "arc", "1", "parse")))
    assert written(result, tmp_path) == GOLD["conllx"].replace(*PARSE["conllx"])


@pytest.mark.parametrize("name", GOLD)
def test_a_single_sentence_is_corrected_as_in_the_whole(tmp_path, name):
    sides = pair(tmp_path, name)
    layer = Layer.ARC if name in DEPENDENCIES else Layer.CONSTITUENT
    found = choices((0, layer.value, "", "parse"))
    whole = corrected(sides, found, layers=[layer]).treebank.slice(0)
    part = corrected({key: one.slice(0) for key, one in sides.items()}, found, layers=[layer]).treebank
    assert part.words.equals(whole.words)
    assert part.nodes.equals(whole.nodes)
    second = corrected({key: one.slice(1) for key, one in sides.items()}, choices(), layers=[layer])
    assert second.undecided.is_empty()


def test_who_decided_is_recorded_where_the_format_has_a_place(tmp_path):
    result = corrected(pair(tmp_path, "conllu"), choices((0, "arc", "1", "parse"), (0, "tag", "2", "=X")))
    assert changed_lines(GOLD["conllu"], written(recorded(result.treebank, result.deciders), tmp_path)) == [
        "1\tDie\tdie\tDET\tART\t_\t3\tnk\t2:det\tReviewer=anna",
        "2\tKatze\tKatze\tX\tNN\tx=y\t3\tnsubj\t3:nsubj\tA=b|Reviewer=anna",
    ]
    found = choices((0, "constituent", "", "parse"))
    result = corrected(pair(tmp_path, "export"), found, layers=[Layer.CONSTITUENT])
    data = written(recorded(result.treebank, result.deciders), tmp_path)
    assert b"#BOS 1 0 0 0 %% first Reviewer=anna\n" in data
    assert read(tmp_path / "out.x", format="export").nodes["label"].to_list() == ["S", "PP"]


@pytest.mark.shared
def test_ten_words_and_five_sentences_change_just_their_lines(tmp_path):
    sides = {"gold": read(ENGLISH / "gold.conllu"), "parse": read(ENGLISH / "parse.conllu")}
    gold, parse = sides["gold"], sides["parse"]
    words = [(row, "arc", "1", "0:odd") for row in range(100, 110)]
    whole = [(row, "arc", "", "parse") for row in range(200, 205)]
    result = corrected(sides, choices(*words, *whole))
    before = (ENGLISH / "gold.conllu").read_bytes().splitlines()
    after = written(result, tmp_path).splitlines()
    assert len(before) == len(after)
    changed = {number for number, (one, other) in enumerate(zip(before, after, strict=True), 1) if one != other}
    third = {int(gold.words["line"][int(gold.sentences["first_word"][row])]) for row in range(100, 110)}
    differing = gold.words.with_columns(other_head=parse.words["head"], other_label=parse.words["label"]).filter(
        pl.col("sentence").is_between(200, 204)
        & ((pl.col("head") != pl.col("other_head")) | (pl.col("label") != pl.col("other_label")))
    )
    assert changed == third | {*differing["line"].to_list()}
    assert differing.height > 3


@pytest.mark.parametrize("item", ["99", "x", "0"])
def test_a_choice_of_no_word_is_a_fault_and_changes_nothing(tmp_path, item):
    result = corrected(pair(tmp_path, "conllu"), choices((0, "arc", item, "parse")))
    assert [fault.message for fault in result.faults] == [f"there is no word {item}"]
    assert written(result, tmp_path) == GOLD["conllu"]


@pytest.mark.parametrize(("layer", "verdict"), [("tag", "3:obj"), ("arc", "=X"), ("lemma", "3:obj")])
def test_a_reading_of_another_layer_is_a_fault_and_changes_nothing(tmp_path, layer, verdict):
    result = corrected(pair(tmp_path, "conllu"), choices((0, layer, "2", verdict)))
    assert [fault.message for fault in result.faults] == [f"{verdict!r} is no reading of the layer {layer}"]
    assert written(result, tmp_path) == GOLD["conllu"]


def test_a_tag_is_one_value_where_the_format_has_one(tmp_path):
    result = corrected(pair(tmp_path, "export"), choices((0, "tag", "2", "=N/X")))
    assert changed_lines(GOLD["export"], written(result, tmp_path)) == ["Katze\tN/X\tx\tNK\t500"]


def test_roles_are_chosen_only_where_the_format_has_them(tmp_path):
    result = corrected(pair(tmp_path, "conllu"), choices((0, "role", "3", "=s.02"), (0, "role", "3>2", "=A2")))
    assert written(result, tmp_path) == GOLD["conllu"] and result.faults == ()


def test_a_secondary_edge_is_lost_with_the_constituent_that_it_is_at(tmp_path):
    """Also where what another side has in its place has the same number there."""
    sides = {}
    for name, text in (("gold", GOLD["export"]), ("parse", GOLD["export"].replace(*PARSE["export"]))):
        (tmp_path / name).write_bytes(text.replace(b"HD\t501\n", b"HD\t501\tRE\t500\n"))
        sides[name] = read(tmp_path / name, format="export")
    assert sides["gold"].secondary_edges.height == 1
    result = corrected(sides, choices((0, "constituent", "1-2", "parse")), layers=[Layer.CONSTITUENT])
    message = "the secondary edge RE is lost with the constituent that it is at"
    assert [fault.message for fault in result.faults] == [message]
    assert result.treebank.secondary_edges.is_empty()


def test_where_both_are_right_the_gold_stays(tmp_path):
    result = corrected(pair(tmp_path, "conllu"), choices((0, "arc", "1", "both")), layers=[Layer.ARC])
    assert written(result, tmp_path) == GOLD["conllu"] and result.undecided.is_empty()


def test_secondary_edges_between_constituents_that_stay_are_kept(tmp_path):
    text = GOLD["export"].replace(b"HD\t501\n", b"HD\t501\tRE\t500\n").replace(b"SB\t501\n", b"SB\t501\tRE\t501\n")
    (tmp_path / "gold").write_bytes(text)
    gold = read(tmp_path / "gold", format="export")
    result = corrected({"gold": gold}, choices((0, "constituent", "3-3", "=VP")), layers=[Layer.CONSTITUENT])
    assert result.treebank.nodes["label"].to_list() == ["S", "NP", "VP"]  # siblings in the order of their words
    assert sorted(result.treebank.secondary_edges.rows()) == [(0, 0, 2, 1, "RE"), (0, 3, 0, 2, "RE")]
    assert result.faults == ()


ROW = "{}\tw{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"


@pytest.fixture
def sides(tmp_path):
    """Two words, which gold and parse tag differently; the second has another label, too."""
    sides = {}
    for name, tag, label in (("gold", "NOUN", "obj"), ("parse", "VERB", "iobj")):
        text = ROW.format(1, 1, tag, 0, "root") + ROW.format(2, 2, tag, 1, label) + "\n"
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
        sides[name] = read(tmp_path / f"{name}.conllu")
    return sides


@pytest.fixture
def path(tmp_path, sides):
    """A session on tags, in which the first word is decided."""
    path = tmp_path / "r.goldleaf"
    named = [
        SessionSide(name, side.path, {"format_name": "conllu", "encoding": "utf-8"}) for name, side in sides.items()
    ]
    with Store.create(path, named, layers=[Layer.TAG], reviewer="anna") as store:
        store.attach(*sides.values())
        store.act("tag", [Judgement(Place(store.key(0), Layer.TAG, "1"), "anna", "gold")])
    return path


def test_what_is_undecided_is_taken_of_a_side_in_the_layers_of_the_session_alone(path, sides, tmp_path):
    os.utime(path, (0, 0))
    result = finished(result_steps(path, sides, "parse"))
    assert result.treebank.words["coarse_tag"].to_list() == ["NOUN", "VERB"]
    assert result.treebank.words["label"].to_list() == ["root", "obj"]
    assert described(result, "parse") == "1 word decided, 1 difference undecided: as in parse"
    finished(write_steps(result, tmp_path / "out.conllu", record=True))
    lines = (tmp_path / "out.conllu").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[-1] for line in lines[:2]] == ["Reviewer=anna", "_"]
    finished(report_steps(path, [*sides.values()], "csv", tmp_path / "report.csv"))
    assert len((tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()) == 2
    assert path.stat().st_mtime == 0, "the session is only read"


def test_where_something_is_undecided_it_can_stop(path, sides):
    with pytest.raises(
        GoldleafError, match=r"gold\.conllu:1: 1 difference undecided; the first: sentence 1, tag 2; decide"
    ):
        finished(result_steps(path, sides, "stop"))


def test_what_chooses_nothing_is_counted(path, sides):
    with Store.open(path, reviewer="ben") as store:
        store.attach(*sides.values())
        assert passed_over(store) == []
        store.act("tag", [Judgement(Place(store.key(0), Layer.TAG, "1"), "ben", "parse")])
        assert passed_over(store) == ["1 place judged differently, so undecided"]


def two_sentences(folder: Path, name: str) -> dict[str, Treebank]:
    """The first sentence twice, so that what becomes of the first is not all."""
    data = pair(folder, name)
    cut = {"conllx": b"\n\n", "conll2009": b"\n\n", "brackets": b"\n"}[name]
    for side in data:
        path = folder / f"{side}.x"
        first = path.read_bytes().split(cut)[0] + cut
        path.write_bytes(first * 2)
        data[side] = read(path, format=name)
    return data


def test_one_sentence_that_cannot_be_made_leaves_the_next(tmp_path):
    sides = two_sentences(tmp_path, "brackets")
    found = choices(
        (0, "constituent", "2-3", "=XP"), (1, "constituent", "1-2", "="), (1, "constituent", "1-1", "parse")
    )
    result = corrected(sides, found, layers=[Layer.CONSTITUENT])
    assert [fault.row for fault in result.faults] == [0]
    assert result.faults[0].message == "the constituents over 2-3 and 1-2 cross; the sentence stays as it was"
    lines = written(result, tmp_path).splitlines()
    assert lines == [GOLD["brackets"].splitlines()[0], b"(S (AP (D Die)) (N Katze) (VP (V schlief)))"]
    assert [(row, words, label) for row, words, label in result.crossing] == [
        (0, frozenset({1, 2}), "NP"), (0, frozenset({2, 3}), "XP")
    ]  # fmt: skip
    assert result.undecided.rows() == [
        (0, "1-2", "constituent"), (0, "1-1", "constituent"), (0, "2-2", "constituent"), (1, "2-2", "constituent"),
    ]  # fmt: skip
    assert result.deciders.rows() == [(0, "2", "anna"), (1, "1", "anna"), (1, "1", "anna")]


def test_a_constituent_without_words_stays_with_its_sentence(tmp_path):
    text = b"(S (NP (-NONE- *)) (VP (V a)))\n(S (VP (V a)))\n"
    for name in ("gold", "parse"):
        (tmp_path / name).write_bytes(text if name == "gold" else text.replace(b"VP", b"XP"))
    sides = {name: read(tmp_path / name, format="brackets") for name in ("gold", "parse")}
    result = corrected(sides, choices((0, "constituent", "", "parse"), (1, "constituent", "", "parse")))
    assert written(result, tmp_path).splitlines()[1] == b"(S (XP (V a)))"


def test_where_constituents_stand_above_one_another_labels_are_read_from_above(tmp_path):
    sides = pair(tmp_path, "brackets")
    for verdict, line in (
        ("=-LRB- NP-SBJ", b"(S (-LRB- (NP-SBJ (D Die) (N Katze))) (VP (V schlief)))"),
        ("=NP-SBJ-1", b"(S (NP-SBJ-1 (D Die) (N Katze)) (VP (V schlief)))"),
    ):
        result = corrected(sides, choices((0, "constituent", "1-2", verdict)), layers=[Layer.CONSTITUENT])
        assert written(result, tmp_path).splitlines()[0] == line and result.faults == ()
        assert (0, "1", "anna") in result.deciders.rows()


@pytest.mark.parametrize(
    ("layer", "item", "verdict", "message"),
    [
        ("constituent", "x", "parse", "'x' names no words, such as 3-5 or 3-5+8"),
        ("constituent", "1-2", "3:obj", "'3:obj' is no reading of the layer constituent"),
        ("constituent", "2-4", "=NP", "there are no words 2-4"),
        ("role", "x", "parse", "'x' names no predicate and argument, such as 8>3"),
        ("role", "0>3", "parse", "'0>3' names no predicate and argument, such as 8>3"),
        ("role", "3>4", "=A0", "there are no words 3>4"),
        ("role", "4", "=x.01", "there are no words 4"),
        ("role", "1>2", "=A0", "word 1 has the argument 2, but is no predicate"),
    ],
)
def test_what_is_about_nothing_is_said_and_the_next_choice_counts(tmp_path, layer, item, verdict, message):
    name = "brackets" if layer == "constituent" else "conll2009"
    sides = two_sentences(tmp_path, name)
    good = ("1-1", "=AP") if layer == "constituent" else ("3>1", "=A9")
    before = corrected(sides, choices((0, layer, *good), (1, layer, *good)))
    assert before.faults == ()
    result = corrected(sides, choices((0, layer, item, verdict), (0, layer, *good), (1, layer, *good)))
    assert [(fault.row, fault.message) for fault in result.faults] == [(0, message)]
    assert written(result, tmp_path) == written(before, tmp_path)


def test_roles_are_undecided_taken_and_decided_in_the_order_of_predicates(tmp_path):
    sides = two_sentences(tmp_path, "conll2009")
    path = tmp_path / "parse.x"
    path.write_bytes(path.read_bytes().replace(b"s.01\tA0", b"s.02\tA0").replace(b"\tA1\n", b"\tA7\n"))
    sides["parse"] = read(path, format="conll2009")
    result = corrected(sides, choices((1, "role", "", "parse")), layers=[Layer.ROLE])
    assert result.undecided.rows() == [(0, "3", "role"), (0, "3>1", "role")]
    assert result.deciders.rows() == [(1, "3", "anna"), (1, "3", "anna")]
    arguments = result.treebank.arguments.select("sentence", "predicate", "argument", "role").rows()
    assert arguments == [(0, 3, 1, "A1"), (0, 3, 3, "A0"), (1, 3, 1, "A7"), (1, 3, 3, "A0")]
    assert result.treebank.words["predicate"].to_list()[2::3] == ["s.01", "s.02"]
    taken = corrected(sides, choices(), undecided="parse", layers=[Layer.ROLE])
    assert taken.treebank.arguments["role"].to_list() == ["A7", "A0"] * 2 and taken.undecided.height == 4
    other = corrected(sides, choices(), undecided="parse", layers=[Layer.ARC])
    assert other.treebank.arguments["role"].to_list() == ["A1", "A0"] * 2 and other.undecided.height == 2
    new = corrected(sides, choices((0, "role", "1", "=die.01"), (0, "role", "1>2", "=A5"), (0, "role", "3", "=")))
    assert new.treebank.words["fill_predicate"].to_list()[:3] == ["Y", "_", "_"]
    assert new.treebank.arguments["role"].to_list() == ["A5", "A1", "A0"]
    assert [fault.message for fault in new.faults] == [
        "word 3 has the argument 1, but is no predicate", "word 3 has the argument 3, but is no predicate",
    ]  # fmt: skip


def test_several_secondary_edges_each_of_their_sentence(tmp_path):
    first = GOLD["export"].split(b"#BOS 2")[0].replace(b"HD\t501\n", b"HD\t501\tRE\t500\tRF\t501\n")
    text = first + first.split(b"FORMAT 3\n")[1].replace(b"S 1 0", b"S 2 0").replace(b"#EOS 1", b"#EOS 2")
    (tmp_path / "gold").write_bytes(text)
    gold = read(tmp_path / "gold", format="export")
    assert gold.secondary_edges.height == 4
    result = corrected({"gold": gold}, choices((0, "constituent", "1-2", "=")), layers=[Layer.CONSTITUENT])
    assert [fault.message for fault in result.faults] == [
        "the secondary edge RE is lost with the constituent that it is at"
    ]
    assert result.treebank.secondary_edges["label"].to_list() == ["RF", "RE", "RF"]
    assert result.treebank.secondary_edges.schema == gold.secondary_edges.schema
    assert result.treebank.secondary_edges["parent"].to_list()[0] == 1


def test_what_is_undecided_stands_in_the_order_of_the_text_and_of_layers(tmp_path):
    sides = two_sentences(tmp_path, "conllx")
    path = tmp_path / "parse.x"
    path.write_bytes(path.read_bytes().replace(b"\tKatze\tN\tNN", b"\tMieze\tM\tNN"))
    sides["parse"] = read(path, format="conllx")
    layers = [Layer.TAG, Layer.ARC, Layer.LEMMA]
    result = corrected(sides, choices(), layers=layers)
    assert result.undecided.columns == ["sentence", "item", "layer"]
    assert result.undecided.rows() == [
        (0, "2", "tag"), (0, "1", "arc"), (0, "2", "lemma"), (1, "2", "tag"), (1, "1", "arc"), (1, "2", "lemma"),
    ]  # fmt: skip
    result = corrected(sides, choices((1, "lemma", "", "parse"), (0, "arc", "", "parse"), (1, "tag", "2", "=Z")))
    assert result.deciders.columns == ["sentence", "item", "reviewer"]
    assert result.deciders.rows() == [(0, "1", "anna"), (1, "2", "anna"), (1, "2", "anna")]
    assert result.undecided.rows() == [(1, "1", "arc")]
    assert result.treebank.words["lemma"].to_list() == ["die", "Katze", "schlafen", "die", "Mieze", "schlafen"]
    assert result.treebank.words["coarse_tag"].to_list()[1::3] == ["N", "Z"]


def test_an_unknown_side_is_refused_with_those_that_there_are(tmp_path):
    with pytest.raises(OptionError) as told:
        corrected(pair(tmp_path, "conllx"), choices(), undecided="nobody")
    assert str(told.value) == "--undecided nobody: no such side; there are gold, both, parse, stop"
    sides = pair(tmp_path, "conllx")
    alone = corrected({"gold": sides["gold"]}, choices((0, "arc", "1", "parse")))
    assert [fault.message for fault in alone.faults] == ["the verdict 'parse' names no side and is no reading"]
    named = corrected({"lotte": sides["gold"], "nina": sides["parse"]}, choices((0, "arc", "1", "nina")))
    assert written(named, tmp_path) == GOLD["conllx"].replace(*PARSE["conllx"])


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ((0, 3, 2), "the choices make a cycle"),
        ((0, 1, 0), "the choices make several roots"),
        ((2, 3, 1), "the choices leave no root"),
    ],
)
def test_each_way_to_be_no_tree_is_said_once(tmp_path, heads, message):
    found = choices(*((0, "arc", str(word), f"{head}:x") for word, head in enumerate(heads, 1)))
    result = corrected(pair(tmp_path, "conllx"), found)
    messages = [fault.message for fault in result.faults]
    assert message in messages and len({*messages}) == len(messages)


def test_several_who_decided_are_recorded_once_and_in_place_of_who_did_before(tmp_path):
    treebank = pair(tmp_path, "conllu")["gold"]
    rows = [(0, "1", "zoe"), (0, "1", "b c|d"), (0, "1", "zoe"), (0, "2", "anna"), (1, "1", "x")]
    deciders = pl.DataFrame(rows, {"sentence": pl.UInt32(), "item": pl.String(), "reviewer": pl.String()}, orient="row")
    once = recorded(treebank, deciders)
    assert once.words["misc"].to_list() == ["Reviewer=b_c_d,zoe", "A=b|Reviewer=anna", "_", "Reviewer=x"]
    again = recorded(once, deciders.filter(pl.col("reviewer") == "anna"))
    assert again.words["misc"].to_list() == ["Reviewer=b_c_d,zoe", "A=b|Reviewer=anna", "_", "Reviewer=x"]
    again = recorded(once, deciders.with_columns(reviewer=pl.lit("eve")))
    assert again.words["misc"].to_list() == ["Reviewer=eve", "A=b|Reviewer=eve", "_", "Reviewer=eve"]
    treebank = pair(tmp_path, "export")["gold"]
    once = recorded(recorded(treebank, deciders), deciders)
    begins = [source.split("\n#500")[0].split("#BOS")[1].splitlines()[0] for source in once.sentences["source"]]
    assert begins == [" 1 0 0 0 %% first Reviewer=anna,b_c_d,zoe", " 2 0 0 0 %% Reviewer=x"]
    with pytest.raises(GoldleafError) as told:
        recorded(pair(tmp_path, "conllx")["gold"], deciders)
    assert str(told.value) == f"{tmp_path / 'gold.x'}: conllx has no place for who decided; leave out --record"


def test_a_result_is_made_and_written_in_steps(path, sides, tmp_path):
    shares = [*result_steps(path, sides, "gold")]
    assert shares[:4] == [0.0, 0.1, 0.3, 0.5] and shares == sorted(shares) and shares[-1] < 1
    result = finished(result_steps(path, sides, "gold"))
    assert described(result, "gold") == "1 word decided, 1 difference undecided: as in gold"
    nothing = corrected(sides, choices())
    assert described(nothing, "x") == "0 words decided, 1 difference undecided: as in x"
    assert [*write_steps(result, tmp_path / "out.conllu", record=False)] == [0.0, 0.3]
    assert "Reviewer" not in (tmp_path / "out.conllu").read_text(encoding="utf-8")
    with pytest.raises(GoldleafError) as told:
        finished(result_steps(path, sides, "stop"))
    assert str(told.value) == (
        f"{tmp_path / 'gold.conllu'}:1: 1 difference undecided; the first: sentence 1, tag 2; decide, or take "
        "--undecided gold"
    )


def test_who_is_blind_has_a_result_of_their_own(path, sides):
    with Store.open(path, reviewer="ben") as store:
        store.attach(*sides.values())
        store.set_blind(True)
        store.act("tag", [Judgement(Place(store.key(0), Layer.TAG, "2"), "ben", "parse")])
    tags = [
        finished(result_steps(path, sides, "gold", who)).treebank.words["coarse_tag"].to_list() for who in (None, "ben")
    ]
    assert tags == [["NOUN", "VERB"], ["NOUN", "VERB"]]
    deciders = [finished(result_steps(path, sides, "gold", who)).deciders.rows() for who in (None, "ben")]
    assert deciders == [[(0, "1", "anna"), (0, "2", "ben")], [(0, "2", "ben")]]


def test_functions_of_words_are_decided_with_their_constituents(tmp_path):
    sides = {}
    for name, text in (("gold", GOLD["export"]), ("parse", GOLD["export"].replace(b"ART\t--\tNK", b"ART\t--\tXX"))):
        (tmp_path / name).write_bytes(text)
        sides[name] = read(tmp_path / name, format="export")
    layers = [Layer.CONSTITUENT]
    open_ = corrected(sides, choices(), layers=layers)
    assert open_.undecided.rows() == [(0, "1-1", "constituent")] and written(open_, tmp_path) == GOLD["export"]
    taken = corrected(sides, choices((0, "constituent", "1-1", "parse")), layers=layers)
    assert written(taken, tmp_path) == GOLD["export"].replace(b"ART\t--\tNK", b"ART\t--\tXX")
    above = corrected(sides, choices((0, "constituent", "1-1", "=AP-X")), layers=layers)
    words = above.treebank.words
    assert words["function"].to_list() == ["NK", "NK", "HD", "_"], "the edge of the word stays"
    assert above.treebank.nodes.select("label", "function").rows()[2] == ("AP", "X")
    with_words = dict(sides, parse=sides["gold"])
    assert corrected(with_words, choices(), layers=layers).undecided.is_empty()


def test_constituents_of_another_format_are_written_as_the_first_ones_has_them(tmp_path):
    (tmp_path / "gold").write_bytes(b"(S (NP (ART Die) (NN Katze)) (VV schlief))\n(X (ITJ Ja))\n")
    (tmp_path / "parse").write_bytes(GOLD["export"].replace(b"NP\t--\tSB", b"PP\t--\tOA"))
    sides = {"gold": read(tmp_path / "gold", format="brackets"), "parse": read(tmp_path / "parse", format="export")}
    result = corrected(sides, choices((0, "constituent", "1-2", "parse")), layers=[Layer.CONSTITUENT])
    assert written(result, tmp_path).splitlines()[0] == b"(S (PP-OA (ART Die) (NN Katze)) (VV schlief))"
    marked = "(S (NP-SBJ-1##x=y## (ART Die) (NN Katze)) (VV schlief))\n(X (ITJ Ja))\n"
    (tmp_path / "marked").write_text(marked, encoding="utf-8")
    marked_side = read(tmp_path / "marked", format="brackets")
    bare = marked_side.nodes.with_columns(raw_label=pl.lit("", marked_side.nodes.schema["raw_label"]))
    sides["parse"] = replace(marked_side, nodes=bare)
    about = bare.select("label", "function", "index", "features").row(1)
    result = corrected(sides, choices((0, "constituent", "1-2", "parse")), layers=[Layer.CONSTITUENT])
    label, function, index, features = about
    expected = "-".join([label, *(part for part in (function, index) if part != "_")])
    expected += f"##{features}##" if features != "_" else ""
    assert written(result, tmp_path).splitlines()[0].decode() == f"(S ({expected} (ART Die) (NN Katze)) (VV schlief))"
    assert expected.startswith("NP-SBJ")


@pytest.mark.parametrize(
    ("layer", "verdict", "expected"),
    [
        ("arc", "3:", "3\t_"),
        ("arc", "3:a:b", "3\ta:b"),
        ("arc", "0:x", "0\tx"),
        ("arc", "3", "'3' is no reading of the layer arc"),
        ("arc", "4:x", "the head of '4:x' is not in the sentence"),
        ("arc", "=3", "'=3' is no reading of the layer arc"),
        ("tag", "=/NE", "_\tNE"),
        ("tag", "=PROPN/", "PROPN\t_"),
        ("tag", "=PROPN/N/E", "PROPN\tN/E"),
        ("tag", "=", "_\tNN"),
        ("tag", "3:x", "'3:x' is no reading of the layer tag"),
        ("features", "=x=y", "x=y"),
    ],
)
def test_readings_have_the_parts_of_their_layer(tmp_path, layer, verdict, expected):
    result = corrected(pair(tmp_path, "conllu"), choices((0, layer, "2", verdict)), layers=[])
    if "\t" not in expected and expected != "x=y":
        assert [fault.message for fault in result.faults][:1] == [expected]
        assert written(result, tmp_path) == GOLD["conllu"]
        return
    columns = {"arc": ["head", "label"], "tag": ["coarse_tag", "fine_tag"], "features": ["features"]}[layer]
    assert "\t".join(map(str, result.treebank.words.select(columns).row(1))) == expected
    assert result.deciders.rows() == [(0, "2", "anna")], "also where it is what all sides have"


def test_what_is_open_stays_where_the_default_side_has_other_words(tmp_path):
    sides = two_sentences(tmp_path, "conllx")
    path = tmp_path / "parse.x"
    first, second, _ = path.read_bytes().split(b"\n\n")
    path.write_bytes(first.replace(b"Katze\tKatze", b"Maus\tMaus") + b"\n\n" + second + b"\n\n")
    third = tmp_path / "third.x"
    third.write_bytes((second + b"\n\n") * 2)
    both = {**sides, "parse": read(path, format="conllx"), "third": read(third, format="conllx")}
    result = corrected(both, choices(), undecided="parse")
    assert result.treebank.words["label"].to_list() == ["det", "subj", "root", "nk", "subj", "root"]
    assert result.undecided.rows() == [(0, "1", "arc"), (1, "1", "arc")]
    result = corrected(both, choices((0, "arc", "", "third")), undecided="parse")
    assert result.treebank.words["label"].to_list() == ["nk", "subj", "root"] * 2 and result.undecided.height == 1
    result = corrected(both, choices((0, "arc", "1", "parse"), (1, "arc", "1", "parse")), undecided="stop")
    assert [(fault.row, fault.message) for fault in result.faults] == [
        (0, "parse has other words, so nothing can be taken")
    ]
    assert result.treebank.words["label"].to_list() == ["det", "subj", "root", "nk", "subj", "root"]


def test_of_many_that_are_undecided_those_of_one_sentence_stay_in_the_order_of_layers(tmp_path):
    sides = {}
    for name, tag, label in (("gold", "N", "obj"), ("parse", "V", "iobj")):
        text = "".join(ROW.format(position, position, tag, 0, label) for position in range(1, 6)) + "\n"
        (tmp_path / name).write_text(text * 60, encoding="utf-8")
        sides[name] = read(tmp_path / name, format="conllu")
    result = corrected(sides, choices(), layers=[Layer.TAG, Layer.ARC])
    order = [(layer, str(item)) for layer in ("tag", "arc") for item in range(1, 6)]
    assert result.undecided.rows() == [(row, item, layer) for row in range(60) for layer, item in order]


def test_a_treebank_without_constituents_takes_none(tmp_path):
    gold = pair(tmp_path, "conllx")["gold"]
    (tmp_path / "trees").write_bytes(b"(S (A Die) (B Katze) (C schlief))\n(X (I Ja))\n")
    sides = {"gold": gold, "parse": read(tmp_path / "trees", format="brackets")}
    result = corrected(sides, choices((0, "constituent", "", "parse")), layers=[Layer.CONSTITUENT])
    assert written(result, tmp_path) == GOLD["conllx"] and result.undecided.is_empty() and result.faults == ()


def test_where_something_is_undecided_the_file_is_named(path, sides):
    with pytest.raises(GoldleafError) as told:
        finished(result_steps(path, sides, "stop"))
    assert str(told.value.path) == sides["gold"].path


def test_functions_are_those_of_their_own_words_in_each_sentence(tmp_path):
    first = GOLD["export"].split(b"#BOS 2")[0]
    body = first.split(b"FORMAT 3\n")[1]
    text = first + b"".join(
        body.replace(b"S 1 0", b"S %d 0" % row).replace(b"#EOS 1", b"#EOS %d" % row) for row in (2, 3)
    )
    (tmp_path / "gold").write_bytes(text)
    (tmp_path / "parse").write_bytes(text.replace(b"ART\t--\tNK", b"ART\t--\tXX").replace(b"VV\t--\tHD", b"VV\t--\tYY"))
    sides = {name: read(tmp_path / name, format="export") for name in ("gold", "parse")}
    found = choices((1, "constituent", "1-1", "parse"), (2, "constituent", "3-3", "parse"))
    functions = corrected(sides, found, layers=[Layer.CONSTITUENT]).treebank.words["function"].to_list()
    assert functions == ["NK", "NK", "HD", "XX", "NK", "HD", "NK", "NK", "YY"]


GRAPH = (
    "# sent_id = a\n# text = Mia ran to town\n1\tMia\tMia\tPROPN\t_\t_\t2\tnsubj\t2:nsubj\t_\n"
    "2\tran\trun\tVERB\t_\t_\t0\troot\t0:root\t_\n3\tto\tto\tADP\t_\t_\t4\tcase\t1:dep|4:case\t_\n"
    "4\ttown\ttown\tNOUN\t_\t_\t2\tobl\t2:obl:to\tSpaceAfter=No\n\n"
)


@pytest.mark.parametrize(
    ("word", "reading", "deps", "headless"),
    [
        ("4", "1:nmod", ["2:nsubj", "0:root", "1:dep|4:case", "1:nmod"], 1),
        ("4", "1:obl", ["2:nsubj", "0:root", "1:dep|4:case", "1:obl:to"], 1),
        ("4", "2:obj", ["2:nsubj", "0:root", "1:dep|4:case", "2:obj"], 0),
        ("3", "2:case", ["2:nsubj", "0:root", "1:dep|2:case", "2:obl:to"], 1),
        ("3", "1:dep", ["2:nsubj", "0:root", "1:dep", "2:obl:to"], 0),
    ],
)
def test_deps_follow_what_was_decided_by_choice(tmp_path, word, reading, deps, headless):
    path = tmp_path / "gold.conllu"
    path.write_text(GRAPH, encoding="utf-8")
    gold = read(path)
    result = corrected({"gold": gold, "parse": gold}, choices((0, "arc", word, reading))).treebank
    assert (without_basic_head(gold), without_basic_head(result)) == (0, headless)
    mended = with_basic_heads(gold, result)
    assert mended.words["enhanced"].to_list() == deps
    assert without_basic_head(mended) == 0
    write(mended, tmp_path / "out.conllu")
    assert [one.split("\t")[8] for one in (tmp_path / "out.conllu").read_text().splitlines()[2:6]] == deps


def test_faults_that_the_gold_has_are_not_new(tmp_path):
    path = tmp_path / "gold.conllu"
    path.write_text(GRAPH.replace("PROPN", "NAME"), encoding="utf-8")
    gold = read(path)
    result = corrected({"gold": gold, "parse": gold}, choices((0, "arc", "4", "2:going"))).treebank
    assert [(one.line, one.rule) for one in finished(new_problems_steps(gold, result))] == [(6, "unknown-udeprel")]
    assert finished(new_problems_steps(gold, gold)) == ()
    assert without_basic_head(pair(tmp_path, "conllx")["gold"]) == 0, "no DEPS"
