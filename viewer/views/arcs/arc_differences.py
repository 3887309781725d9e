"""The differences between two pictures of arcs in words. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import Difference, marked, on_any_side
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.arcs.describe import said_by, verdict
from goldleaf.viewer.views.arcs.edges import differs
from goldleaf.viewer.views.part import brief


def arc_differences(pictures: Sequence[ArcsPicture]) -> tuple[Difference, ...]:
    """What differs between the gold's picture and the parse's, in the order of the words."""
    if len(pictures) < 2:
        return ()
    gold, parse = pictures[:2]
    found = []
    for position in sorted({*gold.word_at, *parse.word_at}):
        if position not in parse.word_at:
            found.append(_alone(gold, position))
        elif position not in gold.word_at:
            found.append(_alone(parse, position))
        else:
            found += _differences(gold, parse, position)
    items = Items(*((picture.whole or picture).sentence for picture in (gold, parse)))
    return tuple(replace(one, item=items.word(one.place)) for one in found)


def _difference(
    picture: ArcsPicture,
    position: int,
    gold: str,
    parse: str,
    verdict: str,
    state: State,
    *,
    scored: bool,
    layer: Layer = Layer.ARC,
) -> Difference:
    """A word whose arc differs, or that one side has alone: then the other has nothing to say of it."""
    word, wording = naming(picture, position), picture.wording
    # An arc that a lenient figure counts is marked in the parse only.
    in_gold = State.WRONG_HEAD if state in (State.REVERSED, State.EDGE_FLIP) else state
    text = wording.contrast(word, gold, parse) if gold and parse else f"{word}: {gold or parse}"
    return Difference(
        word=word,
        gold=gold,
        parse=parse,
        verdict=verdict,
        sentence=f"{text} – {verdict}",
        state=state,
        gold_state=None if state is State.EXTRA else wording.drawn(in_gold, Side.GOLD),
        parse_state=None if state is State.MISSING else wording.drawn(state, Side.PARSE),
        place=position,
        keys=(Key(Side.GOLD, "arc", f"{position}"), Key(Side.PARSE, "arc", f"{position}")),
        word_states=marked([position], state, wording),
        scored=scored,
        layer=layer,
        further=on_any_side([position], "word", "arc"),
    )


def _alone(picture: ArcsPicture, position: int) -> Difference:
    """A word that only this side has."""
    arc, of_gold = picture.arc_of[position], picture.side is Side.GOLD
    text = phrase(picture, arc)
    return _difference(
        picture,
        position,
        text if of_gold else "",
        "" if of_gold else text,
        picture.wording.word_of(picture.side),
        State.MISSING if of_gold else State.EXTRA,
        scored=State.NOT_SCORED not in (picture.word_states.get(position), arc.state),
        layer=Layer.WORDS,
    )


def _differences(gold: ArcsPicture, parse: ArcsPicture, position: int) -> Iterator[Difference]:
    """What a word of both sides differs in; of arcs that match though the other side's does not, that one alone."""
    ours, theirs = gold.arc_of[position], parse.arc_of[position]
    if (ours.head, ours.label) == (theirs.head, theirs.label) and not differs(theirs):
        return
    matched = ours.state == State.MATCHED, theirs.state == State.MATCHED and theirs.head is not None
    if all(matched):  # differs in what the metric does not look at
        return
    if any(matched):
        yield _of_one_side(parse if matched[0] else gold, position)
        return
    state = ours.state if theirs.head is None else theirs.state
    scored = state != State.NOT_SCORED
    said = verdict(ours, theirs, gold.wording) if scored else gold.wording.verdict(state)
    yield _difference(gold, position, phrase(gold, ours), phrase(parse, theirs), said, state, scored=scored)


def _of_one_side(picture: ArcsPicture, position: int) -> Difference:
    """An arc of one side that differs, where the other side's arc of the same word matches elsewhere."""
    arc, of_gold = picture.arc_of[position], picture.side is Side.GOLD
    text, scored = phrase(picture, arc), arc.state != State.NOT_SCORED
    judged = (State.MISSING if of_gold else State.EXTRA) if scored else arc.state
    ours, theirs = (text, "") if of_gold else ("", text)
    return _difference(picture, position, ours, theirs, picture.wording.verdict(judged), arc.state, scored=scored)


def naming(picture: ArcsPicture, position: int) -> str:
    """A word by its form, with its position where the form occurs again."""
    word = picture.word_at.get(position)
    if word is None:
        return f"{position}"
    form = isolated(brief(word.form))
    return f"{form} ({word.name})" if picture.times[word.form] > 1 else form


def phrase(picture: ArcsPicture, arc: Arc) -> str:
    """What an arc says of its dependent, such as ``obj of read``."""
    return said_by(arc, partial(naming, picture))
