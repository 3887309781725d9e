"""Lattices: all the ways in which a sentence may be split into words and tagged (Tsarfaty, Nivre & Andersson 2012, §3).

An edge is a word, from one state to a later one; a way to read the sentence is a path from the first state to the last.
With the path that has most in common with a segmentation, words that differ can be anchored in what gold and parse
share, the states that they span.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import PairError
from goldleaf.core.facts import Bools, Integers, identity
from goldleaf.core.treebank import Treebank

_KNOWN = 0.3  # of the gold's words, at least, are in its lattices
_EDGE = ("from", "to", "form", "lemma", "coarse_tag", "fine_tag", "features", "token", "line")  # as an `Edge` has them


class Edge(NamedTuple):
    """A word that the sentence may have, from a state to a later one; a row of ``EDGES``."""

    origin: int
    target: int
    form: str
    lemma: str = "_"
    coarse_tag: str = "_"
    fine_tag: str = "_"
    features: str = "_"
    token: int = 0
    line: int = 0


class SurfaceToken(NamedTuple):
    """A surface token, from a state to a state; its form is empty if the file does not say."""

    token: int
    origin: int
    target: int
    form: str


class PathWord(NamedTuple):
    """A word of a segmentation, and the number of its surface token, 0 if it is not known."""

    form: str
    coarse_tag: str = "_"
    lemma: str = "_"
    features: str = "_"
    token: int = 0


@dataclass(frozen=True)
class Lattice:
    """The lattice of a sentence. ``number`` counts from 1."""

    number: int
    edges: tuple[Edge, ...]
    tokens: tuple[SurfaceToken, ...] = ()
    id: str | None = None
    text: str | None = None

    @cached_property
    def states(self) -> tuple[int, ...]:
        """All states, each before those that can be reached from it. Raises ValueError if there is a cycle."""
        import networkx as nx

        graph = nx.MultiDiGraph((edge.origin, edge.target) for edge in self.edges)
        if not nx.is_directed_acyclic_graph(graph):
            raise ValueError("lattice: its edges make a cycle")
        return tuple(nx.lexicographical_topological_sort(graph))

    @cached_property
    def rank(self) -> dict[int, int]:
        """The place of each state among all, from 0."""
        return {state: number for number, state in enumerate(self.states)}

    @cached_property
    def entering(self) -> dict[int, list[int]]:
        """The edges (numbers in ``edges``) that lead to each state."""
        found: dict[int, list[int]] = {state: [] for state in self.states}
        for number, edge in enumerate(self.edges):
            found[edge.target].append(number)
        return found

    def within(self, token: SurfaceToken) -> Lattice:
        return Lattice(self.number, tuple(edge for edge in self.edges if edge.token == token.token), (token,))


def with_lattices(gold: Treebank, lattices: Treebank) -> Treebank:
    """The treebank with the lattices that its sentences are segmentations of. Raises PairError if `unfit`."""
    if reason := unfit(gold, lattices):
        raise PairError(reason, path=lattices.path)
    return replace(gold, edges=lattices.edges, lattice_tokens=lattices.lattice_tokens)


def unfit(gold: Treebank, lattices: Treebank) -> str:
    """Why lattices are not those of a treebank's sentences; empty if they may be."""
    if not lattices.edges.height:
        return f"{lattices.path}: no lattices; a file of them has the columns of SPMRL, yap or CoNLL-UL"
    if len(lattices) != len(gold):
        sizes = f"{len(lattices):,} lattices, but {len(gold):,} sentences in {gold.path}"
        return f"{lattices.path}: {sizes}; they are paired in their order"
    # Forms alone: tags and lemmas of lattices often come from another theory than the gold's.
    ours, theirs = (
        identity(table["sentence"].to_numpy(), table["form"].to_physical().to_numpy())
        for table in (gold.words, lattices.edges)
    )
    known = int(np.isin(ours, theirs).sum())
    if known < _KNOWN * len(ours):
        return f"{lattices.path}: has {known:,} of the {len(ours):,} words of {gold.path}; is it the right lattice?"
    return ""


def distinct_edges(edges: pl.DataFrame) -> pl.DataFrame:
    """The edges of lattices without those that stand there twice, whatever their lines."""
    return edges.unique([name for name in edges.columns if name != "line"], keep="first", maintain_order=True)


def lattice_of(treebank: Treebank, row: int) -> Lattice:
    """The lattice of the sentence in this row, from 0; without edges if it could not be read. Raises IndexError."""
    if not 0 <= row < len(treebank):
        raise IndexError(f"sentence {row} of {len(treebank)}, counted from 0")
    one = treebank.slice(row)
    edges = tuple(Edge(*values) for values in distinct_edges(one.edges).select(_EDGE).iter_rows())
    tokens = one.lattice_tokens.select("token", "from", "to", "form")
    about = one.sentences.select("id", "text").row(0)
    return Lattice(row + 1, edges, tuple(SurfaceToken(*values) for values in tokens.iter_rows()), *about)


def segments_of(treebank: Treebank, row: int) -> tuple[PathWord, ...]:
    one = treebank.slice(row)
    columns = one.words.select("form", "coarse_tag", "lemma", "features", pl.Series("token", token_of_word(one)))
    return tuple(PathWord(*values) for values in columns.iter_rows())


def token_of_word(treebank: Treebank) -> Integers:
    """For each word the number of its surface token in its sentence, from 1."""
    sentence, position = treebank.sentence_of_word, treebank.words["position"].to_numpy().astype(np.int64)
    later = np.cumsum(treebank.continues_token)
    return np.asarray(position - (later - np.append(0, later)[treebank.first_words[sentence]]))


def paths(lattice: Lattice) -> int:
    """How many paths there are; 0 for a lattice without edges."""
    if not lattice.edges:
        return 0
    ways: dict[int, int] = {}
    for state in lattice.states:
        entering = lattice.entering[state]
        ways[state] = sum(ways[lattice.edges[number].origin] for number in entering) if entering else 1
    return ways[lattice.states[-1]]


def contains(lattice: Lattice, segments: Sequence[PathWord], *, tagged: bool = False) -> bool:
    """Whether the words, with ``tagged`` also their coarse tags, are those of a path."""
    if not lattice.edges:
        return not segments
    wanted = [(segment.form, segment.coarse_tag if tagged else "") for segment in segments]
    leaving: dict[int, list[Edge]] = {}
    for edge in lattice.edges:
        leaving.setdefault(edge.origin, []).append(edge)
    # All states at once that the words so far can lead to: the paths themselves may be too many.
    here = {lattice.states[0]}
    for word in wanted:
        edges = (edge for state in here for edge in leaving.get(state, ()))
        here = {edge.target for edge in edges if (edge.form, edge.coarse_tag if tagged else "") == word}
    return lattice.states[-1] in here


def ambiguity(treebank: Treebank) -> pl.DataFrame:
    """For each surface token of lattices: ``sentence`` (from 0), ``token``, ``edges``, ``paths`` (as text)."""
    keys = ["sentence", "token"]
    ends = treebank.lattice_tokens.select(*keys, first="from", last="to")
    whole = (pl.col("from") == pl.col("first")) & (pl.col("to") == pl.col("last"))
    by_token = distinct_edges(treebank.edges).join(ends, on=keys).group_by(keys)
    table = by_token.agg(edges=pl.len(), whole=whole.sum()).sort(keys)
    # Nearly all tokens have whole edges alone, whose number is that of the paths; the others are looked at one by one.
    split = table.with_row_index("row").filter(pl.col("edges") > pl.col("whole"))
    counts = table["whole"].cast(pl.String).to_list()
    for row, part in zip(split["row"].to_list(), _token_lattices(treebank, split), strict=True):
        counts[row] = str(paths(part))
    return table.select(*keys, "edges", pl.Series("paths", counts, pl.String))


def _token_lattices(treebank: Treebank, chosen: pl.DataFrame) -> Iterator[Lattice]:
    """The lattice of each of the tokens (``sentence``, ``token``), in their order, which is that of sentences."""
    keys = ["sentence", "token"]
    edges = distinct_edges(treebank.edges).join(chosen, on=keys, how="semi", maintain_order="left")
    rows = edges.select("sentence", *_EDGE).rows_by_key(keys, include_key=True)
    for place in chosen.select(keys).iter_rows():
        yield Lattice(place[0] + 1, tuple(Edge(*values) for _, *values in rows.get(place, ())))


def coverage(lattices: Treebank, words: Treebank) -> pl.DataFrame:
    """Whether the words of a treebank are in its lattices, token by token: what an oracle would find.

    A row for each sentence: ``sentence`` (from 0), ``tokens``, ``in_lattice`` (tokens whose words are those of a path
    of their lattice), ``in_lattice_tagged`` (and whose coarse tags are), ``same_tokens`` (False: the lattice has
    another number of tokens, or numbers them otherwise; then all count as in it if the whole sentence is a path, else
    none). Unreadable sentences are left out. Raises PairError when there are not as many sentences."""
    if len(lattices) != len(words):
        sizes = f"{len(words)} sentences, but {len(lattices)} in {lattices.path}"
        raise PairError(f"{words.path}: {sizes}", path=words.path)
    keys = ["sentence", "token"]
    numbers = pl.Series("token", token_of_word(words), pl.UInt32)
    tagged_forms = words.words.select("sentence", "form", "coarse_tag", numbers).group_by(keys, maintain_order=True)
    ours = tagged_forms.agg("form", "coarse_tag", words=pl.len()).with_row_index("row")
    found, tagged = np.zeros(ours.height, bool), np.zeros(ours.height, bool)
    single = ours.filter(pl.col("words") == 1).with_columns(pl.col("form", "coarse_tag").list.first())
    ends = [*keys, "from", "to"]
    whole = lattices.edges.join(lattices.lattice_tokens.select(ends), on=ends, how="semi")
    for columns, result in (([*keys, "form"], found), ([*keys, "form", "coarse_tag"], tagged)):
        result[single.join(whole, on=columns, how="semi")["row"].to_numpy()] = True
    several = ours.filter(pl.col("words") > 1).join(lattices.lattice_tokens, on=keys, how="semi", maintain_order="left")
    of_tokens = several.select("row", "form", "coarse_tag").iter_rows()
    for part, (row, forms, tags) in zip(_token_lattices(lattices, several), of_tokens, strict=True):
        of_token = [PathWord(form, tag) for form, tag in zip(forms, tags, strict=True)]
        found[row], tagged[row] = contains(part, of_token), contains(part, of_token, tagged=True)
    # By sentence; where the tokens are others, all or nothing of a sentence is in its lattice.
    sentence = ours["sentence"].to_numpy()
    tokens = np.bincount(sentence, minlength=len(words))
    of, number = (lattices.lattice_tokens[name].to_numpy() for name in ("sentence", "token"))
    theirs, last = np.bincount(of, minlength=len(words)), np.zeros(len(words), np.int64)
    np.maximum.at(last, of, number)
    same = (tokens == theirs) & (last == theirs)
    counts = [np.bincount(sentence, right, len(words)).astype(np.int64) for right in (found, tagged)]
    for row in np.flatnonzero(~same).tolist():
        lattice, segments = lattice_of(lattices, row), segments_of(words, row)
        for count, with_tags in zip(counts, (False, True), strict=True):
            count[row] = tokens[row] if contains(lattice, segments, tagged=with_tags) else 0
    rows = np.arange(len(words), dtype=np.uint32)
    table = pl.DataFrame({"sentence": rows, "tokens": tokens, "in_lattice": counts[0], "in_lattice_tagged": counts[1]})
    return table.with_columns(same_tokens=same).filter(lattices.sentences["readable"] & words.sentences["readable"])


_LEXEME, _FORM, _DETAIL, _WORD = 1 << 45, 1 << 30, 1 << 15, 1  # weights: nothing in a sentence adds up to the next


class Gap(NamedTuple):
    """Words of a segmentation (the first one's number, from 0) that the lattice lacks from one state to another."""

    origin: int
    target: int
    first: int
    segments: tuple[PathWord, ...]


class Walk(NamedTuple):
    """The path that has most in common with a segmentation. A word with another tag there has a gap of its own."""

    path: tuple[int, ...]  # all its edges, as numbers in the lattice's ``edges``
    matched: dict[int, int]  # those that are lexemes of the segmentation, with the words' numbers, from 0
    gaps: tuple[Gap, ...] = ()  # what the segmentation has instead of the others; none if it is a path


def walk(lattice: Lattice, segments: Sequence[PathWord]) -> Walk:
    """The path with most lexemes (form and coarse tag) in common with a segmentation, inside the same tokens. Among
    several: most forms, then lemmas and features in common, then the fewest edges that are no words of it. Dynamic
    programming over the states: time is that of edges × words."""
    if not lattice.edges:
        return Walk((), {})
    if segments and segments[-1].token != len(lattice.tokens):  # the tokens are others, or not known
        segments = [segment._replace(token=0) for segment in segments]
    gains = _gains(lattice, segments)
    # States are in topological order, so that all ways into one are known when it is come to.
    best: dict[int, Integers] = {}  # by state: the weight of the best way there that uses up n words
    for state in lattice.states:
        ways = [_through(best[lattice.edges[n].origin], gains[n]) for n in lattice.entering[state]]
        best[state] = np.max(ways, axis=0) if ways else np.zeros(len(segments) + 1, np.int64)
    path, words = _back(lattice, gains, best)
    matched = {number: word for number, word in words.items() if gains[number][word] >= _LEXEME}
    return Walk(path, matched, tuple(_gaps(lattice, segments, words, matched)))


def _gains(lattice: Lattice, segments: Sequence[PathWord]) -> Integers:
    """By edge and word what it is worth that they are the same; 0 if they are not."""

    def equal(edges: Sequence[object], words: Sequence[object]) -> Bools:
        number = {value: place for place, value in enumerate(dict.fromkeys([*edges, *words]))}
        return np.equal.outer([number[value] for value in edges], [number[value] for value in words])

    same = {
        name: equal([getattr(edge, name) for edge in lattice.edges], [getattr(word, name) for word in segments])
        for name in ("form", "coarse_tag", "lemma", "features", "token")
    }
    unknown = np.logical_or.outer([edge.token == 0 for edge in lattice.edges], [word.token == 0 for word in segments])
    allowed = same["form"] & (same["token"] | unknown)
    worth = _FORM + _LEXEME * same["coarse_tag"] + _DETAIL * (same["lemma"].astype(np.int64) + same["features"])
    return np.asarray(np.where(allowed, worth, 0))


def _through(before: Integers, gain: Integers) -> Integers:
    """The best weights at the end of an edge, given those at its beginning."""
    after = before - _WORD
    after[1:] = np.maximum(after[1:], np.where(gain > 0, before[:-1] + gain, after[1:]))
    return np.maximum.accumulate(after)


def _back(lattice: Lattice, gains: Integers, best: dict[int, Integers]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The path to the last state, and which of its edges have the forms of which words."""
    path, words = [], {}
    state, used = lattice.states[-1], gains.shape[1]
    while lattice.entering[state]:
        weight = best[state][used]
        number = next(
            n for n in lattice.entering[state] if _through(best[lattice.edges[n].origin], gains[n])[used] == weight
        )
        before = best[lattice.edges[number].origin]
        for count in range(used, -1, -1):  # the accumulated maximum may come from fewer words
            if count and gains[number][count - 1] and before[count - 1] + gains[number][count - 1] == weight:
                words[number] = used = count - 1
                break
            if before[count] - _WORD == weight:
                used = count
                break
        path.append(number)
        state = lattice.edges[number].origin
    return tuple(reversed(path)), dict(reversed(words.items()))


def _gaps(
    lattice: Lattice, segments: Sequence[PathWord], words: dict[int, int], matched: dict[int, int]
) -> Iterator[Gap]:
    """What lies between the edges that are lexemes of the segmentation, cut at those that only have its forms."""
    state, word = lattice.states[0], 0
    for number, following in words.items():
        edge = lattice.edges[number]
        if following > word or edge.origin != state:
            yield Gap(state, edge.origin, word, tuple(segments[word:following]))
        if number not in matched:
            yield Gap(edge.origin, edge.target, following, (segments[following],))
        state, word = edge.target, following + 1
    if word < len(segments) or state != lattice.states[-1]:
        yield Gap(state, lattice.states[-1], word, tuple(segments[word:]))


def anchors(lattice: Lattice, found: Walk, words: int) -> list[tuple[int, int]]:
    """For each of the segmentation's words the states that it spans; the words of a gap span all of the gap."""
    spans = [(0, 0)] * words
    for number, word in found.matched.items():
        spans[word] = (lattice.edges[number].origin, lattice.edges[number].target)
    for gap in found.gaps:
        spans[gap.first : gap.first + len(gap.segments)] = [(gap.origin, gap.target)] * len(gap.segments)
    return spans
