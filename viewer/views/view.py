"""What a view is: one kind of picture of a sentence, from its button to its differences; and what is asked
of it. No Qt. A new kind is a room beside this module with a class like these, and a line in
`viewer.views.VIEWS`; nobody else asks which kind it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.formats.recutting import Cut
from goldleaf.core.sentence import Sentence
from goldleaf.viewer.diagram.bidi import mostly_right_to_left
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.naming import REVIEW, Difference, Wording
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Diagram, Element, Key, Side
from goldleaf.viewer.diagram.spacing import LayOut
from goldleaf.viewer.diagram.theme import TextMeasure, Theme
from goldleaf.viewer.diagram.walking import Way, positions_of, walk
from goldleaf.viewer.session.document import Document
from goldleaf.viewer.session.layers import LayerItem
from goldleaf.viewer.session.pair import Pair
from goldleaf.viewer.text.tex import Example

if TYPE_CHECKING:  # nobody who only draws needs to search
    from goldleaf.viewer.session.found import Hit

AUTO = "auto"  # the first view that the files have something for


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is asked for of a drawing; a view takes of it what it names in ``heeds``."""

    view: str = AUTO  # its name
    mode: Mode = Mode.STACKED
    options: Options = field(default_factory=Options)  # those that views have in common
    layers: tuple[Layer, ...] = ()  # whose differences are looked at; of none, what the metric counts
    against: int | None = None  # a second parse to be drawn with the gold and the parse
    everyone: bool | None = None  # whether all sides are looked at together; None for annotators, of whom none is right
    own: tuple[tuple[str, Any], ...] = ()  # the options of single views, by name, where they are not the usual ones

    def own_of(self, name: str, usual: Any) -> Any:  # noqa: ANN401, of the view's own class
        """A view's own options."""
        return dict(self.own).get(name, usual)

    def with_own(self, name: str, options: Any) -> Look:  # noqa: ANN401
        """The same with other options of a view."""
        return replace(self, own=tuple(sorted((dict(self.own) | {name: options}).items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """One remedy to be narrower."""

    choice: str  # the field of a figure's choices that it makes; it is not taken where somebody has made it already
    said: str  # what is told once it has been taken, with ``{rows}`` for how many rows of words there are
    subject: str  # what it is about
    title: str  # what it is called in a dialog,
    option: str  # and on the command line
    changed: Callable[[Look, float], Look | None]  # of a look and the room in pixels; None where it changes nothing
    without: str = "As in the window"  # what there is if it is not done
    needs_parse: bool = False
    on_slides: bool = False  # tried, with each of the others, where a page is wider than it is high


_OF_WORDS = ("tag", "lemma", "features", "predicate", "argument")  # kinds of elements that not every drawing has


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """A choice that a view's drawings take: on or off in the window's menu, an option of ``goldleaf render``. ``field``
    of the view's options is set to ``on`` or ``off``; where these are names, the command line takes all such names."""

    name: str
    title: str
    description: str
    field: str
    on: Any = True
    off: Any = False
    keys: tuple[str, ...] = ()
    needs_parse: bool = False


class Number(NamedTuple):
    """A whole number that a view's drawings take from the command line, as a field of its options."""

    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewChange:
    """Something that one does to a drawing, such as folding what is selected."""

    name: str
    title: str
    description: str
    # The view's options afterwards, from those before, the drawing and the selection; None where nothing is to be done.
    options: Callable[[Any, Drawing, Key | None], Any | None]
    checked: Callable[[Any, Drawing], bool] | None = None  # whether it is done, where that can be told
    keys: tuple[str, ...] = ()
    needs_parse: bool = False
    why_not: str = "There is nothing to do."  # the reason


CUT = 1_000_000
"""The words of a result that are cut otherwise than the gold's are drawn from the place behind this one on."""


class ReviewOutcome(NamedTuple):
    """What the choices of a review come to, by the words that there were, and where these are cut anew by those."""

    sentence: Sentence
    undecided: frozenset[tuple[Layer, str]] = frozenset()  # items
    # Constituents, by their words, and labels, that were chosen and cross: then the sentence has the tree that it had.
    crossing: tuple[tuple[tuple[int, ...], str], ...] = ()
    unknown: frozenset[str] = frozenset()  # words whose label is chosen, and that the treebank does not know
    brackets: tuple[str, ...] = ()  # labels of constituents of which the same holds
    cuts: tuple[Cut, ...] = ()
    cut: Sentence | None = None  # after these,
    names: tuple[str, ...] = ()  # and what its words were: ``4``; the second of those that word became ``4/2``


class Subject(NamedTuple):
    """What is drawn: the sentence of a row with one parse's (−1 for none), as a metric compares them; what is said."""

    document: Document
    row: int
    parse: int
    pair: Pair
    wording: Wording = REVIEW
    items: tuple[LayerItem, ...] = ()  # what differs in the layers that the look has
    outcome: ReviewOutcome | None = None
    everyone: bool = False  # whether all sides are looked at, not these two alone


class Tools(NamedTuple):
    """What a drawing is made with. ``lay_out`` lays a graph out, which may take long or be done elsewhere."""

    theme: Theme
    measure: TextMeasure
    lay_out: LayOut


class WalkStep(NamedTuple):
    """Where a view's own way through the differences leads: its options and the selection there, and what to say."""

    options: Any
    selected: Key | None
    said: str


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawing:
    """What a view has drawn of a sentence, and what one can do with it. A side without words has no diagram."""

    diagrams: tuple[Diagram, ...] = ()
    titles: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    beside: bool = False
    upright: bool = False  # words run down the page
    provisional: bool = False  # while a better layout is being made
    start: Key | None = None  # the element to be looked at first
    note: str = ""  # why there is nothing
    summary: str = ""  # what the status bar tells of the whole
    left_out: str = ""  # what of a sentence that is too large is not drawn
    shortened: str = ""  # how it was made to fit
    about: Mapping[str, str] = field(default_factory=dict)  # goes into files' metadata
    wording: Wording = REVIEW  # the document's, where the view does not speak in words of its own
    sentence: Sentence | None = None  # through whose words one walks

    @cached_property
    def elements(self) -> tuple[Mapping[Key, Element], ...]:
        """The elements of each diagram."""
        return tuple(diagram.elements for diagram in self.diagrams)

    @cached_property
    def keys(self) -> frozenset[Key]:
        """All elements that are drawn."""
        return frozenset(key for known in self.elements for key in known)

    def shown(self, key: Key | None) -> Key | None:
        """The element that stands for one: itself, or what it is folded into. That of a tag, lemma, role or their like
        is drawn on whichever side, or its word is."""
        if key is None or key in self.keys or key.kind not in ("word", *_OF_WORDS):
            return key
        position = key.name.split("-")[1 if key.kind == "argument" else 0]
        names = ((key.kind, key.name), ("word", position))
        wanted = (Key(side, kind, name) for kind, name in names for side in (key.side, *Side))
        return next((one for one in wanted if one in self.keys), key)

    def lit(self, hit: Hit) -> list[Key]:
        """The elements that a filter has found, the gold's first: a word with its arc, a node or its words."""
        kinds = ("word", "arc") if hit.kind == "word" else ("word",)
        own: list[Key] = []
        for side, words in hit.words.items():
            number, nodes = hit.nodes.get(side), []
            if hit.kind != "word":  # by its number; what has none by its words, which may be several elements
                shown = (key for key in sorted(self.keys) if key.side == side and key.kind in ("node", "bar"))
                nodes = [
                    key
                    for key in shown
                    if (key.name == f"{number}" if number is not None else {*self.in_text(key)} == {*words})
                ]
            own += nodes or self._of_words(Side(side), words, kinds)
        # Words that both sides share are of neither.
        return own or [key for words in hit.words.values() for key in self._of_words(Side.BOTH, words, ("word", "arc"))]

    def _of_words(self, side: Side, words: Iterable[int], kinds: Iterable[str]) -> list[Key]:
        keys = (Key(side, kind, f"{position}") for position in words for kind in kinds)
        return [key for key in keys if key in self.keys]

    def related(self, key: Key | None) -> frozenset[Key]:
        """The elements that are marked when one is selected: the same word or arc on every side."""
        return frozenset() if key is None else self.keys & {key._replace(side=side) for side in Side}

    def word(self, position: int, side: Side) -> Key | None:  # noqa: ARG002
        """The element of the gold's word at a position, of a side if it can be told apart."""
        keys = (Key(one, "word", f"{position}") for one in Side)
        return next((key for key in keys if key in self.keys), None)

    def in_text(self, key: Key | None) -> tuple[int, ...]:
        """The gold's words that an element is about."""
        return positions_of(key, self.elements)

    def card(self, key: Key, description: str) -> list[tuple[str, str]]:
        """What is said of an element under the pointer: rows of a title and a text."""
        return [(key.kind, description)] if description else []

    def walk(self, key: Key | None, way: Way, side: Side) -> Key | None:
        """The element that is reached from the selected one; None where there is nothing that way."""
        return None if self.sentence is None else self.walk_words(self.sentence, key, way, side)

    def walk_words(self, sentence: Sentence, key: Key | None, way: Way, side: Side) -> Key | None:
        """The word that is reached in a sentence: the head, the first dependent, or the one beside."""
        turned = mostly_right_to_left(word.form for word in sentence.words)
        place = next(iter(positions_of(key, self.elements)), None)
        position = walk(sentence, place, way, right_to_left=turned)
        return None if position is None else self.word(position, side)

    def tikz(
        self, theme: Theme, scale: float, around: Around, *,  # noqa: ARG002
        standalone: bool, example: Example | None = None,  # noqa: ARG002
    ) -> str | None:  # fmt: skip
        """LaTeX that an author can go on editing, with what stands ``around``; None where there are only lines."""
        return None


class View(ABC):
    """One kind of picture."""

    name: ClassVar[str]  # also of its icon
    title: ClassVar[str]
    keys: ClassVar[tuple[str, ...]]  # choose it
    description: ClassVar[str]
    metric: ClassVar[str]  # whose facts it shows where the chosen one has none of its kind
    heeds: ClassVar[frozenset[str]]  # of the look: ``compare`` (its mode), ``layers``, and fields of `Options`
    lists_facts: ClassVar[bool] = True  # its list of differences has what the metric counts, each by itself
    usual: ClassVar[Any] = None  # its own options,
    in_figures: ClassVar[Any] = None  # and those of a figure, where they are others
    shares: ClassVar[str] = ""  # another view with whose options it draws, too
    switches: ClassVar[tuple[Switch, ...]] = ()
    mended: ClassVar[Layer | None] = None  # what one draws in it with the mouse
    numbers: ClassVar[tuple[Number, ...]] = ()
    changes: ClassVar[tuple[ViewChange, ...]] = ()
    least_text: ClassVar[float] = 7.0  # points that text in its figures must have
    remedies: ClassVar[tuple[Remedy, ...]] = ()  # taken in turn until a figure is narrow enough,
    offers: ClassVar[tuple[Remedy, ...]] = ()  # and by choice

    @abstractmethod
    def lacking(self, document: Document) -> str:
        """Why it has nothing to show of the files; empty if it has."""

    @abstractmethod
    def draw(self, subject: Subject, look: Look, tools: Tools) -> Drawing:
        """Draw a sentence."""

    def own(self, look: Look) -> Any:  # noqa: ANN401, of the view's own class
        """Its own options in a look."""
        return look.own_of(self.name, self.usual)

    def forgotten(self, options: Any) -> Any:  # noqa: ANN401
        """Its options without what is of one sentence."""
        return options

    def activated(self, options: Any, drawing: Drawing, key: Key) -> Any:  # noqa: ANN401, ARG002
        """Its options after a double click on an element."""
        return options

    def revealed(self, options: Any, drawing: Drawing) -> Any:  # noqa: ANN401, ARG002
        """Its options after a click with Shift: all is shown."""
        return options

    def following(self, options: Any, drawing: Drawing, key: Key | None) -> Any:  # noqa: ANN401, ARG002
        """Its options once an element has been selected."""
        return options

    def step(self, options: Any, drawing: Drawing, by: int, *, forgiven: bool) -> WalkStep | None:  # noqa: ANN401, ARG002
        """The next (1) or previous (−1) step in a way of its own through the differences; None if it is not in one.
        Without ``forgiven`` those are one step together."""
        return None
