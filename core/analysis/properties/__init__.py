"""Properties of treebanks: how large they are, what they hold, how ambiguous their lattices are.

The rows of the first tables of CoNLL-X, CoNLL-2009, PASCAL and SPMRL that files can give; `PROPERTIES` says of each
what it is a share of.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.properties.counting import Properties
from goldleaf.core.analysis.properties.lattice_ambiguity import lattice_properties, path_properties
from goldleaf.core.analysis.properties.predicate_counts import of_predicates
from goldleaf.core.analysis.properties.titles import PROPERTIES, About
from goldleaf.core.analysis.properties.tree_shapes import of_constituents, of_dependencies
from goldleaf.core.analysis.properties.unseen import of_unseen
from goldleaf.core.analysis.properties.word_counts import of_words
from goldleaf.core.treebank import Treebank

__all__ = [
    "PROPERTIES",
    "About",
    "Properties",
    "lattice_properties",
    "path_properties",
    "properties",
    "property_frame",
]


def properties(treebank: Treebank, train: Treebank | None = None) -> Properties:
    """The properties of a treebank, whatever it holds; with a training file those of what is not in it."""
    if treebank.edges.height and treebank.words.height < treebank.edges.height:
        return lattice_properties(treebank)
    found = of_words(treebank)
    if "head" in treebank.layout.columns:
        found |= of_dependencies(treebank)
    if "predicate" in treebank.words.columns:
        found |= of_predicates(treebank)
    if "parent" in treebank.words.columns:
        found |= of_constituents(treebank)
    if train is not None:
        found |= of_unseen(treebank, train)
    return {name: found[name] for name in PROPERTIES if name in found}


def property_frame(found: Mapping[str, Properties]) -> pl.DataFrame:
    """The properties of treebanks by their names, for plots and correlations: a row a treebank.

    Columns: ``treebank`` (string), then every property that any of them has, in the order of `PROPERTIES` (counts
    int64, shares and means float64, texts string; null where a treebank has it not).
    """
    names = [name for name in PROPERTIES if any(name in values for values in found.values())]
    rows = [{"treebank": treebank, **{name: values.get(name) for name in names}} for treebank, values in found.items()]
    return pl.DataFrame(rows, infer_schema_length=None)
