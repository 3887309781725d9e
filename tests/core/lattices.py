"""Lattices made of lines of text, random ones, and all their paths, for the tests of lattices."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from goldleaf.core.structures.lattice import Edge, Lattice, PathWord, SurfaceToken


def lattice(text: str, tokens: str = "") -> Lattice:
    """Edges ``from-to:form/tag@token`` (the token may be left out), tokens ``from-to:form``."""
    return Lattice(1, tuple(map(_edge, text.split())), tuple(_tokens(tokens)))


def _edge(text: str) -> Edge:
    states, _, word = text.partition(":")
    word, _, token = word.partition("@")
    form, tag = word.split("/")
    origin, target = map(int, states.split("-"))
    return Edge(origin, target, form, coarse_tag=tag, token=int(token or 0))


def _tokens(text: str) -> Iterator[SurfaceToken]:
    for number, part in enumerate(text.split(), 1):
        states, _, form = part.partition(":")
        origin, target = map(int, states.split("-"))
        yield SurfaceToken(number, origin, target, form)


def words(text: str) -> tuple[PathWord, ...]:
    """Words ``form/tag@token``."""
    found = []
    for part in text.split():
        word, _, token = part.partition("@")
        form, tag = word.split("/")
        found.append(PathWord(form, tag, token=int(token or 0)))
    return tuple(found)


def all_paths(given: Lattice) -> list[tuple[int, ...]]:
    """Every path, one by one: numbers of edges."""
    last = max(edge.target for edge in given.edges)
    done: list[tuple[int, ...]] = []
    begun: list[tuple[int, tuple[int, ...]]] = [(min(edge.origin for edge in given.edges), ())]
    while begun:
        state, path = begun.pop()
        if state == last:
            done.append(path)
        begun += [(edge.target, (*path, number)) for number, edge in enumerate(given.edges) if edge.origin == state]
    return done


@st.composite
def lattices(draw: st.DrawFn, most_states: int = 6) -> Lattice:
    """A lattice of few states, all on a path, with few different words."""
    states = draw(st.integers(2, most_states))
    ends = [(state, state + 1) for state in range(states - 1)]
    pairs = st.tuples(st.integers(0, states - 1), st.integers(0, states - 1)).filter(lambda pair: pair[0] < pair[1])
    ends += draw(st.lists(pairs, max_size=5))
    lexemes = st.tuples(st.sampled_from("abc"), st.sampled_from("NV"))
    edges = [Edge(*pair, form, coarse_tag=tag) for pair in ends for form, tag in [draw(lexemes)]]
    return Lattice(1, tuple(draw(st.permutations(edges))))


SEGMENTATIONS = st.lists(st.builds(PathWord, st.sampled_from("abcd"), st.sampled_from("NV")), max_size=6)
