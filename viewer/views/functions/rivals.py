"""Function trees of a gold and two parses of it. No Qt."""

from __future__ import annotations

from goldleaf.core.metrics.tedeval.script import edit_script
from goldleaf.core.metrics.tedeval.trees import Trees
from goldleaf.core.structures.multifunction import MultiFunctionTree
from goldleaf.viewer.diagram.rivals import Rivals
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.views.functions.function_picture import function_pictures, numbers_of
from goldleaf.viewer.views.trees.rivals import of_three
from goldleaf.viewer.views.trees.tree_picture import TreePicture


def rival_functions(other: tuple[Pair, Trees], pair: tuple[Pair, Trees], wording: Rivals) -> list[TreePicture] | None:
    """The gold's function tree, the other parse's and the parse's; None where they have no gold in common.

    They have none where there are several golds, which each parse may leave otherwise, or where the parses settle
    differently what the gold leaves open.
    """
    compared = (other, pair)
    golds = [_gold(trees) for _, trees in compared]
    if golds[0] is None or golds[0] != golds[1]:
        return None
    numbers = numbers_of(*(trees for _, trees in compared))
    ours, theirs = (
        function_pictures(trees, one.gold, one.parse, edit_script(trees), ghosts=False, numbers=numbers)
        for one, trees in compared
    )
    return of_three(ours, theirs, wording)


def _gold(trees: Trees) -> MultiFunctionTree | None:
    return None if trees.is_generalized else trees.target
