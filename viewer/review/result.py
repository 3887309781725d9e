"""The treebank that comes of choices: what was decided is put in, all else stays as it was read; and its file. It is
made for a whole treebank and for a single sentence alike. Written in its own format, sentences without a choice keep
their bytes. Whether who reads it can is told, too: new faults, and DEPS that do not hold a word's head any more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import numpy as np
import polars as pl

from goldleaf.core import formats
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, OptionError, Problem, counted
from goldleaf.core.formats.recutting import Cut, recut
from goldleaf.core.formats.recutting import numbers as new_numbers
from goldleaf.core.steps import Steps, between, in_turn
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import TEXT, Treebank, detached
from goldleaf.core.validation import validate_steps
from goldleaf.core.validation.conllu import EnhancedEdge, enhanced_edges
from goldleaf.viewer.review.result_constituents import take_constituents
from goldleaf.viewer.review.result_words import COLUMNS, Correction, Fault, PairedSides, decided, take_roles, take_words
from goldleaf.viewer.review.segmentation import chosen_cuts
from goldleaf.viewer.review.store import Store

STOP = "stop"  # in the place of a side: nothing is to be written where something is undecided

_BROKEN = {
    "cycle": "the choices make a cycle",
    "two_roots": "the choices make several roots",
    "no_root": "the choices leave no root",
    "head_outside": "a head is outside of the sentence",
    "no_head": "a word has no head",
}
_KEY = "Reviewer"  # of what is recorded
_BEGIN = re.compile(r"^#BOS[ \t][^\r\n]*", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class CorrectedTreebank:
    """The corrected treebank, what is wrong with it, and where the sides differ and nothing was chosen. ``undecided``
    has the columns ``sentence``, ``layer``, ``item``. ``deciders`` (``sentence``, ``item``, ``reviewer``) says who
    chose where the sides differ, or where none has what was chosen. ``crossing`` are constituents (row, words, label)
    that were chosen and cross each other; their sentences stay as they were. ``problems`` are those that validation
    finds and did not find before, ``headless`` how many words' DEPS lacked their head before, and lack it now. ``cuts``
    are the words that were cut anew, ``uncut`` the treebank before."""

    treebank: Treebank
    faults: tuple[Fault, ...]
    undecided: pl.DataFrame
    deciders: pl.DataFrame
    crossing: tuple[tuple[int, frozenset[int], str], ...] = ()
    problems: tuple[Problem, ...] = ()
    headless: tuple[int, int] = (0, 0)
    cuts: tuple[Cut, ...] = ()
    uncut: Treebank | None = None

    def described(self, fault: Fault) -> str:
        """A fault in one line: file, line, number and id of the sentence, and what is wrong."""
        about = self.treebank.sentences.row(fault.row, named=True)
        called = f"sentence {fault.row + 1}" + (f" ({about['id']})" if about["id"] else "")
        return f"{self.treebank.path}:{about['line']}: {called}: {fault.message}"


def changed_since(store: Store) -> list[str]:
    """What is not as it was when it was judged: verdicts that are stale, and those whose sentence is gone."""
    lines = []
    if stale := int(store.table()["stale"].sum()):
        lines.append(f"{counted(stale, 'verdict')} on changed sentences or labels passed over")
    gone = [store.rows(known.sentence) for known in store.known() if store.row(known.sentence) is None]
    if verdicts := sum(row.decides for rows in gone for row in rows):
        sentences = counted(sum(any(row.decides for row in rows) for rows in gone), "sentence")
        lines.append(f"{counted(verdicts, 'verdict')} on {sentences} not in the file any more kept, and passed over")
    return lines


def passed_over(store: Store) -> list[str]:
    """What was said and chooses nothing: of what has changed since, and where reviewers say different things."""
    lines, judged = changed_since(store), {row.sentence for row in store.rows()}
    if conflicts := sum(len(store.conflicts(key)) for key in judged if store.row(key) is not None):
        lines.append(f"{counted(conflicts, 'place')} judged differently, so undecided")
    return lines


def result_steps(
    session: Path, treebanks: Mapping[str, Treebank], undecided: str, reviewer: str | None = None, *,
    mend_deps: bool = False,
) -> Steps[CorrectedTreebank]:  # fmt: skip
    """What the choices in a session come to, in steps, and what is wrong with it that was not; it is opened for reading
    alone. ``treebanks`` are the sides by name, ``undecided`` and faults are as of `corrected`. A ``reviewer`` who is
    blind chooses alone; with ``mend_deps`` DEPS follow HEAD. Raises GoldleafError, with ``stop`` also if undecided."""
    yield 0.0
    with Store.open(session, reviewer=reviewer, to_write=False) as store:
        yield 0.1
        store.attach(*treebanks.values())
        yield 0.3
        choices, layers = store.choices(), store.layers
    yield 0.5
    result = corrected(treebanks, choices, undecided=undecided, layers=layers, mend_deps=mend_deps)
    if undecided == STOP and result.undecided.height:
        row, item, layer = result.undecided.row(0)
        path, line = result.treebank.path, result.treebank.sentences["line"][row]
        differences = counted(result.undecided.height, "difference")
        what = f"{differences} undecided; the first: sentence {row + 1}, {layer} {item}"
        raise GoldleafError(f"{path}:{line}: {what}; decide, or take --undecided gold", path=path)
    first = next(iter(treebanks.values()))
    problems = yield from between(new_problems_steps(first, result.treebank), 0.6, 1.0)
    return replace(result, problems=problems, headless=(without_basic_head(first), without_basic_head(result.treebank)))


def corrected(
    treebanks: Mapping[str, Treebank], choices: pl.DataFrame, *, undecided: str = "gold",
    layers: Sequence[Layer] = (Layer.ARC,), mend_deps: bool = False,
) -> CorrectedTreebank:  # fmt: skip
    """The first of the treebanks with the choices (`states.CHOICES`) put in. ``treebanks`` are the sides by name. Where
    they differ in one of the ``layers`` and nothing was chosen, the side that ``undecided`` names is taken; with
    ``stop``, of which nothing is written, the first. With ``mend_deps`` DEPS follow HEAD. Raises OptionError."""
    sides = PairedSides.of(treebanks)
    numbers = sides.numbers
    defaults = {**numbers, STOP: 0}
    if undecided not in defaults:
        raise OptionError(f"--undecided {undecided}: no such side; there are {', '.join(filter(None, defaults))}")
    faults: list[Fault] = []
    by_layer = decided(choices, numbers, faults)
    correction = Correction(sides, defaults[undecided], {*layers}, sides.treebanks[0], faults)
    for layer in dict.fromkeys((*layers, *by_layer)):
        own = by_layer.get(layer, {})
        if layer in COLUMNS:
            take_words(correction, layer, own)
        elif layer is Layer.CONSTITUENT:
            take_constituents(correction, own)
        elif layer is Layer.ROLE:
            take_roles(correction, own)
    # At last: until then words have the numbers that places are told by.
    uncut = with_basic_heads(sides.treebanks[0], correction.treebank) if mend_deps else correction.treebank
    correction.treebank = uncut
    changed = uncut.words["head"].ne_missing(sides.treebanks[0].words["head"]).to_numpy()
    cuts = chosen_cuts(correction, by_layer.get(Layer.WORDS, {}))
    # A single sentence, as it is shown, is written by itself; one of a file with others where it stands.
    treebank = recut(uncut if len(uncut) > 1 else detached(uncut), cuts) if cuts else uncut
    rows = np.union1d(uncut.sentence_of_word[changed], [cut.sentence for cut in cuts]).astype(np.int64)
    if rows.size:  # what was a tree in a respect before, and is no more
        old, new = (ill_formed(whole.only(rows)).of_sentence for whole in (sides.treebanks[0], treebank))
        broken = ((name, place) for name, now in new.items() for place in np.flatnonzero(now & ~old[name]).tolist())
        faults += sorted(Fault(int(rows[place]), _BROKEN[name]) for name, place in broken)
    by_sentence = groupby(sorted(cuts, key=lambda cut: cut[:2]), key=lambda cut: cut.sentence)
    now = {row: new_numbers(uncut.sentences["words"][row], [*own])[0] for row, own in by_sentence}
    deciders = [(row, f"{now[row][int(item)]}" if row in now else item, who) for row, item, who in correction.deciders]
    tables = []
    for items, name in ((dict.fromkeys(correction.undecided), "layer"), (deciders, "reviewer")):
        table = pl.DataFrame([*items], {"sentence": pl.UInt32(), "item": pl.String(), name: pl.String()}, orient="row")
        tables.append(table.sort("sentence", maintain_order=True))
    once, crossing = tuple(dict.fromkeys(faults)), tuple(correction.crossing)
    return CorrectedTreebank(treebank, once, tables[0], tables[1], crossing, cuts=tuple(cuts), uncut=uncut)


def new_problems_steps(before: Treebank, after: Treebank) -> Steps[tuple[Problem, ...]]:
    """What `validate` finds in the corrected treebank, and not in the gold, in a line; if cut anew, in any."""
    both = yield from in_turn([validate_steps(treebank) for treebank in (before, after)])
    cut = (before.sentences["words"] != after.sentences["words"]).to_numpy()

    def keyed(treebank: Treebank, problems: Sequence[Problem]) -> Iterator[tuple[object, ...]]:
        first = treebank.sentences["line"].to_numpy().astype(np.int64)
        for problem in problems:
            row = int(np.searchsorted(first, problem.line, "right")) - 1
            line = problem.line - first[row] if row >= 0 and not cut[row] else 0
            yield row, line, problem.column, problem.message

    known = {*keyed(before, both[0])}
    return tuple(one for one, key in zip(both[1], keyed(after, both[1]), strict=True) if key not in known)


def without_basic_head(treebank: Treebank) -> int:
    """How many words have edges in DEPS, none of which comes from the head in HEAD."""
    if "enhanced" not in treebank.words.columns:
        return 0
    edge, text = pl.format("|{}:", "head"), pl.format("|{}", pl.col("enhanced").cast(pl.String))
    lacks = (text != "|_") & pl.col("head").is_not_null() & ~text.str.contains(edge, literal=True)
    return int(treebank.words.select(lacks.sum()).item())


def with_basic_heads(before: Treebank, after: Treebank) -> Treebank:
    """The corrected treebank with changed heads and labels in DEPS, too: there each word's edge that was the basic one
    is now that of its new head, under the new label; what only DEPS says of cases stays where the label does."""
    own = ["head", pl.col("label").cast(pl.String), pl.col("enhanced").cast(pl.String)]
    old, new = before.words.select(own), after.words.select(own)
    changed = (old["head"].ne_missing(new["head"]) | (old["label"] != new["label"])).to_numpy()
    enhanced = new["enhanced"].to_list()
    for row in np.flatnonzero(changed).tolist():
        (old_head, old_label, _), (head, label, text) = old.row(row), new.row(row)
        # What stands behind the label's colon only DEPS says.
        of_head = (edge for edge in enhanced_edges(text) or () if edge[:2] == (old_head, 0))
        basic = [edge for edge in of_head if f"{edge.relation}:".startswith(f"{old_label}:")]
        if basic and head is not None:
            mended = EnhancedEdge(head, 0, basic[0].relation if label == old_label else label)
            others = {*(enhanced_edges(text) or ())} - {*basic}
            enhanced[row] = "|".join(map(str, sorted({*others, mended})))
    return replace(after, words=after.words.with_columns(enhanced=pl.Series(enhanced, dtype=pl.String).cast(TEXT)))


def described(result: CorrectedTreebank, undecided: str) -> str:
    decided = result.deciders.select("sentence", "item").n_unique() if result.deciders.height else 0
    differences = counted(result.undecided.height, "difference")
    said = f"{counted(decided, 'word')} decided, {differences} undecided: as in {undecided}"
    before, after = result.headless
    new = f"; {counted(len(result.problems), 'new fault')}" if result.problems else ""
    lacks = f"; DEPS lacks the head of {counted(after, 'word')}, before {before:,}" if before != after else ""
    return f"{said}{new}{lacks}"


def write_steps(result: CorrectedTreebank, path: Path, *, record: bool) -> Steps[Path]:
    """Write the corrected treebank, in steps; to ``record`` is to write who decided. Raises GoldleafError."""
    yield 0.0
    written = recorded(result.treebank, result.deciders) if record else result.treebank
    yield 0.3
    formats.write(written, path)
    return path


def recorded(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    """The treebank with who decided (`Result.deciders`): ``Reviewer=anna``. It stands in MISC (CoNLL-U), or in a
    comment of the sentence (export). Raises GoldleafError for a format that has no place for it."""
    if treebank.is_conllu:
        return _in_misc(treebank, deciders)
    if treebank.format == "export":
        return _in_comments(treebank, deciders)
    text = f"{treebank.path}: {treebank.format} has no place for who decided; leave out --record"
    raise GoldleafError(text, path=treebank.path)


def _in_misc(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    position = pl.col("item").cast(pl.UInt32).alias("position")
    name = pl.col("reviewer").str.replace_all(r"[|,\s]+", "_")  # what stands between fields, names and columns
    names = deciders.select("sentence", position, name=name)
    names = names.group_by("sentence", "position").agg(pl.col("name").unique().sort().str.join(","))
    words = treebank.words.join(names, on=["sentence", "position"], how="left", maintain_order="left")
    misc = pl.col("misc").cast(pl.String)
    others = misc.str.split("|").list.filter(~pl.element().str.starts_with(f"{_KEY}=")).list.join("|")
    ours = pl.format("{}={}", pl.lit(_KEY), "name")
    both = pl.when(others.is_in(["_", ""])).then(ours).otherwise(pl.format("{}|{}", others, ours))
    changed = words.select(pl.when(pl.col("name").is_null()).then(misc).otherwise(both).cast(TEXT).alias("misc"))
    return replace(treebank, words=treebank.words.with_columns(changed["misc"]))


def _in_comments(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    """In the line that begins a sentence, behind the ``%%`` of its comment; what was there of ours is replaced."""
    sources = treebank.sentences["source"].to_list()
    for row, reviewers in deciders.group_by("sentence").agg(pl.col("reviewer").unique().sort()).iter_rows():
        names = ",".join(re.sub(r"[|\s]+", "_", name) for name in reviewers)
        if begin := _BEGIN.search(sources[row]):
            line = re.sub(rf"[ \t]*{_KEY}=\S+", "", begin[0]).rstrip()
            line = f"{line} {'' if '%%' in line else '%% '}{_KEY}={names}"
            sources[row] = begin.string[: begin.start()] + line + begin.string[begin.end() :]
    return replace(treebank, sentences=treebank.sentences.with_columns(source=pl.Series(sources)))
