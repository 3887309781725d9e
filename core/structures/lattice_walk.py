"""The path of a lattice that has most in common with a segmentation, and the states that the segmentation's words span.

With it words that differ can be anchored in what gold and parse share (Tsarfaty, Nivre & Andersson 2012, §3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldleaf.core.structures.lattice import Lattice, Segment

Weights: TypeAlias = npt.NDArray[np.int64]

_LEXEME, _FORM, _DETAIL, _WORD = 1 << 45, 1 << 30, 1 << 15, 1  # weights: nothing in a sentence adds up to the next


class Gap(NamedTuple):
    """Words of a segmentation (the first one's number, from 0) that the lattice lacks from one state to another."""

    origin: int
    target: int
    first: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """The path that has most in common with a segmentation.

    ``path`` has all its edges (numbers in the lattice's ``edges``), ``matched`` those that are lexemes of the
    segmentation, with the words' numbers, from 0; ``gaps`` what the segmentation has instead of the others; a word
    whose form is on the path, but with another tag, has a gap of its own.
    """

    path: tuple[int, ...]
    matched: dict[int, int]
    gaps: tuple[Gap, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the segmentation is a path."""
        return not self.gaps


def walk(lattice: Lattice, segments: Sequence[Segment]) -> Walk:
    """The path with most lexemes (form and coarse tag) in common with a segmentation, inside the same tokens. Among
    several: most forms, then lemmas and features in common, then the fewest edges that are no words of it. Dynamic
    programming over the states: time is that of edges × words."""
    if not lattice.edges:
        return Walk((), {})
    if segments and segments[-1].token != len(lattice.tokens):  # the tokens are others, or not known
        segments = [segment._replace(token=0) for segment in segments]
    gains = _gains(lattice, segments)
    # States are in topological order, so that all ways into one are known when it is come to.
    best: dict[int, Weights] = {}  # by state: the weight of the best way there that uses up n words
    for state in lattice.states:
        ways = [_through(best[lattice.edges[n].origin], gains[n]) for n in lattice.entering[state]]
        best[state] = np.max(ways, axis=0) if ways else np.zeros(len(segments) + 1, np.int64)
    path, words = _back(lattice, gains, best)
    matched = {number: word for number, word in words.items() if gains[number][word] >= _LEXEME}
    return Walk(path, matched, tuple(_gaps(lattice, segments, words, matched)))


def _gains(lattice: Lattice, segments: Sequence[Segment]) -> Weights:
    """By edge and word what it is worth that they are the same; 0 if they are not."""

    def equal(edges: Sequence[object], words: Sequence[object]) -> npt.NDArray[np.bool_]:
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


def _through(before: Weights, gain: Weights) -> Weights:
    """The best weights at the end of an edge, given those at its beginning."""
    after = before - _WORD
    after[1:] = np.maximum(after[1:], np.where(gain > 0, before[:-1] + gain, after[1:]))
    return np.maximum.accumulate(after)


def _back(lattice: Lattice, gains: Weights, best: dict[int, Weights]) -> tuple[tuple[int, ...], dict[int, int]]:
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
    lattice: Lattice, segments: Sequence[Segment], words: dict[int, int], matched: dict[int, int]
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
