"""Arcs for tikz-dependency."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from goldleaf.core.sentence import Argument, Sentence
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Side
from goldleaf.viewer.diagram.theme import Theme, typewriter
from goldleaf.viewer.views.arcs import tikz
from goldleaf.viewer.views.arcs.arc_picture import Arc, ArcsPicture
from goldleaf.viewer.views.arcs.draw import draw

Pictures = Sequence[ArcsPicture]


def written(pictures: Pictures, theme: Theme, options: Options, **others: Any) -> str:
    mode = Mode.OVERLAY if others.get("overlay") else Mode.STACKED
    return tikz.write(pictures, draw(pictures, mode, options, theme, typewriter), theme, options, **others)


def test_a_dependency_for_each_picture(english: Pictures, theme: Theme) -> None:
    source = written(english, theme, Options())
    assert source.count(r"\begin{dependency}") == source.count(r"\end{dependency}") == 2
    assert r"%   \usepackage{tikz-dependency}" in source
    assert re.search(r"\{R\\symbol\{38\}D\} \\&.* \{costs\}", source)


def test_arcs_and_roots(english: Pictures, theme: Theme) -> None:
    source = written(english[:1], theme, Options())
    assert re.search(r"\\depedge\[goldleaf matched, [^]]*\]\{2\}\{1\}\{nsubj\}", source)
    assert re.search(r"\\depedge\[goldleaf wrong-label, goldleaf boxed, [^]]*\]\{4\}\{3\}\{nummod\\_x\}", source)
    assert re.search(r"\\depstyle\{goldleaf boxed\}\{label style=\{.*draw=", source)
    assert re.search(r"\\deproot\[goldleaf matched, [^]]*\]\{2\}\{root\}", source)
    assert re.search(r"\\depstyle\{goldleaf missing\}\{.*dash pattern=", source)


def test_an_extra_arc_has_its_cross(english: Pictures, theme: Theme) -> None:
    source = written(english, theme, Options())
    assert re.search(r"\\depedge\[goldleaf extra, .*\{\$\\times\$~dep\}", source)


def test_what_the_options_hide_is_left_out(english: Pictures, theme: Theme) -> None:
    source = written(english, theme, Options(only_differences=True))
    assert "nsubj" not in source
    assert r"{nummod\_x}" in source
    assert "|[goldleaf word not-scored]|" in source


def test_panes_share_their_words_places(english: Pictures, theme: Theme) -> None:
    source = written(english, theme, Options())
    rows = [line for line in source.splitlines() if line.startswith(r"  {R\symbol")]
    assert rows[0] == rows[1]


def test_overlay_has_the_parse_below(english: Pictures, theme: Theme) -> None:
    source = written(english, theme, Options(), overlay=True)
    assert source.count(r"\begin{dependency}") == 1
    assert re.search(r"\\depedge\[goldleaf wrong-head, goldleaf below, ", source)
    assert not re.search(r"\\depedge\[goldleaf missing, goldleaf below", source)


def test_right_to_left_is_mirrored(hebrew: Pictures, theme: Theme) -> None:
    source = written(hebrew, theme, Options())
    words = next(line for line in source.splitlines() if "ספר" in line and r"\&" in line)
    assert words.index("ספר") < words.index("קראה") < words.index("ילדה")
    assert re.search(r"\\depedge\[goldleaf missing, [^]]*\]\{2\}\{1\}\{obj\}", source)
    assert re.search(r"\\path\[goldleaf token matched line\]", source)
    assert re.search(r"\\node\[goldleaf token matched text, anchor=base\] at .*הילדה", source)


def test_arguments_stand_below(english: Pictures, theme: Theme) -> None:
    first = english[0]
    words = [replace(word, predicate="cost.01") if word.position == 2 else word for word in first.sentence.words]
    sentence = Sentence(1, None, None, 1, tuple(words), arguments=(Argument(2, 1, "A0"),))
    source = written([ArcsPicture(sentence, Side.GOLD, first.arcs)], theme, Options())
    for label in ("A0", "cost.01"):
        assert re.search(rf"\\node\[goldleaf semantic matched text.*{label}", source)


def test_words_without_head_and_self_loops_are_written(english: Pictures, theme: Theme) -> None:
    arcs = (Arc(1, None, "_"), Arc(2, 2, "self"), Arc(3, 9, "far"))
    source = written([ArcsPicture(english[0].sentence, Side.GOLD, arcs)], theme, Options())
    assert source.count(r"\depedge") == 0
    assert source.count(r"\deproot") == 2


def test_compiles(english: Pictures, theme: Theme, compile_tex: Callable[[str, str], str]) -> None:
    text = compile_tex(written(english, theme, Options(), standalone=True), "pdflatex")
    assert {"R&D", "costs", "50%", "[x]"} <= set(text.split())


def test_an_overlay_compiles(english: Pictures, theme: Theme, compile_tex: Callable[[str, str], str]) -> None:
    text = compile_tex(written(english, theme, Options(), overlay=True, standalone=True), "pdflatex")
    assert text.count("nsubj") == 2


def test_hebrew_compiles(hebrew: Pictures, theme: Theme, compile_tex: Callable[[str, str], str]) -> None:
    text = compile_tex(written(hebrew, theme, Options(), standalone=True), "xelatex")
    assert "nsubj" in text
