"""Options, each declared once, and groups of them."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any

import pytest
import typer

from goldleaf.core.metrics import METRICS
from goldleaf.viewer.cli import main
from goldleaf.viewer.commands.options import given, group_of, option, with_options
from goldleaf.viewer.commands.render import command as render
from goldleaf.viewer.figures.wanted import Wanted


@dataclass(frozen=True, slots=True)
class Place:
    row: Annotated[int, typer.Option(help="A row.")] = 1
    column: int = option("A column.", "N", default=2)


REST = group_of(given, {"colour": (str | None, option("A colour.", "red|GREY|1…8")), "size": (int | None, None)})


@with_options(place=Place, rest=REST)
def command(
    name: str, *, place: Place, last: bool = option("At the end.", default=False), rest: dict[str, Any]
) -> tuple[object, ...]:
    """Says what it got."""
    return name, place, last, rest


def info(called, name) -> Any:
    return inspect.signature(called).parameters[name].annotation.__metadata__[0]


def test_the_options_of_a_group_stand_in_its_place():
    signature = inspect.signature(command)
    assert [*signature.parameters] == ["name", "row", "column", "last", "colour", "size"]
    assert signature.parameters["column"].default == 2
    assert info(command, "column").help == "A column."
    assert command.__doc__ == "Says what it got."


def test_the_command_gets_what_is_made_of_a_group():
    assert command(name="a", row=3, colour="red") == ("a", Place(3, 2), False, {"colour": "red"})


def test_options_that_are_not_given_have_their_defaults():
    assert command(name="a") == ("a", Place(), False, {})
    assert command(name="a", last=True, size=None) == ("a", Place(), True, {})


def test_a_group_may_have_defaults_of_its_own():
    group = with_options(place=group_of(Place, {"column": (int, option("A column.", default=7))}))(
        lambda *, place: place
    )
    assert inspect.signature(group).parameters["column"].default == 7
    assert group(column=8) == Place(1, 8)


def test_an_option_is_called_as_its_parameter():
    @with_options()
    def called(
        one_word: bool = option("Off.", default=False),
        shown: bool | None = option("On or off."),
        format_name: str = option("Another name.", "F", "--format", "-f", default=""),
        must: str = option("Has no default.", default=MISSING),
    ) -> None: ...

    known = [info(called, name) for name in inspect.signature(called).parameters]
    flags = [[one.default, *one.param_decls] for one in known]  # typer takes the first for a default until it is asked
    assert flags == [["--one-word"], ["--shown/--no-shown"], ["--format", "-f"], ["--must"]]
    assert not info(called, "format_name").show_default
    assert inspect.signature(called).parameters["must"].default is inspect.Parameter.empty


def test_a_shell_completes_what_a_placeholder_lists():
    assert info(command, "colour").autocompletion("") == ["red"]
    assert info(command, "column").autocompletion is None


def test_two_options_of_one_name_are_refused():
    with pytest.raises(ValueError, match="duplicate parameter name: 'row'"):
        with_options(one=Place, other=Place)(lambda *, one, other: None)  # noqa: ARG005


def test_all_that_a_figure_can_be_asked_for_is_an_option_of_render():
    asked = {one.name for one in fields(Wanted)} - {"own", "everyone"}  # the view's, and who --beside names
    assert asked <= {*inspect.signature(render).parameters}


@pytest.mark.parametrize("name", ["score", "render"])
def test_the_help_stands_in_panels_and_leaves_options_of_metrics_to_theirs(capsys, name):
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"─ {panel} ─" in text for panel in ("Files", "Output", "Metrics"))
    assert "--help-metric" in text and "--projectivize" not in text and "--punctuation" not in text


def test_the_help_of_a_metric_has_its_options_as_it_has_them(capsys):
    assert main(["score", "--help-metric", "tedeval"]) == 0
    text = capsys.readouterr().out
    assert all(f"--{option.name.replace('_', '-')} " in text for option in METRICS["tedeval"].options)
    assert "paper | 2.2 [default: paper]" in text and "evalb" not in text, "which are ParsEval's variants"
    assert "--punctuation" not in text and "--breakdown" not in text
    assert main(["score", "--help-metric", "columns"]) == 0
    assert "Columns of words has no options" in capsys.readouterr().out


def test_there_is_no_help_of_another_metric(capsys):
    assert main(["score", "--help-metric", "las"]) == 2
    assert "las: no such metric" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["score", "--frmt"], "goldleaf score"),
        (["review", "new", "--frmt"], "goldleaf review new"),
        (["scor"], "goldleaf"),
    ],
)
def test_a_mistake_points_to_the_help_of_the_command_at_hand(words, command, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err.endswith(f"(see {command} --help)\n")
