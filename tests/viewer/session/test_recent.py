import json
from dataclasses import replace
from pathlib import Path

from goldleaf.viewer.session.recent import MOST, added, request_of, requests, title_of
from goldleaf.viewer.session.request import Request


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
