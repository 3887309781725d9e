"""Treebanks made of lines of text, and random ones, for the tests of scores and analyses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import prod
from pathlib import Path

import polars as pl
from hypothesis import strategies as st

from goldleaf.core.treebank import SENTENCES, WORDS, FileLayout, Treebank

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"

COLUMNS = ("position", "form", "lemma", "coarse_tag", "fine_tag", "features", "head", "label")

TREES = ("She/PRON/2/nsubj read/VERB/0/root old/ADJ/4/amod books/NOUN/2/obj ././2/punct", "Why/ADV/0/root ?/?/1/punct")
"""Two small sentences, and a parse of them with a wrong head, a wrong label, and both wrong."""

PARSES = ("She/PRON/2/obj read/VERB/0/root old/ADJ/2/amod books/NOUN/3/nmod ././1/punct", "Why/ADV/0/root ?/?/0/root")


def treebank(*sentences: str, name: str = "gold.conllx", ids: Sequence[str | None] = ()) -> Treebank:
    """Sentences of words written ``form/tag/head/label``; a head of ``_`` is none. The tag serves as both tags."""
    return made([[_word(word) for word in sentence.split()] for sentence in sentences], name=name, ids=ids)


def _word(text: str) -> tuple[str, str, int | None, str]:
    form, tag, head, label = text.rsplit("/", 3) if text.count("/") > 3 else text.split("/")
    return form, tag, None if head == "_" else int(head), label


def made(
    sentences: Iterable[Sequence[tuple[str, str, int | None, str]]],
    *,
    name: str = "gold.conllx",
    ids: Sequence[str | None] = (),
) -> Treebank:
    """A treebank of sentences of (form, tag, head, label), with lines numbered as a file would number them."""
    words: dict[str, list[object]] = {column: [] for column in WORDS}
    table: dict[str, list[object]] = {column: [] for column in SENTENCES}
    line = 1
    for number, sentence in enumerate(sentences):
        table["first_word"].append(len(words["form"]))
        table["words"].append(len(sentence))
        table["line"].append(line)
        table["id"].append(ids[number] if number < len(ids) else None)
        table["text"].append(None)
        table["readable"].append(bool(sentence))
        for position, (form, tag, head, label) in enumerate(sentence, start=1):
            row = (number, position, line, form, form.lower(), tag, tag, "_", head, label)
            for column, value in zip(WORDS, row, strict=True):
                words[column].append(value)
            line += 1
        line += 1
    return Treebank(
        name, FileLayout("conllx", COLUMNS), pl.DataFrame(words, schema=WORDS), pl.DataFrame(table, schema=SENTENCES)
    )


def plain(sentences: Treebank) -> list[list[tuple[str, str, int | None, str]]]:
    """The treebank as lists again, for oracles that know no columns."""
    return [[(word.form, word.coarse_tag, word.head, word.label) for word in sentence.words] for sentence in sentences]


FORMS = ("cat", "sees", "$", ".", "—", "cat.", "«")
TAGS = ("N", "V", "P")
LABELS = ("a", "b", "b:x", "b:y", "root")


MOST_WORDS = 7

_CHOICES = (len(FORMS), len(TAGS), MOST_WORDS + 2, len(LABELS), 2, MOST_WORDS + 2, len(LABELS))

# A word is one number, in digits of these bases: drawing it digit by digit takes Hypothesis many times as long.
_words = st.integers(0, prod(_CHOICES) - 1)


def pairs(*, heads: bool = True, max_sentences: int = 5) -> st.SearchStrategy[tuple[Treebank, Treebank]]:
    """A gold and a parse with the same words; heads may be anywhere, the word itself, or absent (unless ``heads``)."""
    sentences = st.lists(st.lists(_words, min_size=1, max_size=MOST_WORDS), max_size=max_sentences)
    return sentences.map(lambda numbers: _pair(numbers, heads=heads))


def _pair(sentences: list[list[int]], *, heads: bool) -> tuple[Treebank, Treebank]:
    gold, parse = [], []
    for numbers in sentences:
        words = [_digits(number) for number in numbers]
        own = [(*_word_of(digits), *_arc(*digits[2:4], len(words), heads=heads)) for digits in words]
        other = [(*_word_of(digits), *_arc(*digits[5:7], len(words), heads=heads)) for digits in words]
        gold.append(own)
        parse.append([b if digits[4] else a for a, b, digits in zip(own, other, words, strict=True)])
    return made(gold), made(parse, name="parse.conllx")


def _digits(number: int) -> list[int]:
    digits = []
    for base in _CHOICES:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits


def _word_of(digits: Sequence[int]) -> tuple[str, str]:
    return FORMS[digits[0]], TAGS[digits[1]]


def _arc(head: int, label: int, size: int, *, heads: bool) -> tuple[int | None, str]:
    if head == MOST_WORDS + 1 and not heads:
        return None, LABELS[label]
    return head % (size + 1), LABELS[label]


def beginnings(folder: Path, paths: Sequence[Path], sentences: int) -> list[Path]:
    """The same files, cut where a sentence of all ends, after as many of the first file or a few more."""
    cut = [_sentences(path) for path in paths]
    ends = [list(accumulate(map(_length, blocks))) for blocks in cut]
    shared = sorted(set.intersection(*map(set, ends)))
    end = next(one for one in shared if one >= ends[0][sentences - 1])
    found = [folder / path.name for path in paths]
    for path, blocks, own in zip(found, cut, ends, strict=True):
        path.write_text("".join(blocks[: own.index(end) + 1]), encoding="utf-8", newline="")
    return found


def _sentences(path: Path) -> list[str]:
    """The lines of each sentence, or the line of each tree."""
    text = path.read_text(encoding="utf-8")
    return text.splitlines(keepends=True) if path.suffix == ".mrg" else re.findall(r".+?\n\n", text, re.DOTALL)


def _length(sentence: str) -> int:
    """The characters of a sentence's text, where that is told; else it is one of as many in all files."""
    text = re.search("^# text = (.*)$", sentence, re.MULTILINE)
    return len("".join(text[1].split())) if text else 1
