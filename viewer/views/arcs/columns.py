"""What stands over and under words: a column for each word and shown empty node, with its texts; arcs as edges between
columns, which a band above or below the words draws."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from itertools import chain, zip_longest
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.sentence import EmptyNode, Word
from goldleaf.viewer.diagram.options import Options, Row
from goldleaf.viewer.diagram.shapes import GHOST, MARGIN, Key, Role, Side, State
from goldleaf.viewer.diagram.theme import Ruler
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture, MarkedEdge, predicates

BOX_PAD = 4.0  # beside a boxed label, in pixels
EMPTY_PAD = 5.0  # inside the box of an empty node, in pixels
MARK = 9.0  # the size of a × or a warning sign beside a label
MARK_GAP = 3.0
NUMBER_GAP = 5.0  # between a word, which may be hatched, and its number

# Looking a member up in its enum takes longer than all the rest that is done with it for each arc.
_ARC, _LABEL, _MATCHED, _WRONG_LABEL = Role.ARC, Role.LABEL, State.MATCHED, State.WRONG_LABEL
_NOT_SCORED, _EXTRA = State.NOT_SCORED, State.EXTRA
ALIKE = frozenset({_MATCHED, _NOT_SCORED})  # the states of what does not differ
_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"  # of readings: the keys that choose them


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that all pictures of a sentence share, from 0 in the order of the sentence. ``predicates`` are the
    positions of all predicates, whichever picture has them."""

    index: dict[str, int]  # by the names of CoNLL-U: ``6`` for the word in position 6, ``8.1`` for an empty node
    of_word: dict[int, int]  # by position
    predicates: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.index)


def columns_of(pictures: Sequence[ArcsPicture], options: Options) -> Columns:
    """The columns of all words of the pictures, and of their empty nodes if the options show them."""
    places: set[tuple[int, int]] = set()  # of words with 0, of empty nodes after the words before them
    for picture in pictures:
        places |= {(word.position, 0) for word in picture.sentence.words}
        if options.enhanced:
            places |= {(node.after, node.index) for node in picture.sentence.empty_nodes}
    ordered = sorted(places)
    names = (f"{position}.{index}" if index else f"{position}" for position, index in ordered)
    of_word = {position: column for column, (position, index) in enumerate(ordered) if not index}
    shown = tuple(predicates(picture.sentence for picture in pictures)) if options.semantic else ()
    return Columns({name: column for column, name in enumerate(names)}, of_word, shown)


class Gaps(NamedTuple):
    """The least distances, in pixels.

    ``words`` and ``cells`` are between neighbouring words and the texts under them, ``label`` is by how much an arc is
    wider than its label, ``under_label`` and ``over_label`` are from a label's box to its own flat top and to the next
    one, ``box`` above and below the letters in it, ``ports`` between the outermost ports of neighbours, ``strips``
    between two rows of words. ``rise`` is the height of the lowest flat tops. With ``aside`` the labels of stubs may
    stand beside them. ``margin`` is around words down the page.
    """

    words: float = 14.0
    cells: float = 8.0
    label: float = 6.0
    under_label: float = 2.5
    over_label: float = 2.5
    box: float = 1.0
    ports: float = 6.0
    strips: float = 24.0
    rise: float = 19.0
    aside: bool = False
    margin: float = MARGIN

    @staticmethod
    def of(options: Options) -> Gaps:
        if not options.tight:
            return Gaps()
        return Gaps(
            words=8.0, cells=6.5, label=2.0, under_label=0.5, over_label=0.5, box=1.1, ports=3.0, strips=8.0, rise=15.0,
            aside=True, margin=MARGIN / 2,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of texts, one a column (empty where there is none), and their widths, in pixels."""

    role: Role
    texts: tuple[str, ...]
    widths: tuple[float, ...]
    ascent: float
    descent: float
    gap: float  # least space between two texts
    layer: Layer | None = None  # that the texts are of
    boxed: frozenset[int] = frozenset()  # the columns whose text the other side has not
    numbers: Mapping[int, tuple[str, float]] = field(default_factory=dict, hash=False)  # behind words, and their widths

    @property
    def height(self) -> float:
        return self.ascent + self.descent

    def behind(self, column: int) -> float:
        """The part of a column's width that a number takes, with the gap before it."""
        return NUMBER_GAP + self.numbers[column][1] if column in self.numbers else 0.0


def text_rows(
    picture: ArcsPicture,
    columns: Columns,
    options: Options,
    ruler: Ruler,
    begins: Mapping[int, str],
    others: Sequence[ArcsPicture] = (),
) -> list[TextRow]:
    """The rows of a picture: its words, then what the options show under them, with what the ``others`` have instead,
    if these are their words, too; then the names of sentences by the columns where each ``begins``. Empty rows go."""
    units: list[Word | EmptyNode | None] = [None] * len(columns)
    for word in picture.sentence.words:
        units[columns.of_word[word.position]] = word
    for node in picture.sentence.empty_nodes:
        if node.name in columns.index:
            units[columns.index[node.name]] = node
    gaps = Gaps.of(options)
    words = text_row(Role.WORD, [unit.form if unit else "" for unit in units], gaps.words, ruler)
    widths = list(words.widths)
    for column, unit in enumerate(units):
        if isinstance(unit, EmptyNode):
            widths[column] = ruler.width(Role.EMPTY_NODE, unit.form) + 2 * EMPTY_PAD
    rows = [replace(words, widths=tuple(widths))]
    for row in options.rows:
        role, _, layer = _ROWS[row]
        against = picture.against.get(layer, {}) if layer is not None else {}
        own = columns.of_word
        there = {own[place]: _cells(row, word) for place, word in against.items() if place in own}
        told = [unit if row is not Row.CHANGED_FEATURES or n in there else None for n, unit in enumerate(units)]
        cells = [_cells(row, unit) if unit else () for unit in told]
        if others and layer is not None:
            theirs = _cells_of_others(row, others, columns, cells) | there
            cells = [_changed(cell, theirs.get(n, cell), role) if told[n] else cell for n, cell in enumerate(cells)]
        for texts in zip_longest(*cells, fillvalue=""):
            if any(texts):
                boxed = frozenset(column for column, own in there.items() if texts[column] and texts[column] not in own)
                rows.append(replace(text_row(role, texts, gaps.cells, ruler), layer=layer, boxed=boxed))
    if begins:
        rows.append(text_row(Role.TAG, [begins.get(column, "") for column in range(len(columns))], gaps.cells, ruler))
    return rows


def _cells_of_others(
    row: Row, others: Sequence[ArcsPicture], columns: Columns, own: Sequence[tuple[str, ...]]
) -> dict[int, tuple[str, ...]]:
    """What others have of words in a row, by column, also what no score counts, but not what one has nowhere, as parses
    without tags have. Where several have not the same, it is what each has, in their order; of several texts, as
    features are, those of the first who has not the words' ``own``."""
    found: defaultdict[int, dict[tuple[str, ...], None]] = defaultdict(dict)
    for word in chain.from_iterable(other.sentence.words for other in others):
        if cell := _cells(row, word):
            found[columns.of_word[word.position]][cell] = None
    theirs = {}
    for column, cells in found.items():
        if max(map(len, cells)) > 1:
            theirs[column] = next((cell for cell in cells if cell != own[column]), own[column])
        else:
            theirs[column] = ("/".join(chain(*cells)),)
    return theirs


def _changed(own: Sequence[str], others: Sequence[str], role: Role) -> tuple[str, ...]:
    """The texts of a word with what the other side has instead, a dash for what one of them has not."""

    def named(texts: Sequence[str]) -> dict[tuple[str, int], str]:  # a file may have two features of a name
        names = [text.partition("=")[0] * (role is Role.FEATURE) for text in texts]
        return {(name, names[:number].count(name)): texts[number] for number, name in enumerate(names)}

    here, there = named(own), named(others)
    pairs = ((here.get(name, "–"), there.get(name, "–")) for name in here | there)
    return tuple(text if text == other else f"{text} → {other}" for text, other in pairs)


def text_row(role: Role, texts: Sequence[str], gap: float, ruler: Ruler) -> TextRow:
    """A row of such texts, measured."""
    ascent, descent = ruler.height(role, texts)
    return TextRow(role, tuple(texts), tuple([ruler.width(role, text) for text in texts]), ascent, descent, gap)


def numbers(pictures: Sequence[ArcsPicture], columns: Columns, ends: Container[int]) -> dict[int, str]:
    """By column the numbers of words that occur twice, and differ in some picture: at the ends of arcs that do. Lists
    of differences say by them which is meant."""
    words = ((picture, word) for picture in reversed(pictures) for word in picture.sentence.words)
    names = {columns.of_word[word.position]: word.name for picture, word in words if picture.times[word.form] > 1}
    return {column: name for column, name in names.items() if column in ends}


def numbered(row: TextRow, names: Mapping[int, str], ruler: Ruler) -> TextRow:
    """The row of words with numbers behind them."""
    row = replace(row, numbers={column: (name, ruler.width(Role.TAG, name)) for column, name in names.items()})
    return replace(row, widths=tuple(width + row.behind(column) for column, width in enumerate(row.widths)))


def telling_rows(pictures: Sequence[ArcsPicture], rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows that are shown under the words, and those without which a marked difference would not be seen."""
    found = [*rows]
    for picture in pictures:
        for layer, others in picture.against.items():
            known = [row for row, (_, _, shown) in _ROWS.items() if shown is layer]
            for place, other in others.items():
                own = picture.word_at.get(place, other)
                telling = [row for row in known if _cells(row, own) != _cells(row, other)]
                if telling and not {*telling} & {*found}:
                    found.append(telling[0])
    return tuple(found)


# How each row looks, the field of a word that it shows or the name that MISC has it under, and the layer it is of.
_ROWS = {
    Row.NUMBER: (Role.TAG, "name", None), Row.TAG: (Role.TAG, "coarse_tag", Layer.TAG),
    Row.FINE_TAG: (Role.TAG, "fine_tag", Layer.TAG), Row.LEMMA: (Role.LEMMA, "lemma", Layer.LEMMA),
    Row.GLOSS: (Role.LEMMA, "Gloss", None), Row.TRANSLITERATION: (Role.LEMMA, "Translit", None),
    Row.CHANGED_FEATURES: (Role.FEATURE, "features", Layer.FEATURES),  # where all are not wanted
    Row.FEATURES: (Role.FEATURE, "features", Layer.FEATURES),
}  # fmt: skip


def _cells(row: Row, unit: Word | EmptyNode) -> tuple[str, ...]:
    """The texts of a word in a row, one below the other."""
    name = _ROWS[row][1]
    if row in (Row.GLOSS, Row.TRANSLITERATION):
        pairs = (pair.partition("=") for pair in getattr(unit, "misc", "_").split("|"))
        return tuple(value for key, _, value in pairs if key == name and value)[:1]
    text = getattr(unit, name, "_")
    if text in ("_", ""):
        return ()
    # All features in one line would be the widest thing of the picture.
    return tuple(text.split("|")) if name == "features" else (text,)


@dataclass(slots=True)
class PlacedArc:
    """An arc from the head's column to the dependent's; a stub (a root's arrow, …) has both in one. ``width`` is that
    of the label with the marks beside it. The ports, where it meets its columns, are distances from their centres."""

    head: int
    dependent: int
    label: str
    state: State
    key: Key
    ruler: InitVar[Ruler]
    role: Role = Role.ARC
    crossed: bool = False  # with the × of an extra arc
    warned: bool = False
    label_differs: InitVar[bool] = False
    text_width: float = field(init=False)
    width: float = field(init=False)
    left_port: float = 0.0
    right_port: float = 0.0
    left: int = field(init=False)
    right: int = field(init=False)
    basic: bool = field(init=False)
    boxed: bool = field(init=False)  # the label is
    label_role: Role = field(init=False)

    def __post_init__(self, ruler: Ruler, label_differs: bool) -> None:
        forward = self.head < self.dependent
        self.left = self.head if forward else self.dependent
        self.right = self.dependent if forward else self.head
        self.basic = self.role is _ARC
        self.label_role = _LABEL if self.basic else self.role
        self.boxed = (label_differs or self.state is _WRONG_LABEL) and bool(self.label)
        self.text_width = self.width = ruler.width(self.label_role, self.label)
        if self.crossed or self.warned or self.boxed:
            parts = [self.text_width] * bool(self.label) + [MARK] * self.crossed + [MARK] * self.warned
            self.width = sum(parts) + MARK_GAP * max(len(parts) - 1, 0) + 2 * BOX_PAD * self.boxed


def _shown(arc: Arc | MarkedEdge, side: Side, options: Options) -> bool:
    if arc.state is _MATCHED:
        return options.matched and not options.only_differences
    if arc.state is _NOT_SCORED:
        return not options.only_differences
    return options.gold_only if side == Side.GOLD else options.parse_only


def basic_edges(
    picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler, warned: frozenset[int]
) -> Iterator[PlacedArc]:
    """The edges of a picture's arcs, those of ``warned`` dependents marked; then the ghosts of those that were lifted.
    None where the picture shows roles alone."""
    if picture.without_arcs:
        return
    for arc in picture.arcs:
        if arc.head is None or arc.dependent not in columns.of_word or not _shown(arc, picture.side, options):
            continue
        dependent = columns.of_word[arc.dependent]
        head = columns.of_word.get(arc.head, dependent)
        # Files without labels have ``_`` for each: that is not worth its room, unless the label is what is wrong.
        label = "" if arc.label == "_" and arc.state is _MATCHED else arc.label
        if head == dependent and arc.head != 0:
            # Its own head, or one outside the sentence: a stub, as a root has, that says which.
            label = f"{label} → {arc.head}"
        if arc.dependent in picture.readers:
            digit, who = picture.readers[arc.dependent]
            label = f"{_DIGITS[digit]}{label} · {who}"
        crossed = arc.state is _EXTRA and picture.wording.judges
        key = Key(picture.side, "arc", f"{arc.dependent}")
        warns = arc.dependent in warned
        yield PlacedArc(head, dependent, label, arc.state, key, ruler, _ARC, crossed, warns, arc.label_differs)
    for arc in picture.ghosts:
        if arc.head in columns.of_word and arc.dependent in columns.of_word:
            head, dependent = columns.of_word[arc.head], columns.of_word[arc.dependent]
            key = Key(picture.side, GHOST, f"{arc.dependent}")
            yield PlacedArc(head, dependent, arc.label, _MATCHED, key, ruler, Role.LINK)


def enhanced_edges(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> Iterator[PlacedArc]:
    """The edges of the enhanced graph that the options show. Those that the basic tree has, too, only if they differ:
    one looks for what the graph adds."""
    if not options.enhanced:
        return
    compared = picture.graph is not None
    basic = {(f"{word.position}", f"{word.head}", word.label) for word in picture.sentence.words}
    graph = list(picture.graph or ())
    if not compared:  # all that the sentence has, of words and then of empty nodes
        fields = [(f"{word.position}", word.enhanced) for word in picture.sentence.words]
        for node, text in (*fields, *((node.name, node.enhanced) for node in picture.sentence.empty_nodes)):
            parts = (part.partition(":") for part in text.split("|"))  # some of DEPS are no edges: they have no colon
            ends = dict.fromkeys((head, label) for head, colon, label in parts if colon)
            graph += [MarkedEdge(node, head, label) for head, label in ends]
    for edge in graph:
        repeats = edge.state is _MATCHED and (edge.node, edge.head, edge.label) in basic
        hidden = compared and not _shown(edge, picture.side, options)
        if hidden or repeats or edge.node not in columns.index:
            continue
        dependent = columns.index[edge.node]
        head = columns.index.get(edge.head, dependent)
        odd = head == dependent and edge.head != "0"
        label = f"{edge.label} → {edge.head}" if odd else edge.label
        crossed = edge.state is _EXTRA and picture.wording.judges
        key = edge.key(picture.side)
        yield PlacedArc(head, dependent, label, edge.state, key, ruler, Role.ENHANCED, crossed, odd)
