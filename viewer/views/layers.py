"""Rows of the list: the differences of a metric that has no picture of its own, from its facts alone; those in chosen
layers of annotation, which are marks for pictures, too. No Qt."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.bidi import in_quotes, isolated
from goldleaf.viewer.diagram.naming import NONE, REVIEW, Difference, Voice, Wording, on_any_side, state_of
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items, LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.part import named

# How what has a mark is drawn, if there is nothing else to be said of it: in the state of the same name.
STATES = {mark: State[mark.name] for mark in Mark}


def fact_differences(pair: Pair, wording: Wording = REVIEW) -> tuple[Difference, ...]:
    """What differs between the facts of gold and parse, by the words that they are about; facts of none come first."""
    if pair.facts is None or pair.parse is None:
        return ()
    columns = [name for name in pair.metric.key if name != "position"]
    both = (pair.gold, pair.parse)
    numbered = [{word.number or word.position: word.form for word in side.words} for side in both]
    forms = {word.position: word.form for word in (*pair.parse.words, *pair.gold.words)}
    texts: defaultdict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))  # of either side, by place
    forgiven = set()
    for row in pair.facts.iter_rows(named=True):
        if row["mark"] not in (Mark.MISSING, Mark.EXTRA, Mark.FORGIVEN):
            continue
        of_parse = row["side"] == "parse"
        place = row["position"] or 0
        if pair.places is not None:
            place = pair.places[of_parse].get(place, place)
        parts = []
        for value in (row[name] for name in columns):
            if isinstance(value, list):  # of words
                named = (numbered[of_parse].get(position, f"{position}") for position in value)
                parts.append(f"‘{isolated(' '.join(named))}’")
            elif value not in (None, "", "_"):
                parts.append(str(value))
        texts[place][of_parse].append(" ".join(parts) or NONE)
        if row["mark"] == Mark.FORGIVEN:
            forgiven.add(place)
    rows = []
    for place, sides in sorted(texts.items()):
        word, scored = isolated(forms.get(place, "–")), place not in forgiven
        keys = Key(Side.GOLD, "word", f"{place}"), Key(Side.PARSE, "word", f"{place}")
        further = on_any_side([place], "word", "arc")
        for gold, parse in zip_longest(*sides, fillvalue=NONE):
            state = state_of(gold, parse) if scored else State.FORGIVEN
            verdict = "differs" if state is State.WRONG_LABEL else wording.verdict(state)
            rows.append(fact_difference(
                word, gold, parse, verdict, state, [place], keys, wording, further=further, scored=scored
            ))  # fmt: skip
    return tuple(rows)


def fact_difference(
    word: str, gold: str, parse: str, verdict: str, state: State, places: Sequence[int], keys: Iterable[Key],
    wording: Wording, *, sentence: str = "", states: tuple[State | None, State | None] | None = None,
    marks: Mapping[int, State] | None = None, place: int | None = None, scored: bool = True,
    layer: Layer | None = None, item: str = "", further: frozenset[Key] = frozenset(),
) -> Difference:  # fmt: skip
    """A row of the list about words, which it marks; it stands at the first one, if no other ``place`` is given.

    Without a layer, as facts stand in no one place of a file; ``sentence`` is what it says before the verdict.
    ``states`` are the gold's and the parse's where they have others, None for a side that has nothing, and ``marks``
    those of words that are not all marked alike.
    """
    in_gold, in_parse = states or (None if gold == NONE else state, None if parse == NONE else state)
    if marks is None:
        marks = dict.fromkeys(places, wording.drawn(state, Side.BOTH))
    return Difference(
        word=word, gold=gold, parse=parse, verdict=verdict,
        sentence=f"{sentence or wording.facts(word, gold, parse)} – {verdict}", state=state,
        gold_state=None if in_gold is None else wording.drawn(in_gold, Side.GOLD),
        parse_state=None if in_parse is None else wording.drawn(in_parse, Side.PARSE),
        place=places[0] if place is None else place, keys=tuple(keys),
        word_states=marks, scored=scored, layer=layer, item=item, further=further,
    )  # fmt: skip


# The layers that stand under the words, with elements of their own where they differ.
CELLS = (Layer.TAG, Layer.LEMMA, Layer.FEATURES)


def layer_difference(
    layer: Layer, item: str, *, word: str, gold: str, parse: str, place: int, places: Sequence[int],
    keys: Iterable[Key], wording: Wording,
) -> Difference:  # fmt: skip
    """An item that differs in a layer; ``places`` are the gold's words that it marks. ``keys`` are its elements where
    they are drawn, the gold's first."""
    state = State.WRONG_LABEL if layer in CELLS else state_of(gold, parse)
    if layer in (Layer.CONSTITUENT, Layer.ROLE, Layer.WORDS) and NONE in (gold, parse):
        verdict = wording.verdict(State.MISSING if parse == NONE else State.EXTRA)
    else:
        verdict = wording.in_layer("sense" if layer is Layer.ROLE and ">" not in item else layer)
    further = on_any_side([place], "word") if layer in (*CELLS, Layer.ARC, Layer.WORDS) else frozenset()
    return fact_difference(
        word, gold, parse, verdict, state, places, keys, wording, sentence=wording.contrast(word, gold, parse),
        place=place, layer=layer, item=item, further=further,
    )  # fmt: skip


def layered(
    known: Sequence[Difference], pair: Pair, items: Sequence[LayerItem], wording: Wording = REVIEW,
    every: Mapping[Side, Sentence] | None = None,
) -> tuple[Difference, ...]:  # fmt: skip
    """The differences in layers: as the picture tells them where it has one of an item alone, else as the layer does.
    ``known`` are the picture's. They come in the order of the words, at each word in that of the layers. Where the
    sentences of ``every`` side are drawn, in their order, all that have a reading are pointed at."""
    if pair.parse is None or not pair.compared:
        return ()
    known_as: defaultdict[tuple[Layer | None, str], list[Difference]] = defaultdict(list)
    for row in known:
        known_as[row.layer, row.item].append(row)
    gold, parse, numbers_of = pair.gold, pair.parse, Items(pair.gold, pair.parse)
    forms = {word.position: word.form for word in (*parse.words, *gold.words)}
    names = dict[int, str]()
    for words in (parse.words, gold.words):
        times = Counter(word.form for word in words)
        names |= {word.position: named(word, times) for word in words}
    place_of = {numbers_of.word(place): place for place in forms}
    sides = every or {Side.GOLD: gold, Side.PARSE: parse}
    own_words = {side: {word.position for word in own.words} for side, own in sides.items()}
    own_nodes = {side: nodes_over(own, numbers_of) for side, own in sides.items()}

    def keys(item: LayerItem, places: Sequence[int]) -> Iterator[Key]:
        read = [(Side.GOLD, item.gold), (Side.PARSE, item.parse)]
        if every:
            read = [(side, text) for number, side in enumerate(every) for text, who in item.readings if number in who]
        for side, value in read:
            if item.layer is Layer.CONSTITUENT:
                yield from (Key(side, "node", f"{node}") for node in own_nodes[side].get(item.item, ()))
            elif len(places) > 1:
                predicate, argument = places
                yield from (Key(side, "argument", f"{predicate}-{argument}-{role}") for role in (value or "").split())
            else:
                kind = {Layer.WORDS: "word", Layer.ROLE: "predicate"}.get(item.layer, item.layer.value)
                yield from (Key(side, kind, f"{place}") for place in places if place in own_words[side])

    rows: list[Difference] = []
    for item in items:
        own = known_as[item.layer, item.item]
        if len(own) == 1 and own[0].scored:
            rows.append(own[0])
            continue
        # An item names words, of a role the predicate and then the argument; of a constituent the runs of its yield.
        numbers = item.item.split(">")
        if item.layer is Layer.CONSTITUENT:
            ends = (run.split("-") for run in item.item.split("+"))
            numbers = [f"{number}" for first, last in ends for number in range(int(first), int(last) + 1)]
        places = [place_of[number] for number in numbers if number in place_of]
        place, word = min(places, default=0), in_quotes([forms[at] for at in places]) if places else "sentence"
        if item.layer is not Layer.CONSTITUENT and places:  # of a role the argument
            place, word = places[-1], names[places[-1]]
        row = layer_difference(
            item.layer, item.item, word=word, gold=NONE if item.gold is None else item.gold,
            parse=NONE if item.parse is None else item.parse, place=place,
            places=[one for one in places if one in own_words[Side.GOLD]],
            # What is not drawn is told apart by its name all the same, or a verdict would be of another.
            keys=tuple(keys(item, places)) or (Key(Side.GOLD, "sentence", item.item if item.readings else ""),),
            wording=wording,
        )  # fmt: skip
        rows.append(_with_voices(row, item, names, place_of, wording) if isinstance(wording, Everyone) else row)
    return tuple(sorted(rows, key=lambda row: row.place))


def reading_phrase(layer: Layer, text: str | None, form: Callable[[str], str]) -> str:
    """What is said of a place as one reads it: ``obj of read`` for ``2 obj``, by the ``form`` of a number."""
    if text is None or layer is not Layer.ARC:
        return text or NONE
    head, _, label = text.partition(" ")
    return {"0": label, "_": "no head"}.get(head, f"{label if label != '_' else 'dependent'} of {form(head)}")


def _with_voices(
    row: Difference, item: LayerItem, names: Mapping[int, str], place_of: Mapping[str, int], wording: Everyone
) -> Difference:
    """The difference with all of its readings, each told as one reads it, with who has it."""
    voices = []
    for text, sides in item.readings:
        said = reading_phrase(item.layer, text, lambda one: names[place_of[one]] if one in place_of else one)
        who = ", ".join(wording.sides[side] for side in sides) + (f" ({len(sides)})" if sides[1:] else "")
        initials = ",".join(wording.initials[side] for side in sides)
        voices.append(Voice(said, who, initials, sides, wording.reader(sides[0])))
    told = "; ".join(f"{number} {voice.who}: {voice.text}" for number, voice in enumerate(voices, 1))
    further = row.further | (on_any_side([row.place], "arc") if item.layer is Layer.ARC else frozenset())
    sentence = f"{row.word}: {told} – {row.verdict}".removesuffix(" – ")
    return replace(row, voices=tuple(voices), sentence=sentence, further=further)


def places_of(pair: Pair, items: Iterable[LayerItem], layer: Layer) -> frozenset[int]:
    where = pair.places[0] if pair.places is not None else {}
    return frozenset(where.get(item.position, item.position) for item in items if item.layer == layer)


def nodes_over(sentence: Sentence, items: Items) -> dict[str, list[int]]:
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
