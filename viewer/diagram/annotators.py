"""The words and lines for two annotators, none of whom is the gold: their names, and that they differ. No Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from goldleaf.viewer.diagram.naming import LATTICE_NAMES, NAMES, Wording
from goldleaf.viewer.diagram.shapes import Diagram, Side, State

_NEUTRAL = {State.WRONG_HEAD: State.DIFFERS, State.WRONG_LABEL: State.DIFFERS}
_OF_ONE = {State.WRONG_HEAD: State.ONE_HEAD, State.WRONG_LABEL: State.DIFFERS, State.MISSING: State.ONLY_ONE}
_OF_OTHER = {
    State.WRONG_HEAD: State.OTHER_HEAD,
    State.WRONG_LABEL: State.DIFFERS,
    State.EXTRA: State.ONLY_OTHER,
    State.CROSSING: State.OTHER_CROSSING,
}
_OF_EITHER = _OF_ONE | _OF_OTHER | _NEUTRAL
_DRAWN = {Side.GOLD: _OF_EITHER | _OF_ONE, Side.PARSE: _OF_EITHER | _OF_OTHER}
"""How each side draws what the comparison marks: in its own colour; what is of both, in neither's."""

_HEADINGS = {
    "gold": "{0}",
    "system": "{1}",
    "correct": "same",
    "missing": "only {0}",
    "extra": "only {1}",
    "recall": "same of {0}'s",
    "precision": "same of {1}'s",
    "right_head": "same head",
    "right_label": "same label",
    "right_both": "both same",
    "wrong_head": "heads differ",
    "wrong_label": "labels differ",
    "wrong_both": "both differ",
    "head_errors": "heads differ",
    "label_errors": "labels differ",
    "both_wrong": "both differ",
}
"""Of columns of breakdowns."""

_IN_LAYER = {
    "arc": "heads or labels differ",
    "tag": "tags differ",
    "lemma": "lemmas differ",
    "features": "features differ",
    "constituent": "labels differ",
    "role": "roles differ",
    "sense": "senses differ",
    "words": "cut differently",
}

_SIDES = (
    (r"Parse(?=$)", "Annotators"),  # the menu
    (r"Gold above, parse below", "{0} above, {1} below"),
    (r"the generalized gold", "what several theories share"),
    (r"several golds are generalized", "several theories are generalized"),
    (r"of each gold", "of each"),
    (r"Missing constituents", "What {1} lacks"),
    (r"the gold file", "{0}'s file"),
    (r"the right gold", "the same text"),
    (r"no parse to compare", "nobody to compare"),
    (r"Add parse|add parse", "Add annotator"),
    (r"a further parse file", "a further annotator's file"),
    (r"without a parse", "alone"),
    (r"a parse", "another annotator"),
    (r"Parse(?= [0-9])", "Annotator"),
    (r"parse(?= [0-9])", "annotator"),
    (r"[Gg]old and parse", "{0} and {1}"),
    (r"[Tt]he gold(?='s|)", "{0}"),
    (r"[Tt]he parse(?='s|)", "{1}"),
    (r"are parsed without an error", "have no difference"),
    (r"segmentation errors", "sentences that are cut differently"),
    (r"segmentation error", "sentence that is cut differently"),
    (r"[Aa]ll counts as wrong", "All counts as different"),
    (r"wrong in the figures", "different in the figures"),
    (r"has no parse", "has no trees"),
    (r"[Tt]able of errors", "table of differences"),
    (r"panel Errors", "panel Disagreements"),
    (r"Errors of all parses", "Differences of all pairs"),
    (r"all parses", "all pairs"),
)
"""What is written of gold and parse in other rooms, and how it is said of annotators."""

_JUDGEMENTS = (
    (r"Precision", "Same of {1}'s"),
    (r"Recall", "Same of {0}'s"),
    (r"precision", "same of {1}'s"),
    (r"recall", "same of {0}'s"),
    (r"Accuracy", "Agreement"),
    (r"Error rate", "Disagreement"),
    (r"Error classes", "Classes of differences"),
    (r"Error contexts", "Contexts of differences"),
    (r"Error mass", "Mass of differences"),
    (r"Error(?=:)", "Left out"),
    (r"Gold(?= (?:words|mwe))", "{0}:"),
    (r"Parse(?= (?:words|mwe))", "{1}:"),
    (r"no parse", "no trees"),
    (r"instead of", "against"),
    (r"gold relation", "relation for {0}"),
    (r"gold tag", "tag for {0}"),
    (r"missing node", "node of {0} only"),
    (r"extra node", "node of {1} only"),
    (r"the correct head", "{0}'s head"),
    (r"correct(?= (?:head|relation))", "the same"),
    (r"Correct(?=:)", "The same"),
    (r"make right", "make the same"),
    (r"the right(?= (?:head|label))", "the same"),
    (r"Right|right", "Same"),
    (r"wrong|Wrong", "different"),
    (r"Errors", "Differences"),
    (r"errors", "differences"),
    (r"error", "difference"),
)
"""What is said of figures where one side is right, and how it is said of annotators."""


@dataclass(frozen=True)
class Adjudication(Wording):
    """The words for two annotators; ``gold`` and ``parse`` are their names, the first one's where the gold stands."""

    judges: ClassVar[bool] = False
    wrong_tag: ClassVar[str] = "tags differ"
    wrong_function: ClassVar[str] = "functions differ"
    other_tag: ClassVar[str] = "tags differ"
    other_words: ClassVar[str] = "words differ"

    @property
    def the_gold(self) -> str:  # type: ignore[override]
        """The first annotator."""
        return self.gold

    @property
    def the_parse(self) -> str:  # type: ignore[override]
        """The other annotator."""
        return self.parse

    @property
    def names(self) -> Mapping[State, str]:
        """What is said of something in a state, in the legend's order."""
        heads, labels, crossing = "heads differ", "labels differ", f"only {self.parse}, crossing"
        return {
            State.MATCHED: NAMES[State.MATCHED],
            State.WRONG_HEAD: heads,
            State.ONE_HEAD: heads,
            State.OTHER_HEAD: heads,
            State.REVERSED: "reversed: same undirected",
            State.EDGE_FLIP: "edge flip: same in NED",
            State.WRONG_LABEL: labels,
            State.DIFFERS: labels,
            State.MISSING: f"only {self.gold}",
            State.ONLY_ONE: f"only {self.gold}",
            State.EXTRA: f"only {self.parse}",
            State.ONLY_OTHER: f"only {self.parse}",
            State.CROSSING: crossing,
            State.OTHER_CROSSING: crossing,
            **{state: NAMES[state] for state in (State.FORGIVEN, State.GENERALISED, State.NOT_SCORED)},
        }

    @property
    def legend(self) -> Mapping[State, str]:
        """What the legend calls each class, in its order."""
        heads = self.names[State.WRONG_HEAD]
        return {
            **self.names,
            State.ONE_HEAD: f"{heads}: {self.gold}",
            State.OTHER_HEAD: f"{heads}: {self.parse}",
        }

    @property
    def lattice_legend(self) -> Mapping[State, str]:
        """The same for the edges of lattices."""
        return {
            State.MATCHED: LATTICE_NAMES[State.MATCHED],
            State.DIFFERS: "tags differ, or folded with a difference",
            State.ONLY_ONE: f"{self.gold}'s path only",
            State.ONLY_OTHER: f"{self.parse}'s path only",
            State.NOT_SCORED: LATTICE_NAMES[State.NOT_SCORED],
        }

    def in_layer(self, layer: str) -> str:
        """What is said of a difference in a layer of `sides.layers`."""
        return _IN_LAYER[layer]

    def head_verdict(self, *, same_label: bool) -> str:
        """What is said of an arc with another head."""
        return self.names[State.WRONG_HEAD] if same_label else "heads and labels differ"

    def drawn(self, state: State, side: Side) -> State:
        """In the side's own colour; what is of both sides, in neither's."""
        return _DRAWN.get(side, _OF_EITHER).get(state, state)

    def the(self, name: str) -> str:
        """A picture by its name, inside a sentence."""
        return name

    def word_of(self, side: Side) -> str:
        """What is said of a word that one side has."""
        return f"word of {self.gold if side is Side.GOLD else self.parse} only"

    def contrast(self, word: str, ours: str, theirs: str) -> str:
        """What both sides have of a word."""
        return f"{word}: {self.gold} has {ours}, {self.parse} has {theirs}"

    def facts(self, word: str, ours: str, theirs: str) -> str:
        """What both sides say of a word."""
        return self.contrast(word, ours, theirs)

    def constituent(self, state: State, word: str, ours: str, theirs: str) -> str:  # noqa: ARG002, as both are alike
        """What both sides have over some words."""
        return self.contrast(word, ours, theirs)

    def line(self, side: Side, text: str) -> str:
        """What a side has, as a line of the list of differences."""
        return f"{self.gold if side is Side.GOLD else self.parse}: {text}"

    def only(self, side: Side) -> str:
        """What only one side has."""
        return f"only {self.gold if side is Side.GOLD else self.parse}"

    def heading(self, name: str) -> str:
        """The heading of a table's column."""
        if name in _HEADINGS:
            return _HEADINGS[name].format(self.gold, self.parse)
        whose, _, rest = name.partition("_")
        found = {"gold": self.gold, "expected": self.gold, "parse": self.parse, "found": self.parse}.get(whose)
        return f"{found}: {rest.replace('_', ' ')}" if found and rest else self.figures(name.replace("_", " "))

    def told(self, text: str) -> str:
        """A text that speaks of gold and parse, in these words."""
        return self._reworded(text, _SIDES)

    def figures(self, text: str) -> str:
        """A text about figures, without right and wrong."""
        return self._reworded(text, (*_SIDES, *_JUDGEMENTS))

    def _reworded(self, text: str, words: Sequence[tuple[str, str]]) -> str:
        for pattern, template in words:
            said = template.format(self.gold, self.parse)
            # A name is no template of `re`: a backslash in it stands for itself.
            text = re.sub(rf"(?<![\w/.-])(?:{pattern})(?![\w/-])", said.replace("\\", r"\\"), text)
        return text


def told_apart(diagram: Diagram, wording: Wording) -> Diagram:
    """The diagram with each side's differences in the lines that a wording has for them."""
    if wording.judges:
        return diagram
    shapes = []
    for shape in diagram.shapes:
        state = wording.drawn(shape.state, shape.key.side if shape.key is not None else Side.BOTH)
        shapes.append(shape if state is shape.state else replace(shape, state=state))
    return replace(diagram, shapes=tuple(shapes))
