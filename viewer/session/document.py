"""What the window shows: a gold, its parses, their scores. No Qt. Immutable: loading makes ever fuller ones. What is
worked out when it is asked for stands beside: `Tables` for conditions, `layers` of annotation, `pairs` of sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from operator import attrgetter
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from cachetools import LRUCache, cachedmethod
from cachetools.keys import hashkey

from goldleaf.core.alignment import sentences_differ, unrelated
from goldleaf.core.analysis.errors.constituent_errors import Errors, errors_steps
from goldleaf.core.analysis.sides import sentence_table
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable, node_table
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.analysis.versions import Versions
from goldleaf.core.errors import Problem, Severity
from goldleaf.core.metrics import Metric, create, fits
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps, between, finished, in_turn
from goldleaf.core.structures.lattice import unfit
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import validate_steps
from goldleaf.viewer.session.blind import FIRST, OTHER, Blind
from goldleaf.viewer.session.layers import LAYER_DIFFERENCES, Layers
from goldleaf.viewer.session.pair import Pairs, Parse

KEPT = 4  # tables of all words, or of all nodes, …
SAMPLE = 50  # sentences, from which it is told what a condition can name before the whole has been looked into

QUOTED = 2  # surplus sentences
NO_GOLD_PATH = "the lattice has no gold path"
_STRUCTURES = {"head": "dependencies", "parent": "constituents"}  # by the column of words that there is only with them
# What not all have that have dependencies.
_FURTHER = {"predicate": "predicates", "enhanced": "enhanced graphs", "mwe": "multiword expressions (cupt)"}


@dataclass(frozen=True, eq=False)
class Document:
    """A gold and its parses, as far as they are read; ``complete`` once all is read and scored."""

    gold: Treebank
    parses: tuple[Parse, ...]
    metrics: tuple[Metric, ...]
    complete: bool
    lattice: Treebank | None = None  # the gold itself, if its file is one of lattices
    gold_names: tuple[str, ...] = ("gold",)  # the gold's own, then those of the other golds
    adjudicated: bool = False  # all are annotators', none is the gold: the first one stands in its place
    left_out: Mapping[str, str] = field(default_factory=dict)  # metrics that were wanted, and why they do not score
    versions: Versions | None = None  # gold and parse are an old and a new version, a row what became of a sentence
    blind: Blind | None = None  # somebody looks at it who is not to know whose the sides are
    turned: tuple[npt.NDArray[np.bool_], ...] | None = None  # for each parse in which sentences sides change places

    def __len__(self) -> int:
        return len(self.gold)

    @property
    def treebanks(self) -> tuple[Treebank, ...]:
        return (self.gold, *(parse.treebank for parse in self.parses))

    @property
    def files(self) -> tuple[Treebank, ...]:
        """The same as the files have them, also where versions were brought into the same rows."""
        return self.treebanks if self.versions is None else (self.versions.old, self.versions.new)

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.gold, {parse.name: parse.treebank for parse in self.parses}, self.metrics)

    @cached_property
    def layers(self) -> Layers:
        return Layers(self.gold, self.parses)

    @cached_property
    def pairs(self) -> Pairs:
        return Pairs(self.gold, self.parses, self.turned, self.versions)

    @cached_property
    def has_tree(self) -> bool:
        return has_constituents(self.gold)

    @property
    def hardly_functions(self) -> bool:
        """Whether fewer than a tenth of the gold's constituents and their words have a function."""
        if not self.has_tree:
            return False
        functions = pl.concat([self.gold.nodes["function"], self.gold.words["function"]])
        return (functions != "_").sum() < len(functions) / 10

    @cached_property
    def has_arcs(self) -> bool:
        """Whether the gold is a treebank of dependencies; one of neither is drawn as if it were."""
        return has_dependencies(self.gold) or not self.has_tree

    @cached_property
    def lattice_only(self) -> bool:
        return self.lattice is not None and not (self.has_tree or has_dependencies(self.gold))

    @property
    def without_gold_path(self) -> bool:
        """Whether the gold is a lattice in which no path is chosen: there is nothing to score a parse against."""
        return self.lattice_only and not self.gold.words.height

    @cached_property
    def mixed(self) -> bool:
        """Whether a parse has another kind of trees than the gold, so that only function trees can be compared."""
        return any(has_constituents(parse.treebank) != self.has_tree for parse in self.parses)

    @property
    def kind(self) -> str:
        """What trees there are to be compared: ``arcs``, ``tree``, ``mixed`` or none (``lattice``)."""
        if self.mixed:
            return "mixed"
        return "lattice" if self.lattice_only else "tree" if self.has_tree else "arcs"

    def lacking(self, metric: Metric) -> str:
        """The structures that a metric compares and gold or parses have not, as a sentence; empty if they have them."""
        if self.tables.fits(metric):
            return ""
        known = ([kind[column] for column in kind if column in metric.columns] for kind in (_FURTHER, _STRUCTURES))
        wanted = next(filter(None, known), [])
        return f"Needs {' or '.join(wanted) or 'other structures'} on both sides."

    @cached_property
    def table(self) -> pl.DataFrame:
        """A row a sentence, as `sides.sentence_table` makes it."""
        return finished(self._table())

    def _table(self) -> Steps[pl.DataFrame]:
        parses = {parse.name: parse.treebank for parse in self.parses}
        table = yield from sentence_table.sentence_table_steps(self.gold, parses, self.scored)
        if self.versions is None:
            return table
        lengths = pl.max_horizontal(pl.col("words"), self.parses[0].treebank.sentences["words"])
        # Those that are shown as one have a root each, which makes them no worse trees.
        alone = pl.Series((self.versions.pairs[:, [1, 3]] - self.versions.pairs[:, [0, 2]] < 2).all(axis=1))
        trees = pl.when(alone).then(pl.col(f"^.*{sentence_table.NO_TREE}$"))
        return table.with_columns(lengths, self.versions.became, trees)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the files, and once all is read, what is odd in their trees."""
        return finished(self._problems())

    def _problems(self) -> Steps[tuple[Problem, ...]]:
        if self.complete:
            of_files = yield from in_turn([validate_steps(treebank) for treebank in self.files])
        else:
            of_files = [treebank.problems for treebank in self.treebanks]
        problems = [problem for known in of_files for problem in known]
        if self.lattice is not None and self.lattice.path != self.gold.path:
            problems += self.lattice.problems
            if self.complete and (reason := unfit(self.gold, self.lattice)):
                text = reason.removeprefix(f"{self.lattice.path}: ")
                problems.append(Problem(self.lattice.path, 1, 0, text, Severity.WARNING))
        return tuple(problems)

    @cached_property
    def unrelated(self) -> str:
        """Which parse has almost no words of the gold, once all is read; empty if all have."""
        parses = self.parses if self.complete else ()
        return next(filter(None, (unrelated(self.gold, parse.treebank) for parse in parses)), "")

    @cached_property
    def sentences_differ(self) -> str:
        """How the parses' sentences differ from the gold's, a line each, once all is read; empty if they do not."""
        parses = self.parses if self.complete else ()
        return "\n".join(filter(None, (sentences_differ(self.gold, parse.treebank) for parse in parses)))

    def work_out(self) -> Steps[Document]:
        """Work out now, in the thread that loads, what would keep the window's waiting later."""
        # The steps are those of `table` and `problems`, put where cached_property looks for what it knows.
        vars(self)["table"] = yield from between(self._table(), 0.0, 0.5)
        vars(self)["problems"] = yield from between(self._problems(), 0.5, 1.0)
        self.unrelated, self.sentences_differ  # noqa: B018
        for parse in range(len(self.parses) * self.complete):
            self.layers.known(parse)
        return self

    @property
    def scored(self) -> dict[str, dict[str, Scored]]:
        """The scores of each parse under each metric, by their names; none to who is not to know the sides."""
        return {parse.name: parse.scored for parse in self.parses} if self.blind is None else {}

    @property
    def several(self) -> bool:
        """Whether there are more than two sides that may be seen together: who is blind is shown two at a time."""
        return self.blind is None and len(self.parses) > 1

    def columns_for(self, parse: int, metric: Metric, *, layers: bool = False) -> tuple[str, ...]:
        """The columns of the table that tell of a parse under a metric: main score, differences, words that differ.
        With ``layers`` the differences are those in the chosen layers. Where the metric does not score, the score is
        that of the first that does, whose differences are not those that are listed."""
        if not 0 <= parse < len(self.parses):
            return ()
        name, scored = self.parses[parse].name, self.scored.get(self.parses[parse].name, {})
        used = metric if metric.name in scored else next((each for each in self.metrics if each.name in scored), None)
        listed = [LAYER_DIFFERENCES] if layers else []
        if used is None:
            return (*listed, self.words_differ(parse))
        figures = sentence_table.figure_columns(self.scored)
        if used is metric and not layers:
            listed = [figures[sentence_table.FigureColumn(name, used.name, sentence_table.DIFFERENCES)]]
        score = figures[sentence_table.FigureColumn(name, used.name, scored[used.name].main)]
        return (score, *listed, self.words_differ(parse))

    def words_differ(self, parse: int) -> str:
        """The column of the table that says how many words of each sentence differ."""
        return sentence_table.words_differ_column([one.name for one in self.parses], self.parses[parse].name)

    def differing(self, parse: int, metric: Metric) -> pl.Series:
        """Whether each sentence has a difference that the metric counts."""
        if not 0 <= parse < len(self.parses) or not self.metrics:
            return pl.repeat(False, len(self), eager=True)
        if self.versions is not None:
            return self.table["change"] != ""
        scored = self.parses[parse].scored
        used = metric if metric.name in scored else self.metrics[0]
        return scored[used.name].counts[used.differences].fill_null(0) > 0

    def surplus(self, row: int, parse: int) -> tuple[int, tuple[str, ...]]:
        """How many sentences a parse has that the gold lacks and that count with this one; what the first ones say."""
        if not 0 <= parse < len(self.parses) or self.parses[parse].units.are_sentences:
            return 0, ()
        rows = self.parses[parse].units.surplus(row).tolist()
        return len(rows), tuple(self.parses[parse].treebank.sentence(one).running_text for one in rows[:QUOTED])

    def treebank_of(self, path: str) -> Treebank | None:
        treebanks = (*self.treebanks, *([self.lattice] if self.lattice is not None else []))
        return next((treebank for treebank in treebanks if treebank.path == path), None)

    def metric_for(self, view: str, usual: str, chosen: str | None = None) -> Metric:
        """The metric whose facts a view shows: the chosen one if they are of its kind, else the first that has such.
        Facts of a kind of their own are shown only when they are asked for, as they are where nothing else is scored
        or their metric leads; where there are no others, those of the ``usual`` metric as it is by default."""
        fitting = [metric for metric in self.metrics if view in metric.views]
        alone = fitting if len(self.metrics) == 1 else []
        usually = [metric for metric in fitting if metric.leads or not metric.facts_are] or alone or [create(usual)]
        return next((metric for metric in fitting if metric.name == chosen), usually[0])

    def blinded(self, blind: Blind) -> Document:
        """The same for somebody who is not to know the names of the sides, nor their scores. The sides of some
        sentences change places in `pairs`; where the words differ they do not, as decisions are by the gold's."""
        count = len(self.parses)
        names = [OTHER] if count == 1 else [f"pair {number}" for number in range(1, count + 1)]
        parses, turned = [], []
        for place, (parse, name) in enumerate(zip(self.parses, names, strict=True)):
            parses.append(replace(parse, name=name, treebank=replace(parse.treebank, path=name, problems=())))
            same_words = (self.table[self.words_differ(place)] == 0).fill_null(value=False).to_numpy()
            turned.append(np.asarray(blind.turned(place) & same_words & parse.units.are_sentences))
        gold = replace(self.gold, path=FIRST, other_golds=(), problems=())
        lattice = self.lattice and replace(self.lattice, path=FIRST, problems=())
        shown = replace(self, gold=gold, lattice=lattice, parses=tuple(parses), blind=blind, turned=tuple(turned))
        shown = replace(shown, gold_names=(FIRST,))
        columns = [pl.col(self.words_differ(place)).alias(shown.words_differ(place)) for place in range(len(names))]
        table = self.table.select("number", "id", "text", "words", *columns)
        layers = replace(self.layers, turned=shown.turned)
        vars(shown).update(table=table, layers=layers, problems=(), unrelated="", sentences_differ="")
        return shown

    def is_turned(self, row: int, parse: int) -> bool:
        return self.turned is not None and 0 <= parse < len(self.parses) and bool(self.turned[parse][row])


class Tables:
    """Tables of gold and parses, as the metrics that score compare them. A parse is meant by its place; −1 for none."""

    def __init__(self, gold: Treebank, parses: Mapping[str, Treebank], metrics: Sequence[Metric]) -> None:
        self.gold, self.parses, self.metrics = gold, parses, metrics
        self._kept: defaultdict[str, LRUCache[Any, Any]] = defaultdict(partial(LRUCache, KEPT))
        self._lock = Lock()
        self._fitting: dict[Metric, bool] = {}  # menus ask at each key

    def fits(self, metric: Metric) -> bool:
        """Whether gold and parses have the structures that a metric compares."""
        if metric not in self._fitting:
            self._fitting[metric] = fits(metric, self.gold, *self.parses.values())
        return self._fitting[metric]

    @cached_property
    def have_repairs(self) -> bool:
        """Whether there are errors in trees of constituents: all sides have such."""
        return all(map(has_constituents, (self.gold, *self.parses.values())))

    @cachedmethod(lambda self: self._kept["words"], lock=attrgetter("_lock"))
    def words(self, parse: int) -> pl.DataFrame | None:
        """The words of gold and parses (see `sides.word_table`), ``parse_…`` being of this one; None without arcs."""
        usable = filter(self.fits, (*self.metrics, create("attachment")))
        of_words = next((metric.of_words for metric in usable if metric.of_words is not None), None)
        return None if of_words is None else word_table_of_all(of_words, self.gold, *self._prefixed(parse))

    @cachedmethod(lambda self: self._kept["nodes"], lock=attrgetter("_lock"))
    def nodes(self, kind: NodeKind, parse: int) -> NodeTable | None:
        """The nodes of gold and parses side by side, ``parse_…`` being of this one; None without such trees."""
        if kind is NodeKind.CONSTITUENT:
            comparing = [metric for metric in self.metrics if metric.bracketing is not None] or [create("parseval")]
        else:
            comparing = [metric for metric in self.metrics if "function" in metric.views] or [create("tedeval")]
        metric = next(filter(self.fits, comparing), None)
        return None if metric is None else node_table(kind, metric, self.gold, *self._prefixed(parse))

    def _prefixed(self, parse: int) -> tuple[dict[str, Treebank], str | None]:
        prefixes = sentence_table.word_prefixes(self.parses)
        chosen = [*prefixes.values()][parse] if 0 <= parse < len(self.parses) else None
        return {prefixes[name]: treebank for name, treebank in self.parses.items()}, chosen

    def facts(self, parse: int, name: str) -> pl.DataFrame | None:
        """The facts of a metric (see `sides.fact_table`): the one that scores, else as by default. None where it does
        not compare the structures of these files."""
        metric = self._metric(name)
        return self._facts(parse, metric) if self.fits(metric) else None

    def _metric(self, name: str) -> Metric:
        return next((metric for metric in self.metrics if metric.name == name), None) or create(name)

    @cachedmethod(
        lambda self: self._kept["facts"],
        key=lambda _, parse, metric: hashkey(parse, metric.signature),
        lock=attrgetter("_lock"),
    )
    def _facts(self, parse: int, metric: Metric) -> pl.DataFrame:
        return fact_table(metric, self.gold, [*self.parses.values()][parse])

    def errors(self, parse: int) -> Steps[Errors]:
        """The classes of a parse's errors in its trees; worked out once, which may take minutes."""
        settings = next((metric.bracketing for metric in self.metrics if metric.bracketing is not None), None)
        key = hashkey(parse, settings)
        errors: Errors | None = self._known("errors", key)
        if errors is None:
            errors = yield from errors_steps(self.gold, [*self.parses.values()][parse], settings=settings)
            with self._lock:
                self._kept["errors"][key] = errors
        return errors

    def _known(self, kind: str, key: object) -> Any:  # noqa: ANN401, of any kind
        with self._lock:
            return self._kept[kind].get(key)

    @cached_property
    def _sample(self) -> Tables:
        parses = {name: parse.slice(0, SAMPLE) for name, parse in self.parses.items()}
        return Tables(self.gold.slice(0, SAMPLE), parses, self.metrics)

    def words_at_hand(self, parse: int) -> pl.DataFrame | None:
        """The words, if a condition has looked into them; before, those of the first sentences."""
        words: pl.DataFrame | None = self._known("words", hashkey(parse))
        return self._sample.words(parse) if words is None else words

    def nodes_at_hand(self, parse: int) -> dict[NodeKind, NodeTable]:
        """The nodes of each kind that there is, as `words_at_hand`."""
        known = {kind: self._known("nodes", hashkey(kind, parse)) for kind in NodeKind}
        tables = {kind: table or self._sample.nodes(kind, parse) for kind, table in known.items()}
        return {kind: table for kind, table in tables.items() if table is not None}

    def facts_at_hand(self, parse: int, name: str) -> pl.DataFrame:
        """The facts of a metric that compares these files, as `words_at_hand`."""
        metric = self._metric(name)
        facts: pl.DataFrame | None = self._known("facts", hashkey(parse, metric.signature))
        return self._sample._facts(parse, metric) if facts is None else facts


def why_no_lattice(lattice: Treebank, row: int, *, complete: bool) -> str:
    """Why a sentence has no lattice to be drawn; ``complete`` says whether all of them are read."""
    if row >= len(lattice):
        return f"sentence {row + 1:,} is not in it" if complete else "not read yet"
    if lattice.sentences["readable"][row]:
        return f"sentence {row + 1:,} has no edges"
    first, end, *_ = (*lattice.sentences["line"].slice(row, 2), float("inf"))
    faults = (str(problem) for problem in lattice.problems if first <= problem.line < end)
    return f"sentence {row + 1:,} could not be read: {next(faults, 'its lines are damaged')}"
