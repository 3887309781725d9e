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

    All that is needed is to sort by depth. Within one depth the n-th bracket that closes is the partner of the n-th
    that opens, and the n-th row of siblings (each begins right after a bracket that opens) belongs to the n-th bracket
    of the depth above that has any children.
    """
    rows = np.flatnonzero(is_open | is_close | is_word)
    opens, closes = is_open[rows], is_close[rows]
    depth = np.cumsum(opens.view(np.int8) - closes.view(np.int8), dtype=np.int32)
    node = np.cumsum(opens) - 1

    items = np.flatnonzero(~closes)
    level = depth[items] - opens[items]
    items = items[_by_level(level)]
    opening = items[opens[items]]
    parents = opening[~closes[opening + 1]]
    at_top = np.count_nonzero(level == 0)
    begins_row = opens[items[at_top:] - 1]
    parent = np.full(len(rows), NONE)
    parent[items[at_top:]] = node[parents[np.cumsum(begins_row) - 1]]

    words_so_far = np.cumsum(is_word[rows])
    closing = np.flatnonzero(closes)
    closing = closing[_by_level(depth[closing])]
    words_before, size = np.empty(len(opening), np.int64), np.empty(len(opening), np.int64)
    words_before[node[opening]] = words_so_far[opening]
    size[node[opening]] = words_so_far[closing] - words_so_far[opening]
    return parent[is_word[rows]], parent[opens], words_before, size


def _by_level(level: npt.NDArray[np.int32]) -> Rows:
    """The order by level, and within a level as it was."""
    deepest = int(level.max(initial=0))  # small integers are sorted by radix
    narrow = level.astype(np.uint8 if deepest < 1 << 8 else np.uint16 if deepest < 1 << 16 else np.int32)
    return np.argsort(narrow, kind="stable")
