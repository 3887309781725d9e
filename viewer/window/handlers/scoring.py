"""What the actions of the Score menu do: metrics and their options, and tables of figures that stand in docks."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication

from goldleaf.core.analysis.breakdown_table import BREAK
from goldleaf.core.metrics import METRICS, Metric, Option
from goldleaf.viewer.actions.action import Action, Context, Needs, unless
from goldleaf.viewer.panels.breakdown_view import BreakdownModel
from goldleaf.viewer.panels.breakdowns import ErrorsPanel, VersusPanel
from goldleaf.viewer.panels.parts import Dock
from goldleaf.viewer.panels.scores import ScoresPanel
from goldleaf.viewer.session.breakdowns import ONE_PARSE, why_not_versus
from goldleaf.viewer.session.loading import MetricChoice
from goldleaf.viewer.state.settings import METRIC_OPTIONS, METRICS_SHOWN
from goldleaf.viewer.tables import beside
from goldleaf.viewer.views import views_of
from goldleaf.viewer.window.desk import Desk


class ScoringHandler:
    """Chooses metrics and their options, and remembers them."""

    def __init__(self, desk: Desk, scores: ScoresPanel) -> None:
        self._desk, self._scores = desk, scores
        names = [name for name in desk.settings.get(METRICS_SHOWN) if name]
        desk.opener.choice = MetricChoice.stored(names, desk.settings.get(METRIC_OPTIONS))
        scores.further = lambda: {
            name: metric.title
            for name, metric in METRICS.items()
            if not self._is_used(name) and not self._lacking(name)
        }

    def actions(self) -> list[Action]:
        scores = self._scores

        def copy() -> None:
            scores.copy()
            self._desk.tell("Copied the scores")

        return [
            Action("edit.copy-scores", "Copy scores", "Edit",
                   "Put the score panel on the clipboard, with its signature.", copy, group=1),
            Action("score.metrics", "Metrics…", "Score", "Choose the metrics that score, with their options.", self.ask,
                   keys=("Ctrl+Shift+M",), needs=Needs.NOTHING, for_blind=True),
            Action("score.all-parses", "Scores of all parses", "Score",
                   "Show all parses' scores beside each other, or those of the parse that is shown.",
                   lambda: scores.show_all_parses(not scores.all_parses), checked=lambda: scores.all_parses,
                   why_not=unless(lambda: len(self._desk.document.parses) > 1, "There is only one parse."),
                   needs=Needs.PARSE),
            # Seventy of them, and more with each metric: their places are the box above the scores, and Metrics….
            *map(self._differences, METRICS.values()),
            *(self._option(metric, option, value)
              for metric in METRICS.values() for option in metric.options for value in option.choices),
        ]  # fmt: skip

    def ask(self) -> None:
        from goldleaf.viewer.dialogs.metrics import MetricsDialog

        dialog = MetricsDialog(self._desk.window, self._desk.opener.choice, self._desk.inspector.document)
        if self._desk.ask(dialog):
            self._take(dialog.choice)

    def show_differences(self, name: str) -> None:
        """Show the differences that a metric counts, which scores from now on, in the view that draws them if any."""
        self._desk.inspector.choose_metric(name)
        self._desk.inspector.choose_layers(())
        document = self._desk.document
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

        return Action(f"metric.{name}", f"Differences of {title}", "Score",
                      f"List, mark and walk through what {title} counts as different.",
                      lambda: self.show_differences(name), checked=shown, why_not=lambda: self._lacking(name),
                      in_menu=False, needs=Needs.PARSE, one_of="metric",
                      words=(name, f"metric: {title}", *(re.sub("[_.]", " ", score) for score in metric.ratios)),
                      for_blind=True)  # fmt: skip

    def _option(self, metric: type[Metric], option: Option, value: str) -> Action:
        name, title, opener = metric.name, metric.title, self._desk.opener
        unused = f"Add {title} under Score › Metrics… first."
        return Action(f"score.{name}.{option.name}.{value}", f"{option.name.replace('_', ' ').capitalize()}: {value}",
                      f"Score/{title}", f"{option.help}.",
                      lambda: self._take(opener.choice.with_option(name, option.name, value)),
                      checked=lambda: opener.choice.chosen(name, option.name) == value, in_menu=False,
                      why_not=lambda: "" if self._is_used(name) else self._lacking(name) or unused,
                      one_of=f"score.{name}.{option.name}", for_blind=True)  # fmt: skip

    def _lacking(self, name: str) -> str:
        """Why a metric cannot score what is open; empty if it does or can."""
        if (document := self._desk.inspector.document) is None:
            return ""
        if name in document.left_out:
            return f"No {METRICS[name].title}: {document.left_out[name]}"
        return document.lacking(self._desk.opener.choice.metric(name))

    def _is_used(self, name: str) -> bool:
        document = self._desk.inspector.document
        return document is None or any(metric.name == name for metric in document.metrics)


def copy_table(desk: Desk, model: BreakdownModel) -> None:
    """Put the rows of a table that are shown on the clipboard, with tabs between their cells."""
    if (shown := model.shown) is not None:
        named = shown.rename(lambda name: name.replace(BREAK, " "))
        QGuiApplication.clipboard().setText(named.write_csv(separator="\t"))
        desk.tell(f"Copied {shown.height:,} rows of the table")


def save_table(desk: Desk, model: BreakdownModel) -> None:
    """Ask where to, and write the rows of a table that are shown there."""
    from goldleaf.viewer.dialogs.parts import save_tables

    table, groups = model.table, model.groups
    if table is None:
        return
    written = beside(table.title, [(group.name, group.frame) for group in groups], table.note)
    save_tables(desk.window, "Save table", f"{table.name}.csv", desk.settings, [written], desk.tell, desk.fail)


class ErrorsHandler:
    """Searches, copies and saves the table of errors, whose panel stands in ``dock``."""

    def __init__(self, desk: Desk, panel: ErrorsPanel, dock: Dock) -> None:
        self._desk, self._panel, self._dock = desk, panel, dock
        panel.copy_button.clicked.connect(lambda: copy_table(desk, panel.model))
        panel.save_button.clicked.connect(lambda: save_table(desk, panel.model))

    def actions(self) -> list[Action]:
        menu, panel = "Score", self._panel

        def search() -> None:
            self._dock.bring_up()
            panel.search.setFocus()
            panel.search.selectAll()

        def show_all() -> None:
            wanted = not panel.of_all
            self._dock.bring_up()
            panel.all_parses.setChecked(wanted)

        def why_not() -> str:
            return "" if panel.model.table is not None else "Show a table first: View › Panels › Errors."

        def suspect() -> None:
            self._dock.bring_up()
            panel.choose("against", "nuclei")

        act = partial(Action, needs=Needs.PARSE)
        # The panel has buttons for most of it; here it has names and may be given keys.
        return [
            act("errors.search", "Search the table of errors", menu,
                "Show the panel Errors, and only those rows of its table that hold a text.", search,
                keys=("Ctrl+Alt+E",)),
            Action("errors.suspects", "Suspicious gold", menu,
                   "List words that all parses have otherwise, and words that the gold has in several ways.", suspect,
                   shown=lambda: self._desk.inspector.wording.judges),
            act("errors.all-parses", "Errors of all parses", menu,
                "Show the table of errors of all parses side by side, with their differences.", show_all, in_menu=False,
                checked=lambda: panel.of_all, why_not=lambda: "" if panel.several else ONE_PARSE),
            act("errors.copy", "Copy the table of errors", menu,
                "Copy the rows that the panel Errors shows, with tabs between their cells.",
                lambda: copy_table(self._desk, panel.model), why_not=why_not, in_menu=False),
            act("errors.save", "Save the table of errors…", menu,
                "Write the rows that the panel Errors shows as CSV, JSON, LaTeX, HTML or text.",
                lambda: save_table(self._desk, panel.model), why_not=why_not, in_menu=False),
        ]  # fmt: skip


class VersusHandler:
    """Compares two parses: their panel, which stands in ``dock``, their picture, their places."""

    def __init__(self, desk: Desk, panel: VersusPanel, dock: Dock) -> None:
        self._desk, self._panel, self._dock = desk, panel, dock
        self._closed = False  # for want of a second parse
        desk.inspector.document_changed.connect(self._close_if_lone)

    def _close_if_lone(self) -> None:
        """Leave the pictures the height that the panel has, while there is but one parse."""
        why_not = why_not_versus(self._desk.inspector.document)
        if why_not == ONE_PARSE and not self._dock.isHidden():
            self._dock.hide()
            self._closed = True
        elif self._closed and not why_not:
            self._dock.show()
            self._closed = False

    def actions(self) -> list[Action]:
        inspector, panel = self._desk.inspector, self._panel

        def why_not() -> str:
            return why_not_versus(inspector.document)

        def why_no_table() -> str:
            lacking = "" if panel.model.table is not None else "Show the table first: Parse › Compare two parses."
            return why_not() or lacking

        act = partial(Action, needs=Needs.PARSE, group=2,
                      shown=lambda: len(self._desk.document.parses) > 1)  # fmt: skip
        return [
            act("versus.table", "Compare two parses", "Parse",
                "Show what one parse fixes and breaks of another; each figure is a filter.", self._dock.bring_up,
                why_not=why_not, keys=("Ctrl+Shift+B",), words=("fixed", "broken", "versus", "A against B")),
            act("versus.draw", "Draw two parses with the gold", "Parse",
                "Draw gold, A and B of the panel Two parses together: in three pictures, or one overlay.",
                lambda: panel.show_in_picture(inspector.look.against is None),
                checked=lambda: inspector.look.against is not None,
                why_not=lambda: why_not() or ("" if "against" in inspector.view.heeds else
                                              f"{inspector.view.title} cannot be drawn of two parses at once."),
                keys=("Shift+B",), context=Context.PICTURE),
            act("versus.swap", "Swap A and B", "Parse",
                "Put B in the place of A in the panel Two parses, and A in that of B.", panel.swap_parses,
                why_not=why_not),
            act("versus.copy", "Copy the table of two parses", "Parse",
                "Copy the rows of the panel Two parses as they are sorted, with tabs between their cells.",
                lambda: copy_table(self._desk, panel.model), why_not=why_no_table),
            act("versus.save", "Save the table of two parses…", "Parse",
                "Write the rows of the panel Two parses as CSV, JSON, LaTeX, HTML or text.",
                lambda: save_table(self._desk, panel.model), why_not=why_no_table),
        ]  # fmt: skip
