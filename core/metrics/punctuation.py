"""Which words are punctuation: by their forms, by their tags, or from a list.

The shared tasks differ: eval.pl looks at forms (Buchholz & Marsi 2006, §6), others at tags, and treebanks have tags of
their own for punctuation.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from goldleaf.core.errors import OptionError
from goldleaf.core.facts import Bools
from goldleaf.core.metrics.base import Option
from goldleaf.core.structures.punctuation import is_punctuation
from goldleaf.core.treebank import Treebank, translated

TAGS = ("PUNCT", ".")
"""The universal tags of punctuation: of Universal Dependencies, and of Petrov, Das & McDonald 2011."""

_TAG_COLUMNS = ("universal_tag", "coarse_tag", "fine_tag")

PUNCTUATION_IS = Option(
    "punctuation_is",
    "form",
    ("form", "tag"),
    "which words are punctuation: by form, those of Unicode's P* only; by tag, PUNCT and . ; or by a list",
    other="tag:TAG,TAG|words:WORD WORD",
)
"""For metrics that leave punctuation out."""


def punctuation_columns(choice: str) -> frozenset[str]:
    """The columns of words that such a choice looks at."""
    return frozenset({"form"} if choice == "form" or choice.startswith("words:") else _TAG_COLUMNS)


def punctuation_rule(choice: str) -> Callable[[Treebank], Bools]:
    """What tells each word of a treebank that is punctuation, from a value of `PUNCTUATION_IS`.

    Tags are the universal or coarse ones, or the fine ones where a format has no others. Raises OptionError for another
    value, and for a list of nothing.
    """
    if choice == "form":
        return lambda treebank: is_punctuation(treebank.words["form"])
    if choice == "tag":
        return lambda treebank: _among(_tags(treebank), TAGS)
    kind, separator = ("tag:", ",") if choice.startswith("tag:") else ("words:", " ")
    listed = [one.strip() for one in choice.removeprefix(kind).split(separator) if one.strip()]
    if not choice.startswith(kind) or not listed:
        raise OptionError(
            f"punctuation_is {choice}: expected form, tag, tags with commas such as tag:PUNCT,SYM, or words with "
            "blanks such as 'words:. , ;'"
        )
    if kind == "tag:":
        return lambda treebank: _among(_tags(treebank), listed)
    return lambda treebank: _among(treebank.words["form"], listed)


def _tags(treebank: Treebank) -> pl.Series:
    return treebank.words[next((name for name in _TAG_COLUMNS if name in treebank.layout.columns), "coarse_tag")]


def _among(column: pl.Series, listed: list[str] | tuple[str, ...]) -> Bools:
    return translated(column, lambda distinct: distinct.is_in(listed))
