"""Every format, rendered back to pixels, shows what the canvas shows: as much ink in the same places."""

from __future__ import annotations

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from goldleaf.viewer import figure
from goldleaf.viewer.export import painted
from goldleaf.viewer.figures.figure import Figure

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("qapp")]

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
SCALE = 2  # pixels to a pixel of the picture, which is 1/96 of an inch
CELL = 8  # pixels on a side that are looked at together: letters differ, where they stand does not
ENGINE = "xelatex"


class Kind(NamedTuple):
    """What is drawn, and with which options."""

    files: tuple[str, ...]
    options: dict[str, object]


PAIR, TREES = ("gold.conllu", "parse.conllu"), ("trees-gold.mrg", "trees-parse.mrg")
KINDS = {
    "arcs": Kind(PAIR, {"sentence": "demo-en-2"}),
    "overlay": Kind(PAIR, {"sentence": "demo-en-2", "compare": "overlay"}),
    "beside": Kind(PAIR, {"sentence": "demo-en-3", "compare": "beside"}),
    "enhanced": Kind(PAIR, {"sentence": "demo-cs-1", "enhanced": True, "rows": "tag,lemma"}),
    "hebrew": Kind(PAIR, {"sentence": "demo-he-1"}),
    "other words": Kind(PAIR, {"sentence": "demo-he-2"}),
    "functions": Kind(PAIR, {"sentence": "demo-en-1", "view": "function"}),
    "tree": Kind(TREES, {}),
    "bottom": Kind(TREES, {"style": "bottom", "functions": "edge"}),
    "crossing": Kind(("crossing-gold.export", "crossing-parse.export"), {}),
    "dark": Kind(TREES, {"theme": "dark"}),
    "lattice": Kind(("ambiguous-gold.conllu", "ambiguous-parse.conllu"), {"lattice": DEMO / "ambiguous.lattice"}),
}


def drawn(kind: str) -> Figure:
    chosen = KINDS[kind]
    paths = [DEMO / name for name in chosen.files]
    return figure(*paths, legend=True, caption="A caption", standalone=True, **chosen.options)  # type: ignore[arg-type]


def ink(image: QImage) -> npt.NDArray[np.float64]:
    """How far each pixel is from the background, from 0 to 1."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()]
    return np.abs(rows.astype(float) - float(rows[0, 0])) / 255


def cells(image: npt.NDArray[np.float64], shape: tuple[int, int]) -> npt.NDArray[np.float64]:
    """The ink in each cell, of a picture in a frame of this shape."""
    height, width = (-(-size // CELL) * CELL for size in shape)
    framed = np.zeros((height, width))
    part = image[:height, :width]
    framed[: part.shape[0], : part.shape[1]] = part
    return framed.reshape(height // CELL, CELL, width // CELL, CELL).sum(axis=(1, 3))


def apart(shown: QImage, canvas: QImage) -> float:
    """The share of ink that is elsewhere: in no cell beside its own."""
    one, other = ink(shown), ink(canvas)
    shape = (max(one.shape[0], other.shape[0]), max(one.shape[1], other.shape[1]))
    a, b = cells(one, shape), cells(other, shape)
    return float((_beyond(a, b) + _beyond(b, a)) / (a.sum() + b.sum()))


def _beyond(a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]) -> float:
    """The ink that one has in cells around which the other has none."""
    padded = np.pad(b, 1)
    around = sum(padded[y : y + b.shape[0], x : x + b.shape[1]] for y in range(3) for x in range(3))
    return float(np.maximum(a - around, 0).sum())


def run(*command: str | Path, folder: Path) -> None:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def paged(folder: Path, name: str) -> QImage:
    run("pdftoppm", "-r", f"{96 * SCALE}", "-png", "-singlefile", name, "page", folder=folder)
    page = QImage(str(folder / "page.png"))
    return page.copy(0, 0, page.width() - 1, page.height() - 1)  # the page may end within its last pixels


def from_svg(shown: Figure, folder: Path) -> QImage:
    shown.save(folder / "figure.svg")
    run("rsvg-convert", "--zoom", f"{SCALE}", "figure.svg", "-o", "page.png", folder=folder)
    return QImage(str(folder / "page.png"))


def from_png(shown: Figure, folder: Path) -> QImage:
    shown.save(folder / "figure.png")
    return QImage(str(folder / "figure.png"))


def from_pdf(shown: Figure, folder: Path) -> QImage:
    shown.save(folder / "figure.pdf")
    return paged(folder, "figure.pdf")


def from_tex(shown: Figure, folder: Path) -> QImage:
    if shutil.which(ENGINE) is None or not all(map(_is_installed, ("forest.sty", "tikz-dependency.sty"))):
        pytest.skip(f"{ENGINE}, forest or tikz-dependency is not installed: nothing is compiled")
    shown.save(folder / "figure.tex")
    run(ENGINE, "-interaction=nonstopmode", "-halt-on-error", "figure.tex", folder=folder)
    return paged(folder, "figure.pdf")


def _is_installed(package: str) -> bool:
    return bool(subprocess.run(["kpsewhich", package], capture_output=True, check=False).stdout)


FORMATS = {"svg": (from_svg, 0.03), "png": (from_png, 0.0), "pdf": (from_pdf, 0.02), "tex": (from_tex, 0.07)}
"""How each is rendered, and the share of ink that may be elsewhere."""


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_format_shows_what_the_canvas_shows(kind: str, suffix: str, tmp_path: Path) -> None:
    shown = drawn(kind)
    canvas = painted.image(shown.diagram, shown.theme, scale=SCALE)
    render, allowed = FORMATS[suffix]
    image = render(shown, tmp_path)
    assert apart(image, canvas) <= allowed
    assert abs(image.width() - canvas.width()) <= 3 * SCALE
    assert abs(image.height() - canvas.height()) <= 0.02 * canvas.height()


def test_what_is_elsewhere_is_seen() -> None:
    shown = drawn("tree")
    canvas = painted.image(shown.diagram, shown.theme, scale=SCALE)
    assert apart(canvas.flipped(Qt.Orientation.Horizontal), canvas) > 0.3
    assert apart(canvas.copy(0, 60, canvas.width(), canvas.height()), canvas) > 0.1
