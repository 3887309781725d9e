"""Which file is whose parse of what: the patterns and tables of ``parses``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from goldleaf.core.campaigns.description import Run, Submission, System, Treebank
from goldleaf.core.campaigns.entries import Entry, said
from goldleaf.core.errors import shortened
from goldleaf.core.files import is_file

_PLACE = re.compile(r"\{(\w*)\}")
PLACES = ("treebank", "scenario", "training")
KEY = "parses"


def submissions(
    entries: Sequence[Entry], systems: Sequence[System], treebanks: Sequence[Treebank], runs: Sequence[Run]
) -> list[Submission]:
    """The files of all systems, of which each has an entry. One that a pattern leads to and that is not there is left
    out.

    Raises FormatError for a pattern that says too little, or leads to no file at all.
    """
    pairs = zip(entries, systems, strict=True)
    return [found for entry, system in pairs for found in _of_system(entry, system, treebanks, runs)]


def _of_system(entry: Entry, system: System, treebanks: Sequence[Treebank], runs: Sequence[Run]) -> list[Submission]:
    own = [run for run in runs if system.takes_part(run)]
    if not own:
        raise entry.wrong(f"{system.name} has no run; the [[run]]s are {', '.join(run.name for run in runs)}")
    tried = [*_candidates(entry, treebanks, own)]
    found = [one for one, must in tried if must or is_file(one.path)]
    if not found:
        where = f"; there is no {tried[0][0].path}, for one" if tried else ""
        raise entry.wrong(f"no file of {shortened(str(entry.values['name']))}{where}", KEY)
    return found


def _candidates(entry: Entry, treebanks: Sequence[Treebank], runs: Sequence[Run]) -> Iterator[tuple[Submission, bool]]:
    """Where a system's files would be. One that is named in so many words must be there: that it is not is told with
    the figures of the others."""
    for treebank in treebanks:
        for run in runs:
            pattern = _pattern(entry, treebank, treebanks, run)
            if pattern is not None:
                _check_places(entry, pattern, runs)
                _check_apart(entry, pattern, treebanks, runs)
                path = entry.folder / _filled(pattern, treebank.name, run)
                must = not _PLACE.search(pattern)
                yield Submission(str(entry.values["name"]), treebank.name, run, path), must


def _pattern(entry: Entry, treebank: Treebank, treebanks: Sequence[Treebank], run: Run) -> str | None:
    """What leads to a system's parse of a treebank; None where there is none."""
    given = entry.values.get(KEY)
    if given is None:
        raise entry.wrong('no parses; add parses = "out/{treebank}.conllu" or parses = { Danish = "…" }')
    if isinstance(given, dict):
        names = [one.name for one in treebanks]
        for name in given:
            if name not in names:
                raise entry.wrong(f"there is no treebank {shortened(name)!r}; there are {', '.join(names)}", KEY)
        given = given.get(treebank.name)
    if isinstance(given, dict):
        given = given.get(run.scenario, given.get(run.training))
    if given is not None and (not isinstance(given, str) or not given):
        raise entry.wrong(f"{treebank.name} is {said(given)}; expected a path in quotes", KEY)
    return given


def _check_places(entry: Entry, pattern: str, runs: Sequence[Run]) -> None:
    """Raise FormatError where a pattern has places that there are not."""
    for place in _PLACE.findall(pattern):
        if place not in PLACES:
            raise entry.wrong(f"unknown {{{place}}}; there are {', '.join(f'{{{one}}}' for one in PLACES)}", KEY)
        if place != "treebank" and not all(getattr(run, place) for run in runs):
            raise entry.wrong(f"{{{place}}}: not every [[run]] has a {place}", KEY)


def _check_apart(entry: Entry, pattern: str, treebanks: Sequence[Treebank], runs: Sequence[Run]) -> None:
    """Raise FormatError where a pattern leads to one file for several treebanks or runs."""
    places, given = _PLACE.findall(pattern), entry.values[KEY]
    if isinstance(given, str) and len(treebanks) > 1 and "treebank" not in places:
        raise entry.wrong("one file for several treebanks; put {treebank} into it, or give a table of files", KEY)
    for place in ("scenario", "training"):
        several = len({getattr(run, place) for run in runs}) > 1
        if several and place not in places and not _has_own(given, runs):
            raise entry.wrong(
                f'one file for several runs; put {{{place}}} into it, or add {place} = "…" if it is of one', KEY
            )


def _has_own(given: object, runs: Sequence[Run]) -> bool:
    """Whether ``parses`` says for each run, by name, what its file is."""
    tables: Iterator[object] = iter(given.values()) if isinstance(given, dict) else iter(())
    names = {name for run in runs for name in (run.scenario, run.training)}
    return any(isinstance(table, dict) and {*table} <= names for table in tables)


def _filled(pattern: str, treebank: str, run: Run) -> Path:
    values = {"treebank": treebank, "scenario": run.scenario, "training": run.training}
    return Path(_PLACE.sub(lambda place: values[place[1]], pattern))
