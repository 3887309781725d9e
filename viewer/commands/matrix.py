"""`goldleaf compare THEORIES.toml --matrix`: every parse against every gold; `--trees`: what the golds come to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldleaf.core import formats
from goldleaf.core.campaigns.experiment import Opened
from goldleaf.core.errors import OptionError
from goldleaf.core.files import replacing
from goldleaf.core.formats.conversion import converted
from goldleaf.core.metrics.tedeval import TedEval
from goldleaf.viewer.commands.campaign import USUAL, CampaignOptions, printed_as, refused
from goldleaf.viewer.commands.files import check_replaces_no_input
from goldleaf.viewer.commands.printing import print_table
from goldleaf.viewer.commands.terminal import complain, say, say_json, say_text
from goldleaf.viewer.tables import encode, save
from goldleaf.viewer.tables import format_of as format_of_tables

if TYPE_CHECKING:
    from goldleaf.core.metrics.tedeval.tree_operations import Joined
    from goldleaf.viewer.tables import Table

QUOTED = 5  # sentences without a tree that are named one by one
TEXT = ".txt"
OF_TABLES = ("--format", "--output", "--standalone")
"""The options of campaigns that tables of theories take, too."""


@dataclass(frozen=True, slots=True)
class MatrixOptions:
    """What else is made of theories; a group of options, for `with_options`."""

    matrix: Annotated[
        bool, typer.Option("--matrix", help="Theories: every parse against every gold, and sets of golds generalized.")
    ] = False
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="--matrix: how often sentences are shuffled.  [default: 10000]")
    ] = None
    seed: Annotated[int | None, typer.Option(metavar="N", help="--matrix: of what is drawn.  [default: 0]")] = None
    trees: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Theories: write the golds' common trees: .txt, .discbracket, .export, …"),
    ] = None
    tree: Annotated[
        str | None,
        typer.Option(metavar="generalize|unify|tl-unify", help="How --trees are made. [default: generalize]"),
    ] = None

    def refuse(self) -> None:
        """Raise OptionError for any of them, with a campaign."""
        for name in self.__slots__:
            if getattr(self, name) not in (None, False):
                raise OptionError(f"--{name}: is for experiments of theories; this file has a campaign")

    def check(self, output: CampaignOptions, inputs: Sequence[Path], *, as_json: bool) -> None:
        """Raise OptionError for what does not go together, or cannot be written."""
        refused(output, OF_TABLES if self.matrix or self.trees is None else ())
        printed_as(output, as_json=as_json, written=False)
        for name in ("rounds", "seed"):
            if getattr(self, name) is not None and not self.matrix:
                raise OptionError(f"--{name}: only with --matrix")
        if self.tree is not None and self.trees is None:
            raise OptionError("--tree: only with --trees FILE")
        _check_tables(output.outputs or (), inputs)
        if self.trees is not None:
            _check_trees(self.trees, self.tree, inputs)


def _check_tables(paths: Iterable[Path], inputs: Sequence[Path]) -> None:
    """Raise OptionError for tables that cannot be written."""
    for path in paths:
        format_of_tables(path)
        check_replaces_no_input("--output", path, inputs)


def _check_trees(path: Path, operation: str | None, inputs: Sequence[Path]) -> None:
    """Raise OptionError for trees that cannot be made or written."""
    from goldleaf.core.metrics.tedeval.tree_operations import check_operation

    check_replaces_no_input("--trees", path, inputs)
    _format_of_trees(path)
    if operation is not None:
        check_operation(operation, "--tree")


def _format_of_trees(path: Path) -> str | None:
    """The format of constituents that a file's name asks for; None for text. Raises OptionError for any other."""
    having = {name: one for name, one in formats.FORMATS.items() if "nodes" in one.holds().contents}
    of_trees = {suffix: name for name, one in having.items() for suffix in one.suffixes}
    if path.suffix != TEXT and path.suffix not in of_trees:
        raise OptionError(f"--trees {path}: end the name in {', '.join((TEXT, *of_trees))}")
    return of_trees.get(path.suffix)


def made_of(
    found: Sequence[Opened], metric: TedEval, options: MatrixOptions, output: CampaignOptions, *, as_json: bool
) -> bool:
    """Make what is asked for instead of the usual comparison; whether anything is."""
    if options.trees is not None:
        write_trees(found, metric, options.trees, options.tree or "generalize")
    if options.matrix:
        print_matrix(found, metric, options, output, as_json=as_json)
    return options.matrix or options.trees is not None


def print_matrix(
    found: Sequence[Opened], metric: TedEval, options: MatrixOptions, output: CampaignOptions, *, as_json: bool
) -> None:
    """Print and write the matrix."""
    from goldleaf.core.analysis.significance import Rounds
    from goldleaf.core.campaigns.experiment_matrix import as_object, matrix
    from goldleaf.viewer.theories import tables

    given = {"number": options.rounds, "seed": options.seed}
    done = matrix(found, metric, Rounds(**{name: value for name, value in given.items() if value is not None}))
    signatures = dict.fromkeys(cell.signature for cell in done.cells.values())
    put_out(tables(done), as_object(done), output, as_json=as_json, below=signatures)


def put_out(
    tables: Sequence[Table],
    whole: dict[str, Any],
    output: CampaignOptions,
    *,
    as_json: bool,
    below: Iterable[str] = (),
) -> None:
    """Write tables to files, or print them; as JSON the ``whole`` object. Lines ``below`` them are for the terminal."""
    shown = printed_as(output, as_json=as_json, written=bool(output.outputs))
    for path in output.outputs or ():
        _save(path, tables, whole, standalone=output.standalone)
    if shown == "json":
        say_json(whole)
    elif shown == USUAL:
        _print(tables, below)
    elif shown is not None:
        say_text(encode(shown, tables, standalone=output.standalone).decode(errors="replace"))


def _save(path: Path, tables: Sequence[Table], whole: dict[str, Any], *, standalone: bool) -> None:
    """Write the tables as the file's ending says; as JSON what ``--json`` prints."""
    if format_of_tables(path).name != "json":
        save(path, tables, standalone=standalone)
        return
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _print(tables: Sequence[Table], below: Iterable[str]) -> None:
    for number, table in enumerate(tables):
        if number:
            say()
        print_table(table)
    for number, line in enumerate(below):
        if not number:
            say()
        say(line)


def write_trees(found: Sequence[Opened], metric: TedEval, path: Path, operation: str) -> None:
    """Write a tree a sentence, and say on stderr which sentences have none. Raises GoldleafError."""
    from goldleaf.core.metrics.tedeval.tree_operations import common, described, joined

    golds = [one.gold for one in found]
    if path.suffix == TEXT:
        names = [one.experiment.name for one in found]
        made = [*joined(golds, operation, metric.rules)]
        text = "\n".join(described(one, golds[0], names, operation) for one in made)
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
        without = [one for one in made if one.tree is None]
    else:
        trees, without = common(golds, operation, metric.rules)
        formats.write_bytes(converted(trees, f"{_format_of_trees(path)}").data, path)
    _tell(path, operation, without)


def _tell(path: Path, operation: str, without: Sequence[Joined]) -> None:
    """Say which sentences have no tree."""
    for one in without[:QUOTED]:
        complain(f"{path}: sentence {one.number} has no tree ({operation}): {one.why_not}")
    if len(without) > QUOTED:
        complain(f"{path}: nor have {len(without) - QUOTED:,} more sentences")
