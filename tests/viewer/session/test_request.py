"""Annotators' files, none of which is the gold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from goldleaf.core.campaigns.experiment import Experiment
from goldleaf.core.errors import OptionError
from goldleaf.viewer.session.request import Request

PATHS = [Path(f"/data/text-{name}.conllu") for name in ("anna", "ben", "cy")]


def test_the_first_annotator_stands_where_the_gold_stands():
    request = Request.of_annotators(PATHS)
    assert request.adjudicated and request.paths == tuple(PATHS)
    assert request.annotators == ("anna", "ben", "cy") and request.gold_names == ["anna"]
    assert Request(PATHS[0], (PATHS[1],), ("ben",)).annotators == ()


def test_given_names():
    assert Request.of_annotators(PATHS[:2], ["A", "B"]).annotators == ("A", "B")


def test_two_are_needed():
    with pytest.raises(OptionError, match="two annotators, or more"):
        Request.of_annotators(PATHS[:1])


def test_swapped():
    request = Request.of_annotators(PATHS)
    other = request.swapped(1)
    assert other.annotators == ("cy", "ben", "anna") and other.paths == (PATHS[2], PATHS[1], PATHS[0])
    assert other.swapped(1) == request


def test_the_second_analysis_in_the_golds_file_is_the_first_parse():
    request = Request(PATHS[0], (PATHS[1],), ("predicted",)).with_predicted
    assert request.parses == (PATHS[0], PATHS[1]) and request.names == ("predicted (2)", "predicted")
    assert request.second_analyses == (0,) and request.with_predicted == request
    assert Request(PATHS[0], (PATHS[0],), ("gold",)).second_analyses == ()


def test_the_golds_that_judge_a_parse_begin_with_its_own():
    experiments = [Experiment(name, Path(f"{name}.conllu"), (Path(f"{name}-parse.conllu"),)) for name in "abc"]
    request = Request.of_judges(experiments, {"a", "c"}, 2)
    assert (request.gold, request.other_golds) == (Path("c.conllu"), (Path("a.conllu"),))
    assert request.parses == (Path("c-parse.conllu"),) and request.names == ("c: c-parse",)
    other = Request.of_judges(experiments, {"a", "b"}, 2)
    assert (other.gold, other.other_golds) == (Path("a.conllu"), (Path("b.conllu"),))
    assert [one.name for one in other.experiments] == ["a", "b", "c"]


def test_files_are_read_as_their_experiment_says():
    experiments = [
        Experiment(name, Path(f"{name}.mrg"), (), format=kind) for name, kind in (("a", "penn"), ("b", "export"))
    ]
    request = replace(Request.of_experiments(experiments), other_golds=(Path("b.mrg"),), lattice=Path("words.lat"))
    assert [request.reading(path).format for path in request.paths] == ["penn", "export", None]
    alone = Request(Path("a.mrg"), format_name="penn", encoding="latin-1", separator="=", lattice=Path("words.lat"))
    read = [alone.reading(path) for path in alone.paths]
    assert [(how.format, how.encoding, how.separator) for how in read] == [
        ("penn", "latin-1", "="), (None, "latin-1", "=")
    ]  # fmt: skip


def test_experiments_come_to_the_front_in_turn():
    experiments = [Experiment(name, Path(f"{name}.mrg"), ()) for name in "abc"]
    for there, shown in ((experiments, "abca"), (experiments[:2], "aba"), (experiments[:1], "aa")):
        request, fronts = Request.of_experiments(there, Path("all.toml")), ""
        for _ in shown:
            fronts += request.experiments[0].name
            assert request.gold == Path(f"{fronts[-1]}.mrg") and request.source == Path("all.toml")
            request = request.next_experiment
        assert fronts == shown
    assert Request(Path("a.mrg")).next_experiment == Request(Path("a.mrg"))
    beside = replace(Request.of_experiments(experiments), lattice=Path("x.lat"), train=Path("t.mrg")).next_experiment
    assert (beside.lattice, beside.train) == (Path("x.lat"), Path("t.mrg"))
