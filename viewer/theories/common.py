"""How experiments of several theories compare on common ground, as tables. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldleaf.core.campaigns.experiment_results import ATTACHMENT, FIGURES
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, Value

_TITLES = dict(zip(FIGURES, ("accuracy", "unlabeled", "exact", "exact unlab."), strict=True))
_KINDS = {"single": "Single: against the parse's own gold", "multiple": "Multiple: against the common gold"}
_OVERLAPS = {"accuracy": "Golds in common", "accuracy_unlabeled": "The same, unlabeled"}


def common_tables(found: Mapping[str, Any]) -> Iterator[Table]:
    """The tables of what `core.campaigns.experiment_results.as_object` says; those without rows are left out."""
    names = [one["title"] for one in found["experiments"]]
    for kind, title in _KINDS.items():
        if kind in found["experiments"][0]:
            yield _of_kind(found, names, kind, title)
    if found["overlap"]:
        yield from _overlaps(found)
    if found["attachment"]:
        yield _attachment(found["attachment"])


def _of_kind(found: Mapping[str, Any], names: Sequence[str], kind: str, title: str) -> Table:
    """A row a parse, then one for each two of them, with how far they are apart."""
    rows: list[Sequence[Value | Cell]] = [
        [name, *(one[kind][figure] for figure in FIGURES)]
        for name, one in zip(names, found["experiments"], strict=True)
    ]
    rows += [
        [f"{one['first']} – {one['second']}", *(Cell(one[kind][figure], signed=True) for figure in FIGURES)]
        for one in found["differences"]
    ]
    columns = [Column("experiment"), *(Column(name, heading, Kind.SHARE) for name, heading in _TITLES.items())]
    blocks = {len(names): ""} if found["differences"] else {}
    return Table(title, columns, rows, found["signature"], blocks)


def _overlaps(found: Mapping[str, Any]) -> Iterator[Table]:
    """How much each two golds say alike."""
    golds = [*dict.fromkeys(one["gold"] for one in found["overlap"])]
    for figure, title in _OVERLAPS.items():
        known = {(one["gold"], one["other"]): one[figure] for one in found["overlap"]}
        rows = [[gold, *("" if gold == other else known[gold, other] for other in golds)] for gold in golds]
        columns = [Column("gold"), *(Column(gold, kind=Kind.SHARE) for gold in golds)]
        yield Table(title, columns, rows, "\n".join([*found["notes"], found["signature"]]))


def _attachment(found: Sequence[Mapping[str, Any]]) -> Table:
    """Each parse of dependencies against each gold of them."""
    columns = [Column("experiment"), Column("gold"), *(Column(name, name.upper(), Kind.SHARE) for name in ATTACHMENT)]
    rows = [[one["title"], one["gold"], *(one[figure] for figure in ATTACHMENT)] for one in found]
    note = "\n".join(dict.fromkeys(one["signature"] for one in found))
    return Table("Attachment: against each gold of dependencies", columns, rows, note)
