"""What a review is made of: judgements of reviewers about places, and the acts that set and remove them. Here they, and
items that name several words (yields, predicates with arguments), are read and written as the database has them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, urlsplit

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError, shortened
from goldleaf.viewer.session.layers import runs

GOLD, PARSE, BOTH, NEITHER, UNSURE, SKIP = VERDICTS = ("gold", "parse", "both", "neither", "unsure", "skip")
"""Verdicts that every review knows; names of sides and third readings (``3:obj``, ``=NOUN``) are verdicts, too."""

REVIEWED = "reviewed"  # the mark, on a whole sentence without a layer, that a reviewer is done with it

# So begins the tag of a verdict at which nobody has looked, with how many sides agree, or whose it is
TAKEN = "taken: "

IMPORTER = "import"  # who does the acts of a session that was made without a reviewer's name

_RANGES = re.compile(r"\d+(-\d+)?(\+\d+(-\d+)?)*", re.ASCII)
_ROLE = re.compile(r"(\d+)(?:>(\d+))?", re.ASCII)
_LONGEST = 100_000  # words: a typo of nine digits is no set to be made


class SessionSide(NamedTuple):
    """A treebank that is reviewed: its name, its file, and how that is read (format_name, encoding, separator)."""

    name: str
    path: str
    options: dict[str, str] = {}


class Place(NamedTuple):
    """What a judgement is about. ``sentence`` is the store's key of it. ``item`` is empty for the whole sentence, else
    the ID of a word (``4``), the yield of a constituent as ranges of IDs (``3-5+8-8``), or a predicate and its argument
    (``8>3``; ``8`` for the predicate's sense)."""

    sentence: int
    layer: Layer | None = None
    item: str = ""


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

    @property
    def key(self) -> Key:
        """What no two rows have; without the sentence what no two of a sentence have."""
        return self.sentence, self.layer, self.item, self.reviewer

    @property
    def decides(self) -> bool:
        """Whether it holds a verdict, and not only a note or the mark that a sentence is done."""
        return self.verdict not in ("", REVIEWED)


JUDGEMENTS = {
    "sentence": pl.UInt32(),  # row of the gold
    **dict.fromkeys(("layer", "item", "reviewer", "verdict", "note", "tags", "time"), pl.String()),
    **dict.fromkeys(("stale", "settles"), pl.Boolean()),
}
"""The columns of `Store.table`."""


def row_of(judgement: Judgement, *, time: str, words: int, settles: bool, judged: Mapping[str, str]) -> JudgementRow:
    """A judgement as a row of an act to come. Raises OptionError for a tag that could not be read back."""
    tags = "; ".join(tag.strip() for tag in judgement.tags)
    if split_tags(tags) != [tag.strip() for tag in judgement.tags]:
        raise OptionError(f"tags: {tags!r}: a tag is not empty, and has no semicolon, which stands between")
    key, said = key_at(judgement.place, judgement.reviewer), (judgement.verdict, judgement.note, tags)
    row = JudgementRow(*key, *said, judgement.time or time, words, int(settles), act=0)
    return row._replace(judged=as_json(judged)) if judged and row.decides else row


def judgement_of(row: JudgementRow) -> Judgement:
    return Judgement(place_of(row.key), row.reviewer, row.verdict, row.note, tuple(split_tags(row.tags)), row.time)


def checked(row: JudgementRow) -> JudgementRow:
    """A row of the database as it is. Raises ValueError where a program of ours would not have written it."""
    if row.layer and row.layer not in [*Layer]:
        raise ValueError(f"there is no layer {shortened(row.layer)!r}")
    judged = from_json(row.judged) if row.judged else {}
    if not (isinstance(judged, dict) and all(isinstance(text, str) for text in judged.values())):
        raise ValueError("what was judged cannot be told")
    return row


def key_at(place: Place, reviewer: str) -> Key:
    """The key of the row with what a reviewer says of a place."""
    return place.sentence, place.layer or "", place.item, reviewer


def place_of(key: Key) -> Place:
    """The place that a row with this key is about."""
    return Place(key[0], Layer(key[1]) if key[1] else None, key[2])


def split_tags(tags: str) -> list[str]:
    """The tags of a text that has them between semicolons."""
    return [tag.strip() for tag in tags.split(";") if tag.strip()]


def from_json(text: str) -> Any:  # noqa: ANN401, as many kinds as JSON has
    """What a text of the database holds. Raises ValueError where it is no JSON, no text, or nested without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("a text of it is nested too deep") from None
    except TypeError:
        raise ValueError("a text of it is gone") from None


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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


def yield_item(positions: Iterable[int]) -> str:
    """A set of words as ranges of IDs, as `core.analysis.sides.layers` has them: ``3-5``, ``3-5+8-8``."""
    return "+".join(f"{first}-{last}" for first, last in runs(sorted(positions)))


def yield_of(item: str) -> frozenset[int] | None:
    """The words of such an item, in which single ones may stand by themselves (``3-5+8``); None for what is none."""
    if not _RANGES.fullmatch(item):
        return None
    words: set[int] = set()
    for part in item.split("+"):
        first, _, last = part.partition("-")
        if int(last or first) - int(first) > _LONGEST:
            return None
        words.update(range(int(first), int(last or first) + 1))
    return frozenset(words) or None


def role_of(item: str) -> tuple[int, int] | None:
    """The predicate and argument (0 for the sense) of such an item, None for what is none."""
    match = _ROLE.fullmatch(item)
    return (int(match[1]), int(match[2] or 0)) if match else None
