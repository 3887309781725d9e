"""Function trees as pictures of trees: a node for each function on a yield, one above the other. These are the sorted
function trees of Tsarfaty et al. 2012 (EACL), §3.3; a node without a function is ``∅``. And in words: the edit script
of a sentence, which tells two apart; operations on two, with a result (§3.2). No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.tree_operations import OPERATIONS
from goldleaf.core.metrics.tedeval.trees import ComparedTrees, Edit, EditKind, Fact
from goldleaf.core.sentence import Node, Sentence
from goldleaf.core.structures.function import CrossingYieldsError, MultiFunctionTree, crosses, lacking, place
from goldleaf.viewer.diagram.bidi import in_quotes
from goldleaf.viewer.diagram.naming import (
    BETWEEN,
    GENERALIZED,
    KEPT,
    LOST,
    NO_FUNCTION,
    NONE,
    REVIEW,
    Difference,
    Wording,
)
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.expressions import Loose
from goldleaf.viewer.views.layers import STATES, fact_difference
from goldleaf.viewer.views.trees.labels import RAISED
from goldleaf.viewer.views.trees.tree_picture import TreePicture, numbers, runs


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
        labels -= {old}
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
    labels, beside, bars = dict[int, str](), dict[int, str](), dict[frozenset[int], Loose]()
    names = Counter(over for _, over in owners)  # how many there are on a yield
    alike, ghost_at = set[int](), dict[Fact, Key]()
    for fact, whose in sorted(owners.items(), key=lambda owned: (owned[1], numbers[owned[0]])):
        label, over = fact
        text = f"{_raised(whose)}{label or NO_FUNCTION}"
        if over in crossing:
            before = f"{bars[over].label} " if over in bars else ""
            places = tuple(sorted(position[terminal] for terminal in over if terminal in position))
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
    return "·".join(map(str, golds)).translate(str.maketrans("0123456789", RAISED))


def numbers_of(*compared: ComparedTrees) -> dict[Fact, int]:
    """A number for each fact of any of the trees, in pre-order: the same whatever is drawn."""
    known = [tree for trees in compared for tree in (*trees.golds, trees.target, trees.parse)]
    facts = {fact for tree in known for fact in tree.facts} | {(None, over) for tree in known for over in tree.nodes}
    ordered = sorted(facts, key=lambda fact: (place(fact[1]), fact[0] or ""))
    return {fact: number for number, fact in enumerate(ordered, 1)}


def operated_picture(
    tree: MultiFunctionTree, operands: Sequence[MultiFunctionTree], gold: Sentence, trees: ComparedTrees, title: str,
    wording: Wording,
) -> FunctionPicture:  # fmt: skip
    """A picture of what has come of two trees, in which is marked what one of them alone says, and what is left of a
    node whose functions differ; a node without labels is called ``∅``."""
    labeled, states = replace(trees, lists_labels=True), dict[Fact, State]()
    for label, over in _facts(tree, labeled):
        ours, theirs = (own.nodes.get(over) for own in operands)
        one, other = (own is not None and (label is None or label in own) for own in (ours, theirs))
        alike = State.MATCHED if label is not None or ours == theirs else State.DIFFERS
        states[(label, over)] = alike if one and other else State.ONLY_ONE if one else State.ONLY_OTHER
    numbers = {fact: number for number, fact in enumerate(states, 1)}
    picture = _picture(tree, states, gold, trees.of_gold, Side.GOLD, title, labeled, numbers)
    return replace(picture, wording=wording)


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


# How what an operation changes is marked.
_STATES = {EditKind.ADD: State.MISSING, EditKind.DELETE: State.EXTRA, EditKind.RELABEL: State.WRONG_LABEL}


def function_differences(
    trees: ComparedTrees, script: Sequence[Edit], gold: Sentence, parse: Sentence,
    pictures: Sequence[FunctionPicture], golds: Sequence[str] = (),
) -> tuple[Difference, ...]:  # fmt: skip
    """What each edit of the script is, in its order; ``golds`` are the names of the golds."""
    forms = forms_of(trees, gold, parse)
    of_gold = {terminal: word for word, terminal in zip(gold.words, trees.of_gold, strict=True) if terminal}
    times = Counter(forms.values())
    own = next(iter(golds), "gold") if trees.is_generalized else ""
    # A node of dependencies is of several arcs, so of nothing that one decides.
    decided, items, wording, rows = bool(gold.nodes and parse.nodes), Items(gold, parse), pictures[0].wording, []
    for edit in script:
        words, state = quoted(edit.over, forms), State.FORGIVEN if edit.forgiven else _STATES[edit.operation]
        over = [of_gold[terminal] for terminal in sorted(edit.over) if terminal in of_gold]
        alike = times[over[0].form] > 1 if len(edit.over) == len(over) == 1 else not any(map(str.isalnum, words))
        if over and alike:  # the words do not tell it from others
            here = sum(1 << place for place, terminal in enumerate(trees.of_gold) if terminal in edit.over)
            words += f" ({numbers(gold.words, runs(here))})"
        places = [word.position for word in over]
        label = f"the word {edit.label or NO_FUNCTION}" if edit.word else edit.label or NO_FUNCTION
        # Where one side lacks a function it may have another one there.
        sides = (trees.target, trees.parse)
        in_gold, in_parse = (NONE if edit.word else _functions(tree.nodes.get(edit.over)) for tree in sides)
        added = edit.operation == EditKind.ADD
        ours, theirs = (label, in_parse) if added else (edit.new_label or in_gold, label)
        gold_state = None if edit.operation == EditKind.DELETE else state
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
            states=(gold_state, None if added else state),
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
                drawn.append(picture.ghost_at.get(fact) or Key(picture.side, "node", f"{picture.node_of[fact]}"))
            if picture.side is Side.PARSE and fact in picture.number_of:
                ever.append(Key(picture.side, "node", f"{picture.number_of[fact]}"))
    return tuple(dict.fromkeys([*drawn, *ever]))


def explained(edit: Edit, words: str, *, own: str, wording: Wording = REVIEW) -> str:
    """An edit in a sentence, such as ``added: obj over ‘the old house’; the gold has it, the parse does not``. ``own``
    is the name of the parse's own gold where there are others, else empty."""
    gold, parse = "the generalized gold" if own else wording.the_gold, wording.the_parse
    if edit.operation == EditKind.RELABEL:
        return f"relabeled: {edit.label} over {words} is {edit.new_label} in {gold}"
    what = f"{edit.label} over {words}" if edit.label else f"a node over {words}"
    what = f"the word {edit.label}" if edit.word else what
    if edit.operation == EditKind.ADD:
        why = f"{own} lacks it, too: forgiven" if edit.forgiven else f"{parse} does not"
        return f"added: {what}; {gold} has it, {why}"
    if edit.forgiven:
        return f"deleted: {what}; {own} has it, too, {gold} does not: forgiven"
    return f"deleted: {what}; {parse} has it, {gold} does not"


def quoted(over: frozenset[int], forms: Mapping[int, str]) -> str:
    """The words of a yield, such as ``‘the old house’``; long ones shortened, gaps shown by ``…``."""
    order = sorted(forms)
    stretches = runs(sum(1 << place for place, terminal in enumerate(order) if terminal in over))
    parts = (["…", *map(forms.__getitem__, order[first : last + 1])] for first, last in stretches)
    return in_quotes([text for part in parts for text in part][1:])


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


def trees_of(trees: ComparedTrees, golds: Sequence[str], parse: str) -> dict[str, MultiFunctionTree]:
    found = dict(zip(golds, trees.golds, strict=True))
    found[f"{parse} (parse)" if parse in found else parse] = trees.parse
    return found | ({GENERALIZED: trees.target} if trees.is_generalized else {})


def operate(
    name: str, names: tuple[str, str], trees: tuple[MultiFunctionTree, MultiFunctionTree], forms: Mapping[int, str]
) -> tuple[MultiFunctionTree | None, str]:
    """Do one of `TITLES` with two trees of these names: the tree that comes out if there is one, and a text; ``forms``
    are the words of the terminals."""
    if name == SUBSUMPTION:
        texts = []
        for (one, other), (ours, theirs) in ((names, trees), (names[::-1], trees[::-1])):
            reasons = []
            for over, labels in lacking(ours, theirs).items():
                what = _functions(labels) if over in theirs.nodes else f"a node ({_functions(labels)})"
                reasons.append(f"{what} over {quoted(over, forms)}")
            text = f"{one} does not subsume {other}, which lacks:\n{_listed(reasons)}"
            texts.append(text if reasons else f"{one} subsumes {other}: {other} has all that it says.")
        return None, "\n".join(texts)
    operation = OPERATIONS[name]
    try:
        tree = operation.make(trees)
    except CrossingYieldsError as error:
        pairs = [f"{quoted(ours, forms)} and {quoted(theirs, forms)}" for ours, theirs in error.pairs]
        return None, f"{names[0]} and {names[1]} cannot be unified. These cross:\n{_listed(pairs)}"
    result = operation.result.format(*names)
    left = f" {NO_FUNCTION}: they differ in the function." if not all(tree.nodes.values()) else ""
    return tree, f"{result}: {len(tree.nodes)} nodes, {len(tree.facts)} functions.{left}"


def _listed(lines: list[str]) -> str:
    more = [f"… and {len(lines) - MOST_REASONS} more"] if len(lines) > MOST_REASONS else []
    return "\n".join([*(f"• {line}" for line in lines[:MOST_REASONS]), *more])
