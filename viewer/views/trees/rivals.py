"""Trees of more than two sides: of a gold and two parses, where constituents say who is right; of all. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.bidi import in_quotes
from goldleaf.viewer.diagram.naming import NONE, Difference, Rivals
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.everyone import AGREES, LOST, of_gold, of_parse, rival_difference, sentences_of, sides_of
from goldleaf.viewer.views.layers import nodes_over
from goldleaf.viewer.views.trees.describe import counterpart, label_of
from goldleaf.viewer.views.trees.tree_differences import word_order
from goldleaf.viewer.views.trees.tree_facts import node_facts, wrong_functions, wrong_tags
from goldleaf.viewer.views.trees.tree_picture import TreePicture, tree_pictures
from goldleaf.viewer.views.view import Subject

# A row of the list, and where it stands: by the first word, the longer before the shorter, by number.
Placed: TypeAlias = tuple[tuple[int, int, int], Difference]


def rival_trees(other: Pair, pair: Pair, wording: Rivals) -> list[TreePicture]:
    """The gold's tree, the other parse's and the parse's, in the states of `Rivals`; wrong tags keep theirs."""
    ours, theirs = (
        tree_pictures(one.gold, one.parse, node_facts(one), tags=wrong_tags(one), functions=wrong_functions(one))
        for one in (other, pair)
    )
    return of_three(ours, theirs, wording)


def of_three(ours: Sequence[TreePicture], theirs: Sequence[TreePicture], wording: Rivals) -> list[TreePicture]:
    """Three pictures of the two that compare the gold with either parse, in which the gold's nodes are the same."""
    gold, first, second = ours[0], ours[1], theirs[1]
    states = {node: of_gold(_state(gold, node), _state(theirs[0], node)) for node in gold.node_at}
    partners = {Side.OTHER: gold.partners, Side.PARSE: theirs[0].partners}
    between = {node: theirs[0].partners[there] for node, there in first.partners.items() if there in theirs[0].partners}
    back = {there: node for node, there in between.items()}
    gold = replace(gold, node_states=states, word_states={}, partners_in=partners, title=wording.gold)
    pictures = [gold]
    for picture, rival, side, title, partners in (
        (first, second, Side.OTHER, wording.other, {Side.GOLD: first.partners, Side.PARSE: between}),
        (second, first, Side.PARSE, wording.parse, {Side.GOLD: second.partners, Side.OTHER: back}),
    ):
        wrong_in_rival = {_content(rival, node) for node in rival.node_at if rival.differs(node)}
        states = {
            node: of_parse(_state(picture, node), side, shared=_content(picture, node) in wrong_in_rival)
            for node in picture.node_at
        }
        pictures.append(replace(picture, side=side, node_states=states, partners_in=partners, title=title))
    return [replace(picture, wording=wording, wrong_functions=frozenset()) for picture in pictures]


def _state(picture: TreePicture, node: int) -> State:
    """How the comparison marks a node; one with a wrong function has a wrong label."""
    return State.WRONG_LABEL if node in picture.wrong_functions else picture.state(node)


def _content(picture: TreePicture, node: int) -> tuple[str, int]:
    """What a node says: its label, with its function, and its written words."""
    return label_of(picture, node), picture.written[node]


def rival_node_differences(known: Sequence[TreePicture], wording: Rivals) -> tuple[Difference, ...]:
    """What one of the parses has wrong, in the order of the words, larger constituents first."""
    rows = [*_of_gold(known, wording), *_of_parses(known), *_of_tags(known, wording)]
    return tuple(row for _, row in sorted(rows, key=lambda row: row[0]))


def _of_gold(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
    """The gold's constituents that a parse has not, with what those that are wrong have over the same words."""
    gold, *parses = known
    for node in gold.node_at:
        state = gold.state(node)
        if state not in LOST:
            continue
        right = {State.ONE_RIGHT: Side.OTHER, State.OTHER_RIGHT: Side.PARSE}.get(state)
        wrong = [parse for parse in parses if parse.side is not right]
        partners = [(parse, gold.partner_in(node, parse)) for parse in wrong]
        there = [(parse, number) for parse, number in partners if number is not None]
        labels = {parse.side: label_of(parse, number) for parse, number in there}
        row = rival_difference(
            places=tuple(gold.positions(node)), word=in_quotes(gold.forms(node)), gold=label_of(gold, node),
            parse="; ".join(f"{parse.name}: {labels.get(parse.side, NONE)}" for parse in wrong),
            verdict=wording.outcome(state), state=state,
            parse_state=next((parse.state(number) for parse, number in there), None),
            keys=tuple(Key(side.side, "node", f"{number}") for side, number in [(gold, node), *there]), of_word=False,
        )  # fmt: skip
        yield word_order(gold, node), row


def _of_parses(known: Sequence[TreePicture]) -> Iterator[Placed]:
    """The parses' constituents where the gold has none; what both have is one row, that of the first."""
    gold, first, second = known
    for picture, rival in ((first, second), (second, first)):
        for node in picture.node_at:
            state, there = picture.state(node), picture.partner_in(node, gold)
            told = there is not None and gold.state(there) in LOST and gold.partner_in(there, picture) == node
            shared = state is State.WRONG_HEAD
            if state in AGREES or told or (shared and picture is second):
                continue
            own = _content(picture, node)
            alike = [number for number in rival.node_at if shared and _content(rival, number) == own]
            positions = (counterpart(picture, position, gold) for position in picture.positions(node))
            places = tuple(place for place in positions if place is not None)
            row = rival_difference(
                places=places, word=in_quotes(picture.forms(node)), gold=NONE,
                parse=f"{'both' if shared else picture.name}: {label_of(picture, node)}",
                verdict=picture.wording.names[state], state=state, parse_state=state,
                keys=(Key(picture.side, "node", f"{node}"), *(Key(rival.side, "node", f"{at}") for at in alike)),
                of_word=False,
            )  # fmt: skip
            yield (places[0] if places else 0, -len(places), node), row


def _of_tags(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
    """The words that a parse has tagged otherwise."""
    gold, *parses = known
    wrong = {  # by the positions of the gold's words, those of the parse's
        parse.side: {there: place for place, there in parse.tag_partners.items() if there is not None}
        for parse in parses
    }
    for position in sorted({*wrong[Side.OTHER], *wrong[Side.PARSE]}):
        ours, theirs = (State.WRONG_LABEL if position in wrong[side] else State.MATCHED for side in wrong)
        state = of_gold(ours, theirs)
        tags = [(parse, wrong[parse.side][position]) for parse in parses if position in wrong[parse.side]]
        row = rival_difference(
            places=(position,), word=in_quotes([gold.word_at[position].form]), gold=gold.tag(position) or NONE,
            parse="; ".join(f"{parse.name}: {parse.tag(place) or NONE}" for parse, place in tags),
            verdict=f"{wording.outcome(state)}, {wording.wrong_tag}", state=state, parse_state=State.WRONG_LABEL,
            keys=tuple(Key(side.side, "word", f"{place}") for side, place in [(gold, position), *tags]),
        )  # fmt: skip
        yield (position, 0, 0), row


def trees_of_all(subject: Subject, wording: Everyone) -> list[TreePicture] | None:
    """The trees of all sides, in their order; None where there are too many, or where not all have the same words.
    After the label of a constituent that some read otherwise stand the digit of the reading and the initials of who has
    it. A tag that differs is boxed."""
    sentences = sentences_of(subject)
    if sentences is None:
        return None
    gold, found = sentences[0], list[TreePicture]()
    partners: dict[Side, dict[int, int]] = {}
    tags = {item.position: State.WRONG_LABEL for item in subject.items if item.layer is Layer.TAG}
    for number, (sentence, side) in enumerate(zip(sentences, sides_of(subject.document, subject.parse), strict=True)):
        nodes, states, asides = nodes_over(sentence, Items(gold, sentence)), dict[int, State](), dict[int, str]()
        for item in subject.items:
            for digit, (_, whose) in enumerate(item.readings, 1):
                if item.layer is Layer.CONSTITUENT and number in whose:
                    own = nodes.get(item.item, [])
                    states |= dict.fromkeys(own, wording.reader(whose[0]))
                    told = f"{digit}·{','.join(wording.initials[one] for one in whose)}"
                    asides |= dict.fromkeys(own[:1], told)
        picture = TreePicture(sentence, side, states, tags, title=wording.sides[number], asides=asides, wording=wording)
        if number:
            ours, theirs = tree_pictures(gold, sentence)
            partners[side] = dict(ours.partners)
            picture = replace(picture, partners_in={Side.GOLD: theirs.partners})
        found.append(picture)
    return [replace(found[0], partners_in=partners), *found[1:]]
