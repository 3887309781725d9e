"""The discbracket format of disco-dop: brackets in which every word carries its place in the sentence, from 0.

``(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John))`` (van Cranenburgh, Scha & Bod 2016). Otherwise as `brackets`; the words
are in the order of their places. Several trees on one line are one sentence.
"""

from __future__ import annotations

import re

import numpy as np
import polars as pl

from goldleaf.core.formats import brackets
from goldleaf.core.formats.brackets import BracketReader, node_table, word_table
from goldleaf.core.formats.brackets_trees import Flaw, Lines, Rows, Sentences, Style, Trees, TreeTokens, readable_trees
from goldleaf.core.formats.brackets_writer import FORM, TAG, UNPARSED, bytes_with_sources, one_line, trees_of
from goldleaf.core.formats.kept_text import check_constituents, check_readable, encoded, surroundings
from goldleaf.core.formats.source import Choices, Holding, Source
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import TEXT, Treebank

_FIRST_WORD = re.compile(rb"[^()\s]\s+([^()\s]+)")
_PLACED = re.compile(rb"[0-9]+=.")
_WORD = r"(?s)^([0-9]{1,9})=(.+)$"


def begins(text: bytes) -> bool:
    """Whether a text is of this format: its first word has a place."""
    first = _FIRST_WORD.search(text) if text.startswith(b"(") else None
    return first is not None and _PLACED.match(first[1]) is not None


def holds() -> Holding:
    """What the format has a place for: what brackets have, and constituents with gaps."""
    own = brackets.holds()
    return own._replace(contents=own.contents | {"gaps"})


class DiscReader(BracketReader):
    name = "discbracket"

    def __init__(self, source: Source, choices: Choices) -> None:
        super().__init__(source, choices)
        if self.style is Style.FLOWING:
            self.style = Style.LINES

    @staticmethod
    def tables(
        tokens: TreeTokens, sentences: Sentences, lines: Lines, choices: Choices
    ) -> tuple[pl.DataFrame, pl.DataFrame, Rows]:
        atoms = tokens.atoms()
        while True:
            trees = readable_trees(tokens, sentences)
            leaves = atoms.gather(pl.Series(trees.form)).cast(pl.String)
            places = leaves.str.extract(_WORD, 1).cast(pl.Int64).fill_null(-1).to_numpy()
            if not (faults := _misplaced(trees, places)):
                break
            sentences.faults.update(faults)
        counts = np.bincount(trees.word_sentence, minlength=len(sentences.place))
        position, form = pl.Series(places + 1, dtype=pl.UInt32), leaves.str.extract(_WORD, 2).cast(TEXT)
        words = word_table(trees, atoms, counts, lines, choices).with_columns(position=position, form=form)
        words = words.sort("sentence", "position")
        return words, with_yields(words, node_table(trees, atoms, counts, lines, choices.separator)), counts


def _misplaced(trees: Trees, places: Rows) -> dict[int, Flaw]:
    """The first word of each sentence that has no place, one beyond the sentence, or one that was taken."""
    sentence = trees.word_sentence
    first = np.searchsorted(sentence, sentence)
    length = np.searchsorted(sentence, sentence, "right") - first
    order = np.lexsort((places, sentence))
    wrong = np.flatnonzero(places[order] != np.arange(len(places)) - first)
    faults: dict[int, Flaw] = {}
    for number in np.unique(sentence[wrong]).tolist():
        start = int(np.searchsorted(sentence, number))
        own = places[start : start + int(length[start])].tolist()
        taken: set[int] = set()
        for row, place in enumerate(own):
            if place < 0:
                message = "expected a word with its place, such as 0=The"
            elif place >= len(own):
                message = f"place {place} is beyond the sentence's {len(own)} words, which count from 0"
            elif place in taken:
                message = f"place {place} was given to another word before"
            else:
                taken.add(place)
                continue
            faults[number] = Flaw(int(trees.word_place[start + row]), message)
            break
    return faults


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes: sentences as they stood, those that were changed or come from another format on one line.
    Raises ValueError when the treebank was read without some of its columns."""
    if treebank.format == "discbracket" and treebank.layout.of_file:
        return bytes_with_sources(treebank, DiscReader, _within_sources)
    check_readable(treebank)
    check_constituents(treebank)
    lines = _lines(treebank, np.arange(len(treebank)))
    return encoded(treebank, "".join(line + treebank.layout.newline for line in lines))


def _within_sources(treebank: Treebank, rows: Rows) -> list[str]:
    around = map(surroundings, treebank.sentences["source"].gather(rows))
    return [before + line + after for (before, after), line in zip(around, _lines(treebank, rows), strict=True)]


def _lines(treebank: Treebank, rows: Rows) -> list[str]:
    leaf = pl.format("({} {}={})", TAG, pl.col("position") - 1, FORM)
    return [one_line(tree) or UNPARSED for tree in trees_of(treebank, rows, leaf)]
