"""From a text of brackets to words and constituents, for all its trees at once: tokens first, then what they build."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import TEXT

ATOM, BLANK, OPEN, CLOSE = range(4)
NONE = -1

Rows = npt.NDArray[np.int64]

_KINDS = bytes(
    {**dict.fromkeys(b" \t\r\n\v\f", BLANK), ord("("): OPEN, ord(")"): CLOSE}.get(n, ATOM) for n in range(256)
)
_SPLIT = bytes(n if _KINDS[n] == ATOM else ord("\n") for n in range(256))


@dataclass(frozen=True, eq=False)
class Tokens:
    """Each bracket and each atom (a run of anything else that is not blank) of a text."""

    text: bytes
    kind: npt.NDArray[np.uint8]  # ATOM, OPEN or CLOSE
    place: Rows  # of the first byte
    atom: Rows  # the number of the atom, from 0; of brackets, that of the last one before

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

    def chosen(self, rows: npt.NDArray[np.bool_]) -> Tokens:
        """Only these tokens; their atoms keep their numbers."""
        return Tokens(self.text, self.kind[rows], self.place[rows], self.atom[rows])


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


def tokenise(text: bytes) -> Tokens:
    """All tokens of a text."""
    kinds = np.frombuffer(text.translate(_KINDS), np.uint8)
    is_atom = kinds == ATOM
    starts = kinds > BLANK
    starts[:1] |= is_atom[:1]
    starts[1:] |= is_atom[1:] & ~is_atom[:-1]
    place = np.flatnonzero(starts)
    kind = kinds[place]
    return Tokens(text, kind, place, np.cumsum(kind == ATOM) - 1)


def tree_starts(tokens: Tokens) -> Rows:
    """The places of the brackets that open when all are closed; a surplus closing bracket closes nothing."""
    depth = tokens.depth
    lowest = np.minimum(np.minimum.accumulate(depth), 0) if len(depth) else depth
    return np.asarray(tokens.place[(tokens.kind == OPEN) & (depth - lowest == 1)])


class Trees(NamedTuple):
    """Words and nodes in the order of the text. Sentences are numbered from 0; atoms as in the tokens."""

    word_place: Rows  # in the text
    word_sentence: Rows
    form: Rows  # an atom
    tag: Rows  # an atom, NONE for a word that stands directly under a constituent
    word_parent: Rows  # a node of the text, from 0, NONE at the top
    node_place: Rows
    node_sentence: Rows
    label: Rows  # an atom, NONE for an empty label
    parent: Rows  # a node of the text, NONE at the top
    words_before: Rows  # in the text, before the node's first
    words: Rows  # how many the node covers


def read_trees(tokens: Tokens, first_tokens: Rows) -> Trees:
    """Read balanced trees. ``first_tokens`` are where the sentences begin.

    A preterminal (a bracket with a label and one word) is no node: its label is the word's tag. Sentences without words
    have no nodes.
    """
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
    has_words = np.bincount(word_sentence, minlength=len(first_tokens)) > 0
    kept = has_words[node_sentence]
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


def _structure(
    is_open: npt.NDArray[np.bool_], is_close: npt.NDArray[np.bool_], is_word: npt.NDArray[np.bool_]
) -> tuple[Rows, Rows, Rows, Rows]:
    """The parents of words and of nodes; for each node how many words come before it and how many it covers.

    Brackets are sorted by depth. Within one depth the n-th that closes is the partner of the n-th that opens. One that
    opens right after another has opened is its first child; any other has the parent of the one before it in its depth.
    A word has the bracket that opened right before it as its parent, or that of the one that closed right before it.
    """
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


def _by_level(level: npt.NDArray[np.int32]) -> Rows:
    """The order by level, and within a level as it was."""
    deepest = int(level.max(initial=0))  # small integers are sorted by radix
    narrow = level.astype(np.uint8 if deepest < 1 << 8 else np.uint16 if deepest < 1 << 16 else np.int32)
    return np.argsort(narrow, kind="stable")
