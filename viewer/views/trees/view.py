"""The view of trees: constituents above the words. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from goldleaf.core.alignment.joining import placed
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.differences import Difference
from goldleaf.viewer.diagram.options import Mode, Row
from goldleaf.viewer.diagram.shapes import Diagram, Key, Side, State
from goldleaf.viewer.diagram.theme import Theme
from goldleaf.viewer.diagram.walking import Way, positions_of
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex import Example
from goldleaf.viewer.views.arcs.arc_picture import alone
from goldleaf.viewer.views.expressions import Expressions, Loose, expression_differences, expressions_of
from goldleaf.viewer.views.layers import places_of
from goldleaf.viewer.views.look import FOLD, TIGHT, WITHOUT_TAGS, Look, Remedy
from goldleaf.viewer.views.rivals import Three, rivals_of
from goldleaf.viewer.views.trees import forest
from goldleaf.viewer.views.trees.describe import counterpart, tree_card_rows
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.lineages import lineage_differences, lineages_of, on_path
from goldleaf.viewer.views.trees.options import Functions, Leaves, Style, TreeOptions
from goldleaf.viewer.views.trees.rivals import rival_node_differences, rival_trees
from goldleaf.viewer.views.trees.shown import folded_nodes
from goldleaf.viewer.views.trees.tree_differences import node_differences
from goldleaf.viewer.views.trees.tree_picture import (
    TreePicture,
    in_part,
    node_facts,
    tree_pictures,
    wrong_functions,
    wrong_tags,
)
from goldleaf.viewer.views.trees.walking import nearest_shown, walk_tree
from goldleaf.viewer.views.view import Change, Drawing, Subject, Switch, Tools, View
from goldleaf.viewer.views.wording import lacks, mixed

HEEDED = frozenset({"compare", "rows", "only_differences", "direction", "room"})
TIGHT_FOLD = 100.0  # pixels that words under a triangle have where all is to be close together
NARROW = 130.0  # the same where a tree is too wide for its room


def _folded(options: TreeOptions, drawing: Drawing, key: Key | None) -> TreeOptions | None:
    if key is None or key.kind != "node":
        return None
    if isinstance(drawing, TreesDrawing) and key in drawing.folds:
        return replace(options, folded=options.folded - {key}, opened=options.opened | {key})
    return replace(options, folded=options.folded | {key}, opened=options.opened - {key})


def _unfolded(options: TreeOptions, drawing: Drawing, *_: object) -> TreeOptions | None:
    if not isinstance(drawing, TreesDrawing) or not drawing.folds:
        return None
    nodes = (Key(one.side, "node", f"{number}") for one in drawing.pictures for number in one.node_at)
    return replace(options, folded=frozenset(), opened=frozenset(nodes))


def _leaves(leaves: Leaves) -> Callable[[Look, float], Look | None]:
    def changed(look: Look, _: float) -> Look | None:
        own: TreeOptions = look.own_of(TreesView.name, TreesView.usual)
        return None if own.leaves is leaves else look.with_own(TreesView.name, replace(own, leaves=leaves))

    return changed


REMEDIES = (
    TIGHT,
    Remedy(
        choice="leaves", said="words run upwards", subject="Words", title="Upright", option="--leaves upright",
        changed=_leaves(Leaves.UPRIGHT),
    ),
    Remedy(
        choice="leaves", said="and so do tags", subject="Words", title="Upright, tags as well",
        option="--leaves all-upright",
        changed=_leaves(Leaves.ALL_UPRIGHT),
    ),
    FOLD,
)  # fmt: skip


class TreesView(View):
    """Constituents, the words below them or under each other."""

    name = "tree"
    title = "Tree"
    keys = ("T",)
    description = "Draw sentences as trees of constituents."
    metric = "parseval"
    heeds = HEEDED | {"layers", "against"}
    usual = TreeOptions()
    in_figures = TreeOptions()
    least_text = 6.0
    remedies = REMEDIES
    offers = (WITHOUT_TAGS,)
    switches = (
        Switch(
            name="leaves", title="Words upright", field="leaves", on=Leaves.UPRIGHT, off=Leaves.LEVEL,
            description="Let words run upwards, which makes a tree narrow.",
        ),
        Switch(
            name="bottom", title="Words on the bottom line", field="style", on=Style.BOTTOM, off=Style.SLANTED,
            description="Put all words below the tree, each in one column in all pictures.",
        ),
        Switch(
            name="functions", title="Functions", field="functions", on=Functions.AUTO, off=Functions.HIDDEN,
            description="Show the functions of constituents and words.",
        ),
        Switch(name="traces", title="Traces", field="traces", description="Show words that are not written."),
        Switch(
            name="links", title="Lines to antecedents", field="links",
            description="Link each trace with its antecedent by a dotted curve.",
        ),
        Switch(
            name="bars", title="Missing constituents as bars", field="missing_bars", needs_parse=True,
            description="Show what the parse lacks as bars under its words.",
        ),
    )  # fmt: skip
    changes = (
        Change(
            name="fold", title="Fold or unfold constituent", keys=("C",), options=_folded,
            why_not="Select a constituent first.",
            description="Draw the selected constituent as a triangle over its words, or as a tree again.",
        ),
        Change(
            name="unfold-all", title="Unfold all", keys=("Shift+C",), options=_unfolded,
            why_not="Nothing is folded.",
            description="Draw all constituents as trees again.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """The gold must have constituents, and the parses something that they can be compared with."""
        if document.mixed:
            return mixed(document)
        return "" if document.has_tree and not document.lattice_only else lacks(document, "constituents")

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse; sides that cannot be compared are drawn apart."""
        three = rivals_of(subject, look, self.metric)
        if three is not None:
            return of_rivals(rival_trees(*three), three, look, options_of(look), tools)
        pair, gold, parse = subject.pair, subject.pair.gold, subject.pair.parse
        tags, constituents = wrong_tags(pair), not look.layers or Layer.CONSTITUENT in look.layers
        if look.layers:
            tags = {place: place for place in sorted(places_of(pair, subject.items, Layer.TAG))}
        lone: tuple[dict[int, State], dict[int, State]] = {}, {}
        if parse is not None and any(word.number is not None for word in gold.words):  # placed among those of both
            lone = alone(gold, parse, State.MISSING), alone(parse, gold, State.EXTRA)
        known = tree_pictures(
            gold,
            parse,
            node_facts(pair) if constituents else None,
            gold_words=lone[0],
            parse_words=lone[1],
            wording=subject.wording,
            tags=tags,
            functions=wrong_functions(pair) if constituents else {},
        )
        lineages, expressions = lineages_of(pair), expressions_of(pair)
        pictures = [
            _with_expressions(replace(picture, lineages=own), marked)
            for picture, own, marked in zip(known, lineages, expressions, strict=False)
        ]
        if (result := _result(subject)) is not None:
            pictures.append(result)
        drawing = drawn(pictures, pair, look, options_of(look), tools)
        differences: list[Difference]
        if pair.metric.facts_are:
            forms = {word.position: word.form for side in (parse, gold) if side for word in side.words}
            differences = [*lineage_differences(gold, lineages[0], subject.wording)]
            differences += expression_differences(expressions, forms, subject.wording)
        else:
            differences = [*node_differences(drawing.pictures)]
        return replace(drawing, differences=tuple(differences))

    def forgotten(self, options: TreeOptions) -> TreeOptions:
        """Folds are of one sentence."""
        return replace(options, folded=frozenset(), opened=frozenset())

    def activated(self, options: TreeOptions, drawing: Drawing, key: Key) -> TreeOptions:
        """A double click folds or unfolds a constituent."""
        return _folded(options, drawing, key) or options


def options_of(look: Look) -> TreeOptions:
    """What is shown of trees: their own options, and what views have in common."""
    own: TreeOptions = look.own_of(TreesView.name, TreesView.usual)
    shared, level = look.options, own.leaves is Leaves.LEVEL
    return replace(
        own,
        tags=Row.TAG in shared.rows or Row.FINE_TAG in shared.rows or Layer.TAG in look.layers,
        matched=shared.matched,
        gold_only=shared.gold_only,
        parse_only=shared.parse_only,
        not_scored=shared.not_scored,
        only_differences=shared.only_differences,
        direction=shared.direction,
        tight=shared.tight,
        fold_width=min(own.fold_width, TIGHT_FOLD) if shared.tight and level else own.fold_width,
        room=shared.room,
    )


def _bits(picture: TreePicture, positions: Iterable[int]) -> int:
    """Words by position as a yield."""
    place = {word.position: 1 << at for at, word in enumerate(picture.sentence.words)}
    return sum(place.get(position, 0) for position in positions)


def _with_expressions(picture: TreePicture, expressions: Expressions) -> TreePicture:
    """The picture with its expressions: bars under the words, and marks of their nodes."""
    states = {_bits(picture, one.positions): one.state for one in expressions.whole}
    nodes = {
        node.number: states[picture.yields[node.number]]
        for node in picture.sentence.nodes
        if node.label.endswith("+") and picture.yields[node.number] in states
    }
    return replace(picture, expressions=expressions.whole, node_states={**picture.node_states, **nodes})


def _result(subject: Subject) -> TreePicture | None:
    """The picture of what the choices of a review come to, with its words where the gold's are."""
    outcome, places = subject.outcome, subject.pair.places
    if outcome is None:
        return None
    sentence = placed(outcome.sentence, places[0]) if places is not None else outcome.sentence
    picture = TreePicture(sentence, Side.RESULT, title="result", wording=subject.wording)
    items = Items(sentence, sentence)  # who decides about a constituent calls it by its yield
    undecided = {item for layer, item in outcome.undecided if layer is Layer.CONSTITUENT}
    states = {node: State.NOT_SCORED for node in picture.yields if items.over(picture.positions(node)) in undecided}
    place = places[0] if places is not None else {}
    crossing = {tuple(place.get(word, word) for word in words): label for words, label in outcome.crossing}
    bits = {words: _bits(picture, words) for words in crossing}
    states |= {node: State.CROSSING for node, own in picture.yields.items() if own in bits.values()}
    loose = [
        Loose(words, label, State.CROSSING, Side.RESULT)
        for words, label in crossing.items()
        if bits[words] not in picture.yields.values()
    ]
    return replace(picture, node_states=states, expressions=tuple(loose))


def drawn(known: Iterable[TreePicture], pair: Pair, look: Look, options: TreeOptions, tools: Tools) -> TreesDrawing:
    """The trees of a sentence, without those that have no words."""
    sides = tuple(picture for picture in known if picture.sentence.words)
    overlay = look.mode == Mode.OVERLAY and len(sides) > 1 and pair.why_not is None
    titles = tuple(picture.title for picture in sides)
    parts = in_part(sides)
    diagrams, options = _fitting(parts, pair, look, options, tools)
    return TreesDrawing(
        diagrams=tuple(diagrams),
        titles=(f"{titles[0]} above, {titles[1]} below", *titles[2:]) if overlay else titles,
        beside=look.mode == Mode.BESIDE,
        left_out=" – ".join(dict.fromkeys(filter(None, (picture.left_out for picture in parts)))),
        shortened="what has no difference is folded" if options.fold_plain else "",
        pictures=sides,
        options=options,
        mode=look.mode,
    )


def of_rivals(
    known: Sequence[TreePicture], three: Three, look: Look, options: TreeOptions, tools: Tools
) -> TreesDrawing:
    """The trees of the gold and two parses: each in a picture of its own, as an overlay has place for two."""
    apart = look if look.mode == Mode.BESIDE else replace(look, mode=Mode.STACKED)
    drawing = drawn(known, three.pair, apart, options, tools)
    return replace(drawing, differences=rival_node_differences(known, three.wording), wording=three.wording)


def _fitting(
    sides: Sequence[TreePicture], pair: Pair, look: Look, options: TreeOptions, tools: Tools
) -> tuple[list[Diagram], TreeOptions]:
    """The diagrams, and the options that they were drawn with: what has no difference is folded if there is no room."""
    diagrams = _diagrams(sides, pair, look, options, tools)
    room = inf if options.room is None else options.room
    differing = tuple(frozenset(side.positions(node)) for side in sides for node in side.node_at if side.differs(node))
    if all(diagram.width <= room for diagram in diagrams) or not differing:  # where nothing differs it would be all
        return diagrams, options
    # The differences of all sides stay open on each, so that one can go on comparing bracket by bracket.
    folded = replace(options, fold_plain=True, differing=differing, fold_width=NARROW)
    if not any(folded_nodes(side, folded) for side in sides):
        return diagrams, options
    return _diagrams(sides, pair, look, folded, tools), folded


def _diagrams(
    sides: Sequence[TreePicture], pair: Pair, look: Look, options: TreeOptions, tools: Tools
) -> list[Diagram]:
    theme, measure = tools.theme, tools.measure
    if sides and (pair.why_not is None or pair.places is not None):
        return draw_trees(sides, look.mode, options, theme, measure)
    return [diagram for side in sides for diagram in draw_trees([side], Mode.STACKED, options, theme, measure)]


@dataclass(frozen=True, eq=False, kw_only=True)
class TreesDrawing(Drawing):
    """Trees, the pictures that they were drawn from, and how."""

    pictures: tuple[TreePicture, ...]
    options: TreeOptions
    mode: Mode

    @cached_property
    def folds(self) -> frozenset[Key]:
        """The constituents that are drawn as triangles."""
        folds = (Key(one.side, "node", f"{node}") for one in self.pictures for node in folded_nodes(one, self.options))
        return frozenset(folds)

    def shown(self, key: Key | None) -> Key | None:
        """What is in a fold or left out is shown by the next constituent above."""
        return nearest_shown(self.pictures, super().shown(key), self.keys)

    def related(self, key: Key | None) -> frozenset[Key]:
        """The same word or constituent on every side, the bar of a missing one; what differing lineages are made of."""
        if key is None:
            return frozenset()
        own = next((known[key] for known in self.elements if key in known), None)
        same = {key, *(() if own is None else own.related)}
        bar = {key._replace(kind="bar")} if key.kind == "node" else set()
        paths = {
            above
            for word in same
            for picture in self.pictures
            if word.kind == "word" and word.side in (picture.side, Side.BOTH) and int(word.name) in picture.lineages
            for above in on_path(picture.sentence, int(word.name), picture.side)
        }
        return self.keys & (same | bar | paths)

    def in_text(self, key: Key | None) -> tuple[int, ...]:
        """In trees words may stand at other places in the parse than in the gold, whose the text is."""
        positions = positions_of(key, self.elements)
        own = next((one for one in self.pictures[1:] if key is not None and key.side == one.side), None)
        if own is None or own.side is Side.RESULT:
            return positions
        places = (counterpart(own, position, self.pictures[0]) for position in positions)
        return tuple(place for place in places if place is not None)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        """A row for each side."""
        return tree_card_rows(key, self.pictures, description)

    def walk(self, key: Key | None, way: Way, side: Side) -> Key | None:
        """To what it is in, the first child, or the sibling beside."""
        wanted = key.side if key is not None else side
        own = next((picture for picture in self.pictures if picture.side == wanted), None)
        if own is None:
            return None
        turned = mostly_right_to_left(word.form for word in own.sentence.words)
        return walk_tree(own.sentence, key, way, wanted, self.keys, right_to_left=turned)

    def tikz(
        self, theme: Theme, scale: float, around: Around, *, standalone: bool, example: Example | None = None
    ) -> str | None:
        """Source for forest, where it can draw what is shown."""
        if any(one.lineages or one.expressions or one.side is Side.OTHER for one in self.pictures):
            return None
        if self.left_out or not forest.can_write(self.pictures, self.diagrams, self.mode, self.options, theme):
            return None
        return forest.write(
            self.pictures,
            self.diagrams,
            theme,
            self.options,
            around=around,
            example=example,
            scale=scale,
            standalone=standalone,
        )
