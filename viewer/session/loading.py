"""Reading and scoring what is asked for, step by step: the first sentences soon, then all of them; which metrics score,
and how, as it is chosen in the window and remembered. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from goldleaf.core import formats
from goldleaf.core.alignment import check_paired
from goldleaf.core.analysis.sides.word_columns import with_seen
from goldleaf.core.analysis.versions import Versions, versions
from goldleaf.core.errors import GoldleafError, OptionError, PairError
from goldleaf.core.files import is_file
from goldleaf.core.formats import read_parts
from goldleaf.core.formats.conll import second_analysis
from goldleaf.core.metrics import METRICS, Metric, create, fitting
from goldleaf.core.metrics.tedeval.forest import label_map, with_equal_labels
from goldleaf.core.naming import names_of
from goldleaf.core.steps import Steps, between, finished, in_turn, mapped_steps
from goldleaf.core.structures.lattice import with_lattices
from goldleaf.core.treebank import Treebank, concat
from goldleaf.viewer.session.document import NO_GOLD_PATH, Document
from goldleaf.viewer.session.pair import Parse
from goldleaf.viewer.session.request import Request

LATTICES = ("lattice", "conllul")  # formats


class Loading(NamedTuple):
    """A step of loading: how much is done (0 to 1), what is being done, and a document when there is a fuller one."""

    done: float
    doing: str
    document: Document | None = None


def load(request: Request, metrics: Sequence[Metric], asked: Collection[str] = ()) -> Generator[Loading]:
    """Read and score a gold and its parses. The first sentences of all come first, then the whole. The metrics of the
    ``asked`` names score, as far as they fit; where none does, those that fit by default. Faulty sentences are kept
    unread and listed in the document's problems. Raises GoldleafError for a file that cannot be read at all."""
    paths = request.paths
    readers = []
    changes: list[Callable[[Treebank], Treebank]] = []
    for path in paths:
        how = request.reading(path)
        readers.append(read_parts(path, format=how.format, encoding=how.encoding, separator=how.separator))
        labels = label_map(str(how.label_map)) if how.label_map else {}
        changes.append(partial(with_equal_labels, labels=labels))
    if request.train is not None:  # the gold's words are looked up in training
        how, change = request.reading(request.gold), changes[0]
        train = formats.read(request.train, format=how.format, encoding=how.encoding, separator=how.separator)
        changes[0] = lambda treebank: with_seen(change(treebank), train)
    read = []
    done = [0.0] * len(paths)
    for number, reader in enumerate(readers):
        first = next(reader)
        read.append([changes[number](first.treebank)])
        done[number] = first.done
    whole = all(share == 1 for share in done)
    document = finished(_document(read, request, metrics, asked, whole))
    yield Loading(sum(done) / len(paths), "reading", document)
    if whole:
        return
    for number, reader in enumerate(readers):
        for part in reader:
            read[number].append(changes[number](part.treebank))
            done[number] = part.done
            yield Loading(0.9 * sum(done) / len(paths), f"reading {paths[number].name}")
    scoring = _document(read, request, metrics, asked, True)
    document = yield from mapped_steps(scoring, lambda share: Loading(0.9 + 0.1 * share, "scoring"))
    yield Loading(1.0, "ready", document)


def loaded(request: Request, metrics: Sequence[Metric], asked: Collection[str] = ()) -> Document:
    """The same at once, when all is read. Raises as `load`."""
    *_, last = (step.document for step in load(request, metrics, asked) if step.document is not None)
    return last


def rescored(document: Document, metrics: Sequence[Metric], asked: Collection[str] = ()) -> Generator[Loading]:
    """The same document under other metrics, or with other choices of theirs; see `load`."""

    def scored() -> Steps[Document]:
        gold = document.gold
        used, left_out = _used(metrics, asked, gold, [parse.treebank for parse in document.parses])
        parses = yield from in_turn([parse.under(used, gold) for parse in document.parses])
        return replace(document, parses=tuple(parses), metrics=used, left_out=left_out)

    fuller = yield from mapped_steps(_worked_out(scored()), lambda share: Loading(share, "scoring"))
    yield Loading(1.0, "ready", fuller)


def swapped(
    document: Document, other: int, metrics: Sequence[Metric], asked: Collection[str] = ()
) -> Generator[Loading]:
    """The same annotators with another one first, in whose place the first one comes, scored anew; see `load`."""
    first, before = document.parses[other], document.gold_names[0]
    # The one that was first comes in the place of the one that is now.
    named = ((before, document.gold) if one is first else (one.name, one.treebank) for one in document.parses)
    how: dict[str, Any] = {"lattice": document.lattice, "complete": document.complete, "adjudicated": True}
    scored = document_of(first.treebank, dict(named), metrics, asked, gold_names=[first.name], **how)
    fuller = yield from mapped_steps(_worked_out(scored), lambda share: Loading(share, "scoring"))
    yield Loading(1.0, "ready", fuller)


def _worked_out(scored: Steps[Document]) -> Steps[Document]:
    # A document, and what the window would otherwise wait for later.
    document = yield from between(scored, 0.0, 0.5)
    return (yield from between(document.work_out(), 0.5, 1.0))


def _document(
    read: Sequence[list[Treebank]], request: Request, metrics: Sequence[Metric], asked: Collection[str], complete: bool
) -> Steps[Document]:
    yield 0.0
    gold, *others = map(concat, read)
    lattice = others.pop() if request.lattice else None
    names = request.names
    parses, golds = others[: len(names)], others[len(names) :]
    for number in request.second_analyses:
        parses[number] = second_analysis(parses[number])
    if not complete:
        # Files are read at their own pace: what the slowest lacks cannot be compared yet.
        shortest = min(map(len, (gold, *others)))
        gold, *golds = (treebank.slice(0, shortest) for treebank in (gold, *golds))
        parses = [treebank.slice(0, shortest) for treebank in parses]
    how: dict[str, Any] = {"lattice": lattice, "complete": complete, "adjudicated": request.adjudicated}
    if complete and request.versions and request.session is None:
        how["found"] = versions(gold, parses[0])
        gold, parses[0] = how["found"].in_rows()
    named = dict(zip(names, parses, strict=True))
    scored = document_of(gold, named, metrics, asked, other_golds=golds, gold_names=request.gold_names, **how)
    return (yield from _worked_out(scored))


def document_of(
    gold: Treebank, parses: Mapping[str, Treebank], metrics: Sequence[Metric], asked: Collection[str] = (), *,
    other_golds: Sequence[Treebank] = (), gold_names: Sequence[str] = (), lattice: Treebank | None = None,
    complete: bool = True, adjudicated: bool = False, found: Versions | None = None,
) -> Steps[Document]:  # fmt: skip
    """A document of treebanks that have been read, scored by those of the metrics that fit. Raises PairError. Raises
    OptionError for other golds where annotators are ``adjudicated``, who have none. ``gold_names`` are those of several
    golds, or the first annotator's; without them they have their files'."""
    if adjudicated and other_golds:
        raise OptionError("adjudicate: there is no gold, so there are no other golds")
    if not other_golds and not adjudicated:
        gold_names = ("gold",)
    gold_names = gold_names or names_of([Path(one.path) for one in (gold, *other_golds)])
    if lattice is None:
        lattice = gold if gold.format in LATTICES else None
    elif lattice.format not in LATTICES:
        formats_known = " or ".join(formats.FORMATS[name].title for name in LATTICES)
        kind = formats.FORMATS[lattice.format].title
        raise PairError(f"{lattice.path}: {kind}, no lattices; those are files of {formats_known}")
    else:
        # They are not as many as the gold's sentences, which the document's problems tell.
        with suppress(PairError):
            gold = with_lattices(gold, lattice if complete else lattice.slice(0, len(gold)))
    for other in other_golds:
        check_paired(gold, other)
    gold = replace(gold, other_golds=tuple(other_golds))
    used, left_out = _used(metrics, asked, gold, [*parses.values()])
    scored = yield from in_turn([Parse.of(name, gold, parse, used) for name, parse in parses.items()])
    left_out = left_out if complete else {}
    return Document(gold, tuple(scored), used, complete, lattice, tuple(gold_names), adjudicated, left_out, found)


def _used(
    metrics: Sequence[Metric], asked: Collection[str], gold: Treebank, parses: Sequence[Treebank]
) -> tuple[tuple[Metric, ...], dict[str, str]]:
    """The metrics that score, and why others that were wanted do not, by their names."""
    wanted = fitting(metrics, gold, parses, asked)
    if gold.format in LATTICES and not gold.words.height:  # else all that a parse has would be wrong
        return (), {metric.name: f"{NO_GOLD_PATH}." for metric in wanted}
    left_out = {}
    for metric in wanted:
        try:
            for parse in parses:
                metric.check(gold, parse)
        except PairError as error:
            left_out[metric.name] = str(error)
    used = tuple(metric for metric in wanted if metric.name not in left_out)
    return used or fitting(metrics, gold, parses) or tuple(metrics[:1]), left_out


@dataclass(frozen=True, slots=True)
class MetricChoice:
    """The names of the metrics that are asked for (none: those that fit by default), and all metrics' options. Options
    that are as they are by default are left out."""

    names: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    _made: dict[str, Metric] = field(default_factory=dict, init=False, repr=False, compare=False)

    def metrics(self) -> list[Metric]:
        """All metrics with their options, whether they are asked for or not, made anew: files may have changed."""
        self._made.clear()
        return [*map(self.metric, METRICS)]

    def metric(self, name: str) -> Metric:
        """A metric with its options; as it is by default where they no longer can be had, such as a lost file. It is
        kept, as menus ask for all of them at each key."""
        if name not in self._made:
            try:
                self._made[name] = create(name, **self.options.get(name, {}))
            except GoldleafError:
                self._made[name] = create(name)
        return self._made[name]

    def chosen(self, metric: str, option: str) -> str:
        return self.metric(metric).chosen[option]

    def with_option(self, metric: str, option: str, value: str) -> MetricChoice:
        """The same with another choice of an option. Raises GoldleafError for one that cannot be had."""
        return self.with_options(metric, {**self.options.get(metric, {}), option: value})

    def with_options(self, metric: str, own: Mapping[str, str]) -> MetricChoice:
        """The same with these options of a metric. Raises GoldleafError for one that cannot be had."""
        create(metric, **own)
        usual = {option.name: option.default for option in METRICS[metric].options}
        changed = {option: value for option, value in own.items() if value != usual[option]}
        rest = {name: options for name, options in self.options.items() if name != metric}
        return replace(self, options=rest | ({metric: changed} if changed else {}))

    @classmethod
    def stored(cls, names: list[str], options: dict[str, dict[str, str]]) -> MetricChoice:
        """A choice as it was remembered; what there is no more is forgotten, and paths to what may have no end."""
        choice = cls(tuple(name for name in names if name in METRICS))
        for name, own in options.items():
            if name not in METRICS or not isinstance(own, dict):
                continue
            choices = {option.name: option.choices for option in METRICS[name].options if "FILE" in option.other}
            files = [value for option, value in own.items() if value not in choices.get(option, (value,))]
            with suppress(GoldleafError):
                choice = choice.with_options(name, own) if all(map(is_file, files)) else choice
        return choice
