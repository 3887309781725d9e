"""What can be plotted of the scores of parses under one metric: each a function from parses to a `Plot`.

A new plot is a function here and a line in `PLOTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.breakdown.by_fact import called
from goldleaf.core.analysis.breakdown_table import Table, equals, has
from goldleaf.core.analysis.metric_tables import DEFAULT, Source, breakdown_of
from goldleaf.core.analysis.search.fact_search import for_parse
from goldleaf.core.analysis.sides.bins import LENGTHS
from goldleaf.core.analysis.sides.dimensions import dimensions_of
from goldleaf.core.analysis.sides.word_columns import DISTANCE
from goldleaf.core.analysis.significance import Rounds, bands
from goldleaf.core.metrics.base import Metric, Ratio
from goldleaf.core.metrics.induction import LENGTHS as ARC_LENGTHS
from goldleaf.core.scoring import score
from goldleaf.core.steps import Steps, in_turn
from goldleaf.viewer.plots.description import Axis, Bars, Cell, HeatMap, Lines, Plot, Point, Series
from goldleaf.viewer.text.bins import in_words

Floats: TypeAlias = npt.NDArray[np.float64]

ROUNDS = Rounds(1000)  # of the bands: enough for what one can see
MOST = 14  # classes, labels
MOST_TAGS = 30
_BANDS = "Bands: 95 % of the bootstrap over sentences."
_EDGES = (10, 20, 30, 40)  # of `LENGTHS`
_OTHERS = "others"


class Plotted(NamedTuple):
    """A parse of a plot. Conditions on the ``chosen`` one say nothing of a parse, those on another begin with the
    ``prefix`` of its columns; without one they are not there."""

    name: str
    source: Source
    chosen: bool
    prefix: str = ""

    def meant(self, condition: str) -> str:
        """A condition on the chosen parse as one on this."""
        return condition if self.chosen else for_parse(condition, self.prefix) if self.prefix else ""


@dataclass(frozen=True, slots=True)
class Maker:
    """A plot that can be made, and of which metrics."""

    name: str
    title: str
    fits: Callable[[Metric], bool]
    make: Callable[[Sequence[Plotted]], Steps[Plot]]


def plots_of(metric: Metric) -> dict[str, Maker]:
    """What can be plotted of a metric's scores, by name."""
    return {one.name: one for one in PLOTS if one.fits(metric)}


def by_length(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The main score against the length of the gold's sentence, with bands."""
    metric = parses[0].source.scored.metric
    name = main_of(metric)
    series = []
    for one in parses:
        counts = one.source.scored.counts.fill_null(0)
        ratio = one.source.scored.ratios[name]
        assert isinstance(ratio, Ratio)
        words = one.source.gold.sentences["words"].gather(counts["sentence"]).to_numpy()
        places = np.searchsorted(np.array(_EDGES), words, side="left")
        right, total = (
            _spread(counts[column].to_numpy(), places, len(LENGTHS)) for column in (ratio.right, ratio.total)
        )
        points = yield from _points(right, total, [*LENGTHS.values()])
        series.append(Series(one.name, points))
    return Lines(
        title=f"{title_of(name)} by length of sentence",
        x=Axis(title="Words", names=tuple(map(in_words, LENGTHS))),
        y=Axis(title=title_of(name), percent=_is_percent(metric, name)),
        series=tuple(series),
        note=_BANDS,
    )


def by_distance(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The share of the gold's arcs that a parse has, against their distance, with bands."""
    metric = parses[0].source.scored.metric
    names = DISTANCE.categories.to_list()[:-1]
    series = []
    for one in parses:
        facts = yield from one.source.facts()
        arcs = facts.filter(pl.col("in_gold") & pl.col("distance").is_in(names))
        places = arcs["distance"].cast(DISTANCE).to_physical().to_numpy()
        sentence = arcs["sentence"].to_numpy()
        shape = (len(one.source.gold), len(names))
        right, total = np.zeros(shape), np.zeros(shape)
        np.add.at(total, (sentence, places), 1.0)
        np.add.at(right, (sentence, places), arcs["matched"].to_numpy().astype(float))
        conditions = [has(equals("distance", name), "in_gold", of=called(metric)) for name in names]
        points = yield from _points(right, total, conditions)
        series.append(Series(one.name, points))
    return Lines(
        title=f"{metric.title}: arcs found by their distance",
        x=Axis(title="Words from dependent to head in the gold", names=tuple(map(in_words, names))),
        y=Axis(title="Recall", percent=True),
        series=tuple(series),
        note=_BANDS,
    )


def error_mass(parses: Sequence[Plotted]) -> Steps[Plot]:
    """How much of all errors each class carries."""
    metric = parses[0].source.scored.metric
    tables = yield from in_turn([_mass(one.source) for one in parses])
    classes: dict[str, float] = {}
    for _, rows in tables:
        for name, (share, _) in rows.items():
            classes[name] = max(classes.get(name, 0.0), share)
    shown = sorted(classes, key=lambda name: (-classes[name], name))[:MOST]
    series = tuple(
        Series(
            one.name,
            tuple(
                Point(x=rows[name][0], y=place, condition=one.meant(rows[name][1]))
                for place, name in enumerate(shown)
                if name in rows
            ),
        )
        for one, (_, rows) in zip(parses, tables, strict=True)
    )
    by = tables[0][0]
    return Bars(
        title=f"{metric.title}: error mass",
        x=Axis(title="Share of all errors", percent=True),
        y=Axis(title=by, names=tuple(shown)),
        series=series,
    )


def confusions(parses: Sequence[Plotted]) -> Steps[Plot]:
    """What the chosen parse, or else the first, takes for what: labels by labels."""
    one = next((one for one in parses if one.chosen), parses[0])
    table = yield from _table(one.source, "confusions")
    gold, parse, *_ = [name for name in table.frame.columns if name.startswith(("gold_", "parse_"))]
    frame = table.frame.with_row_index("row")
    if "kind" in frame.columns and frame.height:
        frame = frame.filter(kind=frame["kind"][0])
    labels = _most_confused(frame, gold, parse)
    names = tuple("none" if label is None else label for label in labels)
    shown = frame.filter(pl.all_horizontal(pl.col(gold, parse).is_in(labels, nulls_equal=True)))
    cells = tuple(
        Cell(
            row=labels.index(row[gold]),
            column=labels.index(row[parse]),
            value=row["count"],
            text=f"{row['count']:,}",
            condition=table.condition(row["row"], "count"),
            plain=row[gold] == row[parse],
        )
        for row in shown.iter_rows(named=True)
    )
    return HeatMap(
        title=f"{one.name}: {table.title}",
        x=Axis(title="Parse", names=names),
        y=Axis(title="Gold", names=names),
        cells=cells,
        note=f"The {len(labels)} labels with most confusions; what is right has no color.",
    )


def _most_confused(frame: pl.DataFrame, gold: str, parse: str) -> list[str | None]:
    """The labels that are taken for others, or others for them, most often."""
    wrong = frame.filter(pl.col(gold).ne_missing(pl.col(parse)))
    sides = pl.concat([wrong.select(label=name, count="count") for name in (gold, parse)])
    sums = sides.group_by("label").agg(pl.col("count").sum()).sort("count", "label", descending=[True, False])
    return sums["label"].head(MOST + 4).to_list()


def agreement(parses: Sequence[Plotted]) -> Steps[Plot]:
    """How far each parse agrees with each, the gold being one of them, under the main score."""
    metric = parses[0].source.scored.metric
    name = main_of(metric)
    treebanks = [("gold", parses[0].source.gold), *((one.name, one.source.treebank) for one in parses)]
    cells = []
    for row, (_, one) in enumerate(treebanks):
        for column, (_, other) in enumerate(treebanks[:row]):
            yield (row * (row - 1) / 2 + column) / max(len(treebanks) * (len(treebanks) - 1) / 2, 1)
            value = score(metric, other, one).scores().get(name)
            if value is not None and value.value is not None:
                apart = _apart(metric, parses[column - 1] if column else None, parses[row - 1])
                text = f"{100 * value.value:.2f}"
                cells.append(Cell(row=row - 1, column=column, value=value.value, text=text, condition=apart))
    return _each_with_each(f"{title_of(name)} of each with each", [called for called, _ in treebanks], cells)


def _each_with_each(title: str, names: Sequence[str], cells: Sequence[Cell]) -> HeatMap:
    values = [cell.value for cell in cells]
    return HeatMap(
        title=title,
        x=Axis(title="", names=tuple(names[:-1])),
        y=Axis(title="", names=tuple(names[1:])),
        cells=tuple(cells),
        least=2 * min(values) - max(values) if values else 0.0,  # parses are much alike
        note="A click on a figure lists the sentences in which the two differ." * any(one.condition for one in cells),
    )


def _apart(metric: Metric, other: Plotted | None, one: Plotted) -> str:
    """What finds the sentences in which a parse differs from another, or from the gold; empty where nothing does."""
    if other is None:
        return one.meant(has("(missing or extra)", of=called(metric)))
    if not (one.prefix and other.prefix):
        return ""
    if metric.of_words is not None:
        return has("scoring", f"({_unlike(other, one, 'head')} or {_unlike(other, one, 'deprel')})")
    return has(_unlike(other, one, "label"), of="constituent") if metric.bracketing is not None else ""


def _unlike(one: Plotted, other: Plotted, column: str) -> str:
    """That two parses have not the same in a column, or only one of them something."""
    a, b = f"{one.prefix}_{column}", f"{other.prefix}_{column}"
    return f"({a} <> {b} or ({a} is null) <> ({b} is null))"


def by_arc_length(parses: Sequence[Plotted]) -> Steps[Plot]:
    """The main score against the length of the arc, with bands; Gelling et al. 2012, Figure 1, ends at 9 words."""
    names = ARC_LENGTHS[1:]
    series = []
    for one in parses:
        facts = yield from one.source.facts()
        arcs = facts.filter(pl.col("in_gold") & pl.col("arc_length").is_in(names))
        places = arcs["arc_length"].cast(pl.Enum(names)).to_physical().to_numpy()
        sentence = arcs["sentence"].to_numpy()
        right, total = (np.zeros((len(one.source.gold), len(names))) for _ in range(2))
        np.add.at(total, (sentence, places), 1.0)
        np.add.at(right, (sentence, places), arcs["matched"].to_numpy().astype(float))
        of = called(one.source.scored.metric)
        conditions = [one.meant(has("in_gold", equals("arc_length", name), of=of)) for name in names]
        series.append(Series(one.name, (yield from _points(right, total, conditions))))
    return Lines(
        title="Directed accuracy by length of arc",
        x=Axis(
            title="Words from dependent to head in the gold, without punctuation", names=tuple(map(in_words, names))
        ),
        y=Axis(title="Directed accuracy", percent=True),
        series=tuple(series),
        note=_BANDS,
    )


def contingency(parses: Sequence[Plotted]) -> Steps[Plot]:
    """How often the induced tags of the chosen parse, or else the first, occur with the gold's; the most frequent."""
    one = next((one for one in parses if one.chosen), parses[0])
    table = yield from _table(one.source, "contingency")
    tags = table.frame.columns[2 : 2 + MOST_TAGS]
    shown = table.frame.head(MOST_TAGS).with_row_index("row")
    cells = tuple(
        Cell(
            row=row["row"],
            column=column,
            value=row[tag],
            text=f"{row[tag]:,}",
            condition=table.condition(row["row"], tag),
        )
        for row in shown.iter_rows(named=True)
        for column, tag in enumerate(tags)
        if row[tag]
    )
    cut = f", the {MOST_TAGS} most frequent" if max(table.frame.height, table.frame.width - 2) > MOST_TAGS else ""
    return HeatMap(
        title=f"{one.name}: induced tags and the gold's{cut}",
        x=Axis(title="Gold", names=tuple(tags)),
        y=Axis(title="Induced", names=tuple(shown["induced"])),
        cells=cells,
        note=f"The most frequent tags, {MOST_TAGS} at most; words that have both.",
    )


PLOTS = (
    Maker("length", "Score by length of sentence", lambda metric: bool(main_of(metric)), by_length),
    Maker("distance", "Score by distance", lambda metric: _has(metric, "distance"), by_distance),
    Maker("error-mass", "Error mass", lambda metric: bool(_mass_table(metric)), error_mass),
    Maker("confusions", "Confusions", lambda metric: breakdown_of(metric, "confusions") is not None, confusions),
    Maker("arc-length", "Score by length of arc", lambda metric: _breaks_into(metric, "lengths"), by_arc_length),
    Maker("contingency", "Induced tags", lambda metric: _breaks_into(metric, "contingency"), contingency),
    Maker("agreement", "Agreement of parses", lambda metric: bool(main_of(metric)), agreement),
)
"""In the order of a menu."""


def main_of(metric: Metric) -> str:
    """The score that is plotted: the main one if it is a ratio of counts, else the first that is; empty if none is."""
    names = [metric.main, *metric.ratios] if metric.main else [*metric.ratios]
    return next((name for name in names if isinstance(metric.ratios.get(name), Ratio)), "")


def title_of(name: str) -> str:
    """What a score is called in a plot: LAS, F1, accuracy."""
    return name.upper() if len(name) <= 4 else name.replace("_", " ").replace(".", " ")


def _is_percent(metric: Metric, name: str) -> bool:
    ratio = metric.ratios[name]
    return isinstance(ratio, Ratio) and ratio.percent


def _breaks_into(metric: Metric, table: str) -> bool:
    return breakdown_of(metric, table) is not None


def _has(metric: Metric, dimension: str) -> bool:
    return any(one.name == dimension for one in dimensions_of(metric))


def _spread(values: npt.NDArray[Any], places: npt.NDArray[np.intp], width: int) -> Floats:
    """Each row's value in the column that is its place."""
    table = np.zeros((len(values), width))
    table[np.arange(len(values)), places] = values
    return table


def _points(right: Floats, total: Floats, conditions: Sequence[str]) -> Steps[tuple[Point, ...]]:
    """The ratios of the columns' sums with their bands; none where there is nothing."""
    low, high = yield from bands(right, total, ROUNDS)
    sums = right.sum(0), total.sum(0)
    return tuple(
        Point(
            x=place,
            y=float(sums[0][place] / sums[1][place]),
            low=float(low[place]),
            high=float(high[place]),
            label=f"{sums[1][place]:,.0f} in all",
            condition=condition,
        )
        for place, condition in enumerate(conditions)
        if sums[1][place] > 0
    )


def _table(source: Source, name: str) -> Steps[Table]:
    found = breakdown_of(source.scored.metric, name)
    assert found is not None
    return (yield from found.make(source, DEFAULT))


def _mass_table(metric: Metric) -> str:
    """The table that tells the error mass of a metric."""
    wanted = ("error_mass", "constituent-errors", "label", "tag", "role", "word_tag")
    return next((name for name in wanted if breakdown_of(metric, name) is not None), "")


def _mass(source: Source) -> Steps[tuple[str, dict[str, tuple[float, str]]]]:
    """What the classes are, and by their names their shares of all errors, with conditions."""
    name = _mass_table(source.scored.metric)
    table = yield from _table(source, name)
    frame = table.frame.with_row_index("row")
    if name == "error_mass":
        frame = frame.filter(by="relation")
    if "mass_share" not in frame.columns:
        frame = frame.with_columns(errors=pl.col("missing") + pl.col("extra"))
        frame = frame.with_columns(mass_share=pl.col("errors") / max(int(frame["errors"].sum()), 1), **{"class": name})
    key = "class" if "mass_share" in table.frame.columns else name
    figure = "errors" if name == "error_mass" else "brackets" if name == "constituent-errors" else "f1"
    rows = {
        _class(row, key): (row["mass_share"], table.condition(row["row"], figure))
        for row in frame.iter_rows(named=True)
    }
    return {"error_mass": "Relation", "constituent-errors": "Class"}.get(name, name.capitalize()), rows


def _class(row: dict[str, Any], key: str) -> str:
    name = "none" if row[key] is None else f"{row[key]}"
    return f"{row['kind']} {name}" if "kind" in row and key != "kind" else name
