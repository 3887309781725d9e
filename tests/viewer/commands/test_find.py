"""`goldleaf find` as scripts and people meet it."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(__file__).parents[3] / "assets" / "demo"
GOLD, PARSE = DEMO / "gold.conllu", DEMO / "parse.conllu"
OBJECTS = "has(deprel = 'obj' and not right_both)"


def run(capsys, *arguments, status=0):
    assert main(["find", *map(str, arguments)]) == status
    return capsys.readouterr()


def found(capsys, *arguments):
    return json.loads(run(capsys, *arguments, "--format", "json").out)


def test_json_keeps_its_promised_shape(capsys):
    assert found(capsys, OBJECTS, GOLD, PARSE) == {
        "condition": OBJECTS,
        "sentences": 4,
        "hits": [
            {"sentence": 6, "id": "demo-nl-1", "word": 8},
            {"sentence": 6, "id": "demo-nl-1", "word": 11},
            {"sentence": 10, "id": "demo-he-1", "word": 4},
            {"sentence": 12, "id": "demo-ar-1", "word": 3},
            {"sentence": 15, "id": "demo-ka-1", "word": 3},
        ],
    }


@pytest.mark.parametrize("condition", ["words > 25", "not has(words < 26)", "words > 25 and not has(form = 'zebra')"])
def test_a_condition_on_sentences_has_no_words(capsys, condition):
    assert found(capsys, condition, GOLD)["hits"] == [
        {"sentence": 2, "id": "demo-en-2", "word": None},
        {"sentence": 4, "id": "demo-en-4", "word": None},
    ]


def test_scores_can_be_named_and_a_text_looked_for(capsys):
    assert found(capsys, "las = 1 and words < 13", GOLD, PARSE)["sentences"] > 0
    assert found(capsys, "bla bla", GOLD)["sentences"] == 0
    assert found(capsys, "OLD ATLAS", GOLD)["hits"][0]["id"] == "demo-en-1"


def test_several_parses_have_columns_by_their_names(capsys, tmp_path):
    other = tmp_path / "b.conllu"
    other.write_bytes(GOLD.read_bytes())
    fixed = found(capsys, "has(not parse_right_both and b_right_both)", GOLD, PARSE, other)
    alone = found(capsys, "has(not right_both)", GOLD, PARSE)
    assert fixed["hits"] == alone["hits"] != []
    assert found(capsys, "las < 1", GOLD, PARSE, other)["hits"] == found(capsys, "las < 1", GOLD, PARSE)["hits"]
    assert found(capsys, "b_las < 1", GOLD, PARSE, other)["hits"] == []


def test_text_says_which_words_and_how_many(capsys):
    lines = run(capsys, OBJECTS, GOLD, PARSE).out.splitlines()
    assert lines[0].startswith("6  demo-nl-1  8 leerling, 11 boek  Wij weten")
    assert lines[-1] == "4 sentences, 5 words"
    assert run(capsys, "words > 25", GOLD).out.splitlines()[-1] == "2 sentences"


def test_nodes_of_a_gold_alone_are_nobody_elses(capsys):
    lines = run(capsys, "has(function, function = 'nsubj')", GOLD).out.splitlines()
    assert lines[0].startswith("1  demo-en-1  1-2 nsubj  The binder")
    lines = run(capsys, "has(function, function = 'obj' and missing)", GOLD, PARSE).out.splitlines()
    assert "4-6 obj (gold)" in lines[0]


def test_a_text_that_is_nowhere_is_said_to_be_no_condition(capsys):
    printed = run(capsys, "not right_head", GOLD)
    assert printed.out == "0 sentences\n"
    assert printed.err.startswith("find: not right_head compares nothing, and stands in no text or id")
    assert not run(capsys, "old atlas", GOLD).err
    assert not run(capsys, "words > 1000", GOLD).err


def test_a_parse_that_there_is_not_is_told_beside_those_that_there_are(capsys):
    assert run(capsys, "has(b_attachment, missing)", GOLD, status=2).err == "filter: no parse b; there is none\n"
    said = run(capsys, "has(b_word, right_head)", GOLD, PARSE, GOLD, status=2).err
    assert said.endswith("filter: no parse b; there are parse_2, gold_2\n")


def test_ids_are_a_line_each(capsys):
    assert run(capsys, OBJECTS, GOLD, PARSE, "--format", "ids").out.split() == [
        "demo-nl-1", "demo-he-1", "demo-ar-1", "demo-ka-1",
    ]  # fmt: skip


def test_csv_has_a_row_a_word(capsys):
    rows = [*csv.DictReader(StringIO(run(capsys, OBJECTS, GOLD, PARSE, "--format", "csv").out))]
    assert rows[0] == {"sentence": "6", "id": "demo-nl-1", "word": "8", "form": "leerling"}
    assert len(rows) == 5


def test_conllu_is_the_sentences_of_the_file(capsys):
    blocks = GOLD.read_text(encoding="utf-8").split("\n\n")
    printed = run(capsys, OBJECTS, GOLD, PARSE, "--format", "conllu").out
    assert printed == "".join(f"{blocks[number - 1].lstrip()}\n\n" for number in (6, 10, 12, 15))
    assert run(capsys, "has(form = 'zebra')", GOLD, "--format", "conllu").out == ""


def test_groups_are_counted(capsys):
    options = ("has(deprel = 'obj')", GOLD, PARSE, "--group", "parse_deprel", "--group", "gold_head_tag")
    groups = found(capsys, *options)["groups"]
    assert groups[0] == {"parse_deprel": "obj", "gold_head_tag": "VERB", "hits": 25, "sentences": 15}
    printed = run(capsys, *options).out.splitlines()
    assert printed[0].split() == ["parse", "deprel", "gold", "head", "tag", "hits", "sentences"]
    assert printed[-1] == "17 sentences, 29 words"
    assert run(capsys, *options, "--format", "csv").out.splitlines()[1] == "obj,VERB,25,15"


def test_words_go_by_the_ids_of_the_file(capsys, tmp_path):
    gold = tmp_path / "gold.conllu"
    rows = ("1-2\tzum\t_", "1\tzu\tADP", "2\tdem\tDET", "2.1\tnull\t_", "3\tHaus\tNOUN")
    lines = [f"{row.rsplit(chr(9), 1)[0]}\t_\t{row.rsplit(chr(9), 1)[1]}\t_\t_" for row in rows]
    heads = ("_\t_\t_\t_", "3\tcase\t_\t_", "3\tdet\t_\t_", "_\t_\t_\t_", "0\troot\t_\t_")
    gold.write_text("".join(f"{a}\t{b}\n" for a, b in zip(lines, heads, strict=True)) + "\n", encoding="utf-8")
    assert found(capsys, "has(parent(form = 'Haus'))", gold)["hits"] == [
        {"sentence": 1, "id": None, "word": 1},
        {"sentence": 1, "id": None, "word": 2},
    ]
    assert run(capsys, "has(form = 'dem')", gold, "--format", "ids").out == "1\n"
    assert run(capsys, "has(form = 'dem')", gold, "--format", "conllu").out == gold.read_text(encoding="utf-8")


def test_words_that_only_the_parse_has_go_by_its_ids(capsys, tmp_path):
    sides = {"gold": "They 3 nsubj|can 3 aux|not 0 root|go 3 xcomp", "p": "They 2 nsubj|cannot 0 root|go 2 xcomp"}
    for name, words in {**sides, "q": sides["p"]}.items():
        rows = (f"{n}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n" for n, (form, head, label) in words_of(words))
        (tmp_path / f"{name}.conllu").write_text("".join(rows) + "\n", encoding="utf-8")
    files = [tmp_path / f"{name}.conllu" for name in ("gold", "p", "q")]
    assert found(capsys, "has(parse_deprel = 'xcomp')", *files)["hits"] == [{"sentence": 1, "id": None, "word": 4}]
    assert found(capsys, "has(parse_deprel = 'root' or parse_deprel = 'xcomp')", *files)["hits"] == [
        {"sentence": 1, "id": None, "word": 4, "side": None},
        {"sentence": 1, "id": None, "word": 2, "side": "parse"},
    ]
    printed = run(capsys, "has(parse_deprel is not null)", *files).out.splitlines()
    assert printed == ["1  1 They, 4 go, 2 cannot (parse)  They can not go", "1 sentence, 3 words"]
    rows = run(capsys, "has(q_word, form is null)", *files, "--format", "csv").out.splitlines()
    assert rows[1] == "1,,2,cannot,parse"
    groups = found(capsys, "has(form is null)", *files, "--group", "q_deprel")["groups"]
    assert groups == [{"q_deprel": "root", "hits": 1, "sentences": 1}]


def words_of(text):
    return enumerate((word.split() for word in text.split("|")), 1)


TREES = DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"


def test_constituents_and_functions_have_further_keys(capsys):
    assert found(capsys, "has(constituent, missing and label = 'NP' and words < 4)", *TREES)["hits"] == [
        {
            "sentence": 5, "id": None, "word": None,
            "kind": "constituent", "side": "gold", "gold": "NP", "parse": None, "words": [4, 5],
        },
    ]  # fmt: skip
    functions = found(capsys, "has(function, function = 'SBJ' and matched and words = 2)", *TREES)["hits"]
    assert functions[0] == {
        "sentence": 1, "id": None, "word": None,
        "kind": "function", "side": "both", "gold": "SBJ", "parse": "SBJ", "words": [1, 2],
    }  # fmt: skip


def test_words_and_nodes_stand_in_one_list(capsys):
    condition = "has(function, label = 'obj' and missing) and has(deprel = 'obj' and not right_both)"
    hits = found(capsys, condition, GOLD, PARSE)["hits"]
    assert {"sentence": 6, "id": "demo-nl-1", "word": 8, "kind": None, "side": None, "gold": None, "parse": None,
            "words": None} in hits  # fmt: skip
    assert {hit["kind"] for hit in hits} == {None, "function"}


def test_text_and_csv_say_whose_nodes_they_are(capsys):
    lines = run(capsys, "has(constituent, missing and label = 'NP')", *TREES).out.splitlines()
    assert lines[1].startswith("4  2-7 NP (gold), 17-20 NP (gold), 28-34 NP (gold)  After the")
    assert lines[-1] == "3 sentences, 5 constituents"
    condition = "has(constituent, discontinuous)"
    crossing = DEMO / "crossing-gold.export", DEMO / "crossing-parse.export"
    text = run(capsys, condition, *crossing, "--format", "csv").out
    rows = [*csv.DictReader(StringIO(text))]
    for row in rows:
        words = [*map(int, row["words"].split())]
        assert row["side"] in ("gold", "both")
        assert len(words) < words[-1] - words[0] + 1
    assert rows


def test_nodes_are_grouped(capsys):
    groups = found(capsys, "has(constituent, missing)", *TREES, "--group", "label")["groups"]
    assert groups[0] == {"label": "NP", "hits": 5, "sentences": 3}


def test_what_is_not_found_has_columns_to_group_by_all_the_same(capsys):
    none = found(capsys, "has(constituent, missing and words > 900)", *TREES, "--group", "parse_label")
    assert none["groups"] == [] and none["sentences"] == 0
    assert "0 constituents" in run(capsys, "has(constituent, words > 900)", *TREES).out


def test_why_there_is_no_column_to_group_by(capsys):
    said = run(capsys, "has(word, deprel = 'obj') and has(function, missing)", GOLD, PARSE, "--group", "tag", status=2)
    assert "no column tag; the condition finds words and functions" in said.err
    said = run(capsys, "words > 3", GOLD, PARSE, "--group", "tag", status=2)
    assert "no column tag; the condition finds sentences" in said.err


def test_a_condition_may_be_one_that_was_saved(capsys, tmp_path):
    filters = tmp_path / "filters.txt"
    filters.write_text(f"# ours\n@objects {OBJECTS}\n", encoding="utf-8")
    assert found(capsys, "@objects", GOLD, PARSE, "--filters", filters) == found(capsys, OBJECTS, GOLD, PARSE)
    said = run(capsys, "@object", GOLD, "--filters", filters, status=2).err
    assert said.startswith("@object: no saved filter of this name; did you mean @objects?; there are @objects (")
    filters.write_text("words > 3\n", encoding="utf-8")
    assert "filters.txt:1" in run(capsys, "@objects", GOLD, "--filters", filters, status=2).err
    assert "there is no such file" in run(capsys, "words > 3", GOLD, "--filters", tmp_path / "none", status=2).err


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("has(deprel = 'ob')", "no deprel is 'ob'; there are obj, obl, obl:arg (deprel like 'ob%' finds them)\n"),
        (
            "has(child(gold_label in ('obl', 'OBL')))",
            "no gold_label is 'OBL'; there are obl, obl:arg (gold_label ilike",
        ),
        ("has(tag != 'N?')", "no tag is 'N?'; there are NOUN, DET, "),
        ("has(deprel = 'obl') and not has(form = 'zebra')", ""),
    ],
)
def test_a_label_that_the_files_do_not_have_is_told_with_those_that_begin_alike(capsys, condition, said):
    told = run(capsys, condition, GOLD).err
    assert told.startswith(said) and told.count("\n") == bool(said)


def test_a_session_is_no_treebank(capsys, tmp_path):
    session = tmp_path / "s.goldleaf"
    assert main(["review", "new", str(GOLD), str(PARSE), "-o", str(session)]) == 0
    assert "is a review session; goldleaf open shows it" in run(capsys, "words > 3", session, status=2).err


@pytest.mark.parametrize(
    "condition", ["100 * las < 80", "las < 80 / 100", "mean_distance < 8", "las < 1", "words < 10"]
)
def test_only_a_fraction_as_it_stands_is_not_compared_with_percent(capsys, condition):
    assert 0 < found(capsys, condition, GOLD, PARSE, "--metric", "attachment,tedeval")["sentences"] < 17


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("has(deprle = 'obj')", GOLD), "filter: no column deprle, at character 5; did you mean deprel?"),
        (("has(deprel = 'obj'", GOLD), "filter: has( is not closed"),
        (("", GOLD), "find: needs a condition"),
        (("las < 80", GOLD, GOLD), "filter: las is a fraction: 0.80 is 80 %, at character 7"),
        (("not words > 3 or 95 <= uas", GOLD, GOLD), "uas is a fraction"),
        (("las between 0.5 and 80", GOLD, GOLD), "las is a fraction: 0.80 is 80 %, at character 21"),
        (
            ("words > 3", GOLD, "--format", "xml"),
            "--format xml: no such format of tables; there are text, csv, latex, html, markdown, json, ids",
        ),
        (("words > 3", GOLD, "--group", "wrods"), "group: no column wrods; did you mean words?"),
        (("words > 3", GOLD, *["--group", "words"] * 3), "group: column words is named twice"),
        (("words > 3", GOLD, "--group", "words", "--format", "ids"), "--format ids has no room for counts"),
        (("words > 3", DEMO / "trees-gold.mrg", "--format", "conllu"), "trees-gold.mrg is brackets"),
        (("has(form = 'x')", DEMO / "trees-gold.mrg"), "has(…) looks into words with arcs, and not all"),
        (("has(parse_deprel = 'x')", GOLD), "no column parse_deprel"),
        (("has(constituent, label = 'NP')", GOLD), "has(constituent, …) looks into constituents, and there are none"),
        (("has(constituent, lable = 'NP')", TREES[0]), "no column lable, at character 18; did you mean label?"),
        (("has(constituent, missing)", TREES[0]), "no column missing"),
        (
            ("has(constituent, label = 'NP') and has(function, words > 1)", *TREES, "--group", "label"),
            "no column label",
        ),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, said):
    said_on = run(capsys, *arguments, status=2)
    assert said in said_on.err
    assert said_on.err.count("\n") == 1
    assert said_on.out == ""


@pytest.mark.parametrize(
    ("condition", "lines"),
    [
        ("has(parseme, discontinuous and missing and tag = 'VID')", "1 sentence, 1 fact"),
        ("has(parseme, missing and not seen)", "3 sentences, 3 facts"),
        ("has(gold_mwe = '1:VPC.full' and parse_mwe = '*')", "1 sentence, 1 word"),
        ("mwe_f1 = 1 and words < 6", "1 sentence"),
    ],
)
def test_expressions_are_found(capsys, condition, lines):
    files = [DEMO / f"expressions-{name}.cupt" for name in ("gold", "parse")]
    printed = run(capsys, condition, *files, "--train", DEMO / "expressions-train.cupt").out
    assert printed.splitlines()[-1] == lines
