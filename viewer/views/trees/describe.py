"""Constituents and trees in words: for screen readers, tooltips, cards, panels and the alt text of figures. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from goldleaf.core.sentence import Node
from goldleaf.viewer.diagram.naming import NONE, counted_differences
from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.shapes import Element, Key, Side, State
from goldleaf.viewer.views.expressions import KIND
from goldleaf.viewer.views.trees.tree_picture import NO_NAME, TreePicture

MOST_WORDS = 12  # that a description quotes in full
KEPT_WORDS = 5  # of a longer one, at either end


class Elements(Mapping[Key, Element]):
    """Elements by key, each made once, when it is first looked up: a long sentence has hundreds."""

    def __init__(self, keys: Iterable[Key], make: Callable[[Key], Element]) -> None:
        self._made: dict[Key, Element | None] = dict.fromkeys(keys)
        self._make = make

    def __getitem__(self, key: Key) -> Element:
        self._made[key] = element = self._made[key] or self._make(key)
        return element

    def __iter__(self) -> Iterator[Key]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __contains__(self, key: object) -> bool:
        return key in self._made  # without this, the mixin's would make the element


def tree_elements(keys: Iterable[Key], shown: Sequence[TreePicture], everything: Sequence[TreePicture]) -> Elements:
    """The elements of a pane that shows some of all pictures of the sentence."""
    of_side = {picture.side: picture for picture in (*reversed(everything), *reversed(shown))}
    of_side[Side.BOTH] = shown[0]

    def make(key: Key) -> Element:
        picture = of_side[key.side]
        others = [other for other in everything if other is not picture]
        if key.kind == "word":
            position = int(key.name)
            there = [(other, counterpart(picture, position, other)) for other in others]
            same = [Key(other.side, "word", f"{place}") for other, place in there if place is not None]
            return Element(key, word_description(picture, position, others), (position,), tuple(same))
        if key.kind == KIND:
            forms = {word.position: word.form for word in picture.sentence.words}
            return next(one for one in picture.expressions if one.key == key).element(forms, picture.wording)
        if key.kind == "fold":  # words that stand together on all sides
            span, place = picture.span(key), picture.place_of
            words = [word for word in picture.sentence.words if span >> place.get(word.position, span) & 1]
            same = [key._replace(side=other.side) for other in others]
            text = f"folded: ‘{' '.join(word.form for word in words)}’"
            return Element(key, text, tuple(word.position for word in words), tuple(same))
        if key.kind == "warning":
            return Element(key, f"{picture.name}: {picture.left_out or picture.odd or 'not parsed'}")
        if key.kind == "ribbon":  # a change of words, by its first place
            gold, parse = (of_side[side] for side in (Side.GOLD, Side.PARSE))
            every = changes(gold.sentence.words, parse.sentence.words, gold.wording)
            return next(change.element for change in every if change.key == key)
        number = int(key.name)
        partners = [(other, picture.partner_in(number, other)) for other in others]
        related = [Key(other.side, "node", f"{node}") for other, node in partners if node in other.node_at]
        if key.kind == "bar":
            related.append(key._replace(kind="node"))
        description = constituent_description(picture, number, others)
        return Element(key, description, tuple(picture.positions(number)), tuple(related))

    return Elements(keys, make)


def tree_card_rows(key: Key, trees: Sequence[TreePicture], description: str) -> list[tuple[str, str]]:
    """What the card by the pointer says: of a constituent a row for each picture, of a word whose lineages differ both
    and the edits between them, else its description."""
    side = Side.GOLD if key.side is Side.BOTH and key.kind == "word" else key.side  # a shared word is the gold's
    own = next((tree for tree in trees if tree.side is side), None)
    if own is not None and key.kind in ("node", "bar") and int(key.name) in own.node_at:
        number = int(key.name)
        rows = []
        for tree in trees:
            there = number if tree is own else own.partner_in(number, tree)
            if there is None or there not in tree.node_at:
                rows.append((tree.name, "none"))
                continue
            text, verdict = f"{label_of(tree, there)} over {yield_phrase(tree, there)}", tree.verdict(there)
            judged = verdict and (tree is own or tree.side is not Side.GOLD)
            rows.append((tree.name, f"{text} – {verdict}" if judged else text))
        return rows
    lineage = own.lineages.get(int(key.name)) if own is not None and key.kind == "word" else None
    if lineage is None:
        return [(key.kind, description)] if description else []
    both = zip((tree.name for tree in trees), (lineage.gold or NONE, lineage.parse or NONE), strict=False)
    return [(key.kind, description), *both, (f"{lineage.percent} alike", lineage.edits)]


def constituent_description(picture: TreePicture, node: int, others: Sequence[TreePicture] = ()) -> str:
    """A constituent of one picture, and what the others have instead. Such as ``NP over ‘the old house’ (words 3–5); in
    the parse: missing``."""
    own = _named(picture.node_at[node])
    text = f"{own} over {yield_phrase(picture, node)}"
    if aside := picture.asides.get(node):
        text += f"; reading {aside}" if picture.wording.of_all else f"; not in all golds: {aside}"
    if picture.state(node) is State.NOT_SCORED or node in picture.unscored:
        return f"{text}; {picture.verdict(node)}"
    if picture.partners_in:  # a gold and two parses, or all sides
        text += "" if aside else f"; {picture.wording.names[picture.state(node)]}"
        for other in others:
            there = other.node_at.get(picture.partner_in(node, other) or 0)
            if there is not None and _named(there) != own:
                text += f"; in {_the(other)}: {_named(there)}"
        return text
    for other in others:
        if picture.side != Side.PARSE or other.side == Side.GOLD:
            text += _beside(picture, node, other)
    return text


def _beside(picture: TreePicture, node: int, other: TreePicture) -> str:
    """What another picture has instead of a constituent."""
    state, verdict = picture.state(node), picture.verdict(node)
    there = other.node_at.get(picture.partners.get(node, 0))
    if node in picture.wrong_functions and there is not None:
        return f"; in {_the(other)}: {_named(there)}, {verdict}"
    if state is State.MATCHED:
        return f"; the same in {_the(other)}"
    label = there.label if there and there.label != picture.node_at[node].label else ""
    if picture.side != Side.PARSE:
        return f"; in {_the(other)}: {label}{', ' if label else ''}{verdict}"
    if label:
        return f"; {verdict}, in {_the(other)}: {label}"
    return f"; {verdict}" if state is State.WRONG_LABEL else f"; {verdict}, not in {_the(other)}"


def _the(picture: TreePicture) -> str:
    return "the result" if picture.side is Side.RESULT else picture.wording.the(picture.name)


def _named(node: Node) -> str:
    function = f" with function {node.function}" if node.function not in NO_NAME else ""
    return f"{_label(node)}{function}" + (f", index {node.index}" if node.index != "_" else "")


def _label(node: Node) -> str:
    return node.label if node.label not in ("_", "") else "node without label"


def label_of(picture: TreePicture, node: int) -> str:
    """A node's label, with its function."""
    own = picture.node_at[node]
    label = own.label if own.label not in ("_", "") else "no label"
    return label if own.function in NO_NAME else f"{label}-{own.function}"


def yield_phrase(picture: TreePicture, node: int) -> str:
    """Such as ``‘the old house’ (words 3–5)``; gaps are shown by ``…``."""
    forms = picture.forms(node)
    if not forms:
        return "no words"
    if len(forms) > MOST_WORDS:
        forms = [*forms[:KEPT_WORDS], "…", *forms[-KEPT_WORDS:]]
    return f"‘{' '.join(forms)}’ ({'word' if len(forms) == 1 else 'words'} {picture.numbers(node)})"


def word_description(picture: TreePicture, position: int, others: Sequence[TreePicture] = ()) -> str:
    """A word with its tag and the constituent that it is in, such as ``word 5 ‘house’, NN in NP``."""
    word, tag = picture.word_at[position], picture.tag(position)
    parent = picture.node_at.get(word.parent)
    place = f" in {parent.label}" if parent and parent.label not in ("_", "") else ""
    text = f"word {word.name} ‘{word.form}’" + (f", {tag}" if tag else "") + place
    state = picture.word_states.get(position, State.MATCHED)
    if state is State.WRONG_LABEL:
        for other in others:
            if (there := counterpart(picture, position, other)) is not None:
                text += f"; in {_the(other)}: {other.tag(there) or 'no tag'}, {picture.wording.wrong_tag}"
    elif verdict := picture.wording.verdict(state):
        text += f"; {verdict}"
    lineage = picture.lineages.get(position)
    return f"{text}; lineages {lineage.percent} alike: {lineage.edits}" if lineage else text


def counterpart(picture: TreePicture, position: int, other: TreePicture) -> int | None:
    """The position of the same word in another picture, None for a trace or where there is none."""
    place = picture.place_of.get(position)
    return None if place is None else other.position_of.get(place)


def tree_description(picture: TreePicture) -> str:
    """The alt text: what is drawn, the words, the top, and the number of differences of each class."""
    sentence, count = picture.sentence, len(picture.sentence.words)
    tops = ", ".join(_label(node) for node in sentence.nodes if node.parent == 0)
    parts = [
        f"Phrase-structure tree of {_the(picture)} over {count} {'word' if count == 1 else 'words'}: "
        f"‘{sentence.running_text}’",
        f"Top: {tops or 'none'}",
    ]
    verdicts = [picture.verdict(node.number) for node in sentence.nodes]
    verdicts += [picture.wording.wrong_tag for state in picture.word_states.values() if state is State.WRONG_LABEL]
    differences = counted_differences(verdicts)
    parts += filter(None, (differences and f"Differences: {differences}", picture.left_out))
    return ". ".join(parts) + "."
