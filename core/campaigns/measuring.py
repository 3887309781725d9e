"""What a campaign is scored by: the metrics with their options, and the scores that its tables show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldleaf.core.campaigns.description import Measure
from goldleaf.core.campaigns.entries import Entry, checking, said
from goldleaf.core.errors import shortened
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
    with checking(about, "options"):
        made.made()
    return made


def _chosen(about: Entry, names: Sequence[str]) -> dict[str, _Choices]:
    """Each metric's options: those of its own table, and those of all that it has."""
    given = about.table("options")
    own = {name: given[name] for name in given if name in METRICS}
    shared = {option: _values(about, option, value) for option, value in given.items() if option not in METRICS}
    _check_own(about, own, names)
    _check_shared(about, shared, names)
    return {name: _of_metric(about, name, shared, own.get(name, {})) for name in names}


def _check_own(about: Entry, own: Mapping[str, object], names: Sequence[str]) -> None:
    """Refuse what is no table of options, or one of a metric that is not used."""
    for name, table in own.items():
        if name not in names:
            raise about.wrong(f"{name} is not among the metrics; add it to metrics", "options")
        if not isinstance(table, dict):
            raise about.wrong(f"{name} is {said(table)}; expected its options in braces", "options")


def _check_shared(about: Entry, shared: _Choices, names: Sequence[str]) -> None:
    """Refuse options that none of the metrics has."""
    for option in shared:
        having = [metric.name for metric in METRICS.values() if _has(metric, option)]
        if not {*having} & {*names}:
            who = f"{', '.join(having)} have it" if having else "no metric has it"
            raise about.wrong(f"{shortened(option)!r} is not an option of {', '.join(names)}; {who}", "options")


def _of_metric(about: Entry, name: str, shared: _Choices, own: Mapping[str, object]) -> _Choices:
    """The options of one metric, paths from the campaign's folder on."""
    options = {option: values for option, values in shared.items() if _has(METRICS[name], option)}
    options |= {option: _values(about, option, value) for option, value in own.items()}
    return {option: [_path(about, name, option, one) for one in values] for option, values in options.items()}


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
    with checking(about, "average"):
        return check_average(about.text("average", "micro"))


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
    with checking(about, "max_length"):
        Choice(max_length=value)
    return value


def scores(about: Entry, measured: Sequence[Measure]) -> Mapping[str, Sequence[str]]:
    """The scores that tables show, by metric; ``metric.score`` names one where several metrics have it."""
    metrics = dict.fromkeys(one.metric for one in measured)
    there = [(metric, score) for metric in metrics for score in create(metric).ratios]
    found: dict[str, list[str]] = {}
    for name in about.texts("scores"):
        for metric, score in _named_so(about, name, there):
            found.setdefault(metric, []).append(score)
    return found


def _named_so(about: Entry, name: str, there: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The scores of this name, with their metrics."""
    having = [pair for pair in there if name in (pair[1], ".".join(pair))]
    if not having:
        known = ", ".join(dict.fromkeys(score for _, score in there))
        raise about.wrong(f"{shortened(name)!r} is no score of these metrics; there are {known}", "scores")
    return having
