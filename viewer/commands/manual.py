"""`goldleaf manual`: a page of the manual, or where something stands in it; the demo's files."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.resources import as_file
from pathlib import Path
from typing import Annotated

import typer

from goldleaf.core.errors import OptionError, reason
from goldleaf.viewer import manual
from goldleaf.viewer.commands.options import choices, option, with_options
from goldleaf.viewer.commands.terminal import say, say_text

WIDEST = 120  # characters of a line: tables need many, text is read in fewer


@with_options()
def command(
    page: Annotated[str, typer.Argument(autocompletion=choices(manual.pages()))] = manual.FIRST,
    demo: Path | None = option("Copy the demo's files there: all commands of the manual run on them.", "FOLDER"),
) -> None:
    """Show a page of the manual; of any other word, where it stands there."""
    if demo is not None:
        try:
            with as_file(manual.DEMO) as files:
                shutil.copytree(files, demo)
        except FileExistsError:
            raise OptionError(f"--demo {demo}: is there already; expected the name of a new folder") from None
        except OSError as error:
            raise OptionError(f"--demo {demo}: {reason(error)}") from error
    elif page in manual.pages() or not any(manual.places(page)):
        _show(manual.text(page, _keys))
    else:
        for name, title, heading in manual.places(page):
            say(f"{name:<18}{heading or title}")


def _keys() -> manual.Keys:
    from goldleaf.viewer.app import keys

    return keys()


def _show(text: str) -> None:
    # A page as it is written; on a terminal set for reading, in the pager.
    if not sys.stdout.isatty():
        say_text(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    os.environ.setdefault("LESS", "-FRX")  # bold letters, and no pager for what fits
    console = Console(theme=Theme({"markdown.code": "bold"}))  # no ground of its own: a terminal may be light
    console.width = min(console.width, WIDEST)
    with console.pager(styles=True):
        console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=False))
