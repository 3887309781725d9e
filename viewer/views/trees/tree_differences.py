"""The differences between two pictures of trees in words: constituents by label and words. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.trees.describe import counterpart, tag_at
from goldleaf.viewer.views.trees.tree_picture import TreePicture, runs


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
    found = [(_order(gold, node), _of_gold(gold, parse, node)) for node in gold.node_at if gold.is_wrong(node)]
    found += [
        (_order(parse, node), _of_parse(gold, parse, node))
        for node in parse.node_at
        if parse.is_wrong(node) and not _relabelled(parse, node)
    ]
    found += [(_order(gold, node), _of_function(gold, parse, node)) for node in gold.wrong_functions]
    found += [
        ((position, 0, 0), _of_tag(gold, parse, position, there)) for position, there in gold.tag_partners.items()
    ]
    items = Items(gold.sentence, parse.sentence)
    ordered = sorted(found, key=lambda pair: pair[0])
    return tuple(_with_item(difference, (gold, parse), items) for _, difference in ordered)


def _with_item(found: NodeDifference, pictures: Sequence[TreePicture], items: Items) -> NodeDifference:
    """A difference with what it is about: a word, or the words that both sides have of a constituent's."""
    key = found.keys[0]
    if key.kind == "word":
        return replace(found, layer=Layer.TAG, item=items.word(int(key.name)))
    item = items.over(positions_of(pictures[key.side == Side.PARSE], int(key.name)))
    return replace(found, layer=Layer.CONSTITUENT if item else None, item=item)


def _relabelled(parse: TreePicture, node: int) -> bool:
    """Whether a node of the parse belongs to one of the gold's, which tells of it."""
    return parse.state(node) == State.WRONG_LABEL and node in parse.partners


def _of_gold(gold: TreePicture, parse: TreePicture, node: int) -> NodeDifference:
    state, partner = gold.state(node), gold.partners.get(node)
    relabelled = state == State.WRONG_LABEL and partner in parse.node_at
    keys = [Key(Side.GOLD, "node", f"{node}")]
    if relabelled:
        keys.append(Key(Side.PARSE, "node", f"{partner}"))
    return NodeDifference(
        quoted(gold, node),
        label_of(gold, node),
        label_of(parse, partner) if relabelled and partner is not None else NONE,
        gold.wording.verdict(state if relabelled else State.MISSING),
        state if relabelled else State.MISSING,
        _order(gold, node)[0],
        tuple(keys),
        word_states=dict.fromkeys(positions_of(gold, node), gold.wording.drawn(state, Side.GOLD)),
        wording=gold.wording,
    )


def _of_parse(gold: TreePicture, parse: TreePicture, node: int) -> NodeDifference:
    state = parse.state(node)
    if state == State.WRONG_LABEL:  # whose partner in the gold has another one already
        state = State.EXTRA
    crossed = crossed_by(gold, parse, node) if state == State.CROSSING else None
    there = (counterpart(parse, position, gold) for position in positions_of(parse, node))
    return NodeDifference(
        quoted(parse, node),
        NONE if crossed is None else f"{NONE}; {label_of(gold, crossed)} over {quoted(gold, crossed)}",
        label_of(parse, node),
        parse.wording.verdict(state),
        state,
        _order(parse, node)[0],
        (Key(Side.PARSE, "node", f"{node}"),),
        word_states={p: parse.wording.drawn(state, Side.PARSE) for p in there if p is not None},
        wording=parse.wording,
    )


def _of_function(gold: TreePicture, parse: TreePicture, node: int) -> NodeDifference:
    partner = gold.partners[node]
    return NodeDifference(
        quoted(gold, node),
        label_of(gold, node),
        label_of(parse, partner),
        gold.wording.wrong_function,
        State.WRONG_LABEL,
        _order(gold, node)[0],
        (Key(Side.GOLD, "node", f"{node}"), Key(Side.PARSE, "node", f"{partner}")),
        word_states=dict.fromkeys(positions_of(gold, node), gold.wording.drawn(State.WRONG_LABEL, Side.BOTH)),
        wording=gold.wording,
    )


def _of_tag(gold: TreePicture, parse: TreePicture, position: int, there: int | None) -> NodeDifference:
    """A wrong tag, also of a word that the parse has not got."""
    keys = [Key(Side.GOLD, "word", f"{position}")]
    if there is not None:
        keys.append(Key(Side.PARSE, "word", f"{there}"))
    return NodeDifference(
        in_quotes([gold.word_at[position].form]),
        tag_at(gold, position) or NONE,
        (tag_at(parse, there) if there is not None else "") or NONE,
        gold.wording.wrong_tag,
        State.WRONG_LABEL,
        position,
        tuple(keys),
        word_states={position: gold.wording.drawn(gold.word_states.get(position, State.WRONG_LABEL), Side.GOLD)},
        wording=gold.wording,
    )


def crossed_by(gold: TreePicture, parse: TreePicture, node: int) -> int | None:
    """The smallest constituent of the gold that shares words with one of the parse and neither holds the other."""
    ours = _places(parse, node)
    crossed = [
        (len(theirs), other)
        for other in gold.node_at
        if gold.state(other) != State.NOT_SCORED
        and (theirs := _places(gold, other)) & ours
        and theirs - ours
        and ours - theirs
    ]
    return min(crossed)[1] if crossed else None


def label_of(picture: TreePicture, node: int) -> str:
    """A node's label, with its function."""
    found = picture.node_at[node]
    label = found.label if found.label not in ("_", "") else "no label"
    return label if found.function in ("_", "", "--") else f"{label}-{found.function}"


def quoted(picture: TreePicture, node: int) -> str:
    """A constituent's words, such as ``‘the old house’``; long ones shortened, gaps shown by ``…``."""
    words, forms = picture.sentence.words, list[str]()
    for number, (first, last) in enumerate(runs(picture.yields[node])):
        forms += ["…"] * bool(number) + [word.form for word in words[first : last + 1]]
    return in_quotes(forms)


def positions_of(picture: TreePicture, node: int) -> list[int]:
    """The positions of a constituent's words."""
    words = picture.sentence.words
    return [word.position for first, last in runs(picture.yields[node]) for word in words[first : last + 1]]


def _places(picture: TreePicture, node: int) -> set[int]:
    """The written words of a node, as both sides count them."""
    return {picture.place_of[position] for position in positions_of(picture, node) if position in picture.place_of}


def _order(picture: TreePicture, node: int) -> tuple[int, int, int]:
    """Where a constituent stands: its first word, longer ones before shorter, higher ones before lower."""
    positions = positions_of(picture, node)
    return (positions[0] if positions else 0, -len(positions), node)
