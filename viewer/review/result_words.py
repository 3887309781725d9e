"""What was decided of each layer, and between which treebanks; and choices about words put in: arcs, tags, lemmas and
features, all words at once; predicates and their arguments (CoNLL-2008, CoNLL-2009), sentence by sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
import polars as pl

from goldleaf.core.analysis.sides import layers
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Bools, Integers
from goldleaf.core.treebank import ARGUMENTS, TEXT, Treebank
from goldleaf.viewer.review.judgements import BOTH, GOLD, PARSE, is_reading
from goldleaf.viewer.review.sentences import NONE, fingerprints, matched
from goldleaf.viewer.session.layers import role_of

Value = TypeVar("Value")
Version = TypeVar("Version")

OPEN = -1  # in the place of a side's number: undecided
READING = -2  # a reading that no side has


class Fault(NamedTuple):
    """What is wrong with a choice, or with the sentence that comes of choices; ``row`` is the gold's, from 0."""

    row: int
    message: str


class Choice(NamedTuple):
    """The number of the side that is right, or OPEN, or READING and the reading."""

    side: int
    reading: str = ""
    reviewer: str = ""


Decided: TypeAlias = dict[int, dict[str, Choice]]
"""The choices of a layer: by row and item, which is empty for the whole sentence."""


def decided(choices: pl.DataFrame, numbers: Mapping[str, int], faults: list[Fault]) -> dict[Layer, Decided]:
    """The choices of each layer that has any; a verdict that is no side's name and no reading is a fault."""
    layers: dict[Layer, Decided] = {}
    for row, layer, item, verdict, reviewer in choices.iter_rows():
        if verdict in numbers:
            choice = Choice(numbers[verdict], reviewer=reviewer)
        elif is_reading(verdict) and item:
            choice = Choice(READING, verdict, reviewer)
        else:
            faults.append(Fault(row, f"the verdict {verdict!r} names no side and is no reading"))
            continue
        layers.setdefault(Layer(layer), {}).setdefault(row, {})[item] = choice
    return layers


@dataclass(frozen=True, eq=False)
class PairedSides:
    """A treebank that is corrected, the first one, and others that have the same sentences, in whatever order. ``rows``
    holds for each of them (the first one, too) its row for each sentence of the first, −1 where it does not have the
    sentence with the same words."""

    names: tuple[str, ...]
    treebanks: tuple[Treebank, ...]
    rows: tuple[Integers, ...]

    @classmethod
    def of(cls, treebanks: Mapping[str, Treebank]) -> PairedSides:
        """By the sides' names, the one that is corrected in front."""
        first, *others = treebanks.values()
        own = fingerprints(first)
        rows = [np.arange(len(first))]
        for other in others:
            theirs, readable = fingerprints(other), other.sentences["readable"].to_list()
            # Sentences are matched by id, too; of what has other words by now nothing can be taken.
            same = (
                place if place != NONE and readable[place] and theirs[place].words == sentence.words else NONE
                for place, sentence in zip(matched(theirs, own), own, strict=True)
            )
            rows.append(np.fromiter(same, np.int64, len(own)))
        return cls(tuple(treebanks), (first, *others), tuple(rows))

    @property
    def numbers(self) -> dict[str, int]:
        """The side that each verdict names, by its number; what is undecided has OPEN."""
        usual = {GOLD: 0, BOTH: 0, **({PARSE: 1} if len(self.names) > 1 else {})}
        return {**usual, **{name: number for number, name in enumerate(self.names)}, "": OPEN}

    def words(self, side: int) -> Integers:
        """For each word of the first treebank the row of the same word, −1 where this side does not have it."""
        first, other = self.treebanks[0], self.treebanks[side]
        own, theirs = (one.first_words for one in (first, other))
        count = first.sentences["words"].to_numpy()
        starts = np.append(theirs, 0)[self.rows[side]]  # row −1 gets the 0 at the end, which is not looked at
        there = np.repeat(self.rows[side] != NONE, count)
        return np.where(there, np.repeat(starts - own, count) + np.arange(len(there)), NONE)


@dataclass(slots=True)
class Correction:
    """What is corrected, and what has come of it so far. ``default`` is the number of the side to take where nothing
    was chosen in one of the ``layers``. What was not decided is (row, item, layer), who decided (row, item, reviewer).
    ``crossing`` are the constituents (row, words, label) that were chosen though no tree holds them all."""

    sides: PairedSides
    default: int
    layers: Collection[Layer]
    treebank: Treebank
    faults: list[Fault]
    undecided: list[tuple[int, str, str]] = field(default_factory=list)
    deciders: list[tuple[int, str, str]] = field(default_factory=list)
    crossing: list[tuple[int, frozenset[int], str]] = field(default_factory=list)

    def versions(self, row: int, of_side: Callable[[int, int], Version]) -> dict[int, Version]:
        """What each side that has the sentence with the same words says; ``of_side`` gets its number and row."""
        rows = {number: int(own[row]) for number, own in enumerate(self.sides.rows)}
        return {number: of_side(number, own) for number, own in rows.items() if own != NONE}

    def choices(
        self, layer: Layer, row: int, decided: Decided, read: Callable[[str], Version | None], expected: str
    ) -> dict[Version, Choice]:
        """The choices for items of a sentence, by the items as ``read``; those that cannot be read are faults."""
        choices = {}
        for item, choice in decided.get(row, {}).items():
            if not item:  # of the whole sentence
                continue
            if (place := read(item)) is None:
                self.faults.append(Fault(row, f"{item!r} names no {expected}"))
            elif choice.side == READING and not choice.reading.startswith("="):
                self.faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer {layer}"))
            else:
                choices[place] = choice
        return choices

    def value(
        self, place: tuple[int, Layer, str], word: int, values: Mapping[int, Value], choice: Choice,
        read: Callable[[str], Value], *, said: Callable[[Value], object],
    ) -> Value:  # fmt: skip
        """The value of an item (row, layer, item), of those of the sides. What is undecided, and who has decided, is
        noted, the latter at a ``word``; ``said`` is what differs where sides differ."""
        row, layer, item = place
        if choice.side == READING:  # one that no side has is somebody's, also where the sides agree
            self.deciders.append((row, str(word), choice.reviewer))
            return read(choice.reading[1:])
        if choice.side not in (OPEN, *values):
            self.faults.append(Fault(row, f"{self.sides.names[choice.side]} has other words, so nothing can be taken"))
            return values[0]
        if len({said(value) for value in values.values()}) <= 1:
            return values[0]
        if choice.side != OPEN:
            self.deciders.append((row, str(word), choice.reviewer))
            return values[choice.side]
        if layer not in self.layers:
            return values[0]
        self.undecided.append((row, item, layer.value))
        return values.get(self.default, values[0])


COLUMNS = {Layer.ARC: ("head", "label"), **layers.COLUMNS}
del COLUMNS[Layer.ROLE]  # whose items are no words
"""The columns of words that a layer is about."""

Values: TypeAlias = dict[str, object]  # what a reading says of a word, by column

Roles: TypeAlias = dict[tuple[int, int], str]
"""What a sentence says of each predicate and argument; the sense of a predicate with the argument 0."""

_NOTHING = "_"


def take_words(correction: Correction, layer: Layer, decided: Decided) -> None:
    """Put in what was chosen in this layer, one of `COLUMNS`."""
    sides, treebank, faults = correction.sides, correction.treebank, correction.faults
    if not decided and layer not in correction.layers:
        return
    side, of_item = _chosen_words(treebank, decided, faults)
    words = {number: sides.words(number) for number in range(1, len(sides.treebanks))}
    for number, at in words.items():
        lacking = (side == number) & (at == NONE)
        rows = np.unique(treebank.sentence_of_word[lacking]).tolist()
        faults += [Fault(row, f"{sides.names[number]} has other words, so nothing can be taken") for row in rows]
        side[lacking] = 0

    columns = [name for name in COLUMNS[layer] if name in treebank.layout.columns and name in treebank.words.columns]
    differs = _differing(columns, sides, words)
    chosen = np.flatnonzero((side == READING) | ((side != OPEN) & differs))
    about = treebank.words.select("sentence", pl.col("position").cast(pl.String))
    for word, (row, item) in zip(chosen.tolist(), about[chosen].iter_rows(), strict=True):
        choice = of_item.get(word) or decided[row][""]
        correction.deciders.append((row, item, choice.reviewer))
    if layer in correction.layers:
        still_open = np.flatnonzero((side == OPEN) & differs)
        correction.undecided += [(row, item, layer.value) for row, item in about[still_open].iter_rows()]
        if correction.default:
            side[still_open[words[correction.default][still_open] != NONE]] = correction.default

    values: dict[int, Values] = {}
    for word, (_, reading, _) in of_item.items():
        if side[word] != READING:
            continue
        row = int(treebank.words["sentence"][word])
        of_word = _read(layer, reading, has_fine_tags="fine_tag" in treebank.layout.columns)
        if of_word is None:
            faults.append(Fault(row, f"{reading!r} is no reading of the layer {layer}"))
        elif "head" in of_word and int(str(of_word["head"])) > treebank.sentences["words"][row]:
            faults.append(Fault(row, f"the head of {reading!r} is not in the sentence"))
        else:
            values[word] = of_word
    if values or (side > 0).any():
        changed = [_column(name, correction, side, words, values) for name in columns]
        correction.treebank = replace(treebank, words=treebank.words.with_columns(changed))


def _chosen_words(treebank: Treebank, decided: Decided, faults: list[Fault]) -> tuple[Integers, dict[int, Choice]]:
    """The number of the side that is chosen for each word, and the choices for single ones, by row. An item that is no
    word is a fault."""
    of_sentence = np.full(len(treebank), OPEN)  # what is said of an item goes over what is said of its sentence
    for row, items in decided.items():
        of_sentence[row] = items.get("", Choice(OPEN)).side
    count, first = (treebank.sentences[name].to_numpy() for name in ("words", "first_word"))
    side, of_item = np.repeat(of_sentence, count), {}
    for row, items in decided.items():
        for item, choice in items.items():
            if not item:
                continue
            position = int(item) if item.isdecimal() else 0
            if not 1 <= position <= count[row]:
                faults.append(Fault(row, f"there is no word {item}"))
                continue
            word = int(first[row]) + position - 1
            side[word] = choice.side
            of_item[word] = choice
    return side, of_item


def _differing(columns: list[str], sides: PairedSides, words: Mapping[int, Integers]) -> Bools:
    """The words at which any side says something else than the first."""
    first = sides.treebanks[0].words
    differs = np.zeros(first.height, bool)
    for number, at in words.items():
        there = np.flatnonzero(at != NONE)
        theirs = sides.treebanks[number].words
        for name in columns:
            if name in theirs.columns and there.size:
                own = first[name].to_physical().gather(there)
                differs[there] |= own.ne_missing(theirs[name].to_physical().gather(at[there])).to_numpy()
    return differs


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
    name: str, correction: Correction, side: Integers, words: Mapping[int, Integers], values: Mapping[int, Values]
) -> pl.Series:
    """A column with what was chosen: gathered from the sides' columns and the readings, one behind the other."""
    # One gather takes the same time for one choice and for a million words.
    parts = [correction.treebank.words[name]]
    index = np.arange(len(parts[0]))
    offset = len(index)
    for number, at in words.items():
        other = correction.sides.treebanks[number].words
        if name in other.columns:
            chosen = side == number
            index[chosen] = offset + at[chosen]
            parts.append(other[name])
            offset += other.height
    if given := {word: of_word[name] for word, of_word in values.items() if name in of_word}:
        index[[*given]] = offset + np.arange(len(given))
        parts.append(pl.Series(name, [*given.values()], dtype=parts[0].dtype))
    return pl.concat(parts).gather(index)


def take_roles(correction: Correction, decided: Decided) -> None:
    """Put in what was chosen about predicates' senses and arguments; other formats have none."""
    treebank = correction.treebank
    if "predicate" not in treebank.words.columns or not (decided or Layer.ROLE in correction.layers):
        return
    roles = [_roles(side) for side in correction.sides.treebanks]
    changed = {}
    for row in range(len(treebank)):
        versions = correction.versions(row, lambda number, at: roles[number].get(at, {}))
        if (chosen := _chosen_roles(row, versions, correction, decided)) != versions[0]:
            changed[row] = chosen
    if changed:
        correction.treebank = _with_roles(treebank, changed)


def _roles(treebank: Treebank) -> dict[int, Roles]:
    roles: defaultdict[int, Roles] = defaultdict(dict)
    if "predicate" in treebank.words.columns:
        senses = treebank.words.select("sentence", "position", pl.col("predicate").cast(pl.String))
        for row, position, sense in senses.filter(pl.col("predicate") != _NOTHING).iter_rows():
            roles[row][position, 0] = sense
        arguments = treebank.arguments.with_columns(pl.col("role").cast(pl.String))
        for row, predicate, argument, role in arguments.iter_rows():
            roles[row][predicate, argument] = role
    return roles


def _chosen_roles(row: int, versions: dict[int, Roles], correction: Correction, decided: Decided) -> Roles:
    def place_of(item: str) -> tuple[int, int] | None:
        place = role_of(item)
        return place if place and place[0] else None

    faults, layer = correction.faults, Layer.ROLE
    choices = correction.choices(layer, row, decided, place_of, "predicate and argument, such as 8>3")
    length = int(correction.treebank.sentences["words"][row])
    roles: Roles = {}
    # In order, for a predicate stands in front of its arguments: (8, 0), (8, 3).
    for place in sorted({*choices}.union(*versions.values())):
        item = ">".join(map(str, filter(None, place)))
        if max(place) > length:
            faults.append(Fault(row, f"there are no words {item}"))
            continue
        values = {number: version.get(place, _NOTHING) for number, version in versions.items()}
        choice = choices.get(place) or decided.get(row, {}).get("") or Choice(OPEN)
        at = (row, layer, item)
        value = correction.value(at, place[0], values, choice, lambda reading: reading or _NOTHING, said=str)
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
    words = treebank.words.with_columns(pl.Series(name, values, dtype=TEXT) for name, values in columns.items())
    return replace(treebank, words=words, arguments=arguments.sort("sentence", "predicate", "argument"))
