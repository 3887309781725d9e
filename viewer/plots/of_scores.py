"""What can be plotted of the scores of parses under one metric: each a function from parses to a `Plot`.

A new plot is a function here and a line in `PLOTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.breakdown.of_facts import called
from goldleaf.core.analysis.breakdown_table import Breakdown, equals, has
from goldleaf.core.analysis.metric_tables import DEFAULT, TableSource, breakdown_of
from goldleaf.core.analysis.search.has import for_parse
from goldleaf.core.analysis.sides.fact_table import LENGTHS, dimensions_of
from goldleaf.core.analysis.sides.word_columns import DISTANCE
from goldleaf.core.analysis.significance import Rounds, bands
from goldleaf.core.errors import counted
from goldleaf.core.facts import Floats
from goldleaf.core.metrics.base import Metric, Ratio
from goldleaf.core.metrics.induction import LENGTHS as ARC_LENGTHS
from goldleaf.core.scoring import score
from goldleaf.core.steps import Steps, in_turn
from goldleaf.viewer.plots.description import Axis, Bars, HeatCell, HeatMap, LineChart, Plot, Point, Series
from goldleaf.viewer.text.numbers import in_words

ROUNDS = Rounds(1000)  # of the bands: enough for what one can see
MOST = 14  # classes, labels: more cannot be read beside each other
MOST_TAGS = 30
FEW = 5  # sentences, of fewer of which the bootstrap knows nothing: of one it is sure
_BANDS = f"Bands: 95 % of the bootstrap over sentences, where there are {FEW} or more."


class Plotted(NamedTuple):
    """A parse of a plot. Conditions on the ``chosen`` one say nothing of a parse, those on another begin with the
    ``prefix`` of its columns; without one they are not there."""

    name: str
    source: TableSource
    chosen: bool
    prefix: str = ""

    def meant(self, condition: str) -> str:
        return condition if self.chosen else for_parse(condition, self.prefix) if self.prefix else ""


class Maker(NamedTuple):
    """A plot that can be made, and of which metrics."""

    name: str
    title: str
    fits: Callable[[Metric], bool]
    make: Callable[[Sequence[Plotted]], Steps[Plot]]


def plots_of(metric: Metric) -> dict[str, Maker]:
    return {maker.name: maker for maker in PLOTS if maker.fits(metric)}


def by_length(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The main score against the length of the gold's sentence, with bands."""
    metric = parses[0].source.scored.metric
    name = main_of(metric)
    bounds = np.array((10, 20, 30, 40))  # of `LENGTHS`
    lengths = np.searchsorted(bounds, parses[0].source.gold.sentences["words"].to_numpy(), side="left")
    names = [f"{in_words(name)} ({(lengths == place).sum():,})" for place, name in enumerate(LENGTHS)]

    def points(parse: Plotted) -> Steps[tuple[Point, ...]]:
        counts, ratio = parse.source.scored.counts.fill_null(0), parse.source.scored.ratios[name]
        assert isinstance(ratio, Ratio)
        words = parse.source.gold.sentences["words"].gather(counts["sentence"]).to_numpy()
        places = np.searchsorted(bounds, words, side="left")
        right, total = np.zeros((2, len(counts), len(LENGTHS)))
        for table, column in ((right, ratio.right), (total, ratio.total)):
            table[np.arange(len(counts)), places] = counts[column].to_numpy()
        return (yield from _points(right, total, [*LENGTHS.values()]))

    y = Axis(title=metric.title_of(name), percent=metric.ratios[name].percent)
    title, x = f"{y.title} by length of sentence", "Words (in so many sentences)"
    return (yield from _lines(title, x, names, y, parses, [points(parse) for parse in parses]))


def by_distance(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The share of the gold's arcs that a parse has, against their distance, with bands."""
    metric = parses[0].source.scored.metric
    names = DISTANCE.categories.to_list()[:-1]
    conditions = [has(equals("distance", name), "in_gold", of=called(metric)) for name in names]
    works = [_matched(parse.source, "distance", names, conditions) for parse in parses]
    title, x = f"{metric.title}: arcs found by their distance", "Words from dependent to head in the gold"
    return (yield from _lines(title, x, names, Axis(title="Recall", percent=True), parses, works))


def by_arc_length(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The main score against the length of the arc, with bands; Gelling et al. 2012, Figure 1, has no 10 and more."""
    names, of = ARC_LENGTHS[1:], called(parses[0].source.scored.metric)
    conditions = [has("in_gold", equals("arc_length", name), of=of) for name in names]
    works = [_matched(parse.source, "arc_length", names, [*map(parse.meant, conditions)]) for parse in parses]
    x, y = "Words from dependent to head in the gold, without punctuation", Axis("Directed accuracy", percent=True)
    return (yield from _lines("Directed accuracy by length of arc", x, names, y, parses, works))


def _lines(
    title: str, x: str, names: Iterable[str], y: Axis, parses: Sequence[Plotted],
    works: Sequence[Steps[tuple[Point, ...]]],
) -> Steps[Plot]:  # fmt: skip
    """A line a parse over bins of these names; ``works`` give the parses' points."""
    drawn = yield from in_turn(works)
    series = tuple(Series(parse.name, own) for parse, own in zip(parses, drawn, strict=True))
    return LineChart(title=title, x=Axis(title=x, names=tuple(map(in_words, names))), y=y, series=series, note=_BANDS)


def _matched(
    source: TableSource, column: str, names: Sequence[str], conditions: Sequence[str]
) -> Steps[tuple[Point, ...]]:
    """How many of the gold's facts a parse has, by what a column says of them."""
    yield 0.0
    facts = source.facts()
    assert facts is not None
    yield 0.5
    arcs = facts.filter(pl.col("in_gold") & pl.col(column).is_in(names))
    places = arcs[column].cast(pl.Enum(names)).to_physical().to_numpy()
    sentence = arcs["sentence"].to_numpy()
    right, total = np.zeros((2, len(source.gold), len(names)))
    np.add.at(total, (sentence, places), 1.0)
    np.add.at(right, (sentence, places), arcs["matched"].to_numpy().astype(float))
    return (yield from _points(right, total, conditions))


def _points(right: Floats, total: Floats, conditions: Sequence[str]) -> Steps[tuple[Point, ...]]:
    """The ratios of the columns' sums with their bands; none where there is nothing."""
    # By sentences, for words of one sentence are not independent of each other.
    low, high = yield from bands(right, total, ROUNDS)
    sums = right.sum(0), total.sum(0)
    shares, numbers = np.divide(*sums, out=np.zeros(len(conditions)), where=sums[1] > 0), (total > 0).sum(0)
    figures = zip(*(table.tolist() for table in (shares, low, high, sums[1], numbers)), conditions, strict=True)
    points = []
    for place, (share, least, most, count, number, condition) in enumerate(figures):
        lower, upper = (least, most) if number >= FEW else (None, None)
        label = f"{count:,.0f} in {counted(number, 'sentence')}"
        points += [Point(place, share, lower, upper, label=label, condition=condition)] * (count > 0)
    return (*points,)


# What the rows of tables are, and by which figure they are found.
_MASSES = {
    "error_mass": ("Relation", "errors"),
    "constituent-errors": ("Class", "brackets"),
    "error_classes": ("Class", "errors"),
}


def error_mass(parses: Sequence[Plotted], name: str = "") -> Steps[Plot]:
    """The shares of the rows of a table, by its name, or of the first that a metric has."""
    metric = parses[0].source.scored.metric
    name = name or _mass_table(metric)
    tables = yield from in_turn([_mass(parse.source, name) for parse in parses])
    classes = {label: max(rows[label][0] for rows in tables if label in rows) for own in tables for label in own}
    # One order for all parses: by the parse for which a class is worst.
    shown = sorted(classes, key=lambda label: (-classes[label], label))[:MOST]
    series = []
    for parse, rows in zip(parses, tables, strict=True):
        own = ((place, rows[label]) for place, label in enumerate(shown) if label in rows)
        points = (Point(x=share, y=place, condition=parse.meant(condition)) for place, (share, condition) in own)
        series.append(Series(parse.name, tuple(points)))
    by, _ = _MASSES.get(name, (name.capitalize(), "f1"))
    x, y = Axis(title="Share of all errors", percent=True), Axis(title=by, names=tuple(shown))
    what = "error classes" if name == "error_classes" else "error mass"
    return Bars(title=f"{metric.title}: {what}", x=x, y=y, series=tuple(series))


def _mass_table(metric: Metric) -> str:
    wanted = ("error_mass", "constituent-errors", "label", "tag", "role", "word_tag")
    return next((name for name in wanted if breakdown_of(metric, name) is not None), "")


def _mass(source: TableSource, name: str) -> Steps[dict[str, tuple[float, str]]]:
    """By the names of the classes their shares of all errors, with conditions."""
    table = yield from _table(source, name)
    frame = table.frame.with_row_index("row")
    if name == "error_mass":
        frame = frame.filter(by="relation")
    if "mass_share" not in frame.columns:
        frame = frame.with_columns(errors=pl.col("missing") + pl.col("extra"))
        frame = frame.with_columns(mass_share=pl.col("errors") / max(int(frame["errors"].sum()), 1), **{"class": name})
    key = "class" if "mass_share" in table.frame.columns else name
    _, figure = _MASSES.get(name, (name, "f1"))
    rows = {}
    for row in frame.iter_rows(named=True):
        kind = [row["kind"]] if "kind" in row and key != "kind" else []
        label = " ".join([*kind, *([] if kind and row[key] is None else [f"{row[key] or 'none'}"])])
        rows[label] = row["mass_share"], table.condition(row["row"], figure)
    return rows


def confusions(parses: Sequence[Plotted]) -> Steps[Plot]:
    """What the chosen parse, or else the first, takes for what: labels by labels."""
    parse = next((parse for parse in parses if parse.chosen), parses[0])
    table = yield from _table(parse.source, "confusions")
    gold, other, *_ = [name for name in table.frame.columns if name.startswith(("gold_", "parse_"))]
    frame = table.frame.with_row_index("row")
    # One kind of facts only, the most often confused: labels of different kinds are never confused.
    if "kind" in frame.columns and frame.height:
        frame = frame.filter(kind=frame["kind"][0])
    # The labels that are taken for others, or others for them, most often.
    wrong = frame.filter(pl.col(gold).ne_missing(pl.col(other)))
    sides = pl.concat([wrong.select(label=name, count="count") for name in (gold, other)])
    sums = sides.group_by("label").agg(pl.col("count").sum()).sort("count", "label", descending=[True, False])
    labels = sums["label"].head(MOST + 4).to_list()
    names = tuple("none" if label is None else label for label in labels)
    shown = frame.filter(pl.all_horizontal(pl.col(gold, other).is_in(labels, nulls_equal=True)))
    cells = []
    for row in shown.iter_rows(named=True):
        condition, plain = table.condition(row["row"], "count"), row[gold] == row[other]
        place = {"row": labels.index(row[gold]), "column": labels.index(row[other])}
        cells.append(HeatCell(**place, value=row["count"], text=f"{row['count']:,}", condition=condition, plain=plain))
    note = f"The {len(labels)} labels with most confusions; what is right has no color."
    x, y = Axis(title="Parse", names=names), Axis(title="Gold", names=names)
    return HeatMap(title=f"{parse.name}: {table.title}", x=x, y=y, cells=tuple(cells), note=note)


def contingency(parses: Sequence[Plotted]) -> Steps[Plot]:
    """How often the induced tags of the chosen parse, or else the first, occur with the gold's; the most frequent."""
    parse = next((parse for parse in parses if parse.chosen), parses[0])
    table = yield from _table(parse.source, "contingency")
    tags, shown = table.frame.columns[2 : 2 + MOST_TAGS], table.frame.head(MOST_TAGS)
    cells = [
        HeatCell(row, column, values[tag], f"{values[tag]:,}", table.condition(row, tag))
        for row, values in enumerate(shown.iter_rows(named=True))
        for column, tag in enumerate(tags)
        if values[tag]
    ]
    cut = f", the {MOST_TAGS} most frequent" if max(table.frame.height, table.frame.width - 2) > MOST_TAGS else ""
    x, y = Axis(title="Gold", names=tuple(tags)), Axis(title="Induced", names=tuple(shown["induced"]))
    title = f"{parse.name}: induced tags and the gold's{cut}"
    note = f"The most frequent tags, {MOST_TAGS} at most; words that have both."
    return HeatMap(title=title, x=x, y=y, cells=tuple(cells), note=note)


def _table(source: TableSource, name: str) -> Steps[Breakdown]:
    made = breakdown_of(source.scored.metric, name)
    assert made is not None
    return (yield from made.make(source, DEFAULT))


def agreement(parses: Sequence[Plotted]) -> Steps[Plot]:
    """How far each parse agrees with each, the gold being one of them, under the main score."""
    metric = parses[0].source.scored.metric
    name = main_of(metric)
    treebanks = [("gold", parses[0].source.gold), *((parse.name, parse.source.treebank) for parse in parses)]
    cells = []
    for row, (_, parse) in enumerate(treebanks):
        for column, (_, other) in enumerate(treebanks[:row]):
            yield (row * (row - 1) / 2 + column) / max(len(treebanks) * (len(treebanks) - 1) / 2, 1)
            value = score(metric, other, parse).scores().get(name)
            if value is not None and value.value is not None:
                differing = _differing(metric, parses[column - 1] if column else None, parses[row - 1])
                text = f"{100 * value.value:.2f}"
                cells.append(HeatCell(row=row - 1, column=column, value=value.value, text=text, condition=differing))
    values = [cell.value for cell in cells]
    names = tuple(annotator for annotator, _ in treebanks)
    least = 2 * min(values) - max(values) if values else 0.0  # parses are much alike
    note = "A click on a figure lists the sentences in which the two differ." * any(cell.condition for cell in cells)
    title, x, y = f"{metric.title_of(name)} of each with each", Axis("", names[:-1]), Axis("", names[1:])
    return HeatMap(title=title, x=x, y=y, cells=tuple(cells), least=least, note=note)


def _differing(metric: Metric, other: Plotted | None, parse: Plotted) -> str:
    """What finds the sentences in which a parse differs from another, or from the gold; empty where nothing does."""
    if other is None:
        return parse.meant(has("(missing or extra)", of=called(metric)))
    if not (parse.prefix and other.prefix):
        return ""

    def unlike(column: str) -> str:  # also where only one of them has something
        a, b = f"{other.prefix}_{column}", f"{parse.prefix}_{column}"
        return f"({a} <> {b} or ({a} is null) <> ({b} is null))"

    if metric.of_words is not None:
        return has("scoring", f"({unlike('head')} or {unlike('deprel')})")
    return has(unlike("label"), of="constituent") if metric.bracketing is not None else ""


def main_of(metric: Metric) -> str:
    """The score that is plotted: the main one if it is a ratio of counts, else the first that is; empty if none is."""
    return next((name for name in (metric.main, *metric.ratios) if isinstance(metric.ratios.get(name), Ratio)), "")


def _with_table(name: str) -> Callable[[Metric], bool]:
    return lambda metric: breakdown_of(metric, name) is not None


# In the order of a menu.
PLOTS = (
    Maker("length", "Score by length of sentence", lambda metric: bool(main_of(metric)), by_length),
    Maker(
        "distance", "Score by distance",
        lambda metric: any(one.name == "distance" for one in dimensions_of(metric)), by_distance,
    ),
    Maker("error-mass", "Error mass", lambda metric: bool(_mass_table(metric)), error_mass),
    Maker("error-classes", "Error classes", _with_table("error_classes"), partial(error_mass, name="error_classes")),
    Maker("confusions", "Confusions", _with_table("confusions"), confusions),
    Maker("arc-length", "Score by length of arc", _with_table("lengths"), by_arc_length),
    Maker("contingency", "Induced tags", _with_table("contingency"), contingency),
    Maker("agreement", "Agreement of parses", lambda metric: bool(main_of(metric)), agreement),
)  # fmt: skip
