"""The tables of a gold and its parses that conditions look into: words, nodes, facts, errors. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from operator import attrgetter
from threading import Lock
from typing import Any

import polars as pl
from cachetools import LRUCache, cachedmethod
from cachetools.keys import hashkey

from goldleaf.core.analysis.errors.constituent_errors import Errors, errors_steps
from goldleaf.core.analysis.sides.fact_table import fact_table
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable, node_table
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.metrics import Metric, create, fits
from goldleaf.core.metrics.base import has_constituents
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank

KEPT = 4  # tables of all words, or of all nodes, …
SAMPLE = 50  # sentences, from which it is told what a condition can name before the whole has been looked into

_NODES_BY = {NodeKind.CONSTITUENT: "parseval", NodeKind.FUNCTION: "tedeval"}  # where no metric that is chosen does


class Tables:
    """Tables of a gold and its parses by name, as the metrics that score compare them; the last ones are kept. A parse
    is meant by its place; −1 for none."""

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
        """The words of gold and parses side by side, ``parse_…`` being of this one (see `sides.word_table`); None
        without arcs."""
        usable = filter(self.fits, (*self.metrics, create("attachment")))
        of_words = next((metric.of_words for metric in usable if metric.of_words is not None), None)
        return None if of_words is None else word_table_of_all(of_words, self.gold, *self._prefixed(parse))

    @cachedmethod(lambda self: self._kept["nodes"], lock=attrgetter("_lock"))
    def nodes(self, kind: NodeKind, parse: int) -> NodeTable | None:
        """The nodes of gold and parses side by side, ``parse_…`` being of this one; None without such trees."""
        if kind is NodeKind.CONSTITUENT:
            comparing = [metric for metric in self.metrics if metric.bracketing is not None]
        else:
            comparing = [metric for metric in self.metrics if "function" in metric.views]
        metric = next(filter(self.fits, comparing or [create(_NODES_BY[kind])]), None)
        return None if metric is None else node_table(kind, metric, self.gold, *self._prefixed(parse))

    def _prefixed(self, parse: int) -> tuple[dict[str, Treebank], str | None]:
        """The parses by what their columns begin with, and what those of the chosen one do."""
        prefixes = word_prefixes(self.parses)
        chosen = [*prefixes.values()][parse] if 0 <= parse < len(self.parses) else None
        return {prefixes[name]: treebank for name, treebank in self.parses.items()}, chosen

    def facts(self, parse: int, name: str) -> pl.DataFrame | None:
        """The facts of a metric (see `sides.fact_table`): the one that scores, else as by default. None where it does
        not compare the structures of these files."""
        metric = self._metric(name)
        return self._facts(parse, metric) if self.fits(metric) else None

    def _metric(self, name: str) -> Metric:
        return next((metric for metric in self.metrics if metric.name == name), None) or create(name)

    @cachedmethod(lambda self: self._kept["facts"], key=lambda _, *asked: _by_metric(*asked), lock=attrgetter("_lock"))
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
        """The same of the first sentences."""
        parses = {name: parse.slice(0, SAMPLE) for name, parse in self.parses.items()}
        return Tables(self.gold.slice(0, SAMPLE), parses, self.metrics)

    def words_at_hand(self, parse: int) -> pl.DataFrame | None:
        """The words, if a condition has looked into them; before, those of the first sentences."""
        words: pl.DataFrame | None = self._known("words", hashkey(parse))
        return self._sample.words(parse) if words is None else words

    def nodes_at_hand(self, parse: int) -> dict[NodeKind, NodeTable]:
        """The nodes of each kind that there is, as `words_at_hand`."""
        tables = {
            kind: self._known("nodes", hashkey(kind, parse)) or self._sample.nodes(kind, parse) for kind in NodeKind
        }
        return {kind: table for kind, table in tables.items() if table is not None}

    def facts_at_hand(self, parse: int, name: str) -> pl.DataFrame:
        """The facts of a metric that compares these files, as `words_at_hand`."""
        metric = self._metric(name)
        facts: pl.DataFrame | None = self._known("facts", _by_metric(parse, metric))
        return self._sample._facts(parse, metric) if facts is None else facts


def _by_metric(parse: int, metric: Metric) -> tuple[object, ...]:
    return hashkey(parse, metric.signature)
