"""What of words two files have alike: lemmas, tags, features, heads with labels (Hajič et al. 2009, §3.2 to §3.7).

So the predicted columns of CoNLL-2009 are told as the paper tells them: accuracy of PLEMMA, PPOS and PFEAT, and LAS of
PHEAD and PDEPREL; ``combined`` is that of words whose lemma, tag and features are all right (§3.4). Facts: one (column,
value) a word and column, compared as written, punctuation too. A word of the gold that is not aligned with one of the
parse is wrong.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Mark, compare_rows, per_sentence, spread
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import AlignedWords, Metric, Ratio, count_table, fact_table, mark_columns
from goldleaf.core.treebank import Treebank

_COLUMNS = {"lemma": "lemma", "tag": "coarse_tag", "features": "features"}  # the model's column of each figure
_ALL_WORDS = Attachment(punctuation="include")


class ColumnAccuracy(Metric):
    """Accuracy of lemmas, tags and features, and attachment, over all words."""

    name = "columns"
    title = "Columns of words"
    source = "Hajič et al. 2009, §3.2"
    ratios = {
        **{name: Ratio(f"right_{name}", "words") for name in (*_COLUMNS, "combined")},
        "las": Ratio("right_both", "words"),
        "uas": Ratio("right_head", "words"),
    }
    titles = {"las": "LAS", "uas": "UAS", "tag": "TAG"}
    differences = "wrong"
    compares = ("dependencies",)
    columns = frozenset({"form", "head", "label", *_COLUMNS.values()})
    key = ("kind", "dependent", "value")

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        done = _ALL_WORDS.agreement(gold, parse)
        sentence = gold.sentence_of_word[done.gold]
        words = gold.sentences["words"].to_numpy()
        right = {f"right_{name}": _same(gold, parse, column, done) for name, column in _COLUMNS.items()}
        right |= {"right_combined": np.all([*right.values()], axis=0), "right_both": done.both, "right_head": done.head}
        counts = {name: per_sentence(rows, sentence, len(gold)) for name, rows in right.items()}
        # Attachment is no difference here: it has a metric, and a list, of its own.
        wrong = len(_COLUMNS) * words - sum(counts[f"right_{name}"] for name in _COLUMNS)
        return count_table({"words": words, **counts, "wrong": wrong}, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's lemmas, tags and features, and those that the parse has instead. ``kind`` is ``lemma``, ``tag`` or
        ``features``, ``dependent`` (uint32) the word, ``value`` (String) what its file has."""
        done = _ALL_WORDS.agreement(gold, parse)
        same = {kind: _same(gold, parse, column, done) for kind, column in _COLUMNS.items()}
        tables = []
        for treebank, rows, alone in ((gold, done.gold, Mark.MISSING), (parse, done.parse, Mark.EXTRA)):
            kinds = []
            for kind, column in _COLUMNS.items():
                right = spread(treebank.words.height, rows, same[kind])
                value = pl.col(column).cast(pl.String).alias("value")
                words = treebank.words.select("sentence", "position", value, dependent="position", kind=pl.lit(kind))
                kinds.append(words.with_columns(**mark_columns(right, alone)))
            tables.append(pl.concat(kinds))
        return fact_table(tables, self.key, "sentence", "dependent", "kind", "mark")


def _same(gold: Treebank, parse: Treebank, column: str, done: AlignedWords) -> Bools:
    ours, theirs = (side.codes(column) for side in (gold, parse))
    return compare_rows((ours[done.gold],), (theirs[done.parse],))
