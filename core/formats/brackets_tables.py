"""The tables of bracketed trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.formats.brackets_labels import split_labels, trace_indices
from goldleaf.core.formats.brackets_sentences import Lines, Sentences, readable_trees
from goldleaf.core.formats.brackets_tokens import Rows, Tokens
from goldleaf.core.formats.brackets_trees import NONE, Trees
from goldleaf.core.formats.format import Choices
from goldleaf.core.structures.phrase import span_keys
from goldleaf.core.treebank import NODES, SENTENCES, TEXT, WORDS

_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")
_NO_TAG, _NO_LABEL = 2, 1  # places from the end of the atoms


class Tables(NamedTuple):
    """The words and nodes of some sentences, which are numbered from 0, and how many words each sentence has."""

    words: pl.DataFrame
    nodes: pl.DataFrame
    counts: Rows


TablesOf: TypeAlias = Callable[[Tokens, Sentences, Lines, Choices], Tables]
"""What reads the sentences without faults, and adds the faults that only show in the trees."""


def tables(tokens: Tokens, sentences: Sentences, lines: Lines, choices: Choices) -> Tables:
    """The words and nodes of the sentences without faults. Adds faults that only show in the trees."""
    trees, atoms = readable_trees(tokens, sentences), tokens.atoms()
    counts = np.bincount(trees.word_sentence, minlength=len(sentences.place))
    words = word_table(trees, atoms, counts, lines, choices)
    return Tables(words, node_table(trees, atoms, counts, lines, choices.separator), counts)


def word_table(trees: Trees, atoms: pl.Series, counts: Rows, lines: Lines, choices: Choices) -> pl.DataFrame:
    """The words, with the columns ``parent``, ``function`` and ``index``; sentences are numbered from 0."""
    sentence = trees.word_sentence
    form = atoms.gather(pl.Series(trees.form))
    tag = split_labels(_tag_column(trees, atoms), choices.separator)
    nodes_before = _before(np.bincount(trees.node_sentence, minlength=len(counts)))[sentence]
    absent = pl.lit("_").cast(TEXT)
    columns: dict[str, pl.Series | pl.Expr] = {
        "sentence": pl.Series(sentence, dtype=pl.UInt32),
        "position": pl.Series(np.arange(len(sentence)) - _before(counts)[sentence] + 1, dtype=pl.UInt32),
        "line": pl.Series(lines.of(trees.word_place, sentence), dtype=pl.UInt32),
        "form": form,
        "lemma": absent,
        "coarse_tag": tag["whole"],
        "fine_tag": absent,
        "features": tag["features"],
        "head": pl.lit(None, WORDS["head"]),
        "label": absent,
        "parent": _parent_numbers(trees.word_parent, nodes_before),
        "function": tag["function"],
        "index": trace_indices(form, tag["whole"], tag["coindex"]),
    }
    wanted = columns if choices.columns is None else {*_ALWAYS, *choices.columns}
    return pl.select(column.alias(name) for name, column in columns.items() if name in wanted)


def node_table(trees: Trees, atoms: pl.Series, counts: Rows, lines: Lines, separator: str) -> pl.DataFrame:
    """The nodes, with the column ``raw_label``; sentences are numbered from 0."""
    sentence = trees.node_sentence
    raw = _label_column(trees, atoms)
    pieces = split_labels(raw, separator)
    nodes_before = _before(np.bincount(sentence, minlength=len(counts)))[sentence]
    first = np.where(trees.words > 0, trees.words_before - _before(counts)[sentence] + 1, 0)
    columns = {
        "sentence": sentence,
        "node": np.arange(len(sentence)) - nodes_before + 1,
        "parent": _parent_numbers(trees.parent, nodes_before),
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
    """The sentences."""
    number = len(counts)
    place = np.append(tokens.place, len(tokens.text))[sentences.first]
    readable = np.ones(number, bool)
    readable[list(sentences.faults)] = False
    columns = {
        "first_word": first_word + _before(counts),
        "words": counts,
        "line": lines.of(place, np.arange(number)),
        "id": pl.repeat(None, number, dtype=pl.String, eager=True),
        "text": pl.repeat(None, number, dtype=pl.String, eager=True),
        "readable": readable,
    }
    return pl.DataFrame(columns, schema_overrides=SENTENCES)


def sources(text: bytes, places: Rows, rows: Rows) -> list[str]:
    """The text of the sentences in these rows, each from its place to the next one's. Raises UnicodeDecodeError."""
    starts, ends = places[rows].tolist(), np.append(places[1:], len(text))[rows].tolist()
    return [text[start:end].decode() for start, end in zip(starts, ends, strict=True)]


def _tag_column(trees: Trees, atoms: pl.Series) -> pl.Series:
    """The raw tag of each word, ``_`` for one without preterminal."""
    return _gather(atoms, trees.tag, _NO_TAG)


def _label_column(trees: Trees, atoms: pl.Series) -> pl.Series:
    """The raw label of each node."""
    return _gather(atoms, trees.label, _NO_LABEL)


def _gather(atoms: pl.Series, rows: Rows, absent: int) -> pl.Series:
    return atoms.gather(pl.Series(np.where(rows == NONE, len(atoms) - absent, rows)))


def _parent_numbers(parent: Rows, nodes_before: Rows) -> pl.Series:
    """Parents as numbers of nodes in their sentences, 0 for none."""
    return pl.Series(np.where(parent == NONE, 0, parent - nodes_before + 1).astype(np.uint32))


def _before(count: Rows) -> Rows:
    """How many come before each sentence."""
    return np.asarray(np.cumsum(count) - count)
