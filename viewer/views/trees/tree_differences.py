"""The differences between two pictures of trees in words: constituents by label and words. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.bidi import in_quotes
from goldleaf.viewer.diagram.differences import NONE, Difference
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.trees.describe import counterpart, label_of, tag_at
from goldleaf.viewer.views.trees.tree_picture import TreePicture


def node_differences(pictures: Sequence[TreePicture]) -> tuple[Difference, ...]:
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


def _of_gold(gold: TreePicture, parse: TreePicture, node: int, items: Items, *, function: bool = False) -> Difference:
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
    item, word, label = items.over(positions), in_quotes(gold.forms(node)), label_of(gold, node)
    verdict = wording.wrong_function if function else wording.verdict(state)
    return Difference(
        word=word,
        gold=label,
        parse=theirs,
        verdict=verdict,
        sentence=f"{wording.constituent(state, word, label, theirs)} – {verdict}",
        state=state,
        gold_state=wording.drawn(state, Side.GOLD),
        parse_state=wording.drawn(state, Side.PARSE) if len(keys) > 1 else None,
        place=positions[0] if positions else 0,
        keys=tuple(keys),
        word_states=dict.fromkeys(positions, drawn),
        layer=Layer.CONSTITUENT if item else None,
        item=item,
    )


def _of_parse(gold: TreePicture, parse: TreePicture, node: int, items: Items) -> Difference:
    """A constituent that the gold has not; with the smallest one of the gold's that it crosses."""
    positions, state, wording = parse.positions(node), parse.state(node), parse.wording
    if state == State.WRONG_LABEL:  # whose partner in the gold has another one already
        state = State.EXTRA
    ours = NONE
    if state == State.CROSSING and (crossed := _crossed_by(gold, parse, node)) is not None:
        ours += f"; {label_of(gold, crossed)} over {in_quotes(gold.forms(crossed))}"
    places = (counterpart(parse, position, gold) for position in positions)
    item, word, label = items.over(positions), in_quotes(parse.forms(node)), label_of(parse, node)
    return Difference(
        word=word,
        gold=ours,
        parse=label,
        verdict=wording.verdict(state),
        sentence=f"{wording.constituent(state, word, ours, label)} – {wording.verdict(state)}",
        state=state,
        gold_state=None,
        parse_state=wording.drawn(state, Side.PARSE),
        place=positions[0] if positions else 0,
        keys=(Key(Side.PARSE, "node", f"{node}"),),
        word_states={place: wording.drawn(state, Side.PARSE) for place in places if place is not None},
        layer=Layer.CONSTITUENT if item else None,
        item=item,
    )


def _of_tag(gold: TreePicture, parse: TreePicture, position: int, there: int | None, items: Items) -> Difference:
    """A wrong tag, also of a word that the parse has not got."""
    keys, theirs, wording = [Key(Side.GOLD, "word", f"{position}")], NONE, gold.wording
    if there is not None:
        keys.append(Key(Side.PARSE, "word", f"{there}"))
        theirs = tag_at(parse, there) or NONE
    word, ours, state = in_quotes([gold.word_at[position].form]), tag_at(gold, position) or NONE, State.WRONG_LABEL
    return Difference(
        word=word,
        gold=ours,
        parse=theirs,
        verdict=wording.wrong_tag,
        sentence=f"{wording.constituent(state, word, ours, theirs)} – {wording.wrong_tag}",
        state=state,
        gold_state=wording.drawn(state, Side.GOLD),
        parse_state=wording.drawn(state, Side.PARSE) if there is not None else None,
        place=position,
        keys=tuple(keys),
        word_states={position: wording.drawn(gold.word_states.get(position, state), Side.GOLD)},
        layer=Layer.TAG,
        item=items.word(position),
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
