"""A campaign from its file to its results: what was scored before is taken from the cache, the rest is worked out."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from goldleaf.core.campaigns import ranking
from goldleaf.core.campaigns.cache import Cache, Packed, content_of, key_of, packed, unpacked
from goldleaf.core.campaigns.checking import ABSENT, BROKEN, SCORED, Checked
from goldleaf.core.campaigns.comparisons import tested_steps
from goldleaf.core.campaigns.description import Campaign, Run, Submission, moved, renamed
from goldleaf.core.campaigns.jobs import CheckJob, Job, PairJob, PropertiesJob, TheoriesJob, Workers, processes
from goldleaf.core.campaigns.results import Results, ScoredPair
from goldleaf.core.errors import GoldleafError
from goldleaf.core.files import is_there
from goldleaf.core.steps import finished, mapped_steps


@dataclass(frozen=True)
class CampaignStep:
    """How far a campaign is: ``scored`` is how many jobs had to be done, not those from the cache, nor checks."""

    done: int
    total: int
    scored: int
    make: Callable[[], Results] = field(compare=False, repr=False)
    checked: bool = False  # whether it is known what has been submitted

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 1.0

    @property
    def results(self) -> Results:
        """What was known then. Made when asked for: of thousands of submissions that takes longer than a job."""
        return self.make()


Steps = Generator[CampaignStep, None, Results]


class _Change(NamedTuple):
    """What has become of the job of a number: what it gives, or why it could not be done; or a table of p-values."""

    number: int = -1
    found: Packed | None = None
    error: str = ""
    p: Mapping[tuple[str, str, str, str, str, str], float | None] = {}
    tested: Mapping[Run, ranking.Tested] = {}


def run(campaign: Campaign, workers: Workers | None = None, cache: Path | None = None) -> Results:
    """All results of a campaign. ``cache`` is the folder of what was scored before, None for nowhere."""
    return finished(running_steps(campaign, workers or processes(), cache))


def running_steps(campaign: Campaign, workers: Workers, cache: Path | None, *, only_check: bool = False) -> Steps:
    """The same in steps, each with the results so far; what is done stays in the cache when it is closed."""
    running = _Running(campaign, Cache(cache))
    yield running.progress()
    yield from running.do(running.checks, workers)
    running.checked = True
    yield running.progress()
    if only_check:
        return running.results(len(running.changes))
    yield from running.do([*running.able(), *range(len(campaign.submissions), running.checks.start)], workers)
    yield from running.count_alike(workers)
    # Tests come last: they need all systems of a treebank in a run, counted alike.
    for numbers in running.columns:
        running.test(numbers)
        running.done += 1
        yield running.progress()
    for place in campaign.runs:
        yield from running.rank(place)
        running.done += 1
        yield running.progress()
    return running.results(len(running.changes))


class _Running:
    """A campaign while it is worked on. What becomes known is added to a list: a step tells by a number what was known
    then."""

    def __init__(self, campaign: Campaign, cache: Cache) -> None:
        self._campaign, self._cache = campaign, cache
        self._contents: dict[Path, str] = {}
        self._keys: dict[int, str] = {}
        self._found: dict[int, Packed] = {}
        self.changes: list[_Change] = []
        self.jobs: list[Job] = [
            *(PairJob.of(campaign, submission, campaign.measures) for submission in campaign.submissions),
            *(PropertiesJob(treebank) for treebank in campaign.treebanks),
            *([TheoriesJob(tuple(campaign.experiments))] if campaign.experiments else []),
        ]
        self.checks = range(len(self.jobs), len(self.jobs) + len(campaign.submissions))
        pairs = self.jobs[: len(campaign.submissions)]
        self.jobs += [
            CheckJob(pair.treebank, pair.parse, pair.parse_format) for pair in pairs if isinstance(pair, PairJob)
        ]
        self.jobs = [moved(job, campaign.file) for job in self.jobs]
        self._called = {real: path for path, real in campaign.real.items()}
        columns: dict[Any, list[int]] = {}
        for number, submission in enumerate(campaign.submissions):
            columns.setdefault((submission.run, submission.treebank), []).append(number)
        self.columns = [*columns.values()]  # the pairs of a treebank in a run
        self.done = self._scored = 0
        self.checked = False

    def progress(self) -> CampaignStep:
        total = len(self.jobs) + len(self.columns) + len(self._campaign.runs)
        return CampaignStep(self.done, total, self._scored, partial(self.results, len(self.changes)), self.checked)

    def able(self) -> list[int]:
        """The submissions that can be scored, as far as their files tell; of the others it is said why not."""
        able = []
        for number, (check, submission) in enumerate(zip(self.checks, self._campaign.submissions, strict=True)):
            if check in self._found:
                found = _checked(submission, self._found[check])
                if found.state in SCORED:
                    able.append(number)
                    continue
                self.changes.append(_Change(number, error=f"{found}"))
            self.done += 1
        return able

    def do(self, numbers: Sequence[int], workers: Workers) -> Generator[CampaignStep, None, None]:
        waiting = [number for number in numbers if not self._known(number)]
        yield self.progress()
        if not waiting:
            return
        with closing(workers([self.jobs[number] for number in waiting])) as doing:
            for done in doing:
                if done is not None:
                    number, given = waiting[done[0]], done[1]
                    self.done += 1
                    self._scored += number not in self.checks
                    if isinstance(given, str):
                        self._fail(number, given)
                    else:
                        self._cache.put(self._keys[number], given)
                        self._keep(number, unpacked(given))
                yield self.progress()

    def _known(self, number: int) -> bool:
        """Whether nothing is left to do for a job: it was done before, or cannot be done."""
        job = self.jobs[number]
        try:
            contents = [content_of(path, self._contents) for path in job.paths]
        except GoldleafError as error:
            self._fail(number, str(error))
        else:
            self._keys[number] = key_of(contents, job.choices)
            kept = self._cache.get(self._keys[number], job.gives)
            if kept is None:
                return False
            self._keep(number, kept)
        self.done += 1
        return True

    def _keep(self, number: int, found: Packed) -> None:
        self._found[number] = found = replace(found, about=self._as_called(number, found.about))
        self.changes.append(_Change(number, found))

    def _fail(self, number: int, error: str) -> None:
        self.changes.append(_Change(number, error=self._as_called(number, error)))

    def _as_called(self, number: int, said: Any) -> Any:  # noqa: ANN401, anything that JSON can say
        """What is said of a job's files, with the names that the campaign has for them."""
        if not self._called:
            return said
        of, paths = self._campaign, self.jobs[number].paths
        return renamed(said, {own: self._called.get(one, one) for one in paths for own in (of.on_worker(one), one)})

    def count_alike(self, workers: Workers) -> Generator[CampaignStep, None, None]:
        """Score again what was counted otherwise than others of its treebank. Where the words of any parse differ, a
        metric may count what it else leaves out: TedEval then counts words, too (Tsarfaty et al. 2012b, §4). In one
        table, and from one run to the next, figures would be those of different counting."""
        submissions, first = self._campaign.submissions, len(self.jobs)
        wanted: list[tuple[int, int]] = []  # the numbers of submissions and measures
        for place, measure in enumerate(self._campaign.measures):
            options = measure.made().where_words_differ
            counts_them: dict[str, dict[int, bool]] = {}  # by treebank and submission
            for number, found in self._found.items():
                if options and number < len(submissions) and measure.name in found.about["measures"]:
                    signature = found.about["measures"][measure.name]["signature"].split("|")
                    own = counts_them.setdefault(submissions[number].treebank, {})
                    own[number] = {f"{name}:{value}" for name, value in options.items()} <= {*signature}
            changed = replace(measure, options=tuple({**dict(measure.options), **options}.items()))
            for own in counts_them.values():
                for number in (number for number, alike in own.items() if any(own.values()) and not alike):
                    wanted.append((number, place))
                    job = PairJob.of(self._campaign, submissions[number], (changed,))
                    self.jobs.append(moved(job, self._campaign.file))
        yield from self.do(range(first, len(self.jobs)), workers)
        for again, (number, place) in enumerate(wanted, first):
            if again in self._found:
                name = self._campaign.measures[place].name
                old, new = self._found[number], self._found[again]
                measures = {**old.about["measures"], name: new.about["measures"][name]}
                frames = {**old.frames, f"{place}": new.frames["0"]}
                self._keep(number, Packed({**old.about, "measures": measures}, frames))
                # A test of other counts is another test, and is kept under another key.
                self._keys[number] += self._keys[again]

    def test(self, numbers: Sequence[int]) -> None:
        submissions, rounds = self._campaign.submissions, self._campaign.rounds
        for place, measure in enumerate(self._campaign.measures):
            scored = {number: self._found[number] for number in numbers if number in self._found}
            own = {number: found for number, found in scored.items() if measure.name in found.about["measures"]}
            if measure.differs or len(own) < 2:
                continue
            choices = {"job": "test", "measure": measure.name, "rounds": rounds.number, "seed": rounds.seed}
            key = key_of([f"{[self._keys[number], submissions[number].system]}" for number in own], choices)
            kept = self._cache.get(key, ("p",))
            if kept is None:
                by_system = {submissions[number].system: found for number, found in own.items()}
                kept = Packed({"p": finished(tested_steps(by_system, measure.name, place, rounds))})
                self._cache.put(key, packed(kept))
            first = submissions[numbers[0]]
            column = (first.run.scenario, first.run.training, first.treebank)
            values = ((score, *one) for score, by_system in kept.about["p"].items() for one in by_system.items())
            p = {(*column, system, measure.name, score): value for score, system, value in values}
            self.changes.append(_Change(p=p))

    def rank(self, run: Run) -> Generator[CampaignStep, None, None]:
        """Test each two systems of a run under the first score, over the treebanks that are not optional."""
        campaign, (measure, score) = self._campaign, self.results(len(self.changes)).primary
        counted = {one.name for one in campaign.treebanks if not one.optional}
        by_treebank: dict[str, dict[str, int]] = {}  # the numbers of systems' submissions
        for number, one in enumerate(campaign.submissions):
            found = self._found.get(number)
            if one.run == run and one.treebank in counted and found is not None and measure in found.about["measures"]:
                by_treebank.setdefault(one.treebank, {})[one.system] = number
        if len({*chain.from_iterable(by_treebank.values())}) < 2:
            return
        names = [f"{[name, system, self._keys[own[system]]]}" for name, own in by_treebank.items() for system in own]
        key = key_of(names, {"job": "ranks", "measure": measure, "score": score, **asdict(campaign.rounds)})
        kept = self._cache.get(key, ("pairs",))
        if kept is None:
            found_by = [{name: self._found[number] for name, number in own.items()} for own in by_treebank.values()]
            place = [one.name for one in campaign.measures].index(measure)
            steps = ranking.tested_steps(found_by, measure, place, score, campaign.rounds)
            tested = yield from mapped_steps(steps, lambda _: self.progress())
            kept = Packed({"pairs": [[*pair, *known] for pair, known in tested.items()]})
            self._cache.put(key, packed(kept))
        self.changes.append(_Change(tested={run: {(a, b): (p, units) for a, b, p, units in kept.about["pairs"]}}))

    def results(self, end: int) -> Results:
        found: dict[int, Packed] = {}
        errors: dict[int, str] = {}
        p: dict[tuple[str, str, str, str, str, str], float | None] = {}
        tested: dict[Run, ranking.Tested] = {}
        for change in self.changes[:end]:
            if change.found is not None:
                found[change.number] = change.found
            elif change.number >= 0:
                errors[change.number] = change.error
            p.update(change.p)
            tested.update(change.tested)
        campaign, behind = self._campaign, len(self._campaign.submissions)  # the pairs stand the jobs of treebanks
        numbered = enumerate(campaign.submissions)
        pairs = [
            ScoredPair(submission, found.get(number), errors.get(number, "") or errors.get(self.checks[number], ""))
            for number, submission in numbered
        ]
        jobs = enumerate(campaign.treebanks, behind)
        properties = {treebank.name: found[number].about for number, treebank in jobs if number in found}
        theories = found.get(behind + len(campaign.treebanks)) if campaign.experiments else None
        in_order = [errors[number] for number in sorted(errors)]
        checked = self._all_checked(found, errors) if self.checked else []
        results = Results(campaign, pairs, p, properties, in_order, theories, checked, tested)
        return replace(results, errors=[*dict.fromkeys([*in_order, *results.lines("failed")])])

    def _all_checked(self, found: Mapping[int, Packed], errors: Mapping[int, str]) -> list[Checked]:
        """What has been submitted, and what has not, by systems."""
        there = {}
        for check, one in zip(self.checks, self._campaign.submissions, strict=True):
            state = BROKEN if is_there(self._campaign.file(one.path)) else ABSENT
            error = errors.get(check, "").removeprefix(f"{one.path}: ")
            nothing = Checked(one.system, one.treebank, one.run, one.path, state, why=error)
            there[one.system, one.treebank, one.run] = _checked(one, found[check]) if check in found else nothing
        of = self._campaign
        places = [(one, treebank.name, run) for one in of.systems for treebank in of.treebanks for run in of.runs]
        wanted = [(one.name, treebank, run) for one, treebank, run in places if one.takes_part(run)]
        return [there.get(place) or Checked(*place, None) for place in wanted]


def _checked(submission: Submission, found: Packed) -> Checked:
    about = {**found.about, "missing": [*map(tuple, found.about["missing"])]}
    return Checked(submission.system, submission.treebank, submission.run, submission.path, **about)
