"""How commands start, and what they print: lines and tables whose control characters stay visible, on streams that take
any character. A treebank is not to be trusted: an escape sequence in a label could move the cursor, recolour the screen
or type for the user. Nothing from a file reaches the terminal but through this module."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation

import typer

from goldleaf.core.errors import reason
from goldleaf.viewer.text.characters import visible


def say(line: str = "", *, bold: bool = False) -> None:
    """A line on standard output, never wrapped."""
    if bold:
        typer.secho(visible(line), bold=True)
    else:
        print(visible(line))


def say_text(text: str) -> None:
    """Text for programs on standard output as it is; on a terminal, controls but for tabs and ends of lines visible."""
    if sys.stdout.isatty():
        text = "".join(piece if piece in "\t\n" else visible(piece) for piece in re.split("([\t\n])", text))
    sys.stdout.write(text)


def complain(line: str) -> None:
    """A line on standard error, if that takes it: there is nowhere else to tell."""
    with suppress(OSError):
        print(visible(line), file=sys.stderr, flush=True)


def say_json(value: object) -> None:
    """A JSON object on standard output; what the output's encoding may lack, and controls, as ``\\u`` and a number."""
    in_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(value, ensure_ascii=not in_unicode, allow_nan=False, indent=1)
    print(re.sub("[\x7f-\x9f\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text))


@contextmanager
def loading() -> Iterator[None]:
    """Load many modules in this block: what they make stays, so it is not looked through for garbage. That takes a
    sixth of the time that the window's modules need."""
    # OpenBLAS starts a thread for each core when numpy is loaded; there is no linear algebra here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.freeze()
            gc.enable()


def prepare() -> None:
    """Let the streams take any character, and closed ones be there: writing to a closed output raises OSError."""
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)  # or a file opened later would be standard input
    if sys.stdout is None:
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123, not for writing
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def unwritten(error: OSError) -> int:
    """The exit status when standard output fails; what waits to be written is dropped, or Python complains of it."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    if isinstance(error, BrokenPipeError):
        return 1  # the reader of our output has gone; there is no one to tell
    said = "it is closed" if isinstance(error, UnsupportedOperation) else reason(error)
    complain(f"standard output: cannot be written: {said}")
    return 2
