"""`goldleaf open`."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from goldleaf.viewer import app
from goldleaf.viewer.cli import main


@pytest.fixture
def asked(monkeypatch):
    """The requests that the window would be shown on."""
    found = []
    monkeypatch.setattr(app, "run", lambda request=None, campaign=None: found.append(campaign or request) or 0)
    return found


@pytest.fixture
def files(tmp_path) -> list[str]:
    paths = [tmp_path / name for name in ("gold.conllu", "parse.conllu", "all.lattice")]
    for path in paths:
        path.touch()
    return [str(path) for path in paths]


def test_a_gold_a_parse_and_their_lattice(asked, files):
    gold, parse, lattice = files
    assert main(["open", gold, parse, "--lattice", lattice]) == 0
    [request] = asked
    assert (str(request.gold), [str(path) for path in request.parses]) == (gold, [parse])
    assert request.lattice == Path(lattice) and request.paths[-1] == Path(lattice)


def test_without_files_the_window_is_empty_or_has_the_demo(asked, monkeypatch):
    assert main(["open"]) == 0
    assert asked == [None]
    monkeypatch.setattr("goldleaf.viewer.commands.open.has_display", lambda: True)
    main([])
    assert asked[1].gold.name == "gold.conllu" and [path.name for path in asked[1].parses] == ["parse.conllu"]


def test_a_campaign(asked):
    path = Path(str(resources.files("goldleaf.assets"))) / "demo" / "campaign.toml"
    assert main(["open", str(path)]) == 0
    assert asked == [path]


def test_a_campaign_that_cannot_be_meant(asked, tmp_path, capsys):
    (tmp_path / "c.toml").write_text("[campaign]\n", encoding="utf-8")
    assert main(["open", str(tmp_path / "c.toml")]) == 2
    assert "c.toml:1: no [[treebank]]" in capsys.readouterr().err
    assert not asked


def test_what_goes_with_a_gold_is_not_dropped(asked, files, capsys):
    assert main(["open", "--lattice", files[2]]) == 2
    assert "go with a GOLD" in capsys.readouterr().err
    assert not asked


def test_without_a_lattice(asked, files):
    assert main(["open", *files[:2]]) == 0
    assert asked[0].lattice is None


def test_a_lattice_that_is_not_there(asked, files, capsys):
    assert main(["open", files[0], "--lattice", "gone.lattice"]) == 2
    assert "gone.lattice: no such file" in capsys.readouterr().err
    assert not asked


def test_annotators(asked, files):
    assert main(["open", "--adjudicate", *files[:2], "--input-format", "conllu"]) == 0
    [request] = asked
    assert request.adjudicated and request.annotators == ("gold", "parse") and request.format_name == "conllu"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--adjudicate"], "two files or more"),
        (["--adjudicate", "{0}"], "two annotators, or more"),
        (["--adjudicate", "{0}", "{1}", "--other-gold", "{1}"], "there is no gold"),
        (["--adjudicate", "{0}", "theories.toml"], "not one of experiments"),
    ],
)
def test_what_is_no_adjudication(asked, files, capsys, arguments, said):
    assert main(["open", *(argument.format(*files) for argument in arguments)]) == 2
    assert said in capsys.readouterr().err
    assert not asked


def test_a_review_as_somebody_and_blind(asked, tmp_path, capsys):
    for name in ("gold.conllu", "parse.conllu"):
        (tmp_path / name).write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", encoding="utf-8")
    session = str(tmp_path / "s.goldleaf")
    assert (
        main(["review", "new", *(str(tmp_path / f"{name}.conllu") for name in ("gold", "parse")), "-o", session]) == 0
    )
    assert main(["open", session, "--reviewer", "ben", "--blind"]) == 0
    assert (asked[0].session, asked[0].reviewer, asked[0].blind) == (Path(session), "ben", True)
    (tmp_path / "parse.conllu").unlink()
    assert main(["open", session]) == 2
    assert "which is not there; put it back" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--blind"], ["--reviewer", "ben", "{0}", "{1}"]])
def test_who_reviews_goes_with_a_review(asked, files, capsys, arguments):
    assert main(["open", *(argument.format(*files) for argument in arguments)]) == 2
    assert "with a SESSION" in capsys.readouterr().err
    assert not asked
