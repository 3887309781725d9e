"""What a label says: category, function, index and features, each worked out once a distinct label.

``NP-SBJ-1`` is the category NP with the function SBJ and the index 1; ``NP=2`` has the index 2 (Bies et al. 1995).
SPMRL adds ``##features##`` at the end (Seddah et al. 2013). Labels that begin with a separator (``-NONE-``, ``-LRB-``)
and those in which something between two separators is missing stay whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import polars as pl

from goldleaf.core.treebank import TEXT

EMPTY = "-NONE-"  # the tag of traces and other words that are not pronounced

FEATURES = b"##"
"""What stands before and after the features of a label."""

_FEATURES = re.compile(r"(.*?)##(.+)##", re.DOTALL)
_INDICES = re.compile(r"((?:[-=][0-9]+)+)$")
_TRACE = r"-([0-9]+)$"


class Label(NamedTuple):
    """The pieces of a label; ``_`` where there is none. ``whole`` is all but the features."""

    whole: str
    category: str
    function: str
    coindex: str
    features: str


@lru_cache(maxsize=1 << 14)  # parts of a file have the same labels
def split_label(label: str, separator: str = "-") -> Label:
    """The pieces of one label."""
    found = _FEATURES.fullmatch(label)
    whole, features = found.groups() if found and found[2] != "_" else (label, "_")
    indices = _INDICES.search(whole)
    index = indices[1][1:].replace("-", "=") if indices else "_"
    category, *functions = (whole[: indices.start()] if indices else whole).split(separator)
    if not category or not all(functions):
        return Label(whole, whole, "_", "_", features)
    return Label(whole, category, separator.join(functions) or "_", index, features)


def split_labels(labels: pl.Series, separator: str, wanted: Iterable[str] = Label._fields) -> pl.DataFrame:
    """The pieces of a column of labels: the ``wanted`` fields of `Label` as columns."""
    distinct = labels.unique()
    pieces = [split_label(label, separator) for label in distinct.cast(pl.String).to_list()]
    codes = distinct.to_physical().to_numpy()
    place = np.zeros(int(codes.max(initial=0)) + 1, np.uint32)
    place[codes] = np.arange(len(codes), dtype=np.uint32)
    rows = pl.Series(place[labels.to_physical().to_numpy()])
    table = pl.DataFrame(pieces, schema=dict.fromkeys(Label._fields, pl.String), orient="row")
    return table.select(pl.col(*wanted).cast(TEXT)).select(pl.all().gather(rows))


def trace_indices(form: pl.Series, tag: pl.Series, index: pl.Series) -> pl.Series:
    """The indices of words: a trace's is at the end of its form (``*T*-1``), others keep theirs."""
    empty = (tag == EMPTY).to_numpy()
    if not empty.any():
        return index
    rows = pl.Series(np.flatnonzero(empty))
    found = form.gather(rows).cast(pl.String).str.extract(_TRACE).fill_null("_")
    return index.scatter(rows, found.cast(TEXT))


def joined(whole: str, features: str) -> str:
    """The label of a word as it stands in a file; the inverse of `split_label` for ``whole`` and ``features``."""
    return whole if features == "_" else f"{whole}##{features}##"
