"""A campaign from its file to its results: what was scored before is taken from the cache, the rest is worked out. The
cache keeps what jobs give by the content of the files, all choices, and Goldleaf's version."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from io import BytesIO
from itertools import chain, product
from pathlib import Path
from typing import Any

import polars as pl

from goldleaf.core.campaigns import jobs
from goldleaf.core.campaigns.checking import ABSENT, BROKEN, SCORED, Checked
from goldleaf.core.campaigns.comparisons import Tested, averages_steps, tested_steps
from goldleaf.core.campaigns.description import Campaign, JobResult, Run, moved
from goldleaf.core.campaigns.jobs import Given, Job, Workers
from goldleaf.core.campaigns.results import Results, ScoredPair
from goldleaf.core.errors import GoldleafError, reason
from goldleaf.core.files import is_there, write_whole
from goldleaf.core.steps import finished, mapped_steps
from goldleaf.core.version import VERSION

SHAPE = 7  # of what is kept; another number makes all that was kept before useless
_ABOUT = "about.json"
_HASH = 32  # bytes


@dataclass(frozen=True)
class CampaignStep:
    """How far a campaign is: ``scored`` is how many jobs had to be done, not those from the cache, nor checks. What is
    known by now are its ``results``, made when asked for: of thousands of submissions that takes longer than a job."""

    done: int
    total: int
    scored: int
    results: Callable[[], Results] = field(compare=False, repr=False)
    checked: bool = False  # whether it is known what has been submitted

    @property
    def share(self) -> float:
        return self.done / self.total if self.total else 1.0


def running_steps(
    campaign: Campaign, workers: Workers, cache: Path | None, *, only_check: bool = False
) -> Generator[CampaignStep, None, Results]:
    """All results of a campaign in steps, each with those so far; what is done stays in the cache when it is closed.
    ``cache`` is the folder of what was scored before, None for nowhere."""
    running = _Running(campaign, Cache(cache))
    yield running.progress()
    yield from running.do(running.checks, workers)
    running.checked = True
    yield running.progress()
    if only_check:
        return running.results()
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
    return running.results()


class _Running:
    """A campaign while it is worked on: its jobs, and what has become of them by their numbers. The pairs of all
    submissions come first, then treebanks and theories, then the checks of the submissions."""

    def __init__(self, campaign: Campaign, cache: Cache) -> None:
        self._campaign, self._cache = campaign, cache
        self._contents: dict[Path, str] = {}
        self._keys: dict[int, str] = {}
        self._found: dict[int, JobResult] = {}
        self._errors: dict[int, str] = {}
        self._p: dict[tuple[str, str, str, str, str, str], float | None] = {}
        self._tested: dict[Run, Tested] = {}
        pairs = [jobs.PairJob.of(campaign, submission, campaign.measures) for submission in campaign.submissions]
        all_jobs: list[Job] = [
            *pairs,
            *(jobs.PropertiesJob(treebank) for treebank in campaign.treebanks),
            *([jobs.TheoriesJob(tuple(campaign.experiments))] if campaign.experiments else []),
        ]
        self.checks = range(len(all_jobs), len(all_jobs) + len(pairs))
        all_jobs += [jobs.CheckJob(pair.treebank, pair.parse, pair.parse_format) for pair in pairs]
        self.jobs = [moved(job, campaign.file) for job in all_jobs]
        columns: dict[Any, list[int]] = {}
        for number, submission in enumerate(campaign.submissions):
            columns.setdefault((submission.run, submission.treebank), []).append(number)
        self.columns = [*columns.values()]  # the pairs of a treebank in a run
        self.done = self._scored = 0
        self.checked = False

    def progress(self) -> CampaignStep:
        total = len(self.jobs) + len(self.columns) + len(self._campaign.runs)
        return CampaignStep(self.done, total, self._scored, self.results, self.checked)

    def able(self) -> list[int]:
        """The submissions that can be scored, as far as their files tell; of the others it is said why not."""
        able = []
        for number, checked in enumerate(self._submitted(self._found, self._errors)):
            if checked.state in SCORED:
                able.append(number)
                continue
            if self.checks[number] in self._found:
                self._errors[number] = f"{checked}"
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
                    if not isinstance(given, str):
                        self._cache.put(self._keys[number], given)
                    self._take(number, given)
                yield self.progress()

    def _known(self, number: int) -> bool:
        """Whether nothing is left to do for a job: it was done before, or cannot be done."""
        job = self.jobs[number]
        kept: Given | None
        try:
            self._keys[number] = key_of([content_of(path, self._contents) for path in job.paths], job.choices)
            kept = self._cache.get(self._keys[number])
        except GoldleafError as error:
            kept = f"{error}"
        if kept is not None:
            self._take(number, kept)
            self.done += 1
        return kept is not None

    def _take(self, number: int, given: Given) -> None:
        """Hold what a job gives, or why it gives nothing, with the names that the campaign has for its files."""
        if self._campaign.real:
            called, worker = {real: path for path, real in self._campaign.real.items()}, self._campaign.on_worker
            paths = self.jobs[number].paths
            given = jobs.renamed(given, {own: called.get(path, path) for path in paths for own in (worker(path), path)})
        if isinstance(given, str):
            self._errors[number] = given
        else:
            self._found[number] = given

    def count_alike(self, workers: Workers) -> Generator[CampaignStep, None, None]:
        """Score again what was counted otherwise than others of its treebank. Where the words of any parse differ, a
        metric may count what it else leaves out: TedEval then counts words, too (Tsarfaty et al. 2012b, §4). In one
        table, and from one run to the next, figures would be those of different counting."""
        submissions, first = self._campaign.submissions, len(self.jobs)
        wanted: list[tuple[int, str]] = []  # the numbers of submissions, and measures
        for measure in self._campaign.measures:
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
                    wanted.append((number, measure.name))
                    job = jobs.PairJob.of(self._campaign, submissions[number], (changed,))
                    self.jobs.append(moved(job, self._campaign.file))
        yield from self.do(range(first, len(self.jobs)), workers)
        for again, (number, name) in enumerate(wanted, first):
            if again in self._found:
                old, new = self._found[number], self._found[again]
                measures = {**old.about["measures"], name: new.about["measures"][name]}
                frames = {**old.frames, name: new.frames[name]}
                self._found[number] = JobResult({**old.about, "measures": measures}, frames)
                # A test of other counts is another test, and is kept under another key.
                self._keys[number] += self._keys[again]

    def test(self, numbers: Sequence[int]) -> None:
        submissions, rounds = self._campaign.submissions, self._campaign.rounds
        for measure in self._campaign.measures:
            scored = {number: self._found[number] for number in numbers if number in self._found}
            own = {number: found for number, found in scored.items() if measure.name in found.about["measures"]}
            if measure.differs or len(own) < 2:
                continue
            choices = {"job": "test", "measure": measure.name, "rounds": rounds.number, "seed": rounds.seed}
            key = key_of([f"{[self._keys[number], submissions[number].system]}" for number in own], choices)
            kept = self._cache.get(key)
            if kept is None:
                by_system = {submissions[number].system: found for number, found in own.items()}
                kept = JobResult({"p": finished(tested_steps(by_system, measure.name, rounds))})
                self._cache.put(key, kept)
            first = submissions[numbers[0]]
            column = (first.run.scenario, first.run.training, first.treebank)
            for score, p in kept.about["p"].items():
                self._p |= {(*column, system, measure.name, score): value for system, value in p.items()}

    def rank(self, run: Run) -> Generator[CampaignStep, None, None]:
        """Test each two systems of a run under the first score, over the treebanks that are not optional."""
        campaign, (measure, score) = self._campaign, self.results().primary
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
        kept = self._cache.get(key)
        if kept is None:
            found_by = [{name: self._found[number] for name, number in own.items()} for own in by_treebank.values()]
            steps = averages_steps(found_by, measure, score, campaign.rounds)
            tested = yield from mapped_steps(steps, lambda _: self.progress())
            kept = JobResult({"pairs": [[*pair, *known] for pair, known in tested.items()]})
            self._cache.put(key, kept)
        self._tested[run] = {(a, b): (p, units) for a, b, p, units in kept.about["pairs"]}

    def results(self) -> Results:
        # Whoever shows them may be another thread, while this one goes on: a copy does not change.
        found, errors, p, tested = {**self._found}, {**self._errors}, {**self._p}, {**self._tested}
        campaign, behind = self._campaign, len(self._campaign.submissions)
        pairs = [
            ScoredPair(submission, found.get(number), errors.get(number, "") or errors.get(self.checks[number], ""))
            for number, submission in enumerate(campaign.submissions)
        ]
        numbered = enumerate(campaign.treebanks, behind)
        properties = {treebank.name: found[number].about for number, treebank in numbered if number in found}
        theories = found.get(behind + len(campaign.treebanks)) if campaign.experiments else None
        in_order = [errors[number] for number in sorted(errors)]
        checked: list[Checked] = []
        if self.checked:  # what has been submitted, and what has not, by systems
            there = {(one.system, one.treebank, one.run): one for one in self._submitted(found, errors)}
            for system, treebank, run in product(campaign.systems, campaign.treebanks, campaign.runs):
                if system.takes_part(run):
                    place = system.name, treebank.name, run
                    checked.append(there.get(place) or Checked(*place, None))
        results = Results(campaign, pairs, p, properties, in_order, theories, checked, tested)
        return replace(results, errors=[*dict.fromkeys([*in_order, *results.lines("failed")])])

    def _submitted(self, found: Mapping[int, JobResult], errors: Mapping[int, str]) -> list[Checked]:
        """What is known of the submissions' files, in their order."""
        submitted = []
        for check, one in zip(self.checks, self._campaign.submissions, strict=True):
            about: dict[str, Any]
            if check in found:
                about = {**found[check].about, "missing": [*map(tuple, found[check].about["missing"])]}
            else:
                state = BROKEN if is_there(self._campaign.file(one.path)) else ABSENT
                about = {"state": state, "why": errors.get(check, "").removeprefix(f"{one.path}: ")}
            submitted.append(Checked(one.system, one.treebank, one.run, one.path, **about))
        return submitted


def standard_folder() -> Path:
    """Where the system wants what is kept."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("goldleaf")) / "campaigns"


def content_of(path: Path, known: dict[Path, str]) -> str:
    """A hash of a file's content; ``known`` are those of this run. Raises GoldleafError where it cannot be read."""
    if path not in known:
        try:
            with path.open("rb") as file:
                known[path] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise GoldleafError(f"{path}: cannot be read: {reason(error)}", path=path) from None
    return known[path]


def key_of(contents: list[str], choices: dict[str, Any]) -> str:
    text = json.dumps([SHAPE, VERSION, contents, choices], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class Cache:
    """Results in a folder, or nowhere. What cannot be kept, or is not what was kept, is worked out anew. A file begins
    with the hash of the rest, for what others have written there may be anything."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, key: str) -> JobResult | None:
        if self._folder is not None:
            with suppress(Exception):  # whatever a damaged file makes of it
                whole = (self._folder / key[:2] / f"{key}.zip").read_bytes()
                if whole[:_HASH] == hashlib.sha256(whole[_HASH:]).digest():
                    with zipfile.ZipFile(BytesIO(whole[_HASH:])) as archive:
                        about, *names = json.loads(archive.read(_ABOUT))
                        frames = [pl.read_ipc(BytesIO(archive.read(f"{place}.ipc"))) for place in range(len(names))]
                    return JobResult(about, dict(zip(names, frames, strict=True)))
        return None

    def put(self, key: str, given: JobResult) -> None:
        if self._folder is not None:
            content, place = BytesIO(), self._folder / key[:2] / f"{key}.zip"
            with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                archive.writestr(_ABOUT, json.dumps([given.about, *given.frames]))
                for number, frame in enumerate(given.frames.values()):
                    archive.writestr(f"{number}.ipc", frame.write_ipc(None).getvalue())
            with suppress(GoldleafError, OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                write_whole(place, hashlib.sha256(content.getvalue()).digest() + content.getvalue())
