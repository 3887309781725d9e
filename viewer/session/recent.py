"""What was opened last: a gold, its parses and what else there was, or a campaign. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from goldleaf.core.campaigns.experiment import load
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file
from goldleaf.core.naming import names_of
from goldleaf.viewer.session.request import Request

Recent: TypeAlias = Request | Path
"""What can be opened again: files, or a campaign by its own."""

MOST = 10
EXPERIMENTS = ".toml"

# An entry is a list of paths, the gold's first. What is no gold and no parse stands behind one of these.
_LATTICE, _OTHER_GOLD, _REVIEW, _TRAIN = "--lattice=", "--other-gold=", "--review=", "--train="
_CAMPAIGN = "--campaign="  # the only file
_ADJUDICATE = "--adjudicate"  # all files are annotators'
_PREDICTED = "--predicted"  # the second analysis in the gold's file is a parse, too
_READING = {"format_name": "--format=", "encoding": "--encoding=", "separator": "--separator="}  # how all are read
_MARKS = (_LATTICE, _OTHER_GOLD, _ADJUDICATE, _PREDICTED, _REVIEW, _TRAIN, _CAMPAIGN, *_READING.values())


def added(recent: list[list[str]], opened: Recent) -> list[list[str]]:
    """The list with what was opened now first; each set of files once, however it was read."""

    def files(entry: Sequence[str]) -> list[str]:
        return [path for path in entry if not path.startswith((*_READING.values(),))]

    if isinstance(opened, Path):
        new = [f"{_CAMPAIGN}{opened.absolute()}"]
    else:
        second = opened.second_analyses
        if opened.source:  # it lists the golds and their parses
            new = [f"{opened.source.absolute()}"]
        else:
            parses = [path for number, path in enumerate(opened.parses) if number not in second]
            new = [f"{path.absolute()}" for path in (opened.gold, *parses)]
            new += [f"{_OTHER_GOLD}{path.absolute()}" for path in opened.other_golds]
        new += [_ADJUDICATE] * opened.adjudicated + [_PREDICTED] * bool(second)
        beside = {_LATTICE: opened.lattice, _TRAIN: opened.train, _REVIEW: opened.session}
        new += [f"{mark}{path.absolute()}" for mark, path in beside.items() if path is not None]
        usual = Request(opened.gold)
        for name, mark in _READING.items():
            if (value := getattr(opened, name)) != getattr(usual, name):
                new.append(f"{mark}{value}")
    return [new, *(list(old) for old in recent if files(old) != files(new) and any(old))][:MOST]


def requests(recent: list[list[str]]) -> list[Recent]:
    """What the list opens; sets whose files are gone are left out."""
    return [opened for entry in recent if (opened := _opened(entry)) is not None]


def _opened(entry: Sequence[str]) -> Recent | None:
    """What an entry opens; None where its files are gone. A review or training file that is gone is left out."""
    if campaigns := [path for path in map(Path, _marked(entry, _CAMPAIGN)) if is_file(path)]:
        return campaigns[0]
    files = [Path(path) for path in entry if path and not path.startswith(_MARKS)]
    lattice = next(map(Path, _marked(entry, _LATTICE)), None)
    others = tuple(map(Path, _marked(entry, _OTHER_GOLD)))
    session, train = (next(filter(is_file, map(Path, _marked(entry, mark))), None) for mark in (_REVIEW, _TRAIN))
    if not files or not all(map(is_file, (*files, *others, *filter(None, (lattice,))))):
        return None
    try:
        request = Request.of_annotators(files) if _ADJUDICATE in entry else request_of(files)
    except GoldleafError:  # experiments that have changed since
        return None
    request = request.with_predicted if _PREDICTED in entry else request
    reading = {name: value for name, mark in _READING.items() for value in _marked(entry, mark)[:1]}
    request = replace(request, lattice=lattice, session=session, train=train, **reading)  # type: ignore[arg-type]
    return replace(request, other_golds=others) if others else request


def _marked(entry: Sequence[str], mark: str) -> list[str]:
    return [path.removeprefix(mark) for path in entry if path.startswith(mark)]


def request_of(paths: Sequence[Path]) -> Request:
    """A request for a gold and its parses, or for a file of experiments. Raises GoldleafError for a faulty one."""
    gold, *parses = paths
    if gold.suffix == EXPERIMENTS:
        return Request.of_experiments(load(gold), gold)
    return Request(gold, tuple(parses), tuple(names_of(parses)))


def title_of(opened: Recent) -> str:
    """Such as ``english/gold.conllx – parse, parse-b``, or ``danish: lotte, morten`` of annotators."""
    known = opened if isinstance(opened, Path) else opened.source or opened.session
    if known is not None:
        return f"{known.absolute().parent.name}/{known.name}"
    assert isinstance(opened, Request)
    folder = opened.gold.absolute().parent.name
    if opened.adjudicated:
        return f"{folder}: {', '.join(opened.annotators)}"
    return " – ".join(filter(None, (f"{folder}/{opened.gold.name}", ", ".join(opened.names))))
