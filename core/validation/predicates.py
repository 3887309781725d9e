"""What CoNLL-2008 and CoNLL-2009 ask of predicates and arguments (Hajič et al. 2009, §2.3 and §3.1)."""

from __future__ import annotations

import polars as pl

from goldleaf.core.validation.report import Report


def check_predicates(report: Report) -> None:
    """That FILLPRED marks the words with PRED, and that roles hold no blanks, such as one that ends the line."""
    words = report.treebank.words
    if "predicate" not in words.columns:
        return
    if "fill_predicate" in words.columns:
        _check_marks(report, words)
    _check_roles(report, words)


def _check_marks(report: Report, words: pl.DataFrame) -> None:
    """FILLPRED against PRED; a file whose senses are still to be found has none at all."""
    table = words.select("line", *(pl.col(name).cast(pl.String) for name in ("fill_predicate", "predicate")))
    marked, has_sense = pl.col("fill_predicate") == "Y", ~pl.col("predicate").is_in(["_", ""])
    if not table.select(has_sense.any()).item():
        return
    for line, mark, sense in table.filter(has_sense & ~marked).iter_rows():
        report.error(line, f"FILLPRED is {mark!r}, but PRED is {sense!r}; expected Y", "fill_predicate")
    for line, _, _ in table.filter(marked & ~has_sense).iter_rows():
        report.error(line, "FILLPRED is Y, but PRED is empty; a word that arguments are of has a sense", "predicate")


def _check_roles(report: Report, words: pl.DataFrame) -> None:
    role = pl.col("role").cast(pl.String)
    odd = report.treebank.arguments.filter(role.str.contains(r"\s")).join(
        words.select("sentence", "line", argument="position"), on=["sentence", "argument"], maintain_order="left"
    )
    for line, text in odd.select("line", role).iter_rows():
        report.error(line, f"role {text!r} has a blank; expected {text.strip().replace(' ', '_') or '_'!r}")
