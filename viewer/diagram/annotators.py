"""The words and lines for two annotators, none of whom is the gold: their names, and that they differ. No Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from string import ascii_uppercase
from typing import ClassVar

from goldleaf.viewer.diagram.naming import LATTICE_NAMES, NAMES, Wording
from goldleaf.viewer.diagram.shapes import Diagram, Side, State

_OF_ONE = {State.WRONG_HEAD: State.ONE_HEAD, State.WRONG_LABEL: State.DIFFERS, State.MISSING: State.ONLY_ONE}
_OF_OTHER = {
    State.WRONG_HEAD: State.OTHER_HEAD, State.WRONG_LABEL: State.DIFFERS, State.EXTRA: State.ONLY_OTHER,
    State.CROSSING: State.OTHER_CROSSING,
}  # fmt: skip
_OF_EITHER = _OF_ONE | _OF_OTHER | {State.WRONG_HEAD: State.DIFFERS}
# How each side draws what the comparison marks: in its own colour; what is of both, in neither's.
_DRAWN = {Side.GOLD: _OF_EITHER | _OF_ONE, Side.PARSE: _OF_EITHER | _OF_OTHER}

# Of columns of breakdowns.
_HEADINGS = {
    "gold": "{0}", "system": "{1}", "correct": "same", "missing": "only {0}", "extra": "only {1}",
    "recall": "same of {0}'s", "precision": "same of {1}'s",
    "right_head": "same head", "right_label": "same label", "right_both": "both same",
    "wrong_head": "heads differ", "wrong_label": "labels differ", "wrong_both": "both differ",
    "head_errors": "heads differ", "label_errors": "labels differ", "both_wrong": "both differ",
}  # fmt: skip

# What is written of gold and parse in other rooms, and how it is said of annotators.
_SIDES = (
    (r"Parse(?=$)", "Annotators"),  # the menu
    (r"Gold above, parse below", "{0} above, {1} below"), (r"the generalized gold", "what several theories share"),
    (r"several golds are generalized", "several theories are generalized"), (r"of each gold", "of each"),
    (r"Missing constituents", "What {1} lacks"), (r"the gold file", "{0}'s file"),
    (r"the right gold", "the same text"), (r"no parse to compare", "nobody to compare"),
    (r"Add parse|add parse", "Add annotator"), (r"a further parse file", "a further annotator's file"),
    (r"without a parse", "alone"), (r"a parse", "another annotator"),
    (r"Parse(?= [0-9])", "Annotator"), (r"parse(?= [0-9])", "annotator"),
    (r"[Gg]old and parse", "{0} and {1}"), (r"[Tt]he gold(?='s|)", "{0}"),
    (r"[Tt]he parse(?='s|)", "{1}"), (r"are parsed without an error", "have no difference"),
    (r"segmentation errors", "sentences that are cut differently"),
    (r"segmentation error", "sentence that is cut differently"), (r"[Aa]ll counts as wrong", "All counts as different"),
    (r"wrong in the figures", "different in the figures"), (r"has no parse", "has no trees"),
    (r"[Tt]able of errors", "table of differences"), (r"panel Errors", "panel Disagreements"),
    (r"Errors of all parses", "Differences of all pairs"), (r"all parses", "all pairs"),
    (r"second parse of the same gold", "further annotator"), (r"(?<=one )parse", "annotator"),
    (r"parses(?! of)", "annotators"),
)  # fmt: skip

# What is said of figures where one side is right, and how it is said of annotators.
_JUDGEMENTS = (
    (r"Precision", "Same of {1}'s"), (r"Recall", "Same of {0}'s"),
    (r"precision", "same of {1}'s"), (r"recall", "same of {0}'s"),
    (r"Accuracy", "Agreement"), (r"Error rate", "Disagreement"),
    (r"Error classes", "Classes of differences"), (r"Error contexts", "Contexts of differences"),
    (r"Error mass", "Mass of differences"), (r"Error(?=:)", "Left out"),
    (r"Gold(?= (?:words|mwe))", "{0}:"), (r"Parse(?= (?:words|mwe))", "{1}:"),
    (r"no parse", "no trees"), (r"instead of", "against"),
    (r"gold relation", "relation for {0}"), (r"gold tag", "tag for {0}"),
    (r"missing node", "node of {0} only"), (r"extra node", "node of {1} only"),
    (r"the correct head", "{0}'s head"), (r"correct(?= (?:head|relation))", "the same"),
    (r"Correct(?=:)", "The same"), (r"make right", "make the same"),
    (r"the right(?= (?:head|label))", "the same"), (r"Right|right", "Same"),
    (r"wrong|Wrong", "different"), (r"Errors", "Differences"),
    (r"errors", "differences"), (r"error", "difference"),
)  # fmt: skip


@dataclass(frozen=True)
class Adjudication(Wording):
    """The words for two annotators; ``gold`` and ``parse`` are their names, the first one's where the gold stands."""

    judges: ClassVar[bool] = False
    wrong_tag: ClassVar[str] = "tags differ"
    wrong_function: ClassVar[str] = "functions differ"
    wrong_category: ClassVar[str] = "categories differ"
    other_tag: ClassVar[str] = "tags differ"

    @property
    def the_gold(self) -> str:  # type: ignore[override]
        return self.gold

    @property
    def the_parse(self) -> str:  # type: ignore[override]
        return self.parse

    @property
    def names(self) -> Mapping[State, str]:
        return {
            State.MATCHED: NAMES[State.MATCHED],
            **dict.fromkeys((State.WRONG_HEAD, State.ONE_HEAD, State.OTHER_HEAD), "heads differ"),
            State.REVERSED: "reversed: same undirected",
            State.EDGE_FLIP: "edge flip: same in NED",
            **dict.fromkeys((State.WRONG_LABEL, State.DIFFERS), "labels differ"),
            **dict.fromkeys((State.MISSING, State.ONLY_ONE), f"only {self.gold}"),
            **dict.fromkeys((State.EXTRA, State.ONLY_OTHER), f"only {self.parse}"),
            **dict.fromkeys((State.CROSSING, State.OTHER_CROSSING), f"only {self.parse}, crossing"),
            **{state: NAMES[state] for state in (State.FORGIVEN, State.GENERALISED, State.NOT_SCORED)},
        }

    @property
    def legend(self) -> Mapping[State, str]:
        heads = self.names[State.WRONG_HEAD]
        return {**self.names, State.ONE_HEAD: f"{heads}: {self.gold}", State.OTHER_HEAD: f"{heads}: {self.parse}"}

    @property
    def lattice_legend(self) -> Mapping[State, str]:
        return {
            State.MATCHED: LATTICE_NAMES[State.MATCHED],
            State.DIFFERS: "tags differ",
            State.ONLY_ONE: f"{self.gold}'s path only",
            State.ONLY_OTHER: f"{self.parse}'s path only",
            State.NOT_SCORED: LATTICE_NAMES[State.NOT_SCORED],
        }

    def in_layer(self, layer: str) -> str:
        names = {"arc": "heads or labels", "features": "features", "constituent": "labels"}
        return "cut differently" if layer == "words" else f"{names.get(layer, f'{layer}s')} differ"

    def head_verdict(self, *, same_label: bool) -> str:
        return self.names[State.WRONG_HEAD] if same_label else "heads and labels differ"

    def drawn(self, state: State, side: Side) -> State:
        """In the side's own colour; what is of both sides, in neither's."""
        return _DRAWN.get(side, _OF_EITHER).get(state, state)

    def the(self, name: str) -> str:
        return name

    def word_of(self, side: Side) -> str:
        return f"word of {self.gold if side is Side.GOLD else self.parse} only"

    def contrast(self, word: str, ours: str, theirs: str) -> str:
        return f"{word}: {self.gold} has {ours}, {self.parse} has {theirs}"

    facts = contrast

    def constituent(self, state: State, word: str, ours: str, theirs: str) -> str:  # noqa: ARG002, as both are alike
        return self.contrast(word, ours, theirs)

    def line(self, side: Side, text: str) -> str:
        return f"{self.gold if side is Side.GOLD else self.parse}: {text}"

    def only(self, side: Side) -> str:
        return f"only {self.gold if side is Side.GOLD else self.parse}"

    def heading(self, name: str) -> str:
        if name in _HEADINGS:
            return _HEADINGS[name].format(self.gold, self.parse)
        whose, _, rest = name.partition("_")
        side = {"gold": self.gold, "expected": self.gold, "parse": self.parse, "found": self.parse}.get(whose)
        return f"{side}: {rest.replace('_', ' ')}" if side and rest else self.figures(name.replace("_", " "))

    def figures(self, text: str) -> str:
        """A text about figures, without right and wrong."""
        return self.told(text, (*_SIDES, *_JUDGEMENTS))

    def told(self, text: str, words: tuple[tuple[str, str], ...] = _SIDES) -> str:
        return _told(text, words, self.gold, self.parse)


# With each key all actions are asked why they cannot be done; the answers are few.
@lru_cache(maxsize=4096)
def _told(text: str, words: tuple[tuple[str, str], ...], gold: str, parse: str) -> str:
    for pattern, template in words:
        said = template.format(gold, parse)
        # A name is no template of `re`: a backslash in it stands for itself.
        text = re.sub(rf"(?<![\w/.-])(?:{pattern})(?![\w/-])", said.replace("\\", r"\\"), text)
    return text


# How what each side reads otherwise is drawn where all are drawn together; there are no more lines than these.
READERS = (State.ONE_HEAD, State.OTHER_HEAD, State.THIRD_HEAD, State.FOURTH_HEAD, State.FIFTH_HEAD, State.SIXTH_HEAD)


@dataclass(frozen=True)
class Everyone(Adjudication):
    """The words for all ``sides`` by their names, the gold or first annotator in front; nobody is right."""

    sides: tuple[str, ...] = ()

    of_all: ClassVar[bool] = True

    @property
    def names(self) -> Mapping[State, str]:
        own = dict(zip(READERS, self.sides, strict=False))
        return {State.MATCHED: "all alike", **own, State.DIFFERS: "labels differ"}

    @property
    def legend(self) -> Mapping[State, str]:
        """Names of lines; with the letters that stand for names in the picture, where these are not theirs."""
        letters = zip(READERS, self.initials, self.sides, strict=False)
        own = {state: name if letter == name else f"{letter}: {name}" for state, letter, name in letters}
        return {**self.names, **own}

    @property
    def initials(self) -> tuple[str, ...]:
        """Each name by the fewest letters that tell all apart, without what they have in common; else by a letter:
        readings have numbers."""
        alike = takewhile(lambda letters: len({*letters}) == 1, zip(*self.sides, strict=False))
        common = len(re.sub(r"[^\W_]+$", "", "".join(letters[0] for letters in alike)))  # the number of ``0001-anna``
        for length in range(1, 4):
            letters = tuple(name[common : common + length] for name in self.sides)
            if all(letters) and len({*letters}) == len(letters):
                return letters
        return tuple(ascii_uppercase[: len(self.sides)])

    def reader(self, side: int) -> State:
        """The line of a side, by its number."""
        return READERS[side % len(READERS)]

    def verdict(self, state: State) -> str:
        """Nothing is wrong with a reading."""
        return "differs" if state in (State.MISSING, State.EXTRA) else ""

    def head_verdict(self, *, same_label: bool) -> str:  # noqa: ARG002
        return ""

    def in_layer(self, layer: str) -> str:
        # What is said of most is said of none.
        return "" if layer == "arc" else super().in_layer(layer)

    def drawn(self, state: State, side: Side) -> State:  # noqa: ARG002
        """A reading in its own line; what is of both sides, in neither's."""
        return State.DIFFERS if state in _OF_EITHER and state not in READERS else state


def told_apart(diagram: Diagram, wording: Wording) -> Diagram:
    """The diagram with each side's differences in the lines that a wording has for them."""
    if wording.judges:
        return diagram
    shapes = []
    for shape in diagram.shapes:
        state = wording.drawn(shape.state, shape.key.side if shape.key is not None else Side.BOTH)
        shapes.append(shape if state is shape.state else replace(shape, state=state))
    return replace(diagram, shapes=tuple(shapes))
