"""The edit script: what to delete from a parse and to add until it is the gold (Tsarfaty et al. 2012 EACL, §3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from goldleaf.core.facts import Mark
from goldleaf.core.metrics.tedeval.comparison import alignment_cost
from goldleaf.core.metrics.tedeval.trees import Trees
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


_MARKS = {
    Operation.DELETE: (Mark.EXTRA, Mark.FORGIVEN),
    Operation.ADD: (Mark.MISSING, Mark.FORGIVEN),
}


def edit_script(trees: Trees, *, labeled: bool | None = None) -> tuple[Edit, ...]:
    """All edits, in pre-order of their yields; on one yield deletions first, then by label.

    ``labeled`` chooses between edits of functions and edits of nodes; by default what the trees list.
    """
    labeled = trees.lists_labels if labeled is None else labeled
    edits = []
    for operation, marks, words in (
        (Operation.DELETE, trees.parse_marks, trees.parse_words),
        (Operation.ADD, trees.target_marks, trees.target_words),
    ):
        edits += [
            Edit(operation, label, over, mark == Mark.FORGIVEN)
            for (label, over), mark in marks.items()
            if mark in _MARKS[operation] and (label is not None) == labeled
        ]
        edits += [
            Edit(operation, word, frozenset({number}), mark == Mark.FORGIVEN, word=True)
            for number, (word, mark) in words.items()
            if mark in _MARKS[operation]
        ]
    edits.sort(key=lambda edit: (place(edit.over), edit.operation == Operation.ADD, edit.word, edit.label or ""))
    if not (labeled and trees.relabels):
        return tuple(edits)
    return tuple(
        edit for over, group in groupby(edits, lambda edit: edit.over) for edit in _relabelled(trees, over, [*group])
    )


def _relabelled(trees: Trees, over: Yield, edits: list[Edit]) -> list[Edit]:
    """The edits of one yield with as many relabellings as the cheapest alignment has."""
    deleted, added = (
        [edit for edit in edits if edit.operation == operation and not (edit.forgiven or edit.word)]
        for operation in (Operation.DELETE, Operation.ADD)
    )
    if not deleted or not added:
        return edits
    ours, theirs = (
        sorted(label for (label, at), mark in marks.items() if label and at == over and mark != Mark.FORGIVEN)
        for marks in (trees.target_marks, trees.parse_marks)
    )
    pairs = len(deleted) + len(added) - alignment_cost(ours, theirs)
    relabelings = [
        Edit(Operation.RELABEL, before.label, over, new_label=after.label)
        for before, after in zip(deleted[:pairs], added[:pairs], strict=True)
    ]
    return [*(edit for edit in edits if edit not in (*deleted[:pairs], *added[:pairs])), *relabelings]


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
        if edit.operation != Operation.ADD:
            if labels is None or not (edit.label is None or edit.label in labels):
                raise ValueError(f"{edit}: the tree has no such node")
            labels = labels - {edit.label} if edit.label is not None else frozenset()
        if edit.operation != Operation.DELETE:
            label = edit.label if edit.operation == Operation.ADD else edit.new_label
            if labels is not None and (label is None or label in labels):
                raise ValueError(f"{edit}: the tree has it already")
            labels = (labels or frozenset()) | ({label} if label is not None else frozenset())
            nodes[edit.over] = labels
        elif labels:
            nodes[edit.over] = labels
        else:
            del nodes[edit.over]
    return MultiFunctionTree(nodes)
