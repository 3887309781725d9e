"""Linguistic classes of the errors in dependencies, after the idea of Kummerfeld et al. (2012) for constituents.

The parse is turned into the gold by repairs; of all repairs the one that mends most arcs comes first, so that each
wrong arc is in one. A repair mends the wrong arcs of

- a coordination: its conjuncts and conjunctions, with punctuation at them; likewise of a multiword expression;
- a phrase with what introduces it: an adposition and its noun, a subordinator and its verb;
- a phrase of which the parse has another head: all that is turned round between the two; a root chain where it is the
  sentence;
- words that hang on one word in the parse and on another one in the gold; the one with most words below names them;
- a single word.

Names are by the gold's relations (``assets/error-classes.toml``). Where one does not tell (mod, NMOD, one that nobody
knows), the gold's tag does: an adposition's, a verb's, a conjunction's, a mark's.
"""

from __future__ import annotations

import heapq
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.breakdown_table import Breakdown, Limits, Row, equals, has, ordered
from goldleaf.core.analysis.errors.word_errors import bracketed_texts
from goldleaf.core.analysis.sides.word_columns import parent_rows, scoring_in_gold
from goldleaf.core.structures import parents

CLASS = "error_class"  # what conditions on words call it
_PLACES = re.compile(r" \((\d+)\)(?=, |$)")  # of dependents in a table
_FARTHEST = 100  # arcs on the way from a word to the head of its phrase or coordination: files may have longer ones


class ArcErrorClass(StrEnum):
    """In the order in which they name a repair whose words are equal in all else."""

    COORDINATION = "coordination"
    ROOT = "root chain"
    CLAUSE = "clause attachment"
    PP = "PP attachment"
    ARGUMENT = "argument or adjunct"
    MULTIWORD = "multiword expression"
    MODIFIER = "modifier scope"
    AUXILIARY = "auxiliary or copula"
    PUNCTUATION = "punctuation"
    LABEL = "different label"
    OTHER = "other attachment"
    WORDS = "different words"  # of the gold, where the parse has not the same


_WHOLES = (ArcErrorClass.COORDINATION, ArcErrorClass.MULTIWORD)  # which one repair mends as a whole

_NAMES = tomllib.loads(files("goldleaf.assets").joinpath("error-classes.toml").read_text(encoding="utf-8"))
_INTRODUCING, _COMPLEMENTS, _ADPOSITIONS = (
    frozenset(_NAMES[name].split()) for name in ("introducing", "complements", "adpositions")
)
_CLASS_OF, _VAGUE, _BY_TAG = (
    {name: ArcErrorClass(kind) for kind, names in _NAMES[section].items() for name in names.split()}
    for section in ("relations", "vague", "tags")
)


def _plain(label: str) -> str:
    return re.split("[:@]", label, maxsplit=1)[0].lower()


@lru_cache(10_000)
def relation_class(label: str, tag: str, *, introduced: bool = False) -> ArcErrorClass:
    """What an arc of this relation is called whose dependent has this tag; ``introduced`` by an adposition."""
    if label.endswith(("_Co", "_Ap")):  # members of a coordination, or of an apposition (Prague Dependency Treebank)
        return ArcErrorClass.COORDINATION
    name = label.lower()
    while name and name not in _CLASS_OF and name not in _VAGUE:
        name = name[: max(map(name.rfind, ":_@"))] if re.search("[:_@]", name) else ""
    if name in _CLASS_OF:
        return _CLASS_OF[name]
    if introduced or tag in _ADPOSITIONS:
        return ArcErrorClass.PP
    if tag.startswith(("V", "v", "AUX")) or (len(tag) == 2 and tag[1] == "V"):  # Talbanken's are AV, BV, …
        return ArcErrorClass.CLAUSE
    return _BY_TAG.get(tag, _VAGUE.get(name, ArcErrorClass.OTHER))


class ArcRepair(NamedTuple):
    error_class: ArcErrorClass
    arcs: tuple[int, ...]  # the rows of their dependents, ascending


def repairs(words: pl.DataFrame) -> list[ArcRepair]:
    """The repairs that mend the wrong arcs of all words that score, in the order in which they are made. ``words`` is a
    word table (see `sides.word_table`) in which all words of the sentences stand."""
    sides, order = _Sides(words), [*ArcErrorClass]
    # Of equal ones those come first that are more than words on a wrong head.
    heap = [(-len(arcs), kind is None, place, kind, arcs) for place, (kind, arcs) in enumerate(sides.candidates())]
    heapq.heapify(heap)
    left, made = {*sides.wrong}, []
    while heap:
        size, unnamed, place, kind, arcs = heapq.heappop(heap)
        arcs &= left
        if len(arcs) == -size:
            left -= arcs
            # The arc with most words below it names those that have no name together.
            names = ((-sides.size[row], order.index(sides.name(row)), row) for row in arcs)
            made.append(ArcRepair(kind or order[min(names)[1]], tuple(sorted(arcs))))
        elif len(arcs) > 1:  # what is left waits for its turn; of a single arc its own name tells more
            heapq.heappush(heap, (-len(arcs), unnamed, place, kind, arcs))
    return made


class _Sides:
    """The arcs of gold and parse. Heads are rows of the table, −1 for none; below that a root for each sentence."""

    def __init__(self, words: pl.DataFrame) -> None:
        parent = {side: parent_rows(words, side) for side in ("gold", "parse")}
        forest, _ = parents.without_cycles(parent["gold"])
        self.place, self.size = (numbers.tolist() for numbers in parents.preorder(forest))
        roots = -2 - words["sentence"].to_numpy().astype(np.int64)
        self.gold, self.parse = (
            np.where((words[f"{side}_head"] == 0).fill_null(value=False), roots, own).tolist()
            for side, own in parent.items()
        )
        self.wrong = (scoring_in_gold(words) & ~words["right_both"].fill_null(value=False)).arg_true().to_list()
        self.right_head = words["right_head"].to_list()  # None of a word that the parse has not
        tag = words.get_column("gold_tag", default=pl.repeat("", words.height, eager=True))
        texts = [column.cast(pl.String).fill_null("") for column in (words["gold_deprel"], words["parse_deprel"], tag)]
        self.label, self.parse_label, self.tag = (column.to_list() for column in texts)
        if "P+D" in self.tag:  # French, where P is an adposition; elsewhere it is a pronoun
            self.tag = ["ADP" if tag == "P" else tag for tag in self.tag]
        self.adpositions = {row for row, tag in enumerate(self.tag) if tag in _ADPOSITIONS}
        self.introduced = {self.gold[row] for row, label in enumerate(self.label) if _plain(label) == "case"}

    def kind(self, row: int) -> ArcErrorClass:
        """What the gold's arc is called, whatever is wrong with the parse's."""
        head = self.gold[row]
        if head < -1:
            return ArcErrorClass.ROOT
        kind = relation_class(self.label[row], self.tag[row], introduced=row in self.introduced)
        # Where adpositions are heads, as in SUD, what hangs on one is no argument of a verb.
        return ArcErrorClass.PP if kind is ArcErrorClass.ARGUMENT and head in self.adpositions else kind

    def name(self, row: int) -> ArcErrorClass:
        """What a wrong arc is called that is mended alone."""
        kind, right_head = self.kind(row), self.right_head[row]
        if not right_head or kind in _WHOLES:
            return ArcErrorClass.WORDS if right_head is None else kind
        labels = self.label[row], self.parse_label[row]
        both = {*map(_plain, labels)}
        # What is introduced is an argument only if its relation says so.
        kinds = [relation_class(label, "", introduced=True) for label in labels]
        arguments = ArcErrorClass.ARGUMENT in kinds or both & _COMPLEMENTS
        # nsubj and nsubj:pass are both arguments; of obl only subtypes are.
        return ArcErrorClass.ARGUMENT if arguments and (len(both) > 1 or "obl" in both) else ArcErrorClass.LABEL

    def candidates(self) -> Iterator[tuple[ArcErrorClass | None, set[int]]]:
        """All that one repair may mend; without a class it is called as one of its arcs."""
        together: dict[tuple[ArcErrorClass | None, int, int], set[int]] = defaultdict(set)
        for row in self.wrong:
            head, kind = self.gold[row], self.kind(row)
            if head != self.parse[row] != -1:
                together[None, head, self.parse[row]].add(row)
            introduces = _plain(self.label[row]) in _INTRODUCING
            if head >= 0 and (introduces or (kind is ArcErrorClass.PP and head in self.adpositions)):
                together[None, head, head] |= {row, head}
            whole = self.kind(head) if kind is ArcErrorClass.PUNCTUATION and head >= 0 else kind
            if whole in _WHOLES:
                top = row
                for _ in range(_FARTHEST):  # conjuncts may hang on one another
                    if self.gold[top] >= 0 and self.kind(top) in (whole, ArcErrorClass.PUNCTUATION):
                        top = self.gold[top]
                together[whole, top, top].add(row)
        wrong = {*self.wrong}
        # Phrases come before words that the parse hangs elsewhere, of which the heads are two.
        for (kind_of_all, *_), arcs in sorted(together.items(), key=lambda item: item[0][1] != item[0][2]):
            if kind_of_all is None or any(self.kind(row) is kind_of_all for row in arcs):  # not punctuation alone
                yield kind_of_all, arcs & wrong
        for row in self.wrong:
            yield None, {row}
            top, below, ways = self._turned(row)
            if top != row:
                named = self.kind(below) if below in wrong else None
                if self.gold[row] < -1 or (self.kind(row) is ArcErrorClass.CLAUSE and named not in _WHOLES):
                    named = self.kind(row)
                yield named, wrong.intersection(ways) | together.get((None, row, top), set())

    def _turned(self, row: int) -> tuple[int, int, list[int]]:
        """Where the parse hangs a word below another one of its own phrase: what the parse has for the phrase's head,
        the word below the gold's head on the way to that, and all words on the ways. Else the word itself."""
        phrase, ways = range(self.place[row] + 1, self.place[row] + self.size[row]), [row]
        while len(ways) < _FARTHEST and (head := self.parse[ways[-1]]) >= 0 and self.place[head] in phrase:
            ways.append(head)
        top = below = ways[-1]
        while top != row and self.gold[below] != row and len(ways) < 2 * _FARTHEST:
            below = self.gold[below]
            ways.append(below)
        return top, below, ways


def classes(words: pl.DataFrame) -> pl.Series:
    """The class of each wrong arc of a whole word table by its dependent, null for what is right; `CLASS`."""
    kinds = {row: kind.value for kind, arcs in repairs(words) for row in arcs}
    return pl.Series([kinds.get(row) for row in range(words.height)], dtype=pl.String)


def _in_rows(words: pl.DataFrame) -> pl.DataFrame:
    """A row a repair: ``class``, ``errors`` (arcs), ``sentence``, the dependents from ``first`` to ``last``, and all
    of them as ``dependents`` with their positions: ``a (5), b (7)``."""
    listed = [(number, kind.value, row) for number, (kind, arcs) in enumerate(repairs(words)) for row in arcs]
    arcs = pl.DataFrame(listed, {"repair": pl.UInt32, "class": pl.String, "row": pl.UInt32}, orient="row")
    placed = pl.concat([arcs, words[arcs["row"]].select("sentence", "position", "form")], how="horizontal")
    ends, own = {"first": pl.col("position").min(), "last": pl.col("position").max()}, ["repair", "class", "sentence"]
    dependents = pl.format("{} ({})", "form", "position").str.join(", ")
    return placed.group_by(own, maintain_order=True).agg(dependents=dependents, errors=pl.len(), **ends)


def error_classes(words: pl.DataFrame, limits: Limits) -> Breakdown:  # noqa: ARG001
    """Columns: ``class``, ``repairs``, ``errors`` (arcs), ``mass_share`` (of all errors), ``without_share``: the share
    of the gold's words with right head and label if this class had no errors."""
    counted = _in_rows(words).group_by("class").agg(repairs=pl.len(), errors=pl.col("errors").sum())
    wrong, every = int(counted["errors"].sum()), scoring_in_gold(words).sum()
    mass, without = pl.col("errors") / wrong, (every - wrong + pl.col("errors")) / every
    frame = ordered(counted, "errors", "class").with_columns(mass_share=mass, without_share=without)
    title = "Linguistic error classes of dependencies"
    note = (
        "Repairs that turn the parse into the gold, each of which mends one or more arcs, and the wrong arcs that they "
        "mend; named by the gold's relations, and by tags where these do not tell. Without: the share of words that "
        "would be right without these errors."
    )
    heading = {"without_share": "LAS without %"}
    return Breakdown("error_classes", title, frame, note, lambda row, _: has(equals(CLASS, row["class"])), heading)


def class_examples(words: pl.DataFrame, limits: Limits) -> Breakdown:
    """Columns: ``class``, ``errors`` (arcs), ``number`` of the sentence (from 1), the arcs' ``dependents``,
    ``text`` with the words from the first to the last in brackets: the repairs of each class that mend most arcs."""
    chosen = _in_rows(words).group_by("class", maintain_order=True).head(limits.examples)
    text = bracketed_texts(words, chosen.select("sentence", "first", "last"))
    frame = chosen.select("class", "errors", (pl.col("sentence") + 1).alias("number"), "dependents", text)
    title = "Error classes of dependencies, with examples"
    note = f"Up to {limits.examples} repairs of each class, those that mend most arcs, by their dependents in the gold."

    def where(row: Row, _: str) -> str:
        return f"number = {row['number']} and has(position in ({', '.join(_PLACES.findall(row['dependents']))}))"

    return Breakdown("class_examples", title, frame, note, where)
