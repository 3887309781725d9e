"""What gold and parse say of a constituent: the card by the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.views.trees.describe import yield_phrase
from goldleaf.viewer.views.trees.lineages import Lineage, lineage_rows
from goldleaf.viewer.views.trees.tree_differences import label_of
from goldleaf.viewer.views.trees.tree_picture import TreePicture


def tree_card_rows(key: Key, trees: Sequence[TreePicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element of trees: a row for each picture for a constituent, else its description."""
    own = _tree_of(key, trees)
    if own is None:
        if (found := _lineage_of(key, trees)) is not None:
            return [(key.kind, description), *lineage_rows(found, [tree.name for tree in trees[:2]])]
        return [(key.kind, description)] if description else []
    number = int(key.name)
    places = [(tree, number if tree is own else own.partner_in(number, tree)) for tree in trees]
    return [(tree.name, _said(tree, there, judged=tree is own or tree.side is not Side.GOLD)) for tree, there in places]


def _lineage_of(key: Key, trees: Sequence[TreePicture]) -> Lineage | None:
    """The lineages of a word, if they differ; a word that both sides share is named as the gold's."""
    side = Side.GOLD if key.side is Side.BOTH else key.side
    own = next((tree for tree in trees if tree.side is side), None)
    return own.lineages.get(int(key.name)) if own is not None and key.kind == "word" else None


def _tree_of(key: Key, trees: Sequence[TreePicture]) -> TreePicture | None:
    """The tree that has this constituent; None for other elements."""
    own = next((tree for tree in trees if tree.side == key.side), None)
    if own is None or key.kind not in ("node", "bar") or int(key.name) not in own.node_at:
        return None
    return own


def _said(tree: TreePicture, number: int | None, *, judged: bool) -> str:
    """What a tree says of a node that it has or has not; ``judged`` with the verdict, if it is not as in the other."""
    if number is None or number not in tree.node_at:
        return "none"
    said, verdict = f"{label_of(tree, number)} over {yield_phrase(tree, number)}", tree.verdict(number)
    return f"{said} – {verdict}" if judged and verdict else said
