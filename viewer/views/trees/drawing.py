"""What the views of trees have drawn: fitted into its room, walked, hovered, written as LaTeX. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.naming import REVIEW, Difference
from goldleaf.viewer.diagram.options import Layout, Mode
from goldleaf.viewer.diagram.shapes import Diagram, Key, Role, Side
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import TURNED, Way, positions_of
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex import Example
from goldleaf.viewer.views.everyone import Three
from goldleaf.viewer.views.part import beginning, last_drawn, left_out
from goldleaf.viewer.views.trees import forest
from goldleaf.viewer.views.trees.describe import counterpart, tree_card_rows
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.outline import draw_outline
from goldleaf.viewer.views.trees.shown import ItemKind, far, folded_spans, shown_trees, uncompared
from goldleaf.viewer.views.trees.tree_differences import rival_node_differences
from goldleaf.viewer.views.trees.tree_picture import Folding, TreeOptions, TreePicture, TreeStyle
from goldleaf.viewer.views.view import Drawing, Look, Tools

# Pixels that words under a triangle have where a tree is too wide for its room, and where it is a way to differences.
NARROW, NARROWEST, SHORTEST = 130.0, 60.0, 45.0
WIDER = (110.0, 90.0, 75.0, NARROWEST)  # of which the first is taken that there is room for, instead of the narrowest
LARGE = 0.8  # of the room, in which all is drawn as large as it is; else it is set closer, or an outline folded, first
_AT_MOST = {Folding.CHOSEN: 1.4}  # so many times too wide, that a tree may become narrow enough without being folded


def drawn(known: Iterable[TreePicture], pair: Pair, look: Look, options: TreeOptions, tools: Tools) -> TreesDrawing:
    """The trees of a sentence, without those that have no words; folded where they are too wide for their room."""
    sides = tuple(picture for picture in known if picture.sentence.words)
    last, parts = last_drawn(side.sentence for side in sides), list[TreePicture]()
    for side in sides:  # of a sentence that is too large to be drawn in time, the beginning
        part = beginning(side.sentence, last)
        whole = part is side.sentence
        parts.append(side if whole else replace(side, sentence=part, left_out=left_out(side.sentence, part)))
    upright, below = options.layout.down, False
    asked, diagrams = options, [] if upright else _diagrams(parts, pair, look.mode, options, tools)
    for narrower in _narrower(options):
        low = narrower.folding is Folding.SHORT and _low(diagrams, look.mode, options)
        if low or _fits(diagrams, look.mode, _enough(options)):
            break
        options = narrower
        # What cannot be enough is not tried: to draw a long sentence takes a while.
        if all(diagram.width <= _AT_MOST.get(options.folding, inf) * (options.room or inf) for diagram in diagrams):
            diagrams = _diagrams(parts, pair, look.mode, options, tools)
    # What room is left goes to the words under triangles.
    for width in WIDER if options.fold_width <= NARROWEST and _fits(diagrams, look.mode, options) else ():
        wider = replace(options, fold_width=width)
        if _fits(drawn_wider := _diagrams(parts, pair, look.mode, wider, tools), look.mode, wider):
            options, diagrams = wider, drawn_wider
            break
    tree, fits, free = (options, diagrams), _fits(diagrams, look.mode, options), options.layout is Layout.AUTO
    # Words that are cut under triangles stand whole in an outline, if it is all seen; a page has any height, and an
    # overlay was asked for.
    narrowed = free and fits and options.headroom is not None and options.folding is not asked.folding
    cut = _cut(diagrams) if narrowed and look.mode is not Mode.OVERLAY else 0
    if cut or (free and not fits):
        upright, options = True, replace(asked, folding=Folding.PLAIN)
    if upright:
        together = options.only_differences and options.headroom is not None  # a figure is looked at as a tree
        asked, options = (replace(each, together=together) for each in (asked, options))
        across = len(parts) if look.mode == Mode.BESIDE else 1  # pictures for each of which there is the room
        unfolded = replace(options, folding=asked.folding, headroom=options.headroom and options.headroom * LARGE)
        close = replace(options, tight=True)
        near = replace(close, folding=Folding.NEAR)
        ways = list[tuple[TreeOptions, list[Diagram]]]()
        for way in (unfolded, options, close, near) if asked.layout is Layout.AUTO else (options,):
            down = replace(way, room=way.room and way.room * across)
            ways.append((way, _diagrams(parts, pair, None, down, tools)))
            if _low(ways[-1][1], Mode.BESIDE, way):
                break
        # Nothing is folded to be enlarged while all of it can be seen.
        seen = len(ways) > 1 and _low(ways[0][1], Mode.BESIDE, options) and _low(ways[1][1], Mode.BESIDE, unfolded)
        options, diagrams = (replace(unfolded, headroom=options.headroom), ways[0][1]) if seen else ways[-1]
        # On paper those stand below each other that have no room beside each other.
        if options.headroom is None and sum(one.width for one in diagrams) > (options.room or inf):
            below, room = len(diagrams) > 1, options.room and options.room * len(diagrams)
            diagrams = _diagrams(parts, pair, None, replace(options, room=room), tools)
        if cut and (_cut(diagrams) >= cut or not _low(diagrams, Mode.BESIDE, options)):
            upright, (options, diagrams) = False, tree
    # Of what is all the same nothing is folded, however little room there is.
    folds = bool(far(parts, options)) or folded_spans(parts, options) != folded_spans(parts, asked)
    joined = len(diagrams) < len(sides)
    no_overlay = look.mode == Mode.OVERLAY and joined and upright and free
    shortened = {"folded": folds, "no room for an overlay": no_overlay}
    titles = tuple(picture.title for picture in sides)
    if joined:
        # Panes beside each other are narrow, and an outline names its sides itself.
        places = ("", "") if len(diagrams) > 1 else (" left", " right") if upright else (" above", " below")
        titles = (f"{titles[0]}{places[0]}, {titles[1]}{places[1]}", *titles[2:])
    return TreesDrawing(
        diagrams=tuple(diagrams), titles=titles, upright=upright,
        beside=(upright or look.mode == Mode.BESIDE) and not below,
        left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
        shortened=", ".join(name for name, is_so in shortened.items() if is_so), pictures=sides, options=options,
        mode=look.mode, wording=replace(parts[0].wording, scores=False) if uncompared(parts) else REVIEW,
    )  # fmt: skip


def _narrower(options: TreeOptions) -> Iterator[TreeOptions]:
    """The same for less room, and for ever less: closer together, without tags where they are not part of the tree,
    folded but for differences, and but for what is near these."""
    options = replace(options, tight=True)
    yield options
    if options.pills and options.tags:
        options = replace(options, tags=False)
        yield options
    for folding, width in ((Folding.PLAIN, NARROW), (Folding.NEAR, NARROW), (Folding.NEAR, NARROWEST)):
        options = replace(options, folding=folding, fold_width=width)
        yield options
    if options.style is TreeStyle.SLANTED:  # where one has to scroll all the same, words stay below each other
        options = replace(options, style=TreeStyle.BOTTOM)
        yield options
    yield replace(options, folding=Folding.SHORT, fold_width=SHORTEST)


def _enough(options: TreeOptions) -> TreeOptions:
    """The room of what is not set close: on the screen it shall not be smaller than it is for the sake of distances."""
    if options.tight or options.headroom is None:
        return options
    return replace(options, room=options.room and options.room * LARGE, headroom=options.headroom * LARGE)


def _fits(diagrams: Sequence[Diagram], mode: Mode, options: TreeOptions) -> bool:
    """Whether there is room for pictures. Two that are to be trees may be higher, as they scroll together."""
    wide, higher = any(diagram.width > (options.room or inf) for diagram in diagrams), options.layout is not Layout.AUTO
    return not wide and ((higher and len(diagrams) < 3) or _low(diagrams, mode, options))


def _cut(diagrams: Iterable[Diagram]) -> int:
    """How many stretches of folded words are shortened; what two sides fold alike counts once."""
    texts = {text.text for diagram in diagrams for text in diagram.texts if text.role is Role.FOLD}
    return sum("…" in text for text in texts)


def _low(diagrams: Sequence[Diagram], mode: Mode, options: TreeOptions) -> bool:
    """Whether there is room for pictures downwards."""
    heights = [diagram.height for diagram in diagrams]
    stacked = sum(heights) + options.between * (len(heights) - 1)
    return (max(heights, default=0.0) if mode == Mode.BESIDE else stacked) <= (options.headroom or inf)


def of_rivals(
    known: Sequence[TreePicture], three: Three, look: Look, options: TreeOptions, tools: Tools
) -> TreesDrawing:
    """The trees of the gold and two parses: each in a picture of its own, as an overlay has place for two."""
    apart = look if look.mode == Mode.BESIDE else replace(look, mode=Mode.STACKED)
    drawing = drawn(known, three.pair, apart, options, tools)
    return replace(drawing.told(rival_node_differences(known, three.wording)), wording=three.wording)


def _diagrams(
    sides: Sequence[TreePicture], pair: Pair, mode: Mode | None, options: TreeOptions, tools: Tools
) -> list[Diagram]:
    """Sides with other words that cannot be compared are drawn each for itself; without a mode as outlines."""
    forms = {tuple(word.form for word in side.sentence.words) for side in sides}
    compared = pair.why_not is None or pair.places is not None or len(forms) == 1
    groups = [sides] * bool(sides) if compared else [[side] for side in sides]
    if mode is None:
        own = replace(options, room=options.room and options.room / max(len(groups), 1))
        drawings = (draw_outline(group, own, tools.theme, tools.measure) for group in groups)
    else:
        way = mode if compared else Mode.STACKED
        drawings = (draw_trees(group, way, options, tools.theme, tools.measure) for group in groups)
    return [diagram for diagrams in drawings for diagram in diagrams]


@dataclass(frozen=True, eq=False, kw_only=True)
class TreesDrawing(Drawing):
    """Trees, the pictures that they were drawn from, and how."""

    pictures: tuple[TreePicture, ...]
    options: TreeOptions
    mode: Mode

    def told(self, differences: Sequence[Difference]) -> TreesDrawing:
        """The same with the rows of the list; of a tree that is wider than its room, one looks at the first of them."""
        keys = (self.shown(key) for difference in differences if difference.scored for key in difference.keys)
        wide = any(diagram.width > (self.options.room or inf) for diagram in self.diagrams)
        start = next((key for key in keys if key in self.keys), None) if wide else None
        return replace(self, differences=tuple(differences), start=start)

    @cached_property
    def folds(self) -> frozenset[Key]:
        """The constituents that are drawn as triangles, and other words that are."""
        trees = shown_trees(self.pictures, self.options)
        return self.keys & {item.key for tree in trees for item in tree.items if item.kind is ItemKind.WORDS}

    def shown(self, key: Key | None) -> Key | None:
        """What is left out is shown by the next constituent above, a word that is folded by what it is folded into."""
        key = super().shown(key)
        if key is not None and key.kind == "word" and key not in self.keys:
            for fold in self.folds:
                if fold.side == key.side and int(key.name) in positions_of(fold, self.elements):
                    return fold
        own = next((one for one in self.pictures if key is not None and one.side == key.side), None)
        while own is not None and key is not None and key.kind == "node" and key not in self.keys:
            node = own.node_at.get(int(key.name))
            key = key._replace(name=f"{node.parent}") if node is not None and node.parent else None
        return key

    def related(self, key: Key | None) -> frozenset[Key]:
        """The same word or constituent on every side, the bar of a missing one; what differing lineages are made of."""
        if key is None:
            return frozenset()
        own = next((known[key] for known in self.elements if key in known), None)
        same = {key, *(() if own is None else own.related)}
        related = {*same, key._replace(kind="bar")} if key.kind == "node" else {*same}
        for picture in self.pictures:
            words = (word for word in same if word.kind == "word" and word.side in (picture.side, Side.BOTH))
            for position in {int(word.name) for word in words} & picture.lineages.keys():
                number = picture.word_at[position].parent
                while number in picture.node_at:  # a lineage is made of the constituents above
                    related.add(Key(picture.side, "node", f"{number}"))
                    number = picture.node_at[number].parent
        return self.keys & related

    def in_text(self, key: Key | None) -> tuple[int, ...]:
        """In trees words may stand at other places in the parse than in the gold, whose the text is."""
        positions = positions_of(key, self.elements)
        own = next((one for one in self.pictures[1:] if key is not None and key.side == one.side), None)
        if own is None or own.side is Side.RESULT:
            return positions
        places = (counterpart(own, position, self.pictures[0]) for position in positions)
        return tuple(place for place in places if place is not None)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        return tree_card_rows(key, self.pictures, description)

    def walk(self, key: Key | None, way: Way, side: Side) -> Key | None:
        """To what it is in, the first child, or the sibling beside."""
        wanted = key.side if key is not None else side
        if self.upright:
            wanted = Side.GOLD if wanted is Side.BOTH else wanted
            if way in (Way.HEAD, Way.DEPENDENT):
                return self._walk_lines(key, wanted, 1 if way is Way.DEPENDENT else -1)
            key, way = key and key._replace(side=wanted), TURNED[way]
        own = next((picture for picture in self.pictures if picture.side == wanted), None)
        if own is None:
            return None
        turned = mostly_right_to_left(word.form for word in own.sentence.words)
        shared = {known._replace(side=wanted) for known in self.keys if known.side is Side.BOTH}
        reached = walk_tree(own.sentence, key, way, wanted, self.keys | shared, right_to_left=turned)
        return reached if reached is None or reached in self.keys else reached._replace(side=Side.BOTH)

    def _walk_lines(self, key: Key | None, side: Side, by: int) -> Key | None:
        """What stands on the line below (1) or above (−1) on a side of an outline."""
        lines = dict[Key, float]()
        for diagram in self.diagrams:
            for text in diagram.texts:
                if text.key is not None and text.key.side in (side, Side.BOTH):
                    lines.setdefault(text.key, text.y)
        # The tag of a word that both sides share is on its line.
        others = {one._replace(side=side) for one in lines if one.side is Side.BOTH}
        order = [one for one in sorted(lines, key=lines.__getitem__) if one not in others]
        place = order.index(key) + by if key in order else 0
        return order[place] if 0 <= place < len(order) else None

    def tikz(
        self, theme: Theme, scale: float, around: Around, *, standalone: bool, example: Example | None = None
    ) -> str | None:
        """Source for forest, where it can draw what is shown."""
        beyond = any(one.lineages or one.expressions or one.side is Side.OTHER for one in self.pictures)
        if self.left_out or self.upright or beyond:
            return None
        return forest.write(
            self.pictures, self.diagrams, theme, self.options,
            mode=self.mode, around=around, example=example, scale=scale, standalone=standalone,
        )  # fmt: skip


def walk_tree(
    sentence: Sentence, selected: Key | None, way: Way, side: Side, shown: Collection[Key],
    *, right_to_left: bool = False,
) -> Key | None:  # fmt: skip
    """The element that is reached from the selected one; None where there is nothing that way. What is not ``shown`` is
    passed over. Without a selection, the first word. Between words without a sibling that way, the neighbour."""
    nodes = {node.number: Key(side, "node", f"{node.number}") for node in sentence.nodes}
    words = [Key(side, "word", f"{word.position}") for word in sentence.words]
    parent = {key: nodes.get(word.parent) for key, word in zip(words, sentence.words, strict=True)}
    parent |= {nodes[node.number]: nodes.get(node.parent) for node in sentence.nodes}
    starts = {key: word.position for key, word in zip(words, sentence.words, strict=True)}
    starts |= {nodes[node.number]: node.first for node in sentence.nodes}
    children: dict[Key | None, list[Key]] = {}
    for key in sorted(starts, key=lambda key: starts[key]):
        children.setdefault(parent[key], []).append(key)

    place = selected._replace(kind="node") if selected is not None and selected.kind == "bar" else selected
    if place is None or place not in parent:
        return next((word for word in words if word in shown), None)
    if way is Way.HEAD:
        above = parent[place]
        while above is not None and above not in shown:
            above = parent[above]
        return above
    if way is Way.DEPENDENT:
        below = list(children.get(place, []))
        for child in below:  # the children, then what is below these
            if child in shown:
                return child
            below += children.get(child, [])
        return None
    step = 1 if (way == Way.RIGHT) != right_to_left else -1
    for row in (children.get(parent[place], []), words if place.kind == "word" else []):
        beside = [key for key in row if key in shown or key == place]
        if place in beside and 0 <= (at := beside.index(place) + step) < len(beside):
            return beside[at]
    return None
