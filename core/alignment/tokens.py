"""Surface tokens: what is written between blanks, over one word or several.

CoNLL-U ranges, the tokens of a lattice or a segments file say which words a token holds; where nothing does, each word
is a token. Traces are in none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.alignment.same import remembered
from goldleaf.core.facts import Codes, Integers
from goldleaf.core.structures.phrase import TRACE
from goldleaf.core.treebank import TEXT, Treebank

_BLANK = r"\s"


class Tokens(NamedTuple):
    sentence: Integers  # row
    text: pl.Series  # TEXT, without blanks
    of_word: Integers  # for each word the row of its token, −1 for a trace

    @property
    def codes(self) -> Codes:
        """The codes of the texts, equal where these are."""
        return self.text.to_physical().to_numpy()


@remembered
def surface_tokens(treebank: Treebank) -> Tokens:
    words = treebank.words
    begin = ~treebank.continues_token
    form = words["form"]
    if treebank.tokens.height:
        forms = treebank.tokens["form"].cast(TEXT)
        starts = treebank.first_words[treebank.tokens["sentence"].to_numpy()] + treebank.tokens["first"].to_numpy() - 1
        rows, last = np.unique(starts, return_index=True)
        form = form.scatter(pl.Series(rows), forms.gather(pl.Series(last)))
    number = np.cumsum(begin) - 1
    if "parent" in words.columns and (trace := (words["coarse_tag"] == TRACE).to_numpy()).any():
        begin &= ~trace
        number = np.where(trace, -1, np.cumsum(begin) - 1)
    text = form.filter(pl.Series(begin))
    # Few forms have blanks (numbers such as 10 000): those alone are changed.
    distinct = text.unique().cast(pl.String)
    with_blanks = distinct.filter(distinct.str.contains(_BLANK))
    if len(with_blanks):
        text = text.cast(pl.String).replace(with_blanks, without_blanks(with_blanks)).cast(TEXT)
    return Tokens(treebank.sentence_of_word[begin].astype(np.int64), text, number)


def sentence_texts(tokens: Tokens, sentences: int) -> pl.Series:
    table = pl.DataFrame({"sentence": tokens.sentence, "text": tokens.text.cast(pl.String)})
    joined = table.group_by("sentence", maintain_order=True).agg(pl.col("text").str.join(""))
    every = pl.DataFrame({"sentence": np.arange(sentences)})
    return every.join(joined, on="sentence", how="left", maintain_order="left")["text"].fill_null("")


def lengths(tokens: Tokens) -> Integers:
    """How many characters each token has."""
    return tokens.text.cast(pl.String).str.len_chars().to_numpy().astype(np.int64)


def without_blanks(text: pl.Series) -> pl.Series:
    return text.str.replace_all(_BLANK, "")
