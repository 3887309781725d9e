"""Properties of treebanks: how large they are, what they hold, how ambiguous their lattices are.

The rows of the first tables of CoNLL-X, CoNLL-2009, PASCAL and SPMRL that files can give; `PROPERTIES` says of each
what it is a share of.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.properties.parts import (
    Properties,
    different,
    of_constituents,
    of_dependencies,
    of_predicates,
    of_words,
    ratio,
    size,
)
from goldleaf.core.analysis.properties.titles import PROPERTIES, About
from goldleaf.core.analysis.sides.word_columns import SEEN, seen
from goldleaf.core.structures.lattice import ambiguity, coverage
from goldleaf.core.structures.punctuation import is_punctuation
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
    # A gold path through a lattice has as many words as edges, and is a treebank like others.
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
        found |= _unseen(treebank, train)
    # All tables have the same order, whatever was counted first.
    return {name: found[name] for name in PROPERTIES if name in found}


def property_frame(found: Mapping[str, Properties]) -> pl.DataFrame:
    """The properties of treebanks by their names, for plots and correlations: a row a treebank.

    Columns: ``treebank`` (string), then every property that any of them has, in the order of `PROPERTIES` (counts
    int64, shares and means float64, texts string; null where a treebank has it not).
    """
    names = [name for name in PROPERTIES if any(name in values for values in found.values())]
    rows = [{"treebank": treebank, **{name: values.get(name) for name in names}} for treebank, values in found.items()]
    return pl.DataFrame(rows, infer_schema_length=None)


def lattice_properties(treebank: Treebank) -> Properties:
    """The properties of lattices. ``paths`` are those of a token; a sentence has their product."""
    tokens, edges = treebank.lattice_tokens.height, treebank.edges
    paths = ambiguity(treebank)["paths"].cast(pl.Float64)
    return {
        **size(treebank),
        "tokens": tokens,
        "edges": edges.height,
        "edges_a_token": ratio(edges.height, tokens),
        "paths_a_token": ratio(float(paths.sum()), tokens),
        "ambiguous_tokens_share": ratio(int((paths > 1).sum()), tokens),
        "forms": edges["form"].n_unique(),
        "tags": different(edges["coarse_tag"]),
        "fine_tags": different(edges["fine_tag"]),
    }


def path_properties(lattices: Treebank, words: Treebank) -> Properties:
    """How much of a gold or a parse is in its lattices, by forms and by forms with coarse tags.

    Raises PairError when there are not as many sentences.
    """
    table = coverage(lattices, words)
    tokens, sentences = int(table["tokens"].sum()), table.height
    found: Properties = {**size(words), "words": words.words.height, "tokens": tokens}
    for suffix in ("", "_tagged"):
        inside = table[f"in_lattice{suffix}"]
        found[f"tokens_in_lattice{suffix}_share"] = ratio(int(inside.sum()), tokens)
        found[f"sentences_in_lattice{suffix}_share"] = ratio(int((inside == table["tokens"]).sum()), sentences)
    found["sentences_with_other_tokens"] = int((~table["same_tokens"]).sum())
    return found


def _unseen(treebank: Treebank, train: Treebank) -> Properties:
    """Shares of forms and lemmas that do not occur in the training file; None where either has no lemmas."""
    scores = pl.Series(~is_punctuation(treebank.words["form"]))
    found: Properties = {}
    for column in SEEN.values():
        own = seen(treebank.words, train, column)
        # PASCAL counts each form once, CoNLL-X and CoNLL-2009 each word.
        types = pl.DataFrame({"value": treebank.words[column], "seen": own}).unique()
        for suffix, values in {"": own.filter(scores), "_of_words": own, "_of_types": types["seen"]}.items():
            known = values.drop_nulls()
            found[f"unseen_{column}s{suffix}_share"] = ratio(int((~known).sum()), len(known))
    return found
