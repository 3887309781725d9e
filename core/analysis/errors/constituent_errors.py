"""Linguistic classes of the errors in a phrase structure, after the idea of Kummerfeld et al. (2012).

The parse is turned into the gold step by step. Each step, a `Repair`, moves siblings, removes a node, adds one or
changes a label, and is the one that leaves the fewest differing brackets; it is named by what it does (a PP attached to
another node, a coordination, …). So one wrong attachment counts once, however many brackets it makes wrong.

Compared are the brackets that ParsEval compares with the same settings (COLLINS unless others are given). Sentences
whose words differ, or that have no analysis, are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import polars as pl

from goldleaf.core.alignment.same import paired_part
from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row, equals, has, most_frequent, ordered
from goldleaf.core.analysis.errors.repair_search import ErrorClass, repairs_between
from goldleaf.core.analysis.errors.repaired_tree import SentenceRows, repairable_trees
from goldleaf.core.analysis.errors.word_errors import bracketed_texts
from goldleaf.core.metrics.parseval import EvalbSettings, load_settings
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank

COLUMN = "constituent_errors"  # the column to filter by: the classes of a sentence's repairs, separated by commas
REPAIR = "repair"  # what ``has(…)`` calls a row of `Errors.table`
AT_ONCE = 256  # sentences

_REPAIRS = {
    "sentence": pl.UInt32(),  # row in the gold, from 0
    "class": pl.String(),
    "label": pl.String(),
    "first": pl.UInt32(),
    "last": pl.UInt32(),
    "from": pl.String(),
    "to": pl.String(),
    "brackets": pl.Int32(),
}


def errors_steps(gold: Treebank, parse: Treebank, *, settings: EvalbSettings | None = None) -> Steps[Errors]:
    """The repairs of all sentences, in a step a sentence."""
    yield 0.0
    chosen = settings or load_settings("collins")
    ours, theirs, _ = paired_part(gold, parse)
    rows: list[tuple[object, ...]] = []
    compared = []
    for number, pair in enumerate(zip(_sources(ours), _sources(theirs), strict=True)):
        # Most sentences of a good parser are alike: of them nothing has to be built.
        alike = pair[0] == pair[1] and len(pair[0][1]) > 0
        both = None if alike else repairable_trees(*pair, chosen)
        compared.append(alike or both is not None)
        for step in repairs_between(*both, gaps_only=chosen.gaps_only) if both is not None else ():
            labels = step.from_label, step.to_label
            rows.append((number, step.error_class.title, step.label, *step.words, *labels, step.brackets))
        # In whole percents: whoever shows progress has no use for more.
        yield 100 * len(compared) // len(ours) / 100
    # Sentences of the gold that the parse has not.
    compared += [False] * (len(gold) - len(compared))
    return Errors(pl.DataFrame(rows, schema=_REPAIRS, orient="row"), pl.Series("compared", compared, dtype=pl.Boolean))


@dataclass(frozen=True, eq=False)
class Errors:
    """The repairs of a treebank: one row each, and for each sentence of the gold whether it was compared."""

    table: pl.DataFrame
    compared: pl.Series

    @cached_property
    def counts(self) -> pl.DataFrame:
        """A row a class, by frequency. Columns: ``class``, ``occurrences``, ``brackets`` (wrong),
        ``needs_penn_labels``."""
        needing = [kind.title for kind in ErrorClass if kind.needs_penn_labels]
        occurrences = pl.len().cast(pl.UInt32).alias("occurrences")
        counted = self.table.group_by("class").agg(occurrences, pl.col("brackets").sum())
        return ordered(counted.with_columns(needs_penn_labels=pl.col("class").is_in(needing)), "occurrences", "class")

    @cached_property
    def columns(self) -> pl.DataFrame:
        """One row a sentence of the gold, null where it was skipped: `COLUMN` and ``repairs``, their number."""
        classes = pl.col("class").unique(maintain_order=True).str.join(", ").alias(COLUMN)
        found_in = self.table.group_by("sentence").agg(classes, repairs=pl.len().cast(pl.UInt32))
        sentences = pl.DataFrame({"sentence": range(len(self.compared))}, schema={"sentence": pl.UInt32})
        joined = sentences.join(found_in, on="sentence", how="left", maintain_order="left")
        filled = pl.col(COLUMN).fill_null(""), pl.col("repairs").fill_null(0)
        return joined.select(pl.when(self.compared).then(column) for column in filled)

    def only(self, sentences: pl.Series) -> Errors:
        rows = pl.int_range(len(self.compared), dtype=pl.UInt32, eager=True)
        chosen = self.compared & rows.is_in(sentences.implode())
        return Errors(self.table.filter(pl.col("sentence").is_in(sentences.implode())), chosen)


def repair_mass(errors: Errors, counts: pl.DataFrame) -> Breakdown:
    """The classes with ``mass_share``, of all brackets, and ``without_share``: the F1 if those of a class were right.
    ``counts`` are those of `ParsEval` of the same sentences."""
    share = pl.when(pl.col("brackets").sum() > 0).then(pl.col("brackets") / pl.col("brackets").sum())
    matched, gold, parse = counts.select(pl.col("matched", "gold_brackets", "parse_brackets").sum()).row(0)
    both = gold + parse
    # F1 is 2·matched / (gold + parse): a missing and an extra bracket that become one match add 2 for the two of them.
    without = pl.when(both > 0).then((2 * matched + pl.col("brackets")) / max(both, 1))
    now = f"{200 * matched / both:.2f}" if both else "undefined"
    note = (
        "Repairs that turn the parse into the gold, and the brackets that they make right. "
        "Classes with needs_penn_labels are told by labels or tags of the Penn Treebank and its kin. "
        f"Without: the F1 if no brackets were wrong in this way (now {now}), their number being the same."
    )
    title, heading = "Linguistic error classes of constituents", {"without_share": "F1 without %"}
    frame = errors.counts.with_columns(mass_share=share, without_share=without)
    return Breakdown(
        "constituent-errors", title, frame, note, lambda row, _: has(equals("class", row["class"]), of=REPAIR), heading
    )


def repair_examples(errors: Errors, gold: Treebank, limits: Limits) -> Breakdown:
    """Columns: ``class``, ``label``, ``from``, ``to`` (labels, null for none), ``count`` and ``brackets`` of the kind,
    then an example: ``number`` of the sentence (from 1), ``text`` with the words concerned in brackets."""
    kind = ("class", "label", "from", "to")
    counted = errors.table.group_by(kind).agg(count=pl.len().cast(pl.UInt32), total=pl.col("brackets").sum())
    kinds = ordered(most_frequent(counted, "total", limits.errors), "total", *kind).with_row_index("kind")
    of_kind = errors.table.join(kinds, on=kind, how="inner", nulls_equal=True, maintain_order="left")
    first = of_kind.unique(["kind", "sentence"], keep="first").sort("kind", "sentence")
    chosen = first.filter(pl.int_range(pl.len()).over("kind") < limits.examples)
    text = bracketed_texts(gold.words, chosen.select("sentence", "first", "last"))
    number = (pl.col("sentence") + 1).alias("number")
    table = chosen.select(*kind, "count", pl.col("total").alias("brackets"), number, text)

    def where(row: Row, column: str) -> str:
        if column in ("count", "brackets"):
            return has(*(equals(name, row[name]) for name in kind), of=REPAIR)
        return f"number = {row['number']}"

    title = "Worst kinds of errors in constituents, with examples"
    note = f"The kinds that cost most brackets, up to {limits.examples} sentences of each; the words stand in brackets."
    return Breakdown("constituent-examples", title, table, note, where)


def classes() -> pl.DataFrame:
    """A row for each class, of which nothing else is told: what can be named before repairs have been looked for."""
    titles = pl.DataFrame({"class": [kind.title for kind in ErrorClass]})
    return pl.concat([pl.DataFrame(schema=_REPAIRS), titles], how="diagonal")


def _sources(treebank: Treebank) -> Iterator[SentenceRows]:
    """All sentences, without a view of each, some at a time: making rows of a table lets no other thread run."""
    for first in range(0, len(treebank), AT_ONCE):
        part = treebank.slice(first, AT_ONCE)
        if "parent" not in part.words.columns:
            yield from [([], [])] * len(part)
            continue
        words = part.words.select("form", "coarse_tag", "parent").rows()
        nodes = part.nodes.select("label", "parent").rows()
        sentences = pl.Series(range(len(part) + 1), dtype=pl.UInt32)
        borders = (table["sentence"].search_sorted(sentences).to_list() for table in (part.words, part.nodes))
        for (word, next_word), (node, next_node) in zip(*map(pairwise, borders), strict=True):
            yield words[word:next_word], nodes[node:next_node]
