"""Trees for the LaTeX package forest: their source, and what `goldleaf render` writes."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side, State
from goldleaf.viewer.diagram.theme import Theme, load, typewriter
from goldleaf.viewer.views.trees import forest
from goldleaf.viewer.views.trees.draw import draw_trees
from goldleaf.viewer.views.trees.tree_picture import (
    Folding,
    Functions,
    TreeOptions,
    TreePicture,
    TreeStyle,
    tree_pictures,
)
from tests.viewer.views.trees.support import CROSSING, GOLD, pair, tree

Compile = Callable[[str, str], str]

SPECIALS = tree("(S:TOP (NP:SBJ-1 (NN% R&D_50%) (N# [x],=~^)) (VP (V {costs}) (NP (-NONE- *T*-1)) (. --)))")


@pytest.fixture
def compile_forest(compile_tex: Compile) -> Compile:
    def run(source: str, engine: str) -> str:
        try:
            found = subprocess.run(["kpsewhich", "forest.sty"], capture_output=True, timeout=300).returncode == 0
        except FileNotFoundError:
            found = False
        if not found:
            pytest.skip("forest.sty is not installed (texlive-pictures)")
        return compile_tex(source, engine)

    return run


def written(pictures: list[TreePicture], **options: Any) -> str:
    return document(pictures, load("paper-color"), TreeOptions(**options), standalone=False)


def document(pictures: list[TreePicture], theme: Theme, options: TreeOptions, *, standalone: bool = True) -> str:
    diagrams = draw_trees(pictures, Mode.STACKED, options, theme, typewriter)
    return forest.write(pictures, diagrams, theme, options, standalone=standalone)


def balanced(source: str) -> bool:
    """Whether in the lines of trees all braces are closed, and all brackets outside of them."""
    lines = [line for line in re.sub(r"\\[{}]", "", source).splitlines() if re.match(r" *[][]", line)]
    outside, depth = [], 0
    for character in "".join(lines):
        depth += {"{": 1, "}": -1}.get(character, 0)
        outside.append(character if not depth else "")
    text = "".join(outside)
    return all(line.count("{") == line.count("}") for line in lines) and text.count("[") == text.count("]")


def test_a_forest_for_each_picture() -> None:
    source = written(pair())
    assert source.count(r"\begin{forest} goldleaf tree") == source.count(r"\end{forest}") == 2
    assert r"%   \usepackage[edges,linguistics]{forest}" in source
    assert r"\documentclass" not in source
    assert balanced(source)


def test_words_stand_under_their_tags() -> None:
    source = written(tree_pictures(GOLD))
    assert r"[{\goldleaftag{N}\\\goldleafword{dog}}, goldleaf matched, goldleaf at=" in source
    assert re.search(
        r"^\[\{S\}, goldleaf matched, name=item0\n  \[\{NP\}, goldleaf matched, goldleaf at=\{-?[\d.]+\}\{[\d.]+\}$",
        source,
        re.MULTILINE,
    )


def test_on_the_bottom_line() -> None:
    source = written(tree_pictures(GOLD), style=TreeStyle.BOTTOM)
    assert source.count("tier=words") == len(GOLD.words)
    assert "forked edges" in source
    assert "forked edges" not in written(tree_pictures(GOLD))
    assert "forked edges" in written(pair())  # below each other
    beside = draw_trees(pair(), Mode.BESIDE, TreeOptions(), load("paper-color"), typewriter)
    assert "forked edges" not in forest.write(pair(), beside, load("paper-color"), TreeOptions(), mode=Mode.BESIDE)


def test_the_line_to_a_word_without_a_tag_ends_at_the_word() -> None:
    pictures = tree_pictures(tree("(S (NP (N Ann)) (VP (V ran)) (. .))"))
    slanted, on_line = (written(pictures, style=style) for style in (TreeStyle.SLANTED, TreeStyle.BOTTOM))
    assert r"{\goldleaftag{~}" not in slanted
    assert re.search(r"goldleafword\{\.\}\}.*tikz=\{\\draw\[goldleaf matched line\] \(.north\) -- ", on_line)


def test_differences_are_styles() -> None:
    source = written(pair())
    assert re.search(r"\[\{NP\}, goldleaf missing, goldleaf at=.*$", source, re.MULTILINE)
    assert re.search(r"\[\{\$\\times\$~XP\}, goldleaf extra, goldleaf at=.*$", source, re.MULTILINE)
    assert re.search(r"\\tikzset\{goldleaf missing line/\.style=\{draw=goldleaf0072B2, .*dash pattern=", source)
    assert re.search(r"\\forestset\{goldleaf wrong-label/\.style=\{.*fill=", source)


def test_every_style_and_colour_is_defined() -> None:
    states = dict(enumerate(State, 1))
    picture = TreePicture(GOLD, Side.GOLD, states, {2: State.WRONG_LABEL, 8: State.NOT_SCORED})
    source = written([picture], folded=frozenset({Key(Side.GOLD, "node", "6")}))
    defined = set(re.findall(r"(goldleaf [a-z -]+)/\.style", source))
    assert set(re.findall(r"(?:, |\[)(goldleaf [a-z -]+?)(?=[,\]\n])", source)) <= defined
    colours = set(re.findall(r"\\definecolor\{(goldleaf\w+)\}", source))
    assert set(re.findall(r"\b(goldleaf[0-9A-F]{6})\b", source)) <= colours


def test_a_wrong_tag_has_one_box() -> None:
    source = written([TreePicture(GOLD, Side.GOLD, word_states={2: State.WRONG_LABEL})])
    [line] = [line for line in source.splitlines() if r"\goldleafword{dog}" in line]
    assert line.count(r"\goldleafboxed{goldleaf wrong-label tag}{N}") == 1
    assert "}, goldleaf matched, goldleaf at=" in line


def test_a_top_node_that_differs_has_a_line_of_its_own() -> None:
    source = written([TreePicture(GOLD, Side.GOLD, {1: State.MISSING})])
    assert r"tikz={\draw[goldleaf missing line] ([yshift=10.5bp].north) -- (.north);}" in source


def test_functions_indices_traces_and_links() -> None:
    source = written(tree_pictures(SPECIALS), links=True)
    assert r"{S-TOP}" in source
    assert r"{NP-SBJ\textsubscript{\goldleafindex{1}}}" in source
    assert r"\goldleaftrace{*T*-1}" in source
    [ends] = re.findall(r"\\draw\[densely dotted.*?\((item\d+)\.\w+\) to\[.*?\] \((item\d+)\.\w+\)", source)
    assert all(f"name={end}" in source for end in ends)
    on_edges = written(tree_pictures(SPECIALS), functions=Functions.EDGE)
    assert re.search(r"\[\{NP.*edge label=\{node\[.*goldleaf function\] \{SBJ\}\}", on_edges)


def test_text_stands_for_itself() -> None:
    source = written(tree_pictures(SPECIALS))
    assert r"\goldleafword{R\symbol{38}D\_50\%}" in source
    assert r"\goldleaftag{N\#}" in source
    assert r"\goldleafword{\{costs\}}" in source
    assert r"\goldleafword{\mbox{-}\mbox{-}}" in source


def test_folded_nodes() -> None:
    folded = frozenset({Key(Side.GOLD, "node", "3")})
    source = written(tree_pictures(GOLD), folded=folded)
    assert r"[{\goldleaffold{saw~a~cat~with~Ann}}, goldleaf matched, goldleaf fold, goldleaf at=" in source
    assert r"\textellipsis{}" in written(tree_pictures(GOLD), folded=folded, fold_width=80.0)
    assert r"$\neq$2" in written(pair()[:1], folded=folded)
    texts = "(S (A a) (X (B b) (C c)) (Y (D d) (E (F e) (F f))))", "(S (A a) (X (B b) (C c)) (D d) (E (F e) (F f)))"
    run = written(pair(*map(tree, texts)), folding=Folding.NEAR)  # of several parts that are no constituent
    assert "goldleaf matched, goldleaf run, " in run and "goldleaf run/.style={edge path'=" in run


def test_from_right_to_left_the_last_child_comes_first() -> None:
    source = written(tree_pictures(tree("(S (N ספר) (V נפל))")))
    body = source.partition(r"\begin{forest}")[2]
    assert body.index("נפל") < body.index("ספר")
    assert "XeLaTeX or LuaLaTeX" in source


def test_several_tops_hang_by_a_node_that_is_not_drawn() -> None:
    source = written(tree_pictures(tree("(S (a a)) (T (b b))")))
    assert "[, phantom" in source
    assert source.count("no edge") == 2
    assert balanced(source)


def test_what_the_package_can_draw() -> None:
    def can_write(pictures: list[TreePicture], mode: Mode, options: TreeOptions) -> bool:
        theme = load("light")
        diagrams = draw_trees(pictures, mode, options, theme, typewriter) if pictures else []
        return forest.write(pictures, diagrams, theme, options, mode=mode) is not None

    options = TreeOptions()
    assert can_write(pair(), Mode.STACKED, options)
    assert can_write(pair()[:1], Mode.OVERLAY, TreeOptions(missing_bars=True))
    assert not can_write(pair(), Mode.OVERLAY, options)
    assert not can_write(pair(), Mode.STACKED, TreeOptions(missing_bars=True))
    assert not can_write(tree_pictures(CROSSING), Mode.STACKED, options)
    assert not can_write([], Mode.STACKED, options)


@pytest.mark.slow
def test_deep_trees_need_no_recursion() -> None:
    depth = 3000
    source = written(tree_pictures(tree(f"{'(X ' * depth}(a a){')' * depth}")))
    assert source.count("goldleaf matched") > depth


@pytest.mark.parametrize(("engine", "style"), [("pdflatex", TreeStyle.SLANTED), ("xelatex", TreeStyle.BOTTOM)])
def test_compiles(compile_forest: Compile, engine: str, style: TreeStyle) -> None:
    options = TreeOptions(style=style, links=True, functions=Functions.EDGE)
    pictures = [*pair(), *tree_pictures(SPECIALS)]
    text = compile_forest(document(pictures, load("paper-color"), options), engine)
    assert {"dog", "XP", "R&D_50%", "{costs}"} <= set(text.split())


def test_all_states_compile_on_a_dark_ground(compile_forest: Compile) -> None:
    picture = TreePicture(GOLD, Side.GOLD, dict(enumerate(State, 1)), {2: State.WRONG_LABEL})
    folded = TreeOptions(folded=frozenset({Key(Side.GOLD, "node", "6")}))
    text = compile_forest(document([picture], load("dark"), folded), "pdflatex")
    assert "Ann" in text


def test_hebrew_compiles(compile_forest: Compile, theme: Theme) -> None:
    pictures = tree_pictures(tree("(S (NP (DT ה) (N ילדה)) (VP (V קראה) (NP (N ספר))))"))
    text = compile_forest(document(pictures, theme, TreeOptions()), "xelatex")
    assert re.search(r"[\u05d0-\u05ea]", text)


DEMO = Path(str(files("goldleaf.assets"))) / "demo"


def rendered(folder: Path, kind: str, ending: str, *options: str) -> str:
    """The TeX of the first pair of the demo's trees."""
    target = folder / "figure.tex"
    sources = [str(DEMO / f"{kind}-{side}.{ending}") for side in ("gold", "parse")]
    assert main(["render", *sources, "-o", str(target), *options]) == 0
    return target.read_text(encoding="utf-8")


@pytest.mark.usefixtures("qapp")
def test_projective_trees_are_forests_one_for_each_side(tmp_path) -> None:
    text = rendered(tmp_path, "trees", "mrg")
    assert text.count(r"\begin{forest}") == text.count(r"\end{forest}") == 2
    for word in ("binder", "atlas", "linen"):
        assert text.count(f"{{{word}}}") == 2


@pytest.mark.usefixtures("qapp")
def test_what_forest_cannot_draw_is_drawn_line_by_line(tmp_path) -> None:
    assert r"\begin{forest}" not in rendered(tmp_path, "crossing", "export")
    assert r"\begin{tikzpicture}" in rendered(tmp_path, "trees", "mrg", "--compare", "overlay")


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
@pytest.mark.skipif(shutil.which("xelatex") is None, reason="xelatex is not installed: the source is not compiled")
def test_the_document_compiles(tmp_path) -> None:
    if not subprocess.run(["kpsewhich", "forest.sty"], capture_output=True, check=False).stdout:
        pytest.skip("LaTeX's package forest is not installed: the source is not compiled")
    rendered(tmp_path, "trees", "mrg", "--standalone")
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "figure.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
