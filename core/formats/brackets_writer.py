"""Writing bracketed trees, which may be of any depth, in both of their formats.

A sentence that is as it was read is written as it stood in the file. One whose tables were changed is written anew: in
brackets over several lines where it was so before, else on one line. The label is then ``raw_label``. In a treebank of
another format, a label is the label, function, index and features put together, and in brackets a sentence of several
trees gets an outer one with an empty label, for a line of several trees is not one sentence in all files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.brackets import tables
from goldleaf.core.formats.brackets_trees import Flaw, Lines, Sentences, Style, tokenise
from goldleaf.core.formats.source import Choices, Part, Rows, check_constituents, check_readable, encoded, kept_or_anew
from goldleaf.core.structures.labels import if_any, label_in_file
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import Treebank

UNPARSED = "(())"
WIDTH = 80  # characters that a constituent may take before it goes over several lines
_DEEPEST_INDENT = 40


_COMPARED = {"words": ("position", "form", "coarse_tag", "features", "parent"), "nodes": ("raw_label", "parent")}


def to_bytes(name: str, treebank: Treebank) -> bytes:
    """The file's bytes; ``name`` is the format's. Raises GoldleafError when a constituent has a gap, which brackets
    without places cannot show, or when a sentence of another format could not be read, ValueError when the treebank was
    read without some of its columns."""
    # What nobody changed stays byte by byte, however it is laid out.
    if treebank.format == name and treebank.layout.of_file:
        reread, write = partial(_reread, name), partial(_within_sources, name)
        return encoded(treebank, kept_or_anew(treebank, reread, _COMPARED, write))
    check_readable(treebank)
    check_constituents(treebank)
    lines = []
    for tree in _trees(name, treebank, np.arange(len(treebank))):
        wrapped = name == "brackets" and [*tree.parents, *tree.word_parents].count(0) > 1
        line = f"( {one_line(tree)})" if wrapped else one_line(tree) or UNPARSED
        lines.append(line + treebank.layout.newline)
    return encoded(treebank, "".join(lines))


def _reread(name: str, part: Part, places: Rows, readable: npt.NDArray[np.bool_]) -> dict[str, pl.DataFrame]:
    tokens = tokenise(part.text)
    sentences = Sentences(places, np.searchsorted(tokens.place, places))
    sentences.faults.update(dict.fromkeys(np.flatnonzero(~readable).tolist(), Flaw(0, "")))
    words, nodes, _ = tables(name, tokens, sentences, Lines(part, Style.FLOWING), Choices())
    return {"words": words, "nodes": nodes}


def _within_sources(name: str, treebank: Treebank, rows: Rows) -> list[str]:
    texts = []
    for source, tree in zip(treebank.sentences["source"].gather(rows), _trees(name, treebank, rows), strict=True):
        before, after = source[: len(source) - len(source.lstrip())], source[len(source.rstrip()) :]
        of_lines = name == "brackets" and "\n" in source.strip() and tree.words
        lines = several_lines(tree) if of_lines else [one_line(tree) or UNPARSED]
        texts.append(before + treebank.layout.newline.join(lines) + after)
    return texts


def _trees(name: str, treebank: Treebank, rows: Rows) -> Iterator[WrittenTree]:
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
