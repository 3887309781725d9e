"""What gold and parse say of a word or arc: the card by the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.views.arcs.arc_differences import phrase
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.describe import against, word_phrase

_CELLS = {"tag": ("coarse_tag", "fine_tag"), "lemma": ("lemma",), "features": ("features",)}
"""The fields of a word that elements under it show."""


def card_rows(key: Key, pictures: Sequence[ArcsPicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element: a row for each picture; for other elements their description."""
    if key.kind in _CELLS:
        return [(picture.name, _cell(picture, key)) for picture in pictures]
    position = word_of(key)
    if position is None:
        return [(key.kind, description)] if description else []
    return [(picture.name, _arc(picture, position, pictures[0])) for picture in pictures if position in picture.word_at]


def _arc(picture: ArcsPicture, position: int, first: ArcsPicture) -> str:
    """A word, its tags and its arc, and how this differs from that of the first picture."""
    arc = picture.arc_of.get(position)
    word = picture.word_at[position]
    tag = "/".join(dict.fromkeys(tag for tag in (word.coarse_tag, word.fine_tag) if tag not in ("_", "")))
    said = f"{word_phrase(picture, position)}  {tag}  {phrase(picture, arc) if arc else 'no head'}"
    found = "" if first is picture else against(first, first.arc_of.get(position), picture, arc)
    return f"{said} – {found}" if found else said


def _cell(picture: ArcsPicture, key: Key) -> str:
    """A word's tags, lemma or features."""
    word = picture.word_at[int(key.name)]
    texts = dict.fromkeys(getattr(word, name) for name in _CELLS[key.kind])
    return (
        f"{word_phrase(picture, word.position)}  {' '.join(text for text in texts if text not in ('_', '')) or 'none'}"
    )
