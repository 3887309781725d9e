"""Trees for the LaTeX package forest, as `goldleaf render` writes them."""

from __future__ import annotations

import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.viewer.cli import main

DEMO = Path(str(files("goldleaf.assets"))) / "demo"

pytestmark = pytest.mark.usefixtures("qapp")


def rendered(folder: Path, kind: str, ending: str, *options: str) -> str:
    """The TeX of the first pair of the demo's trees."""
    target = folder / "figure.tex"
    sources = [str(DEMO / f"{kind}-{side}.{ending}") for side in ("gold", "parse")]
    assert main(["render", *sources, "-o", str(target), *options]) == 0
    return target.read_text(encoding="utf-8")


def test_projective_trees_are_forests_one_for_each_side(tmp_path) -> None:
    text = rendered(tmp_path, "trees", "mrg")
    assert text.count(r"\begin{forest}") == text.count(r"\end{forest}") == 2
    for word in ("binder", "atlas", "linen"):
        assert text.count(f"{{{word}}}") == 2


def test_what_forest_cannot_draw_is_drawn_line_by_line(tmp_path) -> None:
    assert r"\begin{forest}" not in rendered(tmp_path, "crossing", "export")
    assert r"\begin{tikzpicture}" in rendered(tmp_path, "trees", "mrg", "--compare", "overlay")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("xelatex") is None, reason="xelatex is not installed: the source is not compiled")
def test_the_document_compiles(tmp_path) -> None:
    if not subprocess.run(["kpsewhich", "forest.sty"], capture_output=True, check=False).stdout:
        pytest.skip("LaTeX's package forest is not installed: the source is not compiled")
    rendered(tmp_path, "trees", "mrg", "--standalone")
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "figure.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
