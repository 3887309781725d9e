"""The differences between pictures of trees in words: constituents by label and words; lineages. Also the trees of a
gold and two parses, where constituents say who is right, or of all sides, and how these differ. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.bidi import in_quotes, isolated
from goldleaf.viewer.diagram.naming import BETWEEN, NONE, Difference, Rivals, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.everyone import AGREES, LOST, of_gold, of_parse, rival_difference, sentences_of, sides_of
from goldleaf.viewer.views.layers import fact_difference, nodes_over
from goldleaf.viewer.views.trees import tree_picture
from goldleaf.viewer.views.trees.describe import counterpart, label_of
from goldleaf.viewer.views.trees.tree_picture import Lineage, TreePicture, runs, tree_pictures
from goldleaf.viewer.views.view import Subject


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
    wrong = [*gold.wrong_functions]
    rows += [(word_order(gold, node), _of_gold(gold, parse, node, items, function=True)) for node in wrong]
    lone = gold.word_at.keys() ^ parse.word_at.keys() if gold.is_placed else set[int]()
    tags = [each for each in gold.tag_partners.items() if each[0] not in lone]
    rows += [((at, 0, 0), _of_tag(gold, parse, at, there, items)) for at, there in tags]
    for first, last in runs(sum(1 << at for at in lone)):
        rows += [((row.place, 0, 0), row) for row in _of_words(gold, parse, range(first, last + 1), items)]
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
    return fact_difference(
        word, label, theirs, verdict, state, positions, keys, wording,
        sentence=wording.constituent(state, word, label, theirs), place=min(positions, default=0),
        layer=Layer.CONSTITUENT if item else None, item=item, marks=dict.fromkeys(positions, drawn),
    )  # fmt: skip


def _of_parse(gold: TreePicture, parse: TreePicture, node: int, items: Items) -> Difference:
    """A constituent that the gold has not; with the smallest one of the gold's that it crosses."""
    positions, state, wording = parse.positions(node), parse.state(node), parse.wording
    if state == State.WRONG_LABEL:  # whose partner in the gold has another one already
        state = State.EXTRA
    ours = NONE
    if state == State.CROSSING:  # the smallest one of the gold's that shares words with it, and neither holds the other
        theirs = parse.written[node]
        crossed = [
            (own.bit_count(), other)
            for other, own in gold.written.items()
            if own & theirs and own & ~theirs and theirs & ~own and gold.state(other) != State.NOT_SCORED
        ]
        if crossed:
            other = min(crossed)[1]
            ours += f"; it crosses {label_of(gold, other)}{BETWEEN}{in_quotes(gold.forms(other))}"
    places = (counterpart(parse, position, gold) for position in positions)
    item, word, label = items.over(positions), in_quotes(parse.forms(node)), label_of(parse, node)
    drawn = wording.drawn(state, Side.PARSE)
    return fact_difference(
        word, ours, label, wording.verdict(state), state, positions, [Key(Side.PARSE, "node", f"{node}")], wording,
        sentence=wording.constituent(state, word, ours.replace(BETWEEN, " over "), label),
        place=min(positions, default=0), layer=Layer.CONSTITUENT if item else None, item=item, states=(None, state),
        marks={place: drawn for place in places if place is not None},
    )  # fmt: skip


def _of_tag(gold: TreePicture, parse: TreePicture, position: int, there: int | None, items: Items) -> Difference:
    """A wrong tag, also of a word that the parse has not got."""
    keys, theirs, wording = [Key(Side.GOLD, "word", f"{position}")], NONE, gold.wording
    if there is not None:
        keys.append(Key(Side.PARSE, "word", f"{there}"))
        theirs = parse.tag(there) or NONE
    word, ours, state = in_quotes([gold.word_at[position].form]), gold.tag(position) or NONE, State.WRONG_LABEL
    return fact_difference(
        word, ours, theirs, wording.wrong_tag, state, [position], keys, wording,
        sentence=wording.constituent(state, word, ours, theirs), layer=Layer.TAG, item=items.word(position),
        states=(state, None if there is None else state),  # a word without a tag is a word all the same
        marks={position: wording.drawn(gold.word_states.get(position, state), Side.GOLD)},
    )  # fmt: skip


def _of_words(gold: TreePicture, parse: TreePicture, places: range, items: Items) -> Iterator[Difference]:
    """Words that one side alone has, between two that both have: the gold's, each with what the parse has there, such
    as the parts that it is split into; else the parse's. Scored where the metric counts the gold's tag."""
    ours, theirs = ([at for at in places if at in side.place_of] for side in (gold, parse))
    wording, own, state = gold.wording, *((gold, State.MISSING) if ours else (parse, State.EXTRA))
    parts = BETWEEN.join(f"{isolated(parse.word_at[at].form)} {parse.tag(at)}".rstrip() for at in theirs)
    for at in ours or theirs:
        word, tag = in_quotes([own.word_at[at].form]), own.tag(at) or NONE
        split = len(ours) == 1 and len(theirs) > 1
        verdict, beside = f"word split in {len(theirs)}" if split else wording.word_of(own.side), parts or NONE
        yield fact_difference(
            word, tag if ours else NONE, beside if ours else tag, verdict, state, [at],
            [Key(own.side, "word", f"{at}"), *(Key(Side.PARSE, "word", f"{part}") for part in theirs if ours)], wording,
            sentence=wording.constituent(state, word, *((tag, beside) if ours else (NONE, tag))),
            layer=Layer.WORDS, item=items.word(at), scored=at in gold.tag_partners,
            states=(State.MISSING if ours else None, State.EXTRA if theirs else None),
        )  # fmt: skip


def lineage_differences(sentence: Sentence, known: Mapping[int, Lineage], wording: Wording) -> tuple[Difference, ...]:
    """The words of the gold whose lineages differ, in their order; of the parse's, what is to be edited in it. What
    such facts are made of stands in no one place of a file: they have no layer."""
    rows = []
    for word in sentence.words:
        lineage = known.get(word.position)
        if lineage is None:
            continue
        form, gold, state = isolated(word.form), lineage.gold or NONE, State.WRONG_LABEL
        both = zip((Side.GOLD, Side.PARSE), lineage.positions, strict=True)
        keys = tuple(Key(side, "word", f"{position}") for side, position in both)
        rows.append(fact_difference(
            form, gold, lineage.edits, f"{lineage.percent} alike", state, [word.position], keys, wording,
            sentence=wording.contrast(form, gold, lineage.parse or NONE),
            states=(state, state), further=frozenset({keys[0]._replace(side=Side.BOTH)}),
        ))  # fmt: skip
    return tuple(rows)


# A row of the list, and where it stands: by the first word, the longer before the shorter, by number.
Placed: TypeAlias = tuple[tuple[int, int, int], Difference]


def rival_trees(other: Pair, pair: Pair, wording: Rivals) -> list[TreePicture]:
    """The gold's tree, the other parse's and the parse's, in the states of `Rivals`; wrong tags keep theirs."""
    ours, theirs = (
        tree_pictures(
            one.gold, one.parse, tree_picture.node_facts(one),
            tags=tree_picture.wrong_tags(one), functions=tree_picture.wrong_functions(one),
        )
        for one in (other, pair)
    )  # fmt: skip
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
        of_rival = {(rival.differs(node), _content(rival, node)) for node in rival.node_at}
        shared = {node: (picture.differs(node), _content(picture, node)) in of_rival for node in picture.node_at}
        states = {node: of_parse(_state(picture, node), side, shared=own) for node, own in shared.items()}
        tags = dict.fromkeys(picture.tag_partners, State.WRONG_LABEL)  # `Rivals` has no names for other words
        marked = replace(picture, side=side, node_states=states, word_states=tags, title=title)
        pictures.append(replace(marked, partners_in=partners))
    return [replace(picture, wording=wording, wrong_functions=frozenset()) for picture in pictures]


def _state(picture: TreePicture, node: int) -> State:
    """How the comparison marks a node; one with a wrong function has a wrong label."""
    return State.WRONG_LABEL if node in picture.wrong_functions else picture.state(node)


def _content(picture: TreePicture, node: int) -> tuple[str, int]:
    """What a node says: its label, with its function, and its written words."""
    return label_of(picture, node), picture.written[node]


def rival_node_differences(known: Sequence[TreePicture], wording: Rivals) -> tuple[Difference, ...]:
    """What one of the parses has wrong, in the order of the words, larger constituents first."""
    rows = [*_gold_rows(known, wording), *_parse_rows(known, wording), *_tag_rows(known, wording)]
    return tuple(row for _, row in sorted(rows, key=lambda row: row[0]))


def _gold_rows(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
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
        had = {parse.side: (label_of(parse, number), parse.state(number)) for parse, number in there}
        yield word_order(gold, node), rival_difference(
            places=tuple(gold.positions(node)), word=in_quotes(gold.forms(node)), gold=label_of(gold, node),
            wrong={parse.side: had.get(parse.side, (NONE, None)) for parse in wrong},
            verdict=wording.outcome(state), state=state, wording=wording,
            keys=tuple(Key(side.side, "node", f"{number}") for side, number in [(gold, node), *there]), of_word=False,
        )  # fmt: skip


def _parse_rows(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
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
            having = (picture.side, rival.side) if shared else (picture.side,)
            yield (places[0] if places else 0, -len(places), node), rival_difference(
                places=places, word=in_quotes(picture.forms(node)), gold=NONE,
                wrong=dict.fromkeys(having, (label_of(picture, node), state)),
                verdict=wording.names[state], state=state, wording=wording,
                keys=(Key(picture.side, "node", f"{node}"), *(Key(rival.side, "node", f"{at}") for at in alike)),
                of_word=False,
            )  # fmt: skip


def _tag_rows(known: Sequence[TreePicture], wording: Rivals) -> Iterator[Placed]:
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
        yield (position, 0, 0), rival_difference(
            places=(position,), word=in_quotes([gold.word_at[position].form]), gold=gold.tag(position) or NONE,
            wrong={parse.side: (parse.tag(place) or NONE, State.WRONG_LABEL) for parse, place in tags},
            verdict=f"{wording.outcome(state)}, {wording.wrong_tag}", state=state, wording=wording,
            keys=tuple(Key(side.side, "word", f"{place}") for side, place in [(gold, position), *tags]),
        )  # fmt: skip


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
