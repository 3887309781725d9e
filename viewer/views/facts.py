"""The differences of a metric that has no picture of its own, from its facts alone. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import polars as pl

from goldleaf.core.facts import Mark
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Difference, drawn, marked, on_any_side, state_of
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair

_DIFFERENT = (Mark.MISSING, Mark.EXTRA, Mark.FORGIVEN)


def fact_differences(pair: Pair, wording: Wording = REVIEW) -> tuple[Difference, ...]:
    """What differs between the facts of gold and parse, by the words that they are about; facts of none come first.

    What such facts are made of stands in no one place of a file: they have no layer.
    """
    if pair.facts is None or pair.parse is None:
        return ()
    forms = {word.position: word.form for word in (*pair.parse.words, *pair.gold.words)}
    rows = []
    for place, said in sorted(_said(pair, pair.facts, pair.parse).items()):
        for gold, parse in zip_longest(said.gold, said.parse, fillvalue=NONE):
            word, state = isolated(forms.get(place, "–")), State.FORGIVEN if said.forgiven else state_of(gold, parse)
            verdict = "differs" if state is State.WRONG_LABEL else wording.verdict(state)
            gold_state, parse_state = drawn(state, gold, parse, wording)
            rows.append(
                Difference(
                    word=word,
                    gold=gold,
                    parse=parse,
                    verdict=verdict,
                    sentence=f"{wording.facts(word, gold, parse)} – {verdict}",
                    state=state,
                    gold_state=gold_state,
                    parse_state=parse_state,
                    place=place,
                    keys=(Key(Side.GOLD, "word", f"{place}"), Key(Side.PARSE, "word", f"{place}")),
                    word_states=marked([place], state, wording),
                    scored=not said.forgiven,
                    further=on_any_side([place], "word", "arc"),
                )
            )
    return tuple(rows)


@dataclass(slots=True)
class _Said:
    """What differs at a word: the facts of either side, and whether one of them is forgiven."""

    gold: list[str] = field(default_factory=list)
    parse: list[str] = field(default_factory=list)
    forgiven: bool = False


def _said(pair: Pair, facts: pl.DataFrame, parse: Sentence) -> dict[int, _Said]:
    """The facts that differ, by the word that they are about."""
    columns = [name for name in pair.metric.key if name != "position"]
    found: defaultdict[int, _Said] = defaultdict(_Said)
    for row in facts.filter(pl.col("mark").is_in(_DIFFERENT)).iter_rows(named=True):
        of_parse = row["side"] == "parse"
        said = found[_place(pair, row["position"], of_parse=of_parse)]
        text = _text([row[name] for name in columns], parse if of_parse else pair.gold)
        (said.parse if of_parse else said.gold).append(text)
        said.forgiven |= row["mark"] == Mark.FORGIVEN
    return found


def _place(pair: Pair, position: int | None, *, of_parse: bool) -> int:
    if position is None or pair.places is None:
        return position or 0
    return pair.places[of_parse].get(position, position)


def _text(values: Sequence[Any], sentence: Sentence) -> str:
    return " ".join(part for value in values for part in _parts(value, sentence)) or NONE


def _parts(value: Any, sentence: Sentence) -> Iterator[str]:  # noqa: ANN401, of any column
    """A value of a fact's key; a list is one of words."""
    if isinstance(value, list):
        words = {word.number or word.position: word.form for word in sentence.words}
        yield f"‘{isolated(' '.join(words.get(position, f'{position}') for position in value))}’"
    elif value not in (None, "", "_"):
        yield str(value)
