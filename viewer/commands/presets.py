"""`goldleaf presets`: what shared tasks have scored, for ``preset`` in the file of a campaign."""

from __future__ import annotations

import json

from goldleaf.core.campaigns.presets import PRESETS
from goldleaf.viewer.commands.options import with_options
from goldleaf.viewer.commands.printing import Printing
from goldleaf.viewer.tables.table import Column, Table


@with_options(printing=Printing)
def command(*, printing: Printing) -> None:
    """List what shared tasks have scored, as a campaign's preset sets it, with where that is written."""
    printing.check()
    rows: list[list[str]] = []
    blocks, whole = {}, {}
    for name, one in PRESETS.items():
        blocks[len(rows)] = f"{name}: {one.source}"
        for key, value in one.settings.items():
            rows.append([name, key, ", ".join(value) if isinstance(value, list) else json.dumps(value)])
        whole[name] = {"source": one.source, **one.settings}
    columns = [Column(name) for name in ("preset", "sets", "to")]
    printing.put([Table("Presets", columns, rows, 'In a campaign: preset = "conll-x".', blocks)], whole)
