"""Choices about single words (arcs, tags, lemmas, features) put into a treebank, all words at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import OPEN, READING, Decided, Fault, Integers, Sides
from goldleaf.viewer.review.fingerprints import NONE
from goldleaf.viewer.review.taking import Taken, Work

Bools: TypeAlias = npt.NDArray[np.bool_]
Values: TypeAlias = dict[str, object]

COLUMNS = {
    Layer.ARC: ("head", "label"),
    Layer.TAG: ("coarse_tag", "fine_tag"),
    Layer.LEMMA: ("lemma",),
    Layer.FEATURES: ("features",),
}
"""The columns of words that a layer is about."""


@dataclass(eq=False)
class WordChoices:
    """What is chosen for each word of the first treebank in one layer."""

    side: Integers
    readings: dict[int, str] = field(default_factory=dict)  # by row of the word
    reviewers: dict[int, str] = field(default_factory=dict)  # of single words, by row of the word


def columns_of(layer: Layer, treebank: Treebank) -> list[str]:
    """The columns of a layer that a treebank's file has."""
    written = treebank.layout.columns
    return [name for name in COLUMNS[layer] if name in written and name in treebank.words.columns]


def word_choices(treebank: Treebank, decided: Decided, faults: list[Fault]) -> WordChoices:
    """What was chosen for each word; an item that is no word is a fault."""
    of_sentence = np.full(len(treebank), OPEN)
    for row, choice in decided.of_sentence.items():
        of_sentence[row] = choice.side
    count = treebank.sentences["words"].to_numpy().astype(np.int64)
    first = np.cumsum(count) - count
    found = WordChoices(np.repeat(of_sentence, count))
    for row, items in decided.of_item.items():
        for item, choice in items.items():
            position = int(item) if item.isdecimal() else 0
            if not 1 <= position <= count[row]:
                faults.append(Fault(row, f"there is no word {item}"))
                continue
            at = int(first[row]) + position - 1
            found.side[at] = choice.side
            if choice.side == READING:
                found.readings[at] = choice.reading
            found.reviewers[at] = choice.reviewer
    return found


def _check_sides(found: WordChoices, sides: Sides, words: Mapping[int, Integers], faults: list[Fault]) -> None:
    """A choice of a side that does not have the sentence with these words is a fault, and is none."""
    for number, at in words.items():
        lacking = (found.side == number) & (at == NONE)
        rows = np.unique(sides.first.sentence_of_word[lacking]).tolist()
        faults += [Fault(row, f"{sides.names[number]} has other words, so nothing can be taken") for row in rows]
        found.side[lacking] = 0


def differing(layer: Layer, sides: Sides, words: Mapping[int, Integers]) -> Bools:
    """The words at which any side says something else than the first."""
    result = np.zeros(sides.first.words.height, bool)
    for number, at in words.items():
        there = np.flatnonzero(at != NONE)
        for name in columns_of(layer, sides.first):
            theirs = sides.treebanks[number].words
            if name in theirs.columns and there.size:
                own = sides.first.words[name].to_physical().gather(there)
                result[there] |= own.ne_missing(theirs[name].to_physical().gather(at[there])).to_numpy()
    return result


def take_words(taken: Taken, layer: Layer, decided: Decided, work: Work) -> None:
    """Put in what was chosen in this layer."""
    if not decided.rows and layer not in work.layers:
        return
    sides, treebank = work.sides, taken.treebank
    words = {number: sides.words(number) for number in sides.others()}
    found = word_choices(treebank, decided, work.faults)
    _check_sides(found, sides, words, work.faults)
    differs = differing(layer, sides, words)
    _note_deciders(taken, found, decided, differs)
    still_open = np.flatnonzero((found.side == OPEN) & differs) if layer in work.layers else np.zeros(0, np.int64)
    taken.undecided += [(row, item, layer.value) for row, item in _named(treebank, still_open)]
    if work.default:
        found.side[still_open[words[work.default][still_open] != NONE]] = work.default
    taken.treebank = _put(treebank, layer, found, sides, words, work.faults)


def _named(treebank: Treebank, rows: Integers) -> list[tuple[int, str]]:
    """The sentences and items of some words."""
    return [(row, str(position)) for row, position in treebank.words[rows].select("sentence", "position").iter_rows()]


def _note_deciders(taken: Taken, found: WordChoices, decided: Decided, differs: Bools) -> None:
    rows = np.flatnonzero((found.side == READING) | ((found.side != OPEN) & differs))
    for word, (row, item) in zip(rows.tolist(), _named(taken.treebank, rows), strict=True):
        reviewer = found.reviewers.get(word)
        taken.deciders.append((row, item, decided.of_sentence[row].reviewer if reviewer is None else reviewer))


def _put(
    treebank: Treebank,
    layer: Layer,
    found: WordChoices,
    sides: Sides,
    words: Mapping[int, Integers],
    faults: list[Fault],
) -> Treebank:
    readings = _readings(layer, treebank, found, faults)
    if not readings and not (found.side > 0).any():
        return treebank
    columns = [_column(name, treebank, found, sides, words, readings) for name in columns_of(layer, treebank)]
    return replace(treebank, words=treebank.words.with_columns(columns))


def _column(
    name: str,
    treebank: Treebank,
    found: WordChoices,
    sides: Sides,
    words: Mapping[int, Integers],
    readings: Mapping[int, Values],
) -> pl.Series:
    """A column with what was chosen: gathered from the sides' columns and the readings, one behind the other."""
    parts = [treebank.words[name]]
    index = np.arange(treebank.words.height)
    offset = len(index)
    for number, at in words.items():
        other = sides.treebanks[number].words
        if name in other.columns:
            chosen = found.side == number
            index[chosen] = offset + at[chosen]
            parts.append(other[name])
            offset += other.height
    given = {row: values[name] for row, values in readings.items() if name in values}
    if given:
        index[[*given]] = offset + np.arange(len(given))
        parts.append(pl.Series(name, [*given.values()], dtype=parts[0].dtype))
    return pl.concat(parts).gather(index)


def _readings(layer: Layer, treebank: Treebank, found: WordChoices, faults: list[Fault]) -> dict[int, Values]:
    """The values of each word that is read in a third way; one that is no reading of the layer is a fault."""
    result = {}
    for row, reading in found.readings.items():
        values = _READERS[layer](reading)
        if values and "fine_tag" in values and "fine_tag" not in treebank.layout.columns:
            values = {"coarse_tag": reading[1:]}
        sentence = int(treebank.words["sentence"][row])
        if values is None:
            faults.append(Fault(sentence, f"{reading!r} is no reading of the layer {layer}"))
        elif "head" in values and int(str(values["head"])) > treebank.sentences["words"][sentence]:
            faults.append(Fault(sentence, f"the head of {reading!r} is not in the sentence"))
        else:
            result[row] = values
    return result


def _arc(reading: str) -> Values | None:
    head, colon, label = reading.partition(":")
    return {"head": int(head), "label": label or "_"} if colon and head.isdecimal() else None


def _tag(reading: str) -> Values | None:
    if not reading.startswith("="):
        return None
    coarse, slash, fine = reading[1:].partition("/")
    return {"coarse_tag": coarse or "_", **({"fine_tag": fine or "_"} if slash else {})}


def _value(name: str) -> Callable[[str], Values | None]:
    return lambda reading: {name: reading[1:] or "_"} if reading.startswith("=") else None


_READERS: dict[Layer, Callable[[str], Values | None]] = {
    Layer.ARC: _arc,
    Layer.TAG: _tag,
    Layer.LEMMA: _value("lemma"),
    Layer.FEATURES: _value("features"),
}
