"""Leaf-ancestor: how alike the paths from each word to the top are (Sampson & Babarczy 2003).

As in Seddah et al. 2013, §3.4.1, the similarity of two lineages (see `lineages`) is 1 − distance / (length of one +
length of the other); it is 1 when both are empty. Traces (``-NONE-``) are no words. An unparsed sentence has similarity
0 in every word; one whose words differ cannot be compared, and ``errors`` says what becomes of it. The table holds sums
of similarities, not counts of facts.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark, per_sentence
from goldleaf.core.metrics.base import ERRORS, WORDS_DIFFER, Metric, Option, Ratio, has_constituents
from goldleaf.core.metrics.distances import distances
from goldleaf.core.metrics.lineages import CLOSE, OPEN, Lineages, Side, lineages
from goldleaf.core.metrics.parseval.pairing import Pairing, Status, pair
from goldleaf.core.metrics.parseval.settings import Settings
from goldleaf.core.metrics.parseval.sides import brackets
from goldleaf.core.metrics.shape import shaped, sides
from goldleaf.core.structures import phrase
from goldleaf.core.treebank import TEXT, Treebank

SETTINGS = Settings("leaf-ancestor", delete=frozenset({"-NONE-"}))


class LeafAncestor(Metric):
    """The mean similarity of lineages, over words and over sentences."""

    name = "leaf-ancestor"
    title = "Leaf-ancestor"
    source = "Sampson & Babarczy 2003"
    options = (
        Option(
            "costs",
            "levenshtein",
            ("levenshtein", "sampson"),
            "substituting a label costs 2; sampson: 0.5 where both begin with the same character",
        ),
        ERRORS,
    )
    ratios = {"la_words": Ratio("similarity", "words"), "la_sentences": Ratio("sentence_similarity", "scored")}
    reported = ("sentences", "unparsed", "error")
    differences = "wrong"
    columns = frozenset({"form", "coarse_tag", "parent"})
    key = ("position", "lineage")
    views = ("tree",)
    facts_are = "lineages"
    not_compared = ("error", "unparsed")
    counts_sentences = ("sentence_similarity", "scored", "sentences")
    by_default = False

    def applies(self, treebank: Treebank) -> bool:
        return has_constituents(treebank)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        pairing = pair(gold, parse, SETTINGS)
        unparsed = _unparsed(gold, parse, pairing)
        error = (pairing.status == Status.ERROR) & ~unparsed
        scored = ~error | (self.chosen["errors"] == "penalize")
        found = _lineages(gold, parse, pairing)
        sentence = gold.sentence_of_word[pairing.gold_rows]
        alike = self.similarities(found) * ~unparsed[sentence]
        sums = np.bincount(sentence, alike, minlength=len(gold)).astype(np.float64)
        words = per_sentence(pairing.gold, gold.sentence_of_word, len(gold))
        words[~scored] = 0
        with_words = scored & (words > 0)
        integers = {
            "words": words,
            "wrong": per_sentence(found.gold != found.parse, sentence, len(gold)),
            "scored": with_words,
            "unparsed": unparsed,
            "error": error,
            "sentences": np.ones(len(gold)),
        }
        return pl.DataFrame(
            {
                "sentence": np.arange(len(gold), dtype=np.uint32),
                "similarity": sums,
                "sentence_similarity": np.divide(sums, words, out=np.zeros(len(gold)), where=with_words),
                **{name: values.astype(np.uint32) for name, values in integers.items()},
            }
        )

    def why_not(self, counts: Mapping[str, int]) -> str | None:
        if counts["error"]:
            return WORDS_DIFFER
        return "the sentence has no parse" if counts["unparsed"] else None

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The lineages of the words that pair: one where they are the same, else the gold's and the parse's.

        Beside the key ``similarity`` (float64) of the two, and ``partner`` (uint32), the other side's position.
        """
        pairing = pair(gold, parse, SETTINGS)
        found = _lineages(gold, parse, pairing)
        same = found.gold == found.parse
        unparsed = _unparsed(gold, parse, pairing)[gold.sentence_of_word[pairing.gold_rows]]
        alike, spelled = self.similarities(found) * ~unparsed, _texts(found)

        def side(
            words: pl.DataFrame, others: pl.DataFrame, lineage: npt.NDArray[np.int64], alone: Mark
        ) -> pl.DataFrame:
            return words.select(
                "sentence",
                "position",
                partner=others["position"],
                side=sides(same, "gold" if alone == Mark.MISSING else "parse"),
                mark=pl.Series(np.where(same, Mark.MATCHED, alone), dtype=pl.UInt8),
                lineage=spelled.gather(lineage),
                similarity=pl.Series(alike),
            )

        ours, theirs = gold.words[pairing.gold_rows], parse.words[pairing.parse_rows]
        of_gold = side(ours, theirs, found.gold, Mark.MISSING)
        of_parse = side(theirs, ours, found.parse, Mark.EXTRA)
        table = pl.concat([of_gold, of_parse.filter(pl.Series(~same))])
        return shaped(table, self.key).sort("sentence", "position", "mark", maintain_order=True)

    def similarities(self, found: Lineages) -> npt.NDArray[np.float64]:
        """How alike the two lineages of each word are; worked out once a distinct pair of lineages."""
        count = max(len(found.lengths), 1)
        distinct, number = np.unique(found.gold * count + found.parse, return_inverse=True)
        ours, theirs = np.divmod(distinct, count)
        alike = np.ones(len(distinct))
        differ = np.flatnonzero(ours != theirs)
        ours, theirs = ours[differ], theirs[differ]
        related = _first_characters(found) if self.chosen["costs"] == "sampson" else None
        distance = distances(found.symbols[ours], found.symbols[theirs], related)
        alike[differ] -= distance / (found.lengths[ours] + found.lengths[theirs])
        return alike[number]


def _unparsed(gold: Treebank, parse: Treebank, pairing: Pairing) -> npt.NDArray[np.bool_]:
    """The sentences without words in the parse, and those that the parser says it has failed on."""
    failed = phrase.unparsed(parse) & ~phrase.unparsed(gold)
    return np.asarray((pairing.status == Status.SKIP) | failed)


def _lineages(gold: Treebank, parse: Treebank, pairing: Pairing) -> Lineages:
    ours, theirs = (
        Side(treebank, brackets(treebank, kept, SETTINGS), kept, rows)
        for treebank, kept, rows in (
            (gold, pairing.gold, pairing.gold_rows),
            (parse, pairing.parse, pairing.parse_rows),
        )
    )
    return lineages(ours, theirs)


def _first_characters(found: Lineages) -> npt.NDArray[np.int64]:
    """For each code of a label in use the code of its first character."""
    codes = np.unique(found.symbols[found.symbols >= 0])
    related = np.full(int(codes.max(initial=0)) + 1, -1)
    first = _names(codes).str.slice(0, 1).cast(TEXT).to_physical()
    related[codes] = first.to_numpy()
    return related


def _texts(found: Lineages) -> pl.Series:
    """The lineages as people read them."""
    codes = np.unique(found.symbols[found.symbols >= 0])
    names = dict(zip(codes.tolist(), _names(codes).to_list(), strict=True)) | {OPEN: "[", CLOSE: "]"}
    rows = zip(found.symbols.tolist(), found.lengths.tolist(), strict=True)
    return pl.Series([" ".join(names[symbol] for symbol in row[:length]) for row, length in rows], dtype=pl.String)


def _names(codes: npt.NDArray[np.int64]) -> pl.Series:
    return pl.Series(codes.astype(np.uint32)).cat.to(TEXT).cast(pl.String)
