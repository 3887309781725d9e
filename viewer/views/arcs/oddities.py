"""What is odd about a tree: several roots, no root, cycles, words without a head, heads outside the sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldleaf.viewer.views.arcs.arc_picture import ArcsPicture


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
    found = list(_of_roots(heads, names, picture.sentence.joined))
    found.extend(Oddity(f"cycle-{cycle[0]}", _cycle_text(cycle, names), cycle) for cycle in cycles(heads))
    outside = tuple(dependent for dependent, head in heads.items() if head and head not in names)
    if outside:
        found.append(Oddity("outside", f"head outside the sentence: {_listed(outside, names)}", outside))
    return found if picture.whole is None else _of_part(picture, found)


def _of_part(picture: ArcsPicture, found: Sequence[Oddity]) -> list[Oddity]:
    """What is left out, and the oddities of the whole sentence with those words that are drawn."""
    drawn = [replace(one, positions=tuple(p for p in one.positions if p in picture.arc_of)) for one in found]
    return [Oddity("left-out", picture.left_out, ()), *drawn]


def _of_roots(heads: Mapping[int, int | None], names: Mapping[int, str], most: int) -> Iterator[Oddity]:
    """More than ``most`` roots, words without head, no root."""
    roots, headless = _dependents_of(0, heads), _dependents_of(None, heads)
    if len(roots) > most:
        yield Oddity("roots", f"{len(roots)} roots", roots)
    if headless:
        text = "no heads" if len(headless) == len(heads) else f"no head: {_listed(headless, names)}"
        yield Oddity("headless", text, headless)
    if heads and not roots and not headless:
        yield Oddity("rootless", "no root", ())


def _dependents_of(head: int | None, heads: Mapping[int, int | None]) -> tuple[int, ...]:
    return tuple(dependent for dependent, own in heads.items() if own == head)


def warned_dependents(found: Sequence[Oddity]) -> frozenset[int]:
    """The words whose arcs are marked."""
    return frozenset(position for oddity in found for position in oddity.positions)


def cycles(heads: dict[int, int | None]) -> list[tuple[int, ...]]:
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


def _listed(positions: Sequence[int], names: Mapping[int, str], most: int = 6) -> str:
    text = ", ".join(names[position] for position in positions[:most])
    return f"{text} and {len(positions) - most} more" if len(positions) > most else text


def _cycle_text(cycle: tuple[int, ...], names: Mapping[int, str]) -> str:
    if len(cycle) == 1:
        return f"{names[cycle[0]]} is its own head"
    if len(cycle) > 6:
        return f"cycle of {len(cycle)} words from {names[cycle[0]]}"
    return "cycle " + " → ".join(names[position] for position in (*cycle, cycle[0]))
