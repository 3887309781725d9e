"""Multiword tokens: a bar under the words they hold, and the surface form under the bar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldleaf.core.treebank import Sentence, Token
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Element, Key, Path, Role, Segment, Shape, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import Columns, TextRow
from goldleaf.viewer.views.arcs.frame import Stretch

ABOVE = 6.0  # from the text rows to the bar, in pixels
TICK = 3.0  # how far the bar's ends turn up
BELOW = 2.0  # from the bar to the form


@dataclass(frozen=True, slots=True)
class TokenBar:
    """The columns of a token (both included), its form, and the form's width."""

    first: int
    last: int
    form: str
    width: float
    key: Key
    positions: tuple[int, ...]
    ends: tuple[str, str]  # the names of the first and the last word


def token_bars(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> list[TokenBar]:
    """The tokens of a picture whose words it has."""
    if not options.tokens:
        return []
    return [
        TokenBar(
            columns.of_word[token.first],
            columns.of_word[token.last],
            token.form,
            ruler.width(Role.TOKEN, token.form),
            Key(picture.side, "token", f"{token.first}-{token.last}"),
            tuple(position for position in range(token.first, token.last + 1) if position in picture.word_at),
            (picture.word_at[token.first].name, picture.word_at[token.last].name),
        )
        for token in (*picture.sentence.tokens, *inflectional_groups(picture.sentence))
        if token.first in picture.word_at and token.last in picture.word_at and token.first <= token.last
    ]


def inflectional_groups(sentence: Sentence) -> Iterator[Token]:
    """Words that are written in several lines, as in the Turkish treebank: all but the last have ``_`` for a form, and
    hang on the next one as ``DERIV`` (Oflazer et al. 2003)."""
    first: int | None = None
    for word in sentence.words:
        if word.form == "_" and word.label.upper() == "DERIV":
            first = word.position if first is None else first
        else:
            if first is not None:
                yield Token(first, word.position, word.form)
            first = None


def token_needs(bars: Sequence[TokenBar], words: TextRow) -> list[Need]:
    """A bar is as wide as its form."""
    return [
        Need(bar.first, bar.last, bar.width - words.widths[bar.first] / 2 - words.widths[bar.last] / 2)
        for bar in bars
        if bar.first < bar.last
    ]


def token_halves(bars: Sequence[TokenBar]) -> list[tuple[int, float]]:
    """The columns of tokens of one word, and half the width of their forms."""
    return [(bar.first, bar.width / 2) for bar in bars if bar.first == bar.last]


def token_height(bars: Sequence[TokenBar], ruler: Ruler) -> float:
    """The height of a row of bars with their forms; 0 without bars."""
    return ABOVE + TICK + BELOW + sum(ruler.height(Role.TOKEN, [bar.form for bar in bars])) if bars else 0.0


def inside(bars: Sequence[TokenBar], stretch: Stretch) -> list[TokenBar]:
    """The bars in a row of words."""
    return [bar for bar in bars if bar.first in stretch]


def token_shapes(
    bars: Sequence[TokenBar], stretch: Stretch, words: TextRow, top: float, ruler: Ruler, right_to_left: bool
) -> list[Shape]:
    """The bars of one row of words, their row's upper edge at y ``top``."""
    shapes: list[Shape] = []
    ascent = ruler.height(Role.TOKEN, [bar.form for bar in bars])[0] if bars else 0.0
    line = top + ABOVE + TICK
    for bar in bars:
        left = stretch.x(bar.first) - words.widths[bar.first] / 2
        right = stretch.x(bar.last) + words.widths[bar.last] / 2
        bend = (Segment((left, line)), Segment((right, line)), Segment((right, line - TICK)))
        shapes.append(Path((left, line - TICK), bend, Role.TOKEN, key=bar.key))
        centre, baseline = (left + right) / 2, line + BELOW + ascent
        turned = turns(bar.form, right_to_left)
        shapes.append(Text(centre, baseline, bar.form, Role.TOKEN, key=bar.key, right_to_left=turned, width=bar.width))
    return shapes


def token_elements(bars: Sequence[TokenBar]) -> list[Element]:
    """What can be pointed at."""
    return [
        Element(bar.key, f"token ‘{bar.form}’, words {bar.ends[0]} to {bar.ends[1]}", bar.positions) for bar in bars
    ]
