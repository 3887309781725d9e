"""eval.pl's counts in plain Python, word by word: the oracle for the breakdowns."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Sentence = Sequence[tuple[str, str, int | None, str]]

START, END = ".S", ".E"


@dataclass
class Counts:
    """Counters by key; errors by key hold any, head, label and both wrong. Frames that differ, by sentence (from 0) and
    position of the head."""

    words: Counter[str] = field(default_factory=Counter)
    errors: defaultdict[str, defaultdict[object, list[int]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0]))
    )
    gold: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    system: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    correct: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    frames: list[tuple[int, int, str, str]] = field(default_factory=list)
    specific: Counter[tuple[object, ...]] = field(default_factory=Counter)
    occurrences: defaultdict[tuple[object, ...], list[tuple[str, ...]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    places: defaultdict[tuple[object, ...], list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    sentences: dict[int, list[int]] = field(default_factory=dict)
    scoring: int = 0


def is_punctuation(form: str) -> bool:
    return all(unicodedata.category(character).startswith("P") for character in form)


def direction(position: int, head: int | None) -> str:
    if head is None:
        return "none"
    if head == 0:
        return "to_root"
    return "self" if head == position else "left" if head < position else "right"


def distance(position: int, head: int | None) -> str:
    if head is None:
        return "none"
    if head == 0:
        return "to_root"
    away = abs(head - position)
    return "1" if away <= 1 else "2" if away == 2 else "3-6" if away <= 6 else "7-..."


def count(gold: Sequence[Sentence], parse: Sequence[Sentence]) -> Counts:
    """Count a parse against a gold, punctuation left out."""
    counts = Counts()
    for number, (ours, theirs) in enumerate(zip(gold, parse, strict=True), start=1):
        frames = [[""] * (len(ours) + 1) for _ in range(2)]
        frames[0][0] = frames[1][0] = "**"
        for position, ((form, _, head, label), (_, _, found, named)) in enumerate(
            zip(ours, theirs, strict=True), start=1
        ):
            if is_punctuation(form):
                continue
            _add_to_frames(frames, position, (head, label), (found, named))
            _count_word(counts, number, ours, position, (head, label), (found, named))
        pairs = enumerate(zip(*frames, strict=True))
        counts.frames += [(number - 1, place, *both) for place, both in pairs if both[0] != both[1]]
    return counts


def _add_to_frames(frames: list[list[str]], position: int, *arcs: tuple[int | None, str]) -> None:
    own = arcs[0][1]
    for frame, (head, label) in zip(frames, arcs, strict=True):
        if head is not None:
            frame[head] = f"{frame[head]} {label}".strip()
        frame[position] = f"{frame[position]} *{own}*".strip()


def _count_word(
    counts: Counts,
    number: int,
    words: Sentence,
    position: int,
    gold: tuple[int | None, str],
    parse: tuple[int | None, str],
) -> None:
    form, tag = words[position - 1][:2]
    (head, label), (found, named) = gold, parse
    counts.scoring += 1
    counts.words[tag] += 1
    keys = {
        "deprel": (label, named, label == named),
        "deprel_attachment": (label, named, gold == parse),
        "direction": (direction(position, head), direction(position, found), None),
        "distance": (distance(position, head), distance(position, found), None),
    }
    for kind, (expected, got, right) in keys.items():
        counts.gold[kind][expected] += 1
        counts.system[kind][got] += 1
        counts.correct[kind][expected] += expected == got if right is None else right
    wrong = [gold != parse, head != found, label != named, head != found and label != named]
    counts.sentences[number] = [a + b for a, b in zip(counts.sentences.get(number, [0, 0, 0, 0]), wrong, strict=True)]
    if not wrong[0]:
        return
    for kind, key in _error_keys(words, position):
        counts.errors[kind][key] = [a + b for a, b in zip(counts.errors[kind][key], wrong, strict=True)]
    offset = None
    if wrong[1]:
        offset = 0 if found in (0, None) or head is None else found - head
    kind = (
        direction(position, head), direction(position, found), offset,
        *((label, named) if wrong[2] else (None, None)),
    )  # fmt: skip
    counts.specific[kind] += 1
    counts.places[kind].append((number, position))
    (tag_before, form_before), (tag_after, form_after) = _around(words, position, -1), _around(words, position, 1)
    counts.occurrences[kind].append((tag_before, form_before, tag, form, tag_after, form_after))


def _around(words: Sentence, position: int, steps: int) -> tuple[str, str]:
    """Tag and form of the word so many steps away."""
    place = position - 1 + steps
    if 0 <= place < len(words):
        return words[place][1], words[place][0]
    beyond = START if place < 0 else END
    return beyond, beyond


def _error_keys(words: Sentence, position: int) -> Iterator[tuple[str, object]]:
    form, tag = words[position - 1][:2]
    yield "tag", tag
    yield "word", (form, tag)
    for side, step in (("before", -1), ("after", 1)):
        near, far = _around(words, position, step), _around(words, position, 2 * step)
        order = (far, near) if side == "before" else (near, far)
        yield f"tags_{side}_1", (near[0],)
        yield f"tags_{side}_2", tuple(tag for tag, _ in order)
        if near[0] not in (START, END):
            yield f"forms_{side}_1", near[::-1]
            yield f"forms_{side}_2", tuple(part for tag, form in order for part in (form, tag))
