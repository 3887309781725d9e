"""The edit script of a sentence in words: the differences between two function trees. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics.tedeval.script import Edit, Operation
from goldleaf.core.metrics.tedeval.trees import Fact, Trees
from goldleaf.core.structures.multifunction import Yield
from goldleaf.core.treebank import Sentence
from goldleaf.viewer.diagram.differences import NONE
from goldleaf.viewer.diagram.naming import REVIEW, Wording
from goldleaf.viewer.diagram.quoting import in_quotes
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.functions.function_picture import NO_FUNCTION, FunctionPicture


@dataclass(frozen=True, slots=True)
class FunctionDifference:
    """One edit. ``keys`` are its nodes in the pictures."""

    word: str
    gold: str
    parse: str
    verdict: str
    state: State
    place: int
    keys: tuple[Key, ...]
    sentence: str
    gold_state: State | None = None
    parse_state: State | None = None
    scored: bool = True
    word_states: Mapping[int, State] = field(default_factory=dict, hash=False)
    layer: Layer | None = None
    item: str = ""

    def about(self, key: Key) -> bool:
        """Whether an element of the pictures is what is edited."""
        return key in self.keys or (key.kind == "bar" and key._replace(kind="node") in self.keys)


def function_differences(
    trees: Trees,
    script: Sequence[Edit],
    gold: Sentence,
    parse: Sentence,
    pictures: Sequence[FunctionPicture],
    golds: Sequence[str] = (),
) -> tuple[FunctionDifference, ...]:
    """What each edit of the script is, in its order; ``golds`` are the names of the golds."""
    forms = {
        terminal: word.form
        for sentence, terminals in ((parse, trees.of_parse), (gold, trees.of_gold))
        for word, terminal in zip(sentence.words, terminals, strict=True)
        if terminal
    }
    position = {terminal: word.position for word, terminal in zip(gold.words, trees.of_gold, strict=True) if terminal}
    own = next(iter(golds), "gold") if trees.is_generalized else ""
    trees_of_both = all(sentence.nodes for sentence in (gold, parse))
    items = Items(gold, parse)
    wording = pictures[0].wording
    found = (_difference(edit, trees, forms, position, pictures, own, wording) for edit in script)
    return tuple(
        _with_item(one, edit, items, trees_of_both=trees_of_both) for one, edit in zip(found, script, strict=True)
    )


def _with_item(found: FunctionDifference, edit: Edit, items: Items, *, trees_of_both: bool) -> FunctionDifference:
    """A difference with what it is about. A node of dependencies is of several arcs, so of nothing that one decides."""
    if edit.word:
        words = [key for key in found.keys if key.kind == "word"]
        return replace(found, layer=Layer.WORDS, item=items.word(int(words[0].name))) if words else found
    over = items.over(found.word_states) if trees_of_both else ""
    return replace(found, layer=Layer.CONSTITUENT, item=over) if over else found


def _difference(
    edit: Edit,
    trees: Trees,
    forms: Mapping[int, str],
    position: Mapping[int, int],
    pictures: Sequence[FunctionPicture],
    own: str,
    wording: Wording,
) -> FunctionDifference:
    words = quoted(edit.over, forms)
    state = State.FORGIVEN if edit.forgiven else _STATES[edit.operation]
    places = [position[terminal] for terminal in sorted(edit.over) if terminal in position]
    gold, gold_state, theirs = _on_either_side(edit, state)
    if own and not edit.word:
        gold, gold_state = _in_golds(edit, trees, own, gold_state)
        theirs = f"parse: {theirs}"
    return FunctionDifference(
        word=words,
        gold=gold,
        parse=theirs,
        verdict=wording.verdict(state),
        state=state,
        place=min(places, default=0),
        keys=_words(edit, trees, pictures) if edit.word else _nodes(edit, pictures),
        sentence=explained(edit, words, own=own, wording=wording),
        gold_state=None if gold_state is None else wording.drawn(gold_state, Side.GOLD),
        parse_state=None if edit.operation == Operation.ADD else wording.drawn(state, Side.PARSE),
        scored=not edit.forgiven,
        word_states=dict.fromkeys(places, wording.drawn(state, Side.BOTH)),
    )


def _on_either_side(edit: Edit, state: State) -> tuple[str, State | None, str]:
    """What the gold has, how it is drawn, what the parse has."""
    label = edit.label or NO_FUNCTION
    if edit.word:
        label = f"the word {label}"
    if edit.operation == Operation.ADD:
        return label, state, NONE
    return edit.new_label or NONE, None if edit.operation == Operation.DELETE else state, label


def _in_golds(edit: Edit, trees: Trees, own: str, state: State | None) -> tuple[str, State | None]:
    """What the parse's own gold and the generalised gold have on a yield, and how it is drawn."""
    in_own = trees.golds[0].nodes.get(edit.over)
    if in_own is not None and edit.label in in_own and edit.new_label is None:
        in_own = frozenset((edit.label,)) if edit.label else in_own
    said = f"{own}: {_functions(in_own)} · generalized: {_functions(trees.target.nodes.get(edit.over))}"
    return said, state or (None if in_own is None else State.NOT_SCORED)


def _functions(labels: frozenset[str] | None) -> str:
    """The functions of a node; none where there is no node."""
    return NONE if labels is None else ", ".join(sorted(labels)) or NO_FUNCTION


_STATES = {Operation.ADD: State.MISSING, Operation.DELETE: State.EXTRA, Operation.RELABEL: State.WRONG_LABEL}
"""How what an operation changes is marked."""


def _nodes(edit: Edit, pictures: Sequence[FunctionPicture]) -> tuple[Key, ...]:
    """The nodes in the pictures that an edit is of: those of its yield with the old or the new label.

    Those that are drawn come first; the parse's is one of them also after it was deleted and before it is added.
    """
    facts: list[Fact] = [(edit.label, edit.over)] + [(edit.new_label, edit.over)] * (edit.new_label is not None)
    drawn = [
        picture.ghost_at.get(fact) or Key(picture.side, "node", f"{picture.node_of[fact]}")
        for picture in pictures
        for fact in facts
        if fact in picture.node_of or fact in picture.ghost_at
    ]
    ever = [
        Key(picture.side, "node", f"{picture.number_of[fact]}")
        for picture in pictures
        for fact in facts
        if picture.side is Side.PARSE and fact in picture.number_of
    ]
    return tuple(dict.fromkeys([*drawn, *ever]))


def _words(edit: Edit, trees: Trees, pictures: Sequence[FunctionPicture]) -> tuple[Key, ...]:
    """The words in the pictures that an edit is of."""
    return tuple(
        Key(picture.side, "word", f"{word.position}")
        for picture, terminals in zip(pictures, (trees.of_gold, trees.of_parse, trees.of_gold), strict=False)
        for word, terminal in zip(picture.sentence.words, terminals, strict=True)
        if terminal in edit.over and word.position in picture.word_states
    )


def explained(edit: Edit, words: str, *, own: str, wording: Wording = REVIEW) -> str:
    """An edit in a sentence, such as ``added: obj over ‘the old house’; the gold has it, the parse does not``.

    ``own`` is the name of the parse's own gold where there are others, else empty.
    """
    gold, parse = "the generalized gold" if own else wording.the_gold, wording.the_parse
    if edit.operation == Operation.RELABEL:
        return f"relabeled: {edit.label} over {words} is {edit.new_label} in {gold}"
    what = f"{edit.label} over {words}" if edit.label and not edit.word else f"{edit.label or 'a node over'} {words}"
    if edit.word:
        what = f"the word {edit.label}"
    if edit.operation == Operation.ADD:
        why = f"{own} lacks it, too: forgiven" if edit.forgiven else f"{parse} does not"
        return f"added: {what}; {gold} has it, {why}"
    if edit.forgiven:
        return f"deleted: {what}; {own} has it, too, {gold} does not: forgiven"
    return f"deleted: {what}; {parse} has it, {gold} does not"


def quoted(over: Yield, forms: Mapping[int, str]) -> str:
    """The words of a yield, such as ``‘the old house’``; long ones shortened, gaps shown by ``…``."""
    numbers = sorted(forms)
    found: list[str] = []
    last = None
    for number in sorted(over):
        if number not in forms:
            continue
        place = numbers.index(number)
        if last is not None and place > last + 1:
            found.append("…")
        found.append(forms[number])
        last = place
    return in_quotes(found)
