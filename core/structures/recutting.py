"""Words of dependencies cut anew inside what is written: one as several, several as one. All that refers to words
follows: heads, DEPS with empty nodes, ranges, predicates with their arguments, and the lines of the file, so that those
of other sentences keep their bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core.facts import Integers
from goldleaf.core.treebank import Treebank, renumbered

FORMATS = ("conllu", "conllx", "conll2009", "pascal")
"""The formats in which words can be cut."""

MOST = 100  # parts of a word
_EDGE = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,9}))?:(.*)", re.DOTALL)
_UNSPACED = "SpaceAfter=No"
_OF_TOKENS = (_UNSPACED, "SpacesAfter=", "SpacesBefore=", "SpacesInToken=")  # what MISC says of what is written
_NUMBERS = ("projective_head", "predicted_head")  # columns that have heads as text
_NOTHING = ("_", "", None)

_Rows: TypeAlias = list[dict[str, Any]]
Lines: TypeAlias = Callable[[Iterable[float]], Integers]


class Part(NamedTuple):
    """A word that comes of a cut. ``values`` are those of other columns by name; what is not named is ``_``, of the
    part that stands for the old words as it was. Its ``head`` is an old word's position, −n the n-th part, None the
    part that stands for the old words."""

    form: str
    values: Mapping[str, str] = {}
    head: int | None = None
    label: str = "_"


class Cut(NamedTuple):
    """The words from ``first`` to ``last`` (positions) of the sentence in a row, and the ``parts`` that come in their
    place. The one at ``keeper``, from 0, keeps head, label and dependents: of several words those of the one that is
    nearest to the root."""

    sentence: int
    first: int
    last: int
    parts: tuple[Part, ...]
    keeper: int = 0


class Recut(NamedTuple):
    """The treebank; for each old word the row of the word that stands for it; for lines of the old file those of the
    new one."""

    treebank: Treebank
    row: Integers
    line: Lines


def why_not(treebank: Treebank, cut: Cut) -> str:
    """Why words cannot be cut so; empty if they can."""
    if "parent" in treebank.words.columns:
        return "the words of trees are what brackets stand over, and cannot be cut here"
    if treebank.format not in FORMATS:
        return f"the words of {treebank.format} cannot be cut here"
    about = treebank.sentences.row(cut.sentence, named=True)
    if not 1 <= cut.first <= cut.last <= about["words"]:
        return "there are no such words"
    if not 0 <= cut.keeper < len(cut.parts) <= MOST or not all(part.form for part in cut.parts):
        return f"there must be from 1 to {MOST} words, and none is empty"
    if any(not -len(cut.parts) <= (part.head or 0) <= about["words"] for part in cut.parts):
        return "a head is not in the sentence"
    words = treebank.words.slice(about["first_word"], about["words"]).to_dicts()
    if sum(one.get("predicate") not in _NOTHING for one in words[cut.first - 1 : cut.last]) > 1:
        return "several of these words are predicates: say first of which one it is the sense"
    if treebank.format != "conllu":
        same = len(cut.parts) == 1 and cut.first == cut.last
        return "where one word stays one, nothing is cut" if same else ""
    over, written = _written(words, treebank.tokens.filter(pl.col("sentence") == cut.sentence).to_dicts(), cut)
    within = range(cut.first, cut.last + 1)
    if over is None and not all(one[end] in within for one in written if "first" in one for end in ("first", "last")):
        return "one token would be cut, and another one with it"
    if over is None and not all(_UNSPACED in one["misc"].split("|") for one in written[:-1]):
        return "a blank stands between these words: they are not one token"
    form = "".join(one["form"] for one in written) if over is None else over["form"]
    whole = over is None or (over["first"], over["last"]) == (cut.first, cut.last)
    if whole and len(cut.parts) == 1 and cut.parts[0].form != form:
        return f"a token that is one word has the form that is written: {form}"
    return ""


def recut(treebank: Treebank, cuts: Sequence[Cut]) -> Recut:
    """The treebank with words cut anew; none of the cuts has words of another one, and `why_not` tells nothing of
    them."""
    of_sentence: defaultdict[int, list[Cut]] = defaultdict(list)
    for cut in sorted(cuts, key=lambda cut: cut[:2]):
        of_sentence[cut.sentence].append(cut)
    rows = [*of_sentence]
    position = treebank.words["position"].to_numpy().astype(np.int64)
    tables: dict[str, pl.DataFrame] = {
        name: getattr(treebank, name) for name in ("words", "tokens", "empty_nodes", "arguments")
    }
    old: dict[int, dict[str, _Rows]] = {row: {name: [] for name in tables} for row in rows}
    for name, table in tables.items():
        for one in table.filter(pl.col("sentence").is_in(rows)).iter_rows(named=True):
            old[one["sentence"]][name].append(one)
    new: dict[str, _Rows] = {name: [] for name in tables}
    # A line is told by its number in the old file; one that comes between two of them by a number between theirs.
    added, gone = list[float](), list[float]()
    for row, own in of_sentence.items():
        made, now = _sentence(old[row], own)
        begin = int(treebank.first_words[row])
        position[begin : begin + len(now)] = now
        for name in tables:
            new[name] += made[name]
        before, after = ({one["line"] for some in side.values() for one in some if "line" in one}
                         for side in (old[row], made))  # fmt: skip
        added += after - before
        gone += before - after

    def line(lines: Iterable[float]) -> Integers:
        where = np.asarray([*lines], np.float64)
        moved = np.searchsorted(sorted(added), where) - np.searchsorted(sorted(gone), where)
        return np.ceil(where).astype(np.int64) + moved

    for name, table in tables.items():
        schema = {**table.schema, **({"line": pl.Float64()} if "line" in table.columns else {})}
        some = pl.DataFrame({column: [one[column] for one in new[name]] for column in schema}, schema)
        kept = table.filter(~pl.col("sentence").is_in(rows)).cast(schema)  # type: ignore[arg-type]
        tables[name] = pl.concat([kept, some]).sort("sentence", maintain_order=True)
    tables |= {"other_lines": treebank.other_lines, "sentences": renumbered(treebank.sentences, tables["words"])}
    tables = {
        name: table.with_columns(line=pl.Series(line(table["line"]), dtype=pl.UInt32)) if "line" in table else table
        for name, table in tables.items()
    }
    odd = line(number for number in treebank.layout.odd_newlines if number not in {*gone})
    lines = treebank.layout.lines + len(added) - len(gone)
    layout = replace(treebank.layout, lines=lines, odd_newlines=tuple(odd.tolist()))
    result = replace(treebank, **tables, layout=layout)  # type: ignore[arg-type]
    return Recut(result, result.first_words[treebank.sentence_of_word] + position - 1, line)


def _written(words: _Rows, tokens: _Rows, cut: Cut) -> tuple[dict[str, Any] | None, _Rows]:
    """The range that all of the words of a cut are in, if there is one; and the ranges, and the words in none, that
    they are, in order."""
    ranges = [one for one in tokens if one["first"] <= cut.last and one["last"] >= cut.first]
    over = next((one for one in ranges if one["first"] <= cut.first and cut.last <= one["last"]), None)
    inside = {place for one in ranges for place in range(one["first"], one["last"] + 1)}
    alone = [one for one in words[cut.first - 1 : cut.last] if one["position"] not in inside]
    return over, sorted([*ranges, *alone], key=lambda one: one.get("position") or one["first"])


class _Numbers:
    """The new numbers of a sentence's words and empty nodes. For each old word, and 0 for the root, ``now`` has what
    stands for it, ``end`` the last of the words that stand where it stood."""

    def __init__(self, old: Mapping[str, _Rows], cuts: Sequence[Cut]) -> None:
        begin, self.more = {cut.first: cut for cut in cuts}, 0
        self.now, self.end = [0], [0]
        while len(self.now) <= len(old["words"]):
            cut, done = begin.get(len(self.now)), self.end[-1]
            places, parts = (1, 1) if cut is None else (cut.last - cut.first + 1, len(cut.parts))
            self.now += [done + 1 + (0 if cut is None else cut.keeper)] * places
            self.end += [*(done + min(place, parts) for place in range(1, places)), done + parts]
            self.more += parts - places
        self.nodes: dict[tuple[int, int], tuple[int, int]] = {}
        for one in old["empty_nodes"]:
            after = self.end[one["after"]]
            index = sum(name[0] == after for name in self.nodes.values()) + 1
            self.nodes[one["after"], one["index"]] = after, index

    def at(self, head: int) -> int:
        return self.now[head] if head < len(self.now) else head + self.more  # beyond the sentence it stays there

    def graph(self, text: str, own: int = 0) -> str:
        """DEPS with the new numbers, without edges from what has become the word itself."""
        found = [match for edge in text.split("|") if (match := _EDGE.fullmatch(edge))]
        if len(found) != text.count("|") + 1:  # ``_``, or what is no graph
            return text
        before = [(int(match[1]), int(match[2] or 0), match[3]) for match in found]
        edges = [(*self.nodes.get((head, index), (self.at(head), index)), label) for head, index, label in before]
        edges = [edge for edge in dict.fromkeys(edges) if not own or edge[:2] != (own, 0)]
        in_order = sorted(edges) if before == sorted(before) else edges
        return "|".join(f"{head}{f'.{index}' * bool(index)}:{label}" for head, index, label in in_order) or "_"

    def node(self, one: dict[str, Any]) -> dict[str, Any]:
        fields = one["fields"].split("\t")
        fields[-2] = self.graph(one["enhanced"])
        after, index = self.nodes[one["after"], one["index"]]
        return {**one, "after": after, "index": index, "enhanced": fields[-2], "fields": "\t".join(fields)}

    def word(self, one: dict[str, Any]) -> dict[str, Any]:
        place = self.now[one["position"]]
        made = {**one, "position": place, "head": None if one["head"] is None else self.at(one["head"])}
        made |= {name: f"{self.at(int(one[name]))}" for name in _NUMBERS if one.get(name, "").isdecimal()}
        if one.get("enhanced", "_") != "_":
            edges = self.graph(one["enhanced"], place)
            made["enhanced"] = edges if edges != "_" else f"{made['head']}:{made['label']}"
        return made


def _sentence(old: Mapping[str, _Rows], cuts: Sequence[Cut]) -> tuple[dict[str, _Rows], list[int]]:
    """A sentence's rows after the cuts, by table, and the new position of what stands for each old word."""
    words, numbers = old["words"], _Numbers(old, cuts)
    heads = {one["position"]: one["head"] for one in words}
    made, tokens = list[dict[str, Any]](), list[dict[str, Any]]()
    for one in words:
        cut = next((cut for cut in cuts if cut.first <= one["position"] <= cut.last), None)
        if cut is None:
            made.append(numbers.word(one))
        elif cut.first == one["position"]:
            made += _parts(words, numbers.word(words[_top(heads, cut) - 1]), cut, len(made), numbers.at)
            tokens += _new_token(made, words, old["tokens"], cut)
    for token in old["tokens"]:
        first, last = numbers.end[token["first"] - 1] + 1, numbers.end[token["last"]]
        own = token["first"], token["last"]
        if any(cut.first <= own[0] and own[1] <= cut.last and own != (cut.first, cut.last) for cut in cuts):
            continue  # with others it is a new one
        if first < last:
            tokens.append({**token, "first": first, "last": last})
        else:  # a range holds several words
            made[first - 1]["misc"] = _merged(made[first - 1]["misc"], token["misc"].split("|"))
    arguments: dict[tuple[int, int], dict[str, Any]] = {}
    tops = [_top(heads, cut) for cut in cuts]
    for role in sorted(old["arguments"], key=lambda role: role["argument"] not in tops):
        place = numbers.now[role["predicate"]], numbers.now[role["argument"]]
        if place[0] != place[1] or role["predicate"] == role["argument"]:
            arguments.setdefault(place, {**role, "predicate": place[0], "argument": place[1]})
    tables = {"words": made, "tokens": sorted(tokens, key=lambda token: int(token["first"]))}
    tables |= {"empty_nodes": [*map(numbers.node, old["empty_nodes"])]}
    return {**tables, "arguments": [arguments[place] for place in sorted(arguments)]}, numbers.now[1:]


def _top(heads: Mapping[int, int | None], cut: Cut) -> int:
    """The word of a cut that is nearest to the root: with its head no cycle comes of several words."""

    def depth(word: int) -> int:
        above, steps = heads[word], 0
        while above and steps < len(heads):  # a cycle has no end
            above, steps = heads.get(above), steps + 1
        return steps

    return min(range(cut.first, cut.last + 1), key=depth)


def _parts(
    words: _Rows, keeper: dict[str, Any], cut: Cut, before: int, at: Callable[[int], int]
) -> Iterator[dict[str, Any]]:
    """The new words: those that there were in their lines, more behind the last one."""
    old = words[cut.first - 1 : cut.last]
    lines = [one["line"] for one in old]
    lines += [lines[-1] + place / (MOST + 1) for place in range(1, len(cut.parts) - len(old) + 1)]
    nothing = {name: "_" for name, value in keeper.items() if isinstance(value, str)}
    sense: dict[str, Any] = next((one for one in old if one.get("predicate", "_") not in _NOTHING), {})
    for place, (part, line) in enumerate(zip(cut.parts, lines, strict=False)):
        if place == cut.keeper:
            own: dict[str, Any] = {name: sense[name] for name in ("predicate", "fill_predicate") if name in sense}
            if "misc" in keeper:
                own["misc"] = _merged(old[0]["misc"], (value for one in old[1:] for value in one["misc"].split("|")))
            yield {**keeper, **own, "form": part.form, **part.values, "line": line}
            continue
        head = before + 1 + cut.keeper if part.head is None else before - part.head if part.head < 0 else at(part.head)
        graph = {"enhanced": f"{head}:{part.label}"} if keeper.get("enhanced", "_") != "_" else {}
        named = {"form": part.form, "label": part.label, **graph, **part.values}
        yield {**keeper, **nothing, **named, "position": before + 1 + place, "head": head, "line": line}


def _new_token(made: _Rows, words: _Rows, tokens: _Rows, cut: Cut) -> Iterator[dict[str, Any]]:
    """The range over the last words that were ``made``, if they were in none; what MISC says of what is written, it
    has, or the only word."""
    over, written = _written(words, tokens, cut)
    if over is not None or "misc" not in made[-1]:
        return
    before = len(made) - len(cut.parts)
    keeper = made[before + cut.keeper]
    first, last = (one["misc"].split("|") for one in (written[0], written[-1]))
    spaces = [value for value in first if value.startswith("SpacesBefore=")]
    spaces += [value for value in last if value.startswith(_OF_TOKENS)]
    own = "|".join(value for value in keeper["misc"].split("|") if not value.startswith(_OF_TOKENS))
    keeper["misc"] = _merged(own, spaces if len(cut.parts) == 1 else ())
    if len(cut.parts) > 1:
        yield {
            "sentence": keeper["sentence"], "first": before + 1, "last": len(made),
            "line": words[cut.first - 1]["line"] - 0.5, "form": "".join(one["form"] for one in written),
            "misc": _merged("_", spaces), "fields": "\t".join("_" * 7),
        }  # fmt: skip


def _merged(text: str, more: Iterable[str]) -> str:
    """MISC with more values, each where it is in alphabetical order."""
    merged = [value for value in text.split("|") if value not in _NOTHING]
    for value in more:
        if value not in (*_NOTHING, *merged):
            later = (place for place, other in enumerate(merged) if other.lower() > value.lower())
            merged.insert(next(later, len(merged)), value)
    return "|".join(merged) or "_"
