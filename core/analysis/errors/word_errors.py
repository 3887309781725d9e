"""Where most errors occur, the most frequent specific ones: their contexts, those they share (eval.pl), examples; and
heads whose dependents carry other relations in the parse.

Where: the words, and the words around them. A context is one or two words before or after a wrong word that scores, by
the gold's tags or by forms with tags. ``.S`` and ``.E`` stand for what lies beyond the sentence's beginning and end;
they are contexts of tags, not of forms.

A specific error is told by where the right head and the parse's head are (to_root, left, right, self), how far apart
they are, and by the right and the found relation. As in eval.pl the distance is counted in words from 0 where the right
head is the root, and is 0 where the parse's head is. A context of it is any choice of the form and tag of the word, of
the word before and of the word after it.

The frame of a word is the list, in the order of the sentence, of its dependents' relations, with the word's own gold
relation between asterisks in its place: ``nsubj *root* obj``. The root of the sentence has a frame, too, which begins
with ``**``. Only words that score are listed in a frame; a head that does not score has a frame without asterisks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import combinations

import polars as pl

from goldleaf.core.analysis import breakdown_table
from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row, Where, equals, has, most_frequent, ordered
from goldleaf.core.analysis.sides.word_columns import END, HEAD, START, errors, neighbours

# What tells one kind of error from another; the last three are null where head or relation are right.
KEYS = ("gold_direction", "parse_direction", "head_offset", "expected_deprel", "found_deprel")
CONTEXT = ("tag_before", "form_before", "tag", "form", "tag_after", "form_after")
_TEXTS = [name for name in KEYS if name != "head_offset"]

_PLACES = {
    "to_root": "at the root", "left": "before the word", "right": "after the word", "self": "the word itself",
    "none": "absent",
}  # fmt: skip

_RARE = 5  # occurrences below which a context is shown only if none but one is more frequent


def focus_words(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """Columns: ``form``, ``tag``, ``errors`` (any), ``head_errors``, ``label_errors``, ``both_wrong``."""
    names = ["form", "tag"]
    note = "Words by form and tag; how often the head or the relation, the head, the relation, both are wrong."
    title = "Where most errors occur: the words"
    return _most("focus_words", title, _counted(words, names), names, limits.words, note)


def context(words: pl.DataFrame, limits: Limits, *, kind: str, side: str, length: int) -> Breakdown:
    """Columns: one or two tags, or forms with their tags, in the order of the sentence, then as in `focus_words`. A
    context of one tag is left out when one of two tags explains all its errors, or all but one (eval.pl)."""
    tags = _around("tag", side, length)
    pairs = zip(_around("form", side, length), tags, strict=True)
    names = tags if kind == "tag" else [name for pair in pairs for name in pair]
    counts = _counted(words, names)
    if kind == "form":  # eval.pl has no forms beyond the sentence, though it has tags there
        counts = counts.filter(pl.col(f"form_{side}") != (START if side == "before" else END))
    note = f"{START} and {END} are the beginning and the end of the sentence."
    if kind == "tag" and length == 1:  # sparing the reader what the longer list says more exactly
        most = _counted(words, _around("tag", side, 2)).group_by(names).agg(explained=pl.col("errors").max())
        counts = counts.join(most, on=names, how="left").filter(pl.col("errors") - pl.col("explained") > 1)
        counts = counts.drop("explained")
        note += " Left out where a context of two words accounts for the same errors."
    name, title = f"{kind}s_{side}_{length}", f"Where most errors occur: {_around_in_words(kind, side, length)}"
    return _most(name, title, counts, names, limits.contexts, note)


def _around_in_words(kind: str, side: str, length: int) -> str:
    what = "tag" if kind == "tag" else "word"
    return f"the {what} {side}" if length == 1 else f"the two {what}s {side}"


# The eight tables of contexts by name, with what a list of tables calls them.
CONTEXTS = {
    f"{kind}s_{side}_{length}": (
        f"Errors by {_around_in_words(kind, side, length)}",
        partial(context, kind=kind, side=side, length=length),
    )
    for side in ("before", "after")
    for length in (1, 2)
    for kind in ("tag", "form")
}


def _around(kind: str, side: str, length: int) -> list[str]:
    """The columns of the words around a word, in the order of the sentence."""
    names = [f"{kind}_{side}", f"{kind}_{side}_2"][:length]
    return names[::-1] if side == "before" else names


def _counted(words: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """How many words that score are wrong, and in what, by the form, the tag, or what stands around them."""
    known = neighbours() | {"form": pl.col("form"), "tag": pl.col("gold_tag")}
    around = words.lazy().with_columns(known[name].alias(name) for name in names)
    wrong = around.filter(pl.col("scoring") & ~pl.col("right_both"))
    counts = wrong.group_by(names).agg(**breakdown_table.counts_of(breakdown_table.ERROR_CONDITIONS))
    return counts.with_columns(pl.col(names).cast(pl.String)).collect()


def _most(name: str, title: str, counts: pl.DataFrame, names: list[str], limit: int, note: str) -> Breakdown:
    def where(row: Row, column: str) -> str:
        # A key has the errors of all kinds behind it.
        conditions = breakdown_table.ERROR_CONDITIONS
        return has("scoring", *_are(row, names), conditions.get(column, conditions["errors"]))

    frame = ordered(most_frequent(counts, "errors", limit), "errors", *names)
    return Breakdown(name, title, frame, note, where)


def _are(row: Row, names: Iterable[str]) -> list[str]:
    """The conditions that words have what a row has in these columns."""
    return [equals("gold_tag" if name == "tag" else name, row[name]) for name in names]


def specific_errors(words: pl.DataFrame, limits: Limits) -> Breakdown:
    frame, title = _kinds(_wrong_words(words), limits), "Most frequent specific errors"
    note = "What the parse says instead of what the gold says."
    return Breakdown("specific_errors", title, frame, note, lambda row, _: has(*_is_kind(row)))


def error_contexts(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """``error`` (rank), ``description``, the `CONTEXT` (null: anything), ``count``; of equals the most specific."""
    wrong = _wrong_words(words)
    kinds = _kinds(wrong, limits)
    title, frame = "Contexts of the most frequent specific errors", _contexts(wrong, kinds, limits)
    places = "tag and form of the word before, of the word itself, of the word after"
    note = f"Where these errors occur: {places}. An empty cell stands for anything."
    return Breakdown("error_contexts", title, frame, note, _where_in(kinds))


def shared_contexts(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """Columns: the `CONTEXT`, ``kinds`` (how many errors list it), ``error``, ``description``, ``count``."""
    wrong = _wrong_words(words)
    kinds = _kinds(wrong, limits)
    listed_by = pl.len().over(CONTEXT).alias("kinds")
    shared = _contexts(wrong, kinds, limits).select(*CONTEXT, listed_by, "error", "description", "count")
    order = {"kinds": True, **dict.fromkeys(CONTEXT, False), "count": True, "error": False}
    frame = shared.filter(pl.col("kinds") > 1).sort(*order, descending=list(order.values()), nulls_last=True)
    title, note = "Contexts that several frequent errors share", "An empty cell stands for anything."
    return Breakdown("shared_contexts", title, frame, note, _where_in(kinds))


def error_examples(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """Columns: ``error`` (rank, as in `specific_errors`), ``description``, ``count``, then an example: ``number`` of
    the sentence (from 1), ``position``, ``text`` with the word in brackets. They are the first of a kind."""
    wrong = _wrong_words(words)
    kinds = _kinds(wrong, limits)
    # A sentence in which a kind occurs twice is one example of it.
    first = _ranked(wrong, kinds).unique(["error", "sentence"], keep="first").sort("error", "sentence")
    chosen = first.filter(pl.int_range(pl.len()).over("error") < limits.examples)
    text = bracketed_texts(words, chosen.select("sentence", first="position", last="position"))
    of_error = {row["error"]: _is_kind(row) for row in kinds.iter_rows(named=True)}

    def where(row: Row, column: str) -> str:
        kind = of_error[row["error"]]
        if column == "count":
            return has(*kind)
        return f"number = {row['number']} and {has(*kind, equals('position', row['position']))}"

    number = (pl.col("sentence") + 1).alias("number")
    frame = chosen.select("error", "description", "count", number, "position", text)
    note = f"Up to {limits.examples} sentences of each kind; the word stands in brackets."
    return Breakdown("examples", "Most frequent errors with examples", frame, note, where)


def bracketed_texts(words: pl.DataFrame, places: pl.DataFrame) -> pl.Series:
    """The texts of sentences with the words from ``first`` to ``last`` in brackets, a row each as in ``places``."""
    begins, ends = pl.col("position") == pl.col("first"), pl.col("position") == pl.col("last")
    brackets = [pl.when(edge).then(pl.lit(sign)).otherwise(pl.lit("")) for edge, sign in ((begins, "["), (ends, "]"))]
    text = brackets[0] + pl.col("form").cast(pl.String) + brackets[1]
    own = words.select("sentence", "position", "form").filter(pl.col("position").is_not_null())
    joined = places.with_row_index("place").join(own, on="sentence", maintain_order="left_right")
    return joined.group_by("place", maintain_order=True).agg(text=text.str.join(" "))["text"]


def _wrong_words(words: pl.DataFrame) -> pl.DataFrame:
    """The wrong words that score: ``sentence``, ``position``, the `KEYS` and the `CONTEXT`."""
    around = {name: expression for name, expression in neighbours().items() if name in CONTEXT}
    described = words.lazy().with_columns(**around, **errors(words.columns), tag=pl.col("gold_tag"))
    wrong = described.filter(pl.col("scoring") & ~pl.col("right_both"))
    return wrong.select("sentence", "position", *KEYS, *CONTEXT).collect()


def _kinds(wrong: pl.DataFrame, limits: Limits) -> pl.DataFrame:
    """The most frequent kinds of errors: ``error`` (rank), ``description``, the `KEYS`, ``count``."""
    counts = wrong.group_by(KEYS).agg(count=pl.len()).with_columns(pl.col(_TEXTS).cast(pl.String))
    counts = ordered(most_frequent(counts, "count", limits.errors), "count", *KEYS).with_row_index("error", 1)
    descriptions = [describe(row) for row in counts.iter_rows(named=True)]
    return counts.select("error", pl.Series("description", descriptions, pl.String), *KEYS, "count")


def _ranked(wrong: pl.DataFrame, kinds: pl.DataFrame) -> pl.DataFrame:
    """The wrong words whose errors are of one of these kinds, with what `_kinds` says of it."""
    texts = wrong.with_columns(pl.col(_TEXTS).cast(pl.String))
    return texts.join(kinds, on=KEYS, how="inner", nulls_equal=True, maintain_order="left")


def _contexts(wrong: pl.DataFrame, kinds: pl.DataFrame, limits: Limits) -> pl.DataFrame:
    """For each kind of error the contexts in which it is most frequent, the context of everything left out."""
    ranked = _ranked(wrong, kinds.select("error", *KEYS)).lazy()
    subsets = [fixed for size in range(len(CONTEXT) + 1) for fixed in combinations(CONTEXT, size)]
    contexts = pl.concat([_closed(ranked, fixed) for fixed in subsets]).collect()
    frequent = pl.col("count").sort(descending=True)
    last, second = (frequent.get(place, null_on_oob=True).over("error") for place in (limits.error_contexts - 1, 1))
    # eval.pl: where the last that is shown would be rare, those as frequent as the second.
    least = pl.when(last >= _RARE).then(last).otherwise(second).fill_null(0)
    table = contexts.filter(pl.col("count") >= least, pl.any_horizontal(pl.col(CONTEXT).is_not_null()))
    order = {"error": False, "count": True, **dict.fromkeys(CONTEXT, False)}
    described = table.join(kinds.select("error", "description"), on="error")
    in_order = described.sort(*order, descending=list(order.values()), nulls_last=True)
    return in_order.select("error", "description", *CONTEXT, "count")


def _closed(ranked: pl.LazyFrame, fixed: tuple[str, ...]) -> pl.LazyFrame:
    """The contexts that fix these columns, without those that all occurrences narrow down in one column more."""
    free = [name for name in CONTEXT if name not in fixed]
    # All occurrences have one value where the least and the greatest code are equal; codes compare faster than texts.
    codes = [pl.col(name).to_physical() for name in free]
    narrows = pl.any_horizontal(*(code.min() == code.max() for code in codes)) if free else pl.lit(False)
    counts = ranked.group_by("error", *fixed).agg(count=pl.len(), narrows=narrows).filter(~pl.col("narrows"))
    anything = counts.with_columns(pl.lit(None).alias(name) for name in free)
    return anything.select("error", pl.col(CONTEXT).cast(pl.String), "count")


def _where_in(kinds: pl.DataFrame) -> Where:
    of_error = {row["error"]: _is_kind(row) for row in kinds.iter_rows(named=True)}
    return lambda row, _: has(*of_error[row["error"]], *_are(row, (name for name in CONTEXT if row[name] is not None)))


def _is_kind(row: Row) -> list[str]:
    return ["scoring", "not right_both", *_are(row, KEYS)]


def describe(row: Row) -> str:
    """An error in words, from the `KEYS`."""
    correct, parsed, offset = _PLACES[row["gold_direction"]], _PLACES[row["parse_direction"]], row["head_offset"]
    if offset is None:
        head = f"correct head ({correct})"
    elif offset == 0:
        head = f"head {parsed} instead of {correct}"
    elif row["gold_direction"] == "to_root":
        head = f"head {parsed} (word {offset}) instead of {correct}"
    else:
        words = "one word" if abs(offset) == 1 else f"{abs(offset)} words"
        instead = "" if correct == parsed else f" instead of {correct}"
        head = f"head {words} {'before' if offset < 0 else 'after'} the correct head ({parsed}{instead})"
    if row["expected_deprel"] is None:
        return f"{head}, correct relation"
    return f"{head}, relation {row['found_deprel']} instead of {row['expected_deprel']}"


def frame_confusions(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """Columns: ``gold_frame``, ``parse_frame``, ``count``; those that occur ``limits.frames_at_least`` times."""
    counts = frames(words).group_by("gold_frame", "parse_frame").agg(count=pl.len())
    counts = counts.filter(pl.col("count") >= limits.frames_at_least)
    note = (
        "The relations of a word's dependents, in order; *…* marks the word itself by its gold relation, "
        f"** the root of the sentence. Shown from {limits.frames_at_least} times on."
    )
    both = ("gold_frame", "parse_frame")
    frame = ordered(counts, "count", *both)
    return Breakdown("frames", "Frame confusions", frame, note, lambda row, _: has(*_are(row, both)))


def frames(words: pl.DataFrame) -> pl.DataFrame:
    """The heads whose frames differ: ``sentence``, ``position`` (0 for the root), ``gold_frame``, ``parse_frame``."""
    # A number (slot) for each word, for its sentence's root, and so for its heads if they are in it.
    row = pl.int_range(pl.len(), dtype=pl.Int64)
    root = row - pl.col("position") + pl.col("sentence").rle_id()
    heads = {"gold": "gold_head", "parse": HEAD if HEAD in words.columns else "parse_head"}
    slots = [
        pl.when(pl.col(head).is_between(0, "length")).then(pl.col("root_slot") + pl.col(head)).alias(f"{side}_slot")
        for side, head in heads.items()
    ]
    placed = words.with_columns(row=row, root_slot=root, length=pl.col("position").count().over("sentence")).lazy()
    placed = placed.with_columns((pl.col("root_slot") + pl.col("position")).alias("own_slot"), *slots)
    placed = placed.filter(pl.col("position").is_not_null())
    wrong = placed.filter(pl.col("scoring") & ~pl.col("right_both"))
    # Elsewhere both frames list the same words with the same relations.
    affected = pl.concat([wrong.select(slot=f"{side}_slot") for side in heads]).drop_nulls().unique()
    gold, parse = (_written(placed, affected, side) for side in heads)
    both = gold.join(parse, on="slot", how="full", coalesce=True)
    # A head without dependents on one side, and that does not score, has no frame there.
    both = both.with_columns(pl.col("gold_frame", "parse_frame").fill_null(""))
    different = both.filter(pl.col("gold_frame") != pl.col("parse_frame"))
    of_words = placed.select("sentence", "position", slot="own_slot")
    of_roots = placed.filter(position=1).select("sentence", pl.lit(0, pl.UInt32).alias("position"), slot="root_slot")
    return pl.concat([of_words, of_roots]).join(different, on="slot", how="inner").sort("slot").drop("slot").collect()


def _written(placed: pl.LazyFrame, affected: pl.LazyFrame, side: str) -> pl.LazyFrame:
    """The frames of the affected slots: ``slot``, ``gold_frame`` or ``parse_frame``."""
    scored = placed.filter("scoring")
    own_label = pl.concat_str(pl.lit("*"), pl.col("gold_deprel").cast(pl.String), pl.lit("*"))
    parts = [
        placed.filter(position=1).select(slot="root_slot", order=pl.lit(-1, pl.Int64), part=pl.lit("**")),
        scored.select(slot=f"{side}_slot", order=2 * pl.col("row"), part=pl.col(f"{side}_deprel").cast(pl.String)),
        scored.select(slot="own_slot", order=2 * pl.col("row") + 1, part=own_label),
    ]
    listed = pl.concat(parts).join(affected, on="slot", how="semi").sort("slot", "order")
    return listed.group_by("slot", maintain_order=True).agg(pl.col("part").str.join(" ").alias(f"{side}_frame"))
