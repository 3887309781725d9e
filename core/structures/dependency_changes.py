"""Dependency trees changed: made projective, without the words that stand for what is elided, without heads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from goldleaf.core.structures.dependency import head_rows, heads, non_projective, on_cycle
from goldleaf.core.structures.labels import matching
from goldleaf.core.structures.renumbering import SECOND_ANALYSES, without_words
from goldleaf.core.treebank import TEXT, Treebank, detached


def projectivized(treebank: Treebank) -> Treebank:
    """The treebank with the shortest non-projective arc lifted to its head's head, until none is left.

    Of equally short ones the leftmost goes first; labels stay (Nivre & Nilsson 2005, §2). Sentences with a cycle are
    left as they are, and so are arcs whose head has no head.
    """
    # All sentences at once: there are as many rounds as the sentence that needs most has arcs to lift.
    lifted = heads(treebank)
    cyclic = np.zeros(len(treebank), bool)
    cyclic[treebank.sentence_of_word[on_cycle(treebank)]] = True
    first = treebank.sentences["first_word"].to_numpy().astype(np.int64)[treebank.sentence_of_word]
    changed = treebank
    while (crossing := np.flatnonzero(non_projective(changed) & ~cyclic[treebank.sentence_of_word])).size:
        head = head_rows(changed)
        length = np.abs(head[crossing] - crossing)
        order = np.lexsort((crossing, length, treebank.sentence_of_word[crossing]))
        sentences = treebank.sentence_of_word[crossing[order]]
        # The shortest of each sentence; sentences do not touch each other.
        chosen = crossing[order][np.append(True, sentences[1:] != sentences[:-1])]
        above = head[head[chosen]]
        lifted = lifted.copy()
        lifted[chosen] = np.where(above >= 0, above - first[chosen] + 1, lifted[head[chosen]])
        changed = replace(
            treebank, words=treebank.words.with_columns(head=pl.Series(lifted, dtype=pl.Int32).replace(-1, None))
        )
    return changed


def without_heads(treebank: Treebank) -> Treebank:
    """The treebank without heads, relations, second analyses and enhanced graphs; words, tags and features stay, as a
    parser is given them (CoNLL-X 2006, §3: test data have the first six columns)."""
    columns = [name for name in ("label", *SECOND_ANALYSES) if name in treebank.words.columns]
    nothing = [pl.lit("_").cast(treebank.words[name].dtype).alias(name) for name in columns]
    words = treebank.words.with_columns(*nothing, head=pl.lit(None, pl.Int32))
    return detached(treebank, words=words, empty_nodes=treebank.empty_nodes.clear())


def without_virtual_words(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank without the words whose form is virtual, such as ``VAN|ELL``: their dependents hang by their head,
    with labels such as ``COORD-VAN-SUBJ`` (the virtual word's label, its form, the dependent's label; SPMRL 2013,
    §4.7).

    Of the dependents of a virtual root the one with the label ``PRED`` becomes the root, and the others hang by it;
    the paper does not say which where there is none: here the first. Words are numbered anew.
    """
    virtual = matching(treebank.words["form"], pattern)
    if not virtual.any():
        return treebank
    every_head, every_label = treebank.words["head"].to_list(), treebank.words["label"].cast(pl.String).to_list()
    forms = treebank.words["form"].cast(pl.String).to_list()
    about = treebank.sentences.select("first_word", "words").rows()
    for row in np.unique(treebank.sentence_of_word[virtual]).tolist():
        first, count = about[row]
        own = slice(first, first + count)
        heads_there, labels = [None, *every_head[own]], ["", *every_label[own]]  # at the words' positions
        positions = (np.flatnonzero(virtual[own]) + 1).tolist()
        # From the top down, so that what hangs on a virtual word below another gets the labels of both.
        for word in sorted(positions, key=lambda word: _depth(word, heads_there)):
            dependents = [other for other, head in enumerate(heads_there) if head == word and other != word]
            above, root = heads_there[word], None
            if above == 0 and dependents:
                root = next((dependent for dependent in dependents if labels[dependent] == "PRED"), dependents[0])
                heads_there[word] = above = root  # so that virtual words below this one find their way to the root
            for dependent in dependents:
                heads_there[dependent] = 0 if dependent == root else None if above == word else above
                labels[dependent] = "-".join((labels[word], forms[first + word - 1], labels[dependent]))
        every_head[own], every_label[own] = heads_there[1:], labels[1:]
    words = treebank.words.with_columns(
        pl.Series("head", every_head, dtype=pl.Int32), pl.Series("label", every_label, dtype=pl.String).cast(TEXT)
    )
    return without_words(detached(treebank, words=words), np.where(virtual, -1, np.arange(words.height)))


def _depth(word: int, heads: list[int | None]) -> int:
    """How many words are above one; on a cycle as many as there are."""
    above: int | None = word
    depth = 0
    while above and above < len(heads) and depth <= len(heads):
        above, depth = heads[above], depth + 1
    return depth
