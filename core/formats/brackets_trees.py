"""From a text of brackets to its sentences, and to the words and constituents of all their trees at once.

Where sentences begin depends on how the file is laid out:

* LINES: one sentence a line, as evalb reads it. An empty line is a sentence without parse, and several trees on a line
  are one sentence, a forest. So the n-th lines of two files are always a pair.
* INDENTED: trees over several lines; every tree begins with a bracket in the first column, its other lines do not.
  Empty lines separate.
* FLOWING: a tree begins wherever all brackets are closed.

The style is told from the beginning of the file: LINES unless there are trees that go on over indented lines
(INDENTED), more lines that are not balanced than lines that hold a tree, or several trees on most lines (FLOWING).
Where every single tree has an empty line after it (two trees at least; three where the last has none), empty lines
separate them (INDENTED).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.facts import Bools, Integers
from goldleaf.core.formats.source import Part
from goldleaf.core.treebank import TEXT

ATOM, BLANK, OPEN, CLOSE = range(4)
NONE = -1
_KINDS = bytes(
    {**dict.fromkeys(b" \t\r\n\v\f", BLANK), ord("("): OPEN, ord(")"): CLOSE}.get(n, ATOM) for n in range(256)
)
_SPLIT = bytes(n if _KINDS[n] == ATOM else ord("\n") for n in range(256))
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()")


class Style(Enum):
    LINES = "lines"
    INDENTED = "indented"
    FLOWING = "flowing"


def style_of(text: bytes, *, complete: bool) -> Style:
    """Tell the style from the beginning of the text; its last line is cut off unless it is ``complete``."""
    lines = text.split(b"\n")
    if not complete and len(lines) == 1:
        return Style.FLOWING if _shape(text)[1] > 1 else Style.LINES
    if not complete:
        lines.pop()
    is_filled = [bool(line.strip()) for line in lines]
    filled = [line for line in lines if line.strip()]
    shapes = [_shape(line) for line in filled]
    if any(excess for excess, _ in shapes):
        return _style_of_unbalanced(filled, shapes, complete=complete)
    trees = len(filled)
    if 2 * sum(tops > 1 for _, tops in shapes) > trees:
        return Style.FLOWING
    if complete and not is_filled[-1]:
        is_filled.pop()  # what follows the last line end
    followed = sum(line and not following for line, following in pairwise(is_filled))
    # An empty line is a sentence of its own for evalb, but not where each tree has one after it.
    separated = (trees >= 2 and followed == trees) or (trees >= 3 and followed == trees - 1 and is_filled[-1])
    return Style.INDENTED if separated else Style.LINES


def _style_of_unbalanced(lines: list[bytes], shapes: list[tuple[int, int]], *, complete: bool) -> Style:
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    # From each line that begins as the first one does to the next: what it leaves open, and what its first line does.
    segments: list[tuple[int, int]] = []
    for line, (excess, _) in zip(lines, shapes, strict=True):
        if not segments or line.startswith(indent + b"("):
            segments.append((excess, excess))
        else:
            segments[-1] = (segments[-1][0] + excess, segments[-1][1])
    if not complete and len(segments) > 1:
        segments.pop()
    good = sum(excess == 0 and first >= 0 for excess, first in segments)
    over_lines = any(excess == 0 and first > 0 for excess, first in segments)
    bad = len(segments) - good
    whole = sum(excess == 0 and tops > 0 for excess, tops in shapes)
    depth = accumulate((excess for excess, _ in shapes), initial=0)
    closes_again = any(before > 0 and after == 0 for before, after in pairwise(depth))
    if not over_lines and (bad <= whole or not closes_again):
        return Style.LINES  # with some lines that are faulty
    return Style.INDENTED if bad <= good and lines[0].startswith(b"(") else Style.FLOWING


def _shape(line: bytes) -> tuple[int, int]:
    """How many more brackets open than close, and how many at the top hold others."""
    depth = tops = 0
    deep = False
    for byte in line.translate(None, _NO_BRACKETS):
        if byte == ord("("):
            depth += 1
            deep |= depth > 1
        else:
            depth -= 1
            if depth == 0:
                tops += deep
                deep = False
    return depth, tops


@dataclass(frozen=True, eq=False)
class TreeTokens:
    """Each bracket and each atom (a run of anything else that is not blank) of a text."""

    text: bytes
    kind: npt.NDArray[np.uint8]  # ATOM, OPEN or CLOSE
    place: Integers  # of the first byte
    atom: Integers  # the number of the atom, from 0; of brackets, that of the last one before

    @cached_property
    def depth(self) -> npt.NDArray[np.int32]:
        """How many more brackets are open than closed after each token."""
        steps = (self.kind == OPEN).view(np.int8) - (self.kind == CLOSE).view(np.int8)
        return np.cumsum(steps, dtype=np.int32)

    def atoms(self) -> pl.Series:
        """The text of all atoms of the text, then ``_`` and the empty text. Raises ComputeError if it is not UTF-8."""
        column = _lines(self.text.translate(_SPLIT, b"()"))
        if len(column) != np.count_nonzero(self.kind == ATOM) + 1:
            column = _lines(self.text.translate(_SPLIT))  # a bracket was all that stood between two of them
        return column.slice(1).append(pl.Series(["_", ""])).cast(TEXT)


def _lines(text: bytes) -> pl.Series:
    """The filled lines of a text, after one of ours: for polars drops a byte order mark there."""
    if b"\n\n" in text or text.startswith(b"\n"):
        rows = np.frombuffer(text, np.uint8)
        kept = rows != ord("\n")
        kept[1:] |= kept[:-1]
        text = rows[kept].tobytes()
    # Neither tabs nor line ends occur in atoms.
    schema = {"atom": pl.String}
    return pl.read_csv(b"_\n" + text, separator="\t", quote_char=None, has_header=False, schema=schema)["atom"]


def tokenise(text: bytes) -> TreeTokens:
    kinds = np.frombuffer(text.translate(_KINDS), np.uint8)
    is_atom = kinds == ATOM
    starts = kinds > BLANK
    starts[:1] |= is_atom[:1]
    starts[1:] |= is_atom[1:] & ~is_atom[:-1]
    place = np.flatnonzero(starts)
    kind = kinds[place]
    return TreeTokens(text, kind, place, np.cumsum(kind == ATOM) - 1)


def tree_starts(tokens: TreeTokens) -> Integers:
    """The places of the brackets that open when all are closed; a surplus closing bracket closes nothing."""
    depth = tokens.depth
    lowest = np.minimum(np.minimum.accumulate(depth), 0) if len(depth) else depth
    return np.asarray(tokens.place[(tokens.kind == OPEN) & (depth - lowest == 1)])


class Flaw(NamedTuple):
    place: int
    message: str


@dataclass(frozen=True, eq=False)
class Sentences:
    place: Integers
    first: Integers  # its first token, or the next one if it has none
    faults: dict[int, Flaw] = field(default_factory=dict)


class Lines(NamedTuple):
    part: Part
    style: Style

    def of(self, places: Integers, sentences: Integers) -> Integers:
        """The line of each place, given its sentence in the part."""
        if self.style is Style.LINES:
            return sentences + self.part.first_line
        return np.searchsorted(self.part.starts, places, "right") - 1 + self.part.first_line

    def line(self, place: int) -> int:
        return self.part.first_line + int(np.searchsorted(self.part.starts, place, "right")) - 1

    def column(self, place: int) -> int:
        """The character in its line, from 1."""
        start = self.part.text.rfind(b"\n", 0, place) + 1
        return len(self.part.text[start:place].decode()) + 1 + (0 if start else self.part.indent)


def find_sentences(part: Part, tokens: TreeTokens, style: Style) -> Sentences:
    """The sentences of a part; those that are not balanced have a fault."""
    # First the stretches that are balanced or not each by itself.
    places = part.starts
    if part.text and style is not Style.LINES:
        text = np.frombuffer(part.text, np.uint8)
        places = tree_starts(tokens) if style is Style.FLOWING else part.starts[text[part.starts] == ord("(")]
        places = np.append(0, places[1:])  # what stands before the first belongs to it
    first = np.searchsorted(tokens.place, places)
    end = np.append(first[1:], len(tokens.place))
    depth = np.append(0, tokens.depth)
    before = depth[first]
    balanced = depth[end] == before
    filled = np.flatnonzero(end > first)
    # Most often every atom of the text stands in brackets, and no bracket closes that is not open: that is told fast.
    clean = tokens.depth.min(initial=0) == 0 and ((tokens.kind == CLOSE) | (tokens.depth > 0)).all()
    if filled.size and not (balanced.all() and clean):
        of_atoms = np.where(tokens.kind == ATOM, tokens.depth, np.iinfo(np.int32).max)
        lowest, outermost = (np.minimum.reduceat(level, first[filled]) for level in (tokens.depth, of_atoms))
        balanced[filled] &= (lowest >= before[filled]) & (outermost > before[filled])

    if style is Style.LINES:
        sentences = Sentences(places, first)
    else:  # every tree of the balanced stretches is a sentence, and so is every other stretch
        repeated = np.repeat(np.arange(len(first)), end - first)
        begins = (tokens.kind == OPEN) & (tokens.depth == before[repeated] + 1) & balanced[repeated]
        begins[first[~balanced]] = True
        tree_first = np.flatnonzero(begins)
        place = tokens.place[tree_first]
        place[:1] = 0
        sentences = Sentences(place, tree_first)
    for row in np.flatnonzero(~balanced).tolist():
        sentence = row if style is Style.LINES else int(np.searchsorted(sentences.first, first[row]))
        sentences.faults[sentence] = _unbalanced(tokens, int(first[row]), int(end[row]))
    return sentences


def _unbalanced(tokens: TreeTokens, first: int, end: int) -> Flaw:
    opened: list[int] = []
    for row, kind in zip(range(first, end), tokens.kind[first:end].tolist(), strict=True):
        if kind == OPEN:
            opened.append(row)
        elif kind == CLOSE and not opened:
            return Flaw(int(tokens.place[row]), "surplus closing bracket")
        elif kind == CLOSE:
            opened.pop()
        elif not opened:
            return Flaw(int(tokens.place[row]), "text outside of brackets; expected (")
    count = f"; {len(opened)} are missing in all" if len(opened) > 1 else ""
    return Flaw(int(tokens.place[opened[-1]]), f"this bracket is not closed{count}")


def readable_trees(tokens: TreeTokens, sentences: Sentences) -> Trees:
    """The trees of all sentences without faults; adds the faults that only show in the trees."""
    while True:
        left, first = tokens, sentences.first
        if sentences.faults:
            count = np.diff(np.append(first, len(tokens.place)))
            kept = ~np.repeat(np.isin(np.arange(len(count)), list(sentences.faults)), count)
            left = TreeTokens(tokens.text, tokens.kind[kept], tokens.place[kept], tokens.atom[kept])
            first = np.searchsorted(np.flatnonzero(kept), first)
        trees = _read_trees(left, first)
        lonely = np.flatnonzero((trees.tag == NONE) & (np.append(trees.label, NONE)[trees.word_parent] == NONE))
        if not lonely.size:
            return trees
        for word in reversed(lonely.tolist()):  # so that the first one of a sentence is the one that is told
            message = "word in a bracket without label; expected a label after ("
            sentences.faults[int(trees.word_sentence[word])] = Flaw(int(trees.word_place[word]), message)


class Trees(NamedTuple):
    """Words and nodes in the order of the text. Sentences are numbered from 0; atoms as in the tokens."""

    word_place: Integers  # in the text
    word_sentence: Integers
    form: Integers  # an atom
    tag: Integers  # an atom, NONE for a word that stands directly under a constituent
    word_parent: Integers  # a node of the text, from 0, NONE at the top
    node_place: Integers
    node_sentence: Integers
    label: Integers  # an atom, NONE for an empty label
    parent: Integers  # a node of the text, NONE at the top
    words_before: Integers  # in the text, before the node's first
    words: Integers  # how many the node covers


def _read_trees(tokens: TreeTokens, first_tokens: Integers) -> Trees:
    """Read balanced trees. ``first_tokens`` are where the sentences begin; those without words have no nodes."""
    # A preterminal (a bracket with a label and one word) is no node: its label is the word's tag.
    kind = tokens.kind
    is_open, is_close, is_atom = kind == OPEN, kind == CLOSE, kind == ATOM
    # What opens and at once has an atom is labelled by it; with one more atom and nothing else it is a preterminal.
    is_label = np.zeros(len(kind), bool)
    is_label[1:] = is_atom[1:] & is_open[:-1]
    is_word = is_atom & ~is_label
    is_tag = np.zeros(len(kind), bool)
    is_tag[1:-2] = is_label[1:-2] & is_word[2:-1] & is_close[3:]
    is_open[:-1] &= ~is_tag[1:]
    is_close[2:] &= ~is_tag[:-2]
    atom = tokens.atom

    word_token, node_token = np.flatnonzero(is_word), np.flatnonzero(is_open)
    word_sentence, node_sentence = (
        # As often as there are tokens from the sentence's first one to the next sentence's.
        np.repeat(np.arange(len(first_tokens)), np.diff(np.append(np.searchsorted(rows, first_tokens), len(rows))))
        for rows in (word_token, node_token)
    )
    kept = (np.bincount(word_sentence, minlength=len(first_tokens)) > 0)[node_sentence]
    labelled = np.append(is_label, False)[node_token + 1]
    word_parent, parent, words_before, words = _structure(is_open, is_close, is_word)
    number = np.append(np.cumsum(kept) - 1, NONE)  # of the kept nodes, NONE for NONE
    return Trees(
        word_place=tokens.place[word_token],
        word_sentence=word_sentence,
        form=atom[word_token],
        tag=np.where(is_tag[word_token - 1], atom[word_token] - 1, NONE),
        word_parent=number[word_parent],
        node_place=tokens.place[node_token[kept]],
        node_sentence=node_sentence[kept],
        label=np.where(labelled, atom[np.minimum(node_token + 1, len(atom) - 1)], NONE)[kept],
        parent=number[parent[kept]],
        words_before=words_before[kept],
        words=words[kept],
    )


def _structure(is_open: Bools, is_close: Bools, is_word: Bools) -> tuple[Integers, Integers, Integers, Integers]:
    """The parents of words and of nodes; for each node how many words come before it and how many it covers."""
    # Brackets are sorted by depth. Within one depth the n-th that closes is the partner of the n-th that opens. One
    # that opens right after another has opened is its first child; any other has the parent of the one before it in its
    # depth. A word has the bracket that opened right before it as its parent, or that of the one that closed there.
    is_bracket = is_open | is_close
    brackets = np.flatnonzero(is_bracket)
    opens = is_open[brackets]
    depth = np.cumsum(opens.view(np.int8) * np.int8(2) - np.int8(1), dtype=np.int32)
    opening, closing = np.flatnonzero(opens), np.flatnonzero(~opens)
    nodes, ends = _by_level(depth[opening]), _by_level(depth[closing])

    first = np.append(False, opens)[opening[nodes]] | (depth[opening[nodes]] == 1)
    eldest = nodes[np.maximum.accumulate(np.where(first, np.arange(len(nodes)), 0))]
    parent = np.empty(len(nodes), np.int64)
    parent[nodes] = np.where(depth[opening[eldest]] == 1, NONE, eldest - 1)

    closed = np.empty(len(nodes), np.int64)
    closed[ends] = nodes
    innermost = np.full(len(brackets) + 1, NONE)  # before the first bracket there is none, either
    innermost[opening], innermost[closing] = np.arange(len(nodes)), parent[closed]
    words = np.flatnonzero(is_word)
    word_parent = innermost[np.cumsum(is_bracket, dtype=np.int32)[words] - 1]

    so_far = np.cumsum(is_word, dtype=np.int32)[brackets].astype(np.int64)
    size = np.empty(len(nodes), np.int64)
    size[nodes] = so_far[closing[ends]]
    return word_parent, parent, so_far[opening], size - so_far[opening]


def _by_level(level: npt.NDArray[np.int32]) -> Integers:
    """The order by level, and within a level as it was."""
    deepest = int(level.max(initial=0))  # small integers are sorted by radix
    narrow = level.astype(np.uint8 if deepest < 1 << 8 else np.uint16 if deepest < 1 << 16 else np.int32)
    return np.argsort(narrow, kind="stable")
