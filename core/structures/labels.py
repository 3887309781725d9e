"""Labels, tags, features and forms: patterns of them, and others put for them, as a file says (the universal tags of
the PASCAL challenge 2012, §2; the names of attributes that SPMRL 2013, §4.10, added to features).

In patterns ``*`` stands for any characters, ``|`` separates several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from goldleaf.core.errors import FormatError, Problem
from goldleaf.core.facts import Bools
from goldleaf.core.files import read_text
from goldleaf.core.treebank import TEXT, Treebank, retexted, translated

# The relations of Universal Dependencies without subtypes, https://universaldependencies.org/u/dep/, as the CoNLL 2018
# shared task parts them.
CONTENT = frozenset({
    "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl", "advmod",
    "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list", "parataxis",
    "orphan", "goeswith", "reparandum", "root", "dep",
})  # fmt: skip
FUNCTIONAL = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})
RELATIONS = CONTENT | FUNCTIONAL | {"punct"}

# The universal tags, https://universaldependencies.org/u/pos/, and what else Petrov, Das & McDonald 2011 have.
TAGS = (
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
    "SYM", "VERB", "X",
)  # fmt: skip
_UNIVERSAL = frozenset({*TAGS, "CONJ", "PRT", "."})
# The CPOSTAG of words as a universal tag, if it is one.
UNIVERSAL = pl.when(pl.col("coarse_tag").is_in(_UNIVERSAL)).then("coarse_tag").otherwise(pl.lit("_").cast(TEXT))

# From fathatan to sukun, and the small alif: what CAMeL Tools' dediac_ar takes out. A hamza is part of its letter.
_DIACRITICS = "[\u064b-\u0652\u0670]"
_TAGS, _LABELS = ("coarse_tag", "fine_tag"), ("label", "function")


def matches(pattern: str, text: str) -> bool:
    """Whether the whole text is what a pattern says."""
    return _compiled(pattern).fullmatch(text) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    pieces = (".*".join(map(re.escape, piece.split("*"))) for piece in pattern.split("|"))
    return re.compile("|".join(f"(?:{piece})" for piece in pieces), re.DOTALL)


def matching(column: pl.Series, pattern: str) -> Bools:
    """Which values of a column of text are what a pattern says."""
    return translated(column, lambda texts: pl.Series([matches(pattern, text) for text in texts], dtype=pl.Boolean))


def is_punctuation(form: pl.Series) -> Bools:
    """Which forms have only characters of Unicode's category of punctuation (CoNLL-X 2006, §3)."""
    return translated(form, lambda distinct: distinct.str.contains(r"^\p{P}+$"))


def load_map(path: str | Path) -> dict[str, str]:
    """What stands for what: a pair a line, the old and the new, with a tab or blanks between them. Lines without a tab
    that begin with ``#`` are comments. Raises GoldleafError when the file cannot be read, FormatError for a line that
    is no pair, and for one that has another new value for an old one."""
    values: dict[str, str] = {}
    for number, line in enumerate(read_text(path, "the map").splitlines(), 1):
        if line.strip() and ("\t" in line or not line.startswith("#")):
            pair = [part.strip() for part in (line.split("\t") if "\t" in line else line.split())]
            if len(pair) != 2 or not all(pair):
                raise FormatError(Problem(str(path), number, 0, f"{line.strip()!r} is no pair; expected OLD NEW"))
            old, new = pair
            if values.setdefault(old, new) != new:
                raise FormatError(Problem(str(path), number, 0, f"{old!r} is {values[old]!r} on an earlier line"))
    return values


def with_tags(treebank: Treebank, tags: Mapping[str, str]) -> Treebank:
    """The treebank with coarse and fine tags put for others, in lattices, too; those that are not named stay."""
    return replace(treebank, words=mapped(treebank.words, _TAGS, tags), edges=mapped(treebank.edges, _TAGS, tags))


def with_universal_tags(treebank: Treebank, tags: Mapping[str, str]) -> Treebank:
    """The treebank with universal tags beside its own: what POSTAG is mapped to, or else CPOSTAG, or that itself if it
    is universal, or nothing (Gelling et al. 2012, §2.1: *based on the POSTAG and CPOSTAG*)."""
    fine, coarse = (pl.col(name).cast(pl.String).replace_strict(tags, default=None) for name in reversed(_TAGS))
    universal = pl.coalesce(fine, coarse, UNIVERSAL.cast(pl.String)).cast(TEXT)
    return replace(treebank, words=treebank.words.with_columns(universal_tag=universal))


def without_diacritics(treebank: Treebank) -> Treebank:
    """The treebank without Arabic's diacritics in forms and texts (SPMRL 2013, §4.2: *no diacritics, no
    normalization*): all letters stay as they are, and so do lemmas; a form of nothing else stays, too."""

    def bare(table: pl.DataFrame) -> pl.DataFrame:
        made = []
        for name in {"form", "token_form", "text"} & {*table.columns}:
            text = pl.col(name).cast(pl.String)
            left = text.str.replace_all(_DIACRITICS, "")
            made.append(pl.when(left == "").then(text).otherwise(left).cast(table.schema[name]).alias(name))
        return table.with_columns(made)

    named = ("words", "sentences", "tokens", "edges", "lattice_tokens")
    tables: dict[str, Any] = {name: bare(getattr(treebank, name)) for name in named}
    lines = treebank.other_lines
    is_text = lines["text"].str.contains(r"^#\s*text\s*=")
    others = lines.with_columns(text=pl.when(is_text).then(bare(lines)["text"]).otherwise("text"))
    return replace(treebank, **tables, other_lines=others)


def with_labels(treebank: Treebank, labels: Mapping[str, str]) -> Treebank:
    """The treebank with relations, categories and functions put for others; those that are not named stay."""
    words, nodes = (mapped(table, _LABELS, labels) for table in (treebank.words, treebank.nodes))
    return replace(treebank, words=words, nodes=with_raw_labels(treebank.nodes, nodes))


def with_features(treebank: Treebank, features: Mapping[str, str]) -> Treebank:
    """The treebank with features (``SG``, ``Number=Sing``) put for others; those that are not named stay."""
    return _each_set(treebank, lambda members: [features.get(name, name) for name in members])


def without_features(treebank: Treebank, pattern: str) -> Treebank:
    """The treebank without features of some names (SPMRL 2013, §4.4: `mwehead` is no part of predicted morphology)."""
    return _each_set(treebank, lambda pairs: [pair for pair in pairs if not matches(pattern, pair.partition("=")[0])])


def _each_set(treebank: Treebank, change: Callable[[list[str]], list[str]]) -> Treebank:
    """The treebank with the sets of features of words, constituents and lattices changed."""

    def changed(table: pl.DataFrame) -> pl.DataFrame:
        if "features" not in table.columns:
            return table
        distinct = table["features"].unique().cast(pl.String)
        sets = {text: "|".join(change(text.split("|"))) or "_" for text in distinct if text != "_"}
        return mapped(table, ("features",), sets)

    nodes = with_raw_labels(treebank.nodes, changed(treebank.nodes))
    return replace(treebank, words=changed(treebank.words), edges=changed(treebank.edges), nodes=nodes)


def mapped(table: pl.DataFrame, columns: tuple[str, ...], values: Mapping[str, str]) -> pl.DataFrame:
    """A table with texts put for others in those of the columns that it has."""
    known = [table[name] for name in columns if name in table.columns]
    return table.with_columns(retexted(column, lambda distinct: distinct.replace(dict(values))) for column in known)


def with_raw_labels(nodes: pl.DataFrame, changed: pl.DataFrame) -> pl.DataFrame:
    """Changed nodes with labels as in the file put together anew where a piece of theirs is another."""
    if "raw_label" not in nodes.columns:
        return changed
    differs = pl.any_horizontal([nodes[name] != changed[name] for name in ("label", "function", "index", "features")])
    # Files separate category and function by "-" or by something of their own: look at the first that has both.
    label, raw = (nodes[name].cast(pl.String) for name in ("label", "raw_label"))
    having = nodes.select((pl.col("function").cast(pl.String) != "_") & (raw != label)).to_series()
    place = having.arg_max()
    separator = raw[place].removeprefix(label[place])[:1] if having.any() and place is not None else ""
    made = label_in_file(separator or "-")
    return changed.with_columns(raw_label=pl.when(differs).then(made.cast(TEXT)).otherwise("raw_label"))


def label_in_file(separator: str = "-") -> pl.Expr:
    """The labels of nodes as they stand in brackets, put together of their pieces."""
    marks = {"function": f"{separator}{{}}", "index": "-{}", "features": "##{}##"}
    return pl.concat_str(pl.col("label").cast(pl.String), *(if_any(name, mark) for name, mark in marks.items()))


def if_any(column: str, pattern: str) -> pl.Expr:
    text = pl.col(column).cast(pl.String)
    return pl.when(text.is_in(["_", ""])).then(pl.lit("")).otherwise(pl.format(pattern, text))
