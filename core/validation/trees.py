"""Heads and labels that do not make a tree: for all formats of dependencies."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import Severity
from goldleaf.core.structures.dependency import beyond, cycles, heads, root_counts
from goldleaf.core.validation.report import Report, by_sentence

_NAMED_OF_CYCLE = 20


def check_trees(report: Report) -> None:
    """Heads that do not exist, cycles, sentences without a root or with several, missing heads and labels.

    CoNLL-U asks for a tree, so there these are errors; the older formats allow for all but a head that does not exist.
    """
    treebank = report.treebank
    forbidden = Severity.ERROR if treebank.format == "conllu" else Severity.WARNING
    head = heads(treebank)
    words = treebank.words.filter(pl.Series(beyond(treebank)))
    lengths = treebank.sentences["words"].gather(words["sentence"])
    for line, number, length in zip(words["line"], words["head"], lengths, strict=True):
        report.error(line, f"HEAD is {number}, but the sentence ends with word {length}", "head")
    _check_cycles(report, forbidden)
    _check_roots(report, head, forbidden)
    _check_missing(report, head < 0, "head", forbidden)
    _check_missing(report, (head >= 0) & (treebank.words["label"] == "_").to_numpy(), "label", forbidden)


def _check_cycles(report: Report, severity: Severity) -> None:
    words = report.treebank.words
    for rows in cycles(report.treebank):
        cycle = words[list(rows[:_NAMED_OF_CYCLE])]
        line, first = cycle["line"][0], f"{cycle['position'][0]} {cycle['form'][0]!r}"
        if len(rows) == 1:
            report.add(severity, line, f"word {first} is its own head", "head")
            continue
        names = [f"{position} {form!r}" for position, form in cycle.select("position", "form").iter_rows()]
        names += [f"… {len(rows) - len(names)} more"] * (len(rows) > len(names))
        path = " → ".join([*names, str(cycle["position"][0])])
        report.add(severity, line, f"cycle of {len(rows)} words, each with its head: {path}", "head")


def _check_roots(report: Report, head: npt.NDArray[np.int64], severity: Severity) -> None:
    treebank = report.treebank
    counts = root_counts(treebank)
    has_words = (treebank.sentences["words"] > 0).to_numpy()
    has_heads = np.bincount(treebank.sentence_of_word[head >= 0], minlength=len(treebank)) > 0
    for row in np.flatnonzero(has_words & has_heads & (counts == 0)).tolist():
        line = treebank.words["line"][treebank.sentences["first_word"][row]]
        report.add(severity, line, "the sentence has no root; expected a word whose HEAD is 0", "head")
    several = counts[treebank.sentence_of_word] > 1
    for roots in by_sentence(treebank.words.filter(pl.Series(several & (head == 0)))):
        message = f"{roots.count} roots: {roots}; expected one word whose HEAD is 0"
        report.warn(roots.lines[1], message, "head")


def _check_missing(report: Report, missing: npt.NDArray[np.bool_], column: str, severity: Severity) -> None:
    """One problem a sentence, at its first word without the value."""
    treebank = report.treebank
    field, thing = {"head": ("HEAD", "head"), "label": ("DEPREL", "label")}[column]
    lengths = treebank.sentences["words"].to_list()
    for words in by_sentence(treebank.words.filter(pl.Series(missing))):
        if words.count == lengths[words.sentence] > 1:
            message = f"no word of the sentence has a {thing} ({field} is _)"
        else:
            message = f"{words} {'has' if words.count == 1 else 'have'} no {thing} ({field} is _)"
        report.add(severity, words.lines[0], message, column)
