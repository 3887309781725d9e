"""Choices about single words (arcs, tags, lemmas, features) put into a treebank, all words at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import OPEN, READING, Correction, Decided, Fault, Integers, Sides
from goldleaf.viewer.review.sentences import NONE

COLUMNS = {
    Layer.ARC: ("head", "label"),
    Layer.TAG: ("coarse_tag", "fine_tag"),
    Layer.LEMMA: ("lemma",),
    Layer.FEATURES: ("features",),
}
"""The columns of words that a layer is about."""

Values: TypeAlias = dict[str, object]
"""What a reading says of a word, by column."""


def take_words(correction: Correction, layer: Layer, decided: Decided) -> None:
    """Put in what was chosen in this layer."""
    sides, treebank, faults = correction.sides, correction.treebank, correction.faults
    if not decided.rows and layer not in correction.layers:
        return
    side, of_item = _choices(treebank, decided, faults)
    words = {number: sides.words(number) for number in range(1, len(sides.treebanks))}
    for number, at in words.items():
        lacking = (side == number) & (at == NONE)
        rows = np.unique(treebank.sentence_of_word[lacking]).tolist()
        faults += [Fault(row, f"{sides.names[number]} has other words, so nothing can be taken") for row in rows]
        side[lacking] = 0

    columns = [name for name in COLUMNS[layer] if name in treebank.layout.columns and name in treebank.words.columns]
    differs = _differing(columns, sides, words)
    chosen = np.flatnonzero((side == READING) | ((side != OPEN) & differs))
    for word, (row, item) in zip(chosen.tolist(), _named(treebank, chosen), strict=True):
        reviewer = of_item[word][1] if word in of_item else decided.of_sentence[row].reviewer
        correction.deciders.append((row, item, reviewer))
    if layer in correction.layers:
        still_open = np.flatnonzero((side == OPEN) & differs)
        correction.undecided += [(row, item, layer.value) for row, item in _named(treebank, still_open)]
        if correction.default:
            side[still_open[words[correction.default][still_open] != NONE]] = correction.default

    readings = {word: reading for word, (reading, _) in of_item.items() if side[word] == READING}
    values = _values(layer, treebank, readings, faults)
    if values or (side > 0).any():
        changed = [_column(name, treebank, sides, side, words, values) for name in columns]
        correction.treebank = replace(treebank, words=treebank.words.with_columns(changed))


def _choices(treebank: Treebank, decided: Decided, faults: list[Fault]) -> tuple[Integers, dict[int, tuple[str, str]]]:
    """The number of the side that is chosen for each word, and of single ones, by row, the reading and who chose.

    An item that is no word is a fault.
    """
    of_sentence = np.full(len(treebank), OPEN)  # what is said of an item goes over what is said of its sentence
    for row, choice in decided.of_sentence.items():
        of_sentence[row] = choice.side
    count, first = (treebank.sentences[name].to_numpy() for name in ("words", "first_word"))
    side, of_item = np.repeat(of_sentence, count), {}
    for row, items in decided.of_item.items():
        for item, choice in items.items():
            position = int(item) if item.isdecimal() else 0
            if not 1 <= position <= count[row]:
                faults.append(Fault(row, f"there is no word {item}"))
                continue
            word = int(first[row]) + position - 1
            side[word] = choice.side
            of_item[word] = choice.reading, choice.reviewer
    return side, of_item


def _differing(columns: list[str], sides: Sides, words: Mapping[int, Integers]) -> npt.NDArray[np.bool_]:
    """The words at which any side says something else than the first."""
    differs = np.zeros(sides.first.words.height, bool)
    for number, at in words.items():
        there = np.flatnonzero(at != NONE)
        theirs = sides[number].words
        for name in columns:
            if name in theirs.columns and there.size:
                own = sides.first.words[name].to_physical().gather(there)
                differs[there] |= own.ne_missing(theirs[name].to_physical().gather(at[there])).to_numpy()
    return differs


def _named(treebank: Treebank, rows: Integers) -> list[tuple[int, str]]:
    """The sentences and items of some words."""
    return [(row, str(position)) for row, position in treebank.words[rows].select("sentence", "position").iter_rows()]


def _values(layer: Layer, treebank: Treebank, readings: Mapping[int, str], faults: list[Fault]) -> dict[int, Values]:
    """What each word that is read in a third way has; one that is no reading of the layer is a fault."""
    result = {}
    for word, reading in readings.items():
        values = _read(layer, reading, has_fine_tags="fine_tag" in treebank.layout.columns)
        sentence = int(treebank.words["sentence"][word])
        if values is None:
            faults.append(Fault(sentence, f"{reading!r} is no reading of the layer {layer}"))
        elif "head" in values and int(str(values["head"])) > treebank.sentences["words"][sentence]:
            faults.append(Fault(sentence, f"the head of {reading!r} is not in the sentence"))
        else:
            result[word] = values
    return result


def _read(layer: Layer, reading: str, *, has_fine_tags: bool) -> Values | None:
    """``3:obj``, ``=NOUN/NN``, ``=lemma`` as values by column; None for what is none of the layer."""
    if layer is Layer.ARC:
        head, colon, label = reading.partition(":")
        return {"head": int(head), "label": label or "_"} if colon and head.isdecimal() else None
    if not reading.startswith("="):
        return None
    value = reading[1:]
    if layer is Layer.TAG and has_fine_tags and "/" in value:
        coarse, _, fine = value.partition("/")
        return {"coarse_tag": coarse or "_", "fine_tag": fine or "_"}
    return {COLUMNS[layer][0]: value or "_"}  # without fine tags a slash is one of the tag's characters


def _column(
    name: str,
    treebank: Treebank,
    sides: Sides,
    side: Integers,
    words: Mapping[int, Integers],
    values: Mapping[int, Values],
) -> pl.Series:
    """A column with what was chosen: gathered from the sides' columns and the readings, one behind the other."""
    # One gather takes the same time for one choice and for a million words.
    parts = [treebank.words[name]]
    index = np.arange(treebank.words.height)
    offset = len(index)
    for number, at in words.items():
        other = sides[number].words
        if name in other.columns:
            chosen = side == number
            index[chosen] = offset + at[chosen]
            parts.append(other[name])
            offset += other.height
    given = {word: of_word[name] for word, of_word in values.items() if name in of_word}
    if given:
        index[[*given]] = offset + np.arange(len(given))
        parts.append(pl.Series(name, [*given.values()], dtype=parts[0].dtype))
    return pl.concat(parts).gather(index)
