"""`goldleaf diff`: what has changed from one version of a treebank to another, for people and as a check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.analysis.versions import versions
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.drawing import check_libraries, fonts
from goldleaf.viewer.commands.files import read
from goldleaf.viewer.commands.options import ReadingOptions, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables import of_frame


@with_options(reading=ReadingOptions, printing=Printing)
def command(
    old: Annotated[Path, typer.Argument(metavar="OLD", show_default=False, help="The version before.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", show_default=False, help="The version that came of it.")],
    pictures: int = option("HTML: how many sentences are drawn.", "N", default=20, least=0), *,
    reading: ReadingOptions, printing: Printing,
) -> int:  # fmt: skip
    """List what has changed from one version of a treebank to another; exit status 1 if anything has."""
    printing.check([old, new])
    found = versions(*read([old, new], reading))
    listed = found.tables()
    tables = {one.name: of_frame(f"{one.title}: {one.frame.height:,}", one.frame) for one in listed if one.frame.height}

    def page() -> str:
        check_libraries(window=False)
        from goldleaf.viewer.canvas.fonts import measure
        from goldleaf.viewer.report.making import versions_page

        with fonts():
            return versions_page(found, tables.values(), pictures, measure)

    whole = {"goldleaf": VERSION, "old": str(old), "new": str(new), **{one.name: one.to_dicts() for one in listed}}
    text = [line for name, table in tables.items() if name != "changes" for line in ("", table)][1:]
    printing.put([*tables.values()], whole, text or [f"{new} says what {old} says."], {"html": page})
    return int(bool(tables))
