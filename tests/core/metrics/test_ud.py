import json
from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given

from goldleaf.core.errors import FormatError, PairError
from goldleaf.core.formats import read
from goldleaf.core.metrics import create
from goldleaf.core.metrics.ud import FIGURES
from goldleaf.core.scoring import check, score
from goldleaf.core.treebank import TEXT
from tests.core.trees import SHARED, pairs, treebank

METRIC = create("ud")


def test_words_of_a_tree_against_itself_are_all_right():
    bank = treebank("She/PRON/2/nsubj sleeps/VERB/0/root ././2/punct", "Why/ADV/0/root")
    found = score(METRIC, bank, bank).scores()
    assert {name: figure.value for name, figure in found.items() if figure.value != 1} == {}


def test_subtypes_are_ignored_and_function_words_count_for_mlas_only():
    gold = treebank("the/DET/2/det house/NOUN/3/nsubj:pass stands/VERB/0/root")
    parse = treebank("the/DET/3/det house/NOUN/3/nsubj stands/VERB/0/root")
    found = {name: figure.value for name, figure in score(METRIC, gold, parse).scores().items()}
    assert (found["las.f1"], found["clas.f1"]) == (pytest.approx(2 / 3), 1)
    assert found["mlas.f1"] == 0  # the determiner hangs elsewhere
    assert found["blex.f1"] == 1


WEIGHTED = "the/DET/2/det house/NOUN/3/nsubj:pass stands/VERB/0/root ././3/punct"


@pytest.mark.parametrize(
    ("lines", "right", "of_gold", "of_parse"),
    [  # conll17_ud_eval.py --weights
        (None, 1.1, 2.1, 2.1),
        (["# nsubj 9", "nsubj 2.5", "", "obj\t.25", "root 3"], 5, 7.5, 5.25),
        (["root 0", "det 0"], 1, 2, 2),
    ],
)
def test_relations_weigh_what_is_said_of_them(tmp_path, lines, right, of_gold, of_parse):
    gold = treebank(WEIGHTED)
    parse = treebank(WEIGHTED.replace("nsubj:pass", "obj"))
    (tmp_path / "weights").write_text("\n".join(lines or []), encoding="utf-8")
    metric = create("ud", weights=str(tmp_path / "weights") if lines else "conll17")
    found = score(metric, gold, parse).scores()
    if not lines:
        assert found["wlas.aligned_accuracy"].value == pytest.approx(right / of_gold)
    assert [found[f"wlas.{part}"].value for part in ("precision", "recall", "f1")] == pytest.approx(
        [right / of_parse, right / of_gold, 2 * right / (of_gold + of_parse)]
    )
    assert "wlas.f1" not in score(METRIC, gold, parse).scores()


@pytest.mark.parametrize("line", ["nsubj", "nsubj 1 2", "nsubj one", "nsubj -1", "nsubj nan", "nsubj 1e9", "nsubj ."])
def test_a_line_without_a_weight_is_refused_by_its_number(tmp_path, line):
    (tmp_path / "weights").write_text(f"obj 1\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=rf"weights:2: '{line}'; expected a relation and its weight"):
        create("ud", weights=str(tmp_path / "weights"))


def test_each_feature_is_counted_over_the_words_that_have_it():
    gold, parse = (treebank("a/X/0/root b/X/1/dep c/X/1/dep d/X/1/dep") for _ in range(2))
    sides = []
    for side, values in (
        (gold, ["Case=Nom|Number=Sing", "Case=Acc|NumType=Ord", "_", "Number[psor]=Plur"]),
        (parse, ["Case=Nom|Number=Plur", "NumType=Ord", "Case=Acc", "Number=Sing"]),
    ):
        features = pl.Series("features", values, dtype=TEXT)
        sides.append(replace(side, words=side.words.with_columns(features)))
    found = score(create("ud", features="each"), *sides).scores()
    parts = ("precision", "recall", "f1", "aligned_accuracy")
    named = {name: [found[f"ufeats_{name}.{part}"].value for part in parts] for name in ("case", "number", "numtype")}
    assert named == {"case": [0.5] * 4, "number": [0, 0, 0, 0], "numtype": [1] * 4}
    assert found["ufeats_number.precision"].total == 2 and found["ufeats_tense.f1"].value is None
    assert "ufeats_case.f1" not in score(METRIC, *sides).scores()


def test_another_text_is_refused_with_both_lines():
    gold, parse = treebank("a/X/0/root", "b/X/0/root"), treebank("a/X/0/root", "c/X/0/root", name="parse.conllx")
    with pytest.raises(PairError, match=r"gold.conllx:3: the text goes on with 'b', in parse.conllx:3 with 'c'; ud"):
        check(METRIC, gold, parse)


def test_two_roots_and_cycles_are_scored():
    gold, parse = treebank("a/X/0/root b/X/1/dep"), treebank("a/X/2/dep b/X/1/dep")
    assert score(METRIC, gold, parse).scores()["uas.f1"].value == 0.5
    assert score(METRIC, treebank("a/X/0/root b/X/0/root"), gold).scores()["uas.f1"].value == 0.5


GOLD_WITH_BLANKS = """\
1\ta\t_\tX\t_\t_\t0\troot\t_\t_
2\ts k\t_\tX\t_\t_\t1\tdep\t_\t_

"""
PARSE_WITH_BLANKS = """\
1-2\tas k\t_\t_\t_\t_\t_\t_\t_\t_
1\ta\t_\tX\t_\t_\t0\troot\t_\t_
2\ts k\t_\tX\t_\t_\t1\tdep\t_\t_

"""


@pytest.mark.parametrize(
    ("gold", "parse", "words"),
    [
        (GOLD_WITH_BLANKS, PARSE_WITH_BLANKS, 0.5),
        (PARSE_WITH_BLANKS, GOLD_WITH_BLANKS, 0.5),
        (PARSE_WITH_BLANKS, PARSE_WITH_BLANKS, 1),
        (GOLD_WITH_BLANKS, PARSE_WITH_BLANKS.replace("2\ts k", "2\tsk"), 1),
    ],
)
def test_blanks_count_in_words_inside_multiword_tokens_only(tmp_path, gold, parse, words):
    """As conll18_ud_eval.py has it: the gold's token is ``sk`` to it, the word in the parse's token ``s k``."""
    files = tmp_path / "gold.conllu", tmp_path / "parse.conllu"
    for file, text in zip(files, (gold, parse), strict=True):
        file.write_text(text, encoding="utf-8")
    assert score(METRIC, *map(read, files)).scores()["words.f1"].value == words


@given(pairs())
def test_on_the_same_words_precision_is_recall(pair):
    found = score(METRIC, *pair).scores()
    for figure in FIGURES[3:10]:
        assert found[f"{figure}.precision"].value == found[f"{figure}.recall"].value == found[f"{figure}.f1"].value


@pytest.mark.shared
@pytest.mark.parametrize(
    "case",
    [case for case in json.loads((SHARED / "expected.json").read_text()) if case["metric"] == "ud"]
    if SHARED.is_dir()
    else [],
    ids=lambda case: case["parse"],
)
def test_official_figures(case):
    found = score(METRIC, *(read(SHARED / case[side]) for side in ("gold", "parse"))).scores()
    for name, row in case["expect"].items():
        parts = zip(("precision", "recall", "f1", "aligned_accuracy"), row, strict=False)
        for part, expected in parts:
            assert 100 * found[f"{name.lower()}.{part}"].value == pytest.approx(expected, abs=0.006)


@pytest.mark.shared
@pytest.mark.parametrize("system", ["sys1", "sys2", "sys-space"])
def test_figures_of_the_evaluator_s_own_cases(system):
    folder = SHARED / "ud-eval"
    found = score(METRIC, read(folder / "gold.conllu"), read(folder / f"{system}.conllu")).scores()
    for line in (folder / f"{system}-expected.results").read_text().splitlines()[2:]:
        name, *row = (cell.strip() for cell in line.split("|"))
        for part, expected in zip(("precision", "recall", "f1", "aligned_accuracy"), row, strict=False):
            if expected:
                assert 100 * found[f"{name.lower()}.{part}"].value == pytest.approx(float(expected), abs=0.006)
