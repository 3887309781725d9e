"""The columns of a picture, one for each word and shown empty node; their texts, and how close they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import EmptyNode, Word
from goldleaf.viewer.diagram.options import Options, Row
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, predicates

BOX_PAD = 5.0  # inside the box of an empty node, in pixels


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that all pictures of a sentence share, from 0 in the order of the sentence.

    ``names`` are CoNLL-U's: ``6`` for the word in position 6, ``8.1`` for an empty node. ``predicates`` are the
    positions of all predicates, whichever picture has them.
    """

    names: tuple[str, ...]
    index: dict[str, int]
    of_word: dict[int, int]  # by position
    predicates: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.names)


def columns_of(pictures: Sequence[ArcsPicture], options: Options) -> Columns:
    """The columns of all words of the pictures, and of their empty nodes if the options show them."""
    places: set[tuple[int, int]] = set()  # of words with 0, of empty nodes after the words before them
    for picture in pictures:
        places |= {(word.position, 0) for word in picture.sentence.words}
        if options.enhanced:
            places |= {(node.after, node.index) for node in picture.sentence.empty_nodes}
    ordered = sorted(places)
    names = tuple(f"{position}.{index}" if index else f"{position}" for position, index in ordered)
    return Columns(
        names=names,
        index={name: column for column, name in enumerate(names)},
        of_word={position: column for column, (position, index) in enumerate(ordered) if not index},
        predicates=tuple(predicates(picture.sentence for picture in pictures)) if options.semantic else (),
    )


@dataclass(frozen=True, slots=True)
class Gaps:
    """The least distances, in pixels.

    ``words`` and ``cells`` are between neighbouring words and the texts under them, ``label`` is by how much an arc is
    wider than its label, ``under_label`` and ``over_label`` are from a label's box to its own flat top and to the next
    one, ``box`` above and below the letters in it, ``ports`` between the outermost ports of neighbours, ``strips``
    between two rows of words. ``rise`` is the height of the lowest flat tops. With ``aside`` the labels of stubs may
    stand beside them.
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

    @staticmethod
    def of(options: Options) -> Gaps:
        """The distances that the options ask for."""
        if not options.tight:
            return Gaps()
        return Gaps(
            words=8.0, cells=5.0, label=2.0, under_label=0.5, over_label=0.5, box=0.5, ports=3.0, strips=8.0, rise=15.0,
            aside=True,
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

    @property
    def height(self) -> float:
        return self.ascent + self.descent


def text_rows(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> list[TextRow]:
    """The rows of a picture: its words, then what the options show under them; rows without any text are left out."""
    units: list[Word | EmptyNode | None] = [None] * len(columns)
    for word in picture.sentence.words:
        units[columns.of_word[word.position]] = word
    for node in picture.sentence.empty_nodes:
        if node.name in columns.index:
            units[columns.index[node.name]] = node
    gaps = Gaps.of(options)
    words = _text_row(Role.WORD, [unit.form if unit else "" for unit in units], gaps.words, ruler)
    widths = list(words.widths)
    for column, unit in enumerate(units):
        if isinstance(unit, EmptyNode):
            widths[column] = ruler.width(Role.EMPTY_NODE, unit.form) + 2 * BOX_PAD
    rows = [replace(words, widths=tuple(widths))]
    for row in options.rows:
        role, _, layer = _ROWS[row]
        others = picture.against.get(layer, {}) if layer is not None else {}
        there = {
            columns.of_word[place]: _cells(row, word) for place, word in others.items() if place in columns.of_word
        }
        for texts in zip_longest(*[_cells(row, unit) if unit else () for unit in units], fillvalue=""):
            if any(texts):
                boxed = frozenset(column for column, own in there.items() if texts[column] and texts[column] not in own)
                line = _text_row(role, texts, gaps.cells, ruler)
                rows.append(replace(line, layer=layer, boxed=boxed))
    return rows


def _text_row(role: Role, texts: Sequence[str], gap: float, ruler: Ruler) -> TextRow:
    ascent, descent = ruler.height(role, texts)
    return TextRow(role, tuple(texts), tuple([ruler.width(role, text) for text in texts]), ascent, descent, gap)


def telling_rows(pictures: Sequence[ArcsPicture], rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows that are shown under the words, and those without which a marked difference would not be seen."""
    found = [*rows]
    for picture in pictures:
        for layer, others in picture.against.items():
            for place, other in others.items():
                own = picture.word_at.get(place)
                telling = [
                    row
                    for row, (_, _, shown) in _ROWS.items()
                    if shown is layer and own is not None and _cells(row, own) != _cells(row, other)
                ]
                if telling and not {*telling} & {*found}:
                    found.append(telling[0])
    return tuple(found)


_ROWS = {
    Row.NUMBER: (Role.TAG, "name", None),
    Row.TAG: (Role.TAG, "coarse_tag", Layer.TAG),
    Row.FINE_TAG: (Role.TAG, "fine_tag", Layer.TAG),
    Row.LEMMA: (Role.LEMMA, "lemma", Layer.LEMMA),
    Row.GLOSS: (Role.LEMMA, "Gloss", None),
    Row.TRANSLITERATION: (Role.LEMMA, "Translit", None),
    Row.FEATURES: (Role.FEATURE, "features", Layer.FEATURES),
}
"""How each row looks, the field of a word that it shows or the name that MISC has it under, and the layer it is of."""


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
    return tuple(text.split("|")) if row is Row.FEATURES else (text,)
