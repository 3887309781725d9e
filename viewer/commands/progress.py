"""Long work with a progress bar, where there is a terminal to show it on."""

from __future__ import annotations

import sys
from typing import TypeVar

from goldleaf.core.steps import Steps, finished, told

Result = TypeVar("Result")


def with_bar(steps: Steps[Result], doing: str) -> Result:
    """The result of work that is done to its end now."""
    if not sys.stderr.isatty():
        return finished(steps)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(doing, total=1.0)
        return finished(told(steps, lambda share: shown.update(task, completed=share)))
