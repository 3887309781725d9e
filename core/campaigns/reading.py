"""CAMPAIGN.toml: which systems have parsed which treebanks, and what is to be scored::

    [campaign]
    title = "…"                     # all of this is optional
    preset = "conll-x"              # or spmrl2013; what stands here goes before it
    metrics = ["attachment", "tedeval"]
    options = { punctuation = "exclude", tedeval = { head = "wildcard" } }
    scores = ["las", "accuracy"]    # of which there are tables; the metrics' main ones if nothing is said
    max_length = 70                 # or { tedeval = 70 }
    average = "micro"
    rounds = 10000                  # of shuffling
    seed = 0

    [[treebank]]
    name = "Danish"
    gold = "danish/gold.conllx"     # paths from the file's own folder
    train = "danish/train.conllx"   # optional, as are other_golds, format, encoding, separator, domain,
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

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldleaf.core.analysis.significance import Rounds
from goldleaf.core.campaigns.description import Campaign, Reading, Run, System, Treebank
from goldleaf.core.campaigns.entries import Entry, Source, checking, entries, read
from goldleaf.core.campaigns.experiment import Experiment, experiments
from goldleaf.core.campaigns.measuring import measures, scores
from goldleaf.core.campaigns.presets import PRESETS
from goldleaf.core.campaigns.submitted import submissions
from goldleaf.core.errors import FormatError, Problem, shortened
from goldleaf.core.formats import check_format, check_separator
from goldleaf.core.formats.source import check_encoding

KINDS = ("campaign", "treebank", "system", "run", "experiment")
WHAT = "the campaign"
_CAMPAIGN = ("title", "preset", "metrics", "options", "scores", "max_length", "average", "rounds", "seed")
_TREEBANK = (
    *("name", "gold", "train", "other_golds", "domain", "optional", "first_words"),
    *("format", "encoding", "separator"),
)
_SYSTEM = ("name", "group", "parses", "format", "scenario", "training")
_RUN = ("scenario", "training")


def is_campaign(path: Path) -> bool:
    """Whether a file describes a campaign, not experiments alone. Raises GoldleafError where it cannot be read."""
    _, tables = read(path, WHAT)
    return not {*tables} <= {"experiment"}


def load(path: Path) -> Campaign:
    """The campaign that a file describes. Raises FormatError, with the line, for whatever cannot be meant."""
    source, tables = read(path, WHAT)
    for key in tables:
        if key not in KINDS:
            raise FormatError(
                Problem(str(path), source.line_of(key, 0), 0, f"unknown {shortened(key)!r}; there are {_kinds()}")
            )
    treebanks = _named(source, tables, "treebank", _treebank)
    systems = _named(source, tables, "system", _system)
    runs = _runs(source, tables)
    about, *more = entries(source, {"campaign": {}} | tables, "campaign")
    for entry in more:
        raise entry.wrong("there is another [campaign]; put all of it into one")
    about.check_keys(_CAMPAIGN)
    filled = Entry(source, "campaign", about.line, _with_preset(about))
    measured = measures(filled)
    listed = [(one.line, one.values) for one in entries(source, tables, "experiment")]
    found: tuple[Experiment, ...] = experiments(listed, path) if listed else ()
    return Campaign(
        path=path,
        title=about.text("title") or path.stem,
        treebanks=treebanks,
        systems=systems,
        runs=runs,
        measures=measured,
        submissions=submissions([*entries(source, tables, "system")], systems, treebanks, runs),
        scores=scores(filled, measured),
        rounds=_rounds(filled),
        experiments=found,
    )


def _kinds() -> str:
    return ", ".join(f"[{kind}]" if kind == "campaign" else f"[[{kind}]]" for kind in KINDS)


def _with_preset(about: Entry) -> dict[str, Any]:
    """What is said of the campaign, with what a preset says where nothing else is."""
    preset = about.text("preset")
    if not preset:
        return about.values
    if preset not in PRESETS:
        raise about.wrong(f"there is none called {shortened(preset)!r}; there are {', '.join(PRESETS)}", "preset")
    options = {"options": {**PRESETS[preset]["options"], **about.table("options")}}
    return {**PRESETS[preset], **about.values, **options}


def _named(source: Source, tables: dict[str, Any], kind: str, make: Any) -> list[Any]:  # noqa: ANN401, of any kind
    """The tables of a kind, each with another name. Raises FormatError where there is none."""
    found: list[Any] = []
    for entry in entries(source, tables, kind):
        made = make(entry)
        if any(made.name == other.name for other in found):
            raise entry.wrong(f"there is another {kind} called {shortened(made.name)!r}; give it another name", "name")
        found.append(made)
    if not found:
        raise FormatError(Problem(str(source.path), 1, 0, f"no [[{kind}]]; a campaign has treebanks and systems"))
    return found


def _treebank(entry: Entry) -> Treebank:
    entry.check_keys(_TREEBANK)
    return Treebank(
        name=entry.needed("name"),
        gold=entry.file("gold"),
        train=entry.file("train") if "train" in entry.values else None,
        other_golds=tuple(entry.existing("other_golds", name) for name in entry.texts("other_golds")),
        domain=entry.text("domain"),
        optional=entry.truth("optional"),
        first_words=entry.number("first_words"),
        reading=_reading(entry),
    )


def _system(entry: Entry) -> System:
    entry.check_keys(_SYSTEM)
    own = {key: entry.text(key) for key in _RUN}
    return System(entry.needed("name"), entry.text("group"), _format(entry), **own)


def _reading(entry: Entry) -> Reading:
    encoding, separator = entry.text("encoding", "utf-8"), entry.text("separator", "-")
    with checking(entry, "encoding"):
        check_encoding(encoding)
    with checking(entry, "separator"):
        check_separator(separator)
    return Reading(_format(entry), encoding, separator)


def _format(entry: Entry) -> str | None:
    name = entry.text("format")
    with checking(entry, "format"):
        return check_format(name) if name else None


def _rounds(about: Entry) -> Rounds:
    """How often to shuffle, and the seed."""
    usual = Rounds()
    number, seed = about.number("rounds", usual.number) or 0, about.number("seed", usual.seed, least=0) or 0
    with checking(about, "rounds"):
        return Rounds(number, seed)


def _runs(source: Source, tables: dict[str, Any]) -> Sequence[Run]:
    """The runs in their order; one without a name if none is given."""
    found: list[Run] = []
    for entry in entries(source, tables, "run"):
        entry.check_keys(_RUN)
        run = Run(entry.text("scenario"), entry.text("training"))
        if not run.name:
            raise entry.wrong('neither scenario nor training; add scenario = "…" or training = "…"')
        if run in found:
            raise entry.wrong(f"there is another run {run.name}; runs differ in scenario or training")
        found.append(run)
    return found or [Run()]
