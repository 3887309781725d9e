"""`goldleaf`: the command line. Each command has a module in `viewer.commands`."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import typer

from goldleaf.core.errors import GoldleafError
from goldleaf.core.version import VERSION

COMMANDS = ("open", "score", "compare", "render", "stats", "validate")
"""The commands, each with its module in `viewer.commands`, in the order of the help."""


def _version(wanted: bool) -> None:
    if wanted:
        print(f"goldleaf {VERSION}")
        raise typer.Exit


def start(
    context: typer.Context,
    _version_only: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Compare, score and draw syntactic trees. Without a command: the window on the demo treebank."""
    if context.invoked_subcommand is None:
        from goldleaf.viewer.commands import demo

        raise typer.Exit(demo.command())


def application(arguments: list[str]) -> typer.Typer:
    """The command line; only the command that is called is loaded, for what draws takes long to load."""
    app = typer.Typer(name="goldleaf", add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(start)
    first = arguments[0] if arguments else "--version"
    wanted = () if first == "--version" else (first,) if first in COMMANDS else COMMANDS
    for name in wanted:
        app.command(name)(_loaded(name))
    return app


@cache  # loaded once, and for good
def _loaded(name: str) -> Callable[..., Any]:
    """The function of a command; loading it is most of what a small file takes."""
    # OpenBLAS starts a thread for each core when numpy is loaded; there is no linear algebra here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()  # what is loaded stays: looking through it for garbage takes a tenth of the time
    try:
        command: Callable[..., Any] = import_module(f"goldleaf.viewer.commands.{name}").command
    finally:
        gc.freeze()
        gc.enable()
    return command


def main(arguments: list[str] | None = None) -> int:
    """Run a command; what the user can mend is one line on stderr and exit status 2."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return application(given)(given, standalone_mode=False) or 0
    except typer.TyperException as error:
        return _fail(f"{error.format_message().rstrip('.')} (see goldleaf --help)")
    except GoldleafError as error:
        return _fail(str(error))
    except typer.Abort:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone; there is no one to tell
        return 1


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
