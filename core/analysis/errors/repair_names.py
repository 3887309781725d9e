"""What a repair is called, from the change and the tree before it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from goldleaf.core.analysis.errors.repaired_tree import Edit, Item, Move, Relabel, Remove, category, words_of


class ErrorClass(Enum):
    """Linguistic classes of errors. Some can only be told from labels or tags of the Penn Treebank and its kin."""

    PP_ATTACHMENT = "PP attachment", True
    NP_ATTACHMENT = "NP attachment", True
    VP_ATTACHMENT = "VP attachment", True
    CLAUSE_ATTACHMENT = "clause attachment", True
    MODIFIER_ATTACHMENT = "modifier attachment", True
    ATTACHMENT = "other attachment", False
    COORDINATION = "coordination", True
    NP_INTERNAL = "NP-internal structure", True
    LABEL = "different label", False
    SINGLE_WORD = "single-word phrase", False
    UNARY = "unary", False
    MISSING = "missing node", False
    EXTRA = "extra node", False

    def __init__(self, title: str, needs_penn_labels: bool) -> None:
        self.title = title
        self.needs_penn_labels = needs_penn_labels


_KINDS = {
    ErrorClass.PP_ATTACHMENT: ("PP", "WHPP", "WPP"),
    ErrorClass.NP_ATTACHMENT: ("NP", "WHNP", "WNP", "NX", "NML", "NAC"),
    ErrorClass.VP_ATTACHMENT: ("VP",),
    ErrorClass.CLAUSE_ATTACHMENT: ("S", "SBAR", "SINV", "SQ", "SBARQ", "RRC", "IP", "CP"),
    ErrorClass.MODIFIER_ATTACHMENT: ("ADVP", "ADJP", "WHADVP", "WHADJP", "WADVP", "WADJP", "PRT", "AVP", "AP"),
}
_ATTACHMENTS = {label: kind for kind, labels in _KINDS.items() for label in labels}
_NOMINAL = frozenset({*_KINDS[ErrorClass.NP_ATTACHMENT], "QP"})
_MODIFIER_TAGS = ("RB", "JJ", "ADV", "ADJ", "WRB", "WADV")


class Name(NamedTuple):
    """The class, the label of what is attached, renamed, extra or missing, and the items concerned."""

    error_class: ErrorClass
    label: str
    items: Sequence[Item]


def name_of(edit: Edit, phrase: str) -> Name:
    """What the change is called. ``phrase``: the label of the gold's node over the words concerned; it says what words
    are that are moved bare."""
    if isinstance(edit, Relabel):
        return Name(ErrorClass.LABEL, edit.node.label, [edit.node])
    if isinstance(edit, Move):
        name = _attachment(edit.items, phrase)
        if _conjoined(edit.items, edit.source.children) or _conjoined(edit.items, edit.target.children):
            return name._replace(error_class=ErrorClass.COORDINATION)
        ends = {edit.source.category, edit.target.category}
        if ends <= _NOMINAL and (name.error_class is ErrorClass.ATTACHMENT or all(map(_inside_nominal, edit.items))):
            return name._replace(error_class=ErrorClass.NP_INTERNAL)
        return name
    if isinstance(edit, Remove):
        node = edit.node
        removed = _node(node.label, node.children, node.above, [node])
        return removed or Name(ErrorClass.EXTRA, node.label, [node])
    added = _node(edit.label, edit.items, edit.items[0].above, edit.items)
    return added or Name(ErrorClass.MISSING, edit.label, edit.items)


def _node(label: str, children: Sequence[Item], parent: Item, places: Sequence[Item]) -> Name | None:
    """What it is called that a node over these children is missing or extra; ``places``: the parent's that it covers. A
    node beside whose head, a child of the same category, others stand attaches them to it."""
    words = words_of(children)
    # Over one word nothing is attached to anything.
    if words.bit_count() == 1:
        return Name(ErrorClass.SINGLE_WORD, label, children)
    if len(children) == 1 or (parent.parent is not None and parent.words == words):
        return Name(ErrorClass.UNARY, label, children)
    if _conjoined(places, parent.children) or _of_conjuncts(label, children, parent):
        return Name(ErrorClass.COORDINATION, label, children)
    if all(map(_inside_nominal, children)) and parent.category in _NOMINAL:
        return Name(ErrorClass.NP_INTERNAL, label, children)
    wanted = category(label)
    head = next((child for child in children if not child.is_word and child.category == wanted), None)
    others = [child for child in children if child is not head]
    # Function words alone attach nothing: a determiner beside a noun phrase is a matter of style.
    modifying = any(not child.is_word or child.label.startswith(_MODIFIER_TAGS) for child in others)
    return _attachment(others, "") if head is not None and modifying else None


def _attachment(items: Sequence[Item], phrase: str) -> Name:
    """The class of an attachment goes by the longest of the phrases, or the first of the words."""
    phrases = [item for item in items if not item.is_word]
    main = max(phrases, key=lambda item: item.words.bit_count(), default=items[0])
    # Bare words that the gold has in a phrase are attached as this phrase.
    label = phrase if phrase and main.is_word else main.label
    if any(map(_coordinates, items)):
        return Name(ErrorClass.COORDINATION, label, items)
    if main.is_word and not phrase and label.startswith(_MODIFIER_TAGS):
        return Name(ErrorClass.MODIFIER_ATTACHMENT, label, items)
    return Name(_ATTACHMENTS.get(category(label), ErrorClass.ATTACHMENT), label, items)


def _inside_nominal(item: Item) -> bool:
    return item.is_word or item.category in _NOMINAL or item.category == "ADJP"


def _coordinates(item: Item) -> bool:
    return item.category in ("CC", "CCONJ", "CONJ", "CONJP", "KON")


def _of_conjuncts(label: str, children: Sequence[Item], parent: Item) -> bool:
    """Whether the children are coordinated, or are some of the conjuncts that the parent coordinates."""
    if any(map(_coordinates, children[1:])):
        return True
    wanted = category(label)
    if parent.category != wanted or sum(child.category == wanted for child in children) < 2:
        return False
    # Two NPs side by side may be an apposition, or a name and its parts.
    return wanted not in _NOMINAL or any(map(_coordinates, parent.children[1:]))


def _conjoined(items: Sequence[Item], siblings: Sequence[Item]) -> bool:
    """Whether a coordinator stands next to the items, behind one sibling and before another."""
    first, last = items[0].place, max(item.words for item in items)
    before = [sibling for sibling in siblings if sibling.place < first]
    after = [sibling for sibling in siblings if sibling.place > last]
    return (len(before) > 1 and _coordinates(before[-1])) or (len(after) > 1 and _coordinates(after[0]))
