"""`goldleaf`: the command line. Each command has a module in `viewer.commands`."""

from __future__ import annotations

import os
import shlex
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any
from warnings import catch_warnings

import typer
from typer.core import TyperCommand

from goldleaf.core.errors import GoldleafError, reason
from goldleaf.core.registry import PlugInWarning
from goldleaf.core.version import VERSION
from goldleaf.viewer.commands.terminal import complain, loading, prepare, say, say_text, unwritten
from goldleaf.viewer.interruption import STATUS
from goldleaf.viewer.plugins import plug_in_named

COMMANDS = (
    "open", "score", "find", "compare", "presets", "agreement", "render", "report",
    "stats", "diff", "suspects", "validate", "convert", "baseline", "review", "manual",
)  # fmt: skip
"""The commands, each with its module in `viewer.commands`, in the order of the help."""

MODULES = {"score": "score.command"}
"""The modules of the commands that have a room of their own."""

PROGRAM = "goldleaf"
LARGE = "--large"
WITHOUT_COMMAND = ("--version", "--cite", "--show-completion", "--install-completion")


def _version(wanted: bool) -> None:
    if wanted:
        say(f"goldleaf {VERSION}")
        raise typer.Exit


def _cite(wanted: bool) -> None:
    if wanted:
        from goldleaf.viewer.commands.citing import bibtex

        say_text(bibtex())
        raise typer.Exit


def start(
    context: typer.Context,
    _version_only: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
    _cite_only: bool = typer.Option(
        False, "--cite", callback=_cite, is_eager=True, help="Print how to cite program, metrics, signatures: BibTeX."
    ),
    _large: bool = typer.Option(False, LARGE, help="Read what is more than 4 GiB when it is unpacked; in any command."),
) -> None:
    """Compare, score and draw syntactic trees. Without a command: the window on the demo treebank."""
    if context.invoked_subcommand is None:
        with loading():
            from goldleaf.viewer.commands.open import show_demo
        raise typer.Exit(show_demo())


def application(arguments: Sequence[str], *, completing: bool = False) -> typer.Typer:
    """The command line; only the command that is called is loaded, for what draws takes long to load. A shell that asks
    for it while ``completing`` is told the names of the others."""
    app = typer.Typer(name=PROGRAM, rich_markup_mode=None if completing else "rich", pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(start)
    first = arguments[0] if arguments else "--version"
    wanted = () if first in WITHOUT_COMMAND else (first,) if first in COMMANDS else COMMANDS
    for name in COMMANDS if completing else wanted:
        command = _loaded(name) if name == first or not completing else lambda: None
        # One that is a command line of its own has commands below it.
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(name, cls=_Command)(command)
    return app


class _Command(TyperCommand):
    """A command whose help leaves out the options of metrics, which shells complete all the same."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, typer keeps their types to itself
        from goldleaf.viewer.commands.options import OF_METRICS

        for parameter in self.params:
            if vars(parameter).get("rich_help_panel") == OF_METRICS:
                vars(parameter).update(hidden=True)
        super().format_help(ctx, formatter)


def words_to_complete(program: str, environment: Mapping[str, str] = os.environ) -> Sequence[str] | None:
    """The words after the program's name on the command line that a shell asks to complete; None if none asks."""
    if not environment.get(f"_{program.upper()}_COMPLETE", "").startswith("complete_"):
        return None
    line = environment.get("_TYPER_COMPLETE_ARGS") or environment.get("COMP_WORDS", "")
    try:
        return shlex.split(line)[1:]
    except ValueError:  # a quote that is still open
        return line.split()[1:]


@cache  # once, and for good
def _loaded(name: str) -> Callable[..., Any]:
    """The function of a command, or the command line of those below it."""
    with loading():
        command: Callable[..., Any] = import_module(f"goldleaf.viewer.commands.{MODULES.get(name, name)}").command
    return command


def main(arguments: list[str] | None = None) -> int:
    """Run a command; what the user can mend is one line on stderr and exit status 2."""
    prepare()
    try:
        with catch_warnings():
            python_shows = warnings.showwarning
            warnings.showwarning = lambda message, kind, *place: (
                complain(str(message)) if kind is PlugInWarning else python_shows(message, kind, *place)
            )
            status = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()  # or nobody would be told that what was printed has not arrived
            return status
    except OSError as error:
        return unwritten(error) if error.filename is None else _fail(f"{error.filename}: {reason(error)}")


def _run(given: list[str]) -> int:
    try:
        words = words_to_complete(PROGRAM)
        if LARGE in given:  # behind a command, too, where one adds it to what was too large
            from goldleaf.core.formats.compression import ASKED

            os.environ[ASKED] = "1"
            given = [word for word in given if word != LARGE]
        if given[:1] == ["score"] and "--breakdown" in given:  # may stand without a value, which typer does not know
            from goldleaf.viewer.commands.score.printed import joined

            given = joined(given)
        with loading():  # to look for a metric's name loads what metrics need
            plug_in_named(given if words is None else ["--help", *words])
        app = application(given if words is None else words, completing=words is not None)
        return app(given, prog_name=PROGRAM, standalone_mode=False) or 0
    except typer.TyperException as error:
        at_hand = getattr(getattr(error, "ctx", None), "command_path", PROGRAM)
        return _fail(f"{error.format_message().rstrip('.')} (see {at_hand} --help)")
    except GoldleafError as error:
        return _fail(str(error))
    except MemoryError:
        return _fail("there is not enough memory for this; fewer sentences or fewer files at once need less")
    except (typer.Abort, KeyboardInterrupt):
        return STATUS


def _fail(message: str) -> int:
    complain(message)
    return 2


if __name__ == "__main__":
    sys.exit(main())
