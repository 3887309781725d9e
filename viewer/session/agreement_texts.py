"""Agreement as people read it, on the terminal and in the window: of annotators here, of reviewers in
`viewer.review.reviewer_agreement`, in tables of the same shape. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.analysis.agreement import FIGURES, Agreement
from goldleaf.core.analysis.breakdown_table import equals, has
from goldleaf.core.naming import names_of
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.text.numbers import coefficient, percent

if TYPE_CHECKING:  # the command line does without
    from goldleaf.viewer.session.document import Document

_LAYERS = {"head": "heads", "label": "labels", "tag": "tags", "fine_tag": "fine tags", "lemma": "lemmas"}
_HEADINGS = {
    "uas": "UAS", "las": "LAS", "f1": "F1", "tedeval": "TedEval", "tedeval_unlabeled": "TedEval unlab.",
    "kappa_label": "kappa of labels", "kappa_tag": "kappa of tags", "agreed_share": "agreed %", "attached": "same head",
}  # fmt: skip


class PairTables(NamedTuple):
    """Where two disagree: the sentences and the labels of which they do, the worst first, and all layers."""

    a: str
    b: str
    sentences: pl.DataFrame
    labels: pl.DataFrame
    layers: pl.DataFrame

    @property
    def name(self) -> str:
        return f"{self.a} – {self.b}"


class AgreementTables(NamedTuple):
    """How far several agree: a row for each two, one row of alphas, a column a layer, and the tables of each two.
    ``who`` says how many of whom there are."""

    who: str
    pairs: pl.DataFrame
    alphas: pl.DataFrame
    each: Sequence[PairTables]
    signatures: Sequence[str] = ()
    note: str = ""  # what kappa and alpha are over


KAPPA_AND_ALPHA = (
    "Kappa of labels: over the words that score and that both give the same head; of tags: over all words that both "
    "have. Alpha: heads, as offsets, and labels over the words that score, tags over all that two or more have."
)


def of_annotators(agreement: Agreement) -> AgreementTables:
    """The tables of annotators; of each two ``annotators``, ``words``, the figures that there are, and kappas."""
    each = []
    for pair in agreement.pairs:
        sentences = pair.sentences.filter(pl.col("disagreements") > 0)
        labels = pair.labels.filter(pl.col("only_a") + pl.col("only_b") > 0)
        layers = pair.layers.with_columns(pl.col("layer").replace(_LAYERS))
        # Columns that say nothing are left out: their figures are of another kind of trees.
        tables = [
            table.select(column for column in table if not table.height or column.null_count() < table.height)
            for table in (sentences, labels, layers)
        ]
        each.append(PairTables(pair.a, pair.b, *tables))
    # Metrics that fit none of the files have no column.
    shown = [name for name in FIGURES if any(name in pair.figures for pair in agreement.pairs)]
    rows = [
        (tables.name, pair.words, *map(pair.figures.get, shown), pair.kappa_label, pair.kappa_tag)
        for pair, tables in zip(agreement.pairs, each, strict=True)
    ]
    fractions = dict.fromkeys((*shown, "kappa_label", "kappa_tag"), pl.Float64())
    schema = {"annotators": pl.String(), "words": pl.Int64(), **fractions}
    pairs = pl.DataFrame(rows, schema=schema, orient="row")
    alphas = pl.DataFrame([agreement.alpha], schema=dict.fromkeys(agreement.alpha, pl.Float64()))
    alphas = alphas.rename(_LAYERS, strict=False)
    who = f"{len(agreement.annotators)} annotators"
    return AgreementTables(who, pairs, alphas, each, agreement.signatures, KAPPA_AND_ALPHA)


def heading(column: str, pair: PairTables | None = None) -> str:
    if pair is not None and column in ("only_a", "only_b"):
        return f"only {pair.a if column == 'only_a' else pair.b}"
    return _HEADINGS.get(column, column)


def cell(column: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    assert value is None or isinstance(value, float)
    return percent(value) if column == "agreed_share" or column in FIGURES else coefficient(value)


def annotators(document: Document) -> tuple[list[Treebank], list[str]]:
    """The open files, the gold as one among them, and their names; of annotators those that they have."""
    if document.adjudicated:
        return [*document.treebanks], [document.gold_names[0], *(parse.name for parse in document.parses)]
    return [*document.treebanks], names_of([Path(treebank.path) for treebank in document.treebanks])


def row_of(document: Document, annotator: int, sentence: int) -> int:
    """The row in the gold of an annotator's sentence (number from 1); the gold is annotator 0, then come the parses."""
    if annotator == 0:
        return sentence - 1
    units = document.parses[annotator - 1].units
    # Where sentences of one side are joined, the last unit that begins before it, or with it, holds it.
    return int(units.row[int(np.searchsorted(units.parse, sentence - 1, side="right")) - 1])


def with_label(label: str) -> str:
    """The filter for sentences with a word that gold or parse, but not both, give this label."""
    return has("scoring", f"({equals('gold_deprel', label)}) <> ({equals('parse_deprel', label)})")


def differing_in(layer: str) -> str:
    """The filter for sentences with a word of which gold and parse say something else in a layer."""
    if layer in ("head", "label"):
        return has("scoring", f"not right_{layer}")
    return has(f"gold_{layer} <> parse_{layer}")
