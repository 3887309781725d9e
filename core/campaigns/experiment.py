"""Several golds and parses of the same sentences on common ground (Tsarfaty et al. 2011; 2012 EACL, Figure 3).

An experiment is a gold and the parses that were made after it. A file lists them::

    [[experiment]]
    name = "UD"
    gold = "ud-gold.conllu"       # paths from the file's own folder
    parse = "ud-parse.conllu"     # or a list; "NAME=ud-parse.conllu", or { name = "…", path = "…" }, gives it a name
    label_map = "labels.txt"      # optional: labels that are equal, see `core.metrics.tedeval.labels`
    format = "conllu"             # optional, as are encoding and separator
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from pathlib import Path

from goldleaf.core import formats
from goldleaf.core.alignment import check_paired, check_related
from goldleaf.core.errors import FormatError, GoldleafError, OptionError, Problem, shortened
from goldleaf.core.files import is_file
from goldleaf.core.formats.source import check_encoding
from goldleaf.core.metrics.attachment import Attachment
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.core.metrics.tedeval.labels import load as load_labels
from goldleaf.core.metrics.tedeval.labels import relabelled
from goldleaf.core.naming import distinct, names_of
from goldleaf.core.scoring import Scored, score
from goldleaf.core.treebank import Treebank

_NEEDED: dict[str, type | tuple[type, ...]] = {"name": str, "gold": str}
_EXPECTED = "[[experiment]] with name, gold and parse"
_OPTIONAL: dict[str, type | tuple[type, ...]] = {"label_map": str, "format": str, "encoding": str, "separator": str}


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
        """All its files, the gold first."""
        return (self.gold, *self.parses)


@dataclass(frozen=True, eq=False)
class Opened:
    """An experiment with its treebanks; ``as_read``, the gold first, are the same without the label map."""

    experiment: Experiment
    gold: Treebank
    parses: tuple[Treebank, ...]
    as_read: tuple[Treebank, ...]


@dataclass(frozen=True, eq=False)
class Outcome:
    """A parse of an experiment, by its ``name``, scored against its own gold and against what all golds have in
    common."""

    experiment: Experiment
    name: str
    parse: Treebank
    scored: Scored


@dataclass(frozen=True, eq=False)
class Attached:
    """A parse of an experiment, by its ``name``, against the gold of one, its own or another, by attachment."""

    experiment: Experiment
    name: str
    parse: Treebank
    gold: Experiment
    scored: Scored


def load(path: Path) -> tuple[Experiment, ...]:
    """The experiments of a file. Raises GoldleafError, FormatError with the line where there is one to name."""
    return experiments(_entries(path), path)


def experiments(entries: Iterable[tuple[int, object]], path: Path) -> tuple[Experiment, ...]:
    """The experiments of tables that a file has in these lines. Raises FormatError."""
    found: list[Experiment] = []
    for line, entry in entries:
        try:
            made = _experiment(entry, path.parent)
            if any(made.name == other.name for other in found):
                raise ValueError(f"there is another experiment named {made.name!r}")
        except (ValueError, OptionError) as error:
            raise FormatError(Problem(str(path), line, 0, str(error).removeprefix("--"))) from None
        found.append(made)
    return tuple(found)


def _entries(path: Path) -> Iterator[tuple[int, object]]:
    """What a file says of each experiment, with the line where it begins, 1 if there is none to name."""
    text = _text(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GoldleafError(f"{path}: not TOML: {error}", path=path) from None
    except RecursionError:
        raise GoldleafError(f"{path}: nested too deep; expected {_EXPECTED}", path=path) from None
    except ValueError:  # a number of more digits than Python takes
        raise GoldleafError(f"{path}: a number is too large; expected {_EXPECTED}", path=path) from None
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip().startswith("[[experiment]]")]
    entries = table.pop("experiment", [])
    if table or not isinstance(entries, list) or not entries:
        wrong = f"unknown key {shortened(next(iter(table)))!r}; " if table else ""
        raise FormatError(Problem(str(path), 1, 0, f"{wrong}expected {_EXPECTED}"))
    return zip(chain(lines, repeat(1)), entries, strict=False)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise GoldleafError(f"{path}: cannot read the experiments: {reason}", path=path) from None


def _experiment(entry: object, folder: Path) -> Experiment:
    """An experiment from its table. Raises ValueError with what is wrong."""
    if not isinstance(entry, dict):
        raise ValueError("expected a table with name, gold and parse")
    known = {**_NEEDED, "parse": (str, list, dict), **_OPTIONAL}
    for key, value in entry.items():
        if key not in known:
            raise ValueError(f"unknown key {shortened(key)!r}; there are {', '.join(known)}")
        if not isinstance(value, known[key]):
            raise ValueError(f"{key} is {_kind(value)}; expected text in quotes")
    if entry.get("format"):
        formats.check_format(entry["format"])
    check_encoding(entry.get("encoding", "utf-8"))
    formats.check_separator(entry.get("separator", "-"))
    for key in (*_NEEDED, "parse"):
        if not entry.get(key):
            raise ValueError(f"no {key}; an experiment has name, gold and parse")
    listed = entry["parse"] if isinstance(entry["parse"], list) else [entry["parse"]]
    named = [_named(one, folder) for one in listed]
    names = tuple(name for name, _ in named)
    [gold], parses = _files("gold", [entry["gold"]], folder), _files("parse", [path for _, path in named], folder)
    maps = _files("label_map", [entry[key] for key in ("label_map",) if key in entry], folder)
    return Experiment(
        entry["name"],
        gold,
        tuple(parses),
        next(iter(maps), None),
        entry.get("format"),
        entry.get("encoding", "utf-8"),
        entry.get("separator", "-"),
        names if any(names) else (),
    )


def _named(parse: object, folder: Path) -> tuple[str, object]:
    """The name that a parse is given, empty for none, and its path."""
    if isinstance(parse, dict):
        if {*parse} != {"name", "path"} or not parse["name"] or not isinstance(parse["name"], str):
            raise ValueError('parse is a table; expected { name = "…", path = "…" }')
        return parse["name"], parse["path"]
    name, equals, path = parse.partition("=") if isinstance(parse, str) else ("", "", "")
    return (name, path) if name and equals and not is_file(folder / f"{parse}") else ("", parse)


def _kind(value: object) -> str:
    """A value that should be a text, as far as it fits into a message."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a large number"  # which Python may refuse to spell
    return "nested" if isinstance(value, dict | list) else shortened(repr(value))


def _files(key: str, names: Sequence[object], folder: Path) -> list[Path]:
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"{key} is {_kind(name)}; expected a path in quotes, or a list of them")
        if not is_file(folder / name):
            raise ValueError(f"{key}: there is no file {folder / name}")
    return [folder / str(name) for name in names]


def dumps(experiments: Sequence[Experiment], folder: Path) -> str:
    """The text of a file of experiments that stands in a folder."""

    def name(path: Path) -> str:
        return _quoted(str(path.relative_to(folder) if path.is_relative_to(folder) else path))

    parts = []
    for one in experiments:
        lines = ["[[experiment]]", f"name = {_quoted(one.name)}", f"gold = {name(one.gold)}"]
        called = [
            f"{{ name = {_quoted(own)}, path = {name(path)} }}" if own else name(path)
            for path, own in zip(one.parses, one.names or repeat(""), strict=False)
        ]
        parses = ", ".join(called)
        lines.append(f"parse = {parses if len(one.parses) == 1 else f'[{parses}]'}")
        if one.label_map is not None:
            lines.append(f"label_map = {name(one.label_map)}")
        usual = Experiment("", Path(), ())
        lines += [
            f"{key} = {_quoted(value)}"
            for key in ("format", "encoding", "separator")
            if (value := getattr(one, key)) != getattr(usual, key) and value is not None
        ]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def names_of_parses(experiments: Iterable[Experiment]) -> list[str]:
    """The names of all parses, each another."""
    return distinct([name for one in experiments for name in one.parse_names])


def opened(experiments: Sequence[Experiment]) -> tuple[Opened, ...]:
    """The experiments with their treebanks, each gold with those of the others as its other golds.

    Raises GoldleafError when a file cannot be read or the golds are not of the same sentences.
    """
    found = []
    for one in experiments:
        read = [
            formats.read(path, format=one.format, encoding=one.encoding, separator=one.separator) for path in one.paths
        ]
        labels = load_labels(str(one.label_map)) if one.label_map is not None else {}
        gold, *parses = (relabelled(treebank, labels) for treebank in read)
        found.append(Opened(one, gold, tuple(parses), tuple(read)))
    for other in found[1:]:
        check_paired(found[0].gold, other.gold)
        check_related(found[0].gold, other.gold)
    return tuple(
        replace(one, gold=replace(one.gold, other_golds=tuple(other.gold for other in found if other is not one)))
        for one in found
    )


def outcomes(found: Sequence[Opened], metric: TedEval) -> Iterator[Outcome]:
    """Every parse scored, single and multiple at once (see `TedEval`)."""
    names = iter(names_of_parses(one.experiment for one in found))
    for one in found:
        for parse in one.parses:
            check_related(one.gold, parse)
            yield Outcome(one.experiment, next(names), parse, score(metric, one.gold, parse))


def attachments(found: Sequence[Opened]) -> Iterator[Attached]:
    """Every parse against each gold, where both are dependencies, by the usual attachment scores, labels as read."""
    metric = Attachment()
    golds = [(one.experiment, one.as_read[0]) for one in found if metric.applies(one.gold)]
    names = iter(names_of_parses(one.experiment for one in found))
    for one in found:
        for parse, name in zip(one.as_read[1:], names, strict=False):
            for other, gold in golds if metric.applies(parse) else ():
                yield Attached(one.experiment, name, parse, other, score(metric, gold, parse))


def overlaps(found: Sequence[Opened], metric: TedEval) -> list[list[Scored]]:
    """Each gold against each gold: how much the theories say alike."""
    alone = [replace(one.gold, other_golds=()) for one in found]
    return [[score(metric, gold, other) for other in alone] for gold in alone]
