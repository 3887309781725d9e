"""Heads in constituents, and what is made with them: dependencies (CoNLL-X 2006, §4.2), constituents with the features
of their heads (SPMRL 2013, §4.10, of the Swedish treebank), and without gaps (Boyd 2007).

A head table says which child of a constituent is its head (Magerman 1995; Collins 1999; CoNLL-X 2006, §4.2). A file has
a rule a line: a category, the side to begin at, and what to look for there, one after the other::

    # category   side    candidates
    VP           left    /HD VB* MD   # the leftmost child with the function HD, else the leftmost VB…, else MD
    NP|PP        right   NN* NP       # the same from the right, in two categories
    *            left    *            # any category: the leftmost child
    ROOT         left    /HD S *      # what stands under no constituent; without such a rule each of it is a root

Candidates are categories or tags, functions after a slash, or both (``NP/SBJ``); ``*`` stands for any characters, ``|``
separates several; ``#`` between blanks begins a comment. Rules are tried in their order until one finds a child.

There may be heads of other kinds, and a table of what links to them (CoNLL-X 2006, §4.2, of the Portuguese treebank: a
finite verb is the head of its subject, the main verb that of complements and adjuncts)::

    VP           right:semantic   V*          # the semantic head of a VP; where no rule finds one, it is the usual one
    S            link:semantic    /OBJ /ADV*  # what depends on the semantic head of an S; the rest is on the usual one
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, Problem
from goldleaf.core.files import read_text
from goldleaf.core.structures.constituents import hung
from goldleaf.core.structures.function import NO_FUNCTION
from goldleaf.core.structures.labels import matches, with_raw_labels
from goldleaf.core.structures.phrase import discontinuous, parent_rows
from goldleaf.core.treebank import NODES, TEXT, WORDS, Treebank, detached, empty

# The category by which a table calls what stands under no constituent, and the label of a tree without a function.
ROOT = "ROOT"
_LINK = "link"
_EXPECTED = "expected a category, left or right, and candidates, such as: VP left /HD VB* *"


class Child(NamedTuple):
    """A constituent or a word in its parent: its category or tag, and its function."""

    category: str
    function: str = "_"


class HeadRule(NamedTuple):
    categories: str
    side: str
    kind: str  # of the head that is found, or that the candidates link to; the usual one has no name
    candidates: tuple[str, ...]

    def matching(self, candidate: str, children: Sequence[Child]) -> list[int]:
        """The places of the children that are a candidate."""
        label, slash, function = candidate.partition("/")
        places = [place for place, child in enumerate(children) if matches(label or "*", child.category)]
        return [place for place in places if not slash or matches(function, children[place].function)]


class HeadTable(NamedTuple):
    """The rules of a table, in their order; ``path`` is named in messages."""

    rules: tuple[HeadRule, ...]
    path: str = ""

    def heads(self, category: str, children: Sequence[Child]) -> tuple[dict[str, int], dict[int, str]]:
        """The places among its children of a constituent's heads, by kind, the usual one's being empty; and to which
        kind of head the child at a place links, where it is another. Raises GoldleafError without a usual head."""
        found: dict[str, int] = {}
        links: dict[int, str] = {}
        for rule in self.rules:
            if matches(rule.categories, category):
                for places in filter(None, (rule.matching(candidate, children) for candidate in rule.candidates)):
                    if rule.side == _LINK:
                        links = dict.fromkeys(places, rule.kind) | links
                    else:
                        found.setdefault(rule.kind, places[0 if rule.side == "left" else -1])
        if "" in found:
            # Heads of any kind link to the usual one, so that there are no cycles.
            heads = {*found.values()}
            return found, {place: kind for place, kind in links.items() if place not in heads}
        shown = " ".join(child.category + f"/{child.function}" * (child.function != "_") for child in children)
        what = f"no rule finds the head of {category or 'an empty category'} → {shown}"
        raise GoldleafError(f"{self.path}: {what}; add one, or at the end: * left *", path=self.path)


def parse_head_table(text: str, path: str = "") -> HeadTable:
    """The table of a text. Raises FormatError with the line of what is no rule."""
    rules: list[HeadRule] = []
    links: dict[int, str] = {}  # by line
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.partition(" # ")[0].split()
        if not fields or line.startswith("#"):
            continue
        side, colon, kind = (*fields, "")[1].partition(":")
        if len(fields) < 3 or side not in ("left", "right", _LINK) or bool(colon) != bool(kind):
            raise FormatError(Problem(path, number, 0, f"{line.strip()!r} is no rule; {_EXPECTED}"))
        rules.append(HeadRule(fields[0], side, kind, tuple(fields[2:])))
        links |= {number: kind} if side == _LINK else {}
    if not rules:
        raise FormatError(Problem(path, 1, 0, f"no rules; {_EXPECTED}"))
    for number, kind in links.items():
        if kind not in {"", *(rule.kind for rule in rules if rule.side != _LINK)}:
            raise FormatError(Problem(path, number, 0, f"no rule finds a head of the kind {kind!r}; add left:{kind}"))
    return HeadTable(tuple(rules), path)


def load_head_table(path: str | Path) -> HeadTable:
    """The table of a file. Raises GoldleafError when it cannot be read, FormatError for what is no rule."""
    return parse_head_table(read_text(path, "the head table"), str(path))


# How SPMRL marked heads in the German treebank (Seddah et al. 2013, §4.5): HD, else the last NK, else the first.
MARKED = parse_head_table("* left /HD\n* right /NK\n* left *\n")


class HeadedTree(NamedTuple):
    """One sentence's constituents with their heads. Children are nodes, from 1, and words as −1, −2, …"""

    children: list[list[int]]  # of each node, and of the top at 0, in the order of first words
    heads: dict[str, list[int]]  # by kind: of each node the child; 0 for none
    links: dict[int, str]  # the kind of head that a child links to, where it is not the usual one
    functions: list[str]  # of nodes, that of node n at n
    word_functions: list[str]  # of words, that of word n at n − 1


def headed_trees(treebank: Treebank, table: HeadTable) -> Iterator[HeadedTree]:
    """The trees of each sentence with the heads that a table finds. The top has one where the table knows `ROOT`.
    Constituents without words are no children. Raises GoldleafError where the table finds no head."""
    at_top = any(ROOT in rule.categories.split("|") for rule in table.rules)
    # Rules of a grammar come again and again.
    chosen: dict[tuple[str, tuple[Child, ...]], tuple[dict[str, int], dict[int, str]]] = {}
    kinds = dict.fromkeys(("", *(rule.kind for rule in table.rules)))
    nodes = _sentences(treebank, "nodes", ("parent", "label", "function", "first", "size"))
    words = _sentences(treebank, "words", ("parent", "coarse_tag", "function"))
    for of_nodes, (word_parents, tags, word_functions) in zip(nodes, words, strict=True):
        parents, labels, functions, firsts, sizes = of_nodes
        placed: list[list[tuple[int, int]]] = [[] for _ in range(len(parents) + 1)]
        for node, (parent, first, size) in enumerate(zip(parents, firsts, sizes, strict=True), 1):
            if size:
                placed[parent].append((first, node))
        for position, parent in enumerate(word_parents, 1):
            placed[parent].append((position, -position))
        children = [[child for _, child in sorted(inner)] for inner in placed]
        about = [Child(""), *map(Child, labels, functions), *reversed([*map(Child, tags, word_functions)])]
        heads, links = {kind: [0] * len(children) for kind in kinds}, dict[int, str]()
        for node in range(not at_top, len(children)):
            if children[node]:
                key = (labels[node - 1] if node else ROOT, tuple(about[child] for child in children[node]))
                found, linked = chosen[key] = chosen[key] if key in chosen else table.heads(*key)
                for kind, head in heads.items():
                    head[node] = children[node][found.get(kind, found[""])]
                links |= {children[node][place]: kind for place, kind in linked.items()}
        yield HeadedTree(children, heads, links, ["_", *functions], word_functions)


def _sentences(treebank: Treebank, name: str, columns: Sequence[str]) -> Iterator[list[list[Any]]]:
    table: pl.DataFrame = getattr(treebank, name)
    texts = table.select(pl.col(columns)).with_columns(pl.col(pl.Categorical).cast(pl.String))
    values = [column.to_list() for column in texts.get_columns()]
    for first, end in pairwise(np.searchsorted(table["sentence"].to_numpy(), np.arange(len(treebank) + 1)).tolist()):
        yield [column[first:end] for column in values]


def dependencies(treebank: Treebank, table: HeadTable) -> Treebank:
    """A treebank of constituents as one of dependencies: each word depends on the head of the smallest constituent that
    it does not head, of the kind that the table links it to; its label is the function of the largest that it does,
    ``ROOT`` for a whole tree without one. Traces are words like others (see `without_traces`). Raises GoldleafError
    without a head."""
    heads: list[int] = []
    labels: list[str] = []
    for tree in headed_trees(treebank, table):
        usual, headings = tree.heads[""], {kind: head_words(tree, kind) for kind in tree.heads}
        before = len(heads)
        heads += [0] * len(tree.word_functions)
        labels += [ROOT] * len(tree.word_functions)
        for node, children in enumerate(tree.children):
            for child in children:
                function = tree.functions[child] if child > 0 else tree.word_functions[-child - 1]
                word = before + (headings[""][child] if child > 0 else -child) - 1
                above = headings[tree.links.get(child, "")][node]
                if node and child != usual[node]:
                    heads[word], labels[word] = above, function
                elif not node:  # of a whole tree the function may be no more than a dash
                    heads[word] = 0 if child == usual[0] else above
                    labels[word] = ROOT if function in NO_FUNCTION else function
    words = treebank.words.drop("parent", "function", "index", strict=False).with_columns(
        head=pl.Series(heads, dtype=WORDS["head"]), label=pl.Series(labels, dtype=pl.String).cast(TEXT)
    )
    edges, lines = treebank.secondary_edges.clear(), treebank.other_lines.clear()
    made = detached(treebank, words=words, nodes=empty(NODES), secondary_edges=edges, other_lines=lines)
    columns = tuple(name for name in WORDS if name not in ("sentence", "line"))
    return replace(made, layout=replace(made.layout, format="conllx", columns=columns))


def head_words(tree: HeadedTree, kind: str = "") -> list[int]:
    """The position of the word that heads each node, by a kind of heads, that of node n at n; 0 for none."""
    heading = [0] * len(tree.children)
    for node in range(len(tree.children) - 1, -1, -1):  # parents stand before their children
        head = tree.heads[kind][node]
        heading[node] = heading[head] if head > 0 else -head
    return heading


def percolated(treebank: Treebank, table: HeadTable) -> Treebank:
    """The treebank with the features of each constituent's lexical head on the constituent; one whose head has none
    keeps its own. Raises GoldleafError where the table finds no head."""
    own = treebank.words["features"].cast(pl.String).to_list()
    features = treebank.nodes["features"].cast(pl.String).to_list()
    word = node = 0
    for tree in headed_trees(treebank, table):
        for number, position in enumerate(head_words(tree)[1:]):
            if position and own[word + position - 1] != "_":
                features[node + number] = own[word + position - 1]
        word += len(tree.word_functions)
        node += len(tree.children) - 1
    changed = treebank.nodes.with_columns(pl.Series("features", features, dtype=pl.String).cast(TEXT))
    return detached(treebank, nodes=with_raw_labels(treebank.nodes, changed))


def raised(treebank: Treebank, table: HeadTable = MARKED) -> Treebank:
    """The treebank with crossing branches resolved: of a constituent with gaps only the continuous part that covers its
    head child stays, and its other children hang by its parent, from the bottom up. ``table`` finds the heads. What has
    gaps only for the sake of words under no constituent (unattached punctuation) is cut, too: attach those first
    (`constituents.attached`). Raises GoldleafError where the table finds no head."""
    if not discontinuous(treebank.nodes).any():
        return treebank
    # Rows of the tables: sentences and their nodes come in the tables' order.
    of_words, of_nodes = [], parent_rows(treebank.nodes, treebank.nodes)  # where they have no words they stay
    before = 0
    for tree in headed_trees(treebank, table):
        rows = {child: parent - 1 + before if parent else -1 for child, parent in _raised(tree).items()}
        of_words += [rows[-position] for position in range(1, len(tree.word_functions) + 1)]
        for node in range(1, len(tree.children)):
            of_nodes[before + node - 1] = rows.get(node, of_nodes[before + node - 1])
        before += len(tree.children) - 1
    return hung(treebank, np.array(of_words, np.int64), of_nodes)


def _raised(tree: HeadedTree) -> dict[int, int]:
    children = [list(inner) for inner in tree.children]
    above = {child: node for node, inner in enumerate(children) for child in inner}
    spans = {-position: (position, position) for position in range(1, len(tree.word_functions) + 1)}
    for node in range(len(children) - 1, 0, -1):
        if children[node]:
            inner = sorted(children[node], key=lambda child: spans[child])
            first = last = inner.index(tree.heads[""][node])  # what stands in one piece with the head stays
            while first and spans[inner[first - 1]][1] + 1 == spans[inner[first]][0]:
                first -= 1
            while last + 1 < len(inner) and spans[inner[last]][1] + 1 == spans[inner[last + 1]][0]:
                last += 1
            children[node] = inner[first : last + 1]
            children[above[node]] += inner[:first] + inner[last + 1 :]
            spans[node] = spans[inner[first]][0], spans[inner[last]][1]
    return {child: node for node, inner in enumerate(children) for child in inner}
