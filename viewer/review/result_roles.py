"""Choices about predicates and their arguments (CoNLL-2008, CoNLL-2009) put into a treebank."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import ARGUMENTS, TEXT, Treebank
from goldleaf.viewer.review.decisions import OPEN, Choice, Correction, Decided, Fault, readable_choices
from goldleaf.viewer.review.judgements import role_item, role_of

_NOTHING = "_"
Roles: TypeAlias = dict[tuple[int, int], str]
"""What a sentence says of each predicate and argument; the sense of a predicate with the argument 0."""


def take_roles(correction: Correction, decided: Decided) -> None:
    """Put in what was chosen about roles and senses; other formats have none."""
    treebank = correction.treebank
    if "predicate" not in treebank.words.columns or not (decided.rows or Layer.ROLE in correction.layers):
        return
    roles = [_roles(side) for side in correction.sides.treebanks]
    changed = {}
    for row in range(len(treebank)):
        versions = correction.versions(row, lambda number, at: roles[number].get(at, {}))
        chosen = _chosen(row, versions, correction, decided)
        if chosen != versions[0]:
            changed[row] = chosen
    if changed:
        correction.treebank = _with_roles(treebank, changed)


def _roles(treebank: Treebank) -> dict[int, Roles]:
    """What each sentence that has predicates says."""
    roles: defaultdict[int, Roles] = defaultdict(dict)
    if "predicate" in treebank.words.columns:
        senses = treebank.words.select("sentence", "position", pl.col("predicate").cast(pl.String))
        for row, position, sense in senses.filter(pl.col("predicate") != _NOTHING).iter_rows():
            roles[row][position, 0] = sense
        arguments = treebank.arguments.with_columns(pl.col("role").cast(pl.String))
        for row, predicate, argument, role in arguments.iter_rows():
            roles[row][predicate, argument] = role
    return roles


def _chosen(row: int, versions: dict[int, Roles], correction: Correction, decided: Decided) -> Roles:
    """What is said of the sentence in this row."""

    def place_of(item: str) -> tuple[int, int] | None:
        place = role_of(item)
        return place if place and place[0] else None

    faults = correction.faults
    expected = "predicate and argument, such as 8>3"
    choices = readable_choices(Layer.ROLE, row, decided, faults, place_of, expected)
    length = int(correction.treebank.sentences["words"][row])
    roles: Roles = {}
    # In order, for a predicate stands in front of its arguments: (8, 0), (8, 3).
    for place in sorted({*choices}.union(*versions.values())):
        item = role_item(*place)
        if max(place) > length:
            faults.append(Fault(row, f"there are no words {item}"))
            continue
        values = {number: version.get(place, _NOTHING) for number, version in versions.items()}
        choice = choices.get(place) or decided.of_sentence.get(row) or Choice(OPEN)
        value = correction.value(
            (row, Layer.ROLE, item), place[0], values, choice, lambda reading: reading or _NOTHING, said=str
        )
        if value != _NOTHING:
            roles[place] = value
    # The format has a column of arguments for each predicate: what is none any more can have no arguments.
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
    names = [name for name in ("predicate", "fill_predicate") if name in treebank.words.columns]
    columns = {name: treebank.words[name].cast(pl.String).to_list() for name in names}
    for row, roles in changed.items():
        first, count = treebank.sentences.select("first_word", "words").row(row)
        for position in range(1, count + 1):
            at, sense = first + position - 1, roles.get((position, 0), _NOTHING)
            # A word that stays what it was keeps what its file has in FILLPRED, whatever that is.
            if columns["predicate"][at] != sense:
                columns["predicate"][at] = sense
                if "fill_predicate" in columns:
                    columns["fill_predicate"][at] = _NOTHING if sense == _NOTHING else "Y"
    return replace(
        treebank,
        words=treebank.words.with_columns(pl.Series(name, values, dtype=TEXT) for name, values in columns.items()),
        arguments=arguments.sort("sentence", "predicate", "argument"),
    )
