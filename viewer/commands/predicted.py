"""The option ``--predicted`` of `goldleaf open`, `score` and `render`: the second analysis in the gold's file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import OptionError

PredictedOption = Annotated[
    bool,
    typer.Option(
        "--predicted",
        help="GOLD has a parse in it: PHEAD and PDEPREL of CoNLL-X, the predicted columns of CoNLL-2009.",
    ),
]

GOLD_COLUMNS = "gold"
PREDICTED_COLUMNS = "predicted"

ParseColumnsOption = Annotated[
    str,
    typer.Option(
        "--parse-columns",
        metavar="gold|predicted",
        help="Which columns of PARSE are compared; without PARSE those of GOLD. Predicted ones by the metric columns.",
    ),
]


def are_predicted(columns: str) -> bool:
    """Whether ``--parse-columns`` asks for the predicted ones. Raises OptionError for another value."""
    if columns not in (GOLD_COLUMNS, PREDICTED_COLUMNS):
        raise OptionError(f"--parse-columns {columns}: expected {GOLD_COLUMNS} or {PREDICTED_COLUMNS}")
    return columns == PREDICTED_COLUMNS


def check_predicted(parses: Sequence[Path], *, adjudicate: bool) -> None:
    """Raise OptionError where the second analysis cannot be the one parse that is drawn."""
    if parses or adjudicate:
        raise OptionError("--predicted: the second analysis in GOLD is the parse; leave out PARSE and --adjudicate")
