"""Whether who reads the corrected treebank can: faults that it has and the gold has not, and words whose enhanced graph
does not hold their head any more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.errors import Problem
from goldleaf.core.steps import Steps, in_turn
from goldleaf.core.treebank import TEXT, Treebank
from goldleaf.core.validation import validate_steps
from goldleaf.core.validation.conllu import EnhancedEdge, enhanced_edges


def new_problems_steps(before: Treebank, after: Treebank) -> Steps[tuple[Problem, ...]]:
    """What `validate` finds in the corrected treebank, and not in the gold, in the same line of a sentence; where words
    were cut anew, in any line of it."""
    both = yield from in_turn([validate_steps(treebank) for treebank in (before, after)])
    cut = (before.sentences["words"] != after.sentences["words"]).to_numpy()

    def keyed(treebank: Treebank, problems: Sequence[Problem]) -> Iterator[tuple[object, ...]]:
        first = treebank.sentences["line"].to_numpy().astype(np.int64)
        for problem in problems:
            row = int(np.searchsorted(first, problem.line, "right")) - 1
            line = problem.line - first[row] if row >= 0 and not cut[row] else 0
            yield row, line, problem.column, problem.message

    known = {*keyed(before, both[0])}
    return tuple(one for one, key in zip(both[1], keyed(after, both[1]), strict=True) if key not in known)


def without_basic_head(treebank: Treebank) -> int:
    """How many words have edges in DEPS, none of which comes from the head in HEAD."""
    if "enhanced" not in treebank.words.columns:
        return 0
    edge, text = pl.format("|{}:", "head"), pl.format("|{}", pl.col("enhanced").cast(pl.String))
    lacks = (text != "|_") & pl.col("head").is_not_null() & ~text.str.contains(edge, literal=True)
    return int(treebank.words.select(lacks.sum()).item())


def with_basic_heads(before: Treebank, after: Treebank) -> Treebank:
    """The corrected treebank with changed heads and labels in DEPS, too: there each word's edge that was the basic one
    is now that of its new head, under the new label; what only DEPS says of cases stays where the label does."""
    own = ["head", pl.col("label").cast(pl.String), pl.col("enhanced").cast(pl.String)]
    old, new = before.words.select(own), after.words.select(own)
    changed = (old["head"].ne_missing(new["head"]) | (old["label"] != new["label"])).to_numpy()
    enhanced = new["enhanced"].to_list()
    for row in np.flatnonzero(changed).tolist():
        (old_head, old_label, _), (head, label, text) = old.row(row), new.row(row)
        basic = [
            edge for edge in enhanced_edges(text) or () if edge[:2] == (old_head, 0) and _same(edge.relation, old_label)
        ]
        if basic and head is not None:
            mended = EnhancedEdge(head, 0, basic[0].relation if label == old_label else label)
            others = {*(enhanced_edges(text) or ())} - {*basic}
            enhanced[row] = "|".join(map(str, sorted({*others, mended})))
    return replace(after, words=after.words.with_columns(enhanced=pl.Series(enhanced, dtype=pl.String).cast(TEXT)))


def _same(relation: str, label: str) -> bool:
    return relation == label or relation.startswith(f"{label}:")
