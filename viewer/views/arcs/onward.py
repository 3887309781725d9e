"""The words as arcs name them that go on in another row."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.views.arcs.frame import Word
from goldleaf.viewer.views.arcs.pane import Pane

LONGEST = 14  # characters


def words_of(panes: Sequence[Pane], ruler: Ruler) -> list[Word]:
    """The word of each column; where one side has none, that of the other."""
    texts = zip(*(pane.rows[0].texts for pane in panes), strict=True)
    return [_word(next(filter(None, column), ""), ruler) for column in texts]


def _word(text: str, ruler: Ruler) -> Word:
    short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    is_mark = bool(text) and all(category(character)[0] == "P" for character in text)
    return Word(short, ruler.width(Role.LABEL, f"→ {short}"), is_mark)
