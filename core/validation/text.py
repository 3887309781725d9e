"""Whether ``# text`` of CoNLL-U is what the tokens and their ``SpaceAfter=No`` make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core.treebank import Treebank, translated
from goldleaf.core.validation.comments import own_comments
from goldleaf.core.validation.report import Report

_UNSPACED = r"(^|\|)SpaceAfter=No($|\|)"


class Token(NamedTuple):
    """A token as it is written."""

    line: int
    form: str
    space_after: bool


def surface_tokens(treebank: Treebank) -> pl.DataFrame:
    """The written tokens in order: multiword tokens and the words outside them.

    Columns: sentence, position (of the first word), line, form, space_after.
    """
    words = treebank.words.filter(pl.Series(~_in_multiword_token(treebank)))
    single = words.select(
        "sentence", "position", "line", pl.col("form").cast(pl.String),
        space_after=pl.Series(translated(words["misc"], lambda misc: ~misc.str.contains(_UNSPACED)), dtype=pl.Boolean),
    )  # fmt: skip
    multiword = treebank.tokens.select(
        "sentence", pl.col("first").alias("position"), "line", "form",
        space_after=~pl.col("misc").str.contains(_UNSPACED),
    )  # fmt: skip
    return pl.concat([single, multiword]).sort("sentence", "position") if multiword.height else single


def check_text(report: Report) -> None:
    """Where the tokens part from the text, and where a blank of one is not in the other."""
    treebank = report.treebank
    texts = own_comments(treebank).filter(pl.col("key") == "text").unique("sentence", keep="first")
    texts = texts.with_columns(pl.col("value").str.strip_chars()).filter(pl.col("value") != "")
    tokens = surface_tokens(treebank)
    written = pl.col("form") + pl.when("space_after").then(pl.lit(" ")).otherwise(pl.lit(""))
    joined = tokens.group_by("sentence").agg(written.str.join("").str.strip_chars_end(" ").alias("joined"))
    differing = texts.join(joined, on="sentence").filter(pl.col("value") != pl.col("joined"))
    text_of = {row: (line, text) for row, line, text in differing.select("sentence", "line", "value").iter_rows()}
    suspect = tokens.filter(pl.col("sentence").is_in(list(text_of))).select("sentence", "line", "form", "space_after")
    for row, group in groupby(suspect.iter_rows(), key=itemgetter(0)):
        line, text = text_of[row]
        for place, message, column in compare(text, (Token(*values) for _, *values in group)):
            report.error(place or line, message, column)


def compare(text: str, tokens: Iterable[Token]) -> Iterator[tuple[int, str, str]]:
    """Differences as line (0 for that of the text itself), message and column; it ends at the first other character."""
    rest, unspaced = text, False
    for token in tokens:
        if unspaced and rest[:1].isspace() and rest.lstrip().startswith(token.form):
            yield (
                token.line,
                f"# text has a blank before {token.form!r}, but the token before it has SpaceAfter=No",
                "form",
            )
            rest = rest.lstrip()
        if not rest.startswith(token.form):
            yield token.line, f"# text goes on with {_shown(rest)}; expected the token {token.form!r}", "form"
            return
        rest = rest[len(token.form) :]
        unspaced = not token.space_after
        if token.space_after:
            if rest and not rest[0].isspace():
                remedy = "write SpaceAfter=No into MISC, or a blank into the text"
                yield token.line, f"# text has no blank after {token.form!r} but {_shown(rest)}; {remedy}", "misc"
            rest = rest.lstrip()
    if rest.strip():
        yield 0, f"# text goes on with {_shown(rest)} after the last token", ""


def _shown(rest: str, limit: int = 20) -> str:
    return repr(rest if len(rest) <= limit else f"{rest[:limit]}…") if rest else "nothing"


def _in_multiword_token(treebank: Treebank) -> npt.NDArray[np.bool_]:
    tokens = treebank.tokens
    start = treebank.sentences["first_word"].to_numpy().astype(np.int64)[tokens["sentence"].to_numpy()]
    change = np.zeros(treebank.words.height + 1, np.int64)
    np.add.at(change, start + tokens["first"].to_numpy() - 1, 1)
    np.add.at(change, start + tokens["last"].to_numpy(), -1)
    return np.cumsum(change)[:-1] > 0
