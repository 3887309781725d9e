"""Tables of words that score: accuracy, error rate, precision and recall of what eval.pl tells, the worst sentences.

Lengths, projectivity, confusions, seen words and error mass are ours. The tables by name are in `breakdown.BREAKDOWNS`.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from goldleaf.core.analysis.breakdown_table import Limits, Row, Table, equals, error_counts, has, ordered, share
from goldleaf.core.analysis.sides.dimensions import LENGTHS, PROJECTIVITY, needed
from goldleaf.core.analysis.sides.word_columns import DIRECTION, DISTANCE

TOTAL = "total"
"""The name of the first row, which stands for all words."""

_RIGHT = {"right_head": "right_head", "right_label": "right_label", "right_both": "right_both"}
_WRONG = {
    "wrong_head": "not right_head",
    "wrong_label": "not right_label",
    "wrong_both": "not right_head and not right_label",
}

_SORTED = {"errors": "wrong words", "head_errors": "wrong heads", "label_errors": "wrong relations"}

_SEEN_RIGHT = {
    **_RIGHT,
    "right_tag": "gold_tag = parse_tag",
    "right_fine_tag": "gold_fine_tag = parse_fine_tag",
    "right_features": "gold_features = parse_features",
    "right_lemma": "gold_lemma = parse_lemma",
}
"""What can be right of seen words, and the condition that it is."""

_SEEN = {"form": "gold_form_seen", "lemma": "gold_lemma_seen"}


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
    "relation": "gold_deprel",
    "tag": "gold_tag",
    "direction": "gold_direction",
    "distance": "gold_distance_bin",
}


def accuracy(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``tag``, ``words``, then right head, right label, both right as counts and shares."""
    return _by_tag(
        words,
        "accuracy",
        "Accuracy over coarse tags",
        "Words that score, by the gold's tag; how many have the right head, the right label, and both.",
        _RIGHT,
    )


def error_rate(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``tag``, ``words``, then wrong head, wrong label, both wrong as counts and shares."""
    return _by_tag(
        words,
        "error_rate",
        "Error rate over coarse tags",
        "Words that score, by the gold's tag; how many have a wrong head, a wrong label, and both wrong at once.",
        _WRONG,
    )


def _by_tag(words: pl.DataFrame, name: str, title: str, note: str, conditions: Mapping[str, str]) -> Table:
    """A row with the total, then a row a tag."""
    scored = words.filter("scoring")
    counts = {figure: pl.sql_expr(condition).sum() for figure, condition in conditions.items()}
    by_tag = scored.group_by(pl.col("gold_tag").cast(pl.String).alias("tag")).agg(pl.len().alias("words"), **counts)
    by_tag = ordered(by_tag.select("tag", "words", *_with_shares(counts)), "words", "tag")

    def where(row: Row, column: str) -> str:
        tag = None if row["tag"] == TOTAL else equals("gold_tag", row["tag"])
        return has("scoring", tag, conditions.get(column.removesuffix("_share")))

    return Table(name, title, pl.concat([_in_one_row(scored, "tag", TOTAL, counts), by_tag]), note, where)


def by_condition(
    words: pl.DataFrame, limits: Limits, *, name: str, classes: Mapping[str, str], title: str, note: str  # noqa: ARG001
) -> Table:  # fmt: skip
    """Columns: ``name`` (a class of the gold's sentence, in their order), then as in `accuracy`."""
    scored = words.with_columns(**needed(words)).filter("scoring")
    counts = {column: pl.col(column).sum() for column in _RIGHT}
    parts = [
        _in_one_row(scored.filter(pl.sql_expr(condition)), name, value, counts) for value, condition in classes.items()
    ]
    return Table(
        name,
        title,
        pl.concat(parts).filter(pl.col("words") > 0),
        note,
        lambda row, column: has("scoring", classes[row[name]], _RIGHT.get(column.removesuffix("_share"))),
    )


def _in_one_row(scored: pl.DataFrame, name: str, value: str, counts: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """All of these words counted together, under this name."""
    row = scored.select(pl.lit(value).alias(name), pl.len().alias("words"), **counts)
    return row.select(name, "words", *_with_shares(counts))


def _with_shares(counts: Mapping[str, object]) -> list[str | pl.Expr]:
    """Each count, and behind it its share of the words."""
    return [expression for name in counts for expression in (name, share(name, "words").alias(f"{name}_share"))]


def relations(words: pl.DataFrame, limits: Limits, *, with_heads: bool) -> Table:  # noqa: ARG001
    """Columns: ``deprel``, ``gold``, ``correct``, ``system``, ``recall``, ``precision``, ``f1``.

    Correct are words with the right relation, ``with_heads`` those whose head is right, too.
    """
    right, same = ("right_both", " to the same head") if with_heads else ("right_label", ", whatever its head")
    frame = ordered(_recall(words, "deprel", pl.col(right), pl.String()), "gold", "deprel")
    return Table(
        "deprel_attachment" if with_heads else "deprel",
        f"Precision and recall of relations{' with their heads' * with_heads}",
        frame,
        f"Correct: the parse gives the word the same relation{same}.",
        lambda row, column: _where(column, "deprel", row["deprel"], right),
    )


def direction(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``direction`` (to_root, left, right, self; none), then as in `relations`.

    As in eval.pl correct are words whose heads lie on the same side, whether or not the head itself is right.
    """
    return Table(
        "direction",
        "Precision and recall of head direction",
        _bins(words, "direction", DIRECTION),
        "Where the head is: at the root, left or right of the word, the word itself. Correct: on the same side.",
        lambda row, column: _where(column, "direction", row["direction"]),
    )


def distance(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``distance`` (to_root, 1, 2, 3-6, 7-...; none), then as in `direction`."""
    return Table(
        "distance",
        "Precision and recall of head distance",
        _bins(words, "distance_bin", DISTANCE).rename({"distance_bin": "distance"}),
        "How many words away the head is. Correct: in the same bin.",
        lambda row, column: _where(column, "distance_bin", row["distance"]),
    )


def _bins(words: pl.DataFrame, name: str, bins: pl.Enum) -> pl.DataFrame:
    """A row for each bin in its own order; the last, words without a head, only if there are any."""
    counted = _recall(words, name, pl.col(f"gold_{name}") == pl.col(f"parse_{name}"), bins)
    # eval.pl prints a bin, too, into which nothing falls.
    every = pl.DataFrame({name: bins.categories}, schema={name: bins})
    table = every.join(counted, on=name, how="left", maintain_order="left")
    table = table.with_columns(pl.col("gold", "correct", "system").fill_null(0))
    occurs = (pl.col("gold") > 0) | (pl.col("system") > 0)
    return table.filter((pl.col(name) != bins.categories[-1]) | occurs).with_columns(pl.col(name).cast(pl.String))


def _recall(words: pl.DataFrame, name: str, correct: pl.Expr, dtype: pl.DataType) -> pl.DataFrame:
    """How often each value of a column is in the gold and in the parse, and how often it is so correctly."""
    scored = words.lazy().filter("scoring")
    gold = scored.group_by(pl.col(f"gold_{name}").cast(dtype).alias(name)).agg(gold=pl.len(), correct=correct.sum())
    system = scored.group_by(pl.col(f"parse_{name}").cast(dtype).alias(name)).agg(system=pl.len())
    # F1 is 0 where nothing is right, and undefined only where there is nothing: not from precision and recall, of which
    # one may be undefined alone.
    both = pl.col("gold") + pl.col("system")
    return (
        gold.join(system, on=name, how="full", coalesce=True)
        .with_columns(pl.col("gold", "correct", "system").fill_null(0))
        .select(
            name,
            "gold",
            "correct",
            "system",
            share("correct", "gold").alias("recall"),
            share("correct", "system").alias("precision"),
            pl.when(both > 0).then(2 * pl.col("correct") / both).alias("f1"),
        )
        .collect()
    )


def _where(column: str, name: str, value: str | None, right: str | None = None) -> str:
    """The words behind a count; behind recall those that were to be found, behind precision those that were."""
    gold, parse = equals(f"gold_{name}", value), equals(f"parse_{name}", value)
    if column in ("system", "precision"):
        return has("scoring", parse)
    return has("scoring", gold, (right or parse) if column == "correct" else None)


def confusions(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``gold_deprel``, ``parse_deprel``, ``count``, ``head_errors`` (of those); right ones are counted."""
    keys = ["gold_deprel", "parse_deprel"]
    pairs = words.filter("scoring").group_by(pl.col(keys).cast(pl.String))
    counts = pairs.agg(count=pl.len(), head_errors=(~pl.col("right_head")).sum())
    return Table(
        "confusions",
        "Which relations are taken for which",
        ordered(counts, "count", *keys),
        "Words that score, by their relations in gold and parse, whatever their heads.",
        lambda row, column: has(
            "scoring",
            *(equals(name, row[name]) for name in keys),
            "not right_head" if column == "head_errors" else None,
        ),
    )


def worst_sentences(words: pl.DataFrame, limits: Limits, *, kind: str) -> Table:
    """Columns: ``number`` (from 1), ``words`` (that score), ``errors``, ``head_errors``, ``label_errors``.

    ``kind`` is the last three columns' name by which the sentences are chosen; eval.pl shows the first of each.
    """
    counts = error_counts()
    table = (
        words.lazy()
        .filter("scoring")
        .group_by(number=pl.col("sentence") + 1)
        .agg(pl.len().alias("words"), *(counts[name].alias(name) for name in _SORTED))
        .filter(pl.col(kind) > 0)
        .sort(kind, "number", descending=[True, False])
        .head(limits.sentences)
        .collect()
    )
    return Table(
        f"sentences_{kind}",
        f"Sentences with the most {_SORTED[kind]}",
        table,
        "Sentences by number, with the words that score.",
        lambda row, _: f"number = {row['number']}",
    )


def seen(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """Columns: ``of`` (form or lemma), ``seen`` (seen, unseen), ``words``, then what is right, as counts and shares.

    Accuracy over words that occur in a training file, and over those that do not (SPMRL 2013, note 25). Empty for words
    of which nobody has said whether they are seen (`sides.word_columns.with_seen`).
    """
    marks = {name: column for name, column in _SEEN.items() if column in words.columns}
    if not marks:
        empty = pl.DataFrame(schema={"of": pl.String, "seen": pl.String, "words": pl.UInt32})
        note = "No training file: name one with --train, or in the window in File › Open…."
        return Table("seen", "Seen and unseen words", empty, note, lambda *_: has("scoring"))
    counts = {}
    for figure, condition in _SEEN_RIGHT.items():
        gold, _, parse = condition.partition(" = ")
        if gold in words.columns and (not parse or parse in words.columns):
            counts[figure] = (
                (pl.col(gold).cast(pl.String) == pl.col(parse).cast(pl.String)) if parse else pl.col(gold)
            ).sum()
    scored = words.filter("scoring")
    parts = {("all words", ""): scored}
    for name, column in marks.items():
        parts |= {(name, "seen"): scored.filter(pl.col(column)), (name, "unseen"): scored.filter(~pl.col(column))}
    frame = pl.concat(
        _in_one_row(part, "of", of, counts).select("of", pl.lit(mark).alias("seen"), pl.exclude("of"))
        for (of, mark), part in parts.items()
    )

    def where(row: Row, column: str) -> str:
        chosen = f"{_SEEN[row['of']]} = {'true' if row['seen'] == 'seen' else 'false'}" if row["seen"] else None
        return has("scoring", chosen, _SEEN_RIGHT.get(column.removesuffix("_share")))

    note = "Words that score, by whether their form, or lemma, occurs in the training file."
    return Table("seen", "Seen and unseen words", frame, note, where)


def error_mass(words: pl.DataFrame, limits: Limits) -> Table:  # noqa: ARG001
    """How much of the loss each class of words carries, and what the score would be without it.

    Columns: ``by``, ``class``, ``errors``, ``mass_share`` (of all errors), ``without_share``: the share of words
    with right head and label if this class had no errors.

    The classes of each ``by`` are apart and hold all errors.
    """
    scored = words.with_columns(**needed(words)).filter("scoring")
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
    shares = {
        "mass_share": pl.col("errors") / wrong.height,
        "without_share": (right + pl.col("errors")) / scored.height,
    }

    def where(row: Row, column: str) -> str:  # noqa: ARG001
        by, name = row["by"], row["class"]
        of_class = equals(_BY_COLUMN[by], name) if by in _BY_COLUMN else _BY_CONDITION[by][name]
        return has("scoring", "not right_both", of_class)

    return Table(
        "error_mass",
        "Error mass",
        pl.concat(parts).with_columns(**shares),
        "Words with a wrong head or relation, by the gold: which share of all errors a class carries, and which share "
        f"of the words would be right without its errors (now {right:,} of {scored.height:,}).",
        where,
    )
