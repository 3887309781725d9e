"""What the window shows: a gold, its parses, their scores. Immutable; loading makes ever fuller ones. No Qt."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import Units, check_paired, difference, have_same_forms, units, unrelated
from goldleaf.core.alignment.joining import as_one
from goldleaf.core.alignment.placing import Places, placed, places
from goldleaf.core.analysis.constituent_errors import COLUMN as ERROR_CLASSES
from goldleaf.core.analysis.constituent_errors import Errors
from goldleaf.core.analysis.constituent_errors import errors_steps as constituent_errors
from goldleaf.core.analysis.filtering import Filtered, filter_sentences
from goldleaf.core.analysis.sentence_table import sentence_table_steps, words_differ_column
from goldleaf.core.analysis.words import word_table
from goldleaf.core.errors import PairError, Problem
from goldleaf.core.experiment import Experiment
from goldleaf.core.facts import Mark
from goldleaf.core.formats import read_parts
from goldleaf.core.metrics import Metric
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.labels import load as load_labels
from goldleaf.core.metrics.tedeval.labels import relabelled
from goldleaf.core.metrics.tedeval.trees import Trees, trees
from goldleaf.core.scoring import Scored, score_steps
from goldleaf.core.steps import Steps, between, finished, in_turn, told
from goldleaf.core.treebank import Sentence, Treebank, concat
from goldleaf.core.validation import validate_steps
from goldleaf.viewer.session import lattice_files
from goldleaf.viewer.views.arcs.picture import ArcFact
from goldleaf.viewer.views.trees.picture import NodeFact

KEPT = 16  # sentences
QUOTED = 2  # surplus sentences
_SAME: Places = {}


@dataclass(frozen=True, slots=True)
class Request:
    """Files to open. ``names`` are the parses'; without a format it is told from each file.

    ``separator`` stands between category and function in the labels of bracketed trees.
    """

    gold: Path
    parses: tuple[Path, ...] = ()
    names: tuple[str, ...] = ()
    format_name: str | None = None
    encoding: str = "utf-8"
    separator: str = "-"
    other_golds: tuple[Path, ...] = ()  # the same sentences as other theories have them
    experiments: tuple[Experiment, ...] = ()  # which these files are of, the first one in front
    source: Path | None = None  # the file that lists the experiments
    lattice: Path | None = None  # what the sentences' words were chosen from

    @classmethod
    def of_experiments(cls, experiments: Sequence[Experiment], source: Path | None = None) -> Request:
        """The first experiment's files, with the golds of the others."""
        first, *others = experiments
        names = tuple(f"{first.name}: {path.stem}" for path in first.parses)
        golds = tuple(other.gold for other in others)
        return cls(first.gold, first.parses, names, other_golds=golds, experiments=tuple(experiments), source=source)

    @property
    def next_experiment(self) -> Request:
        """The same with the next experiment in front."""
        if len(self.experiments) < 2:
            return self
        rotated = Request.of_experiments((*self.experiments[1:], self.experiments[0]), self.source)
        return replace(rotated, lattice=self.lattice)

    def reading(self, path: Path) -> Experiment:
        """How a file is read."""
        known = (one for one in self.experiments if path in one.paths)
        # The format that is given is that of the trees.
        name = self.format_name if path != self.lattice else None
        usual = Experiment("", self.gold, (), None, name, self.encoding, self.separator)
        return next(known, usual)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files, the gold first."""
        return (self.gold, *self.parses, *self.other_golds, *((self.lattice,) if self.lattice else ()))


@dataclass(frozen=True, eq=False)
class Parse:
    """A parse with its scores under each metric."""

    name: str
    treebank: Treebank
    scored: dict[str, Scored]
    units: Units

    @classmethod
    def of(cls, name: str, gold: Treebank, treebank: Treebank, metrics: Sequence[Metric]) -> Steps[Parse]:
        """A parse, aligned with the gold and scored."""
        scored = yield from _scored(metrics, gold, treebank)
        return cls(name, treebank, scored, units(gold, treebank))


@dataclass(frozen=True, eq=False)
class Pair:
    """One sentence in gold and parse, with the facts that the metric compares: arcs, or nodes.

    ``why_not`` says why it has no score, or with ``penalized`` why all of it counts as wrong.
    """

    gold: Sentence
    parse: Sentence | None
    facts: tuple[ArcFact, ...] = ()
    why_not: str | None = None
    nodes: tuple[NodeFact, ...] = ()
    penalized: bool = False
    has_tree: bool = False  # the treebank is one of phrase structures
    has_arcs: bool = True  # of dependencies
    has_lattice: bool = False
    lattice_only: bool = False  # there are no trees
    functions: Trees | None = None  # where TedEval is the metric
    places: tuple[Places, Places] | None = None  # of the words by their numbers, where they differ

    @property
    def compared(self) -> bool:
        """Whether there are two sentences whose differences are known."""
        return self.why_not is None or (self.penalized and self.parse is not None)

    @property
    def same_words(self) -> bool:
        """Whether gold and parse have the same words."""
        return self.places is None


@dataclass(frozen=True, eq=False)
class Document:
    """A gold and its parses, as far as they are read; ``complete`` once all is read and scored."""

    gold: Treebank
    parses: tuple[Parse, ...]
    metrics: tuple[Metric, ...]
    complete: bool
    lattice: Treebank | None = None  # the gold itself, if its file is one of lattices
    _word_tables: dict[int, pl.DataFrame] = field(default_factory=dict)  # made when asked for
    _errors: dict[int, Errors] = field(default_factory=dict)
    _pairs: dict[tuple[int, int, str], Pair] = field(default_factory=dict)  # the last ones

    def __len__(self) -> int:
        return len(self.gold)

    @cached_property
    def has_tree(self) -> bool:
        """Whether the gold is a treebank of phrase structures."""
        return has_constituents(self.gold)

    @cached_property
    def has_arcs(self) -> bool:
        """Whether the gold is a treebank of dependencies; one of neither is drawn as if it were."""
        return has_dependencies(self.gold) or not self.has_tree

    @cached_property
    def lattice_only(self) -> bool:
        """Whether there are lattices, but no trees."""
        return self.lattice is not None and not (self.has_tree or has_dependencies(self.gold))

    @cached_property
    def mixed(self) -> bool:
        """Whether a parse has another kind of trees than the gold, so that only function trees can be compared."""
        return any(has_constituents(parse.treebank) != has_constituents(self.gold) for parse in self.parses)

    @cached_property
    def table(self) -> pl.DataFrame:
        """A row a sentence, as `core.analysis.sentence_table` makes it."""
        return finished(self._table())

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the files, and once all is read, what is odd in their trees."""
        return finished(self._problems())

    @cached_property
    def unrelated(self) -> str:
        """Which parse has almost no words of the gold, once all is read; empty if all have."""
        parses = self.parses if self.complete else ()
        return next(filter(None, (unrelated(self.gold, parse.treebank) for parse in parses)), "")

    def _table(self) -> Steps[pl.DataFrame]:
        return sentence_table_steps(
            self.gold,
            {parse.name: parse.treebank for parse in self.parses},
            {parse.name: parse.scored for parse in self.parses},
        )

    def _problems(self) -> Steps[tuple[Problem, ...]]:
        treebanks = (self.gold, *(parse.treebank for parse in self.parses))
        if self.complete:
            found = yield from in_turn([validate_steps(treebank) for treebank in treebanks])
        else:
            found = [treebank.problems for treebank in treebanks]
        of_lattice = lattice_files.problems(self.lattice, self.gold, complete=self.complete)
        return (*(problem for problems in found for problem in problems), *of_lattice)

    def work_out(self) -> Steps[Document]:
        """Work out now, in the thread that loads, what would keep the window's waiting later."""
        # Where cached_property looks for what it knows.
        vars(self)["table"] = yield from between(self._table(), 0.0, 0.5)
        vars(self)["problems"] = yield from between(self._problems(), 0.5, 1.0)
        self.unrelated  # noqa: B018
        return self

    def filtered(self, query: str, parse: int) -> Steps[Filtered]:
        """The sentences that a filter line lets through; ``has(…)`` looks into the words of gold and this parse.

        Raises OptionError for a condition that cannot be understood.
        """
        yield 0.0
        words = self.words(parse) if "has" in query.lower() else None
        table = self.table
        if self.has_tree and ERROR_CLASSES in query and 0 <= parse < len(self.parses):
            columns = (yield from self.errors(parse)).columns
            table = table.with_columns(columns[name] for name in (ERROR_CLASSES, "repairs"))
        yield 0.5
        return filter_sentences(table, words, query)

    def errors(self, parse: int) -> Steps[Errors]:
        """The classes of a parse's errors in its trees; worked out once, which may take minutes."""
        if parse not in self._errors:
            self._errors[parse] = yield from constituent_errors(self.gold, self.parses[parse].treebank)
        return self._errors[parse]

    def words_at_hand(self, parse: int) -> pl.DataFrame | None:
        """The words that a filter has looked into, for completing the next one; None before."""
        return self._word_tables.get(parse)

    def words(self, parse: int) -> pl.DataFrame | None:
        """The words of gold and a parse side by side, as `core.analysis.words` makes them; None without arcs."""
        metric = next((metric for metric in self.metrics if isinstance(metric, Attachment)), None)
        if metric is not None and parse not in self._word_tables:
            treebank = self.parses[parse].treebank if 0 <= parse < len(self.parses) else None
            self._word_tables[parse] = word_table(metric, self.gold, treebank)
        return self._word_tables.get(parse)

    def differing(self, parse: int, metric: Metric) -> npt.NDArray[np.bool_]:
        """Whether each sentence has a difference that the metric counts."""
        if not 0 <= parse < len(self.parses):
            return np.zeros(len(self), bool)
        counts = self.parses[parse].scored[metric.name].counts
        return np.asarray((counts[metric.differences].fill_null(0) > 0).to_numpy())

    def words_differ(self, parse: int) -> str:
        """The column of the table that says how many words of each sentence differ."""
        names = [one.name for one in self.parses]
        return words_differ_column(names, names[parse])

    def surplus(self, row: int, parse: int) -> tuple[int, tuple[str, ...]]:
        """How many sentences a parse has that the gold lacks and that count with this one; what the first ones say."""
        if not 0 <= parse < len(self.parses) or self.parses[parse].units.are_sentences:
            return 0, ()
        rows = self.parses[parse].units.surplus(row).tolist()
        return len(rows), tuple(self.parses[parse].treebank.sentence(one).running_text for one in rows[:QUOTED])

    def treebank_of(self, path: str) -> Treebank | None:
        """The treebank that was read from a file."""
        treebanks = (self.gold, *(parse.treebank for parse in self.parses), self.lattice)
        return next((treebank for treebank in treebanks if treebank is not None and treebank.path == path), None)

    def pair(self, row: int, parse: int, metric: Metric) -> Pair:
        """The sentence in this row with one parse's, and the facts that the metric compares. Raises IndexError."""
        key = (row, parse, metric.name)
        if key not in self._pairs:
            while len(self._pairs) >= KEPT:
                del self._pairs[next(iter(self._pairs))]
            self._pairs[key] = self._pair(row, parse, metric)
        return self._pairs[key]

    def metric_of(self, *, functions: bool) -> Metric:
        """The metric whose marks a picture shows: TedEval for function trees, else the first one."""
        if functions and not self.lattice_only:
            return next((metric for metric in self.metrics if isinstance(metric, TedEval)), TedEval())
        return self.metrics[0]

    def _of_unit(self, row: int, parse: int, metric: Metric) -> Pair:
        """The sentences of gold and parse that are one where either splits them differently."""
        theirs = self.parses[parse]
        unit = int(theirs.units.of_gold[row])
        if theirs.units.parse[unit] == theirs.units.parse[unit + 1]:
            gold = self.gold.sentence(row)
            missing = f"{self.gold.path}:{gold.line}: sentence {row + 1} is not in {theirs.treebank.path}"
            return self._missing(row, parse, metric, missing)
        rows, other_rows = (bounds[unit : unit + 2].tolist() for bounds in (theirs.units.gold, theirs.units.parse))
        ours, other = as_one(self.gold, *rows), as_one(theirs.treebank, *other_rows)
        parsed = finished(Parse.of(theirs.name, ours, other, (metric,)))
        alone = Document(ours, (parsed,), (metric,), True)
        pair = alone._compared(0, 0, metric)
        of_gold = replace(pair.gold, number=row + 1, joined=rows[1] - rows[0])
        if pair.parse is None:
            return replace(pair, gold=of_gold)
        of_parse = replace(pair.parse, number=row + 1, joined=other_rows[1] - other_rows[0])
        return replace(pair, gold=of_gold, parse=of_parse)

    def _pair(self, row: int, parse: int, metric: Metric) -> Pair:
        same_kind = not self.mixed
        pair = self._compared(row, parse, metric)
        return replace(
            pair,
            has_tree=self.has_tree and same_kind,
            has_arcs=self.has_arcs and same_kind,
            has_lattice=self.lattice is not None,
            lattice_only=self.lattice_only,
        )

    def _counts(self, row: int, parse: int, metric: Metric) -> dict[str, int]:
        """What the metric counts in a sentence; nothing where it was not asked."""
        scored = self.parses[parse].scored.get(metric.name)
        return scored.counts.row(row, named=True) if scored is not None else {}

    def _missing(self, row: int, parse: int, metric: Metric, why_not: str) -> Pair:
        """A sentence that the parse lacks; most metrics count all of it as wrong."""
        counts = self._counts(row, parse, metric)
        counted = counts.get(metric.differences) is not None and metric.why_not(counts) is None
        return replace(self._gold_alone(row, metric, why_not), penalized=counted)

    def _gold_alone(self, row: int, metric: Metric, why_not: str | None) -> Pair:
        gold, alone = self.gold.sentence(row), self.gold.slice(row)
        if not (isinstance(metric, TedEval) and gold.readable):
            return Pair(gold, None, (), why_not)
        own = replace(alone, other_golds=())
        return Pair(gold, None, (), why_not, functions=_trees_of(metric, alone, own))

    def _compared(self, row: int, parse: int, metric: Metric) -> Pair:
        if 0 <= parse < len(self.parses) and not self.parses[parse].units.are_sentences:
            return self._of_unit(row, parse, metric)
        gold = self.gold.sentence(row)
        if not 0 <= parse < len(self.parses):
            unreadable = None if gold.readable else f"{self.gold.path}:{gold.line}: could not be read"
            return self._gold_alone(row, metric, unreadable)
        treebank = self.parses[parse].treebank
        if row >= len(treebank):
            return self._missing(row, parse, metric, difference(self.gold, treebank, row))
        theirs = treebank.sentence(row)
        counts = self._counts(row, parse, metric)
        alone = self.gold.slice(row), treebank.slice(row)
        where = None
        if gold.readable and theirs.readable and not have_same_forms(*alone):
            where = places(*alone)
            gold, theirs = placed(gold, where[0]), placed(theirs, where[1])
        if not (gold.readable and theirs.readable) or (counts and counts[metric.differences] is None):
            return Pair(gold, theirs, (), difference(self.gold, treebank, row))
        if isinstance(metric, TedEval):
            return Pair(gold, theirs, functions=_trees_of(metric, *alone), places=where)
        table = metric.facts(*alone)
        why_not = metric.why_not(counts) if counts else None
        if "head" in table.columns:
            return Pair(gold, theirs, _arc_facts(table, where), why_not, places=where)
        penalized = why_not is not None and metric.chosen.get("errors") == "penalize"
        if "gold_node" not in table.columns or (why_not is not None and not penalized):
            return Pair(gold, theirs, why_not=why_not, places=where)
        return Pair(gold, theirs, why_not=why_not, nodes=_node_facts(table), penalized=penalized, places=where)


def _trees_of(metric: TedEval, gold: Treebank, parse: Treebank) -> Trees | None:
    return next(trees(metric.fitted(gold, parse), gold, parse))


def _arc_facts(table: pl.DataFrame, where: tuple[Places, Places] | None) -> tuple[ArcFact, ...]:
    """The arcs; where words differ, with places for positions."""
    arcs = table.filter(pl.col("head").is_not_null()).select(
        "dependent", "head", "label", "mark", "unlabeled", "in_gold"
    )
    sides = where or (_SAME, _SAME)

    def at(position: int, in_gold: bool) -> int:
        own = sides[0] if in_gold else sides[1]
        return own.get(position, max(own.values(), default=0)) if own and position else position

    return tuple(
        ArcFact(at(dependent, in_gold), at(head, in_gold), label, Mark(mark), Mark(bare))
        for dependent, head, label, mark, bare, in_gold in arcs.iter_rows()
    )


def _node_facts(table: pl.DataFrame) -> tuple[NodeFact, ...]:
    nodes = table.select("gold_node", "parse_node", "label", "mark", "unlabeled", "crossing")
    return tuple(
        NodeFact(ours, theirs, label, Mark(mark), Mark(bare), crossing)
        for ours, theirs, label, mark, bare, crossing in nodes.iter_rows()
    )


def source_lines(treebank: Treebank, row: int) -> list[tuple[int, str]]:
    """The numbered lines of an unreadable sentence, as they stand in its file."""
    kept = treebank.other_lines.filter(pl.col("sentence") == row)
    return list(kept.select("line", "text").iter_rows())


class Loading(NamedTuple):
    """A step of loading: how much is done (0 to 1), what is being done, and a document when there is a fuller one."""

    done: float
    doing: str
    document: Document | None = None


def load(request: Request, metrics: Sequence[Metric]) -> Generator[Loading]:
    """Read and score a gold and its parses. The first sentences of all come first, then the whole.

    Faulty sentences are kept unread and listed in the document's problems. Raises GoldleafError for a file that cannot
    be read at all.
    """
    paths = request.paths
    how = [request.reading(path) for path in paths]
    labels = [load_labels(str(one.label_map)) if one.label_map else {} for one in how]
    readers = [
        read_parts(path, format=one.format, encoding=one.encoding, separator=one.separator)
        for path, one in zip(paths, how, strict=True)
    ]
    read = []
    done = [0.0] * len(paths)
    for number, reader in enumerate(readers):
        first = next(reader)
        read.append([relabelled(first.treebank, labels[number])])
        done[number] = first.done
    whole = all(share == 1 for share in done)
    document = finished(_document(read, request, metrics, complete=whole))
    yield Loading(sum(done) / len(paths), "reading", document)
    if whole:
        return
    for number, reader in enumerate(readers):
        for part in reader:
            read[number].append(relabelled(part.treebank, labels[number]))
            done[number] = part.done
            yield Loading(0.9 * sum(done) / len(paths), f"reading {paths[number].name}")
    scoring = _document(read, request, metrics, complete=True)
    document = yield from told(scoring, lambda share: Loading(0.9 + 0.1 * share, "scoring"))
    yield Loading(1.0, "ready", document)


def rescored(document: Document, metrics: Sequence[Metric]) -> Generator[Loading]:
    """The same document under other metrics, or with other choices of theirs."""
    fuller = yield from told(_rescored(document, metrics), lambda share: Loading(share, "scoring"))
    yield Loading(1.0, "ready", fuller)


def _rescored(document: Document, metrics: Sequence[Metric]) -> Steps[Document]:
    fitting = _fitting(metrics, document.gold, [parse.treebank for parse in document.parses])
    scoring = in_turn([_scored(fitting, document.gold, parse.treebank) for parse in document.parses])
    scored = yield from between(scoring, 0.0, 0.5)
    parses = tuple(replace(parse, scored=one) for parse, one in zip(document.parses, scored, strict=True))
    fuller = replace(document, parses=parses, metrics=fitting, _word_tables={}, _errors={}, _pairs={})
    return (yield from between(fuller.work_out(), 0.5, 1.0))


def _document(
    read: Sequence[list[Treebank]], request: Request, metrics: Sequence[Metric], *, complete: bool
) -> Steps[Document]:
    yield 0.0
    gold, *others = map(concat, read)
    lattice = lattice_files.chosen(others.pop() if request.lattice else None, gold)
    names = request.names
    parses, golds = others[: len(names)], others[len(names) :]
    if not complete:
        shortest = min(map(len, (gold, *others)))
        gold, *golds = (treebank.slice(0, shortest) for treebank in (gold, *golds))
        parses = [treebank.slice(0, shortest) for treebank in parses]
    for other in golds:
        check_paired(gold, other)
    gold = replace(lattice_files.anchored(gold, lattice, complete=complete), other_golds=tuple(golds))
    fitting = _fitting(metrics, gold, parses)
    scoring = in_turn([Parse.of(name, gold, parse, fitting) for name, parse in zip(names, parses, strict=True)])
    scored = yield from between(scoring, 0.0, 0.5)
    document = Document(gold, tuple(scored), fitting, complete, lattice)
    return (yield from between(document.work_out(), 0.5, 1.0))


def _fitting(metrics: Sequence[Metric], gold: Treebank, parses: Sequence[Treebank]) -> tuple[Metric, ...]:
    """The metrics that compare what gold and parses hold, of those that need not be asked for."""
    for_gold = tuple(metric for metric in metrics if metric.by_default and metric.applies(gold))
    for_gold = for_gold or lattice_files.metrics_of_words(metrics, gold) or tuple(metrics[:1])
    fitting = tuple(metric for metric in for_gold if all(metric.applies(parse) for parse in parses))
    fitting = fitting or lattice_files.metrics_of_words(metrics, *parses)
    if for_gold and not fitting:
        raise PairError(f"{parses[0].path}: not the kind of trees that {gold.path} has")
    return fitting


def _scored(metrics: Sequence[Metric], gold: Treebank, parse: Treebank) -> Steps[dict[str, Scored]]:
    scored = yield from in_turn([score_steps(metric, gold, parse) for metric in metrics])
    return {metric.name: one for metric, one in zip(metrics, scored, strict=True)}
