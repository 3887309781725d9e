"""What gold and parse say of a constituent: the card by the pointer. No Qt."""

from __future__ import annotations

from collections.abc import Sequence

from goldleaf.viewer.diagram.shapes import Key, State
from goldleaf.viewer.views.trees.describe import yield_phrase
from goldleaf.viewer.views.trees.differences import label_of
from goldleaf.viewer.views.trees.picture import TreePicture


def tree_card_rows(key: Key, trees: Sequence[TreePicture], description: str) -> list[tuple[str, str]]:
    """What the card says of an element of trees: a row for each picture for a constituent, else its description."""
    own = next((tree for tree in trees if tree.side == key.side), None)
    if own is None or key.kind not in ("node", "bar") or int(key.name) not in own.node_at:
        return [(key.kind, description)] if description else []
    number, rows = int(key.name), []
    for tree in trees:
        there = number if tree is own else own.partners.get(number)
        if there is None or there not in tree.node_at:
            rows.append((tree.name, "none"))
            continue
        said = f"{label_of(tree, there)} over {yield_phrase(tree, there)}"
        verdict = tree.state(there).value.replace("-", " ") if tree is trees[-1] or tree is own else ""
        differs = tree.state(there) != State.MATCHED
        rows.append((tree.name, f"{said} – {verdict}" if verdict and differs else said))
    return rows
