"""What words, dependencies, predicates and constituents of a treebank are like, and counting these."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.structures.dependency import heads, non_projective, root_counts
from goldleaf.core.structures.multiwords import in_dependencies
from goldleaf.core.structures.phrase import TRACE, discontinuous
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank

Properties: TypeAlias = dict[str, str | int | float | None]
"""Values by name; None where there is nothing to divide by, or the treebank says nothing of it."""

_NOTHING = ("_", "", "--")
_CORE = r"(?i)^(r-|c-)?a(rg)?[0-9]"  # A0, ARG1, arg1-pat, R-A0


def ratio(part: float, whole: int) -> float | None:
    """A part of a whole, None of nothing."""
    return part / whole if whole else None


def different(column: pl.Series) -> int:
    """How many different values a column has that say something."""
    return int((~column.unique().cast(pl.String).is_in(_NOTHING)).sum())


def _frequent(column: pl.Series) -> tuple[str, float | None]:
    """The five most frequent values that say something with their shares, and their share together."""
    text = column.cast(pl.String)
    counts = text.filter(~text.is_in(_NOTHING)).value_counts(name="count")
    first = counts.sort(["count", column.name], descending=[True, False]).head(5)
    spelled = ", ".join(f"{value} {count / len(column):.2f}" for value, count in first.iter_rows())
    return spelled, ratio(int(first["count"].sum()), len(column))


def size(treebank: Treebank) -> Properties:
    """What all files have."""
    return {
        "format": treebank.format,
        "sentences": len(treebank),
        "unreadable_sentences": int((~treebank.sentences["readable"]).sum()),
    }


def of_words(treebank: Treebank) -> Properties:
    """Sizes, and the different forms, lemmas, tags and features. Traces are no tokens and do not score."""
    words, length = treebank.words, treebank.sentences["words"].to_numpy().astype(np.int64)
    pronounced = (words["coarse_tag"].cast(pl.String) != TRACE).to_numpy()
    scoring = words.filter(pl.Series(~is_punctuation(words["form"]) & pronounced))
    # A token over several words is one.
    inside = (treebank.tokens["last"].cast(pl.Int64) - treebank.tokens["first"].cast(pl.Int64)).sum()
    if "parent" in words.columns:
        from goldleaf.core.metrics.mwe import in_trees

        expressions = in_trees(treebank, pronounced).expressions
    else:  # by the relations of their parts: SPMRL's, and UD's
        expressions = in_dependencies(treebank, ("dep_cpd", "fixed", "flat", "compound")).expressions
    features = scoring["features"].unique().cast(pl.String).str.split("|").explode(empty_as_null=False)
    return {
        **size(treebank),
        "tokens": int(pronounced.sum()) - int(inside),
        "words": words.height,
        "scoring_words": scoring.height,
        "non_scoring_share": ratio(words.height - scoring.height, words.height),
        "traces": words.height - int(pronounced.sum()),
        "words_a_sentence": ratio(words.height, len(treebank)),
        "longest_sentence": int(length.max(initial=0)),
        **{f"over_{limit}_words_share": ratio(int((length > limit).sum()), len(treebank)) for limit in (50, 60)},
        "multiword_tokens": treebank.tokens.height,
        "multiword_expressions": expressions.height,
        "forms": words["form"].n_unique(),
        "lemmas": different(words["lemma"]),
        "tags": different(words["coarse_tag"]),
        "fine_tags": different(words["fine_tag"]),
        "feature_sets": different(words["features"]),
        "scoring_tags": different(scoring["coarse_tag"]),
        "scoring_fine_tags": different(scoring["fine_tag"]),
        "scoring_features": different(features),
    }


def of_dependencies(treebank: Treebank) -> Properties:
    """Relations, roots, which way heads stand, and what crosses. All arcs count for crossing, scoring or not."""
    words, head = treebank.words, heads(treebank)
    crossing, sentence = non_projective(treebank), treebank.sentence_of_word
    kinds = different(words["label"])
    spelled, together = _frequent(words["label"])
    scores = ~is_punctuation(words["form"])
    # CoNLL-X counts words that score only, and all arcs for what crosses.
    own, position, labels = head[scores], words["position"].to_numpy()[scores], words["label"].filter(pl.Series(scores))
    return {
        "relations": kinds,
        "words_a_relation": ratio(words.height, kinds),
        "scoring_relations": different(labels),
        "root_relations": different(labels.filter(pl.Series(own == 0))),
        "scoring_roots_a_sentence": ratio(int((own == 0).sum()), len(treebank)),
        "head_0_share": ratio(int((own == 0).sum()), len(own)),
        "head_before_share": ratio(int(((own > 0) & (own < position)).sum()), len(own)),
        "head_after_share": ratio(int((own > position).sum()), len(own)),
        "frequent_relations": spelled,
        "frequent_relations_share": together,
        "roots": int(np.count_nonzero(head == 0)),
        "several_roots_share": ratio(int((root_counts(treebank) > 1).sum()), len(treebank)),
        "non_projective_arcs_share": ratio(int(crossing.sum()), int((head > 0).sum())),
        "non_projective_sentences_share": ratio(len(np.unique(sentence[crossing])), len(treebank)),
    }


def of_predicates(treebank: Treebank) -> Properties:
    """Predicates, arguments, and how these lie in the tree (CoNLL-2009, Tables 2 and 4, §3.2).

    A label such as ``A0|A1`` is one argument.
    """
    words, arguments = treebank.words, treebank.arguments
    predicates = int((~words["predicate"].cast(pl.String).is_in(_NOTHING)).sum())
    bearing = predicates
    if "fill_predicate" in words.columns:  # files whose predicates are still to be found have FILLPRED of these words
        bearing = int((words["fill_predicate"].cast(pl.String) == "Y").sum()) or predicates
    core = int(arguments["role"].cast(pl.String).str.contains(_CORE).sum())
    spelled, together = _frequent(arguments["role"])
    # A predicate may be its own argument: that lies on no arc, and is shared with nobody.
    placed = arguments.filter(pl.col("predicate") != pl.col("argument")).select("sentence", "predicate", "argument")
    all_heads = words.select("sentence", "position", pl.col("head").cast(pl.UInt32, strict=False))
    for name in ("predicate", "argument"):
        own = all_heads.rename({"position": name, "head": f"head_of_{name}"})
        placed = placed.join(own, on=["sentence", name], how="left")
    hanging = pl.col("head_of_argument").eq_missing(pl.col("predicate"))
    above = pl.col("head_of_predicate").eq_missing(pl.col("argument"))
    several = placed.group_by("sentence", "argument").agg(pl.col("predicate").n_unique())["predicate"] > 1
    return {
        "predicates": predicates,
        "predicates_a_sentence": ratio(predicates, len(treebank)),
        "predicates_share": ratio(bearing, words.height),
        "arguments": arguments.height,
        "arguments_a_predicate": ratio(arguments.height, bearing),
        "roles": different(arguments["role"]),
        "core_arguments_share": ratio(core, arguments.height),
        "other_arguments_share": ratio(arguments.height - core, arguments.height),
        "arguments_off_arcs_share": ratio(placed.filter(~(hanging | above)).height, arguments.height),
        "shared_arguments_share": ratio(int(several.sum()), len(several)),
        "frequent_roles": spelled,
        "frequent_roles_share": together,
    }


def of_constituents(treebank: Treebank) -> Properties:
    """Constituents with a label, preterminals and the brackets around whole trees that say nothing not among them."""
    nodes = treebank.nodes.filter(~treebank.nodes["label"].cast(pl.String).is_in(["", "_"]))
    gaps = discontinuous(nodes)
    return {
        "constituents": nodes.height,
        "unlabeled": treebank.nodes.height - nodes.height,
        "labels": different(nodes["label"]),
        "functions": different(pl.concat([nodes["function"], treebank.words["function"]])),
        "constituents_a_word": ratio(nodes.height, treebank.words.height),
        "constituents_a_sentence": ratio(nodes.height, len(treebank)),
        "gaps_share": ratio(int(gaps.sum()), nodes.height),
        "sentences_with_gaps_share": ratio(nodes["sentence"].filter(pl.Series(gaps)).n_unique(), len(treebank)),
    }
