"""Lines of CoNLL-U that are no words: multiword tokens and empty nodes, and which fields they may fill."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from goldleaf.core.validation.features import check_features
from goldleaf.core.validation.fields import NAMES, check_tag, text_check
from goldleaf.core.validation.report import Report


def check_multiword_tokens(report: Report) -> None:
    """A multiword token has a form and MISC of its own, and FEATS only to say that it is misspelt."""
    tokens = report.treebank.tokens
    if tokens.is_empty():
        return
    between = [name for name in NAMES if name not in ("form", "misc")]
    table = _with_fields(tokens.select("line", "form", "misc"), tokens["fields"], between)
    for column in between:
        for line, value in _filled(table, column):
            if column == "features" and value == "Typo=Yes":
                continue
            allowed = "expected _ or Typo=Yes" if column == "features" else "expected _"
            message = f"{NAMES[column]} of a multiword token is {value!r}; {allowed}, the words have their own"
            report.error(line, message, column)
    report.check_values(table, "form", text_check("form", blanks=False))
    report.check_values(table, "misc", text_check("misc"))


def check_empty_nodes(report: Report) -> None:
    """An empty node has edges in DEPS and none in HEAD and DEPREL."""
    nodes = report.treebank.empty_nodes
    if nodes.is_empty():
        return
    table = _with_fields(nodes.select("line"), nodes["fields"], list(NAMES))
    for column in ("head", "label"):
        for line, value in _filled(table, column):
            report.error(
                line, f"{NAMES[column]} of an empty node is {value!r}; expected _, its edges are in DEPS", column
            )
    for line in table.filter(pl.col("enhanced") == "_")["line"]:
        report.error(line, "DEPS of an empty node is _; expected its edges, for it is part of the enhanced graph only",
                     "enhanced")  # fmt: skip
    report.check_values(table, "coarse_tag", lambda tag: check_tag(tag) if tag != "_" else ())
    report.check_values(table, "features", check_features)
    for column in NAMES:
        report.check_values(table, column, text_check(column))


def _with_fields(table: pl.DataFrame, fields: pl.Series, names: list[str]) -> pl.DataFrame:
    """The table with the columns that one text holds, separated by tabs."""
    columns = zip(*fields.str.split("\t").to_list(), strict=True)
    return table.with_columns(
        pl.Series(name, list(values), pl.String) for name, values in zip(names, columns, strict=True)
    )


def _filled(table: pl.DataFrame, column: str) -> Iterator[tuple[int, str]]:
    """Lines and values where the column is not ``_``."""
    yield from table.filter(pl.col(column) != "_").select("line", column).iter_rows()
