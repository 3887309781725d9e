"""The edit script: what to delete from a parse and to add until it is the gold (Tsarfaty et al. 2012 EACL, §3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.comparing import alignment_cost
from goldleaf.core.metrics.tedeval.trees import Fact, Trees
from goldleaf.core.structures.multifunction import MultiFunctionTree, Yield, place


class Operation(StrEnum):
    """What an edit does to the parse's tree."""

    DELETE = "delete"
    ADD = "add"
    RELABEL = "relabel"


@dataclass(frozen=True, slots=True)
class Edit:
    """One operation on a yield. ``label`` is None for a node without regard to its functions.

    A relabelling turns ``label`` into ``new_label``. What is forgiven costs nothing. With ``word`` it is of a
    word, whose form (and tag) the label is.
    """

    operation: Operation
    label: str | None
    over: Yield
    forgiven: bool = False
    new_label: str | None = None
    word: bool = False

    @property
    def cost(self) -> int:
        """1, or 0 if it is forgiven."""
        return 0 if self.forgiven else 1


def edit_script(trees: Trees, *, labeled: bool | None = None) -> tuple[Edit, ...]:
    """All edits, in pre-order of their yields; on one yield deletions first, then by label.

    ``labeled`` chooses between edits of functions and edits of nodes; by default what the trees list.
    """
    labeled = trees.lists_labels if labeled is None else labeled
    edits = [
        *_of_nodes(Operation.DELETE, trees.parse_marks, labeled=labeled),
        *_of_nodes(Operation.ADD, trees.target_marks, labeled=labeled),
        *_of_words(Operation.DELETE, trees.parse_words),
        *_of_words(Operation.ADD, trees.target_words),
    ]
    edits.sort(key=lambda edit: (place(edit.over), edit.operation == Operation.ADD, edit.word, edit.label or ""))
    if not (labeled and trees.relabels):
        return tuple(edits)
    return tuple(
        edit for over, group in groupby(edits, lambda edit: edit.over) for edit in _paired(trees, over, [*group])
    )


_MARKS = {
    Operation.DELETE: (Mark.EXTRA, Mark.FORGIVEN),
    Operation.ADD: (Mark.MISSING, Mark.FORGIVEN),
}


def _of_nodes(operation: Operation, marks: Mapping[Fact, Mark], *, labeled: bool) -> Iterator[Edit]:
    for (label, over), mark in marks.items():
        if mark in _MARKS[operation] and (label is not None) == labeled:
            yield Edit(operation, label, over, mark == Mark.FORGIVEN)


def _of_words(operation: Operation, words: Mapping[int, tuple[str, Mark]]) -> Iterator[Edit]:
    for number, (label, mark) in words.items():
        if mark in _MARKS[operation]:
            yield Edit(operation, label, frozenset({number}), mark == Mark.FORGIVEN, word=True)


def distance(script: Sequence[Edit]) -> int:
    """What a script costs."""
    return sum(edit.cost for edit in script)


def apply(tree: MultiFunctionTree, script: Sequence[Edit]) -> MultiFunctionTree:
    """The tree after the edits of its nodes. Deleting the last function of a node deletes the node.

    Raises ValueError for an edit that the tree does not allow: deleting what is not there, adding what is.
    """
    nodes = dict(tree.nodes)
    for edit in (edit for edit in script if not edit.word):
        labels = nodes.get(edit.over)
        if edit.operation == Operation.ADD:
            nodes[edit.over] = _added(edit, labels, edit.label)
            continue
        left = _left(edit, labels)
        if edit.operation == Operation.RELABEL:
            nodes[edit.over] = _added(edit, left, edit.new_label)
        elif left:
            nodes[edit.over] = left
        else:
            del nodes[edit.over]
    return MultiFunctionTree(nodes)


def _left(edit: Edit, labels: frozenset[str] | None) -> frozenset[str]:
    """What is left of a node's labels without the edit's, or without the node."""
    if labels is None or not (edit.label is None or edit.label in labels):
        raise ValueError(f"{edit}: the tree has no such node")
    return labels - {edit.label} if edit.label is not None else frozenset()


def _added(edit: Edit, labels: frozenset[str] | None, label: str | None) -> frozenset[str]:
    if labels is not None and (label is None or label in labels):
        raise ValueError(f"{edit}: the tree has it already")
    return (labels or frozenset()) | ({label} if label is not None else frozenset())


def _paired(trees: Trees, over: Yield, edits: list[Edit]) -> list[Edit]:
    """The edits of one yield with as many relabellings as the cheapest alignment has."""
    deleted, added = _costing(edits, Operation.DELETE), _costing(edits, Operation.ADD)
    if not deleted or not added:
        return edits
    cost = alignment_cost(_chain(trees.target_marks, over), _chain(trees.parse_marks, over))
    pairs = len(deleted) + len(added) - cost
    relabeled = [
        Edit(Operation.RELABEL, one.label, over, new_label=other.label)
        for one, other in zip(deleted[:pairs], added[:pairs], strict=True)
    ]
    return [*(edit for edit in edits if edit not in (*deleted[:pairs], *added[:pairs])), *relabeled]


def _costing(edits: Sequence[Edit], operation: Operation) -> list[Edit]:
    """The edits of nodes that are not forgiven."""
    return [edit for edit in edits if edit.operation == operation and not (edit.forgiven or edit.word)]


def _chain(marks: Mapping[Fact, Mark], over: Yield) -> list[str]:
    """The functions on a yield that are not forgiven, in their order."""
    return sorted(label for (label, place), mark in marks.items() if label and place == over and mark != Mark.FORGIVEN)
