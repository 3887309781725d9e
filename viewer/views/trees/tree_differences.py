"""The differences between two pictures of trees in words: constituents by label and words. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.trees.describe import counterpart, label_of, tag_at
from goldleaf.viewer.views.trees.tree_picture import TreePicture


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """A constituent that differs. ``keys`` are its nodes, the gold's first."""

    word: str
    gold: str
    parse: str
    verdict: str
    state: State
    place: int
    keys: tuple[Key, ...]
    scored: bool = True
    word_states: Mapping[int, State] = field(default_factory=dict, hash=False)
    layer: Layer | None = Layer.CONSTITUENT
    item: str = ""
    wording: Wording = REVIEW

    @property
    def sentence(self) -> str:
        """Such as ``NP over ‘the old house’: the parse has none – missing``."""
        return f"{self.wording.constituent(self.state, self.word, self.gold, self.parse)} – {self.verdict}"

    @property
    def gold_state(self) -> State | None:
        """How the gold's node is drawn; None where it has none."""
        return self.wording.drawn(self.state, Side.GOLD) if self.keys[0].side == Side.GOLD else None

    @property
    def parse_state(self) -> State | None:
        """How the parse's node is drawn; None where it has none."""
        return self.wording.drawn(self.state, Side.PARSE) if self.keys[-1].side == Side.PARSE else None

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is the constituent: its node or its bar; or the word."""
        return (key._replace(kind="node") if key.kind == "bar" else key) in self.keys


def node_differences(pictures: Sequence[TreePicture]) -> tuple[NodeDifference, ...]:
    """What differs between the gold's tree and the parse's, in the order of the words, larger constituents first."""
    if len(pictures) < 2:
        return ()
    gold, parse = pictures[:2]
    items = Items(gold.sentence, parse.sentence)
    wrong = [node for node in gold.node_at if gold.is_wrong(node)]
    rows = [(word_order(gold, node), _of_gold(gold, parse, node, items)) for node in wrong]
    for node in parse.node_at:
        told = parse.state(node) == State.WRONG_LABEL and node in parse.partners  # in the row of the gold's node
        if parse.is_wrong(node) and not told:
            rows.append((word_order(parse, node), _of_parse(gold, parse, node, items)))
    rows += [
        (word_order(gold, node), _of_gold(gold, parse, node, items, function=True)) for node in gold.wrong_functions
    ]
    rows += [((at, 0, 0), _of_tag(gold, parse, at, there, items)) for at, there in gold.tag_partners.items()]
    return tuple(row for _, row in sorted(rows, key=lambda row: row[0]))


def word_order(picture: TreePicture, node: int) -> tuple[int, int, int]:
    """Where a constituent stands: its first word, longer ones before shorter, higher ones before lower."""
    positions = picture.positions(node)
    return (positions[0] if positions else 0, -len(positions), node)


def _of_gold(
    gold: TreePicture, parse: TreePicture, node: int, items: Items, *, function: bool = False
) -> NodeDifference:
    """A constituent that the parse has not, or has with another label; or whose ``function`` alone is wrong."""
    positions, partner, wording = gold.positions(node), gold.partners.get(node), gold.wording
    state = State.WRONG_LABEL if function else gold.state(node)
    drawn = wording.drawn(state, Side.BOTH if function else Side.GOLD)
    keys, theirs = [Key(Side.GOLD, "node", f"{node}")], NONE
    if state == State.WRONG_LABEL and partner in parse.node_at:
        keys.append(Key(Side.PARSE, "node", f"{partner}"))
        theirs = label_of(parse, partner)
    else:
        state = State.MISSING
    item = items.over(positions)
    return NodeDifference(
        word=in_quotes(gold.forms(node)),
        gold=label_of(gold, node),
        parse=theirs,
        verdict=wording.wrong_function if function else wording.verdict(state),
        state=state,
        place=positions[0] if positions else 0,
        keys=tuple(keys),
        word_states=dict.fromkeys(positions, drawn),
        layer=Layer.CONSTITUENT if item else None,
        item=item,
        wording=wording,
    )


def _of_parse(gold: TreePicture, parse: TreePicture, node: int, items: Items) -> NodeDifference:
    """A constituent that the gold has not; with the smallest one of the gold's that it crosses."""
    positions, state, wording = parse.positions(node), parse.state(node), parse.wording
    if state == State.WRONG_LABEL:  # whose partner in the gold has another one already
        state = State.EXTRA
    ours = NONE
    if state == State.CROSSING and (crossed := _crossed_by(gold, parse, node)) is not None:
        ours += f"; {label_of(gold, crossed)} over {in_quotes(gold.forms(crossed))}"
    places = (counterpart(parse, position, gold) for position in positions)
    item = items.over(positions)
    return NodeDifference(
        word=in_quotes(parse.forms(node)),
        gold=ours,
        parse=label_of(parse, node),
        verdict=wording.verdict(state),
        state=state,
        place=positions[0] if positions else 0,
        keys=(Key(Side.PARSE, "node", f"{node}"),),
        word_states={place: wording.drawn(state, Side.PARSE) for place in places if place is not None},
        layer=Layer.CONSTITUENT if item else None,
        item=item,
        wording=wording,
    )


def _of_tag(gold: TreePicture, parse: TreePicture, position: int, there: int | None, items: Items) -> NodeDifference:
    """A wrong tag, also of a word that the parse has not got."""
    keys, theirs = [Key(Side.GOLD, "word", f"{position}")], ""
    if there is not None:
        keys.append(Key(Side.PARSE, "word", f"{there}"))
        theirs = tag_at(parse, there)
    drawn = gold.wording.drawn(gold.word_states.get(position, State.WRONG_LABEL), Side.GOLD)
    return NodeDifference(
        word=in_quotes([gold.word_at[position].form]),
        gold=tag_at(gold, position) or NONE,
        parse=theirs or NONE,
        verdict=gold.wording.wrong_tag,
        state=State.WRONG_LABEL,
        place=position,
        keys=tuple(keys),
        word_states={position: drawn},
        layer=Layer.TAG,
        item=items.word(position),
        wording=gold.wording,
    )


def _crossed_by(gold: TreePicture, parse: TreePicture, node: int) -> int | None:
    """The smallest constituent of the gold that shares words with one of the parse and neither holds the other."""

    def written(picture: TreePicture, number: int) -> set[int]:
        return {picture.place_of[place] for place in picture.positions(number) if place in picture.place_of}

    theirs = written(parse, node)
    crossed = []
    for other in gold.node_at:
        if gold.state(other) != State.NOT_SCORED:
            ours = written(gold, other)
            if ours & theirs and ours - theirs and theirs - ours:
                crossed.append((len(ours), other))
    return min(crossed)[1] if crossed else None
