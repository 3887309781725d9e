"""Words that are cut anew: readings of the layer of words, and the words that come of what was chosen.

A reading names the words in the place of the gold's: ``=de el/5:det/DET/el`` at ``4``, ``=del`` at ``4-5``. Behind the
form stand label, tag, lemma and features, as far as they are known; ``%2F`` and ``%20`` are a slash and a blank in one.
The word with a form alone keeps head and dependents of what is cut, the others hang on it, or on a word of the gold,
``5:``. All places stay told by the gold's words: words are cut after all else that was chosen.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from urllib.parse import unquote

from goldleaf.core.alignment.same import surface_tokens
from goldleaf.core.alignment.word_alignment import stretches
from goldleaf.core.analysis.sides.layers import Layer, layer_differences
from goldleaf.core.analysis.sides.word_layers import Paired, paired, words_of_parse
from goldleaf.core.facts import Integers
from goldleaf.core.formats.recutting import Cut, CutPart, numbers, top, why_not
from goldleaf.core.structures.dependency import head_rows
from goldleaf.core.treebank import Treebank
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
    words, where, parts = reading.removeprefix("=").split(" "), bounds(item), list[CutPart]()
    keepers = [place for place, word in enumerate(words) if "/" not in word]
    if where is None or not keepers:
        return None
    for word in words:
        form, arc, *texts = [*map(unquote, word.split("/")), ""][: 2 + len(_COLUMNS)]
        values = tuple((name, text) for name, text in zip_longest(_COLUMNS, texts, fillvalue="") if text)
        head, label = _ARC.findall(arc)[0]
        parts.append(CutPart(form, values, int(head) if head else None, label or "_"))
    return Cut(row, *where, tuple(parts), keepers[0])


def reading_of(cut: Cut) -> str:
    """The reading that comes to a cut; of the word that keeps the head the form alone."""
    words = []
    for place, part in enumerate(cut.parts):
        arc = f"{part.head}:" * (part.head is not None and part.head >= 0) + part.label * (part.label != "_")
        values = (dict(part.values).get(name, "") for name in _COLUMNS)
        fields = [part.form, arc, *("" if value == "_" else value for value in values)]
        texts = (text.replace("%", "%25").replace(" ", "%20").replace("/", "%2F") for text in fields)
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


def tokens_cut(gold: Treebank, parse: Treebank) -> dict[int, dict[str, int]]:
    """For the items of each sentence that are cut otherwise (`sides.layers`) a number for the token that each is in:
    one verdict is on all of a token. Of a whole sentence it is −1."""
    both, found = paired(gold, parse), defaultdict[int, dict[str, int]](dict)
    surface = surface_tokens(both.gold), surface_tokens(both.parse)
    stretch = [own[side.of_word] for own, side in zip(stretches(both.gold, both.parse, surface), surface, strict=True)]
    alone = _alone(both)
    for row, item in layer_differences(gold, parse, [Layer.WORDS]).select("sentence", "item").iter_rows():
        word = alone[row, item] if "." in item else int(both.first_word[row]) + int(item or 1) - 1
        found[row][item] = int(stretch["." in item][word]) if item else -1
    return found


def _alone(both: Paired) -> dict[tuple[int, str], int]:
    """The rows of the words that only the parse has, by sentence and item."""
    return {(row, item): word for row, item, word in words_of_parse(both).iter_rows()}


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
    alone, above = _alone(both), head_rows(both.parse)
    for row, here in tokens_cut(sides.treebanks[0], sides.treebanks[number]).items():
        own, tokens = decided.get(row, {}), defaultdict[int, list[str]](list)
        for item, token in here.items() if lacking[row] else ():
            tokens[token].append(item)
        for items in tokens.values():
            said = [own.get(item) or own.get("") or Choice(OPEN) for item in items]
            chosen = {choice.side for choice in said}
            if OPEN in chosen and READING not in chosen and Layer.WORDS in correction.layers:
                correction.undecided += [(row, item, Layer.WORDS.value) for item in items]
                chosen = {correction.default}
            words = [int(item) for item in items if item.isdecimal()]
            theirs = [alone[row, item] for item in items if "." in item]
            if chosen == {number} and words and theirs:
                yield _as_there(both, row, words, theirs, above), said[0], row
            elif chosen == {number} and items[0]:
                what = f"{sides.names[number]} has words that others lack, or lacks some: nothing can be taken"
                correction.faults.append(Fault(row, what))


def _as_there(both: Paired, row: int, words: Sequence[int], theirs: Sequence[int], above: Integers) -> Cut:
    """The gold's words cut as those of the parse (rows) are; ``above`` are the rows of the parse's heads."""
    first, parts = int(both.first_word[row]), list[CutPart]()
    columns = [name for name in (*_COLUMNS, "fine_tag") if name in both.parse.words.columns]
    for word in theirs:
        head, about = int(above[word]), both.parse.words.row(word, named=True)
        gold = int(both.partner[head]) - first + 1 if head >= 0 and both.partner[head] >= first else None
        place = -1 - theirs.index(head) if head in theirs else gold
        parts.append(CutPart(about["form"], tuple((name, about[name]) for name in columns), place, about["label"]))
    # The root, else the first of those that hang on other words.
    keeper = min(range(len(theirs)), key=lambda place: (int(above[theirs[place]]) in theirs, above[theirs[place]] >= 0))
    return Cut(row, words[0], words[-1], tuple(parts), keeper)
