"""What `goldleaf find` prints, in each of its formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import polars as pl

from goldleaf.core import formats
from goldleaf.core.analysis.filtering import Filtered
from goldleaf.core.analysis.running_text import running_texts
from goldleaf.core.errors import OptionError, counted
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.commands.printing import print_frame
from goldleaf.viewer.commands.terminal import say, say_json, say_text


@dataclass(frozen=True, eq=False)
class Hits:
    """What was found: a row each, ``sentence`` (from 1), ``id``, ``word`` (its ID, null for a condition on sentences)
    and ``form``; the words of a sentence stand together."""

    condition: str
    gold: Treebank
    found: Filtered
    rows: pl.DataFrame


def hits_of(condition: str, gold: Treebank, found: Filtered) -> Hits:
    """What a query found, with the words as the gold's file calls them."""
    sentences = gold.sentences.with_row_index("sentence").select("sentence", "id")[found.rows]
    rows = sentences.with_columns(word=pl.lit(None, pl.UInt32), form=pl.lit(None, pl.String))
    if found.hits is not None:
        own = ["number"] if "number" in gold.words.columns else []
        words = gold.words.select("sentence", "position", *own, pl.col("form").cast(pl.String))
        name = pl.coalesce(*own, "position").cast(pl.UInt32)
        named = found.hits.join(words, on=["sentence", "position"], how="left", maintain_order="left")
        named = named.select("sentence", word=pl.when(pl.col("position") > 0).then(name), form="form")
        rows = sentences.join(named, on="sentence", how="left", maintain_order="left")
    return Hits(condition, gold, found, rows.with_columns(pl.col("sentence") + 1))


Groups = pl.DataFrame | None


def _text(hits: Hits, groups: Groups) -> None:
    """The sentences with their words, or the counts by groups, then how many there are."""
    words = len(hits.rows["word"].drop_nulls())
    if groups is None:
        texts = running_texts(hits.gold)
        for (number, name), rows in hits.rows.group_by("sentence", "id", maintain_order=True):
            own = ", ".join(f"{word} {form}" for _, _, word, form in rows.rows() if word is not None)
            say("  ".join(filter(None, (f"{number}", name, own, texts[number - 1]))))
    else:
        print_frame("", groups)
    counts = counted(len(hits.found.rows), "sentence")
    say(f"{counts}, {counted(words, 'word')}" if hits.found.hits is not None else counts)


def _ids(hits: Hits, groups: Groups) -> None:  # noqa: ARG001
    """The ids of the sentences, a line each; the number of a sentence without one."""
    ids = hits.rows.select(pl.coalesce("id", pl.col("sentence").cast(pl.String))).to_series()
    for name in ids.unique(maintain_order=True):
        say(name)


def _csv(hits: Hits, groups: Groups) -> None:
    say_text((hits.rows if groups is None else groups).write_csv())


def _json(hits: Hits, groups: Groups) -> None:
    """The object that scripts read; its shape is a promise."""
    found: dict[str, Any] = {
        "condition": hits.condition,
        "sentences": len(hits.found.rows),
        "hits": hits.rows.select("sentence", "id", "word").to_dicts(),
    }
    say_json(found if groups is None else found | {"groups": groups.to_dicts()})


def _conllu(hits: Hits, groups: Groups) -> None:  # noqa: ARG001
    """The sentences as they stand in the gold's file."""
    if hits.gold.format != "conllu":
        raise OptionError(f"--format conllu: {hits.gold.path} is {hits.gold.format}; --format ids names the sentences")
    data = formats.FORMATS["conllu"].to_bytes(hits.gold.only(hits.found.rows))
    text = re.sub(r"(\r?\n)(?:\r?\n)+", r"\1\1", data.decode(hits.gold.layout.encoding)).lstrip("\r\n")
    say_text(text if text.endswith("\n\n") or not text else text.rstrip("\n") + "\n\n")


WRITERS: dict[str, Callable[[Hits, Groups], None]] = {
    "text": _text,
    "ids": _ids,
    "csv": _csv,
    "json": _json,
    "conllu": _conllu,
}
