"""A treebank in another format, what that loses, and what comes back otherwise from what was written.

Contents have names: ``words.lemma`` for a column's values that say something, ``tokens`` for the rows of a table,
``gaps`` for constituents that have one. Formats declare by these names what they hold (`Format.holds`), so that
nobody needs to list what each pair of formats loses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.formats import FORMATS, as_bytes, check_format, read
from goldleaf.core.formats.conll import field_name
from goldleaf.core.formats.source import Holding
from goldleaf.core.structures.phrase import discontinuous
from goldleaf.core.treebank import EDGES, NODES, TEXT, Treebank

_NOTHING = ("_", "", "--")
_ABOUT_ROWS = (".form", ".misc", ".function", ".index", ".features")  # said of rows, so not beside their loss
_NAMED = r"^#\s*(sent_id|text|global\.columns)\s*="  # comments that say what columns hold
_NOT_OF_WORDS = ("sentence", "position", "line", "form", "parent", "from", "to", "token", "number")

_TITLES = {
    "words.form": "form", "words.lemma": "lemma", "words.coarse_tag": "coarse tag", "words.fine_tag": "fine tag",
    "words.features": "feature set of a word|feature sets of words", "words.head": "head",
    "words.label": "label of a dependency|labels of dependencies",
    "words.function": "function of a word|functions of words", "words.index": "index of a word|indices of words",
    "words.enhanced": "set of enhanced dependencies|sets of enhanced dependencies", "words.misc": "MISC field",
    "words.mwe": "code of multiword expressions|codes of multiword expressions",
    "words.predicate": "sense of a predicate|senses of predicates", "nodes": "constituent",
    "nodes.function": "function of a constituent|functions of constituents",
    "nodes.index": "index of a constituent|indices of constituents",
    "nodes.features": "feature set of a constituent|feature sets of constituents",
    "edges": "edge of a lattice|edges of lattices", "edges.misc": "MISC field of an edge|MISC fields of edges",
    "edges.anchors": "ANCHORS field", "tokens": "multiword token",
    "tokens.form": "form of a multiword token|forms of multiword tokens",
    "tokens.misc": "MISC field of a multiword token|MISC fields of multiword tokens",
    "lattice_tokens.form": "form of a surface token|forms of surface tokens", "empty_nodes": "empty node",
    "arguments": "argument", "secondary_edges": "secondary edge", "sentences.id": "id of a sentence|ids of sentences",
    "sentences.text": "text of a sentence|texts of sentences", "comments": "comment",
    "roots": "root around several trees|roots around several trees",
    "gaps": "constituent with a gap|constituents with gaps",
    "wordless": "sentence without words|sentences without words",
}  # fmt: skip


class Converted(NamedTuple):
    """The bytes of a file, what the format has no place for, and what it spells otherwise than the treebank."""

    data: bytes
    lost: tuple[Loss, ...]
    changed: tuple[Loss, ...]


def converted(treebank: Treebank, name: str, separator: str = "-") -> Converted:
    """A treebank in another format; in UTF-8, unless it is the file's own. ``separator`` stands between category and
    function in brackets. Raises OptionError for an unknown format, GoldleafError for trees that it cannot hold."""
    entry, own = FORMATS[check_format(name)], FORMATS[treebank.format].holds()
    if name == treebank.format and treebank.layout.of_file:
        return Converted(as_bytes(treebank), (), ())
    treebank = replace(treebank, layout=replace(treebank.layout, encoding="utf-8", byte_order_mark=False))
    holding = entry.holds()
    data = as_bytes(treebank, format=name, path=treebank.path)
    # What a format spells otherwise nobody needs to list: it is what comes back otherwise.
    again = read(BytesIO(data), format=name, strict=False, separator=separator)
    if not again.sentences["readable"].all():
        raise GoldleafError(f"{treebank.path}: cannot be written as {name}: {again.problems[0].message}")
    return Converted(data, losses(treebank, holding, own), _changes(treebank, again, holding, own))


@dataclass(frozen=True, slots=True)
class Loss:
    name: str
    count: int
    title: str

    def __str__(self) -> str:
        one, _, several = self.title.partition("|")
        return f"{self.count:,} {one if self.count == 1 else several or f'{one}s'}"


def contents(treebank: Treebank) -> dict[str, int]:
    """How much a treebank has of each content that it has any of, by name."""
    words = treebank.words
    found = {f"words.{name}": _filled(words[name]) for name in words.columns if name not in _NOT_OF_WORDS}
    if {"fine_tag", "coarse_tag"} <= {*words.columns}:  # which is the coarse one where there is no other (CoNLL-X, §3)
        found["words.fine_tag"] = _filled(words.filter(pl.col("fine_tag") != pl.col("coarse_tag"))["fine_tag"])
    if "mwe" in words.columns:
        found["words.mwe"] = _filled(words.filter(pl.col("mwe") != "*")["mwe"])
    columns = {"nodes": ("function", "index", "features"), "edges": ("anchors",), "tokens": ("form", "misc")}
    for table, names in {**columns, "sentences": ("id", "text")}.items():
        found |= {f"{table}.{name}": _filled(getattr(treebank, table)[name]) for name in names}
    tables = ("nodes", "tokens", "empty_nodes", "arguments", "secondary_edges")
    found |= {name: getattr(treebank, name).height for name in tables}
    several = treebank.edges.filter(~pl.col("sentence").is_in(treebank.words["sentence"].implode()))
    found["edges"] = several.height  # the others are words
    found["edges.misc"] = _filled(several["misc"])
    tokens = treebank.lattice_tokens.filter(pl.col("line") > 0)
    found["lattice_tokens.form"] = 0 if treebank.words.height else _filled(tokens["form"])
    comments = treebank.other_lines["text"]
    found["comments"] = int((comments.str.starts_with("#") & ~comments.str.contains(_NAMED)).sum())
    found["gaps"] = int(discontinuous(treebank.nodes).sum())
    with_edges = np.isin(np.arange(len(treebank)), treebank.edges["sentence"].to_numpy())
    found["wordless"] = int(((treebank.sentences["words"] == 0).to_numpy() & ~with_edges).sum())
    return {name: count for name, count in found.items() if count}


def losses(treebank: Treebank, holding: Holding, own: Holding) -> tuple[Loss, ...]:
    """What of a treebank a format has no place for, given what it holds and what the treebank's own format does."""
    lost = {name: count for name, count in contents(treebank).items() if name not in holding.contents | own.made}
    # What is said of rows that are lost themselves is not said again.
    said = {name for name in lost if name.endswith(_ABOUT_ROWS) and name.partition(".")[0] in lost}
    said |= {"gaps"} if "nodes" in lost else set()
    return tuple(_loss(name, count, treebank) for name, count in lost.items() if name not in said)


def taken_out(before: Treebank, after: Treebank) -> tuple[Loss, ...]:
    """What a treebank held, and holds nothing of once it was transformed."""
    left = {*contents(after), "gaps", "wordless"}  # which are a way to be, and nothing that a treebank says
    return tuple(_loss(name, count, before) for name, count in contents(before).items() if name not in left)


def _changes(treebank: Treebank, again: Treebank, holding: Holding, own: Holding) -> tuple[Loss, ...]:
    """What has come back otherwise from what was written in a format, of all that it holds."""
    if "wordless" not in holding.contents:
        numbers = pl.concat([treebank.words["sentence"], treebank.edges["sentence"]]).to_numpy()
        treebank = treebank.only(np.flatnonzero(np.bincount(numbers, minlength=len(treebank))))
    are_lattices = treebank.edges.height and again.edges.height
    ours, theirs = (treebank.edges, again.edges) if are_lattices else (treebank.words, again.words)
    same = len(treebank) == len(again) and ours.height == theirs.height
    if not (same and (ours["sentence"] == theirs["sentence"]).all()):
        return (Loss("sentences", len(treebank), "sentence"),)
    names = [name for name in sorted(holding.contents - own.made | {"words.form"}) if "." in name]
    found = {name: _differing(treebank, again, name) for name in names}
    if "nodes" in holding.contents:
        # Constituents have no names that come back: they are told by their words and labels.
        held = [name for name in ("function", "index", "features") if f"nodes.{name}" in holding.contents]
        columns = ["sentence", "yield", "label", *held]
        values = [pl.col(name).cast(pl.String if NODES[name] == TEXT else NODES[name]) for name in columns]
        before, after = (bank.nodes.select(values).group_by(columns).len() for bank in (treebank, again))
        joined = before.join(after, on=columns, how="left").fill_null(0)
        found["nodes"] = int((joined["len"].cast(pl.Int64) - joined["len_right"].cast(pl.Int64)).clip(0).sum())
        found["roots"] = max(0, again.nodes.height - treebank.nodes.height)
    if are_lattices:
        columns = [name for name, kind in EDGES.items() if kind == TEXT and name not in ("misc", "anchors")]
        differ = [ours[name].cast(pl.String) != theirs[name].cast(pl.String) for name in columns]
        found["edges"] = int(np.logical_or.reduce([column.to_numpy() for column in differ]).sum())
    return tuple(_loss(name, count, treebank) for name, count in found.items() if count)


def _differing(one: Treebank, other: Treebank, name: str) -> int:
    """In how many rows a column of words or sentences differs; 0 where a treebank does not have it."""
    table, _, column = name.partition(".")
    if table == "sentences":
        ours, theirs = one.sentences[column], other.sentences[column]
    elif table == "words" and column in one.words.columns and column in other.words.columns:
        ours, theirs = one.words[column], other.words[column]
    else:
        return 0
    before, after = (side.cast(pl.String).fill_null("_").replace("", "_") for side in (ours, theirs))
    differ = before != after
    # The format may have made up names that were not given, and makes fine tags of the coarse ones.
    if table == "sentences":
        differ &= ours.is_not_null()
    elif column == "fine_tag":
        differ &= ours != "_"
    return int(differ.sum())


def _loss(name: str, count: int, treebank: Treebank) -> Loss:
    return Loss(name, count, _TITLES.get(name) or f"{field_name(treebank.format, name.removeprefix('words.'))} field")


def _filled(column: pl.Series) -> int:
    if column.dtype.is_numeric():
        return len(column) - column.null_count()
    return int((~column.cast(pl.String).is_in(_NOTHING)).fill_null(False).sum())
