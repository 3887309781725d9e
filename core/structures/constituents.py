"""Constituents as they are made ready for scoring: without traces, indices and unary chains; with a root above several
trees, without a second tag above each word; with all that an annotation leaves unattached hung in (SPMRL 2013)."""

from __future__ import annotations

from bisect import bisect
from dataclasses import replace
from itertools import pairwise, starmap

import numpy as np
import polars as pl

from goldleaf.core.facts import Bools, Integers
from goldleaf.core.structures import parents
from goldleaf.core.structures.labels import with_raw_labels
from goldleaf.core.structures.phrase import TRACE, parent_rows, traces, with_yields
from goldleaf.core.treebank import NODES, TEXT, Treebank, detached, renumbered


def without_traces(treebank: Treebank) -> Treebank:
    """The treebank without the words that are not pronounced (``-NONE-``), the constituents that have no others, and
    the indices that linked them; function tags stay (SPMRL 2013, §4.2). All is numbered anew."""
    if not traces(treebank).any():
        return treebank
    # Arguments and lattices are not looked at: treebanks of constituents have none.
    kept = treebank.words.filter(pl.col("coarse_tag").cast(pl.String) != TRACE)
    position = pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("sentence")
    words = kept.with_columns(position=position, index=pl.lit("_").cast(TEXT))
    # Secondary edges that begin at a trace go with it; those that begin at a constituent have the word 0.
    now = kept.select("sentence", word="position").with_columns(now=words["position"])
    edges = treebank.secondary_edges.join(now, on=["sentence", "word"], how="left", maintain_order="left")
    edges = edges.filter((pl.col("word") == 0) | pl.col("now").is_not_null())
    nodes = with_yields(words, treebank.nodes)
    edges = edges.with_columns(word=pl.coalesce("now", "word")).drop("now")
    plain_nodes = nodes.with_columns(index=pl.lit("_").cast(TEXT))
    sentences = renumbered(treebank.sentences, words)
    made = detached(treebank, words=words, sentences=sentences, nodes=plain_nodes, secondary_edges=edges)
    made = without_nodes(made, (nodes["size"] == 0).to_numpy())
    if "raw_label" not in made.nodes.columns:
        return made
    raw = pl.col("raw_label").cast(pl.String)
    category, features = raw.str.split("##").list.first(), raw.str.extract("(##.*)", 1).fill_null("")
    # Labels that begin with a separator stay whole, as their reader leaves them.
    stem = category.str.replace(r"([-=][0-9]+)+$", "")
    plain = pl.when(raw.str.starts_with("-")).then(raw).otherwise(stem + features)
    return replace(made, nodes=made.nodes.with_columns(raw_label=plain.cast(TEXT)))


def collapsed(treebank: Treebank) -> Treebank:
    """The treebank with chains of constituents that have one child of their own category each made one (NP → NP). The
    upper one stays, with the lower one's function, index and features where it has none itself."""
    nodes = treebank.nodes
    parent = parent_rows(nodes, nodes)
    of_words = parent_rows(treebank.words, nodes)
    children = np.bincount(parent[parent >= 0], minlength=nodes.height)
    children += np.bincount(of_words[of_words >= 0], minlength=nodes.height)
    label = nodes["label"].to_physical().to_numpy()
    # −1 points at the last row, which `parent >= 0` takes back.
    single = (parent >= 0) & (children[parent] == 1) & (label[parent] == label)
    if not single.any():
        return treebank
    # The lower of two often has what matters: treebanks mark the function or the antecedent at one of them.
    given = {name: nodes[name].cast(pl.String).to_list() for name in ("function", "index", "features")}
    for row in np.flatnonzero(single)[::-1].tolist():  # from the bottom up, so that a chain hands on what it has
        for values in given.values():
            if values[parent[row]] in ("_", "--", ""):
                values[parent[row]] = values[row]
    taken = nodes.with_columns(pl.Series(name, values, dtype=pl.String).cast(TEXT) for name, values in given.items())
    return without_nodes(detached(treebank, nodes=with_raw_labels(nodes, taken)), single)


def rooted(treebank: Treebank, label: str) -> Treebank:
    """The treebank with a constituent above what stands side by side at the top of a sentence (SPMRL 2013, §4.2: pseudo
    roots XP, so that what one treebank has as several trees is one as in the other). One without a label gets it."""
    nodes, words = treebank.nodes, treebank.words
    at_top = [table.filter(pl.col("parent") == 0)["sentence"].to_numpy() for table in (nodes, words)]
    tops = np.bincount(np.concatenate(at_top), minlength=len(treebank))
    several = pl.Series("several", tops > 1)
    # Brackets around a whole tree often have no label; around one constituent they are no root that anyone would score.
    children = np.bincount(parent_rows(nodes, nodes) + 1, minlength=nodes.height + 1)[1:]
    bare = (nodes["parent"] == 0) & (nodes["label"].cast(pl.String) == "") & pl.Series(children > 1)
    if not several.any() and not bare.any():
        return treebank
    new_label = pl.lit(label).cast(TEXT)
    texts = [name for name in ("label", "raw_label") if name in nodes.columns]
    labeled = nodes.with_columns(pl.when(bare).then(new_label).otherwise(name).alias(name) for name in texts)
    shift = pl.col("several").cast(pl.UInt32)

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the numbers of constituents that they have below a new one."""
        own = table.with_columns(several.gather(table["sentence"]))
        return own.with_columns(pl.col(name) + shift for name in columns).drop("several")

    nothing = dict.fromkeys(("function", "index", "features"), pl.lit("_").cast(TEXT))
    values = nothing | dict.fromkeys(texts, new_label) | {"node": pl.lit(1, pl.UInt32), "parent": pl.lit(0, pl.UInt32)}
    new = pl.DataFrame({"sentence": pl.Series(np.flatnonzero(tops > 1), dtype=pl.UInt32)}).with_columns(**values)
    below = moved(labeled, "node", "parent")
    joined = pl.concat([new, below], how="diagonal").select(below.columns).sort("sentence", "node")
    filled = joined.with_columns(pl.col(name).fill_null(0) for name in ("line", "first", "last", "size", "yield"))
    moved_words = moved(words, "parent")
    edges = treebank.secondary_edges
    of_nodes = pl.when(edges["node"] > 0).then("node").otherwise(edges["node"])
    shifted = moved(edges, "node", "parent").with_columns(node=of_nodes)
    made = with_yields(moved_words, pl.DataFrame(filled, schema_overrides=NODES))
    return detached(treebank, words=moved_words, nodes=made, secondary_edges=shifted)


def without_upper_tags(treebank: Treebank) -> Treebank:
    """The treebank without the constituents that hold one word and nothing else, one above each word (SPMRL 2013, note
    23: the syntactic layer of tags in the Hebrew treebank, which a stricter protocol strips before scoring)."""
    nodes = treebank.nodes
    of_words, above = parent_rows(treebank.words, nodes), parent_rows(nodes, nodes)
    words = np.bincount(of_words + 1, minlength=nodes.height + 1)[1:]
    inner = np.bincount(above + 1, minlength=nodes.height + 1)[1:]  # the first count is of those without a parent
    return without_nodes(treebank, (words == 1) & (inner == 0))


def attached_low(treebank: Treebank) -> Treebank:
    """Words and constituents that stand beside a tree hung into it: below the lowest constituent that holds the words
    to their left and right (Maier et al. 2012), the words next to them that are attached (SPMRL 2013, §4.5). What is
    unattached at an edge of its sentence goes to the top of the tree beside. The tree of a sentence is its constituent
    with the most words, the first of several; sentences without constituents are left as they are."""
    nodes = treebank.nodes
    of_words, of_nodes = parent_rows(treebank.words, nodes), parent_rows(nodes, nodes)
    starts = [*treebank.sentences["first_word"].to_list(), treebank.words.height]
    bounds = np.searchsorted(nodes["sentence"].to_numpy(), np.arange(len(treebank) + 1)).tolist()
    size = nodes["size"].to_numpy()
    words, above = of_words.tolist(), of_nodes.tolist()
    for words_of, nodes_of in zip(starmap(range, pairwise(starts)), starmap(range, pairwise(bounds)), strict=True):
        tops = [row for row in nodes_of if above[row] < 0]
        if tops:
            root = max(tops, key=lambda row: (size[row], -row))
            _hang(words_of, root, words, above)
            for top in tops:
                if top != root and above[top] < 0:  # has no words
                    above[top] = root
    # What was whole keeps its layout: writers give the same bytes back.
    if words == of_words.tolist() and above == of_nodes.tolist():
        return treebank
    return hung(treebank, np.array(words, np.int64), np.array(above, np.int64))


def _hang(rows: range, root: int, words: list[int], above: list[int]) -> None:
    """Hang the words of a sentence into its tree, whose root is a row of the nodes; changes their parents."""
    path: dict[int, list[int]] = {}  # of each word all that is above it, from the bottom up
    for row in rows:
        path[row] = []
        node = words[row]
        while node >= 0:
            path[row].append(node)
            node = above[node]
    inside = [row for row in rows if root in path[row]]
    for row in (row for row in rows if root not in path[row]):
        place = bisect(inside, row)
        target = root
        if 0 < place < len(inside):
            target = next(node for node in path[inside[place - 1]] if node in path[inside[place]])
        if not path[row]:
            words[row] = target
        elif above[path[row][-1]] < 0:  # a constituent goes where its first word would
            above[path[row][-1]] = target


def without_nodes(treebank: Treebank, gone: Bools) -> Treebank:
    """The treebank without some constituents; what they held is held by the next one above that stays."""
    if not gone.any():
        return treebank
    nodes = treebank.nodes
    # Chains of what goes are gone up together, a step a round, until each ends at what stays or at the top.
    kept = np.append(parent_rows(nodes, nodes), -1)
    while (inner := (kept >= 0) & np.append(gone, False)[kept]).any():
        kept[inner] = kept[kept[inner]]
    sentence = nodes["sentence"].to_numpy()
    staying = np.append(0, np.cumsum(~gone))
    number = staying[1:] - staying[np.searchsorted(sentence, sentence)]  # of each that stays, in its sentence
    number = np.append(number, 0)

    def numbered(table: pl.DataFrame) -> pl.Series:
        parent = parent_rows(table, nodes)
        parent = np.where((parent >= 0) & np.append(gone, False)[parent], kept[parent], parent)
        return pl.Series("parent", number[parent], dtype=pl.UInt32)

    words = treebank.words.with_columns(numbered(treebank.words))
    left = nodes.with_columns(numbered(nodes), pl.Series("node", number[:-1], dtype=pl.UInt32)).filter(pl.Series(~gone))
    edges = _edges(treebank, number, gone)
    return detached(treebank, words=words, nodes=with_yields(words, left), secondary_edges=edges)


def hung(treebank: Treebank, of_words: Integers, of_nodes: Integers) -> Treebank:
    """The treebank with words and constituents below other parents, given as rows of the nodes, −1 for the top.
    Constituents are numbered anew: parents first, siblings in the order of their first words."""
    nodes = treebank.nodes
    sentence = nodes["sentence"].to_numpy()
    first = np.searchsorted(sentence, np.arange(len(treebank) + 1))
    # Siblings stand in the order of their first words, so a parent, which has the same first word, is the less deep.
    least = np.full(nodes.height, np.iinfo(np.int64).max)
    inside = np.flatnonzero(of_words >= 0)
    np.minimum.at(least, of_words[inside], inside)
    for below, above in parents.climbs(of_nodes):
        np.minimum.at(least, above, least[below])
    order = np.lexsort((parents.depths(of_nodes), least, sentence))
    new = np.append(np.argsort(order) - first[sentence] + 1, 0)  # the new number of each row; 0 for −1
    words = treebank.words.with_columns(parent=pl.Series(new[of_words], dtype=pl.UInt32))
    numbers = {"node": new[:-1], "parent": new[of_nodes]}
    changed = nodes.with_columns(pl.Series(name, rows, dtype=pl.UInt32) for name, rows in numbers.items())[order]
    edges = _edges(treebank, new, np.zeros(nodes.height, bool))
    return detached(treebank, words=words, nodes=with_yields(words, changed), secondary_edges=edges)


def _edges(treebank: Treebank, number: Integers, gone: Bools) -> pl.DataFrame:
    """The secondary edges between what stays, with its numbers."""
    edges = treebank.secondary_edges
    if not edges.height:
        return edges
    ends = {name: edges.select("sentence", parent=pl.col(name)) for name in ("node", "parent")}
    rows = {name: parent_rows(end, treebank.nodes) for name, end in ends.items()}
    lost = np.append(gone, False)
    stays = ~(lost[rows["node"]] | lost[rows["parent"]])
    changed = edges.with_columns(pl.Series(name, number[row], dtype=pl.UInt32) for name, row in rows.items())
    return changed.filter(pl.Series(stays))
