"""The titles of panes: whose each picture is, what is hidden of it, and how good the parse is in this sentence."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from goldleaf.viewer.canvas.titled import Title
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Diagram, Role, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.session.scores import sentence_score
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.views.view import Drawing

_PARSES = ("#009E73", "#56B4E9", "#9a7fd1", "#b5651d", "#8f979f", "#00a5a5")
"""Colours of parses, none of them one that says how something differs."""


def titles_of(drawing: Drawing, inspector: Inspector, theme: Theme) -> tuple[Title, ...]:
    """A title for each picture, in their order."""
    notes = _hidden(drawing, inspector)
    found = []
    for name, note, diagram in zip(drawing.titles, notes, drawing.diagrams, strict=False):
        sides = _sides(diagram)
        found.append(
            Title(
                name,
                "  ·  ".join(filter(None, (note, drawing.shortened))),
                _score(inspector, sides),
                () if inspector.parse < 0 else tuple(_colour(side, inspector, theme) for side in sides),
                hollow=Side.GENERALISED in sides or Side.RESULT in sides,
            )
        )
    return tuple(found)


def _hidden(drawing: Drawing, inspector: Inspector) -> list[str]:
    """What the toggles hide of each picture."""
    count = len(drawing.titles)
    if inspector.parse < 0 or "only_differences" not in inspector.view.heeds:
        return [""] * count
    both = count == 1 or inspector.look.mode == Mode.OVERLAY
    said_of = partial(inspector.look.options.left_out, wording=drawing.wording)
    return [said_of(gold=both or not place, parse=both or bool(place)) for place in range(count)]


def _sides(diagram: Diagram) -> tuple[Side, ...]:
    """Whose the words of a picture are; of an overlay both."""
    kinds = ("word", "node", "arc", "edge")
    side = next((key.side for kind in kinds for key in diagram.elements if key.kind == kind), Side.GOLD)
    if side is not Side.BOTH:
        return (side,)
    of_two = any(key.side is Side.OTHER for key in diagram.elements)
    return (Side.GOLD, Side.OTHER, Side.PARSE) if of_two else (Side.GOLD, Side.PARSE)


def _colour(side: Side, inspector: Inspector, theme: Theme) -> str:
    """The colour of a side's chip."""
    states = {Side.RESULT: State.MATCHED}
    if not inspector.wording.judges:  # annotators have a line each, and so have two parses that are drawn together
        states |= {Side.GOLD: State.ONE_HEAD, Side.PARSE: State.OTHER_HEAD}
    elif inspector.look.against is not None:
        states |= {Side.OTHER: State.ONE_RIGHT, Side.PARSE: State.OTHER_RIGHT}
    if side is Side.PARSE and side not in states:
        return _PARSES[max(inspector.parse, 0) % len(_PARSES)]
    return theme.paint(Role.ARC, states.get(side, State.GENERALISED)).stroke or "#808080"


def _score(inspector: Inspector, sides: Collection[Side]) -> str:
    """The parses' main scores in the sentence; nothing for who must not know whose they are."""
    document, metric, against = inspector.document, inspector.metric, inspector.look.against
    if document is None or metric is None or document.blind is not None:
        return ""
    parses = {Side.OTHER: -1 if against is None else against, Side.PARSE: inspector.parse}
    scores = [
        sentence_score(document, inspector.row, parse, metric)
        for side, parse in parses.items()
        if side in sides and parse >= 0
    ]
    return inspector.wording.figures(" · ".join(scores))
