"""Several golds and parses of the same sentences on common ground (Tsarfaty et al. 2011; 2012 EACL, Figure 3).

An experiment is a gold and the parses that were made after it. A file lists them::

    [[experiment]]
    name = "UD"
    gold = "ud-gold.conllu"       # paths from the file's own folder
    parse = "ud-parse.conllu"     # or a list; "NAME=ud-parse.conllu", or { name = "…", path = "…" }, gives it a name
    label_map = "labels.txt"      # optional: labels that are equal, see `core.metrics.tedeval.forest`
    format = "conllu"             # optional, as are encoding and separator

All are `compared` on common ground; a matrix has every parse against every gold, and against what each set of golds has
in common (EMNLP 2011, Tables 1 and 2). A single gold judges all parses there: by attachment where both are
dependencies, by ParsEval where both are constituents, by TedEval always. Two or more golds, generalized, judge the
parses that were made after one of them: TedEval forgives each what its own gold has otherwise than the others (EACL
2012, Tables 1 and 3). The parses under one gold, or set of golds, are compared two by two by shuffling their sentences'
counts: these are in pairs, whatever each was scored against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from goldleaf.core import formats
from goldleaf.core.alignment import check_paired, check_related
from goldleaf.core.analysis import significance
from goldleaf.core.analysis.significance import ParseScore, Rounds, ScoreTest
from goldleaf.core.campaigns.entries import Entry, quoted, read
from goldleaf.core.errors import shortened
from goldleaf.core.files import is_file
from goldleaf.core.metrics import Metric, create
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.base import Ratio, Score, has_constituents
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.forest import label_map, with_equal_labels
from goldleaf.core.naming import distinct, names_of
from goldleaf.core.scoring import Scored, score, score_steps, signature
from goldleaf.core.steps import Steps, between, in_turn
from goldleaf.core.structures.dependency import ill_formed
from goldleaf.core.treebank import Treebank
from goldleaf.core.version import VERSION

KEYS = ("name", "gold", "parse", "label_map", "format", "encoding", "separator")
ATTACHMENT = ("las", "uas")
FIGURES = ("accuracy", "accuracy_unlabeled", "exact_match", "exact_match_unlabeled")
# TedEval's options: tags differ between theories, so words are compared only if that is asked for.
USUAL = {"words": "false"}
LITTLE = 0.5  # of two golds' functions in common, below which labelled figures say little


@dataclass(frozen=True, slots=True)
class Experiment:
    """A gold, its parses, and how they are read; ``names`` are those that parses were given, empty for none."""

    name: str
    gold: Path
    parses: tuple[Path, ...]
    label_map: Path | None = None
    format: str | None = None
    encoding: str = "utf-8"
    separator: str = "-"
    names: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[Path, ...]:
        return (self.gold, *self.parses)


class Opened(NamedTuple):
    """An experiment with its treebanks; ``as_read``, the gold first, are the same without the label map."""

    experiment: Experiment
    gold: Treebank
    parses: tuple[Treebank, ...]
    as_read: tuple[Treebank, ...]


def load(path: Path) -> tuple[Experiment, ...]:
    """The experiments of a file. Raises GoldleafError, FormatError with the line where there is one to name."""
    source = read(path, "the experiments")
    expected = "expected [[experiment]] with name, gold and parse"
    for key in source.tables:
        if key != "experiment":
            raise source.wrong(f"unknown key {shortened(key)!r}; {expected}", source.line_of(key))
    experiments = tuple(source.named("experiment", experiment_of))
    if not experiments:
        raise source.wrong(expected)
    return experiments


def experiment_of(entry: Entry) -> Experiment:
    entry.check_keys(KEYS)
    name, gold, given = entry.needed("name"), entry.existing("gold", entry.needed("gold")), entry.values.get("parse")
    if not given:
        raise entry.wrong('no parse; add parse = "…"')
    names, paths = [], []
    for parse in given if isinstance(given, list) else [given]:
        own: Any = ""
        path = parse
        if isinstance(parse, dict):
            own, path = (parse.get(key) for key in ("name", "path"))
            if {*parse} != {"name", "path"} or not own or not isinstance(own, str):
                raise entry.wrong('is a table; expected { name = "…", path = "…" }', "parse")
        elif isinstance(parse, str) and not is_file(entry.source.path.parent / parse):
            before, equals, after = parse.partition("=")
            own, path = (before, after) if before and equals else ("", parse)
        if not isinstance(path, str):
            raise entry.wrong(f"is {quoted(path)}; expected a path in quotes, or a list of them", "parse")
        names.append(own)
        paths.append(entry.existing("parse", path))
    labels = entry.existing("label_map", entry.needed("label_map")) if "label_map" in entry.values else None
    return Experiment(name, gold, tuple(paths), labels, *entry.reading(), tuple(names) if any(names) else ())


def names_of_parses(experiments: Iterable[Experiment]) -> list[str]:
    """What each parse is called: as its experiment, with its own name where there are several."""
    names: list[str] = []
    for one in experiments:
        alone = len(one.parses) == 1 and not one.names
        names += [one.name] if alone else [f"{one.name}: {name}" for name in names_of(one.parses, one.names)]
    return distinct(names)


def opened(experiments: Sequence[Experiment]) -> tuple[Opened, ...]:
    """The experiments with their treebanks, each gold with those of the others as its other golds. Raises GoldleafError
    when a file cannot be read or the golds are not of the same sentences."""
    found = []
    for one in experiments:
        read = [
            formats.read(path, format=one.format, encoding=one.encoding, separator=one.separator) for path in one.paths
        ]
        labels = label_map(str(one.label_map)) if one.label_map is not None else {}
        gold, *parses = (with_equal_labels(treebank, labels) for treebank in read)
        found.append(Opened(one, gold, tuple(parses), tuple(read)))
    for other in found[1:]:
        check_paired(found[0].gold, other.gold)
        check_related(found[0].gold, other.gold)
    golds = [tuple(other.gold for other in found if other is not one) for one in found]
    return tuple(one._replace(gold=replace(one.gold, other_golds=own)) for one, own in zip(found, golds, strict=True))


def compared(found: Sequence[Opened], metric: TedEval) -> dict[str, Any]:
    """How experiments compare, for scripts and tables. Raises GoldleafError for what cannot be scored.

    ``experiments`` is a list of parses with the `FIGURES` (fractions of 1) of ``single``, against its own gold, and
    where there are several golds of ``multiple``, against all; the ``title`` of a parse is another than those of all
    others, ``invalid`` counts the sentences of gold and parse that are no trees, by what is wrong. ``overlap`` is of
    golds, ``attachment`` has LAS and UAS of parses against golds of dependencies, ``differences`` are of parses of
    different experiments, two by two."""
    names = names_of_parses(one.experiment for one in found)
    both = [(one, *parse) for one in found for parse in zip(one.parses, one.as_read[1:], strict=True)]
    parses = [(name, *parse) for name, parse in zip(names, both, strict=True)]
    experiments: list[dict[str, Any]] = []
    used: list[str] = []  # the signatures
    for title, own, parse, _ in parses:
        check_related(own.gold, parse)
        scored = score(metric, own.gold, parse)
        used.append(signature(scored.metric))
        scores = scored.scores()
        # Of one gold alone TedEval has no others but single figures, and does not call them so.
        prefixes = {"single": "single_", "multiple": ""} if "single_accuracy" in scores else {"single": ""}
        paths = {"gold": str(own.experiment.gold), "parse": parse.path}
        figures = {kind: {name: scores[prefix + name].value for name in FIGURES} for kind, prefix in prefixes.items()}
        invalid = {"gold": ill_formed(own.gold).counts, "parse": ill_formed(parse).counts}
        about = {"name": own.experiment.name, "title": title, **paths, **figures}
        experiments.append({**about, "sentences": scored.sentences, "invalid": invalid})
    attachment = []  # by the usual scores, labels as read
    for (title, own, _, parse), judge in product(parses, found):
        if Attachment().applies(judge.gold) and Attachment().applies(parse):
            scored = score(Attachment(), judge.as_read[0], parse)
            about = {"name": own.experiment.name, "title": title, "parse": parse.path, "gold": judge.experiment.name}
            shares = {name: scored.scores()[name].value for name in ATTACHMENT}
            attachment.append({**about, **shares, "signature": signature(scored.metric)})
    # Each gold against each, itself too: how much the theories say alike.
    little = False
    overlap: list[dict[str, Any]] = []
    for one, other in product(found, repeat=2):
        scores = score(metric, replace(one.gold, other_golds=()), replace(other.gold, other_golds=())).scores()
        little = little or (scores["accuracy"].value or 0) < LITTLE
        if one is not other:
            alike = {name: scores[name].value for name in ("accuracy", "accuracy_unlabeled")}
            overlap.append({"gold": one.experiment.name, "other": other.experiment.name, **alike})
    differences: list[dict[str, Any]] = []
    for a, b in combinations(range(len(parses)), 2):
        if parses[a][1] is not parses[b][1]:
            ours, theirs = experiments[a], experiments[b]
            gaps: dict[str, Any] = {}
            for kind in (kind for kind in ("single", "multiple") if kind in ours):
                pairs = ((name, value, theirs[kind][name]) for name, value in ours[kind].items())
                gaps[kind] = {name: None if None in (value, less) else value - less for name, value, less in pairs}
            differences.append({"first": ours["title"], "second": theirs["title"], **gaps})
    note = "The golds have few functions in common: the unlabeled figures say more, or give a label_map."
    return {
        "goldleaf": VERSION, "signature": used[0], "experiments": experiments, "overlap": overlap,
        "attachment": attachment, "differences": differences, "notes": [note] if little else [],
    }  # fmt: skip


# Metrics and their scores, in the order of the tables.
MEASURES = (
    ("parseval", "f1"), ("attachment", "uas"), ("attachment", "las"),
    ("tedeval", "accuracy_unlabeled"), ("tedeval", "accuracy"),
)  # fmt: skip

Golds: TypeAlias = tuple[str, ...]  # the names of the experiments whose golds judge: one, or several, generalized


class MatrixPlace(NamedTuple):
    """Where a figure stands: which golds judge which parse, by which measure."""

    golds: Golds
    parse: str
    metric: str
    score: str


class MatrixCell(NamedTuple):
    """A figure; ``best`` of those under the same golds and signature, or ``not_worse``: not significantly so. It may
    differ from the best in ``too_few`` sentences: no test can say that it is worse, and none that it is not."""

    score: Score
    signature: str
    best: bool = False
    not_worse: bool = False
    too_few: bool = False


class Matrix(NamedTuple):
    """All figures. ``golds`` are the rows of a table, ``parses`` its columns, with the experiment of each.
    ``comparisons`` are of two parses under the same golds."""

    golds: tuple[Golds, ...]
    parses: Mapping[str, str]
    cells: Mapping[MatrixPlace, MatrixCell]
    comparisons: tuple[tuple[Golds, ScoreTest], ...]

    def cell(self, golds: Golds, parse: str, measure: tuple[str, str]) -> MatrixCell | None:
        return self.cells.get(MatrixPlace(golds, parse, *measure))

    def measures(self, golds: Golds) -> list[tuple[str, str]]:
        """The measures that any parse has a figure of under some golds."""
        there = (place for place, cell in self.cells.items() if cell.score.value is not None)
        known = {place[2:] for place in there if place.golds == golds}
        return [measure for measure in MEASURES if measure in known]


def matrix_steps(found: Sequence[Opened], metric: TedEval, rounds: Rounds) -> Steps[Matrix]:
    """The matrix of experiments. Raises GoldleafError for parses that cannot be scored."""
    names = [one.experiment.name for one in found]
    sets = tuple(chosen for size in range(1, len(names) + 1) for chosen in combinations(names, size))
    owners = [one.experiment.name for one in found for _ in one.parses]
    parses = dict(zip(names_of_parses(one.experiment for one in found), owners, strict=True))
    cells: dict[MatrixPlace, MatrixCell] = {}
    comparisons: list[tuple[Golds, ScoreTest]] = []
    # Of n golds there are 2ⁿ − 1 sets; papers have two or three (EACL 2012, Table 3).
    for number, golds in enumerate(sets):
        first, last = number / len(sets), (number + 1) / len(sets)
        middle = (first + last) / 2
        scored = yield from between(_scored(found, [*parses], golds, metric), first, middle)
        tested = yield from between(_tested(scored, rounds), middle, last)
        comparisons += [(golds, comparison) for comparison in tested]
        cells |= _cells(golds, scored, tested)
    return Matrix(sets, parses, cells, tuple(comparisons))


_Judged: TypeAlias = tuple[str, Scored]  # the name of a parse, and what it scores


def _scored(found: Sequence[Opened], names: Sequence[str], golds: Golds, tedeval: TedEval) -> Steps[list[_Judged]]:
    """All parses that these golds judge, scored by each metric that applies."""
    judges = [one for one in found if one.experiment.name in golds]
    judged = found if len(golds) == 1 else judges
    # In a row figures are comparable if TedEval takes nodes of functions where not all have constituents.
    sides = [*(one.gold for one in judges), *(parse for one in judged for parse in one.parses)]
    if tedeval.chosen["constituents"] == "auto" and len({has_constituents(side) for side in sides}) > 1:
        tedeval = TedEval(**tedeval.chosen | {"constituents": "function"})
    wanted: list[tuple[str, Metric, Treebank, Treebank]] = []
    parses = [(one, *both) for one in found for both in zip(one.parses, one.as_read[1:], strict=True)]
    for name, (own, parse, as_read) in zip(names, parses, strict=True):
        if len(golds) == 1:
            [judge] = judges
            wanted.append((name, tedeval, replace(judge.gold, other_golds=()), parse))
            # The other metrics are of labels as they are read: what is equal for TedEval alone is not for them.
            others = (create("parseval"), create("attachment"))
            able = [one for one in others if one.applies(judge.as_read[0]) and one.applies(as_read)]
            wanted += [(name, one, judge.as_read[0], as_read) for one in able]
        elif own in judges:
            bare = tuple(replace(other.gold, other_golds=()) for other in judges if other is not own)
            wanted.append((name, tedeval, replace(own.gold, other_golds=bare), parse))
    scored = yield from in_turn([score_steps(metric, gold, parse) for _, metric, gold, parse in wanted])
    return [*zip((name for name, *_ in wanted), scored, strict=True)]


def _figures(scored: Scored) -> Iterator[tuple[str, Score]]:
    """A parse's scores that stand in the matrix; labels that cannot be compared are left out."""
    scores = scored.scores()
    labeled = not isinstance(scored.metric, TedEval) or scored.metric.labels is not False
    for metric, name in MEASURES:
        if metric == scored.metric.name and (labeled or name.endswith("unlabeled")):
            yield name, scores[name]


def _tested(judged: Sequence[_Judged], rounds: Rounds) -> Steps[list[ScoreTest]]:
    yield 0.0
    scores = []
    for parse, scored in judged:
        for name, _ in _figures(scored):
            ratio = scored.ratios[name]
            assert isinstance(ratio, Ratio)
            figure = ParseScore(parse, scored.metric.name, name, signature(scored.metric))
            # A sentence that could not be read has 0.
            counts = [np.nan_to_num(scored.counts[part].cast(float).to_numpy()) for part in (ratio.right, ratio.total)]
            # Sentences are in pairs, whatever golds they were scored against.
            scores.append(significance.Counted(figure, np.arange(scored.counts.height), counts))
    pairs = [*combinations(dict.fromkeys(parse for parse, _ in judged), 2)]
    return (yield from significance.comparisons_steps(significance.Counts.gathered(scores), pairs, rounds))


def _cells(golds: Golds, judged: Sequence[_Judged], tested: Sequence[ScoreTest]) -> dict[MatrixPlace, MatrixCell]:
    """The figures of a row, of which the best is marked, and those that do not differ from it significantly."""
    cells = {
        MatrixPlace(golds, parse, scored.metric.name, name): MatrixCell(figure, signature(scored.metric))
        for parse, scored in judged
        for name, figure in _figures(scored)
    }
    tests = {(test.metric, test.score, frozenset((test.a, test.b))): test for test in tested}
    # What is made in the same way, with its values.
    alike: dict[tuple[str, str, str], dict[MatrixPlace, float]] = {}
    for place, cell in cells.items():
        if cell.score.value is not None:
            alike.setdefault((place.metric, place.score, cell.signature), {})[place] = cell.score.value
    for (metric, name, _), values in alike.items():
        if len(values) > 1:
            best = max(values, key=lambda place: values[place])
            for place, value in values.items():
                test = tests.get((metric, name, frozenset((best.parse, place.parse))))
                few = test is not None and test.units is not None and test.units < significance.LEAST_UNITS
                differs = test is not None and test.significant
                is_best = value == values[best]
                not_worse = is_best or not (differs or few)
                cells[place] = cells[place]._replace(best=is_best, not_worse=not_worse, too_few=few)
    return cells


def matrix_as_object(found: Matrix) -> dict[str, Any]:
    """``figures`` with the golds that judge (several: generalized), ``comparisons`` of parses under the same golds."""
    figures = []
    for place, cell in found.cells.items():
        written = place._asdict() | {"golds": [*place.golds]}
        written |= {name: getattr(cell.score, name) for name in ("value", "right", "total")}
        figures.append(written | {name: getattr(cell, name) for name in ("best", "not_worse", "signature")})
    return {
        "goldleaf": VERSION,
        "golds": [{"golds": [*golds], "generalized": len(golds) > 1} for golds in found.golds],
        "parses": [{"parse": name, "experiment": owner} for name, owner in found.parses.items()],
        "figures": figures,
        "comparisons": [{"golds": [*golds], **one.as_object()} for golds, one in found.comparisons],
    }
