"""Pictures of phrase-structure trees: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.mirror import mirrored
from goldleaf.viewer.diagram.options import Direction, Mode
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Role, Shape, Text
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.trees.building import shown_tree
from goldleaf.viewer.views.trees.describe import tree_description, tree_title
from goldleaf.viewer.views.trees.elements import tree_elements
from goldleaf.viewer.views.trees.options import Style, TreeOptions
from goldleaf.viewer.views.trees.panes import BottomPane, bottom_panes
from goldleaf.viewer.views.trees.shown import Shown
from goldleaf.viewer.views.trees.slanted import Slanted, slanted
from goldleaf.viewer.views.trees.tree_picture import TreePicture

UNPARSED = "NOPARSE"  # the label that some parsers give to what they cannot parse
SIGN, SIGN_GAP = 10.0, 5.0


def draw_trees(
    pictures: Sequence[TreePicture], mode: Mode, options: TreeOptions, theme: Theme, measure: Measure
) -> list[Diagram]:
    """The panes of pictures of one sentence: stacked and beside one for each picture, overlay one of the first two.

    Trees with their words on the bottom line have each word at the same x. Raises ValueError without pictures.
    """
    if not pictures:
        raise ValueError("pictures: there is none to draw")
    ruler = ruler_for(theme, measure)
    trees = [shown_tree(picture, options) for picture in pictures]
    panes = _panes(trees, mode, options, ruler)
    right_to_left = runs_right_to_left(pictures[0], options.direction)
    notes = [_note([tree.picture for tree in pane.trees], ruler) for pane in panes]
    ends = [shape.x + shape.width for note in notes for shape in note if isinstance(shape, Text)]
    width = MARGIN + max([MARGIN + pane.width for pane in panes] + ends)
    return [
        _diagram(pane, note, pictures, width, mode, ruler, right_to_left)
        for pane, note in zip(panes, notes, strict=True)
    ]


def _panes(trees: Sequence[Shown], mode: Mode, options: TreeOptions, ruler: Ruler) -> Sequence[Slanted | BottomPane]:
    if not needs_bottom_line(trees, mode, options):
        return [slanted(shown, options, ruler) for shown in trees]
    overlay = mode == Mode.OVERLAY and len(trees) > 1
    return bottom_panes(trees, options, ruler, overlay=overlay, level=mode == Mode.BESIDE)


def needs_bottom_line(trees: Sequence[Shown], mode: Mode, options: TreeOptions) -> bool:
    """Whether the words stand on the bottom line, by choice or because there is no other way."""
    if options.style is Style.BOTTOM or any(not shown.projective or shown.picture.expressions for shown in trees):
        return True
    if len(trees) > 1 and trees[0].picture.is_placed:  # words that differ are linked
        return True
    return len(trees) > 1 and (mode == Mode.OVERLAY or options.missing_bars)


def runs_right_to_left(picture: TreePicture, direction: Direction = Direction.AUTO) -> bool:
    """Whether the picture's words run from right to left."""
    if direction == Direction.AUTO:
        return mostly_right_to_left(word.form for word in picture.sentence.words)
    return direction == Direction.RIGHT_TO_LEFT


def _diagram(
    pane: Slanted | BottomPane,
    note: list[Shape],
    pictures: Sequence[TreePicture],
    width: float,
    mode: Mode,
    ruler: Ruler,
    right_to_left: bool,
) -> Diagram:
    shown = [tree.picture for tree in pane.trees]
    top = MARGIN + (sum(ruler.height(Role.WARNING)) + MARGIN / 2 if note else 0.0)
    shapes = note + pane.shapes(MARGIN, top, right_to_left)
    if right_to_left:
        shapes = [mirrored(shape, width) for shape in shapes]
    ordered = _ordered({shape.key for shape in shapes if shape.key is not None})
    return Diagram(
        width=width,
        height=top + pane.height + MARGIN,
        shapes=tuple(shapes),
        elements=tree_elements(ordered, shown, pictures),
        title=" and ".join(tree_title(picture) for picture in shown),
        description=" ".join(tree_description(picture) for picture in shown),
        metadata=_metadata(pictures[0], mode),
        middle=top + pane.middle if pane.middle else None,
    )


def _ordered(keys: Iterable[Key]) -> list[Key]:
    """Elements by kind, side and number."""
    return sorted(keys, key=lambda key: (key.kind, key.side, int(key.name) if key.name.isdigit() else 0, key.name))


def _note(shown: Sequence[TreePicture], ruler: Ruler) -> list[Shape]:
    """A line at the top that says which of the sentences a parser has failed on, and what is left out of them."""
    failed = [picture for picture in shown if is_unparsed(picture)]
    said = [*dict.fromkeys(filter(None, (*(picture.left_out for picture in shown), _said_of(failed, shown))))]
    if not said:
        return []
    ascent, x, text = ruler.height(Role.WARNING)[0], MARGIN + SIGN + SIGN_GAP, " · ".join(said)
    key = Key(failed[0].side if failed else shown[0].side, "warning", "unparsed" if failed else "left-out")
    width = ruler.width(Role.WARNING, text)
    return [
        *warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None),
        Text(x, MARGIN + ascent, text, Role.WARNING, key=key, anchor=Anchor.START, width=width),
    ]


def _said_of(failed: Sequence[TreePicture], shown: Sequence[TreePicture]) -> str:
    if not failed:
        return ""
    return "not parsed" if len(shown) == 1 else f"{' and '.join(picture.name for picture in failed)}: not parsed"


def is_unparsed(picture: TreePicture) -> bool:
    """Whether the sentence has no constituents but such as say that there is no parse."""
    return all(node.label == UNPARSED for node in picture.sentence.nodes)


def _metadata(picture: TreePicture, mode: Mode) -> dict[str, str]:
    sentence = picture.sentence
    known = {"view": "tree", "compare": mode.value, "sentence": f"{sentence.number}"}
    return {**known, "id": sentence.id} if sentence.id else known
