"""Predicates and arguments of a treebank (CoNLL-2009, Tables 2 and 4, §3.2)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.properties.counting import NOTHING, Properties, different, frequent, ratio
from goldleaf.core.treebank import Treebank

_CORE = r"(?i)^(r-|c-)?a(rg)?[0-9]"  # A0, ARG1, arg1-pat, R-A0


def of_predicates(treebank: Treebank) -> Properties:
    """Predicates, arguments, and which of them hang by their predicate. A label such as ``A0|A1`` is one argument."""
    words, arguments = treebank.words, treebank.arguments
    senses = words["predicate"].cast(pl.String)
    predicates = int((~senses.is_in(NOTHING)).sum())
    core = arguments["role"].cast(pl.String).str.contains(_CORE)
    hanging = arguments.join(
        words.select("sentence", "head", argument="position"), on=["sentence", "argument"], how="left"
    )
    on_arcs = int((hanging["head"] == hanging["predicate"].cast(pl.Int32)).sum())
    spelled, together = frequent(arguments["role"])
    return {
        "predicates": predicates,
        "predicates_a_sentence": ratio(predicates, len(treebank)),
        "predicates_share": ratio(predicates, words.height),
        "arguments": arguments.height,
        "arguments_a_predicate": ratio(arguments.height, predicates),
        "roles": different(arguments["role"]),
        "core_arguments_share": ratio(int(core.sum()), arguments.height),
        "other_arguments_share": ratio(arguments.height - int(core.sum()), arguments.height),
        "arguments_off_arcs_share": ratio(arguments.height - on_arcs, arguments.height),
        "frequent_roles": spelled,
        "frequent_roles_share": together,
    }
