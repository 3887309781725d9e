"""Pictures of dependency arcs: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.options import Direction, Mode, Options
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.ruler import ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Role, Shape, Side, Text, mirrored
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture
from goldleaf.viewer.views.arcs.columns import columns_of
from goldleaf.viewer.views.arcs.describe import picture_description
from goldleaf.viewer.views.arcs.frame import Frame, frame
from goldleaf.viewer.views.arcs.pane import Pane, Strip, below_words, make_pane, pane_elements
from goldleaf.viewer.views.arcs.wrap import Word

SIGN = 10.0  # the warning sign before the line of oddities, in pixels
SIGN_GAP = 5.0


def draw(
    pictures: Sequence[ArcsPicture], mode: Mode, options: Options, theme: Theme, measure: Measure
) -> list[Diagram]:
    """The panes of pictures of one sentence, all with the same width and each word at the same x.

    Stacked and beside give a pane for each picture, overlay one pane of gold and parses. Raises
    ValueError without pictures.
    """
    if not pictures:
        raise ValueError("pictures: there is none to draw")
    ruler = ruler_for(theme, measure)
    columns = columns_of(pictures, options)
    rivals = any(picture.side is Side.OTHER for picture in pictures)
    together = 2 + rivals if mode == Mode.OVERLAY else 1
    sets = [pictures[:together], *([picture] for picture in pictures[together:])]
    ours, theirs = (pictures[0], pictures[min(1, len(pictures) - 1)])
    found = changes(ours.sentence.words, theirs.sentence.words, ours.wording)
    panes = [make_pane(chosen, columns, options, ruler, found) for chosen in sets]

    def words() -> list[Word]:
        """The word of each column; where one side has none, that of the other."""
        texts = zip(*(pane.rows[0].texts for pane in panes), strict=True)
        return [Word.of(next(filter(None, column), ""), ruler) for column in texts]

    placed = frame(
        len(columns),
        chain.from_iterable(pane.rows for pane in panes),
        [edges for pane in panes for edges in (pane.above, pane.below)],
        below_words(panes),
        options,
        words,
    )
    return _diagrams(panes, placed, pictures, runs_right_to_left(pictures[0], options.direction), mode)


def runs_right_to_left(picture: ArcsPicture, direction: Direction = Direction.AUTO) -> bool:
    """Whether the picture's words run from right to left."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(word.form for word in picture.sentence.words)
    return direction == Direction.RIGHT_TO_LEFT


def _diagrams(
    panes: Sequence[Pane], placed: Frame, pictures: Sequence[ArcsPicture], right_to_left: bool, mode: Mode
) -> list[Diagram]:
    # Panes side by side stand level, and so do those whose rows scroll together.
    level = len(placed.stretches) > 1 or mode == Mode.BESIDE
    rows = []  # of strips, one a pane, with the room above and below the points of the arrows above the words
    for stretch, pieces in zip(placed.stretches, placed.pieces, strict=True):
        parts = zip(panes, pieces[::2], pieces[1::2], strict=True)
        strips = [Strip(pane, stretch, above, below) for pane, above, below in parts]
        most = max(strip.ascent for strip in strips), max(strip.descent for strip in strips)
        rows.append([(strip, *(most if level else (strip.ascent, strip.descent))) for strip in strips])
    lines = [list(oddity_line(pane)) for pane in panes]
    width = max([placed.width, *(line[-1].x + line[-1].width + MARGIN for line in lines if line)])
    about = {"view": "roles" if pictures[0].without_arcs else "arcs", "compare": mode.value}
    about["sentence"] = f"{pictures[0].sentence.number}"
    if pictures[0].sentence.id:
        about["id"] = pictures[0].sentence.id
    diagrams = []
    for pane, own, line in zip(panes, zip(*rows, strict=True), lines, strict=True):
        ascent, descent = pane.ruler.height(Role.WARNING)
        shapes: list[Shape] = []
        if line:
            shapes += [*warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None), *line]
        # Those that stand level have room for the line of oddities even where there is none.
        has_room = any(lines) if level else line
        start = y = MARGIN + (ascent + descent + MARGIN / 2 if has_room else 0.0)
        tops: list[float] = []
        for strip, above, below in own:
            y += pane.gaps.strips if tops else 0.0
            tops.append(y)
            shapes += strip.shapes(y + above, right_to_left)
            y += above + below
        # Between the upper and the lower arcs of an overlay: there the two sides are told apart.
        overlay = len(pane.pictures) > 1 and len(own) == 1
        diagrams.append(
            Diagram(
                width=width,
                height=y + MARGIN,
                shapes=tuple(mirrored(shape, width) for shape in shapes) if right_to_left else tuple(shapes),
                elements={element.key: element for element in pane_elements(pane, pictures)},
                title=" and ".join(title_of(picture) for picture in pane.pictures),
                description=" ".join(picture_description(picture) for picture in pane.pictures),
                strips=tuple(tops) if len(tops) > 1 else (),
                middle=start + own[0][1] + own[0][0].words_depth if overlay else None,
                metadata=about,
            )
        )
    return diagrams


def oddity_line(pane: Pane) -> Iterator[Text]:
    """What is odd about a pane's trees, in words, at the top, after a sign; of several pictures with whose each is."""
    ruler = pane.ruler
    x, y = MARGIN + SIGN + SIGN_GAP, MARGIN + ruler.height(Role.WARNING)[0]
    for number, (picture, oddity) in enumerate(pane.odd):
        text = f"{picture.name}: {oddity.text}" if len(pane.pictures) > 1 else oddity.text
        text = f"· {text}" if number else text
        width = ruler.width(Role.WARNING, text)
        key = Key(picture.side, "warning", oddity.name)
        yield Text(x, y, text, Role.WARNING, key=key, anchor=Anchor.START, width=width)
        x += width + ruler.width(Role.WARNING, " ")


def title_of(picture: ArcsPicture) -> str:
    """Such as ``gold, sentence 12 (weblog-7)``."""
    sentence = picture.sentence
    return f"{picture.name}, sentence {sentence.number}" + (f" ({sentence.id})" if sentence.id else "")
