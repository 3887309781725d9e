"""Tables of words that score: accuracy, error rate, precision and recall of what eval.pl tells, the worst sentences.
Lengths, projectivity, confusions, seen words and error mass are ours. The tables by name are in `metric_tables`."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis import breakdown_table
from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row, counts_of, equals, has, ordered, with_shares
from goldleaf.core.analysis.sides.fact_table import LENGTHS, PROJECTIVITY
from goldleaf.core.analysis.sides.word_columns import DIRECTION, DISTANCE, structure

TOTAL = "total"  # the name of the first row, which stands for all words
_RIGHT = {"right_head": "right_head", "right_label": "right_label", "right_both": "right_both"}
_WRONG = {
    "wrong_head": "not right_head",
    "wrong_label": "not right_label",
    "wrong_both": "not right_head and not right_label",
}
_OF_TAGS = {
    "accuracy": ("Accuracy", "how many have the right head, the right label, and both.", _RIGHT),
    "error_rate": ("Error rate", "how many have a wrong head, a wrong label, and both wrong at once.", _WRONG),
}


def by_tag(words: pl.DataFrame, limits: Limits, *, name: str) -> Breakdown:  # noqa: ARG001
    """Columns: ``tag``, ``words``, then right (or wrong) head, label, both as counts and shares."""
    title, note, conditions = _OF_TAGS[name]
    scored, counts = words.filter("scoring"), counts_of(conditions)
    tags = scored.group_by(pl.col("gold_tag").cast(pl.String).alias("tag")).agg(pl.len().alias("words"), **counts)
    tags = ordered(tags.select("tag", "words", *with_shares(counts)), "words", "tag")

    def where(row: Row, column: str) -> str:
        tag = None if row["tag"] == TOTAL else equals("gold_tag", row["tag"])
        return has("scoring", tag, conditions.get(column.removesuffix("_share")))

    frame = pl.concat([_in_one_row(scored, counts, tag=TOTAL), tags])
    return Breakdown(name, f"{title} over coarse tags", frame, f"Words that score, by the gold's tag; {note}", where)


def _in_one_row(words: pl.DataFrame, counts: Mapping[str, pl.Expr], **names: str) -> pl.DataFrame:
    row = words.select(**{name: pl.lit(text) for name, text in names.items()}, words=pl.len(), **counts)
    return row.select(*names, "words", *with_shares(counts))


_OF_SENTENCES = {
    "length": ("length of sentence", LENGTHS, "by the number of words of the gold's sentence."),
    "projectivity": ("projectivity", PROJECTIVITY, "by whether the gold's tree is projective."),
}


def by_sentence(words: pl.DataFrame, limits: Limits, *, name: str) -> Breakdown:  # noqa: ARG001
    """Columns: ``name`` (a class of the gold's sentence, in their order), ``words``, then as in `by_tag`."""
    title, classes, note = _OF_SENTENCES[name]
    scored, counts = _scored(words), counts_of(_RIGHT)
    parts = (
        _in_one_row(scored.filter(pl.sql_expr(condition)), counts, **{name: value})
        for value, condition in classes.items()
    )
    frame = pl.concat(parts).filter(pl.col("words") > 0)

    def where(row: Row, column: str) -> str:
        return has("scoring", classes[row[name]], _RIGHT.get(column.removesuffix("_share")))

    return Breakdown(name, f"Accuracy by {title}", frame, f"Words that score, {note}", where)


def _scored(words: pl.DataFrame) -> pl.DataFrame:
    """The words that score, with the columns that the classes of sentences name."""
    derived = structure(words.columns)
    lacking = {name: derived[name] for name in ("words", "gold_nonprojective") if name not in words.columns}
    return words.with_columns(**lacking).filter("scoring")


def relations(words: pl.DataFrame, limits: Limits, *, with_heads: bool) -> Breakdown:  # noqa: ARG001
    """Columns: ``deprel``, ``gold``, ``correct``, ``system``, ``recall``, ``precision``, ``f1``. Correct are words with
    the right relation, ``with_heads`` those whose head is right, too."""
    right, same = ("right_both", " to the same head") if with_heads else ("right_label", ", whatever its head")
    name, heads = ("deprel_attachment", " with their heads") if with_heads else ("deprel", "")
    frame = ordered(_recall(words, "deprel", pl.col(right), pl.String()), "gold", "deprel")
    note = f"Correct: the parse gives the word the same relation{same}."
    title = f"Precision and recall of relations{heads}"
    return Breakdown(name, title, frame, note, lambda row, column: _where(column, "deprel", row["deprel"], right))


_SIDES = "Where the head is: at the root, left or right of the word, the word itself. Correct: on the same side."
_BINS = {
    "direction": ("direction", DIRECTION, _SIDES),
    "distance": ("distance_bin", DISTANCE, "How many words away the head is. Correct: in the same bin."),
}


def bins(words: pl.DataFrame, limits: Limits, *, name: str) -> Breakdown:  # noqa: ARG001
    """Columns: ``name`` (direction: to_root, left, right, self; none. distance: to_root, 1, 2, 3-6, 7-...; none), then
    as in `relations`. As in eval.pl correct are words whose heads lie in the same direction, or in the same bin of
    distances, whether or not the head itself is right."""
    column, kind, note = _BINS[name]
    counted = _recall(words, column, pl.col(f"gold_{column}") == pl.col(f"parse_{column}"), kind)
    # eval.pl prints a bin, too, into which nothing falls. The last is ours: words without a head, if there are any.
    every = pl.DataFrame({column: kind.categories}, schema={column: kind})
    table = every.join(counted, on=column, how="left", maintain_order="left")
    table = table.with_columns(pl.col("gold", "correct", "system").fill_null(0))
    table = table.filter((pl.col(column) != kind.categories[-1]) | (pl.col("gold") + pl.col("system") > 0))
    frame = table.with_columns(pl.col(column).cast(pl.String)).rename({column: name})
    title = f"Precision and recall of head {name}"
    return Breakdown(name, title, frame, note, lambda row, figure: _where(figure, column, row[name]))


def _recall(words: pl.DataFrame, name: str, correct: pl.Expr, dtype: pl.DataType) -> pl.DataFrame:
    """How often each value of a column is in the gold and in the parse, and how often it is so correctly."""
    scored = words.lazy().filter("scoring")
    gold = scored.group_by(pl.col(f"gold_{name}").cast(dtype).alias(name)).agg(gold=pl.len(), correct=correct.sum())
    system = scored.group_by(pl.col(f"parse_{name}").cast(dtype).alias(name)).agg(system=pl.len())
    both = gold.join(system, on=name, how="full", coalesce=True)
    both = both.with_columns(pl.col("gold", "correct", "system").fill_null(0))
    return both.select(name, "gold", "correct", "system", **breakdown_table.precision_and_recall()).collect()


def _where(figure: str, name: str, value: str | None, right: str | None = None) -> str:
    """The words behind a count; behind recall those that were to be found, behind precision those that were."""
    gold, parse = equals(f"gold_{name}", value), equals(f"parse_{name}", value)
    if figure in ("system", "precision"):
        return has("scoring", parse)
    return has("scoring", gold, (right or parse) if figure == "correct" else None)


def relation_confusions(words: pl.DataFrame, limits: Limits) -> Breakdown:  # noqa: ARG001
    """Columns: ``gold_deprel``, ``parse_deprel``, ``count``, ``head_errors`` (of those); right ones come last."""
    keys = ["gold_deprel", "parse_deprel"]
    pairs = words.filter("scoring").group_by(pl.col(keys).cast(pl.String))
    counts = pairs.agg(count=pl.len(), head_errors=(~pl.col("right_head")).sum())

    def where(row: Row, column: str) -> str:
        head = "not right_head" if column == "head_errors" else None
        return has("scoring", *(equals(name, row[name]) for name in keys), head)

    note = "Words that score, by their relations in gold and parse, whatever their heads; first those that differ."
    frame = ordered(counts, "count", *keys).sort(pl.col(keys[0]).eq_missing(pl.col(keys[1])), maintain_order=True)
    return Breakdown("confusions", "Which relations are taken for which", frame, note, where)


def worst_sentences(words: pl.DataFrame, limits: Limits, *, kind: str) -> Breakdown:
    """Columns: ``number`` (from 1), ``words`` (that score), ``errors``, ``head_errors``, ``label_errors``. ``kind`` is
    the last three columns' name by which the sentences are chosen; eval.pl shows the first of each."""
    wrong = {"errors": "wrong words", "head_errors": "wrong heads", "label_errors": "wrong relations"}
    counted = words.lazy().filter("scoring").group_by(number=pl.col("sentence") + 1)
    conditions = {name: breakdown_table.ERROR_CONDITIONS[name] for name in wrong}
    table = counted.agg(pl.len().alias("words"), **counts_of(conditions))
    worst = table.filter(pl.col(kind) > 0).sort(kind, "number", descending=[True, False])
    frame = worst.head(limits.sentences).collect()
    title, note = f"Sentences with the most {wrong[kind]}", "Sentences by number, with the words that score."
    return Breakdown(f"sentences_{kind}", title, frame, note, lambda row, _: f"number = {row['number']}")


def seen(words: pl.DataFrame, limits: Limits) -> Breakdown:  # noqa: ARG001
    """Columns: ``of`` (form or lemma), ``seen`` (seen, unseen), ``words``, then what is right, as counts and shares.
    Accuracy over words that occur in a training file, and over those that do not (SPMRL 2013, note 25). Empty for words
    of which nobody has said whether they are seen (`sides.word_columns.with_seen`)."""
    marks = {name: f"gold_{name}_seen" for name in ("form", "lemma") if f"gold_{name}_seen" in words.columns}
    if not marks:
        empty = pl.DataFrame(schema={"of": pl.String, "seen": pl.String, "words": pl.UInt32})
        note = "No training file: name one with --train, or in the window in File › Open…."
        return Breakdown("seen", "Seen and unseen words", empty, note, lambda *_: has("scoring"))
    right, counts = {**_RIGHT}, counts_of(_RIGHT)
    for name in ("tag", "fine_tag", "features", "lemma"):
        if f"gold_{name}" in words.columns and f"parse_{name}" in words.columns:
            right[f"right_{name}"] = f"gold_{name} = parse_{name}"
            gold, parse = (pl.col(f"{side}_{name}").cast(pl.String) for side in ("gold", "parse"))
            counts[f"right_{name}"] = (gold == parse).sum()
    scored = words.filter("scoring")
    parts = [_in_one_row(scored, counts, of="all words", seen="")]
    for name, column in marks.items():
        parts.append(_in_one_row(scored.filter(pl.col(column)), counts, of=name, seen="seen"))
        parts.append(_in_one_row(scored.filter(~pl.col(column)), counts, of=name, seen="unseen"))

    def where(row: Row, column: str) -> str:
        chosen = f"{marks[row['of']]} = {'true' if row['seen'] == 'seen' else 'false'}" if row["seen"] else None
        return has("scoring", chosen, right.get(column.removesuffix("_share")))

    note = "Words that score, by whether their form, or lemma, occurs in the training file."
    return Breakdown("seen", "Seen and unseen words", pl.concat(parts), note, where)


_BY_CONDITION = {
    "kind": {
        "wrong head": "not right_head and right_label",
        "wrong label": "right_head and not right_label",
        "wrong head and label": "not right_head and not right_label",
    },
    "length": LENGTHS,
    "projectivity": PROJECTIVITY,
}
_BY_COLUMN = {
    "relation": "gold_deprel", "tag": "gold_tag", "direction": "gold_direction", "distance": "gold_distance_bin",
}  # fmt: skip


def error_mass(words: pl.DataFrame, limits: Limits) -> Breakdown:  # noqa: ARG001
    """How much of the loss each class of words carries, and what the score would be without it. Columns: ``by``,
    ``class``, ``errors``, ``mass_share`` (of all errors), ``without_share``: the share of words with right head and
    label if this class had no errors. The classes of each ``by`` are apart and hold all errors."""
    scored = _scored(words)
    wrong = scored.filter(~pl.col("right_both"))
    parts = []
    for by, conditions in _BY_CONDITION.items():
        counts = [wrong.filter(pl.sql_expr(condition)).height for condition in conditions.values()]
        classes = pl.DataFrame({"class": [*conditions], "errors": counts}, {"class": pl.String, "errors": pl.UInt32})
        parts.append(classes.filter(pl.col("errors") > 0).select(pl.lit(by).alias("by"), "class", "errors"))
    for by, column in _BY_COLUMN.items():
        counted = wrong.group_by(pl.col(column).cast(pl.String).alias("class")).agg(errors=pl.len().cast(pl.UInt32))
        parts.append(ordered(counted, "errors", "class").select(pl.lit(by).alias("by"), "class", "errors"))
    # Each kind of class parts the words, so that shares of its classes add up to 1.
    right = scored.height - wrong.height
    mass, without = pl.col("errors") / wrong.height, (right + pl.col("errors")) / scored.height

    def where(row: Row, column: str) -> str:  # noqa: ARG001
        by, name = row["by"], row["class"]
        of_class = equals(_BY_COLUMN[by], name) if by in _BY_COLUMN else _BY_CONDITION[by][name]
        return has("scoring", "not right_both", of_class)

    note = (
        "Words with a wrong head or relation, by the gold: which share of all errors a class carries, and which share "
        f"of the words would be right without its errors (now {right:,} of {scored.height:,})."
    )
    frame = pl.concat(parts).with_columns(mass_share=mass, without_share=without)
    return Breakdown("error_mass", "Error mass", frame, note, where, {"without_share": "LAS without %"})
