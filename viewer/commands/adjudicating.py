"""The option ``--adjudicate`` of `goldleaf open` and `goldleaf render`: annotators' files, none of them gold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import OptionError
from goldleaf.viewer.session.recent import EXPERIMENTS

AdjudicateOption = Annotated[
    bool, typer.Option("--adjudicate", help="The files are annotators', none is the gold: say their names.")
]


def check_adjudication(paths: Sequence[Path], other_golds: Sequence[Path] | None) -> None:
    """Raise OptionError where files are not those of two annotators or more."""
    if len(paths) < 2:
        raise OptionError("--adjudicate: give the files of two annotators, or more")
    if other_golds:
        raise OptionError("--adjudicate: there is no gold, so --other-gold has no meaning")
    if any(path.suffix == EXPERIMENTS for path in paths):
        raise OptionError("--adjudicate: give annotators' files, not one of experiments")
