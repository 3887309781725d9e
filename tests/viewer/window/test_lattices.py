"""Lattices in the window."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from goldleaf.viewer.canvas.outline import element_bounds
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Role, Side, State, Text
from goldleaf.viewer.diagram.spacing import LatticeSpacing
from goldleaf.viewer.diagram.theme import load
from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.views.lattices import layout as lattice_layout
from goldleaf.viewer.views.lattices.lattice_picture import arcs
from goldleaf.viewer.views.lattices.layout import layered
from tests.viewer.window.windows import press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]

TOKENS = 60
ALL = "".join(
    f"{n}\t{n + 1}\tw{n}\tw{n}\t{tag}\t{tag}\t_\t{n + 1}\n" for n in range(TOKENS) for tag in ("A", "B", "C", "D")
)
GOLD = "".join(f"{n}\t{n + 1}\tw{n}\tw{n}\tA\tA\t_\t{n + 1}\n" for n in range(TOKENS))
PARSE = GOLD.replace("30\t31\tw30\tw30\tA", "30\t31\tw30\tw30\tB")
SMALL = """0	1	The	the	DET	DT	_	1
1	2	cat	cat	NOUN	NN	_	2
2	3	read	read	VERB	VBD	_	3
2	3	read	read	NOUN	NN	_	3
3	4	a	a	DET	DT	_	4
4	5	book	book	NOUN	NN	_	5
5	6	.	.	PUNCT	.	_	6

"""


class Graphviz:
    """Stands in for Graphviz: twice as wide and high as the plain layout, and there at once, or when a test says so."""

    def __init__(self):
        self.note = ""
        self._may_answer = threading.Event()
        self._may_answer.set()

    def __call__(self, states, edges):
        if threading.current_thread() is not threading.main_thread():
            while not self._may_answer.wait(0.01):
                yield 0.0
        plain = layered(states, edges)
        curves = (tuple(_twice(curve) for curve in lines) for lines in (plain.before, plain.after))
        return LatticeSpacing(_twice(plain.states), _twice(plain.labels), *curves, note=self.note)

    def hold(self):
        """Work beside the window gets no answer from now on."""
        self._may_answer.clear()

    def answer(self):
        """Whoever waits gets an answer."""
        self._may_answer.set()


def _twice(points):
    return tuple((2 * x, 2 * y) for x, y in points)


@pytest.fixture(autouse=True)
def graphviz(empty_window, monkeypatch):  # noqa: ARG001  (it has to answer before the window closes, which waits for it)
    made = Graphviz()
    monkeypatch.setattr(lattice_layout, "lay_out_steps", made)
    yield made
    made.answer()


def shown(window):
    return window.pictures.drawing


def ready(window):
    return bool(shown(window).diagrams) and not shown(window).provisional


def opened(qtbot, window, request):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request)
    window.pictures.focus()


@pytest.fixture
def provisional_demo(empty_window, qtbot, graphviz):
    """The demo, as long as Graphviz has not answered."""
    graphviz.hold()
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.actions_["file.demo-lattice"].trigger()
    empty_window.pictures.focus()
    empty_window.pictures.set_wrap(False)  # whose rows are other ones then
    assert shown(empty_window).provisional
    return empty_window


@pytest.fixture
def demo(provisional_demo, qtbot, graphviz):
    graphviz.answer()
    qtbot.waitUntil(lambda: ready(provisional_demo))
    return provisional_demo


@pytest.fixture
def large(empty_window, qtbot, tmp_path):
    paths = [tmp_path / name for name in ("gold.lattice", "parse.lattice", "all.lattice")]
    for path, text in zip(paths, (GOLD, PARSE, ALL), strict=True):
        path.write_text(f"{text}\n", encoding="utf-8")
    opened(qtbot, empty_window, replace(request_of(paths[:2]), lattice=paths[2]))
    qtbot.waitUntil(lambda: ready(empty_window))
    return empty_window


def test_rows_are_as_wide_as_the_window_however_trees_stood(large):
    large.look._set_mode(Mode.STACKED)
    room = large.pictures._look(fitted=True).options.wrap
    large.look._set_mode(Mode.BESIDE)
    assert large.pictures._look(fitted=True).options.wrap == room > 0


@pytest.fixture
def beside_trees(empty_window, qtbot, tmp_path):
    path = tmp_path / "all.lattice"
    path.write_text(SMALL, encoding="utf-8")
    opened(qtbot, empty_window, replace(request_of(written(tmp_path)), lattice=path))
    return empty_window


def texts(window, role):
    return [
        shape.text
        for diagram in window.pictures.panes.diagrams
        for shape in diagram.shapes
        if isinstance(shape, Text) and shape.role == role
    ]


def click(window, key, modifier=Qt.KeyboardModifier.NoModifier):
    pane = window.pictures.panes.panes[0]
    pane.show_element(key)
    texts = [shape for shape in pane.diagram.shapes_of(key) if isinstance(shape, Text)]
    area = element_bounds(texts[:1] or pane.diagram.shapes_of(key), lambda role: load("light").font(role).size)
    # A bracket without a text is its lower line.
    place = pane.mapFromScene(
        QPointF((area.left + area.right) / 2, (area.top + area.bottom) / 2 if texts else area.bottom)
    )
    QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, modifier, QPoint(place))


def test_the_demo_shows_all_readings_and_both_paths(demo):
    assert demo.inspector.view.name == "lattice"
    assert "לבן" in texts(demo, Role.SEGMENT)
    states = {shape.state for shape in demo.pictures.panes.diagrams[0].shapes}
    assert {State.MISSING, State.EXTRA, State.MATCHED, State.NOT_SCORED} <= states
    status = demo.status.selection.text()
    assert "8 paths, 11 edges (2.2 a token); gold is a path, ambiguous-parse is a path" in status
    press(demo, Qt.Key.Key_D)
    assert demo.inspector.view.name == "arcs"
    assert any(shape.role is Role.RIBBON for shape in demo.pictures.panes.diagrams[0].shapes)


def test_rows_are_as_many_as_make_a_lattice_large(beside_trees, qtbot):
    beside_trees.resize(900, 700)
    beside_trees.inspector.set_look(replace(beside_trees.inspector.look, view="lattice"))
    qtbot.waitUntil(lambda: ready(beside_trees), timeout=60_000)
    panes = beside_trees.pictures.panes
    qtbot.waitUntil(lambda: len(panes.diagrams[0].strips) > 1, timeout=60_000)
    assert panes.zoom >= 1.0 and not panes.larger


def test_what_fits_in_a_row_has_more_where_these_are_much_larger(beside_trees, qtbot):
    pictures = beside_trees.pictures
    beside_trees.inspector.set_look(replace(beside_trees.inspector.look, view="lattice"))
    for dock in beside_trees.docks.values():
        dock.hide()
    pictures.set_wrap(False)
    qtbot.waitUntil(lambda: ready(beside_trees), timeout=60_000)
    width = round(pictures.panes.diagrams[0].width)
    pictures.set_wrap(True)
    for zoom, several in ((0.95, True), (1.25, False)):
        beside_trees.resize(round(zoom * width) + 10, 1000)
        qtbot.waitUntil(lambda rows=several: bool(pictures.panes.diagrams[0].strips) == rows, timeout=60_000)
        assert pictures.panes.zoom > (1.3 if several else 1.2) and not pictures.panes.larger


def test_words_without_trees_have_a_lattice_only(large):
    assert large.inspector.view.name == "lattice"
    for name in ("arcs", "tree", "function"):
        assert not large.actions_[f"view.{name}"].isEnabled()


def test_differences_are_where_the_paths_part(demo):
    [difference] = demo.inspector.differences
    assert difference.verdict == "other words" and {*difference.word_states} == {4, 5, 6}
    press(demo, Qt.Key.Key_Period)
    assert demo.inspector.selection in difference.keys
    assert demo.pictures.text._selected == {4, 5, 6}


def test_the_plain_layout_is_shown_until_graphviz_has_done_its_own(provisional_demo, qtbot, graphviz):
    plain = provisional_demo.pictures.panes.diagrams[0]
    graphviz.answer()
    qtbot.waitUntil(lambda: ready(provisional_demo))
    assert provisional_demo.pictures.panes.diagrams[0].width > plain.width


@pytest.mark.parametrize("place", [0, 1000])
def test_a_better_layout_leaves_the_view_where_it_was_scrolled_to(large, qtbot, graphviz, place):
    large.pictures.set_wrap(False)
    graphviz.hold()
    large.pictures.unfold()
    assert shown(large).provisional
    bar = large.pictures.panes.panes[0].horizontalScrollBar()
    farthest = bar.maximum()
    bar.setValue(place)
    graphviz.answer()
    qtbot.waitUntil(lambda: ready(large))
    assert bar.value() == place and bar.maximum() > farthest


def test_a_failing_graphviz_is_told_once(empty_window, qtbot, graphviz, request):
    graphviz.note = "laid out without Graphviz, which failed: no memory"
    notes = []
    empty_window.pictures.placer.noted.connect(notes.append)
    large = request.getfixturevalue("large")
    large.pictures.unfold()
    qtbot.waitUntil(lambda: ready(large))
    assert notes == [graphviz.note]
    assert "no memory" in large.news.text
    assert not any("Graphviz" in text for text in texts(large, Role.WARNING))


def test_a_click_selects_the_words_everywhere(demo):
    edges = demo.pictures.panes.diagrams[0].elements
    other = next(key for key, element in edges.items() if "4 to 6" in element.description)
    click(demo, other)
    assert demo.inspector.selection == other
    assert demo.pictures.text._selected == {5, 6}
    click(demo, Key(Side.BOTH, "state", "1"))
    assert demo.pictures.text._selected == {1, 2}
    assert demo.status.selection.text().startswith("·  state 1: 1 edge to it, 1 from it")
    click(demo, Key(Side.BOTH, "token", "4"))
    assert demo.pictures.text._selected == {4, 5, 6}


def test_hovering_shows_what_an_edge_is(demo):
    key = shown(demo).key_of_word[2]
    demo.pictures._show_card(key, QPoint(10, 10))
    said = [label.text() for label in demo.pictures.card._labels]
    assert "edge" in said and any("on both paths" in text for text in said)
    demo.pictures._show_card(Key(Side.BOTH, "token", "4"), QPoint(10, 10))
    said = [label.text() for label in demo.pictures.card._labels]
    assert said[0] == "token" and said[1].startswith("4 ‘") and said[1].endswith("6 edges, 4 paths")


def test_arrows_walk_the_words(demo):
    demo.pictures.select_word(1)
    press(demo, Qt.Key.Key_Left)  # the words run from right to left
    assert demo.inspector.selection == Key(Side.GOLD, "word", "2")
    assert demo.pictures.panes.panes[0].selection == shown(demo).key_of_word[2]


def test_tab_walks_the_tokens(demo):
    for number in (1, 2):
        press(demo, Qt.Key.Key_Tab)
        assert demo.inspector.selection == Key(Side.BOTH, "token", f"{number}")
    assert demo.pictures.text._selected == {2}


def test_a_large_lattice_is_folded_around_the_first_difference(large):
    assert shown(large).folded and shown(large).options.around == 31
    assert unfolded(large) == {30}
    pane = large.pictures.panes.panes[0]
    place = pane.mapFromScene(QPointF(*_centre(pane.diagram, "w30")))
    assert pane.viewport().rect().contains(place)


def _centre(diagram, text):
    found = next(shape for shape in diagram.shapes if isinstance(shape, Text) and shape.text == text)
    return found.x, found.y


def unfolded(window):
    """The numbers of the words that are not folded."""
    return {arc.origin for arc in arcs(shown(window).picture, shown(window).options) if not arc.folded}


def test_the_neighbourhood_moves_to_what_is_selected(large, qtbot):
    large.pictures.select_word(5)
    assert unfolded(large) == {*range(2, 7), 30}
    assert large.pictures.panes.panes[0].selection == shown(large).key_of_word[5]
    click(large, Key(Side.BOTH, "token", "12"))
    assert 11 in unfolded(large) and 4 not in unfolded(large)
    press(large, Qt.Key.Key_Period)
    assert shown(large).options.around == 31
    qtbot.waitUntil(lambda: ready(large))
    assert large.inspector.selection.kind == "edge"
    assert large.pictures.panes.panes[0].selection == large.inspector.selection


def test_all_can_be_unfolded_and_folded_again(large):
    click(large, Key(Side.BOTH, "token", "28"), Qt.KeyboardModifier.ShiftModifier)
    assert not shown(large).folded and len(texts(large, Role.SEGMENT)) == TOKENS
    assert not large.actions_["lattice.unfold-all"].isEnabled()
    large.pictures.select_word(8)
    press(large, Qt.Key.Key_L, Qt.KeyboardModifier.ShiftModifier)
    assert shown(large).folded and shown(large).options.around == 8
    assert large.actions_["lattice.fold"].isChecked()
    large.actions_["lattice.unfold-all"].trigger()
    assert not shown(large).folded


def test_trees_and_their_lattice(beside_trees, qtbot):
    window = beside_trees
    assert window.inspector.view.name == "arcs"
    window.pictures.select_word(4)
    press(window, Qt.Key.Key_L)
    assert window.inspector.view.name == "lattice" and window.actions_["view.lattice"].isChecked()
    assert window.pictures.panes.panes[0].selection == shown(window).key_of_word[4]
    qtbot.waitUntil(lambda: ready(window))
    click(window, shown(window).key_of_word[2])
    press(window, Qt.Key.Key_D)
    assert window.inspector.view.name == "arcs"
    assert window.inspector.selection == Key(Side.GOLD, "word", "2")
    assert window.pictures.panes.panes[0].selection == window.inspector.selection


def test_a_sentence_without_a_lattice(beside_trees):
    press(beside_trees, Qt.Key.Key_L)
    beside_trees.inspector.go(1)
    assert not beside_trees.pictures.panes.panes
    assert "all.lattice: sentence 2 is not in it" in beside_trees.pictures.reason.text
    assert any("1 lattices, but 3 sentences" in str(one) for one in beside_trees.inspector.document.problems)
    beside_trees.inspector.go(0)
    assert beside_trees.pictures.panes.panes and not beside_trees.pictures.reason.isVisible()


def test_without_a_lattice_the_action_says_what_to_do(window):
    action = window.actions_["view.lattice"]
    assert not action.isEnabled()
    assert "open one with File › Open… or --lattice" in action.toolTip()
    assert "--lattice" not in window.actions_["view.arcs"].toolTip()


def test_a_lattice_alone(empty_window, qtbot, tmp_path):
    path = tmp_path / "all.lattice"
    path.write_text(SMALL, encoding="utf-8")
    opened(qtbot, empty_window, request_of([path]))
    assert empty_window.inspector.view.name == "lattice"
    assert shown(empty_window).picture.gold is None
    assert empty_window.status.selection.text() == "·  2 paths, 7 edges (1.2 a token)"


def test_a_changed_lattice_is_told(beside_trees, qtbot):
    path = beside_trees.opener.request.lattice
    with qtbot.waitSignal(beside_trees.opener.changed_on_disk) as changed:
        path.write_text(SMALL * 3, encoding="utf-8")
    assert changed.args[0] == [str(path)]
    with qtbot.waitSignal(beside_trees.opener.ended):
        beside_trees.opener.reload()
    assert len(beside_trees.inspector.document.lattice) == 3


def test_copies_of_the_picture(demo):
    demo.actions_["figure.copy-svg"].trigger()
    svg = QApplication.clipboard().text()
    assert svg.startswith("<?xml") and "ambiguous.lattice" in svg and "לבן" in svg
    demo.actions_["figure.copy-tikz"].trigger()
    assert "\\begin{tikzpicture}" in QApplication.clipboard().text()
    demo.actions_["figure.copy-image"].trigger()
    assert not QApplication.clipboard().image().isNull()


@pytest.mark.parametrize(
    ("suffix", "begins"), [("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG"), ("tex", b"%")]
)
def test_the_picture_is_saved(demo, tmp_path, suffix, begins):
    dialog = ExportDialog(demo, demo.figures.source(), demo.settings, "figure")
    dialog.format.setCurrentIndex(dialog.format.findData(suffix))
    dialog.fields["theme"].setCurrentIndex(dialog.fields["theme"].findData("paper-bw"))
    dialog.fields["legend"].setChecked(True)
    dialog.folder.setText(str(tmp_path / "figure"))
    dialog.accept()
    content = (tmp_path / f"figure.{suffix}").read_bytes()
    assert content.startswith(begins)
    if suffix in ("svg", "tex"):
        assert b"chosen" in content and "לבן".encode() in content


def test_what_is_exported_is_laid_out_by_graphviz(provisional_demo, qtbot, graphviz):
    pictures = provisional_demo.pictures
    exported = provisional_demo.figures.source().draw_in(pictures.look, pictures.theme).diagrams[0].shapes
    assert exported != pictures.panes.diagrams[0].shapes
    graphviz.answer()
    qtbot.waitUntil(lambda: ready(provisional_demo))
    assert exported == pictures.panes.diagrams[0].shapes


def test_the_legend_speaks_of_paths(demo):
    press(demo, Qt.Key.Key_K)
    names = {shape.text for shape in demo.pictures.legend._diagram.shapes if isinstance(shape, Text)}
    assert {"both paths", "gold's path only", "parse's path only"} <= names


def test_the_lattice_is_remembered(beside_trees):
    request = beside_trees.opener.request
    assert beside_trees.files.recent() == [request]
    assert Path(request.lattice).name == "all.lattice"
