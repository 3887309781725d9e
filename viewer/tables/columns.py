"""Tables of polars frames by the names of their columns: which hold fractions of 1, and what people call them. A figure
that is not named here is no fraction, whatever it is called: 2.83 is not 283 per cent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goldleaf.viewer.tables.table import Column, Kind, Table
from goldleaf.viewer.text.numbers import is_binned

if TYPE_CHECKING:
    import polars as pl

ORDINALS = ("sentence", "word", "position", "line", "rank")

# Counts have the same names without ``_share``
FRACTIONS = frozenset(
    {
        *("precision", "recall", "f1"),
        # Of words: those of which a head, a label, … is right, or wrong.
        *("right_share", "right_head_share", "right_label_share", "right_both_share"),
        *("wrong_head_share", "wrong_label_share", "wrong_both_share"),
        *("right_tag_share", "right_fine_tag_share", "right_features_share", "right_lemma_share"),
        *("directed_share", "undirected_share", "ned_share"),
        "agreed_share",
        # Of all errors, and what the score were without those of a class.
        *("mass_share", "without_share"),
    }
)

_TITLES: Mapping[str, str] = {
    "deprel": "Relation",
    "system": "Parse",
    "f1": "F1",
    "ned": "NED",
    "_": "_",  # a tag of contingency tables
    "number": "Sentence",
    "form": "Word",
    "form_before": "Word before",
    "form_before_2": "Word before that",
    "tag_before_2": "Tag before that",
    "form_after": "Word after",
    "form_after_2": "Word after that",
    "tag_after_2": "Tag after that",
    "errors": "Wrong",
    "head_errors": "Wrong head",
    "label_errors": "Wrong label",
    "both_wrong": "Both wrong",
    "extra_fixed": "Extra in A only",
    "extra_broken": "Extra in B only",
    "extra_both": "Extra in both",
    "gold_frame": "Frame in the gold",
    "parse_frame": "Frame in the parse",
    "gold_direction": "Head in the gold",
    "parse_direction": "Head in the parse",
    "head_offset": "Heads apart",
    "expected_deprel": "Gold's relation",
    "found_deprel": "Parse's relation",
    "description": "In words",
    "needs_penn_labels": "Needs Penn labels",
}


def titled(name: str) -> str:
    """The title of a column of this name: ``deprel`` is Relation, ``right_head`` is Right head."""
    plain = name.replace("_", " ")
    return _TITLES.get(name, f"{plain[:1].upper()}{plain[1:]}")


def counted_by(name: str) -> str:
    """The count that a fraction is of, by the columns' names; other columns stand for themselves."""
    return name.removesuffix("_share") if name in FRACTIONS else name


def of_frame(title: str, frame: pl.DataFrame, note: str = "") -> Table:
    """A frame as a table. The `FRACTIONS` of breakdowns are written in percent. Numbers in columns of `ORDINALS` say
    which; other whole numbers are counts, other floats have two digits."""
    return Table(title, [*columns_of(frame)], frame.rows(), note)


def beside(title: str, groups: Sequence[tuple[str, pl.DataFrame]], note: str = "") -> Table:
    """Frames of equal height side by side, each below its name; what is called ``… – …`` is written with signs."""
    shown = [(name, frame) for name, frame in groups if frame.width]
    columns = [column for name, frame in shown for column in columns_of(frame, name, signed=" – " in name)]
    parts = zip(*(frame.iter_rows() for _, frame in shown), strict=True)
    return Table(title, columns, [[value for part in row for value in part] for row in parts], note)


def columns_of(frame: pl.DataFrame, group: str = "", *, signed: bool = False) -> Iterator[Column]:
    """The columns of a frame, as they are declared, else as their type says."""
    for name, dtype in frame.schema.items():
        numeric = dtype.is_numeric()
        kind = Kind.ORDINAL if name in ORDINALS else Kind.FIGURE if dtype.is_float() else Kind.COUNT
        kind = Kind.TEXT if not numeric else Kind.SHARE if name in FRACTIONS else kind
        heading = counted_by(name).replace("_", " ") + " %" * (name in FRACTIONS)
        signs = signed and numeric
        yield Column(name, heading, kind, group, signed=signs, binned=is_binned(name) and not numeric)
