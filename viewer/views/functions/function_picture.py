"""Function trees as pictures of trees: a node for each function on a yield, one above the other.

These are the sorted function trees of Tsarfaty et al. 2012 (EACL), §3.3. A node without a function is ``∅``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.script import Edit, Operation
from goldleaf.core.metrics.tedeval.trees import Fact, Trees
from goldleaf.core.structures.multifunction import MultiFunctionTree, Yield, crosses, place
from goldleaf.core.treebank import Node, Sentence, Word
from goldleaf.viewer.diagram.naming import LOST, REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.expressions import Loose
from goldleaf.viewer.views.trees.tree_picture import TreePicture

NO_FUNCTION = "∅"
GENERALIZED = "generalized gold"

_STATES = {
    Mark.MATCHED: State.MATCHED,
    Mark.MISSING: State.MISSING,
    Mark.EXTRA: State.EXTRA,
    Mark.FORGIVEN: State.FORGIVEN,
    Mark.NOT_SCORED: State.NOT_SCORED,
}


@dataclass(frozen=True)
class FunctionPicture(TreePicture):
    """A picture whose nodes are functions.

    ``node_of`` tells the node of each function on a yield, ``number_of`` the numbers that these have in all pictures of
    the sentence, drawn or not; ``lost`` tells of the golds whose a node is that not all have, ``ghost_at`` which
    element shows what a gold lost where that has no node of its own.
    """

    node_of: Mapping[Fact, int] = field(default_factory=dict)
    number_of: Mapping[Fact, int] = field(default_factory=dict)
    lost: Mapping[int, str] = field(default_factory=dict)
    ghost_at: Mapping[Fact, Key] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What the picture is called in descriptions; its title has the golds' names, too."""
        return GENERALIZED if self.side is Side.GENERALISED else super().name

    def verdict(self, node: int) -> str:
        """What is said of a node; of a ghost whose it is."""
        return f"{LOST} (of {self.lost[node]})" if node in self.lost else super().verdict(node)


def function_pictures(
    trees: Trees,
    gold: Sentence,
    parse: Sentence | None,
    script: Sequence[Edit],
    *,
    wording: Wording = REVIEW,
    golds: Sequence[str] = (),
    ghosts: bool = True,
    applied: int | None = None,
    numbers: Mapping[Fact, int] | None = None,
) -> list[FunctionPicture]:
    """The pictures of the gold, the parse if there is one, and what several golds have in common if there are several.

    ``applied`` shows the parse after so many edits of the script. With ``ghosts`` the generalised gold shows what it
    has lost of the ``golds`` (their names), as far as that makes a tree. ``numbers`` are of `numbers_of`, if they are
    to be the same in other pictures, too.
    """
    marks = _Marks(trees, script)
    own = trees.golds[0] if trees.is_generalized else trees.target  # with its wildcards resolved
    numbers = numbers or numbers_of(trees)
    states = _of_gold(own, trees, marks, compared=parse is not None)
    found = [_picture(own, states, gold, trees.of_gold, Side.GOLD, wording.gold, trees, numbers=numbers)]
    if parse is not None:
        shown, theirs = _applied(trees, script, applied, marks)
        found.append(_picture(shown, theirs, parse, trees.of_parse, Side.PARSE, wording.parse, trees, numbers=numbers))
    if trees.is_generalized:
        found[0] = _with_lost(found[0], trees, golds[0] if golds else wording.gold)
        found.append(_generalized(trees, marks, gold, golds, numbers, ghosts=ghosts))
    return [replace(one, wording=wording) for one in _partnered(found, script, numbers)]


def _of_gold(own: MultiFunctionTree, trees: Trees, marks: _Marks, *, compared: bool) -> dict[Fact, State]:
    """The states of what the gold has; all of it is alike where there is nothing to compare it with."""
    if not compared:
        return dict.fromkeys(_facts(own, trees), State.MATCHED)
    return {
        fact: marks.of_target(fact) if fact in trees.target_marks else State.NOT_SCORED for fact in _facts(own, trees)
    }


def _with_lost(picture: FunctionPicture, trees: Trees, name: str) -> FunctionPicture:
    """The parse's own gold, told what the others have not."""
    lost = {number: name for fact, number in picture.node_of.items() if fact not in trees.target_marks}
    return replace(picture, lost=lost)


def _generalized(
    trees: Trees,
    marks: _Marks,
    gold: Sentence,
    golds: Sequence[str],
    numbers: Mapping[Fact, int],
    *,
    ghosts: bool,
) -> FunctionPicture:
    """What all golds have; without labels no functions.

    With ``ghosts`` what a gold lost on a yield that stayed stands beside the node there, and what is left of it makes
    faint nodes; but nodes that cross each other are all bars under the words, whichever gold comes first.
    """
    owners: dict[Fact, list[int]] = {}
    for number, lost in enumerate(trees.lost if ghosts else (), 1):
        for fact in _facts(lost, trees):
            if trees.lists_labels or fact[1] not in trees.target.nodes:
                owners.setdefault(fact, []).append(number)
    loose = {over for _, over in owners if over not in trees.target.nodes}
    crossing = {over for over in loose if any(crosses(over, other) for other in loose)}

    states = {fact: _survivor(fact, marks) for fact in _facts(trees.target, trees)}
    last = {over: numbers[(label, over)] for label, over in states}  # of several on one yield
    states |= dict.fromkeys((fact for fact in owners if fact[1] in loose - crossing), State.NOT_SCORED)
    states = {fact: states[fact] for fact in sorted(states, key=lambda fact: numbers[fact])}
    bare = trees.target if trees.lists_labels else trees.target.unlabeled
    named = [*golds, *(f"{number}" for number in range(len(golds) + 1, len(trees.golds) + 1))]
    title = f"{GENERALIZED}: {', '.join(f'{_raised([number])} {name}' for number, name in enumerate(named, 1))}"
    found = _picture(
        bare, states, gold, trees.of_gold, Side.GENERALISED, title if owners else GENERALIZED, trees, numbers=numbers
    )

    position = {terminal: word.position for word, terminal in zip(gold.words, trees.of_gold, strict=True) if terminal}
    labels: dict[int, str] = {}
    beside: dict[int, str] = {}
    bars: dict[Yield, Loose] = {}
    ghost_at: dict[Fact, Key] = {}
    for fact, whose in sorted(owners.items(), key=lambda one: (one[1], numbers[one[0]])):
        label, over = fact
        said = f"{_raised(whose)}{label or NO_FUNCTION}"
        if over in crossing:
            before = f"{bars[over].label} " if over in bars else ""
            places = tuple(sorted(position[terminal] for terminal in over))
            bars[over] = Loose(places, before + said, State.NOT_SCORED, Side.GENERALISED)
            ghost_at[fact] = bars[over].key
        elif over in loose:
            labels[numbers[fact]] = said
        else:
            beside[last[over]] = f"{beside.get(last[over], '')} {said}".lstrip()
            ghost_at[fact] = Key(Side.GENERALISED, "node", f"{last[over]}")
    nodes = tuple(replace(node, label=labels.get(node.number, node.label)) for node in found.sentence.nodes)
    return replace(
        found,
        sentence=replace(found.sentence, nodes=nodes),
        lost={
            numbers[fact]: ", ".join(named[n - 1] for n in owners[fact]) for fact in owners if numbers[fact] in labels
        },
        asides=beside,
        ghost_at=ghost_at,
        expressions=tuple(bars.values()),
    )


def _raised(golds: Iterable[int]) -> str:
    """The numbers of golds, small and high."""
    return "·".join(map(str, golds)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def numbers_of(*compared: Trees) -> dict[Fact, int]:
    """A number for each fact of any of the trees, in pre-order: the same whatever is drawn."""
    known = [tree for trees in compared for tree in (*trees.golds, trees.target, trees.parse)]
    facts = {fact for tree in known for fact in tree.facts} | {(None, over) for tree in known for over in tree.nodes}
    return {fact: number for number, fact in enumerate(sorted(facts, key=_in_order), 1)}


def _in_order(fact: Fact) -> tuple[object, ...]:
    return place(fact[1]), fact[0] or ""


def plain_picture(tree: MultiFunctionTree, gold: Sentence, trees: Trees, title: str) -> FunctionPicture:
    """A picture of any tree over the words of a sentence, in which nothing is compared; without labels as ``∅``."""
    labeled = replace(trees, lists_labels=True)
    states = dict.fromkeys(_facts(tree, labeled), State.MATCHED)
    numbers = {fact: number for number, fact in enumerate(states, 1)}
    return _picture(tree, states, gold, trees.of_gold, Side.GOLD, title, labeled, numbers=numbers)


class _Marks:
    """The state of each fact; those of one relabelling have a wrong label."""

    def __init__(self, trees: Trees, script: Sequence[Edit]) -> None:
        self._trees = trees
        self._old = {(edit.label, edit.over) for edit in script if edit.operation == Operation.RELABEL}
        self._new = {(edit.new_label, edit.over) for edit in script if edit.operation == Operation.RELABEL}

    def of_target(self, fact: Fact) -> State:
        return self._state(fact, self._trees.target_marks[fact], self._new)

    def of_parse(self, fact: Fact) -> State:
        return self._state(fact, self._trees.parse_marks[fact], self._old)

    def _state(self, fact: Fact, mark: Mark, relabelled: set[Fact]) -> State:
        if fact[0] is None and self._trees.lists_labels:
            return State.NOT_SCORED
        return State.WRONG_LABEL if fact in relabelled else _STATES[mark]


def _survivor(fact: Fact, marks: _Marks) -> State:
    """A node that stays without a function stays all the same."""
    state = marks.of_target(fact)
    return State.GENERALISED if state is State.MATCHED or fact[0] is None else state


def _applied(
    trees: Trees, script: Sequence[Edit], applied: int | None, marks: _Marks
) -> tuple[MultiFunctionTree, dict[Fact, State]]:
    """The parse's tree after some edits, and its states. A node that the gold has stays without its functions."""
    if applied is None:
        return trees.parse, {fact: marks.of_parse(fact) for fact in _facts(trees.parse, trees)}
    nodes = {over: set(labels) for over, labels in trees.parse.nodes.items()}
    for edit in script[:applied]:
        _apply(edit, nodes, trees.target.nodes)
    tree = MultiFunctionTree({over: frozenset(labels) for over, labels in nodes.items()})
    states = {
        fact: marks.of_parse(fact) if fact in trees.parse_marks else State.MATCHED for fact in _facts(tree, trees)
    }
    return tree, states


def _apply(edit: Edit, nodes: dict[Yield, set[str]], kept: Collection[Yield]) -> None:
    """Does one edit; a node that has lost all functions is ``kept`` or goes."""
    labels = nodes.setdefault(edit.over, set())
    old, new = (None, edit.label) if edit.operation == Operation.ADD else (edit.label, edit.new_label)
    if old is not None:
        labels.discard(old)
    if new is not None:
        labels.add(new)
    if edit.operation == Operation.DELETE and not labels and edit.over not in kept:
        del nodes[edit.over]


def _facts(tree: MultiFunctionTree, trees: Trees) -> Iterable[Fact]:
    """What a picture has nodes for: functions, or without labels yields."""
    for over in tree.pre_order:
        labels: list[str | None] = [*sorted(tree.nodes[over])] if trees.lists_labels else []
        yield from ((label, over) for label in labels or [None])


def _picture(
    tree: MultiFunctionTree,
    states: Mapping[Fact, State],  # of what has a node, in pre-order
    sentence: Sentence,
    terminals: Sequence[int],
    side: Side,
    title: str,
    trees: Trees,
    *,
    numbers: Mapping[Fact, int],
) -> FunctionPicture:
    nodes: list[Node] = []
    placed: list[tuple[int, int]] = []  # the terminals of each node as bits, and its number
    node_of: dict[Fact, int] = {}
    for fact in states:
        over = fact[1]
        bits = sum(1 << number for number in over)
        parent = _above(placed, bits)
        number = numbers[fact]
        name = _name(fact, tree, trees) or NO_FUNCTION
        nodes.append(Node(number, parent, name, "_", "_", "_", first=0, last=0, size=len(over)))
        placed.append((bits, number))
        node_of[fact] = number
    words = tuple(
        replace(word, parent=_above(placed, 1 << terminal) if terminal else 0, function="_", index="_")
        for word, terminal in zip(sentence.words, terminals, strict=True)
    )
    marks = trees.parse_words if side is Side.PARSE else trees.target_words
    return FunctionPicture(
        replace(sentence, words=words, nodes=tuple(nodes), secondary_edges=()),
        side,
        {node_of[fact]: state for fact, state in states.items()},
        _word_states(words, terminals, marks) if states else {},
        {},
        title,
        node_of=node_of,
        number_of=numbers,
    )


def _name(fact: Fact, tree: MultiFunctionTree, trees: Trees) -> str:
    """The function, or without labels all functions of the node."""
    label, over = fact
    return label or ("" if trees.lists_labels else ", ".join(sorted(tree.nodes.get(over, ()))))


def _word_states(
    words: Sequence[Word], terminals: Sequence[int], marks: Mapping[int, tuple[str, Mark]]
) -> dict[int, State]:
    """The states of words that differ, by position."""
    return {
        word.position: _STATES[marks[terminal][1]]
        for word, terminal in zip(words, terminals, strict=True)
        if terminal in marks and marks[terminal][1] != Mark.MATCHED
    }


def _above(placed: list[tuple[int, int]], bits: int) -> int:
    """The last node that holds the terminals, which in pre-order is the smallest one; 0 for none."""
    return next((number for over, number in reversed(placed) if over & bits == bits), 0)


def _partnered(
    found: list[FunctionPicture], script: Sequence[Edit], numbers: Mapping[Fact, int]
) -> list[FunctionPicture]:
    """The pictures with the nodes that they share with another one as partners, which have the same numbers.

    The old and the new label of a relabelling are partners, too: one node with a wrong label.
    """
    pairs = [
        (numbers[(edit.label, edit.over)], numbers[(edit.new_label, edit.over)])
        for edit in script
        if edit.operation == Operation.RELABEL
    ]
    partnered = []
    for one in found:
        others = {number for other in found if other is not one for number in other.node_at}
        own = dict(pairs) if one.side is Side.PARSE else {new: old for old, new in pairs}
        there = {number: number if number in others else own.get(number, number) for number in one.node_at}
        partnered.append(replace(one, partners={a: b for a, b in there.items() if b in others}))
    return partnered
