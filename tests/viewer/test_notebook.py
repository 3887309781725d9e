"""Figures for scripts and notebooks.

Also tests `viewer`, which has `figure`.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core import read
from goldleaf.core.errors import OptionError
from goldleaf.viewer import figure
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.shapes import Role, State
from goldleaf.viewer.diagram.theme import load

DEMO = Path(str(files("goldleaf.assets"))) / "demo"
GOLD, PARSE = DEMO / "gold.conllu", DEMO / "parse.conllu"

pytestmark = pytest.mark.usefixtures("qapp")


def test_it_is_the_command_lines_figure(tmp_path):
    asked = ["--sentence", "demo-en-1", "--legend", "--width", "column", "--theme", "light", "--rows", "tag,lemma"]
    assert main(["render", str(GOLD), str(PARSE), *asked, "-o", str(tmp_path / "command.svg")]) == 0
    shown = figure(GOLD, PARSE, sentence="demo-en-1", legend=True, width="column", theme="light", rows="tag,lemma")
    shown.save(tmp_path / "script.svg")
    assert (tmp_path / "script.svg").read_bytes() == (tmp_path / "command.svg").read_bytes()
    assert shown._repr_svg_().encode() == (tmp_path / "command.svg").read_bytes()


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "tex"])
def test_treebanks_may_be_read_before(tmp_path, suffix):
    path = tmp_path / f"figure.{suffix}"
    made = figure(read(GOLD), read(PARSE), sentence=2)
    assert re.fullmatch(r"<figure of [^\n]{1,80}: \d+ × \d+>", repr(made))
    made.save(path)
    assert path.stat().st_size > 500


def test_a_number_is_a_number_and_a_text_an_id(tmp_path):
    path = tmp_path / "ids.conllu"
    path.write_text(
        "# sent_id = 2\n1\tfirst\t_\tX\t_\t_\t0\troot\t_\t_\n\n# sent_id = 1\n1\tsecond\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
        encoding="utf-8",
    )
    assert "first" in figure(path, sentence=1)._repr_svg_()
    assert "second" in figure(path, sentence="1")._repr_svg_()


def test_options_go_to_whom_they_belong():
    trees = DEMO / "trees-gold.mrg", DEMO / "trees-parse.mrg"
    assert figure(*trees, style="slanted").diagram.height != figure(*trees).diagram.height
    included = figure(GOLD, PARSE, punctuation="include")
    assert "punctuation:include" in included.diagram.metadata["signature"]
    assert "relabel:1" in figure(*trees, view="function", relabel="1").diagram.metadata["signature"]
    of_both = figure(*trees, view="function", variant="2.2")  # no variant of PARSEVAL, which has others
    assert "variant:2.2" in of_both.diagram.metadata["signature"]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"colour": "red"}, "colour: a figure has no such option"),
        ({"view": "function", "enhanced": True}, "--enhanced: --view function has no such choice; arcs has"),
        ({"style": "bottom"}, "--style: --view arcs has no such choice; tree, function have"),
        ({"view": "tree"}, "--view tree: .*The gold has no constituents"),
        ({"sentence": 99}, "--sentence #?99"),
        ({"punctuation": "some"}, "punctuation some: no such choice"),
    ],
)
def test_what_cannot_be_asked_for_is_said(choices, message):
    with pytest.raises(OptionError, match=message):
        figure(GOLD, PARSE, **choices)


def test_a_second_gold_is_refused_where_nothing_is_shown_of_it():
    with pytest.raises(OptionError, match="--other-gold: --view arcs has no such choice; function has"):
        figure(GOLD, PARSE, other_golds=[GOLD])


def test_two_annotators():
    shown = figure(GOLD, PARSE, sentence="demo-en-1", legend=True, adjudicate=True, titles=("Anna", "Ben"))
    assert "heads differ: Anna" in shown._repr_svg_() and "Ben, sentence" in shown.diagram.title
    with pytest.raises(OptionError, match="two annotators"):
        figure(GOLD, adjudicate=True, titles=("Anna", "Ben"))
    with pytest.raises(OptionError, match="no other golds"):
        figure(GOLD, PARSE, adjudicate=True, other_golds=[GOLD])


def test_annotators_are_called_by_what_tells_their_files_apart():
    shown = figure(GOLD, PARSE, sentence="demo-en-1", adjudicate=True)  # which is all that these files are called
    assert shown.diagram.title.startswith("gold, sentence 1") and "head and label differ" in shown._repr_svg_()


def test_it_is_dark_on_a_dark_screen(tmp_path):
    shown = figure(GOLD, PARSE, sentence="demo-en-1")
    [style] = re.findall(r"<style>(.*)</style>", shown._repr_svg_(), re.DOTALL)
    dark = load("dark")
    assert style.startswith("@media (prefers-color-scheme: dark)")
    assert f".background {{fill:{dark.background}}}" in style
    assert f"path.arc.wrong-head {{stroke:{dark.paint(Role.ARC, State.WRONG_HEAD).stroke}}}" in style
    [scope] = re.findall(r'<svg [^>]*class="([\w-]+)"', shown._repr_svg_())
    assert all(line.startswith(f".{scope} ") for line in style.splitlines()[1:-1])
    shown.save(tmp_path / "figure.svg")
    assert "<style>" not in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert "<style>" not in figure(GOLD, theme="light")._repr_svg_()


def test_the_alt_text_says_what_legend_and_list_say():
    shown = figure(GOLD, PARSE, sentence="demo-en-1", legend=True)
    for row in shown.drawing.differences:
        assert row.sentence in shown.diagram.description
    assert "Legend: in both, wrong head, wrong label, not scored." in shown.diagram.description
