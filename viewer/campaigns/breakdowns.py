"""Who is before whom, and what is easy for whom; figures broken down, pooled over treebanks or systems; properties,
theories, and what goes together with what, also as plots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import polars as pl

from goldleaf.core.analysis.properties import PROPERTIES, property_frame
from goldleaf.core.campaigns import breakdown, results
from goldleaf.core.campaigns.results import Results, of_treebanks
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.campaigns.scores import Row, ShownCampaign, columns_of, heading, in_blocks, named, of_run
from goldleaf.viewer.plots.description import Axis, Bubbles, Point, Series
from goldleaf.viewer.tables.properties import property_table, property_title
from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.theories import common_tables

PLACES = {1: "best", 2: "second", -2: "last but one", -1: "worst"}


def changes(view: ShownCampaign) -> Iterator[Table]:
    """The ranks of systems under every score and option, and how they differ from the first (CoNLL-X, Table 6)."""
    scores = [*view.scores, *view.others]
    if not scores or view.averages["system"].n_unique() < 2:
        return
    frame = results.changes(view.averages, [(score.measure, score.score) for score in scores])
    group_of = {system.name: system.group for system in view.results.campaign.systems}
    grouped = any(group_of.values())
    called = [score.short for score in scores]
    of_scores = []
    for number, score in enumerate(scores):  # with its metric's name where another of the scores is called so, too
        group = score.short if called.count(score.short) == 1 else f"{score.metric} {score.short}"
        own_columns = [Column("average", kind=score.kind, group=group), Column("rank", kind=Kind.ORDINAL, group=group)]
        own_columns += [Column("group_rank", "in group", Kind.ORDINAL, group)] * grouped
        own_columns += [Column("change", kind=Kind.ORDINAL, group=group, signed=True)] * bool(number)
        of_scores.append(own_columns)
    columns = [Column("system"), *[Column("in", "group")] * grouped, *chain.from_iterable(of_scores)]
    blocks = []
    for run in view.runs:
        own = {(row["system"], row["order"]): row for row in of_run(frame, run).iter_rows(named=True)}
        names = dict.fromkeys(system for system, _ in own)
        rows: list[Row] = []
        # In the order of the first score; those without are last.
        for name in sorted(names, key=lambda name: own.get((name, 0), {}).get("rank") or len(names) + 1):
            numbered = ((number, column) for number, of_score in enumerate(of_scores) for column in of_score)
            figures = [own.get((name, number), {}).get(column.name) for number, column in numbered]
            rows.append([name, *[group_of[name]] * grouped, *figures])
        blocks.append((run.name, rows))
    note = "By the average over treebanks, absent submissions as 0. change: ranks higher than under the first score."
    yield in_blocks("Ranks under each score", columns, blocks, note)


def treebank_ranks(view: ShownCampaign) -> Iterator[Table]:
    """The rank of each system on each treebank, and how much higher that is than over all (CoNLL-X, § 7.2)."""
    for score in [*view.scores, *view.others]:
        figures = view.of(results.by_treebank(view.figures, view.averages), score)
        treebanks = [treebank for treebank in columns_of(view, score) if not treebank.optional]
        if figures["system"].n_unique() < 2 or len(treebanks) < 2:
            continue
        columns = [Column("system"), Column("rank", "over all", Kind.ORDINAL)]
        for treebank in treebanks:
            columns.append(Column("rank", kind=Kind.ORDINAL, group=heading(treebank)))
            columns.append(Column("change", kind=Kind.ORDINAL, group=heading(treebank), signed=True))
        blocks = []
        for run in view.runs:
            own = {(row["system"], row["treebank"]): row for row in of_run(figures, run).iter_rows(named=True)}
            overall = {system: row["overall"] for (system, _), row in own.items()}
            rows: list[Row] = []
            for system in sorted(overall, key=lambda name: overall[name] or len(overall) + 1):
                on_each = [own.get((system, treebank.name), {}) for treebank in treebanks]
                cells = [row.get(key) for row in on_each for key in ("rank", "change")]
                rows.append([system, overall[system], *cells])
            blocks.append((run.name, rows))
        yield in_blocks(f"{score.title}: ranks by treebank", columns, blocks, "change: ranks higher than over all.")


def extremes(view: ShownCampaign) -> Iterator[Table]:
    """The two best and the two worst treebanks of each system (SPMRL 2013, Table 10)."""
    frame = results.extremes(view.figures)
    for score in view.scores:
        own = view.of(frame, score)
        columns = [Column("system")]
        for title in PLACES.values():
            columns += [Column("treebank", group=title), Column("value", kind=score.kind, group=title)]
        blocks: list[tuple[str, list[Row]]] = []
        for run in view.runs:
            places: dict[str, dict[int, tuple[str, float]]] = {}
            for row in of_run(own, run).iter_rows(named=True):
                places.setdefault(row["system"], {})[row["place"]] = (row["treebank"], row["value"])
            for group, members in view.results.campaign.groups.items():
                rows: list[Row] = [
                    [name, *(part for place in PLACES for part in places[name].get(place, (None, None)))]
                    for name in members
                    if name in places
                ]
                blocks.append((named(run, group), rows))
        yield in_blocks(f"{score.title}: best and worst treebanks", columns, blocks)


def difficulty(view: ShownCampaign) -> Iterator[Table]:
    """Treebanks from the easiest to the most difficult: averages and best scores over systems (CoNLL-X, § 7.1)."""
    for score in view.scores:
        figures = (Column(name, kind=score.kind) for name in ("average", "sd", "best"))
        columns = [Column("treebank"), *figures, Column("systems", kind=Kind.COUNT)]
        names = [column.name for column in columns]
        ordered = view.of(view.treebanks, score).sort("average", descending=score.percent, maintain_order=True)
        blocks = [(run.name, _rows(of_run(ordered, run).select(names))) for run in view.runs]
        yield in_blocks(f"{score.title}: treebanks, over systems", columns, blocks)


_CORRELATIONS = (
    Column("n", kind=Kind.COUNT), Column("pearson", "Pearson", Kind.COEFFICIENT),
    Column("spearman", "Spearman", Kind.COEFFICIENT),
)  # fmt: skip
_OPTIONAL = " Optional treebanks are left out."
_TELLING = pl.col("pearson").is_not_null()  # there is enough to say anything


def roots(view: ShownCampaign) -> Iterator[Table]:
    """Precision and recall of words at the root, over all treebanks together (CoNLL-X, § 7.2)."""
    found = breakdown.roots(breakdown.broken_down(view.results))
    shares = [Column(name, kind=Kind.SHARE) for name in ("recall", "precision")]
    shares.append(Column("label_recall", "recall with label", Kind.SHARE))
    columns = [Column("system"), Column("words", "roots", Kind.COUNT), *shares]
    ordered = found.sort("recall", descending=True, nulls_last=True, maintain_order=True)
    shown = [column.name for column in columns]
    blocks = [(run.name, _rows(of_run(ordered, run).select(shown))) for run in view.runs]
    partly = bool(found["words"].is_null().any())
    yield in_blocks("Words at the root, all treebanks together", columns, blocks, _left_out(view, partly=partly))


def by_value(view: ShownCampaign, table: str, title: str) -> Iterator[Table]:
    """LAS by the values of a table, the gold's tags or whether forms were seen: of each system over all treebanks, and
    on each treebank over all systems (CoNLL-X, § 7.3). A row a value, the most frequent first."""
    parts = breakdown.broken_down(view.results)
    for by, together in (("system", "treebanks"), ("treebank", "systems")):
        for run in view.runs:
            own = of_run(breakdown.accuracies(of_run(parts, run), table, by), run)
            names = list(dict.fromkeys(own[by]))
            values = {(row["value"], row[by]): row["las"] for row in own.iter_rows(named=True)}
            shares = (Column(name, kind=Kind.SHARE) for name in names)
            columns = [Column(table), Column("words", kind=Kind.COUNT), *shares]
            counts = of_run(breakdown.words(parts, table, by), run).select("value", "words").iter_rows()
            rows = [[value, count, *(values.get((value, name)) for name in names)] for value, count in counts]
            note = "Of each treebank by the systems that have parsed it."
            if by == "system":
                note = _left_out(view, partly=bool(own["words"].is_null().any()))
            whole = f"{title}, all {together} together"
            yield Table(f"{whole}: {run.name}" if run.name else whole, columns, rows, note)


def _left_out(view: ShownCampaign, *, partly: bool) -> str:
    # What is left out where systems are compared; ``partly`` whether any lacks treebanks that others have.
    lines = ["Without optional treebanks."] if any(one.optional for one in view.results.campaign.treebanks) else []
    if partly:
        lines.append("A dash: the system lacks treebanks that others have; it would be of other words.")
    return "\n".join(lines)


def properties(view: ShownCampaign) -> Iterator[Table]:
    """A row a property, a column a treebank; those of what systems were trained on in another table."""
    yield property_table(view.results.properties_of("gold"), "Properties of the golds")
    trains = {
        f"{name}{side.removeprefix('train')}": own
        for name, sides in view.results.properties.items()
        for side, own in sides.items()
        if side.startswith("train")
    }
    yield property_table(trains, "Properties of the training files")


def theories(view: ShownCampaign) -> Iterator[Table]:
    if view.results.theories is not None:
        yield from common_tables(view.results.theories.about["common"])


def correlated(view: ShownCampaign) -> Iterator[Table]:
    """How scores go together over systems and treebanks, in each run."""
    columns = [Column("a", "score"), Column("b", "score"), *_CORRELATIONS]
    scores = [(score.measure, score.score) for score in view.scores]
    found = ((run.name, breakdown.of_scores(of_run(view.figures, run), scores)) for run in view.runs)
    blocks = [(name, _rows(frame.filter(_TELLING))) for name, frame in found]
    note = f"Over all systems and treebanks that have both.{_OPTIONAL}"
    yield in_blocks("Correlations of scores", columns, blocks, note)


def properties_with_scores(view: ShownCampaign) -> Iterator[Table]:
    """How the scores of treebanks go together with their properties in each run, the strongest first."""
    scores = [(score.measure, score.score) for score in view.scores]
    columns = [Column("a", "score"), Column("b", "property"), Column("of"), *_CORRELATIONS]
    blocks = []
    for run in view.runs:
        of_sides = ((side, view.results.properties_of(side, run.training)) for side in ("gold", "train"))
        frames = {side: property_frame(own) for side, own in of_sides}
        frame = breakdown.with_properties(of_run(view.figures, run), frames, scores)
        rows: list[Row] = []
        strongest = frame.sort(pl.col("spearman").abs(), descending=True, nulls_last=True, maintain_order=True)
        for score, name, *figures in _rows(strongest.filter(_TELLING)):
            # Where it is not the gold's, the name says whose it is.
            side, between, key = f"{name}".rpartition(": ")
            rows.append([score, f"{side}{between}{property_title(key)}", PROPERTIES[key].of, *figures])
        blocks.append((run.name, rows))
    note = f"Scores are averages over systems.{_OPTIONAL}"
    yield in_blocks("Correlations with properties of treebanks", columns, blocks, note)


def _rows(frame: pl.DataFrame) -> list[Row]:
    return [list(row) for row in frame.iter_rows()]


# Score against size or ratio over treebanks, as bubbles (SPMRL 2013, Figures 2–4, in their order): a plot's name, whose
# score, which property of the treebanks, what that is called.
KINDS = (
    ("las", "attachment", "las", "words_a_relation", "words / labels"),
    ("f1", "parseval", "f1", "constituents_a_sentence", "constituents / sentences"),
    ("leaf-ancestor", "leaf-ancestor", "la_sentences", "constituents_a_sentence", "constituents / sentences"),
)


def plots(results: Results) -> Iterator[tuple[str, Bubbles]]:
    """The plots that the campaign has figures for, by name. A bubble a treebank, as large as many systems submitted.
    The properties are those of what systems were trained on in the run where that is known, else of the gold."""
    averages = of_treebanks(results.figures())
    for name, metric, score, ratio, title in KINDS:
        own = averages.filter(pl.col("measure") == metric, pl.col("score") == score)
        series = []
        for run in results.campaign.runs:
            points = []
            known = results.properties_of("gold") | results.properties_of("train", run.training)
            for row in of_run(own, run).iter_rows(named=True):
                value = known.get(row["treebank"], {}).get(ratio)
                if isinstance(value, int | float) and row["average"] is not None:
                    points.append(Point(x=value, y=row["average"], size=row["systems"], label=row["treebank"]))
            if points:
                series.append(Series(run.name, tuple(points)))
        if series:
            y = Axis(title=f"{METRICS[metric].title_of(score)}, average of systems", percent=True)
            whole = f"{METRICS[metric].title} and {title}"
            note = "The more systems have parsed a treebank, the larger is its bubble."
            yield name, Bubbles(title=whole, x=Axis(title=title), y=y, size="systems", series=tuple(series), note=note)
