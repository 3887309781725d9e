"""The columns of the sentence table: titles, how values are written, which are shown at first. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import polars as pl

from goldleaf.core.analysis.sides.sentence_table import DIFFERENCES, NO_TREE, WORDS_DIFFER, Figure
from goldleaf.core.metrics import METRICS
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.session.layers import LAYER_DIFFERENCES
from goldleaf.viewer.session.scores import title_of

_TITLES = {
    "number": ("#", "The sentence's number in the file"),
    "id": ("id", "The sentence's id in the file"),
    "text": ("Text", "The running text"),
    "words": ("Len.", "How many words the sentence has"),
    LAYER_DIFFERENCES: (
        "Diff.",
        f"How many differences there are in the chosen layers (filter name: {LAYER_DIFFERENCES})",
    ),
    "readable": ("Readable", "Whether the sentence could be read"),
}
_MARKS = {
    "reviewed": ("Rev.", "Whether the sentence was reviewed"),
    "verdict": ("Verdict", "What reviewers said of the sentence"),
    "reviewer": ("Reviewer", "Who said so"),
    "notes": ("Notes", "How many notes the sentence has"),
    "tags": ("Tags", "The tags of its notes"),
    "stale": ("Stale", "Whether its words, or what was judged, have changed since"),
    "conflict": ("Conflict", "Whether reviewers say different things"),
}
_FIRST = ("number", "text", "words")
_RATIOS = {score.replace(".", "_"): ratio for metric in METRICS.values() for score, ratio in metric.ratios.items()}
_SCORES = sorted(_RATIOS, key=len, reverse=True)
_MEANS = frozenset(score for score in _SCORES if not _RATIOS[score].percent)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table."""

    name: str
    title: str
    description: str
    dtype: pl.DataType
    percent: bool = True  # fractions are written in per cent
    numeric: bool = field(init=False)  # its values are numbers, set to the right

    def __post_init__(self) -> None:
        object.__setattr__(self, "numeric", self.dtype.is_numeric())

    @property
    def is_score(self) -> bool:
        """Whether its values are shares of one."""
        return self.percent and self.dtype.is_float()

    def text(self, value: object) -> str:
        """How a value is written: fractions as percentages, flags as a tick, nothing as nothing."""
        if value is None:
            return "–" if self.numeric else ""
        if isinstance(value, bool):
            return "✓" if value else "·"
        if isinstance(value, float):
            return f"{100 * value if self.percent else value:.2f}"
        return f"{value:,}" if isinstance(value, int) else str(value)


def columns_of(table: pl.DataFrame, wording: Wording = REVIEW) -> tuple[Column, ...]:
    """The columns of a table of sentences; where no words differ or all are trees, none says so."""
    return tuple(
        _column(name, dtype, wording)
        for name, dtype in table.schema.items()
        if not name.endswith((WORDS_DIFFER, NO_TREE)) or table[name].max()
    )


def no_trees(table: pl.DataFrame, columns: Sequence[Column], wording: Wording = REVIEW) -> pl.Series | None:
    """For each sentence why it is no tree in which file (String), null if it is one; None where all are."""
    names = [column.name for column in columns if column.name.endswith(NO_TREE)]
    if not names:
        return None
    parts = [pl.lit(f"{_whose(name, wording)}: ") + pl.col(name) for name in names]
    joined = table.select(why=pl.concat_str(parts, separator="; ", ignore_nulls=True)).to_series()
    return joined.set(joined == "", None)


def _column(name: str, dtype: pl.DataType, wording: Wording = REVIEW) -> Column:
    if name in _TITLES or name in _MARKS:
        return Column(name, *(_TITLES | _MARKS)[name], dtype)
    prefix, last = _parts(name)
    if last == WORDS_DIFFER:
        said = wording.told("How many words gold and parse do not have in common")
        description = f"{said} (filter name: {name})"
        return Column(name, f"{prefix} ≠ words".strip(), description, dtype)
    if last == NO_TREE:
        description = f"Why the heads make no tree (filter name: {name})"
        return Column(name, f"{_whose(name, wording)}: no tree", description, dtype)
    if last == DIFFERENCES:
        return Column(name, f"{prefix} diff." if prefix else "Diff.", "How many differences the score counts", dtype)
    if not dtype.is_float():
        return Column(name, wording.heading(name), f"Shape of the tree (filter name: {name})", dtype)
    mean = last in _MEANS
    kind = "Mean" if mean else "Score, in per cent"
    return Column(
        name,
        f"{prefix} {wording.figures(title_of(last))}".strip(),
        f"{kind} (filter name: {name})",
        dtype,
        percent=not mean,
    )


def _whose(name: str, wording: Wording) -> str:
    """The name of whom a column is about; a single parse is none by name in columns."""
    prefix = _parts(name)[0]
    return {"": wording.gold, "parse": wording.parse}.get(prefix, prefix)


def _parts(name: str) -> tuple[str, str]:
    """What stands before the score's name in a column's (a parse, a metric), and the score's name."""
    known = (WORDS_DIFFER, NO_TREE, DIFFERENCES, *_SCORES)
    last = next((score for score in known if name == score or name.endswith(f"_{score}")), name.rpartition("_")[2])
    return name.removesuffix(last).rstrip("_"), last


def grouped(
    columns: Sequence[Column], figures: Mapping[Figure, str], wording: Wording = REVIEW
) -> tuple[list[Column], dict[str, dict[str, list[Column]]]]:
    """The sentence's own columns, and those that tell of parses: by the metric's title, then by the parse's name.

    What is no metric's comes last, without a parse's name. Titles of figures do without what they are grouped by.
    """
    known = {column.name: column for column in columns}
    own = [known.pop(name) for name in (*_TITLES, *_MARKS) if name in known]
    groups: dict[str, dict[str, list[Column]]] = {}
    for figure, name in figures.items():
        if name in known:
            column = known.pop(name)
            column = replace(column, title=_column(_parts(name)[1], column.dtype, wording).title)
            groups.setdefault(METRICS[figure.metric].title, {}).setdefault(figure.parse, []).append(column)
    if known:
        groups["Words and trees"] = {"": [*known.values()]}
    return own, groups


def usual(columns: Sequence[Column], figures: Sequence[str], wording: Wording = REVIEW) -> tuple[Column, ...]:
    """What is shown at first: number, text, length, columns of figures by their names, and reviewers' verdicts.

    The titles of these do without parse and metric: they are always those that are shown.
    """
    known = {column.name: column for column in columns}
    found = [known[name] for name in _FIRST if name in known]
    for name in figures:
        if name in known:
            last = _parts(name)[1]
            found.append(replace(known[name], title=_column(last, known[name].dtype, wording).title))
    found += [known[name] for name in ("verdict",) if name in known]
    return tuple(found)
