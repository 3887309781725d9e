"""`goldleaf` alone: the window on the demo treebank, or without a display its scores and pictures."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from goldleaf.viewer.commands.drawing import Drawing, fonts, has_display, write_figure

OUTPUT = Path("demo-output")


def command() -> int:
    """Show the demo in the way that this machine can."""
    if has_display():
        from goldleaf.viewer.app import run

        return run()
    from goldleaf.viewer.commands import compare, score

    with as_file(files("goldleaf.assets") / "demo") as folder:
        print(f"no display for a window: the demo's scores, and its pictures in {OUTPUT}/\n")
        score.command(gold=folder / "gold.conllu", parses=[folder / "parse.conllu"])
        print()
        compare.command(experiments=folder / "theories" / "theories.toml")
        pictures = write_pictures(folder / "gold.conllu", folder / "parse.conllu", OUTPUT)
    print(f"\n{pictures} pictures in {OUTPUT.resolve()}")
    return 0


def write_pictures(gold: Path, parse: Path, folder: Path) -> int:
    """Write an SVG and a PNG of every sentence to a folder; returns how many files there are."""
    from goldleaf.core.metrics import create
    from goldleaf.viewer.diagram.theme import load as load_theme
    from goldleaf.viewer.figure.figure import Look
    from goldleaf.viewer.session.document import Request, load

    folder.mkdir(exist_ok=True)
    metric = create("attachment")
    drawing = Drawing(look=Look(), theme=load_theme("light"), legend=True)
    *_, document = (step.document for step in load(Request(gold, (parse,), ("parse",)), [metric]) if step.document)
    with fonts():
        for row in range(len(document)):
            pair = document.pair(row, 0, metric)
            for suffix in (".svg", ".png"):
                path = (folder / (pair.gold.id or str(row + 1))).with_suffix(suffix)
                write_figure(path, pair, drawing, ("gold", "parse"), {"gold": gold.name, "parse": parse.name})
    return 2 * len(document)
