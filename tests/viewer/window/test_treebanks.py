"""Whole treebanks in the window: their properties, one transformed beside the file, whether they belong together.

Also tests `handlers.files`, `dialogs.treebanks`.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QPushButton

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.dialogs.treebanks import PropertiesDialog, TransformDialog, VersionsDialog
from goldleaf.viewer.session.layers import LAYER_DIFFERENCES
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.session.treebanks import property_steps
from goldleaf.viewer.state.settings import EXPORT_FOLDER
from tests.viewer.window.windows import PARSE, names, written

pytestmark = pytest.mark.slow

CROSSING = """\
1\ta\ta\tN\tN\t_\t3\tx\t_\t_
2\tb\tb\tN\tN\t_\t0\tr\t_\t_
3\tc\tc\tN\tN\t_\t4\tx\t_\t_
4\td\td\tN\tN\t_\t2\tx\t_\t_

"""
TREES = "(S (N a) (V b) (N c) (N d))\n"


@pytest.fixture
def window(empty_window, qtbot, tmp_path):
    """Dependencies and constituents of one sentence, in which a tag differs."""
    (tmp_path / "a.conllx").write_text(CROSSING, encoding="utf-8")
    (tmp_path / "a.mrg").write_text(TREES, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(request_of([tmp_path / "a.conllx", tmp_path / "a.mrg"]))
    return empty_window


def test_a_transformed_treebank_opens_beside_the_file(window, qtbot, tmp_path):
    assert window.actions_["file.transform"].isEnabled()
    with qtbot.waitSignal(window.opener.ended):
        window.treebanks.apply("lift")
    lifted = window.inspector.document.parses[0]
    assert lifted.name == "lift"
    assert window.inspector.parse == 0  # and is compared at once
    assert lifted.treebank.words["head"].to_list() == [2, 0, 4, 2]
    assert window.inspector.document.gold.words["head"].to_list() == [3, 0, 4, 2]
    with qtbot.waitSignal(window.opener.ended):
        window.treebanks.apply("lift")  # again: in the place of the one before
    assert [one.name for one in window.inspector.document.parses] == ["lift", "a"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.conllx", "a.mrg"]


def test_each_step_of_a_chain_is_shown(window, qtbot):
    with qtbot.waitSignal(window.opener.ended):
        window.treebanks.apply("lift")
    with qtbot.waitSignal(window.opener.ended):
        window.treebanks.apply("strip-features=x,lift,strip-heads")
    document = window.inspector.document
    assert [one.name for one in document.parses] == ["1 strip-features", "2 lift", "3 strip-heads", "a"]
    assert [one.treebank.words["head"].to_list() for one in document.parses[:3]] == [
        [3, 0, 4, 2],
        [2, 0, 4, 2],
        [None] * 4,
    ]
    assert window.inspector.parse == 2


def test_what_cannot_be_applied_is_said(window, qtbot):
    with qtbot.waitSignal(window.treebanks._transforming.failed) as told:
        window.treebanks.apply("raise")
    assert "raise is for constituents" in told.args[0].message


def test_the_dialog_knows_what_can_be_applied(qtbot):
    dialog = TransformDialog(None, "dependencies")
    qtbot.addWidget(dialog)
    ok = dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)
    names = [dialog.list.item(row).text().splitlines()[0] for row in range(dialog.list.count())]
    assert "lift" in names and "raise" not in names
    assert not ok.isEnabled()
    dialog.list.itemActivated.emit(dialog.list.item(names.index("lift")))
    dialog.list.itemActivated.emit(dialog.list.item(names.index("first-words")))
    assert dialog.chain == "lift,first-words=5000" and ok.isEnabled()
    dialog.line.setText("lift,nothing")
    assert "no such transformation" in dialog.hint.text() and not ok.isEnabled()


def test_deviations_are_listed_and_a_click_shows_the_structures(window, qtbot):
    window.actions_["file.belonging"].trigger()
    dialog = window.treebanks._belonging
    qtbot.waitUntil(lambda: dialog.view.model().rowCount() > 0)
    assert "tags 1" in dialog.counts.text()
    dialog.view.clicked.emit(dialog.view.model().index(0, 0))
    assert window.inspector.look.view == "aligned"
    assert not window.actions_["view.only-differences"].isEnabled(), "it leaves nothing out here"
    assert window.actions_.why_not("view.only-differences").startswith("Show ")
    dialog.close()


def test_deviations_show_the_constituents_whatever_parse_is_shown(empty_window, qtbot, tmp_path):
    for name, text in (("gold.conllx", CROSSING), ("parse.conllx", CROSSING), ("gold.mrg", TREES)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with qtbot.waitSignal(empty_window.opener.ended):
        names = ("gold.conllx", "parse.conllx", "gold.mrg")
        empty_window.opener.open(request_of([tmp_path / name for name in names]))
    assert empty_window.inspector.parse == 0
    empty_window.treebanks._go(0)
    assert empty_window.inspector.parse == 1
    found = finished(property_steps(empty_window.inspector.document))
    assert [one["format"] for one in found.values()] == ["conllx", "conllx", "brackets"]


def test_the_properties_of_all_open_files(window, qtbot, tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "own.csv"), ""))

    def look():
        dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, PropertiesDialog))
        qtbot.waitUntil(lambda: dialog.view.model().rowCount() > 0)
        found.append([dialog.view.model().index(row, 0).data() for row in range(dialog.view.model().rowCount())])
        found.append(
            [
                dialog.view.model().headerData(place, Qt.Orientation.Horizontal)
                for place in range(dialog.view.model().columnCount())
            ]
        )
        dialog.save.click()
        found.append(dialog.hint.text())
        dialog.reject()

    QTimer.singleShot(0, look)
    window.actions_["file.properties"].trigger()
    assert found[2] == "Saved own.csv" and "non-projective arcs %" in (tmp_path / "own.csv").read_text("utf-8")
    assert window.settings.get(EXPORT_FOLDER) == str(tmp_path)  # where the next one is suggested
    assert {"sentences", "non-projective arcs %", "constituents a word"} <= {*found[0]}
    assert found[1][:2] == ["Property", "Of"] and len(found[1]) == 4


def test_properties_against_a_training_file_that_is_remembered(window, qtbot, tmp_path):
    (tmp_path / "train.conllx").write_text(CROSSING.replace("d\td", "e\te"), encoding="utf-8")
    found = []

    def look():
        dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, PropertiesDialog))
        qtbot.waitUntil(lambda: dialog.view.model().rowCount() > 0)
        if not found:
            dialog._train(str(tmp_path / "train.conllx"))
            qtbot.waitUntil(lambda: "Counting" not in dialog.hint.text())
        texts = [dialog.view.model().index(row, 0).data() for row in range(dialog.view.model().rowCount())]
        place = next((row for row, text in enumerate(texts) if text.startswith("unseen forms")), None)
        found.append((dialog.training.text(), None if place is None else dialog.view.model().index(place, 2).data()))
        dialog.reject()

    for _ in range(2):
        QTimer.singleShot(0, look)
        window.actions_["file.properties"].trigger()
    assert found == [("Unseen: against train.conllx", "25.00")] * 2


def test_without_files_nothing_can_be_done(empty_window):
    for name in ("file.properties", "file.transform", "file.belonging"):
        action = empty_window.actions_[name]
        assert not action.isEnabled()
        assert action.toolTip().endswith("Open a file first.")


def test_of_versions_the_pictures_have_a_low_window(empty_window, qtbot, tmp_path):
    empty_window.resize(1280, 720)
    empty_window.opener.open(Request.of_annotators(written(tmp_path), versions=True))
    qtbot.waitUntil(lambda: empty_window.inspector.document is not None and not empty_window.opener.loading)
    assert empty_window.error.isVisible() and not empty_window.docks["errors"].isVisible()
    actions = [action for menu in empty_window.menus.values() for action in menu.actions()]
    assert "Add version…" in [one.text() for one in actions]
    assert not [one.toolTip() for one in actions if "nnotator" in one.text()]
    assert empty_window.actions_["versus.table"].text() == "Compare two versions"
    assert empty_window.docks["versus"].windowTitle() == "Two versions"
    empty_window.docks["errors"].bring_up()
    assert empty_window.panels["errors"].all_parses.isHidden()


def test_two_versions_open_side_by_side_with_what_has_changed(empty_window, qtbot, tmp_path):
    old, new = tmp_path / "old.conllx", tmp_path / "new.conllx"
    changed = CROSSING.replace("\tN\tN\t", "\tM\tM\t", 1).replace("\tx\t", "\ty\t", 1)
    old.write_text(CROSSING.replace("a", "e") + CROSSING, encoding="utf-8")
    new.write_text(CROSSING.replace("a", "e") + changed + CROSSING.replace("d", "z"), encoding="utf-8")
    dialog = VersionsDialog(empty_window, str(tmp_path))
    dialog.gold.setText(str(new))
    assert dialog.request() is None
    dialog.new.setText(str(old))
    next(button for button in dialog.findChildren(QPushButton) if button.text() == "Swap").click()
    assert [dialog.gold.text(), dialog.new.text()] == [str(old), str(new)]
    with qtbot.waitSignal(empty_window.opener.ended):
        empty_window.opener.open(dialog.request())
    errors, told = empty_window.errors, empty_window.error
    assert empty_window.inspector.row == 1 and told.isVisible() and told.property("kind") == "info"
    # Tags are a change as heads are; what one version lacks is not compared.
    listed = empty_window.inspector.differences
    assert {one.layer for one in listed} == {Layer.ARC, Layer.TAG}
    assert empty_window.inspector.table[LAYER_DIFFERENCES].to_list() == [0, len(listed), None]
    assert not dialog.lattice.isVisibleTo(dialog)
    qtbot.waitUntil(lambda: errors.isVisible() and errors.model.rowCount() > 0)
    assert errors.chooser.currentText() == "What became what" and names(empty_window) == ("old", "new")
    assert empty_window.docks["errors"].windowTitle() == "Changes"
    assert empty_window.docks["scores"].windowTitle() == "Similarity" and empty_window.scores.model.rowCount() == 1
    sentences = empty_window.sentences.model
    place = [column.name for column in sentences.columns].index(LAYER_DIFFERENCES)
    shown = [sentences.data(sentences.index(row, place)) for row in range(3)]
    assert shown == ["", f"{len(listed)}", ""], "nothing is said of what is the same, or only one has"
    links = [link for link in told.findChildren(QPushButton) if link.objectName() == "link"]
    assert [link.text() for link in links] == ["1 added", "1 changed"]
    links[0].click()
    qtbot.waitUntil(lambda: errors.chooser.currentText() == "Sentences added")
    assert told.isVisible(), "a link closes nothing"
    errors.choose("kinds")
    qtbot.waitUntil(lambda: errors.model.rowCount() > 0)
    changed_ones = empty_window.sentences.worst
    assert changed_ones.text() == "Changed"
    changed_ones.click()
    qtbot.waitUntil(lambda: [*empty_window.inspector.rows] == [1, 2])
    empty_window.inspector.go(2)
    assert [title.name for title in empty_window.pictures.titles] == ["new"]
    assert "added: sentence 3 of new" in empty_window.pictures.titles[0].note
    assert empty_window.pictures.reason.isHidden(), "one line above the text is enough"
    assert "Versions are only compared" in empty_window.actions_.why_not("review.new")
    empty_window.actions_.refresh()
    assert "Only the window" in empty_window.actions_.why_not("figure.copy-command"), "it pairs by place"
    assert empty_window.pictures.drawing.titles == ("new",), "in figures, too"
    empty_window.sentences.filter.use("number in (99)")
    qtbot.waitUntil(lambda: not len(empty_window.inspector.rows))
    errors.view.activated.emit(errors.model.index(0, 0))
    # Of a single sentence the list would be of no use.
    qtbot.waitUntil(lambda: not empty_window.sentences.filter.line.text() and len(empty_window.inspector.rows) > 0)
    assert empty_window.inspector.selection == Key(Side.GOLD, "word", "1")


def test_what_is_suspicious_is_an_action(window, qtbot):
    window.opener.open(request_of([window.opener.request.gold]))
    qtbot.waitUntil(lambda: not window.opener.loading and window.inspector.parse < 0)
    window.actions_.run("errors.suspects")
    qtbot.waitUntil(lambda: window.errors.chooser.currentText() == "Variation nuclei")


def test_suspicious_words_are_judged_one_after_the_other_from_their_list(empty_window, qtbot, tmp_path):
    window, paths = empty_window, written(tmp_path)
    paths.append(tmp_path / "other.conllu")
    paths[2].write_text(PARSE, encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(paths))
    window.sessions.create(tmp_path / "s.goldleaf", [Layer.ARC], "anna")
    window.actions_.run("errors.suspects")
    errors, inspector = window.errors, window.inspector
    qtbot.waitUntil(lambda: errors.model.rowCount() == 2)
    assert [column.title for column in errors.model.columns][-2:] == ["Parses sure %", "Sentence"]
    errors.view.setFocus()
    errors.view.setCurrentIndex(errors.model.index(0, 0))
    QTest.keyClick(errors.view, Qt.Key.Key_Return)
    first = inspector.row, inspector.selection
    assert inspector.everyone and len(inspector.rows) == 3, "all who have it otherwise; the list is left whole"
    assert errors.model.cell(0, 0).text == {0: "book (5)", 2: "loudly (3)"}[first[0]]
    window.actions_.refresh()
    QTest.keyClick(errors.view, Qt.Key.Key_A)
    qtbot.waitUntil(lambda: errors.model.active.row() == 1 and inspector.row != first[0])
    assert [one.verdict for one in window.reviewing.store.judgements()] == ["gold"]
    QTest.keyClick(errors.view, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: len(window.reviewing.store.judgements()) == 2)
    assert errors.model.active.row() == 1, "after the last one there is no other"
