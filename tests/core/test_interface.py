"""The public interface gives what the command line gives, as frames and objects.

Also tests `core`, `core.version`, `core.results`, `analysis.metric_tables`.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import goldleaf.core
from goldleaf.core import (
    METRICS,
    GoldleafError,
    Mark,
    OptionError,
    PairError,
    Treebank,
    agreement,
    compare,
    compare_experiments,
    read,
    score,
)
from goldleaf.viewer.cli import main
from tests.core.metrics.shapes import check_shape
from tests.core.trees import PARSES, TREES, treebank

DEMO = Path(__file__).parents[2] / "assets" / "demo"
PAIRS = {
    "dependencies": ("gold.conllu", "parse.conllu"),
    "constituents": ("trees-gold.mrg", "trees-parse.mrg"),
    "crossing": ("crossing-gold.export", "crossing-parse.export"),
    "other words": ("ambiguous-gold.conllu", "ambiguous-parse.conllu"),
}


def printed(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("files", PAIRS.values(), ids=PAIRS)
def test_what_the_command_line_prints_and_writes(name, files, tmp_path, capsys):
    gold, parse = (DEMO / file for file in files)
    if not METRICS[name]().applies(read(gold)):
        with pytest.raises(PairError, match=f"{name} does not compare the structures"):
            score(gold, parse, name)
        return
    result, table = score(gold, parse, name, max_length=30), tmp_path / "a.parquet"
    arguments = ("score", gold, parse, "--metric", name, "--max-length", 30)
    assert result.to_dict() == json.loads(printed(capsys, *arguments, "--json", "--per-sentence", table))
    assert result.per_sentence.equals(pl.read_parquet(table))
    assert result.signature in printed(capsys, *arguments)
    facts = result.facts()
    check_shape(facts, result.metric.key)
    assert facts["sentence"].is_in(result.per_sentence["sentence"].implode()).all()


def test_treebanks_paths_and_open_files_are_the_same():
    gold, parse = (DEMO / file for file in PAIRS["dependencies"])
    expected = score(read(gold), read(parse), "attachment").scores
    assert score(str(gold), parse, METRICS["attachment"]()).scores == expected
    assert score(io.BytesIO(gold.read_bytes()), read(parse), "attachment").scores == expected


def test_counts_scores_and_averages():
    result = score(treebank(*TREES), treebank(*PARSES, name="parse.conllx"), "attachment")
    assert (result.sentences, result.counts) == (2, {"non_scoring": 2})
    assert (result.scores["las"].right, result.scores["las"].total) == (2, 5)
    macro = score(result.gold, result.parse, "attachment", average="macro")
    assert macro.scores["las"].value == (1 / 4 + 1) / 2
    assert macro.signature.split("|")[3] == "average:macro"
    assert repr(result).startswith("<attachment of parse.conllx: las=0.4000, ")
    assert result.difference == ""


def test_words_facts_and_sentences_have_the_same_numbers():
    result = score(treebank(*TREES), treebank(*PARSES, name="parse.conllx"), "attachment")
    words, facts = result.words(), result.facts()
    wrong = words.filter("scoring", ~pl.col("right_both")).group_by("sentence").len()
    missing = facts.filter(mark=Mark.MISSING).group_by("sentence").len()
    counts = result.per_sentence.select("sentence", "attachment.wrong").filter(pl.col("attachment.wrong") > 0)
    assert sorted(wrong.iter_rows()) == sorted(missing.iter_rows()) == sorted(counts.iter_rows()) == [(1, 3)]
    arcs = score(*(DEMO / file for file in PAIRS["dependencies"]), "ud").facts()
    assert arcs["sentence"].min() == arcs["parse_sentence"].min() == 1
    assert words["sentence"].dtype == facts["sentence"].dtype == pl.UInt32


def test_everything_shows_itself_in_a_line():
    gold, parse = (read(DEMO / file) for file in PAIRS["dependencies"])
    result = score(gold, parse, "attachment")
    compared, agreed = compare(gold, {"a": parse}, "attachment"), agreement({"a": gold, "b": parse})
    for one in (gold, result, result.scored, result.scores, compared, agreed, agreed.pairs[0]):
        assert len(repr(one)) < 500 and "\n" not in repr(one)


def test_words_and_breakdowns():
    result = score(treebank(*TREES), treebank(*PARSES), "attachment", max_length=3)
    assert result.words()["form"].to_list() == ["Why", "?"]
    assert {"deprel", "accuracy", "distance"} <= result.breakdown().keys()
    labels = score(*(DEMO / file for file in PAIRS["constituents"]), "parseval").breakdown()
    assert [*labels][:3] == ["constituents", "constituent-errors", "constituent-examples"]
    assert labels["constituents"]["gold"].sum() > 0
    segmented = score(treebank(*TREES), treebank(*PARSES), "segmentation")
    with pytest.raises(OptionError, match="words: segmentation has no table of words; attachment has one"):
        segmented.words()
    assert segmented.breakdown().keys() == {"tag", "length", "confusions"}


def test_facts_of_sentences_that_are_split_differently():
    gold = treebank("a/N/0/root b/N/1/x c/N/1/x", "d/N/0/root e/N/1/x f/N/1/x", "g/N/0/root h/N/1/x i/N/1/x")
    parse = treebank(
        "a/N/0/root b/N/1/x c/N/1/x", "d/N/0/root", "e/N/0/x f/N/1/x", "g/N/0/root h/N/1/x i/N/2/x", name="parse.conllx"
    )
    result = score(gold, parse, "attachment")
    wrong = result.facts().filter(pl.col("mark") == Mark.MISSING).group_by("sentence", maintain_order=True).len()
    assert dict(wrong.iter_rows()) == {2: 2, 3: 1}
    assert result.scored.counts["wrong"].to_list() == [0, 2, 1]
    assert result.difference.endswith("1 sentence of gold.conllx is split or joined (line 5)")


def test_options_that_there_are_not_are_refused():
    bank = treebank(*TREES)
    for call, said in (
        (
            lambda: score(bank, bank, "attachment", head="hd"),
            "no option head; it has punctuation, punctuation_is, labels, errors",
        ),
        (lambda: score(bank, bank, "las"), "no such metric; there are attachment, "),
        (lambda: score(bank, bank, "attachment", average="most"), "there are micro, macro"),
        (lambda: score(bank, bank, METRICS["attachment"](), labels="full"), "has its options already"),
        (lambda: compare(bank, {}, "attachment"), "no parses; give them"),
        (lambda: compare_experiments(DEMO / "theories" / "theories.toml", labels="full"), "no option labels; it has"),
    ):
        with pytest.raises(OptionError, match=said):
            call()


def test_several_parses(capsys):
    gold, parse = (DEMO / file for file in PAIRS["dependencies"])
    found = compare(gold, {"parse": parse, "gold": gold}, "attachment")
    assert found.scores["parse"].to_list() == ["parse", "gold"]
    assert found.scores["las"].to_list() == [score(gold, parse, "attachment").scores["las"].value, 1]
    assert {"parse.attachment.las", "gold.attachment.las"} <= {*found.per_sentence.columns}
    assert found.to_dict() == json.loads(
        printed(capsys, "score", gold, parse, gold, "--metric", "attachment", "--json")
    )


def test_several_golds(capsys):
    theories = DEMO / "theories"
    content, function, parse = (
        theories / f"{name}.conllu" for name in ("content-gold", "function-gold", "content-parse")
    )
    arguments = ("score", content, parse, "--other-gold", function, "--metric", "tedeval", "--json")
    found = score(content, parse, "tedeval", other_golds=[function])
    assert found.to_dict() == json.loads(printed(capsys, *arguments))
    assert Mark.FORGIVEN in found.facts()["mark"]


def test_experiments(capsys):
    path = DEMO / "theories" / "theories.toml"
    found = compare_experiments(path)
    assert found.to_dict() == json.loads(printed(capsys, "compare", path, "--json"))
    first = found.scores.row(0, named=True)
    assert (first["experiment"], first["kind"], first["sentences"]) == ("content heads", "single", 6)
    assert found.scores["kind"].to_list() == ["single"] * 3 + ["multiple"] * 3
    assert found.overlap.height == 6 and found.signature.startswith("tedeval|")


def test_agreement(capsys):
    gold, parse = (DEMO / file for file in PAIRS["dependencies"])
    found = agreement({"gold": gold, "parse": read(parse)}, punctuation="include")
    expected = json.loads(printed(capsys, "agreement", gold, parse, "--punctuation", "include", "--json"))
    assert found.to_dict().items() <= expected.items()
    assert found.pairs[0].figures["las"] == score(gold, parse, "attachment", punctuation="include").scores["las"].value
    for call, said in (
        (lambda: agreement({"gold": gold}), "it is between two annotators or more"),
        (lambda: agreement({"gold": gold, "parse": parse}, costs="x"), "costs: not an option of attachment, parseval"),
        (lambda: agreement({"gold": gold, "parse": parse}, punctuation="x"), "punctuation x: no such choice"),
    ):
        with pytest.raises(OptionError, match=said):
            call()


def test_errors_say_where(tmp_path):
    path = tmp_path / "a.conllx"
    path.write_text("1\ta\n1\tb\n", encoding="utf-8")
    with pytest.raises(GoldleafError) as caught:
        score(path, path, "attachment")
    assert (caught.value.path, caught.value.line) == (str(path), 1)


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import goldleaf.core.errors", "polars numpy"),
        ("from goldleaf.core import read", "networkx matplotlib scipy rich"),
    ],
)
def test_importing_loads_only_what_is_asked_for(code, absent):
    check = f"{code}\nimport sys\nassert not {absent.split()!r} & sys.modules.keys()".replace("['", "{'").replace(
        "']", "'}"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_every_public_name_is_there_and_no_other():
    for name in goldleaf.core.__all__:
        assert getattr(goldleaf.core, name) is not None
    assert {*goldleaf.core.__all__} <= {*dir(goldleaf.core)}
    assert goldleaf.core.Treebank is Treebank
    with pytest.raises(AttributeError, match=r"module 'goldleaf\.core' has no attribute 'scores'"):
        goldleaf.core.scores  # noqa: B018


def test_parses_are_tested_for_significance():
    gold = treebank(*TREES)
    found = compare(gold, {"a": gold, "b": treebank(*PARSES)}, "attachment").significance(rounds=100, seed=3)
    first = found.row(0, named=True)
    assert (first["score"], first["a"], first["b"], first["a_value"], first["rounds"]) == ("las", "a", "b", 1.0, 100)
    assert first["difference"] == first["a_value"] - first["b_value"]
    assert 0 < first["p"] <= 1 and first["p_holm"] is None
