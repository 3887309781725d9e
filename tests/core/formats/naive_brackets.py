"""Bracketed trees read one token after the other: an oracle for the reader, and random trees."""

from __future__ import annotations

import re
from itertools import count

from hypothesis import strategies as st

LABELS = ("S", "NP", "NP-SBJ", "NP-SBJ-1", "NP=2", "VP", "-X-", "NP*SBJ", "NP##a=b##", "é")
TAGS = ("N", "V-x", "-NONE-", "-LRB-", ",", "NPR*N", "N##Case=Nom|Num=Sg##", "_", "日本")
FORMS = ("a", "*T*-1", "-LRB-", "été", "'", '"', "_", "#", "//", "x" * 30)


def naive(text):
    """The words (form, tag, parent) and nodes (raw label, parent, first, size) of one sentence."""
    tokens = re.findall(r"[()]|[^()\s]+", text)
    words, nodes, numbers = [], [], count(1)
    open_nodes = []
    for place, token in enumerate(tokens):
        if token == "(":
            if tokens[place + 1] not in "()" and tokens[place + 2] not in "()" and tokens[place + 3] == ")":
                open_nodes.append(("tag", tokens[place + 1]))
                continue
            number = next(numbers)
            label = tokens[place + 1] if tokens[place + 1] not in "()" else ""
            nodes.append([label, parent_of(open_nodes), len(words) + 1, 0])
            open_nodes.append(("node", number))
        elif token == ")":
            kind, number = open_nodes.pop()
            if kind == "node":
                node = nodes[number - 1]
                node[3] = len(words) + 1 - node[2]
                node[2] *= node[3] > 0
        elif tokens[place - 1] != "(":
            kind, tag = open_nodes[-1]
            words.append((token, tag if kind == "tag" else "_", parent_of(open_nodes)))
    return words, [tuple(node) for node in nodes] if words else []


def parent_of(open_nodes):
    """The innermost open node."""
    return next((number for kind, number in reversed(open_nodes) if kind == "node"), 0)


_blanks = st.sampled_from(["", " ", "  ", "\t"])
_leaves = st.builds("({} {})".format, st.sampled_from(TAGS), st.sampled_from(FORMS))
_words = st.sampled_from(FORMS)


def _branches(children):
    return st.builds(
        lambda label, parts, blank: f"({label}{blank}{' '.join(parts)}{blank})",
        st.sampled_from(LABELS),
        st.lists(children, min_size=1, max_size=4),
        _blanks.filter(bool),
    )


trees = st.recursive(st.one_of(_leaves, _leaves, _words), _branches, max_leaves=12).filter(lambda text: "(" in text)
"""One tree on one line: some words stand directly under a node, and tags, labels and forms are of all kinds."""

sentences = st.one_of(
    trees,
    trees,
    trees.map(lambda tree: f"( {tree} )"),
    st.lists(trees, min_size=2, max_size=3).map("".join),
    st.sampled_from(["", "(())", "()", "(NP)", "( (NP) )", "  "]),
)
"""What a line may hold: a tree, a forest, nothing."""
