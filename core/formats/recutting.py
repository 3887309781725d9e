"""Words of dependencies cut anew inside their tokens, in the lines of their file: one as several, several as one. What
refers to words follows: heads, DEPS, empty nodes, ranges, predicates, arguments. Other sentences keep their bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import polars as pl

from goldleaf.core.formats import as_bytes, read
from goldleaf.core.treebank import Treebank

FORMATS = ("conllu", "conllx", "conll2009", "pascal")
"""The formats in which words can be cut."""

MOST = 100  # parts of a word
_END = re.compile(r"[\r\n]*$")


class CutPart(NamedTuple):
    """A word that comes of a cut: what is not among its ``values`` by column is ``_``, of the part that stands for the
    old words as it was. Its ``head`` is an old word, −n the n-th part, None the part that stands for the old words."""

    form: str
    values: tuple[tuple[str, str], ...] = ()
    head: int | None = None
    label: str = "_"


class Cut(NamedTuple):
    """The words from ``first`` to ``last`` (positions) of the sentence in a row, and the ``parts`` in their place. The
    one at ``keeper``, from 0, keeps head, label and dependents: those of `top`."""

    sentence: int
    first: int
    last: int
    parts: tuple[CutPart, ...]
    keeper: int = 0


def why_not(treebank: Treebank, cut: Cut) -> str:
    """Why words cannot be cut so; empty if they can."""
    if "parent" in treebank.words.columns:
        return "the words of trees are what brackets stand over, and cannot be cut here"
    if treebank.format not in FORMATS:
        return f"the words of {treebank.format} cannot be cut here"
    begin, count = treebank.sentences.select("first_word", "words").row(cut.sentence)
    if not 1 <= cut.first <= cut.last <= count:
        return "there are no such words"
    if not 0 <= cut.keeper < len(cut.parts) <= MOST or not all(part.form for part in cut.parts):
        return f"there must be from 1 to {MOST} words, and none is empty"
    if any(not -len(cut.parts) <= (part.head or 0) <= count for part in cut.parts):
        return "a head is not in the sentence"
    words = treebank.words.slice(begin + cut.first - 1, cut.last - cut.first + 1)
    if "predicate" in words and (words["predicate"].cast(pl.String) != "_").sum() > 1:
        return "several of these words are predicates: say first of which one it is the sense"
    over = treebank.tokens.filter(pl.col("first") <= cut.last, pl.col("last") >= cut.first, sentence=cut.sentence)
    where, form = (cut.first, cut.last), words["form"][0]
    if over.height == 1:
        first, last, form = over.select("first", "last", "form").row(0)
        if cut.first < first or last < cut.last:
            return "these words are not of one token"
        where = first, last
    elif over.height or (treebank.format == "conllu" and cut.first < cut.last):
        unspaced = words["misc"][:-1].cast(pl.String).str.contains(r"(^|\|)SpaceAfter=No($|\|)").all()
        if over.height or not unspaced or len(cut.parts) > 1:
            return "these words are not of one token"
        form = "".join(words["form"])
    elif cut.first < cut.last:  # in a format without tokens
        return ""
    alone = len(cut.parts) == 1 and where == (cut.first, cut.last) and cut.parts[0].form != form
    return f"a token that is one word has the form that is written: {form}" if alone else ""


def top(heads: Mapping[int, int | None], cut: Cut) -> int:
    """The word of a cut that is nearest to the root, by the ``heads`` of all words: with its head comes no cycle."""

    def depth(word: int) -> int:
        above, steps = heads[word], 0
        while above and steps < len(heads):  # a cycle has no end
            above, steps = heads.get(above), steps + 1
        return steps

    return min(range(cut.first, cut.last + 1), key=depth)


def numbers(length: int, cuts: Sequence[Cut]) -> tuple[list[int], list[int]]:
    """For each word of so many, and 0 for the root, the new number of what stands for it, and of the last of these."""
    begin = {cut.first: cut for cut in cuts}
    now, end = [0], [0]
    while len(now) <= length:
        cut = begin.get(len(now))
        places, parts, keeper = (cut.last - cut.first + 1, len(cut.parts), cut.keeper) if cut else (1, 1, 0)
        now += [end[-1] + 1 + keeper] * places
        end += [end[-1] + parts] * places
    return now, end


def recut(treebank: Treebank, cuts: Sequence[Cut]) -> Treebank:
    """The treebank with words cut anew; no cut has words of another one, and `why_not` tells nothing of them."""
    layout = treebank.layout
    lines = re.split(r"(?<=\n)", as_bytes(treebank).decode(layout.encoding))
    in_order = sorted(cuts, key=lambda cut: cut[:2], reverse=True)  # what comes before keeps its lines meanwhile
    for row, own in groupby(in_order, key=attrgetter("sentence")):
        start = treebank.sentences["line"][row] - 1 if layout.of_file else 0
        end = next(number for number in range(start, len(lines)) if not lines[number].strip())
        lines[start:end] = _Sentence(lines[start:end], layout.columns, [*own][::-1]).lines()
    text = "".join(lines).encode(layout.encoding)
    made = read(BytesIO(text), format=treebank.format, encoding=layout.encoding, strict=False)
    return replace(made, path=treebank.path)


class _Sentence:
    """The lines of a sentence, whose words are cut."""

    def __init__(self, lines: list[str], columns: Sequence[str], cuts: Sequence[Cut]) -> None:
        self.cuts, self.newline = cuts, lines[0][len(_END.sub("", lines[0])) :]
        self.rows = [_END.sub("", line).split("\t") for line in lines]
        self.at = {name: number for number, name in enumerate(columns)}
        self.words = [fields for fields in self.rows if fields[0].isdecimal()]
        self.now, self.end = numbers(len(self.words), cuts)
        self.nodes: dict[str, str] = {}
        for name in (fields[0] for fields in self.rows if re.fullmatch(r"\d+\.\d+", fields[0])):
            after = self.end[int(name.partition(".")[0])]
            self.nodes[name] = f"{after}.{sum(new.startswith(f'{after}.') for new in self.nodes.values()) + 1}"

    def moved(self, head: str) -> str:
        if head in self.nodes or not head.isdecimal():
            return self.nodes.get(head, head)
        number, beyond = int(head), int(head) + self.end[-1] - len(self.words)
        return f"{self.now[number] if number < len(self.now) else beyond}"

    def renamed(self, fields: list[str], own: str) -> list[str]:
        """A line with new numbers, in DEPS without edges from what has become the word itself."""
        new = [own, *fields[1:]]
        for name in ("head", "projective_head", "predicted_head"):
            if name in self.at:
                new[self.at[name]] = self.moved(fields[self.at[name]])
        if "enhanced" in self.at and fields[self.at["enhanced"]] != "_":
            edges = [edge.partition(":") for edge in fields[self.at["enhanced"]].split("|")]
            kept = [f"{self.moved(head)}{colon}{label}" for head, colon, label in edges if self.moved(head) != own]
            if len({edge.partition(":")[0] for edge in kept}) < len({head for head, *_ in edges}):  # some are one now
                kept.sort(key=lambda edge: ([int(part) for part in re.findall(r"\d+", edge.partition(":")[0])], edge))
            basic = f"{new[self.at['head']]}:{new[self.at['label']]}"
            new[self.at["enhanced"]] = "|".join(dict.fromkeys(kept)) or basic
        return new

    def lines(self) -> list[str]:
        made: list[list[str]] = []
        inside, misc = 0, "_"  # the last word of the range that was begun, and MISC of one that holds one word now
        for fields in self.rows:
            name = fields[0]
            cut = next((cut for cut in self.cuts if name.isdecimal() and cut.first <= int(name) <= cut.last), None)
            if re.fullmatch(r"\d+-\d+", name):
                begin, inside = map(int, name.split("-"))
                first, last = self.end[begin - 1] + 1, self.end[inside]
                made += [[f"{first}-{last}", *fields[1:]]] * (first < last)
                misc = fields[-1] if first == last else "_"
            elif (name.isdecimal() and cut is None) or name in self.nodes:
                made.append(self.renamed(fields, self.moved(name)))
            elif cut is None:
                made.append(fields)
            elif cut.first == int(name):
                made += self.parts(cut, misc, alone=cut.first > inside)
                misc = "_"
        return ["\t".join(fields) + self.newline for fields in made]

    def parts(self, cut: Cut, misc: str, *, alone: bool) -> Iterator[list[str]]:
        """The lines of the new words, with that of the range that an ``alone`` word becomes."""
        at, number = self.at, self.end[cut.first - 1] + 1
        old = self.words[cut.first - 1 : cut.last]
        heads = {place: int(one[at["head"]].replace("_", "0")) for place, one in enumerate(self.words, 1)}
        kept = self.words[top(heads, cut) - 1]
        own = self.renamed(kept, f"{number + cut.keeper}")
        if "predicate" in at:  # of the word that is one; and arguments, but not of itself
            senses = [one for one in self.words if one[at["predicate"]] != "_"]
            for column in range(at["fill_predicate"], len(own)):
                of_column = senses[column - len(at) : column - len(at) + 1] if column >= len(at) else []
                some = (one[column] for one in (kept, *old) if one[column] != "_")
                own[column] = kept[column] if of_column and of_column[0] in old else next(some, "_")
        if "misc" in at:
            texts = [misc, *(one[-1].replace("SpaceAfter=No", "_") for one in old[:-1]), old[-1][-1]]
            said = (value for text in texts for value in text.split("|") if value != "_")
            own[-1] = "|".join(dict.fromkeys(said)) or "_"
            if alone and len(cut.parts) > 1:  # what MISC says is said of what is written
                yield [f"{number}-{number + len(cut.parts) - 1}", old[0][1], *["_"] * (len(at) - 3), own[-1]]
                own[-1] = "_"
        for place, part in enumerate(cut.parts):
            line, values = [*own], dict(part.values) | {"form": part.form}
            if place != cut.keeper:
                line = [f"{number + place}", *["_"] * (len(own) - 1)]
                beside = cut.keeper if part.head is None else -1 - part.head
                head = f"{number + beside}" if part.head is None or part.head < 0 else self.moved(f"{part.head}")
                graph = f"{head}:{part.label}" if "enhanced" in at and own[at["enhanced"]] != "_" else "_"
                values |= {"head": head, "label": part.label, "enhanced": graph}
            for name in values.keys() & at.keys():
                line[at[name]] = values[name]
            yield line
