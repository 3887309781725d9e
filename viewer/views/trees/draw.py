"""Pictures of phrase-structure trees: sentences and marks in, diagrams out. Pure geometry, in pixels at zoom 1."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.options import Direction, Mode
from goldleaf.viewer.diagram.ruler import Ruler, ruler_for
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Diagram, Key, Role, Shape, Text, mirrored
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.diagram.text import Measure
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.views.trees.describe import tree_description, tree_elements, tree_title
from goldleaf.viewer.views.trees.options import Style, TreeOptions
from goldleaf.viewer.views.trees.panes import BottomPane, bottom_panes
from goldleaf.viewer.views.trees.shown import Shown, shown_tree
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
    panes: Sequence[Slanted | BottomPane]
    if needs_bottom_line(trees, mode, options):
        overlay = mode == Mode.OVERLAY and len(trees) > 1
        panes = bottom_panes(trees, options, ruler, overlay=overlay, level=mode == Mode.BESIDE)
    else:
        panes = [slanted(shown, options, ruler) for shown in trees]
    notes = [_note([tree.picture for tree in pane.trees], ruler) for pane in panes]
    ends = [shape.x + shape.width for note in notes for shape in note if isinstance(shape, Text)]
    width = MARGIN + max([MARGIN + pane.width for pane in panes] + ends)
    right_to_left = runs_right_to_left(pictures[0], options.direction)
    about = {"view": "tree", "compare": mode.value, "sentence": f"{pictures[0].sentence.number}"}
    if pictures[0].sentence.id:
        about["id"] = pictures[0].sentence.id
    diagrams = []
    for pane, note in zip(panes, notes, strict=True):
        shown = [tree.picture for tree in pane.trees]
        top = MARGIN + (sum(ruler.height(Role.WARNING)) + MARGIN / 2 if note else 0.0)
        shapes = note + pane.shapes(MARGIN, top, right_to_left)
        if right_to_left:
            shapes = [mirrored(shape, width) for shape in shapes]
        keys = sorted({shape.key for shape in shapes if shape.key is not None}, key=_by_kind)
        diagrams.append(
            Diagram(
                width=width,
                height=top + pane.height + MARGIN,
                shapes=tuple(shapes),
                elements=tree_elements(keys, shown, pictures),
                title=" and ".join(tree_title(picture) for picture in shown),
                description=" ".join(tree_description(picture) for picture in shown),
                metadata=dict(about),
                middle=top + pane.middle if pane.middle else None,
            )
        )
    return diagrams


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


def _by_kind(key: Key) -> tuple[str, str, int, str]:
    """Elements are walked by kind, side and number."""
    return key.kind, key.side, int(key.name) if key.name.isdigit() else 0, key.name


def _note(shown: Sequence[TreePicture], ruler: Ruler) -> list[Shape]:
    """A line at the top that says which of the sentences a parser has failed on, and what is left out of them."""
    # A failed sentence has no constituents but such as say that there is no parse.
    failed = [picture for picture in shown if all(node.label == UNPARSED for node in picture.sentence.nodes)]
    notes = [picture.left_out for picture in shown]
    if failed:
        whose = "" if len(shown) == 1 else f"{' and '.join(picture.name for picture in failed)}: "
        notes.append(f"{whose}not parsed")
    text = " · ".join(dict.fromkeys(filter(None, notes)))
    if not text:
        return []
    ascent, x, width = ruler.height(Role.WARNING)[0], MARGIN + SIGN + SIGN_GAP, ruler.width(Role.WARNING, text)
    key = Key(failed[0].side if failed else shown[0].side, "warning", "unparsed" if failed else "left-out")
    return [
        *warning_sign(MARGIN + SIGN / 2, MARGIN + ascent / 2 + 1, SIGN, None),
        Text(x, MARGIN + ascent, text, Role.WARNING, key=key, anchor=Anchor.START, width=width),
    ]
