"""A metric: how many words have the right coarse tag."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Mark, compare_rows, per_sentence
from goldleaf.core.metrics import Metric, Option, Ratio
from goldleaf.core.metrics.base import shaped, sides
from goldleaf.core.treebank import Treebank


class Tagging(Metric):
    """Facts: one (position, tag) a word. Sentences must have the same words."""

    name = "tagging"
    title = "Tagging"
    source = "a test"
    options = (Option("case", "heed", ("heed", "ignore"), "whether capitals matter"),)
    ratios = {"tag_accuracy": Ratio("right_tags", "tags")}
    differences = "wrong_tags"
    columns = frozenset({"form", "coarse_tag"})
    key = ("position", "tag")
    views = ("words",)

    def applies(self, treebank: Treebank) -> bool:
        return treebank.words.height > 0

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        right, sentences = self._right(gold, parse), len(gold)
        counts = {
            "right_tags": per_sentence(right, gold.sentence_of_word, sentences),
            "wrong_tags": per_sentence(~right, gold.sentence_of_word, sentences),
            "tags": per_sentence(np.ones(len(right), bool), gold.sentence_of_word, sentences),
        }
        return pl.DataFrame({"sentence": np.arange(sentences, dtype=np.uint32), **counts})

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        right = self._right(gold, parse)

        def marked(side: Treebank, mark: Mark, name: str) -> pl.DataFrame:
            return side.words.select(
                "sentence",
                "position",
                tag="coarse_tag",
                side=sides(right, name),
                mark=pl.Series(np.where(right, Mark.MATCHED, mark), dtype=pl.UInt8),
            )

        extra = marked(parse, Mark.EXTRA, "parse").filter(pl.Series(~right))
        table = pl.concat([marked(gold, Mark.MISSING, "gold"), extra])
        return shaped(table, self.key).sort("sentence", maintain_order=True)

    def _right(self, gold: Treebank, parse: Treebank) -> np.ndarray:
        tags = [side.words["coarse_tag"].cast(pl.String) for side in (gold, parse)]
        if self.chosen["case"] == "ignore":
            tags = [column.str.to_lowercase() for column in tags]
        return compare_rows(*((column.hash().to_numpy(),) for column in tags))
