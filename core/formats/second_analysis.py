"""A file's second analysis as a treebank of its own: the columns beside those that are usually read.

PHEAD and PDEPREL of CoNLL-X are a projective analysis of the same words (Buchholz & Marsi 2006, §3); the columns whose
names begin with P in CoNLL-2009 are what tools predicted (Hajič et al. 2009, §2.3).
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.treebank import TEXT, Treebank

SECOND = {
    "conllx": {"head": "projective_head", "label": "projective_label"},
    "conll2009": {
        "lemma": "predicted_lemma",
        "coarse_tag": "predicted_tag",
        "features": "predicted_features",
        "head": "predicted_head",
        "label": "predicted_label",
    },
}
"""By format: the columns that have a second one beside them."""

SECOND_COLUMNS = frozenset(column for pairs in SECOND.values() for column in pairs.values())


def second_analysis(treebank: Treebank) -> Treebank:
    """The same words with the second analysis in the place of the first, and the first in that of the second. Written,
    it gives the same bytes. Columns that were not read are left alone. Raises OptionError for a format without a second
    analysis, GoldleafError for a file in which it is empty."""
    pairs = SECOND.get(treebank.format)
    if pairs is None:
        raise OptionError(
            f"{treebank.path}: {treebank.format} has no second analysis; conllx has one (PHEAD, PDEPREL), and "
            "conll2009 (PLEMMA, PPOS, PFEAT, PHEAD, PDEPREL)"
        )
    words = treebank.words
    if not has_second_analysis(treebank):
        raise GoldleafError(f"{treebank.path}: PHEAD is empty in all sentences; there is no second analysis to show")
    swapped: list[pl.Expr] = []
    renamed: dict[str, str] = {}
    for first, second in pairs.items():
        if not {first, second} <= {*words.columns}:
            continue
        renamed |= {first: second, second: first}
        swapped += [pl.col(second).alias(first), pl.col(first).cast(TEXT).alias(second)]
        if first == "head":  # a number, but text in the second analysis, of which only what can be a head becomes one
            text = pl.col(second).cast(pl.String)
            swapped[-2] = pl.when(text.str.contains("^[0-9]{1,9}$")).then(text).cast(pl.Int32).alias(first)
            swapped[-1] = pl.col(first).cast(pl.String).fill_null("_").cast(TEXT).alias(second)
    columns = tuple(renamed.get(name, name) for name in treebank.layout.columns)
    return replace(treebank, words=words.with_columns(swapped), layout=replace(treebank.layout, columns=columns))


def has_second_analysis(treebank: Treebank) -> bool:
    """Whether the file has one: a word with a second head."""
    second = SECOND.get(treebank.format, {}).get("head")
    if second is None or second not in treebank.words.columns:
        return False
    column = treebank.words[second]
    return not len(column) or column.unique().cast(pl.String).to_list() != ["_"]
