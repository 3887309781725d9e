"""What each kind of difference is called: the same in legends, lists, cards and alt texts. No Qt."""

from __future__ import annotations

from goldleaf.viewer.diagram.shapes import State

WRONG_TAG = "wrong tag"
WRONG_FUNCTION = "wrong function"
WRONG = {
    "arc": "wrong head or label",
    "tag": WRONG_TAG,
    "lemma": "wrong lemma",
    "features": "wrong features",
    "constituent": "wrong label",
    "role": "wrong role",
    "sense": "wrong sense",
    "words": "cut differently",
}
"""What is said of a difference in a layer of `core.analysis.layers`, or of a predicate's sense."""

LOST = "lost in generalization"  # a node that not all golds have

NAMES = {
    State.MATCHED: "in both",
    State.WRONG_HEAD: "wrong head",
    State.WRONG_LABEL: "wrong label",
    State.MISSING: "missing",
    State.EXTRA: "extra",
    State.CROSSING: "crossing",
    State.FORGIVEN: "forgiven",
    State.GENERALISED: "in all golds",
    State.NOT_SCORED: "not scored",
}
"""In the legend's order."""


def verdict_of(state: State) -> str:
    """What is said of something in a state; empty where nothing is wrong with it."""
    return "" if state is State.MATCHED else NAMES[state]
