"""How the sentences of a parse differ from the gold's, in words: missing, too many, elsewhere, split or joined."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.alignment.sentence_alignment import Keys, id_keys, text_keys
from goldleaf.core.alignment.units import Units, units
from goldleaf.core.errors import counted
from goldleaf.core.facts import Mark, compare, identity
from goldleaf.core.treebank import Treebank

Integers: TypeAlias = npt.NDArray[np.int64]


class Odd(NamedTuple):
    """Rows of sentences that have no partner, or more than one.

    ``changed``, ``missing`` and ``elsewhere`` (the parse has them at another place) are the gold's; ``again`` (the gold
    has them, and they have a partner) and ``surplus`` the parse's.
    """

    changed: Integers
    missing: Integers
    elsewhere: Integers
    again: Integers
    surplus: Integers


def sentences_differ(gold: Treebank, parse: Treebank) -> str:
    """One line that says how the sentences differ, with the first lines; empty if they do not."""
    found = units(gold, parse)
    if found.are_sentences:
        return ""
    odd = odd_sentences(gold, parse, found)
    of_gold = f" of {gold.path}"
    said = [
        _told(gold, odd.changed, of_gold, "split or joined"),
        _told(gold, odd.missing, of_gold, "missing"),
        _told(gold, odd.elsewhere, of_gold, "at another place"),
        _told(parse, odd.again, "", "there twice"),
        _told(parse, odd.surplus, "", f"not in {gold.path}"),
    ]
    return f"{parse.path}: warning: {', '.join(filter(None, said))}"


def odd_sentences(gold: Treebank, parse: Treebank, found: Units) -> Odd:
    """The sentences that stand alone or in a unit with others, by what became of them."""
    ours, theirs = np.diff(found.gold), np.diff(found.parse)
    changed = (ours > 0) & (theirs > 0) & (ours + theirs > 2)
    missing = np.flatnonzero(np.repeat(theirs == 0, ours))
    surplus = np.flatnonzero(np.repeat(ours == 0, theirs))
    keys = _keys(gold, parse)
    marks = compare([keys[0][missing]], [keys[1][surplus]])
    moved, placed = (mark == Mark.MATCHED for mark in marks)
    again = ~placed & np.isin(keys[1][surplus], keys[0])
    return Odd(
        np.flatnonzero(np.repeat(changed, ours)),
        missing[~moved],
        missing[moved],
        surplus[again],
        surplus[~placed & ~again],
    )


def _keys(gold: Treebank, parse: Treebank) -> tuple[Keys, Keys]:
    """Numbers that the same sentences share: of their texts, and of their ids if the files have any in common."""
    texts, ids = (text_keys(gold), text_keys(parse)), (id_keys(gold), id_keys(parse))
    if not np.isin(ids[0][ids[0] != 0], ids[1]).any():
        return texts
    return identity(texts[0], ids[0]), identity(texts[1], ids[1])


def _told(treebank: Treebank, rows: Integers, whose: str, what: str) -> str:
    if not len(rows):
        return ""
    line = treebank.sentences["line"][int(rows[0])]
    if len(rows) == 1:
        return f"1 sentence{whose} is {what} (line {line})"
    return f"{counted(len(rows), 'sentence')}{whose} are {what} (first in line {line})"
