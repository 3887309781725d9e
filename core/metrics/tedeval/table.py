"""The compared functions and nodes as a table, for lists and files."""

from __future__ import annotations

import numpy as np
import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.shape import sides
from goldleaf.core.metrics.tedeval.comparing import Compared
from goldleaf.core.metrics.tedeval.forest import Rules, nodes_of, outermost_nodes, treebank_of
from goldleaf.core.metrics.tedeval.places import Places
from goldleaf.core.structures.function import first_words
from goldleaf.core.structures.phrase import position_keys
from goldleaf.core.treebank import TEXT, Treebank

KINDS = pl.Enum(["function", "node"])


def table(done: Compared, gold_firsts: pl.DataFrame, parse_firsts: pl.DataFrame) -> pl.DataFrame:
    """All functions, and all nodes with a null label, of the gold and those of the parse that it lacks; see `facts`.

    ``gold_firsts`` and ``parse_firsts`` say where the yields of either begin, as `first_positions` does.
    """
    both_sides = (
        (done.gold.functions, done.labeled.gold, True, True),
        (done.parse.functions, done.labeled.parse, False, True),
        (done.gold.nodes, done.unlabeled.gold, True, False),
        (done.parse.nodes, done.unlabeled.parse, False, False),
    )
    rows = []
    for facts, marks, in_gold, labeled in both_sides:
        label = pl.Series(facts.label).cat.to(TEXT)
        frame = pl.DataFrame({"sentence": facts.sentence, "yield": facts.over, "mark": marks}).with_columns(
            label=label if labeled else pl.lit(None, TEXT),
            kind=pl.lit("function" if labeled else "node", KINDS),
            side=sides(marks == Mark.MATCHED, "gold" if in_gold else "parse"),
        )
        firsts = gold_firsts if in_gold else parse_firsts
        frame = frame.join(firsts, on=("sentence", "yield"), how="left", maintain_order="left")
        rows.append(frame if in_gold else frame.filter(pl.col("mark") != Mark.MATCHED))
    return pl.concat(rows).sort("sentence", maintain_order=True)


def first_positions(treebank: Treebank, places: Places, rules: Rules) -> pl.DataFrame:
    """Rows (sentence, yield, position): the position of the first word of each yield.

    Yields are those of nodes, of words alone, and of whole sentences.
    """
    compared = treebank_of(treebank, rules)
    nodes = nodes_of(compared, places, rules)
    words = np.flatnonzero(places.terminal > 0)
    whole = outermost_nodes(treebank, places)
    sentence = treebank.sentence_of_word[words]
    row = np.concatenate([first_words(compared, nodes), words, words[np.searchsorted(sentence, whole.sentence)]])
    return pl.DataFrame(
        {
            "sentence": np.concatenate([nodes.sentence, sentence, whole.sentence]),
            "yield": np.concatenate([nodes.over, position_keys(places.terminal[words]), whole.over]),
            "position": treebank.words["position"].gather(row),
        }
    ).unique(("sentence", "yield"))
