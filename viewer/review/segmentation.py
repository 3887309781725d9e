"""Words that are cut anew: readings of the layer of words, and the words that come of what was chosen.

A reading names the words in the place of the gold's: ``=de el/5:det/DET/el`` at ``4``, ``=del`` at ``4-5``. Behind the
form stand label, tag, lemma and features, as far as they are known; ``%2F`` and ``%20`` are a slash and a blank in one.
The word with a form alone keeps head and dependents of what is cut, the others hang on it, or on a word of the gold,
``5:``. All places stay told by the gold's words: words are cut after all else that was chosen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from urllib.parse import unquote

from goldleaf.core.alignment.tokens import surface_tokens
from goldleaf.core.alignment.word_alignment import stretches
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.analysis.sides.word_layers import Paired, paired, words_of_parse
from goldleaf.core.formats.recutting import Cut, Part, numbers, top, why_not
from goldleaf.core.structures.dependency import head_rows
from goldleaf.viewer.review.result_words import OPEN, READING, Choice, Correction, Decided, Fault
from goldleaf.viewer.review.sentences import NONE

_WORDS = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")
_ARC = re.compile(r"(?:([0-9]{1,9}):)?(.*)", re.DOTALL)
_COLUMNS = ("coarse_tag", "lemma", "features")  # what a reading has of a word behind its label


def bounds(item: str) -> tuple[int, int] | None:
    """The first and last word of an item (``4``, ``4-5``); None for what names no words of the gold."""
    match = _WORDS.fullmatch(item)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def cut_of(row: int, item: str, reading: str) -> Cut | None:
    """What a reading comes to in a sentence; None for what is none."""
    words, where, parts = reading.removeprefix("=").split(" "), bounds(item), list[Part]()
    keepers = [place for place, word in enumerate(words) if "/" not in word]
    if where is None or not keepers:
        return None
    for word in words:
        form, arc, *texts = [*map(unquote, word.split("/")), ""][: 2 + len(_COLUMNS)]
        values = tuple((name, text) for name, text in zip_longest(_COLUMNS, texts, fillvalue="") if text)
        match = _ARC.fullmatch(arc)
        head, label = match.groups() if match else (None, "")
        parts.append(Part(form, values, int(head) if head else None, label or "_"))
    return Cut(row, *where, tuple(parts), keepers[0])


def reading_of(cut: Cut) -> str:
    """The reading that comes to a cut; of the word that keeps the head the form alone."""
    words = []
    for place, part in enumerate(cut.parts):
        arc = f"{part.head}:" * (part.head is not None and part.head >= 0) + part.label.strip("_")
        fields = [part.form, arc, *(dict(part.values).get(name, "") for name in _COLUMNS)]
        texts = (text.replace("%", "%25").replace(" ", "%20").replace("/", "%2F").strip("_") or text for text in fields)
        words.append("/".join(texts).rstrip("/") if place != cut.keeper else next(texts))
        words[-1] += "/" * (place != cut.keeper and "/" not in words[-1])  # without a label as yet
    return f"={' '.join(words)}"


def names_after(cuts: Sequence[Cut], heads: Mapping[int, int | None]) -> tuple[str, ...]:
    """What each word is called after the cuts: the number of the word for which it stands, else the first of those that
    were cut, and its number among theirs (``4/2``). ``heads`` are those of the words before."""
    now, _ = numbers(len(heads), cuts)
    names = {place: f"{word}" for word, place in enumerate(now) if word}
    for cut in cuts:
        stands = now[cut.first]
        names |= {stands - cut.keeper + n: f"{cut.first}/{n + 1}" for n in range(len(cut.parts))}
        names[stands] = f"{top(heads, cut)}"
    return tuple(names[place] for place in sorted(names))


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
    found = [
        (cut_of(row, item, choice.reading), choice, row)
        for row, items in decided.items() for item, choice in items.items() if choice.side == READING and bounds(item)
    ]  # fmt: skip
    for number in range(1, len(correction.sides.treebanks)):
        found += _of_side(correction, number, decided)
    cuts, taken, readings = list[Cut](), set[tuple[int, int]](), set[tuple[int, str]]()
    # Who cuts several words says so of each of them: the widest cut is meant.
    for cut, choice, row in sorted(found, key=lambda one: one[0].first - one[0].last if one[0] else 0):
        why = why_not(correction.treebank, cut) if cut else f"{choice.reading!r} is no reading of the layer words"
        words = {(row, place) for place in range(cut.first, cut.last + 1)} if cut and not why else set()
        if words & taken and (row, choice.reading) in readings:
            continue
        if cut is None or why or words & taken:
            correction.faults.append(Fault(row, why or "words are cut twice"))
            continue
        taken |= words
        readings.add((row, choice.reading))
        cuts.append(cut)
        correction.deciders.append((row, f"{cut.first}", choice.reviewer))
        others = (part for place, part in enumerate(cut.parts) if place != cut.keeper)
        correction.faults += [Fault(row, f"{part.form} has no label yet") for part in others if part.label == "_"]
    return cuts


def _of_side(correction: Correction, number: int, decided: Decided) -> Iterator[tuple[Cut | None, Choice, int]]:
    """The cuts of a side where it is right."""
    sides, lacking = correction.sides, correction.sides.rows[number] == NONE
    if not lacking.any():
        return
    both = paired(sides.treebanks[0], sides.treebanks[number])
    alone = {(row, item): word for row, item, word in words_of_parse(both).iter_rows()}
    surface = surface_tokens(both.gold), surface_tokens(both.parse)
    stretch = [own[side.of_word] for own, side in zip(stretches(both.gold, both.parse, surface), surface, strict=True)]
    items: defaultdict[int, list[str]] = defaultdict(list)
    table = layer_differences(sides.treebanks[0], sides.treebanks[number], [Layer.WORDS])
    for row, item in table.select("sentence", "item").iter_rows():
        items[row] += [item] * bool(lacking[row])
    for row, here in items.items():
        own = decided.get(row, {})
        for group in dict.fromkeys(tuple(together(item, here)) if item else ("",) for item in here):
            said = [own.get(item) or own.get("") or Choice(OPEN) for item in group]
            chosen = {choice.side for choice in said}
            if OPEN in chosen and READING not in chosen and Layer.WORDS in correction.layers:
                correction.undecided += [(row, item, Layer.WORDS.value) for item in group]
                chosen = {correction.default}
            # Of neighbouring tokens each is cut by itself.
            tokens: defaultdict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
            for item in filter(None, group if chosen == {number} else ()):
                word = alone[row, item] if "." in item else int(both.first_word[row]) + int(item) - 1
                tokens[int(stretch["." in item][word])]["." in item].append(word)
            for words, theirs in tokens.values():
                if words and theirs:
                    yield _as_there(both, row, words, theirs), said[0], row
                else:
                    what = f"{sides.names[number]} has words that others lack, or lacks some: nothing can be taken"
                    correction.faults.append(Fault(row, what))


def _as_there(both: Paired, row: int, words: Sequence[int], theirs: Sequence[int]) -> Cut:
    """Words of the gold cut as those of the parse are, told by their rows."""
    above, first, parts = head_rows(both.parse), int(both.first_word[row]), list[Part]()
    columns = [name for name in (*_COLUMNS, "fine_tag") if name in both.parse.words.columns]
    for word in theirs:
        head, about = int(above[word]), both.parse.words.row(word, named=True)
        gold = int(both.partner[head]) - first + 1 if head >= 0 and both.partner[head] >= first else None
        place = -1 - theirs.index(head) if head in theirs else gold
        parts.append(Part(about["form"], tuple((name, about[name]) for name in columns), place, about["label"]))
    # The root, else the first of those that hang on other words.
    keeper = min(range(len(theirs)), key=lambda place: (int(above[theirs[place]]) in theirs, above[theirs[place]] >= 0))
    return Cut(row, words[0] - first + 1, words[-1] - first + 1, tuple(parts), keeper)
