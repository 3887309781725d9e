"""What a campaign is scored by: the metrics with their options, and the scores that its tables show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldleaf.core.campaigns.description import Measure
from goldleaf.core.campaigns.entries import Entry, checked, said
from goldleaf.core.errors import OptionError, shortened
from goldleaf.core.metrics import METRICS, Metric, by_default, create
from goldleaf.core.results import Choice, check_average
from goldleaf.core.scoring import Average

_Choices = dict[str, list[str]]
"""The values of options: the one that counts, then those that ranks are compared under."""


def measures(about: Entry) -> list[Measure]:
    """The metrics of ``[campaign]`` with their options; after each, what differs from it in one option.

    Raises FormatError, with the line, for a metric, option or value that there is not.
    """
    names = [*dict.fromkeys(about.texts("metrics"))] or by_default()
    for name in names:
        if name not in METRICS:
            raise about.wrong(f"{shortened(name)!r} is no metric; there are {', '.join(METRICS)}", "metrics")
    chosen = _chosen(about, names)
    average = _average(about)
    found = []
    for name in names:
        options, length = chosen[name], _max_length(about, name, names)
        first = {option: values[0] for option, values in options.items()}
        found.append(_measure(about, Measure(name, tuple(first.items()), length, average)))
        others = [(option, value) for option, values in options.items() for value in values[1:]]
        found += [
            _measure(about, Measure(name, tuple({**first, option: value}.items()), length, average, ((option, value),)))
            for option, value in others
        ]
    return found


def _measure(about: Entry, made: Measure) -> Measure:
    """The measure, if it can be made."""
    try:
        made.made()
    except OptionError as error:
        raise checked(about, "options", error) from None
    return made


def _chosen(about: Entry, names: Sequence[str]) -> dict[str, _Choices]:
    """Each metric's options: those of its own table, and those of all that it has."""
    given = about.table("options")
    own = {name: given[name] for name in given if name in METRICS}
    for name, table in own.items():
        if name not in names:
            raise about.wrong(f"{name} is not among the metrics; add it to metrics", "options")
        if not isinstance(table, dict):
            raise about.wrong(f"{name} is {said(table)}; expected its options in braces", "options")
    shared = {option: _values(about, option, value) for option, value in given.items() if option not in METRICS}
    for option in shared:
        having = [metric.name for metric in METRICS.values() if _has(metric, option)]
        if not {*having} & {*names}:
            who = f"{', '.join(having)} have it" if having else "no metric has it"
            raise about.wrong(f"{shortened(option)!r} is not an option of {', '.join(names)}; {who}", "options")
    found = {}
    for name in names:
        options = {option: values for option, values in shared.items() if _has(METRICS[name], option)}
        options |= {option: _values(about, option, value) for option, value in own.get(name, {}).items()}
        found[name] = {
            option: [_path(about, name, option, one) for one in values] for option, values in options.items()
        }
    return found


def _has(metric: type[Metric], option: str) -> bool:
    return any(one.name == option for one in metric.options)


def _values(about: Entry, option: str, value: object) -> list[str]:
    listed = value if isinstance(value, list) else [value]
    if not listed or any(isinstance(one, dict | list | float) for one in listed):
        raise about.wrong(
            f"{shortened(option)} is {said(value)}; expected text in quotes, or a list of texts", "options"
        )
    return [f"{one}".lower() if isinstance(one, bool) else f"{one}" for one in listed]


def _path(about: Entry, metric: str, option: str, value: str) -> str:
    """The value; where it names a file, from the campaign's folder on."""
    known = {one.name: one for one in METRICS[metric].options}
    if option not in known or not known[option].other or value in known[option].choices:
        return value
    return str(about.existing("options", value))


def _average(about: Entry) -> Average:
    try:
        return check_average(about.text("average", "micro"))
    except OptionError as error:
        raise checked(about, "average", error) from None


def _max_length(about: Entry, metric: str, names: Sequence[str]) -> int | None:
    """How many words a sentence may have, for all metrics or for some."""
    value: Any = about.values.get("max_length")
    if isinstance(value, dict):
        for name in value:
            if name not in names:
                raise about.wrong(f"{shortened(name)!r} is not among the metrics", "max_length")
        value = value.get(metric)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise about.wrong(f"is {said(value)}; expected a number of words, or {{ metric = number }}", "max_length")
    try:
        Choice(max_length=value)
    except OptionError as error:
        raise checked(about, "max_length", error) from None
    return value


def scores(about: Entry, measured: Sequence[Measure]) -> Mapping[str, Sequence[str]]:
    """The scores that tables show, by metric; ``metric.score`` names one where several metrics have it."""
    there = {one.metric: [*create(one.metric).ratios] for one in measured}
    found: dict[str, list[str]] = {}
    for name in about.texts("scores"):
        having = [(metric, name) for metric, names in there.items() if name in names]
        having = having or [
            (metric, one) for metric, names in there.items() for one in names if name == f"{metric}.{one}"
        ]
        if not having:
            known = ", ".join(dict.fromkeys(one for names in there.values() for one in names))
            raise about.wrong(f"{shortened(name)!r} is no score of these metrics; there are {known}", "scores")
        for metric, score in having:
            found.setdefault(metric, []).append(score)
    return found
