"""Sentences of a gold and a parse that stand in the same row and have the same words."""

from __future__ import annotations

from unicodedata import normalize

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import PairError, counted
from goldleaf.core.treebank import Treebank

SAME_LETTERS = "the letters are the same, but not their code points: normalize both files to NFC"


def comparable(gold: Treebank, parse: Treebank) -> npt.NDArray[np.bool_]:
    """For each gold sentence, whether the parse's sentence in the same row has the same words."""
    count = min(len(gold), len(parse))
    same = np.zeros(len(gold), bool)
    gold_words, parse_words = gold.sentences["words"].head(count), parse.sentences["words"].head(count)
    readable = gold.sentences["readable"].head(count) & parse.sentences["readable"].head(count)
    same[:count] = ((gold_words == parse_words) & readable).to_numpy()
    gold_rows, parse_rows = words_of(gold, same), words_of(parse, same[:count])
    differs = (gold_rows["form"] != parse_rows["form"]).to_numpy()
    same[gold_rows["sentence"].to_numpy()[differs]] = False
    return same


def have_same_forms(one: Treebank, other: Treebank) -> bool:
    """Whether all sentences of two treebanks have the same words."""
    ours, theirs = (treebank.words.select("sentence", "form") for treebank in (one, other))
    return ours.equals(theirs)


def words_differ(gold: Treebank, parse: Treebank) -> str:
    """One line that says how many sentences have other words and what the first such word is; empty if none has."""
    differing = np.flatnonzero(~comparable(gold, parse))
    if not differing.size:
        return ""
    have = f"{counted(len(differing), 'sentence')} {'have' if len(differing) > 1 else 'has'}"
    return f"{parse.path}: warning: {have} other words; the first: {difference(gold, parse, int(differing[0]))}"


def paired_part(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank, npt.NDArray[np.intp]]:
    """The sentences that gold and parse both have, whatever their words, and the gold's rows of them."""
    count = min(len(gold), len(parse))
    return gold.slice(0, count), parse.slice(0, count), np.arange(count)


def readable_part(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank, npt.NDArray[np.intp]]:
    """The sentences that both have and that could be read on either side, and the gold's rows of them."""
    ours, theirs, rows = paired_part(gold, parse)
    readable = (ours.sentences["readable"] & theirs.sentences["readable"]).to_numpy()
    if readable.all():
        return ours, theirs, rows
    return ours.only(rows[readable]), theirs.only(rows[readable]), rows[readable]


def words_of(treebank: Treebank, sentences: npt.NDArray[np.bool_]) -> pl.DataFrame:
    """The words of the chosen sentences; ``sentences`` may be shorter than the treebank."""
    if len(sentences) == len(treebank) and sentences.all():
        return treebank.words
    chosen = np.zeros(len(treebank), bool)
    chosen[: len(sentences)] = sentences
    return treebank.words.filter(pl.Series(chosen[treebank.sentence_of_word]))


def check_comparable(gold: Treebank, parse: Treebank) -> None:
    """Raise PairError, naming both lines, at the first sentence whose words differ."""
    same = comparable(gold, parse)
    if not same.all():
        row = int(np.flatnonzero(~same)[0])
        text = difference(gold, parse, row)
        raise PairError(text, path=parse.path if text.startswith(f"{parse.path}:") else gold.path)
    check_paired(gold, parse)


def check_paired(gold: Treebank, parse: Treebank) -> None:
    """Raise PairError at the first sentence that only one of them has."""
    if len(gold) > len(parse):
        raise PairError(difference(gold, parse, len(parse)), path=gold.path)
    if len(parse) > len(gold):
        line = parse.sentences["line"][len(gold)]
        raise PairError(
            f"{parse.path}:{line}: sentence {len(gold) + 1} is not in the gold, which has {len(gold)}", path=parse.path
        )


def difference(gold: Treebank, parse: Treebank, row: int) -> str:
    """One line that says why the sentences in this row cannot be compared word by word."""
    if row >= len(parse):
        line = gold.sentences["line"][row]
        return f"{gold.path}:{line}: sentence {row + 1} is not in {parse.path}, which has {len(parse)} sentences"
    ours, theirs = gold.sentence(row), parse.sentence(row)
    for treebank, sentence in ((gold, ours), (parse, theirs)):
        if not sentence.readable:
            return f"{treebank.path}:{sentence.line}: sentence {row + 1} could not be read"
    for word, other in zip(ours.words, theirs.words, strict=False):
        if word.form != other.form:
            said = f"{gold.path}:{word.line}: word {word.form!r} is {other.form!r} in {parse.path}:{other.line}"
            alike = normalize("NFC", word.form) == normalize("NFC", other.form)
            return f"{said}; {SAME_LETTERS}" if alike else said
    return (
        f"{gold.path}:{ours.line}: sentence {row + 1} has {counted(len(ours.words), 'word')}, "
        f"but {len(theirs.words)} in {parse.path}:{theirs.line}"
    )
