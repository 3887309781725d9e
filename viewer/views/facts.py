"""The differences of a metric that has no picture of its own, from its facts alone. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.bidi import isolated
from goldleaf.viewer.diagram.differences import NONE, Said, state_of
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.session.pair import Pair

_DIFFERENT = (Mark.MISSING, Mark.EXTRA, Mark.FORGIVEN)


@dataclass(frozen=True, slots=True)
class FactDifference(Said):
    """What gold and parse say of a word, or of what begins with it, where the metric's facts differ."""

    place: int
    word: str
    gold: str
    parse: str
    scored: bool = True
    wording: Wording = REVIEW

    @property
    def layer(self) -> Layer | None:
        """What such facts are made of stands in no one place of a file."""
        return None

    @property
    def item(self) -> str:
        """Nothing that one could decide on."""
        return ""

    @property
    def verdict(self) -> str:
        """On which side it is."""
        return "differs" if self.state is State.WRONG_LABEL else self.wording.verdict(self.state)

    @property
    def state(self) -> State:
        """As pictures would mark it."""
        return state_of(self.gold, self.parse) if self.scored else State.FORGIVEN

    @property
    def word_states(self) -> Mapping[int, State]:
        """The word, marked."""
        return {self.place: self.wording.drawn(self.state, Side.BOTH)}

    @property
    def keys(self) -> tuple[Key, ...]:
        """The word on both sides."""
        return Key(Side.GOLD, "word", f"{self.place}"), Key(Side.PARSE, "word", f"{self.place}")

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the word."""
        return word_of(key) == self.place


def fact_differences(pair: Pair, wording: Wording = REVIEW) -> tuple[FactDifference, ...]:
    """What differs between the facts of gold and parse, by the words that they are about; facts of none come first."""
    if pair.facts is None or pair.parse is None:
        return ()
    forms = {word.position: word.form for word in (*pair.parse.words, *pair.gold.words)}
    return tuple(
        FactDifference(place, isolated(forms.get(place, "–")), gold, parse, not said.forgiven, wording)
        for place, said in sorted(_said(pair, pair.facts, pair.parse).items())
        for gold, parse in zip_longest(said.gold, said.parse, fillvalue=NONE)
    )


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
