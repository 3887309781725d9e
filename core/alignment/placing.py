"""Two sentences with different words as one row of places: what both have stands in the same place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from goldleaf.core.alignment.word_alignment import aligned_words
from goldleaf.core.treebank import Sentence, Treebank

Places: TypeAlias = Mapping[int, int]


def places(gold: Treebank, parse: Treebank) -> tuple[Places, Places]:
    """For each word of two treebanks of one sentence, by position, its place in both (from 1).

    Between shared words those of the gold stand before those of the parse.
    """
    partner = aligned_words(gold, parse)
    shared = [*partner[partner >= 0].tolist(), gold.words.height]
    theirs = [*np.flatnonzero(partner >= 0).tolist(), parse.words.height]
    of_gold: dict[int, int] = {}
    of_parse: dict[int, int] = {}
    done, other_done, place = 0, 0, 0
    for row, other in zip(shared, theirs, strict=True):
        for ours in range(done, row):
            of_gold[ours + 1] = place = place + 1
        for own in range(other_done, other):
            of_parse[own + 1] = place = place + 1
        place += 1
        of_gold[row + 1] = of_parse[other + 1] = place
        done, other_done = row + 1, other + 1
    return of_gold, of_parse  # the last place of both is that of a head beyond the sentence


def placed(sentence: Sentence, where: Places) -> Sentence:
    """The sentence with places for positions; its words keep their numbers in ``number``."""

    def at(position: int | None) -> int | None:
        return where.get(position, max(where.values())) if position else position

    def graph(dependencies: str) -> str:
        return enhanced_at(dependencies, lambda number: where.get(number, 0))

    return replace(
        sentence,
        words=tuple(
            replace(
                word,
                position=where[word.position],
                head=at(word.head),
                enhanced=graph(word.enhanced),
                number=word.position,
            )
            for word in sentence.words
        ),
        tokens=tuple(
            replace(token, first=where[token.first], last=where[token.last])
            for token in sentence.tokens
            if token.first in where and token.last in where
        ),
        empty_nodes=tuple(
            replace(node, after=where.get(node.after, 0), enhanced=graph(node.enhanced))
            for node in sentence.empty_nodes
        ),
        arguments=tuple(
            replace(one, predicate=where[one.predicate], argument=where[one.argument]) for one in sentence.arguments
        ),
        secondary_edges=tuple(
            replace(edge, word=where[edge.word]) if edge.word else edge for edge in sentence.secondary_edges
        ),
    )


def enhanced_at(dependencies: str, place: Callable[[int], int]) -> str:
    """A DEPS field with other numbers for the words; empty nodes stand behind their words."""
    if dependencies in ("_", ""):
        return dependencies
    edges = []
    for edge in dependencies.split("|"):
        head, colon, label = edge.partition(":")
        number, dot, index = head.partition(".")
        if number.isdigit():
            head = f"{place(int(number))}{dot}{index}"
        edges.append(f"{head}{colon}{label}")
    return "|".join(edges)
