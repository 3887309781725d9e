"""The work of a campaign, in parts that know nothing of one another: a pair scored, a treebank's properties.

A job is a few paths and choices, and can go to another process or machine; what it ``gives`` in `Packed` is ``about``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import polars as pl

from goldleaf.core import formats
from goldleaf.core.alignment import units
from goldleaf.core.analysis.properties import properties
from goldleaf.core.campaigns.comparisons import parts
from goldleaf.core.campaigns.description import Campaign, Measure, Reading, Submission, Treebank
from goldleaf.core.campaigns.experiment import Experiment, opened
from goldleaf.core.campaigns.experiment_results import USUAL, compared
from goldleaf.core.campaigns.packing import Packed
from goldleaf.core.campaigns.parts import of_words
from goldleaf.core.errors import GoldleafError, PairError
from goldleaf.core.metrics import Metric, fits
from goldleaf.core.metrics.base import Combined, Ratio
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.results import difference
from goldleaf.core.scoring import Scored, check, score
from goldleaf.core.scoring.left_out import left_out
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
    def of(cls, campaign: Campaign, one: Submission, measures: Sequence[Measure]) -> PairJob:
        """The job of a submission."""
        treebank, system = campaign.treebank(one.treebank), campaign.system(one.system)
        return cls(treebank, one.path, system.format, tuple(measures))

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that decide what comes out."""
        train = () if self.treebank.train is None else (self.treebank.train,)
        named = (Path(value) for measure in self.measures for _, value in measure.options)
        return (self.treebank.gold, self.parse, *self.treebank.other_golds, *train, *filter(_is_file, named))

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does. Names of files and of the treebank do not."""
        treebank = {"name": "", "gold": "", "train": "", "other_golds": "", "domain": "", "optional": ""}
        own = {key: value for key, value in asdict(self.treebank).items() if key not in treebank}
        measures = [asdict(one) for one in self.measures]
        return {"job": "pair", **own, "parse_format": self.parse_format, "measures": measures}

    def run(self) -> Packed:
        """Score the pair. Raises GoldleafError where nothing can be scored.

        ``about`` has ``gold`` and ``parse`` (path, sentences, words, invalid), ``notes`` (lines for a reader;
        ``ill_formed`` those of trees that are none), ``failed`` (measure: why) and ``measures``: for each its
        ``signature`` and ``scores`` (value, right, total, percent, doubled, made_of, harmonic); what is ``tested_as``
        the same counts alike, though words differ. The frame of a measure's number has its counts:
        ``sentence``, then ``score right`` and ``score total``; ``begins`` says of each sentence of the gold whether it
        begins what both files have; ``words`` see `parts.of_words`.
        """
        gold, parse = _gold(self.treebank), _read(self.parse, replace(self.treebank.reading, format=self.parse_format))
        rows = _first_rows(gold, self.treebank.first_words)
        about: dict[str, Any] = {
            "gold": _about(gold, rows),
            "parse": _about(parse),
            "ill_formed": [*filter(None, (ill_formed(side).described() for side in (gold, parse)))],
            "notes": [*filter(None, [difference(gold, parse)])],
            "failed": {},
            "measures": {},
        }
        about["notes"] += about["ill_formed"]
        frames: dict[str, pl.DataFrame] = {"begins": _begins(gold, parse)}
        self._score(gold, parse, rows, about, frames)
        if not about["measures"]:
            raise PairError(next(iter(about["failed"].values()), _nothing(gold, parse)), path=self.parse)
        return Packed(about, frames)

    def _score(
        self, gold: Trees, parse: Trees, rows: npt.NDArray[np.bool_], about: dict[str, Any], frames: dict[str, Any]
    ) -> None:
        """Add what each measure that is for these files gives."""
        for number, measure in enumerate(self.measures):
            metric = measure.made()
            if not fits(metric, gold, parse):
                continue
            try:
                chosen = measure.choice.of(gold, parse) & pl.Series(rows)
                scored = _scored(metric, gold, parse).only(chosen)
            except GoldleafError as error:
                about["failed"][measure.name] = str(error)
                continue
            about["measures"][measure.name] = _figures(measure, scored)
            about["notes"] += _remarks(scored, gold, self.parse) if not measure.differs else []
            frames[f"{number}"] = _counts(measure, scored)
            if metric.breaks_down == "words" and not measure.differs:
                seen = None if self.treebank.train is None else _forms(self.treebank)
                frames["words"] = of_words(metric, gold, parse, chosen.arg_true(), seen)


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
        maps = (one.label_map for one in self.experiments if one.label_map is not None)
        return (*(path for one in self.experiments for path in one.paths), *maps)

    @property
    def choices(self) -> dict[str, Any]:
        """Everything else that does, with the names of files, which are told."""
        return {"job": "theories", "experiments": [asdict(one) for one in self.experiments]}

    def run(self) -> Packed:
        """``about`` has ``common`` (see `experiment_results.as_object`) and ``ill_formed`` (lines of what is no tree).

        Raises GoldleafError where they cannot be compared.
        """
        found = opened(self.experiments)
        sides = (side for one in found for side in (one.gold, *one.parses))
        wrong = [*filter(None, (ill_formed(side).described() for side in sides))]
        return Packed({"common": compared(found, TedEval(**USUAL)), "ill_formed": wrong})


Job = PairJob | PropertiesJob | TheoriesJob


def _is_file(path: Path) -> bool:
    return path.is_absolute() and path.is_file()


def _gold(treebank: Treebank) -> Trees:
    gold = _read(treebank.gold, treebank.reading)
    others = tuple(_read(path, replace(treebank.reading, format=None)) for path in treebank.other_golds)
    return replace(gold, other_golds=others) if others else gold


def _read(path: Path, how: Reading) -> Trees:
    return formats.read(path, format=how.format, encoding=how.encoding, separator=how.separator)


def _forms(treebank: Treebank) -> pl.Series:
    """The forms that systems have seen."""
    assert treebank.train is not None
    return _read(treebank.train, treebank.reading).words["form"].cast(pl.String).unique()


def _first_rows(gold: Trees, words: int | None) -> npt.NDArray[np.bool_]:
    """Whether each sentence is among those that hold the first so many words."""
    lengths = gold.sentences["words"].to_numpy().astype(np.int64)
    before = np.cumsum(lengths) - lengths
    return before < words if words is not None else np.ones(len(lengths), bool)


def _about(treebank: Trees, rows: npt.NDArray[np.bool_] | None = None) -> dict[str, Any]:
    words = treebank.sentences["words"].to_numpy()
    chosen = words if rows is None else words[rows]
    invalid = ill_formed(treebank).counts
    return {"path": treebank.path, "sentences": len(chosen), "words": int(chosen.sum()), "invalid": invalid}


def _begins(gold: Trees, parse: Trees) -> pl.DataFrame:
    begins = np.ones(len(gold), bool)
    begins[1:] = np.diff(units(gold, parse).of_gold) > 0
    return pl.DataFrame({"begins": begins})


def _scored(metric: Metric, gold: Trees, parse: Trees) -> Scored:
    """The pair scored; golds of other theories only count for metrics that compare what they hold."""
    if not fits(metric, *gold.other_golds):
        gold = replace(gold, other_golds=())
    check(metric, gold, parse)
    return score(metric, gold, parse)


def _figures(measure: Measure, scored: Scored) -> dict[str, Any]:
    ratios = scored.ratios
    scores = scored.scores(measure.average)
    return {
        "signature": measure.choice.signature(scored.metric),
        "tested_as": measure.choice.signature(scored.metric.with_words_aligned),
        "scores": {name: {**asdict(one), **_made(measure, ratios[name])} for name, one in scores.items()},
    }


def _made(measure: Measure, ratio: Ratio | Combined) -> dict[str, Any]:
    """How a score is made: whether its counts are doubled, or of which other scores, apart by spaces."""
    made: dict[str, Any] = {"percent": ratio.percent, "doubled": _doubled(measure, ratio)}
    if isinstance(ratio, Combined) and measure.average == "micro":
        return {**made, "made_of": " ".join(ratio.of), "harmonic": ratio.harmonic}
    return {**made, "made_of": None, "harmonic": False}


def _doubled(measure: Measure, ratio: Ratio | Combined) -> bool:
    return measure.average == "micro" and isinstance(ratio, Ratio) and ratio.doubled


def _counts(measure: Measure, scored: Scored) -> pl.DataFrame:
    """What each score is a ratio of, sentence by sentence; doubled counts are halved, to be those of other pairs."""
    ratios = scored.ratios
    columns = {
        f"{name} {which}": values / (1 + _doubled(measure, ratios[name]))
        for name, pair in parts(scored, measure.choice).items()
        for which, values in zip(("right", "total"), pair, strict=True)
    }
    return scored.counts.select("sentence").with_columns(
        **{name: pl.Series(values) for name, values in columns.items()}
    )


def _remarks(scored: Scored, gold: Trees, parse: Path) -> Iterator[str]:
    """What a reader of the figures must know."""
    name = scored.metric.name
    if scored.metric.remark:
        yield f"{parse}: {name}: {scored.metric.remark}"
    elif all(score.value is None for score in scored.scores().values()):
        yield f"{parse}: {name}: there is nothing to score: neither file has anything that it counts"
    if f"{scored.share}":
        yield f"{parse}: {name}: {scored.share} are compared"
    yield from (one.described(name, gold.path, f"{parse}") for one in left_out(scored, gold))


def _nothing(gold: Trees, parse: Trees) -> str:
    return f"{parse.path}: none of the metrics compares {parse.format} with {gold.format}; see metrics of the campaign"
