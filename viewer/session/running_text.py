"""The running sentence: where in its text each word stands. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from goldleaf.core.structures.phrase import is_trace
from goldleaf.core.treebank import Sentence


@dataclass(frozen=True, slots=True)
class Span:
    """The characters ``start`` to ``end`` (not included) of a text, and the words that they write."""

    start: int
    end: int
    positions: tuple[int, ...]


def running_text(sentence: Sentence) -> tuple[str, tuple[Span, ...]]:
    """A sentence's text and the places of its words. Where the file's text has not the words, the words are joined."""
    # What is written, in order: surface tokens, and the words that are in none.
    tokens = {token.first: token for token in sentence.tokens}
    pieces, inside = [], 0
    for word in sentence.words:
        token = tokens.get(word.position)
        if token is not None:
            inside = token.last
            pieces.append((token.form, tuple(range(token.first, token.last + 1))))
        elif word.position > inside and not (sentence.nodes and is_trace(word)):
            pieces.append((word.form, (word.position,)))
    # Of trees without a text of their own the words are joined again, without traces.
    if sentence.text is not None or not sentence.nodes:
        spans = _locate(sentence.running_text, pieces)
        if spans is not None:
            return sentence.running_text, spans
    text = " ".join(form for form, _ in pieces)
    return text, _locate(text, pieces) or ()


def _locate(text: str, pieces: list[tuple[str, tuple[int, ...]]]) -> tuple[Span, ...] | None:
    spans, place = [], 0
    for form, positions in pieces:
        start = text.find(form, place)
        if start < 0 or text[place:start].strip():
            return None
        place = start + len(form)
        spans.append(Span(start, place, positions))
    return tuple(spans)
