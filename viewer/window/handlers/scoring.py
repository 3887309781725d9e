"""What the actions of the Score menu do: which metrics score, with which options, whose differences are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from goldleaf.core.metrics import METRICS, Metric, Option
from goldleaf.viewer.actions.action import Action, Needs, unless
from goldleaf.viewer.panels.scores import ScoresPanel
from goldleaf.viewer.session.metric_choice import MetricChoice
from goldleaf.viewer.state.settings import METRIC_OPTIONS, METRICS_SHOWN
from goldleaf.viewer.views import views_of
from goldleaf.viewer.window.desk import Desk


class ScoringHandler:
    """Chooses metrics and their options, and remembers them."""

    def __init__(self, desk: Desk, scores: ScoresPanel) -> None:
        self._desk = desk
        self._scores = scores
        desk.opener.choice = MetricChoice.stored(
            [name for name in desk.settings.get(METRICS_SHOWN) if name], desk.settings.get(METRIC_OPTIONS)
        )

    def actions(self) -> list[Action]:
        """What chooses metrics, and shows scores of all parses."""
        scores = self._scores

        def several() -> bool:
            document = self._desk.inspector.document
            return document is not None and len(document.parses) > 1

        return [
            Action(
                "score.metrics", "Metrics…", "Score", "Choose the metrics that score, with their options.", self.ask,
                keys=("Ctrl+Shift+M",), needs=Needs.NOTHING, for_blind=True,
            ),
            Action(
                "score.all-parses", "Scores of all parses", "Score",
                "Show all parses' scores beside each other, or those of the parse that is shown.",
                lambda: scores.show_all_parses(not scores.all_parses), checked=lambda: scores.all_parses,
                why_not=unless(several, "There is only one parse."), needs=Needs.PARSE,
            ),
        ]  # fmt: skip

    def copying(self) -> Action:
        """What copies the scores."""

        def copy() -> None:
            self._scores.copy()
            self._desk.tell("Copied the scores")

        return Action(
            "edit.copy-scores", "Copy scores", "Edit", "Put the score panel on the clipboard, with its signature.",
            copy, group=1,
        )  # fmt: skip

    def of_metrics(self) -> Iterator[Action]:
        """What shows a metric's differences, and chooses its options."""
        yield from map(self._differences, METRICS.values())
        for metric in METRICS.values():
            for group, option in enumerate(metric.options):
                yield from (self._option(metric, group, option, value) for value in option.choices)

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
        if not self._is_used(name):
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

    def _differences(self, metric: type[Metric]) -> Action:
        name, title = metric.name, metric.title

        def shown() -> bool:
            chosen = self._desk.inspector.metric
            return chosen is not None and chosen.name == name

        return Action(
            f"metric.{name}", f"Differences of {title}", "Score",
            f"List, mark and walk through what {title} counts as different.", lambda: self.show_differences(name),
            checked=shown, why_not=lambda: self._lacking(name), group=1, needs=Needs.PARSE, one_of="metric",
            words=(name, f"metric: {title}", *(re.sub("[_.]", " ", score) for score in metric.ratios)),
            for_blind=True,
        )  # fmt: skip

    def _option(self, metric: type[Metric], group: int, option: Option, value: str) -> Action:
        name, opener = metric.name, self._desk.opener

        def why_not() -> str:
            return "" if self._is_used(name) else self._lacking(name) or f"Choose {metric.title} first."

        return Action(
            f"score.{name}.{option.name}.{value}", f"{option.name.replace('_', ' ').capitalize()}: {value}",
            f"Score/{metric.title}", f"{option.help}.",
            lambda: self._take(opener.choice.with_option(name, option.name, value)),
            checked=lambda: opener.choice.chosen(name, option.name) == value, why_not=why_not, group=group,
            one_of=f"score.{name}.{option.name}", for_blind=True,
        )  # fmt: skip

    def _lacking(self, name: str) -> str:
        """Why a metric cannot score what is open; empty if it does or can."""
        document = self._desk.inspector.document
        if document is None:
            return ""
        if name in document.left_out:
            return f"No {METRICS[name].title}: {document.left_out[name]}"
        return document.lacking(self._desk.opener.choice.metric(name))

    def _is_used(self, name: str) -> bool:
        document = self._desk.inspector.document
        return document is None or any(metric.name == name for metric in document.metrics)
