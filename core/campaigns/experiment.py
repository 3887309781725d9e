"""Several golds and parses of the same sentences on common ground (Tsarfaty et al. 2011; 2012 EACL, Figure 3).

An experiment is a gold and the parses that were made after it. A file lists them::

    [[experiment]]
    name = "UD"
    gold = "ud-gold.conllu"       # paths from the file's own folder
    parse = "ud-parse.conllu"     # or a list; "NAME=ud-parse.conllu", or { name = "…", path = "…" }, gives it a name
    label_map = "labels.txt"      # optional: labels that are equal, see `core.metrics.tedeval.forest`
    format = "conllu"             # optional, as are encoding and separator
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from goldleaf.core import formats
from goldleaf.core.alignment import check_paired, check_related
from goldleaf.core.campaigns.entries import Entry, quoted, read
from goldleaf.core.errors import shortened
from goldleaf.core.files import is_file
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.forest import label_map, with_equal_labels
from goldleaf.core.naming import distinct, names_of
from goldleaf.core.scoring import score, signature
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
    def parse_names(self) -> list[str]:
        """What each parse is called among all experiments: as this one, with its own name where there are several."""
        if len(self.parses) == 1 and not self.names:
            return [self.name]
        return [f"{self.name}: {name}" for name in names_of(self.parses, self.names)]

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
    return distinct([name for one in experiments for name in one.parse_names])


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
    attachment = [
        _attachment(title, own, parse, judge)
        for title, own, _, parse in parses
        for judge in found
        if Attachment().applies(judge.gold) and Attachment().applies(parse)
    ]
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
        "goldleaf": VERSION,
        "signature": used[0],
        "experiments": experiments,
        "overlap": overlap,
        "attachment": attachment,
        "differences": differences,
        "notes": [note] if little else [],
    }


def _attachment(title: str, own: Opened, parse: Treebank, judge: Opened) -> dict[str, Any]:
    """A parse against the gold of an experiment, its own or another, by the usual attachment scores, labels as read."""
    scored = score(Attachment(), judge.as_read[0], parse)
    about = {"name": own.experiment.name, "title": title, "parse": parse.path, "gold": judge.experiment.name}
    figures = {name: scored.scores()[name].value for name in ATTACHMENT}
    return {**about, **figures, "signature": signature(scored.metric)}
