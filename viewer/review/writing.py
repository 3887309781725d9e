"""The corrected treebank as a file, for the command line and the window: made of a session, described, written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError, counted
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import TEXT, Treebank
from goldleaf.viewer.review.result import STOP, Result, corrected
from goldleaf.viewer.review.store import Store

_KEY = "Reviewer"
_BEGIN = re.compile(r"^#BOS[ \t][^\r\n]*", re.MULTILINE)


def passed_over(store: Store) -> list[str]:
    """What was said and chooses nothing: of what has changed since, and where reviewers say different things."""
    table, lines = store.table(), []
    if stale := int(table["stale"].sum()):
        lines.append(f"{counted(stale, 'verdict')} on changed sentences or labels passed over")
    if conflicts := sum(len(store.conflicts(store.key(row))) for row in table["sentence"].unique().to_list()):
        lines.append(f"{counted(conflicts, 'place')} judged differently, so undecided")
    return lines


def result_steps(
    session: Path, treebanks: Mapping[str, Treebank], undecided: str, reviewer: str | None = None
) -> Steps[Result]:
    """What the choices in a session come to, in steps; it is opened for reading alone.

    ``treebanks`` are the sides by name, ``undecided`` and faults are as of `corrected`. A ``reviewer`` who is blind
    chooses alone. Raises GoldleafError, with ``stop`` also where something is undecided.
    """
    yield 0.0
    with Store.open(session, reviewer=reviewer, to_write=False) as store:
        yield 0.1
        store.attach(*treebanks.values())
        yield 0.3
        choices, layers = store.choices(), store.layers
    yield 0.5
    result = corrected(treebanks, choices, undecided=undecided, layers=layers)
    if undecided == STOP and result.undecided.height:
        row, item, layer = result.undecided.row(0)
        path, line = result.treebank.path, result.treebank.sentences["line"][row]
        differences = counted(result.undecided.height, "difference")
        what = f"{differences} undecided; the first: sentence {row + 1}, {layer} {item}"
        raise GoldleafError(f"{path}:{line}: {what}; decide, or take --undecided gold", path=path)
    return result


def described(result: Result, undecided: str) -> str:
    """What a result holds, in a few words."""
    decided = result.deciders.select("sentence", "item").n_unique() if result.deciders.height else 0
    differences = counted(result.undecided.height, "difference")
    return f"{counted(decided, 'word')} decided, {differences} undecided: as in {undecided}"


def write_steps(result: Result, path: Path, *, record: bool) -> Steps[Path]:
    """Write the corrected treebank, in steps; to ``record`` is to write who decided. Raises GoldleafError."""
    yield 0.0
    written = recorded(result.treebank, result.deciders) if record else result.treebank
    yield 0.3
    formats.write(written, path)
    return path


def recorded(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    """The treebank with who decided (`Result.deciders`): ``Reviewer=anna``.

    It stands in MISC (CoNLL-U), or in a comment of the sentence (export). Raises GoldleafError for a format that has no
    place for it.
    """
    if treebank.format == "conllu":
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
