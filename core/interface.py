"""The public interface for scripts and notebooks; `goldleaf.core` has its names, with `read` and `write`.

All figures are fractions of 1, never rounded. Whatever is wrong with files or options raises a `GoldleafError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import polars as pl

from goldleaf.core import formats, results, scoring
from goldleaf.core.analysis.agreement import Agreement, Metrics
from goldleaf.core.analysis.agreement import agreement as agreement_of
from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns import experiment
from goldleaf.core.campaigns.comparisons import compared_steps
from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import Metric, Score, create
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.results import About, ScoreChoice, ScoredParse
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import finished
from goldleaf.core.treebank import Treebank

Trees: TypeAlias = Treebank | str | Path | BinaryIO | Any
"""A treebank, or what `read` takes: a path, ``-``, a file open for bytes, or the trees of another library."""


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """A parse scored against a gold under one metric."""

    gold: Treebank
    parse: Treebank
    scored: Scored
    choice: ScoreChoice

    def __repr__(self) -> str:
        values = {name: "–" if score.value is None else f"{score.value:.4f}" for name, score in self.scores.items()}
        figures = ", ".join(f"{name}={value}" for name, value in values.items())
        return f"<{self.metric.name} of {self.parse.path}: {figures}>"

    @property
    def metric(self) -> Metric:
        """The metric, with all choices made."""
        return self.scored.metric

    @property
    def signature(self) -> str:
        """Every choice that changes the figures, in one line, to be given with them."""
        return self.choice.signature(self.metric)

    @property
    def scores(self) -> dict[str, Score]:
        """The figures by name, each with ``value`` and, where it is a ratio of counts, ``right`` and ``total``.

        ``value`` is a fraction of 1 (of `mean_distance` and `average_crossing` a number), None where there is nothing.
        """
        return self.scored.scores(self.choice.average)

    @property
    def counts(self) -> dict[str, int]:
        """The counts that are reported beside the scores, such as words that do not score, summed over sentences."""
        return self.scored.reported()

    @property
    def sentences(self) -> int:
        """How many sentences were compared."""
        return self.scored.sentences

    @property
    def difference(self) -> str:
        """One line that says how the parse's sentences or words differ from the gold's; empty if they do not."""
        return results.difference(self.gold, self.parse)

    @property
    def per_sentence(self) -> pl.DataFrame:
        """One row a sentence: ``sentence`` (uint32, from 1), ``id`` (string or null), ``words`` (uint32, the gold's),
        then ``metric.score`` for every score (float64, null where there is nothing) and every count that adds up."""
        return results.sentence_rows(self.gold, [self._named()])

    def facts(self) -> pl.DataFrame:
        """What was compared, one row a fact: ``sentence`` (uint32, the gold's, from 1), ``side`` (gold, parse, both),
        ``mark`` (uint8, a `Mark`), ``position`` (uint32, from 1; the parse's for its own side; null for none),
        then the columns of the metric's ``key`` and what its own ``facts`` adds.

        Where sentences are split differently, positions are those in all that counts as one sentence."""
        return _numbered(results.only(scoring.facts(self.metric, self.gold, self.parse), self._rows))

    def words(self) -> pl.DataFrame:
        """The words that gold and parse both have, side by side, one row a word; see `sides.word_table.word_table`.
        Here sentences are numbered from 1, as in the other tables.

        Raises OptionError for a metric that does not compare words one by one: `attachment` does."""
        return _numbered(results.words_of(self.metric, self.gold, self.parse, self._rows))

    def breakdown(self) -> dict[str, pl.DataFrame]:
        """The tables of ``goldleaf score --breakdown`` by name: precision and recall by whatever the metric's facts
        have; `attachment` has all of eval.pl's, `parseval` the classes of errors in constituents, too.

        Columns named ``…_share``, ``precision``, ``recall`` and ``f1`` are fractions of 1."""
        return {table.name: table.frame for table in results.tables(self.scored, self.gold, self.parse, self._rows)}

    def to_dict(self) -> dict[str, Any]:
        """The object that ``goldleaf score --json`` prints for this pair and metric."""
        return results.as_object(About.of(self.gold), [self._named().told()], self.choice)

    @property
    def _rows(self) -> pl.Series | None:
        return self.choice.rows(self.gold, self.parse)

    def _named(self, name: str = "") -> ScoredParse:
        return ScoredParse(name, self.parse, {self.metric.name: self.scored}, self.difference)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several parses scored against one gold under one metric, by their names."""

    gold: Treebank
    results: dict[str, Result] = field(repr=False)
    choice: ScoreChoice = field(repr=False)

    @property
    def scores(self) -> pl.DataFrame:
        """One row a parse: ``parse`` (its name), then each score (float64, a fraction of 1, null for nothing)."""
        scores = {name: result.scores.items() for name, result in self.results.items()}
        rows = [{"parse": name, **{key: score.value for key, score in own}} for name, own in scores.items()]
        return pl.DataFrame(rows, infer_schema_length=None)

    @property
    def per_sentence(self) -> pl.DataFrame:
        """One row a sentence, as `Result.per_sentence`; with several parses columns are ``parse.metric.score``."""
        return results.sentence_rows(self.gold, self._named())

    def significance(self, *, rounds: int = 10_000, seed: int = 0) -> pl.DataFrame:
        """Whether each two parses differ by more than chance: one row a score and pair, as `core.analysis.significance`
        tells it. Parses to which the metric is fitted in different ways are not compared.

        Columns: ``metric``, ``score``, ``a``, ``b`` (strings), ``a_value``, ``b_value``, ``difference``, ``p``,
        ``low``, ``high`` (float64, null where undefined), ``rounds``, ``seed``, ``p_holm`` (float64),
        ``refused`` (why there is no test, such as other sentences; empty if there is one)."""
        found = finished(compared_steps(self.gold, self._named(), self.choice, Rounds(rounds, seed)))
        figures = ("a_value", "b_value", "difference", "p", "low", "high", "p_holm")
        return pl.DataFrame([one._asdict() for one in found], schema_overrides=dict.fromkeys(figures, pl.Float64))

    def to_dict(self) -> dict[str, Any]:
        """The object that ``goldleaf score --json`` prints for these parses and this metric."""
        return results.as_object(About.of(self.gold), [parse.told() for parse in self._named()], self.choice)

    def _named(self) -> list[ScoredParse]:
        return [result._named(name) for name, result in self.results.items()]


@dataclass(frozen=True, eq=False)
class Experiments:
    """Golds of different theories and their parses, each scored by TedEval against its own gold and against all."""

    found: dict[str, Any] = field(repr=False)

    @property
    def signature(self) -> str:
        """Every choice that changes the figures, in one line."""
        return str(self.found["signature"])

    @property
    def scores(self) -> pl.DataFrame:
        """One row a parse and ``kind`` (``single``: against its own gold; ``multiple``: against what all share).

        Columns: ``experiment``, ``gold``, ``parse``, ``kind``, then ``accuracy``, ``accuracy_unlabeled``,
        ``exact_match``, ``exact_match_unlabeled`` (float64, fractions of 1) and ``sentences``."""
        rows = [
            {"experiment": one["name"], "gold": one["gold"], "parse": one["parse"], "kind": kind, **one[kind]}
            | {"sentences": one["sentences"]}
            for kind in ("single", "multiple")
            for one in self.found["experiments"]
            if kind in one
        ]
        return pl.DataFrame(rows, schema_overrides=dict.fromkeys(experiment.FIGURES, pl.Float64))

    @property
    def overlap(self) -> pl.DataFrame:
        """How much two golds say alike: ``gold``, ``other``, ``accuracy``, ``accuracy_unlabeled`` (fractions of 1)."""
        schema = {"gold": pl.String, "other": pl.String, "accuracy": pl.Float64, "accuracy_unlabeled": pl.Float64}
        return pl.DataFrame(self.found["overlap"], schema=schema)

    def to_dict(self) -> dict[str, Any]:
        """The object that ``goldleaf compare --json`` prints."""
        return self.found


def score(
    gold: Trees, parse: Trees, metric: str | Metric, *, other_golds: Sequence[Trees] = (), average: str = "micro",
    max_length: int | None = None, **options: str,
) -> Result:  # fmt: skip
    """Score a parse against a gold, each a treebank or a path, under a metric of `METRICS`.

    ``options`` are the metric's, as on the command line (``punctuation="include"``); ``other_golds`` the same sentences
    under other theories, for ``tedeval``. ``average`` is ``micro`` (of summed counts) or ``macro`` (the mean of the
    sentences' scores); ``max_length`` leaves out longer sentences. Raises OptionError for a metric, option or choice
    that there is not, naming those that there are; FormatError for a file with an error; PairError where the metric
    cannot compare the two."""
    parses = {"": parse}
    compared = compare(gold, parses, metric, other_golds=other_golds, average=average, max_length=max_length, **options)
    return compared.results[""]


def compare(
    gold: Trees, parses: Mapping[str, Trees], metric: str | Metric, *, other_golds: Sequence[Trees] = (),
    average: str = "micro", max_length: int | None = None, **options: str,
) -> Comparison:  # fmt: skip
    """Score several parses, by the names that they shall have, against one gold; all else as in `score`."""
    if not parses:
        raise OptionError("compare: no parses; give them as {name: parse}")
    of_gold = _treebank(gold)
    if other_golds:
        of_gold = replace(of_gold, other_golds=tuple(map(_treebank, other_golds)))
    if isinstance(metric, str):
        metric = create(metric, **options)
    elif options:
        raise OptionError(f"{metric.name} has its options already; give its name with {', '.join(options)}")
    choice = ScoreChoice(results.check_average(average), max_length)
    compared = {}
    for name, trees in parses.items():
        parse = _treebank(trees)
        [scored] = results.scored_by(of_gold, parse, [metric], choice).values()
        compared[name] = Result(of_gold, parse, scored, choice)
    return Comparison(of_gold, compared, choice)


def agreement(annotators: Mapping[str, Trees], **options: str) -> Agreement:
    """How far annotators of one text agree, none of whom is the gold, by the names that they shall have.

    ``options`` are those of ``attachment``, ``parseval`` and ``tedeval`` as on the command line
    (``punctuation="include"``). Raises OptionError for fewer than two annotators and for an option that there is not;
    PairError where their texts have nothing to do with each other; else as `score`."""
    return agreement_of([*map(_treebank, annotators.values())], [*annotators], Metrics.of(options))


def compare_experiments(path: str | Path, **options: str) -> Experiments:
    """What ``goldleaf compare EXPERIMENT.toml`` gives: parses of different theories on common ground, by TedEval.

    ``options`` are those of ``tedeval``; words and tags are not compared unless ``words`` says so. Raises as `score`.
    """
    metric = TedEval(**{**experiment.USUAL, **options})
    return Experiments(experiment.compared(experiment.opened(experiment.load(Path(path))), metric))


def _numbered(table: pl.DataFrame) -> pl.DataFrame:
    """A table of rows of sentences with their numbers, from 1, so that it joins with that of the sentences."""
    return table.with_columns(pl.col("^(parse_)?sentence$") + 1)


def _treebank(trees: Trees) -> Treebank:
    return trees if isinstance(trees, Treebank) else formats.read(trees)
