"""What a review is made of: judgements of reviewers about places, and acts that set and remove them, as the database
has them; and notes as threads: what reviewers have written about one place, in the order of time.

A reviewer has one note about a place; a reply stands in it as a paragraph that begins with when it was written, so that
CSV, merging and undo keep it as they keep notes. A thread that is resolved has a tag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, urlsplit

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError, shortened
from goldleaf.viewer.review.database import as_json, from_json, now

GOLD, PARSE, BOTH, NEITHER, UNSURE, SKIP = VERDICTS = ("gold", "parse", "both", "neither", "unsure", "skip")
"""Verdicts that every review knows; names of sides and third readings (``3:obj``, ``=NOUN``) are verdicts, too."""

REVIEWED = "reviewed"  # the mark, on a whole sentence without a layer, that a reviewer is done with it

# So begins the tag of a verdict at which nobody has looked, with how many sides agree, or whose it is
TAKEN = "taken: "

IMPORTER = "import"  # who does the acts of a session that was made without a reviewer's name

RESOLVED = "resolved"  # the tag of a thread to which nothing is to be added

_STAMP = re.compile(r"(?:\A|\n\n)\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC\] ")


class Place(NamedTuple):
    """What a judgement is about. ``sentence`` is the store's key of it. ``item`` is empty for the whole sentence, else
    the ID of a word (``4``), the yield of a constituent as ranges of IDs (``3-5+8-8``), or a predicate and its argument
    (``8>3``; ``8`` for the predicate's sense)."""

    sentence: int
    layer: Layer | None = None
    item: str = ""

    @classmethod
    def of(cls, key: Key) -> Place:
        """The place that a row with this key is about. Raises ValueError for a layer that there is not."""
        return cls(key[0], Layer(key[1]) if key[1] else None, key[2])

    def key(self, reviewer: str) -> Key:
        """The key of the row with what a reviewer says of it."""
        return self.sentence, self.layer or "", self.item, reviewer


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one reviewer says of one place; the verdict is empty where there is only a note."""

    place: Place
    reviewer: str
    verdict: str
    note: str = ""
    tags: tuple[str, ...] = ()
    time: str = ""  # ISO 8601; the store fills it in

    @property
    def says_nothing(self) -> bool:
        """Whether to keep it would be to keep nothing."""
        return not (self.verdict or self.note or self.tags)

    @property
    def reopened(self) -> Judgement:
        """The same without saying that the thread is resolved."""
        return replace(self, tags=tuple(tag for tag in self.tags if tag != RESOLVED))

    @property
    def resolved(self) -> Judgement:
        """The same, saying that the thread is."""
        return replace(self, tags=(*self.tags, RESOLVED))

    def replied(self, text: str) -> Judgement:
        """The same with a reply in its note; a thread that was resolved is not any more."""
        reply = f"[{now()[:19].replace('T', ' ')} UTC] {text}"
        return replace(self.reopened, note="\n\n".join(filter(None, (self.note, reply))))


@dataclass(frozen=True, slots=True)
class Act:
    """What one key, or one command, did, and the first ``sentence`` that it changed, if any (the store's key)."""

    reviewer: str
    what: str
    time: str
    sentence: int | None
    undone: bool = False  # whether it was taken back


Key: TypeAlias = tuple[int, str, str, str]  # sentence, layer, item, reviewer


class JudgementRow(NamedTuple):
    """A judgement as the database has it; the columns of the table ``judgement``."""

    sentence: int
    layer: str
    item: str
    reviewer: str
    verdict: str
    note: str
    tags: str
    time: str
    words: int  # the sentence's when it was judged
    settles: int
    act: int
    judged: str = ""  # what the sides said of the place then (`sides.Readings`), as JSON; empty where it is not known

    @classmethod
    def of(cls, said: Judgement, *, time: str, words: int, settles: bool, judged: Mapping[str, str]) -> JudgementRow:
        """A judgement as a row of an act to come. Raises OptionError for a tag that could not be read back."""
        tags = "; ".join(tag.strip() for tag in said.tags)
        if split_tags(tags) != [tag.strip() for tag in said.tags]:
            raise OptionError(f"tags: {tags!r}: a tag is not empty, and has no semicolon, which stands between")
        texts = said.verdict, said.note, tags
        row = cls(*said.place.key(said.reviewer), *texts, said.time or time, words, int(settles), act=0)
        return row._replace(judged=as_json(judged)) if judged and row.decides else row

    @property
    def judgement(self) -> Judgement:
        tags = tuple(split_tags(self.tags))
        return Judgement(Place.of(self.key), self.reviewer, self.verdict, self.note, tags, self.time)

    @property
    def readings(self) -> dict[str, str]:
        """What the sides said of the place when it was judged; nothing where that is not known."""
        readings: dict[str, str] = from_json(self.judged) if self.judged else {}
        return readings

    @property
    def key(self) -> Key:
        """What no two rows have; without the sentence what no two of a sentence have."""
        return self.sentence, self.layer, self.item, self.reviewer

    @property
    def decides(self) -> bool:
        """Whether it holds a verdict, and not only a note or the mark that a sentence is done."""
        return self.verdict not in ("", REVIEWED)

    def checked(self) -> JudgementRow:
        """The row as it is. Raises ValueError where a program of ours would not have written it."""
        if self.layer and self.layer not in [*Layer]:
            raise ValueError(f"there is no layer {shortened(self.layer)!r}")
        readings = self.readings
        if not (isinstance(readings, dict) and all(isinstance(text, str) for text in readings.values())):
            raise ValueError("what was judged cannot be told")
        return self


JUDGEMENTS = {
    "sentence": pl.UInt32(),  # row of the gold
    **dict.fromkeys(("layer", "item", "reviewer", "verdict", "note", "tags", "time"), pl.String()),
    **dict.fromkeys(("stale", "settles"), pl.Boolean()),
}
"""The columns of `Store.table`."""


def split_tags(tags: str) -> list[str]:
    """The tags of a text that has them between semicolons."""
    return [tag.strip() for tag in tags.split(";") if tag.strip()]


def is_reading(verdict: str) -> bool:
    """Whether a verdict is a third reading: ``head:label``, or a value after ``=``."""
    return verdict.startswith("=") or verdict.partition(":")[0].isdecimal()


def link(guidelines: str, label: str) -> str:
    """Where guidelines (``https://…#{label}``) speak of a label; their beginning without one. Raises OptionError."""
    address = guidelines.replace("{label}", quote(label, safe=""))
    if not label:
        address = guidelines.partition("{label}")[0].rstrip("#?=")
    parts = urlsplit(address)
    # Any other scheme could open a file, or start a program.
    if parts.scheme not in ("http", "https") or not parts.hostname or not address.isprintable() or " " in address:
        example = "https://example.org/guide#{label}"
        raise OptionError(f"{shortened(guidelines)!r} is no address; give one as in {example}")
    return address


class Message(NamedTuple):
    time: str  # of the world; empty for what was written first
    reviewer: str
    text: str


def thread(notes: Iterable[Judgement]) -> list[Message]:
    """What was written about a place, the first message in front."""
    messages = []
    for said in notes:
        first, *replies = _STAMP.split(said.note)
        messages += [Message("", said.reviewer, first)] if first else []
        messages += [Message(time, said.reviewer, text) for time, text in zip(replies[::2], replies[1::2], strict=True)]
    return sorted(messages, key=lambda one: one.time)
