"""Treebanks of lattices: how ambiguous their tokens are, and whether the words of a gold or a parse are in them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.errors import PairError
from goldleaf.core.structures.lattice import (
    EDGE,
    Edge,
    Lattice,
    Segment,
    contains,
    distinct_edges,
    lattice_of,
    paths,
    segments_of,
    token_of_word,
)
from goldleaf.core.treebank import Treebank


def ambiguity(treebank: Treebank) -> pl.DataFrame:
    """For each surface token of lattices: ``sentence`` (from 0), ``token``, ``edges``, ``paths`` (as text)."""
    keys = ["sentence", "token"]
    ends = treebank.lattice_tokens.select(*keys, first="from", last="to")
    whole = (pl.col("from") == pl.col("first")) & (pl.col("to") == pl.col("last"))
    table = (
        distinct_edges(treebank.edges)
        .join(ends, on=keys)
        .group_by(keys)
        .agg(edges=pl.len(), whole=whole.sum())
        .sort(keys)
        .with_columns(paths=pl.col("whole").cast(pl.String))
    )
    split = table.with_row_index("row").filter(pl.col("edges") > pl.col("whole"))
    counts = table["paths"].to_list()
    for row, part in zip(split["row"].to_list(), _token_lattices(treebank, split), strict=True):
        counts[row] = str(paths(part))
    return table.select(*keys, "edges", pl.Series("paths", counts, pl.String))


def _token_lattices(treebank: Treebank, chosen: pl.DataFrame) -> Iterator[Lattice]:
    """The lattice of each of the tokens (``sentence``, ``token``), in their order, which is that of sentences."""
    keys = ["sentence", "token"]
    edges = distinct_edges(treebank.edges).join(chosen, on=keys, how="semi", maintain_order="left")
    edges = edges.select("sentence", *EDGE)
    found: dict[tuple[int, int], list[Edge]] = {key: [] for key in chosen.select(keys).iter_rows()}
    for sentence, *values in edges.iter_rows():
        edge = Edge(*values)
        found[sentence, edge.token].append(edge)
    for (sentence, _), inside in found.items():
        yield Lattice(sentence + 1, tuple(inside))


def coverage(lattices: Treebank, words: Treebank) -> pl.DataFrame:
    """Whether the words of a treebank are in its lattices, token by token: what an oracle would find.

    A row for each sentence: ``sentence`` (from 0), ``tokens``, ``in_lattice`` (tokens whose words are those of a path
    of their lattice), ``in_lattice_tagged`` (and whose coarse tags are), ``same_tokens`` (False: the lattice has
    another number of tokens, or numbers them otherwise; then all count as in it if the whole sentence is a path, else
    none). Unreadable sentences are left out. Raises PairError when there are not as many sentences.
    """
    if len(lattices) != len(words):
        raise PairError(
            f"{words.path}: {len(words)} sentences, but {len(lattices)} in {lattices.path}", path=words.path
        )
    keys = ["sentence", "token"]
    numbers = pl.Series("token", token_of_word(words), pl.UInt32)
    ours = (
        words.words.select("sentence", "form", "coarse_tag")
        .with_columns(numbers)
        .group_by(keys, maintain_order=True)
        .agg("form", "coarse_tag", words=pl.len())
        .with_row_index("row")
    )
    found, tagged = np.zeros(ours.height, bool), np.zeros(ours.height, bool)
    single = ours.filter(pl.col("words") == 1).with_columns(pl.col("form", "coarse_tag").list.first())
    whole = lattices.edges.join(
        lattices.lattice_tokens.select(*keys, "from", "to"), on=[*keys, "from", "to"], how="semi"
    )
    for columns, result in (([*keys, "form"], found), ([*keys, "form", "coarse_tag"], tagged)):
        result[single.join(whole, on=columns, how="semi")["row"].to_numpy()] = True
    several = ours.filter(pl.col("words") > 1).join(lattices.lattice_tokens, on=keys, how="semi", maintain_order="left")
    for part, (row, forms, tags) in zip(
        _token_lattices(lattices, several), several.select("row", "form", "coarse_tag").iter_rows(), strict=True
    ):
        segments = [Segment(form, tag) for form, tag in zip(forms, tags, strict=True)]
        found[row], tagged[row] = contains(part, segments), contains(part, segments, tagged=True)
    return _by_sentence(lattices, words, ours, found, tagged)


def _by_sentence(
    lattices: Treebank,
    words: Treebank,
    ours: pl.DataFrame,
    found: npt.NDArray[np.bool_],
    tagged: npt.NDArray[np.bool_],
) -> pl.DataFrame:
    sentence = ours["sentence"].to_numpy()
    tokens = np.bincount(sentence, minlength=len(words))
    of, number = (lattices.lattice_tokens[name].to_numpy() for name in ("sentence", "token"))
    theirs, last = np.bincount(of, minlength=len(words)), np.zeros(len(words), np.int64)
    np.maximum.at(last, of, number)
    same = (tokens == theirs) & (last == theirs)
    counts = [np.bincount(sentence, right, len(words)).astype(np.int64) for right in (found, tagged)]
    for row in np.flatnonzero(~same).tolist():
        lattice, segments = lattice_of(lattices, row), segments_of(words, row)
        for count, with_tags in zip(counts, (False, True), strict=True):
            count[row] = tokens[row] if contains(lattice, segments, tagged=with_tags) else 0
    table = pl.DataFrame(
        {
            "sentence": np.arange(len(words), dtype=np.uint32),
            "tokens": tokens,
            "in_lattice": counts[0],
            "in_lattice_tagged": counts[1],
            "same_tokens": same,
        }
    )
    return table.filter(lattices.sentences["readable"] & words.sentences["readable"])
