"""What dependencies and constituents of a treebank are like."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.analysis.properties.counting import Properties, different, frequent, ratio
from goldleaf.core.structures.dependency import heads, non_projective, root_counts
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank


def of_dependencies(treebank: Treebank) -> Properties:
    """Relations, roots, which way heads stand, and what crosses. All arcs count for crossing, scoring or not."""
    words, head = treebank.words, heads(treebank)
    crossing, sentence = non_projective(treebank), treebank.sentence_of_word
    labels = words["label"]
    kinds = different(labels)
    spelled, together = frequent(labels)
    return {
        "relations": kinds,
        "words_a_relation": ratio(words.height, kinds),
        **_of_scoring(treebank),
        "frequent_relations": spelled,
        "frequent_relations_share": together,
        "roots": int(np.count_nonzero(head == 0)),
        "several_roots_share": ratio(int((root_counts(treebank) > 1).sum()), len(treebank)),
        "non_projective_arcs_share": ratio(int(crossing.sum()), int((head > 0).sum())),
        "non_projective_sentences_share": ratio(len(np.unique(sentence[crossing])), len(treebank)),
    }


def _of_scoring(treebank: Treebank) -> Properties:
    scores = ~is_punctuation(treebank.words["form"])
    head, position = heads(treebank)[scores], treebank.words["position"].to_numpy()[scores]
    labels = treebank.words["label"].filter(pl.Series(scores))
    count = len(head)
    return {
        "scoring_relations": different(labels),
        "root_relations": different(labels.filter(pl.Series(head == 0))),
        "scoring_roots_a_sentence": ratio(int((head == 0).sum()), len(treebank)),
        "head_0_share": ratio(int((head == 0).sum()), count),
        "head_before_share": ratio(int(((head > 0) & (head < position)).sum()), count),
        "head_after_share": ratio(int((head > position).sum()), count),
    }


def of_constituents(treebank: Treebank) -> Properties:
    """Constituents with a label, preterminals and the brackets around whole trees that say nothing not among them."""
    labeled = ~treebank.nodes["label"].cast(pl.String).is_in(["", "_"])
    nodes = treebank.nodes.filter(labeled)
    gaps = discontinuous(nodes)
    return {
        "constituents": nodes.height,
        "unlabeled": treebank.nodes.height - nodes.height,
        "labels": different(nodes["label"]),
        "functions": different(pl.concat([nodes["function"], treebank.words["function"]])),
        "constituents_a_word": ratio(nodes.height, treebank.words.height),
        "constituents_a_sentence": ratio(nodes.height, len(treebank)),
        "gaps_share": ratio(int(gaps.sum()), nodes.height),
        "sentences_with_gaps_share": ratio(nodes["sentence"].filter(pl.Series(gaps)).n_unique(), len(treebank)),
    }
