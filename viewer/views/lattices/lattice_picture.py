"""What a picture of a lattice is drawn from: the lattice, the paths of gold and parse through it, what is folded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from goldleaf.core.alignment.units import as_one
from goldleaf.core.errors import OptionError
from goldleaf.core.structures.lattice import Edge, Lattice, PathWord, SurfaceToken, Walk, lattice_of, segments_of, walk
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document

DIFFERENT = (State.MISSING, State.EXTRA, State.WRONG_LABEL)
FOLDED = "…"
MOST_TAGS = 4  # under a form, besides those on a path; the others are counted
MANY = 200  # edges: a lattice of more is folded until all of it is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class LatticeOptions(Options):
    """What to show of a lattice; with ``paths_alone`` under what is on a path the tags of the paths alone."""

    paths_alone: bool = False
    around: int | None = None  # a surface token: only it and ``reach`` tokens on either side are drawn in full; or all
    reach: int = 2
    span: tuple[int, int] | None = None  # only what is between two states


@dataclass(frozen=True)
class LatticePicture:
    """A sentence's lattice with the gold's path and the parse's, None for a side that there is not."""

    lattice: Lattice
    gold: Walk | None = None
    parse: Walk | None = None
    wording: Wording = REVIEW
    # By the numbers of the gold's words, their positions among those of both sides, where these have other words.
    places: Mapping[int, int] = field(default_factory=dict, compare=False)

    @property
    def has_paths(self) -> bool:
        return self.gold is not None or self.parse is not None


def lattice_picture(
    lattice: Lattice,
    gold: Sequence[PathWord] | None = None,
    parse: Sequence[PathWord] | None = None,
    wording: Wording = REVIEW,
) -> LatticePicture:
    """The picture of a lattice in which segmentations of gold and parse are looked for."""
    gold_path, parse_path = (None if words is None else walk(lattice, words) for words in (gold, parse))
    return LatticePicture(lattice, gold_path, parse_path, wording)


def lattice_picture_of(document: Document, row: int, parse: int, wording: Wording = REVIEW) -> LatticePicture | None:
    """The lattice of the sentence in this row with the paths of gold and parse (−1 for none); None if there is none.
    Sentences that are one where gold and parse split them differently are one here, too."""
    lattices = document.lattice
    other = document.parses[parse] if 0 <= parse < len(document.parses) else None
    ours, theirs = other.units.rows(row) if other is not None else ((row, row + 1), (0, 0))
    if lattices is None or ours[1] > len(lattices):
        return None
    lattice = replace(lattice_of(as_one(lattices, *ours), 0), number=row + 1)
    if not lattice.edges:
        return None
    sides = [(document.gold, ours), *([(other.treebank, theirs)] if other is not None else [])]
    segments = [
        segments_of(as_one(treebank, first, end), 0) if first < end <= len(treebank) else ()
        for treebank, (first, end) in sides
    ]
    gold, parsed = (*segments, ())[:2]
    if document.is_turned(row, parse):
        gold, parsed = parsed, gold
    return lattice_picture(lattice, gold or None, parsed or None, wording)


@dataclass(frozen=True, slots=True, kw_only=True)
class LatticeFold:
    """What is folded: all but what differs and the neighbourhood of the token ``around``."""

    around: int | None = None
    folds: bool | None = None  # None leaves it to the lattice's size
    paths_alone: bool | None = None  # None: where all is close together

    def options(self, picture: LatticePicture, shared: Options) -> LatticeOptions:
        """The same for the lattice of a sentence. Raises OptionError for a token that it does not have."""
        alone = shared.tight if self.paths_alone is None else self.paths_alone
        options = LatticeOptions(direction=shared.direction, wrap=shared.wrap, tight=shared.tight, paths_alone=alone)
        lattice = picture.lattice
        known = [token.token for token in lattice.tokens]
        if self.around is not None:
            if self.around not in known:
                raise OptionError(f"--around {self.around}: the sentence has tokens 1 to {len(known)}")
            return replace(options, around=self.around)
        folds = len(lattice.edges) > MANY if self.folds is None else self.folds
        if not folds or not known:
            return options
        differ = (lattice.rank[arc.origin] for arc in arcs(picture, LatticeOptions()) if arc.state in DIFFERENT)
        first = min(differ, default=None)
        reached = (token.token for token in lattice.tokens if first is not None and first < lattice.rank[token.target])
        return replace(options, around=next(reached, known[0]), reach=0 if first is not None else options.reach)


@dataclass(frozen=True, slots=True)
class Tag:
    """One of the tags of a form, how many analyses have it, and the paths that it is on."""

    name: str
    state: State
    count: int = 1
    foreign: bool = False  # the lattice lacks it


@dataclass(frozen=True, slots=True)
class LatticeArc:
    """All edges from one state to another with the same form. ``positions`` are those of the gold's words, from 1."""

    origin: int
    target: int
    form: str
    tags: tuple[Tag, ...]
    state: State
    heavy: bool  # on the gold's path, or on the only one
    token: int = 0  # that is folded; 0 for an arc that is none
    positions: tuple[int, ...] = ()
    number: int = 1  # among those between the same states

    @property
    def key(self) -> Key:
        """Its element, the same however much is folded; one that stands for a token has the token's."""
        if self.folded:
            return Key(Side.BOTH, "token", f"{self.token}")
        return Key(Side.BOTH, "edge", f"{self.origin}-{self.target}-{self.number}")

    @property
    def folded(self) -> bool:
        """Whether it stands for all that is in a token."""
        return self.token > 0


@dataclass(slots=True)
class _Evidence:
    """What is collected of an arc: for each tag how many analyses, and who has it on the path."""

    counts: Counter[str] = field(default_factory=Counter)
    gold: set[str] = field(default_factory=set)
    parse: set[str] = field(default_factory=set)
    positions: list[int] = field(default_factory=list)


def arcs(picture: LatticePicture, options: LatticeOptions) -> tuple[LatticeArc, ...]:
    """The arcs to draw, edges with the same form merged and tokens folded as the options say."""
    by_form: dict[tuple[int, int, str], _Evidence] = {}
    for edge in picture.lattice.edges:
        by_form.setdefault((edge.origin, edge.target, edge.form), _Evidence()).counts[edge.coarse_tag] += 1
    for is_gold, path in ((True, picture.gold), (False, picture.parse)):
        for step in _steps(picture.lattice.edges, path) if path is not None else ():
            if not step.words:
                continue
            form, tag = (" ".join(texts) for texts in zip(*step.words, strict=True))
            evidence = by_form.setdefault((step.origin, step.target, form), _Evidence())
            (evidence.gold if is_gold else evidence.parse).add(tag)
            evidence.positions += [picture.places.get(each, each) for each in step.positions if is_gold]
    made = []
    for key, evidence in by_form.items():
        state = _state(bool(evidence.gold), bool(evidence.parse), picture)
        if evidence.gold and evidence.parse and not evidence.gold & evidence.parse:
            state = State.WRONG_LABEL
        heavy = bool(evidence.gold or (picture.gold is None and evidence.parse))
        tags = _tags(evidence, picture)
        if options.paths_alone and (evidence.gold or evidence.parse):
            tags = tuple(replace(tag, count=1) for tag in tags if tag.state is not State.NOT_SCORED)
        made.append(LatticeArc(*key, tags, state, heavy, positions=tuple(evidence.positions)))
    drawn, count = [], Counter[tuple[int, int]]()
    rank, (first, last) = picture.lattice.rank, options.span or (None, None)
    for arc in _folded(made, picture.lattice.tokens, options):
        ends = arc.origin, arc.target
        count[ends] += 1
        if first is None or last is None or (rank[first] <= rank[arc.origin] and rank[arc.target] <= rank[last]):
            drawn.append(replace(arc, number=count[ends]))
    return tuple(drawn)


def gold_spans(picture: LatticePicture) -> dict[int, tuple[int, int]]:
    """The states from which and to which each of the gold's words goes, by position."""
    steps = _steps(picture.lattice.edges, picture.gold) if picture.gold is not None else []
    ends = {position: (step.origin, step.target) for step in steps for position in step.positions}
    return {picture.places.get(position, position): both for position, both in ends.items()}


class _Step(NamedTuple):
    """A word on a path, or words that it lacks, with their positions."""

    origin: int
    target: int
    words: tuple[tuple[str, str], ...]  # form and tag
    positions: tuple[int, ...]

    def with_next(self, other: _Step) -> _Step:
        return _Step(self.origin, other.target, self.words + other.words, self.positions + other.positions)


def _steps(edges: Sequence[Edge], path: Walk) -> list[_Step]:
    """The steps of a path. Words for which it has no room are taken together with the next, or the last."""
    alone = [
        _Step(edges[n].origin, edges[n].target, ((edges[n].form, edges[n].coarse_tag),), (word + 1,))
        for n, word in path.matched.items()
    ]
    for gap in path.gaps:
        words = tuple((segment.form, segment.coarse_tag) for segment in gap.segments)
        alone.append(_Step(gap.origin, gap.target, words, tuple(range(gap.first + 1, gap.first + 1 + len(words)))))
    steps: list[_Step] = []
    for step in sorted(alone, key=lambda step: (step.origin, step.target)):
        if steps and steps[-1].origin == steps[-1].target:
            steps[-1] = steps[-1].with_next(step)
        else:
            steps.append(step)
    if len(steps) > 1 and steps[-1].origin == steps[-1].target:
        last = steps.pop()
        steps[-1] = steps[-1].with_next(last)
    return steps


def _tags(evidence: _Evidence, picture: LatticePicture) -> tuple[Tag, ...]:
    """The tags of an arc: those on paths, the gold's first, at most so many others, and how many more there are."""
    gold, parse, counts = evidence.gold, evidence.parse, evidence.counts
    others = [name for name in counts if name not in gold | parse]
    tags = [
        Tag(name, _state(name in gold, name in parse, picture), counts.get(name, 1), name not in counts)
        for name in (*sorted(gold), *sorted(parse - gold), *others[:MOST_TAGS])
    ]
    if len(others) > MOST_TAGS:
        tags.append(Tag(f"+{len(others) - MOST_TAGS}", _state(False, False, picture)))
    return tuple(tags)


def _state(in_gold: bool, in_parse: bool, picture: LatticePicture) -> State:
    if picture.gold is None or picture.parse is None:
        return State.MATCHED if in_gold or in_parse or not picture.has_paths else State.NOT_SCORED
    if in_gold and in_parse:
        return State.MATCHED
    return State.MISSING if in_gold else State.EXTRA if in_parse else State.NOT_SCORED


def _folded(
    made: Sequence[LatticeArc], tokens: Sequence[SurfaceToken], options: LatticeOptions
) -> Iterator[LatticeArc]:
    """The arcs with those of each token that is not shown in full made one, which says what is on the path there. What
    differs is shown in full; what has no alternatives is as it is."""
    kept = [(one.origin, one.target) for one in made if one.state in DIFFERENT or options.around is None]
    away = [one for one in tokens if abs(one.token - (options.around or 0)) > options.reach]
    away = [one for one in away if not any(origin < one.target and one.origin < target for origin, target in kept)]
    inside: dict[int, list[LatticeArc]] = {token.token: [] for token in away}
    for arc in made:
        owner = next((one.token for one in away if one.origin <= arc.origin and arc.target <= one.target), None)
        if owner is None:
            yield arc
        else:
            inside[owner].append(arc)
    for token, hidden in zip(away, inside.values(), strict=True):
        if len(hidden) == 1 and len(hidden[0].tags) == 1:
            yield hidden[0]
            continue
        path = sorted((arc for arc in hidden if arc.heavy), key=lambda arc: arc.origin)
        own = [next((tag for tag in arc.tags if tag.state == State.MATCHED), Tag("_", State.MATCHED)) for arc in path]
        form = " ".join(arc.form for arc in path) or FOLDED
        said = " ".join([*(tag.name for tag in own), *[FOLDED] * (not options.paths_alone)])
        tags = (Tag(said, State.MATCHED, foreign=any(tag.foreign for tag in own)),) if path else ()
        state = State.MATCHED if any(arc.state == State.MATCHED for arc in hidden) else State.NOT_SCORED
        positions = tuple(sorted({position for arc in hidden for position in arc.positions}))
        yield LatticeArc(token.origin, token.target, form, tags, state, bool(path), token.token, positions)
