"""The differences between two pictures of arcs in words. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.arcs.describe import said_by, verdict
from goldleaf.viewer.views.arcs.edges import differs
from goldleaf.viewer.views.part import brief


@dataclass(frozen=True, slots=True)
class ArcDifference:
    """A word whose arc differs, or that one side has ``alone``.

    ``scored`` is False where the metric leaves the word out.
    """

    dependent: int
    word: str
    gold: str
    parse: str
    verdict: str
    state: State
    scored: bool = True
    alone: Side | None = None
    layer: Layer = Layer.ARC
    item: str = ""
    wording: Wording = REVIEW

    @property
    def sentence(self) -> str:
        """Such as ``book: obj of read, parse has nmod of table – wrong head and label``."""
        if self.alone is not None:
            return f"{self.word}: {self.gold or self.parse} – {self.verdict}"
        return f"{self.wording.contrast(self.word, self.gold, self.parse)} – {self.verdict}"

    @property
    def gold_state(self) -> State | None:
        """How the gold's arc is drawn; None without one. That of a lenient figure is marked in the parse only."""
        state = State.WRONG_HEAD if self.state in (State.REVERSED, State.EDGE_FLIP) else self.state
        return None if state is State.EXTRA else self.wording.drawn(state, Side.GOLD)

    @property
    def parse_state(self) -> State | None:
        """How the parse's arc is drawn; None without one."""
        return None if self.state is State.MISSING else self.wording.drawn(self.state, Side.PARSE)

    @property
    def place(self) -> int:
        """The position that it stands at in the sentence."""
        return self.dependent

    @property
    def word_states(self) -> Mapping[int, State]:
        """The word, marked."""
        return {self.dependent: self.wording.drawn(self.state, Side.BOTH)}

    @property
    def keys(self) -> tuple[Key, Key]:
        """The arcs of gold and parse."""
        name = f"{self.dependent}"
        return Key(Side.GOLD, "arc", name), Key(Side.PARSE, "arc", name)

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the word or one of its arcs."""
        return word_of(key) == self.dependent


def arc_differences(pictures: Sequence[ArcsPicture]) -> tuple[ArcDifference, ...]:
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
    return tuple(replace(one, item=items.word(one.dependent)) for one in found)


def _alone(picture: ArcsPicture, position: int) -> ArcDifference:
    """A word that only this side has."""
    arc, side = picture.arc_of[position], picture.side
    text, of_gold = phrase(picture, arc), side is Side.GOLD
    return ArcDifference(
        dependent=position,
        word=naming(picture, position),
        gold=text if of_gold else "",
        parse="" if of_gold else text,
        verdict=picture.wording.word_of(side),
        state=State.MISSING if of_gold else State.EXTRA,
        scored=State.NOT_SCORED not in (picture.word_states.get(position), arc.state),
        alone=side,
        layer=Layer.WORDS,
        wording=picture.wording,
    )


def _differences(gold: ArcsPicture, parse: ArcsPicture, position: int) -> Iterator[ArcDifference]:
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
    yield ArcDifference(
        position,
        naming(gold, position),
        phrase(gold, ours),
        phrase(parse, theirs),
        verdict(ours, theirs, gold.wording) if scored else gold.wording.verdict(state),
        state,
        scored,
        wording=gold.wording,
    )


def _of_one_side(picture: ArcsPicture, position: int) -> ArcDifference:
    """An arc of one side that differs, where the other side's arc of the same word matches elsewhere."""
    arc, of_gold = picture.arc_of[position], picture.side is Side.GOLD
    text = phrase(picture, arc)
    scored, judged = arc.state != State.NOT_SCORED, State.MISSING if of_gold else State.EXTRA
    return ArcDifference(
        dependent=position,
        word=naming(picture, position),
        gold=text if of_gold else "",
        parse="" if of_gold else text,
        verdict=picture.wording.verdict(judged if scored else arc.state),
        state=arc.state,
        scored=scored,
        alone=picture.side,
        wording=picture.wording,
    )


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
