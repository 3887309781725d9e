"""The words of a row, the texts under them, and the bars of what several words are: tokens, expressions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldleaf.core.treebank import Sentence, Token
from goldleaf.viewer.diagram.bars import Bar, stacked, stretches
from goldleaf.viewer.diagram.bidi import turns
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.ribbons import PAD, hatching
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Box, Key, Path, Role, Segment, Shape, Side, State, Text
from goldleaf.viewer.diagram.spacing import Need
from goldleaf.viewer.diagram.strokes import rounded_outline
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import EMPTY_PAD, Columns, TextRow
from goldleaf.viewer.views.arcs.frame import Stretch
from goldleaf.viewer.views.expressions import Expression

BELOW_ARROWS = 3.0  # from the arrows' points to the words, in pixels
BETWEEN_ROWS = 3.0
CELL_PAD = 3.0  # beside a text in a box
CELL_RISE = 1.0  # the box above and below it
ABOVE = 6.0  # from the text rows to the bar of a token
TICK = 3.0  # how far the bar's ends turn up
BELOW = 2.0  # from the bar to the form
ROOM = 22.0  # for what stands beside an expression's label: a ×, a box


def rows_height(rows: Sequence[TextRow]) -> float:
    """The height of the words and their rows, with the space above them."""
    return BELOW_ARROWS + sum(row.height for row in rows) + BETWEEN_ROWS * (len(rows) - 1)


def row_shapes(
    rows: Sequence[TextRow],
    columns: Columns,
    stretch: Stretch,
    side: Side,
    states: Mapping[int, State],
    base: float,
    right_to_left: bool,
) -> list[Shape]:
    """The texts of one row of words, the arrows' points at y ``base``; ``states`` by column, matched if left out."""
    shapes: list[Shape] = []
    numbers = range(stretch.first, stretch.last + 1)
    here = slice(stretch.first, stretch.last + 1)
    keys = [Key(side, "empty" if "." in name else "word", name) for name in columns.names[here]]
    marks = [states.get(column, State.MATCHED) for column in numbers]
    top = base + BELOW_ARROWS
    for row in rows:
        baseline, role, of_words = top + row.ascent, row.role, row.role == Role.WORD
        cells = zip(numbers, row.texts[here], row.widths[here], stretch.xs[1:-1], keys, marks, strict=True)
        for column, text, width, x, key, state in cells:
            if not text:
                continue
            turned = turns(text, right_to_left)
            if column in row.boxed:
                # What differs under a word is an element of its own, which can be pointed at and decided on.
                assert row.layer is not None
                own, wrong, height = key._replace(kind=row.layer.value), State.WRONG_LABEL, row.height + 2 * CELL_RISE
                left, wide = x - width / 2 - CELL_PAD, width + 2 * CELL_PAD
                shapes.append(Box(left, top - CELL_RISE, wide, height, Role.LABEL_BOX, wrong, own, radius=CELL_PAD))
                shapes.append(Text(x, baseline, text, role, wrong, own, right_to_left=turned, width=width))
            elif of_words and key.kind == "empty":
                shapes.append(rounded_outline(x - width / 2, top, width, row.height, Role.EMPTY_NODE, key))
                form, turned = width - 2 * EMPTY_PAD, turns(text, False)
                shapes.append(Text(x, baseline, text, Role.EMPTY_NODE, key=key, right_to_left=turned, width=form))
            else:
                # A word that one side alone has is hatched, so that it is seen without colors, too.
                if of_words and state in (State.MISSING, State.EXTRA):
                    shapes.append(hatching(x - width / 2 - PAD, top, width + 2 * PAD, row.height, state, key))
                shapes.append(Text(x, baseline, text, role, state, key, right_to_left=turned, width=width))
        top += row.height + BETWEEN_ROWS
    return shapes


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


def token_bars(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> Iterator[TokenBar]:
    """The tokens of a picture whose words it has."""
    if not options.tokens:
        return
    word_at = picture.word_at
    for token in (*picture.sentence.tokens, *_inflectional_groups(picture.sentence)):
        if token.first in word_at and token.last in word_at and token.first <= token.last:
            yield TokenBar(
                columns.of_word[token.first],
                columns.of_word[token.last],
                token.form,
                ruler.width(Role.TOKEN, token.form),
                Key(picture.side, "token", f"{token.first}-{token.last}"),
                tuple(position for position in range(token.first, token.last + 1) if position in word_at),
                (word_at[token.first].name, word_at[token.last].name),
            )


def _inflectional_groups(sentence: Sentence) -> Iterator[Token]:
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


def token_height(bars: Sequence[TokenBar], ruler: Ruler) -> float:
    """The height of a row of bars with their forms; 0 without bars."""
    return ABOVE + TICK + BELOW + sum(ruler.height(Role.TOKEN, [bar.form for bar in bars])) if bars else 0.0


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


def expression_needs(found: Sequence[Expression], columns: Columns, words: TextRow, ruler: Ruler) -> Iterator[Need]:
    """A bar is as wide as its label."""
    for one in found:
        if places := _columns(one, columns):
            half = (words.widths[places[0]] + words.widths[places[-1]]) / 2
            yield Need(places[0], places[-1], ruler.width(Role.BAR, one.label) + ROOM - half)


def _columns(one: Expression, columns: Columns) -> list[int]:
    return sorted(columns.of_word[position] for position in one.positions if position in columns.of_word)


def expression_bars(
    found: Sequence[Expression], columns: Columns, words: TextRow, stretch: Stretch, ruler: Ruler
) -> list[Bar]:
    """The bars of one row of words; of an expression that goes on in another row, its words here."""
    bars = []
    for one in found:
        here = [column for column in _columns(one, columns) if column in stretch]
        pieces = tuple(
            (stretch.x(first) - words.widths[first] / 2, stretch.x(last) + words.widths[last] / 2)
            for first, last in stretches(here)
        )
        if pieces:
            bars.append(Bar(one.key, one.label, ruler.width(Role.BAR, one.label), pieces, one.state))
    return stacked(bars)
