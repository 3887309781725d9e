"""Verdicts as CSV: what one session writes another one reads.

Columns: ``sentence`` (its id if it has one of its own, else its number from 1), ``word`` (empty for the whole
sentence), ``layer``, ``verdict``, ``reviewer``, ``note``, ``tags`` (between semicolons), ``time`` (ISO 8601). Two more
are written where they are needed: ``settles`` for a verdict that settles what others were of two minds about, and
``stale`` for one on a sentence whose words have changed since; both hold ``yes`` or nothing.

In reading, a sentence is the one with this id, else the one with this number; ``#12`` is always a number. All columns
but ``sentence`` and ``verdict`` may be missing. A verdict without a layer is about arcs, or about constituents where
the treebank has no heads.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import GoldleafError, reason, shortened
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.database import now
from goldleaf.viewer.review.judgements import REVIEWED, VERDICTS, Judgement, JudgementRow, Place, is_reading, split_tags
from goldleaf.viewer.review.store import Store
from goldleaf.viewer.session.layers import role_of, yield_item, yield_of
from goldleaf.viewer.text.spreadsheets import guarded, unguarded

COLUMNS = ("sentence", "word", "layer", "verdict", "reviewer", "note", "tags", "time")
MARKS = ("settles", "stale")
_YES = "yes"


class Verdict(NamedTuple):
    """A line of such a file; ``judgement.place.sentence`` is the row of the gold."""

    judgement: Judgement
    settles: bool
    stale: bool


class _Wrong(Exception):  # noqa: N818
    """What is wrong with a line, and what to do; ``line`` is its number where it is known."""

    def __init__(self, text: str, line: int = 0) -> None:
        super().__init__(text)
        self.line = line


def to_csv(store: Store) -> str:
    """All judgements about sentences that are in the treebank."""
    names = names_of_sentences(store.ids)
    table = store.table()
    marks = [name for name in MARKS if table[name].any()]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*COLUMNS, *marks))
    for values in table.iter_rows(named=True):
        about = {**values, "sentence": names[values["sentence"]], "word": values["item"]}
        fields = [guarded(about[name] or "") for name in COLUMNS]
        writer.writerow((*fields, *(_YES if values[name] else "" for name in marks)))
    return text.getvalue()


def names_of_sentences(ids: Sequence[str | None]) -> list[str]:
    """What each sentence is called: its id if no other has it, else its number, after # where that is an id."""
    count = Counter(ids)
    return [
        name if name and name == name.strip() and not name.startswith("#") and count[name] == 1
        else f"#{number}" if str(number) in count
        else str(number)
        for number, name in enumerate(ids, 1)
    ]  # fmt: skip


def read_csv(path: Path, gold: Treebank, sides: Collection[str], reviewer: str | None) -> list[Verdict]:
    """A file's verdicts on these sentences; ``reviewer`` says what names none. Raises GoldleafError with the line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "is not UTF-8; save it so"
        raise GoldleafError(f"{path}: {why}", path=path) from None
    reader = _Reader(gold, sides, reviewer)
    lines: dict[tuple[Place, str], int] = {}
    verdicts = []
    line = 1
    try:
        for line, values in _lines(text):
            verdict = reader.verdict(values)
            key = verdict.judgement.place, verdict.judgement.reviewer
            if key in lines:
                raise _Wrong(f"{key[1]} has judged this in line {lines[key]}; leave out one of the two")
            lines[key] = line
            verdicts.append(verdict)
    except _Wrong as wrong:
        raise GoldleafError(f"{path}:{wrong.line or line}: {wrong}", path=path) from None
    return verdicts


def _lines(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Each line with its number and its fields by column. Raises _Wrong."""
    reader = csv.reader(io.StringIO(text), strict=True)
    line = 1
    try:
        names = next(reader, [])
        for name in ("sentence", "verdict"):
            if name not in names:
                raise _Wrong(f"there is no column {name}; the first line names the columns: {', '.join(COLUMNS)}", 1)
        for name in names:
            if name not in (*COLUMNS, *MARKS):
                raise _Wrong(f"the column {name!r} is not known; there are {', '.join(COLUMNS)}", 1)
        line = reader.line_num + 1  # what stands in quotes may go over several lines: the first one counts
        for fields in reader:
            if fields and len(fields) != len(names):
                counts = f"{len(fields)} fields, the first line {len(names)}"
                raise _Wrong(f"has {counts}; put quotes around text that holds commas", line)
            if fields:
                yield line, dict(zip(names, map(unguarded, fields), strict=True))
            line = reader.line_num + 1
    except csv.Error as error:
        raise _Wrong(f"{error}; write it as CSV, with commas between fields", line) from None


class _Reader:
    """Reads lines of a file, and checks them against the sentences and sides that they are about."""

    def __init__(self, gold: Treebank, sides: Collection[str], reviewer: str | None) -> None:
        ids = gold.sentences["id"].to_list()
        self._count = Counter(ids)
        self._rows = {name: row for row, name in enumerate(ids) if name}
        self._lengths = gold.sentences["words"].to_list()
        self._sides, self._reviewer = sides, reviewer
        self._usual = Layer.ARC if "head" in gold.layout.columns else Layer.CONSTITUENT

    def verdict(self, values: Mapping[str, str]) -> Verdict:
        """A line, checked. Raises _Wrong."""
        given = {**dict.fromkeys((*COLUMNS, *MARKS), ""), **{name: value.strip() for name, value in values.items()}}
        row, verdict, layer = self._row(given["sentence"]), given["verdict"], None
        if given["layer"] in [*Layer]:
            layer = Layer(given["layer"])
        elif given["layer"]:
            raise _Wrong(f"there is no layer {given['layer']!r}; there are {', '.join(Layer)}")
        elif verdict not in ("", REVIEWED):
            layer = self._usual
        item = _item(given["word"], layer, self._lengths[row])
        self._check_verdict(verdict, layer, item)
        reviewer, time = given["reviewer"] or self._reviewer, given["time"]
        if not reviewer:
            raise _Wrong("names no reviewer; fill in the column reviewer, or give --reviewer")
        try:
            datetime.fromisoformat(time or now())
        except ValueError:
            raise _Wrong(f"{shortened(time)!r} is no time; write it as 2026-01-31T12:00:00+00:00") from None
        tags = tuple(split_tags(given["tags"]))
        judgement = Judgement(Place(row, layer, item), reviewer, verdict, values.get("note", ""), tags, time)
        if judgement.says_nothing:
            raise _Wrong("says nothing; give a verdict, a note or tags")
        for name in MARKS:
            if given[name] not in ("", _YES):
                raise _Wrong(f"{name} is {given[name]!r}; write {_YES} or nothing")
        return Verdict(judgement, *(given[name] == _YES for name in MARKS))

    def _row(self, name: str) -> int:
        count = len(self._lengths)
        if self._count[name] > 1:
            raise _Wrong(f"{self._count[name]} sentences have the id {shortened(name)}; give the number, as in #12")
        if name in self._rows:
            return self._rows[name]
        number = name.removeprefix("#")
        if number.isdecimal() and 1 <= int(number) <= count:
            return int(number) - 1
        raise _Wrong(f"there is no sentence {shortened(name)!r}; give an id, or a number from 1 to {count}")

    def _check_verdict(self, verdict: str, layer: Layer | None, item: str) -> None:
        if verdict in ("", *VERDICTS, *self._sides) or (verdict == REVIEWED and layer is None and not item):
            return
        if item and is_reading(verdict):
            if (layer is Layer.ARC) == verdict.startswith("="):
                expected = "head:label, as in 3:obj" if layer is Layer.ARC else "the value after =, as in =NOUN"
                raise _Wrong(f"{verdict!r} is no reading of the layer {layer}; write {expected}")
            return
        known = ", ".join(dict.fromkeys((*VERDICTS, *self._sides)))
        raise _Wrong(f"the verdict {shortened(verdict)!r} is not known; there are {known}, and readings of words")


def _item(text: str, layer: Layer | None, length: int) -> str:
    """The item in its usual form. Raises _Wrong."""
    if not text:
        return ""
    words: Collection[int] | None
    if layer is Layer.CONSTITUENT:
        words, form = yield_of(text), "the IDs of its words, as in 3-5 or 3-5+8"
    elif layer is Layer.ROLE:
        role, form = role_of(text), "predicate and argument, as in 8>3, or 8 for its sense"
        words = role and (role if role[1] else role[:1])  # the sense has no argument
    elif layer is Layer.WORDS:
        # Behind a word, which may be none, stand those of another side: 4.1; words that are cut together are 4-5.
        place = re.fullmatch(r"0|(0|[1-9]\d*)(?:\.\d+|-([1-9]\d*))?", text, re.ASCII)
        words, form = place and [int(one) or 1 for one in place.groups() if one], "its ID, or those of words, as in 4-5"
    else:
        words, form = [int(text)] if text.isdecimal() else None, "its ID"
    if words is None:
        raise _Wrong(f"{shortened(text)!r} is no item of the layer {layer}; write {form}")
    if not all(1 <= word <= length for word in words):
        raise _Wrong(f"word {shortened(text)} is not in the sentence, which has {length}")
    return yield_item(words) if layer is Layer.CONSTITUENT else text


def as_rows(verdicts: Sequence[Verdict], store: Store) -> list[JudgementRow]:
    """The verdicts as rows for `Store.bring`; the treebank must be attached."""
    rows, time = [], now()
    for judgement, settles, stale in verdicts:
        key = store.key(judgement.place.sentence)
        judged = store.readings(judgement.place._replace(sentence=key))
        words = 0 if stale else store.words(key)
        row = JudgementRow.of(judgement, time=time, words=words, settles=settles, judged=judged)
        rows.append(row._replace(sentence=key))
    return rows
