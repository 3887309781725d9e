"""Function trees in the window.

Also tests `functions.function_picture`, `panels.operations`.
"""

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.shapes import Path, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import load, typewriter
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.views.functions.function_picture import SUBSUMPTION, TITLES
from tests.viewer.window.windows import GOLD, press, written

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support", extend=True)]


@pytest.fixture
def theories(empty_window, qtbot):
    window = empty_window
    with qtbot.waitSignal(window.opener.ended):
        window.actions_.run("file.demo-theories")
    window.inspector.go(1)
    window.pictures.focus()
    press(window, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: window.pictures._told is window.pictures.drawing)
    return window


def shapes(window):
    return [shape for diagram in window.pictures.panes.diagrams for shape in diagram.shapes]


def test_three_panes_with_the_generalized_gold(theories):
    assert theories.inspector.view.name == "function"
    assert theories.pictures.drawing.titles == ("content heads", "content-parse", "generalized gold")
    assert any(shape.role == Role.FUNCTION for shape in shapes(theories))
    assert [one.verdict for one in theories.inspector.differences].count("missing") == 1


def test_what_is_wrong_stands_beside_the_score_of_the_parse(theories):
    _, parse, common = theories.pictures.titles
    assert (parse.note, parse.score) == ("3 errors: 2 extra, 1 missing", "Accuracy 76.92")
    assert (common.note, common.score) == ("", "")


def test_the_line_under_what_all_golds_have_is_one(theories):
    """Whatever is below it: only the branch to a node that the parse lacks is dotted."""
    common = theories.pictures.panes.diagrams[-1]
    paths = [shape for shape in common.shapes if isinstance(shape, Path) and shape.role is Role.BRANCH]
    level = [path for path in paths if path.start[1] == path.segments[-1].end[1]]
    assert level and {path.state for path in level} == {State.GENERALISED}, "also under the one that the parse lacks"
    assert State.MISSING in {path.state for path in paths}


def test_numbers_of_golds_can_be_read_at_any_size(theories):
    theories.resize(1000, 500)
    press(theories, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    size = theories.pictures.theme.font(Role.INDEX).size
    assert theories.pictures.panes.zoom * size >= 9


def test_ghosts_are_shown_when_asked_for_and_the_panes_are_fitted_again(theories):
    count, zoom = len(shapes(theories)), theories.pictures.panes.zoom
    press(theories, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert len(shapes(theories)) > count
    golds = "generalized gold: ¹ content heads, ² function heads, ³ constituents"
    assert theories.pictures.drawing.titles[-1] == golds
    theories.pictures.panes.zoom_to(zoom / 2)
    theories.pictures.panes.fit()
    press(theories, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert (len(shapes(theories)), theories.pictures.panes.zoom) == (count, zoom)


def test_ways_to_compare_can_be_left_where_they_come_to_be_upright(theories):
    theories.resize(1280, 720)
    modes = [theories.actions_[f"view.{mode}"] for mode in ("stacked", "beside", "overlay", "next-mode")]
    theories.actions_.run("view.beside")
    assert theories.pictures.drawing.upright
    theories.actions_.refresh()
    assert [mode.isChecked() for mode in modes[:3]] == [False, True, False]
    assert all(mode.isEnabled() for mode in modes)
    theories.actions_.run("view.stacked")
    assert len(theories.pictures.panes.panes) == 3 and not theories.pictures.drawing.upright
    assert modes[0].isChecked() and "Upright" not in modes[1].toolTip()
    theories.actions_.run("view.upright")  # by choice: outlines beside each other
    assert [mode.isChecked() for mode in modes[:3]] == [False, True, False]
    assert "Upright" in modes[0].toolTip() and modes[0].toolTip().count("\n") < 3
    theories.actions_.refresh()
    assert [mode.isEnabled() for mode in modes] == [True, False, False, False], "Stacked leaves it"


def test_edits_are_made_one_by_one(theories):
    theories.inspector.list_forgiven(True)
    press(theories, Qt.Key.Key_X)
    script = theories.inspector.differences
    for number in range(1, len(script) + 1):
        press(theories, Qt.Key.Key_Period)
        assert theories.statusBar().currentMessage().startswith(f"Edit {number} of {len(script)}: ")
    press(theories, Qt.Key.Key_Period)
    assert theories.statusBar().currentMessage() == "The parse is now the gold"
    parse, common = theories.pictures.drawing.pictures[1:]
    assert {node.label for node in parse.sentence.nodes} <= {node.label for node in common.sentence.nodes}
    press(theories, Qt.Key.Key_Comma)
    assert theories.inspector.look.own_of("function", None).applied == len(script) - 1
    theories.inspector.step(1)
    assert theories.inspector.look.own_of("function", None).applied == 0


def test_the_next_experiment_comes_to_the_front(theories, qtbot):
    with qtbot.waitSignal(theories.opener.ended):
        theories.actions_["file.next-experiment"].trigger()
    assert theories.inspector.document.parses[0].name == "function heads: function-parse"
    assert theories.inspector.row == 1


def test_tree_operations(theories):
    panel = theories.operations
    assert not panel.isVisible()
    theories.docks["operations"].show()
    theories.docks["operations"].raise_()
    panel.refresh()
    names = [panel.one.itemText(place) for place in range(panel.one.count())]
    assert names == [
        "content heads",
        "function heads",
        "constituents",
        "content heads: content-parse",
        "generalized gold",
    ]
    panel.operation.setCurrentText(TITLES["unify"])
    panel.other.setCurrentText("content heads: content-parse")
    panel._operate()
    assert panel.text.text().startswith("All that content heads and content heads: content-parse say")
    assert panel.panes.diagrams
    panel.operation.setCurrentText(TITLES[SUBSUMPTION])
    panel._operate()
    assert (
        "content heads does not subsume content heads: content-parse, which lacks:\n• obj"
        in panel.text.text().replace("a node (obj)", "obj")
    )
    assert not panel.panes.diagrams


def test_a_sentence_without_a_parse(theories):
    theories.inspector.set_parse(-1)
    assert [tree.side for tree in theories.pictures.drawing.pictures] == [Side.GOLD, Side.GENERALISED]
    assert theories.inspector.differences == ()


def test_a_faulty_experiment_is_told(empty_window, tmp_path):
    path = tmp_path / "e.toml"
    path.write_text("[[experiment]]\n", encoding="utf-8")
    empty_window.files.open_all([path])
    assert empty_window.error.text == f'{tmp_path.name}/e.toml:1: no name; add name = "…"'


@pytest.fixture
def forgiving(theories, qtbot):
    """A sentence of the demo with forgiven edits."""
    window = theories
    for row in range(len(window.inspector.document)):
        window.inspector.go(row)
        if any(one.verdict == "forgiven" for one in window.inspector.differences):
            qtbot.waitUntil(lambda: window.pictures._told is window.pictures.drawing)
            return window
    raise AssertionError


def walked(window):
    """The verdicts of the rows that are lit as one steps."""
    found = []
    for _ in range(len(window.inspector.differences) + 1):
        press(window, Qt.Key.Key_Period)
        row = window.differences.model.rows[window.differences.view.currentIndex().row()]
        found.append(getattr(row, "verdict", "fold"))
    return found


def test_forgiven_edits_come_last_and_are_stepped_over_when_they_are_listed(forgiving):
    verdicts = [one.verdict for one in forgiving.inspector.differences]
    costing = verdicts.index("forgiven")
    assert set(verdicts[costing:]) == {"forgiven"}
    assert "forgiven" not in walked(forgiving)
    forgiving.inspector.select(None)
    forgiving.inspector.list_forgiven(True)
    assert walked(forgiving)[: len(verdicts)] == verdicts


def test_folded_edits_are_made_together(forgiving):
    press(forgiving, Qt.Key.Key_X)
    script = forgiving.inspector.differences
    costing = sum(one.scored for one in script)
    for _ in range(costing):
        press(forgiving, Qt.Key.Key_Period)
    press(forgiving, Qt.Key.Key_Period)
    first, last = costing + 1, len(script)
    said = forgiving.statusBar().currentMessage()
    assert said.startswith(f"Edits {first} to {last} of {last}: forgiven" if first < last else f"Edit {last} of {last}")
    lit = forgiving.differences.view.currentIndex().row()
    assert lit == forgiving.differences.model.fold_row
    press(forgiving, Qt.Key.Key_Comma)
    assert forgiving.inspector.look.own_of("function", None).applied == costing


def explained(window):
    """What the legend tells of the picture."""
    diagrams = window.pictures.drawing.diagrams
    shown = legend([shape for diagram in diagrams for shape in diagram.shapes], 2000.0, load("light"), typewriter)
    return [shape.text for shape in shown.shapes if isinstance(shape, Text) and shape.role == Role.LEGEND]


def test_without_a_parse_nothing_is_in_both(theories):
    assert "in both, or not charged" in explained(theories)
    theories.inspector.set_parse(-1)
    kept = "in all golds (∅: functions differ)"
    assert explained(theories) == [kept]
    press(theories, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert explained(theories) == [kept, "lost in generalization"]


def test_a_word_of_one_side_is_called_the_same_in_hover_and_list(empty_window, qtbot, tmp_path):
    window = empty_window
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path, parse=GOLD.replace("1\tThe\tthe", "1\tA\ta"))))
    window.pictures.focus()
    press(window, Qt.Key.Key_F)
    words = [one for one in window.inspector.differences if one.keys[0].kind == "word"]
    assert {one.verdict for one in words} == {"missing", "extra"}
    for one in words:
        window.inspector.select(one.keys[0])
        assert window.status.selection.text().partition("  ·  ")[0].endswith(f"; {one.verdict}")


def test_a_tree_without_differences_is_one_fold_when_only_these_are_shown(empty_window, qtbot, tmp_path):
    window = empty_window
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(written(tmp_path)))
    window.desk.show_view("function")
    window.actions_.run("view.only-differences")
    window.inspector.go(1)
    assert any(shape.role == Role.FOLD for shape in shapes(window))
    assert not any(shape.role == Role.WORD for shape in shapes(window))


def test_a_tree_that_is_too_deep_is_not_drawn(empty_window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr("goldleaf.core.structures.function.LARGEST", 5)
    window = empty_window
    with qtbot.waitSignal(window.opener.ended, timeout=30_000):
        window.opener.open(request_of(written(tmp_path)))
    window.docks["operations"].show()
    window.docks["operations"].raise_()
    window.pictures.focus()
    press(window, Qt.Key.Key_F)
    assert "gold.conllu:1: a tree so deep" in window.pictures.drawing.note
    inspector = window.inspector
    column = inspector.document.columns_for(0, inspector.metric)[1]
    counted = inspector.table[column][inspector.row]
    assert counted > 0  # which are listed nevertheless
    qtbot.waitUntil(lambda: window.differences.model.rowCount() == counted, timeout=30_000)
    qtbot.waitUntil(lambda: "gold.conllu:1: a tree so deep" in window.operations.text.text(), timeout=30_000)


@pytest.mark.parametrize("size", [(1400, 900), (1280, 720)])
def test_three_panes_are_all_seen(theories, qtbot, size):
    theories.resize(*size)
    for row in range(len(theories.inspector.document)):
        theories.inspector.go(row)
        qtbot.waitUntil(lambda: not theories.pictures.panes.larger and not theories.pictures._settle.isActive())
        assert theories.pictures.panes.zoom >= 0.8


def test_outlines_of_several_golds_are_smaller_if_all_is_seen_then(empty_window, qtbot, tmp_path):
    def phrases(label, wrong):
        """34 words in phrases of four, each hanging from the first word of its own."""
        heads = [0, *(1 if n % 4 == 1 else (n - 1) // 4 * 4 + 1 for n in range(2, 35))]
        labels = [wrong if n % 4 == 3 else label for n in range(1, 35)]
        rows = enumerate(zip(heads, labels, strict=True), 1)
        return "".join(f"{n}\tword{n}\t_\tN\t_\t_\t{head}\t{name}\t_\t_\n" for n, (head, name) in rows) + "\n"

    empty_window.show()
    empty_window.resize(1280, 720)
    gold, parse = written(tmp_path, phrases("obj", "obj"), phrases("obj", "iobj"))
    (other := tmp_path / "other.conllu").write_text(phrases("comp", "comp"), encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(Request(gold, (parse,), ("parse",), other_golds=(other,)))
    empty_window.actions_["view.function"].trigger()
    panes = empty_window.pictures.panes
    qtbot.waitUntil(lambda: len(panes.panes) == 2 and not panes.larger)
    assert empty_window.pictures.drawing.upright and 0.6 <= panes.zoom < 0.8


def test_a_view_has_its_own_scale_wherever_one_comes_from(theories):
    panes, scale = theories.pictures.panes, {}
    theories.inspector.go(5)
    for view in ("function", "arcs", "function", "arcs"):
        theories.actions_[f"view.{view}"].trigger()
        assert scale.setdefault(view, panes.zoom) == panes.zoom and panes.fitted
    assert scale["arcs"] > scale["function"]
    panes.zoom_to(0.5)
    theories.actions_["view.function"].trigger()
    assert panes.zoom == scale["function"]
    theories.actions_["view.arcs"].trigger()
    assert panes.zoom == 0.5 and not panes.fitted, "as it was made by hand"
    theories.inspector.go(4)
    theories.inspector.go(5)
    assert panes.zoom == scale["arcs"]


def test_another_view_of_a_long_sentence_begins_at_its_first_difference(theories, qtbot):
    theories.resize(700, 500)
    theories.actions_["view.arcs"].trigger()
    theories.inspector.go(4)
    theories.actions_["view.function"].trigger()
    qtbot.waitUntil(lambda: theories.pictures.drawing.start is not None)
    key, panes = theories.pictures.drawing.start, theories.pictures.panes.panes
    qtbot.waitUntil(lambda: any(pane.seen([key]) for pane in panes))
    assert not any(pane.cut_at_start() for pane in panes)


def test_the_result_of_an_operation_is_seen_and_what_one_tree_alone_says_is_marked(theories, qtbot):
    """The panel has all the height that the pictures can spare, and folds what no tree says otherwise."""
    panel, dock = theories.operations, theories.docks["operations"]
    theories.resize(1200, 900)
    dock.bring_up()
    panel.operation.setCurrentText(TITLES["unify"])
    panel.other.setCurrentText("content heads: content-parse")
    qtbot.waitUntil(lambda: dock.height() > 0.3 * theories.height())
    panel._operate()
    shapes = [shape for diagram in panel.panes.diagrams for shape in diagram.shapes]
    assert {State.ONLY_ONE, State.MATCHED} <= {shape.state for shape in shapes if shape.role is Role.BRANCH}
    assert "only content heads" in panel.legend.accessibleDescription()
    [pane] = panel.panes.panes
    assert pane.zoom >= 0.8 and pane.diagram.width * pane.zoom <= pane.viewport().width() + 1
    assert any(shape.role is Role.NODE and pane.in_view(shape) for shape in shapes if isinstance(shape, Text))


def test_parses_of_theories_are_called_without_their_theory_where_that_tells_them_apart(theories):
    chooser = theories.toolbar._parses
    assert [chooser.itemText(place) for place in range(chooser.count())] == ["gold only", "content-parse"]
    assert "content heads: content-parse" in chooser.toolTip()
