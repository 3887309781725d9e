"""`goldleaf score --breakdown [TABLE]`, as text, JSON and CSV. Also tests `printed`."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

from goldleaf.core.analysis.metric_tables import BREAKDOWNS
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.score.printed import joined

DEMO = Path(__file__).parents[4] / "assets" / "demo"
FILES = (DEMO / "gold.conllu", DEMO / "parse.conllu")
TREES = (DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg")


def run(capsys, *arguments, status=0):
    assert main(["score", *map(str, arguments)]) == status
    return capsys.readouterr()


def names(capsys, *arguments):
    [parse] = json.loads(run(capsys, *arguments, "--json").out)["parses"]
    return {metric: [one["name"] for one in found.get("breakdown", ())] for metric, found in parse["metrics"].items()}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["a", "--breakdown", "b"], ["a", "--breakdown=all", "b"]),
        (["a", "b", "--breakdown"], ["a", "b", "--breakdown=all"]),
        (["--breakdown", "deprel", "a"], ["--breakdown=deprel", "a"]),
        (["--breakdown", "deprel,error_mass", "a"], ["--breakdown=deprel,error_mass", "a"]),
        (["--breakdown", "deprels,lable", "a"], ["--breakdown=deprels,lable", "a"]),
        (["--breakdown", "deprel.conllu"], ["--breakdown=all", "deprel.conllu"]),
        (["--breakdown", "--json"], ["--breakdown=all", "--json"]),
        (["--breakdown=examples"], ["--breakdown=examples"]),
        (["--", "--breakdown", "deprel"], ["--", "--breakdown", "deprel"]),
    ],
)
def test_the_table_may_stand_behind_or_be_left_out(arguments, expected):
    assert joined(arguments) == expected


@pytest.mark.slow
def test_all_tables_or_some(capsys):
    assert names(capsys, *FILES, "--breakdown")["attachment"] == [*BREAKDOWNS]
    assert names(capsys, *FILES, "--breakdown", "error_mass,deprel")["attachment"] == ["deprel", "error_mass"]
    assert names(capsys, "--breakdown", *TREES)["parseval"] == [
        "constituents", "constituent-errors", "constituent-examples", "kind", "label", "span", "length", "confusions",
    ]  # fmt: skip
    assert names(capsys, *TREES, "--breakdown=constituent-errors")["parseval"] == ["constituent-errors"]
    found = names(capsys, *FILES, "--metric", "tedeval", "--metric", "ud", "--breakdown", "label,direction")
    assert found == {"tedeval": ["label"], "ud": ["label", "direction"]}


def test_of_some_words_there_are_no_repairs_and_their_losses_are_of_these_words(capsys):
    where = ["--breakdown-where", "tag = 'NOUN'", "--metric", "attachment"]
    assert names(capsys, *FILES, *where, "--breakdown", "error_classes,blame") == {"attachment": ["blame"]}
    rows = [*csv.DictReader(StringIO(run(capsys, *FILES, *where, "--breakdown", "blame", "--format", "csv").out))]
    arguments = "has(tag = 'NOUN' and scoring and not right_both)", *map(str, FILES)
    assert main(["find", *arguments, "--group", "blame", "--json"]) == 0
    groups = json.loads(capsys.readouterr().out)["groups"]
    assert {row["goes_with"]: int(row["errors"]) for row in rows[1:] if row["errors"] != "0"} == {
        group["blame"]: group["hits"] for group in groups
    }


def test_text_has_only_the_tables_that_are_asked_for(capsys):
    printed = run(capsys, *FILES, "--breakdown", "examples").out
    assert "Most frequent errors with examples" in printed
    assert "Accuracy over coarse tags" not in printed


def test_csv_of_one_table_is_the_table(capsys):
    rows = [*csv.DictReader(StringIO(run(capsys, *FILES, "--breakdown", "error_mass", "--format", "csv").out))]
    assert rows[0].keys() == {"by", "class", "errors", "mass_share", "without_share"}
    assert (rows[0]["by"], rows[0]["class"], rows[0]["errors"]) == ("kind", "wrong head", "13")


def test_csv_of_several_parses_names_them_and_of_several_tables_too(capsys):
    printed = run(capsys, *FILES, FILES[0], "--breakdown", "deprel", "--format", "csv").out
    columns = csv.DictReader(StringIO(printed)).fieldnames
    assert columns[:2] == ["deprel", "gold"] and {"parse.correct", "gold.correct"} <= {*columns}
    printed = run(capsys, *TREES, "--breakdown", "--format", "csv").out
    blocks = printed.split("\n\n")
    assert [block.splitlines()[0] for block in blocks][:4] == [
        "# Precision and recall of constituents", "# Linguistic error classes of constituents",
        "# Worst kinds of errors in constituents, with examples", "# ParsEval: precision and recall by kind",
    ]  # fmt: skip


def test_csv_of_parses_whose_tables_have_other_columns(capsys, tmp_path):
    """A parse without some sentences lacks tags that only these have: that ended in a traceback."""
    first, second, *_ = FILES[0].read_text(encoding="utf-8").split("\n\n")
    for name, text in (("gold", f"{first}\n\n{second}\n\n"), ("some", f"{first}\n\n")):
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    gold, some = tmp_path / "gold.conllu", tmp_path / "some.conllu"
    printed = run(
        capsys, gold, gold, some, "--metric", "clustering", "--breakdown", "contingency", "--format", "csv"
    ).out
    rows = [*csv.DictReader(StringIO(printed))]
    assert {row.get("some.CCONJ") for row in rows} <= {None, ""} != {row["gold.CCONJ"] for row in rows}


def test_without_tables_latex_is_of_the_scores_parses_by_metrics(capsys):
    printed = run(capsys, *FILES, FILES[0], "--metric", "attachment,ud", "--format", "latex").out
    assert r"\multicolumn{5}{c}{Attachment}" in printed and r"\multicolumn{13}{c}{CoNLL~2018}" in printed
    assert "parse & LAS & UAS & LA &" in printed
    assert "\nparse & 85.29 & 89.08 &" in printed
    assert "\ngold & \\textbf{100.00} & \\textbf{100.00}" in printed
    assert "Bold: the best, whether significant or not." in printed
    assert r"attachment\,|\allowbreak\,punctuation:exclude" in printed
    assert "textbf" not in run(capsys, *FILES, "--format", "latex").out


def test_with_significance_bold_follows_the_test(capsys, tmp_path):
    gold, parse = (path.read_text(encoding="utf-8").split("\n\n") for path in FILES)
    (tmp_path / "near.conllu").write_text("\n\n".join([parse[0], gold[1], *parse[2:]]), encoding="utf-8")
    parses = (*FILES, tmp_path / "near.conllu", "--metric", "attachment", "--format", "markdown")
    assert "| near | **87.39** |" in (alone := run(capsys, *parses).out) and "| parse | 85.29 |" in alone
    tested = run(capsys, *parses, "--significance").out
    assert "| near | **87.39** | **91.18** |" in tested and "| parse | **85.29** | **89.08** |" in tested
    assert "Bold: the best, and those that a test does not tell from it (p at least 0.05)." in tested
    far = run(capsys, *parses, FILES[0], "--significance").out
    assert "| parse | 85.29 | 89.08 |" in far and "| near | 87.39 | 91.18 |" in far


def test_latex_is_ruled_by_booktabs_with_parses_side_by_side(capsys):
    printed = run(capsys, *FILES, "--breakdown", "label,deprel", "--format", "latex").out
    assert printed.count(r"\toprule") == 2 and "85.29" not in printed.splitlines()[0]
    printed = run(capsys, *FILES, FILES[0], "--breakdown", "deprel", "--format", "latex").out
    assert r"parse~\textendash{}~gold" in printed
    assert "--json: not with --format latex" in run(capsys, *FILES, "--format", "latex", "--json", status=2).err


def test_short_sentences_only(capsys):
    options = (*TREES, "--breakdown", "constituent-examples", "--format", "csv", "--max-length", "15")
    every = {row["number"] for row in csv.DictReader(StringIO(run(capsys, *options[:-2]).out))}
    short = {row["number"] for row in csv.DictReader(StringIO(run(capsys, *options).out))}
    assert short < every


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*FILES, "--breakdown", "deprels"), "--breakdown deprels: no such table; there are accuracy"),
        ((*FILES, "--breakdown=derpel"), "--breakdown derpel: no such table; there are accuracy"),
        ((*TREES, "--breakdown", "deprel"), "--breakdown deprel: no such table; there are constituents"),
        ((*FILES, "--breakdown-where", "true"), "--breakdown-where: says of which words the tables of --breakdown are"),
        (
            (*TREES, "--breakdown", "label", "--breakdown-where", "true"),
            "--breakdown-where: counts words, and no table is of words: label",
        ),
        ((*FILES, "--breakdown", "--breakdown-where", "not form_sen"), "no column form_sen"),
        ((*FILES, "--format", "docx"), "--format docx: no such format of tables; there are text, csv, latex, html"),
        ((*FILES, "--breakdown", "deprel", "--metric", "ud"), "--breakdown deprel: no such table; there are label"),
    ],
)
def test_mistakes_are_one_line(capsys, arguments, said):
    found = run(capsys, *arguments, status=2)
    assert said in found.err
    assert found.out == ""


def test_words_that_are_in_a_training_file(capsys):
    files = [str(DEMO / "gold.conllu"), str(DEMO / "parse.conllu"), "--train", str(DEMO / "ambiguous-gold.conllu")]
    assert main(["score", *files]) == 0
    assert "Seen and unseen words" in capsys.readouterr().out
    narrowed = ["--breakdown", "accuracy,deprel", "--breakdown-where", "not form_seen"]
    assert main(["score", *files, *narrowed, "--format", "csv"]) == 0
    printed = capsys.readouterr().out
    assert main(["find", "has(scoring and not form_seen)", *files, "--format", "json"]) == 0
    hits = len(json.loads(capsys.readouterr().out)["hits"])
    assert f"total,{hits}," in printed
    assert main(["find", "has(not form_seen)", *files, "--format", "ids"]) == 0
    assert capsys.readouterr().out
