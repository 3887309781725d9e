"""What of a treebank is not in a training file: of scoring words, of all words, and of different forms and lemmas."""

from __future__ import annotations

import polars as pl

from goldleaf.core.analysis.properties.counting import Properties, ratio
from goldleaf.core.analysis.sides.seen_in_training import SEEN, seen
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank


def of_unseen(treebank: Treebank, train: Treebank) -> Properties:
    """Shares of forms and lemmas that do not occur in the training file; None where either has no lemmas."""
    scores = pl.Series(~is_punctuation(treebank.words["form"]))
    found: Properties = {}
    for column in SEEN.values():
        own = seen(treebank.words, train, column)
        types = pl.DataFrame({"value": treebank.words[column], "seen": own}).unique()
        for suffix, values in {"": own.filter(scores), "_of_words": own, "_of_types": types["seen"]}.items():
            told = values.drop_nulls()
            found[f"unseen_{column}s{suffix}_share"] = ratio(int((~told).sum()), len(told))
    return found
