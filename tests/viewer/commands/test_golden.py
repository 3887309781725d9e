"""Pictures of demo sentences, as `goldleaf render` writes them, compared with ``tests/golden`` character by character.

`make golden` writes them anew; look at them before you commit. They depend on no font, and on no Graphviz.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from goldleaf.core.version import VERSION
from goldleaf.viewer.canvas import fonts
from goldleaf.viewer.cli import main
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.export import families
from goldleaf.viewer.figures.fitting import theme_in
from goldleaf.viewer.views.lattices import layout
from goldleaf.viewer.views.lattices.layout import layered

DEMO = Path(str(files("goldleaf.assets"))) / "demo"

DEPENDENCIES = ("gold.conllu", "parse.conllu")
TREES = ("trees-gold.mrg", "trees-parse.mrg")
CROSSING = ("crossing-gold.export", "crossing-parse.export")
THEORY = ("theories/content-gold.conllu", "theories/content-parse.conllu")
ROLES = ("roles-gold.conll09", "roles-parse.conll09")
WORDS = ("ambiguous-gold.conllu", "ambiguous-parse.conllu")

PICTURES: dict[str, tuple[tuple[str, ...], str]] = {
    "arcs-stacked": (DEPENDENCIES, "--sentence demo-en-3 --enhanced"),
    "arcs-beside": (DEPENDENCIES, "--sentence demo-en-3 --compare beside"),
    "arcs-overlay": (DEPENDENCIES, "--sentence demo-en-3 --compare overlay --legend"),
    "arcs-only-differences": (DEPENDENCIES, "--sentence demo-en-1 --only-differences"),
    "arcs-wrapped": (DEPENDENCIES, "--sentence demo-en-1 --width column --rows number,tag,lemma --caption Wrapped."),
    "arcs-stacked-wrapped": (DEPENDENCIES, "--sentence demo-en-1 --compare stacked --width column"),
    "arcs-full": (DEPENDENCIES, "--sentence demo-en-1 --width full --legend"),
    "arcs-upright": (DEPENDENCIES, "--sentence demo-en-1 --layout upright --width column --legend"),
    "arcs-crossing": (DEPENDENCIES, "--sentence demo-nl-1 --compare overlay"),
    "arcs-right-to-left": (DEPENDENCIES, "--sentence demo-he-1"),
    "arcs-cycle": (DEPENDENCIES, "--sentence demo-ka-1"),
    "arcs-gold-alone": (DEPENDENCIES[:1], "--sentence demo-cs-1 --rows none"),
    "arcs-other-words": (WORDS, ""),
    "arcs-lifted": (DEPENDENCIES, "--sentence demo-nl-1 --lifted --legend"),
    "arcs-expressions": (DEPENDENCIES, "--sentence demo-he-1 --metric mwe --dep-cpd compound --legend"),
    "tree-stacked": (TREES, "--sentence 3"),
    "tree-beside": (TREES, "--sentence 3 --compare beside --legend"),
    "tree-overlay": (TREES, "--sentence 3 --compare overlay"),
    "tree-bottom-bars": (TREES, "--sentence 3 --style bottom --bars"),
    "tree-crossing": (CROSSING, ""),
    "tree-lineages": (TREES, "--sentence 3 --metric leaf-ancestor --legend"),
    "tree-column": (TREES, "--sentence 2 --width column --legend"),
    "tree-outline": (TREES, "--sentence 3 --layout outline --legend"),
    "function-outline": (THEORY, "--sentence 2 --view function --layout outline --width column"),
    "function-stacked": (THEORY, "--sentence 2 --view function"),
    "function-beside": (THEORY, "--sentence 2 --view function --compare beside"),
    "function-overlay": (THEORY, "--sentence 2 --view function --compare overlay"),
    "function-other-gold": (
        THEORY,
        f"--sentence 2 --view function --other-gold {DEMO / 'theories/function-gold.conllu'}",
    ),
    "function-column": (
        THEORY,
        f"--sentence 2 --view function --width column --other-gold {DEMO / 'theories/function-gold.conllu'} "
        f"--other-gold {DEMO / 'theories/constituents-gold.mrg'} --legend",
    ),
    "roles-stacked": (ROLES, "--sentence 1 --view roles --legend"),
    "roles-overlay": (ROLES, "--sentence 2 --view roles --compare overlay"),
    "lattice": (WORDS, f"--lattice {DEMO / 'ambiguous.lattice'} --legend"),
    "lattice-column": (WORDS, f"--lattice {DEMO / 'ambiguous.lattice'} --width column"),
    "lattice-alone": (("ambiguous.lattice",), "--view lattice"),
    "aligned": (
        ("ambiguous-trees.mrg", "ambiguous-gold.conllu"),
        f"--lattice {DEMO / 'ambiguous.lattice'} --view aligned --rows tag,transliteration --legend",
    ),
    "aligned-wrapped": (
        ("ambiguous-trees.mrg", "ambiguous-parse.conllu"),
        f"--lattice {DEMO / 'ambiguous.lattice'} --view aligned --width column",
    ),
    "aligned-other-words": (("ambiguous-trees.mrg", "ambiguous-parse.conllu"), "--view aligned"),
    "lattice-folded": (WORDS, f"--lattice {DEMO / 'ambiguous.lattice'} --around 2"),
}
"""The files of each picture, and how it is asked for."""


@pytest.fixture
def rendered(tmp_path, monkeypatch):
    """What `goldleaf render` writes of demo files."""
    monkeypatch.setattr(fonts, "measure", typewriter)
    monkeypatch.setattr(families, "matched", lambda name: name)  # as if all were installed
    theme_in.cache_clear()

    def laid_out(states, edges):  # without Graphviz, whose versions differ
        yield 0.0
        return layered(states, edges)

    monkeypatch.setattr(layout, "lay_out_steps", laid_out)

    def render(paths, options):
        written = tmp_path / "figure.svg"
        given = [str(DEMO / path) for path in paths]
        assert main(["render", *given, *options.split(), "-o", str(written)]) == 0
        return written.read_text(encoding="utf-8").replace(VERSION, "VERSION")

    yield render
    theme_in.cache_clear()


@pytest.mark.golden
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was(name, rendered, golden):
    golden(f"pictures/{name}.svg", rendered(*PICTURES[name]))


def test_no_picture_is_kept_for_nothing():
    kept = {path.stem for path in (Path(__file__).parents[2] / "golden" / "pictures").iterdir()}
    assert kept == PICTURES.keys()
