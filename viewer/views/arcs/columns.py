"""The columns of a picture: one for each word, and one for each empty node where these are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.treebank import EmptyNode, Word
from goldleaf.viewer.diagram.options import Options, Row
from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import Role
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture, predicates
from goldleaf.viewer.views.arcs.gaps import Gaps, gaps_of

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


def columns_of(pictures: Sequence[ArcsPicture], options: Options) -> Columns:
    """The columns of all words of the pictures, and of their empty nodes if the options show them."""
    ordered = sorted(_places(pictures, enhanced=options.enhanced))
    names = tuple(f"{position}.{index}" if index else f"{position}" for position, index in ordered)
    return Columns(
        names=names,
        index={name: column for column, name in enumerate(names)},
        of_word={position: column for column, (position, index) in enumerate(ordered) if not index},
        predicates=tuple(predicates(picture.sentence for picture in pictures)) if options.semantic else (),
    )


def _places(pictures: Sequence[ArcsPicture], *, enhanced: bool) -> set[tuple[int, int]]:
    """The positions of words, with 0, and those before empty nodes, with their numbers."""
    places: set[tuple[int, int]] = set()
    for picture in pictures:
        places |= {(word.position, 0) for word in picture.sentence.words}
        if enhanced:
            places |= {(node.after, node.index) for node in picture.sentence.empty_nodes}
    return places


def text_rows(picture: ArcsPicture, columns: Columns, options: Options, ruler: Ruler) -> list[TextRow]:
    """The rows of a picture: its words, then what the options show under them; rows without any text are left out."""
    units = _units(picture, columns)
    gaps = gaps_of(options)
    rows = [_word_row(units, ruler, gaps)]
    for row in options.rows:
        role, cells = _ROWS[row]
        lines = zip_longest(*[cells(unit) if unit else () for unit in units], fillvalue="")
        found = [_text_row(role, tuple(line), gaps.cells, ruler) for line in lines if any(line)]
        layer = _LAYERS.get(row)
        others = picture.against.get(layer, {}) if layer is not None else {}
        there = {columns.of_word[place]: cells(word) for place, word in others.items() if place in columns.of_word}
        rows += [replace(line, layer=layer, boxed=_boxed(line, there)) for line in found]
    return rows


def telling_rows(pictures: Sequence[ArcsPicture], rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows that are shown under the words, and those without which a marked difference would not be seen."""
    found = [*rows]
    for picture in pictures:
        for layer, others in picture.against.items():
            for place, other in others.items():
                telling = [row for row, own in _LAYERS.items() if own is layer and _differ(row, picture, place, other)]
                if telling and not {*telling} & {*found}:
                    found.append(telling[0])
    return tuple(found)


def _differ(row: Row, picture: ArcsPicture, place: int, other: Word) -> bool:
    cells = _ROWS[row][1]
    return place in picture.word_at and cells(picture.word_at[place]) != cells(other)


def _boxed(row: TextRow, there: Mapping[int, Sequence[str]]) -> frozenset[int]:
    """The columns with a text that the other side's word, of which these are the texts, has not."""
    return frozenset(column for column, texts in there.items() if row.texts[column] and row.texts[column] not in texts)


def _units(picture: ArcsPicture, columns: Columns) -> list[Word | EmptyNode | None]:
    units: list[Word | EmptyNode | None] = [None] * len(columns)
    for word in picture.sentence.words:
        units[columns.of_word[word.position]] = word
    for node in picture.sentence.empty_nodes:
        if node.name in columns.index:
            units[columns.index[node.name]] = node
    return units


def _word_row(units: Sequence[Word | EmptyNode | None], ruler: Ruler, gaps: Gaps) -> TextRow:
    texts = tuple([unit.form if unit else "" for unit in units])
    words = _text_row(Role.WORD, texts, gaps.words, ruler)
    if all(isinstance(unit, Word) for unit in units):
        return words
    boxed = [isinstance(unit, EmptyNode) for unit in units]
    widths = tuple(
        ruler.width(Role.EMPTY_NODE, text) + 2 * BOX_PAD if box else width
        for text, width, box in zip(texts, words.widths, boxed, strict=True)
    )
    return replace(words, widths=widths)


def _text_row(role: Role, texts: tuple[str, ...], gap: float, ruler: Ruler) -> TextRow:
    ascent, descent = ruler.height(role, texts)
    return TextRow(role, texts, tuple([ruler.width(role, text) for text in texts]), ascent, descent, gap)


def _written(text: str) -> tuple[str, ...]:
    return () if text in ("_", "") else (text,)


def _field(name: str) -> Callable[[Word | EmptyNode], tuple[str, ...]]:
    return lambda unit: _written(getattr(unit, name, "_"))


def _number(unit: Word | EmptyNode) -> tuple[str, ...]:
    return (unit.name,)


def _misc(name: str) -> Callable[[Word | EmptyNode], tuple[str, ...]]:
    def values(unit: Word | EmptyNode) -> Iterator[str]:
        for pair in getattr(unit, "misc", "_").split("|"):
            key, _, value = pair.partition("=")
            if key == name and value:
                yield value

    return lambda unit: tuple(values(unit))[:1]


def _features(unit: Word | EmptyNode) -> tuple[str, ...]:
    written = _written(getattr(unit, "features", "_"))
    return tuple(written[0].split("|")) if written else ()


_LAYERS = {Row.TAG: Layer.TAG, Row.FINE_TAG: Layer.TAG, Row.LEMMA: Layer.LEMMA, Row.FEATURES: Layer.FEATURES}

_ROWS: dict[Row, tuple[Role, Callable[[Word | EmptyNode], tuple[str, ...]]]] = {
    Row.NUMBER: (Role.TAG, _number),
    Row.TAG: (Role.TAG, _field("coarse_tag")),
    Row.FINE_TAG: (Role.TAG, _field("fine_tag")),
    Row.LEMMA: (Role.LEMMA, _field("lemma")),
    Row.GLOSS: (Role.LEMMA, _misc("Gloss")),
    Row.TRANSLITERATION: (Role.LEMMA, _misc("Translit")),
    Row.FEATURES: (Role.FEATURE, _features),
}
