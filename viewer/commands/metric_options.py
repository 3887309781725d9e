"""The options of all metrics as options of a command, so that a new metric's appear by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import typer

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import METRICS, Metric, Option, create_each
from goldleaf.viewer.commands.completion import choices
from goldleaf.viewer.commands.options import declared, given


def _annotations() -> dict[str, Any]:
    """Each option of a name once, however many metrics have it, with the values that it takes in any of them."""
    having: dict[str, dict[str, Option]] = {}
    for metric in METRICS.values():
        for option in metric.options:
            having.setdefault(option.name, {})[metric.name] = option
    annotations = {}
    for name, by_metric in having.items():
        distinct = dict.fromkeys(by_metric.values())
        values = dict.fromkeys(value for option in distinct for value in (*option.choices, option.other) if value)
        texts = []
        for option in distinct:
            names = ", ".join(metric for metric, own in by_metric.items() if own == option)
            texts.append(f"{option.help[:1].upper()}{option.help[1:]}. [{names}; default: {option.default}]")
        annotations[name] = declared(name, str, " ".join(texts), "|".join(values))
    return annotations


metric_options = given(_annotations())
"""A group of options, for `with_options`."""


def named_option(text: str) -> Any:  # noqa: ANN401, typer's
    """The option ``--metric``, whose values `named_metrics` takes apart."""
    return typer.Option("--metric", metavar="NAME,…", autocompletion=choices(METRICS), help=text)


def named_metrics(given: Iterable[str]) -> list[str]:
    """The names in values of ``--metric``, each of which may hold several, separated by commas.

    Raises OptionError where there are none.
    """
    names = [name.strip() for value in given for name in value.split(",") if name.strip()]
    if not names:
        raise OptionError(f"--metric: no name; there are {', '.join(METRICS)}")
    return names


def metrics(names: list[str], chosen: Mapping[str, str]) -> list[Metric]:
    """The metrics of these names, each with those of the chosen options that it has.

    Raises OptionError for an unknown metric, for a choice that none of them has, and for an option that none of them
    has.
    """
    made = create_each([*dict.fromkeys(names)], chosen)
    check_options(made, chosen)
    return made


def check_options(used: list[Metric], chosen: Mapping[str, str]) -> None:
    """Raise OptionError for an option that was given and that none of the metrics has."""
    for option in chosen:
        if not any(option in metric.chosen for metric in used):
            names = ", ".join(metric.name for metric in used)
            raise OptionError(f"--{option.replace('_', '-')}: not an option of {names}")
