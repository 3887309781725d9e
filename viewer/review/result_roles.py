"""Choices about predicates and their arguments (CoNLL-2008, CoNLL-2009) put into a treebank."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import ARGUMENTS, TEXT, Treebank
from goldleaf.viewer.review.decisions import OPEN, READING, Choice, Decided, Fault
from goldleaf.viewer.review.items import role_item, role_of
from goldleaf.viewer.review.taking import Spot, Taken, Work, value_at, versions

_NOTHING = "_"
Roles: TypeAlias = dict[tuple[int, int], str]
"""What a sentence says of each predicate and argument; the sense of a predicate with the argument 0."""


def take_roles(taken: Taken, decided: Decided, work: Work) -> None:
    """Put in what was chosen about roles and senses; other formats have none."""
    if "predicate" not in taken.treebank.words.columns or not (decided.rows or Layer.ROLE in work.layers):
        return
    roles = [_roles(treebank) for treebank in work.sides.treebanks]
    changed = {}
    for row in range(len(taken.treebank)):
        found = versions(row, work, lambda number, at: roles[number].get(at, {}))
        new = _chosen(row, found, taken, decided, work)
        if new != found[0]:
            changed[row] = new
    if changed:
        taken.treebank = _with_roles(taken.treebank, changed)


def _roles(treebank: Treebank) -> dict[int, Roles]:
    """What each sentence that has predicates says."""
    found: defaultdict[int, Roles] = defaultdict(dict)
    if "predicate" in treebank.words.columns:
        senses = treebank.words.select("sentence", "position", pl.col("predicate").cast(pl.String))
        for row, position, sense in senses.filter(pl.col("predicate") != _NOTHING).iter_rows():
            found[row][position, 0] = sense
        for row, predicate, argument, role in treebank.arguments.with_columns(
            pl.col("role").cast(pl.String)
        ).iter_rows():
            found[row][predicate, argument] = role
    return found


def _chosen(row: int, found: dict[int, Roles], taken: Taken, decided: Decided, work: Work) -> Roles:
    """What is said of the sentence in this row."""
    choices = _by_place(row, decided, work.faults)
    length = int(taken.treebank.sentences["words"][row])
    result = {}
    for place in sorted({*choices}.union(*found.values())):
        if max(place) > length:
            work.faults.append(Fault(row, f"there are no words {role_item(*place)}"))
            continue
        values = {number: roles.get(place, _NOTHING) for number, roles in found.items()}
        choice = choices.get(place) or decided.of_sentence.get(row) or Choice(OPEN)
        spot = Spot(row, Layer.ROLE, role_item(*place), place[0])
        value = value_at(spot, values, str, choice, lambda reading: reading or _NOTHING, taken, work)
        if value != _NOTHING:
            result[place] = value
    return _with_senses(row, result, work.faults)


def _by_place(row: int, decided: Decided, faults: list[Fault]) -> dict[tuple[int, int], Choice]:
    found = {}
    for item, choice in decided.of_item.get(row, {}).items():
        place = role_of(item)
        if place is None or not place[0]:
            faults.append(Fault(row, f"{item!r} names no predicate and argument, such as 8>3"))
        elif choice.side == READING and not choice.reading.startswith("="):
            faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer role"))
        else:
            found[place] = choice
    return found


def _with_senses(row: int, roles: Roles, faults: list[Fault]) -> Roles:
    """Without the arguments of what is no predicate any more, which the format cannot hold."""
    for predicate, argument in [*roles]:
        if argument and (predicate, 0) not in roles:
            faults.append(Fault(row, f"word {predicate} has the argument {argument}, but is no predicate"))
            del roles[predicate, argument]
    return roles


def _with_roles(treebank: Treebank, changed: dict[int, Roles]) -> Treebank:
    rows = np.fromiter(changed, np.uint32)
    kept = treebank.arguments.filter(pl.Series(~np.isin(treebank.arguments["sentence"].to_numpy(), rows)))
    new = [(row, *place, role) for row, roles in changed.items() for place, role in roles.items() if place[1]]
    arguments = pl.concat([kept, pl.DataFrame(new, schema=ARGUMENTS, orient="row")])
    words = treebank.words
    columns = {"predicate": words["predicate"].cast(pl.String).to_list()}
    if "fill_predicate" in words.columns:
        columns["fill_predicate"] = words["fill_predicate"].cast(pl.String).to_list()
    for row, roles in changed.items():
        _put_senses(columns, treebank, row, {place[0]: sense for place, sense in roles.items() if not place[1]})
    return replace(
        treebank,
        words=words.with_columns(pl.Series(name, values, dtype=TEXT) for name, values in columns.items()),
        arguments=arguments.sort("sentence", "predicate", "argument"),
    )


def _put_senses(columns: dict[str, list[str]], treebank: Treebank, row: int, senses: dict[int, str]) -> None:
    bounds = np.array([row, row + 1], np.uint32)
    first, end = np.searchsorted(treebank.sentence_of_word, bounds).tolist()
    for position, at in enumerate(range(first, end), 1):
        sense = senses.get(position, _NOTHING)
        if columns["predicate"][at] != sense:
            columns["predicate"][at] = sense
            if "fill_predicate" in columns:
                columns["fill_predicate"][at] = _NOTHING if sense == _NOTHING else "Y"
