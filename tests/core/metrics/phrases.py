"""Treebanks of phrase structures made of lines of brackets, and random ones, for the tests of metrics.

A word may carry its place: ``(S (VP (V 0=wake) (P 2=up)) (N 1=them))`` has a constituent with a gap.
"""

from __future__ import annotations

import re

import numpy as np
import polars as pl
from hypothesis import strategies as st

from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import NODES, SENTENCES, TEXT, WORDS, FileLayout, Treebank

PHRASE_WORDS = {**WORDS, "parent": pl.UInt32(), "function": TEXT, "index": TEXT}
RAW_NODES = {name: dtype for name, dtype in NODES.items() if name not in ("first", "last", "size", "yield")}


def phrases(*lines: str, name: str = "gold.mrg") -> Treebank:
    """One sentence a line; an empty line is a sentence without a parse."""
    words: list[tuple[object, ...]] = []
    nodes: list[tuple[object, ...]] = []
    sentences = []
    for number, line in enumerate(lines):
        leaves, constituents = read(line)
        sentences.append((len(words), len(leaves), number + 1, None, None, True))
        words += [
            (number, position, number + 1, form, "_", tag, "_", "_", None, "_", parent, "_", "_")
            for position, (form, tag, parent) in enumerate(leaves, start=1)
        ]
        nodes += [
            (number, node, parent, number + 1, *pieces(label), "_", "_", label)
            for node, (label, parent) in enumerate(constituents, start=1)
        ]
    word_table = pl.DataFrame(words, PHRASE_WORDS, orient="row")
    node_table = pl.DataFrame(nodes, {**RAW_NODES, "raw_label": TEXT}, orient="row")
    return Treebank(
        name,
        FileLayout("brackets", ("position", "form", "coarse_tag", "parent")),
        word_table,
        pl.DataFrame(sentences, SENTENCES, orient="row"),
        nodes=with_yields(word_table, node_table),
    )


def pieces(label: str) -> tuple[str, str]:
    """The label and the function in ``NP-SBJ``."""
    found = re.fullmatch(r"([^-=]+)-([A-Z]+)", label)
    return (found[1], found[2]) if found else (label, "_")


def read(line: str) -> tuple[list[tuple[str, str, int]], list[tuple[str, int]]]:
    """The words (form, tag, parent) in order of their places, and the constituents (label, parent)."""
    leaves: list[tuple[int, str, str, int]] = []
    constituents: list[tuple[str, int]] = []
    above = [0]
    for opened, label, form, closed in re.findall(r"(\()([^\s()]*)(?:\s+([^\s()]+)\))?|(\))", line):
        if closed:
            above.pop()
        elif form:
            place, equals, rest = form.partition("=")
            numbered = equals and place.isdecimal()
            leaves.append((int(place) if numbered else len(leaves), rest if numbered else form, label, above[-1]))
        else:
            assert opened
            constituents.append((label, above[-1]))
            above.append(len(constituents))
    assert above == [0], line
    words = [(form, tag, parent) for _, form, tag, parent in sorted(leaves)]
    return words, constituents if words else []


LABELS = ("S", "NP", "NP-SBJ", "VP", "TOP", "ADVP", "PRT", "", "=1")
TAGS = ("N", "V", "N", "V", ",", "-NONE-", "ADVP")
FORMS = ("a", "b")


@st.composite
def lines(draw: st.DrawFn, forms: list[str] | None = None, *, gaps: bool = False) -> str:
    """A random tree; with ``gaps`` its words stand in any order under their constituents."""
    if forms is None:
        forms = draw(st.lists(st.sampled_from(FORMS), max_size=7))
    places = list(range(len(forms)))
    if gaps:
        places = draw(st.permutations(places))
    leaves = [f"({draw(st.sampled_from(TAGS))} {place}={forms[place]})" for place in places]
    return " ".join(draw(_grouped(leaves)))


@st.composite
def _grouped(draw: st.DrawFn, parts: list[str]) -> list[str]:
    """Put brackets around random stretches of the parts, again and again."""
    for _ in range(draw(st.integers(0, 5))):
        first = draw(st.integers(0, len(parts)))
        last = draw(st.integers(first, len(parts)))
        label = draw(st.sampled_from(LABELS))
        parts = [*parts[:first], f"({label} {' '.join(parts[first:last])})", *parts[last:]]
    return parts


@st.composite
def line_pairs(draw: st.DrawFn, *, gaps: bool = False) -> tuple[str, str]:
    """A gold and a parse, mostly over the same words."""
    forms = draw(st.lists(st.sampled_from(FORMS), max_size=7))
    gold = draw(lines(forms, gaps=gaps))
    same = draw(st.integers(0, 9)) < 8
    return gold, draw(lines(forms if same else None, gaps=gaps))


def pairs(*, gaps: bool = False) -> st.SearchStrategy[list[tuple[str, str]]]:
    """Several golds and parses."""
    return st.lists(line_pairs(gaps=gaps), max_size=4)


def both(chosen: list[tuple[str, str]]) -> tuple[Treebank, Treebank]:
    """Pairs of lines as two treebanks."""
    return phrases(*(gold for gold, _ in chosen)), phrases(*(parse for _, parse in chosen), name="parse.mrg")


def sums(counts: pl.DataFrame) -> dict[str, float]:
    """The sum of each column but the number of the sentence."""
    return counts.drop("sentence").sum().row(0, named=True)


def close(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two tables of sums are the same, but for rounding."""
    return one.keys() == other.keys() and np.allclose(list(one.values()), list(other.values()))
