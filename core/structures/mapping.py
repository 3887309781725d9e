"""Tags, labels and features put for others, as a file says (the universal tags of the PASCAL challenge 2012, §2.2; the
names of attributes that SPMRL 2013, §4.10, added to features)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import polars as pl

from goldleaf.core.errors import FormatError, GoldleafError, Problem, reason
from goldleaf.core.structures.patterns import matches
from goldleaf.core.structures.traces import relabelled
from goldleaf.core.treebank import TEXT, Treebank, translated

_TAGS = ("coarse_tag", "fine_tag")


def load(path: str | Path) -> dict[str, str]:
    """What stands for what: a pair a line, the old and the new, with a tab or blanks between them.

    Lines without a tab that begin with ``#`` are comments. Raises GoldleafError when the file cannot be read,
    FormatError for a line that is no pair, and for one that has another new value for an old one.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        said = reason(error) if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read the map: {said}", path=path) from None
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and ("\t" in line or not line.startswith("#")):
            old, new = _pair(line, str(path), number)
            if found.setdefault(old, new) != new:
                raise FormatError(Problem(str(path), number, 0, f"{old!r} is {found[old]!r} on an earlier line"))
    return found


def _pair(line: str, path: str, number: int) -> tuple[str, str]:
    pair = line.split("\t") if "\t" in line else line.split()
    if len(pair) != 2 or not all(pair):
        raise FormatError(Problem(path, number, 0, f"{line.strip()!r} is no pair; expected OLD NEW"))
    return pair[0], pair[1]


def with_tags(treebank: Treebank, tags: Mapping[str, str]) -> Treebank:
    """The treebank with coarse and fine tags put for others, in lattices, too; those that are not named stay."""
    return replace(
        treebank,
        words=_mapped(treebank.words, _TAGS, tags),
        edges=_mapped(treebank.edges, _TAGS, tags),
    )


def with_labels(treebank: Treebank, labels: Mapping[str, str]) -> Treebank:
    """The treebank with relations, categories and functions put for others; those that are not named stay."""
    nodes = _mapped(treebank.nodes, ("label", "function"), labels)
    return replace(
        treebank,
        words=_mapped(treebank.words, ("label", "function"), labels),
        nodes=relabelled(treebank.nodes, nodes),
    )


def with_features(treebank: Treebank, features: Mapping[str, str]) -> Treebank:
    """The treebank with features (``SG``, ``Number=Sing``) put for others; those that are not named stay."""
    return _each_set(treebank, lambda members: [features.get(one, one) for one in members])


def without_features(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank without features of some names (SPMRL 2013, §4.4: `mwehead` is no part of predicted morphology)."""
    return _each_set(treebank, lambda members: [one for one in members if not matches(pattern, one.partition("=")[0])])


def _each_set(treebank: Treebank, change: Callable[[list[str]], list[str]]) -> Treebank:
    """The treebank with the sets of features of words, constituents and lattices changed."""

    def changed(text: str) -> str:
        return text if text == "_" else "|".join(change(text.split("|"))) or "_"

    def table(given: pl.DataFrame) -> pl.DataFrame:
        if "features" not in given.columns:
            return given
        distinct = given["features"].unique().cast(pl.String)
        return _mapped(given, ("features",), {text: changed(text) for text in distinct})

    nodes = table(treebank.nodes)
    return replace(
        treebank, words=table(treebank.words), edges=table(treebank.edges), nodes=relabelled(treebank.nodes, nodes)
    )


def _mapped(table: pl.DataFrame, columns: tuple[str, ...], values: Mapping[str, str]) -> pl.DataFrame:
    return table.with_columns(_renamed(table[name], values) for name in columns if name in table.columns)


def _renamed(column: pl.Series, values: Mapping[str, str]) -> pl.Series:
    codes = translated(column, lambda distinct: distinct.replace(dict(values)).cast(TEXT).to_physical())
    return pl.Series(column.name, codes).cat.to(TEXT)
