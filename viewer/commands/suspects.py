"""`goldleaf suspects`: where a gold may be wrong, by its parses and by its own other sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from goldleaf.core.analysis.suspects import CONTEXTS, against_parses, nuclei
from goldleaf.core.errors import OptionError, check_among
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import has_dependencies
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands import options as shared
from goldleaf.viewer.commands.files import read
from goldleaf.viewer.commands.options import ReadingOptions, option, with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables import of_frame


@with_options(reading=ReadingOptions, printing=Printing)
def command(
    gold: Annotated[Path, shared.GOLD_FILE], parses: Annotated[list[Path] | None, shared.PARSE_FILES] = None, *,
    context: str = option("Of variation nuclei: what must be the same.", "|".join(CONTEXTS), default=CONTEXTS[0]),
    worst: int = option("How many of each are printed.", "N", default=20, least=0),
    reading: ReadingOptions, printing: Printing,
) -> None:  # fmt: skip
    """List words that all parses have otherwise than the gold, and words that the gold has in several ways."""
    check_among("--context", context, CONTEXTS)
    printing.check([gold, *(parses or [])])
    bank, *others = read([gold, *(parses or [])], reading)
    for one in (bank, *others):
        if not has_dependencies(one):
            raise OptionError(f"{one.path}: suspects are looked for in dependencies, and there are none")
    metric = Attachment()
    listed = [*([against_parses(bank, others, metric)] if others else []), nuclei(bank, metric, context)]
    whole = {"goldleaf": VERSION, "gold": str(gold), **{one.name: one.to_dicts() for one in listed}}
    tables = [of_frame(f"{one.title}: {one.frame.height:,}", one.frame.head(worst), one.note) for one in listed]
    printing.put(tables, whole)
