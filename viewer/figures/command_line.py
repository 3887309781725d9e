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
from goldleaf.core.naming import absolute
from goldleaf.viewer.diagram.options import Layout, Mode
from goldleaf.viewer.figures.wanted import Wanted, asked, look_of, own_options
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.navigation import find
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.text.characters import visible
from goldleaf.viewer.views import AUTO, Look, owners, view_of
from goldleaf.viewer.views.everyone import shows_all
from goldleaf.viewer.views.view import Switch


def wanted_of(look: Look, document: Document, choices: Mapping[str, Any]) -> Wanted:
    """What a look asks for, in words; ``choices`` are fields of `Wanted` that no look has, such as its theme. Raises
    OptionError for what there is no word for."""
    view, options = view_of(look, document), look.options
    heeded: dict[str, Any] = {
        "compare": AUTO if look.mode is Mode.STACKED else look.mode.value,
        "only_differences": options.only_differences or None,
        "rows": ",".join(options.rows) or "none",
        "enhanced": options.enhanced,
        "direction": options.direction.value,
        "layout": (options.layout if options.layout.down or choices.get("width") else Layout.AUTO).value,
        "layers": ",".join(layer.value for layer in look.layers),
        "against": look.against,
    }
    wanted = Wanted(view=view.name, **{name: heeded[name] for name in heeded if name in view.heeds}, **choices)
    wanted = replace(wanted, everyone=True if "layers" in view.heeds and shows_all(look, document) else None)
    usual, own = look_of(wanted, view), {}
    for name, (owner, option) in own_options().items():
        if owner not in owners(view):
            continue
        field = option.field if isinstance(option, Switch) else option.name
        value = getattr(owner.own(look), field)
        if value == getattr(owner.own(usual), field):
            continue
        if isinstance(option, Switch):
            own[name] = value.value if isinstance(value, StrEnum) else value == option.on
        else:
            own[name] = value
    wanted = replace(wanted, own=own)
    # The words have to come to the look that they are of: not all that the window shows has one.
    in_words = look_of(wanted, view)
    for name in ("matched", "gold_only", "parse_only", "not_scored"):
        if getattr(options, name) != getattr(in_words.options, name):
            raise OptionError(f"goldleaf render cannot hide what is {name.replace('_', ' ')}: show it first.")
    if any(owner.own(look) != owner.own(in_words) for owner in owners(view)):
        raise OptionError("goldleaf render cannot fold or change single sentences: unfold all first.")
    return wanted


def command(
    request: Request, document: Document, row: int, parse: int, wanted: Wanted, metric: Metric | None, output: str
) -> str:
    """The line for a shell. Raises OptionError for what the command line cannot open, or a terminal would act on."""
    if request.experiments:
        raise OptionError("The files of an experiment cannot be opened by goldleaf render, with its lists of labels.")
    second = parse in request.second_analyses
    shown = 0 if wanted.everyone else parse  # all are drawn, in their order
    if wanted.everyone and request.second_analyses:
        raise OptionError("goldleaf render cannot draw the second analysis in a file with other parses.")
    parses = request.parses[shown : shown + 1] if parse >= 0 and not second else ()
    words = ["goldleaf", "render", *map(absolute, (request.gold, *parses))]
    words += ["--predicted"] if second else []
    if wanted.against is not None:
        if {parse, wanted.against} & {*request.second_analyses}:
            raise OptionError("goldleaf render cannot draw the second analysis in a file against another parse.")
        words += ["--against", absolute(request.parses[wanted.against])]
    for further in request.parses[1:] if wanted.everyone else ():
        words += ["--beside", absolute(further)]
    words += _reading(request)
    identity = document.gold.sentences["id"][row]
    # An id may stand twice in a file, or look like a number; what is printed by a terminal is not what it is.
    known = identity is not None and visible(identity) == identity and find(document.gold, identity) == row
    words += ["--sentence", identity if known else f"#{row + 1}", "--view", wanted.view]
    if metric is not None and wanted.view in METRICS[metric.name].views:
        words += ["--metric", metric.name]
        for option in metric.options:
            if metric.chosen[option.name] != option.default:
                words += [_flag(option.name), metric.chosen[option.name]]
    for name, value in {**asked(wanted), **wanted.own}.items():
        if name in ("view", "against", "everyone"):
            continue
        if isinstance(value, bool):
            words.append(_flag(name) if value else _flag(f"no-{name}"))
        else:
            words += [_flag(name), f"{value}"]
    words += ["-o", output]
    for word in words:
        if visible(word) != word:  # quotes do not keep a terminal from heeding it when it is pasted
            raise OptionError(f"{visible(word)} has control characters, which no terminal takes as they are.")
    return shlex.join(words)


def _reading(request: Request) -> Iterator[str]:
    """How the files are read, and those beside gold and parse."""
    if request.adjudicated:
        yield "--adjudicate"
    usual = Request(Path())
    for flag, name in (("input-format", "format_name"), ("encoding", "encoding"), ("separator", "separator")):
        if getattr(request, name) != getattr(usual, name):
            yield from (f"--{flag}", getattr(request, name))
    for path in request.other_golds:
        yield from ("--other-gold", absolute(path))
    if request.lattice is not None:
        yield from ("--lattice", f"{request.lattice.absolute()}")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
