"""`goldleaf`: the command line. Each command has a module in `viewer.commands`."""

from __future__ import annotations

import sys

import typer

from core.errors import GoldleafError
from core.version import VERSION
from viewer.commands import demo, render, score, validate
from viewer.commands import open as opening

app = typer.Typer(
    name="goldleaf",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("open")(opening.command)
app.command("score")(score.command)
app.command("render")(render.command)
app.command("validate")(validate.command)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"goldleaf {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version_only: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Compare, score and draw syntactic trees. Without a command: the window on the demo treebank."""
    if context.invoked_subcommand is None:
        raise typer.Exit(demo.command())


def main(arguments: list[str] | None = None) -> int:
    """Run a command; what the user can mend is one line on stderr and exit status 2."""
    try:
        return app(arguments, standalone_mode=False) or 0
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
