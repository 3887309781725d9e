"""The view of roles: predicates and their arguments below the words, without arcs. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, in_part, pictures, predicates, with_cells
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.roles import RolesShown, role_states, with_roles
from goldleaf.viewer.views.arcs.view import ArcsDrawing, ArcsView, alone_in, drawn, result_of
from goldleaf.viewer.views.layers import CELLS, places_of
from goldleaf.viewer.views.look import Look
from goldleaf.viewer.views.remedies import DIFFERENCES, OVERLAY, ROWS, TIGHT, WITHOUT_TAGS
from goldleaf.viewer.views.roles.role_facts import (
    Label,
    apart_from,
    role_differences,
    states_of,
    with_single_roles,
    wrong_labels,
)
from goldleaf.viewer.views.view import Drawing, Subject, Tools, View
from goldleaf.viewer.views.wording import lacks, mixed


class RolesView(View):
    """Words on a line, and a lane below them for each predicate with its arguments."""

    name = "roles"
    title = "Roles"
    keys = ("Shift+Z",)
    description = "Draw predicates and their arguments, in a lane each below the words."
    metric = "semantic"
    heeds = frozenset({"compare", "rows", "only_differences", "direction", "wrap", "layers"})
    shares = ArcsView.name
    remedies = (TIGHT, OVERLAY, ROWS)
    offers = (WITHOUT_TAGS, DIFFERENCES)

    def lacking(self, document: Document) -> str:
        """Files of other kinds have no predicates."""
        if document.mixed:
            return mixed(document)
        return "" if "predicate" in document.gold.layout.columns else lacks(document, "predicates")

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse over the same places of words, marked by the metric of propositions or by chosen layers."""
        labels = () if look.layers else wrong_labels(subject.pair)
        sides = _sides(subject, look, labels)
        shown = replace(look.own_of(self.shares, RolesShown()), roles=True)
        rows = telling_rows(sides, look.options.rows)
        look = replace(look, options=replace(with_roles(look.options, shown, sides), rows=rows))
        parts = in_part(sides)
        diagrams = tuple(drawn(parts, subject.pair, look, tools))
        overlay = look.mode == Mode.OVERLAY and len(diagrams) < len(sides)
        titles = tuple(f"{picture.title}{alone_in(picture, look)}" for picture in sides)
        return RolesDrawing(
            diagrams=diagrams,
            titles=(f"{titles[0]} and {titles[1]}", *titles[2:]) if overlay else titles,
            differences=() if look.layers else role_differences(subject.pair, labels, subject.wording),
            left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
            summary="" if predicates(one.sentence for one in sides) else "no predicates",
            beside=look.mode == Mode.BESIDE,
            pictures=sides,
            options=look.options,
            overlay=overlay,
        )


def _sides(subject: Subject, look: Look, labels: Sequence[Label]) -> tuple[ArcsPicture, ...]:
    """The pictures of gold, parse and the result of a review, as far as they have words."""
    pair = subject.pair
    states = role_states(pair, subject.items, subject.wording) if look.layers else states_of(labels)
    cells = {layer: places_of(pair, subject.items, layer) for layer in CELLS}
    known = with_cells(pictures(pair.gold, pair.parse, wording=subject.wording), cells)
    return tuple(_of_roles(one, states) for one in (*known, *result_of(subject)) if one.sentence.words)


def _of_roles(picture: ArcsPicture, states: dict[Key, State]) -> ArcsPicture:
    """A picture without arcs, with single roles; of the result of a review nothing is marked."""
    sentence: Sentence = with_single_roles(picture.sentence)
    apart = apart_from(sentence)
    marked = {} if picture.side is Side.RESULT else states
    return replace(picture, sentence=sentence, roles=marked, apart=apart, without_arcs=True)


@dataclass(frozen=True, eq=False, kw_only=True)
class RolesDrawing(ArcsDrawing):
    """Lanes of predicates; words are walked as in the tree."""
