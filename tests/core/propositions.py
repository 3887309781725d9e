"""Sentences with predicates and arguments, written briefly, and random ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

from hypothesis import strategies as st

from goldleaf.core.formats import read
from goldleaf.core.treebank import Treebank

Proposition = tuple[int, str, Mapping[int, str]]
"""A predicate's position and PRED, and its arguments' positions and roles."""


def rows(words: str, found: Sequence[Proposition] = (), heads: Sequence[int] = ()) -> str:
    """A sentence of CoNLL-2009: each word ``form`` or ``form/tag``, hung on the one before unless it has a head."""
    lines = []
    senses = {position: sense for position, sense, _ in found}
    for position, word in enumerate(words.split(), start=1):
        form, _, tag = word.partition("/")
        tag = tag or "X"
        head = heads[position - 1] if heads else position - 1
        fill = "Y" if position in senses else "_"
        fields = [position, form, form, form, tag, tag, "_", "_", head, head, "dep", "dep", fill]
        fields += [senses.get(position, "_"), *(roles.get(position, "_") for _, _, roles in sorted(found, key=_place))]
        lines.append("\t".join(map(str, fields)))
    return "".join(f"{line}\n" for line in lines) + "\n"


def _place(one: Proposition) -> int:
    return one[0]


def treebank(*sentences: str) -> Treebank:
    """Sentences as `rows` gives them."""
    return read(BytesIO("".join(sentences).encode()), format="conll2009")


SENSES = ("_", "_", "go.1", "go.01", "be.1", "a.b.1")
ROLES = ("_", "_", "A0", "A1", "A0|A1", "A1|A0", "A0|A0")
LONGEST = 4


@st.composite
def sentences(draw: st.DrawFn, forms: Sequence[str]) -> str:
    """A sentence of these words with random heads and propositions."""
    places = range(1, len(forms) + 1)
    heads = [draw(st.integers(0, len(forms))) for _ in forms]
    senses = [(place, draw(st.sampled_from(SENSES))) for place in places]
    found = [
        (place, sense, {argument: draw(st.sampled_from(ROLES)) for argument in places})
        for place, sense in senses
        if sense != "_"
    ]
    return rows(" ".join(forms), found, heads)


@st.composite
def pairs(draw: st.DrawFn, *, same_words: bool = True) -> tuple[Treebank, Treebank]:
    """A gold and a parse with as many sentences."""
    gold, parse = [], []
    words = st.lists(st.sampled_from("abc"), min_size=1, max_size=LONGEST)
    for _ in range(draw(st.integers(1, 3))):
        forms = draw(words)
        gold.append(draw(sentences(forms)))
        parse.append(draw(sentences(forms if same_words else draw(words))))
    return treebank(*gold), treebank(*parse)
