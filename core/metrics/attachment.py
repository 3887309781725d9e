"""Attachment scores (CoNLL-X 2006, §6, eval.pl; CoNLL 2007, eval07.pl).

Facts: one (dependent, head, label) a word. A word scores unless every character of its form is punctuation
(Unicode P*); symbols such as $ and + score, and whether a head is punctuation does not matter. Cycles, several roots
and absent heads are scored like anything else: what the two files say is the same or not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from core.facts import Mark, compare_rows, per_sentence
from core.metrics.base import Metric, Option, Ratio, has_dependencies
from core.treebank import TEXT, Treebank, translated


class Agreement(NamedTuple):
    """For each word (bool): whether it scores, and whether head, label and both are right."""

    scoring: npt.NDArray[np.bool_]
    head: npt.NDArray[np.bool_]
    label: npt.NDArray[np.bool_]
    both: npt.NDArray[np.bool_]


class Attachment(Metric):
    """LAS, UAS, label accuracy and exact match."""

    name = "attachment"
    title = "Attachment"
    source = "Buchholz & Marsi 2006, §6"
    options = (
        Option("punctuation", "exclude", ("exclude", "include"), "whether words of punctuation only score"),
        Option("labels", "full", ("full", "universal"), "compare whole labels, or what stands before the first colon"),
    )
    ratios = {
        "las": Ratio("right_both", "scoring"),
        "uas": Ratio("right_head", "scoring"),
        "la": Ratio("right_label", "scoring"),
        "exact_match": Ratio("exact", "sentences"),
        "exact_match_unlabeled": Ratio("exact_unlabeled", "sentences"),
    }
    reported = ("non_scoring",)
    differences = "wrong"
    columns = frozenset({"form", "head", "label"})

    def applies(self, treebank: Treebank) -> bool:
        return has_dependencies(treebank)

    def agreement(self, gold: Treebank, parse: Treebank) -> Agreement:
        """Compare word by word."""
        rows = np.arange(gold.words.height)
        gold_head, parse_head = _heads(gold), _heads(parse)
        gold_label, parse_label = (self.labels(side).to_physical().to_numpy() for side in (gold, parse))
        return Agreement(
            scoring=self._scoring(gold),
            head=compare_rows((rows, gold_head), (rows, parse_head)),
            label=compare_rows((rows, gold_label), (rows, parse_label)),
            both=compare_rows((rows, gold_head, gold_label), (rows, parse_head, parse_label)),
        )

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        scoring, head, label, both = self.agreement(gold, parse)
        sentence, sentences = gold.sentence_of_word, len(gold)
        counts = {
            "scoring": per_sentence(scoring, sentence, sentences),
            "right_both": per_sentence(scoring & both, sentence, sentences),
            "right_head": per_sentence(scoring & head, sentence, sentences),
            "right_label": per_sentence(scoring & label, sentence, sentences),
            "wrong": per_sentence(scoring & ~both, sentence, sentences),
            "non_scoring": per_sentence(~scoring, sentence, sentences),
        }
        return pl.DataFrame(
            {
                "sentence": np.arange(sentences, dtype=np.uint32),
                **counts,
                "exact": (counts["right_both"] == counts["scoring"]).astype(np.uint32),
                "exact_unlabeled": (counts["right_head"] == counts["scoring"]).astype(np.uint32),
                "sentences": np.ones(sentences, np.uint32),
            }
        )

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """Rows (sentence, dependent, head, label, mark, unlabeled): the gold's arcs and those of the parse that differ.

        ``mark`` and ``unlabeled`` (without the label) are values of `Mark`. An arc of a word that does not score is
        NOT_SCORED; where gold and parse differ there, both arcs are given, ``in_gold`` and ``in_parse`` telling whose.
        """
        scoring, head, _, both = self.agreement(gold, parse)
        columns = (pl.col("sentence"), pl.col("position").alias("dependent"), pl.col("head"), pl.col("label"))

        def marked(treebank: Treebank, rows: npt.NDArray[np.bool_], other: Mark) -> pl.DataFrame:
            def marks(right: npt.NDArray[np.bool_]) -> pl.Series:
                mark = np.where(scoring, np.where(right, Mark.MATCHED, other), Mark.NOT_SCORED)
                return pl.Series(mark[rows], dtype=pl.UInt8)

            return (
                treebank.words.filter(pl.Series(rows))
                .select(columns)
                .with_columns(
                    mark=marks(both),
                    unlabeled=marks(head),
                    in_gold=pl.Series(both[rows] | (other == Mark.MISSING)),
                    in_parse=pl.Series(both[rows] | (other == Mark.EXTRA)),
                )
            )

        all_words = np.ones(len(both), bool)
        table = pl.concat([marked(gold, all_words, Mark.MISSING), marked(parse, ~both, Mark.EXTRA)])
        return table.sort("sentence", "dependent", "mark", maintain_order=True)

    def _scoring(self, gold: Treebank) -> npt.NDArray[np.bool_]:
        if self.chosen["punctuation"] == "include":
            return np.ones(gold.words.height, bool)
        return ~is_punctuation(gold.words["form"])

    def labels(self, treebank: Treebank) -> pl.Series:
        """Each word's label as it is compared: whole, or cut at the first colon."""
        label = treebank.words["label"]
        if self.chosen["labels"] == "full":
            return label
        codes = translated(label, lambda distinct: distinct.str.extract("^([^:]*)").cast(TEXT).to_physical())
        return pl.Series("label", codes).cat.to(TEXT)


def is_punctuation(form: pl.Series) -> npt.NDArray[np.bool_]:
    """Whether every character of each form is in a Unicode category P*, as eval.pl decides it."""
    return translated(form, lambda distinct: distinct.str.contains(r"^\p{P}+$"))


def _heads(treebank: Treebank) -> npt.NDArray[np.int32]:
    return treebank.words["head"].fill_null(-1).to_numpy()
