"""A merged session in the window: its conflicts are shown, walked through and settled, its reviewers compared."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.viewer.cli import main
from goldleaf.viewer.review.judgements import Place
from goldleaf.viewer.review.store import request_of
from goldleaf.viewer.state.settings import REVIEWER
from tests.viewer.window.windows import press, written

pytestmark = pytest.mark.slow

COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
SAID = {
    "anna": ("a-1,5,arc,gold", "a-1,6,arc,gold", "a-3,,arc,parse"),
    "ben": ("a-1,5,arc,parse", "a-1,6,arc,gold", "a-3,3,arc,gold"),
}


def merged(folder, said):
    """A session of what each of several reviewers has said."""
    gold, parse = map(str, written(folder))
    sessions = []
    for name, lines in said.items():
        text = "sentence,word,layer,verdict,reviewer\n" + "".join(f"{line},{name}\n" for line in lines)
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        sessions.append(str(folder / f"{name}.goldleaf"))
        assert main(["review", "new", gold, parse, "-o", sessions[-1], "--import", str(folder / f"{name}.csv")]) == 0
    assert main(["review", "merge", *sessions, "-o", str(folder / "all.goldleaf")]) == 0
    return folder / "all.goldleaf"


def opened(window, qtbot, session, reviewer="cleo"):
    window.settings.set(REVIEWER, reviewer)
    window.opener.open(request_of([session]))
    qtbot.waitUntil(lambda: window.reviewing.store is not None and not window.opener.loading)
    window.inspector.go(0)
    qtbot.waitUntil(lambda: bool(window.inspector.differences))
    return window


@pytest.fixture
def reviewing(empty_window, qtbot, tmp_path):
    return opened(empty_window, qtbot, merged(tmp_path, SAID))


def listed(window):
    """What the dock lists, by heading."""
    window.review.show_now()
    tree = window.review.list
    found = {}
    for place in range(tree.topLevelItemCount()):
        heading = tree.topLevelItem(place)
        rows = [heading.child(number) for number in range(heading.childCount())]
        found[heading.text(0)] = [(row.text(0), row.text(1)) for row in rows]
    return found


def select(window, word):
    found = next(one for one in window.inspector.differences if one.item == word)
    window.inspector.select(found.keys[0])


def test_conflicts_are_shown_with_what_each_has_said(reviewing):
    assert listed(reviewing)["Conflicts"] == [("book", "gold  ·  anna\nparse  ·  ben")]
    assert [text for _, text in listed(reviewing)["Verdicts"]] == ["gold  ·  anna", "gold  ·  ben"]
    reviewing.inspector.go(2)
    assert listed(reviewing)["Conflicts"] == [("loudly", "parse  ·  anna\ngold  ·  ben")]
    assert reviewing.inspector.marks["conflict"].to_list() == [True, False, True]


def test_a_conflict_of_the_dock_is_selected(reviewing):
    reviewing.review.show_now()
    tree = reviewing.review.list
    tree.itemClicked.emit(tree.topLevelItem(0).child(0), 0)
    assert reviewing.reviewing.places[0].item == "5"


def test_a_new_verdict_settles_the_conflict(reviewing):
    store = reviewing.reviewing.store
    select(reviewing, "5")
    press(reviewing, Qt.Key.Key_A)
    assert not store.summary()["conflict"][0]
    assert "Conflicts" not in listed(reviewing)
    assert store.at(Place(store.key(0), Layer.ARC, "5")).verdict == "gold"
    assert store.choices(0).filter(item="5")["verdict"].to_list() == ["gold"]
    reviewing.actions_["review.undo"].trigger()
    assert store.summary()["conflict"][0]


def test_the_key_goes_through_conflicts(reviewing, qtbot):
    qtbot.waitActive(reviewing)
    QTest.keyClick(reviewing.windowHandle(), Qt.Key.Key_U, COMMAND)
    assert reviewing.inspector.row == 2
    reviewing.actions_["review.next-conflict"].trigger()
    assert reviewing.inspector.row == 2
    assert "No sentence after this one in the list is judged differently" in reviewing.statusBar().currentMessage()


def test_a_filter_finds_conflicts(reviewing, qtbot):
    reviewing.sentences.filter.line.setText("conflict")
    qtbot.waitUntil(lambda: reviewing.inspector.rows.tolist() == [0, 2])


def agreement(window, qtbot):
    window.actions_["score.agreement"].trigger()
    found = window.agreement.dialog
    qtbot.waitUntil(lambda: found.reviewers.pairs.frame.height > 0)
    return found


def rows_of(table):
    model = table.model()
    columns = range(model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]


def activate(table, row):
    table.selectRow(row)
    QTest.keyClick(table, Qt.Key.Key_Return)


def test_reviewers_are_compared_on_a_page_of_their_own(reviewing, qtbot):
    dialog = agreement(reviewing, qtbot)
    assert [dialog.pages.tabText(place) for place in range(dialog.pages.count())] == ["Files", "Reviewers"]
    page = dialog.reviewers
    assert dialog.pages.currentWidget() is page
    assert rows_of(page.pairs) == [["anna – ben", "3", "1", "33.33", "-0.500"]]
    assert page.summary.text() == "Krippendorff's alpha, 2 reviewers: heads and labels -0.250"
    assert [row[:5] for row in rows_of(page.tables["sentences"])] == [
        ["3", "a-3", "1", "0", "1"],
        ["1", "a-1", "2", "1", "1"],
    ]
    assert [row[0] for row in rows_of(page.tables["labels"])] == ["advmod", "obj"]
    assert [row[0] for row in rows_of(page.tables["layers"])] == ["heads and labels"]


def test_rows_open_their_disagreements(reviewing, qtbot):
    page = agreement(reviewing, qtbot).reviewers
    activate(page.tables["sentences"], 0)
    assert reviewing.inspector.row == 2
    page.tabs.setCurrentWidget(page.tables["labels"])
    activate(page.tables["labels"], 1)
    assert reviewing.sentences.filter.line.text() == "number in (1)"
    page.tabs.setCurrentWidget(page.tables["layers"])
    activate(page.tables["layers"], 0)
    assert reviewing.sentences.filter.line.text() == "number in (1, 3)"
    qtbot.waitUntil(lambda: reviewing.inspector.rows.tolist() == [0, 2])


def test_what_is_said_meanwhile_counts(reviewing, qtbot):
    dialog = agreement(reviewing, qtbot)
    reviewing.inspector.go(1)
    reviewing.reviewing.decide_sentence("gold")
    reviewing.inspector.go(0)
    qtbot.waitUntil(lambda: bool(reviewing.inspector.differences))
    select(reviewing, "6")
    press(reviewing, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: dialog.reviewers.pairs.frame.height == 3)
    reviewing.sessions.end()
    assert dialog.pages.count() == 1


def test_one_reviewer_alone_has_no_page(empty_window, qtbot, tmp_path):
    window = opened(empty_window, qtbot, merged(tmp_path, {"anna": SAID["anna"]}))
    window.actions_["score.agreement"].trigger()
    assert window.agreement.dialog.pages.count() == 1


def test_who_is_blind_sees_no_conflicts(reviewing, tmp_path):
    reviewing.sessions.open_session(tmp_path / "all.goldleaf", "dora", blind=True)
    assert "Conflicts" not in listed(reviewing)
    assert not reviewing.inspector.marks["conflict"].any()


def test_a_difference_is_marked_with_both_verdicts(reviewing):
    found = {one.item: one for one in reviewing.inspector.differences}
    marks = [reviewing.differences.delegate.verdict(found[word]) for word in ("5", "6")]
    assert marks == ["gold ≠ parse", ""]
