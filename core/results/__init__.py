"""What scoring parses against a gold gives, whoever asks: one object, a row a sentence, breakdowns, words. The command
line, the public interface and whatever else shows figures make them here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import polars as pl

from goldleaf.core.alignment import sentences_differ, units
from goldleaf.core.alignment.same import words_differ
from goldleaf.core.errors import OptionError, PairError, Problem, check_among, shortened
from goldleaf.core.formats import read_otherwise
from goldleaf.core.metrics import METRICS
from goldleaf.core.metrics.base import Metric
from goldleaf.core.scoring import Average, Scored, check, score, signature
from goldleaf.core.steps import Steps, finished
from goldleaf.core.structures.dependency import IllFormed, ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION

if TYPE_CHECKING:
    from goldleaf.core.analysis.breakdown_table import Breakdown
    from goldleaf.core.analysis.errors.constituent_errors import Errors
    from goldleaf.core.analysis.metric_tables import TableSource
    from goldleaf.core.analysis.significance import ScoreTest


Tables: TypeAlias = Mapping[str, Sequence["Breakdown"]]  # the breakdowns of one parse by the metric's name

Wanted: TypeAlias = Collection[str] | None  # the names of tables; None for all

LONGEST = 1_000_000_000  # words of a sentence that ``max_length`` may be


class ScoredParse(NamedTuple):
    """A parse with its figures under every chosen metric, by the metrics' names."""

    name: str
    parse: Treebank
    scored: dict[str, Scored]
    warning: str = ""  # how its sentences or words differ from the gold's

    @property
    def path(self) -> str:
        return self.parse.path

    @property
    def warnings(self) -> list[str]:
        """What a reader of its figures must know, one line each."""
        remarks = ((name, scored.metric.remark) for name, scored in self.scored.items())
        told = [f"{self.parse.path}: warning: {name}: {remark}" for name, remark in remarks if remark]
        return [self.warning, *told] if self.warning else told

    @classmethod
    def of(
        cls, name: str, gold: Treebank, parse: Treebank, metrics: Sequence[Metric], choice: ScoreChoice
    ) -> ScoredParse:
        """Score a parse. Raises PairError when a metric cannot compare the two."""
        return cls(name, parse, scored_by(gold, parse, metrics, choice), difference(gold, parse))

    def told(self) -> Told:
        return Told(self.name, About.of(self.parse), self.scored, self.warnings)


def comparing(
    gold: Treebank, parses: Sequence[Treebank], metrics: Sequence[Metric]
) -> tuple[list[Metric], dict[str, str]]:
    """The metrics that can compare a gold with all of the parses, and why the others cannot, by their names. Raises
    PairError where there is none, and where a metric is to stop at the first word that differs."""
    # All parses are asked before any is scored: figures of some beside none of others would look like a comparison.
    able, failed, first = [], {}, None
    for metric in metrics:
        try:
            for parse in parses:
                check(metric, gold, parse)
            able.append(metric)
        except PairError as error:
            if metric.chosen.get("errors") == "stop":  # so it was asked for
                raise
            failed[metric.name], first = f"{error}", first or error
    if first is not None and not able:
        raise first
    return able, failed


def scored_by(gold: Treebank, parse: Treebank, metrics: Sequence[Metric], choice: ScoreChoice) -> dict[str, Scored]:
    """The counts of a parse under every metric, by their names. Raises PairError when one cannot compare the two."""
    # All are asked before any counts, which may take minutes.
    for one in metrics:
        check(one, gold, parse)
    chosen = choice.of(gold, parse)
    return {one.name: score(one, gold, parse).only(chosen) for one in metrics}


class About(NamedTuple):
    """What is said of a file beside its figures."""

    path: str
    format: str
    sentences: int
    words: int
    ill_formed: IllFormed
    warnings: tuple[Problem, ...] = ()  # of `core.formats.read_otherwise`

    @classmethod
    def of(cls, treebank: Treebank) -> About:
        size = len(treebank), treebank.words.height
        return cls(treebank.path, treebank.format, *size, ill_formed(treebank), read_otherwise(treebank))

    @classmethod
    def of_parts(cls, parts: Sequence[About]) -> About:
        sentences, words = sum(part.sentences for part in parts), sum(part.words for part in parts)
        odd = IllFormed.of_parts([part.ill_formed for part in parts])
        warnings = tuple(warning for part in parts for warning in part.warnings)
        return cls(parts[-1].path, parts[-1].format, sentences, words, odd, warnings)


class Told(NamedTuple):
    """A parse's figures by the metrics' names, and what is said with them; all that is printed of it."""

    name: str
    about: About
    scored: Mapping[str, Scored]
    warnings: Sequence[str]

    @property
    def path(self) -> str:
        return self.about.path


@dataclass(frozen=True, slots=True)
class ScoreChoice:
    """What was asked about sentences: which, and how they are averaged; and which columns of the parses are compared,
    where these are not the usual ones. Raises OptionError for an impossible length."""

    average: Average = "micro"
    max_length: int | None = None
    parse_columns: str = ""

    def __post_init__(self) -> None:
        if self.max_length is not None and not 0 <= self.max_length <= LONGEST:
            given = shortened(f"{self.max_length}")
            raise OptionError(f"--max-length {given}: expected a number of words from 0 to {LONGEST}")

    def of(self, gold: Treebank, parse: Treebank) -> pl.Series:
        """Whether each sentence is chosen; those that are scored as one are as long as all of them."""
        words = pl.Series(units(gold, parse).lengths(gold.sentences["words"].to_numpy()))
        return words >= 0 if self.max_length is None else words <= self.max_length

    def rows(self, gold: Treebank, parse: Treebank) -> pl.Series | None:
        """The rows of the chosen sentences, None for all."""
        return None if self.max_length is None else self.of(gold, parse).arg_true()

    def signature(self, metric: Metric) -> str:
        return signature(metric, self.average, self.max_length, self.parse_columns)


def check_average(average: str) -> Average:
    """The name, if there is such an average. Raises OptionError."""
    check_among("--average", average, ("micro", "macro"))
    return cast(Average, average)


def difference(gold: Treebank, parse: Treebank) -> str:
    """One line that says how the parse's sentences or words differ from the gold's; empty if they do not."""
    return sentences_differ(gold, parse) or words_differ(gold, parse)


def as_object(
    gold: About, parses: Sequence[Told], choice: ScoreChoice, breakdowns: Mapping[str, Tables] | None = None,
    comparisons: Sequence[ScoreTest] = (),
) -> dict[str, Any]:  # fmt: skip
    """The object that ``goldleaf score --json`` prints; its shape is a promise to scripts. ``invalid`` counts the
    sentences that are no trees, by what is wrong (see `core.structures.dependency`). With ``breakdowns``, by the
    parses' names, it holds these tables, too, and with ``comparisons`` those."""
    of_parses = []
    for parse in parses:
        metrics: dict[str, Any] = {}
        for name, figures in parse.scored.items():
            metrics[name] = {"signature": choice.signature(figures.metric), **_figures_as_object(figures, choice)}
            if gaps := figures.left_out():
                metrics[name]["not_compared"] = [gap._asdict() for gap in gaps]
            if subsets := figures.subsets():  # the sentences that a metric scores apart
                metrics[name]["subsets"] = {part: _figures_as_object(own, choice) for part, own in subsets.items()}
            if tables := (breakdowns or {}).get(parse.name, {}).get(name):
                metrics[name]["breakdown"] = [
                    {"name": table.name, "title": table.title, "note": table.note, "rows": table.frame.to_dicts()}
                    for table in tables
                ]
        about = parse.about
        shape = {"path": about.path, "format": about.format, "invalid": about.ill_formed.counts, "metrics": metrics}
        of_parses.append(shape | ({"warnings": parse.warnings} if parse.warnings else {}))
    of_gold = {key: getattr(gold, key) for key in ("path", "format", "sentences", "words")}
    written = {"goldleaf": VERSION, "gold": of_gold | {"invalid": gold.ill_formed.counts}, "parses": of_parses}
    tested = {"comparisons": [comparison.as_object() for comparison in comparisons]} if comparisons else {}
    return written | tested


def _figures_as_object(figures: Scored, choice: ScoreChoice) -> dict[str, Any]:
    scores = {
        key: {part: number for part, number in figure._asdict().items() if part == "value" or number is not None}
        for key, figure in figures.scores(choice.average).items()
    }
    written = {"scores": nested(scores), "counts": figures.reported(), "sentences": figures.sentences}
    share = figures.share
    return written | {"compared": asdict(share)} if f"{share}" else written


def nested(scores: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Figures with parts, named ``figure.part``, as one object a figure with the parts' values."""
    found: dict[str, Any] = {}
    for name, parts in scores.items():
        figure, dot, part = name.partition(".")
        if dot:
            found.setdefault(figure, {})[part] = parts["value"]
        else:
            found[name] = parts
    return found


def sentence_rows(gold: Treebank, parses: Sequence[ScoredParse]) -> pl.DataFrame:
    """One row a sentence: ``sentence`` (from 1), ``id``, ``words``, then ``metric.score`` for every score and count.
    With several parses the columns begin with the parse's name."""
    table = gold.sentences.select(pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).alias("sentence"), "id", "words")
    for one in parses:
        prefix = f"{one.name}." if len(parses) > 1 else ""
        for name, scored in one.scored.items():
            # Rows are from 0, people count from 1.
            columns = scored.metric.by_sentence(scored.counts).with_columns(pl.col("sentence") + 1)
            renamed = {column: f"{prefix}{name}.{column}" for column in columns.columns if column != "sentence"}
            order = [*scored.ratios, *(c for c in renamed if c not in scored.ratios)]
            columns = columns.select("sentence", *order).rename(renamed)
            table = table.join(columns, on="sentence", how="inner", maintain_order="left")
    return table


def source_of(scored: Scored, gold: Treebank, parse: Treebank, rows: pl.Series | None) -> TableSource:
    """What the breakdowns of one metric are made of, over some rows of the gold or all, each worked out once."""
    from goldleaf.core.analysis.errors import constituent_errors
    from goldleaf.core.analysis.metric_tables import TableSource
    from goldleaf.core.analysis.sides.fact_table import fact_table

    @cache  # each is what many tables are made of
    def words() -> pl.DataFrame:
        return words_of(scored.metric, gold, parse, rows, every=True)

    @cache
    def facts() -> pl.DataFrame:
        return only(fact_table(scored.metric, gold, parse), rows)

    @cache
    def error_classes() -> Errors:
        found = finished(constituent_errors.errors_steps(gold, parse, settings=scored.metric.bracketing))
        return found if rows is None else found.only(rows)

    def errors_steps() -> Steps[Errors]:
        yield 0.0
        return error_classes()

    return TableSource(gold, parse, scored, words, facts, errors_steps)


def only(table: pl.DataFrame, rows: pl.Series | None) -> pl.DataFrame:
    return table if rows is None else table.filter(pl.col("sentence").is_in(rows.implode()))


def table_names(metrics: Iterable[Metric] = ()) -> tuple[str, ...]:
    """The names of the breakdowns of these metrics, each once; without any, of all that there are."""
    from goldleaf.core.analysis.metric_tables import breakdowns_of

    found = [*metrics] or [metric() for metric in METRICS.values()]
    return tuple(dict.fromkeys(one.name for metric in found for one in breakdowns_of(metric)))


def tables(
    scored: Scored, gold: Treebank, parse: Treebank, rows: pl.Series | None = None, wanted: Wanted = None,
    within: str = "",
) -> Iterator[Breakdown]:  # fmt: skip
    """The breakdowns of a metric's figures, over some rows of the gold or all. ``wanted`` are the names of those that
    are worked out, None for all. With a condition ``within`` only those of words are, of the words that meet it. Raises
    OptionError for one that cannot be understood."""
    from goldleaf.core.analysis.metric_tables import DEFAULT, breakdowns_of

    source = source_of(scored, gold, parse, rows)
    limits = DEFAULT._replace(within=within)
    for one in breakdowns_of(scored.metric):
        if (wanted is None or one.name in wanted) and (one.of_words or not within):
            yield finished(one.make(source, limits))


def tables_of(one: ScoredParse, gold: Treebank, choice: ScoreChoice, wanted: Wanted = None, within: str = "") -> Tables:
    """All breakdowns of a parse, or those wanted, over the sentences that are chosen; metrics without any are left
    out. ``within`` as in `tables`."""
    rows = choice.rows(gold, one.parse)
    found = {name: [*tables(scored, gold, one.parse, rows, wanted, within)] for name, scored in one.scored.items()}
    return {name: own for name, own in found.items() if own}


def words_of(
    metric: Metric, gold: Treebank, parse: Treebank, rows: pl.Series | None = None, *, every: bool = False
) -> pl.DataFrame:
    """The words of gold and parse side by side (see `sides.word_table`), of some rows of the gold or of all. With
    ``every`` also those that only one of them has. Raises OptionError where words are not compared one by one."""
    from goldleaf.core.analysis.sides.word_table import word_table

    if metric.of_words is None:
        having = ", ".join(name for name, one in METRICS.items() if one.breaks_down == "words")
        raise OptionError(f"words: {metric.name} has no table of words; {having} has one")
    return only(word_table(metric.of_words, gold, parse, every=every), rows)
