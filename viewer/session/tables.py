"""The tables of words and nodes that conditions look into, of a gold and its parses. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from goldleaf.core.analysis.sides.nodes import NodeKind, NodeTable, node_table
from goldleaf.core.analysis.sides.sentence_table import word_prefixes
from goldleaf.core.analysis.sides.word_table import word_table_of_all
from goldleaf.core.metrics import Metric, create, fits
from goldleaf.core.treebank import Treebank

SAMPLE = 50
"""From so many sentences it is told what a condition can name, before the whole has been looked into."""

_WORDS_BY = "attachment"  # compares words where no metric that is chosen does
_NODES_BY = {NodeKind.CONSTITUENT: "parseval", NodeKind.FUNCTION: "tedeval"}  # and so of nodes


class Compared(NamedTuple):
    """A gold and its parses by name, the name of the chosen one (None: there is none), and metrics."""

    gold: Treebank
    parses: Mapping[str, Treebank]
    chosen: str | None
    metrics: Sequence[Metric]

    def sample(self) -> Compared:
        """The same of the first sentences."""
        parses = {name: parse.slice(0, SAMPLE) for name, parse in self.parses.items()}
        return self._replace(gold=self.gold.slice(0, SAMPLE), parses=parses)

    def words(self) -> pl.DataFrame | None:
        """The words side by side, as a chosen metric compares them (see `sides.word_table`); None without arcs."""
        fitting = (one for one in (*self.metrics, create(_WORDS_BY)) if fits(one, self.gold, *self.parses.values()))
        of_words = next((one.of_words for one in fitting if one.of_words is not None), None)
        if of_words is None:
            return None
        names = word_prefixes(self.parses)
        parses = {names[name]: parse for name, parse in self.parses.items()}
        chosen = names[self.chosen] if self.chosen is not None else None
        return word_table_of_all(of_words, self.gold, parses, chosen)

    def nodes(self, kind: NodeKind) -> NodeTable | None:
        """The nodes side by side, as a chosen metric compares them; None without such trees."""
        of_nodes = [one for one in self.metrics if _compares(one, kind)] or [create(_NODES_BY[kind])]
        metric = next((one for one in of_nodes if fits(one, self.gold, *self.parses.values())), None)
        if metric is None:
            return None
        names = word_prefixes(self.parses)
        parses = {names[name]: parse for name, parse in self.parses.items()}
        return node_table(kind, metric, self.gold, parses, names[self.chosen] if self.chosen is not None else None)


def _compares(metric: Metric, kind: NodeKind) -> bool:
    return metric.bracketing is not None if kind is NodeKind.CONSTITUENT else "function" in metric.views
