"""What can be pointed at in a tree. Descriptions are made when they are asked for: a long sentence has hundreds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from goldleaf.viewer.diagram.ribbons import changes
from goldleaf.viewer.diagram.shapes import Element, Key, Side
from goldleaf.viewer.views.expressions import KIND
from goldleaf.viewer.views.trees.describe import constituent_description, counterpart, word_description
from goldleaf.viewer.views.trees.tree_picture import TreePicture, runs


class Elements(Mapping[Key, Element]):
    """Elements by key, each made once, when it is first looked up."""

    def __init__(self, keys: Iterable[Key], make: Callable[[Key], Element]) -> None:
        self._made: dict[Key, Element | None] = dict.fromkeys(keys)
        self._make = make

    def __getitem__(self, key: Key) -> Element:
        found = self._made[key]
        if found is None:
            found = self._made[key] = self._make(key)
        return found

    def __iter__(self) -> Iterator[Key]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __contains__(self, key: object) -> bool:
        return key in self._made


def tree_elements(keys: Iterable[Key], shown: Sequence[TreePicture], everything: Sequence[TreePicture]) -> Elements:
    """The elements of a pane that shows some of all pictures of the sentence."""
    of_side = {picture.side: picture for picture in (*reversed(everything), *reversed(shown))}
    of_side[Side.BOTH] = shown[0]

    def make(key: Key) -> Element:
        picture = of_side[key.side]
        others = [other for other in everything if other is not picture]
        if key.kind in _MADE:
            return _MADE[key.kind](key, picture, others)
        if key.kind == "warning":
            return Element(key, f"{picture.name}: {picture.left_out or 'not parsed'}")
        if key.kind == "ribbon":
            return _ribbon(key, of_side)
        return _node(key, picture, others)

    return Elements(keys, make)


def _ribbon(key: Key, of_side: Mapping[Side, TreePicture]) -> Element:
    """A change of words, by its first place."""
    gold, parse = (of_side[side] for side in (Side.GOLD, Side.PARSE))
    found = changes(gold.sentence.words, parse.sentence.words, gold.wording)
    return next(change.element for change in found if change.key == key)


def _node(key: Key, picture: TreePicture, others: Sequence[TreePicture]) -> Element:
    number = int(key.name)
    words = picture.sentence.words
    positions = tuple(
        [word.position for first, last in runs(picture.yields[number]) for word in words[first : last + 1]]
    )
    partners = [(other, picture.partner_in(number, other)) for other in others]
    related = [Key(other.side, "node", f"{there}") for other, there in partners if there in other.node_at]
    if key.kind == "bar":
        related.append(key._replace(kind="node"))
    return Element(key, constituent_description(picture, number, others), positions, tuple(related))


def _word(key: Key, picture: TreePicture, others: Sequence[TreePicture]) -> Element:
    position = int(key.name)
    there = [(other, counterpart(picture, position, other)) for other in others]
    related = tuple([Key(other.side, "word", f"{found}") for other, found in there if found is not None])
    return Element(key, word_description(picture, position, others), (position,), related)


def _expression(key: Key, picture: TreePicture, _: Sequence[TreePicture]) -> Element:
    forms = {word.position: word.form for word in picture.sentence.words}
    return next(one for one in picture.expressions if one.key == key).element(forms, picture.wording)


_MADE = {"word": _word, KIND: _expression}
