"""Properties of treebanks: how large they are, what they hold, how ambiguous their lattices are."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.structures.dependency import heads, non_projective
from goldleaf.core.structures.lattice_coverage import ambiguity, coverage
from goldleaf.core.treebank import Treebank

Properties: TypeAlias = dict[str, str | int | float | None]
"""Values by name; those whose name ends in ``_share`` are fractions of 1, None where there is nothing to divide by."""


def properties(treebank: Treebank) -> Properties:
    """The properties of a treebank, whatever it holds."""
    if treebank.edges.height and treebank.words.height < treebank.edges.height:
        return lattice_properties(treebank)
    found = {**_size(treebank), **_words(treebank)}
    if "head" in treebank.layout.columns:
        found |= _dependencies(treebank)
    if treebank.nodes.height:
        found |= {"constituents": treebank.nodes.height, "labels": treebank.nodes["label"].n_unique()}
    return found


def lattice_properties(treebank: Treebank) -> Properties:
    """The properties of lattices. ``paths`` are those of a token; a sentence has their product."""
    tokens, edges = treebank.lattice_tokens.height, treebank.edges
    by_token = ambiguity(treebank)
    paths = by_token["paths"].cast(pl.Float64)
    return {
        **_size(treebank),
        "tokens": tokens,
        "edges": edges.height,
        "edges_a_token": _ratio(edges.height, tokens),
        "paths_a_token": _ratio(float(paths.sum()), tokens),
        "ambiguous_tokens_share": _ratio(int((paths > 1).sum()), tokens),
        "forms": edges["form"].n_unique(),
        "tags": edges["coarse_tag"].n_unique(),
        "fine_tags": edges["fine_tag"].n_unique(),
    }


def path_properties(lattices: Treebank, words: Treebank) -> Properties:
    """How much of a gold or a parse is in its lattices, by forms and by forms with coarse tags.

    Raises PairError when there are not as many sentences.
    """
    table = coverage(lattices, words)
    tokens, sentences = int(table["tokens"].sum()), table.height
    found: Properties = {**_size(words), "words": words.words.height, "tokens": tokens}
    for suffix in ("", "_tagged"):
        inside = table[f"in_lattice{suffix}"]
        found[f"tokens_in_lattice{suffix}_share"] = _ratio(int(inside.sum()), tokens)
        found[f"sentences_in_lattice{suffix}_share"] = _ratio(int((inside == table["tokens"]).sum()), sentences)
    found["sentences_with_other_tokens"] = int((~table["same_tokens"]).sum())
    return found


def _size(treebank: Treebank) -> Properties:
    return {
        "format": treebank.format,
        "sentences": len(treebank),
        "unreadable_sentences": int((~treebank.sentences["readable"]).sum()),
    }


def _words(treebank: Treebank) -> Properties:
    words = treebank.words
    return {
        "words": words.height,
        "words_a_sentence": _ratio(words.height, len(treebank)),
        "longest_sentence": int(treebank.sentences["words"].to_numpy().max(initial=0)),
        "multiword_tokens": treebank.tokens.height,
        "forms": words["form"].n_unique(),
        "tags": words["coarse_tag"].n_unique(),
    }


def _dependencies(treebank: Treebank) -> Properties:
    head = heads(treebank)
    crossing, sentence = non_projective(treebank), treebank.sentence_of_word
    return {
        "relations": treebank.words["label"].n_unique(),
        "roots": int(np.count_nonzero(head == 0)),
        "non_projective_arcs_share": _ratio(int(crossing.sum()), int((head > 0).sum())),
        "non_projective_sentences_share": _ratio(len(np.unique(sentence[crossing])), len(treebank)),
    }


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None
