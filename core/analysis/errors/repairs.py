"""Repairs: what the search for them has found, in terms of the two sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from goldleaf.core.analysis.errors.repair_edits import Change, Edit, Move, Relabel, Remove, paths, words_of
from goldleaf.core.analysis.errors.repair_names import ErrorClass, name_of
from goldleaf.core.analysis.errors.repair_search import Search
from goldleaf.core.analysis.errors.repaired_tree import Bracket, Item, Tree


@dataclass(frozen=True, slots=True)
class Repair:
    """One step from the parse to the gold.

    ``label`` is that of what is attached, renamed, extra or missing. ``words`` are the positions in the gold of the
    first and the last word moved or concerned. ``from_label`` and ``to_label`` are, for a move, the parents'; for a new
    label the old and the new one; for a node that is extra or missing the parent and the node, or the reverse: what is
    in it goes from the one to the other. The root is empty. Nodes are numbers in `Sentence.nodes`.
    """

    error_class: ErrorClass
    label: str
    words: tuple[int, int]
    from_label: str
    to_label: str
    parse_nodes: tuple[int, ...]  # moved, removed, renamed, or with other words than before
    gold_nodes: tuple[int, ...]  # that are in the parse from now on
    brackets: int  # by how many fewer brackets differ


def found(gold: Tree, parse: Tree, *, penn_labels: bool) -> Iterator[Repair]:
    """The repairs one after the other; ``parse`` is changed until its brackets are the gold's."""
    search = Search(gold, parse)
    numbers: dict[Bracket, list[int]] = defaultdict(list)
    for node in gold.nodes():
        numbers[node.bracket].append(node.number)
    while (edit := search.best()) is not None:
        changes = list(edit.changes())
        name = name_of(edit, _phrase(gold, words_of(_concerned(edit))), penn_labels=penn_labels)
        words = words_of(name.items)
        ends = (words & -words).bit_length() - 1, words.bit_length() - 1
        yield Repair(
            error_class=name.error_class,
            label=name.label,
            words=(gold.words[ends[0]].number, gold.words[ends[1]].number),
            from_label=_from(edit),
            to_label=_to(edit),
            parse_nodes=tuple(sorted({item.number for item in _changed(edit) if not item.is_word and item.number})),
            gold_nodes=tuple(sorted(_supplied(search, changes, numbers))),
            brackets=search.ledger.gain(changes),
        )
        search.apply(edit)


def _phrase(gold: Tree, words: int) -> str:
    """The label of the gold's node over exactly these words, of several the highest."""
    label = ""
    for node in gold.words[(words & -words).bit_length() - 1].ancestors():
        if node.words & ~words:
            break
        label = node.label if node.words == words else label
    return label


def _concerned(edit: Edit) -> list[Item]:
    return [edit.node] if isinstance(edit, Relabel | Remove) else edit.items


def _from(edit: Edit) -> str:
    if isinstance(edit, Relabel | Remove):
        return edit.node.label
    return edit.items[0].above.label


def _to(edit: Edit) -> str:
    if isinstance(edit, Remove):
        return edit.node.above.label
    if isinstance(edit, Move) and not edit.joins:
        return edit.target.label
    return edit.label


def _changed(edit: Edit) -> list[Item]:
    """The parse's items that it moves, removes, renames, or gives other words."""
    if not isinstance(edit, Move):
        return _concerned(edit)
    losing, gaining = paths(edit.source, edit.target)
    return [*edit.items, *losing, *gaining, *([edit.source] if edit.collapses else [])]


def _supplied(search: Search, changes: Iterable[Change], numbers: dict[Bracket, list[int]]) -> Iterator[int]:
    """The numbers of the gold's nodes that the parse has after these changes and had not before."""
    total: dict[Bracket, int] = defaultdict(int)
    for bracket, more in changes:
        total[bracket] += more
    for bracket, more in total.items():
        balance = search.ledger.of(bracket)
        if more > 0 and balance > 0:
            present = len(numbers[bracket]) - balance
            yield from numbers[bracket][present : present + more]
