"""What the window shows: a gold, its parses, their scores. No Qt.

Immutable: loading makes ever fuller ones. What is worked out when it is asked for is kept under one lock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, MutableMapping, Sequence
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
from goldleaf.core.analysis.errors.constituent_errors import COLUMN as ERROR_CLASSES
from goldleaf.core.analysis.errors.constituent_errors import REPAIR, Errors, classes
from goldleaf.core.analysis.errors.constituent_errors import errors_steps as constituent_errors
from goldleaf.core.analysis.search.completion import Tables
from goldleaf.core.analysis.search.fact_search import WORD, of_parse, table_names
from goldleaf.core.analysis.search.filtering import Filtered, filter_sentences
from goldleaf.core.analysis.search.grouping import grouped, hit_columns
from goldleaf.core.analysis.search.has import looks_into
from goldleaf.core.analysis.search.query import column_named
from goldleaf.core.analysis.sides.fact_table import PARSE_WORD, fact_table
from goldleaf.core.analysis.sides.layers import Layer, layer_counts, layer_differences, layers_of
from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable
from goldleaf.core.analysis.sides.sentence_table import (
    DIFFERENCES,
    Figure,
    figure_columns,
    other_names,
    sentence_table_steps,
    word_prefixes,
    words_differ_column,
)
from goldleaf.core.errors import OptionError, Problem
from goldleaf.core.metrics import Metric, create, fits
from goldleaf.core.metrics.base import has_constituents, has_dependencies
from goldleaf.core.scoring import Scored
from goldleaf.core.steps import Steps, between, finished, in_turn
from goldleaf.core.treebank import Treebank
from goldleaf.core.validation import validate_steps
from goldleaf.viewer.session import lattice_files
from goldleaf.viewer.session.blind import FIRST, HIDDEN, OTHER, Blind, names_of_parses
from goldleaf.viewer.session.pair import Pair, pair_of, pair_of_two
from goldleaf.viewer.session.parse import Parse
from goldleaf.viewer.session.queries import Queries
from goldleaf.viewer.session.tables import Compared

PAIRS = 16  # sentences that are kept
TABLES = 4  # of all words, that are kept
LAYERS = 24  # what is known of the layers of annotation of parses
QUOTED = 2  # surplus sentences
LAYER_DIFFERENCES = "layer_differences"  # the column of differences in the layers that were chosen
_LOOKS_INTO_SIDES = re.compile(r"\bhas\s*\(", re.IGNORECASE)
_STRUCTURES = {"head": "dependencies", "parent": "constituents"}  # by the column of words that there is only with them


def _by_signature(_: object, row: int, parse: int, metric: Metric) -> tuple[object, ...]:
    return hashkey(row, parse, metric.signature)


def _by_metric(_: object, parse: int, metric: Metric) -> tuple[object, ...]:
    return hashkey(parse, metric.signature)


def _asked_for(name: str) -> Callable[..., tuple[object, ...]]:
    def key(_: object, *arguments: object) -> tuple[object, ...]:
        return hashkey(name, *arguments)

    return key


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
    blind: Blind | None = None  # somebody looks at it who is not to know whose the sides are
    _pairs: MutableMapping[Any, Pair] = field(default_factory=partial(LRUCache, PAIRS), repr=False)
    _word_tables: MutableMapping[Any, pl.DataFrame | None] = field(
        default_factory=partial(LRUCache, TABLES), repr=False
    )
    _node_tables: MutableMapping[Any, NodeTable | None] = field(default_factory=partial(LRUCache, TABLES), repr=False)
    _samples: MutableMapping[Any, Any] = field(default_factory=partial(LRUCache, TABLES), repr=False)
    _fact_tables: MutableMapping[Any, pl.DataFrame] = field(default_factory=partial(LRUCache, TABLES), repr=False)
    _layers: MutableMapping[Any, Any] = field(default_factory=partial(LRUCache, LAYERS), repr=False)
    _errors: MutableMapping[Any, Errors] = field(default_factory=partial(LRUCache, TABLES), repr=False)
    _turned: MutableMapping[Any, Any] = field(default_factory=dict, repr=False)
    _fitting: MutableMapping[Metric, bool] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

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

    def fits(self, metric: Metric) -> bool:
        """Whether gold and parses have the structures that a metric compares."""
        if metric not in self._fitting:
            self._fitting[metric] = fits(metric, self.gold, *(parse.treebank for parse in self.parses))
        return self._fitting[metric]

    def lacking(self, metric: Metric) -> str:
        """The structures that a metric compares and gold or parses have not, as a sentence; empty if they have them."""
        if self.fits(metric):
            return ""
        wanted = [structure for column, structure in _STRUCTURES.items() if column in metric.columns]
        return f"Needs {' or '.join(wanted) or 'other structures'} on both sides."

    @cached_property
    def table(self) -> pl.DataFrame:
        """A row a sentence, as `sides.sentence_table` makes it."""
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

    @cached_property
    def sentences_differ(self) -> str:
        """How the parses' sentences differ from the gold's, a line each, once all is read; empty if they do not."""
        parses = self.parses if self.complete else ()
        return "\n".join(filter(None, (sentences_differ(self.gold, parse.treebank) for parse in parses)))

    def _table(self) -> Steps[pl.DataFrame]:
        return sentence_table_steps(self.gold, {parse.name: parse.treebank for parse in self.parses}, self._scored)

    @property
    def _scored(self) -> dict[str, dict[str, Scored]]:
        return {parse.name: parse.scored for parse in self.parses} if self.blind is None else {}

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
        self.unrelated, self.sentences_differ  # noqa: B018
        for parse in range(len(self.parses) * self.complete):
            self.layers(parse)
        return self

    @property
    def figures(self) -> dict[Figure, str]:
        """The table's columns of figures."""
        return figure_columns(self._scored)

    @property
    def kind(self) -> str:
        """What trees there are to be compared: ``arcs``, ``tree``, ``mixed`` or none (``lattice``)."""
        if self.mixed:
            return "mixed"
        return "lattice" if self.lattice_only else "tree" if self.has_tree else "arcs"

    def named_table(self, parse: int, further: pl.DataFrame | None = None) -> pl.DataFrame:
        """The table with other names for its columns, too: a filter means this parse (of none, the first) by ``las``,
        and knows each by its name. ``further`` are more columns, a row a sentence.
        """
        table = self.table if further is None else self.table.with_columns(further)
        if not self.parses or self.blind is not None:
            return table
        others = other_names(self._scored, self.parses[max(parse, 0)].name)
        new = {name: column for name, column in others.items() if name not in table.columns}
        return table.with_columns(pl.col(column).alias(name) for name, column in new.items())

    def filtered(self, query: str, parse: int, further: pl.DataFrame | None = None) -> Steps[Filtered]:
        """The sentences that a filter line lets through; ``has(…)`` looks into the trees of gold and this parse.

        A saved filter may be named, ``@name``. ``further`` are more columns of the table. Raises OptionError for a
        condition that cannot be understood.
        """
        yield 0.0
        query = Queries().resolved(query)
        if self.blind is not None and _LOOKS_INTO_SIDES.search(query):
            raise OptionError(f"has(…): {HIDDEN}")
        kinds = _kinds(query)
        table = self.named_table(parse, further)
        if self.has_tree and ERROR_CLASSES in query:
            table = table.with_columns((yield from self._error_columns(parse)))
        yield 0.3
        nodes = self._node_tables_of([kind for kind in NodeKind if kind in kinds], parse)
        tables = yield from between(self._tables(kinds, parse), 0.5, 0.7)
        of_words = WORD in kinds or any(PARSE_WORD in one.columns for one in tables.values())
        words = self.words(parse) if of_words else None
        return filter_sentences(table, words, query, nodes, tables)

    def _tables(self, kinds: Collection[str], parse: int) -> Steps[dict[str, pl.DataFrame]]:
        """What a query looks into by name, of what there is: facts of metrics, repairs of trees, a parse's words."""
        yield 0.0
        found = {}
        for name in kinds:
            prefix, table = of_parse(name) or ("", name)
            place = self._parse_of(prefix) if prefix else parse
            if 0 <= place < len(self.parses) and (rows := (yield from self._named(table, place))) is not None:
                found[name] = rows
        return found

    def _parse_of(self, prefix: str) -> int:
        """The parse whose columns begin with this. Raises OptionError if there is none."""
        prefixes = [*word_prefixes(one.name for one in self.parses).values()]
        known = column_named(prefix, prefixes)
        if known is None:
            there = f"{'is' if len(prefixes) < 2 else 'are'} {', '.join(prefixes) or 'none'}"
            raise OptionError(f"filter: no parse {prefix}; there {there}")
        return prefixes.index(known)

    def _named(self, table: str, parse: int) -> Steps[pl.DataFrame | None]:
        """What a query calls by this name of a parse; None if there is none."""
        yield 0.0
        if table == REPAIR:
            return (yield from self.errors(parse)).table if self._has_repairs else None
        if table in table_names():
            return self.facts(parse, table_names()[table])
        return self.words(parse) if table == WORD else None

    def _error_columns(self, parse: int) -> Steps[list[pl.Series]]:
        """The columns of the classes of a parse's errors, unless somebody is not to know them."""
        if self.blind is not None or not 0 <= parse < len(self.parses):
            return []
        columns = (yield from self.errors(parse)).columns
        return [columns[name] for name in (ERROR_CLASSES, "repairs")]

    def _node_tables_of(self, kinds: Sequence[NodeKind], parse: int) -> dict[NodeKind, NodeTable]:
        return {kind: table for kind in kinds if (table := self.nodes(kind, parse)) is not None}

    def grouped(
        self, found: Filtered, parse: int, columns: Sequence[str], further: pl.DataFrame | None = None
    ) -> pl.DataFrame:
        """What a filter has found, counted by columns; see `search.grouping`. Raises OptionError."""
        words, nodes = self._looked_into(found, parse)
        return grouped(self.named_table(parse, further), words, found, columns, nodes)

    def hit_columns(self, found: Filtered, parse: int) -> list[str]:
        """The columns of the words or nodes that a filter has found."""
        words, nodes = self._looked_into(found, parse)
        return [*hit_columns(words, found, nodes)]

    def group_columns(self, found: Filtered, parse: int, further: pl.DataFrame | None = None) -> list[str]:
        """The columns that what a filter has found can be counted by, those of words or nodes first."""
        return [*dict.fromkeys((*self.hit_columns(found, parse), *self.named_table(parse, further).columns))]

    def _looked_into(self, found: Filtered, parse: int) -> tuple[pl.DataFrame | None, dict[NodeKind, NodeTable]]:
        """The tables in which a filter has found something."""
        words = self.words(parse) if found.hits is not None else None
        return words, self._node_tables_of(found.node_kinds, parse)

    def errors(self, parse: int) -> Steps[Errors]:
        """The classes of a parse's errors in its trees; worked out once, which may take minutes."""
        settings = next((metric.bracketing for metric in self.metrics if metric.bracketing is not None), None)
        key = hashkey(parse, settings)
        with self._lock:
            known = self._errors.get(key)
        if known is None:
            known = yield from constituent_errors(self.gold, self.parses[parse].treebank, settings=settings)
            with self._lock:
                self._errors[key] = known
        return known

    def facts(self, parse: int, name: str) -> pl.DataFrame | None:
        """The facts of a metric (see `sides.fact_table`): the one that scores, else as by default.

        None where it does not compare the structures of these files.
        """
        chosen = next((metric for metric in self.metrics if metric.name == name), None) or create(name)
        return self._facts(parse, chosen) if self.fits(chosen) else None

    @cachedmethod(attrgetter("_fact_tables"), key=_by_metric, lock=attrgetter("_lock"))
    def _facts(self, parse: int, metric: Metric) -> pl.DataFrame:
        return fact_table(metric, self.gold, self.parses[parse].treebank)

    def at_hand(self, parse: int) -> tuple[pl.DataFrame | None, dict[NodeKind, NodeTable]]:
        """The words and nodes that a filter has looked into, for completing the next one; before, those of the first
        sentences. Nothing to somebody who is not to know the sides.
        """
        if self.blind is not None:
            return None, {}
        with self._lock:
            words = self._word_tables.get(hashkey(parse))
            nodes = {kind: self._node_tables.get(hashkey(kind, parse)) for kind in NodeKind}
        sampled = self._sample(parse)
        known = {kind: table or sampled[1].get(kind) for kind, table in nodes.items()}
        return words if words is not None else sampled[0], {kind: one for kind, one in known.items() if one is not None}

    def tables_at_hand(self, parse: int) -> Tables:
        """What else a filter can look into by its name, for completing it: of what has not been looked into before, the
        first sentences.
        """
        if self.blind is not None or not self.parses:
            return {}
        prefixes = word_prefixes(one.name for one in self.parses)
        places = {f"{prefixes[one.name]}_": place for place, one in enumerate(self.parses)}
        words = {f"{prefix}{WORD}": partial(self._words_at_hand, place) for prefix, place in places.items()}
        every = {"": max(parse, 0), **places}
        repairs = dict.fromkeys((f"{prefix}{REPAIR}" for prefix in every), classes) if self._has_repairs else {}
        return {**self._facts_by_name(every), **words, **repairs}

    @property
    def _has_repairs(self) -> bool:
        return self.has_tree and not self.mixed

    def _facts_by_name(self, places: Mapping[str, int]) -> dict[str, Callable[[], pl.DataFrame | None]]:
        """What makes the facts of parses, by their names with what stands before these."""
        named = [(name, metric) for name, metric in table_names().items() if metric and self.fits(create(metric))]
        return {
            f"{prefix}{name}": partial(self._facts_at_hand, place, metric)
            for prefix, place in places.items()
            for name, metric in named
        }

    def _words_at_hand(self, parse: int) -> pl.DataFrame | None:
        return self.at_hand(parse)[0]

    def _facts_at_hand(self, parse: int, name: str) -> pl.DataFrame:
        metric = next((one for one in self.metrics if one.name == name), None) or create(name)
        with self._lock:
            known = self._fact_tables.get(_by_metric(self, parse, metric))
        return self._sampled_facts(parse, metric) if known is None else known

    @cachedmethod(attrgetter("_samples"), key=_by_metric, lock=attrgetter("_lock"))
    def _sampled_facts(self, parse: int, metric: Metric) -> pl.DataFrame:
        first = self._compared(parse).sample()
        return fact_table(metric, first.gold, [*first.parses.values()][parse])

    @cachedmethod(attrgetter("_samples"), lock=attrgetter("_lock"))
    def _sample(self, parse: int) -> tuple[pl.DataFrame | None, dict[NodeKind, NodeTable]]:
        first = self._compared(parse).sample()
        tables = {kind: first.nodes(kind) for kind in NodeKind}
        return first.words(), {kind: table for kind, table in tables.items() if table is not None}

    def _compared(self, parse: int) -> Compared:
        chosen = self.parses[parse].name if 0 <= parse < len(self.parses) else None
        return Compared(self.gold, {one.name: one.treebank for one in self.parses}, chosen, self.metrics)

    @cachedmethod(attrgetter("_word_tables"), lock=attrgetter("_lock"))
    def words(self, parse: int) -> pl.DataFrame | None:
        """The words of gold and parses side by side, ``parse_…`` being of this one (see `sides.word_table`); None
        without arcs.
        """
        return self._compared(parse).words()

    @cachedmethod(attrgetter("_node_tables"), lock=attrgetter("_lock"))
    def nodes(self, kind: NodeKind, parse: int) -> NodeTable | None:
        """The nodes of gold and parses side by side, ``parse_…`` being of this one; None without such trees."""
        return self._compared(parse).nodes(kind)

    def differing(self, parse: int, metric: Metric) -> npt.NDArray[np.bool_]:
        """Whether each sentence has a difference that the metric counts."""
        if not 0 <= parse < len(self.parses):
            return np.zeros(len(self), bool)
        scored = self.parses[parse].scored
        used = metric if metric.name in scored else self.metrics[0]
        return np.asarray((scored[used.name].counts[used.differences].fill_null(0) > 0).to_numpy())

    @cachedmethod(attrgetter("_layers"), key=_asked_for("layers"), lock=attrgetter("_lock"))
    def layers(self, parse: int) -> tuple[Layer, ...]:
        """The layers of annotation in which the gold and a parse can differ."""
        return layers_of(self.gold, self.parses[parse].treebank)

    @cachedmethod(attrgetter("_layers"), key=_asked_for("differences"), lock=attrgetter("_lock"))
    def layer_differences(self, parse: int, layers: tuple[Layer, ...]) -> pl.DataFrame:
        """What differs between the gold and a parse in these layers, as `sides.layers` tells it."""
        return layer_differences(self.gold, self.parses[parse].treebank, layers)

    @cachedmethod(attrgetter("_layers"), key=_asked_for("counts"), lock=attrgetter("_lock"))
    def layer_counts(self, parse: int, layers: tuple[Layer, ...]) -> pl.Series:
        """How many differences each sentence of the gold has in these layers; a unit of sentences has them together."""
        counts = layer_counts(self.gold, self.parses[parse].treebank, layers)
        total = counts.select(pl.sum_horizontal(pl.lit(0, pl.UInt32), pl.exclude("sentence"))).to_series().to_numpy()
        found = self.parses[parse].units.lengths(total.astype(np.int64))
        return pl.Series(LAYER_DIFFERENCES, found, dtype=pl.UInt32)

    @cachedmethod(attrgetter("_layers"), key=_asked_for("unseen"), lock=attrgetter("_lock"))
    def places_not_shown(self, parse: int, layers: tuple[Layer, ...]) -> tuple[int, int]:
        """At how many places the gold, or first annotator, and a parse agree, but another one differs; and how many
        there are at which any differs.
        """
        others = range(len(self.parses))
        differing = [layer_differences(self.gold, self.parses[one].treebank, layers) for one in others]
        every = pl.concat([one.select("sentence", "layer", "item") for one in differing]).n_unique()
        return every - differing[parse].height, every

    def columns_for(self, parse: int, metric: Metric, *, layers: bool = False) -> tuple[str, ...]:
        """The columns of the table that tell of a parse under a metric: main score, differences, words that differ.

        With ``layers`` the differences are those in the chosen layers.
        """
        if not 0 <= parse < len(self.parses):
            return ()
        name, scored = self.parses[parse].name, self._scored
        if self.blind is not None or metric.name not in scored[name]:
            return (*([LAYER_DIFFERENCES] if layers else []), self.words_differ(parse))
        columns = figure_columns(scored)
        main = metric.main or next(iter(scored[name][metric.name].ratios))
        return (
            columns[Figure(name, metric.name, main)],
            LAYER_DIFFERENCES if layers else columns[Figure(name, metric.name, DIFFERENCES)],
            self.words_differ(parse),
        )

    def main_score(self, parse: int, metric: Metric) -> str:
        """What a filter calls the main score of a metric; see `named_table`."""
        if self.blind is not None or not self.parses:
            return metric.main or next(iter(metric.ratios))
        column = self.columns_for(max(parse, 0), metric)[0]
        others = other_names(self._scored, self.parses[max(parse, 0)].name)
        return next((name for name, own in others.items() if own == column and len(name) < len(column)), column)

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

    @cachedmethod(attrgetter("_pairs"), key=_by_signature, lock=attrgetter("_lock"))
    def pair(self, row: int, parse: int, metric: Metric) -> Pair:
        """The sentence in this row with one parse's, as a metric compares them. Raises IndexError."""
        other = self.parses[parse] if 0 <= parse < len(self.parses) else None
        if self.blind is None or other is None or not other.units.are_sentences or row >= len(other.treebank):
            return pair_of(self.gold, other, row, metric)
        sides = [self.gold.slice(row), other.treebank.slice(row)]
        if self.is_turned(row, parse):
            sides.reverse()
        first, second = (replace(one, path=name) for one, name in zip(sides, (FIRST, OTHER), strict=True))
        return pair_of_two(first, second, self.gold.sentence(row), other.fitted(metric))

    def blinded(self, blind: Blind) -> Document:
        """The same for somebody who is not to know the names of the sides, nor their scores.

        The sides of some sentences change places in `pair`; where the words differ they do not, for what is decided is
        written down by the gold's words.
        """
        names = names_of_parses(len(self.parses))
        parses = tuple(
            replace(one, name=name, treebank=replace(one.treebank, path=name, problems=()))
            for one, name in zip(self.parses, names, strict=True)
        )
        shown = replace(
            self,
            gold=replace(self.gold, path=FIRST, other_golds=(), problems=()),
            lattice=self.lattice and replace(self.lattice, path=FIRST, problems=()),
            parses=parses,
            gold_names=(FIRST,),
            blind=blind,
            _pairs=LRUCache(PAIRS),
            _word_tables=LRUCache(TABLES),
            _node_tables=LRUCache(TABLES),
            _samples=LRUCache(TABLES),
            _turned={},
            _fitting={},
        )
        columns = [pl.col(self.words_differ(place)).alias(shown.words_differ(place)) for place in range(len(names))]
        known = {"table": self.table.select("number", "id", "text", "words", *columns), "problems": ()}
        vars(shown).update(known, unrelated="", sentences_differ="")
        return shown

    def is_turned(self, row: int, parse: int) -> bool:
        """Whether gold and parse have changed places in a sentence."""
        return self.blind is not None and 0 <= parse < len(self.parses) and bool(self.turned(parse)[row])

    @cachedmethod(attrgetter("_turned"), key=_asked_for("turned"), lock=attrgetter("_lock"))
    def turned(self, parse: int) -> npt.NDArray[np.bool_]:
        """For each sentence whether gold and a parse have changed places."""
        if self.blind is None or not self.parses[parse].units.are_sentences:
            return np.zeros(len(self), bool)
        same_words = (self.table[self.words_differ(parse)] == 0).fill_null(value=False).to_numpy()
        return np.asarray(self.blind.turned(parse) & same_words)

    def metric_for(self, view: str, usual: str, chosen: str | None = None) -> Metric:
        """The metric whose facts a view shows: the chosen one if they are of its kind, else the first that has such.

        Facts of a kind of their own are shown only when they are asked for, as they are where nothing else is scored;
        where there are no others, those of the ``usual`` metric as it is by default.
        """
        fitting = [metric for metric in self.metrics if view in metric.views]
        alone = fitting if len(self.metrics) == 1 else []
        usually = [metric for metric in fitting if not metric.facts_are] or alone or [create(usual)]
        return next((metric for metric in fitting if metric.name == chosen), usually[0])


def _kinds(query: str) -> frozenset[str]:
    """What a query looks for in the trees; what is wrong with it is told when it is used."""
    try:
        return looks_into(query)
    except OptionError:
        return frozenset({WORD})


def source_lines(treebank: Treebank, row: int) -> list[tuple[int, str]]:
    """The numbered lines of an unreadable sentence, as they stand in its file."""
    kept = treebank.other_lines.filter(pl.col("sentence") == row)
    return list(kept.select("line", "text").iter_rows())
