"""The differences between pictures of arcs in words: of arcs, of enhanced graphs, of two parses at once. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, marked, on_any_side
from goldleaf.viewer.diagram.naming import Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, GraphEdge
from goldleaf.viewer.views.arcs.columns import differs
from goldleaf.viewer.views.arcs.describe import naming, phrase, verdict
from goldleaf.viewer.views.facts import fact_difference
from goldleaf.viewer.views.rivals import LOST, rival_difference


def arc_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """What differs between the gold's picture and the parse's, in the order of the words."""
    if len(pictures) < 2:
        return ()
    gold, parse = pictures[:2]
    items = Items(*((picture.whole or picture).sentence for picture in (gold, parse)))
    found = [_at(gold, parse, position) for position in sorted({*gold.word_at, *parse.word_at})]
    return tuple(replace(one, item=items.word(one.place)) for one in found if one is not None)


def _at(gold: ArcsPicture, parse: ArcsPicture, position: int) -> Difference | None:
    """What a word differs in: that one side alone has it, its arc, or the arc of one side."""
    for picture, there in ((gold, parse), (parse, gold)):
        if position not in there.word_at:
            scored = State.NOT_SCORED not in (picture.word_states.get(position), picture.arc_of[position].state)
            said, state = picture.wording.word_of(picture.side), _alone(picture)
            return replace(_difference([picture], position, said, state, scored=scored), layer=Layer.WORDS)
    ours, theirs = gold.arc_of[position], parse.arc_of[position]
    if (ours.head, ours.label) == (theirs.head, theirs.label) and not differs(theirs):
        return None
    matched = ours.state == State.MATCHED, theirs.state == State.MATCHED and theirs.head is not None
    if all(matched):  # differs in what the metric does not look at
        return None
    if any(matched):  # the arc of one side matches elsewhere, so that only the other's is a difference
        picture = parse if matched[0] else gold
        state = picture.arc_of[position].state
        scored = state != State.NOT_SCORED
        said = picture.wording.verdict(_alone(picture) if scored else state)
        return _difference([picture], position, said, state, scored=scored)
    state = ours.state if theirs.head is None else theirs.state
    scored = state != State.NOT_SCORED
    said = verdict(ours, theirs, gold.wording) if scored else gold.wording.verdict(state)
    return _difference([gold, parse], position, said, state, scored=scored)


def _alone(picture: ArcsPicture) -> State:
    return State.MISSING if picture.side is Side.GOLD else State.EXTRA


def _difference(having: Sequence[ArcsPicture], position: int, said: str, state: State, *, scored: bool) -> Difference:
    """A word or an arc of the pictures that have it: where that is one, the other has nothing to say of it."""
    word, wording = naming(having[0], position), having[0].wording
    phrases = {picture.side is Side.GOLD: phrase(picture, picture.arc_of[position]) for picture in having}
    gold, parse = phrases.get(True, ""), phrases.get(False, "")
    # An arc that a lenient figure counts is marked in the parse only.
    in_gold = State.WRONG_HEAD if state in (State.REVERSED, State.EDGE_FLIP) else state
    text = wording.contrast(word, gold, parse) if gold and parse else f"{word}: {gold or parse}"
    return Difference(
        word=word,
        gold=gold,
        parse=parse,
        verdict=said,
        sentence=f"{text} – {said}",
        state=state,
        gold_state=None if state is State.EXTRA else wording.drawn(in_gold, Side.GOLD),
        parse_state=None if state is State.MISSING else wording.drawn(state, Side.PARSE),
        place=position,
        keys=(Key(Side.GOLD, "arc", f"{position}"), Key(Side.PARSE, "arc", f"{position}")),
        word_states=marked([position], state, wording),
        scored=scored,
        layer=Layer.ARC,
        further=on_any_side([position], "word", "arc"),
    )


def graph_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """The edges that differ, in the order of their dependents; those from one head to the same one are one row."""
    if len(pictures) < 2:
        return ()
    found: defaultdict[tuple[str, str, State], tuple[list[GraphEdge], list[GraphEdge]]] = defaultdict(lambda: ([], []))
    for place, picture in enumerate(pictures[:2]):
        for edge in picture.graph or ():
            if edge.state is not State.MATCHED:
                found[edge.node, edge.head, edge.state][place].append(edge)

    def order(known: tuple[str, str, State]) -> tuple[int, int]:
        number, _, index = known[0].partition(".")
        return int(number), int(index or 0)

    return tuple(row for known in sorted(found, key=order) for row in _graph_rows(pictures[:2], *found[known]))


def _graph_rows(
    pictures: Sequence[ArcsPicture], ours: Sequence[GraphEdge], theirs: Sequence[GraphEdge]
) -> Iterator[Difference]:
    wording = pictures[0].wording
    for edges in zip_longest(ours, theirs):
        sides = list(zip(edges, pictures, strict=True))
        there = [(edge, picture) for edge, picture in sides if edge is not None]
        edge, picture = there[0]
        word = _node(picture, edge.node)
        gold, parse = (NONE if edge is None else _edge_phrase(edge, picture) for edge, picture in sides)
        # A wrong label has an edge on either side: what is left over has none to be compared with.
        lone = len(there) == 1 and edge.state is State.WRONG_LABEL
        state = _alone(picture) if lone else edge.state
        place = int(edge.node.partition(".")[0])  # of an empty node that of the word before it
        keys, further = [one.key(own.side) for one, own in there], on_any_side([edge.node], "word", "empty")
        row = fact_difference(word, gold, parse, wording.verdict(state), state, [place], keys, wording, further=further)
        yield replace(row, word_states={}) if "." in edge.node else row  # an empty node is not written


def _edge_phrase(edge: GraphEdge, picture: ArcsPicture) -> str:
    """What an edge says of its dependent, such as ``conj of saw``."""
    return edge.label if edge.head == "0" else f"{edge.label} of {_node(picture, edge.head)}"


def _node(picture: ArcsPicture, name: str) -> str:
    """A word by its form; an empty node by its form, if it has one, and its number."""
    if name.isdigit():
        return naming(picture, int(name))
    form = next((one.form for one in picture.sentence.empty_nodes if one.name == name), "_")
    return f"empty node {name}" if form in ("_", "") else f"{isolated(form)} ({name})"


def rival_differences(known: Sequence[ArcsPicture], wording: Rivals) -> tuple[Difference, ...]:
    """The words that one of the parses has wrong, in their order."""
    gold, *parses = known
    rows = []
    for arc in gold.arcs:
        if arc.state not in LOST:
            continue
        arcs = [one.arc_of[arc.dependent] for one in parses]
        wrong = [(one, there) for one, there in zip(parses, arcs, strict=True) if there.state is not State.MATCHED]
        said = "; ".join(f"{one.name}: {phrase(one, there)}" for one, there in wrong)
        if all(there.state is State.WRONG_HEAD for there in arcs):
            said = f"both: {phrase(parses[0], arcs[0])}"
        rows.append(
            rival_difference(
                places=(arc.dependent,),
                word=naming(gold, arc.dependent),
                gold=phrase(gold, arc),
                parse=said,
                verdict=wording.outcome(arc.state),
                state=arc.state,
                parse_state=next((there.state for _, there in wrong), None),
                keys=[Key(side, "arc", f"{arc.dependent}") for side in (Side.GOLD, Side.OTHER, Side.PARSE)],
            )
        )
    return tuple(rows)
