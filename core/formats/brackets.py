"""Bracketed trees: Penn Treebank ``.mrg``, SPMRL, FarPaHC and kin, one tree a line or many lines a tree; discbracket.

A bracket holds a label and words or brackets; one with a label and a single word is a preterminal, which gives the
word its tag. ``( (S …) )`` has an outer bracket with an empty label. A word may also stand directly under a
constituent, beside others; its tag is ``_``. A sentence without words (``(())``, ``()``, and an empty line in one-line
files) is one without parse: it has neither words nor nodes, but is a sentence. ``(NOPARSE …)`` is read like any other
tree, since evalb scores it so; `core.structures.phrase.unparsed` knows both.

In discbracket, of disco-dop, every word carries its place in the sentence, from 0, and may stand anywhere in its tree:
``(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John))`` (van Cranenburgh, Scha & Bod 2016). Words are read in the order of their
places. Several trees on one line are one sentence.

Columns of the words: ``coarse_tag`` is the preterminal's label, whole but for SPMRL's features; ``function`` and
``index`` are what it or the form of a trace says beside. Columns of the nodes: ``label``, ``function``, ``index`` and
``features`` are the pieces of ``raw_label``, which is the label as it stands in the file (see `split_label`). The
column ``source`` of the sentences is each sentence's text, from its beginning to the next one's.

A sentence that is as it was read is written as it stood in the file. One whose tables were changed is written anew: in
brackets over several lines where it was so before, else on one line. The label is then ``raw_label``. In a treebank of
another format, a label is the label, function, index and features put together, and in brackets a sentence of several
trees gets an outer one with an empty label, for a line of several trees is not one sentence in all files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError, Problem, Severity
from goldleaf.core.facts import Bools, Integers, rows_among
from goldleaf.core.formats import brackets_trees
from goldleaf.core.formats.brackets_trees import NONE, Flaw, Lines, Sentences, Style, Trees, TreeTokens, tokenise
from goldleaf.core.formats.source import Choices, Holding, Part, Source, layout_of
from goldleaf.core.formats.writing import check_constituents, encoded, kept_or_anew
from goldleaf.core.structures.labels import if_any, label_in_file
from goldleaf.core.structures.phrase import discontinuous, span_keys, with_yields
from goldleaf.core.treebank import OTHER_LINES, TEXT, WORDS, Treebank

COLUMNS = ("position", "form", "coarse_tag", "features", "function", "index", "parent")
_PLACED = r"(?s)^([0-9]{1,9})=(.+)$"  # a word of discbracket
_FIRST_WORD = re.compile(rb"[^()\s]\s+(?:([0-9]+=[^()\s])|[^()\s])")
UNPARSED = "(())"
WIDTH = 80  # characters that a constituent may take before it goes over several lines
_DEEPEST_INDENT = 40
_COMPARED = {"words": ("position", "form", "coarse_tag", "features", "parent"), "nodes": ("raw_label", "parent")}


def begins(name: str, text: bytes) -> bool:
    """Whether a text that begins with a bracket is of this format: in discbracket its first word has a place."""
    first = _FIRST_WORD.search(text)
    return name == "brackets" or (first is not None and first[1] is not None)


def holds(name: str) -> Holding:
    """What the format has a place for. A word's function and index are parts of its tag, or of a trace's form."""
    words = {"words.coarse_tag", "words.features"}
    nodes = {"nodes", "nodes.function", "nodes.index", "nodes.features", "wordless"}
    gaps = {"gaps"} if name == "discbracket" else set()
    return Holding(frozenset(words | nodes | gaps), frozenset({"words.function", "words.index"}))


class BracketReader:
    def __init__(self, name: str, source: Source, choices: Choices) -> None:
        self.name, self.choices = name, choices
        head = source.head()
        self.style = brackets_trees.style_of(head, complete=len(head) == source.size - source.start)
        if name == "discbracket" and self.style is Style.FLOWING:
            self.style = Style.LINES

    def border(self, text: bytes, at: int) -> int | None:
        """Where a line, a tree in the first column, or any tree begins."""
        if self.style is Style.FLOWING:
            starts = brackets_trees.tree_starts(tokenise(text))[1:]
            following = starts[np.searchsorted(starts, at) :]
            return int(following[0]) if following.size else None
        line, start = (b"\n", at) if self.style is Style.LINES else (b"\n(", max(at, text.find(b"(")))
        found = text.find(line, start)
        return found + 1 if found >= 0 else None

    def parse(self, part: Part, first_sentence: int, first_word: int) -> Treebank:
        """The part as a treebank. A sentence that is not balanced has no words: see ``other_lines``, ``problems``."""
        tokens, lines = tokenise(part.text), Lines(part, self.style)
        sentences = brackets_trees.find_sentences(part, tokens, self.style)
        words, nodes, counts = tables(self.name, tokens, sentences, lines, self.choices)
        every = np.arange(len(counts))
        first_places = np.append(tokens.place, len(part.text))[sentences.first]
        nothing = pl.Series([None], dtype=pl.String).new_from_index(0, len(counts))
        columns = {
            "first_word": _numbers(_before(counts)), "words": _numbers(counts),
            "line": _numbers(lines.of(first_places, every)), "id": nothing, "text": nothing,
            "readable": pl.Series(~np.isin(every, list(sentences.faults))),
        }  # fmt: skip
        if self.choices.columns is None:
            columns["source"] = pl.Series(_sources(part.text, sentences.place, every), dtype=pl.String)
        other_lines: list[tuple[int, int, str]] = []
        problems: list[Problem] = []
        faulty = sorted(sentences.faults)
        for sentence, source in zip(faulty, _sources(part.text, sentences.place, np.array(faulty, int)), strict=True):
            first, fault = lines.line(int(sentences.place[sentence])), sentences.faults[sentence]
            for row, text in enumerate(source.split("\n"), first):
                if text.strip():
                    other_lines.append((sentence, row, text.removesuffix("\r")))
            place = lines.line(fault.place), lines.column(fault.place)
            problems.append(Problem(part.source.path, *place, fault.message))
        if not len(counts) and part.first_line == 1 and part.done == 1:
            problems.append(Problem(part.source.path, 1, 0, "no sentences in the file", Severity.WARNING))
        if self.style is Style.LINES and part.done == 1 and part.text and not part.text[part.starts[-1] :].strip():
            message = "the file ends in an empty line, which counts as a sentence without parse"
            problems.append(Problem(part.source.path, lines.line(len(part.text) - 1), 0, message, Severity.WARNING))
        treebank = Treebank(
            path=part.source.path,
            layout=layout_of(part, self.name, COLUMNS),
            words=words,
            sentences=pl.DataFrame(columns),
            nodes=nodes,
            other_lines=pl.DataFrame(other_lines, schema=OTHER_LINES, orient="row"),
            problems=tuple(problems),
        )
        return treebank.moved(first_sentence, first_word)


def tables(
    name: str, tokens: TreeTokens, sentences: Sentences, lines: Lines, choices: Choices
) -> tuple[pl.DataFrame, pl.DataFrame, Integers]:
    """Words and nodes of sentences without faults, numbered from 0, and how many words each has. Adds faults."""
    trees, atoms = brackets_trees.readable_trees(tokens, sentences), tokens.atoms()
    while name == "discbracket":
        leaves = atoms.gather(pl.Series(trees.form)).cast(pl.String)
        places = leaves.str.extract(_PLACED, 1).cast(pl.Int64).fill_null(-1).to_numpy()
        if not (faults := _misplaced(trees, places)):
            break
        sentences.faults.update(faults)
        trees = brackets_trees.readable_trees(tokens, sentences)
    counts = np.bincount(trees.word_sentence, minlength=len(sentences.place))
    words = word_table(trees, atoms, counts, lines, choices)
    nodes = node_table(trees, atoms, counts, lines, choices.separator)
    if name == "discbracket":
        words = words.with_columns(position=_numbers(places + 1), form=leaves.str.extract(_PLACED, 2).cast(TEXT))
        words = words.sort("sentence", "position")
        nodes = with_yields(words, nodes)
    return words, nodes, counts


def _misplaced(trees: Trees, places: Integers) -> dict[int, Flaw]:
    """The first word of each sentence that has no place, one beyond the sentence, or one that was taken."""
    sentence = trees.word_sentence
    length = np.bincount(sentence)[sentence]
    is_new = pl.Series((sentence << 32) + places).is_first_distinct().to_numpy()
    wrong = np.flatnonzero((places < 0) | (places >= length) | ~is_new)
    numbers, first = np.unique(sentence[wrong], return_index=True)
    faults = {}
    for number, row in zip(numbers.tolist(), wrong[first].tolist(), strict=True):
        message = f"place {places[row]} was given to another word before"
        if places[row] < 0:
            message = "expected a word with its place, such as 0=The"
        elif places[row] >= length[row]:
            message = f"place {places[row]} is beyond the sentence's {length[row]} words, which count from 0"
        faults[number] = Flaw(int(trees.word_place[row]), message)
    return faults


def _sources(text: bytes, places: Integers, rows: Integers) -> list[str]:
    """The text of the sentences in these rows, each from its place to the next one's. Raises UnicodeDecodeError."""
    starts, ends = places[rows].tolist(), np.append(places[1:], len(text))[rows].tolist()
    return [text[start:end].decode() for start, end in zip(starts, ends, strict=True)]


_ALWAYS = ("sentence", "position", "line", "form", "coarse_tag", "parent")
_PIECES = {"features": "features", "function": "function", "index": "coindex"}  # columns that are parts of tags


def word_table(trees: Trees, atoms: pl.Series, counts: Integers, lines: Lines, choices: Choices) -> pl.DataFrame:
    """The words, with the columns ``parent``, ``function`` and ``index``; sentences are numbered from 0."""
    sentence = trees.word_sentence
    form = atoms.gather(pl.Series(trees.form))
    order = (*WORDS, "parent", "function", "index")
    wanted = order if choices.columns is None else (*_ALWAYS, *choices.columns)
    fields = [piece for name, piece in _PIECES.items() if name in wanted]
    raw = atoms.gather(pl.Series(np.where(trees.tag == NONE, len(atoms) - 2, trees.tag)))  # the atom _
    tag = raw.alias("whole").to_frame()  # all that it says, unless it has pieces that are wanted, or features
    if fields or b"##" in lines.part.text:
        tag = split_labels(raw, choices.separator, ("whole", *fields))
    nodes_before = _before(np.bincount(trees.node_sentence, minlength=len(counts)))[sentence]
    absent = pl.lit("_").cast(TEXT)
    columns: dict[str, pl.Series | pl.Expr] = {
        "sentence": _numbers(sentence), "position": _numbers(np.arange(len(sentence)) - _before(counts)[sentence] + 1),
        "line": _numbers(lines.of(trees.word_place, sentence)), "form": form, "lemma": absent,
        "coarse_tag": tag["whole"], "fine_tag": absent, "head": pl.lit(None, WORDS["head"]), "label": absent,
        "parent": _numbers(np.where(trees.word_parent == NONE, 0, trees.word_parent - nodes_before + 1)),
        **{name: tag[piece] for name, piece in _PIECES.items() if piece in fields},
    }  # fmt: skip
    if "index" in columns:
        traces = pl.Series(np.flatnonzero((tag["whole"] == "-NONE-").to_numpy()))
        if traces.len():  # a trace has its index at the end of its form: *T*-1
            indices = form.gather(traces).cast(pl.String).str.extract(r"-([0-9]+)$").fill_null("_")
            columns["index"] = tag["coindex"].scatter(traces, indices.cast(TEXT))
    return pl.select(columns[name].alias(name) for name in order if name in columns and name in wanted)


def node_table(trees: Trees, atoms: pl.Series, counts: Integers, lines: Lines, separator: str) -> pl.DataFrame:
    """The nodes, with the column ``raw_label``; sentences are numbered from 0."""
    sentence = trees.node_sentence
    raw = atoms.gather(pl.Series(np.where(trees.label == NONE, len(atoms) - 1, trees.label)))  # the empty atom
    pieces = split_labels(raw, separator)
    nodes_before = _before(np.bincount(sentence, minlength=len(counts)))[sentence]
    first = np.where(trees.words > 0, trees.words_before - _before(counts)[sentence] + 1, 0)
    columns = {
        "sentence": _numbers(sentence), "node": _numbers(np.arange(len(sentence)) - nodes_before + 1),
        "parent": _numbers(np.where(trees.parent == NONE, 0, trees.parent - nodes_before + 1)),
        "line": _numbers(lines.of(trees.node_place, sentence)), "label": pieces["category"],
        "function": pieces["function"], "index": pieces["coindex"], "features": pieces["features"],
        "first": _numbers(first), "last": _numbers(np.where(trees.words > 0, first + trees.words - 1, 0)),
        "size": _numbers(trees.words), "yield": pl.Series(span_keys(first, trees.words)), "raw_label": raw,
    }  # fmt: skip
    return pl.DataFrame(columns)


def _numbers(values: Integers) -> pl.Series:
    return pl.Series(values.astype(np.uint32))


def _before(count: Integers) -> Integers:
    return np.asarray(np.cumsum(count) - count)


_FEATURES = re.compile(r"(.*?)##(.+)##", re.DOTALL)
_INDICES = re.compile(r"((?:[-=][0-9]+)+)$")


class LabelPieces(NamedTuple):
    """The pieces of a label; ``_`` where there is none. ``whole`` is all but the features."""

    whole: str
    category: str
    function: str
    coindex: str
    features: str


@lru_cache(maxsize=1 << 14)  # parts of a file have the same labels
def split_label(label: str, separator: str = "-") -> LabelPieces:
    """The pieces of one label. ``NP-SBJ-1`` is the category NP with the function SBJ and the index 1; ``NP=2`` has the
    index 2 (Bies et al. 1995). SPMRL adds ``##features##`` at the end (Seddah et al. 2013). Labels that begin with a
    separator (``-NONE-``, ``-LRB-``) and those in which something between two separators is missing stay whole."""
    found = _FEATURES.fullmatch(label)
    whole, features = found.groups() if found and found[2] != "_" else (label, "_")
    indices = _INDICES.search(whole)
    index = indices[1][1:].replace("-", "=") if indices else "_"
    category, *functions = (whole[: indices.start()] if indices else whole).split(separator)
    if not category or not all(functions):
        return LabelPieces(whole, whole, "_", "_", features)
    return LabelPieces(whole, category, separator.join(functions) or "_", index, features)


def split_labels(labels: pl.Series, separator: str, wanted: Iterable[str] = LabelPieces._fields) -> pl.DataFrame:
    """These fields of `LabelPieces` as columns, of a column of labels; each distinct label is split once."""
    distinct = labels.unique()
    pieces = [split_label(label, separator) for label in distinct.cast(pl.String).to_list()]
    rows = rows_among(labels.to_physical().to_numpy(), distinct.to_physical().to_numpy())
    table = pl.DataFrame(pieces, schema=dict.fromkeys(LabelPieces._fields, pl.String), orient="row")
    return table.select(pl.col(*wanted).cast(TEXT))[rows]


def to_bytes(name: str, treebank: Treebank) -> bytes:
    """The file's bytes; ``name`` is the format's. Raises GoldleafError when a constituent has a gap, which brackets
    without places cannot show, or when a sentence of another format could not be read, ValueError when the treebank was
    read without some of its columns."""
    # What nobody changed stays byte by byte, however it is laid out.
    if treebank.format == name and treebank.layout.of_file:
        reread, write = partial(_reread, name), partial(_within_sources, name)
        return encoded(treebank, kept_or_anew(treebank, reread, _COMPARED, write))
    check_constituents(treebank)
    lines = []
    for tree in _trees(name, treebank, np.arange(len(treebank))):
        wrapped = name == "brackets" and [*tree.parents, *tree.word_parents].count(0) > 1
        line = f"( {one_line(tree)})" if wrapped else one_line(tree) or UNPARSED
        lines.append(line + treebank.layout.newline)
    return encoded(treebank, "".join(lines))


def _reread(name: str, part: Part, places: Integers, readable: Bools) -> dict[str, pl.DataFrame]:
    tokens = tokenise(part.text)
    sentences = Sentences(places, np.searchsorted(tokens.place, places))
    sentences.faults.update(dict.fromkeys(np.flatnonzero(~readable).tolist(), Flaw(0, "")))
    words, nodes, _ = tables(name, tokens, sentences, Lines(part, Style.FLOWING), Choices())
    return {"words": words, "nodes": nodes}


def _within_sources(name: str, treebank: Treebank, rows: Integers) -> list[str]:
    texts = []
    for source, tree in zip(treebank.sentences["source"].gather(rows), _trees(name, treebank, rows), strict=True):
        before, after = source[: len(source) - len(source.lstrip())], source[len(source.rstrip()) :]
        of_lines = name == "brackets" and "\n" in source.strip() and tree.words
        lines = several_lines(tree) if of_lines else [one_line(tree) or UNPARSED]
        texts.append(before + treebank.layout.newline.join(lines) + after)
    return texts


def _trees(name: str, treebank: Treebank, rows: Integers) -> Iterator[WrittenTree]:
    """The trees of the sentences in these rows. Raises GoldleafError when a constituent has a gap."""
    sentence = treebank.nodes["sentence"].to_numpy()
    broken = sentence[discontinuous(treebank.nodes) & np.isin(sentence, rows)]
    if name == "brackets" and broken.size:
        what = f"sentence {broken[0] + 1} has a constituent with a gap, which brackets cannot show"
        remedy = "raise what crosses (goldleaf convert --apply attach-punctuation,raise)"
        message = f"{treebank.path}: {what}; write the treebank as export or discbracket, or {remedy}"
        raise GoldleafError(message, path=treebank.path)
    words, nodes = (
        table.filter(pl.Series(np.isin(table["sentence"].to_numpy(), rows)))
        for table in (treebank.words, treebank.nodes)
    )
    label = _atom(pl.col("raw_label").cast(pl.String) if "raw_label" in nodes.columns else label_in_file())
    tag = _atom(pl.col("coarse_tag").cast(pl.String) + if_any("features", "##{}##"))
    form = _atom(pl.col("form").cast(pl.String))
    leaf = pl.format("({} {})", tag, form)
    if name == "discbracket":
        leaf = pl.format("({} {}={})", tag, pl.col("position") - 1, form)
    leaves = [column.to_list() for column in words.select(leaf.alias("text"), "parent")]
    columns = [column.to_list() for column in nodes.select(label.alias("text"), "parent", "first", "last")]
    starts, ends, tops, bottoms = (
        np.searchsorted(table["sentence"].to_numpy(), bounds).tolist()
        for table in (words, nodes)
        for bounds in (rows, rows + 1)
    )
    for start, end, top, bottom in zip(starts, ends, tops, bottoms, strict=True):
        yield WrittenTree(*(column[start:end] for column in leaves), *(column[top:bottom] for column in columns))


@dataclass(frozen=True)
class WrittenTree:
    """The words and nodes of a sentence. Parents are nodes, counted from 1; 0 is the top."""

    words: Sequence[str]  # as they are to be written
    word_parents: Sequence[int]
    labels: Sequence[str]
    parents: Sequence[int]
    first: Sequence[int]  # position of the first word, 0 for a node without words
    last: Sequence[int]

    @cached_property
    def children(self) -> list[list[int]]:
        """What top and nodes hold, by first words: nodes, and words as −1, −2, … Empty ones follow others."""
        found: list[list[tuple[float, int]]] = [[] for _ in range(len(self.labels) + 1)]
        end = [0.0] * len(found)
        for number, (parent, first, last) in enumerate(zip(self.parents, self.first, self.last, strict=True), 1):
            found[parent].append((first or end[parent] + 0.5, number))
            end[parent] = max(end[parent], last)
        for position, parent in enumerate(self.word_parents, 1):
            found[parent].append((position, -position))
        return [[item for _, item in sorted(items)] for items in found]


def one_line(tree: WrittenTree) -> str:
    """The tree on one line, with one space before every bracket that opens and every word."""
    return " ".join(_flat(tree, item) for item in tree.children[0])


def several_lines(tree: WrittenTree) -> list[str]:
    """The lines of the tree, constituents that are not too wide on one line each."""
    width = [2 + len(label) for label in ("", *tree.labels)]  # of each on one line; children come after their parents
    for number in range(len(tree.labels), 0, -1):
        items = tree.children[number]
        width[number] += sum(1 + (width[item] if item > 0 else len(tree.words[-item - 1])) for item in items)
    lines: list[str] = []
    to_do = [(item, 0) for item in reversed(tree.children[0])]
    while to_do:
        item, depth = to_do.pop()
        indent = 2 * min(depth, _DEEPEST_INDENT)
        if item == 0:  # the end of a constituent
            lines[-1] += ")"
        elif item < 0 or indent + width[item] <= WIDTH:
            lines.append(" " * indent + _flat(tree, item))
        else:
            lines.append(" " * indent + "(" + tree.labels[item - 1])
            to_do.append((0, depth))
            to_do.extend((child, depth + 1) for child in reversed(tree.children[item]))
    return lines


def _flat(tree: WrittenTree, root: int) -> str:
    pieces = []
    to_do = [root]  # no recursion: a file may nest more deeply than Python calls
    while to_do:
        item = to_do.pop()
        if item == 0:
            pieces.append(")")
        elif item < 0:
            pieces.append(" " + tree.words[-item - 1])
        else:
            pieces.append(" (" + tree.labels[item - 1])
            to_do.append(0)
            to_do.extend(reversed(tree.children[item]))
    return "".join(pieces)[1:]


def _atom(text: pl.Expr) -> pl.Expr:
    """The text as one atom: brackets as -LRB- and -RRB-, blanks as underscores."""
    return text.str.replace_many({"(": "-LRB-", ")": "-RRB-"}).str.replace_all(r"[ \t\r\n\v\f]", "_")
