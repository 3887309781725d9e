"""Writing bracketed trees.

A sentence that is as it was read is written as it stood in the file. One whose tables were changed, or that comes from
another format, is written anew: over several lines where it was so before, else on one line. The label is then
``raw_label``, or in a treebank without this column the label, function, index and features put together.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from core.errors import GoldleafError
from core.formats.brackets_labels import split_labels
from core.formats.brackets_sentences import Sentences, readable_trees
from core.formats.brackets_tables import label_column, parent_numbers, tag_column
from core.formats.brackets_tokens import Fault, tokenise
from core.formats.tree_text import Tree, one_line, several_lines
from core.structures.phrase import discontinuous
from core.treebank import Treebank

UNPARSED = "(())"


def to_bytes(treebank: Treebank) -> bytes:
    """The file's bytes.

    Raises GoldleafError when a constituent has a gap, which brackets cannot show, ValueError when the treebank was read
    without some of its columns.
    """
    mark = codecs.BOM_UTF8 if treebank.layout.byte_order_mark else b""
    texts = _texts(treebank) if treebank.format == "brackets" else _new_texts(treebank)
    return mark + "".join(texts).encode(treebank.layout.encoding)


def _new_texts(treebank: Treebank) -> Iterator[str]:
    for tree in trees_of(treebank, np.ones(len(treebank), bool)).values():
        yield (one_line(tree) or UNPARSED) + treebank.layout.newline


def _texts(treebank: Treebank) -> Iterator[str]:
    """The text of each sentence with all that follows it."""
    if "source" not in treebank.sentences.columns:
        raise ValueError("to_bytes: the treebank was read without the column source")
    newline = treebank.layout.newline
    changed = trees_of(treebank, ~unchanged(treebank))
    for row, source in enumerate(treebank.sentences["source"]):
        yield _written_anew(changed[row], source, newline) if row in changed else source


def _written_anew(tree: Tree, source: str, newline: str) -> str:
    before, after = source[: len(source) - len(source.lstrip())], source[len(source.rstrip()) :]
    lines = several_lines(tree) if "\n" in source.strip() else [one_line(tree)]
    return before + (newline.join(lines) or UNPARSED) + after


def trees_of(treebank: Treebank, chosen: npt.NDArray[np.bool_]) -> dict[int, Tree]:
    """The trees of the chosen sentences. Raises GoldleafError when a constituent has a gap."""
    _check_gaps(treebank.nodes, chosen)
    words = treebank.words.filter(pl.Series(chosen[treebank.words["sentence"].to_numpy()]))
    nodes = treebank.nodes.filter(pl.Series(chosen[treebank.nodes["sentence"].to_numpy()]))
    leaf = pl.format("({} {})", _atom(_text("coarse_tag") + _features()), _atom(_text("form")))
    leaves = words.select("sentence", "parent", text=leaf)
    branches = nodes.select("sentence", "parent", "first", "last", text=_atom(_raw_label(nodes)))
    rows = np.flatnonzero(chosen)
    return dict(zip(rows.tolist(), _each(leaves, branches, rows), strict=True))


def _each(leaves: pl.DataFrame, branches: pl.DataFrame, rows: npt.NDArray[np.int64]) -> Iterator[Tree]:
    ends = [np.searchsorted(table["sentence"].to_numpy(), [rows, rows + 1]).T.tolist() for table in (leaves, branches)]
    words, word_parents = leaves["text"].to_list(), leaves["parent"].to_list()
    columns = [branches[name].to_list() for name in ("text", "parent", "first", "last")]
    for (start, end), (top, bottom) in zip(*ends, strict=True):
        yield Tree(words[start:end], word_parents[start:end], *(column[top:bottom] for column in columns))


def unchanged(treebank: Treebank) -> npt.NDArray[np.bool_]:
    """The sentences whose words and nodes are those of their source. Unreadable ones are."""
    texts = [source.encode() for source in treebank.sentences["source"]]
    length = np.fromiter(map(len, texts), np.int64, len(texts))
    place = np.cumsum(length) - length
    tokens = tokenise(b"".join(texts))
    sentences = Sentences(place, np.searchsorted(tokens.place, place))
    unreadable = np.flatnonzero(~treebank.sentences["readable"].to_numpy())
    sentences.faults.update(dict.fromkeys(unreadable.tolist(), Fault(0, "")))
    trees, atoms = readable_trees(tokens, sentences), tokens.atoms()
    tags = split_labels(tag_column(trees, atoms), "-")
    words = {
        "sentence": trees.word_sentence,
        "form": atoms.gather(pl.Series(trees.form)),
        "coarse_tag": tags["whole"],
        "features": tags["features"],
        "parent": parent_numbers(trees.word_parent, trees.word_sentence, trees),
    }
    nodes = {
        "sentence": trees.node_sentence,
        "raw_label": label_column(trees, atoms),
        "parent": parent_numbers(trees.parent, trees.node_sentence, trees),
    }
    same = _same_rows(treebank.words, pl.DataFrame(words), len(texts))
    same &= _same_rows(treebank.nodes, pl.DataFrame(nodes), len(texts))
    return same


def _same_rows(table: pl.DataFrame, other: pl.DataFrame, sentences: int) -> npt.NDArray[np.bool_]:
    """The sentences whose rows are the same in the columns of the other table."""
    sentence, other_sentence = table["sentence"].to_numpy(), other["sentence"].to_numpy()
    count, other_count = (np.bincount(rows, minlength=sentences) for rows in (sentence, other_sentence))
    same: npt.NDArray[np.bool_] = count == other_count
    one, two = table.filter(pl.Series(same[sentence])), other.filter(pl.Series(same[other_sentence]))
    for name in other.columns[1:]:
        differ = (one[name].to_physical() != two[name].to_physical()).to_numpy()
        same[one["sentence"].to_numpy()[differ]] = False
    return same


def _check_gaps(nodes: pl.DataFrame, chosen: npt.NDArray[np.bool_]) -> None:
    sentence = nodes["sentence"].to_numpy()
    broken = sentence[discontinuous(nodes) & chosen[sentence]]
    if broken.size:
        raise GoldleafError(
            f"sentence {broken[0] + 1} has a constituent with a gap, which brackets cannot show; "
            "write the treebank as export or discbracket"
        )


def _raw_label(nodes: pl.DataFrame) -> pl.Expr:
    if "raw_label" in nodes.columns:
        return _text("raw_label")
    return _text("label") + _if_any("function", "-{}") + _if_any("index", "-{}") + _features()


def _features() -> pl.Expr:
    return _if_any("features", "##{}##")


def _if_any(column: str, pattern: str) -> pl.Expr:
    return pl.when(_text(column) == "_").then(pl.lit("")).otherwise(pl.format(pattern, _text(column)))


def _text(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String)


def _atom(text: pl.Expr) -> pl.Expr:
    """The text as one atom: brackets as -LRB- and -RRB-, blanks as underscores."""
    return text.str.replace_many({"(": "-LRB-", ")": "-RRB-"}).str.replace_all(r"[ \t\r\n\v\f]", "_")
