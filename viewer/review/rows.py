"""Judgements as rows of the database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import polars as pl

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.errors import OptionError, shortened
from goldleaf.viewer.review.judgements import REVIEWED, TAG_SEPARATOR, Judgement, Place
from goldleaf.viewer.review.schema import as_json, from_json

Key: TypeAlias = tuple[int, str, str, str]  # sentence, layer, item, reviewer


class Row(NamedTuple):
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


JUDGEMENTS = {
    "sentence": pl.UInt32(),  # row of the gold
    "layer": pl.String(),
    "item": pl.String(),
    "reviewer": pl.String(),
    "verdict": pl.String(),
    "note": pl.String(),
    "tags": pl.String(),
    "time": pl.String(),
    "stale": pl.Boolean(),
    "settles": pl.Boolean(),
}
"""The columns of `Store.table`."""


def key_at(place: Place, reviewer: str) -> Key:
    """The key of the row with what a reviewer says of a place."""
    return place.sentence, place.layer or "", place.item, reviewer


def row_of(judgement: Judgement, *, time: str, words: int, settles: bool, judged: Mapping[str, str]) -> Row:
    """A judgement as a row of an act to come. Raises OptionError for a tag that could not be read back."""
    tags = [tag.strip() for tag in judgement.tags]
    if any(TAG_SEPARATOR in tag or not tag for tag in tags):
        raise OptionError(f"tags: {'; '.join(tags)!r}: a tag is not empty, and has no semicolon, which stands between")
    return Row(
        *key_at(judgement.place, judgement.reviewer),
        verdict=judgement.verdict,
        note=judgement.note,
        tags=joined_tags(tags),
        time=judgement.time or time,
        words=words,
        settles=int(settles),
        act=0,
        judged=as_json(judged) if judged and judgement.verdict not in ("", REVIEWED) else "",
    )


def judgement_of(row: Row) -> Judgement:
    """A row as a judgement."""
    tags = tuple(split_tags(row.tags))
    return Judgement(place_of(row.key), row.reviewer, row.verdict, row.note, tags, row.time)


def checked(row: Row) -> Row:
    """A row of the database as it is. Raises ValueError where a program of ours would not have written it."""
    if row.layer and row.layer not in [*Layer]:
        raise ValueError(f"there is no layer {shortened(row.layer)!r}")
    judged = from_json(row.judged) if row.judged else {}
    if not (isinstance(judged, dict) and all(isinstance(text, str) for text in judged.values())):
        raise ValueError("what was judged cannot be told")
    return row


def place_of(key: Key) -> Place:
    """The place that a row with this key is about."""
    return Place(key[0], Layer(key[1]) if key[1] else None, key[2])


def split_tags(tags: str) -> list[str]:
    """The tags of a text that has them between semicolons."""
    return [tag.strip() for tag in tags.split(TAG_SEPARATOR) if tag.strip()]


def joined_tags(tags: list[str]) -> str:
    """Tags as one text."""
    return f"{TAG_SEPARATOR} ".join(tags)
