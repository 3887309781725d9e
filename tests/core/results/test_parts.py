"""Figures of parts that are let go are those of the files as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import ReadPart, read, read_parts
from goldleaf.core.metrics import METRICS, create, fits
from goldleaf.core.results import About, ScoreChoice, ScoredParse, as_object
from goldleaf.core.results.parts import figures_of_parts
from goldleaf.core.scoring import NotInPartsError
from goldleaf.core.steps import finished
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank
from tests.core.formats.samples import parts_of
from tests.core.trees import PARSES, SHARED, TREES, pairs, treebank

ALL = ScoreChoice()
EVERYTHING = frozenset(METRICS)
FITTED = frozenset({"clustering", "enhanced"})  # to all that the files have
PAIRS = {  # the parses of a gold, and the metrics whose figures are to be had by reading the files as a whole only
    "czech/gold.conllu": (["parse-raw.conllu"], EVERYTHING),
    "danish/gold.conllu": (["parse.conllu"], frozenset()),
    "english/gold.conllx": (["parse.conllx", "parse-b.conllx"], frozenset()),
    "english/gold.conllu": (["parse.conllu", "parse-segmented.conllu"], EVERYTHING),
    "english/roles.conll09": (["roles-parse.conll09"], frozenset()),
    "faroese/gold.mrg": (["parse-e1.mrg", "parse-ice.mrg"], frozenset({"leaf-ancestor", "tedeval"})),
    "hebrew/gold.conllu": (["parse.conllu"], frozenset()),
}


def whole(files: list[Treebank], names: list[str], metrics: list[str], choice: ScoreChoice = ALL) -> dict:
    gold, *parses = files
    used = [create(name) for name in metrics]
    scored = [ScoredParse.of(name, gold, parse, used, choice) for name, parse in zip(names, parses, strict=True)]
    return as_object(About.of(gold), [parse.told() for parse in scored], choice)


def in_parts(files: list, names: list[str], metrics: list[str], choice: ScoreChoice = ALL) -> dict:
    used = [create(name) for name in metrics]
    return as_object(*finished(figures_of_parts(files, names, lambda _: used, choice)), choice)


def cut(bank: Treebank, sizes: list[int]) -> Iterator[ReadPart]:
    """A treebank in parts of as many sentences."""
    row = 0
    while row < len(bank):
        size = sizes.pop(0) if sizes else 1
        row += size
        yield ReadPart(bank.slice(row - size, size), min(row / len(bank), 1.0))


@given(pairs(), st.lists(st.integers(1, 3)), st.lists(st.integers(1, 3)), st.sampled_from([None, 0, 2, 5]))
def test_however_files_are_cut(pair, sizes, other_sizes, longest):
    gold, parse = pair
    choice = ScoreChoice(max_length=longest)
    names = ["attachment", "tedeval", "segmentation"]
    files = [cut(gold, sizes), cut(parse, other_sizes)]
    if not len(gold):
        with pytest.raises(NotInPartsError, match="no sentences"):
            in_parts(files, ["p"], names, choice)
        return
    found = in_parts(files, ["p"], names, choice)
    assert found == whole([gold, parse], ["p"], names, choice)


@pytest.mark.shared
@pytest.mark.parametrize("name", PAIRS)
def test_real_files(name, monkeypatch):
    """TedEval is fitted to whether words differ: in Faroese a sentence is unparsed, and so in one part only."""
    names, not_in_parts = PAIRS[name]
    paths = [SHARED / name, *((SHARED / name).with_name(parse) for parse in names)]
    files = [*map(read, paths)]
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(1 << 17))
    fitting = [metric for metric in METRICS if fits(create(metric), *files)]
    apart = [metric for metric in fitting if metric not in not_in_parts | FITTED]
    for metric in {*fitting} - {*apart}:
        with pytest.raises(GoldleafError):
            in_parts([read_parts(path, apart=True) for path in paths], names, [metric])
    if apart:
        found = in_parts([read_parts(path, apart=True) for path in paths], names, apart)
        assert json.dumps(found) == json.dumps(whole(files, names, apart))


@pytest.mark.parametrize("metric", ["leaf-ancestor", "attachment"])
def test_sums_of_fractions_depend_on_their_order(metric, tmp_path):
    path = tmp_path / "a.mrg"
    path.write_text("(S (N a))\n" * 3, encoding="utf-8")
    choice = ScoreChoice("micro" if metric == "leaf-ancestor" else "macro")
    with pytest.raises(NotInPartsError):
        in_parts([read_parts(path, apart=True) for _ in range(2)], ["p"], [metric], choice)


def test_sentences_without_a_parse(tmp_path, monkeypatch):
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.mrg"
    gold.write_text("(S (N a) (V b))\n" * 9, encoding="utf-8")
    parse.write_text("(S (N a) (V b))\n(())\n(S (N a) (X b))\n" * 3, encoding="utf-8")
    expected = whole([read(gold), read(parse)], ["p"], ["parseval"])
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(20))
    found = in_parts([read_parts(one, apart=True) for one in (gold, parse)], ["p"], ["parseval"])
    assert found == expected
    [metric] = found["parses"]
    assert metric["metrics"]["parseval"]["not_compared"][0]["sentences"] == 3
    assert "3 sentences have other words; the first" in metric["warnings"][0] and "sentence 2 " in metric["warnings"][0]


def test_what_is_not_to_be_had_in_parts():
    gold = treebank(*TREES, *TREES)
    for parse, said in (
        (treebank(*PARSES), "the gold has more sentences"),
        (treebank(*PARSES, *PARSES, *PARSES), "more sentences than the gold"),
        (treebank(*PARSES, PARSES[1], PARSES[0]), "has other words"),
    ):
        with pytest.raises(NotInPartsError, match=said):
            in_parts([cut(gold, []), cut(parse, [])], ["p"], ["attachment"])
    with pytest.raises(NotInPartsError, match="no sentences"):
        in_parts([cut(treebank(), [])] * 2, ["p"], ["attachment"])


def test_files_are_closed_where_their_figures_are_given_up():
    closed = []

    def file(bank):
        try:
            yield from cut(bank, [])
        finally:
            closed.append(bank.path)

    files = [file(treebank(*TREES, *TREES, name=name)) for name in ("a", "b")]
    steps = figures_of_parts(files, ["p"], lambda _: [create("attachment")], ALL)
    next(steps)
    steps.close()
    assert sorted(closed) == ["a", "b"]


def test_sentences_that_are_no_trees(tmp_path, monkeypatch):
    path = tmp_path / "a.conllu"
    word = "\t".join(["1", "a", "_", "X", "_", "_", "{}", "root", "_", "_"]) + "\n\n"
    path.write_text((word.format(0) * 4 + word.format(1) + word.format(7)) * 3 + word.format(0)[:-1], encoding="utf-8")
    expected = ill_formed(read(path))
    monkeypatch.setattr("goldleaf.core.formats.source.Source.parts", parts_of(30))
    files = [read_parts(path, apart=True) for _ in range(2)]
    about, _ = finished(figures_of_parts(files, ["p"], lambda _: [create("attachment")], ScoreChoice()))
    assert about.ill_formed.counts == expected.counts
    assert about.ill_formed.described() == expected.described()
    assert "no blank line at the end" in expected.described() and len(expected.counts) == 4
