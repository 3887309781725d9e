"""Function trees in words: the edit script of a sentence, which tells two apart; operations on two, with a result
(Tsarfaty et al. 2012 EACL, §3.2). No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS
from goldleaf.core.metrics.tedeval.trees import ComparedTrees, Edit, EditKind, Fact
from goldleaf.core.sentence import Sentence
from goldleaf.core.structures.multifunction import CrossingYieldsError, MultiFunctionTree, Yield, lacking
from goldleaf.viewer.diagram.bidi import in_quotes
from goldleaf.viewer.diagram.naming import BETWEEN, NONE, REVIEW, Difference, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.functions.function_picture import GENERALIZED, NO_FUNCTION, FunctionPicture
from goldleaf.viewer.views.layers import fact_difference

# How what an operation changes is marked.
_STATES = {EditKind.ADD: State.MISSING, EditKind.DELETE: State.EXTRA, EditKind.RELABEL: State.WRONG_LABEL}


def function_differences(
    trees: ComparedTrees, script: Sequence[Edit], gold: Sentence, parse: Sentence,
    pictures: Sequence[FunctionPicture], golds: Sequence[str] = (),
) -> tuple[Difference, ...]:  # fmt: skip
    """What each edit of the script is, in its order; ``golds`` are the names of the golds."""
    forms = forms_of(trees, gold, parse)
    position = {terminal: word.position for word, terminal in zip(gold.words, trees.of_gold, strict=True) if terminal}
    own = next(iter(golds), "gold") if trees.is_generalized else ""
    # A node of dependencies is of several arcs, so of nothing that one decides.
    decided, items, wording, rows = bool(gold.nodes and parse.nodes), Items(gold, parse), pictures[0].wording, []
    for edit in script:
        words, state = quoted(edit.over, forms), State.FORGIVEN if edit.forgiven else _STATES[edit.operation]
        places = [position[terminal] for terminal in sorted(edit.over) if terminal in position]
        label = f"the word {edit.label or NO_FUNCTION}" if edit.word else edit.label or NO_FUNCTION
        ours, theirs, gold_state = edit.new_label or NONE, label, None if edit.operation == EditKind.DELETE else state
        if edit.operation == EditKind.ADD:
            ours, theirs = label, NONE
        if own and not edit.word:  # what the parse's own gold has there, and what all of them
            in_own, in_all = (tree.nodes.get(edit.over) for tree in (trees.golds[0], trees.target))
            if in_own is not None and edit.label in in_own and edit.new_label is None:
                in_own = frozenset((edit.label,)) if edit.label else in_own
            ours = f"{own}: {_functions(in_own)}{BETWEEN}generalized: {_functions(in_all)}"
            stays = State.NOT_SCORED if in_all is None else State.MATCHED
            theirs, gold_state = f"parse: {theirs}", gold_state or (None if in_own is None else stays)
        layer, item, keys = None, "", _keys(edit, trees, pictures)
        if edit.word and keys:
            layer, item = Layer.WORDS, items.word(int(keys[0].name))
        elif not edit.word and decided and (item := items.over(places)):
            layer = Layer.CONSTITUENT
        row = fact_difference(
            words, ours, theirs, wording.verdict(state), state, places, keys, wording,
            place=min(places, default=0), layer=layer, item=item, scored=not edit.forgiven,
            states=(gold_state, None if edit.operation == EditKind.ADD else state),
        )  # fmt: skip
        rows.append(replace(row, sentence=explained(edit, words, own=own, wording=wording)))
    return tuple(rows)


def _functions(labels: frozenset[str] | None) -> str:
    """The functions of a node; none where there is no node."""
    return NONE if labels is None else ", ".join(sorted(labels)) or NO_FUNCTION


def _keys(edit: Edit, trees: ComparedTrees, pictures: Sequence[FunctionPicture]) -> tuple[Key, ...]:
    """What of the pictures an edit is of: words, or the nodes of its yield with the old or the new label. Nodes that
    are drawn come first; the parse's is one of them also after it was deleted and before it is added."""
    if edit.word:
        return tuple(
            Key(picture.side, "word", f"{word.position}")
            for picture, terminals in zip(pictures, (trees.of_gold, trees.of_parse, trees.of_gold), strict=False)
            for word, terminal in zip(picture.sentence.words, terminals, strict=True)
            if terminal in edit.over and word.position in picture.word_states
        )
    facts: list[Fact] = [(edit.label, edit.over)] + [(edit.new_label, edit.over)] * (edit.new_label is not None)
    drawn, ever = list[Key](), list[Key]()
    for picture in pictures:
        for fact in facts:
            if fact in picture.node_of or fact in picture.ghost_at:
                ghost = picture.ghost_at.get(fact)
                drawn.append(ghost or Key(picture.side, "node", f"{picture.node_of[fact]}"))
            if picture.side is Side.PARSE and fact in picture.number_of:
                ever.append(Key(picture.side, "node", f"{picture.number_of[fact]}"))
    return tuple(dict.fromkeys([*drawn, *ever]))


def explained(edit: Edit, words: str, *, own: str, wording: Wording = REVIEW) -> str:
    """An edit in a sentence, such as ``added: obj over ‘the old house’; the gold has it, the parse does not``. ``own``
    is the name of the parse's own gold where there are others, else empty."""
    gold, parse = "the generalized gold" if own else wording.the_gold, wording.the_parse
    if edit.operation == EditKind.RELABEL:
        return f"relabeled: {edit.label} over {words} is {edit.new_label} in {gold}"
    what = f"{edit.label} over {words}" if edit.label and not edit.word else f"{edit.label or 'a node over'} {words}"
    if edit.word:
        what = f"the word {edit.label}"
    if edit.operation == EditKind.ADD:
        why = f"{own} lacks it, too: forgiven" if edit.forgiven else f"{parse} does not"
        return f"added: {what}; {gold} has it, {why}"
    if edit.forgiven:
        return f"deleted: {what}; {own} has it, too, {gold} does not: forgiven"
    return f"deleted: {what}; {parse} has it, {gold} does not"


def quoted(over: Yield, forms: Mapping[int, str]) -> str:
    """The words of a yield, such as ``‘the old house’``; long ones shortened, gaps shown by ``…``."""
    place = {terminal: number for number, terminal in enumerate(sorted(forms))}
    texts: list[str] = []
    last = None
    for terminal in sorted(over & place.keys()):
        if last is not None and place[terminal] > last + 1:
            texts.append("…")
        texts.append(forms[terminal])
        last = place[terminal]
    return in_quotes(texts)


def forms_of(trees: ComparedTrees, gold: Sentence, parse: Sentence | None) -> dict[int, str]:
    return {
        terminal: word.form
        for sentence, terminals in ((parse, trees.of_parse), (gold, trees.of_gold))
        if sentence is not None
        for word, terminal in zip(sentence.words, terminals, strict=True)
        if terminal
    }


MOST_REASONS = 6
SUBSUMPTION = "subsumption"
# What can be done with two trees.
TITLES = {name: one.title for name, one in OPERATIONS.items()} | {SUBSUMPTION: "Subsumption"}


class Outcome(NamedTuple):
    """The tree that comes out, None where there is none, and a text."""

    tree: MultiFunctionTree | None
    text: str


def trees_of(trees: ComparedTrees, golds: Sequence[str], parse: str) -> dict[str, MultiFunctionTree]:
    found = dict(zip(golds, trees.golds, strict=True))
    found[f"{parse} (parse)" if parse in found else parse] = trees.parse
    return found | ({GENERALIZED: trees.target} if trees.is_generalized else {})


def operate(
    name: str, names: tuple[str, str], trees: tuple[MultiFunctionTree, MultiFunctionTree], forms: Mapping[int, str]
) -> Outcome:
    """Do one of `TITLES` with two trees of these names; ``forms`` are the words of the terminals."""
    if name == SUBSUMPTION:
        texts = []
        for (one, other), (ours, theirs) in ((names, trees), (names[::-1], trees[::-1])):
            reasons = []
            for over, labels in lacking(ours, theirs).items():
                what = _functions(labels) if over in theirs.nodes else f"a node ({_functions(labels)})"
                reasons.append(f"{what} over {quoted(over, forms)}")
            text = f"{one} does not subsume {other}, which lacks:\n{_listed(reasons)}"
            texts.append(text if reasons else f"{one} subsumes {other}: {other} has all that it says.")
        return Outcome(None, "\n".join(texts))
    operation = OPERATIONS[name]
    try:
        tree = operation.make(trees)
    except CrossingYieldsError as error:
        pairs = [f"{quoted(ours, forms)} and {quoted(theirs, forms)}" for ours, theirs in error.pairs]
        return Outcome(None, f"{names[0]} and {names[1]} cannot be unified. These cross:\n{_listed(pairs)}")
    result = operation.result.format(*names)
    return Outcome(tree, f"{result}: {len(tree.nodes)} nodes, {len(tree.facts)} functions.")


def _listed(lines: list[str]) -> str:
    more = [f"… and {len(lines) - MOST_REASONS} more"] if len(lines) > MOST_REASONS else []
    return "\n".join([*(f"• {line}" for line in lines[:MOST_REASONS]), *more])
