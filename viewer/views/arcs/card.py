"""What gold and parse say of a word or arc: the card by the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Key
from goldleaf.viewer.diagram.walking import word_of
from goldleaf.viewer.views.arcs.describe import verdict, word_phrase
from goldleaf.viewer.views.arcs.differences import phrase
from goldleaf.viewer.views.arcs.picture import ArcsPicture


def card_rows(key: Key, pictures: Sequence[ArcsPicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element: a row for each picture; for other elements their description."""
    position = word_of(key)
    if position is None:
        return [(key.kind, description)] if description else []
    rows = []
    for number, picture in enumerate(pictures):
        if position not in picture.word_at:
            continue
        arc = picture.arc_of.get(position)
        word = picture.word_at[position]
        tag = "/".join(dict.fromkeys(tag for tag in (word.coarse_tag, word.fine_tag) if tag not in ("_", "")))
        said = f"{word_phrase(picture, position)}  {tag}  {phrase(picture, arc) if arc else 'no head'}"
        found = verdict(pictures[0].arc_of.get(position), arc, picture.wording) if number else ""
        rows.append((picture.name, f"{said} – {found}" if found else said))
    return rows
