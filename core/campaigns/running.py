"""A campaign from its file to its results: what was scored before is taken from the cache, the rest is worked out."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from goldleaf.core.campaigns.alike import again, merged
from goldleaf.core.campaigns.cache import Cache, content_of, key_of
from goldleaf.core.campaigns.description import Campaign, Measure
from goldleaf.core.campaigns.jobs import Job, PairJob, PropertiesJob, TheoriesJob
from goldleaf.core.campaigns.packing import Packed
from goldleaf.core.campaigns.results import Pair, Results
from goldleaf.core.campaigns.testing import PValues, tested_steps
from goldleaf.core.campaigns.workers import Workers, processes
from goldleaf.core.errors import GoldleafError
from goldleaf.core.steps import finished


@dataclass(frozen=True)
class Progress:
    """How far a campaign is: ``scored`` is how many jobs had to be done, not those from the cache."""

    done: int
    total: int
    scored: int
    results: Results = field(compare=False)

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.done / self.total if self.total else 1.0


Steps = Generator[Progress, None, Results]


def run(campaign: Campaign, workers: Workers | None = None, cache: Path | None = None) -> Results:
    """All results of a campaign. ``cache`` is the folder of what was scored before, None for nowhere."""
    return finished(running_steps(campaign, workers or processes(), cache))


def running_steps(campaign: Campaign, workers: Workers, cache: Path | None) -> Steps:
    """The same in steps, each with the results so far; what is done stays in the cache when it is closed."""
    return (yield from _Running(campaign, Cache(cache)).steps(workers))


class _Running:
    """A campaign while it is worked on."""

    def __init__(self, campaign: Campaign, cache: Cache) -> None:
        self._campaign = campaign
        self._cache = cache
        self._contents: dict[Path, str] = {}
        self._keys: dict[int, str] = {}
        self._found: dict[int, Packed] = {}
        self._errors: dict[int, str] = {}
        self._p: dict[tuple[str, str, str, str, str, str], float | None] = {}
        self._jobs: list[Job] = [
            *(PairJob.of(campaign, one, campaign.measures) for one in campaign.submissions),
            *(PropertiesJob(one) for one in campaign.treebanks),
            *([TheoriesJob(tuple(campaign.experiments))] if campaign.experiments else []),
        ]
        self._tests = [(measure, number) for number, measure in enumerate(campaign.measures) if not measure.differs]
        self._done = self._scored = 0

    def steps(self, workers: Workers) -> Steps:
        yield self._progress()
        yield from self._doing(range(len(self._jobs)), workers)
        yield from self._counting_alike(workers)
        yield from self._testing()
        return self._results()

    def _doing(self, numbers: Sequence[int], workers: Workers) -> Generator[Progress, None, None]:
        """Do the jobs of these numbers that were not done before."""
        waiting = [number for number in numbers if not self._known(number)]
        yield self._progress()
        if not waiting:
            return
        with closing(workers([self._jobs[number] for number in waiting])) as doing:
            for done in doing:
                if done is not None:
                    self._take(waiting[done[0]], done[1])
                yield self._progress()

    def _counting_alike(self, workers: Workers) -> Generator[Progress, None, None]:
        """Score again what was counted otherwise than others of its treebank."""
        wanted = [*again(self._campaign, self._found)]
        first = len(self._jobs)
        self._jobs += [one.job for one in wanted]
        yield from self._doing(range(first, len(self._jobs)), workers)
        for number, one in enumerate(wanted, first):
            if number in self._found:
                name = self._campaign.measures[one.measure].name
                self._found[one.submission] = merged(
                    self._found[one.submission], one.measure, name, self._found[number]
                )
                self._keys[one.submission] += self._keys[number]

    def _known(self, number: int) -> bool:
        """Whether nothing is left to do for a job: it was done before, or cannot be done."""
        job = self._jobs[number]
        try:
            contents = [content_of(path, self._contents) for path in job.paths]
        except GoldleafError as error:
            self._errors[number] = str(error)
        else:
            self._keys[number] = key_of(contents, job.choices)
            kept = self._cache.get(self._keys[number], job.gives)
            if kept is None:
                return False
            self._found[number] = kept
        self._done += 1
        return True

    def _take(self, number: int, given: bytes | str) -> None:
        self._done += 1
        self._scored += 1
        if isinstance(given, str):
            self._errors[number] = given
        else:
            self._found[number] = self._cache.put(self._keys[number], given)

    def _testing(self) -> Steps:
        """Compare systems, treebank by treebank."""
        for numbers in self._columns():
            for measure, place in self._tests:
                own = {number: found for number in numbers if (found := self._having(number, measure)) is not None}
                if len(own) > 1:
                    self._keep_p(numbers, measure, self._tested(own, measure, place))
            self._done += 1
            yield self._progress()
        return self._results()

    def _columns(self) -> list[list[int]]:
        """The pairs of a treebank in a run, by their numbers."""
        found: dict[Any, list[int]] = {}
        for number, one in enumerate(self._campaign.submissions):
            found.setdefault((one.run, one.treebank), []).append(number)
        return [*found.values()]

    def _having(self, number: int, measure: Measure) -> Packed | None:
        found = self._found.get(number)
        return found if found is not None and measure.name in found.about["measures"] else None

    def _tested(self, own: Mapping[int, Packed], measure: Measure, place: int) -> PValues:
        rounds = self._campaign.rounds
        choices = {"job": "test", "measure": measure.name, "rounds": rounds.number, "seed": rounds.seed}
        named = [[self._keys[number], self._campaign.submissions[number].system] for number in own]
        key = key_of([*map(str, named)], choices)
        kept = self._cache.get(key, ("p",))
        if kept is not None:
            values: PValues = kept.about["p"]
            return values
        found = {self._campaign.submissions[number].system: packed for number, packed in own.items()}
        values = finished(tested_steps(found, measure.name, place, rounds))
        self._cache.keep(key, Packed({"p": values}))
        return values

    def _keep_p(self, numbers: Sequence[int], measure: Measure, values: PValues) -> None:
        first = self._campaign.submissions[numbers[0]]
        run, treebank = (first.run.scenario, first.run.training), first.treebank
        for score, by_system in values.items():
            for system, p in by_system.items():
                self._p[(*run, treebank, system, measure.name, score)] = p

    def _progress(self) -> Progress:
        return Progress(self._done, len(self._jobs) + len(self._columns()), self._scored, self._results())

    def _results(self) -> Results:
        pairs = [
            Pair(one, self._found.get(number), self._errors.get(number, ""))
            for number, one in enumerate(self._campaign.submissions)
        ]
        first = len(pairs)
        properties = {
            one.name: found.about
            for number, one in enumerate(self._campaign.treebanks, first)
            if (found := self._found.get(number)) is not None
        }
        theories = self._found.get(first + len(self._campaign.treebanks)) if self._campaign.experiments else None
        errors = [self._errors[number] for number in sorted(self._errors)]
        results = Results(self._campaign, pairs, {**self._p}, properties, errors, theories)
        return replace(results, errors=[*dict.fromkeys([*errors, *results.failed()])])
