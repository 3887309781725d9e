"""`goldleaf` alone: the window on the demo treebank, or without a display its scores and pictures."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from goldleaf.viewer.commands.drawing import check_libraries, fonts, has_display, say_warnings
from goldleaf.viewer.commands.loading import loading
from goldleaf.viewer.commands.terminal import say

OUTPUT = Path("demo-output")


def command() -> int:
    """Show the demo in the way that this machine can."""
    check_libraries()
    if has_display():
        with loading():
            from goldleaf.viewer.app import run

        return run()
    from goldleaf.viewer.commands import compare
    from goldleaf.viewer.commands.score import command as score
    from goldleaf.viewer.export.families import better_font

    with as_file(files("goldleaf.assets") / "demo") as folder:
        say(f"no display for a window: the demo's scores, and its pictures in {OUTPUT}/")
        say()
        score.command(gold=folder / "gold.conllu", parses=[folder / "parse.conllu"])
        say()
        compare.command(experiments=folder / "theories" / "theories.toml")
        pictures = write_pictures(folder / "gold.conllu", folder / "parse.conllu", OUTPUT)
    say()
    say(f"{pictures} pictures in {OUTPUT.resolve()}")
    if better := better_font():
        say(better)
    return 0


def write_pictures(gold: Path, parse: Path, folder: Path) -> int:
    """Write an SVG and a PNG of every sentence to a folder; returns how many files there are."""
    from goldleaf.core.metrics import create
    from goldleaf.viewer.canvas.fonts import measure
    from goldleaf.viewer.figures.render import render
    from goldleaf.viewer.figures.wanted import Wanted
    from goldleaf.viewer.session.loading import loaded
    from goldleaf.viewer.session.request import Request

    folder.mkdir(exist_ok=True)
    document = loaded(Request(gold, (parse,), ("parse",)), [create("attachment")])
    wanted = Wanted(theme="light", legend=True)
    with fonts():
        for row, identity in enumerate(document.gold.sentences["id"]):
            figure = render(document, f"{row + 1}", wanted, measure)
            for suffix in (".svg", ".png"):
                path = (folder / (identity or f"{row + 1}")).with_suffix(suffix)
                figure.save(path)
                say_warnings(path, figure)
    return 2 * len(document)
