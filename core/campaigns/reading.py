"""CAMPAIGN.toml: which systems have parsed which treebanks, and what is to be scored::

    [campaign]
    title = "…"                     # all of this is optional
    date = 2026-05-01               # with the description on the pages that are made of it; or text
    description = "…"
    preset = "conll-x"              # see `goldleaf presets`; what stands here goes before it
    metrics = ["attachment", "tedeval"]
    options = { punctuation = "exclude", tedeval = { head = "wildcard" } }
    scores = ["las", "accuracy"]    # of which there are tables; the metrics' main ones if nothing is said
    max_length = 70                 # or { tedeval = 70 }
    average = "micro"
    partial = "count missing as wrong"   # sentences that a file lacks; or "leave out"
    rounds = 10000                  # of shuffling
    seed = 0
    path_map = { "." = "/mnt/task" }     # what folders are called on the machines of a --scheduler
    anonymous = true                # ids for systems, by the seed; "any words" are a seed that stands nowhere else

    [[treebank]]
    name = "Danish"
    gold = "danish/gold.conllx"     # paths from the file's own folder
    train = "danish/train.conllx"   # optional ("train-{training}.conllx": one for each training of runs), as are
                                    # other_golds, format, encoding, separator, domain,
    optional = true                 # (in no average), first_words = 5000 (whole sentences)

    [[system]]
    name = "A"                      # optional: group, format; scenario, training if it has no other runs
    parses = { Danish = "danish/parse.conllx" }    # or "out/A/{treebank}.conllu"; {scenario}, {training} for runs,
                                    # or { Danish = { gold = "…", raw = "…" } }

    [[run]]                         # optional: blocks of the tables, with the drop from one to the next
    scenario = "raw"
    training = "5k"

A list as an option's value says what else ranks are compared under; the first counts. A file that a pattern leads to
and that is not there is a missing submission.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.description import RULES, Campaign, Gold, Measure, Reading, Run, Submission, System
from goldleaf.core.campaigns.entries import Entry, TomlFile, quoted, read
from goldleaf.core.campaigns.experiment import experiment_of
from goldleaf.core.campaigns.presets import PRESETS
from goldleaf.core.errors import check_among, shortened
from goldleaf.core.files import is_file
from goldleaf.core.formats.compression import inner_suffix
from goldleaf.core.metrics import BY_DEFAULT, METRICS, create
from goldleaf.core.metrics.base import is_called, plain_name
from goldleaf.core.results import ScoreChoice, check_average

KEYS = {
    "campaign": (
        "title", "preset", "metrics", "options", "scores", "max_length", "average", "partial", "rounds", "seed",
        "path_map", "date", "description", "anonymous",
    ),
    "treebank": (
        "name", "gold", "train", "other_golds", "domain", "optional", "first_words", "format", "encoding", "separator",
    ),
    "system": ("name", "group", "parses", "format", "scenario", "training"),
    "run": ("scenario", "training"),
}  # fmt: skip
PLACES = ("treebank", "scenario", "training")
_TRAINING = "{training}"
_PLACE = re.compile(r"\{(\w*)\}")


def is_campaign(path: Path) -> bool:
    """Whether a file describes a campaign, not experiments alone. Raises GoldleafError where it cannot be read."""
    return not {*read(path, "the campaign").tables} <= {"experiment"}


def load(path: Path) -> Campaign:
    """The campaign that a file describes. Raises FormatError, with the line, for whatever cannot be meant."""
    source = read(path, "the campaign")
    for key in source.tables:
        if key not in KEYS and key != "experiment":
            there = "[campaign], [[treebank]], [[system]], [[run]], [[experiment]]"
            raise source.wrong(f"unknown {shortened(key)!r}; there are {there}", source.line_of(key))
    runs = _runs(source)
    treebanks = source.named("treebank", lambda entry: _treebank(entry, runs))
    systems = source.named("system", _system)
    for kind, entries in (("treebank", treebanks), ("system", systems)):
        if not entries:
            raise source.wrong(f"no [[{kind}]]; a campaign has treebanks and systems")
    about = _about(source)
    measures = _measures(about)
    usual = Rounds()
    number, seed = about.number("rounds", usual.number) or 0, about.number("seed", usual.seed, least=0) or 0
    with about.checking("rounds"):
        rounds = Rounds(number, seed)
    title = about.text("title") or path.stem
    if about.text("preset"):
        domain = PRESETS[about.text("preset")].domain
        treebanks = [replace(one, domain=one.domain or domain(one.name, one.gold.name)) for one in treebanks]
    submissions: list[Submission] = []
    for entry, system in zip(source.entries("system"), systems, strict=True):
        submissions += _submissions(entry, system, treebanks, runs)
    scores, experiments = _scores(about, measures), tuple(source.named("experiment", experiment_of))
    places = []
    for here, there in about.table("path_map").items():
        if not isinstance(there, str) or not Path(there).is_absolute():
            raise about.wrong(f"{shortened(here)} is {quoted(there)}; expected the whole path of a folder", "path_map")
        places.append(((path.parent / here).absolute(), Path(there)))
    if isinstance(about.values.get("date"), date):  # TOML's own
        about.values["date"] = f"{about.values['date']}"
    partial = about.text("partial", RULES[0])
    with about.checking("partial"):
        check_among("--partial", partial, RULES)
    made = Campaign(
        path, title, treebanks, systems, runs, measures, submissions, scores, rounds, experiments, partial, places,
        about.text("date"), about.text("description").strip(),
    )  # fmt: skip
    hidden = about.values.get("anonymous", False)
    if not isinstance(hidden, bool | str) or hidden == "":
        raise about.wrong(f'is {quoted(hidden)}; expected true, or "words that only you know"', "anonymous")
    if hidden and experiments:
        raise about.wrong("[[experiment]]s name parses; put them into a file of their own", "anonymous")
    return anonymous(made, f"{seed if hidden is True else hidden}") if hidden else made


def _treebank(entry: Entry, runs: Sequence[Run]) -> Gold:
    entry.check_keys(KEYS["treebank"])
    train = entry.needed("train") if "train" in entry.values else None
    trainings = dict.fromkeys(run.training if train and _TRAINING in train else "" for run in runs if train)
    if train and _TRAINING in train and not all(trainings):
        raise entry.wrong(f"{_TRAINING}: not every [[run]] has a training", "train")
    return Gold(
        name=entry.needed("name"), gold=entry.existing("gold", entry.needed("gold")),
        train=tuple((name, entry.existing("train", f"{train}".replace(_TRAINING, name))) for name in trainings),
        other_golds=tuple(entry.existing("other_golds", name) for name in entry.texts("other_golds")),
        domain=entry.text("domain"), optional=entry.truth("optional"), first_words=entry.number("first_words"),
        reading=Reading(*entry.reading()),
    )  # fmt: skip


def _system(entry: Entry) -> System:
    entry.check_keys(KEYS["system"])
    name, group, (given, *_) = entry.needed("name"), entry.text("group"), entry.reading()
    return System(name, group, given, entry.text("scenario"), entry.text("training"))


def _runs(source: TomlFile) -> Sequence[Run]:
    """The runs in their order; one without a name if none is given."""
    runs: list[Run] = []
    for entry in source.entries("run"):
        entry.check_keys(KEYS["run"])
        run = Run(entry.text("scenario"), entry.text("training"))
        if not run.name:
            raise entry.wrong('neither scenario nor training; add scenario = "…" or training = "…"')
        if run in runs:
            raise entry.wrong(f"there is another run {run.name}; runs differ in scenario or training")
        runs.append(run)
    return runs or [Run()]


def _about(source: TomlFile) -> Entry:
    """What is said in ``[campaign]``, with what a preset says where nothing else is."""
    about, *more = [*source.entries("campaign")] or [Entry(source, "campaign", 1, {})]
    for entry in more:
        raise entry.wrong("there is another [campaign]; put all of it into one")
    about.check_keys(KEYS["campaign"])
    name = about.text("preset")
    if not name:
        return about
    if name not in PRESETS:
        raise about.wrong(f"there is none called {shortened(name)!r}; there are {', '.join(PRESETS)}", "preset")
    preset = PRESETS[name].sets
    values = {**preset, **about.values, "options": {**preset["options"], **about.table("options")}}
    return Entry(source, "campaign", about.line, values)


def _measures(about: Entry) -> list[Measure]:
    """The metrics of ``[campaign]`` with their options; after each, what differs from it in one option."""
    names = [*dict.fromkeys(about.texts("metrics"))] or BY_DEFAULT
    for name in names:
        if name not in METRICS:
            raise about.wrong(f"{shortened(name)!r} is no metric; there are {', '.join(METRICS)}", "metrics")
    chosen = _options(about, names)
    with about.checking("average"):
        average = check_average(about.text("average", "micro"))
    measures = []
    for name in names:
        length = _max_length(about, name, names)
        # The first value of an option counts, ranks are compared under each of the others.
        first = {option: values[0] for option, values in chosen[name].items()}
        further = [((option, value),) for option, values in chosen[name].items() for value in values[1:]]
        for differs in ((), *further):
            measure = Measure(name, tuple({**first, **dict(differs)}.items()), length, average, differs)
            with about.checking("options"):
                measure.made()
            measures.append(measure)
    return measures


def _options(about: Entry, names: Sequence[str]) -> dict[str, dict[str, list[str]]]:
    """The values of each metric's options: those of its own table, and those of all that it has."""
    given = about.table("options")
    for option, value in given.items():
        if option in METRICS:
            if option not in names:
                raise about.wrong(f"{option} is not among the metrics; add it to metrics", "options")
            if not isinstance(value, dict):
                raise about.wrong(f"{option} is {quoted(value)}; expected its options in braces", "options")
            continue
        having = [name for name, metric in METRICS.items() if option in {declared.name for declared in metric.options}]
        if not {*having} & {*names}:
            who = f"{', '.join(having)} have it" if having else "no metric has it"
            raise about.wrong(f"{shortened(option)!r} is not an option of {', '.join(names)}; {who}", "options")
    chosen: dict[str, dict[str, list[str]]] = {}
    for name in names:
        declared = {option.name: option for option in METRICS[name].options}
        shared = {option: value for option, value in given.items() if option in declared and option not in METRICS}
        chosen[name] = {}
        for option, value in {**shared, **given.get(name, {})}.items():
            listed = value if isinstance(value, list) else [value]
            if not listed or any(isinstance(item, dict | list) for item in listed):
                message = f"{shortened(option)} is {quoted(value)}; expected text in quotes, or a list of texts"
                raise about.wrong(message, "options")
            texts = [f"{item}".lower() if isinstance(item, bool) else f"{item}" for item in listed]
            if option in declared and "FILE" in declared[option].other:  # what is none of its choices is its name
                known = declared[option].choices
                texts = [text if text in known else str(about.existing("options", text).absolute()) for text in texts]
            chosen[name][option] = texts
    return chosen


def _max_length(about: Entry, metric: str, names: Sequence[str]) -> int | None:
    value: Any = about.values.get("max_length")
    if isinstance(value, dict):
        for name in value:
            if name not in names:
                raise about.wrong(f"{shortened(name)!r} is not among the metrics", "max_length")
        value = value.get(metric)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise about.wrong(f"is {quoted(value)}; expected a number of words, or {{ metric = number }}", "max_length")
    with about.checking("max_length"):
        ScoreChoice(max_length=value)
    return value


def _scores(about: Entry, measures: Sequence[Measure]) -> Mapping[str, Sequence[str]]:
    """The scores that tables show, by metric; ``metric.score`` names one where several metrics have it."""
    metrics = dict.fromkeys(measure.metric for measure in measures)
    there = [(metric, score) for metric in metrics for score in create(metric).ratios]
    chosen: dict[str, list[str]] = {}
    for name in about.texts("scores"):
        having = [pair for pair in there if is_called(*pair, name)]
        if not having:
            known = ", ".join(dict.fromkeys(plain_name(score) for _, score in there))
            raise about.wrong(f"{shortened(name)!r} is no score of these metrics; there are {known}", "scores")
        for metric, score in having:
            chosen.setdefault(metric, []).append(score)
    return chosen


def _submissions(entry: Entry, system: System, treebanks: Sequence[Gold], runs: Sequence[Run]) -> Iterator[Submission]:
    """The files of a system. One that a pattern leads to and that is not there is left out. Raises FormatError for a
    pattern that says too little, or leads to no file at all."""
    own = [run for run in runs if system.takes_part(run)]
    if not own:
        raise entry.wrong(f"{system.name} has no run; the [[run]]s are {', '.join(run.name for run in runs)}")
    given, names = entry.values.get("parses"), [known.name for known in treebanks]
    if given is None:
        raise entry.wrong('no parses; add parses = "out/{treebank}.conllu" or parses = { Danish = "…" }')
    patterns = given if isinstance(given, dict) else dict.fromkeys(names, given)
    for name in patterns:
        if name not in names:
            raise entry.wrong(f"there is no treebank {shortened(name)!r}; there are {', '.join(names)}", "parses")
    tried = []
    for treebank in treebanks:
        for run in own:
            pattern = patterns.get(treebank.name)
            if isinstance(pattern, dict):
                pattern = pattern.get(run.scenario, pattern.get(run.training))
            if pattern is not None:
                _check_pattern(entry, pattern, treebank, treebanks, own)
                path = entry.source.path.parent / _filled(pattern, {"treebank": treebank.name, **asdict(run)})
                # One that is named in so many words must be there: that it is not is told with the others' figures.
                tried.append((Submission(system.name, treebank.name, run, path), not _PLACE.search(pattern)))
    there = [submission for submission, must in tried if must or is_file(submission.path)]
    if not there:
        where = f"; there is no {tried[0][0].path}, for one" if tried else ""
        raise entry.wrong(f"no file of {shortened(system.name)}{where}", "parses")
    yield from there


def _check_pattern(
    entry: Entry, pattern: object, treebank: Gold, treebanks: Sequence[Gold], runs: Sequence[Run]
) -> None:
    """Raise FormatError for what is no path, for places that there are not, or where one file would be of several
    treebanks or runs."""
    if not isinstance(pattern, str) or not pattern:
        raise entry.wrong(f"{treebank.name} is {quoted(pattern)}; expected a path in quotes", "parses")
    places, given = _PLACE.findall(pattern), entry.values["parses"]
    for place in places:
        if place not in PLACES:
            there = ", ".join(f"{{{known}}}" for known in PLACES)
            raise entry.wrong(f"unknown {{{place}}}; there are {there}", "parses")
        if place != "treebank" and not all(getattr(run, place) for run in runs):
            raise entry.wrong(f"{{{place}}}: not every [[run]] has a {place}", "parses")
    if isinstance(given, str) and len(treebanks) > 1 and "treebank" not in places:
        raise entry.wrong("one file for several treebanks; put {treebank} into it, or give a table of files", "parses")
    # A table of files may say for each run, by name, what its file is.
    names = {name for run in runs for name in (run.scenario, run.training)}
    tables = given.values() if isinstance(given, dict) else ()
    by_run = any(isinstance(table, dict) and {*table} <= names for table in tables)
    for place in ("scenario", "training"):
        if len({getattr(run, place) for run in runs}) > 1 and place not in places and not by_run:
            remedy = f'put {{{place}}} into it, or add {place} = "…" if it is of one'
            raise entry.wrong(f"one file for several runs; {remedy}", "parses")


def _filled(pattern: str, places: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: places[place[1]], pattern)


def system_id(name: str, seed: str) -> str:
    """A hash of both, which stays as it is, whoever joins later. Who knows the seed and who took part can work it out,
    too, and tables name the campaign's ``seed``: so ``anonymous`` may be words of its own."""
    return f"S{hashlib.sha256(json.dumps([seed, name]).encode()).hexdigest()[:8]}"


def anonymous(campaign: Campaign, seed: str) -> Campaign:
    """The campaign with ids for its systems, in the order of these, and with names for their files that say nothing, so
    that nobody who reads tables or an archive knows whose figures are whose."""
    ids = {one.name: system_id(one.name, seed) for one in campaign.systems}
    systems = sorted((replace(one, name=ids[one.name]) for one in campaign.systems), key=lambda one: one.name)
    submissions, real = [], {}
    for one in campaign.submissions:
        own = filter(None, (ids[one.system], one.run.name, f"{one.treebank}{inner_suffix(f'{one.path}')}"))
        real[path := Path("/".join(own))] = one.path.absolute()
        submissions.append(replace(one, system=ids[one.system], path=path))
    submissions.sort(key=lambda one: one.system)
    names = {system: name for name, system in ids.items()}
    return replace(campaign, systems=systems, submissions=submissions, real=real, names=names)
