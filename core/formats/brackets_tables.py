"""The tables of bracketed trees."""

from __future__ import annotations

import numpy as np
import polars as pl

from core.formats.brackets_labels import split_labels, trace_indices
from core.formats.brackets_sentences import Lines, Sentences
from core.formats.brackets_tokens import Rows, Tokens
from core.formats.brackets_trees import NONE, Trees
from core.formats.format import Choices
from core.structures.phrase import span_keys
from core.treebank import NODES, SENTENCES, TEXT, WORDS

_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")
_NO_TAG, _NO_LABEL = 2, 1  # places from the end of the atoms


def word_table(trees: Trees, atoms: pl.Series, counts: Rows, lines: Lines, choices: Choices) -> pl.DataFrame:
    """The words, with the columns ``parent``, ``function`` and ``index``; sentences are numbered from 0."""
    sentence = trees.word_sentence
    form = atoms.gather(pl.Series(trees.form))
    tag = split_labels(tag_column(trees, atoms), choices.separator)
    before = np.cumsum(counts) - counts
    absent = pl.lit("_").cast(TEXT)
    columns: dict[str, pl.Series | pl.Expr] = {
        "sentence": pl.Series(sentence, dtype=pl.UInt32),
        "position": pl.Series(np.arange(len(sentence)) - before[sentence] + 1, dtype=pl.UInt32),
        "line": pl.Series(lines.of(trees.word_place, sentence), dtype=pl.UInt32),
        "form": form,
        "lemma": absent,
        "coarse_tag": tag["whole"],
        "fine_tag": absent,
        "features": tag["features"],
        "head": pl.lit(None, WORDS["head"]),
        "label": absent,
        "parent": parent_numbers(trees.word_parent, sentence, trees),
        "function": tag["function"],
        "index": trace_indices(form, tag["whole"], tag["coindex"]),
    }
    wanted = columns if choices.columns is None else {*_ALWAYS, *choices.columns}
    return pl.select(column.alias(name) for name, column in columns.items() if name in wanted)


def node_table(trees: Trees, atoms: pl.Series, counts: Rows, lines: Lines, separator: str) -> pl.DataFrame:
    """The nodes, with the column ``raw_label``; sentences are numbered from 0."""
    sentence = trees.node_sentence
    raw = label_column(trees, atoms)
    pieces = split_labels(raw, separator)
    words_before = (np.cumsum(counts) - counts)[sentence]
    first = np.where(trees.words > 0, trees.words_before - words_before + 1, 0)
    columns = {
        "sentence": sentence,
        "node": _numbers(np.arange(len(sentence)), sentence, trees),
        "parent": parent_numbers(trees.parent, sentence, trees),
        "line": lines.of(trees.node_place, sentence),
        "label": pieces["category"],
        "function": pieces["function"],
        "index": pieces["coindex"],
        "features": pieces["features"],
        "first": first,
        "last": np.where(trees.words > 0, first + trees.words - 1, 0),
        "size": trees.words,
        "yield": span_keys(first, trees.words),
        "raw_label": raw,
    }
    return pl.DataFrame(columns, schema_overrides={**NODES, "raw_label": TEXT})


def sentence_table(tokens: Tokens, sentences: Sentences, counts: Rows, lines: Lines, first_word: int) -> pl.DataFrame:
    """The sentences, with the column ``source``."""
    number = len(counts)
    place = np.append(tokens.place, len(tokens.text))[sentences.first]
    readable = np.ones(number, bool)
    readable[list(sentences.faults)] = False
    columns = {
        "first_word": first_word + np.cumsum(counts) - counts,
        "words": counts,
        "line": lines.of(place, np.arange(number)),
        "id": [None] * number,
        "text": [None] * number,
        "readable": readable,
        "source": sources(tokens.text, sentences.place),
    }
    return pl.DataFrame(columns, schema_overrides={**SENTENCES, "source": pl.String})


def sources(text: bytes, places: Rows) -> list[str]:
    """The text from each place to the next. Raises UnicodeDecodeError."""
    ends = [*places[1:].tolist(), len(text)]
    return [text[start:end].decode() for start, end in zip(places.tolist(), ends, strict=False)]


def tag_column(trees: Trees, atoms: pl.Series) -> pl.Series:
    """The raw tag of each word, ``_`` for one without preterminal."""
    return _gather(atoms, trees.tag, _NO_TAG)


def label_column(trees: Trees, atoms: pl.Series) -> pl.Series:
    """The raw label of each node."""
    return _gather(atoms, trees.label, _NO_LABEL)


def _gather(atoms: pl.Series, rows: Rows, absent: int) -> pl.Series:
    return atoms.gather(pl.Series(np.where(rows == NONE, len(atoms) - absent, rows)))


def parent_numbers(parent: Rows, sentence: Rows, trees: Trees) -> pl.Series:
    """Parents as numbers of nodes in their sentences, 0 for none."""
    return pl.Series(np.where(parent == NONE, 0, _numbers(parent, sentence, trees)), dtype=pl.UInt32)


def _numbers(nodes: Rows, sentence: Rows, trees: Trees) -> Rows:
    """The nodes of these rows as numbers in their sentences, from 1."""
    return nodes - np.searchsorted(trees.node_sentence, sentence) + 1
