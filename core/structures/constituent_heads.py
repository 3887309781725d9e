"""Heads in constituents, and the dependencies that they make (CoNLL-X 2006, §4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.structures.function import NO_FUNCTION
from goldleaf.core.structures.head_table import ROOT, Child, HeadTable
from goldleaf.core.treebank import NODES, TEXT, WORDS, Treebank, detached, empty

ROOT_LABEL = "ROOT"
_OWN = ("parent", "function", "index")  # columns of words in constituents only


class Tree(NamedTuple):
    """One sentence's constituents with their heads. Children are nodes, from 1, and words as −1, −2, …

    ``children`` (0 is the top) in the order of first words; ``head`` is each node's child, 0 for none, at the top, too.
    """

    children: list[list[int]]
    head: list[int]
    functions: list[str]  # of nodes, that of node n at n
    word_functions: list[str]  # of words, that of word n at n − 1


def headed_trees(treebank: Treebank, table: HeadTable) -> Iterator[Tree]:
    """The trees of each sentence with the heads that a table finds. The top has one where the table knows `ROOT`.

    Constituents without words are no children. Raises GoldleafError where the table finds no head.
    """
    at_top = table.knows(ROOT)
    chosen: dict[tuple[str, tuple[Child, ...]], int] = {}
    for nodes, words in zip(*(_sentences(treebank, name) for name in ("nodes", "words")), strict=True):
        parents, labels, functions, firsts, sizes = nodes
        word_parents, tags, word_functions = words
        children = _children(parents, firsts, sizes, word_parents)
        about = [Child(""), *map(Child, labels, functions), *reversed([*map(Child, tags, word_functions)])]
        head = [0] * len(children)
        for node in range(not at_top, len(children)):
            if children[node]:
                key = (labels[node - 1] if node else ROOT, tuple(about[child] for child in children[node]))
                place = chosen[key] = chosen[key] if key in chosen else table.head(*key)
                head[node] = children[node][place]
        yield Tree(children, head, ["_", *functions], word_functions)


_COLUMNS = {"nodes": ("parent", "label", "function", "first", "size"), "words": ("parent", "coarse_tag", "function")}


def _sentences(treebank: Treebank, name: str) -> Iterator[list[list[Any]]]:
    """The `_COLUMNS` of a table, a sentence at a time; text as strings."""
    table = getattr(treebank, name).select(pl.col(_COLUMNS[name])).with_columns(pl.col(pl.Categorical).cast(pl.String))
    columns = [column.to_list() for column in table.get_columns()]
    sentence = getattr(treebank, name)["sentence"].to_numpy()
    bounds = np.searchsorted(sentence, np.arange(len(treebank) + 1)).tolist()
    for first, end in pairwise(bounds):
        yield [column[first:end] for column in columns]


def dependencies(treebank: Treebank, table: HeadTable) -> Treebank:
    """A treebank of constituents as one of dependencies: each word depends on the head of the smallest constituent
    that it does not head; its label is the function of the largest that it does, ``ROOT`` for a whole tree without one.

    Traces are words as all others; `traces.without_traces` takes them out. Raises GoldleafError where the table finds
    no head.
    """
    heads: list[int] = []
    labels: list[str] = []
    for tree in headed_trees(treebank, table):
        found = _of_tree(tree)
        heads += [head for head, _ in found]
        labels += [label for _, label in found]
    words = treebank.words.drop(_OWN, strict=False).with_columns(
        head=pl.Series(heads, dtype=WORDS["head"]), label=pl.Series(labels, dtype=pl.String).cast(TEXT)
    )
    edges, lines = treebank.secondary_edges.clear(), treebank.other_lines.clear()
    made = detached(treebank, words=words, nodes=empty(NODES), secondary_edges=edges, other_lines=lines)
    columns = tuple(name for name in WORDS if name not in ("sentence", "line"))
    return replace(made, layout=replace(made.layout, format="conllx", columns=columns))


def head_words(tree: Tree) -> list[int]:
    """The position of the word that heads each node, that of node n at n; 0 for none."""
    heading = [0] * len(tree.children)
    for node in range(len(tree.children) - 1, -1, -1):
        head = tree.head[node]
        heading[node] = heading[head] if head > 0 else -head
    return heading


def _of_tree(tree: Tree) -> list[tuple[int, str]]:
    """The head and label of each word of a sentence."""
    heading = head_words(tree)

    def word_of(child: int) -> int:
        return heading[child] if child > 0 else -child

    found = [(0, ROOT_LABEL)] * len(tree.word_functions)
    for node, children in enumerate(tree.children):
        for child in children:
            function = tree.functions[child] if child > 0 else tree.word_functions[-child - 1]
            if node and child != tree.head[node]:
                found[word_of(child) - 1] = (heading[node], function)
            elif not node:
                found[word_of(child) - 1] = (0 if child == tree.head[0] else heading[0], _label(function))
    return found


def _label(function: str) -> str:
    """The label of the head of a whole tree."""
    return ROOT_LABEL if function in NO_FUNCTION else function


def _children(parents: list[int], firsts: list[int], sizes: list[int], word_parents: list[int]) -> list[list[int]]:
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(parents) + 1)]
    for node, (parent, first, size) in enumerate(zip(parents, firsts, sizes, strict=True), 1):
        if size:
            found[parent].append((first, node))
    for position, parent in enumerate(word_parents, 1):
        found[parent].append((position, -position))
    return [[child for _, child in sorted(items)] for items in found]
