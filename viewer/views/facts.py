"""The differences of a metric that has no picture of its own, from its facts alone. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from goldleaf.core.facts import Mark
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, drawn, marked, on_any_side, state_of
from goldleaf.viewer.diagram.naming import REVIEW, Wording
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
        for gold, parse in zip_longest(*sides, fillvalue=NONE):
            state = State.FORGIVEN if place in forgiven else state_of(gold, parse)
            verdict = "differs" if state is State.WRONG_LABEL else wording.verdict(state)
            word = isolated(forms.get(place, "–"))
            keys = Key(Side.GOLD, "word", f"{place}"), Key(Side.PARSE, "word", f"{place}")
            further, scored = on_any_side([place], "word", "arc"), place not in forgiven
            rows.append(
                fact_difference(
                    word, gold, parse, verdict, state, [place], keys, wording, further=further, scored=scored
                )
            )
    return tuple(rows)


def fact_difference(
    word: str,
    gold: str,
    parse: str,
    verdict: str,
    state: State,
    places: Sequence[int],
    keys: Iterable[Key],
    wording: Wording,
    *,
    further: frozenset[Key] = frozenset(),
    scored: bool = True,
) -> Difference:
    """A row of the list about words, which it marks; without a layer, as such facts stand in no one place of a file."""
    gold_state, parse_state = drawn(state, gold, parse, wording)
    return Difference(
        word=word,
        gold=gold,
        parse=parse,
        verdict=verdict,
        sentence=f"{wording.facts(word, gold, parse)} – {verdict}",
        state=state,
        gold_state=gold_state,
        parse_state=parse_state,
        place=places[0],
        keys=tuple(keys),
        word_states=marked(places, state, wording),
        scored=scored,
        further=further,
    )
