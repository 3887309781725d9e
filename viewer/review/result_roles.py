"""Choices about predicates and their arguments (CoNLL-2008, CoNLL-2009) put into a treebank."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.layers import Layer
from goldleaf.core.treebank import ARGUMENTS, TEXT, Treebank
from goldleaf.viewer.review.decisions import OPEN, READING, Choice, Decided, Fault
from goldleaf.viewer.review.fingerprints import NONE
from goldleaf.viewer.review.items import role_item, role_of
from goldleaf.viewer.review.taking import Taken, Work

_NOTHING = "_"
Roles: TypeAlias = dict[tuple[int, int], str]
"""What a sentence says of each predicate and argument; the sense of a predicate with the argument 0."""


def take_roles(taken: Taken, decided: Decided, work: Work) -> None:
    """Put in what was chosen about roles and senses; other formats have none."""
    if "predicate" not in taken.treebank.words.columns or not (decided.rows or Layer.ROLE in work.layers):
        return
    own = _roles(work.sides.first)
    others = {number: _roles(work.sides.treebanks[number]) for number in work.sides.others()}
    new: dict[int, Roles] = {}
    for row in range(len(taken.treebank)):
        versions = {0: own.get(row, {})}
        for number, roles in others.items():
            at = int(work.sides.rows[number][row])
            if at != NONE:
                versions[number] = roles.get(at, {})
        if row in decided.rows or len({*map(_frozen, versions.values())}) > 1:
            new[row] = _chosen(row, versions, taken, decided, work)
    changed = {row: roles for row, roles in new.items() if roles != own.get(row, {})}
    if changed:
        taken.treebank = _with_roles(taken.treebank, changed)


def _frozen(roles: Roles) -> frozenset[tuple[tuple[int, int], str]]:
    return frozenset(roles.items())


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


def _chosen(row: int, versions: dict[int, Roles], taken: Taken, decided: Decided, work: Work) -> Roles:
    """What is said of the sentence in this row."""
    choices = _by_place(row, decided, work.faults)
    length = int(taken.treebank.sentences["words"][row])
    result = {}
    for place in sorted({*choices, *(place for roles in versions.values() for place in roles)}):
        if max(place) > length or not place[0]:
            work.faults.append(Fault(row, f"there are no words {role_item(*place)}"))
            continue
        values = {number: roles.get(place, _NOTHING) for number, roles in versions.items()}
        differs = len({*values.values()}) > 1
        choice = choices.get(place) or decided.of_sentence.get(row) or Choice(OPEN)
        if differs and choice.side == OPEN and Layer.ROLE in work.layers:
            taken.undecided.append((row, role_item(*place), Layer.ROLE.value))
        elif choice.side == READING or (differs and choice.side != OPEN):
            taken.deciders.append((row, str(place[0]), choice.reviewer))
        value = _value(row, choice, values, work)
        if value != _NOTHING:
            result[place] = value
    return _with_senses(row, result, work.faults)


def _by_place(row: int, decided: Decided, faults: list[Fault]) -> dict[tuple[int, int], Choice]:
    found = {}
    for item, choice in decided.of_item.get(row, {}).items():
        place = role_of(item)
        if place is None:
            faults.append(Fault(row, f"{item!r} names no predicate and argument, such as 8>3"))
        elif choice.side == READING and not choice.reading.startswith("="):
            faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer role"))
        else:
            found[place] = choice
    return found


def _value(row: int, choice: Choice, values: dict[int, str], work: Work) -> str:
    if choice.side == READING:
        return choice.reading[1:] or _NOTHING
    if choice.side == OPEN:
        return values.get(work.default, values[0])
    if choice.side not in values:
        name = work.sides.names[choice.side]
        work.faults.append(Fault(row, f"{name} has other words, so nothing can be taken"))
    return values.get(choice.side, values[0])


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
