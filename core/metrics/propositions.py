"""Predicates and their arguments as facts that can be compared: senses, and roles of arguments."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Facts
from goldleaf.core.treebank import TEXT, Treebank, translated

Bools: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]


class Propositions(NamedTuple):
    """What a treebank says of its predicates: first their senses, then their arguments.

    ``predicate`` and ``argument`` (int64, −1 in senses) are rows of its words, ``label`` is text: of a sense all of
    PRED, of an argument one role. ``code`` (int64) tells labels apart: of a sense, what is compared of it.
    """

    predicate: Integers
    argument: Integers
    label: pl.Series
    code: Integers

    @property
    def is_sense(self) -> Bools:
        """Which are senses."""
        return self.argument < 0

    @property
    def word(self) -> Integers:
        """The row of the word that each is about."""
        return np.where(self.is_sense, self.predicate, self.argument)

    def as_facts(self, number: Integers) -> Facts:
        """The columns predicate, argument, label of each, words being called by these numbers."""
        argument = np.append(number, -1)[self.argument]
        return number[self.predicate], np.where(self.is_sense, np.iinfo(np.int64).min, argument), self.code


def is_predicate(words: pl.DataFrame) -> Bools:
    """The words that are predicates."""
    return translated(words["predicate"], lambda distinct: ~distinct.is_in(["_", ""]))


def propositions(treebank: Treebank) -> Propositions:
    """The propositions of a treebank with predicates; a role ``A|B`` is two, and ``A|A`` one."""
    words, table = treebank.words, treebank.arguments
    predicates = np.flatnonzero(is_predicate(words))
    roles = _roles(table)
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[roles["sentence"].to_numpy()]
    rows = [first + roles[name].to_numpy() - 1 for name in ("predicate", "argument")]
    senses = words["predicate"].gather(predicates)
    sense = translated(words["predicate"], compared_sense)[predicates]
    return Propositions(
        np.concatenate([predicates, rows[0]]),
        np.concatenate([np.full(len(predicates), -1), rows[1]]),
        pl.concat([senses.cast(pl.String), roles["role"].cast(pl.String)]),
        np.concatenate([sense, roles["role"].to_physical().to_numpy()]).astype(np.int64),
    )


def _roles(table: pl.DataFrame) -> pl.DataFrame:
    """The arguments with one role in each row."""
    if not table["role"].unique().cast(pl.String).str.contains("|", literal=True).any():
        return table
    several = table.with_columns(pl.col("role").cast(pl.String).str.split("|")).explode("role", empty_as_null=True)
    parts = several.filter(pl.col("role").fill_null("") != "").unique(maintain_order=True)
    return parts.with_columns(pl.col("role").cast(TEXT))


def compared_sense(predicates: pl.Series) -> pl.Series:
    """Codes of what is compared of each PRED (String): what follows its dot, or all of it unless it has one dot.

    Numbers are the same whatever zeros they begin with, as eval09.pl takes them.
    """
    after = predicates.str.extract(r"^[^.]+\.([^.]+)$").fill_null(predicates)
    number = after.str.extract(r"^0+([0-9]+)$").fill_null(after)
    return number.cast(TEXT).to_physical()
