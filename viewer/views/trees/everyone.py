"""The trees of all sides: a picture each, what they read otherwise in the line of the first who reads it so. No Qt."""

from __future__ import annotations

from dataclasses import replace

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.diagram.annotators import Everyone
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.session.layers import Items
from goldleaf.viewer.views.everyone import sentences_of, sides_of
from goldleaf.viewer.views.layers import nodes_over
from goldleaf.viewer.views.trees.tree_picture import TreePicture, tree_pictures
from goldleaf.viewer.views.view import Subject


def trees_of_all(subject: Subject, wording: Everyone) -> list[TreePicture] | None:
    """The trees of all sides, in their order; None where there are too many, or where not all have the same words.
    After the label of a constituent that some read otherwise stand the digit of the reading and the initials of who has
    it. A tag that differs is boxed."""
    sentences = sentences_of(subject)
    if sentences is None:
        return None
    gold, found = sentences[0], list[TreePicture]()
    partners: dict[Side, dict[int, int]] = {}
    tags = {item.position: State.WRONG_LABEL for item in subject.items if item.layer is Layer.TAG}
    for number, (sentence, side) in enumerate(zip(sentences, sides_of(subject.document, subject.parse), strict=True)):
        nodes, states, asides = nodes_over(sentence, Items(gold, sentence)), dict[int, State](), dict[int, str]()
        for item in subject.items:
            for digit, (_, whose) in enumerate(item.readings, 1):
                if item.layer is Layer.CONSTITUENT and number in whose:
                    own = nodes.get(item.item, [])
                    states |= dict.fromkeys(own, wording.reader(whose[0]))
                    told = f"{digit}·{','.join(wording.initials[one] for one in whose)}"
                    asides |= dict.fromkeys(own[:1], told)
        picture = TreePicture(sentence, side, states, tags, title=wording.sides[number], asides=asides, wording=wording)
        if number:
            ours, theirs = tree_pictures(gold, sentence)
            partners[side] = dict(ours.partners)
            picture = replace(picture, partners_in={Side.GOLD: theirs.partners})
        found.append(picture)
    return [replace(found[0], partners_in=partners), *found[1:]]
