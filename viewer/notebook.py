"""`goldleaf.viewer.figure`: the figure of a sentence for scripts and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtGui import QGuiApplication

from goldleaf.core.errors import OptionError
from goldleaf.core.formats import read
from goldleaf.core.metrics import BY_DEFAULT, METRICS, Metric, create_each
from goldleaf.core.naming import annotators_of
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.canvas.fonts import measure
from goldleaf.viewer.diagram.theme import load as load_theme
from goldleaf.viewer.figures.figure import Figure
from goldleaf.viewer.figures.render import render
from goldleaf.viewer.figures.wanted import CHOICES, Wanted, own_options
from goldleaf.viewer.session.loading import document_of
from goldleaf.viewer.session.navigation import row_of

Trees: TypeAlias = Treebank | str | Path | Any

_application: QGuiApplication | None = None  # for fonts; kept as long as Python runs


def figure(
    gold: Trees, parse: Trees | None = None, *, sentence: int | str = 1, view: str = "auto", metric: str | None = None,
    other_golds: Sequence[Trees] = (), lattice: Trees | None = None,
    format: str | None = None, encoding: str = "utf-8", separator: str = "-",  # noqa: A002, as the command line has it
    adjudicate: bool = False, titles: tuple[str, str] | None = None,
    **choices: Any,  # noqa: ANN401, as many kinds as there are options
) -> Figure:  # fmt: skip
    """One sentence as a figure: what ``goldleaf render`` draws, with the same options by the same names.

    gold, parse, other_golds, lattice
        Treebanks, paths that are read (``format``, ``encoding`` and ``separator`` say how), or what else `read` takes.
    sentence
        A number, from 1, or an id.
    view
        ``arcs``, ``tree``, ``function``, ``lattice``, or ``auto``.
    metric
        Whose differences are marked; by default the view's usual one.
    adjudicate
        Both are annotators', none is the gold; they are called by ``titles``, else by what tells their files apart.
    choices
        ``compare``, ``only_differences``, ``rows``, ``width`` (a preset or centimetres), ``theme``, ``legend``, … and
        the options of the view and of metrics, such as ``style="bottom"`` or ``punctuation="include"``.

    A figure shows itself in a notebook, dark on a dark screen unless it is given a theme, and has ``save(path)`` for
    ``.svg``, ``.pdf``, ``.png`` and ``.tex``. Raises GoldleafError for files that cannot be read, and OptionError for
    what cannot be asked for.
    """
    global _application
    if QGuiApplication.instance() is None:  # text is measured by Qt, which needs no display for it
        _application = QGuiApplication(["goldleaf", "-platform", "offscreen"])
    metrics, rest = _metrics([metric] if metric else BY_DEFAULT, choices)
    own = {name: value for name, value in rest.items() if name in own_options() and name not in CHOICES}
    for name in sorted({*rest} - {*CHOICES, "against"} - {*own}):
        raise OptionError(f"{name}: a figure has no such option; see goldleaf render --help")
    shared = {name: value for name, value in rest.items() if name not in own}
    wanted = Wanted(view="lattice" if lattice is not None and view == "auto" else view, own=own, **shared)

    def treebank(trees: Trees) -> Treebank:
        if isinstance(trees, Treebank):
            return trees
        return read(trees, strict=False, format=format, encoding=encoding, separator=separator)

    sides = [treebank(trees) for trees in (gold, parse) if trees is not None]
    if adjudicate and len(sides) < 2:
        raise OptionError("adjudicate: give the trees of two annotators")
    if titles is None:
        titles = ("gold", "parse")
        if adjudicate:
            first, second = annotators_of([Path(side.path) for side in sides])
            titles = (first, second)
    making = document_of(
        sides[0], dict(zip([titles[1]], sides[1:], strict=False)), metrics, [metric] if metric else (),
        other_golds=[*map(treebank, other_golds)], gold_names=[titles[0]] * adjudicate,
        lattice=treebank(lattice) if lattice is not None else None, adjudicated=adjudicate,
    )  # fmt: skip
    document = finished(making)
    row = row_of(document.gold, f"#{sentence}" if isinstance(sentence, int) else sentence)
    made = render(document, row, wanted, measure, metric=metric, titles=titles)
    return made if "theme" in choices else replace(made, dark=load_theme("dark"))


def _metrics(names: Sequence[str], choices: dict[str, Any]) -> tuple[list[Metric], dict[str, Any]]:
    """The metrics with those of the choices that are theirs, and the other choices."""
    options = {option.name for name in names if name in METRICS for option in METRICS[name].options}
    own = {name: value for name, value in choices.items() if name in options}
    return create_each(names, own), {name: value for name, value in choices.items() if name not in options}
