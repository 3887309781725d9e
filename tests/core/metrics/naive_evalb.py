"""ParsEval of one sentence by plain loops over sets of places: an oracle for any tree, with gaps or without."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from tests.core.metrics.phrases import read


class Bracket(NamedTuple):
    label: str
    words: frozenset[int]


def tree(line, delete, cut, equal):
    """The words that are kept (form, tag), and the brackets that count."""
    words, nodes = read(line)
    kept = [place for place, (_, tag, _) in enumerate(words) if tag not in delete]
    under = {number: set() for number in range(len(nodes) + 1)}
    for count, place in enumerate(kept):
        node = words[place][2]
        while node:
            under[node].add(count)
            node = nodes[node - 1][1]
    brackets = []
    for number, (label, _) in enumerate(nodes, start=1):
        for character in cut:
            label = label.partition(character)[0]
        label = equal.get(label, label)
        if under[number] and label not in delete:
            brackets.append(Bracket(label, frozenset(under[number])))
    return [words[place][:2] for place in kept], brackets


def evalb(gold, parse, *, delete=("TOP", "-NONE-", ","), cut="-=", equal=None, labeled=True):
    """The counts of a sentence, by the names of ours."""
    equal = {"PRT": "ADVP"} if equal is None else equal
    ours, gold_brackets = tree(gold, delete, cut, equal)
    theirs, parse_brackets = tree(parse, delete, cut, equal)
    if not theirs:
        return {"skip": 1}
    if [form for form, _ in ours] != [form for form, _ in theirs]:
        return {"error": 1}
    if not labeled:
        gold_brackets, parse_brackets = (
            [Bracket("", one.words) for one in side] for side in (gold_brackets, parse_brackets)
        )
    matched = sum((Counter(gold_brackets) & Counter(parse_brackets)).values())
    crossing = sum(any(cross(one, other) for other in gold_brackets) for one in parse_brackets)
    tags = [(equal.get(a, a), equal.get(b, b)) for (_, a), (_, b) in zip(ours, theirs, strict=True)]
    return {
        "valid": 1,
        "matched": matched,
        "gold_brackets": len(gold_brackets),
        "parse_brackets": len(parse_brackets),
        "crossing": crossing,
        "without_crossing": int(crossing == 0),
        "little_crossing": int(crossing <= 2),
        "complete": int(matched == len(gold_brackets) == len(parse_brackets)),
        "tags": len(tags),
        "right_tags": sum(a == b for a, b in tags),
    }


def cross(one: Bracket, other: Bracket) -> bool:
    """Whether they share words and each has words that the other lacks."""
    return bool(one.words & other.words and one.words - other.words and other.words - one.words)
