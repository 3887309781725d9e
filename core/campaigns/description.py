"""What a campaign is: treebanks, systems, runs, what is scored how, and which file is whose parse of what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.experiment import Experiment
from goldleaf.core.files import is_file
from goldleaf.core.metrics import Metric, create
from goldleaf.core.results import ScoreChoice
from goldleaf.core.scoring import Average

WRONG, LEFT_OUT = RULES = ("count missing as wrong", "leave out")


@dataclass(frozen=True, slots=True)
class Reading:
    format: str | None = None
    encoding: str = "utf-8"
    separator: str = "-"


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold that systems have parsed. What is ``optional`` is in no average over treebanks. ``train`` is what systems
    were trained on: by the training of runs, or, under an empty name, in all; ``first_words`` how many words are
    scored, in whole sentences; None for all."""

    name: str
    gold: Path
    train: tuple[tuple[str, Path], ...] = ()
    other_golds: tuple[Path, ...] = ()
    domain: str = ""
    optional: bool = False
    first_words: int | None = None
    reading: Reading = Reading()

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.gold, *self.other_golds, *(path for _, path in self.train))

    def trained(self, training: str) -> Gold:
        """The same with what systems were trained on in runs of one training."""
        return replace(self, train=tuple(("", path) for name, path in self.train if name in ("", training)))


@dataclass(frozen=True, slots=True)
class Run:
    """Under which conditions systems have parsed; tables have a block for each."""

    scenario: str = ""
    training: str = ""

    @property
    def name(self) -> str:
        """Both in one; empty for the only run of a campaign that names none."""
        return ", ".join(filter(None, (self.scenario, self.training)))


@dataclass(frozen=True, slots=True)
class System:
    """Who has parsed; systems of one group are ranked among themselves, too. ``scenario``, ``training``: its own."""

    name: str
    group: str = ""
    format: str | None = None
    scenario: str = ""
    training: str = ""

    def takes_part(self, run: Run) -> bool:
        return self.scenario in ("", run.scenario) and self.training in ("", run.training)


@dataclass(frozen=True, slots=True)
class Submission:
    system: str
    treebank: str
    run: Run
    path: Path


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric with options, and which sentences count. ``differs`` are the options that are not the campaign's first.
    The campaign's figures are those of measures that differ in nothing; the others are for comparing ranks."""

    metric: str
    options: tuple[tuple[str, str], ...] = ()
    max_length: int | None = None
    average: Average = "micro"
    differs: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return ", ".join([self.metric, *(f"{option}={value}" for option, value in self.differs)])

    @property
    def choice(self) -> ScoreChoice:
        return ScoreChoice(self.average, self.max_length)

    def made(self) -> Metric:
        """The metric. Raises OptionError for an option or value that there is not."""
        return create(self.metric, **dict(self.options))


@dataclass(frozen=True)
class Campaign:
    """All that one file says. ``submissions`` are the files that systems have submitted; others are missing. ``scores``
    are those that tables show, by metric; where nothing is said, the main one of each. ``partial`` is what becomes of
    sentences that a file lacks, one of `RULES`; ``path_map`` says of folders here what they are called on a cluster.
    ``date`` and ``description`` are plain text, in which an empty line ends a paragraph. Of files that are called
    otherwise than they are ``real`` has the place, of systems ``names`` the name."""

    path: Path
    title: str
    treebanks: Sequence[Gold]
    systems: Sequence[System]
    runs: Sequence[Run]
    measures: Sequence[Measure]
    submissions: Sequence[Submission]
    scores: Mapping[str, Sequence[str]] = field(default_factory=dict)
    rounds: Rounds = field(default_factory=Rounds)
    experiments: Sequence[Experiment] = ()
    partial: str = WRONG
    path_map: Sequence[tuple[Path, Path]] = ()
    date: str = ""
    description: str = ""
    real: Mapping[Path, Path] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def file(self, path: Path) -> Path:
        """Where a file is to be read that the campaign calls so."""
        return self.real.get(path, path)

    def on_worker(self, path: Path) -> Path:
        """The same path whole, as ``path_map`` calls its folder: the first that it is in."""
        path = path.absolute()
        return next((new / path.relative_to(old) for old, new in self.path_map if path.is_relative_to(old)), path)

    def treebank(self, name: str) -> Gold:
        return next(one for one in self.treebanks if one.name == name)

    def system(self, name: str) -> System:
        return next(one for one in self.systems if one.name == name)

    @property
    def groups(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for one in self.systems:
            found.setdefault(one.group, []).append(one.name)
        return found

    @property
    def called(self) -> list[Path]:
        """What all files are called, those that options name among them."""
        golds = [path for one in self.treebanks for path in one.paths]
        maps = [one.label_map for one in self.experiments if one.label_map is not None]
        of_theories = [*maps, *(path for one in self.experiments for path in one.paths)]
        values = {Path(value) for measure in self.measures for _, value in measure.options}
        named = sorted(path for path in values if path.is_absolute() and is_file(self.file(path)))
        return [self.path, *golds, *(one.path for one in self.submissions), *of_theories, *named]

    @property
    def paths(self) -> list[Path]:
        """Where they are."""
        return [*map(self.file, self.called)]


@dataclass(frozen=True, eq=False)
class JobResult:
    """What a job gives: ``about`` is anything that JSON can say, beside tables."""

    about: dict[str, Any]
    frames: dict[str, pl.DataFrame] = field(default_factory=dict)


def moved(value: Any, place: Callable[[Path], Path]) -> Any:  # noqa: ANN401, jobs, campaigns, what they are made of
    """The same with other paths: those of files that options name, too, which are whole."""
    if isinstance(value, tuple | list):
        return tuple(moved(one, place) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{own.name: moved(getattr(value, own.name), place) for own in fields(value)})
    if isinstance(value, str) and Path(value).is_absolute() and (found := place(Path(value))) != Path(value):
        return f"{found}"
    return place(value) if isinstance(value, Path) else value
