"""How the lattice of a sentence is shown: what of it is folded, what is selected in it, what is said of it. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.core.errors import counted
from goldleaf.core.structures.lattice_walk import Walk
from goldleaf.viewer.diagram.options import Direction
from goldleaf.viewer.diagram.shapes import Diagram, Key, Side, State
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.views.lattices.describe import paths_of
from goldleaf.viewer.views.lattices.draw import arc_keys, draw_lattice
from goldleaf.viewer.views.lattices.layout import LabelledEdge, LayOut, Layout
from goldleaf.viewer.views.lattices.options import LatticeOptions
from goldleaf.viewer.views.lattices.picture import LatticePicture, arcs

_DIFFERENT = (State.MISSING, State.EXTRA, State.WRONG_LABEL)
MANY = 200  # edges: a lattice of more is folded until all of it is asked for


@dataclass(frozen=True, slots=True)
class LatticeLook:
    """What is folded: all but the neighbourhood of the token ``around``; without one, of the first that differs.

    ``folds`` None leaves it to the lattice's size.
    """

    around: int | None = None
    folds: bool | None = None

    def options(self, picture: LatticePicture, direction: Direction = Direction.AUTO) -> LatticeOptions:
        """The same for the lattice of a sentence."""
        options = LatticeOptions(direction=direction)
        folds = len(picture.lattice.edges) > MANY if self.folds is None else self.folds
        if not folds or not picture.lattice.tokens:
            return options
        known = {token.token for token in picture.lattice.tokens}
        return replace(options, around=self.around if self.around in known else _first_token(picture))


@dataclass(frozen=True, slots=True)
class ShownLattice:
    """A lattice that is drawn. ``key_of_word`` has the element of each of the gold's words.

    ``provisional`` while a better layout is being made.
    """

    picture: LatticePicture
    options: LatticeOptions
    key_of_word: Mapping[int, Key]
    provisional: bool = False

    @property
    def folded(self) -> bool:
        """Whether only a neighbourhood is drawn in full."""
        return self.options.around is not None

    @property
    def middle(self) -> Key:
        """The token around which the neighbourhood is."""
        return Key(Side.BOTH, "token", f"{self.options.around}")

    def shown(self, key: Key | None) -> Key | None:
        """The element that stands for one of another picture: for a word, the edge that it is."""
        position = word_of(key)
        return key if position is None else self.key_of_word.get(position)

    def token_of(self, key: Key | None) -> int | None:
        """The number of the surface token that an element belongs to."""
        key = self.shown(key)
        if key is None or key.kind not in ("edge", "state", "token"):
            return None
        if key.kind == "token":
            return int(key.name)
        place = self.picture.lattice.rank
        state = place.get(int(key.name.partition("-")[0]), -1)
        tokens = self.picture.lattice.tokens
        inside = (token.token for token in tokens if place[token.origin] <= state < place[token.target])
        return next(inside, tokens[-1].token if tokens and state == place[tokens[-1].target] else None)


def drawn(
    picture: LatticePicture,
    look: LatticeLook,
    direction: Direction,
    theme: Theme,
    measure: Measure,
    lay_out: LayOut,
) -> tuple[Diagram, ShownLattice]:
    """The picture of a lattice. What the layout has to say is left to be said elsewhere."""
    layouts: list[Layout] = []

    def quiet(states: int, edges: Sequence[LabelledEdge]) -> Layout:
        layouts.append(lay_out(states, edges))
        return replace(layouts[-1], note="")

    options = look.options(picture, direction)
    diagram = draw_lattice(picture, options, theme, measure, layout=quiet)
    edges = arcs(picture, options)
    words = {position: key for edge, key in zip(edges, arc_keys(edges), strict=True) for position in edge.positions}
    return diagram, ShownLattice(picture, options, words, any(layout.provisional for layout in layouts))


def summary(picture: LatticePicture) -> str:
    """Such as ``8 paths, 11 edges (2.2 a token); gold is a path, parse is a path but for 1 tag``."""
    lattice = picture.lattice
    parts = f"{paths_of(lattice)}, {counted(len(lattice.edges), 'edge')}"
    if lattice.tokens:
        parts += f" ({len(lattice.edges) / len(lattice.tokens):.1f} a token)"
    sides = (("gold", picture.gold), (picture.parse_title, picture.parse))
    said = [f"{title} {_as_path(picture, path)}" for title, path in sides if path is not None]
    return f"{parts}; {', '.join(said)}" if said else parts


def _as_path(picture: LatticePicture, path: Walk) -> str:
    """Whether it is one of the lattice's, and what it has instead."""
    if path.complete:
        return "is a path"
    forms = {(edge.origin, edge.target, edge.form) for edge in picture.lattice.edges}
    tags = sum(len(gap.segments) == 1 and (gap.origin, gap.target, gap.segments[0].form) in forms for gap in path.gaps)
    if tags == len(path.gaps):
        return f"is a path but for {counted(tags, 'tag')}"
    foreign = sum(len(gap.segments) for gap in path.gaps) - tags
    return f"is no path: {counted(foreign, 'word')} not in it" if foreign else "is no path"


def _first_token(picture: LatticePicture) -> int:
    """The first token in which gold and parse differ, else the first one."""
    tokens = picture.lattice.tokens
    place = picture.lattice.rank
    differ = (place[arc.origin] for arc in arcs(picture, LatticeOptions()) if arc.state in _DIFFERENT)
    first = min(differ, default=0)
    return next((token.token for token in tokens if first < place[token.target]), tokens[0].token)
