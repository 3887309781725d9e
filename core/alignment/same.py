"""Sentences of a gold and a parse that stand in the same row and have the same words; surface tokens, by which words
that differ are aligned; and how what is worked out of treebanks once and asked for again and again is remembered.

A surface token is what is written between blanks, over one word or several. CoNLL-U ranges, the tokens of a lattice or
a segments file say which words it holds; where nothing does, each word is a token. Traces are in none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, TypeVar
from unicodedata import normalize
from weakref import WeakKeyDictionary, ref

import numpy as np
import polars as pl

from goldleaf.core.errors import PairError, counted
from goldleaf.core.facts import Bools, Codes, Integers
from goldleaf.core.structures.phrase import traces
from goldleaf.core.treebank import TEXT, Treebank

Result = TypeVar("Result")
BLANK = r"\s"  # what surface tokens have none of
SAME_LETTERS = "the letters are the same, but not their code points: normalize both files to NFC"


def remembered(work: Callable[..., Result]) -> Callable[..., Result]:
    """Remember a function's last result for each first treebank, as long as it lives; it must not hold that."""
    known: WeakKeyDictionary[Treebank, tuple[tuple[ref[Treebank], ...], Any]] = WeakKeyDictionary()

    @wraps(work)
    def asked(first: Treebank, *others: Treebank) -> Result:
        before, result = known.get(first, ((), None))
        if first not in known or [other() for other in before] != list(others):
            result = work(first, *others)
            known[first] = tuple(ref(other) for other in others), result
        return result  # type: ignore[no-any-return]

    return asked


class Tokens(NamedTuple):
    sentence: Integers  # row
    text: pl.Series  # TEXT, without blanks
    of_word: Integers  # for each word the row of its token, −1 for a trace

    @property
    def codes(self) -> Codes:
        """The codes of the texts, equal where these are."""
        return self.text.to_physical().to_numpy()

    @property
    def ends(self) -> Integers:
        """The character of the whole text that each token ends before."""
        return np.cumsum(self.text.cast(pl.String).str.len_chars().to_numpy().astype(np.int64))


@remembered
def surface_tokens(treebank: Treebank) -> Tokens:
    words = treebank.words
    begin = ~treebank.continues_token
    form = words["form"]
    if treebank.tokens.height:
        forms = treebank.tokens["form"].cast(TEXT)
        starts = treebank.first_words[treebank.tokens["sentence"].to_numpy()] + treebank.tokens["first"].to_numpy() - 1
        rows, last = np.unique(starts, return_index=True)
        form = form.scatter(pl.Series(rows), forms.gather(pl.Series(last)))
    number = np.cumsum(begin) - 1
    if (trace := traces(treebank)).any():
        begin &= ~trace
        number = np.where(trace, -1, np.cumsum(begin) - 1)
    text = form.filter(pl.Series(begin))
    # Few forms have blanks (numbers such as 10 000): those alone are changed.
    distinct = text.unique().cast(pl.String)
    with_blanks = distinct.filter(distinct.str.contains(BLANK))
    if len(with_blanks):
        text = text.cast(pl.String).replace(with_blanks, with_blanks.str.replace_all(BLANK, "")).cast(TEXT)
    return Tokens(treebank.sentence_of_word[begin].astype(np.int64), text, number)


def sentence_texts(tokens: Tokens, sentences: int) -> pl.Series:
    table = pl.DataFrame({"sentence": tokens.sentence, "text": tokens.text.cast(pl.String)})
    joined = table.group_by("sentence", maintain_order=True).agg(pl.col("text").str.join(""))
    every = pl.DataFrame({"sentence": np.arange(sentences)})
    return every.join(joined, on="sentence", how="left", maintain_order="left")["text"].fill_null("")


@remembered
def comparable(gold: Treebank, parse: Treebank) -> Bools:
    """For each gold sentence, whether the parse's sentence in the same row has the same words."""
    count = min(len(gold), len(parse))
    ours, theirs = (side.sentences.head(count) for side in (gold, parse))
    same = np.zeros(len(gold), bool)
    # Numbers of words first, so that the words of the others stand in the same rows and are compared at once.
    same[:count] = ((ours["words"] == theirs["words"]) & ours["readable"] & theirs["readable"]).to_numpy()
    rows = _words_in(same, gold, parse)
    form, other_form = (side.codes("form")[own] for side, own in zip((gold, parse), rows, strict=True))
    same[gold.sentence_of_word[rows[0][form != other_form]]] = False
    return same


def _words_in(sentences: Bools, gold: Treebank, parse: Treebank) -> tuple[Integers, Integers]:
    """The rows of the words of these sentences of the gold, and of those in the same rows of the parse."""
    chosen = np.zeros(max(len(gold), len(parse)), bool)
    chosen[: len(gold)] = sentences
    return np.flatnonzero(chosen[gold.sentence_of_word]), np.flatnonzero(chosen[parse.sentence_of_word])


def paired_words(gold: Treebank, parse: Treebank) -> tuple[Integers, Integers]:
    """The rows of the words of `comparable` sentences, in gold and parse: one stands for the other."""
    return _words_in(comparable(gold, parse), gold, parse)


def have_same_forms(one: Treebank, other: Treebank) -> bool:
    ours, theirs = (treebank.words.select("sentence", "form") for treebank in (one, other))
    return ours.equals(theirs)


@remembered
def same_where_parsed(gold: Treebank, parse: Treebank) -> bool:
    """Whether the sentences of both stand in the same rows with the same words; the parse's may have none."""
    if len(gold) != len(parse):
        return False
    return bool((comparable(gold, parse) | (parse.sentences["words"] == 0).to_numpy()).all())


class OtherWords(NamedTuple):
    """How many sentences of a parse have other words than the gold's, and what is said of the first."""

    sentences: int
    first: str

    def said(self, path: str) -> str:
        """The same in one line about the file of the parse; empty if there is none."""
        if not self.sentences:
            return ""
        have = "has" if self.sentences == 1 else "have"
        return f"{path}: warning: {counted(self.sentences, 'sentence')} {have} other words; the first: {self.first}"


def other_words(gold: Treebank, parse: Treebank, before: int = 0) -> OtherWords:
    """The sentences that have other words; ``before`` the first one there are so many in the file."""
    rows = np.flatnonzero(~comparable(gold, parse))
    return OtherWords(len(rows), difference(gold, parse, int(rows[0]), before) if len(rows) else "")


def words_differ(gold: Treebank, parse: Treebank) -> str:
    """One line that says how many sentences have other words and what the first such word is; empty if none has."""
    return other_words(gold, parse).said(parse.path)


def paired_part(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank, Integers]:
    """The sentences that gold and parse both have, whatever their words, and the gold's rows of them."""
    count = min(len(gold), len(parse))
    return gold.slice(0, count), parse.slice(0, count), np.arange(count)


def readable_part(gold: Treebank, parse: Treebank) -> tuple[Treebank, Treebank, Integers]:
    """The sentences that both have and that could be read in the gold, and the gold's rows of them."""
    # What could not be read of the parse has no words there, as what is missing: else a parser would gain by failing.
    ours, theirs, rows = paired_part(gold, parse)
    readable = ours.sentences["readable"].to_numpy()
    if gold.in_rows:  # what one lacks was found out, and is no error of the other
        readable = readable & ((ours.sentences["words"] > 0) & (theirs.sentences["words"] > 0)).to_numpy()
    if readable.all():
        return ours, theirs, rows
    return ours.only(rows[readable]), theirs.only(rows[readable]), rows[readable]


def check_comparable(gold: Treebank, parse: Treebank) -> None:
    """Raise PairError, naming both lines, at the first sentence whose words differ."""
    same = comparable(gold, parse)
    if not same.all():
        text = difference(gold, parse, int(same.argmin()))
        raise PairError(text, path=parse.path if text.startswith(f"{parse.path}:") else gold.path)
    check_paired(gold, parse)


def check_paired(gold: Treebank, parse: Treebank) -> None:
    """Raise PairError at the first sentence that only one of them has."""
    if len(gold) > len(parse):
        raise PairError(difference(gold, parse, len(parse)), path=gold.path)
    if len(parse) > len(gold):
        place, number = f"{parse.path}:{parse.sentences['line'][len(gold)]}", len(gold) + 1
        raise PairError(f"{place}: sentence {number} is not in the gold, which has {len(gold)}", path=parse.path)


def difference(gold: Treebank, parse: Treebank, row: int, before: int = 0) -> str:
    """One line that says why the sentences in this row, ``before`` which are so many, cannot be compared by words."""
    number = before + row + 1
    if row >= len(parse):
        line = gold.sentences["line"][row]
        return f"{gold.path}:{line}: sentence {number} is not in {parse.path}, which has {len(parse)} sentences"
    ours, theirs = gold.sentence(row), parse.sentence(row)
    for treebank, sentence in ((gold, ours), (parse, theirs)):
        if not sentence.readable:
            return f"{treebank.path}:{sentence.line}: sentence {number} could not be read"
    for word, other in zip(ours.words, theirs.words, strict=False):
        if word.form != other.form:
            text = f"{gold.path}:{word.line}: word {word.form!r} is {other.form!r} in {parse.path}:{other.line}"
            return f"{text}; {SAME_LETTERS}" if normalize("NFC", word.form) == normalize("NFC", other.form) else text
    words = f"sentence {number} has {counted(len(ours.words), 'word')}"
    return f"{gold.path}:{ours.line}: {words}, but {len(theirs.words)} in {parse.path}:{theirs.line}"
