"""What the filter has found, as the window shows it and walks through it.

Also tests `Drawing.lit`.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.window.picture_view import PictureView
from tests.viewer.window.windows import press

pytestmark = pytest.mark.slow

DEMO = Path(__file__).parents[3] / "assets" / "demo"
SHIFT = Qt.KeyboardModifier.ShiftModifier


def opened(window, qtbot, *files):
    window.opener.open(request_of([DEMO / name for name in files]))
    qtbot.waitUntil(
        lambda: not window.opener.loading and window.inspector.document.gold.path.endswith(str(files[0])),
    )


def filtered(window, qtbot, condition):
    window.sentences.filter.line.setText(condition)
    window.sentences.filter.apply()
    qtbot.waitUntil(lambda: window.inspector.found is not None)
    window.pictures.focus()


def lit(window):
    return {f"{key}" for keys in window.pictures._hits for key in keys}


@pytest.fixture
def trees(window, qtbot):
    opened(window, qtbot, "trees-gold.mrg", "trees-parse.mrg")
    return window


def test_constituents_are_lit_on_the_side_that_has_them(trees, qtbot):
    filtered(trees, qtbot, "has(constituent, extra)")
    assert lit(trees) == {"parse-node-5"}
    assert Key(Side.PARSE, "node", "5") in trees.pictures.panes.panes[1]._lit
    assert trees.sentences.filter.found.text() == "5 of 5 match: 15 constituents"
    filtered(trees, qtbot, "has(constituent, label = 'PP')")
    qtbot.waitUntil(lambda: len(lit(trees)) == 4)  # two, on both sides
    trees.sentences.filter.line.clear()
    qtbot.waitUntil(lambda: not lit(trees))


def test_what_a_view_does_not_draw_is_lit_by_its_words(window, qtbot):
    filtered(window, qtbot, "has(function, function = 'obj' and missing)")
    row = int(window.inspector.rows[0])
    window.inspector.go(row)
    assert {key.split("-")[1] for key in lit(window)} == {"word"}
    window.actions_["view.function"].trigger()
    assert {key.split("-")[1] for key in lit(window)} == {"node"}


def test_words_are_lit_with_their_arcs(window, qtbot):
    filtered(window, qtbot, "has(form = 'atlas')")
    assert lit(window) == {f"{side}-{kind}-6" for side in ("gold", "parse") for kind in ("word", "arc")}


def test_a_hit_out_of_view_is_brought_into_view(window, qtbot):
    """It was not before N was pressed."""
    window.pictures.set_wrap(False)
    pane = window.pictures.panes.panes[0]
    filtered(window, qtbot, "has(position = 45)")
    window.inspector.go(3)
    last = Key(Side.GOLD, "word", "45")
    assert pane.seen({last})
    pane.scroll_to_start()
    assert not pane.seen({last})
    window.pictures.redraw()  # where one has scrolled to
    assert not pane.seen({last})
    filtered(window, qtbot, "has(position in (1, 45))")
    qtbot.waitUntil(lambda: len(window.pictures._hits) == 2)
    assert pane.at_start and not pane.seen({last})


def test_a_hit_is_in_view_when_the_window_has_another_size(window, qtbot):
    pictures = window.pictures
    window.inspector.go(3)
    window.docks["errors"].show()
    filtered(window, qtbot, "has(position = 45)")
    label = {Key(Side.GOLD, "arc", "45")}
    qtbot.waitUntil(lambda: not pictures._settle.isActive())
    pictures.panes.scroll_to_start()
    assert not pictures.panes.panes[0].seen(label)
    window.resize(window.width() - 60, window.height() - 40)
    qtbot.waitUntil(lambda: bool(pictures.panes.panes[0].seen(label)))


def test_n_walks_the_hits_and_on_to_the_next_sentence(trees, qtbot):
    filtered(trees, qtbot, "has(constituent, extra)")
    walked = []
    for _ in range(4):
        press(trees, Qt.Key.Key_N)
        walked.append((trees.inspector.row, f"{trees.inspector.selection}"))
    assert walked[0] == (0, "parse-node-5")
    assert [row for row, _ in walked] == [0, 1, 1, 1]
    assert len(set(walked)) == 4
    for before in reversed(walked[:3]):
        press(trees, Qt.Key.Key_N, SHIFT)
        assert (trees.inspector.row, f"{trees.inspector.selection}") == before
    press(trees, Qt.Key.Key_N, SHIFT)
    assert "before this one" in trees.statusBar().currentMessage()


@pytest.mark.parametrize(
    ("selection", "by", "found"),
    [
        (None, 1, "a"), (None, -1, "d"), ("a", 1, "b"), ("d", -1, "b"), ("c", 1, "d"), ("c", -1, "a"),
        ("b", 1, "d"), ("b", -1, None), ("a", -1, None), ("d", 1, None), ("elsewhere", 1, "a"), ("elsewhere", -1, "d"),
    ],
)  # fmt: skip
def test_steps_leave_all_hits_that_have_what_is_selected(selection, by, found):
    """Here an arc, b, is of two hits."""
    chosen = []
    view = SimpleNamespace(
        _hits=[["a", "b"], ["b", "c"], ["d"]], _inspector=SimpleNamespace(selection=selection, select=chosen.append)
    )
    assert PictureView.step_to_hit(view, by) == bool(chosen)
    assert chosen == ([found] if found else [])


def test_n_walks_differences_where_nothing_was_looked_for(window, qtbot):
    filtered(window, qtbot, "words > 3")
    differing = window.inspector.document.differing(0, window.inspector.metric)
    press(window, Qt.Key.Key_N)
    assert window.inspector.row > 0 and differing[window.inspector.row]


def test_a_gold_alone_can_be_walked_only_through_hits(window, qtbot):
    window.inspector.set_parse(-1)
    assert window.actions_.why_not("go.next-differing") == "Choose or add a parse first."
    filtered(window, qtbot, "has(tag = 'NUM')")
    assert window.actions_.why_not("go.next-differing") == ""


def test_the_legend_tells_what_is_lit(trees, qtbot):
    trees.pictures.set_legend(True)
    assert "found by the filter" not in trees.pictures.legend.accessibleDescription()
    filtered(trees, qtbot, "has(constituent, extra)")
    trees.inspector.go(int(trees.inspector.rows[0]))
    assert "found by the filter" in trees.pictures.legend.accessibleDescription()
    trees.pictures.legend.grab()
    trees.sentences.filter.line.clear()
    qtbot.waitUntil(lambda: "found" not in trees.pictures.legend.accessibleDescription())


def test_words_that_only_the_parse_has_are_lit_there(window, qtbot, tmp_path):
    texts = {
        "gold.conllu": ("They 2 nsubj", "cannot 0 root", "go 2 xcomp"),
        "parse.conllu": ("They 3 nsubj", "can 3 aux", "not 0 root", "go 3 xcomp"),
    }
    for name, words in texts.items():
        fields = (word.split() for word in words)
        rows = (f"{n}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n" for n, (form, head, label) in enumerate(fields, 1))
        (tmp_path / name).write_text("".join(rows) + "\n", encoding="utf-8")
    opened(window, qtbot, *(tmp_path / name for name in texts))
    filtered(window, qtbot, "has(parse_deprel = 'aux' or parse_deprel = 'nsubj')")
    words = {key for key in lit(window) if "-word-" in key}
    assert words == {"gold-word-1", "parse-word-1", "parse-word-3"}  # the second place is the gold's "cannot"
    assert window.sentences.filter.found.text() == "1 of 1 match: 2 words"
