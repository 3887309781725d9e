"""All shared files in all formats that can hold them: what is not said to be lost comes back, also on the way home."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS, read
from goldleaf.core.formats.conversion import Converted, contents, converted
from goldleaf.core.treebank import Treebank, concat, detached
from tests.core.formats.sameness import differences, held, with_words
from tests.core.trees import SHARED

CONLL = ("conllx", "conllu", "cupt", "conll2008", "conll2009", "pascal")
LATTICES = ("lattice", "conllul")
GRAPHS = ("sdp",)
TREES = ("export", "tigerxml", "discbracket", "brackets")
TABLES = (
    "words", "tokens", "empty_nodes", "arguments", "nodes", "secondary_edges", "edges", "lattice_tokens", "other_lines",
)  # fmt: skip
NO_TREEBANKS = (".md", ".txt", ".json", ".prm", ".results", ".segments", ".toml", ".svg", ".map", "")
EACH, MOST = 10, 100_000
"""Sentences of each file that are compared, and bytes of it that are read."""


def beginning(path: Path) -> Treebank | None:
    """The first sentences of a file that can be read; None where there are none. Long files are read up to a border."""
    data = path.read_bytes()
    border = max(data.rfind(b"\n\n", 0, MOST), data.rfind(b"\n(", 0, MOST)) + 1
    try:
        treebank = read(BytesIO(data[:border] if len(data) > MOST and path.suffix != ".xml" else data), strict=False)
    except GoldleafError:
        return None
    rows = np.flatnonzero((treebank.sentences["readable"] & (treebank.sentences["line"] > 0)).to_numpy())[:EACH]
    return detached(treebank.only(rows)) if len(rows) else None


def gathered() -> list[Treebank]:
    """Treebanks of all formats with the first sentences of all files, as they were read; files of one kind together."""
    paths = [path for path in sorted(SHARED.rglob("*")) if path.is_file() and path.suffix not in NO_TREEBANKS]
    found = sorted(filter(None, map(beginning, paths)), key=kept)
    return [detached(concat([*shifted(own)])) for _, own in groupby(found, key=kept)]


def kept(treebank: Treebank) -> tuple[object, ...]:
    """What treebanks have alike whose tables can be joined."""
    return treebank.format, treebank.layout.columns, treebank.words.columns, treebank.sentences.columns


def shifted(treebanks: Iterable[Treebank]) -> Iterator[Treebank]:
    """The treebanks with their sentences and words numbered one after the other."""
    sentences = words = 0
    for treebank in treebanks:
        before = pl.col("sentence") + pl.lit(sentences, pl.UInt32)
        tables = {name: getattr(treebank, name).with_columns(before) for name in TABLES}
        first = pl.col("first_word") + pl.lit(words, pl.UInt32)
        yield replace(treebank, **tables, sentences=treebank.sentences.with_columns(first))
        sentences, words = sentences + len(treebank), words + treebank.words.height


@pytest.fixture(scope="module")
def treebanks():
    return gathered()


def kind(name: str) -> tuple[str, ...]:
    return next(kind for kind in (CONLL, LATTICES, GRAPHS, TREES) if name in kind)


def other(treebank: Treebank, back: Treebank, name: str, said: set[str]) -> list[str]:
    """The contents in which a treebank has come back otherwise from a format without anything being said of it."""
    names = held(treebank, name) - said
    # What is said of words is true of the edges that they are, and a root is around constituents and words.
    hushed = {"edges", "words"} if "words.form" in said else set()
    hushed |= {"nodes", "parents of words"} if {"nodes", "roots"} & said else set()
    own = treebank if "wordless" in FORMATS[name].holds().contents else with_words(treebank)
    return [one for one in differences(own, back, names) if one not in hushed]


def said(found: Converted) -> set[str]:
    return {one.name for one in found.lost + found.changed}


def check(treebank: Treebank, name: str) -> None:
    try:
        found = converted(treebank, name)
    except GoldleafError as error:
        # Only what has no place for the trees, for the gaps in them, or for several paths.
        assert "several paths" in str(error) or kind(treebank.format) != kind(name) or (
            name == "brackets" and "gaps" in contents(treebank)
        )  # fmt: skip
        return
    assert "sentences" not in said(found)
    back = read(BytesIO(found.data), format=name)
    assert other(treebank, back, name, said(found)) == []
    if TREES not in {kind(name), kind(treebank.format)} or kind(name) == kind(treebank.format):
        again = converted(back, treebank.format)
        home = read(BytesIO(again.data), format=treebank.format)
        assert other(treebank, home, name, said(found) | said(again)) == []


@pytest.mark.shared
@pytest.mark.parametrize("name", FORMATS)
def test_what_is_not_said_to_be_lost_comes_back(treebanks, name):
    assert {treebank.format for treebank in treebanks} >= {"conllx", "conllu", "conll2009", "brackets", "tigerxml"}
    for treebank in treebanks:
        check(treebank, name)
