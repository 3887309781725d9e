"""The view of trees: constituents above the words. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import partial
from math import inf

from goldleaf.core.alignment.units import placed
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.options import Mode, Options, Row
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.everyone import everyone_of, lacking, rivals_of
from goldleaf.viewer.views.expressions import Loose, expression_differences, expressions_of
from goldleaf.viewer.views.layers import places_of
from goldleaf.viewer.views.remedies import ACROSS, BESIDE, FOLD, OUTLINE, OVERLAY, TIGHT, WITHOUT_TAGS, with_own
from goldleaf.viewer.views.trees import tree_differences, tree_picture
from goldleaf.viewer.views.trees.drawing import NARROWEST, TreesDrawing, drawn, of_rivals
from goldleaf.viewer.views.trees.tree_picture import Functions, Leaves, TreeOptions, TreePicture, TreeStyle
from goldleaf.viewer.views.view import Drawing, Look, Remedy, Subject, Switch, Tools, View, ViewChange

HEEDED = frozenset({"compare", "rows", "only_differences", "direction", "room", "layout"})
TIGHT_FOLD = 100.0  # pixels that words under a triangle have where all is to be close together


def _folded(options: TreeOptions, drawing: Drawing, key: Key | None) -> TreeOptions | None:
    if key is None or key.kind not in ("node", "fold") or not isinstance(drawing, TreesDrawing):
        return None
    spans = {one: picture.span(one) for picture in drawing.pictures for one in {key, *options.folded, *options.opened}
             if one.side is picture.side}  # fmt: skip
    alike = {one for one, span in spans.items() if span == spans.get(key)}  # what is folded is folded on all sides
    if key in drawing.folds:
        return replace(options, folded=options.folded - alike, opened=options.opened | {key})
    return replace(options, folded=options.folded | {key}, opened=options.opened - alike)


def _unfolded(options: TreeOptions, drawing: Drawing, *_: object) -> TreeOptions | None:
    if not isinstance(drawing, TreesDrawing) or not drawing.folds:
        return None
    nodes = (Key(one.side, "node", f"{number}") for one in drawing.pictures for number in one.node_at)
    return replace(options, folded=frozenset(), opened=frozenset(nodes))


# Of a tree across the page; an outline has lines of its own.
_across = partial(with_own, "tree", TreeOptions(), lambda _, look: not look.options.layout.down)

SLANTED = Remedy(
    choice="style", said="words right under their tags", subject="Branches", title="Slanted", option="--style slanted",
    changed=with_own(
        "tree", TreeOptions(), style=TreeStyle.SLANTED, when=lambda own, look: (
            own.style is TreeStyle.AUTO and look.mode is Mode.STACKED and not look.options.layout.down
        ),
    ),
)  # fmt: skip
INDENTED = Remedy(
    choice="indent", said="indented less", subject="", title="", option="", changed=lambda look, room: (
        replace(look, options=replace(look.options, room=room)) if look.options.layout.down else None
    ),
)  # fmt: skip
UPRIGHT = Remedy(
    choice="leaves", said="words run upwards", subject="Words", title="Upright", option="--leaves upright",
    changed=_across(leaves=Leaves.UPRIGHT),
)  # fmt: skip
ALL_UPRIGHT = replace(
    UPRIGHT, said="and so do tags", title="Upright, tags as well", option="--leaves all-upright",
    changed=_across(leaves=Leaves.ALL_UPRIGHT),
)  # fmt: skip
FOLD_MORE = replace(
    FOLD, said="so is what is not near one", option="", changed=with_own(
        "tree", TreeOptions(), lambda _, look: look.options.only_differences,
        folding=tree_picture.Folding.NEAR, fold_width=NARROWEST,
    ),
)  # fmt: skip


class TreesView(View):
    """Constituents, the words below them or under each other."""

    name = "tree"
    title = "Tree"
    keys = ("T",)
    description = "Draw sentences as trees of constituents."
    metric = "parseval"
    mended = Layer.CONSTITUENT
    heeds = HEEDED | {"layers", "against"}
    usual = TreeOptions()
    least_text = 6.0
    remedies = (BESIDE, TIGHT, SLANTED, INDENTED, UPRIGHT, ALL_UPRIGHT, FOLD, FOLD_MORE)
    offers = (WITHOUT_TAGS, OVERLAY, OUTLINE, ACROSS)
    switches = (
        Switch(
            name="leaves", title="Words upright", field="leaves", on=Leaves.UPRIGHT, off=Leaves.LEVEL,
            description="Let words run upwards, which makes a tree narrow.",
        ),
        Switch(
            name="bottom", title="Words on the bottom line", field="style", on=TreeStyle.BOTTOM, off=TreeStyle.AUTO,
            description="Put all words below the tree, as in trees below each other, whose words have a column each.",
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
        ViewChange(
            name="fold", title="Fold or unfold constituent", keys=("C",), options=_folded,
            why_not="Select a constituent first.",
            description="Draw the selected constituent as a triangle over its words, or as a tree again.",
        ),
        ViewChange(
            name="unfold-all", title="Unfold all", keys=("Shift+C",), options=_unfolded,
            why_not="Nothing is folded.",
            description="Draw all constituents as trees again.",
        ),
    )  # fmt: skip

    def lacking(self, document: Document) -> str:
        """The gold must have constituents, and the parses something that they can be compared with."""
        return lacking(document, "constituents", there=document.has_tree and not document.lattice_only)

    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Gold and parse; sides that cannot be compared are drawn apart."""
        if (three := rivals_of(subject, look, self.metric)) is not None:
            return of_rivals(tree_differences.rival_trees(*three), three, look, options_of(look), tools)
        if subject.everyone and (every := tree_differences.trees_of_all(subject, everyone_of(subject.document))):
            sides = [*every, *_result(subject)]  # an overlay has place for two
            apart = look if look.mode == Mode.BESIDE else replace(look, mode=Mode.STACKED)
            return replace(drawn(sides, subject.pair, apart, options_of(look), tools), wording=every[0].wording)
        pair, gold, parse = subject.pair, subject.pair.gold, subject.pair.parse
        tags, constituents = tree_picture.wrong_tags(pair), not look.layers or Layer.CONSTITUENT in look.layers
        if look.layers:
            tags = {place: place for place in sorted(places_of(pair, subject.items, Layer.TAG))}
        known = tree_picture.tree_pictures(
            gold, parse, tree_picture.node_facts(pair) if constituents else None, tags=tags, wording=subject.wording,
            functions=tree_picture.wrong_functions(pair) if constituents else {},
        )  # fmt: skip
        lineages, expressions, pictures = tree_picture.lineages_of(pair), expressions_of(pair), list[TreePicture]()
        for picture, own, marked in zip(known, lineages, expressions, strict=False):
            # Expressions have bars under the words; the nodes of treebanks that have them as nodes are marked, too.
            states = {_bits(picture, one.positions): one.state for one in marked.whole}
            nodes = {
                node.number: states[picture.yields[node.number]]
                for node in picture.sentence.nodes
                if node.label.endswith("+") and picture.yields[node.number] in states
            }
            states_of_nodes = {**picture.node_states, **nodes}
            pictures.append(replace(picture, lineages=own, expressions=marked.whole, node_states=states_of_nodes))
        drawing = drawn([*pictures, *_result(subject)], pair, look, options_of(look), tools)
        differences = tree_differences.node_differences(drawing.pictures)
        if pair.metric.facts_are:
            differences = (
                *tree_differences.lineage_differences(gold, lineages[0], subject.wording),
                *expression_differences(pair, expressions, subject.wording),
            )
        return drawing.told(differences)

    def forgotten(self, options: TreeOptions) -> TreeOptions:
        """Folds are of one sentence."""
        return replace(options, folded=frozenset(), opened=frozenset())

    def activated(self, options: TreeOptions, drawing: Drawing, key: Key) -> TreeOptions:
        """A double click folds or unfolds a constituent."""
        return _folded(options, drawing, key) or options


def options_of(look: Look) -> TreeOptions:
    """What is shown of trees: their own options, and what views have in common."""
    own: TreeOptions = look.own_of(TreesView.name, TreesView.usual)
    shared = {one.name: getattr(look.options, one.name) for one in fields(Options)}
    tags = bool({Row.TAG, Row.FINE_TAG} & {*look.options.rows}) or Layer.TAG in look.layers
    close = look.options.tight and own.leaves is Leaves.LEVEL
    return replace(own, **shared, tags=tags, fold_width=min(own.fold_width, TIGHT_FOLD if close else inf))


def _bits(picture: TreePicture, positions: Iterable[int]) -> int:
    """Words by position as a yield."""
    place = {word.position: 1 << at for at, word in enumerate(picture.sentence.words)}
    return sum(place.get(position, 0) for position in positions)


def _result(subject: Subject) -> Iterator[TreePicture]:
    """The picture of what the choices of a review come to, with its words where the gold's are."""
    outcome, places = subject.outcome, subject.pair.places
    if outcome is None:
        return
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
    odd = f"label not known: {', '.join(outcome.brackets)}" if outcome.brackets else ""
    yield replace(picture, node_states=states, expressions=tuple(loose), odd=odd)
