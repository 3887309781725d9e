"""Also tests `viewer.views`, `views.remedies`."""

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import create
from goldleaf.core.version import VERSION
from goldleaf.viewer.diagram.compose import Around
from goldleaf.viewer.diagram.options import Mode, Options
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State
from goldleaf.viewer.diagram.theme import load as theme
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.figures.figure import KEPT, DrawingCache, compose_figure, draw, pair_for
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views import Look, forgotten, view_of
from goldleaf.viewer.views.lattices.layout import layered
from goldleaf.viewer.views.trees.tree_picture import TreeOptions
from goldleaf.viewer.views.view import Drawing, Tools
from tests.viewer.window import brackets
from tests.viewer.window.windows import GOLD, written


def document(folder, *texts, metric="attachment"):
    return loaded(request_of(written(folder, *texts)), [create(metric)])


def trees(folder):
    return loaded(request_of(brackets.written(folder)), [create("parseval")])


def drawn(known, row=0, **look):
    return draw(known, row, 0, Look(**look), Tools(theme("light"), typewriter, layered))


def test_a_diagram_a_side(tmp_path):
    shown = drawn(document(tmp_path))
    assert shown.titles == ("gold", "parse") and len(shown.diagrams) == 2 and not shown.beside
    assert shown.diagrams[0].metadata["goldleaf"] == VERSION
    assert shown.diagrams[0].metadata["parse"] == "parse.conllu"


def test_overlay_is_one_diagram(tmp_path):
    shown = drawn(document(tmp_path), mode=Mode.OVERLAY)
    assert len(shown.diagrams) == 1 and len(shown.pictures) == 2
    assert "below" in shown.tikz(theme("light"), 1.0, Around(), standalone=False)


def test_words_that_differ_are_hatched_and_joined_by_a_ribbon(tmp_path):
    known = document(tmp_path, GOLD, GOLD.replace("cat\t", "dog\t"))
    gold, parse = drawn(known).diagrams
    assert [shape.key.name for shape in gold.shapes if shape.role == Role.RIBBON] == ["2"]
    assert [shape for shape in parse.shapes if shape.role == Role.RIBBON] == []
    hatched = {(shape.key.side, shape.state) for shape in gold.shapes if shape.role == Role.HATCH}
    assert hatched == {(Side.GOLD, State.MISSING), (Side.PARSE, State.EXTRA)}  # the parse's word is written below
    assert gold.elements[Key(Side.BOTH, "ribbon", "2")].description == "‘cat’ in the gold is ‘dog’ in the parse"
    [overlay] = drawn(known, mode=Mode.OVERLAY).diagrams
    words = {shape.text for shape in overlay.shapes if shape.role == Role.WORD}
    assert {"cat", "dog"} < words
    assert {shape.state for shape in overlay.shapes if shape.role == Role.HATCH} == {State.MISSING, State.EXTRA}


def test_shared_words_stand_below_each_other_though_others_differ(tmp_path):
    merged = GOLD.replace("1\tThe\tthe\tDET", "1\tThecat\tthe\tDET")
    known = document(tmp_path, GOLD, merged)
    pair = pair_for(known, 0, 0, view_of(Look(), known))
    xs = [{shape.text: shape.x for shape in one.shapes if shape.role == Role.WORD} for one in drawn(known).diagrams]
    shared = {word.form for word in pair.gold.words} & {word.form for word in pair.parse.words}
    assert len(shared) > 3
    assert all(xs[0][form] == xs[1][form] for form in shared)


def test_a_side_without_words_has_no_diagram(tmp_path):
    known = document(tmp_path, GOLD, GOLD.replace("1\tIt\tit", "1\tIt"))
    assert [picture.title for picture in drawn(known, 1).pictures] == ["gold"]


def test_nothing_can_be_composed_of_nothing():
    with pytest.raises(OptionError):
        compose_figure(Drawing(), Mode.STACKED, theme("light"), typewriter)


def test_composed_has_legend_and_caption(tmp_path):
    shown = drawn(document(tmp_path), mode=Mode.BESIDE)
    assert shown.beside
    plain = compose_figure(shown, Mode.STACKED, theme("light"), typewriter).diagram
    full = compose_figure(shown, Mode.STACKED, theme("light"), typewriter, legend=True, caption="A cat").diagram
    assert full.height > plain.height > shown.diagrams[0].height
    assert any(shape.role == Role.CAPTION for shape in full.shapes)


def test_the_last_drawings_are_kept(tmp_path):
    known, drawer = document(tmp_path), DrawingCache(typewriter)
    first = drawer.draw(known, 0, 0, Look(), theme("light"))
    assert drawer.draw(known, 0, 0, Look(), theme("light")) is first
    for mode in Mode:
        for name in ("light", "dark", "paper-bw"):
            drawer.draw(known, 1, 0, Look(mode=mode), theme(name))
    assert len(drawer._kept) == KEPT
    assert drawer.draw(known, 0, 0, Look(), theme("light")) is not first
    drawer.forget()
    assert not drawer._kept


def test_a_treebank_of_trees_is_drawn_as_trees(tmp_path):
    known = trees(tmp_path)
    shown = drawn(known, options=Options(rows=()), view="arcs")
    assert len(shown.pictures) == len(shown.diagrams) == 2
    assert not any(shape.role == Role.TAG for shape in shown.diagrams[0].shapes)
    assert len(drawn(known, mode=Mode.OVERLAY).diagrams) == 1
    assert r"\begin{forest}" in shown.tikz(theme("light"), 1.0, Around(), standalone=False)


def test_tags_that_differ_are_marked(tmp_path):
    gold, parse = drawn(trees(tmp_path), 2).pictures
    assert gold.word_states == parse.word_states == {4: State.WRONG_LABEL}


def test_folds_are_of_one_sentence():
    folded = Look().with_own("tree", TreeOptions(folded=frozenset({Key(Side.GOLD, "node", "2")})))
    assert not forgotten(folded).own_of("tree", None).folded and forgotten(Look()) == Look()
