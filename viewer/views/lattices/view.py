"""The view of lattices: all ways to cut and tag a sentence, with the paths of gold and parse. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.diagram.spacing import LabelledEdge, LatticeSpacing
from goldleaf.viewer.diagram.walking import positions_of, word_of
from goldleaf.viewer.session.document import NO_GOLD_PATH, Document, why_no_lattice
from goldleaf.viewer.views.lattices import lattice_picture
from goldleaf.viewer.views.lattices.describe import lattice_differences, summary
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.lattice_picture import LatticeFold, LatticeOptions, LatticePicture, arcs
from goldleaf.viewer.views.remedies import ROWS, TIGHT, with_own
from goldleaf.viewer.views.view import Drawing, Look, Number, Remedy, Subject, Tools, View, ViewChange

NO_LATTICE = "No lattice is open: open one with File › Open… or --lattice."
IN_FIGURES = LatticeFold(folds=False, paths_alone=False)
PATHS_ALONE = Remedy(
    choice="alternatives", said="words of a path with its tags alone", subject="Other tags", title="Left out",
    option="", changed=with_own("lattice", IN_FIGURES, paths_alone=True),
)  # fmt: skip


def _unfold(_: LatticeFold, drawing: Drawing, __: Key | None) -> LatticeFold | None:
    return LatticeFold(folds=False) if isinstance(drawing, LatticeDrawing) and drawing.folded else None


def _fold(options: LatticeFold, drawing: Drawing, key: Key | None) -> LatticeFold | None:
    if not isinstance(drawing, LatticeDrawing):
        return None
    return _unfold(options, drawing, key) or LatticeFold(around=drawing.token_of(key), folds=True)


class LatticesView(View):
    """States from left to right, or right to left, and the edges between them."""

    name = "lattice"
    title = "Lattice"
    keys = ("L",)
    description = "Draw all ways to cut and tag the sentence, with the paths of gold and parse through them."
    metric = "segmentation"
    heeds = frozenset({"direction", "wrap"})
    lists_facts = False  # a place may have several words of either side
    remedies = (TIGHT, ROWS, PATHS_ALONE)
    usual = LatticeFold()
    in_figures = IN_FIGURES
    numbers = (Number(name="around", description="Fold all but what differs and the words around this surface token."),)
    changes = (
        ViewChange(
            name="fold", title="Fold around the selected word", keys=("Shift+L",), options=_fold,
            why_not="The sentence has no lattice.",
            checked=lambda _, drawing: isinstance(drawing, LatticeDrawing) and drawing.folded,
            description="Draw only what differs and the selected word's neighborhood in full; at first if it is large.",
        ),
        ViewChange(
            name="unfold-all", title="Unfold all", options=_unfold, why_not="Nothing is folded.",
            description="Draw all of a large lattice; so does a click with Shift.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        return NO_LATTICE if document.lattice is None else ""

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """The lattice; what its layout has to say is left to be said elsewhere."""
        document, row, parse, pair, wording, *_ = subject
        if (lattice := document.lattice) is None:
            return Drawing(note=NO_LATTICE)
        picture = pair.once("lattice", lambda: lattice_picture.lattice_picture_of(document, row, parse, wording))
        if picture is None:
            reason = why_no_lattice(lattice, row, complete=document.complete)
            return Drawing(note=f"No lattice: {lattice.path}: {reason}")
        places = {word.number: word.position for word in pair.gold.words if word.number is not None}
        picture = replace(picture, places=places)
        layouts: list[LatticeSpacing] = []

        def quiet(states: int, edges: Sequence[LabelledEdge]) -> LatticeSpacing:
            layouts.append(tools.lay_out(states, edges))
            return replace(layouts[-1], note="")

        options = self.own(look).options(picture, look.options)
        diagram = draw_lattice(picture, options, tools.theme, tools.measure, layout=quiet)
        drawn = arcs(picture, options)
        words = {position: arc.key for arc in drawn for position in arc.positions}
        unscored = document.without_gold_path and parse >= 0
        said = f"{NO_GOLD_PATH}; {summary(picture)}" if unscored else summary(picture)
        cut = drawn != arcs(picture, replace(options, paths_alone=False))
        both = picture.gold and picture.parse and f"{wording.gold} and {wording.parse}"
        folded = "folded where alike" * (options.around is not None)
        start = None if options.around is None else Key(Side.BOTH, "token", f"{options.around}")
        return LatticeDrawing(
            diagrams=(diagram,), titles=(both or self.name,), differences=lattice_differences(picture), start=start,
            provisional=any(layout.provisional for layout in layouts), summary=said, picture=picture,
            about={"lattice": Path(lattice.path).name}, options=options, key_of_word=words,
            sentence=pair.gold, shortened=", ".join(filter(None, (folded, "alternatives hidden" * cut))),
        )  # fmt: skip

    def forgotten(self, options: LatticeFold) -> LatticeFold:  # noqa: ARG002
        return self.usual

    def revealed(self, options: LatticeFold, drawing: Drawing) -> LatticeFold:
        return _unfold(options, drawing, None) or options

    def following(self, options: LatticeFold, drawing: Drawing, key: Key | None) -> LatticeFold:
        """The neighbourhood of a large lattice moves to what is selected."""
        if not isinstance(drawing, LatticeDrawing) or not drawing.folded:
            return options
        token = drawing.token_of(key)
        return options if token in (None, drawing.options.around) else replace(options, around=token)


@dataclass(frozen=True, eq=False, kw_only=True)
class LatticeDrawing(Drawing):
    """A lattice. ``key_of_word`` has the element of each of the gold's words."""

    picture: LatticePicture
    options: LatticeOptions
    key_of_word: Mapping[int, Key]

    @property
    def folded(self) -> bool:
        return self.options.around is not None

    def shown(self, key: Key | None) -> Key | None:
        """For a word the edge that it is."""
        position = word_of(key)
        return key if position is None else self.key_of_word.get(position)

    def word(self, position: int, side: Side) -> Key | None:  # noqa: ARG002
        """The gold's word; `shown` finds its edge."""
        return Key(Side.GOLD, "word", f"{position}")

    def in_text(self, key: Key | None) -> tuple[int, ...]:
        return positions_of(self.shown(key), self.elements)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        return [(key.kind, description.removeprefix(f"{key.kind} "))] if description else []

    def token_of(self, key: Key | None) -> int | None:
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
