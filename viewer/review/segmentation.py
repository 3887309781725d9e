"""Words that are cut anew: readings of the layer of words, and the words that come of what was chosen.

A reading names the words in the place of the gold's: ``=de el/5:det/DET`` at ``4``, ``=del`` at ``4-5``. Of each it has
form, arc, tag, lemma and features, as far as they are known; ``%2F`` and ``%20`` are a slash and a blank in one. The
word without an arc keeps that of what is cut, and all dependents; an arc without a head, ``:det``, is one from there.
All places stay told by the gold's words: words are cut after all else that was chosen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from urllib.parse import unquote

from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.analysis.sides.word_layers import Paired, paired, words_of_parse
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.structures.recutting import Cut, Part, why_not
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.result_words import COLUMNS, OPEN, READING, Choice, Correction, Decided, Fault, value_of
from goldleaf.viewer.review.sentences import NONE

_WORDS = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")
_ARC = re.compile(r"([0-9]{0,9}):(.*)", re.DOTALL)
LAYERS = (Layer.ARC, Layer.TAG, Layer.LEMMA, Layer.FEATURES)
"""What a reading has of a word, behind its form."""


def escaped(form: str) -> str:
    """A form without blanks."""
    return form.replace("%", "%25").replace(" ", "%20")


def as_reading(words: Sequence[Sequence[str]]) -> str:
    """The reading of words, each a form and what is known of the `LAYERS`."""
    fields = (["%2F".join(escaped(field).split("/")) for field in word] for word in words)
    return "=" + " ".join("/".join(own).rstrip("/") for own in fields)


def words_in(reading: str) -> list[list[str]]:
    """The words of a reading, each with a form and a text for each of the `LAYERS`."""
    fields = ([*map(unquote, word.split("/"))] for word in reading.removeprefix("=").split(" "))
    return [[*own, *[""] * len(LAYERS)][: len(LAYERS) + 1] for own in fields]


def bounds(item: str) -> tuple[int, int] | None:
    """The first and last word of an item (``4``, ``4-5``); None for what names no words of the gold."""
    match = _WORDS.fullmatch(item)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def cut_of(treebank: Treebank, row: int, item: str, reading: str) -> Cut | None:
    """What a reading comes to in a sentence; None for what is none."""
    words, parts = words_in(reading), list[Part]()
    keepers = [place for place, word in enumerate(words) if not word[1]]
    where = bounds(item)
    if where is None or len(keepers) != 1:
        return None
    for form, arc, *texts in words:
        match = _ARC.fullmatch(arc or ":")
        if match is None:
            return None
        values: dict[str, str] = {}
        for layer, text in zip(LAYERS[1:], texts, strict=True):
            read = value_of(layer, f"={text}", has_fine_tags="fine_tag" in treebank.layout.columns) if text else {}
            values |= {name: f"{value}" for name, value in (read or {}).items() if name in treebank.layout.columns}
        parts.append(Part(form, values, int(match[1]) if match[1] else None, match[2] or "_"))
    return Cut(row, *where, tuple(parts), keepers[0])


def together(item: str, items: Collection[str]) -> list[str]:
    """Those of the items that are cut otherwise (`sides.layers`) which one verdict is on: the gold's words in a row,
    and the words that another side has there."""
    words = {int(one) for one in items if one.isdecimal()}
    behind = int(item.partition(".")[0])
    while "." not in item and behind in words:
        behind -= 1
    last = behind
    while last + 1 in words:
        last += 1
    return [one for one in items if one.startswith(f"{behind}.") or (one.isdecimal() and behind < int(one) <= last)]


def chosen_cuts(correction: Correction, decided: Decided) -> list[Cut]:
    """How words are cut by what was chosen, none of them twice. What is undecided, or cannot be, is noted."""
    treebank, found = correction.treebank, list[tuple[Cut, str]]()
    for row, items in decided.items():
        for item, choice in items.items():
            if choice.side == READING:
                cut = cut_of(treebank, row, item, choice.reading)
                if cut is None:
                    correction.faults.append(Fault(row, f"{choice.reading!r} is no reading of the layer words"))
                else:
                    found.append((cut, choice.reviewer))
    for number in range(1, len(correction.sides.treebanks)):
        found += _of_side(correction, number, decided)
    cuts, taken = list[Cut](), set[tuple[int, int]]()
    for cut, reviewer in found:
        why = why_not(treebank, cut)
        words = {(cut.sentence, place) for place in range(cut.first, cut.last + 1)} if not why else set()
        if why or words & taken:
            correction.faults.append(Fault(cut.sentence, why or "words are cut twice"))
            continue
        taken |= words
        cuts.append(cut)
        correction.deciders.append((cut.sentence, f"{cut.first}", reviewer))
        for place, part in enumerate(cut.parts):
            if place != cut.keeper and part.label == "_":
                correction.faults.append(Fault(cut.sentence, f"{part.form} has no label yet"))
    return cuts


def _of_side(correction: Correction, number: int, decided: Decided) -> Iterator[tuple[Cut, str]]:
    """The cuts of a side where it is right."""
    sides, lacking = correction.sides, correction.sides.rows[number] == NONE
    if not lacking.any():
        return
    first, other = sides.treebanks[0], sides.treebanks[number]
    both = paired(first, other)
    alone = {(row, item): word for row, item, word in words_of_parse(both).iter_rows()}
    items: defaultdict[int, list[str]] = defaultdict(list)
    for row, item in layer_differences(first, other, [Layer.WORDS]).select("sentence", "item").iter_rows():
        if lacking[row]:
            items[row].append(item)
    for row, here in items.items():
        own = decided.get(row, {})
        left = [*here]
        while left:
            group = together(left[0], here) if left[0] else left[:1]
            left = [item for item in left if item not in group]
            said = [own.get(item) or own.get("") or Choice(OPEN) for item in group]
            numbers = {choice.side for choice in said}
            if OPEN in numbers and READING not in numbers and Layer.WORDS in correction.layers:
                correction.undecided += [(row, item, Layer.WORDS.value) for item in group]
                numbers = {correction.default}
            if numbers != {number} or not group[0]:
                continue
            words = [int(item) for item in group if item.isdecimal()]
            theirs = [alone[row, item] for item in group if not item.isdecimal()]
            if words and theirs:
                yield _as_there(both, row, words, theirs), said[0].reviewer
            else:
                what = f"{sides.names[number]} has words that others lack, or lacks some: nothing can be taken"
                correction.faults.append(Fault(row, what))


def _as_there(both: Paired, row: int, words: Sequence[int], theirs: Sequence[int]) -> Cut:
    """The gold's words cut as those of the parse (rows) are."""
    columns = {name for layer in LAYERS[1:] for name in COLUMNS[layer]}
    columns &= {*both.gold.layout.columns} & {*both.parse.words.columns}
    above, first = head_rows(both.parse), int(both.first_word[row])
    outside = [place for place, word in enumerate(theirs) if above[word] not in theirs]
    parts = []
    for about, head in zip(both.parse.words[theirs].iter_rows(named=True), above[[*theirs]].tolist(), strict=True):
        gold = int(both.partner[head]) - first + 1 if head >= 0 and both.partner[head] >= first else None
        at = -1 - theirs.index(head) if head in theirs else gold
        parts.append(Part(about["form"], {name: about[name] for name in sorted(columns)}, at, about["label"]))
    return Cut(row, words[0], words[-1], tuple(parts), next(iter(outside), 0))
