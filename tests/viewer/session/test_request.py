"""Annotators' files, none of which is the gold."""

from __future__ import annotations

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
