"""How many sentences and words a treebank has, and of how many kinds."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.analysis.properties.counting import Properties, different, ratio
from goldleaf.core.structures.dependency import Bools
from goldleaf.core.structures.expressions import in_dependencies
from goldleaf.core.structures.phrase import TRACE
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank

_LONG = (50, 60)
_OF_EXPRESSIONS = ("dep_cpd", "fixed", "flat", "compound")  # the relations of their parts: SPMRL's, and UD's


def of_words(treebank: Treebank) -> Properties:
    """Sizes, and the different forms, lemmas, tags and features. Traces are no tokens and do not score."""
    words, length = treebank.words, treebank.sentences["words"].to_numpy().astype(np.int64)
    pronounced = (words["coarse_tag"].cast(pl.String) != TRACE).to_numpy()
    scores = ~is_punctuation(words["form"]) & pronounced
    scoring = words.filter(pl.Series(scores))
    inside = (treebank.tokens["last"].cast(pl.Int64) - treebank.tokens["first"].cast(pl.Int64)).sum()
    return {
        **size(treebank),
        "tokens": int(pronounced.sum()) - int(inside),
        "words": words.height,
        "scoring_words": scoring.height,
        "non_scoring_share": ratio(words.height - scoring.height, words.height),
        "traces": words.height - int(pronounced.sum()),
        "words_a_sentence": ratio(words.height, len(treebank)),
        "longest_sentence": int(length.max(initial=0)),
        **{f"over_{limit}_words_share": ratio(int((length > limit).sum()), len(treebank)) for limit in _LONG},
        "multiword_tokens": treebank.tokens.height,
        "multiword_expressions": _expressions(treebank, pronounced),
        **_kinds(words, scoring),
    }


def size(treebank: Treebank) -> Properties:
    """What all files have."""
    return {
        "format": treebank.format,
        "sentences": len(treebank),
        "unreadable_sentences": int((~treebank.sentences["readable"]).sum()),
    }


def _kinds(words: pl.DataFrame, scoring: pl.DataFrame) -> Properties:
    return {
        "forms": words["form"].n_unique(),
        "lemmas": different(words["lemma"]),
        "tags": different(words["coarse_tag"]),
        "fine_tags": different(words["fine_tag"]),
        "feature_sets": different(words["features"]),
        "scoring_tags": different(scoring["coarse_tag"]),
        "scoring_fine_tags": different(scoring["fine_tag"]),
        "scoring_features": different(
            scoring["features"].unique().cast(pl.String).str.split("|").explode(empty_as_null=False)
        ),
    }


def _expressions(treebank: Treebank, pronounced: Bools) -> int:
    if "parent" in treebank.words.columns:
        from goldleaf.core.metrics.expressions import in_trees

        return in_trees(treebank, pronounced).expressions.height
    return in_dependencies(treebank, _OF_EXPRESSIONS).expressions.height
