"""Annotators' files, none of which is the gold, and what was opened last."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from goldleaf.core.campaigns.experiment import Experiment
from goldleaf.core.errors import OptionError
from goldleaf.core.naming import named
from goldleaf.viewer.session.request import MOST, Request, added, request_of, requests, title_of

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


def test_the_last_comes_first_and_once(tmp_path):
    one, two = request_of([tmp_path / "a"]), request_of([tmp_path / "b", tmp_path / "c"])
    recent = added(added(added([[""]], one), two), one)
    assert recent == [[str(tmp_path / "a")], [str(tmp_path / "b"), str(tmp_path / "c")]]


def test_no_more_than_some(tmp_path):
    recent = []
    for number in range(MOST + 3):
        recent = added(recent, request_of([tmp_path / str(number)]))
    assert len(recent) == MOST


def test_what_is_gone_is_not_offered(tmp_path):
    (tmp_path / "gold").touch()
    assert requests([[str(tmp_path / "gold")], [str(tmp_path / "gone")], ["x" * 5000], [""], []]) == [
        request_of([tmp_path / "gold"])
    ]


def test_title():
    assert (
        title_of(request_of([Path("/data/english/gold.conllx"), Path("/data/p.conllx")])) == "english/gold.conllx – p"
    )


def test_a_lattice_and_other_golds_come_back_as_what_they_were(tmp_path):
    for name in ("gold", "parse", "other", "lattice"):
        (tmp_path / name).touch()
    plain = request_of([tmp_path / "gold", tmp_path / "parse"])
    request = replace(plain, other_golds=(tmp_path / "other",), lattice=tmp_path / "lattice")
    recent = added(added([], plain), request)
    assert requests(recent) == [request, plain]
    (tmp_path / "lattice").unlink()
    assert requests(recent) == [plain]


def test_how_files_are_read_comes_back(tmp_path):
    for name in ("gold", "parse", "other"):
        (tmp_path / name).touch()
    plain = request_of([tmp_path / "gold", tmp_path / "parse"])
    request = replace(plain, other_golds=(tmp_path / "other",), format_name="export", encoding="latin-1", separator="=")
    recent = added([], request)
    assert requests(json.loads(json.dumps(recent))) == [request]
    assert requests(added([], replace(plain, separator=""))) == [replace(plain, separator="")]


def test_names_that_were_given_come_back(tmp_path):
    files = [named(Path(f"{name}={tmp_path / name}.conllu")) for name in ("g", "p", "o")]
    for path in files:
        path.touch()
    [again] = requests(added([], replace(request_of(files[:2]), other_golds=(files[2],))))
    assert (again.names, again.gold_names) == (("p",), ["g", "o"])


def test_the_same_files_read_in_another_way_are_listed_once(tmp_path):
    (tmp_path / "gold").touch()
    plain = request_of([tmp_path / "gold"])
    other = replace(plain, format_name="bracketed", encoding="latin-1")
    assert requests(added(added([], plain), other)) == [other]
    assert requests(added(added([], other), plain)) == [plain]


def test_annotators_come_back_as_such(tmp_path):
    paths = [tmp_path / name for name in ("text-a", "text-b", "lattice")]
    for path in paths:
        path.touch()
    compared, adjudicated = request_of(paths[:2]), replace(Request.of_annotators(paths[:2]), lattice=paths[2])
    recent = json.loads(json.dumps(added(added([], compared), adjudicated)))
    assert requests(recent) == [adjudicated, compared]
    assert title_of(adjudicated) == f"{tmp_path.name}: a, b"


def test_versions_come_back_as_such_beside_the_same_files_of_annotators(tmp_path):
    paths = [tmp_path / name for name in ("old", "new")]
    for path in paths:
        path.touch()
    versions, annotators = Request.of_annotators(paths, versions=True), Request.of_annotators(paths)
    recent = json.loads(json.dumps(added(added([], annotators), versions)))
    assert requests(recent) == [versions, annotators]


def test_a_second_analysis_comes_back(tmp_path):
    for name in ("gold", "parse"):
        (tmp_path / name).touch()
    plain = request_of([tmp_path / "gold", tmp_path / "parse"])
    alone = request_of([tmp_path / "gold"]).with_predicted
    recent = json.loads(json.dumps(added(added([], alone), plain.with_predicted)))
    assert requests(recent) == [plain.with_predicted, alone]


def test_a_campaign_comes_back(tmp_path):
    path = tmp_path / "campaign.toml"
    path.touch()
    recent = added(added([], request_of([tmp_path / "gold"])), path)
    assert requests(recent) == [path] and len(recent) == 2
    assert added(recent, path) == recent
    assert title_of(path) == f"{tmp_path.name}/campaign.toml"
    path.unlink()
    assert requests(recent) == []


def test_a_training_file_comes_back_where_it_is_there(tmp_path):
    for name in ("gold", "train"):
        (tmp_path / name).touch()
    plain = request_of([tmp_path / "gold"])
    recent = added([], replace(plain, train=tmp_path / "train"))
    assert requests(recent) == [replace(plain, train=tmp_path / "train")]
    (tmp_path / "train").unlink()
    assert requests(recent) == [plain]


def experiments_of(folder):
    """A file that lists two experiments, whose own files are there."""
    for name in ("gold", "parse"):
        (folder / f"{name}.conllu").touch()
    entry = '[[experiment]]\nname = "{}"\ngold = "gold.conllu"\nparse = "parse.conllu"\n'
    (folder / "all.toml").write_text("".join(map(entry.format, "ab")), encoding="utf-8")
    return folder / "all.toml"


def test_a_file_of_experiments_comes_back_as_what_it_lists(tmp_path):
    path = experiments_of(tmp_path)
    request = request_of([path])
    assert (request.source, request.names, request.gold_names) == (path, ("a: parse",), ["a", "b"])
    recent = added([], request)
    assert recent == [[str(path)]] and requests(recent) == [request]
    assert title_of(request) == f"{tmp_path.name}/all.toml"
    path.write_text("what is no experiment", encoding="utf-8")
    assert requests(recent) == []


def test_what_is_beside_the_files_stands_behind_its_mark(tmp_path):
    names = ("gold", "parse", "lattice", "train", "review", "other")
    paths = {name: tmp_path / name for name in names}
    for path in paths.values():
        path.touch()
    plain = request_of([paths["gold"], paths["parse"]])
    beside = {"lattice": paths["lattice"], "train": paths["train"], "session": paths["review"]}
    request = replace(plain, other_golds=(paths["other"],), encoding="latin-1", format_name="conllu", **beside)
    assert added([], request) == [
        [
            *(str(paths[name]) for name in ("gold", "parse")),
            f"--other-gold={paths['other']}",
            f"--lattice={paths['lattice']}",
            f"--train={paths['train']}",
            f"--review={paths['review']}",
            "--input-format=conllu",
            "--encoding=latin-1",
        ]
    ]
    assert requests(added([], request)) == [request] and title_of(request) == f"{tmp_path.name}/review"
    for gone, left in (
        ("review", replace(request, session=None)),
        ("train", replace(request, session=None, train=None)),
    ):
        paths[gone].unlink()
        assert requests(added([], request)) == [left]
    paths["other"].unlink()
    assert requests(added([], request)) == [] and requests(added([], plain)) == [plain]


def test_what_was_opened_is_listed_by_where_it_is(tmp_path, monkeypatch):
    (tmp_path / "gold").touch()
    monkeypatch.chdir(tmp_path)
    assert added([], request_of([Path("gold")])) == [[str(tmp_path / "gold")]]
    assert added([], Path("campaign.toml")) == [[f"--campaign={tmp_path / 'campaign.toml'}"]]
    assert title_of(request_of([Path("gold")])) == f"{tmp_path.name}/gold"
    assert title_of(Path("campaign.toml")) == f"{tmp_path.name}/campaign.toml"


def test_of_those_before_the_oldest_go_and_empty_ones():
    recent = [[], [""], ["/a"], *([f"/{number}"] for number in range(MOST))]
    new = added(recent, request_of([Path("/new")]))
    assert new == [["/new"], ["/a"], *([f"/{number}"] for number in range(MOST - 2))]
    assert added(new, request_of([Path("/3")]))[:3] == [["/3"], ["/new"], ["/a"]]


def test_files_are_listed_gold_first_and_parses_have_the_names_of_their_files():
    request = request_of([Path("/d/gold.mrg"), Path("/d/one.mrg"), Path("/d/two.mrg")])
    assert request.names == ("one", "two") and request.gold_names == ["gold"]
    whole = replace(request, other_golds=(Path("/e/gold.mrg"),), lattice=Path("/l"))
    assert whole.paths == (*map(Path, ("/d/gold.mrg", "/d/one.mrg", "/d/two.mrg", "/e/gold.mrg", "/l")),)
    assert len({*whole.gold_names}) == 2
    assert title_of(request) == "d/gold.mrg – one, two" and title_of(Request(Path("/d/gold.mrg"))) == "d/gold.mrg"
    assert Request.of_judges(
        [Experiment(name, Path(f"{name}.mrg"), (Path(f"{name}1"), Path(f"{name}2"))) for name in "ab"], {"b"}, 3
    ).names == ("b: b2",)


def test_names_of_second_analyses_are_counted_on():
    names = ("predicted", "predicted (2)")
    assert Request(PATHS[0], (PATHS[1], PATHS[2]), names).with_predicted.names == ("predicted (3)", *names)


def test_of_experiments_the_first_is_opened_with_the_golds_of_the_others():
    experiments = [
        Experiment(name, Path(f"{name}.mrg"), (Path(f"{name}1.mrg"), Path(f"{name}2.mrg"))) for name in "abc"
    ]
    request = Request.of_experiments(experiments, Path("all.toml"))
    assert (request.gold, request.other_golds) == (Path("a.mrg"), (Path("b.mrg"), Path("c.mrg")))
    assert (request.parses, request.names) == ((Path("a1.mrg"), Path("a2.mrg")), ("a: a1", "a: a2"))
    assert (request.experiments, request.source) == (tuple(experiments), Path("all.toml"))
    assert request.gold_names == ["a", "b", "c"] and request.next_experiment.gold_names == ["b", "c", "a"]
    judged = Request.of_judges(experiments, {"b"}, 0, Path("all.toml"))
    assert (judged.gold, judged.other_golds, judged.parses) == (Path("b.mrg"), (), (Path("a1.mrg"),))
    assert judged.gold_names == ["b", "a", "c"] and judged.source == Path("all.toml")
