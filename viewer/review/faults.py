"""What choices have done to trees: cycles, second roots and none, where there were none before."""

from __future__ import annotations

import numpy as np

from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.decisions import Fault

_SAID = {
    "cycle": "the choices make a cycle",
    "two_roots": "the choices make several roots",
    "no_root": "the choices leave no root",
    "head_outside": "a head is outside of the sentence",
    "no_head": "a word has no head",
}


def tree_faults(before: Treebank, after: Treebank) -> list[Fault]:
    """The sentences of dependencies that were trees in this respect before, and are no more."""
    heads, others = before.words["head"], after.words["head"]
    changed = heads.ne_missing(others).to_numpy()
    rows = np.unique(before.words["sentence"].to_numpy()[changed])
    if not rows.size:
        return []
    old, new = (ill_formed(treebank.only(rows)).of_sentence for treebank in (before, after))
    found = [
        Fault(int(rows[place]), _SAID[name])
        for name, broken in new.items()
        for place in np.flatnonzero(broken & ~old[name]).tolist()
    ]
    return sorted(found)
