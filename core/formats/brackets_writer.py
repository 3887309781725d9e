"""Writing bracketed trees.

A sentence that is as it was read is written as it stood in the file. One whose tables were changed is written anew,
over several lines where it was so before, else on one line. The label is then ``raw_label``. In a treebank of another
format, a label is the label, function, index and features put together, and a sentence of several trees gets an outer
bracket with an empty label, for a line of several trees is not one sentence in all files.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats.brackets_sentences import Lines, Sentences
from goldleaf.core.formats.brackets_style import Style
from goldleaf.core.formats.brackets_tables import TablesOf, tables
from goldleaf.core.formats.brackets_tokens import Fault, tokenise
from goldleaf.core.formats.format import Choices
from goldleaf.core.formats.kept_text import (
    Reread,
    Rows,
    check_constituents,
    check_readable,
    encoded,
    kept_or_anew,
    surroundings,
)
from goldleaf.core.formats.source import Part
from goldleaf.core.formats.tree_pieces import form, tag, trees_of
from goldleaf.core.formats.tree_text import Tree, one_line, several_lines
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import Treebank

COMPARED = {"words": ("position", "form", "coarse_tag", "features", "parent"), "nodes": ("raw_label", "parent")}

_UNPARSED = "(())"


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes.

    Raises GoldleafError when a constituent has a gap, which brackets cannot show, or when a sentence of another format
    could not be read, ValueError when the treebank was read
    without some of its columns.
    """
    if treebank.format == "brackets" and treebank.layout.of_file:
        return encoded(treebank, kept_or_anew(treebank, rereading(tables), COMPARED, _texts))
    check_readable(treebank)
    check_constituents(treebank)
    _check_gaps(treebank, np.arange(len(treebank)))
    lines = (_in_one_bracket(tree) for tree in _trees(treebank, np.arange(len(treebank))))
    return encoded(treebank, "".join(line + treebank.layout.newline for line in lines))


def rereading(tables_of: TablesOf) -> Reread:
    """What reads the sources of sentences again, each of them one sentence."""

    def reread(part: Part, places: Rows, readable: npt.NDArray[np.bool_]) -> dict[str, pl.DataFrame]:
        tokens = tokenise(part.text)
        sentences = Sentences(places, np.searchsorted(tokens.place, places))
        sentences.faults.update(dict.fromkeys(np.flatnonzero(~readable).tolist(), Fault(0, "")))
        words, nodes, _ = tables_of(tokens, sentences, Lines(part, Style.FLOWING), Choices())
        return {"words": words, "nodes": nodes}

    return reread


def _texts(treebank: Treebank, rows: Rows) -> list[str]:
    """The sentences in these rows written anew, laid out as in their source."""
    sources = treebank.sentences["source"].gather(rows).to_list()
    over_lines = np.array(["\n" in source.strip() for source in sources], bool)
    texts = []
    for source, lines in zip(sources, _lines(treebank, rows, over_lines), strict=True):
        before, after = surroundings(source)
        texts.append(before + treebank.layout.newline.join(lines) + after)
    return texts


def _lines(treebank: Treebank, rows: Rows, over_lines: npt.NDArray[np.bool_]) -> list[list[str]]:
    """The lines of the sentences in these rows, some of them over several lines."""
    _check_gaps(treebank, rows)
    return [
        (several_lines(tree) if several else [one_line(tree)]) if tree.words else [_UNPARSED]
        for tree, several in zip(_trees(treebank, rows), over_lines.tolist(), strict=True)
    ]


def _trees(treebank: Treebank, rows: Rows) -> Iterator[Tree]:
    return trees_of(treebank, rows, pl.format("({} {})", tag(), form()))


def _in_one_bracket(tree: Tree) -> str:
    tops = [*tree.parents, *tree.word_parents].count(0)
    return f"( {one_line(tree)})" if tops > 1 else one_line(tree) or _UNPARSED


def _check_gaps(treebank: Treebank, rows: Rows) -> None:
    sentence = treebank.nodes["sentence"].to_numpy()
    broken = sentence[discontinuous(treebank.nodes) & np.isin(sentence, rows)]
    if broken.size:
        raise GoldleafError(
            f"{treebank.path}: sentence {broken[0] + 1} has a constituent with a gap, which brackets cannot show; "
            "write the treebank as export or discbracket, or raise what crosses (goldleaf convert --apply "
            "attach-punctuation,raise)",
            path=treebank.path,
        )
