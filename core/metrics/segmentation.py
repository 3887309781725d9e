"""SegEval: how well the words were cut out of the surface tokens (Tsarfaty et al. 2012 ACL, §4).

Facts: one (place, form, tag) a word. Words are aligned by `core.alignment.words`; the distance adds what is missing and
deletes what is extra, so 1 − distance / (words of both) over forms is the F1 of words.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.alignment import aligned_words
from goldleaf.core.facts import Mark, per_sentence
from goldleaf.core.metrics.base import Metric, Ratio
from goldleaf.core.structures.phrase import TRACE
from goldleaf.core.treebank import Treebank


class Segmentation(Metric):
    """Accuracy over forms and tags and over forms, and precision, recall and F of words."""

    name = "segmentation"
    title = "Segmentation"
    source = "Tsarfaty et al. 2012 (ACL)"
    ratios = {
        "accuracy": Ratio("right_tagged_twice", "all_words"),
        "accuracy_unlabeled": Ratio("right_twice", "all_words"),
        "precision": Ratio("right", "parse_words"),
        "recall": Ratio("right", "gold_words"),
        "f1": Ratio("right_twice", "all_words"),
    }
    reported = ("right", "gold_words", "parse_words")
    differences = "wrong"
    columns = frozenset({"form", "coarse_tag"})
    by_default = False

    def applies(self, treebank: Treebank) -> bool:  # noqa: ARG002
        return True

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        partner = aligned_words(gold, parse)
        right = partner >= 0
        tagged = right & (_tags(parse) == np.append(_tags(gold), 0)[partner])
        sentences = len(gold)
        of_gold, of_parse = (per_sentence(_real(side), side.sentence_of_word, sentences) for side in (gold, parse))
        matched, matched_tagged = (
            per_sentence(chosen, parse.sentence_of_word, sentences) for chosen in (right, tagged)
        )
        counts = {
            "right": matched,
            "right_twice": 2 * matched,
            "right_tagged_twice": 2 * matched_tagged,
            "gold_words": of_gold,
            "parse_words": of_parse,
            "all_words": of_gold + of_parse,
            "wrong": of_gold + of_parse - 2 * matched,
        }
        columns = {name: values.astype(np.uint32) for name, values in counts.items()}
        return pl.DataFrame({"sentence": np.arange(sentences, dtype=np.uint32), **columns})

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """Rows (sentence, gold_position, parse_position, form, mark), one a word of the gold and one an extra word."""
        partner = aligned_words(gold, parse)
        has = np.zeros(gold.words.height, bool)
        has[partner[partner >= 0]] = True
        position = np.zeros(gold.words.height, np.uint32)
        position[partner[partner >= 0]] = parse.words["position"].to_numpy()[partner >= 0]
        ours = gold.words.select("sentence", gold_position="position", form="form").with_columns(
            parse_position=pl.when(pl.Series(has)).then(pl.Series(position)),
            mark=pl.Series(np.where(has, Mark.MATCHED, Mark.MISSING), dtype=pl.UInt8),
        )
        extra = parse.words.filter(pl.Series((partner < 0) & _real(parse)))
        theirs = extra.select("sentence", pl.lit(None, pl.UInt32).alias("gold_position"), "form", "position").select(
            "sentence",
            "gold_position",
            "form",
            parse_position="position",
            mark=pl.lit(Mark.EXTRA, pl.UInt8),
        )
        chosen = ours.filter(pl.Series(_real(gold)))
        return pl.concat([chosen, theirs.select(chosen.columns)]).sort("sentence", maintain_order=True)


def _tags(treebank: Treebank) -> npt.NDArray[np.uint32]:
    codes: npt.NDArray[np.uint32] = treebank.words["coarse_tag"].to_physical().to_numpy()
    return codes


def _real(treebank: Treebank) -> npt.NDArray[np.bool_]:
    """The words that are no traces."""
    return (treebank.words["coarse_tag"] != TRACE).to_numpy()
