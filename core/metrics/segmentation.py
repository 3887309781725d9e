"""SegEval: how well the words were cut out of the surface tokens (Tsarfaty et al. 2012 ACL, §4).

Facts: one (place, form, tag) a word. Words are aligned (`alignment.word_alignment`); with a lattice places are its
states, between which words of both sides are the same if they have the same form. The distance adds what is missing and
deletes what is extra, so 1 − distance / (words of both) over forms is the F1 of words.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.alignment import aligned_words
from goldleaf.core.facts import Bools, Integers, Mark, compare, identity, per_sentence, spread
from goldleaf.core.metrics.base import Metric, Ratio, count_table, fact_table, mark_columns, marks
from goldleaf.core.metrics.tedeval.places import has_lattices, have_same_words, pair_places
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
    in_lattices = True
    key = ("position", "form", "tag")
    views = ("lattice",)

    anchored = False  # whether words are compared by the states of a lattice

    def applies(self, treebank: Treebank) -> bool:  # noqa: ARG002
        return True

    @property
    def described(self) -> dict[str, str]:
        return self.chosen | {"places": "lattice"} if self.anchored else self.chosen

    def fitted(self, gold: Treebank, parse: Treebank) -> Segmentation:
        return self.changed(anchored=has_lattices(gold) and not have_same_words(gold, parse))

    def _partners(self, gold: Treebank, parse: Treebank) -> Integers:
        """For each word of the parse the row of the gold's word that it is, −1 for none."""
        return _in_states(gold, parse) if self.anchored else aligned_words(gold, parse)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        partner = self._partners(gold, parse)
        right = partner >= 0
        tagged = right & (parse.codes("coarse_tag") == np.append(gold.codes("coarse_tag"), 0)[partner])
        # What is in one only is to be added or deleted; what is in both counts for either side, as F1 has it.
        of_gold, of_parse = (per_sentence(_real(side), side.sentence_of_word, len(gold)) for side in (gold, parse))
        matched, matched_tagged = (per_sentence(words, parse.sentence_of_word, len(gold)) for words in (right, tagged))
        words = of_gold + of_parse
        counts = {
            "right": matched, "right_twice": 2 * matched, "right_tagged_twice": 2 * matched_tagged,
            "gold_words": of_gold, "parse_words": of_parse, "all_words": words, "wrong": words - 2 * matched_tagged,
        }  # fmt: skip
        return count_table(counts, len(gold))

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """The gold's words, MATCHED by the same form and tag in their place, and the parse's others. Beside the key
        ``unlabeled``, the mark of the form without the tag, ``partner`` (uint32) the aligned word."""
        partner = self._partners(gold, parse)
        theirs = np.flatnonzero(partner >= 0)
        ours = partner[theirs]
        same_tag = gold.codes("coarse_tag")[ours] == parse.codes("coarse_tag")[theirs]
        sides = (gold, ours, parse, theirs, Mark.MISSING), (parse, theirs, gold, ours, Mark.EXTRA)
        tables = []
        for treebank, rows, other, places, alone in sides:
            aligned, same = np.zeros((2, treebank.words.height), bool)
            aligned[rows], same[rows] = True, same_tag
            place = spread(treebank.words.height, rows, places, other.words.height)
            position = other.words["position"].extend_constant(None, 1).gather(place)
            words = treebank.words.select("sentence", "position", "form", tag="coarse_tag")
            words = words.with_columns(unlabeled=marks(aligned, alone), **mark_columns(same, alone), partner=position)
            tables.append(words.filter(pl.Series(_real(treebank))))
        return fact_table(tables, self.key, "sentence")


def _in_states(gold: Treebank, parse: Treebank) -> Integers:
    """The same where words have the states of the gold's lattices; among equal words those with the same tag first."""
    both = gold, parse
    places = pair_places(replace(gold, other_golds=()), parse, software=False)[:2]
    forms = []
    for side, place in zip(both, places, strict=True):
        form = side.codes("form")
        forms.append(identity(side.sentence_of_word, np.where(place.key > 0, place.key, place.gap), form))
    tagged = [identity(form, side.codes("coarse_tag")) for form, side in zip(forms, both, strict=True)]
    left = [np.flatnonzero(_real(side)) for side in both]
    partner = np.full(parse.words.height, -1)
    for keys in (tagged, forms):
        keys_left = [own[rows] for own, rows in zip(keys, left, strict=True)]
        pairs = []  # rows of equal keys, in the same order on both sides
        for own, rows, found in zip(keys_left, left, compare(keys_left[:1], keys_left[1:]), strict=True):
            matched = np.flatnonzero(found == Mark.MATCHED)
            pairs.append(rows[matched[np.argsort(own[matched], kind="stable")]])
        partner[pairs[1]] = pairs[0]
        left = [np.setdiff1d(rows, done) for rows, done in zip(left, pairs, strict=True)]
    return partner


def _real(treebank: Treebank) -> Bools:  # the words that are no traces
    return (treebank.words["coarse_tag"] != TRACE).to_numpy()
