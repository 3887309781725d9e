"""Arcs of small sentences, and a LaTeX to compile them with."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from goldleaf.core.sentence import Sentence, Token, Word
from goldleaf.viewer.diagram.shapes import Side, State
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture

Row = tuple[str, int, str, State]


def picture(rows: Sequence[Row], *, side: Side = Side.GOLD, tokens: Sequence[Token] = ()) -> ArcsPicture:
    """A picture of words, each with its head, label and state."""
    words = tuple(
        Word(position, form, "_", "X", "_", "_", head, label, position)
        for position, (form, head, label, _) in enumerate(rows, start=1)
    )
    arcs = tuple(Arc(position, head, label, state) for position, (_, head, label, state) in enumerate(rows, start=1))
    sentence = Sentence(1, "s1", " ".join(word.form for word in words), 1, words, tokens=tuple(tokens))
    return ArcsPicture(sentence, side, arcs)


@pytest.fixture
def english() -> list[ArcsPicture]:
    """Gold and parse with TeX's specials and every kind of difference that arcs have."""
    gold = [
        ("R&D", 2, "nsubj", State.MATCHED),
        ("costs", 0, "root", State.MATCHED),
        ("50%", 4, "nummod_x", State.WRONG_LABEL),
        ("--", 2, "obj", State.MISSING),
        ("[x]", 2, "dep", State.NOT_SCORED),
    ]
    parse = [
        ("R&D", 2, "nsubj", State.MATCHED),
        ("costs", 0, "root", State.MATCHED),
        ("50%", 4, "det", State.WRONG_LABEL),
        ("--", 1, "obj", State.WRONG_HEAD),
        ("[x]", 4, "dep", State.EXTRA),
    ]
    return [picture(gold), picture(parse, side=Side.PARSE)]


@pytest.fixture
def hebrew() -> list[ArcsPicture]:
    """A sentence from right to left with a multiword token."""
    rows = [
        ("ה", 2, "det", State.MATCHED),
        ("ילדה", 3, "nsubj", State.MATCHED),
        ("קראה", 0, "root", State.MATCHED),
        ("ספר.", 3, "obj", State.MISSING),
    ]
    return [picture(rows, tokens=[Token(1, 2, "הילדה")])]


@pytest.fixture
def compile_tex(tmp_path: Path) -> Callable[[str, str], str]:
    """Compiles a document with an engine and returns the text of its only page; skips where there is no LaTeX."""

    def run(source: str, engine: str) -> str:
        if not shutil.which(engine):
            pytest.skip(f"{engine} is not installed")
        for package in ("standalone.cls", "tikz-dependency.sty", "fontspec.sty", "luatex85.sty", "gb4e.sty"):
            if subprocess.run(["kpsewhich", package], capture_output=True, timeout=300).returncode:
                pytest.skip(f"{package} is not installed (texlive-latex-extra, -humanities, -xetex, -luatex)")
        (tmp_path / "figure.tex").write_text(source, encoding="utf-8")
        command = [engine, "-interaction=nonstopmode", "-halt-on-error", "figure.tex"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", timeout=300)
        assert done.returncode == 0, done.stdout[-2000:]
        assert "Missing character" not in (tmp_path / "figure.log").read_text(encoding="utf-8", errors="replace")
        if not shutil.which("pdftotext"):
            pytest.skip("compiled; pdftotext (poppler-utils) is not installed")
        asked = subprocess.run(["pdftotext", "-raw", "figure.pdf", "-"], cwd=tmp_path, capture_output=True, timeout=300)
        return asked.stdout.decode("utf-8")

    return run
