"""Text for TeX stands for itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldleaf.viewer.diagram.theme import Font
from goldleaf.viewer.text.tex import escape, estimate, needs_unicode, preamble, scripts_of, typeset, wrap


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
    lines = "\n".join(preamble(["ספר"], right_to_left=True))
    assert r"\renewfontfamily\goldleafhebrew" in lines
    assert r"\newcommand\goldleafrtl" in lines


def test_latin_needs_no_fontspec() -> None:
    assert not any("fontspec" in line for line in preamble(["abc"], right_to_left=False))


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
