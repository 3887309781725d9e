"""What the actions of the Score menu do: which metrics score, with which options, whose differences are shown."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.metrics import METRICS
from goldleaf.viewer.actions.qt import Command
from goldleaf.viewer.session.metric_choice import MetricChoice
from goldleaf.viewer.state.settings import METRIC_OPTIONS, METRICS_SHOWN
from goldleaf.viewer.views import views_of
from goldleaf.viewer.window.desk import Desk


class ScoringHandler:
    """Chooses metrics and their options, and remembers them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.opener.choice = MetricChoice.stored(
            [name for name in desk.settings.get(METRICS_SHOWN) if name], desk.settings.get(METRIC_OPTIONS)
        )

    def commands(self) -> dict[str, Command]:
        """What each action does."""
        return {
            "score.metrics": Command(self.ask),
            **{f"metric.{name}": self._metric(name) for name in METRICS},
            **{
                f"score.{metric.name}.{option.name}.{value}": self._option(metric.name, option.name, value)
                for metric in METRICS.values()
                for option in metric.options
                for value in option.choices
            },
        }

    def ask(self) -> None:
        """Let the user choose metrics and options."""
        from goldleaf.viewer.dialogs.metrics import MetricsDialog

        dialog = MetricsDialog(self._desk.window, self._desk.opener.choice, self._desk.inspector.document)
        if dialog.exec():
            self._take(dialog.choice)
        dialog.deleteLater()

    def show_differences(self, name: str) -> None:
        """Show the differences that a metric counts, in the view that draws them if there is one.

        One that does not score yet does from now on.
        """
        self._desk.inspector.choose_metric(name)
        self._desk.inspector.choose_layers(())
        document = self._desk.inspector.document
        if document is None:
            return
        if not self._scores(name):
            used = {*(metric.name for metric in document.metrics), name}
            self._take(replace(self._desk.opener.choice, names=tuple(one for one in METRICS if one in used)))
        metric = self._desk.opener.choice.metric(name)
        views = views_of(metric, document)
        if views and self._desk.inspector.view.name not in views:
            self._desk.show_view(views[0])

    def _take(self, choice: MetricChoice) -> None:
        self._desk.settings.set(METRICS_SHOWN, [*choice.names] or [""])
        self._desk.settings.set(METRIC_OPTIONS, {name: dict(own) for name, own in choice.options.items()})
        self._desk.opener.score_by(choice)

    def _metric(self, name: str) -> Command:
        def shown() -> bool:
            metric = self._desk.inspector.metric
            return metric is not None and metric.name == name

        return Command(lambda: self.show_differences(name), shown, lambda: self._lacking(name))

    def _option(self, metric: str, option: str, value: str) -> Command:
        return Command(
            lambda: self._take(self._desk.opener.choice.with_option(metric, option, value)),
            lambda: self._desk.opener.choice.chosen(metric, option) == value,
            lambda: "" if self._scores(metric) else self._lacking(metric) or f"Choose {METRICS[metric].title} first.",
        )

    def _lacking(self, name: str) -> str:
        """Why a metric cannot score what is open; empty if it does or can."""
        document = self._desk.inspector.document
        if document is None:
            return ""
        if name in document.left_out:
            return f"No {METRICS[name].title}: {document.left_out[name]}"
        return document.lacking(self._desk.opener.choice.metric(name))

    def _scores(self, name: str) -> bool:
        document = self._desk.inspector.document
        return document is None or any(metric.name == name for metric in document.metrics)
