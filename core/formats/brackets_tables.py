"""The tables of bracketed trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.formats.brackets_labels import FEATURES, split_labels, trace_indices
from goldleaf.core.formats.brackets_sentences import Lines, Sentences, readable_trees
from goldleaf.core.formats.brackets_tokens import Rows, Tokens
from goldleaf.core.formats.brackets_trees import NONE, Trees
from goldleaf.core.formats.format import Choices
from goldleaf.core.structures.phrase import span_keys
from goldleaf.core.treebank import TEXT, WORDS

_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")
_FURTHER = ("lemma", "fine_tag", "features", "head", "label", "function", "index")
_ORDER = (*WORDS, "parent", "function", "index")
_PIECES = {"features": "features", "function": "function", "index": "coindex"}  # columns that are parts of tags
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
    wanted = (*_ALWAYS, *(_FURTHER if choices.columns is None else choices.columns))
    fields = [piece for name, piece in _PIECES.items() if name in wanted]
    tag = _tags(_tag_column(trees, atoms), choices.separator, fields, lines)
    nodes_before = _before(np.bincount(trees.node_sentence, minlength=len(counts)))[sentence]
    absent = pl.lit("_").cast(TEXT)
    columns: dict[str, pl.Series | pl.Expr] = {
        "sentence": _numbers(sentence),
        "position": _numbers(np.arange(len(sentence)) - _before(counts)[sentence] + 1),
        "line": _numbers(lines.of(trees.word_place, sentence)),
        "form": form,
        "lemma": absent,
        "coarse_tag": tag["whole"],
        "fine_tag": absent,
        "head": pl.lit(None, WORDS["head"]),
        "label": absent,
        "parent": _parent_numbers(trees.word_parent, nodes_before),
        **{name: tag[piece] for name, piece in _PIECES.items() if piece in fields},
    }
    if "index" in columns:
        columns["index"] = trace_indices(form, tag["whole"], tag["coindex"])
    return pl.select(columns[name].alias(name) for name in _ORDER if name in columns and name in wanted)


def _tags(raw: pl.Series, separator: str, fields: Sequence[str], lines: Lines) -> pl.DataFrame:
    """What tags say: their ``whole`` and these pieces. Without pieces, and features in the text, that is all."""
    if not fields and FEATURES not in lines.part.text:
        return raw.alias("whole").to_frame()
    return split_labels(raw, separator, ("whole", *fields))


def node_table(trees: Trees, atoms: pl.Series, counts: Rows, lines: Lines, separator: str) -> pl.DataFrame:
    """The nodes, with the column ``raw_label``; sentences are numbered from 0."""
    sentence = trees.node_sentence
    raw = _label_column(trees, atoms)
    pieces = split_labels(raw, separator)
    nodes_before = _before(np.bincount(sentence, minlength=len(counts)))[sentence]
    first = np.where(trees.words > 0, trees.words_before - _before(counts)[sentence] + 1, 0)
    columns = {
        "sentence": _numbers(sentence),
        "node": _numbers(np.arange(len(sentence)) - nodes_before + 1),
        "parent": _parent_numbers(trees.parent, nodes_before),
        "line": _numbers(lines.of(trees.node_place, sentence)),
        "label": pieces["category"],
        "function": pieces["function"],
        "index": pieces["coindex"],
        "features": pieces["features"],
        "first": _numbers(first),
        "last": _numbers(np.where(trees.words > 0, first + trees.words - 1, 0)),
        "size": _numbers(trees.words),
        "yield": pl.Series(span_keys(first, trees.words)),
        "raw_label": raw,
    }
    return pl.DataFrame(columns)


def sentence_table(tokens: Tokens, sentences: Sentences, counts: Rows, lines: Lines, first_word: int) -> pl.DataFrame:
    """The sentences."""
    number = len(counts)
    place = np.append(tokens.place, len(tokens.text))[sentences.first]
    readable = np.ones(number, bool)
    readable[list(sentences.faults)] = False
    nothing = pl.Series([None], dtype=pl.String).new_from_index(0, number)
    columns = {
        "first_word": _numbers(first_word + _before(counts)),
        "words": _numbers(counts),
        "line": _numbers(lines.of(place, np.arange(number))),
        "id": nothing,
        "text": nothing,
        "readable": pl.Series(readable),
    }
    return pl.DataFrame(columns)


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
    return _numbers(np.where(parent == NONE, 0, parent - nodes_before + 1))


def _numbers(values: Rows) -> pl.Series:
    """Whole numbers as a column (uint32)."""
    return pl.Series(values.astype(np.uint32))


def _before(count: Rows) -> Rows:
    """How many come before each sentence."""
    return np.asarray(np.cumsum(count) - count)
