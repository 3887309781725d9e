"""The treebanks of a session: found again when its folder has moved with them, and what they say of a place. The latter
is kept with each verdict, and tells whether that still holds; it is also what one verdict can be said of at once."""

from __future__ import annotations

import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.analysis.sides.word_layers import paired, words_of_parse
from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.files import is_file, is_there
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.database import as_json, from_json
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.result_words import COLUMNS

if TYPE_CHECKING:  # a session is read without the filter line
    from goldleaf.core.analysis.search.filtering import Filtered


class SessionSide(NamedTuple):
    """A treebank that is reviewed: its name, its file, and how that is read (format_name, encoding, separator)."""

    name: str
    path: str
    options: dict[str, str] = {}


def write_sides(connection: sqlite3.Connection, session: Path, sides: Sequence[SessionSide]) -> None:
    """Keep the sides, each with its path and the way to it from the session's folder. Raises sqlite3.Error."""
    folder = session.resolve().parent
    rows = []
    for place, side in enumerate(sides):
        path, way = Path(side.path).resolve(), ""
        with suppress(ValueError):  # on another drive there is no way
            way = Path(os.path.relpath(path, folder)).as_posix()
        rows.append((place, side.name, str(path), way, as_json(side.options)))
    connection.executemany("INSERT INTO side VALUES (?, ?, ?, ?, ?)", rows)


def read_sides(connection: sqlite3.Connection, session: Path) -> tuple[SessionSide, ...]:
    """The sides, each where it is now: at the same way from the session's folder if it is there, else where it was.
    Raises sqlite3.Error, ValueError where they cannot be told."""
    folder = session.resolve().parent
    rows = connection.execute("SELECT place, name, path, relative, options FROM side ORDER BY place").fetchall()
    sides = []
    for number, (place, name, path, way, given) in enumerate(rows):
        options = from_json(given)
        is_named = all(text and "\0" not in text for text in (name, path))
        is_read = isinstance(options, dict) and all(isinstance(value, str) for value in options.values())
        if place != number or not (is_named and is_read):
            raise ValueError(f"its treebank number {number + 1} cannot be told")
        near = folder / way  # first: a folder that was copied is to be read, not what it is a copy of
        sides.append(SessionSide(name, os.path.normpath(near) if way and is_there(near) else path, options))
    if not sides:
        raise ValueError("it names no treebanks")
    return tuple(sides)


ORIGINAL = "original"  # the option of a side that says what its file is called where it was copied from
_NOT_DIGITS = re.compile(r"\D")  # behind the number of an item's first word


class MovedError(GoldleafError):
    """A session whose treebanks are not where they were; `Store.relink` says where they are."""


def moved_to(session: Path, sides: Sequence[SessionSide], places: Sequence[str]) -> dict[str, Path]:
    """Where the sides are now, by name: in folders that have files of their names, or in the file of ``NAME=FILE``.
    Raises OptionError for a place that has none of them."""
    paths: dict[str, Path] = {}
    for place in places:
        name, _, file = place.partition("=")
        named = any(side.name == name for side in sides) and Path(file).is_file()
        folder = {side.name: Path(place) / Path(side.path).name for side in sides}
        here = {name: Path(file)} if named else {side: path for side, path in folder.items() if path.is_file()}
        if not here:
            files = ", ".join(f"{side.name}=… or a folder with {Path(side.path).name}" for side in sides)
            raise OptionError(f"{place}: has no treebank of {session.name}; give {files}")
        paths |= here
    return paths


def check_there(session: Path, sides: Sequence[SessionSide]) -> None:
    """Raise GoldleafError where a treebank of a session is gone, or what is read without end: a device, a pipe."""
    if gone := [side.path for side in sides if not is_there(side.path)]:
        be = "which is not" if len(gone) == 1 else "which are not"
        remedy = f"put {'it' if len(gone) == 1 else 'them'} back, or say where they are with goldleaf review relink"
        raise MovedError(f"{session}: reviews {', '.join(gone)}, {be} there; {remedy}", path=session)
    for side in sides:
        if not is_file(side.path):
            raise GoldleafError(f"{session}: reviews {side.path}, which is no file", path=session)


class Readings:
    """How the first of these treebanks differs from each other one; ``names`` are those of the sides."""

    def __init__(self, names: Sequence[str] = (), treebanks: Sequence[Treebank] = ()) -> None:
        self._first, self._name = treebanks[:1], names[:1]
        self._others = dict(zip(names[1:], treebanks[1:], strict=True))
        # Against a side without constituents and roles the first one tells all of its own.
        self._bare = {"": _bare(treebanks[0])} if treebanks else {}
        self._texts: dict[tuple[str, Layer], dict[int, dict[str, str]]] = {}  # by row, then by item

    def at(self, row: int, layer: Layer, item: str) -> Mapping[str, str]:
        """What stands against what at an item, or in all of a sentence (row of the first): a text by the other's name.
        It is as in ``4 nsubj / 4 obj`` where the two are not alike, else empty; of a word, a constituent or a role that
        all sides read alike it is what they say. Without treebanks nothing is known, and no name is there."""
        readings = {}
        for name in self._others:
            here = self._all(name, layer).get(row, {})
            readings[name] = here.get(item, "") if item else "; ".join(f"{at}: {text}" for at, text in here.items())
        # A verdict on what all read alike is a reading that nobody has: of theirs it is said, too.
        if item and self._first and not any(readings.values()):
            readings = dict.fromkeys(readings or self._name, self._alike(row, layer, item))
        return readings

    def _alike(self, row: int, layer: Layer, item: str) -> str:
        """What all sides say of an item."""
        if layer in (Layer.CONSTITUENT, Layer.ROLE):
            # That there is none is known, too; of what was judged before it was kept nothing is.
            return self._all("", layer).get(row, {}).get(item, "").partition(" / ")[0] or "_"
        if not item.isdecimal() or layer not in COLUMNS:
            return ""
        [first] = self._first
        word, words = int(first.sentences["first_word"][row]) + int(item) - 1, first.words
        values = (words[name][word] for name in COLUMNS[layer] if name in words.columns and word < words.height)
        return " ".join(f"{value}" for value in values)

    def places(self, row: int, layers: Sequence[Layer]) -> list[tuple[Layer, str]]:
        """Where any two sides differ in a sentence: layers and items, in the order of the words."""
        items = [dict.fromkeys(item for name in self._others for item in self._all(name, layer).get(row, ()))
                 for layer in layers]  # fmt: skip
        there = [(layer, item) for layer, own in zip(layers, items, strict=True) for item in own]
        return sorted(there, key=lambda place: int(_NOT_DIGITS.split(place[1], 1)[0] or 0)) if len(there) > 1 else there

    def _all(self, name: str, layer: Layer) -> dict[int, dict[str, str]]:
        """The differences of a side in a layer: of all sentences, which is not many times as slow as of one."""
        if (name, layer) not in self._texts:
            differences = layer_differences(self._first[0], (self._others | self._bare)[name], [layer])
            both = pl.format("{} / {}", *(pl.col(side).fill_null("") for side in ("gold", "parse")))
            texts: defaultdict[int, dict[str, str]] = defaultdict(dict)
            for sentence, place, text in differences.select("sentence", "item", both).iter_rows():
                texts[sentence][place] = text
            self._texts[name, layer] = texts
        return self._texts[name, layer]


def _bare(treebank: Treebank) -> Treebank:
    """The same words without constituents and roles, and with senses that no word has."""
    nothing, words = {"parent": pl.lit(0), "predicate": pl.lit("?")}, treebank.words
    columns = [value.cast(words.schema[name]).alias(name) for name, value in nothing.items() if name in words]
    nodes, arguments = treebank.nodes.clear(), treebank.arguments.clear()
    return replace(treebank, words=words.with_columns(columns), nodes=nodes, arguments=arguments)


class Such(NamedTuple):
    """One of them: what it is about, its sentence's number, how it is told, what was said of it; of what several agree
    on the verdict and why."""

    place: Place
    number: int
    what: str
    said: str = ""
    verdict: str = ""
    why: str = ""


def such(
    gold: Treebank, parse: Treebank, layer: Layer, found: Filtered, key: Callable[[int], int],
    said: Callable[[Place], str], alone: pl.Series,
) -> list[Such]:  # fmt: skip
    """What the filter found in a layer: of its hits the differences that they have there, else whole sentences. ``key``
    gives the store's key of a row, ``said`` what was said of a place; ``alone`` are the rows of the parse's words that
    it found and the gold does not have."""
    if found.hits is None:
        texts = gold.sentences["text"][found.rows].to_list()
        places = [Place(key(row), layer, "") for row in found.rows.tolist()]
        rows = zip(places, found.rows.tolist(), texts, strict=True)
        return [Such(place, row + 1, text or "the sentence", said(place)) for place, row, text in rows]
    differing = layer_differences(gold, parse, [layer])
    of_gold = found.hits.filter(pl.col("row").is_null()) if "row" in found.hits.columns else found.hits
    hit = pl.Series(np.isin(_numbers(differing), _numbers(of_gold)))
    if layer is Layer.WORDS and len(alone):
        items = words_of_parse(paired(gold, parse)).join(alone.to_frame("word"), on="word", how="semi")
        keys = pl.struct("sentence", "item")
        hit |= differing.select(keys).to_series().is_in(items.select(keys).to_series().implode())
    these = []
    columns = ("sentence", "item", "position", "gold", "parse")
    for row, item, position, *values in differing.filter(hit).select(columns).iter_rows():
        # What is no word, or one that the gold does not have, is told by its item.
        word = gold.words["form"][int(gold.sentences["first_word"][row]) + position - 1] if position else item
        ours, theirs = (value or "nothing" for value in values)
        place = Place(key(row), layer, item)
        these.append(Such(place, row + 1, f"{word}: {ours} / {theirs}", said(place)))
    return these


def _numbers(table: pl.DataFrame) -> npt.NDArray[np.int64]:
    """A number for each word of a table, by sentence and position."""
    sentence, position = (table[name].to_numpy().astype(np.int64) for name in ("sentence", "position"))
    return (sentence << 32) + position
