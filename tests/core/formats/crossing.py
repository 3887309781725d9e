"""Random sentences with crossing branches, as files in the export format, and the tables that formats must agree on."""

from __future__ import annotations

import polars as pl
from hypothesis import strategies as st

LABELS = ("S", "NP", "VP", "CNP", "é")
FORMS = ("der", "a=b", "«", "$", "&", '"', "<", "0", "Ö", "--")
EDGES = ("--", "SB", "OA", "NK")


@st.composite
def sentences(draw, secondary=True):
    """The lines of a sentence: words and constituents in any order of numbers, each constituent with a word."""
    size = draw(st.integers(1, 6))
    branching = draw(st.lists(st.integers(0, 7), max_size=5))
    parents = [0, *(min(parent, number) for number, parent in enumerate(branching, 1))]  # of nodes from 1, 0 at the top
    names = draw(st.permutations(range(500, 500 + len(parents))))
    words = draw(st.lists(st.integers(0, len(parents)), min_size=size, max_size=size))
    words += range(1, len(parents) + 1)  # so that none is empty
    words = draw(st.permutations(words))
    name = {0: "0", **{number: str(names[number - 1]) for number in range(1, len(parents) + 1)}}
    choose = draw(st.randoms(use_true_random=False)).choice

    def more():
        return (
            f"\t{choose(EDGES)}\t{name[choose(range(1, len(parents) + 1))]}" if secondary and choose((0, 0, 1)) else ""
        )

    def up(parent):
        return f"{choose(EDGES) if parent else '--'}\t{name[parent]}{more()}"

    lines = [f"{choose(FORMS)}\tN\t{choose(('--', '3.Sg', 'a=b|c=d'))}\t{up(parent)}" for parent in words]
    nodes = [f"#{name[number]}\t{choose(LABELS)}\t--\t{up(parent)}" for number, parent in enumerate(parents, 1)]
    return [*lines, *sorted(nodes)]


def export_text(drawn, newline="\n"):
    """A file of these sentences."""
    lines = ["#FORMAT 3"]
    for number, sentence in enumerate(drawn, 1):
        lines += [f"#BOS {number} 1 2 3", *sentence, f"#EOS {number}"]
    return "".join(line + newline for line in lines)


def shape(treebank):
    """What every format holds: words, tags, labels, who is whose parent, yields."""
    words = treebank.words.select("sentence", "position", pl.col("form", "coarse_tag").cast(pl.String), "parent")
    label = "raw_label" if "raw_label" in treebank.nodes.columns else "label"
    nodes = treebank.nodes.select(
        "sentence", "node", "parent", pl.col(label).cast(pl.String).alias("label"), "first", "last", "size", "yield"
    )
    return words.rows(), nodes.rows()


def details(treebank):
    """The same with all that export and TigerXML hold beside."""
    columns = pl.col("lemma", "features", "function").cast(pl.String)
    edges = treebank.secondary_edges.with_columns(pl.col("label").cast(pl.String))
    return (
        *shape(treebank),
        treebank.words.select(columns).rows(),
        treebank.nodes.select(pl.col("features", "function").cast(pl.String)).rows(),
        sorted(edges.rows()),
    )
