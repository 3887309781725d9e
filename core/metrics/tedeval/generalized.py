"""What several golds have in common (Tsarfaty et al. 2012 EACL, §3.2), and wildcards (2011, §3)."""

from __future__ import annotations

from functools import reduce

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark, compare
from goldleaf.core.metrics.tedeval.forest import Forest
from goldleaf.core.metrics.tedeval.node_facts import UNLABELED, Facts, code, union, with_labels
from goldleaf.core.structures.multifunction import WILDCARD
from goldleaf.core.treebank import TEXT


def generalized(forests: list[Forest], *, software: bool = False) -> Forest:
    """The common yields with their common functions.

    TedEval 2.2 (``software``) labels a yield without common functions ``_``.
    """
    return reduce(lambda one, other: _pair(one, other, software=software), forests)


def _pair(one: Forest, other: Forest, *, software: bool) -> Forest:
    nodes = one.nodes.only(in_both(one.nodes, other.nodes))
    ours, theirs = resolved(one.functions, other.functions), resolved(other.functions, one.functions)
    functions = ours.only(in_both(ours, theirs))
    if software:
        bare = nodes.only(~np.isin(nodes.node, functions.node[~functions.word]) & ~nodes.word)
        functions = union(functions, with_labels(bare, np.full(len(bare.key), code(UNLABELED), np.uint32)))
    return Forest(nodes, functions)


def in_both(one: Facts, other: Facts) -> npt.NDArray[np.bool_]:
    """Which facts of the first the second has, words and nodes apart."""
    return np.asarray(
        compare([one.key, one.word.astype(np.uint8)], [other.key, other.word.astype(np.uint8)]).gold == Mark.MATCHED
    )


def resolved(facts: Facts, others: Facts) -> Facts:
    """The facts with each wildcard turned into the first label, by name, that it can stand for among the others'."""
    wildcard = code(WILDCARD)
    wild = np.flatnonzero((facts.label == wildcard) & ~facts.word)
    if not wild.size:
        return facts
    labels = pl.DataFrame({"node": others.node, "label": others.label}).filter(pl.Series(~others.word))
    has_wildcard = labels.filter(pl.col("label") == wildcard)
    free = labels.join(has_wildcard, on="node", how="anti").join(
        pl.DataFrame({"node": facts.node, "label": facts.label}), on=["node", "label"], how="anti"
    )
    names = free["label"].cat.to(TEXT).cast(pl.String)
    first = free.with_columns(name=names).sort("name").unique("node", keep="first")
    found = pl.DataFrame({"row": wild, "node": facts.node[wild]}).join(first, on="node", how="inner")
    label = facts.label.copy()
    label[found["row"].to_numpy()] = found["label"].to_numpy()
    return with_labels(facts, label)
