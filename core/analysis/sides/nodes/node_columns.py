"""The nodes of one side's trees as columns: what a condition may name of a constituent, or of a node of functions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.analysis.sides.side_rows import or_null
from goldleaf.core.structures import parents
from goldleaf.core.structures.parents import Bools, Integers
from goldleaf.core.treebank import Treebank

OF_PARENTS = ("label", "function")
"""The columns that a node has of its parent, too, as ``parent_label``."""

OF_HEADS = {"form": "form", "tag": "coarse_tag", "lemma": "lemma", "position": "position"}
"""The columns that a node has of its head, as ``head_form``, and where words have them."""

HEADS = ("hd", "h")
"""What a function that ends in one of these, in capitals or not, says: that it is the head's."""


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The nodes of a treebank's trees.

    ``nodes`` has a row each: ``sentence`` (the row of the treebank's sentences) and the columns that conditions name.
    ``parent`` is the row of each one's parent, −1 for none. Rows that are one node of the tree, with several functions,
    have the ``same`` row, one of theirs; only such a one is a parent. ``lowest`` is for each word of the treebank the
    row of the least node over it, −1 for none.
    """

    treebank: Treebank
    nodes: pl.DataFrame
    parent: Integers
    same: Integers
    lowest: Integers

    def words_of(self, rows: Integers) -> pl.DataFrame:
        """Rows (``node``, ``word``): the rows of the words of some nodes, in their order."""
        wanted = np.zeros(len(self.parent), bool)
        wanted[self.same[rows]] = True
        node, word = self.lowest, np.arange(len(self.lowest))
        found = [(rows[:0], rows[:0])]
        while (there := node >= 0).any():
            node, word = node[there], word[there]
            hit = wanted[node]
            found.append((node[hit], word[hit]))
            node = self.parent[node]
        nodes, words = (np.concatenate([part[place] for part in found]) for place in (0, 1))
        members = pl.DataFrame({"same": nodes, "word": words}).sort("same", "word")
        return (
            pl.DataFrame({"node": rows, "same": self.same[rows]})
            .join(members, on="same", how="inner", maintain_order="left_right")
            .select("node", "word")
        )

    def texts(self, rows: Integers) -> pl.Series:
        """The words of some nodes, with blanks between them; null for one without words."""
        own = self.nodes.select("sentence", pl.col("first", "last", "words").cast(pl.Int64))[rows]
        told = own.select(
            pl.when(pl.col("last") - pl.col("first") + 1 == pl.col("words")).then(
                _slices(self.treebank, pl.col("sentence"), pl.col("first"), pl.col("last"))
            )
        ).to_series()
        rest = np.flatnonzero(told.is_null().to_numpy())
        return told.scatter(rest, self._joined(rows[rest])) if len(rest) else told

    def _joined(self, rows: Integers) -> pl.Series:
        """The texts of nodes with gaps, and of such as have no words."""
        found = self.words_of(rows)
        forms = self.treebank.words["form"].gather(found["word"]).cast(pl.String)
        joined = (
            found.select("node", form=forms).group_by("node", maintain_order=True).agg(pl.col("form").str.join(" "))
        )
        return pl.DataFrame({"node": rows}).join(joined, on="node", how="left", maintain_order="left")["form"]


def _slices(treebank: Treebank, sentence: pl.Expr, first: pl.Expr, last: pl.Expr) -> pl.Expr:
    """The words from one position to another, cut out of the texts of whole sentences, which takes a tenth of the time
    of putting them together one by one.
    """
    forms = treebank.words["form"].cast(pl.String)
    ends = (forms.str.len_chars().cast(pl.Int64) + 1).cum_sum()
    bounds = pl.concat([pl.Series([0], dtype=pl.Int64), ends])  # of each word in the text of all, and its end
    texts = (
        treebank.words.select("sentence", form=forms)
        .group_by("sentence", maintain_order=True)
        .agg(pl.col("form").str.join(" "))
    )
    every = pl.DataFrame({"sentence": np.arange(len(treebank), dtype=np.uint32)})
    of_sentence = every.join(texts, on="sentence", how="left", maintain_order="left")["form"]
    first_word = treebank.sentences["first_word"].cast(pl.Int64)
    begin = pl.lit(first_word).gather(sentence)
    offset = pl.lit(bounds).gather(begin + first - 1)
    length = pl.lit(bounds).gather(begin + last) - 1 - offset
    return pl.lit(of_sentence).gather(sentence).str.slice(offset - pl.lit(bounds).gather(begin), length)


def made(treebank: Treebank, nodes: pl.DataFrame, parent: Integers, same: Integers, lowest: Integers) -> Side:
    """A side with the columns that follow from where its nodes stand.

    ``nodes`` needs ``sentence``, ``label`` or ``function`` or both, ``first``, ``last``, ``words``, ``discontinuous``,
    and ``head``: the row of the word that is the head, −1 for none.
    """
    own = same == np.arange(len(same))
    depth = parents.depths(parent, int(np.bincount(nodes["sentence"].to_numpy()).max(initial=0)))
    children = np.bincount(parent[own & (parent >= 0)], minlength=len(parent))[same]
    above = or_null(parent)
    columns = {
        "depth": pl.Series(depth, dtype=pl.UInt32),
        "children": pl.Series(children, dtype=pl.UInt32),
        **{f"parent_{name}": nodes[name].gather(above) for name in OF_PARENTS if name in nodes.columns},
        **_of_heads(treebank, nodes["head"].to_numpy()),
    }
    return Side(treebank, nodes.drop("head").with_columns(**columns), parent, same, lowest)


def _of_heads(treebank: Treebank, head: Integers) -> dict[str, pl.Series]:
    words, rows = treebank.words, or_null(head)
    return {f"head_{name}": words[column].gather(rows) for name, column in OF_HEADS.items() if column in words.columns}


def heads(of_words: Integers, of_nodes: Integers, word_heads: Bools, node_heads: Bools, size: Integers) -> Integers:
    """For each constituent the row of the word that is its head, −1 where the file does not say.

    ``of_words`` and ``of_nodes`` are the rows of the constituents above, ``word_heads`` and ``node_heads`` tell the
    daughters that are heads, and ``size`` how many words each has; the only word of one is its head.
    """
    found = np.full(len(of_nodes), -1)
    further = np.full(len(of_nodes), -1)
    for parent, is_head, target in ((of_nodes, node_heads, further), (of_words, word_heads, found)):
        rows = np.flatnonzero((parent >= 0) & is_head)[::-1]  # so that of several the first one counts
        target[parent[rows]] = rows
    sizes = np.append(size, 0)  # the last of which is where −1 points
    only = np.flatnonzero((of_words >= 0) & (sizes[of_words] == 1))
    found[of_words[only]] = only
    alone = np.flatnonzero((of_nodes >= 0) & (sizes[of_nodes] == 1) & (size == 1))
    further[of_nodes[alone]] = alone
    while (open_ := np.flatnonzero((found < 0) & (further >= 0))).size:
        found[open_] = found[further[open_]]
        further[open_] = further[further[open_]]
    return found


def is_head(function: pl.Series) -> npt.NDArray[np.bool_]:
    """Which functions are those of heads."""
    return function.cast(pl.String).str.to_lowercase().is_in(HEADS).fill_null(value=False).to_numpy()
