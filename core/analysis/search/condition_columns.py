"""What conditions may name of sentences and words, as columns that are worked out when one names them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import polars as pl
import polars.selectors as cs

from goldleaf.core.analysis.errors.word_errors import frames
from goldleaf.core.analysis.sides.role_columns import ROLE, ROLES, entries, role_names
from goldleaf.core.analysis.sides.word_columns import AWAY, errors, neighbours, sides, structure
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
    `sides.word_columns.neighbours` and `sides.word_columns`, with a parse also those of
    `sides.word_columns.errors` and the two `FRAMES`. A condition on roles is on each of a
    word's entries (see `sides.role_columns`).
    """
    columns = {name: pl.col(name) for name in role_names(words)}
    columns |= {f"{side}_{name}": pl.col(name) for side in sides(words.columns) for name in ("form", "position")}
    hidden = ("sentence", ROLES)
    columns |= {
        name: pl.col(name)
        for name in words.columns
        if name not in hidden and "#" not in name and not name.endswith(f"_{AWAY}")
    }
    derived = neighbours() | structure(words.columns)
    if "right_both" in columns:
        derived |= errors(words.columns) | {name: pl.col(name) for name in FRAMES}
    there = {*words.columns, *FRAMES}
    derived = {name: column for name, column in derived.items() if there.issuperset(column.meta.root_names())}
    known = derived | columns
    return columns | _short_names(columns) | _short_names(known) | known  # its own columns come first and win


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
    of_roles = _from(wanted, role_names(words))
    of_frames = frame_columns(wanted)
    if of_frames:
        framed = frames(words).rename({"position": PLACE})
        if of_frames.keys() == wanted.keys():
            return framed.with_columns(**{name: pl.col(source) for name, source in of_frames.items()})
    place = pl.col("position") if "position" in words.columns else pl.lit(0, pl.UInt32)
    # With a prefix, since a column that is wanted may have the name of another that is kept.
    plain = {f"column {name}": wanted[name] for name in wanted if name not in of_roles | of_frames}
    row = [pl.int_range(pl.len(), dtype=pl.UInt32).alias(ROW)] if f"parse_{ROW}" in words.columns else []
    frame = words.lazy().select("sentence", place.alias(PLACE), *([ROLES] if of_roles else []), *row, **plain)
    if of_frames:
        frame = frame.join(framed.lazy(), on=["sentence", PLACE], how="full", coalesce=True)
    sources = {name: f"column {name}" for name in wanted} | of_frames | of_roles
    columns = {name: pl.col(sources[name]) for name in wanted}
    if of_roles:
        frame, columns = entries(frame), {ROLE: pl.col(ROLE), **columns}
    chosen = frame.select("sentence", PLACE, *(ROW for _ in row), **columns)
    return chosen.with_columns((cs.categorical() | cs.enum()).cast(pl.String)).collect()


def frame_columns(columns: Mapping[str, pl.Expr]) -> dict[str, str]:
    """The columns that are of frames by whatever name, and which of the two `FRAMES` each is."""
    return _from(columns, FRAMES)


def _from(columns: Mapping[str, pl.Expr], sources: Collection[str]) -> dict[str, str]:
    """The columns that are made of one of these, and of which."""
    if not sources:
        return {}
    roots = {name: column.meta.root_names() for name, column in columns.items()}
    return {name: root[0] for name, root in roots.items() if {*sources}.intersection(root)}
