"""The line of ``goldleaf render`` that makes a figure of what the window shows. No Qt."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS, Metric
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.figures.wanted import CHOICES, USUAL, Wanted, look_of, own_options
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import find
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.text.visible import visible
from goldleaf.viewer.views import AUTO, Look, owners, view_of
from goldleaf.viewer.views.view import Number, Switch, View


def wanted_of(look: Look, document: Document, choices: Mapping[str, Any]) -> Wanted:
    """What a look asks for, in words; ``choices`` are fields of `Wanted` that no look has, such as its theme.

    Raises OptionError for what there is no word for.
    """
    view, options = view_of(look, document), look.options
    heeded: dict[str, Any] = {
        "compare": AUTO if look.mode is Mode.STACKED or choices.get("width") else look.mode.value,
        "only_differences": options.only_differences or None,
        "rows": ",".join(options.rows) or "none",
        "enhanced": options.enhanced,
        "direction": options.direction.value,
        "layers": ",".join(layer.value for layer in look.layers),
        "against": look.against,
    }
    said = {name: value for name, value in heeded.items() if name in view.heeds}
    wanted = Wanted(view=view.name, **said, **choices)
    wanted = replace(wanted, own=dict(_own(look, look_of(wanted, view), view)))
    _check(look, look_of(wanted, view), view)
    return wanted


def command(
    request: Request, document: Document, row: int, parse: int, wanted: Wanted, metric: Metric | None, output: str
) -> str:
    """The line for a shell. Raises OptionError for what the command line cannot open, or a terminal would act on."""
    words = arguments(request, document, row, parse, wanted, metric, output)
    for word in words:
        if visible(word) != word:  # quotes do not keep a terminal from heeding it when it is pasted
            raise OptionError(f"{visible(word)} has control characters, which no terminal takes as they are.")
    return shlex.join(words)


def arguments(
    request: Request, document: Document, row: int, parse: int, wanted: Wanted, metric: Metric | None, output: str
) -> list[str]:
    """The words of the line."""
    if request.experiments:
        raise OptionError("The files of an experiment cannot be opened by goldleaf render, with its lists of labels.")
    second = parse in request.second_analyses
    parses = request.parses[parse : parse + 1] if parse >= 0 and not second else ()
    identity = document.gold.sentences["id"][row]
    known = identity is not None and visible(identity) == identity and find(document.gold, identity) == row
    return [
        *("goldleaf", "render", *(f"{path.absolute()}" for path in (request.gold, *parses))),
        *(["--predicted"] if second else []),
        *_against(request, parse, wanted.against),
        *_reading(request),
        *("--sentence", identity if known else f"#{row + 1}", "--view", wanted.view),
        *_metric(metric, wanted.view),
        *_flags(wanted),
        *("-o", output),
    ]


def _against(request: Request, parse: int, other: int | None) -> Iterator[str]:
    """The second parse that is drawn, too."""
    if other is None:
        return
    if {parse, other} & {*request.second_analyses}:
        raise OptionError("goldleaf render cannot draw the second analysis in a file against another parse.")
    yield from ("--against", f"{request.parses[other].absolute()}")


def _reading(request: Request) -> Iterator[str]:
    """How the files are read, and those beside gold and parse."""
    if request.adjudicated:
        yield "--adjudicate"
    usual = Request(Path())
    for flag, name in (("format", "format_name"), ("encoding", "encoding"), ("separator", "separator")):
        if getattr(request, name) != getattr(usual, name):
            yield from (f"--{flag}", getattr(request, name))
    for path in request.other_golds:
        yield from ("--other-gold", f"{path.absolute()}")
    if request.lattice is not None:
        yield from ("--lattice", f"{request.lattice.absolute()}")


def _metric(metric: Metric | None, view: str) -> Iterator[str]:
    """The metric whose differences are marked, if the view draws them, and its choices."""
    if metric is None or view not in METRICS[metric.name].views:
        return
    yield from ("--metric", metric.name)
    for option in metric.options:
        if metric.chosen[option.name] != option.default:
            yield from (_flag(option.name), metric.chosen[option.name])


def _flags(wanted: Wanted) -> Iterator[str]:
    chosen = {name: getattr(wanted, name) for name in CHOICES if name != "view"}
    changed = {name: value for name, value in chosen.items() if value != getattr(USUAL, name)}
    for name, value in {**changed, **wanted.own}.items():
        if isinstance(value, bool):
            yield _flag(name) if value else _flag(f"no-{name}")
        else:
            yield from (_flag(name), f"{value}")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _own(look: Look, usual: Look, view: View) -> Iterator[tuple[str, Any]]:
    """The views' own options that are not as they usually are in a figure."""
    for name, (owner, option) in own_options().items():
        if owner not in owners(view):
            continue
        field = option.field if isinstance(option, Switch) else option.name
        value = getattr(owner.own(look), field)
        if value != getattr(owner.own(usual), field):
            yield name, _word(option, value)


def _word(option: Switch | Number, value: Any) -> Any:  # noqa: ANN401, as many kinds as there are options
    if isinstance(option, Number):
        return value
    return value.value if isinstance(value, StrEnum) else value == option.on


def _check(look: Look, said: Look, view: View) -> None:
    """Raise OptionError if the words do not come to the look that they are of."""
    hidden = [
        name
        for name in ("matched", "gold_only", "parse_only", "not_scored")
        if getattr(look.options, name) != getattr(said.options, name)
    ]
    if hidden:
        raise OptionError(f"goldleaf render cannot hide what is {hidden[0].replace('_', ' ')}: show it first.")
    if any(owner.own(look) != owner.own(said) for owner in owners(view)):
        raise OptionError("goldleaf render cannot fold or change single sentences: unfold all first.")
