"""Which metrics score, and how: what is chosen in the window and remembered. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file
from goldleaf.core.metrics import METRICS, Metric, create


@dataclass(frozen=True, slots=True)
class MetricChoice:
    """The names of the metrics that are asked for (none: those that fit by default), and all metrics' options. Options
    that are as they are by default are left out."""

    names: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    _made: dict[str, Metric] = field(default_factory=dict, init=False, repr=False, compare=False)

    def metrics(self) -> list[Metric]:
        """All metrics with their options, whether they are asked for or not, made anew: files may have changed."""
        self._made.clear()
        return [*map(self.metric, METRICS)]

    def metric(self, name: str) -> Metric:
        """A metric with its options; as it is by default where they no longer can be had, such as a lost file. It is
        kept, as menus ask for all of them at each key."""
        if name not in self._made:
            try:
                self._made[name] = create(name, **self.options.get(name, {}))
            except GoldleafError:
                self._made[name] = create(name)
        return self._made[name]

    def chosen(self, metric: str, option: str) -> str:
        return self.metric(metric).chosen[option]

    def with_option(self, metric: str, option: str, value: str) -> MetricChoice:
        """The same with another choice of an option. Raises GoldleafError for one that cannot be had."""
        return self.with_options(metric, {**self.options.get(metric, {}), option: value})

    def with_options(self, metric: str, own: Mapping[str, str]) -> MetricChoice:
        """The same with these options of a metric. Raises GoldleafError for one that cannot be had."""
        create(metric, **own)
        usual = {option.name: option.default for option in METRICS[metric].options}
        changed = {option: value for option, value in own.items() if value != usual[option]}
        rest = {name: options for name, options in self.options.items() if name != metric}
        return replace(self, options=rest | ({metric: changed} if changed else {}))

    @classmethod
    def stored(cls, names: list[str], options: dict[str, dict[str, str]]) -> MetricChoice:
        """A choice as it was remembered; what there is no more is forgotten, and paths to what may have no end."""
        choice = cls(tuple(name for name in names if name in METRICS))
        for name, own in options.items():
            if name not in METRICS or not isinstance(own, dict):
                continue
            choices = {option.name: option.choices for option in METRICS[name].options if "FILE" in option.other}
            files = [value for option, value in own.items() if value not in choices.get(option, (value,))]
            with suppress(GoldleafError):
                choice = choice.with_options(name, own) if all(map(is_file, files)) else choice
        return choice
