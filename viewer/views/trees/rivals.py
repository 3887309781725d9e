"""Trees of a gold and two parses of it: each constituent says which of the parses is right. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.rivals import AGREES, LOST, RivalDifference, of_gold, of_parse
from goldleaf.viewer.views.trees.describe import counterpart, tag_at
from goldleaf.viewer.views.trees.tree_differences import label_of, positions_of, quoted
from goldleaf.viewer.views.trees.tree_facts import node_facts, wrong_functions, wrong_tags
from goldleaf.viewer.views.trees.tree_picture import TreePicture, tree_pictures

Placed: TypeAlias = tuple[tuple[int, int, int], RivalDifference]
"""A row of the list, and where it stands: by the first word, the longer before the shorter, by number."""


def rival_trees(other: Pair, pair: Pair, wording: Rivals) -> list[TreePicture]:
    """The gold's tree, the other parse's and the parse's, in the states of `Rivals`; wrong tags keep theirs."""
    return of_three(_compared(other), _compared(pair), wording)


def _compared(pair: Pair) -> list[TreePicture]:
    return tree_pictures(
        pair.gold, pair.parse, node_facts(pair), tags=wrong_tags(pair), functions=wrong_functions(pair)
    )


def of_three(ours: Sequence[TreePicture], theirs: Sequence[TreePicture], wording: Rivals) -> list[TreePicture]:
    """Three pictures of the two that compare the gold with either parse, in which the gold's nodes are the same."""
    gold, first, second = ours[0], ours[1], theirs[1]
    states = {node: of_gold(_state(gold, node), _state(theirs[0], node)) for node in gold.node_at}
    partners = {Side.OTHER: gold.partners, Side.PARSE: theirs[0].partners}
    between = {node: theirs[0].partners[there] for node, there in first.partners.items() if there in theirs[0].partners}
    back = {there: node for node, there in between.items()}
    return [
        replace(
            gold,
            node_states=states,
            word_states={},
            partners_in=partners,
            title=wording.gold,
            wording=wording,
            wrong_functions=frozenset(),
        ),
        _parse(first, second, Side.OTHER, wording, {Side.GOLD: first.partners, Side.PARSE: between}),
        _parse(second, first, Side.PARSE, wording, {Side.GOLD: second.partners, Side.OTHER: back}),
    ]


def _state(picture: TreePicture, node: int) -> State:
    """How the comparison marks a node; one with a wrong function has a wrong label."""
    return State.WRONG_LABEL if node in picture.wrong_functions else picture.state(node)


def _parse(
    picture: TreePicture,
    rival: TreePicture,
    side: Side,
    wording: Rivals,
    partners: Mapping[Side, Mapping[int, int]],
) -> TreePicture:
    there = {_what(rival, node) for node in rival.node_at if rival.differs(node)}
    states = {
        node: of_parse(_state(picture, node), side, shared=_what(picture, node) in there) for node in picture.node_at
    }
    title = wording.other if side is Side.OTHER else wording.parse
    return replace(
        picture,
        side=side,
        node_states=states,
        partners_in=partners,
        title=title,
        wording=wording,
        wrong_functions=frozenset(),
    )


def _what(picture: TreePicture, node: int) -> tuple[str, int]:
    """What a node says: its label, with its function, and its written words."""
    return label_of(picture, node), picture.written[node]


def rival_node_differences(known: Sequence[TreePicture], wording: Rivals) -> tuple[RivalDifference, ...]:
    """What one of the parses has wrong, in the order of the words, larger constituents first."""
    found = [*_of_gold(known, wording), *_of_parses(known), *_of_tags(known, wording)]
    return tuple(one for _, one in sorted(found, key=lambda one: one[0]))


def _order(places: Sequence[int], number: int) -> tuple[int, int, int]:
    return places[0] if places else 0, -len(places), number


def _of_gold(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
    """The gold's constituents that a parse has not."""
    gold, *parses = known
    for node in gold.node_at:
        if gold.state(node) in LOST:
            wrong = [one for one in parses if not _right(gold.state(node), one.side)]
            yield _lost(gold, node, wrong, wording)


def _right(state: State, side: Side) -> bool:
    """Whether a parse has what the gold has in this state."""
    return state is (State.ONE_RIGHT if side is Side.OTHER else State.OTHER_RIGHT)


def _lost(gold: TreePicture, node: int, wrong: Sequence[TreePicture], wording: Rivals) -> Placed:
    """The row of a constituent of the gold, and of what the parses that are wrong have over the same words."""
    partners = [(one, gold.partner_in(node, one)) for one in wrong]
    there = [(one, number) for one, number in partners if number is not None]
    labels = {one.side: label_of(one, number) for one, number in there}
    places, state = positions_of(gold, node), gold.state(node)
    row = RivalDifference(
        places=tuple(places),
        word=quoted(gold, node),
        gold=label_of(gold, node),
        parse="; ".join(f"{one.name}: {labels.get(one.side, NONE)}" for one in wrong),
        verdict=wording.outcome(state),
        state=state,
        parse_state=next((one.state(number) for one, number in there), None),
        keys=(Key(Side.GOLD, "node", f"{node}"), *_nodes(there)),
        of_word=False,
    )
    return _order(places, node), row


def _nodes(there: Sequence[tuple[TreePicture, int]]) -> Iterator[Key]:
    return (Key(one.side, "node", f"{number}") for one, number in there)


def _of_parses(known: Sequence[TreePicture]) -> Iterator[Placed]:
    """The parses' constituents where the gold has none; what both have is one row, that of the first."""
    gold, first, second = known
    for picture, rival in ((first, second), (second, first)):
        for node in picture.node_at:
            state = picture.state(node)
            told = state in AGREES or _is_told(picture, node, gold)
            if not told and not (state is State.WRONG_HEAD and picture is second):
                yield _extra(picture, node, rival, gold)


def _is_told(picture: TreePicture, node: int, gold: TreePicture) -> bool:
    """Whether the row of a constituent of the gold tells of one of a parse."""
    there = picture.partner_in(node, gold)
    return there is not None and gold.state(there) in LOST and gold.partner_in(there, picture) == node


def _extra(picture: TreePicture, node: int, rival: TreePicture, gold: TreePicture) -> Placed:
    """The row of a constituent that a parse has, or both have, and the gold has not."""
    state = picture.state(node)
    shared = state is State.WRONG_HEAD
    alike = [number for number in rival.node_at if _what(rival, number) == _what(picture, node)] if shared else []
    there = (counterpart(picture, position, gold) for position in positions_of(picture, node))
    places = [place for place in there if place is not None]
    row = RivalDifference(
        places=tuple(places),
        word=quoted(picture, node),
        gold=NONE,
        parse=f"{'both' if shared else picture.name}: {label_of(picture, node)}",
        verdict=picture.wording.names[state],
        state=state,
        parse_state=state,
        keys=tuple(_nodes([(picture, node), *((rival, number) for number in alike)])),
        of_word=False,
    )
    return _order(places, node), row


def _of_tags(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
    """The words that a parse has tagged otherwise."""
    gold, *parses = known
    wrong = {one.side: _wrongly_tagged(one) for one in parses}
    for position in sorted({*wrong[Side.OTHER], *wrong[Side.PARSE]}):
        ours, theirs = (State.WRONG_LABEL if position in wrong[side] else State.MATCHED for side in wrong)
        tags = [(one, wrong[one.side][position]) for one in parses if position in wrong[one.side]]
        yield _tagged(gold, position, tags, of_gold(ours, theirs), wording)


def _wrongly_tagged(picture: TreePicture) -> dict[int, int]:
    """The words of a parse with wrong tags, by the positions of the gold's."""
    return {there: place for place, there in picture.tag_partners.items() if there is not None}


def _tagged(
    gold: TreePicture, position: int, tags: Sequence[tuple[TreePicture, int]], state: State, wording: Rivals
) -> Placed:
    row = RivalDifference(
        places=(position,),
        word=in_quotes([gold.word_at[position].form]),
        gold=tag_at(gold, position) or NONE,
        parse="; ".join(f"{one.name}: {tag_at(one, place) or NONE}" for one, place in tags),
        verdict=f"{wording.outcome(state)}, {wording.wrong_tag}",
        state=state,
        parse_state=State.WRONG_LABEL,
        keys=(Key(Side.GOLD, "word", f"{position}"), *(Key(one.side, "word", f"{place}") for one, place in tags)),
    )
    return (position, 0, 0), row
