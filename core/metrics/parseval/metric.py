"""ParsEval: precision and recall of brackets (Black et al. 1991), as evalb computes them (Sekine & Collins 1997).

Facts: one (label, words) for each non-terminal that counts, preterminals left out; where a constituent has gaps, its
words are a set of positions. evalb leaves sentences that cannot be compared out of every total; with
``errors=penalize`` their gold brackets count as missed, their words as wrongly tagged, and they are not complete; with
``errors=align`` brackets are compared over the words that are aligned, and those without any by their place.
Crossing brackets are counted in the sentences that can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Mark, per_sentence
from goldleaf.core.metrics.base import ERRORS, NO_PARSE, WORDS_DIFFER, Metric, Option, Ratio, has_constituents
from goldleaf.core.metrics.parseval import parseval_picture as picture
from goldleaf.core.metrics.parseval.comparing import (
    NO_FUNCTION,
    Compared,
    Rules,
    compared,
    crossing,
    functions,
    relabeled,
    same_tags,
    words_that_count,
)
from goldleaf.core.metrics.parseval.pairing import Status
from goldleaf.core.metrics.parseval.settings import BUILT_IN, Settings, load
from goldleaf.core.metrics.parseval.sides import Bools, tagged
from goldleaf.core.metrics.shape import shaped
from goldleaf.core.treebank import Treebank

SPMRL_CUT = "-=#"

_OF_VALID = ("complete_match", "average_crossing", "no_crossing", "two_or_less_crossing")


class ParsEval(Metric):
    """Precision, recall and F of brackets, crossing brackets, tagging and function accuracy."""

    name = "parseval"
    title = "ParsEval"
    source = "Black et al. 1991; evalb"
    options = (
        Option("params", "collins", BUILT_IN, "what counts: settings that come with it, or a file", other="FILE.prm"),
        Option("errors", "drop", ("drop", "penalize", "align"), f"{ERRORS.help}; align: their words are aligned"),
        Option(
            "variant", "evalb", ("evalb", "spmrl"), "spmrl: its params, errors penalized, tags cut, labels also at #"
        ),
        Option("discontinuous_only", "false", ("false", "true"), "compare only constituents that have gaps"),
    )
    ratios = {
        "f1": Ratio("matched_twice", "all_brackets"),
        "precision": Ratio("matched", "parse_brackets"),
        "recall": Ratio("matched", "gold_brackets"),
        "complete_match": Ratio("complete", "scored"),
        "average_crossing": Ratio("crossing", "valid", percent=False),
        "no_crossing": Ratio("without_crossing", "valid"),
        "two_or_less_crossing": Ratio("little_crossing", "valid"),
        "tagging_accuracy": Ratio("right_tags", "tags"),
        "function_accuracy": Ratio("right_functions", "functions"),
    }
    reported = ("sentences", "error", "skip", "valid", "matched", "gold_brackets", "parse_brackets")
    differences = "wrong"
    columns = frozenset({"form", "coarse_tag", "parent"})
    key = ("kind", "label", "yield")
    further = ("first", "last")
    not_compared = ("error", "skip")
    counts_sentences = ("complete", "scored", "valid", "without_crossing", "little_crossing", "sentences")
    views = ("tree",)
    breaks_down = "constituents"

    def __init__(self, **chosen: str) -> None:
        if chosen.get("variant") == "spmrl":
            chosen = {"params": "spmrl", "errors": "penalize"} | chosen
        super().__init__(**chosen)
        self._loaded = load(self.chosen["params"])
        settings = self._loaded
        if self.chosen["variant"] == "spmrl":
            # Its labels are cut, too: ``-NONE-`` then deletes what has no label, but no words.
            delete = frozenset(re.split(f"[{SPMRL_CUT}]", label)[0] for label in settings.delete)
            settings = replace(settings, delete=delete, cut_labels=SPMRL_CUT, cut_tags=SPMRL_CUT)
        self.rules = Rules(
            settings,
            penalize=self.chosen["errors"] != "drop",  # those without a parse, if others are aligned
            gaps_only=self.chosen["discontinuous_only"] == "true",
            align=self.chosen["errors"] == "align",
        )

    @property
    def described(self) -> dict[str, str]:
        return self.chosen | {"params": self._loaded.described}

    @property
    def subsets(self) -> dict[str, pl.Expr]:
        limit = self.rules.settings.cutoff
        return {f"up to {limit} words": pl.col("length") <= limit}

    @property
    def bracketing(self) -> Settings:
        return self.rules.settings

    def applies(self, treebank: Treebank) -> bool:
        return has_constituents(treebank)

    def fitted(self, gold: Treebank, parse: Treebank) -> ParsEval:
        """Without functions, if one side has none at all: a parser that gives none has not got them wrong."""
        if all((side.nodes["function"] != NO_FUNCTION).any() for side in (gold, parse)):
            return self
        found = ParsEval(**self.chosen)
        found.rules = self.rules._replace(functions=False)
        return found

    @property
    def fit(self) -> str:
        return "" if self.rules.functions else "no functions"

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        done = compared(gold, parse, self.rules)
        status, valid = done.pairing.status, done.pairing.valid
        tags, right_tags = _tags(gold, parse, done)
        functions, right_functions = _functions(gold, parse, done)
        brackets = _brackets(gold, parse, done)
        counts = {
            **brackets,
            "wrong": brackets["wrong"] + (tags - right_tags) + (functions - right_functions),
            "right_tags": right_tags,
            "tags": tags,
            "right_functions": right_functions,
            "functions": functions,
            "length": _words(gold, ~tagged(gold, self.rules.settings.delete_for_length)),
            "valid": valid,
            "error": status == Status.ERROR,
            "skip": status == Status.SKIP,
            "sentences": np.ones(len(gold)),
        }
        columns = {name: values.astype(np.uint32) for name, values in counts.items()}
        return pl.DataFrame({"sentence": np.arange(len(gold), dtype=np.uint32), **columns})

    def why_not(self, counts: Mapping[str, int]) -> str | None:
        if counts["error"]:
            why = f"{WORDS_DIFFER}, as far as {self._loaded.name} counts them"
            # Without -X the SPMRL program has such sentences among its valid ones, with nothing counted in them.
            uncounted = f"; {', '.join(_OF_VALID)} cannot be compared with the program without its option -X"
            return why + uncounted * (self.chosen["variant"] == "spmrl")
        return NO_PARSE if counts["skip"] else None

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """All nodes of the gold, and those nodes of the parse that match none; then the tags and functions that count.

        ``kind`` is constituent, tag or function, ``label`` what it has. ``position`` is null for a node without words,
        ``yield`` (uint64) the sum of its words' keys, all words counted. What is wrong is MISSING with what the gold
        has and EXTRA with what the parse has; ``wrong`` counts such a pair once. Further columns: ``partner`` (the
        other one's node, of a tag its word's position), ``compared_as`` (the label as it is compared), ``unlabeled``
        (the mark without the label), ``crossing`` (a bracket of the parse that crosses one of the gold), ``gold_node``
        and ``parse_node`` (null where it is in one of them only, and of tags), ``function`` (of the gold if it is
        there), ``parse_function``, ``first`` and ``last``.
        Brackets that do not count are NOT_SCORED.
        """
        return shaped(picture.table(gold, parse, compared(gold, parse, self.rules)), self.key)


def _brackets(gold: Treebank, parse: Treebank, done: Compared) -> dict[str, npt.NDArray[np.uint32]]:
    """Matched and crossing brackets of each sentence."""
    valid = done.pairing.valid

    def brackets(which: int, chosen: Bools) -> npt.NDArray[np.uint32]:
        return per_sentence(chosen, (done.gold, done.parse)[which].sentence, len(gold))

    ours, theirs = done.marks
    matched = brackets(0, ours == Mark.MATCHED)
    all_gold, all_parse = brackets(0, ours != Mark.NOT_SCORED), brackets(1, theirs != Mark.NOT_SCORED)
    crossed = brackets(1, crossing(gold, parse, done))
    relabelings = np.bincount(done.gold.sentence[relabeled(done)[0]], minlength=len(gold)).astype(np.uint32)
    rated = valid | done.rules.penalize
    if done.rules.gaps_only:  # a sentence where there is nothing to find is no success
        rated = rated & (all_gold + all_parse > 0)
    counts: dict[str, npt.NDArray[np.generic]] = {
        "matched": matched,
        "gold_brackets": all_gold,
        "parse_brackets": all_parse,
        "matched_twice": 2 * matched,
        "all_brackets": all_gold + all_parse,
        "wrong": all_gold + all_parse - 2 * matched - relabelings,
        "complete": rated & valid & (matched == all_gold) & (matched == all_parse) & _same_words(gold, parse, done),
        "scored": rated,
        "crossing": crossed,
        "without_crossing": valid & (crossed == 0),
        "little_crossing": valid & (crossed <= 2),
    }
    return {name: values.astype(np.uint32) for name, values in counts.items()}


def _same_words(gold: Treebank, parse: Treebank, done: Compared) -> Bools:
    """The sentences of which all words that count have a partner."""
    alone = [
        _words(side, kept & ~shared)
        for side, kept, shared in zip(
            (gold, parse), (done.pairing.gold, done.pairing.parse), done.pairing.shared, strict=True
        )
    ]
    return np.asarray(alone[0] + alone[1] == 0)


def _words(treebank: Treebank, chosen: Bools) -> npt.NDArray[np.uint32]:
    """How many of the words each sentence has."""
    return per_sentence(chosen, treebank.sentence_of_word, len(treebank))


def _tags(gold: Treebank, parse: Treebank, done: Compared) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """How many words of each sentence count, and how many have the right tag."""
    same = same_tags(gold, parse, done)
    right = per_sentence(same, gold.sentence_of_word[done.pairing.gold_rows], len(gold))
    return _words(gold, words_that_count(gold, done)), right


def _functions(
    gold: Treebank, parse: Treebank, done: Compared
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """How many matched brackets of each sentence have a function on either side, and how many the same on both."""
    found = functions(gold, parse, done)
    sentence = done.gold.sentence[found.gold]
    return per_sentence(np.ones(len(sentence), bool), sentence, len(gold)), per_sentence(
        found.same, sentence, len(gold)
    )
