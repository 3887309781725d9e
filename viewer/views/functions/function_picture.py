"""Function trees as pictures of trees: a node for each function on a yield, one above the other. These are the sorted
function trees of Tsarfaty et al. 2012 (EACL), §3.3. A node without a function is ``∅``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.trees import ComparedTrees, Edit, EditKind, Fact
from goldleaf.core.sentence import Node, Sentence
from goldleaf.core.structures.multifunction import MultiFunctionTree, Yield, crosses, place
from goldleaf.viewer.diagram.naming import KEPT, LOST, REVIEW, Wording
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.views.expressions import Loose
from goldleaf.viewer.views.trees.tree_facts import STATES
from goldleaf.viewer.views.trees.tree_picture import TreePicture

NO_FUNCTION = "∅"
GENERALIZED = "generalized gold"


@dataclass(frozen=True)
class FunctionPicture(TreePicture):
    """A picture whose nodes are functions."""

    node_of: Mapping[Fact, int] = field(default_factory=dict)  # of each function on a yield
    number_of: Mapping[Fact, int] = field(default_factory=dict)  # in all pictures of the sentence, drawn or not
    lost: Mapping[int, str] = field(default_factory=dict)  # of the golds whose a node is that not all have
    ghost_at: Mapping[Fact, Key] = field(default_factory=dict)  # what shows what a gold lost without a node of its own

    @property
    def name(self) -> str:
        """What the picture is called in descriptions; its title has the golds' names, too."""
        return GENERALIZED if self.side is Side.GENERALISED else super().name

    def verdict(self, node: int) -> str:
        """What is said of a node; of one that was lost whose it is."""
        if node in self.unscored:
            return KEPT
        return f"{LOST} (of {self.lost[node]})" if node in self.lost else super().verdict(node)


def function_pictures(
    trees: ComparedTrees, gold: Sentence, parse: Sentence | None, script: Sequence[Edit],
    *, wording: Wording = REVIEW, golds: Sequence[str] = (), ghosts: bool = True, applied: int | None = None,
    numbers: Mapping[Fact, int] | None = None,
) -> list[FunctionPicture]:  # fmt: skip
    """The pictures of the gold, the parse if there is one, and what several golds have in common if there are several.

    ``applied`` shows the parse after so many edits of the script. With ``ghosts`` the generalised gold shows what it
    has lost of the ``golds`` (their names), as far as that makes a tree. ``numbers`` are of `numbers_of`, if they are
    to be the same in other pictures, too.
    """
    numbers = numbers or numbers_of(trees)
    relabelled = [edit for edit in script if edit.operation == EditKind.RELABEL]
    of_target = _states(trees, trees.target_marks, {(edit.new_label, edit.over) for edit in relabelled})
    of_parse = _states(trees, trees.parse_marks, {(edit.label, edit.over) for edit in relabelled})

    own = trees.golds[0] if trees.is_generalized else trees.target  # with its wildcards resolved
    states = dict.fromkeys(_facts(own, trees), State.MATCHED)  # all is alike with nothing to compare it with
    if parse is not None:
        states = {fact: of_target.get(fact, State.NOT_SCORED) for fact in states}
        if trees.is_generalized:  # what all golds have is there, whatever each calls it
            states |= dict.fromkeys(_stays(states, trees), State.MATCHED)
    ours = _picture(own, states, gold, trees.of_gold, Side.GOLD, wording.gold, trees, numbers)
    pictures = [ours]
    if parse is not None:
        shown = trees.parse if applied is None else _after(script[:applied], trees)
        theirs = {fact: of_parse.get(fact, State.MATCHED) for fact in _facts(shown, trees)}
        if trees.is_generalized:
            theirs |= dict.fromkeys(_stays(theirs, trees), State.MATCHED)
        pictures.append(_picture(shown, theirs, parse, trees.of_parse, Side.PARSE, wording.parse, trees, numbers))
    if trees.is_generalized:
        name = golds[0] if golds else wording.gold
        lacking = {number: fact for fact, number in ours.node_of.items() if fact not in trees.target_marks}
        kept = {number for number, (_, over) in lacking.items() if over in trees.target.nodes}
        pictures[0] = replace(ours, lost=dict.fromkeys(lacking.keys() - kept, name), unscored=frozenset(kept))
        pictures.append(_generalized(trees, of_target, gold, golds, numbers, ghosts=ghosts))

    # What two pictures share has the same number in both. The old and the new label of a relabelling are partners,
    # too: one node with a wrong label.
    new_of = {numbers[(edit.label, edit.over)]: numbers[(edit.new_label, edit.over)] for edit in relabelled}
    old_of = {new: old for old, new in new_of.items()}
    partnered = []
    for picture in pictures:
        others = {number for other in pictures if other is not picture for number in other.node_at}
        relabels = new_of if picture.side is Side.PARSE else old_of
        there = {number: number if number in others else relabels.get(number, number) for number in picture.node_at}
        partners = {number: other for number, other in there.items() if other in others}
        partnered.append(replace(picture, partners=partners, wording=wording))
    return partnered


def _states(trees: ComparedTrees, marks: Mapping[Fact, Mark], relabelled: Collection[Fact]) -> dict[Fact, State]:
    """The state of each fact of a side; the old and the new one of a relabelling have a wrong label."""
    states = {fact: State.WRONG_LABEL if fact in relabelled else STATES[mark] for fact, mark in marks.items()}
    if trees.lists_labels:  # then a node is nothing that is scored besides its functions
        states |= {fact: State.NOT_SCORED for fact in states if fact[0] is None}
    return states


def _stays(states: Mapping[Fact, State], trees: ComparedTrees) -> list[Fact]:
    """The functions that the comparison says nothing of, on words that have a node in all golds."""
    return [fact for fact, state in states.items() if state is State.NOT_SCORED and fact[1] in trees.target.nodes]


def _after(script: Sequence[Edit], trees: ComparedTrees) -> MultiFunctionTree:
    """The parse's tree after some edits. A node that the gold has stays without its functions."""
    nodes = {over: set(labels) for over, labels in trees.parse.nodes.items()}
    for edit in script:
        if edit.word:  # words are not nodes
            continue
        labels = nodes.setdefault(edit.over, set())
        old, new = (None, edit.label) if edit.operation == EditKind.ADD else (edit.label, edit.new_label)
        if old is not None:
            labels.discard(old)
        if new is not None:
            labels.add(new)
        if edit.operation == EditKind.DELETE and not labels and edit.over not in trees.target.nodes:
            del nodes[edit.over]
    return MultiFunctionTree({over: frozenset(labels) for over, labels in nodes.items()})


def _generalized(
    trees: ComparedTrees, marked: Mapping[Fact, State], gold: Sentence, golds: Sequence[str],
    numbers: Mapping[Fact, int], *, ghosts: bool,
) -> FunctionPicture:  # fmt: skip
    """What all golds have; without labels no functions. With ``ghosts`` what a gold lost on a yield that stayed stands
    beside the node there, and what is left of it makes faint nodes; but nodes that cross each other are all bars under
    the words, whichever gold comes first."""
    owners: dict[Fact, list[int]] = {}
    for number, lost in enumerate(trees.lost if ghosts else (), 1):
        for fact in _facts(lost, trees):
            if trees.lists_labels or fact[1] not in trees.target.nodes:
                owners.setdefault(fact, []).append(number)
    loose = {over for _, over in owners if over not in trees.target.nodes}
    crossing = {over for over in loose if any(crosses(over, other) for other in loose)}

    states = {}
    for fact in _facts(trees.target, trees):
        state = marked[fact]  # a node that stays without a function stays all the same
        states[fact] = State.GENERALISED if state is State.MATCHED or fact[0] is None else state
    last = {over: numbers[(label, over)] for label, over in states}  # of several on one yield
    states |= dict.fromkeys((fact for fact in owners if fact[1] in loose - crossing), State.NOT_SCORED)
    states = {fact: states[fact] for fact in sorted(states, key=lambda fact: numbers[fact])}
    bare = trees.target if trees.lists_labels else trees.target.unlabeled
    named = [*golds, *(f"{number}" for number in range(len(golds) + 1, len(trees.golds) + 1))]
    title = f"{GENERALIZED}: {', '.join(f'{_raised([number])} {name}' for number, name in enumerate(named, 1))}"
    title = title if owners else GENERALIZED
    picture = _picture(bare, states, gold, trees.of_gold, Side.GENERALISED, title, trees, numbers)

    position = {terminal: word.position for word, terminal in zip(gold.words, trees.of_gold, strict=True) if terminal}
    labels: dict[int, str] = {}
    beside: dict[int, str] = {}
    bars: dict[Yield, Loose] = {}
    names = Counter(over for _, over in owners)  # how many there are on a yield
    alike: set[int] = set()
    ghost_at: dict[Fact, Key] = {}
    for fact, whose in sorted(owners.items(), key=lambda owned: (owned[1], numbers[owned[0]])):
        label, over = fact
        text = f"{_raised(whose)}{label or NO_FUNCTION}"
        if over in crossing:
            before = f"{bars[over].label} " if over in bars else ""
            places = tuple(sorted(position[terminal] for terminal in over))
            bars[over] = Loose(places, before + text, State.NOT_SCORED, Side.GENERALISED)
            ghost_at[fact] = bars[over].key
        elif over in loose:
            labels[numbers[fact]] = text
        else:
            beside[last[over]] = f"{beside.get(last[over], '')} {text}".lstrip()
            ghost_at[fact] = Key(Side.GENERALISED, "node", f"{last[over]}")
            # Where golds have but one name there is nothing to compare; it is told, and the others have room.
            alike |= {last[over]} if len(whose) > 1 and names[over] == 1 else set()
    nodes = tuple(replace(node, label=labels.get(node.number, node.label)) for node in picture.sentence.nodes)
    whose_lost = {numbers[fact]: ", ".join(named[number - 1] for number in whose) for fact, whose in owners.items()}
    return replace(
        picture, sentence=replace(picture.sentence, nodes=nodes),
        lost={number: names for number, names in whose_lost.items() if number in labels}, asides=beside,
        told_only=frozenset(alike), ghost_at=ghost_at, expressions=tuple(bars.values()),
    )  # fmt: skip


def _raised(golds: Iterable[int]) -> str:
    """The numbers of golds, small and high."""
    return "·".join(map(str, golds)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def numbers_of(*compared: ComparedTrees) -> dict[Fact, int]:
    """A number for each fact of any of the trees, in pre-order: the same whatever is drawn."""
    known = [tree for trees in compared for tree in (*trees.golds, trees.target, trees.parse)]
    facts = {fact for tree in known for fact in tree.facts} | {(None, over) for tree in known for over in tree.nodes}
    ordered = sorted(facts, key=lambda fact: (place(fact[1]), fact[0] or ""))
    return {fact: number for number, fact in enumerate(ordered, 1)}


def plain_picture(tree: MultiFunctionTree, gold: Sentence, trees: ComparedTrees, title: str) -> FunctionPicture:
    """A picture of any tree over the words of a sentence, in which nothing is compared; without labels as ``∅``."""
    labeled = replace(trees, lists_labels=True)
    states = dict.fromkeys(_facts(tree, labeled), State.MATCHED)
    numbers = {fact: number for number, fact in enumerate(states, 1)}
    return _picture(tree, states, gold, trees.of_gold, Side.GOLD, title, labeled, numbers)


def _facts(tree: MultiFunctionTree, trees: ComparedTrees) -> Iterable[Fact]:
    """What a picture has nodes for: functions, or without labels yields."""
    for over in tree.pre_order:
        labels: list[str | None] = [*sorted(tree.nodes[over])] if trees.lists_labels else []
        yield from ((label, over) for label in labels or [None])


def _picture(
    tree: MultiFunctionTree,
    states: Mapping[Fact, State],  # of what has a node, in pre-order
    sentence: Sentence, terminals: Sequence[int], side: Side, title: str,
    trees: ComparedTrees, numbers: Mapping[Fact, int],
) -> FunctionPicture:  # fmt: skip
    placed: list[tuple[int, int]] = []  # the terminals of each node as bits, and its number

    def above(bits: int) -> int:
        """The last node that holds the terminals, which in pre-order is the smallest one; 0 for none."""
        return next((number for over, number in reversed(placed) if over & bits == bits), 0)

    nodes: list[Node] = []
    for label, over in states:
        number, bits = numbers[(label, over)], sum(1 << terminal for terminal in over)
        # Without labels a node is called by all its functions.
        name = label or ("" if trees.lists_labels else ", ".join(sorted(tree.nodes.get(over, ()))))
        nodes.append(Node(number, above(bits), name or NO_FUNCTION, "_", "_", "_", first=0, last=0, size=len(over)))
        placed.append((bits, number))
    words = tuple(
        replace(word, parent=above(1 << terminal) if terminal else 0, function="_", index="_")
        for word, terminal in zip(sentence.words, terminals, strict=True)
    )
    marks = trees.parse_words if side is Side.PARSE else trees.target_words
    word_states = {
        word.position: STATES[marks[terminal][1]]
        for word, terminal in zip(words, terminals, strict=True)
        if states and terminal in marks and marks[terminal][1] != Mark.MATCHED
    }
    return FunctionPicture(
        replace(sentence, words=words, nodes=tuple(nodes), secondary_edges=()), side,
        {numbers[fact]: state for fact, state in states.items()}, word_states, {}, title,
        node_of={fact: numbers[fact] for fact in states}, number_of=numbers,
    )  # fmt: skip
