"""What a picture of a lattice is drawn from: the lattice, and the paths of gold and parse through it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from goldleaf.core.structures.lattice import Edge, Lattice, Segment, SurfaceToken
from goldleaf.core.structures.lattice_walk import Walk, walk
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.lattices.options import LatticeOptions

FOLDED = "…"


@dataclass(frozen=True)
class LatticePicture:
    """A sentence's lattice with the gold's path and the parse's, None for a side that there is not."""

    lattice: Lattice
    gold: Walk | None = None
    parse: Walk | None = None
    wording: Wording = REVIEW

    @property
    def has_paths(self) -> bool:
        """Whether there is a path to mark."""
        return self.gold is not None or self.parse is not None


def lattice_picture(
    lattice: Lattice,
    gold: Sequence[Segment] | None = None,
    parse: Sequence[Segment] | None = None,
    wording: Wording = REVIEW,
) -> LatticePicture:
    """The picture of a lattice in which segmentations of gold and parse are looked for."""
    gold_path, parse_path = (None if words is None else walk(lattice, words) for words in (gold, parse))
    return LatticePicture(lattice, gold_path, parse_path, wording)


@dataclass(frozen=True, slots=True)
class Tag:
    """One of the tags of a form, how many analyses have it, and the paths that it is on.

    ``foreign`` if the lattice lacks it.
    """

    name: str
    state: State
    count: int = 1
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """All edges from one state to another with the same form. ``positions`` are those of the gold's words, from 1."""

    origin: int
    target: int
    form: str
    tags: tuple[Tag, ...]
    state: State
    heavy: bool  # on the gold's path, or on the only one
    token: int = 0  # that is folded; 0 for an arc that is none
    positions: tuple[int, ...] = ()

    @property
    def folded(self) -> bool:
        """Whether it stands for all that is in a token."""
        return self.token > 0


@dataclass(slots=True)
class _Found:
    """What is collected of an arc: for each tag how many analyses, and who has it on the path."""

    counts: dict[str, int] = field(default_factory=dict)
    gold: set[str] = field(default_factory=set)
    parse: set[str] = field(default_factory=set)
    positions: list[int] = field(default_factory=list)


def arcs(picture: LatticePicture, options: LatticeOptions) -> tuple[Arc, ...]:
    """The arcs to draw, edges with the same form merged and tokens folded as the options say."""
    found: dict[tuple[int, int, str], _Found] = {}
    for edge in picture.lattice.edges:
        tags = found.setdefault((edge.origin, edge.target, edge.form), _Found()).counts
        tags[edge.coarse_tag] = tags.get(edge.coarse_tag, 0) + 1
    for side, path in (("gold", picture.gold), ("parse", picture.parse)):
        for key, tag, positions in _of_path(picture.lattice.edges, path):
            one = found.setdefault(key, _Found())
            getattr(one, side).add(tag)
            if side == "gold":
                one.positions.extend(positions)
    made = [_arc(key, one, picture, options) for key, one in found.items()]
    return tuple(_folded(made, picture.lattice.tokens, options))


def gold_spans(picture: LatticePicture) -> dict[int, tuple[int, int]]:
    """The states from which and to which each of the gold's words goes, by position."""
    steps = _steps(picture.lattice.edges, picture.gold) if picture.gold is not None else []
    return {position: (step.origin, step.target) for step in steps for position in step.positions}


@dataclass(frozen=True, slots=True)
class _Step:
    """A word on a path, or words that it lacks, with their positions."""

    origin: int
    target: int
    words: tuple[tuple[str, str], ...]  # form and tag
    positions: tuple[int, ...]

    def with_next(self, other: _Step) -> _Step:
        """Both as one."""
        return _Step(self.origin, other.target, self.words + other.words, self.positions + other.positions)


def _of_path(edges: Sequence[Edge], path: Walk | None) -> Iterator[tuple[tuple[int, int, str], str, tuple[int, ...]]]:
    """Ends and form, tag, and positions of the words of a path and of what it has instead."""
    for step in _steps(edges, path) if path is not None else ():
        if step.words:
            forms, tags = zip(*step.words, strict=True)
            yield (step.origin, step.target, " ".join(forms)), " ".join(tags), step.positions


def _steps(edges: Sequence[Edge], path: Walk) -> list[_Step]:
    """The steps of a path. Words for which it has no room at all are taken together with the next word,
    or with the last one."""
    found = [
        _Step(edges[n].origin, edges[n].target, ((edges[n].form, edges[n].coarse_tag),), (word + 1,))
        for n, word in path.matched.items()
    ]
    for gap in path.gaps:
        words = tuple((segment.form, segment.coarse_tag) for segment in gap.segments)
        found.append(_Step(gap.origin, gap.target, words, tuple(range(gap.first + 1, gap.first + 1 + len(words)))))
    steps: list[_Step] = []
    for step in sorted(found, key=lambda step: (step.origin, step.target)):
        if steps and steps[-1].origin == steps[-1].target:
            steps[-1] = steps[-1].with_next(step)
        else:
            steps.append(step)
    if len(steps) > 1 and steps[-1].origin == steps[-1].target:
        last = steps.pop()
        steps[-1] = steps[-1].with_next(last)
    return steps


def _arc(key: tuple[int, int, str], one: _Found, picture: LatticePicture, options: LatticeOptions) -> Arc:
    state = _state(bool(one.gold), bool(one.parse), picture)
    if one.gold and one.parse and not one.gold & one.parse:
        state = State.WRONG_LABEL
    heavy = bool(one.gold or (picture.gold is None and one.parse))
    return Arc(*key, _tags(one, picture, options.most_tags), state, heavy, positions=tuple(one.positions))


def _tags(one: _Found, picture: LatticePicture, most: int) -> tuple[Tag, ...]:
    """The tags of an arc: those on paths, at most so many others, and how many more there are."""
    on_paths = one.gold | one.parse
    names = [*dict.fromkeys([*one.counts, *sorted(on_paths)])]
    others = [name for name in names if name not in on_paths]
    kept = {*on_paths, *others[:most]}
    tags = [
        Tag(name, _state(name in one.gold, name in one.parse, picture), one.counts.get(name, 1), name not in one.counts)
        for name in names
        if name in kept
    ]
    if len(others) > most:
        tags.append(Tag(f"+{len(others) - most}", _state(False, False, picture)))
    return tuple(tags)


def _state(in_gold: bool, in_parse: bool, picture: LatticePicture) -> State:
    if picture.gold is None or picture.parse is None:
        return State.MATCHED if in_gold or in_parse or not picture.has_paths else State.NOT_SCORED
    if in_gold and in_parse:
        return State.MATCHED
    return State.MISSING if in_gold else State.EXTRA if in_parse else State.NOT_SCORED


def _folded(made: Iterable[Arc], tokens: Sequence[SurfaceToken], options: LatticeOptions) -> Iterator[Arc]:
    """The arcs with those of each token that is not shown in full made one."""
    if options.around is None:
        yield from made
        return
    away = [token for token in tokens if abs(token.token - options.around) > options.reach]
    inside: dict[int, list[Arc]] = {token.token: [] for token in away}
    for arc in made:
        owner = _owner(arc, away)
        if owner is None:
            yield arc
        else:
            inside[owner].append(arc)
    for token in away:
        yield _fold(token, inside[token.token])


def _owner(arc: Arc, tokens: Iterable[SurfaceToken]) -> int | None:
    """The token that an arc lies in, if any."""
    return next((one.token for one in tokens if one.origin <= arc.origin and arc.target <= one.target), None)


def _fold(token: SurfaceToken, hidden: Sequence[Arc]) -> Arc:
    differs = any(arc.state in (State.MISSING, State.EXTRA, State.WRONG_LABEL) for arc in hidden)
    heavy = any(arc.heavy for arc in hidden)
    plain = State.MATCHED if any(arc.state == State.MATCHED for arc in hidden) else State.NOT_SCORED
    positions = tuple(sorted({position for arc in hidden for position in arc.positions}))
    state = State.WRONG_HEAD if differs else plain
    return Arc(token.origin, token.target, FOLDED, (), state, heavy, token=token.token, positions=positions)
