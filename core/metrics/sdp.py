"""Semantic dependency graphs as SDP 2014 and 2015 score them (Oepen et al. 2014, §4; their toolkit's Scorer).

Facts: one (node, head, label) an edge, and one from 0 to each top (a *virtual edge*, of one label for all). Labeled and
unlabeled precision, recall and F1 of these over all graphs, and the graphs whose edges are all right. Punctuation
counts.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.base import Option, Ratio, count_table
from goldleaf.core.metrics.enhanced import Enhanced, edges
from goldleaf.core.treebank import Treebank

_PARTS = {"precision": "parse_edges", "recall": "gold_edges", "f1": "edges"}


class SemanticGraphs(Enhanced):
    """Precision, recall and F1 of the edges of semantic graphs and of their tops, labeled and unlabeled."""

    name = "sdp"
    title = "Semantic graphs"
    source = "Oepen et al. 2014"
    options = (
        Option("tops", "include", ("include", "exclude"),
               "whether the edges from 0 to the tops count; the Scorer prints both"),
    )  # fmt: skip
    ratios = {
        **{
            f"{kind}{part}": Ratio(f"{kind}twice" if part == "f1" else f"{kind}right", total)
            for kind in ("", "unlabeled_")
            for part, total in _PARTS.items()
        },
        "exact_match": Ratio("exact", "graphs"),
        "unlabeled_exact_match": Ratio("unlabeled_exact", "graphs"),
    }
    titles = {"unlabeled": "Unlab."}
    main = "f1"
    facts_are = "enhanced"

    def applies(self, treebank: Treebank) -> bool:
        return treebank.format == "sdp"

    def edges(self, treebank: Treebank) -> pl.DataFrame:
        found = edges(treebank, "nodes")
        return found if self.chosen["tops"] == "include" else found.filter(pl.col("head") != "0")

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        of_gold, of_parse = self._compared(gold, parse)

        def number(table: pl.DataFrame) -> np.ndarray:
            return np.bincount(table["sentence"], minlength=len(gold))

        right, unlabeled = (number(of_gold.filter(pl.col(mark) == Mark.MATCHED)) for mark in ("mark", "unlabeled"))
        ours, theirs = number(of_gold), number(of_parse)
        counts = {"gold_edges": ours, "parse_edges": theirs, "edges": ours + theirs}
        counts |= {"right": right, "twice": 2 * right, "unlabeled_right": unlabeled, "unlabeled_twice": 2 * unlabeled}
        for name, number_right in (("exact", right), ("unlabeled_exact", unlabeled)):
            counts[name] = (number_right == ours) & (number_right == theirs)
        counts["graphs"] = np.ones(len(gold))
        # An edge of the parse is one more mistake unless it stands instead of one of the gold's.
        counts["wrong"] = ours - right + theirs - unlabeled
        return count_table(counts, len(gold))
