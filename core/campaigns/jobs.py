"""The work of a campaign, in parts that know nothing of one another: a pair scored, a treebank's properties.

A job is a few paths and choices, and can go to another process or machine; what it ``gives`` in `Packed` is ``about``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl

from goldleaf.core import formats
from goldleaf.core.alignment import units
from goldleaf.core.analysis.properties import properties
from goldleaf.core.campaigns.breakdown import of_words
from goldleaf.core.campaigns.cache import Packed
from goldleaf.core.campaigns.comparisons import parts
from goldleaf.core.campaigns.description import Campaign, Measure, Reading, Submission, Treebank
from goldleaf.core.campaigns.experiment import USUAL, Experiment, compared, opened
from goldleaf.core.errors import GoldleafError, PairError
from goldleaf.core.metrics import fits
from goldleaf.core.metrics.base import Combined, Ratio
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.results import difference
from goldleaf.core.scoring import Scored, check, left_out, score
from goldleaf.core.structures.ill_formed import ill_formed
from goldleaf.core.treebank import Treebank as Trees


@dataclass(frozen=True, slots=True)
class PairJob:
    """A parse to be scored against a gold under some measures."""

    treebank: Treebank
    parse: Path
    parse_format: str | None
    measures: tuple[Measure, ...]

    gives: ClassVar = ("gold", "parse", "ill_formed", "notes", "failed", "measures")

    @classmethod
    def of(cls, campaign: Campaign, submission: Submission, measures: Sequence[Measure]) -> PairJob:
        """The job of a submission."""
        treebank, system = campaign.treebank(submission.treebank), campaign.system(submission.system)
        return cls(treebank, submission.path, system.format, tuple(measures))

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that decide what comes out."""
        train = () if self.treebank.train is None else (self.treebank.train,)
        values = (Path(value) for measure in self.measures for _, value in measure.options)
        named = (path for path in values if path.is_absolute() and path.is_file())
        return (self.treebank.gold, self.parse, *self.treebank.other_golds, *train, *named)

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does. Names of files and of the treebank do not."""
        names = {"name", "gold", "train", "other_golds", "domain", "optional"}
        own = {key: value for key, value in asdict(self.treebank).items() if key not in names}
        measures = [asdict(measure) for measure in self.measures]
        return {"job": "pair", **own, "parse_format": self.parse_format, "measures": measures}

    def run(self) -> Packed:
        """Score the pair. Raises GoldleafError where nothing can be scored.

        ``about`` has ``gold`` and ``parse`` (path, sentences, words, invalid), ``notes`` (lines for a reader;
        ``ill_formed`` those of trees that are none), ``failed`` (measure: why) and ``measures``: for each its
        ``signature`` and ``scores`` (value, right, total, percent, doubled, made_of, harmonic); what is ``tested_as``
        the same counts alike, though words differ. The frame of a measure's number has its counts:
        ``sentence``, then ``score right`` and ``score total``; ``begins`` says of each sentence of the gold whether it
        begins what both files have; ``words`` see `breakdown.of_words`.
        """
        how = self.treebank.reading
        gold, parse = _read(self.treebank.gold, how), _read(self.parse, replace(how, format=self.parse_format))
        if self.treebank.other_golds:
            others = tuple(_read(path, replace(how, format=None)) for path in self.treebank.other_golds)
            gold = replace(gold, other_golds=others)
        # Whole sentences count, as long as they begin before the last word that does.
        lengths = gold.sentences["words"].to_numpy().astype(np.int64)
        first = self.treebank.first_words
        rows = np.ones(len(gold), bool) if first is None else np.cumsum(lengths) - lengths < first
        wrong = [*filter(None, (ill_formed(side).described() for side in (gold, parse)))]
        about: dict[str, Any] = {
            "gold": {"path": gold.path, "sentences": int(rows.sum()), "words": int(lengths[rows].sum())},
            "parse": {"path": parse.path, "sentences": len(parse), "words": int(parse.sentences["words"].sum())},
            "ill_formed": wrong,
            "notes": [*filter(None, [difference(gold, parse)]), *wrong],
            "failed": {},
            "measures": {},
        }
        for side, treebank in (("gold", gold), ("parse", parse)):
            about[side]["invalid"] = ill_formed(treebank).counts
        # Tests pair what both files have: a sentence that the parse has joined to the one before begins nothing.
        begins = np.ones(len(gold), bool)
        begins[1:] = np.diff(units(gold, parse).of_gold) > 0
        frames = {"begins": pl.DataFrame({"begins": begins})}
        for number, measure in enumerate(self.measures):
            metric = measure.made()
            if not fits(metric, gold, parse):
                continue
            # Golds of other theories only count for metrics that compare what they hold.
            own = gold if fits(metric, *gold.other_golds) else replace(gold, other_golds=())
            try:
                chosen = measure.choice.of(gold, parse) & pl.Series(rows)
                check(metric, own, parse)
                scored = score(metric, own, parse).only(chosen)
            except GoldleafError as error:
                about["failed"][measure.name] = str(error)
                continue
            about["measures"][measure.name] = _figures(measure, scored)
            frames[f"{number}"] = _counts(measure, scored)
            if not measure.differs:
                about["notes"] += _remarks(scored, gold, self.parse)
                if metric.breaks_down == "words":
                    train = self.treebank.train
                    seen = None if train is None else _read(train, how).words["form"].cast(pl.String).unique()
                    frames["words"] = of_words(metric, gold, parse, chosen.arg_true(), seen)
        if not about["measures"]:
            nothing = f"none of the metrics compares {parse.format} with {gold.format}; see metrics of the campaign"
            raise PairError(next(iter(about["failed"].values()), f"{parse.path}: {nothing}"), path=self.parse)
        return Packed(about, frames)


@dataclass(frozen=True, slots=True)
class PropertiesJob:
    """The properties of a gold, and of what systems were trained on."""

    treebank: Treebank

    gives: ClassVar = ("gold",)

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that decide what comes out."""
        return (self.treebank.gold, *(() if self.treebank.train is None else (self.treebank.train,)))

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does."""
        return {"job": "properties", "reading": asdict(self.treebank.reading), "first": self.treebank.first_words}

    def run(self) -> Packed:
        """``about`` has ``gold`` and, where there is one, ``train``: see `analysis.properties`."""
        gold = _read(self.treebank.gold, self.treebank.reading)
        if self.treebank.train is None:
            return Packed({"gold": properties(gold)})
        train = _read(self.treebank.train, self.treebank.reading)
        return Packed({"gold": properties(gold, train), "train": properties(train)})


@dataclass(frozen=True, slots=True)
class TheoriesJob:
    """Experiments of several theories, to be compared on common ground."""

    experiments: tuple[Experiment, ...]

    gives: ClassVar = ("common", "ill_formed")

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that decide what comes out."""
        paths = (path for experiment in self.experiments for path in experiment.paths)
        maps = (experiment.label_map for experiment in self.experiments if experiment.label_map is not None)
        return (*paths, *maps)

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does, with the names of files, which are told."""
        return {"job": "theories", "experiments": [asdict(experiment) for experiment in self.experiments]}

    def run(self) -> Packed:
        """``about`` has ``common`` (see `experiment.compared`) and ``ill_formed`` (lines of what is no tree).

        Raises GoldleafError where they cannot be compared.
        """
        theories = opened(self.experiments)
        sides = (side for theory in theories for side in (theory.gold, *theory.parses))
        wrong = [*filter(None, (ill_formed(side).described() for side in sides))]
        return Packed({"common": compared(theories, TedEval(**USUAL)), "ill_formed": wrong})


Job = PairJob | PropertiesJob | TheoriesJob


def _read(path: Path, how: Reading) -> Trees:
    return formats.read(path, format=how.format, encoding=how.encoding, separator=how.separator)


def _figures(measure: Measure, scored: Scored) -> dict[str, Any]:
    """The signatures and scores of a pair, and how each score is made: whether its counts are doubled, or of which
    others, apart by spaces."""
    figures = {}
    for name, figure in scored.scores(measure.average).items():
        ratio = scored.ratios[name]
        combined = ratio if isinstance(ratio, Combined) and measure.average == "micro" else None
        figures[name] = {
            **asdict(figure),
            "percent": ratio.percent,
            "doubled": _doubled(measure, ratio),
            "made_of": combined and " ".join(combined.of),
            "harmonic": combined is not None and combined.harmonic,
        }
    return {
        "signature": measure.choice.signature(scored.metric),
        "tested_as": measure.choice.signature(scored.metric.with_words_aligned),
        "scores": figures,
    }


def _doubled(measure: Measure, ratio: Ratio | Combined) -> bool:
    return measure.average == "micro" and isinstance(ratio, Ratio) and ratio.doubled


def _counts(measure: Measure, scored: Scored) -> pl.DataFrame:
    """What each score is a ratio of, sentence by sentence; doubled counts are halved, to be those of other pairs."""
    columns: dict[str, pl.Series] = {}
    for name, (right, total) in parts(scored, measure.choice).items():
        by = 1 + _doubled(measure, scored.ratios[name])
        columns |= {f"{name} right": pl.Series(right / by), f"{name} total": pl.Series(total / by)}
    return scored.counts.select("sentence").with_columns(**columns)


def _remarks(scored: Scored, gold: Trees, parse: Path) -> list[str]:
    """What a reader of the figures must know."""
    name = scored.metric.name
    remarks = []
    if scored.metric.remark:
        remarks.append(f"{parse}: {name}: {scored.metric.remark}")
    elif all(figure.value is None for figure in scored.scores().values()):
        remarks.append(f"{parse}: {name}: there is nothing to score: neither file has anything that it counts")
    if f"{scored.share}":
        remarks.append(f"{parse}: {name}: {scored.share} are compared")
    return [*remarks, *(lacking.described(name, gold.path, f"{parse}") for lacking in left_out(scored, gold))]
