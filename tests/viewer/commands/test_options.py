"""Also tests `metric_options`."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, fields
from typing import Annotated, Any

import pytest
import typer

from goldleaf.viewer.commands.options import given, made_by, with_options
from goldleaf.viewer.commands.render import command as render
from goldleaf.viewer.figures.wanted import Wanted


@dataclass(frozen=True)
class Place:
    row: Annotated[int, typer.Option(help="A row.")] = 1
    column: Annotated[int, typer.Option(help="A column.")] = 2


@with_options(place=Place, rest=given({"colour": Annotated[str | None, typer.Option()], "size": int | None}))
def command(name: str, *, place: Place, last: bool = False, rest: dict[str, Any]) -> tuple[object, ...]:
    """Says what it got."""
    return name, place, last, rest


def test_the_options_of_a_group_stand_in_its_place():
    signature = inspect.signature(command)
    assert [*signature.parameters] == ["name", "row", "column", "last", "colour", "size"]
    assert signature.parameters["column"].default == 2
    assert signature.parameters["column"].annotation.__metadata__[0].help == "A column."
    assert command.__doc__ == "Says what it got."


def test_the_command_gets_what_is_made_of_a_group():
    assert command(name="a", row=3, colour="red") == ("a", Place(3, 2), False, {"colour": "red"})


def test_options_that_are_not_given_have_their_defaults():
    assert command(name="a") == ("a", Place(), False, {})
    assert command(name="a", last=True, size=None) == ("a", Place(), True, {})


def test_a_group_may_have_defaults_of_its_own():
    group = made_by(Place, {"column": (int, 7)})
    assert inspect.signature(group).parameters["column"].default == 7
    assert group(column=8) == Place(1, 8)


def test_two_options_of_one_name_are_refused():
    with pytest.raises(ValueError, match="duplicate parameter name: 'row'"):
        with_options(one=Place, other=Place)(lambda *, one, other: None)  # noqa: ARG005


def test_all_that_a_figure_can_be_asked_for_is_an_option_of_render():
    asked = {one.name for one in fields(Wanted)} - {"own"}
    assert asked <= {*inspect.signature(render).parameters}
