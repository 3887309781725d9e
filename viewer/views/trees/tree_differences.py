"""The differences between two pictures of trees in words: constituents by label and words; lineages. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.bidi import in_quotes, isolated
from goldleaf.viewer.diagram.naming import BETWEEN, NONE, Difference, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.layers import fact_difference
from goldleaf.viewer.views.trees.describe import counterpart, label_of
from goldleaf.viewer.views.trees.tree_facts import Lineage
from goldleaf.viewer.views.trees.tree_picture import TreePicture, runs


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
        verdict = f"{lineage.percent} alike"
        both = zip((Side.GOLD, Side.PARSE), lineage.positions, strict=True)
        keys = tuple(Key(side, "word", f"{position}") for side, position in both)
        row = fact_difference(
            form, gold, lineage.edits, verdict, state, [word.position], keys, wording,
            sentence=wording.contrast(form, gold, lineage.parse or NONE),
            states=(state, state), further=frozenset({keys[0]._replace(side=Side.BOTH)}),
        )  # fmt: skip
        rows.append(row)
    return tuple(rows)
