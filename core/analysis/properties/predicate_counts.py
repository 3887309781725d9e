"""Predicates and arguments of a treebank (CoNLL-2009, Tables 2 and 4, §3.2)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.properties.counting import NOTHING, Properties, different, frequent, ratio
from goldleaf.core.treebank import Treebank

_CORE = r"(?i)^(r-|c-)?a(rg)?[0-9]"  # A0, ARG1, arg1-pat, R-A0
_BEARING = "Y"  # FILLPRED of a word that has arguments


def of_predicates(treebank: Treebank) -> Properties:
    """Predicates, arguments, and how these lie in the tree. A label such as ``A0|A1`` is one argument."""
    words, arguments = treebank.words, treebank.arguments
    predicates = int((~words["predicate"].cast(pl.String).is_in(NOTHING)).sum())
    bearing = _bearing(words) or predicates
    core = arguments["role"].cast(pl.String).str.contains(_CORE)
    spelled, together = frequent(arguments["role"])
    return {
        "predicates": predicates,
        "predicates_a_sentence": ratio(predicates, len(treebank)),
        "predicates_share": ratio(bearing, words.height),
        "arguments": arguments.height,
        "arguments_a_predicate": ratio(arguments.height, bearing),
        "roles": different(arguments["role"]),
        "core_arguments_share": ratio(int(core.sum()), arguments.height),
        "other_arguments_share": ratio(arguments.height - int(core.sum()), arguments.height),
        **_in_tree(words, arguments.filter(pl.col("predicate") != pl.col("argument")), arguments.height),
        "frequent_roles": spelled,
        "frequent_roles_share": together,
    }


def _bearing(words: pl.DataFrame) -> int:
    """The words that have arguments by FILLPRED, which files have whose predicates are still to be found."""
    if "fill_predicate" not in words.columns:
        return 0
    return int((words["fill_predicate"].cast(pl.String) == _BEARING).sum())


def _in_tree(words: pl.DataFrame, others: pl.DataFrame, arguments: int) -> Properties:
    """Of arguments that are ``others`` than their predicate itself: on which arcs, and of how many predicates."""
    heads = words.select("sentence", "position", pl.col("head").cast(pl.UInt32, strict=False))
    placed = others.select("sentence", "predicate", "argument")
    for name in ("predicate", "argument"):
        own = heads.rename({"position": name, "head": f"head_of_{name}"})
        placed = placed.join(own, on=["sentence", name], how="left")
    hanging = pl.col("head_of_argument").eq_missing(pl.col("predicate"))
    above = pl.col("head_of_predicate").eq_missing(pl.col("argument"))
    several = placed.group_by("sentence", "argument").agg(pl.col("predicate").n_unique())["predicate"] > 1
    return {
        "arguments_off_arcs_share": ratio(placed.filter(~(hanging | above)).height, arguments),
        "shared_arguments_share": ratio(int(several.sum()), len(several)),
    }
