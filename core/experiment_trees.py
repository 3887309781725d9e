"""What several golds come to, as trees: generalized, unified, TL-unified (Tsarfaty et al. 2012 EACL, §3.2).

Each sentence is a tree of constituents whose labels are functions: several on one yield are joined by ``+``, and a
yield without any is ``_``. So any format of constituents holds it, one of discontinuous ones where yields have gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from goldleaf.core.alignment import have_same_forms
from goldleaf.core.errors import OptionError
from goldleaf.core.structures.function import multi_function_trees
from goldleaf.core.structures.multifunction import (
    CrossingYieldsError,
    MultiFunctionTree,
    Yield,
    generalize,
    place,
    spelled,
    unify,
    unify_labels,
)
from goldleaf.core.treebank import Sentence, Treebank

JOIN, BARE = "+", "_"

OPERATIONS: Mapping[str, Callable[[Sequence[MultiFunctionTree]], MultiFunctionTree]] = {
    "generalized": lambda trees: generalize(*trees),
    "unified": lambda trees: reduce(unify, trees),
    "tl-unified": lambda trees: reduce(unify_labels, trees),
}
"""By name: what all golds have; all that any has; the nodes of the first with the functions of all."""

SIGNS = {"generalized": "⊓", "unified": "⊔", "tl-unified": "⊔t"}


@dataclass(frozen=True, slots=True)
class Joined:
    """The tree of a sentence, ``number`` from 1; None with the reason where there is none."""

    number: int
    sentence: Sentence
    tree: MultiFunctionTree | None
    why_not: str = ""


def joined(golds: Sequence[Treebank], operation: str) -> Iterator[Joined]:
    """One tree a sentence of the golds. Raises OptionError for an operation that there is not."""
    if operation not in OPERATIONS:
        raise OptionError(f"--tree {operation}: no such tree; there are {', '.join(OPERATIONS)}")
    first, *others = golds
    for row, trees in enumerate(zip(*map(multi_function_trees, golds), strict=False)):
        sentence = first.sentence(row)
        if not all(have_same_forms(first.slice(row), other.slice(row)) for other in others):
            yield Joined(row + 1, sentence, None, "the words of the golds differ")
            continue
        try:
            yield Joined(row + 1, sentence, OPERATIONS[operation](trees))
        except CrossingYieldsError as error:
            one, other = error.pairs[0]
            yield Joined(row + 1, sentence, None, f"yields cross: {spelled(one)} and {spelled(other)}")


def label(tree: MultiFunctionTree, over: Yield) -> str:
    """The functions of a yield as one label."""
    return JOIN.join(sorted(tree.nodes[over])) or BARE


def bracketed(found: Joined) -> str:
    """A tree as one line of discbracket; all that has no node above it stands under an unnamed root."""
    assert found.tree is not None
    tree = found.tree
    children: dict[Yield | None, list[Yield]] = {}
    for over in tree.pre_order:
        children.setdefault(tree.parent(over), []).append(over)
    forms = {word.position: (word.coarse_tag, word.form) for word in found.sentence.words}

    def written(over: Yield | None, words: Yield) -> str:
        below = children.get(over, [])
        free = words.difference(*below)
        parts = [(place(one), f"({_safe(label(tree, one))} {written(one, one)})") for one in below]
        parts += [(place(frozenset([word])), _leaf(word, *forms[word])) for word in free]
        return " ".join(text for _, text in sorted(parts))

    return f"(ROOT {written(None, frozenset(forms))})"


def _leaf(position: int, tag: str, form: str) -> str:
    return f"({_safe(tag)} {position - 1}={_safe(form)})"


def _safe(text: str) -> str:
    """A text that brackets can hold."""
    return text.replace("(", "-LRB-").replace(")", "-RRB-").replace(" ", "_") or BARE


def described(found: Joined, names: Sequence[str], operation: str) -> str:
    """A tree in lines of text: which tree it is, the sentence, and its nodes in pre-order with their functions."""
    lines = [f"# {operation} tree of {f' {SIGNS[operation]} '.join(names)}, sentence {found.number}"]
    lines += [f"# id: {found.sentence.id}"] if found.sentence.id else []
    lines.append(f"# text: {found.sentence.running_text}")
    if found.tree is None:
        return "\n".join([*lines, f"# none: {found.why_not}", ""])
    forms = {word.position: word.form for word in found.sentence.words}
    for over in found.tree.pre_order:
        words = " ".join(forms[position] for position in sorted(over))
        lines.append(f"{spelled(over)}\t{label(found.tree, over)}\t{words}")
    return "\n".join([*lines, ""])
