"""What was opened last: a gold, its parses and what else there was, or a campaign. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from goldleaf.core.campaigns.experiment import load
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_file
from goldleaf.core.naming import names_of
from goldleaf.viewer.session.request import Request

Recent: TypeAlias = Request | Path
"""What can be opened again: files, or a campaign by its own."""

MOST = 10
EXPERIMENTS = ".toml"
_LATTICE, _OTHER_GOLD = "--lattice=", "--other-gold="  # stand before files that are no gold and no parse
_ADJUDICATE = "--adjudicate"  # all files are annotators'
_PREDICTED = "--predicted"  # the second analysis in the gold's file is a parse, too
_REVIEW = "--review="
_TRAIN = "--train="
_CAMPAIGN = "--campaign="  # stands before the only file
_READING = {"format_name": "--format=", "encoding": "--encoding=", "separator": "--separator="}  # how all are read
_MARKS = (_LATTICE, _OTHER_GOLD, _ADJUDICATE, _PREDICTED, _REVIEW, _TRAIN, _CAMPAIGN, *_READING.values())


def added(recent: list[list[str]], opened: Recent) -> list[list[str]]:
    """The list with what was opened now first; each set of files once."""
    new = [f"{_CAMPAIGN}{opened.absolute()}"] if isinstance(opened, Path) else _entry(opened)
    return [new, *(list(old) for old in recent if _files(old) != _files(new) and any(old))][:MOST]


def _entry(request: Request) -> list[str]:
    second = request.second_analyses
    parses = [path for number, path in enumerate(request.parses) if number not in second]
    paths = (request.source,) if request.source else (request.gold, *parses)
    others = () if request.source else request.other_golds
    return [
        *(str(path.absolute()) for path in paths),
        *(f"{_OTHER_GOLD}{path.absolute()}" for path in others),
        *([_ADJUDICATE] if request.adjudicated else []),
        *([_PREDICTED] if second else []),
        *(f"{mark}{path.absolute()}" for mark, path in _beside(request)),
        *_read(request),
    ]


def _beside(request: Request) -> list[tuple[str, Path]]:
    """What there is beside the treebanks: a lattice, a training file, a review."""
    found = {_LATTICE: request.lattice, _TRAIN: request.train, _REVIEW: request.session}
    return [(mark, path) for mark, path in found.items() if path is not None]


def _read(request: Request) -> list[str]:
    """How the files are read, where that is not the usual way."""
    usual = Request(request.gold)
    values = {name: getattr(request, name) for name in _READING}
    return [f"{_READING[name]}{value}" for name, value in values.items() if value != getattr(usual, name)]


def _files(paths: Sequence[str]) -> list[str]:
    """An entry without how its files are read."""
    return [path for path in paths if not path.startswith((*_READING.values(),))]


def requests(recent: list[list[str]]) -> list[Recent]:
    """What the list opens; sets whose files are gone are left out."""
    return [found for paths in recent if (found := _campaign(paths) or _there(paths)) is not None]


def _campaign(paths: Sequence[str]) -> Path | None:
    return next(filter(is_file, map(Path, _marked(paths, _CAMPAIGN))), None)


def _there(paths: Sequence[str]) -> Request | None:
    """What an entry opens; None where its files are gone. A review or training file that is gone is left out."""
    files = [Path(path) for path in paths if path and not path.startswith(_MARKS)]
    lattice = next(map(Path, _marked(paths, _LATTICE)), None)
    others = tuple(map(Path, _marked(paths, _OTHER_GOLD)))
    session, train = _if_there(paths, _REVIEW), _if_there(paths, _TRAIN)
    if not files or not all(map(is_file, (*files, *others, *filter(None, (lattice,))))):
        return None
    try:
        made = Request.of_annotators(files) if _ADJUDICATE in paths else request_of(files)
    except GoldleafError:  # experiments that have changed since
        return None
    made = made.with_predicted if _PREDICTED in paths else made
    request = replace(made, lattice=lattice, session=session, train=train, **_reading(paths))
    return replace(request, other_golds=others) if others else request


def _if_there(paths: Sequence[str], mark: str) -> Path | None:
    """The file behind a mark, if it is there still."""
    return next(filter(is_file, map(Path, _marked(paths, mark))), None)


def _reading(paths: Sequence[str]) -> dict[str, Any]:
    found = {name: _marked(paths, mark) for name, mark in _READING.items()}
    return {name: values[0] for name, values in found.items() if values}


def _marked(paths: Sequence[str], mark: str) -> list[str]:
    return [path.removeprefix(mark) for path in paths if path.startswith(mark)]


def request_of(paths: Sequence[Path]) -> Request:
    """A request for a gold and its parses, or for a file of experiments. Raises GoldleafError for a faulty one."""
    gold, *parses = paths
    if gold.suffix == EXPERIMENTS:
        return Request.of_experiments(load(gold), gold)
    return Request(gold, tuple(parses), tuple(names_of(parses)))


def title_of(opened: Recent) -> str:
    """Such as ``english/gold.conllx – parse, parse-b``, or ``danish: lotte, morten`` of annotators."""
    if isinstance(opened, Path):
        return f"{opened.absolute().parent.name}/{opened.name}"
    request = opened
    if request.source is not None:
        return f"{request.source.absolute().parent.name}/{request.source.name}"
    if request.session is not None:
        return f"{request.session.absolute().parent.name}/{request.session.name}"
    if request.adjudicated:
        return f"{request.gold.absolute().parent.name}: {', '.join(request.annotators)}"
    parses = ", ".join(request.names)
    title = f"{request.gold.absolute().parent.name}/{request.gold.name}"
    return f"{title} – {parses}" if parses else title
