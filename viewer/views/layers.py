"""The differences in chosen layers of annotation, as rows of the list and as marks for pictures. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, Said, state_of
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items, LayerItem
from goldleaf.viewer.session.pair import Pair

CELLS = (Layer.TAG, Layer.LEMMA, Layer.FEATURES)
"""The layers that stand under the words, with elements of their own where they differ."""


@dataclass(frozen=True, slots=True)
class LayerDifference(Said):
    """An item that differs in a layer. ``keys`` are its elements where they are drawn, the gold's first."""

    layer: Layer
    item: str
    word: str
    gold: str
    parse: str
    place: int
    places: tuple[int, ...]  # of the gold's words
    keys: tuple[Key, ...]
    scored: bool = True
    wording: Wording = REVIEW

    @property
    def verdict(self) -> str:
        """What kind of difference it is."""
        if self.layer in (Layer.CONSTITUENT, Layer.ROLE, Layer.WORDS) and NONE in (self.gold, self.parse):
            return self.wording.verdict(State.MISSING if self.parse == NONE else State.EXTRA)
        return self.wording.in_layer("sense" if self.layer is Layer.ROLE and ">" not in self.item else self.layer)

    @property
    def state(self) -> State:
        """As pictures mark it."""
        return State.WRONG_LABEL if self.layer in CELLS else state_of(self.gold, self.parse)

    @property
    def sentence(self) -> str:
        """Such as ``run: NOUN, parse has VERB – wrong tag``."""
        return f"{self.wording.contrast(self.word, self.gold, self.parse)} – {self.verdict}"

    @property
    def word_states(self) -> Mapping[int, State]:
        """Its words, marked."""
        return dict.fromkeys(self.places, self.wording.drawn(self.state, Side.BOTH))

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures has this difference; of words, the one that it is of."""
        if key.kind == "word":
            return self.layer in (*CELLS, Layer.ARC, Layer.WORDS) and f"{self.place}" == key.name
        return (key._replace(kind="node") if key.kind == "bar" else key) in self.keys


def layered(
    known: Sequence[Difference], pair: Pair, items: Sequence[LayerItem], wording: Wording = REVIEW
) -> tuple[Difference, ...]:
    """The differences in layers: as the picture tells them where it has one of an item alone, else as the layer does.

    ``known`` are the picture's. They come in the order of the words, at each word in that of the layers.
    """
    if pair.parse is None or not pair.compared:
        return ()
    told: defaultdict[tuple[Layer | None, str], list[Difference]] = defaultdict(list)
    for one in known:
        told[one.layer, one.item].append(one)
    rows = _Rows(pair.gold, pair.parse, wording)
    found: list[Difference] = []
    for item in items:
        own = told[item.layer, item.item]
        found.append(own[0] if len(own) == 1 and own[0].scored else rows.row(item))
    return tuple(sorted(found, key=lambda one: one.place))


def places_of(pair: Pair, items: Iterable[LayerItem], layer: Layer) -> frozenset[int]:
    """The places of the words that differ in a layer of words."""
    where = pair.places[0] if pair.places is not None else {}
    return frozenset(where.get(item.position, item.position) for item in items if item.layer == layer)


class _Rows:
    """Makes rows of a sentence's items."""

    def __init__(self, gold: Sentence, parse: Sentence, wording: Wording) -> None:
        self._wording = wording
        items = Items(gold, parse)
        self._forms = {word.position: word.form for word in (*parse.words, *gold.words)}
        self._place = {items.word(place): place for place in self._forms}
        self._words = {
            side: {word.position for word in own.words} for side, own in ((Side.GOLD, gold), (Side.PARSE, parse))
        }
        self._nodes = {Side.GOLD: _over(gold, items), Side.PARSE: _over(parse, items)}

    def row(self, item: LayerItem) -> LayerDifference:
        """What differs in an item, in words."""
        places = self._places(item)
        words = [self._forms[place] for place in places]
        place, word = min(places, default=0), in_quotes(words) if words else "sentence"
        if item.layer is not Layer.CONSTITUENT and words:  # of a role the argument
            place, word = places[-1], isolated(words[-1])
        return LayerDifference(
            layer=item.layer,
            item=item.item,
            word=word,
            gold=NONE if item.gold is None else item.gold,
            parse=NONE if item.parse is None else item.parse,
            place=place,
            places=tuple(one for one in places if one in self._words[Side.GOLD]),
            keys=tuple(self._keys(item, places)) or (Key(Side.GOLD, "sentence", ""),),
            wording=self._wording,
        )

    def _places(self, item: LayerItem) -> list[int]:
        """The words that an item is about; of a role the predicate, then the argument."""
        if item.layer is Layer.CONSTITUENT:
            ends = (run.split("-") for run in item.item.split("+"))
            numbers = [f"{number}" for first, last in ends for number in range(int(first), int(last) + 1)]
        else:
            numbers = item.item.split(">")
        return [self._place[number] for number in numbers if number in self._place]

    def _keys(self, item: LayerItem, places: Sequence[int]) -> Iterator[Key]:
        for side, value in ((Side.GOLD, item.gold), (Side.PARSE, item.parse)):
            if item.layer is Layer.CONSTITUENT:
                yield from (Key(side, "node", f"{node}") for node in self._nodes[side].get(item.item, ()))
            elif len(places) > 1:
                yield from _arguments(side, places, value or "")
            else:
                kind = _KINDS.get(item.layer, item.layer.value)
                yield from (Key(side, kind, f"{place}") for place in places if place in self._words[side])


def _arguments(side: Side, places: Sequence[int], roles: str) -> Iterator[Key]:
    """The roles of an argument to a predicate, whose places are given."""
    predicate, argument = places
    return (Key(side, "argument", f"{predicate}-{argument}-{role}") for role in roles.split())


_KINDS = {Layer.WORDS: "word", Layer.ROLE: "predicate"}


def _over(sentence: Sentence, items: Items) -> dict[str, list[int]]:
    """The constituents over each yield."""
    above = {node.number: node.parent for node in sentence.nodes}
    words: defaultdict[int, list[int]] = defaultdict(list)
    for word in sentence.words:
        number = word.parent
        while number:
            words[number].append(word.position)
            number = above[number]
    found: defaultdict[str, list[int]] = defaultdict(list)
    for number in above:
        found[items.over(words[number])].append(number)
    return found
