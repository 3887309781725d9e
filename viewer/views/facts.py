"""The differences of a metric that has no picture of its own, from its facts alone. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.naming import NONE, REVIEW, Difference, Wording, marked, on_any_side, state_of
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair


def fact_differences(pair: Pair, wording: Wording = REVIEW) -> tuple[Difference, ...]:
    """What differs between the facts of gold and parse, by the words that they are about; facts of none come first."""
    if pair.facts is None or pair.parse is None:
        return ()
    columns = [name for name in pair.metric.key if name != "position"]
    numbered = [
        {word.number or word.position: word.form for word in sentence.words} for sentence in (pair.gold, pair.parse)
    ]
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
            difference = fact_difference(
                word, gold, parse, verdict, state, [place], keys, wording, further=further, scored=scored
            )
            rows.append(difference)
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
    return Difference(
        word=word, gold=gold, parse=parse, verdict=verdict,
        sentence=f"{sentence or wording.facts(word, gold, parse)} – {verdict}", state=state,
        gold_state=None if in_gold is None else wording.drawn(in_gold, Side.GOLD),
        parse_state=None if in_parse is None else wording.drawn(in_parse, Side.PARSE),
        place=places[0] if place is None else place, keys=tuple(keys),
        word_states=marked(places, state, wording) if marks is None else marks, scored=scored, layer=layer, item=item,
        further=further,
    )  # fmt: skip
