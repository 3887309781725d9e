"""Text for TeX stands for itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldleaf.viewer.diagram.theme import Font
from goldleaf.viewer.text.tex import (
    PACKAGES,
    Example,
    escape,
    estimate,
    measured_in,
    needs_unicode,
    preamble,
    scripts_of,
    selecting,
    typeset,
    wrap,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("50%", r"50\%"),
        ("a_b#c$d", r"a\_b\#c\$d"),
        ("{x}", r"\{x\}"),
        ("\\alpha", r"\textbackslash{}alpha"),
        ("R&D", r"R\symbol{38}D"),
        ("~^", r"\textasciitilde{}\textasciicircum{}"),
        ("--", r"\mbox{-}\mbox{-}"),
        ("a-b", "a-b"),
        ("<<a>", r"\mbox{<}\mbox{<}a>"),
        ("1–13…", r"1\textendash{}13\textellipsis{}"),
        ("``", r"\textasciigrave{}\textasciigrave{}"),
        ("''", r"\textquotesingle{}\textquotesingle{}"),
        ("a b", "a~b"),
        ("e\u0301", "é"),
        ("\x00", "\ufffd"),
    ],
)
def test_escape(text: str, expected: str) -> None:
    assert escape(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cœur – “ž” €", False),
        ("≤ 2, ∅, −1", False),
        ("naïve", False),
        ("ספר", True),
        ("книга", True),
        ("λόγος", True),
        ("書", True),
    ],
)
def test_what_pdflatex_cannot_set(text: str, expected: bool) -> None:
    assert needs_unicode([text]) is expected


def test_scripts_get_fonts() -> None:
    assert [script.name for script in scripts_of(["ספר", "كتاب", "abc", "本", "ほん"])] == ["Arabic", "CJK", "Hebrew"]
    source = wrap([typeset("ספר"), typeset("книга")], packages=[], right_to_left=True, standalone=False)
    assert r"\renewfontfamily\goldleafhebrew" in source
    assert r"\providecommand\goldleafrtl" in source
    assert r"{\goldleafother книга}" in source


def test_a_document_keeps_its_own_fonts() -> None:
    source = wrap(
        [typeset("ספר")], packages=[], right_to_left=True, standalone=False, families="Nimbus Sans, sans-serif"
    )
    assert r"\setsansfont" not in source
    needed = [line for line in source.splitlines() if line.startswith("% ")]
    assert not any("goldleafhebrew" in line for line in needed)


@pytest.mark.parametrize(
    ("families", "usual", "own"),
    [
        ("Nimbus Sans, Helvetica, sans-serif", "sf", r"\fontfamily{qhv}"),
        ("Nimbus Sans, Helvetica, sans-serif", "sf", r"{\IfFontExistsTF{Nimbus Sans}{"),  # where TeX's own is not there
        ("TeX Gyre Termes, Nimbus Roman, serif", "rm", "{texgyretermes}"),
        ("Gentium Plus, Nimbus Roman, serif", "rm", r"\IfFontExistsTF{Gentium Plus}"),
    ],
)
def test_text_is_set_in_the_font_that_it_is_measured_in(families: str, usual: str, own: str) -> None:
    macro, known = selecting(families), families.startswith(("Nimbus", "TeX"))
    source = wrap([rf"{{{macro} a}}"], packages=[], right_to_left=False, standalone=False, families=families)
    assert rf"\newcommand{macro}{{\{usual}family}}" in source
    assert own in source
    assert bool(measured_in(families)) is not known
    assert f"% Measured in {families.split(',')[0]}" in source


def test_no_space_stands_behind_a_figure() -> None:
    assert wrap(["a"], packages=[], right_to_left=False, standalone=False).endswith("\na%\n")


@pytest.mark.parametrize("engine", ["xelatex", "lualatex"])
def test_figures_leave_each_other_and_the_document_their_fonts(
    engine: str, compile_tex: Callable[[str, str], str]
) -> None:
    families = {"שלום": "Nimbus Sans, sans-serif", "سلام": "Nimbus Roman, serif"}
    parts = [
        wrap(
            [rf"{{{selecting(own)} {typeset(text)} sj}}"],
            packages=[],
            right_to_left=True,
            standalone=False,
            families=own,
        )
        for text, own in (*families.items(), *families.items())
    ]
    own = r"\setbox0\hbox{\sffamily same width}\edef\before{\the\wd0}"
    then = r"\par\setbox0\hbox{\sffamily same width}\edef\after{\the\wd0}\ifx\before\after kept\else changed\fi"
    needs = preamble(["שלום"], right_to_left=True) * 2
    lines = [r"\documentclass{article}", *needs, r"\begin{document}", own, *parts, then, r"\end{document}"]
    assert "kept" in compile_tex("\n".join(lines), engine)


@pytest.mark.parametrize("engine", ["pdflatex", "xelatex", "lualatex"])
def test_every_engine_sets_what_is_latin_as_it_is_written(engine: str, compile_tex: Callable[[str, str], str]) -> None:
    texts = ["NP 1–13", "a--b", "---", "<<c>>", ",,d", "cœur", "šé „ž“ — €"]
    body = [rf"{{\sffamily {typeset(text)}}}\par" for text in texts]
    source = wrap(body, packages=[], right_to_left=False, standalone=True)
    assert compile_tex(source, engine).split("\n")[: len(texts)] == texts


def test_only_right_to_left_text_is_turned() -> None:
    assert typeset("ספר.", right_to_left=True) == r"\goldleafrtl{{\goldleafhebrew ספר.}}"
    assert typeset("NOUN", right_to_left=True) == "NOUN"
    assert typeset("(", right_to_left=True) == r"\goldleafrtl{(}"


def test_wide_characters_are_wide() -> None:
    font = Font("sans-serif", 10)
    assert estimate("書", font).width == 10
    assert estimate("e\u0301", font).width == estimate("e", font).width


def test_a_figure_as_wide_as_the_page_begins_where_the_page_does(compile_tex: Callable[[str, str], str]) -> None:
    lines = Example("gb4e", "ex:1", ("a",)).around([r"\hbox to \textwidth{wide\hfil}"])
    document = [r"\documentclass{article}", *PACKAGES["gb4e"], r"\hfuzz=0pt\begin{document}"]
    check = r"\ifnum\badness=1000000 overfull\else fits\fi"
    assert "fits" in compile_tex("\n".join([*document, *lines, check, r"\end{document}"]), "pdflatex")
