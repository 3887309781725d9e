"""Scores of grammar induction: directed, undirected, neutral edge detection (Gelling et al. 2012, §2.3).

Facts: one (dependent, head) a word; labels do not count. Words of punctuation are removed, and their dependents hang on
the nearest ancestor that is none. Undirected, the head may also be what the gold hangs on the word; by neutral edge
detection (Schwartz et al. 2011) it may also be the head of the gold's head. With several golds (§6.4, Table 5) there
are the scores against each, and those against the gold that suits the parse best over all sentences.

Gold and parse must have the same words: of sentences that differ, ``errors`` says what becomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment import check_comparable, comparable, paired_words
from goldleaf.core.facts import Bools, Integers, Mark, per_sentence, spread
from goldleaf.core.metrics.attachment import PUNCTUATION_IS, punctuation_rule
from goldleaf.core.metrics.base import ERRORS, Metric, Option, Ratio, count_table, fact_table, mark_columns, marks
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import Treebank

FIGURES = ("directed", "undirected", "ned")
BEST = "best"
# Lengths of arcs; the paper's Figure 1 leaves out the last and roots.
LENGTHS = ("root", *(f"{length}" for length in range(1, 10)), "10-...")
# What stands for a row where a word has no head in its sentence: it is a root, or hangs on nothing. Heads that a
# sentence does not have are -3 - their position, so that the same ones are the same.
ROOT, NOWHERE = -1, -2
_NO_PARSE = -(1 << 40)  # the head of words that are not compared


class Neutral(NamedTuple):
    """The gold's words: their heads, as rows in the gold, and under which figures the parse is right."""

    gold_head: Integers
    parse_head: Integers  # of words that are not compared -2^40
    scoring: Bools  # those that count
    compared: Bools  # those of sentences that have the same words on both sides
    right: Mapping[str, Bools]


class Induction(Metric):
    """Directed and undirected accuracy, and neutral edge detection, without punctuation."""

    name = "induction"
    title = "Grammar induction"
    source = "Gelling et al. 2012, §2.3"
    options = (
        Option("reattach", "true", ("true", "false"),
               "what hangs on punctuation hangs on its nearest ancestor that is none"),
        PUNCTUATION_IS, ERRORS,
    )  # fmt: skip
    ratios = {
        **{figure: Ratio(f"right_{figure}", "scoring") for figure in FIGURES},
        **{f"{figure}_{BEST}": Ratio("", "") for figure in FIGURES},  # of several golds: see `counted`
    }
    reported = ("non_scoring", "error")
    titles = {"ned": "NED"}
    differences = "wrong"
    compares = ("dependencies",)
    columns = frozenset({"form", "head", "label"})
    key = ("dependent", "head", "label")
    further = ("relation", "arc_length", "counts_as")
    views = ("arcs",)
    breaks_down = "heads"
    not_compared = ("error",)

    golds: Sequence[str] = ()  # the files of the other golds, once the metric is fitted

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self._punctuation, columns = punctuation_rule(self.chosen["punctuation_is"])
        self.columns = self.columns | columns

    @property
    def described(self) -> dict[str, str]:
        return self.chosen | ({"golds": f"{1 + len(self.golds)}"} if self.golds else {})

    @property
    def remark(self) -> str:
        golds = enumerate(self.golds, 2)
        return "; ".join(f"{FIGURES[0]}_{number} and its like are against {path}" for number, path in golds)

    def check(self, gold: Treebank, parse: Treebank) -> None:  # noqa: ARG002
        """Raise PairError where another gold has other words than the gold."""
        for other in gold.other_golds:
            check_comparable(gold, other)

    def fitted(self, gold: Treebank, parse: Treebank) -> Induction:  # noqa: ARG002
        return self.changed(golds=[other.path for other in gold.other_golds])

    def counted(self, counts: pl.DataFrame) -> Mapping[str, Ratio]:
        """Of several golds also the scores against each, and against the one that each score is best with."""
        golds = [name.removeprefix("scoring") for name in counts.columns if name.startswith("scoring")]
        ratios = {figure: Ratio(f"right_{figure}", "scoring") for figure in FIGURES}
        if len(golds) == 1:
            return ratios
        sums = counts.sum().row(0, named=True)
        best = {}
        for figure in FIGURES:
            own = {f"{figure}{gold}": Ratio(f"right_{figure}{gold}", f"scoring{gold}") for gold in golds}
            ratios |= own
            shares = {ratio: (sums[ratio.right] or 0) / (sums[ratio.total] or 1) for ratio in own.values()}
            # The highest over all sentences, the first of equals (§6.4, Table 5).
            best[f"{figure}_{BEST}"] = max(shares, key=shares.__getitem__)
        return ratios | best

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        counts = {}
        for number, side in enumerate((gold, *gold.other_golds), 1):
            own, suffix = self.compare(side, parse), "" if number == 1 else f"_{number}"
            for name, rows in (("scoring", own.scoring), *((f"right_{name}", own.right[name]) for name in FIGURES)):
                counts[f"{name}{suffix}"] = per_sentence(own.scoring & rows, side.sentence_of_word, len(side))
            if number == 1:
                counts["wrong"] = counts["scoring"] - counts["right_directed"]
                counts["non_scoring"] = per_sentence(own.compared & ~own.scoring, gold.sentence_of_word, len(gold))
                counts["error"] = (~comparable(gold, parse)).astype(np.uint32)
        return count_table(counts, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's arcs, and those of the parse with another head; both as the files have them.

        Beside the key ``unlabeled``, which is ``mark``; ``undirected`` and ``neutral``, the marks under the other two
        figures; ``attached`` (int32), the head that counts where it is another than ``head``; ``parse_head``,
        ``parse_label`` and ``parse_attached``, what the parse has of what both have, where that is written otherwise
        (else null). ``relation``, ``arc_length`` and ``counts_as`` (String) are the gold's label of the word, its
        `LENGTHS`, and the strictest figure under which the parse is right. Punctuation is NOT_SCORED."""
        done = self.compare(gold, parse)
        gold_row, parse_row = paired_words(gold, parse)
        counts_as = pl.lit("wrong")
        for figure in reversed(FIGURES):
            right = pl.Series(done.right[figure], dtype=pl.Boolean)
            counts_as = pl.when(right).then(pl.lit(figure)).otherwise(counts_as)
        # How far each word's head is in the gold, over words that score; null for words without a head.
        place = np.cumsum(done.scoring)
        away = np.abs(place - place[np.maximum(done.gold_head, 0)]) if len(place) else place
        nearer = np.clip(away, 1, len(LENGTHS) - 1)
        length = np.where(done.gold_head == ROOT, 0, np.where(done.gold_head < 0, len(LENGTHS), nearer))
        lengths = pl.Series([*LENGTHS, None], dtype=pl.String).gather(length)
        about = gold.words.select(relation=pl.col("label").cast(pl.String), arc_length=lengths, counts_as=counts_as)
        position = gold.words["position"].to_numpy().astype(np.int64)

        def arcs(words: pl.DataFrame, rows: Integers, head: Integers, alone: Mark) -> pl.DataFrame:
            """The arcs of one side's words, which are the gold's in these rows, with the rows of their heads there."""
            scoring = done.scoring[rows]
            attached = np.where(head >= 0, position[np.maximum(head, 0)], np.where(head == ROOT, 0, -1))
            column = pl.Series(attached, dtype=pl.Int32)
            elsewhere = (column != words["head"].fill_null(-1)) & (column >= 0)
            directed, undirected, neutral = (marks(done.right[name][rows], alone, scoring) for name in FIGURES)
            return words.select("sentence", "position", "head", "label", dependent="position").with_columns(
                side=mark_columns(done.right["directed"][rows] & scoring, alone)["side"],
                mark=directed, unlabeled=directed, undirected=undirected, neutral=neutral,
                attached=pl.select(pl.when(elsewhere).then(column)).to_series(),
            )  # fmt: skip

        of_gold = arcs(gold.words, np.arange(gold.words.height), done.gold_head, Mark.MISSING)
        of_parse = arcs(parse.words[parse_row], gold_row, done.parse_head[gold_row], Mark.EXTRA)
        ours = of_gold[gold_row]
        differs = ours["head"].ne_missing(of_parse["head"]) | ours["label"].ne_missing(of_parse["label"])
        other = of_parse.select(
            row=pl.Series(gold_row, dtype=pl.UInt32), parse_head="head", parse_label="label", parse_attached="attached"
        ).filter((of_parse["mark"] == Mark.MATCHED) & differs)
        of_gold = pl.concat([of_gold, about], how="horizontal").with_row_index("row")
        of_gold = of_gold.join(other, on="row", how="left", maintain_order="left").drop("row")
        alone = (of_parse["mark"] == Mark.EXTRA) | ((of_parse["mark"] == Mark.NOT_SCORED) & differs)
        extra = pl.concat([of_parse, about[gold_row]], how="horizontal").filter(alone)
        return fact_table((of_gold, extra), self.key, "sentence", "dependent", "mark")

    def compare(self, gold: Treebank, parse: Treebank) -> Neutral:
        """Compare the words of a gold with those of a parse; sentences stand in the same rows."""
        punctuation = self._punctuation(gold)
        gold_row, parse_row = paired_words(gold, parse)
        gold_head = self._attached(gold, punctuation)
        there = spread(parse.words.height, parse_row, gold_row, NOWHERE)
        of_parse = spread(parse.words.height, parse_row, punctuation[gold_row])
        theirs = self._attached(parse, of_parse)[parse_row]
        own_heads = np.where(theirs >= 0, there[np.maximum(theirs, 0)], theirs)
        parse_head = spread(gold.words.height, gold_row, own_heads, _NO_PARSE)
        compared = spread(gold.words.height, gold_row)
        scoring = ~punctuation & (compared | (self.chosen["errors"] == "penalize"))

        # Each figure forgives more than the one before it: an arc the other way round, then (NED) also an arc to the
        # grandparent, so that what annotations do differently by convention is no error (Schwartz et al. 2011).
        directed = gold_head == parse_head
        inside = parse_head >= 0
        turned = inside & (gold_head[np.where(inside, parse_head, 0)] == np.arange(len(gold_head)))
        has_grandparent = (gold_head >= 0) & (parse_head >= ROOT)
        grandparent = has_grandparent & (gold_head[np.where(gold_head >= 0, gold_head, 0)] == parse_head)
        undirected = directed | turned
        right = {"directed": directed, "undirected": undirected, "ned": undirected | grandparent}
        return Neutral(gold_head, parse_head, scoring, compared, right)

    def _attached(self, treebank: Treebank, punctuation: Bools) -> Integers:
        """The row of each word's head, or of its nearest ancestor that is no punctuation."""
        position, rows = treebank.heads, head_rows(treebank)
        found = np.where(rows >= 0, rows, np.where(position == 0, ROOT, np.where(position < 0, NOWHERE, -3 - position)))
        return reattached(found, punctuation) if self.chosen["reattach"] == "true" else found


def reattached(head: Integers, punctuation: Bools) -> Integers:
    """The rows of nearest ancestors that are no punctuation, from those of heads; `NOWHERE` on a cycle of such."""
    found = head.copy()
    hanging = np.flatnonzero((found >= 0) & punctuation[np.maximum(found, 0)])
    for _ in range(int(punctuation.sum())):
        if not len(hanging):
            return found
        found[hanging] = head[found[hanging]]
        above = found[hanging]
        hanging = hanging[(above >= 0) & punctuation[np.maximum(above, 0)]]
    found[hanging] = NOWHERE
    return found
