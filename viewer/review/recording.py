"""Who decided, written into the treebank: in MISC (CoNLL-U), or in a comment of the sentence (export)."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl

from goldleaf.core.errors import GoldleafError
from goldleaf.core.treebank import TEXT, Treebank

_KEY = "Reviewer"
_BEGIN = re.compile(r"^#BOS[ \t][^\r\n]*", re.MULTILINE)
_NO_VALUE = re.compile(r"[|\s]+")


def recorded(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    """The treebank with who decided (`result.Result.deciders`): ``Reviewer=anna``.

    Raises GoldleafError for a format that has no place for it.
    """
    if treebank.format == "conllu":
        return _in_misc(treebank, deciders)
    if treebank.format == "export":
        return _in_comments(treebank, deciders)
    said = f"{treebank.path}: {treebank.format} has no place for who decided; leave out --record"
    raise GoldleafError(said, path=treebank.path)


def _in_misc(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    names = deciders.select(
        "sentence", pl.col("item").cast(pl.UInt32).alias("position"), name=_name(pl.col("reviewer"))
    )
    names = names.group_by("sentence", "position").agg(pl.col("name").unique().sort().str.join(","))
    words = treebank.words.join(names, on=["sentence", "position"], how="left", maintain_order="left")
    misc = pl.col("misc").cast(pl.String)
    others = misc.str.split("|").list.filter(~pl.element().str.starts_with(f"{_KEY}=")).list.join("|")
    said = pl.format("{}={}", pl.lit(_KEY), "name")
    both = pl.when(others.is_in(["_", ""])).then(said).otherwise(pl.format("{}|{}", others, said))
    changed = words.select(pl.when(pl.col("name").is_null()).then(misc).otherwise(both).cast(TEXT).alias("misc"))
    return replace(treebank, words=treebank.words.with_columns(changed["misc"]))


def _name(column: pl.Expr) -> pl.Expr:
    return column.str.replace_all(r"[|,\s]+", "_")


def _in_comments(treebank: Treebank, deciders: pl.DataFrame) -> Treebank:
    sources = treebank.sentences["source"].to_list()
    named = deciders.group_by("sentence").agg(pl.col("reviewer").unique().sort())
    for row, names in named.iter_rows():
        said = ",".join(_NO_VALUE.sub("_", name) for name in names)
        if found := _BEGIN.search(sources[row]):
            source = found.string
            sources[row] = source[: found.start()] + _with_comment(found[0], said) + source[found.end() :]
    return replace(treebank, sentences=treebank.sentences.with_columns(source=pl.Series(sources)))


def _with_comment(line: str, names: str) -> str:
    before = re.sub(rf"[ \t]*{_KEY}=\S+", "", line).rstrip()
    return f"{before} {'' if '%%' in before else '%% '}{_KEY}={names}"
