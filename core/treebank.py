"""The columnar model: a treebank is a few tables, a sentence is a light view of their rows.

Text that repeats (forms, tags, labels) is held as polars categoricals. Their codes are shared by all treebanks of a
process, so that two files are compared by comparing integers, and a rule on forms is worked out once a distinct form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import Problem

if TYPE_CHECKING:  # what counts draws no sentence, and its classes take longer to make than ten sentences to count
    from goldleaf.core.sentence import Sentence

_T = TypeVar("_T")

TEXT = pl.Categorical()

BLOCK = 8192
"""Sentences of a large treebank that are compared at once: their tables fit a processor's cache."""

WORDS = {
    "sentence": pl.UInt32(),  # row in `sentences`, from 0
    "position": pl.UInt32(),  # in the sentence, from 1
    "line": pl.UInt32(),  # in the file, from 1
    "form": TEXT,
    "lemma": TEXT,
    "coarse_tag": TEXT,  # UPOS, CPOSTAG
    "fine_tag": TEXT,  # XPOS, POSTAG
    "features": TEXT,
    "head": pl.Int32(),  # position of the head, 0 for a root, null where there is none
    "label": TEXT,  # DEPREL
}
"""The columns that every treebank of words has; formats add more (``enhanced``, ``misc``, ``predicate``, …)."""

SENTENCES = {
    "first_word": pl.UInt32(),  # row in `words`
    "words": pl.UInt32(),  # how many
    "line": pl.UInt32(),  # the sentence's first line in the file
    "id": pl.String(),
    "text": pl.String(),
    "readable": pl.Boolean(),  # False: the lines are kept in `other_lines`, the problem in `problems`
}

TOKENS = {
    "sentence": pl.UInt32(), "first": pl.UInt32(), "last": pl.UInt32(), "line": pl.UInt32(), "form": pl.String(),
    "misc": pl.String(), "fields": pl.String(),
}  # fmt: skip
"""Surface tokens that span several words (CoNLL-U ranges); ``fields`` are those between FORM and MISC as they stand. In
cupt these and empty nodes also have ``mwe``, as it stands."""

EMPTY_NODES = {
    "sentence": pl.UInt32(), "after": pl.UInt32(), "index": pl.UInt32(), "line": pl.UInt32(), "form": pl.String(),
    "lemma": pl.String(), "coarse_tag": pl.String(), "enhanced": pl.String(), "fields": pl.String(),
}  # fmt: skip
"""Words of the enhanced graph that are not written (CoNLL-U 8.1); ``fields`` is the whole line after ID."""

NODES = {  # constituents, without preterminals: those are the words' tags
    "sentence": pl.UInt32(),
    "node": pl.UInt32(),  # in the sentence, from 1, parents before their children
    "parent": pl.UInt32(),  # a node, 0 for the top
    "line": pl.UInt32(),
    "label": TEXT,  # without function and index
    "function": TEXT,  # the dash feature, or the label of the edge to the parent; _ for none
    "index": TEXT,  # what links it to a trace or to its antecedent; _ for none
    "features": TEXT,
    "first": pl.UInt32(),  # the yield: position of its first word, 0 if it has none,
    "last": pl.UInt32(),  # of its last,
    "size": pl.UInt32(),  # how many words it has,
    "yield": pl.UInt64(),  # and the sum of a fixed random number for each word's position
}
"""In a treebank of phrase structures, `words` also has the columns ``parent`` (a node, 0 for none), ``function`` and
``index``; traces are words. Yields are keyed by `core.structures.phrase`."""

SECONDARY_EDGES = {
    "sentence": pl.UInt32(), "word": pl.UInt32(), "node": pl.UInt32(), "parent": pl.UInt32(), "label": TEXT,
}  # fmt: skip
"""From a word or constituent to another parent that it has beside its own (NEGRA, TigerXML): ``word`` is the position
of the word that the edge leaves, ``node`` the constituent, the other being 0; ``parent`` the node that it goes to."""

ARGUMENTS = {"sentence": pl.UInt32(), "predicate": pl.UInt32(), "argument": pl.UInt32(), "role": TEXT}
"""Predicates and arguments (CoNLL-2008, CoNLL-2009); a predicate's sense is in words["predicate"]."""

EDGES = {
    "sentence": pl.UInt32(), "from": pl.UInt32(), "to": pl.UInt32(), "line": pl.UInt32(), "form": TEXT, "lemma": TEXT,
    "coarse_tag": TEXT, "fine_tag": TEXT, "features": TEXT, "token": pl.UInt32(), "misc": TEXT, "anchors": TEXT,
}  # fmt: skip
"""Of lattices: a word that the sentence may have, from one state to a later one; ``token`` is the surface token that it
is of, from 1, 0 for none. Words are those of sentences whose lattice is a single path: of segmentations."""

LATTICE_TOKENS = {
    "sentence": pl.UInt32(), "token": pl.UInt32(), "from": pl.UInt32(), "to": pl.UInt32(), "line": pl.UInt32(),
    "form": pl.String(), "misc": pl.String(),
}  # fmt: skip
"""The surface tokens of lattices, from 1, between two states; ``line`` is 0 where the format has none for them, and
``form`` empty where the file does not say."""

OTHER_LINES = {"sentence": pl.UInt32(), "line": pl.UInt32(), "text": pl.String()}
"""Comments, blank lines that hold blanks, and the lines of unreadable sentences, by the sentence that they stand in or
before; after the last one, that is the number of sentences."""


@dataclass(frozen=True, slots=True)
class FileLayout:
    """How the file writes what the tables hold; what a writer needs to give the same bytes back."""

    format: str
    columns: tuple[str, ...] = ()  # names of the file's columns, "position" first
    encoding: str = "utf-8"
    byte_order_mark: bool = False
    newline: str = "\n"
    odd_newlines: tuple[int, ...] = ()  # lines that end in the other of LF and CRLF
    lines: int = 0
    final_newline: bool = True
    of_file: bool = True  # False for what was made or changed here: writers lay it out anew


_TABLES = ("tokens", "empty_nodes", "arguments", "nodes", "secondary_edges", "edges", "lattice_tokens", "other_lines")


def empty(schema: dict[str, Any]) -> pl.DataFrame:
    return pl.DataFrame(schema=schema)


@dataclass(frozen=True, eq=False)
class Treebank:
    """Sentences as tables; the schemas are the constants of this module."""

    path: str
    layout: FileLayout
    words: pl.DataFrame
    sentences: pl.DataFrame
    tokens: pl.DataFrame = field(default_factory=lambda: empty(TOKENS))
    empty_nodes: pl.DataFrame = field(default_factory=lambda: empty(EMPTY_NODES))
    arguments: pl.DataFrame = field(default_factory=lambda: empty(ARGUMENTS))
    nodes: pl.DataFrame = field(default_factory=lambda: empty(NODES))
    secondary_edges: pl.DataFrame = field(default_factory=lambda: empty(SECONDARY_EDGES))
    edges: pl.DataFrame = field(default_factory=lambda: empty(EDGES))
    lattice_tokens: pl.DataFrame = field(default_factory=lambda: empty(LATTICE_TOKENS))
    other_lines: pl.DataFrame = field(default_factory=lambda: empty(OTHER_LINES))
    problems: tuple[Problem, ...] = ()
    other_golds: tuple[Treebank, ...] = ()  # the same sentences as other theories have them; sliced alike
    in_rows: bool = False  # it was brought into the rows of what it is compared with, where some have no words
    training: Treebank | None = None  # what parsers learned from, where that is known and its expressions are asked for

    def __repr__(self) -> str:
        return f"<treebank {self.path}: {len(self):,} sentences, {self.words.height:,} words, {self.format}>"

    def __len__(self) -> int:
        return self.sentences.height

    @property
    def format(self) -> str:
        return self.layout.format

    @property
    def has_heads(self) -> bool:
        """Whether its format has heads; and in cupt, which may be of expressions alone, any word."""
        none = self.format == "cupt" and self.words["head"].null_count() == self.words.height
        return "head" in self.layout.columns and not none

    @property
    def is_conllu(self) -> bool:
        """Whether its lines are those of CoNLL-U; in cupt they have a column more."""
        return self.format in ("conllu", "cupt")

    @cached_property
    def sentence_of_word(self) -> npt.NDArray[np.uint32]:
        return self.words["sentence"].to_numpy()

    @cached_property
    def first_words(self) -> npt.NDArray[np.int64]:
        """The row of each sentence's first word."""
        return self.sentences["first_word"].to_numpy().astype(np.int64)

    @cached_property
    def heads(self) -> npt.NDArray[np.int64]:
        """For each word the position of its head, 0 for a root, −1 where there is none."""
        return self.words["head"].fill_null(-1).to_numpy().astype(np.int64)

    @cached_property
    def continues_token(self) -> npt.NDArray[np.bool_]:
        """The words that stand behind the first one of a surface token that holds several."""
        change = np.zeros(self.words.height + 1, np.int64)
        before = self.first_words[self.tokens["sentence"].to_numpy()]
        np.add.at(change, before + self.tokens["first"].to_numpy(), 1)
        np.subtract.at(change, before + self.tokens["last"].to_numpy(), 1)
        return np.asarray(np.cumsum(change)[:-1] > 0)

    def codes(self, column: str) -> npt.NDArray[np.uint32]:
        """The codes of a column of text of the words, equal where the texts are, in other treebanks, too."""
        return self.words[column].to_physical().to_numpy()

    def sentence(self, row: int) -> Sentence:
        """The sentence in this row, from 0, as a view for drawing. Raises IndexError."""
        if not 0 <= row < len(self):
            raise IndexError(f"sentence {row} of {len(self)}, counted from 0")
        about = self.sentences.row(row, named=True)
        from goldleaf.core.sentence import Argument, EmptyNode, Node, SecondaryEdge, Sentence, Token, Word

        words = self.words.slice(about["first_word"], about["words"])
        known = [name for name in Word.__slots__ if name in words.columns]
        return Sentence(
            number=row + 1,
            id=about["id"],
            text=about["text"],
            line=about["line"],
            words=tuple(Word(**values) for values in words.select(known).iter_rows(named=True)),
            tokens=_made(Token, self.tokens, row),
            empty_nodes=_made(EmptyNode, self.empty_nodes, row),
            arguments=_made(Argument, self.arguments, row),
            nodes=_made(Node, self.nodes, row),
            secondary_edges=_made(SecondaryEdge, self.secondary_edges, row),
            comments=tuple(text for text in _rows_of(self.other_lines, row)["text"] if text.startswith("#")),
            readable=about["readable"],
        )

    def __iter__(self) -> Iterator[Sentence]:
        return (self.sentence(row) for row in range(len(self)))

    def slice(self, first: int, count: int = 1) -> Treebank:
        """The ``count`` sentences from row ``first`` on, numbered from 0 again; for scoring a part."""
        if first == 0 and count >= len(self):
            return self
        part = self.cut(first, count)
        first_word = int(part.sentences["first_word"][0]) if len(part) else 0
        others = tuple(other.slice(first, count) for other in self.other_golds)
        return replace(part.moved(-first, -first_word), other_golds=others)

    def cut(self, first: int, count: int) -> Treebank:
        """The ``count`` sentences from row ``first`` on, with the numbers that they have."""
        sentences = self.sentences.slice(first, count)
        first_word = int(sentences["first_word"][0]) if sentences.height else 0
        return replace(
            self._with(lambda table: _rows_of(table, first, count)),
            words=self.words.slice(first_word, int(sentences["words"].sum())),
            sentences=sentences,
            other_golds=tuple(other.cut(first, count) for other in self.other_golds),
        )

    def moved(self, sentences: int, words: int) -> Treebank:
        """The same with the numbers of its sentences and words so much higher, as a part of another treebank. Its other
        golds, which may have more words or fewer, stay as they are."""
        if not sentences:
            return self
        # Columns of unsigned numbers: they can be made lower only by what is above 0.
        number, first_word = (
            pl.col(column) + pl.lit(by, pl.UInt32) if by > 0 else pl.col(column) - pl.lit(-by, pl.UInt32)
            for column, by in (("sentence", sentences), ("first_word", words))
        )
        return replace(
            self._with(lambda table: table.with_columns(number) if table.height else table),
            words=self.words.with_columns(number),
            sentences=self.sentences.with_columns(first_word),
        )

    def only(self, rows: npt.NDArray[np.integer[Any]]) -> Treebank:
        """The sentences in these rows, in their order, numbered from 0 again. It is not meant to be written."""
        number = np.full(len(self) + 1, -1, np.int64)
        number[rows] = np.arange(len(rows))
        rise = bool((np.diff(rows) > 0).all())

        def chosen(table: pl.DataFrame) -> pl.DataFrame:
            kept = number[np.minimum(table["sentence"].to_numpy(), len(self))]
            part = table.filter(pl.Series(kept >= 0)).with_columns(sentence=pl.Series(kept[kept >= 0], dtype=pl.UInt32))
            return part if rise else part.sort("sentence", maintain_order=True)

        first_word = (pl.col("words").cum_sum() - pl.col("words")).cast(pl.UInt32)
        return replace(
            self._with(chosen),
            words=chosen(self.words),
            sentences=self.sentences[rows].with_columns(first_word=first_word),
            other_golds=tuple(other.only(rows) for other in self.other_golds),
        )

    def without_words(self) -> Treebank:
        """As many sentences with nothing in them."""
        nothing = pl.lit(0, pl.UInt32)
        sentences = self.sentences.with_columns(words=nothing, first_word=nothing)
        return replace(self._with(pl.DataFrame.clear), words=self.words.clear(), sentences=sentences, other_golds=())

    def _with(self, change: Callable[[pl.DataFrame], pl.DataFrame]) -> Treebank:
        """The same with every table changed but those of words and sentences."""
        changed: dict[str, Any] = {name: change(getattr(self, name)) for name in _TABLES}
        return replace(self, **changed)


def detached(treebank: Treebank, **tables: pl.DataFrame) -> Treebank:
    """The treebank with some tables put for others, as one that no file lays out: writers lay it out anew."""
    changed: dict[str, Any] = dict(tables)
    return replace(treebank, **changed, layout=replace(treebank.layout, odd_newlines=(), of_file=False))


def renumbered(sentences: pl.DataFrame, words: pl.DataFrame) -> pl.DataFrame:
    """The sentences with ``first_word`` and ``words`` as the words' column ``sentence`` has them."""
    count = np.bincount(words["sentence"].to_numpy(), minlength=sentences.height)
    numbers = {"first_word": np.cumsum(count) - count, "words": count}
    return sentences.with_columns(pl.Series(name, values, dtype=pl.UInt32) for name, values in numbers.items())


def concat(parts: Sequence[Treebank]) -> Treebank:
    """One treebank of consecutive parts of a file, whose rows already carry the whole file's numbers. The layout's
    counts are the last part's. Raises ValueError without parts."""
    if len(parts) == 1:
        return parts[0]
    last = parts[-1].layout
    joined: dict[str, Any] = {
        name: pl.concat([getattr(part, name) for part in parts]) for name in ("words", "sentences", *_TABLES)
    }
    return replace(
        parts[0],
        **joined,
        layout=replace(last, odd_newlines=tuple(line for part in parts for line in part.layout.odd_newlines)),
        problems=tuple(problem for part in parts for problem in part.problems),
    )


def _rows_of(table: pl.DataFrame, first: int, count: int = 1) -> pl.DataFrame:
    """The rows of some sentences in a table that is in the order of sentences."""
    if not table.height:
        return table
    column = table["sentence"].to_numpy()
    # Bounds of the column's own type: others would make numpy convert the whole column.
    start, end = np.searchsorted(column, np.array([first, first + count], column.dtype)).tolist()
    return table.slice(start, end - start)


def _made(kind: type[_T], table: pl.DataFrame, sentence: int) -> tuple[_T, ...]:
    """The rows of a sentence, each made into an object."""
    columns = ["node" if name == "number" else name for name in kind.__match_args__]  # type: ignore[attr-defined]
    return tuple(kind(*values) for values in _rows_of(table, sentence).select(columns).iter_rows())


def translated(column: pl.Series, rule: Callable[[pl.Series], pl.Series]) -> npt.NDArray[Any]:
    """A rule on text (String series to series), worked out once a distinct value and looked up for every row."""
    distinct = column.unique()
    values = rule(distinct.cast(pl.String)).to_numpy()
    codes = distinct.to_physical().to_numpy()
    table = np.zeros(int(codes.max(initial=0)) + 1, values.dtype)
    table[codes] = values
    return np.asarray(table[column.to_physical().to_numpy()])


def retexted(column: pl.Series, rule: Callable[[pl.Series], pl.Series]) -> pl.Series:
    """The same column with other texts, which a rule puts for each distinct one."""
    codes = translated(column, lambda distinct: rule(distinct).cast(TEXT).to_physical())
    return pl.Series(column.name, codes).cat.to(TEXT)
