"""TedEval: one minus the edits from parse to gold over the size of both (Tsarfaty et al. 2011, §3; 2012 EACL, §3.3).

Facts: a (function, yield) for each function of a node, and a yield for each node (unlabelled). With the yields fixed
the cheapest script adds what is missing and deletes what is extra, so its cost is a count of facts, at any length. With
other golds, the gold is what all have in common, and edits that lead from the parse's own gold there are forgiven.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Mark, per_sentence
from goldleaf.core.metrics.base import Metric, Option, Ratio, Score, count_table, has_constituents, shaped, sides
from goldleaf.core.metrics.tedeval import forest
from goldleaf.core.metrics.tedeval.forest import ComparedForests, ForestComparison, TreeRules
from goldleaf.core.metrics.tedeval.places import Places, has_lattices, have_same_words
from goldleaf.core.structures.function import first_words, has_functions, names_of_functions
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import TEXT, Treebank

OWN, OVERLAP, AS_FAR = "single_", "overlap_", "generalized_"
UNLABELED = "_unlabeled"
KINDS = pl.Enum(["function", "node"])


def _ratios(prefix: str = "") -> dict[str, Ratio]:
    found = {}
    for suffix in ("", UNLABELED):
        found[f"{prefix}accuracy{suffix}"] = Ratio(f"{prefix}right{suffix}", f"{prefix}size{suffix}")
        of = "sentences" if suffix else "labeled_sentences"
        found[f"{prefix}exact_match{suffix}"] = Ratio(f"{prefix}exact{suffix}", of)
    return found


class TedEval(Metric):
    """Accuracy and exact match of function trees, labelled and unlabelled, against one gold or what several share."""

    name = "tedeval"
    title = "TedEval"
    source = "Tsarfaty et al. 2011, 2012"
    options = (
        Option("variant", "paper", ("paper", "2.2"),
               "as in the papers, where the root is a node that counts; or as in the program, where terminals do, too; "
               "its figures with several golds and other words are of the first experiment, whichever that is"),
        Option("head", "hd", ("hd", "wildcard"),
               "head daughters are labeled hd, or match any one label: then (6a) ⊓ (6b) of EMNLP 2011 is vg * vg, by "
               "its definitions, where its text has vg vg *"),
        Option("labeled", "both", ("both", "true", "false"), "what is listed and drawn; figures are given for both"),
        Option("constituents", "auto", ("auto", "function", "category"),
               "what labels the nodes of phrase structures; auto: categories where no gold has functions"),
        Option("projectivize", "none", ("none", "lift"), "lift the arcs of non-projective dependency trees first"),
        Option("relabel", "0", ("0", "1"), "1: putting one function for another is one edit, not two"),
        Option("words", "auto", ("auto", "true", "false"), "words and tags count; auto: where words differ"),
        Option("label_map", "none", ("none",), "a file that says which labels are equal", other="FILE"),
    )  # fmt: skip
    ratios = {
        **_ratios(),
        "mean_distance": Ratio("distance", "sentences", percent=False, higher_is_better=False),
        **_ratios(OWN),
        **{name: ratio for name, ratio in _ratios(OVERLAP).items() if "accuracy" in name},
        **{name: ratio for name, ratio in _ratios(AS_FAR).items() if "exact" in name},
    }
    reported = ("sentences", "error")
    differences = "edits"
    key = ("label", "yield")
    further = ("kind",)
    not_compared = ("error",)
    counts_sentences = (
        "sentences", "labeled_sentences", *(f"{of}exact{end}" for of in ("", OWN, AS_FAR) for end in ("", UNLABELED)),
    )  # fmt: skip
    views = ("function",)
    in_lattices = True
    compares = ("constituents", "dependencies")
    columns = frozenset({"form", "coarse_tag", "head", "label", "parent", "function"})

    anchored = False  # whether words are compared by the states of a lattice
    labels: bool | None = None  # whether labels can be compared, once the metric is fitted
    listed = False  # whether they are listed and drawn then

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        path = self.chosen["label_map"]
        self.rules = TreeRules(
            wildcard=self.chosen["head"] == "wildcard",
            software=self.chosen["variant"] == "2.2",
            lift=self.chosen["projectivize"] == "lift",
            categories=self.chosen["constituents"] == "category",
            words=self.chosen["words"] == "true" or self.chosen["variant"] == "2.2",
            labels={} if path == "none" else forest.label_map(path),
        )

    def check(self, gold: Treebank, parse: Treebank) -> None:
        """Raise PairError when labels are asked for and one side has no functions."""
        if self.chosen["labeled"] != "true" or self._constituents(gold, parse) != "function":
            return
        for treebank in (gold, parse, *gold.other_golds):
            if not has_functions(treebank):
                advice = "use --labeled false or --constituents category"
                raise PairError(f"{treebank.path}: its nodes have no functions; {advice}", path=treebank.path)

    def count(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        compare = ForestComparison(gold, parse, self.rules, numbered=False)
        counts = self._counts(compare.main, compare)
        if compare.others:  # also against the parse's own gold alone, and between the golds
            single = self._counts(compare.single, compare)
            overlaps = [self._counts(overlap, compare) for overlap in compare.overlaps]
            counts |= {f"{OWN}{name}": values for name, values in single.items()}
            counts |= {f"{OVERLAP}{name}": np.sum([each[name] for each in overlaps], axis=0) for name in overlaps[0]}
            if self.rules.software:
                # What TedEval 2.2 calls exact, whatever the distance, in its columns *gold* and *gen*: a parse is exact
                # if it is its own gold, and as to the generalised gold if it is as far from that as its own.
                both = (forest.compared_forests(compare.generalized, side) for side in (compare.parse, compare.gold))
                theirs, own = (self._counts(done, compare) for done in both)
                for suffix in ("", UNLABELED):
                    counts[f"exact{suffix}"] = single[f"exact{suffix}"]
                    counts[f"{AS_FAR}exact{suffix}"] = theirs[f"distance{suffix}"] == own[f"distance{suffix}"]
        comparable = compare.pairing.comparable
        counts["edits"] = counts["distance" if self.lists_labels(gold, parse) else f"distance{UNLABELED}"]
        sized = (counts["size"] > 0) | (counts[f"size{UNLABELED}"] == 0)
        counts |= {"labeled_sentences": comparable & sized, "sentences": comparable}
        columns = {name: values * comparable for name, values in counts.items()}
        return count_table(columns | {"error": ~comparable}, len(gold))

    def _counts(self, done: ComparedForests, compare: ForestComparison) -> dict[str, npt.NDArray[Any]]:
        """The counts of one comparison, labelled and unlabelled."""
        sentences = len(compare.pairing.comparable)
        found: dict[str, npt.NDArray[Any]] = {}
        for suffix, marks, gold, parse in (
            ("", done.labeled, done.gold.functions, done.parse.functions),
            (UNLABELED, done.unlabeled, done.gold.nodes, done.parse.nodes),
        ):
            # An edit costs 1; with the yields fixed no other script is cheaper (2011, §3).
            missing = per_sentence(marks.gold == Mark.MISSING, gold.sentence, sentences)
            distance = missing + per_sentence(marks.parse == Mark.EXTRA, parse.sentence, sentences)
            if not suffix and self.chosen["relabel"] == "1":
                distance -= forest.relabellings(done, sentences)
            size = np.sum([np.bincount(facts.sentence, minlength=sentences) for facts in (gold, parse)], axis=0)
            if self.rules.software:  # which takes two away for the roots
                size = np.maximum(size - 2, 0)
            found |= {f"distance{suffix}": distance, f"size{suffix}": size}
            found |= {f"right{suffix}": size - distance, f"exact{suffix}": distance == 0}
        # Trees that have nodes but no functions are not exact for that.
        found["exact"] = found["exact"] & ((found["size"] > 0) | (found[f"size{UNLABELED}"] == 0))
        return found

    def facts(self, gold: Treebank, parse: Treebank) -> pl.DataFrame:
        """All functions and all nodes, whose label is null, of the gold (or the generalised gold) and of the parse.
        ``yield`` (uint64) is the key of the yield over the terminals, ``kind`` function or node. Comparable ones."""
        compare = ForestComparison(gold, parse, self.rules)
        done, pairing = compare.main, compare.pairing
        firsts = [_first_positions(*side, self.rules) for side in zip(compare.sides, pairing[:2], strict=True)]
        parts = []
        for kind, marks in (("function", done.labeled), ("node", done.unlabeled)):
            for side, trees, mark, first in zip(("gold", "parse"), done[:2], marks, firsts, strict=True):
                facts = trees.functions if kind == "function" else trees.nodes
                part = pl.DataFrame({"sentence": facts.sentence, "yield": facts.over, "mark": mark}).with_columns(
                    label=pl.Series(facts.label).cat.to(TEXT) if kind == "function" else pl.lit(None, TEXT),
                    kind=pl.lit(kind, KINDS),
                    side=sides(mark == Mark.MATCHED, side),
                )
                part = part.join(first, on=("sentence", "yield"), how="left", maintain_order="left")
                parts.append(part if side == "gold" else part.filter(side="parse"))
        comparable = pl.Series(np.flatnonzero(pairing.comparable), dtype=pl.UInt32)
        rows = pl.concat(parts).filter(pl.col("sentence").is_in(comparable.implode()))
        return shaped(rows.sort("sentence", maintain_order=True), self.key)

    @property
    def described(self) -> dict[str, str]:
        return self.chosen | {"places": "lattice"} if self.anchored else self.chosen

    @property
    def where_words_differ(self) -> Mapping[str, str]:
        return {"words": "true"} if self.chosen["words"] == "auto" else {}

    def says_nothing(self, score: str) -> bool:
        """Labeled figures where no label can agree: 0, as the papers define it."""
        return bool(self.remark) and not score.endswith(UNLABELED)

    @property
    def remark(self) -> str:
        if not self.main or self.chosen["labeled"] == "false":
            return ""
        return "only unlabeled figures mean something: constituents and dependencies have no functions in common"

    def fitted(self, gold: Treebank, parse: Treebank) -> TedEval:
        if self.labels is not None:  # of whole files, of which these are sentences
            return self
        # Where words differ they are facts, too, so that what is cut wrongly costs something (2012 ACL, §3).
        differ = not all(have_same_words(gold, treebank) for treebank in (parse, *gold.other_golds))
        words = {"words": "true" if differ else "false"} if self.chosen["words"] == "auto" else {}
        found = TedEval(**self.chosen | words | {"constituents": self._constituents(gold, parse)})
        found.anchored = differ and has_lattices(gold) and not self.rules.software
        found.listed = found.lists_labels(gold, parse)
        found.labels = found.rules.categories or not _mixes_bare(gold, parse)
        alike = found.labels and (found.rules.labels or _name_functions_alike(gold, parse))
        found.main = "" if alike else f"accuracy{UNLABELED}"
        return found

    def _constituents(self, gold: Treebank, parse: Treebank) -> str:
        """What labels constituents: where that is left open, categories if all have constituents, no gold functions."""
        if self.chosen["constituents"] != "auto":
            return self.chosen["constituents"]
        golds = gold, *gold.other_golds
        bare = all(map(has_constituents, (*golds, parse))) and not any(map(has_functions, golds))
        return "category" if bare else "function"

    def lists_labels(self, gold: Treebank, parse: Treebank) -> bool:
        """Whether labelled edits are listed and drawn, and not unlabelled ones."""
        if self.labels is not None:
            return self.listed
        if self.chosen["labeled"] != "both":
            return self.chosen["labeled"] == "true"
        if self.rules.categories:
            return True
        return not _mixes_bare(gold, parse) and any(map(has_functions, (gold, *gold.other_golds, parse)))

    def micro(self, counts: pl.DataFrame) -> dict[str, Score]:
        """Scores of the summed counts; two trees without any node are equal, at a score of 1 (2011, §3, note 5)."""
        compared = counts["sentences"].sum() > 0
        scores = super().micro(counts)
        for name, score in scores.items():
            if "accuracy" in name and compared and not counts[_nodes_of(name)].sum():
                scores[name] = score._replace(value=1.0)
        return scores | {name: Score(None) for name in scores if self._undefined(name)}

    def by_sentence(self, counts: pl.DataFrame) -> pl.DataFrame:
        found = super().by_sentence(counts)
        compared = pl.col("sentences") > 0
        return found.with_columns(
            pl.when(compared & (pl.col(_nodes_of(name)) == 0)).then(1.0).otherwise(name).alias(name)
            for name in found.columns
            if "accuracy" in name
        ).with_columns(pl.lit(None, pl.Float64).alias(name) for name in self.counted(counts) if self._undefined(name))

    def _undefined(self, score: str) -> bool:
        # Where labels cannot be compared, that they are not alike says nothing.
        return self.labels is False and not score.endswith(UNLABELED)


def _mixes_bare(gold: Treebank, parse: Treebank) -> bool:
    """Whether dependencies are compared with constituents that have no functions."""
    sides = gold, *gold.other_golds, parse
    constituents = [side for side in sides if has_constituents(side)]
    return len(constituents) < len(sides) and not all(map(has_functions, constituents))


def _name_functions_alike(gold: Treebank, parse: Treebank) -> bool:
    """Whether, between constituents and dependencies, some function is a relation. SBJ and nsubj never agree, and a
    labeled figure of 0 tells as little as none. Projected constituents name functions in their labels."""
    names = names_of_functions(gold), names_of_functions(parse)
    return has_constituents(gold) == has_constituents(parse) or not all(names) or bool(names[0] & names[1])


def _nodes_of(accuracy: str) -> str:
    """The count of the nodes of both trees that an accuracy is of."""
    prefix = next(prefix for prefix in (OWN, OVERLAP, "") if accuracy.startswith(prefix))
    return f"{prefix}size{UNLABELED}"


def _first_positions(treebank: Treebank, places: Places, rules: TreeRules) -> pl.DataFrame:
    """The ``position`` of the first word of each ``yield`` of a ``sentence``: of nodes, of words, of the whole."""
    whole_trees = forest.treebank_of(treebank, rules)
    nodes = forest.nodes_of(whole_trees, places, rules)
    words = np.flatnonzero(places.terminal > 0)
    whole = forest.outermost_nodes(treebank, places)
    sentence = treebank.sentence_of_word[words]
    row = np.concatenate([first_words(whole_trees, nodes), words, words[np.searchsorted(sentence, whole.sentence)]])
    columns = {
        "sentence": np.concatenate([nodes.sentence, sentence, whole.sentence]),
        "yield": np.concatenate([nodes.over, position_keys(places.terminal[words]), whole.over]),
    }
    return pl.DataFrame(columns).with_columns(treebank.words["position"].gather(row)).unique(("sentence", "yield"))
