"""The columns of a file that are compared as clusterings of its words: by their names in the file or in the model."""

from __future__ import annotations

import polars as pl

from goldleaf.core.treebank import Treebank

NAMES = {
    "upostag": "universal_tag",
    "cpostag": "coarse_tag", "upos": "coarse_tag", "pos": "coarse_tag",
    "postag": "fine_tag", "xpos": "fine_tag",
    "feats": "features", "deprel": "label", "ppos": "predicted_tag", "pfeat": "predicted_features",
    "plemma": "predicted_lemma",
}  # fmt: skip
"""What columns are called, in lower case, and their names in the model; others are called as there."""

_NUMBERS = ("position", "head")

UNIVERSAL, FINE = "universal", "fine"

_FIRST_OF = {
    UNIVERSAL: ("universal_tag", "coarse_tag", "fine_tag"),
    FINE: ("fine_tag", "coarse_tag", "universal_tag"),
}
"""Kinds of tags, and where those of a file stand: in the first of these columns that it has."""


def named(column: str) -> str:
    """A column's name in the model, from what a user calls it."""
    return NAMES.get(column.lower(), column.lower())


def wanted(column: str) -> frozenset[str]:
    """The columns that are read for it."""
    return frozenset(_names(column))


def column_in(treebank: Treebank, column: str) -> str | None:
    """The column of a treebank's words that is meant; None where it has none such."""
    there = {*known(treebank)}
    return next((name for name in _names(column) if name in there), None)


def known(treebank: Treebank) -> list[str]:
    """The columns of text that its file has."""
    types = treebank.words.schema
    return [name for name in treebank.layout.columns if isinstance(types.get(name), (pl.String, pl.Categorical))]


def choosable(treebank: Treebank) -> list[str]:
    """The columns of text that its file has, whether they were read or not."""
    return [name for name in treebank.layout.columns if name not in _NUMBERS]


def _names(column: str) -> tuple[str, ...]:
    name = named(column)
    return _FIRST_OF.get(name, (name,))
