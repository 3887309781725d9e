"""Agreement between annotators as people read it, on the terminal and in the window. No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from goldleaf.core.analysis.agreement import FIGURES, Agreement, Metrics, PairAgreement
from goldleaf.core.analysis.breakdown_table import equals, has
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.parseval import ParsEval
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.naming import names_of
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.text.numbers import coefficient, percent

if TYPE_CHECKING:  # the command line does without
    from goldleaf.viewer.session.document import Document

_LAYERS = {"head": "heads", "label": "labels", "tag": "tags", "fine_tag": "fine tags", "lemma": "lemmas"}
_HEADINGS = {
    "uas": "UAS",
    "las": "LAS",
    "f1": "F1",
    "tedeval": "TedEval",
    "tedeval_unlabeled": "TedEval unlab.",
    "kappa_label": "kappa of labels",
    "kappa_tag": "kappa of tags",
    "agreed_share": "agreed %",
    "attached": "same head",
}
_SHARES = ("agreed_share", *FIGURES)


def name_of(pair: PairAgreement) -> str:
    """The two annotators."""
    return f"{pair.a} – {pair.b}"


def pairs(found: Agreement) -> pl.DataFrame:
    """A row for each two annotators: ``annotators``, ``words``, the figures that there are, and kappas."""
    shown = [name for name in FIGURES if any(name in pair.figures for pair in found.pairs)]
    rows = [
        {
            "annotators": name_of(pair),
            "words": pair.words,
            **{name: pair.figures.get(name) for name in shown},
            "kappa_label": pair.kappa_label,
            "kappa_tag": pair.kappa_tag,
        }
        for pair in found.pairs
    ]
    fractions = dict.fromkeys((*shown, "kappa_label", "kappa_tag"), pl.Float64())
    return pl.DataFrame(rows, schema={"annotators": pl.String(), "words": pl.Int64(), **fractions})


def alphas(found: Agreement) -> pl.DataFrame:
    """One row, a column for each layer."""
    return pl.DataFrame([found.alpha], schema=dict.fromkeys(found.alpha, pl.Float64())).rename(_LAYERS, strict=False)


def layers(pair: PairAgreement) -> pl.DataFrame:
    """The table by layer, with the layers' names."""
    return _filled(pair.layers.with_columns(pl.col("layer").replace(_LAYERS)))


def labels(pair: PairAgreement) -> pl.DataFrame:
    """The labels on which the two disagree, the worst first."""
    return _filled(pair.labels.filter(pl.col("only_a") + pl.col("only_b") > 0))


def sentences(pair: PairAgreement) -> pl.DataFrame:
    """The sentences on which the two disagree, the worst first."""
    return _filled(pair.sentences.filter(pl.col("disagreements") > 0))


def _filled(table: pl.DataFrame) -> pl.DataFrame:
    """The table without columns that say nothing: their figures are of another kind of trees."""
    return table.select(one for one in table if not table.height or one.null_count() < table.height)


def heading(column: str, pair: PairAgreement | None = None) -> str:
    """The title of a column in any of the tables."""
    if pair is not None and column in ("only_a", "only_b"):
        return f"only {pair.a if column == 'only_a' else pair.b}"
    return _HEADINGS.get(column, column)


def cell(column: str, value: object) -> str:
    """What stands in a column of any of the tables."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    assert value is None or isinstance(value, float)
    return percent(value) if column in _SHARES else coefficient(value)


def annotators(document: Document) -> tuple[list[Treebank], list[str]]:
    """The open files, the gold as one among them, and their names; of annotators those that they have."""
    treebanks = [document.gold, *(one.treebank for one in document.parses)]
    if document.adjudicated:
        return treebanks, [document.gold_names[0], *(one.name for one in document.parses)]
    return treebanks, names_of([Path(one.path) for one in treebanks])


def metrics(document: Document) -> Metrics:
    """The metrics of agreement with the options that were chosen for the document."""
    chosen = {metric.name: metric for metric in document.metrics}
    usual = Metrics.default()
    return Metrics(
        cast(Attachment, chosen.get("attachment", usual.attachment)),
        cast(ParsEval, chosen.get("parseval", usual.parseval)),
        cast(TedEval, chosen.get("tedeval", usual.tedeval)),
    )


def row_of(document: Document, annotator: int, sentence: int) -> int:
    """The row in the gold of an annotator's sentence (number from 1); the gold is annotator 0, then come the parses."""
    if annotator == 0:
        return sentence - 1
    units = document.parses[annotator - 1].units
    unit = int(np.searchsorted(units.parse, sentence - 1, side="right")) - 1
    return int(units.row[unit])


def with_label(label: str) -> str:
    """The filter for sentences with a word that gold or parse, but not both, give this label."""
    return has("scoring", f"({equals('gold_deprel', label)}) <> ({equals('parse_deprel', label)})")


def differing_in(layer: str) -> str:
    """The filter for sentences with a word of which gold and parse say something else in a layer."""
    if layer in ("head", "label"):
        return has("scoring", f"not right_{layer}")
    return has(f"gold_{layer} <> parse_{layer}")
