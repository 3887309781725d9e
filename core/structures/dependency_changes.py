"""Dependency trees changed: made projective, or with projective ones beside them, without the words that stand for what
is elided, without heads, with punctuation attached high."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, spread
from goldleaf.core.structures.dependency import head_rows, non_projective, on_cycle
from goldleaf.core.structures.labels import is_punctuation, matching
from goldleaf.core.structures.renumbering import SECOND_ANALYSES, without_words
from goldleaf.core.treebank import TEXT, Treebank, detached


def projectivized(treebank: Treebank) -> Treebank:
    """The treebank with the shortest non-projective arc lifted to its head's head, until none is left. Of equally short
    ones the leftmost goes first; labels stay (Nivre & Nilsson 2005, §2). Sentences with a cycle stay, and arcs whose
    head has none."""
    return lifted(treebank)[0]


def lifted(treebank: Treebank) -> tuple[Treebank, Bools]:
    """The treebank made projective, and the words past which others were lifted: heads that these had on the way."""
    # All sentences at once: there are as many rounds as the sentence that needs most has arcs to lift.
    heads, passed = treebank.heads, np.zeros(treebank.words.height, bool)
    cyclic = spread(len(treebank), treebank.sentence_of_word[on_cycle(treebank)])
    first = treebank.first_words[treebank.sentence_of_word]
    changed = treebank
    while (crossing := np.flatnonzero(non_projective(changed) & ~cyclic[treebank.sentence_of_word])).size:
        head = head_rows(changed)
        length = np.abs(head[crossing] - crossing)
        order = np.lexsort((crossing, length, treebank.sentence_of_word[crossing]))
        sentences = treebank.sentence_of_word[crossing[order]]
        # The shortest of each sentence; sentences do not touch each other.
        chosen = crossing[order][np.append(True, sentences[1:] != sentences[:-1])]
        above = head[head[chosen]]
        passed[head[chosen]] = True
        heads = heads.copy()
        heads[chosen] = np.where(above >= 0, above - first[chosen] + 1, heads[head[chosen]])
        now = treebank.words.with_columns(head=pl.Series(heads, dtype=pl.Int32).replace(-1, None))
        changed = replace(treebank, words=now)
    return changed, passed


def with_projective_heads(treebank: Treebank) -> Treebank:
    """The treebank with what `projectivized` makes as PHEAD and PDEPREL, which CoNLL-X guarantees to be projective
    (2006, §3); nothing where a sentence has a cycle, and where a word has no head."""
    changed = projectivized(treebank).words
    cyclic = spread(len(treebank), treebank.sentence_of_word[on_cycle(treebank)])
    there = changed["head"].is_not_null() & pl.Series(~cyclic[treebank.sentence_of_word])
    second = changed.select(
        pl.when(there).then(pl.col(name).cast(pl.String)).otherwise(pl.lit("_")).cast(TEXT).alias(f"projective_{name}")
        for name in ("head", "label")
    )
    return detached(treebank, words=treebank.words.with_columns(second.get_columns()))


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
    §4.7). Of the dependents of a virtual root the one with the label ``PRED`` becomes the root, and the others hang by
    it; the paper does not say which where there is none: here the first. Words are numbered anew."""
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


def attached_high(treebank: Treebank) -> Treebank:
    """The treebank with each mark of punctuation that has no dependents attached as high as it can be without a new
    non-projective arc, from left to right; of equally high heads to the nearest one, the left one of two (SPMRL 2013,
    §4.5). Roots stay, and so do sentences with a cycle, a word without a head, several roots or none."""
    marks, every_head = is_punctuation(treebank.words["form"]), treebank.words["head"].fill_null(-1).to_list()
    starts = [*treebank.sentences["first_word"].to_list(), treebank.words.height]
    for first, end in pairwise(starts):
        head = [0, *every_head[first:end]]  # at the words' positions
        count = len(head)
        # What is no tree has no highest place: it is left as the annotators have it.
        if not all(0 <= above < count for above in head) or head[1:].count(0) != 1:
            continue
        if any(len(_dominating(word, head)) > count for word in range(1, count)):  # on a cycle
            continue
        for position in (np.flatnonzero(marks[first:end]) + 1).tolist():
            if head[position] and position not in head:
                head[position] = _highest(position, head) or head[position]
        every_head[first:end] = head[1:]
    heads = pl.Series("head", every_head, dtype=pl.Int32).replace(-1, None)
    return replace(treebank, words=treebank.words.with_columns(heads))


def _dominating(word: int, head: list[int]) -> list[int]:
    """A word and all that dominate it, the root last; longer than the sentence on a cycle."""
    path: list[int] = []
    while word and len(path) <= len(head):
        path.append(word)
        word = head[word]
    return path


def _covers(above: int, word: int, but: int, head: list[int]) -> bool:
    """Whether a word dominates all words between itself and another, but for one of them."""
    between = range(min(above, word) + 1, max(above, word))
    return all(inner == but or above in _dominating(inner, head) for inner in between)


def _highest(position: int, head: list[int]) -> int:
    """The highest word that a word without dependents can depend on; 0 where there is none."""
    # An arc over the position that is projective but for the word there must stay so: its head has to dominate it.
    over = {
        above
        for word, above in enumerate(head)
        if above > 0 and min(word, above) < position < max(word, above) and _covers(above, word, position, head)
    }
    # Whatever a word can depend on without crossing is among those that dominate its neighbours.
    beside = [side for side in (position - 1, position + 1) if 0 < side < len(head)]
    candidates = {above: _dominating(above, head) for side in beside for above in _dominating(side, head)}
    paths = candidates.items()
    fitting = [above for above, path in paths if over <= {*path} and _covers(above, position, position, head)]
    return min(fitting, key=lambda above: (len(candidates[above]), abs(above - position), above), default=0)
