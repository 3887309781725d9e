"""The work of a campaign, in parts that know nothing of one another, and who does them.

A job (a pair scored, a treebank's properties) is a few paths and choices, and can go to another process or machine.
Processes, for reading holds Python's lock for a third of the time; and started afresh, for polars does not survive a
fork. They end with the campaign, whatever becomes of it.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import polars as pl

from goldleaf.core import formats
from goldleaf.core.alignment import units, unrelated
from goldleaf.core.alignment.units import unparsed
from goldleaf.core.analysis.properties import COLUMNS, properties_of_parts
from goldleaf.core.analysis.sides.word_table import ROW
from goldleaf.core.campaigns import description
from goldleaf.core.campaigns.checking import BROKEN, checked, scored_in_part
from goldleaf.core.campaigns.comparisons import BEGINS, WORDS, parts
from goldleaf.core.campaigns.description import Campaign, Gold, JobResult, Measure, Reading, Submission
from goldleaf.core.campaigns.experiment import USUAL, Experiment, compared, opened
from goldleaf.core.errors import FormatError, GoldleafError, OptionError, PairError, Severity
from goldleaf.core.metrics import fits
from goldleaf.core.metrics.base import Combined, Metric, Ratio
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.results import About, difference, words_of
from goldleaf.core.results.parts import side_by_side
from goldleaf.core.scoring import NotInPartsError, Scored, check, score
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank

COUNTS = ("words", "right_head", "right_label", "right_both", "parse_words")
MISSING = {description.WRONG: "wrong", description.LEFT_OUT: "left-out"}  # in signatures
SCHEMA = {"table": pl.String, "value": pl.String, **dict.fromkeys(COUNTS, pl.Int64)}


class _PairPart(NamedTuple):
    """What a part of a gold and a parse gives; ``scored`` by the measures' numbers. Parts are added at the end."""

    gold: About
    parse: About
    notes: list[str]
    failed: dict[str, str]
    scored: dict[int, Scored]
    begins: pl.DataFrame
    words: pl.DataFrame | None
    missing: str  # the rule for sentences that the parse lacks, if it lacks any


@dataclass(frozen=True, slots=True)
class PairJob:
    """A gold and one system's parse of it, scored by some measures. ``partial`` is the rule for sentences that the
    parse lacks, one of `description.RULES`."""

    treebank: Gold
    parse: Path
    parse_format: str | None
    measures: tuple[Measure, ...]
    partial: str = description.WRONG

    @classmethod
    def of(cls, campaign: Campaign, submission: Submission, measures: Sequence[Measure]) -> PairJob:
        treebank = campaign.treebank(submission.treebank).trained(submission.run.training)
        parse_format = campaign.system(submission.system).format
        return cls(treebank, submission.path, parse_format, tuple(measures), campaign.partial)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that decide what comes out."""
        gold, *others = self.treebank.paths
        values = (Path(value) for measure in self.measures for _, value in measure.options)
        return (gold, self.parse, *others, *(path for path in values if path.is_absolute() and path.is_file()))

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does. Names of files and of the treebank do not."""
        measures = [asdict(measure) for measure in self.measures]
        how = {"parse_format": self.parse_format, "measures": measures, "partial": self.partial}
        return {"job": "pair", "first_words": self.treebank.first_words, **asdict(self.treebank.reading), **how}

    def run(self) -> JobResult:
        """Score the pair. Raises GoldleafError where nothing can be scored.

        ``about`` has ``gold`` and ``parse`` (path, sentences, words, invalid), ``notes`` (lines for a reader;
        ``ill_formed`` those of trees that are none), ``failed`` (measure: why) and ``measures``: for each its
        ``signature`` and ``scores`` (value, right, total, percent, doubled, made_of); what is ``tested_as`` the same
        counts alike, though words differ. The frame of a measure's name has its counts: ``sentence``, then ``score
        right`` and ``score total``; `BEGINS`: whether a sentence begins what both have; `WORDS`: `of_words`."""
        how, trains = self.treebank.reading, [path for _, path in self.treebank.train]
        seen = _words_of(trains[0], how, ("form",)).words["form"].cast(pl.String) if trains else None
        told = any("mwe" in measure.made().columns for measure in self.measures)
        training = _read(trains[0], how) if trains and told else None
        whole = self.treebank.first_words is not None or self.treebank.other_golds
        if not whole and all(measure.average == "micro" for measure in self.measures):
            with suppress(GoldleafError):  # what is wrong is told of the whole files
                parts: list[_PairPart] = []
                for gold, parse in _in_parts(self.treebank, self.parse, self.parse_format):
                    parts.append(self._scored(replace(gold, training=training), parse, seen))
                    first, new = parts[0], parts[-1]
                    if new.failed or new.notes or (new.missing, {*new.scored}) != (first.missing, {*first.scored}):
                        raise NotInPartsError("more is to be said than counts")
                    for number in new.scored:
                        Scored.of_parts([first.scored[number], new.scored[number]])
                if not parts:
                    raise NotInPartsError("there are no sentences")
                return self._together(parts)
        gold, parse = _read(self.treebank.gold, how), _read(self.parse, replace(how, format=self.parse_format))
        if self.treebank.other_golds:
            others = tuple(_read(path, replace(how, format=None)) for path in self.treebank.other_golds)
            gold = replace(gold, other_golds=others)
        part = self._scored(replace(gold, training=training), parse, seen)
        if not part.scored:
            nothing = f"none of the metrics compares {parse.format} with {gold.format}; see metrics of the campaign"
            raise PairError(next(iter(part.failed.values()), f"{parse.path}: {nothing}"), path=self.parse)
        return self._together([part])

    def _scored(self, gold: Treebank, parse: Treebank, seen: pl.Series | None) -> _PairPart:
        # Whole sentences count, as long as they begin before the last word that does.
        lengths = gold.sentences["words"].to_numpy().astype(np.int64)
        first = self.treebank.first_words
        rows = np.ones(len(gold), bool) if first is None else np.cumsum(lengths) - lengths < first
        lacking = unparsed(gold, parse)
        present = gold.only(np.flatnonzero(~lacking)) if lacking.any() else gold
        about = About.of(gold)._replace(sentences=int(rows.sum()), words=int(lengths[rows].sum()))
        # Tests pair what both files have: a sentence that the parse has joined to the one before begins nothing.
        begins = np.diff(units(gold, parse).of_gold, prepend=-1) > 0
        notes, failed = [*filter(None, [difference(present, parse)])], {}
        all_scored: dict[int, Scored] = {}
        words = None
        for number, measure in enumerate(self.measures):
            metric = measure.made()
            if not fits(metric, gold, parse):
                continue
            # Golds of other theories only count for metrics that compare what they hold.
            own = gold if fits(metric, *gold.other_golds) else replace(gold, other_golds=())
            try:
                chosen = measure.choice.of(gold, parse) & pl.Series(rows)
                if lacking.any():
                    scored = scored_in_part(measure, own, parse, self.partial)
                else:
                    check(metric, own, parse)
                    scored = score(metric, own, parse)
                all_scored[number] = scored = scored.only(chosen.gather(scored.counts["sentence"]))
            except GoldleafError as error:
                failed[measure.name] = str(error)
                continue
            if not measure.differs:
                notes += _remarks(scored, gold, self.parse)
                if metric.breaks_down == "words":
                    counting = chosen & pl.Series(~lacking | (self.partial == description.WRONG))
                    words = of_words(metric, gold, parse, counting.arg_true(), seen)
        missing = self.partial if lacking.any() else ""
        own_begins = pl.DataFrame({BEGINS: begins})
        return _PairPart(about, About.of(parse), notes, failed, all_scored, own_begins, words, missing)

    def _together(self, parts: Sequence[_PairPart]) -> JobResult:
        first, wrong, about = parts[0], list[str](), dict[str, Any]()
        sides = {"gold": About.of_parts([part.gold for part in parts])}
        sides["parse"] = About.of_parts([part.parse for part in parts])
        for side, own in sides.items():
            invalid = own.ill_formed.counts
            about[side] = {"path": own.path, "sentences": own.sentences, "words": own.words, "invalid": invalid}
            wrong += filter(None, [own.ill_formed.described()])
        about |= {"ill_formed": wrong, "notes": [*first.notes, *wrong], "failed": first.failed, "measures": {}}
        frames = {BEGINS: pl.concat([part.begins for part in parts])}
        for number in first.scored:
            own_parts, measure = [part.scored[number] for part in parts], self.measures[number]
            scored = Scored.of_parts(own_parts) if len(own_parts) > 1 else own_parts[0]
            about["measures"][measure.name], frames[measure.name] = _figures(measure, scored, first.missing)
        if first.words is not None:
            words = pl.concat([part.words for part in parts if part.words is not None])
            frames[WORDS] = words.group_by("table", "value", maintain_order=True).sum()
        return JobResult(about, frames)


def _in_parts(treebank: Gold, parse: Path, parse_format: str | None) -> Iterator[list[Treebank]]:
    """Parts of gold and parse, so that memory does not grow with them. Raises NotInPartsError for small files, too."""
    if treebank.gold.stat().st_size < LARGE:
        raise NotInPartsError(f"{treebank.gold} is small")
    files = (treebank.gold, treebank.reading), (parse, replace(treebank.reading, format=parse_format))
    return side_by_side([formats.read_parts(path, apart=True, **asdict(how)) for path, how in files])


@dataclass(frozen=True, slots=True)
class CheckJob:
    treebank: Gold
    parse: Path
    parse_format: str | None

    @property
    def paths(self) -> tuple[Path, ...]:
        return self.treebank.gold, self.parse

    @property
    def choices(self) -> dict[str, Any]:
        return {"job": "check", "reading": asdict(self.treebank.reading), "parse_format": self.parse_format}

    def run(self) -> JobResult:
        """``about`` are the fields of `Checked`. Raises GoldleafError where the gold cannot be read."""
        how = self.treebank.reading
        with suppress(GoldleafError):  # what is wrong is told of the whole files
            lacking, words = [], 0
            for gold, parse in _in_parts(self.treebank, self.parse, self.parse_format):
                lacking.append(unparsed(gold, parse))
                words += parse.words.height
            return JobResult(checked(np.concatenate(lacking), words))
        gold = _read(self.treebank.gold, how)
        try:
            parse = _read(self.parse, replace(how, format=self.parse_format))
            why = unrelated(gold, parse).removeprefix(f"{gold.path} and {parse.path} have ")
            return JobResult(checked(unparsed(gold, parse), parse.words.height, why))
        except FormatError as error:
            line, why = error.problem.line, error.problem.message
        except GoldleafError as error:
            line, why = 0, f"{error}".removeprefix(f"{self.parse}: ")
        return JobResult({"state": BROKEN, "sentences": 0, "of": len(gold), "missing": [], "line": line, "why": why})


@dataclass(frozen=True, slots=True)
class PropertiesJob:
    treebank: Gold

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.treebank.gold, *(path for _, path in self.treebank.train))

    @property
    def choices(self) -> dict[str, Any]:
        trainings = [name for name, _ in self.treebank.train]
        how = {"reading": asdict(self.treebank.reading), "first": self.treebank.first_words}
        return {"job": "properties", "trainings": trainings, **how}

    def run(self) -> JobResult:
        """``about`` has ``gold`` and, where there is one, ``train``: see `analysis.properties`. Where there is one for
        each training, there are also ``gold 5k`` and ``train 5k``."""
        gold, how = self.treebank.gold, self.treebank.reading
        about = {} if "" in dict(self.treebank.train) else {"gold": properties_of_parts(_parts(gold, how, COLUMNS))}
        for name, train in self.treebank.train:
            known = _words_of(train, how, ("form", "lemma"))
            about[f"gold {name}".rstrip()] = properties_of_parts(_parts(gold, how, COLUMNS), known)
            about[f"train {name}".rstrip()] = properties_of_parts(_parts(train, how, COLUMNS))
        return JobResult(about)


@dataclass(frozen=True, slots=True)
class TheoriesJob:
    """Experiments of several theories, to be compared on common ground."""

    experiments: tuple[Experiment, ...]

    @property
    def paths(self) -> tuple[Path, ...]:
        paths = (path for experiment in self.experiments for path in experiment.paths)
        return (*paths, *(experiment.label_map for experiment in self.experiments if experiment.label_map is not None))

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does, with the names of files, which are told."""
        return {"job": "theories", "experiments": [asdict(experiment) for experiment in self.experiments]}

    def run(self) -> JobResult:
        """``about`` has ``common`` (see `experiment.compared`) and ``ill_formed`` (lines). Raises GoldleafError."""
        theories = opened(self.experiments)
        sides = (side for theory in theories for side in (theory.gold, *theory.parses))
        wrong = [*filter(None, (ill_formed(side).described() for side in sides))]
        return JobResult({"common": compared(theories, TedEval(**USUAL)), "ill_formed": wrong})


Job = CheckJob | PairJob | PropertiesJob | TheoriesJob


def _read(path: Path, how: Reading, columns: Collection[str] | None = None) -> Treebank:
    return formats.read(path, columns=columns, **asdict(how))


def _parts(path: Path, how: Reading, columns: Collection[str]) -> Iterator[Treebank]:
    """A file in parts, or as a whole if it is small. Raises GoldleafError."""
    if path.stat().st_size < LARGE:
        yield _read(path, how, columns)
        return
    for part, _ in formats.read_parts(path, columns=columns, apart=True, **asdict(how)):
        for problem in part.problems:
            if problem.severity is Severity.ERROR:
                raise FormatError(problem)
        yield part


def _words_of(path: Path, how: Reading, columns: Sequence[str]) -> Treebank:
    """A file of which only the different words are left, as these columns tell them apart."""
    parts = [replace(part, words=part.words.select(columns).unique()) for part in _parts(path, how, {*columns})]
    return replace(parts[0], words=pl.concat([part.words for part in parts]).unique())


def _figures(measure: Measure, scored: Scored, missing: str) -> tuple[dict[str, Any], pl.DataFrame]:
    """The signatures and scores of a pair with how each score is made, whether its counts are ``doubled``, or of which
    others (`made_of`); and what each is a ratio of, sentence by sentence. What is ``missing`` has a rule."""
    figures = {}
    columns: dict[str, pl.Series] = {}
    counts, micro = parts(scored, measure.choice), measure.average == "micro"
    for name, figure in scored.scores(measure.average).items():
        ratio = scored.ratios[name]
        doubled = micro and isinstance(ratio, Ratio) and ratio.doubled
        others = json.dumps(ratio) if micro and isinstance(ratio, Combined) else None
        figures[name] = {**figure._asdict(), "percent": ratio.percent, "doubled": doubled, "made_of": others}
        for part, count in zip(("right", "total"), counts[name], strict=True):
            columns[f"{name} {part}"] = pl.Series(count / (1 + doubled))  # as those of pairs where it is not doubled
    # In one table only figures that count alike are tested, though their signatures may differ.
    ways = {"signature": scored.metric, "tested_as": scored.metric.with_words_aligned}
    about: dict[str, Any] = {key: measure.choice.signature(metric) for key, metric in ways.items()}
    if missing:
        choices, _, version = about["signature"].rpartition("|")
        about["signature"] = f"{choices}|missing:{MISSING[missing]}|{version}"
    if missing == description.LEFT_OUT:  # figures of other sentences
        about["tested_as"] = about["signature"]
    about |= {"fit": scored.metric.fit, "adds": all(dtype.is_integer() for dtype in scored.counts.dtypes)}
    return {**about, "scores": figures}, scored.counts.select("sentence").with_columns(**columns)


def of_words(metric: Metric, gold: Treebank, parse: Treebank, rows: pl.Series, seen: pl.Series | None) -> pl.DataFrame:
    """A row a table and value: ``table`` (tag, root, form), ``value`` (string), and `COUNTS` of the scoring words. The
    table ``tag`` is by the gold's tags, ``form`` by whether a form is among those ``seen``, if any are given. ``root``
    has the words at the root: in the gold (``words``), in the parse (``parse_words``), in both (``right_head``), in
    both with the same label (``right_both``). A word that the parse does not have is wrong."""
    assert metric.of_words is not None
    both = words_of(metric, gold, parse, rows, every=True)
    scoring = pl.Series(metric.of_words.scoring(gold)).filter(gold.words["sentence"].is_in(rows.implode()))
    words = both.filter(pl.col("position").is_not_null()).filter(scoring)
    alone = both.filter(pl.col("position").is_null())  # words that only the parse has
    if alone.height:
        alone = alone.filter(pl.Series(metric.of_words.scoring(parse)).gather(alone[f"parse_{ROW}"]))
    values = {"tag": pl.col("gold_tag").cast(pl.String)} if "gold_tag" in words.columns else {}
    if seen is not None:
        known = pl.col("form").cast(pl.String).is_in(seen.implode())
        values["form"] = pl.when(known).then(pl.lit("seen")).otherwise(pl.lit("unseen"))
    right = [pl.col(name).sum() for name in ("right_head", "right_label", "right_both")]
    tables = []
    for table, value in values.items():
        counts = words.group_by(value=value).agg(*right, words=pl.len())
        tables.append(counts.with_columns(table=pl.lit(table), parse_words="words"))
    in_gold, in_parse = (pl.col(f"{side}_direction") == "to_root" for side in ("gold", "parse"))
    of_root = {name: (in_gold & pl.col(name)).sum() for name in ("right_label", "right_both")}
    of_root["right_head"] = (in_gold & in_parse).sum()
    parse_words, root = in_parse.sum() + alone.select(in_parse.sum()).item(), pl.lit("root")
    roots = words.select(table=root, value=root, words=in_gold.sum(), parse_words=parse_words, **of_root)
    shaped = [pl.col(name).cast(dtype) for name, dtype in SCHEMA.items()]
    return pl.concat([pl.DataFrame(schema=SCHEMA), *(table.select(shaped) for table in (*tables, roots))])


def _remarks(scored: Scored, gold: Treebank, parse: Path) -> list[str]:
    name = scored.metric.name
    remarks = []
    if scored.metric.remark:
        remarks.append(f"{parse}: {name}: {scored.metric.remark}")
    elif all(figure.value is None for figure in scored.scores().values()):
        remarks.append(f"{parse}: {name}: there is nothing to score: neither file has anything that it counts")
    if f"{scored.share}":
        remarks.append(f"{parse}: {name}: {scored.share} are compared")
    return [*remarks, *(lacking.described(name, gold.path, f"{parse}") for lacking in scored.left_out())]


SMALL = 8_000_000  # bytes: read and scored here in the time that processes need to start
LARGE = 20_000_000  # bytes of a gold from which on files are read in parts, where they can be
PATIENCE = 0.1  # seconds between two looks at whether the campaign goes on
DIED = "the process that scored it has died; is there too little memory?"
Given: TypeAlias = JobResult | str  # what a job gives, or why it could not be done
# What each job gives, as they are done, with its number; None now and then while there is nothing to tell. Closing it
# ends whatever is being done.
Doing = Generator[tuple[int, Given] | None, None, None]
Workers = Callable[[Sequence[Job]], Doing]  # who does jobs


def run(job: Job) -> Given:
    """Do a job here. What the user can mend is told, and so is what should not have happened."""
    try:
        return job.run()
    except GoldleafError as error:
        return str(error)
    except Exception as error:  # one pair that fails must not end the others
        return f"{job.paths[-1]}: {type(error).__name__}: {' '.join(str(error).split())}"


def here(jobs: Sequence[Job]) -> Doing:
    for number, job in enumerate(jobs):
        yield None
        yield number, run(job)


def processes(number: int | None = None) -> Workers:
    """So many processes of this machine; if nothing is said one for each core, or this one alone for small files."""

    def work(jobs: Sequence[Job]) -> Doing:
        # Few and small ones are done here before processes have started. What cannot be read is said by the job.
        read = (path for job in jobs for path in job.paths if path.is_file())
        if len(jobs) < 2 or (number is None and sum(path.stat().st_size for path in read) < SMALL):
            yield from here(jobs)
            return
        unfinished = set(range(len(jobs)))
        for done in _in_pool(jobs, [*unfinished], min(number or os.cpu_count() or 1, len(jobs))):
            if done is not None:
                unfinished.discard(done[0])
            yield done
        for one in sorted(unfinished):  # one of them has killed its process
            given = [done for done in _in_pool(jobs, [one], 1) if done is not None]
            yield given[0] if given else (one, f"{jobs[one].paths[-1]}: {DIED}")

    return work


def _in_pool(jobs: Sequence[Job], numbers: Sequence[int], workers: int) -> Doing:
    """What the jobs of these numbers give; those are left out that were not done when a process died."""
    with _pool(workers) as pool:
        waiting = {}
        with suppress(BrokenProcessPool):
            for number in numbers:
                waiting[pool.submit(run, jobs[number])] = number
        while waiting:
            ended, _ = wait(waiting, PATIENCE, FIRST_COMPLETED)
            if not ended:
                yield None
            for future in ended:
                number = waiting.pop(future)
                if not isinstance(future.exception(), BrokenProcessPool):
                    yield number, future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end when the block does, or this process, though it be killed."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _attend, (theirs,))
    try:
        yield pool
        pool.shutdown()
    finally:
        # Nothing is ever sent: that the pipe ends tells them to end.
        ours.close()
        pool.shutdown(wait=True, cancel_futures=True)
        theirs.close()


def _attend(pipe: Connection) -> None:
    """In a process of the pool: end when the other end of the pipe is closed, in the middle of a job, too."""

    def end() -> None:
        try:
            pipe.recv()
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=end, daemon=True).start()


def there(job: Job, places: Mapping[Path, Path]) -> Given:
    """Do a job where its files are in other places, on a machine of a cluster, which is named if it lacks one."""
    if lacking := [path for path in places.values() if not path.is_file()]:
        from distributed import get_worker

        remedy = "share the folder, or say in path_map of [campaign] what it is called there"
        return f"{lacking[0]}: there is no such file on the worker {get_worker().address}; {remedy}"
    given = run(description.moved(job, lambda path: places.get(path, path)))
    return renamed(given, {new: old for old, new in places.items()})


def renamed(given: Given, names: Mapping[Path, Path]) -> Given:
    """The same with other names for files, of which it may say anything."""
    text = json.dumps(given if isinstance(given, str) else [given.about, *given.frames])
    for path, name in names.items():
        text = text.replace(json.dumps(f"{path}")[1:-1], json.dumps(f"{name}")[1:-1])
    if isinstance(given, str):
        return f"{json.loads(text)}"
    about, *called = json.loads(text)
    return JobResult(about, dict(zip(called, given.frames.values(), strict=True)))


def with_files(job: Job, paths: Sequence[Path], *contents: bytes) -> Given:
    """The same with files that are sent along, which are gone when it is done."""
    with tempfile.TemporaryDirectory(prefix="goldleaf-") as folder:
        places = {path: Path(folder, f"{number}", path.name) for number, path in enumerate(paths)}
        for place, content in zip(places.values(), contents, strict=True):
            place.parent.mkdir()
            place.write_bytes(content)
        return there(job, places)


def cluster(address: str, place: Callable[[Path], Path] | None = Path.absolute) -> Workers:
    """A Dask cluster whose scheduler is at the address; its machines must see the same files, ``place`` tells where; if
    it is None, they are sent, each once, and held in memory. Raises OptionError where the extra is not installed, or
    nobody answers."""
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("--scheduler: needs Dask; pip install 'goldleaf[dask]'") from None

    def work(jobs: Sequence[Job]) -> Doing:
        try:
            client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TimeoutError) as error:
            why = " ".join(str(error).split()) or type(error).__name__
            raise OptionError(f"--scheduler {address}: cannot be reached: {why}") from None
        with client:
            if place is None:
                paths = {path for job in jobs for path in job.paths}
                files = {path: client.scatter(path.read_bytes()) for path in paths}
                calls = [(with_files, job, job.paths, *map(files.get, job.paths)) for job in jobs]
            else:
                calls = [(there, job, {path: place(path) for path in job.paths}) for job in jobs]
            waiting = {client.submit(*call, pure=False): number for number, call in enumerate(calls)}
            try:
                while waiting:
                    ended = [future for future in waiting if future.done()]
                    if not ended:
                        time.sleep(PATIENCE)
                        yield None
                    for future in ended:
                        number = waiting.pop(future)
                        fault = future.exception()
                        yield number, future.result() if fault is None else f"{jobs[number].paths[-1]}: {fault or DIED}"
            finally:
                client.cancel([*waiting])

    return work
