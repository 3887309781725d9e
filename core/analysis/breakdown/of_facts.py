"""Precision and recall of a metric's facts by whatever they have, and what is taken for what; and what induction of
trees and tags is judged by (Gelling et al. 2012): heads by the gold's relations and by lengths of arcs (Table 6 and
Figure 1), how induced tags are mapped to the gold's, and how often each occurs with each (§2.2).

Each figure counts facts, and its condition, ``has(METRIC, …)``, finds the sentences in which they are.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.analysis import breakdown_table
from goldleaf.core.analysis.breakdown_table import Breakdown, Row, equals, has, ordered, precision_and_recall, share
from goldleaf.core.analysis.sides.fact_table import OTHER, Dimension, label_of
from goldleaf.core.analysis.sides.word_columns import or_null
from goldleaf.core.metrics.base import Metric
from goldleaf.core.metrics.clustering import MAPPINGS, Contingency, Tags
from goldleaf.core.metrics.induction import FIGURES, LENGTHS
from goldleaf.core.treebank import TEXT

_COUNTS = {"gold": "in_gold", "correct": "matched", "system": "in_parse", "missing": "missing", "extra": "extra"}
# What each figure is about; shares are about what they are a share of, others about all facts.
_BEHIND = {**_COUNTS, "recall": "in_gold", "precision": "in_parse", "forgiven": "forgiven"}


def called(metric: Metric) -> str:
    """What a metric's facts are called in ``has(…)``."""
    return metric.name.replace("-", "_")


def by_dimension(metric: Metric, facts: pl.DataFrame, dimension: Dimension, *, within: str | None = None) -> Breakdown:
    """Columns: ``kind`` if the facts have several, those of the dimension, ``gold``, ``correct``, ``system``,
    ``missing``, ``extra``, ``recall``, ``precision``, ``f1``, and ``forgiven`` where there are any. ``within`` is the
    condition that the facts have been chosen by, if they are not all."""
    by_kind = within is None and "kind" in facts.columns and dimension.name != "kind"
    keys = [*(["kind"] if by_kind else []), dimension.name, *dimension.also]
    forgiven = ["forgiven"] if facts["forgiven"].any() else []
    counts = breakdown_table.counts_of({**_COUNTS, **dict.fromkeys(forgiven, "forgiven")})
    shares = precision_and_recall()
    counted = facts.group_by(keys).agg(**counts).with_columns(**shares)
    frame = ordered(counted.select(*keys, *_COUNTS, *shares, *forgiven), "gold", *keys)
    # Classes such as lengths have an order of their own; what else there is stands by frequency. Kinds stay together.
    if dimension.classes:
        frame = frame.sort(pl.col(dimension.name).cast(pl.Enum(dimension.classes)), maintain_order=True)
    if by_kind:
        frame = frame.sort("kind", maintain_order=True)

    def where(row: Row, column: str) -> str:
        of_row = (equals(name, row[name]) for name in keys)
        return has(within, *of_row, _BEHIND.get(column, "(in_gold or in_parse)"), of=called(metric))

    title = f"{metric.title}: precision and recall {dimension.title}"
    note = f"{dimension.note} Correct: gold and parse have the same.{' Forgiven: no error.' if forgiven else ''}"
    return Breakdown(dimension.name, title, frame, note, where)


def constituents_by_label(metric: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: ``label``, as ParsEval compares it, then as in `by_dimension`."""
    labels = Dimension("label", "by label", "Labels as they are compared.")
    table = by_dimension(metric, facts.filter(kind="constituent"), labels, within="kind = 'constituent'")
    note = "Correct: gold and parse have a constituent with this label over the same words."
    return replace(table, name="constituents", title="Precision and recall of constituents", note=note)


def by_tag_and_role(metric: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: ``predicate_tag``, ``label``, then as in `by_dimension`: arguments as CoNLL-2009's scorer tells them."""
    note = "PPOS or PPOSS of the predicates, each side its own, and the role; as eval09.pl has them."
    title = "of arguments by tag of the predicate and role"
    tag_and_role = Dimension("predicate_tag", title, note, also=("label",))
    table = by_dimension(metric, facts.filter(kind="argument"), tag_and_role, within="kind = 'argument'")
    return replace(table, name="tag_role")


def expressions_by_category(metric: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: as in `by_dimension`, ``tag`` being the category, and of the words of expressions ``token_gold``, …."""
    category = Dimension("tag", "by category", "Expressions of one category; and their words, paired as fits best.")
    table = by_dimension(metric, facts, category)
    sums = {name: pl.col(of).filter(_COUNTS[side]).sum() for name, side, of in _OF_TOKENS}
    words = facts.group_by("tag").agg(**sums).with_columns(**precision_and_recall())
    words = words.rename({name: f"token_{name}" for name in words.columns[1:]})
    frame = table.frame.join(words, on="tag", how="left", maintain_order="left", nulls_equal=True)

    def where(row: Row, column: str) -> str:
        return table.where(row, column.removeprefix("token_"))

    return replace(table, name="category", frame=frame, where=where)


_OF_TOKENS = ("gold", "gold", "size"), ("correct", "gold", "shared"), ("system", "system", "size")


def expression_classes(metric: Metric, counts: pl.DataFrame) -> Breakdown:
    """Columns: ``class``, then as in `by_dimension`, of expressions over the same words, whatever their category."""
    sums = counts.sum().row(0, named=True)
    parts = {"gold": "gold", "correct": "right", "system": "parse"}
    rows = [
        {"class": name, **{column: sums[f"{part}_{name}"] for column, part in parts.items()}}
        for name in metric.classes
        if f"gold_{name}" in sums
    ]
    missing, extra = pl.col("gold") - pl.col("correct"), pl.col("system") - pl.col("correct")
    frame = pl.DataFrame(rows).with_columns(missing=missing, extra=extra).with_columns(**precision_and_recall())

    def where(row: Row, column: str) -> str:
        alone = {"missing": "in_gold and not same_words", "extra": "in_parse and not same_words"}
        marks = {**_BEHIND, **alone, "correct": "in_gold and same_words"}
        return has(metric.classes[row["class"]], marks.get(column, "(in_gold or in_parse)"), of=metric.name)

    note = "Correct: gold and parse have an expression over the same words. Each side's are told apart by themselves."
    return Breakdown("classes", f"{metric.title}: precision and recall by class", frame, note, where)


def label_confusions(metric: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: ``kind`` if the facts have several, ``gold_label``, ``parse_label``, ``count``. What both have alike
    comes last; a label is null where that side has nothing there. What has no label is left out."""
    label = label_of(metric) or "label"
    named = facts.filter(pl.col(label).is_not_null())
    # An extra fact in whose place the gold has another is in that one's row already.
    shown = named.filter(pl.col("in_gold") | (pl.col("extra") & pl.col(OTHER).is_null()))
    of_gold, kind = pl.col("in_gold"), ["kind"] if "kind" in facts.columns else []
    labels = {"gold_label": pl.when(of_gold).then(label), "parse_label": pl.when(of_gold).then(OTHER).otherwise(label)}
    pairs = shown.select(*kind, **labels)

    def where(row: Row, column: str) -> str:  # noqa: ARG001
        kind = equals("kind", row["kind"]) if "kind" in row else None
        gold, parse = row["gold_label"], row["parse_label"]
        if gold is None:
            return has(kind, "extra", equals(label, parse), f"{OTHER} is null", of=called(metric))
        return has(kind, "in_gold", equals(label, gold), equals(OTHER, parse), of=called(metric))

    frame = ordered(pairs.group_by(pairs.columns).agg(count=pl.len()), "count", *pairs.columns)
    frame = frame.sort(pl.col("gold_label").eq_missing(pl.col("parse_label")), maintain_order=True)
    note = "What gold and parse call the same place, first where they differ; none where one has nothing there."
    return Breakdown("confusions", f"{metric.title}: what is taken for what", frame, note, where)


def heads(_: Metric, facts: pl.DataFrame, column: str) -> Breakdown:
    """Columns: ``relation`` or ``arc_length``, ``words``, and for each figure of `Induction` the right shares."""
    # Each figure counts what the figures before it do, and more: directed, undirected, neutral to the edge's direction.
    right = {one: f"counts_as in ({', '.join(map(repr, FIGURES[: place + 1]))})" for place, one in enumerate(FIGURES)}
    counted = facts.filter("in_gold").group_by(column).agg(pl.len().alias("words"), **breakdown_table.counts_of(right))
    frame, name, title = ordered(counted, "words", column), "relations", "Accuracy of heads by the gold's relation"
    if column == "arc_length":  # lengths have an order; relations are as frequent as they are
        frame = frame.sort(pl.col(column).cast(pl.Enum(LENGTHS)), nulls_last=True, maintain_order=True)
        name, title = "lengths", "Accuracy of heads by the length of the gold's arc"

    def where(row: Row, figure: str) -> str:
        conditions = equals(column, row[column]), right.get(figure.removesuffix("_share"))
        return has("in_gold", *conditions, of="induction")

    right_heads = "the head is right; also the other way round; also the gold's grandparent"
    note = f"Words that score, and for how many {right_heads}."
    return Breakdown(name, title, frame.select(column, "words", *breakdown_table.with_shares(right)), note, where)


def contingency_of(facts: pl.DataFrame) -> Contingency:
    """How often the tags of the words that some facts of `Clustering` are about occur together."""
    words = facts.filter("in_gold")
    gold, parse = (words[name].cast(TEXT).to_physical().to_numpy() for name in ("gold_tag", "parse_tag"))
    return Tags(gold, parse).contingency()


def tag_mapping(_: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: ``induced``, ``words``; ``many_to_one``, the gold tag that it is mapped to, how many words are ``right``
    then and their share; ``one_to_one`` and ``one_to_one_optimal``, likewise tags (null for none)."""
    table = contingency_of(facts)
    tags = pl.Series([*table.gold], dtype=pl.String)
    columns = {
        "induced": pl.Series([*table.parse], dtype=pl.String),
        **{name: tags.gather(or_null(getattr(table, name))) for name in MAPPINGS},
        "words": table.counts.sum(axis=0),
        "right": pl.Series(table.counts.max(axis=0, initial=0), dtype=pl.Int64),
    }
    frame = pl.DataFrame(columns).with_columns(right_share=share("right", "words"))

    def where(row: Row, column: str) -> str:
        right = equals("gold_tag", row["many_to_one"]) if column.startswith("right") else None
        return has("in_gold", equals("parse_tag", row["induced"]), right, of="clustering")

    note = "Right: words whose gold tag is the one that most words of the induced tag have."
    return Breakdown("mapping", "Induced tags and the gold's", ordered(frame, "words", "induced"), note, where)


def tag_contingency(_: Metric, facts: pl.DataFrame) -> Breakdown:
    """Columns: ``induced``, ``words``, and one for each gold tag: how many words have both. The most frequent first."""
    table = contingency_of(facts)
    order = sorted(range(len(table.gold)), key=lambda row: (-int(table.counts[row].sum()), table.gold[row]))
    # A tag may be called as one of the other columns is.
    names = [f"{tag} (tag)" if tag in ("induced", "words") else tag for tag in table.gold]
    columns = {
        "induced": pl.Series([*table.parse], dtype=pl.String),
        "words": table.counts.sum(axis=0),
        **{names[row]: table.counts[row] for row in order},
    }

    def where(row: Row, column: str) -> str:
        gold = None if column in ("induced", "words") else equals("gold_tag", column.removesuffix(" (tag)"))
        return has("in_gold", equals("parse_tag", row["induced"]), gold, of="clustering")

    title, tags = "How often induced tags and the gold's occur together", {name: name for name in names}
    note = "Words that have both tags: the induced one of the row, the gold's of the column."
    return Breakdown("contingency", title, ordered(pl.DataFrame(columns), "words", "induced"), note, where, tags)
