"""The titles of panes: whose each picture is, what is hidden of it, and how good the parse is in this sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from goldleaf.core.errors import counted
from goldleaf.viewer.canvas.panes import LONGEST, Title
from goldleaf.viewer.diagram.annotators import READERS, Everyone
from goldleaf.viewer.diagram.naming import GENERALIZED, Difference, Wording, counted_differences, in_number
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Diagram, Role, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.session.scores import sentence_score
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.views.everyone import RIGHT, sides_of
from goldleaf.viewer.views.view import Drawing

_LONG = re.compile(r"^wrong | differs?$|(?<=^word) (?:of|split) .*| by .*")  # what a kind is told without
_WHERE = re.compile(r" (?:above|below|left|right)(?=, |$)")
# Colours of parses, none of them one that says how something differs.
_PARSES = ("#009E73", "#56B4E9", "#9a7fd1", "#b5651d", "#8f979f", "#00a5a5")
_IN_BLACK = {Side.OTHER: "#9a9a9a", Side.PARSE: "#000000"}  # a gold's is hollow


def titles_of(drawing: Drawing, inspector: Inspector, theme: Theme) -> tuple[Title, ...]:
    """A title for each picture, in their order; the parse's says what is wrong in the sentence, beside its score."""
    document, metric, differences = inspector.document, inspector.metric, inspector.differences
    together = len(drawing.titles) == 1 or inspector.look.mode == Mode.OVERLAY
    hides = inspector.parse >= 0 and "only_differences" in inspector.view.heeds
    everyone = drawing.wording if isinstance(drawing.wording, Everyone) else Everyone("", "")
    letters = everyone.initials
    numbers = dict(zip(sides_of(document, inspector.parse), READERS, strict=False)) if document and letters else {}
    shown = {Side.OTHER: -1 if inspector.look.against is None else inspector.look.against, Side.PARSE: inspector.parse}
    parses = {side: number - 1 for number, side in enumerate(numbers)} if numbers else shown
    # Two frameworks are of nobody's colour; in black readers have dashes of their own.
    apart = theme.name != "paper-bw" or (inspector.wording.judges and not numbers)
    titles = []
    # A picture of two theories has words of its own: none of them is right.
    wording = inspector.wording if drawing.wording.judges else drawing.wording
    coloured = inspector.parse >= 0 and (inspector.view.lists_facts or wording.judges) and apart
    told = differences if inspector.parse >= 0 else ()
    short = in_short(told)
    # What one of two parses has fixed is no error.
    line = in_a_line(told, wording) if inspector.look.against is None else short
    whats = line, short, line.partition(":")[0]
    of_parse = [place for place, diagram in enumerate(drawing.diagrams) if Side.PARSE in _sides(diagram)]
    judged = of_parse[-1] if of_parse else len(drawing.diagrams) - 1  # lattices are of no side
    further = []
    if numbers:
        judged = 0
    elif document is not None and document.adjudicated and document.several and inspector.parse >= 0:
        further = [parse.name for number, parse in enumerate(document.parses) if number != inspector.parse]
    for place, (name, diagram) in enumerate(zip(drawing.titles, drawing.diagrams, strict=False)):
        sides, hidden = _sides(diagram, of_three=shown[Side.OTHER] >= 0), ""
        scores: list[str] = []
        # Golds are told by their numbers; who stands where is seen in the picture.
        told_by, _, golds = name.partition(": ")
        brief = f"generalized: {_by_first_words(golds)}" if told_by == GENERALIZED else _WHERE.sub("", golds or name)
        if numbers and len(sides) > 1:
            sides = tuple(numbers)
            parted = (f"{first} | {', '.join(others)}" for first, *others in (everyone.sides, letters))
            brief = next((names for names in parted if len(names) <= LONGEST), brief)
        elif document is not None and document.without_gold_path:
            sides = (Side.PARSE,)
        if hides:
            gold, parse = together or not place, together or bool(place)
            hidden = inspector.look.options.left_out(gold=gold, parse=parse, wording=drawing.wording)
        if document is not None and metric is not None and document.scored:
            for side, parse_number in parses.items():
                if side in sides and parse_number >= 0:
                    score = sentence_score(document, inspector.row, parse_number, metric)
                    if score and (letters or shown[Side.OTHER] >= 0):
                        named, figure = score.rsplit(" ", 1)
                        reader = document.parses[parse_number].name
                        whose = f"{letters[0]}–{letters[parse_number + 1]}" if letters else reader
                        score = f"{'' if scores else f'{named} '}{whose} {figure}"  # of what is said once
                    scores.append(score)
        if inspector.of_versions and document and document.table["change"][inspector.row] == "added":
            sides = (Side.PARSE,)  # the old version lacks it
        shortened = "" if place else drawing.shortened  # of all alike
        # What is wrong comes first: where there is little room the rest is cut.
        unseen = f"{', '.join(further)} not shown" if further and place == judged else ""
        became = document.versions.said(inspector.row) if document and document.versions and not place else ""
        notes = ((became, hidden, what if place == judged else "", unseen, shortened) for what in whats)
        about, short, total = ("  ·  ".join(filter(None, note)) for note in notes)
        painted = (_colour(side, numbers.get(side), inspector, theme) for side in sides)
        colours = tuple(painted) if coloured else ()
        hollow = Side.GENERALISED in sides or Side.RESULT in sides
        itself = drawing.upright and len(sides) > 1  # names them
        figures = inspector.wording.figures(" · ".join(scores))
        titles.append(Title(name, about, figures, colours, hollow, short, total, brief, itself))
    return tuple(titles)


def in_short(differences: Iterable[Difference]) -> str:
    """The kinds of scored differences with the fewest letters: ``5 wrong heads · 2 labels · 1 both``."""
    verdicts = [each.verdict for each in differences if each.scored and each.state is not State.FORGIVEN]
    kinds = Counter(_LONG.sub("", verdict or "difference").replace(" and ", "+") for verdict in verdicts)
    both = kinds.pop("head+label") if {"head", "label", "head+label"} <= {*kinds} else 0
    parts = [f"{number} {in_number(kind, number)}" for kind, number in kinds.most_common()]
    said = " · ".join([*parts, f"{both} both"] if both else parts)
    first = "".join(kind.replace("+", " and ") for kind, _ in kinds.most_common(1))
    return said.replace(" ", " wrong ", 1) if f"wrong {first}" in verdicts else said


def in_a_line(differences: Iterable[Difference], wording: Wording) -> str:
    """How many scored differences there are, and of which kinds: ``5 errors: 3 wrong heads, 2 wrong labels``."""
    verdicts = [each.verdict for each in differences if each.scored and each.state is not State.FORGIVEN]
    said, kinds = counted(len(verdicts), "error" if wording.judges else "difference"), counted_differences(verdicts)
    return ": ".join(filter(None, (said, kinds))) if verdicts else ""


def _by_first_words(golds: str) -> str:
    """Golds by their numbers and the first words of their names, if these tell them apart: ``¹ content, ² UD``."""
    firsts = [gold.split(" ")[:2] for gold in golds.split(", ")]
    told_apart = len({word for _, *words in firsts for word in words}) == len(firsts)
    return ", ".join(map(" ".join, firsts)) if told_apart else golds


def _sides(diagram: Diagram, *, of_three: bool = False) -> tuple[Side, ...]:
    """Whose the words of a picture are; of an overlay both, and of an outline, which may begin with one side's word."""
    kinds = ("word", "node", "arc", "edge")
    side = next((key.side for kind in kinds for key in diagram.elements if key.kind == kind), Side.GOLD)
    if side is not Side.BOTH and len({key.side for key in diagram.elements if key.kind == "node"}) < 2:
        return (side,)
    return (Side.GOLD, Side.OTHER, Side.PARSE) if of_three else (Side.GOLD, Side.PARSE)


def _colour(side: Side, reader: State | None, inspector: Inspector, theme: Theme) -> str:
    if theme.name == "paper-bw":
        return _IN_BLACK.get(side, "")
    if reader is not None:  # who has a line of their own
        return theme.paint(Role.ARC, reader).stroke or ""
    states = {Side.RESULT: State.MATCHED}
    if not inspector.wording.judges:  # annotators have a line each, and so have two parses that are drawn together
        states |= {Side.GOLD: State.ONE_HEAD, Side.PARSE: State.OTHER_HEAD}
    elif inspector.look.against is not None:
        states |= RIGHT
    if side is Side.PARSE and side not in states:
        return _PARSES[max(inspector.parse, 0) % len(_PARSES)]
    return theme.paint(Role.ARC, states.get(side, State.GENERALISED)).stroke or "#808080"
