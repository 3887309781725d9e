"""Dependency trees changed: made projective and back, or with projective ones beside them, without heads, without the
words that stand for what is elided, with punctuation attached high."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress, pairwise

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem, check_among
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.structures.dependency import are_trees, head_rows, non_projective, on_cycle
from goldleaf.core.structures.labels import is_punctuation, matching
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import TEXT, Treebank, detached, renumbered

SECOND_ANALYSES = ("enhanced", "projective_head", "projective_label", "predicted_head", "predicted_label")


def projectivized(treebank: Treebank) -> Treebank:
    """The treebank with the shortest non-projective arc lifted to its head's head, until none is left. Of equally short
    ones the leftmost goes first; labels stay (Nivre & Nilsson 2005, §2). Cycles stay, and arcs whose head has none."""
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
        order = np.lexsort((crossing, np.abs(head[crossing] - crossing), treebank.sentence_of_word[crossing]))
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


# Projective trees whose labels tell where lifted words were, so that a parser that learns from them finds crossing arcs
# (Nivre & Nilsson 2005, §2; CoNLL-X 2006, §5.5), as MaltParser writes them, which puts words back in the same order.
# Behind a lifted word's label stands ``|``, then the label of the head that it had (``head``, ``head+path``) or nothing
# (``path``); that of each head past which one was lifted ends in ``%`` (``path``, ``head+path``).
ENCODINGS = ("head", "path", "head+path")
_MARKS, _UNMARKED = "[|%]", "^([^|%]*)"


def check_encoding(name: str) -> str:
    """The name of an encoding. Raises OptionError for another."""
    check_among("--apply", name, ENCODINGS, "encoding")
    return name


def pseudo_projective(treebank: Treebank, encoding: str) -> Treebank:
    """The treebank made projective (`projectivized`) with labels by one of the `ENCODINGS`. Raises FormatError for a
    label that has one of the marks before."""
    label = treebank.words["label"].cast(pl.String)
    if (taken := label.str.contains(_MARKS)).any():
        row = taken.arg_max() or 0
        what = f"the label {label[row]!r} has | or %, which mark lifted words; put another for it with map-labels"
        raise FormatError(Problem(treebank.path, int(treebank.words["line"][row]), 0, what))
    changed, passed = lifted(treebank)
    of_head = label.gather(np.maximum(head_rows(treebank), 0)) if "head" in encoding else pl.lit("")
    is_lifted, is_passed = pl.Series(changed.heads != treebank.heads), pl.Series(passed & ("path" in encoding))
    behind = pl.when(is_lifted).then("|" + of_head).otherwise(pl.lit(""))
    made = pl.concat_str(label, behind, pl.when(is_passed).then(pl.lit("%")).otherwise(pl.lit("")))
    return replace(changed, words=changed.words.with_columns(label=made.cast(TEXT)))


def deprojectivized(treebank: Treebank, encoding: str) -> Treebank:
    """The treebank with lifted words, as the labels of an encoding tell of them, on the heads that are found below
    those they have; where none is found they stay. Labels lose all marks."""
    label = treebank.words["label"].cast(pl.String)
    marked = label.str.contains(_MARKS).to_numpy()
    heads, labels = treebank.words["head"].to_list(), label.to_list()
    bounds = treebank.sentences.select("first_word", "words").rows()
    for first, count in (bounds[row] for row in np.unique(treebank.sentence_of_word[marked]).tolist()):
        own = slice(first, first + count)
        heads[own] = _lowered(heads[own], labels[own], encoding)
    unmarked = label.str.extract(_UNMARKED).cast(TEXT)
    return replace(treebank, words=treebank.words.with_columns(pl.Series("head", heads, dtype=pl.Int32), unmarked))


def _lowered(heads: Sequence[int | None], labels: Sequence[str], encoding: str) -> list[int | None]:
    """The heads of a sentence with lifted words put back. One may have been on another, so the tree is gone through
    from the top down until nothing moves."""
    head, parts = [None, *heads], [("", "", ""), *(label.removesuffix("%").partition("|") for label in labels)]
    passed = [False, *(label.endswith("%") for label in labels)]
    below: list[list[int]] = [[] for _ in head]
    for word, above in enumerate(head):
        if above is not None and 0 <= above < len(below):
            below[above].append(word)
    waiting = {word for word, (_, mark, _) in enumerate(parts) if mark}

    def nearest(above: int, word: int) -> list[int]:
        # What is near to the lifted word comes first; the paper goes from left to right.
        way = (other for other in below[above] if other != word and (passed[other] or encoding == "head"))
        return sorted(way, key=lambda other: (abs(other - word), other))

    def found(word: int) -> int:
        """The head of a lifted word, breadth first below the one it has: one with the label and, on a path, its end, or
        else the first on it with the label; 0 for none."""
        queue, on_way = deque(nearest(head[word] or 0, word)), 0
        while queue:
            other = queue.popleft()
            further = nearest(other, word)
            queue += further
            if encoding == "path" or parts[other][0] == parts[word][2]:
                if encoding == "head" or not further:
                    return other
                on_way = on_way or other
        return on_way

    before = -1
    while len(waiting) != before:
        before, stack = len(waiting), [0]
        while stack:
            word = stack.pop()
            if word in waiting and (above := found(word)):
                below[head[word] or 0].remove(word)
                below[above].append(word)
                head[word] = above
                waiting.remove(word)
            # The last one is next: those on the left, then those on the right, each from the outside in.
            stack += sorted(below[word], key=lambda other: (other < word, abs(other - word)))
    return head[1:]


def emptied(words: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """The words with nothing in those of these columns of text that they have."""
    return words.with_columns(pl.lit("_").cast(words[name].dtype).alias(name) for name in columns if name in words)


def without_heads(treebank: Treebank) -> Treebank:
    """The treebank without heads, relations, second analyses and enhanced graphs; words, tags and features stay, as a
    parser is given them (CoNLL-X 2006, §3: test data have the first six columns)."""
    words = emptied(treebank.words, "label", *SECOND_ANALYSES).with_columns(head=pl.lit(None, pl.Int32))
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
        for word in sorted(positions, key=lambda word: len(_dominating(word, heads_there))):
            dependents = [other for other, head in enumerate(heads_there) if head == word and other != word]
            above, root = heads_there[word], None
            if above == 0 and dependents:
                root = next((dependent for dependent in dependents if labels[dependent] == "PRED"), dependents[0])
                heads_there[word] = above = root  # so that virtual words below this one find their way to the root
            for dependent in dependents:
                heads_there[dependent] = 0 if dependent == root else None if above == word else above
                labels[dependent] = "-".join((labels[word], forms[first + word - 1], labels[dependent]))
        every_head[own], every_label[own] = heads_there[1:], labels[1:]
    head, label = pl.Series("head", every_head, dtype=pl.Int32), pl.Series("label", every_label, dtype=pl.String)
    words = treebank.words.with_columns(head, label.cast(TEXT))
    return without_words(detached(treebank, words=words), np.where(virtual, -1, np.arange(words.height)))


def attached_high(treebank: Treebank) -> Treebank:
    """The treebank with each mark of punctuation that has no dependents attached as high as it can be without a new
    non-projective arc, from left to right; of equally high heads to the nearest one, the left one of two (SPMRL 2013,
    §4.5). Roots stay, and so do sentences with a cycle, a word without a head, several roots or none."""
    marks, every_head = is_punctuation(treebank.words["form"]), treebank.words["head"].fill_null(-1).to_list()
    bounds = pairwise([*treebank.sentences["first_word"].to_list(), treebank.words.height])
    # What is no tree has no highest place: it is left as the annotators have it.
    for first, end in compress(bounds, are_trees(treebank)):
        head = [0, *every_head[first:end]]  # at the words' positions
        for position in (np.flatnonzero(marks[first:end]) + 1).tolist():
            if head[position] and position not in head:
                head[position] = _highest(position, head) or head[position]
        every_head[first:end] = head[1:]
    heads = pl.Series("head", every_head, dtype=pl.Int32).replace(-1, None)
    return replace(treebank, words=treebank.words.with_columns(heads))


def _dominating(word: int | None, head: Sequence[int | None]) -> list[int]:
    """A word and all that dominate it, the root last; longer than the sentence on a cycle."""
    path: list[int] = []
    while word and word < len(head) and len(path) <= len(head):
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


def without_words(treebank: Treebank, instead: Integers) -> Treebank:
    """The treebank without some words: ``instead`` is for each the row of the word that stands for it, itself where it
    stays, −1 where none does. Heads, parents, arguments, surface tokens and secondary edges follow. The enhanced graph
    and second analyses, which are of the words as they were, go, with arguments that none stands for, or twice."""
    rows = np.arange(len(instead))
    kept = instead == rows
    if kept.all():
        return treebank
    sentence = treebank.sentence_of_word
    before = np.append(0, np.cumsum(kept))
    first = treebank.first_words
    position = np.append(before[rows] - before[first[sentence]] + 1, 0)  # of each that stays; 0 for −1
    now = np.where(instead >= 0, position[instead], 0)

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the new positions of words in some columns; 0 stays 0."""
        own = first[table["sentence"].to_numpy()]
        old = {name: table[name].to_numpy().astype(np.int64) for name in columns}
        return table.with_columns(
            pl.Series(name, np.where(of > 0, now[np.maximum(own + of - 1, 0)], 0), dtype=table[name].dtype)
            for name, of in old.items()
        )

    words = treebank.words
    if words["head"].null_count() < words.height:
        row = head_rows(treebank)
        head = np.where(row >= 0, now[row], treebank.heads)
        lost = (row >= 0) & (head == 0) | (head < 0)  # no word stands for the head, or there was none
        words = words.with_columns(pl.when(pl.Series(~lost)).then(pl.Series(head, dtype=pl.Int32)).alias("head"))
    words = words.filter(pl.Series(kept)).with_columns(position=pl.Series(position[:-1][kept], dtype=pl.UInt32))
    words = emptied(words, *SECOND_ANALYSES)
    arguments = moved(treebank.arguments, "predicate", "argument")
    # Of surface tokens those stay that still have several words.
    tokens = treebank.tokens
    own = first[tokens["sentence"].to_numpy()]
    start = before[own + tokens["first"].to_numpy().astype(np.int64) - 1] - before[own] + 1
    end = before[own + tokens["last"].to_numpy().astype(np.int64)] - before[own]
    tokens = tokens.with_columns(pl.Series("first", start, dtype=pl.UInt32), pl.Series("last", end, dtype=pl.UInt32))
    edges = treebank.secondary_edges  # their word is 0 where a constituent has the edge
    return detached(
        treebank,
        words=words,
        sentences=renumbered(treebank.sentences, words),
        nodes=with_yields(words, treebank.nodes) if "parent" in words.columns else treebank.nodes,
        tokens=tokens.filter(pl.Series(end > start)),
        empty_nodes=treebank.empty_nodes.clear(),
        arguments=arguments.filter((pl.col("predicate") > 0) & (pl.col("argument") > 0)).unique(maintain_order=True),
        secondary_edges=moved(edges, "word").filter((pl.col("word") > 0) | (edges["word"] == 0)),
    )
