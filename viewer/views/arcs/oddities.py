"""What is odd about a tree, and the line that says so: several roots, none, cycles, words without a head or outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.diagram.ruler import Ruler
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Key, Role, Shape, Text
from goldleaf.viewer.diagram.strokes import warning_sign
from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture

SIGN = 10.0  # the warning sign before the line
SIGN_GAP = 5.0
MOST = 6  # words that are named


@dataclass(frozen=True, slots=True)
class Oddity:
    """One thing that is odd: a name for keys, a short text, and the words concerned."""

    name: str
    text: str
    positions: tuple[int, ...]


def oddities(picture: ArcsPicture) -> list[Oddity]:
    """All that is odd about a picture's tree, whether or not its arcs are shown, and what of it is left out."""
    heads = {arc.dependent: arc.head for arc in (picture.whole or picture).arcs}
    names = {position: word.name for position, word in picture.word_at.items()}
    roots, headless = (tuple(word for word, head in heads.items() if head == own) for own in (0, None))
    found = []
    if len(roots) > picture.sentence.joined:  # sentences that are joined have a root each
        found.append(Oddity("roots", f"{len(roots)} roots", roots))
    if headless:
        text = "no heads" if len(headless) == len(heads) else f"no head: {_listed(headless, names)}"
        found.append(Oddity("headless", text, headless))
    if heads and not roots and not headless:
        found.append(Oddity("rootless", "no root", ()))
    for cycle in cycles(heads):
        text = "cycle " + " → ".join(names[position] for position in (*cycle, cycle[0]))
        if len(cycle) == 1:
            text = f"{names[cycle[0]]} is its own head"
        elif len(cycle) > MOST:
            text = f"cycle of {len(cycle)} words from {names[cycle[0]]}"
        found.append(Oddity(f"cycle-{cycle[0]}", text, cycle))
    outside = tuple(dependent for dependent, head in heads.items() if head and head not in names)
    if outside:
        found.append(Oddity("outside", f"head outside the sentence: {_listed(outside, names)}", outside))
    if picture.whole is None:
        return found
    # Of the whole sentence all is told, but only words that are drawn can be pointed at.
    drawn = [replace(one, positions=tuple(p for p in one.positions if p in picture.arc_of)) for one in found]
    return [Oddity("left-out", picture.left_out, ()), *drawn]


def _listed(positions: Sequence[int], names: Mapping[int, str]) -> str:
    text = ", ".join(names[position] for position in positions[:MOST])
    return f"{text} and {len(positions) - MOST} more" if len(positions) > MOST else text


def cycles(heads: Mapping[int, int | None]) -> list[tuple[int, ...]]:
    """The cycles among words, each from its first word on, from head to head; a word may be its own head."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in heads:
        path: dict[int, int] = {}  # in the order of the walk
        word: int | None = start
        while word is not None and word in heads and word not in seen:
            seen.add(word)
            path[word] = len(path)
            word = heads[word]
        if word in path:
            cycle = list(path)[path[word] :]
            turn = cycle.index(min(cycle))
            found.append(tuple(cycle[turn:] + cycle[:turn]))
    return sorted(found)


def line_height(ruler: Ruler) -> float:
    """The height of the line of oddities with the space under it."""
    return sum(ruler.height(Role.WARNING)) + MARGIN / 2


def oddity_line(odd: Sequence[tuple[ArcsPicture, Oddity]], ruler: Ruler, *, several: bool) -> Iterator[Text]:
    """What is odd about a pane's trees, in words, at the top; of ``several`` pictures with whose each is."""
    x, y = MARGIN + SIGN + SIGN_GAP, MARGIN + ruler.height(Role.WARNING)[0]
    for number, (picture, oddity) in enumerate(odd):
        text = f"{picture.name}: {oddity.text}" if several else oddity.text
        text = f"· {text}" if number else text
        width = ruler.width(Role.WARNING, text)
        key = Key(picture.side, "warning", oddity.name)
        yield Text(x, y, text, Role.WARNING, key=key, anchor=Anchor.START, width=width)
        x += width + ruler.width(Role.WARNING, " ")


def line_sign(ruler: Ruler) -> tuple[Shape, ...]:
    """The sign before the line."""
    return warning_sign(MARGIN + SIGN / 2, MARGIN + ruler.height(Role.WARNING)[0] / 2 + 1, SIGN, None)
