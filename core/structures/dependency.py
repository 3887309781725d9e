"""Dependency trees, all sentences of a treebank at once: roots, cycles, crossing arcs.

A result has one row a word, in the order of ``treebank.words``, or one row a sentence. The heads of a sentence need not
make a tree: words without a head, several roots, heads that do not exist and cycles are all allowed for. The evaluation
of the CoNLL 2018 shared task refuses such sentences; eval.pl and all that is here score them like any others, and say
so (`ill_formed`).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, Problem, counted
from goldleaf.core.facts import Bools, Integers, spread
from goldleaf.core.structures import parents
from goldleaf.core.treebank import Treebank


def head_rows(treebank: Treebank) -> Integers:
    """For each word the row of its head; −1 for a root and where the head is missing or does not exist."""
    position, sentence = treebank.heads, treebank.sentence_of_word
    first = treebank.first_words[sentence]
    return np.where((position > 0) & ~beyond(treebank), first + position - 1, -1)


def beyond(treebank: Treebank) -> Bools:
    """The words whose head is a position that their sentence does not have."""
    lengths = treebank.sentences["words"].to_numpy().astype(np.int64)
    return np.asarray(treebank.heads > lengths[treebank.sentence_of_word])


def root_counts(treebank: Treebank) -> Integers:
    """For each sentence how many of its words have the head 0."""
    return np.bincount(treebank.sentence_of_word[treebank.heads == 0], minlength=len(treebank))


def are_trees(treebank: Treebank) -> Bools:
    """Whether each sentence is a tree: a head at each word, one root, nothing outside, no cycle."""
    odd = (treebank.heads < 0) | beyond(treebank) | on_cycle(treebank)
    return np.asarray((root_counts(treebank) == 1) & ~spread(len(treebank), treebank.sentence_of_word[odd]))


def on_cycle(treebank: Treebank) -> Bools:
    """The words that come back to themselves when one goes from head to head; a word that is its own head is one."""
    return parents.on_cycle(head_rows(treebank))


def non_projective(treebank: Treebank) -> Bools:
    """The words whose arc passes over a word that the head does not dominate, straight or not. Roots have no arc."""
    return parents.non_projective(head_rows(treebank))


def gap_degrees(treebank: Treebank) -> Integers:
    """For each sentence the most gaps that the yield of one of its words has (Kuhlmann & Nivre 2006, §3.3)."""
    forest, _ = parents.without_cycles(head_rows(treebank))
    result = np.zeros(len(treebank), np.int64)
    np.maximum.at(result, treebank.sentence_of_word, parents.blocks(forest, np.arange(len(forest))) - 1)
    return result


class TreeFault(NamedTuple):
    """A way not to be a tree: what is said of one sentence and of several that have it."""

    one: str
    several: str
    found: Callable[[Treebank], Bools]  # for each word whether the fault is to be seen at it


class IllFormed(NamedTuple):
    """The sentences of a treebank that are no trees. ``of_sentence`` says for each fault, by its name, whether each
    sentence has it (bool); ``lines`` holds the first line where it is seen. A sentence may have several faults."""

    path: str
    of_sentence: dict[str, Bools]
    lines: dict[str, int]
    unended: int  # the last line of a CoNLL-U file if no blank one follows, else 0

    @property
    def counts(self) -> dict[str, int]:
        """How many sentences have each fault that there is, and ``no_blank_line_at_end`` if that is missing."""
        found = {name: int(self.of_sentence[name].sum()) for name in self.lines}
        return found | ({"no_blank_line_at_end": 1} if self.unended else {})

    def described(self) -> str:
        """One line that says how many there are and where the first ones are; empty if there is none."""
        parts, said = [], []
        for name, line in self.lines.items():
            count, fault = self.counts[name], _FAULTS[name]
            what, first = (fault.one, "") if count == 1 else (fault.several, "first in ")
            parts.append(f"{count:,} {what} ({first}line {line})")
        if parts:
            sentences = int(np.logical_or.reduce([*self.of_sentence.values()]).sum())
            are = "is no tree" if sentences == 1 else "are no trees"
            said.append(f"{counted(sentences, 'sentence')} {are}: {', '.join(parts)}")
        if self.unended:
            said.append(f"no blank line at the end (line {self.unended})")
        return f"{self.path}: {'; '.join(said)}" if said else ""

    def check(self) -> None:
        """Raise FormatError for the first one in the file, if there is any."""
        places = [(line, _FAULTS[name].one) for name, line in self.lines.items()]
        places += [(self.unended, "no blank line at the end")] if self.unended else []
        if places:
            line, what = min(places)
            why = what if line == self.unended else f"the sentence is no tree: {what}"
            raise FormatError(Problem(self.path, line, 0, f"{why}; without --strict it is scored"))

    def names(self) -> pl.Series:
        """For each sentence its faults in words, such as ``cycle, no root`` (String); null where there are none."""
        flags = pl.DataFrame(self.of_sentence)
        parts = [pl.when(name).then(pl.lit(name.replace("_", " "))) for name in flags.columns]
        joined = flags.select(no_tree=pl.concat_str(parts, separator=", ", ignore_nulls=True)).to_series()
        return joined.set(joined == "", None)

    @classmethod
    def of_parts(cls, parts: Sequence[IllFormed]) -> IllFormed:
        """What parts of a file have, together; ``of_sentence`` is only about the sentences that are no trees."""
        lines = ChainMap(*(part.lines for part in parts))  # the first part that has a fault says where
        faulty = [np.logical_or.reduce([*part.of_sentence.values()]) for part in parts]
        of_sentence = {
            name: np.concatenate([part.of_sentence[name][rows] for part, rows in zip(parts, faulty, strict=True)])
            for name in _FAULTS
        }
        in_order = {name: lines[name] for name in _FAULTS if name in lines}
        return cls(parts[0].path, of_sentence, in_order, parts[-1].unended)


def ill_formed(treebank: Treebank) -> IllFormed:
    """Which sentences of a treebank are no trees; those without words are passed over."""
    of_sentence, lines = {}, {}
    for name, fault in _FAULTS.items():
        rows = np.flatnonzero(fault.found(treebank)) if treebank.has_heads else np.zeros(0, np.int64)
        of_sentence[name] = spread(len(treebank), treebank.sentence_of_word[rows])
        if rows.size:
            lines[name] = int(treebank.words["line"][int(rows[0])])
    unended = 0
    if treebank.format == "conllu" and len(treebank):  # it wants a blank line behind each sentence, the last one, too
        others = treebank.other_lines.tail(1).filter(pl.col("text").str.strip_chars() != "")
        tables = (treebank.words, treebank.tokens, treebank.empty_nodes, others)
        last = max(int(table["line"][-1]) for table in tables if table.height)
        unended = last if last == treebank.layout.lines else 0
    return IllFormed(treebank.path, of_sentence, lines, unended)


def without_root(treebank: Treebank) -> Bools:
    """The first words of sentences that have heads, but no root."""
    # A sentence without any head has not been annotated; that is another fault.
    with_heads = np.bincount(treebank.sentence_of_word[treebank.heads >= 0], minlength=len(treebank)) > 0
    return spread(treebank.words.height, treebank.first_words[with_heads & (root_counts(treebank) == 0)])


def _further_roots(treebank: Treebank) -> Bools:
    rows = np.flatnonzero(treebank.heads == 0)
    sentence = treebank.sentence_of_word[rows]
    return spread(treebank.words.height, rows[1:][sentence[1:] == sentence[:-1]])


# By their names in JSON.
_FAULTS = {
    "cycle": TreeFault("cycle", "cycles", on_cycle),
    "two_roots": TreeFault("with two roots", "with several roots", _further_roots),
    "no_root": TreeFault("without a root", "without a root", without_root),
    "head_outside": TreeFault("with a head outside of it", "with heads outside of them", beyond),
    "no_head": TreeFault("with a word without a head", "with words without heads", lambda one: one.heads < 0),
}


class Attached(NamedTuple):
    """The words of the ``cycle`` that a new head makes, each followed by its head and the new dependent in front; all
    ``roots`` if there are several; the dependents whose arcs the new one ``crosses``. Each is empty without."""

    cycle: tuple[int, ...] = ()
    roots: tuple[int, ...] = ()
    crosses: tuple[int, ...] = ()


def cycles_of_heads(heads: Mapping[int, int | None]) -> list[tuple[int, ...]]:
    """The cycles among the words of a sentence, by their positions, from 1: each from its first word on, from head to
    head. The head 0 is a root's, None is none."""
    words, rows = [*heads], {word: row for row, word in enumerate(heads)}
    parent = np.array([rows.get(head or 0, -1) for head in heads.values()], np.int64)
    return [tuple(words[row] for row in cycle) for cycle in parents.cycles(parent)]


def attachment_faults(heads: Mapping[int, int | None], dependent: int, head: int) -> Attached:
    """What is odd about a sentence with these ``heads`` if the ``dependent`` had the ``head``, told before it is so. Of
    what was odd before, only that is told which the new arc has a part in."""
    cycle = next((one for one in cycles_of_heads({**heads, dependent: head}) if dependent in one), ())
    cycle = cycle[cycle.index(dependent) :] + cycle[: cycle.index(dependent)] if cycle else ()
    roots = tuple(word for word, its in heads.items() if word == dependent or its == 0) if head == 0 else ()
    crosses, (left, right) = [], sorted((dependent, head))
    for other, its in heads.items():
        # A root's arc comes from no word, so nothing crosses it; arcs that end in one word do not cross.
        apart = its and head and other != dependent and not {other, its} & {left, right}
        if apart and (left < other < right) != (left < (its or 0) < right):
            crosses.append(other)
    return Attached(cycle, roots if len(roots) > 1 else (), tuple(crosses))
