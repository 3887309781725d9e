"""What comes of a session as files: the corrected treebank and reports, for the command line and the window."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from goldleaf.core import formats
from goldleaf.core.errors import GoldleafError, counted
from goldleaf.core.files import replacing
from goldleaf.core.steps import Steps
from goldleaf.core.treebank import Treebank
from goldleaf.viewer.review.exchange import to_csv
from goldleaf.viewer.review.recording import recorded
from goldleaf.viewer.review.report import as_markdown, as_object
from goldleaf.viewer.review.result import STOP, Result, corrected
from goldleaf.viewer.review.reviewer_agreement import agreement_of
from goldleaf.viewer.review.store import Store


def _as_markdown(store: Store, sides: Sequence[Treebank]) -> str:
    return as_markdown(store, agreement_of(store, sides))


def _as_csv(store: Store, _: Sequence[Treebank]) -> str:
    return to_csv(store)


def _as_json(store: Store, sides: Sequence[Treebank]) -> str:
    return json.dumps(as_object(store, agreement_of(store, sides)), indent=1) + "\n"


REPORTS: dict[str, Callable[[Store, Sequence[Treebank]], str]] = {
    "markdown": _as_markdown,
    "csv": _as_csv,
    "json": _as_json,
}
"""What a report is made by, by the name of its format, of a session and the treebanks that are attached to it."""


def result_steps(
    session: Path, treebanks: Mapping[str, Treebank], undecided: str, reviewer: str | None = None
) -> Steps[Result]:
    """What the choices in a session come to, in steps; it is opened for reading alone.

    ``treebanks`` are the sides by name, ``undecided`` and faults are as of `corrected`. A ``reviewer`` who is blind
    chooses alone. Raises GoldleafError, with ``stop`` also where something is undecided.
    """
    yield 0.0
    with Store.open(session, reviewer=reviewer, to_write=False) as store:
        yield 0.1
        store.attach(*treebanks.values())
        yield 0.3
        choices, layers = store.choices(), store.layers
    yield 0.5
    result = corrected(treebanks, choices, undecided=undecided, layers=layers)
    if undecided == STOP:
        check_decided(result)
    return result


def write_steps(result: Result, path: Path, *, record: bool) -> Steps[Path]:
    """Write the corrected treebank, in steps; to ``record`` is to write who decided. Raises GoldleafError."""
    yield 0.0
    written = recorded(result.treebank, result.deciders) if record else result.treebank
    yield 0.3
    formats.write(written, path)
    return path


def report_steps(session: Path, sides: Sequence[Treebank], name: str, path: Path) -> Steps[Path]:
    """Write a report in one of the `REPORTS`, in steps. Raises GoldleafError."""
    yield 0.0
    with Store.open(session, to_write=False) as store:
        store.attach(*sides)
        yield 0.4
        text = REPORTS[name](store, sides)
    yield 0.9
    write_text(text, path)
    return path


def write_text(text: str, path: Path) -> None:
    """Write a text, whole or not at all. Raises GoldleafError."""
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="")


def passed_over(store: Store) -> list[str]:
    """What was said and chooses nothing: of what has changed since, and where reviewers say different things."""
    table, found = store.table(), []
    if stale := int(table["stale"].sum()):
        found.append(f"{counted(stale, 'verdict')} on changed sentences or labels passed over")
    if conflicts := sum(len(store.conflicts(store.key(row))) for row in table["sentence"].unique().to_list()):
        found.append(f"{counted(conflicts, 'place')} judged differently, so undecided")
    return found


def check_decided(result: Result) -> None:
    """Raise GoldleafError where something is undecided, with the first place."""
    if result.undecided.height:
        row, item, layer = result.undecided.row(0)
        line = result.treebank.sentences["line"][row]
        what = (
            f"{counted(result.undecided.height, 'difference')} undecided; the first: sentence {row + 1}, {layer} {item}"
        )
        path = result.treebank.path
        raise GoldleafError(f"{path}:{line}: {what}; decide, or take --undecided gold", path=path)


def described(result: Result, undecided: str) -> str:
    """What a result holds, in a few words."""
    decided = result.deciders.select("sentence", "item").n_unique() if result.deciders.height else 0
    differences = counted(result.undecided.height, "difference")
    return f"{counted(decided, 'word')} decided, {differences} undecided: as in {undecided}"
