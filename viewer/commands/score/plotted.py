"""`goldleaf score --plot NAME -o FILE`: a plot of the scores as PDF, SVG, PGF or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from goldleaf.core.errors import OptionError
from goldleaf.core.results import Choice, ScoredParse, source_of
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.options import PlotLook, option
from goldleaf.viewer.commands.terminal import complain

NAMES = ("length", "distance", "error-mass", "confusions", "arc-length", "contingency", "agreement")
"""What can be plotted, told without loading what plots it; a test compares."""


@dataclass(frozen=True, slots=True)
class Plotting(PlotLook):
    """What is plotted, and where to; a group of options, for `with_options`."""

    PANEL: ClassVar = "Plots"

    plot: str | None = option(f"Write a plot: {', '.join(NAMES)}; of the first metric that has it.", "NAME")
    plot_file: Path | None = option("The file of --plot: .pdf, .svg, .pgf or .png.", "FILE", "-o", "--output")

    def check(self) -> None:
        """Raise OptionError where one is there without the other, or cannot be."""
        if (self.plot is None) != (self.plot_file is None):
            raise OptionError("--plot NAME and -o FILE belong together: what is plotted, and where to")
        if self.plot is not None and self.plot not in NAMES:
            raise OptionError(f"--plot {self.plot}: no such plot; there are {', '.join(NAMES)}")
        self.check_plot(self.plot_file)


def write_plot(asked: Plotting, gold: Treebank, parses: Sequence[ScoredParse], choice: Choice) -> None:
    """Write the plot that is asked for, of the first metric that has it. Raises OptionError where none has."""
    if asked.plot is None or asked.plot_file is None:
        return
    from goldleaf.viewer.plots.of_scores import Plotted, plots_of

    used = [scored.metric for scored in parses[0].scored.values()]
    makers = {metric.name: plots_of(metric) for metric in used}
    name = next((name for name, there in makers.items() if asked.plot in there), None)
    if name is None:
        raise OptionError(f"--plot {asked.plot}: there is nothing of it to plot under {', '.join(makers)}")
    maker = makers[name][asked.plot]
    plotted = [
        Plotted(
            one.name, source_of(one.scored[name], gold, one.parse, choice.rows(gold, one.parse)), chosen=number == 0
        )
        for number, one in enumerate(parses)
    ]
    if remark := asked.write_plot(finished(maker.make(plotted)), asked.plot_file):
        complain(f"{asked.plot_file}: warning: {remark}")
