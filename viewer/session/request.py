"""Which files are opened and how they are read, and what was opened last: such files, or a campaign. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from goldleaf.core.errors import GoldleafError, OptionError
from goldleaf.core.files import is_file
from goldleaf.core.naming import PREDICTED, absolute, annotators_of, named, names_of

if TYPE_CHECKING:  # a command that opens files does not wait for what campaigns need
    from goldleaf.core.campaigns.description import Campaign, Submission
    from goldleaf.core.campaigns.experiment import Experiment

EXPERIMENTS = ".toml"
MOST = 10  # of what was opened last


@dataclass(frozen=True, slots=True)
class Request:
    """Files to open. ``names`` are the parses'; without a format it is told from each file. ``separator`` stands
    between category and function in the labels of bracketed trees."""

    gold: Path
    parses: tuple[Path, ...] = ()
    names: tuple[str, ...] = ()
    format_name: str | None = None
    encoding: str = "utf-8"
    separator: str = "-"
    other_golds: tuple[Path, ...] = ()  # the same sentences as other theories have them
    experiments: tuple[Experiment, ...] = ()  # which these files are of, the first one in front
    source: Path | None = None  # the file that lists the experiments
    lattice: Path | None = None  # what the sentences' words were chosen from
    train: Path | None = None  # the training file in which words of the gold are seen or not
    session: Path | None = None  # the review that is made of these files
    reviewer: str = ""  # who goes on with it, unless the window knows
    blind: bool = False  # and is not to know whose the sides are; else as it was
    adjudicated: bool = False  # all files are annotators', of whom none is the gold; the first stands in its place
    first_name: str = ""  # the first annotator's
    versions: bool = False  # of one treebank, an old one and a new one: opened as annotators' files are
    predicted: bool = False  # a parse that is the gold's own file is the second analysis in that file

    @classmethod
    def of_experiments(cls, experiments: Sequence[Experiment], source: Path | None = None) -> Request:
        """The first experiment's files, with the golds of the others."""
        first, *others = experiments
        names = tuple(f"{first.name}: {name}" for name in names_of(first.parses, first.names))
        golds = tuple(other.gold for other in others)
        return cls(first.gold, first.parses, names, other_golds=golds, experiments=tuple(experiments), source=source)

    @classmethod
    def of_judges(
        cls, experiments: Sequence[Experiment], golds: Collection[str], parse: int, source: Path | None = None
    ) -> Request:
        """A parse of experiments, by its place among all, with the golds of these names: one, or several together. Its
        own gold is in front, if it is among them."""
        owner, number = [(one, number) for one in experiments for number in range(len(one.parses))][parse]
        judges = sorted((one for one in experiments if one.name in golds), key=lambda one: one is not owner)
        every = cls.of_experiments([*judges, *(one for one in experiments if one not in judges)], source)
        name = f"{owner.name}: {names_of(owner.parses, owner.names)[number]}"
        others = tuple(one.gold for one in judges[1:])
        return replace(every, parses=(owner.parses[number],), names=(name,), other_golds=others)

    @classmethod
    def of_submission(cls, campaign: Campaign, submission: Submission) -> Request:
        """A system's file with the treebank's golds."""
        treebank, system = campaign.treebank(submission.treebank), campaign.system(submission.system)
        how = treebank.reading
        given = how.format if how.format == system.format else None
        gold, parse, *others = map(campaign.file, (treebank.gold, submission.path, *treebank.other_golds))
        names, golds = (system.name,), tuple(others)
        return cls(gold, (parse,), names, given, how.encoding, how.separator, other_golds=golds)

    @classmethod
    def of_annotators(cls, paths: Sequence[Path], names: Sequence[str] = (), *, versions: bool = False) -> Request:
        """Two or more annotators' files, none of which is the gold, or two versions. Raises OptionError for fewer."""
        if len(paths) < 2:
            raise OptionError("an adjudication needs the files of two annotators, or more")
        first, *others = ("old", "new") if versions else names or annotators_of(paths)
        return cls(paths[0], tuple(paths[1:]), tuple(others), adjudicated=True, first_name=first, versions=versions)

    @property
    def with_predicted(self) -> Request:
        """The same with the second analysis in the gold's file (`core.formats.second_analysis`) as the first parse."""
        if self.second_analyses:
            return self
        names = chain([PREDICTED], (f"{PREDICTED} ({number})" for number in count(2)))
        name = next(name for name in names if name not in self.names)
        return replace(self, parses=(self.gold, *self.parses), names=(name, *self.names), predicted=True)

    @property
    def second_analyses(self) -> tuple[int, ...]:
        """Which of the parses are the second analysis in the gold's file."""
        return tuple(number for number, path in enumerate(self.parses) if self.predicted and path == self.gold)

    @property
    def annotators(self) -> tuple[str, ...]:
        """The names of all annotators, the first one's first; empty where nothing is adjudicated."""
        return (self.first_name, *self.names) if self.adjudicated else ()

    def swapped(self, other: int) -> Request:
        """The same annotators, the first one and another one (from 0, without the first) in each other's place."""
        parses, names = [*self.parses], [*self.names]
        gold, name = parses[other], names[other]
        parses[other], names[other] = self.gold, self.first_name
        return replace(self, gold=gold, first_name=name, parses=tuple(parses), names=tuple(names))

    @property
    def next_experiment(self) -> Request:
        if len(self.experiments) < 2:
            return self
        rotated = Request.of_experiments((*self.experiments[1:], self.experiments[0]), self.source)
        return replace(rotated, lattice=self.lattice, train=self.train)

    @property
    def gold_names(self) -> list[str]:
        """A name for each gold: its experiment's, or its file's; the first annotator's."""
        if self.adjudicated:
            return [self.first_name]
        return [one.name for one in self.experiments] or names_of([self.gold, *self.other_golds])

    def reading(self, path: Path) -> Experiment:
        from goldleaf.core.campaigns.experiment import Experiment

        for experiment in self.experiments:
            if path in experiment.paths:
                return experiment
        # The format that is given is that of the trees.
        name = self.format_name if path != self.lattice else None
        return Experiment("", self.gold, (), None, name, self.encoding, self.separator)

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.gold, *self.parses, *self.other_golds, *((self.lattice,) if self.lattice else ()))


Recent: TypeAlias = Request | Path  # what can be opened again: files, or a campaign by its own

# An entry is a list of paths, the gold's first. What is no gold and no parse stands behind one of these.
_LATTICE, _OTHER_GOLD, _REVIEW, _TRAIN = "--lattice=", "--other-gold=", "--review=", "--train="
_CAMPAIGN = "--campaign="  # the only file
_ADJUDICATE = "--adjudicate"  # all files are annotators'
_VERSIONS = "--versions"  # and they are versions of one
_PREDICTED = "--predicted"  # the second analysis in the gold's file is a parse, too
# How all are read.
_READING = {"format_name": "--input-format=", "encoding": "--encoding=", "separator": "--separator="}
_MARKS = (_LATTICE, _OTHER_GOLD, _ADJUDICATE, _VERSIONS, _PREDICTED, _REVIEW, _TRAIN, _CAMPAIGN, *_READING.values())


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
            new = [*map(absolute, (opened.gold, *parses))]
            new += [f"{_OTHER_GOLD}{absolute(path)}" for path in opened.other_golds]
        new += [_ADJUDICATE] * opened.adjudicated + [_PREDICTED] * bool(second)
        new += [_VERSIONS] * opened.versions
        beside = {_LATTICE: opened.lattice, _TRAIN: opened.train, _REVIEW: opened.session}
        new += [f"{mark}{path.absolute()}" for mark, path in beside.items() if path is not None]
        usual = Request(opened.gold)
        for name, mark in _READING.items():
            if (value := getattr(opened, name)) != getattr(usual, name):
                new.append(f"{mark}{value}")
    return [new, *(list(old) for old in recent if files(old) != files(new) and any(old))][:MOST]


def requests(recent: list[list[str]]) -> list[Recent]:
    """What the list opens; sets whose files are gone are left out, and reviews or training files that are."""
    opened: list[Recent] = []
    for entry in recent:
        marked = {mark: [path.removeprefix(mark) for path in entry if path.startswith(mark)] for mark in _MARKS}
        campaigns, lattices, golds, sessions, trains = (
            tuple(named(Path(path)) for path in marked[mark])
            for mark in (_CAMPAIGN, _LATTICE, _OTHER_GOLD, _REVIEW, _TRAIN)
        )
        if there := [path for path in campaigns if is_file(path)]:
            opened.append(there[0])
            continue
        files = [named(Path(path)) for path in entry if path and not path.startswith(_MARKS)]
        if not files or not all(map(is_file, (*files, *golds, *lattices[:1]))):
            continue
        try:
            versions = _VERSIONS in entry
            request = Request.of_annotators(files, versions=versions) if _ADJUDICATE in entry else request_of(files)
        except GoldleafError:  # experiments that have changed since
            continue
        request = request.with_predicted if _PREDICTED in entry else request
        reading = {name: marked[mark][0] for name, mark in _READING.items() if marked[mark]}
        request = replace(request, **reading)  # type: ignore[arg-type]
        request = replace(request, lattice=next(iter(lattices), None), other_golds=golds or request.other_golds)
        session, train = (next(filter(is_file, files), None) for files in (sessions, trains))
        opened.append(replace(request, session=session, train=train))
    return opened


def request_of(paths: Sequence[Path]) -> Request:
    """A request for a gold and its parses, or for a file of experiments. Raises GoldleafError for a faulty one."""
    gold, *parses = paths
    if gold.suffix == EXPERIMENTS:
        from goldleaf.core.campaigns.experiment import load

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
