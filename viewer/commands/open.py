"""`goldleaf open`: the window on files; `goldleaf` alone: on the demo, or without a display what can be shown of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import GoldleafError
from goldleaf.viewer.commands.drawing import has_display
from goldleaf.viewer.commands.files import EncodingOption, FormatOption, SeparatorOption, check_read_once
from goldleaf.viewer.commands.libraries import check_libraries
from goldleaf.viewer.loading import loading
from goldleaf.viewer.session.naming import STANDARD_INPUT
from goldleaf.viewer.session.recent import request_of
from goldleaf.viewer.session.request import Request


def command(
    gold: Annotated[Path | None, typer.Argument(metavar="GOLD", show_default=False)] = None,
    parses: Annotated[list[Path] | None, typer.Argument(metavar="PARSE...", show_default=False)] = None,
    other_golds: Annotated[
        list[Path] | None,
        typer.Option("--other-gold", metavar="GOLD2", help="The same sentences under another theory. Repeatable."),
    ] = None,
    lattice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The lattices that the words of gold and parses are paths of.")
    ] = None,
    format_name: FormatOption = None,
    encoding: EncodingOption = "utf-8",
    separator: SeparatorOption = "-",
) -> int:
    """Open a gold file and parses of it in the window; without files, as from a desktop's menu, the demo."""
    if not has_display():
        raise GoldleafError("no display for a window; goldleaf score and goldleaf render work without one")
    others = tuple(other_golds or ())
    if gold is None:
        if others or lattice:
            raise GoldleafError("--other-gold and --lattice go with a GOLD: goldleaf open GOLD …")
        return _run(None)
    paths = (gold, *(parses or ()), *others, *((lattice,) if lattice else ()))
    check_read_once(paths)
    for path in paths:
        if path != STANDARD_INPUT and not path.exists():
            raise GoldleafError(f"{path}: no such file")
    files = request_of([gold, *(parses or ())])
    if files.experiments:
        return _run(replace(files, lattice=lattice))
    return _run(
        replace(
            files,
            other_golds=others,
            lattice=lattice,
            format_name=format_name,
            encoding=encoding,
            separator=separator,
        )
    )


def _run(request: Request | None) -> int:
    check_libraries()
    with loading():
        from goldleaf.viewer.app import run
    return run(request)
