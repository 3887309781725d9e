"""Words at other positions: neighbouring sentences made one, and two sentences as one row of places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from operator import add
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.alignment.word_alignment import aligned_words
from goldleaf.core.facts import Integers
from goldleaf.core.structures.phrase import with_yields
from goldleaf.core.treebank import SENTENCES, Treebank, empty

if TYPE_CHECKING:
    from goldleaf.core.sentence import Sentence

Places: TypeAlias = Mapping[int, int]


def joined(treebank: Treebank, bounds: Integers) -> Treebank:
    """A treebank whose sentence n is those from row ``bounds[n]`` to before ``bounds[n + 1]``; none make an empty one.
    Words keep their order, heads and constituents what they are, so that there may be several roots. Lattices are put
    behind one another; a sentence has none if one is missing. Other golds are joined alike. Not to be written."""
    unit = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    nodes = np.bincount(treebank.nodes["sentence"].to_numpy(), minlength=len(treebank))
    words_before = _before(treebank.sentences["words"].to_numpy().astype(np.int64), bounds, unit)
    nodes_before = _before(nodes, bounds, unit)
    of_words = ("first", "last", "after", "predicate", "argument", "word", "position", "head")
    shifts = dict.fromkeys(of_words, words_before)
    shifts |= dict.fromkeys(("node", "parent"), nodes_before)

    def moved(table: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """A table with the units' numbers for the sentences', and with what refers to words or nodes moved along."""
        if not table.height:
            return table
        sentence = table["sentence"].to_numpy()
        changed = [pl.Series("sentence", unit[sentence], dtype=pl.UInt32)]
        for name in columns:
            by = pl.Series(shifts[name][sentence], dtype=pl.Int64)
            # 0 is the root, the top, or nothing; a token's place before the first word stays there, too.
            value = pl.when(pl.col(name) > 0).then(pl.col(name).cast(pl.Int64) + by).otherwise(pl.col(name))
            changed.append(table.select(value.cast(table.schema[name])).to_series())
        if "enhanced" in table.columns:
            shift = words_before[sentence]
            rows = np.flatnonzero(shift)
            texts = table["enhanced"].gather(rows).cast(pl.String).to_list()
            later = [enhanced_at(text, partial(add, by)) for text, by in zip(texts, shift[rows].tolist(), strict=True)]
            column = pl.Series(later, dtype=pl.String).cast(table.schema["enhanced"])
            changed.append(table["enhanced"].scatter(rows, column))
        return table.with_columns(changed)

    words = moved(treebank.words, "position", "head", *(["parent"] if "parent" in treebank.words.columns else []))
    tree = treebank.nodes
    if tree.height:
        tree = with_yields(words, moved(tree, "node", "parent")).select(tree.columns)
    lattices = _lattices(treebank, bounds, unit)
    return replace(
        treebank,
        words=words,
        sentences=_sentences(treebank, bounds, unit),
        tokens=moved(treebank.tokens, "first", "last"),
        empty_nodes=moved(treebank.empty_nodes, "after"),
        nodes=tree,
        secondary_edges=moved(treebank.secondary_edges, "word", "node", "parent"),
        arguments=moved(treebank.arguments, "predicate", "argument"),
        other_lines=moved(treebank.other_lines.filter(pl.col("sentence") < len(treebank))),
        other_golds=tuple(joined(other, bounds) for other in treebank.other_golds),
        edges=lattices["edges"],
        lattice_tokens=lattices["lattice_tokens"],
    )


def as_one(treebank: Treebank, first: int, end: int) -> Treebank:
    """The sentences from row ``first`` to before ``end`` as one; one alone as it is."""
    part = treebank.slice(first, end - first)
    return part if end - first == 1 else joined(part, np.array([0, end - first]))


def _before(sizes: Integers, bounds: Integers, unit: Integers) -> Integers:
    """For each sentence how much stands before it in its unit."""
    # Sums from the file's start, less what had come up when the unit began.
    total = np.append(0, np.cumsum(sizes))
    return np.asarray(total[:-1] - total[bounds[:-1]][unit])


def _lattices(treebank: Treebank, bounds: Integers, unit: Integers) -> dict[str, pl.DataFrame]:
    """The edges and tokens of units: each lattice begins in the state that the one before ends in."""
    tables = {"edges": treebank.edges, "lattice_tokens": treebank.lattice_tokens}
    if not treebank.edges.height:
        return tables
    names = ("sentence", "from", "to", "token")
    sentence, origin, target, token = (treebank.edges[name].to_numpy().astype(np.int64) for name in names)
    last, tokens = np.zeros(len(treebank), np.int64), np.zeros(len(treebank), np.int64)
    first = np.full(len(treebank), np.iinfo(np.int64).max)
    np.minimum.at(first, sentence, origin)
    np.maximum.at(last, sentence, target)
    np.maximum.at(tokens, sentence, token)
    # A unit with a sentence that has no lattice would have a hole in its path: it has none at all.
    missing = np.bincount(sentence, minlength=len(treebank)) == 0
    whole = np.bincount(unit[missing], minlength=len(bounds) - 1) == 0
    first[missing] = 0
    state_shift = _before(last - first, bounds, unit) - first
    token_shift = _before(tokens, bounds, unit)
    for name, table in tables.items():
        of = table["sentence"].to_numpy()
        moved = {"sentence": unit[of], **{end: table[end].to_numpy() + state_shift[of] for end in ("from", "to")}}
        moved["token"] = table["token"].to_numpy() + token_shift[of] * (table["token"].to_numpy() > 0)
        columns = [pl.Series(column, values, dtype=table[column].dtype) for column, values in moved.items()]
        tables[name] = table.with_columns(columns).filter(pl.Series(whole[unit[of]]))
    return tables


def _sentences(treebank: Treebank, bounds: Integers, unit: Integers) -> pl.DataFrame:
    text = pl.when(pl.col("text").is_not_null().all()).then(pl.col("text").str.join(" ")).first()
    units = treebank.sentences.with_columns(unit=pl.Series(unit, dtype=pl.UInt32)).group_by("unit", maintain_order=True)
    made = units.agg(pl.first("first_word", "line", "id"), pl.sum("words").cast(pl.UInt32), text, pl.all("readable"))
    # Units without a sentence stand where the next ones begin.
    every = pl.DataFrame({"unit": pl.int_range(len(bounds) - 1, dtype=pl.UInt32, eager=True)})
    table = every.join(made, on="unit", how="left", maintain_order="left").with_columns(
        pl.col("words").fill_null(0),
        pl.col("first_word").fill_null(strategy="backward").fill_null(treebank.words.height),
        pl.col("line").fill_null(strategy="backward").fill_null(0),
        pl.col("readable").fill_null(value=True),
    )
    return pl.concat([empty(SENTENCES), table.select(list(SENTENCES))], how="vertical_relaxed")


def places(gold: Treebank, parse: Treebank) -> tuple[Places, Places]:
    """For each word of two treebanks of one sentence, by position, its place in both (from 1)."""
    # Between shared words those of the gold stand before those of the parse.
    partner = aligned_words(gold, parse)
    shared = [*partner[partner >= 0].tolist(), gold.words.height]
    theirs = [*np.flatnonzero(partner >= 0).tolist(), parse.words.height]
    of_gold: dict[int, int] = {}
    of_parse: dict[int, int] = {}
    done, other_done, place = 0, 0, 0
    for row, other in zip(shared, theirs, strict=True):
        for position in range(done + 1, row + 1):
            of_gold[position] = place = place + 1
        for position in range(other_done + 1, other + 1):
            of_parse[position] = place = place + 1
        place += 1
        of_gold[row + 1] = of_parse[other + 1] = place
        done, other_done = row + 1, other + 1
    return of_gold, of_parse  # the last place of both is that of a head beyond the sentence


def placed(sentence: Sentence, where: Places) -> Sentence:
    """The sentence with places for positions; its words keep their numbers in ``number``."""
    beyond = max(where.values(), default=0)  # where heads are that the sentence does not have

    def graph(dependencies: str) -> str:
        return enhanced_at(dependencies, lambda number: where.get(number, 0))

    words = []
    for word in sentence.words:
        head = where.get(word.head, beyond) if word.head else word.head
        moved = replace(word, position=where[word.position], head=head, number=word.position)
        words.append(replace(moved, enhanced=graph(word.enhanced)))
    tokens = (token for token in sentence.tokens if token.first in where and token.last in where)
    nodes, roles, edges = sentence.empty_nodes, sentence.arguments, sentence.secondary_edges
    return replace(
        sentence,
        words=tuple(words),
        tokens=tuple(replace(token, first=where[token.first], last=where[token.last]) for token in tokens),
        empty_nodes=tuple(
            replace(node, after=where.get(node.after, 0), enhanced=graph(node.enhanced)) for node in nodes
        ),
        arguments=tuple(
            replace(role, predicate=where[role.predicate], argument=where[role.argument]) for role in roles
        ),
        secondary_edges=tuple(replace(edge, word=where[edge.word]) if edge.word else edge for edge in edges),
    )


def enhanced_at(dependencies: str, place: Callable[[int], int]) -> str:
    """A DEPS field with other numbers for the words; empty nodes stand behind their words, and 0 is the root."""
    if dependencies in ("_", ""):
        return dependencies
    edges = []
    for edge in dependencies.split("|"):
        head, colon, label = edge.partition(":")
        number, dot, index = head.partition(".")
        if number.isdigit():
            head = f"{place(int(number)) if int(number) else 0}{dot}{index}"
        edges.append(f"{head}{colon}{label}")
    return "|".join(edges)
