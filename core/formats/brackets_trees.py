"""From balanced brackets to words and constituents, for all trees of a text at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goldleaf.core.formats.brackets_tokens import ATOM, CLOSE, OPEN, Rows, Tokens

NONE = -1


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
    is_label = np.zeros(len(kind), bool)
    is_label[1:] = is_atom[1:] & is_open[:-1]
    is_word = is_atom & ~is_label
    is_tag = np.zeros(len(kind), bool)
    is_tag[1:-2] = is_label[1:-2] & is_word[2:-1] & is_close[3:]
    is_open[:-1] &= ~is_tag[1:]
    is_close[2:] &= ~is_tag[:-2]
    atom = tokens.atom

    word_token, node_token = np.flatnonzero(is_word), np.flatnonzero(is_open)
    word_sentence, node_sentence = _sentences(first_tokens, word_token), _sentences(first_tokens, node_token)
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


def _sentences(first_tokens: Rows, rows: Rows) -> Rows:
    """The sentence of each of these tokens."""
    count = np.diff(np.append(np.searchsorted(rows, first_tokens), len(rows)))
    return np.repeat(np.arange(len(first_tokens)), count)


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
