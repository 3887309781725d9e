"""What is said of single words of a word table (see `sides.word_table`), as columns to be had on demand: directions and
distances, neighbours, errors, what occurs in a training file; and what the trees say: of a word's head, of the head's
head, of what is below.

What trees say is worked out of a table in which whole sentences stand, for any side that has a head there: the gold,
the chosen parse, a parse by its name. The heads need not make a tree. At the end, the rows of all tables in which gold
and parses stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import polars as pl

from goldleaf.core.facts import Integers
from goldleaf.core.structures import parents
from goldleaf.core.treebank import TEXT, Treebank

# Where a word's head is: at 0, before it, after it, the word itself, or nowhere (eval.pl; ``none`` is ours).
_DIRECTIONS = {
    "to_root": "head = 0", "left": "head < position", "right": "head > position", "self": "head = position",
    "none": "head is null",
}  # fmt: skip
DIRECTION = pl.Enum([*_DIRECTIONS])
# How many words away the head is. As in eval.pl a word that is its own head counts as one word away.
_DISTANCES = {
    "to_root": "head = 0", "1": "away <= 1", "2": "away = 2", "3-6": "away <= 6", "7-...": "away > 6",
    "none": "head is null",
}  # fmt: skip
DISTANCE = pl.Enum([*_DISTANCES])
START, END = ".S", ".E"  # what eval.pl writes where a context reaches over the sentence's beginning or end
# Where gold and parse have different words: the position in the gold's sentence of the chosen parse's head, 0 for a
# root, null where that is not there.
HEAD = "#head"
# With a side before it: how many rows of the table the head stands behind the word, null where it is not in it. A table
# in which not all words of the sentences stand has such columns, and one of nodes; elsewhere positions tell.
AWAY = "head_away"
# Whether a word that scores is one that the chosen parse, or the gold, does not have. Tables of all words have this
# column where words differ.
ALONE = "#alone"
# With a side before it: how many rows behind one of several functions of a node the row stands that is their node in
# the tree. Tables in which nodes have several rows have such columns.
SAME = "same_away"
# The columns that say whether what stands in these ones occurs in a training file.
SEEN = {"form_seen": "form", "lemma_seen": "lemma"}


def class_among(conditions: Mapping[str, str], kind: pl.DataType | None = None) -> pl.Expr:
    """The name of the first condition that holds; null where none does."""
    return pl.coalesce(pl.when(pl.sql_expr(holds)).then(pl.lit(name, kind)) for name, holds in conditions.items())


def heads_placed(words: pl.DataFrame) -> pl.DataFrame:
    """``direction`` of each word's head, how many words away it is (``distance``, UInt32, null without one), and in
    bins (``distance_bin``), from the columns ``position`` and ``head``."""
    away = (pl.col("head") - pl.col("position").cast(pl.Int32)).abs()
    placed = words.lazy().with_columns(away=pl.when(pl.col("head") > 0).then(away.cast(pl.UInt32)))
    direction, bins = class_among(_DIRECTIONS, DIRECTION), class_among(_DISTANCES, DISTANCE)
    return placed.select(direction=direction, distance="away", distance_bin=bins).collect()


def neighbours() -> dict[str, pl.Expr]:
    """The words around each word as columns to be had on demand, named as ``tag_before`` (also ``tag_before_1``) and
    ``form_after_2``. They hold the gold's tag and the form, `START` or `END` beyond the sentence; null at words that
    the gold lacks. For tables of all words of the gold: they look at the rows around."""
    expressions: dict[str, pl.Expr] = {}
    of_gold = pl.when(pl.col("position").is_not_null())
    for steps, suffix in ((1, ""), (1, "_1"), (2, "_2")):
        inside_before = pl.col("position") > steps
        inside_after = pl.col("position").shift(-steps) == pl.col("position") + steps
        for name, column in (("tag", "gold_tag"), ("form", "form")):
            before = pl.when(inside_before).then(pl.col(column).shift(steps)).otherwise(pl.lit(START, TEXT))
            after = pl.when(inside_after).then(pl.col(column).shift(-steps)).otherwise(pl.lit(END, TEXT))
            expressions[f"{name}_before{suffix}"] = of_gold.then(before)
            expressions[f"{name}_after{suffix}"] = of_gold.then(after)
    return expressions


def errors(columns: Iterable[str]) -> dict[str, pl.Expr]:
    """What is wrong with each word of a table of these columns, to be had on demand; null where it is right.
    ``head_offset``: how far the parse's head is from the right one, 0 where the parse has it at the root (eval.pl) or
    one of them has none in the gold's sentence; ``expected_deprel`` and ``found_deprel``."""
    head = pl.col(HEAD if HEAD in columns else "parse_head")
    offset = pl.when(pl.col("parse_head") == 0).then(0).otherwise(head - pl.col("gold_head"))
    return {
        "head_offset": pl.when(~pl.col("right_head")).then(offset.fill_null(0)),
        "expected_deprel": pl.when(~pl.col("right_label")).then(pl.col("gold_deprel")),
        "found_deprel": pl.when(~pl.col("right_label")).then(pl.col("parse_deprel")),
    }


def seen(words: pl.DataFrame, train: Treebank, column: str) -> pl.Series:
    """For each word whether its value in the column occurs in a training file, as it stands (Boolean; CoNLL-X 2006,
    Table 1; SPMRL 2013, note 25). Null where the word, or the whole training file, says nothing there (``_``)."""
    known = train.words[column].unique()
    if not known.cast(pl.String).is_in(["_"]).not_().any():
        return pl.Series(column, [None], dtype=pl.Boolean).new_from_index(0, words.height)
    is_known = words[column].is_in(known.implode())
    has_value = (words[column].cast(pl.String) != "_") | (column == "form")
    return pl.select(pl.when(has_value).then(is_known)).to_series().rename(column)


def with_seen(treebank: Treebank, train: Treebank) -> Treebank:
    """The treebank whose words also have the columns of `SEEN`, in the word table ``gold_form_seen``, …."""
    words, known = treebank.words, train.words.columns
    both = {name: column for name, column in SEEN.items() if column in words.columns and column in known}
    columns = [seen(words, train, column).alias(name) for name, column in both.items()]
    # Of expressions whoever compares them says which are seen.
    training = train if "mwe" in known else None
    return replace(treebank, words=words.with_columns(columns), training=training)


def sides(columns: Iterable[str]) -> list[str]:
    """The sides of a table of words or of nodes with these columns: ``gold``, ``parse``, and the names of parses."""
    there = {*columns}
    heads = (name.removesuffix("_deprel") for name in columns if name.endswith("_deprel"))
    of_words = [side for side in heads if f"{side}_head" in there]
    return of_words or [name.removesuffix(f"_{AWAY}") for name in columns if name.endswith(f"_{AWAY}")]


def structure(columns: Iterable[str]) -> dict[str, pl.Expr]:
    """The columns that can be derived for each side of a word table of these columns.

    ``gold_head_tag`` and its like (also lemma, form, deprel, position) are the head's, ``gold_head_head_tag`` its
    head's; null where there is none. ``gold_children``, how many words hang on it; ``gold_depth``, how many heads are
    above it (null on a cycle and below); ``gold_subtree``, how many words it dominates, itself among them;
    ``gold_crossed``, whether its arc crosses another, arcs from the root left out; ``gold_nonprojective``, whether the
    sentence has an arc over a word that its head does not dominate; ``words``, how many the sentence has. They are to
    be computed on a whole word table."""
    there = {*columns}
    derived = {"words": pl.len().over("sentence").cast(pl.UInt32)}
    for side in sides(columns):

        def of_tree(name: str, dtype: type[pl.DataType], side: str = side) -> pl.Expr:
            def made(needed: Sequence[pl.Series]) -> pl.Series:
                return _of_tree(name, _parents(needed), needed[0])

            return pl.map_batches([pl.col(column) for column in _needed(side, there)], made, dtype)

        head = of_tree("head", pl.Int64)
        for name in ("tag", "lemma", "form", "deprel", "position"):
            column = name if name in ("form", "position") else f"{side}_{name}"
            if column in there:
                derived[f"{side}_head_{name}"] = pl.col(column).gather(head)
                derived[f"{side}_head_head_{name}"] = pl.col(column).gather(head.gather(head))
        derived |= {f"{side}_{name}": of_tree(name, pl.UInt32) for name in ("children", "depth", "subtree")}
        derived |= {f"{side}_{name}": of_tree(name, pl.Boolean) for name in ("crossed", "nonprojective")}
    return derived


def parent_rows(words: pl.DataFrame, side: str) -> Integers:
    """For each row of a word table the row of the word's head on this side, −1 where it has none there."""
    return _parents(words.select(_needed(side, {*words.columns})).get_columns())


def scoring_in_gold(words: pl.DataFrame) -> pl.Series:
    """Which rows are words of the gold that score, also those that the parse does not have."""
    scoring = words["scoring"].fill_null(value=False)
    return scoring | (words[ALONE] & words["position"].is_not_null()) if ALONE in words.columns else scoring


def _needed(side: str, there: Iterable[str]) -> list[str]:
    away = f"{side}_{AWAY}"
    return ["sentence", away] if away in there else ["sentence", "position", f"{side}_head"]


def _parents(columns: Sequence[pl.Series]) -> Integers:
    rows = np.arange(len(columns[0]))
    if len(columns) == 2:
        away = columns[1]
        return np.where(away.is_not_null().to_numpy(), rows + away.fill_null(0).to_numpy(), -1)
    position, head = columns[1].to_numpy().astype(np.int64), columns[2].fill_null(-1).to_numpy().astype(np.int64)
    first = np.append(True, position[1:] <= position[:-1]) if len(rows) else np.zeros(0, bool)
    length = np.diff(np.append(np.flatnonzero(first), len(rows)))[np.cumsum(first) - 1]
    return np.where((head > 0) & (head <= length), rows + head - position, -1)


def _of_tree(name: str, parent: Integers, sentence: pl.Series) -> pl.Series:
    match name:
        case "head":
            return or_null(parent)
        case "children":
            return pl.Series(np.bincount(parent[parent >= 0], minlength=len(parent)), dtype=pl.UInt32)
        case "depth":
            return or_null(parents.depths(parent)).cast(pl.UInt32)
        case "subtree":
            forest, alike = parents.without_cycles(parent)
            return pl.Series(parents.preorder(forest)[1][alike], dtype=pl.UInt32)
        case "crossed":
            return pl.Series(parents.crossed(parent))
    odd = parents.non_projective(parent)
    number = sentence.to_numpy().astype(np.int64)
    return pl.Series((np.bincount(number[odd], minlength=int(number.max(initial=-1)) + 1) > 0)[number])


@dataclass(frozen=True)
class RowsOfSides:
    """Which rows a table of several sides has: what the gold has in its order, then what each parse has besides, where
    the same of two parses is one row. ``place`` is for each side the row of the table at which each thing of its own
    stands (−1: nowhere), ``sentence`` the gold's row for each row of the table."""

    place: Mapping[str, Integers]
    sentence: Integers

    @cached_property
    def at(self) -> dict[str, Integers]:
        """For each side what of its own stands in each row, −1 for nothing."""
        at = {}
        for side, place in self.place.items():
            rows = np.full(len(self.sentence) + 1, -1)
            rows[place] = np.arange(len(place))  # −1 writes into the last one, which is none
            at[side] = rows[:-1]
        return at

    def of(self, side: str, own: Integers) -> Integers:
        """For each row of the table that of what ``own`` has for a side's thing there: its own row, −1 for none."""
        return np.asarray(np.append(self.place[side], -1)[np.append(own, -1)[self.at[side]]])

    def away(self, side: str, own: Integers) -> pl.Series:
        """How many rows behind each row the row `of` that is, null for none."""
        row = self.of(side, own)
        return pl.select(pl.when(pl.Series(row >= 0)).then(pl.Series(row - np.arange(len(row))))).to_series()


def rows_of_sides(sentences: Mapping[str, Integers], partners: Callable[[str, str], Integers]) -> RowsOfSides:
    """``sentences`` are for each side, ``gold`` first, the gold's row that each thing of its own is counted at.
    ``partners`` says for each thing of the second side the row of the first side's that it is, −1 for none."""
    (first, sentence), *others = sentences.items()
    size = len(sentence)
    placed = {first: np.arange(size)}
    for name, own in others:
        place = partners(first, name).copy()
        for earlier in [other for other in placed if other != first and (place < 0).any()]:
            there = np.append(placed[earlier], -1)[partners(earlier, name)]
            shared = (place < 0) & (there >= size) & ~np.isin(there, place)
            place[shared] = there[shared]
        new = np.flatnonzero(place < 0)
        place[new] = len(sentence) + np.arange(len(new))
        sentence = np.append(sentence, own[new])
        placed[name] = place
    return RowsOfSides(placed, sentence)


def or_null(rows: Integers | pl.Series) -> pl.Series:
    """Rows to gather, null where they are −1."""
    there = pl.Series(rows, dtype=pl.Int64)
    return pl.select(pl.when(there >= 0).then(there)).to_series()
