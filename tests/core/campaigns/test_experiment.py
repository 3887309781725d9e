"""Experiments on common ground, and every parse against every gold.

Also tests `viewer.theories`.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import (
    MEASURES,
    Experiment,
    MatrixPlace,
    compared,
    load,
    matrix_as_object,
    matrix_steps,
    opened,
)
from goldleaf.core.errors import GoldleafError
from goldleaf.core.metrics import create
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.scoring import score
from goldleaf.core.steps import finished
from goldleaf.viewer.tables import Cell
from goldleaf.viewer.theories import matrix_table

DEMO = Path(str(files("goldleaf.assets") / "demo" / "theories" / "theories.toml"))
METRIC = create("tedeval", words="false")
ROW = "1\ta\t_\tX\tX\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def folder(tmp_path):
    for name in ("gold.conllx", "parse.conllx"):
        (tmp_path / name).write_text(ROW, encoding="utf-8")
    (tmp_path / "long.conllx").write_text(ROW + ROW, encoding="utf-8")
    return tmp_path


def written(folder, text):
    path = folder / "experiment.toml"
    path.write_text(text, encoding="utf-8")
    return path


GOOD = '[[experiment]]\nname = "a"\ngold = "gold.conllx"\nparse = "parse.conllx"\n'


def test_a_file_is_read_as_it_was_written(folder):
    first, second, third = (GOOD.replace('"a"', f'"{name}"') for name in ("a", "n", 'b \\"quoted\\"'))
    first = first.replace('"parse.conllx"', '["parse.conllx", "gold.conllx"]') + 'separator = "*"\n'
    second = second.replace('"parse.conllx"', '[{ name = "A=B", path = "parse.conllx" }, "parse.conllx"]')
    text = first + second + third + 'format = "conllx"\n'
    assert load(written(folder, text)) == (
        Experiment("a", folder / "gold.conllx", (folder / "parse.conllx", folder / "gold.conllx"), separator="*"),
        Experiment("n", folder / "gold.conllx", (folder / "parse.conllx",) * 2, names=("A=B", "")),
        Experiment('b "quoted"', folder / "gold.conllx", (folder / "parse.conllx",), format="conllx"),
    )


def test_a_byte_order_mark_is_no_part_of_a_file(folder):
    plain = load(written(folder, GOOD))
    (folder / "experiment.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load(folder / "experiment.toml") == plain


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: expected [[experiment]] with name, gold and parse"),
        ("[[experimen]]\n", ":1: unknown key 'experimen'; expected [[experiment]]"),
        ("name = \n", ":1: not TOML: "),
        ("a = [", ": not TOML: "),
        ('[[experiment]]\nname = "a"\n', ':1: no gold; add gold = "…"'),
        (GOOD + 'weight = "1"\n', ":5: unknown key 'weight'; [[experiment]] has name, gold, parse, label_map"),
        (GOOD.replace('"a"', "1"), ":2: name: is 1; expected text in quotes"),
        (GOOD.replace("parse.conllx", "none.conllx"), ":4: parse: there is no file "),
        (GOOD.replace('"parse.conllx"', '{ name = "x" }'), ":4: parse: is a table; expected { name = "),
        (
            GOOD.replace('"parse.conllx"', '{ name = 1, path = "parse.conllx" }'),
            ":4: parse: is a table; expected { name",
        ),
        (
            GOOD.replace('"parse.conllx"', '{ name = "", path = "parse.conllx" }'),
            ":4: parse: is a table; expected { name",
        ),
        (GOOD.replace('"parse.conllx"', '"A=none.conllx"'), ":4: parse: there is no file FOLDER/none.conllx;"),
        (GOOD.replace('"parse.conllx"', '"=none.conllx"'), ":4: parse: there is no file FOLDER/=none.conllx;"),
        (GOOD.replace('"parse.conllx"', '"none.conllx"'), ":4: parse: there is no file FOLDER/none.conllx;"),
        (GOOD.replace("parse.conllx", "x" * 5000), ":4: parse: there is no file "),
        (GOOD + 'format = "x"\n', ":5: format: x: no such format; there are "),
        (GOOD + 'encoding = "x"\n', ":5: encoding: x: no such encoding; "),
        (GOOD + 'separator = ""\n', ":5: separator: : expected one character "),
        (GOOD + "\n" + GOOD, ":7: name: there is another experiment called 'a'; give it another name"),
    ],
)
def test_faults_are_one_line(folder, text, message):
    path = written(folder, text)
    with pytest.raises(GoldleafError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}{message.replace('FOLDER', str(folder))}") and "\n" not in str(
        caught.value
    )


def test_parses_of_one_file_name_are_told_apart_by_their_folders_or_by_names(folder):
    for name in "xy":
        (folder / name).mkdir()
        (folder / name / "parse.conllx").write_text(ROW, encoding="utf-8")
    (folder / "z=parse.conllx").write_text(ROW, encoding="utf-8")

    def names(parse: str) -> list[str]:
        found = opened(load(written(folder, GOOD.replace('"parse.conllx"', parse))))
        whole = compared(found, METRIC)
        done, attached = ([one["title"] for one in whole[key]] for key in ("experiments", "attachment"))
        assert [*finished(matrix_steps(found, METRIC, Rounds(10))).parses] == attached == done
        return done

    assert names('["x/parse.conllx", "y/parse.conllx"]') == ["a: x/parse", "a: y/parse"]
    assert names('["A=x/parse.conllx", "y/parse.conllx"]') == ["a: A", "a: parse"]
    assert names('["A=x/parse.conllx", { name = "A", path = "y/parse.conllx" }]') == ["a: A", "a: A (2)"]
    assert names('"B=x/parse.conllx"') == ["a: B"]
    assert names('"z=parse.conllx"') == ["a"], "a file of this name"


def test_golds_must_be_of_the_same_sentences(folder):
    second = GOOD.replace('"a"', '"b"').replace("gold.conllx", "long.conllx")
    with pytest.raises(GoldleafError, match=r"long\.conllx:3: sentence 2 is not in the gold, which has 1"):
        opened(load(written(folder, GOOD + second)))
    with pytest.raises(GoldleafError, match="cannot read the experiments"):
        load(folder / "none.toml")


def test_the_story_of_the_demo():
    """Attachment collapses across theories; on common ground the parses of both come close."""
    found = opened(load(DEMO))
    content, function, _ = found
    own = score(Attachment(), content.gold, content.parses[0]).scores()["las"].value
    other = score(Attachment(), function.gold, content.parses[0]).scores()["las"].value
    assert own > 0.8 and other < 0.5
    whole = compared(found, METRIC)
    gaps = whole["differences"][0]
    assert (gaps["first"], gaps["second"]) == ("content heads", "function heads")
    assert abs(gaps["multiple"]["accuracy"]) < abs(gaps["single"]["accuracy"])
    assert all(one["multiple"]["accuracy_unlabeled"] > 0.9 for one in whole["experiments"])


def test_golds_that_have_little_in_common_are_told_of(folder):
    for name, label in (("alike", "root"), ("unlike", "x")):
        (folder / f"{name}.conllx").write_text(ROW.replace("root", label), encoding="utf-8")
    notes = []
    for other in ("alike", "unlike"):
        second = GOOD.replace('"a"', '"b"').replace("gold.conllx", f"{other}.conllx")
        notes += [compared(opened(load(written(folder, GOOD + second))), METRIC)["notes"]]
    assert notes[0] == [] and "The golds have few functions in common" in notes[1][0]


def test_golds_overlap_alike_in_both_directions_and_not_wholly():
    table = {
        (one["gold"], one["other"]): one["accuracy_unlabeled"]
        for one in compared(opened(load(DEMO)), METRIC)["overlap"]
    }
    assert len(table) == 6
    for (gold, other), value in table.items():
        assert gold != other and value == table[other, gold] < 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 900 + "]" * 900, "nested too deep for the experiments"),
        ("a = " + "9" * 5000, "a number is too large for the experiments"),
        ("[[experiment]]\nname = 0x" + "f" * 5000, "name: is a large number; expected text in quotes"),
        ("[[experiment]]\nname = [" + "1," * 5000 + "]", "name: is nested; expected text in quotes"),
        ('[[experiment]]\nname = "a"\n' + "k" * 5000 + " = 1", "unknown key"),
    ],
)
def test_what_is_nested_deep_or_large_is_told_in_a_short_line(folder, text, said):
    with pytest.raises(GoldleafError) as raised:
        load(written(folder, text))
    assert said in str(raised.value) and len(str(raised.value)) < 400


ROUNDS = Rounds(200)
NAMES = ("content heads", "function heads", "constituents")


@pytest.fixture(scope="module")
def theories():
    with as_file(files("goldleaf.assets").joinpath("demo", "theories")) as folder:
        yield opened(load(folder / "theories.toml"))


@pytest.fixture(scope="module")
def tedeval():
    return create("tedeval", words="false")


@pytest.fixture(scope="module")
def found(theories, tedeval):
    return finished(matrix_steps(theories, tedeval, ROUNDS))


def test_each_set_of_golds_takes_its_share_of_the_steps(theories, tedeval):
    done = [*matrix_steps(theories[:2], tedeval, Rounds(10))]
    assert done == sorted(done) and 0 <= done[0] < 0.2 and 0.8 < done[-1] <= 1


def test_the_rows_are_all_sets_of_golds(found):
    assert [len(golds) for golds in found.golds] == [1, 1, 1, 2, 2, 2, 3]
    assert found.golds[3] == NAMES[:2]
    assert dict(found.parses) == {name: name for name in NAMES}


def test_attachment_is_that_of_each_pair_of_dependencies(found, theories):
    for one in compared(theories, create("tedeval"))["attachment"]:
        for figure in ("las", "uas"):
            cell = found.cells[MatrixPlace((one["gold"],), one["name"], "attachment", figure)]
            assert cell.score.value == one[figure]
    assert found.cell(("constituents",), "content heads", ("attachment", "las")) is None
    assert found.cell(("constituents",), "constituents", ("parseval", "f1")).score.value == pytest.approx(26 / 29)


def test_a_single_gold_forgives_nothing_and_all_golds_what_compare_forgives(found, theories, tedeval):
    for one in compared(theories, tedeval)["experiments"]:
        name = one["name"]
        for kind, golds in (("single", (name,)), ("multiple", NAMES)):
            for figure in ("accuracy", "accuracy_unlabeled"):
                assert found.cells[MatrixPlace(golds, name, "tedeval", figure)].score.value == one[kind][figure]


def test_two_golds_judge_the_parses_made_after_them(found, theories, tedeval):
    alone = opened([one.experiment for one in theories[:2]])
    for one in compared(alone, tedeval)["experiments"]:
        cell = found.cells[MatrixPlace(NAMES[:2], one["name"], "tedeval", "accuracy")]
        assert cell.score.value == one["multiple"]["accuracy"]
    assert found.cell(NAMES[:2], "constituents", ("tedeval", "accuracy")) is None


def test_the_best_and_what_is_not_worse_are_marked(found):
    for golds in found.golds:
        for measure in MEASURES:
            cells = [cell for name in NAMES if (cell := found.cell(golds, name, measure)) is not None]
            if len(cells) > 1:
                top = max(cell.score.value for cell in cells)
                assert [cell.best for cell in cells] == [cell.score.value == top for cell in cells]
                assert all(cell.not_worse for cell in cells if cell.best)
    las = {(golds, one.a, one.b): one for golds, one in found.comparisons if one.score == "las"}
    one = las[("content heads",), "content heads", "function heads"]
    other = found.cells[MatrixPlace(("content heads",), "function heads", "attachment", "las")]
    assert one.significant and not other.not_worse


def test_nothing_is_bold_where_parses_differ_in_too_few_sentences(found):
    cells = {name: found.cells[MatrixPlace(NAMES[:1], name, "attachment", "uas")] for name in NAMES[:2]}
    assert [(cell.best, cell.too_few, cell.not_worse) for cell in cells.values()] == [
        (True, False, True),
        (False, True, False),
    ]
    uas, las = (
        [one if isinstance(one, Cell) else Cell(one) for one in row[2:4]] for row in matrix_table(found).rows[:2]
    )
    assert [cell.bold for cell in uas] == [False, False] and uas[1].note.startswith("too few units")
    assert [cell.bold for cell in las] == [True, False]


def test_theories_that_are_the_same_do_not_differ(theories, tedeval):
    first = theories[0]
    twins = [first._replace(experiment=replace(first.experiment, name=name)) for name in ("one", "two")]
    bare = replace(first.gold, other_golds=())
    twins = [one._replace(gold=replace(bare, other_golds=(bare,))) for one in twins]
    found = finished(matrix_steps(twins, tedeval, ROUNDS))
    assert {one.difference for _, one in found.comparisons} == {0.0} and {one.p for _, one in found.comparisons} == {
        1.0
    }
    assert all(cell.best for cell in found.cells.values())
    single, common = (
        found.cells[MatrixPlace(golds, "one", "tedeval", "accuracy")] for golds in (("one",), ("one", "two"))
    )
    assert single.score == common.score


def test_its_object_holds_all(found):
    said = matrix_as_object(found)
    assert len(said["figures"]) == len(found.cells) and len(said["comparisons"]) == len(found.comparisons)
    assert {"golds", "parse", "metric", "score", "value", "best", "not_worse"} <= {*said["figures"][0]}
    assert said["golds"][-1] == {"golds": [*NAMES], "generalized": True}
