"""What conditions may name of sentences and words, as columns that are worked out when one names them."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.errors.frame_confusions import frames
from goldleaf.core.analysis.sides.role_columns import ROLE, ROLES, entries, role_names
from goldleaf.core.analysis.sides.tree_columns import AWAY, sides, structure
from goldleaf.core.analysis.sides.word_columns import errors, neighbours
from goldleaf.core.analysis.sides.word_table import ROW

FRAMES = ("gold_frame", "parse_frame")

PLACE = "#position"
"""The position in what `columns_of` gives: a condition may use the column ``position`` itself."""


def sentence_columns(table: pl.DataFrame) -> dict[str, pl.Expr]:
    """What a condition may name besides the columns of a sentence table: ``gold_nonprojective`` and each parse's."""
    names = {name: name.removesuffix("projective") for name in table.columns if name.endswith("projective")}
    return {
        new: ~pl.col(name)
        for name, side in names.items()
        if (new := f"{side or 'gold_'}nonprojective") not in table.columns
    }


def word_columns(words: pl.DataFrame) -> dict[str, pl.Expr]:
    """What a condition inside ``has(…)`` may name: the word table's columns, short names, and what can be derived.

    The short names are the gold's columns without the prefix, and ``label`` for ``deprel``; ``parse_right_head`` is the
    chosen parse's ``right_head``, as every parse has one by its name. The derived ones are those of
    `sides.word_columns.neighbours` and `sides.tree_columns`, with a parse also those of
    `sides.word_columns.errors` and the two `FRAMES`. A condition on roles is on each of a
    word's entries (see `sides.role_columns`).
    """
    columns = _of_sides(words)
    derived = neighbours() | structure(words.columns)
    if "right_both" in columns:
        derived |= errors(words.columns) | {name: pl.col(name) for name in FRAMES}
    there = {*words.columns, *FRAMES}
    derived = {name: column for name, column in derived.items() if there.issuperset(column.meta.root_names())}
    known = derived | columns
    return columns | _short_names(columns) | _short_names(known) | known  # its own columns come first and win


def _of_sides(words: pl.DataFrame) -> dict[str, pl.Expr]:
    """A word table's own columns, those of roles, and each side's form and position, which may be the same on all."""
    hidden = ("sentence", ROLES)
    own = {name: pl.col(name) for name in words.columns if name not in hidden and "#" not in name}
    own = {name: column for name, column in own.items() if not name.endswith(f"_{AWAY}")}
    same = {f"{side}_{name}": pl.col(name) for side in sides(words.columns) for name in ("form", "position")}
    return {**{name: pl.col(name) for name in role_names(words)}, **same, **own}


def _short_names(columns: Mapping[str, pl.Expr]) -> dict[str, pl.Expr]:
    short = {name.removeprefix("gold_"): column for name, column in columns.items() if name.startswith("gold_")}
    labels = {
        f"{name.removesuffix('deprel')}label": column
        for name, column in {**columns, **short}.items()
        if name == "deprel" or name.endswith("_deprel")
    }
    of_parse = {f"parse_{name}": column for name, column in columns.items() if name.startswith("right_")}
    return short | labels | of_parse


def columns_of(words: pl.DataFrame, wanted: Mapping[str, pl.Expr]) -> pl.DataFrame:
    """``sentence``, `PLACE`, and the columns that are wanted, texts as strings; with `FRAMES` also rows for roots.

    Where words differ there is `ROW`, the row of the table, and `PLACE` is null for what the gold does not have. With
    columns of roles there is a row for each of a word's entries, and the column `ROLE`.
    """
    own, of_frames = _of_roles(words, wanted), frame_columns(wanted)
    if wanted and of_frames.keys() == wanted.keys():
        return frames(words).rename({"position": PLACE}).with_columns(**{new: pl.col(of_frames[new]) for new in wanted})
    frame = _plain(words, {name: wanted[name] for name in wanted if name not in own | of_frames}, bool(own))
    if of_frames:
        others = frames(words).rename({"position": PLACE})
        frame = frame.join(others.lazy(), on=["sentence", PLACE], how="full", coalesce=True)
    sources = {name: f"column {name}" for name in wanted} | of_frames | own
    named = {name: pl.col(sources[name]) for name in wanted}
    if own:
        frame, named = entries(frame), {ROLE: pl.col(ROLE), **named}
    row = [ROW] if _differ(words) else []
    return frame.select("sentence", PLACE, *row, **named).with_columns(_TEXTS.cast(pl.String)).collect()


def frame_columns(columns: Mapping[str, pl.Expr]) -> dict[str, str]:
    """The columns that are of frames by whatever name, and which of the two `FRAMES` each is."""
    sources = {name: column.meta.root_names() for name, column in columns.items()}
    return {name: source[0] for name, source in sources.items() if {*FRAMES}.intersection(source)}


def _differ(words: pl.DataFrame) -> bool:
    """Whether there are words that the gold does not have, so that a place does not say which word is meant."""
    return f"parse_{ROW}" in words.columns


_TEXTS = cs.categorical() | cs.enum()


def _plain(words: pl.DataFrame, wanted: Mapping[str, pl.Expr], with_roles: bool) -> pl.LazyFrame:
    """``sentence``, `PLACE`, the wanted columns, which are neither frames nor of roles, and the word's `ROLES`."""
    place = pl.col("position") if "position" in words.columns else pl.lit(0, pl.UInt32)
    further = [pl.col(ROLES)] if with_roles else []
    if _differ(words):
        further.append(pl.int_range(pl.len(), dtype=pl.UInt32).alias(ROW))
    named = {f"column {name}": column for name, column in wanted.items()}
    return words.lazy().select("sentence", place.alias(PLACE), *further, **named)


def _of_roles(words: pl.DataFrame, wanted: Mapping[str, pl.Expr]) -> dict[str, str]:
    """The wanted columns that are of roles, and what these are called in the entries."""
    known = {*role_names(words)}
    sources = {name: column.meta.root_names() for name, column in wanted.items()} if known else {}
    return {name: source[0] for name, source in sources.items() if known.intersection(source)}
