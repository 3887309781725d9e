"""What cupt files are to be beyond CoNLL-U (Ramisch et al. 2018; PARSEME's validate_cupt.py): which columns they
say they have, and how expressions are numbered and named."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

import polars as pl

from goldleaf.core.formats.conll import HEADER, global_columns
from goldleaf.core.validation.all_formats import Report


def check_expressions(report: Report) -> None:
    """IDs that do not follow one another, categories that are missing or given twice, words said to be nothing beside
    others that are something; codes of ranges and empty nodes, which words have; another first line."""
    treebank = report.treebank
    header = treebank.other_lines.filter(pl.col("line") == 1, pl.col("text").str.contains(HEADER))["text"]
    if " ".join(header).split() != global_columns().split():
        report.error(1, f"the file does not begin with its columns; expected {global_columns()}")
    some = ~pl.col("mwe").cast(pl.String).is_in(["*", "_"])
    for table, what in ((treebank.tokens, "a range of words"), (treebank.empty_nodes, "an empty node")):
        if "mwe" in table.columns:
            message = f"PARSEME:MWE of {what} is {{mwe!r}}; expected *, for words are parts of expressions"
            report.errors(table.filter(some), "", "mwe", message)
    words = treebank.words.select("sentence", "line", pl.col("mwe").cast(pl.String))
    if words["mwe"].is_in(["_"]).not_().any():
        message = "PARSEME:MWE is _, while other words of the file say what they are part of; expected * for nothing"
        report.errors(words.filter(mwe="_").head(1), "", "mwe", message)
    for _, rows in groupby(words.filter(some).iter_rows(), key=itemgetter(0)):
        known = dict[str, int]()
        for _, line, codes in rows:
            for code in codes.split(";"):
                name, _, category = code.partition(":")
                if (name in known) == bool(category):
                    fault = "has a category already" if category else "has no category where it is first"
                    expected = f"{name} without one" if category else f"one, such as {name}:VID"
                    report.error(line, f"expression {name} {fault}; expected {expected}", "mwe")
                known.setdefault(name, line)
        if {*known} != {*map(str, range(1, len(known) + 1))}:
            message = f"expressions are numbered {', '.join(known)}; expected 1 to {len(known)}"
            report.warn(min(known.values()), message, "mwe")
