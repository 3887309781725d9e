"""How ambiguous lattices are, and whether words are in them."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.properties.counting import Properties, different, ratio
from goldleaf.core.analysis.properties.word_counts import size
from goldleaf.core.structures.lattice_coverage import ambiguity, coverage
from goldleaf.core.treebank import Treebank


def lattice_properties(treebank: Treebank) -> Properties:
    """The properties of lattices. ``paths`` are those of a token; a sentence has their product."""
    tokens, edges = treebank.lattice_tokens.height, treebank.edges
    by_token = ambiguity(treebank)
    paths = by_token["paths"].cast(pl.Float64)
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
