"""A campaign beside the window: its tables, cells and the submissions that they are about, rows in another order.

Also tests `viewer.campaigns`.
"""

from __future__ import annotations

import json
import time
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from goldleaf.core.campaigns import jobs as work
from goldleaf.core.campaigns.description import Campaign, Gold, Run, Submission, System
from goldleaf.core.campaigns.results import Results
from goldleaf.core.campaigns.running import CampaignStep
from goldleaf.viewer.campaigns import TABLES
from goldleaf.viewer.dialogs import campaign as module
from goldleaf.viewer.dialogs.campaign import submission_at
from goldleaf.viewer.tables.table import Cell, Column, Kind, Table, in_order
from tests.core.campaigns.support import SYSTEMS, TREEBANKS, folder, written

pytestmark = pytest.mark.slow

DEMO = Path(str(files("goldleaf.assets"))) / "demo" / "campaign.toml"
ABOUT = '[campaign]\ntitle = "Small"\nmetrics = "attachment"\nrounds = 200\n'


@pytest.fixture(autouse=True)
def quick(monkeypatch, tmp_path):
    """No further processes, and a cache of the test's own."""
    monkeypatch.setattr(module, "processes", lambda: work.here)
    monkeypatch.setattr(module, "standard_folder", lambda: tmp_path / "cache")


@pytest.fixture
def place(tmp_path):
    return folder(tmp_path)


@pytest.fixture
def dialog(window, qtbot, place):
    return opened(window, qtbot, written(place, ABOUT + TREEBANKS + SYSTEMS))


def opened(window, qtbot, path):
    window.files.drop([path])
    found = window.campaigns.dialog
    qtbot.waitUntil(lambda: found.again.text() == "Score again")
    return found


def cells(dialog, row):
    model = dialog.view.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def activate(dialog, row, column):
    dialog.view.setCurrentIndex(dialog.view.model().index(row, column))
    QTest.keyClick(dialog.view, Qt.Key.Key_Return)


def test_shows_the_table_of_systems_by_treebanks(dialog):
    assert dialog.windowTitle() == "Campaign: Small"
    assert cells(dialog, 0)[:3] == ["A", "98.33", "96.67"]
    assert dialog.view.model().index(1, 1).data(Qt.ItemDataRole.FontRole).bold()
    assert dialog.view.model().index(2, 1).data(Qt.ItemDataRole.FontRole) is None
    assert dialog.status.text() == "5 pairs scored"
    assert "attachment|punctuation:exclude" in dialog.note.text()
    assert not dialog.errors.isVisible()


def test_of_many_steps_the_last_is_shown_and_few_others(dialog, qtbot, monkeypatch):
    shown = []
    monkeypatch.setattr(dialog, "_take", lambda results: (shown.append(results), time.sleep(0.01)))
    for done in range(100):
        dialog._step(CampaignStep(done, 100, done, lambda: dialog.results))
    qtbot.waitUntil(lambda: dialog.progress.value() == 99)
    assert 1 <= len(shown) <= 2


def test_a_cell_opens_its_pair(dialog, window, qtbot, place):
    activate(dialog, 1, 1)
    qtbot.waitUntil(
        lambda: not window.opener.loading and window.inspector.document.gold.path == str(place / "one/gold.conllx")
    )
    assert [one.name for one in window.inspector.document.parses] == ["B"]
    assert dialog.isVisible()


def test_one_comes_back_from_a_pair_to_the_cell(dialog, window, qtbot):
    activate(dialog, 1, 1)
    qtbot.waitUntil(lambda: not window.opener.loading and window.inspector.document is not None)
    dialog.close()
    window.actions_["file.campaign"].trigger()
    assert window.campaigns.dialog is dialog and dialog.isVisible()
    assert (dialog.view.currentIndex().row(), dialog.view.currentIndex().column()) == (1, 1)
    assert dialog.status.text() == "5 pairs scored"


def test_its_pages_are_written_and_opened(dialog, window, qtbot, place, monkeypatch):
    browsed = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: browsed.append(url.toLocalFile()) or True)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    dialog.pages.click()  # and changes his mind
    (place / "site").mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(place / "site"))
    dialog.pages.click()
    qtbot.waitUntil(lambda: bool(browsed), timeout=60_000)
    assert browsed == [str(place / "site" / "index.html")] and len([*(place / "site").glob("*.html")]) == 7
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(place))
    dialog.pages.click()
    assert "name another folder" in window.error.text


def test_without_a_campaign_the_action_says_what_to_do(window):
    action = window.actions_["file.campaign"]
    assert not action.isEnabled() and "Open a campaign first" in action.toolTip()


def test_campaigns_are_among_the_recent_files(dialog, window, qtbot, place):
    path = place / "campaign.toml"
    assert window.files.recent()[0] == path
    window.files.fill_recent(window.recent_menu)
    assert window.recent_menu.actions()[0].text() == f"{place.name}/campaign.toml"
    dialog.close()
    window.recent_menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: window.campaigns.dialog.again.text() == "Score again")
    assert window.campaigns.dialog.isVisible()


def test_a_cell_that_is_about_several_opens_nothing(dialog, qtbot):
    with qtbot.assertNotEmitted(dialog.pair_wanted):
        activate(dialog, 4, 1)  # the average of systems, behind a gap
        activate(dialog, 0, 4)
        activate(dialog, 2, 2)  # nothing was submitted


def test_a_heading_sorts_within_blocks(dialog):
    dialog.view.horizontalHeader().sectionClicked.emit(0)
    assert [cells(dialog, row)[0] for row in (0, 1, 2, 4, 5)] == ["C", "B", "A", "sd", "average of systems"]
    dialog.view.horizontalHeader().sectionClicked.emit(0)
    assert [cells(dialog, row)[0] for row in range(3)] == ["A", "B", "C"]
    activate(dialog, 0, 0)
    dialog.view.horizontalHeader().sectionClicked.emit(2)
    assert [cells(dialog, row)[0] for row in range(3)] == ["A", "B", "C"], "what has no figure is last"


def test_tables_and_scores_are_chosen(dialog):
    dialog.score.setCurrentText("uas")
    assert dialog.of.currentText() == "UAS (attachment)"
    for place, name in enumerate(TABLES):
        dialog.which.setCurrentIndex(place)
        assert dialog.which.currentData() == name
        assert dialog.view.table is not None or "no such table" in dialog.note.text()
    dialog.which.setCurrentText("Accuracy by tag")
    assert dialog.of.isEnabled()
    dialog.of.setCurrentIndex(1)
    assert dialog.view.table.title == "LAS by tag, all systems together"


def test_what_has_been_submitted_is_a_table_whose_rows_have_no_gaps_of_another(dialog):
    gap = dialog.view.rowHeight(3)
    dialog.which.setCurrentText("Submissions")
    assert [cells(dialog, row)[2] for row in range(6)] == ["complete"] * 5 + ["absent"]
    assert dialog.view.rowHeight(3) == dialog.view.rowHeight(2) > gap
    dialog.which.setCurrentText("Scores")
    assert dialog.view.rowHeight(3) == gap


def test_a_second_time_nothing_is_scored(dialog, monkeypatch, qtbot):
    def none(jobs):
        assert not jobs
        yield from ()

    monkeypatch.setattr(module, "processes", lambda: none)
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.again.text() == "Score again")
    assert dialog.status.text() == "5 pairs scored"


def test_scoring_can_be_canceled(window, qtbot, place, monkeypatch):
    def endless(_):
        while True:
            yield None

    monkeypatch.setattr(module, "processes", lambda: endless)
    window.files.drop([written(place, ABOUT + TREEBANKS + SYSTEMS)])
    dialog = window.campaigns.dialog
    qtbot.waitUntil(lambda: dialog.progress.format().startswith("Scoring: 0 of 15"))
    assert dialog.again.text() == "Cancel"
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    assert dialog.again.text() == "Score again"
    assert dialog.status.text().startswith("Canceled")


def test_what_could_not_be_scored_is_listed(window, qtbot, place):
    (place / "one/B.conllx").write_text("1\ta\n", encoding="utf-8")
    dialog = opened(window, qtbot, written(place, ABOUT + TREEBANKS + SYSTEMS))
    assert dialog.errors.isVisible()
    assert "one/B.conllx:1" in dialog.errors.item(0).text()
    assert dialog.status.text() == "4 pairs scored, 1 not"


def test_a_file_that_cannot_be_meant_is_said(window, qtbot, place):
    window.files.drop([written(place, "[campaign]\nmetrics = 3\n" + TREEBANKS + SYSTEMS)])
    assert window.campaigns.dialog is None
    qtbot.waitUntil(lambda: "metrics: is 3" in window.error.text)


@pytest.mark.parametrize("ending", [".html", ".tex", ".csv", ".json", ".txt"])
def test_tables_are_exported_in_all_formats(dialog, monkeypatch, tmp_path, ending, qtbot):
    target = tmp_path / f"table{ending}"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    with qtbot.waitSignal(dialog.told) as told:
        dialog.export_all.click()
    assert told.args == [f"Saved table{ending}"]
    everything = target.read_text(encoding="utf-8")
    if ending == ".json":  # that of the command
        assert {"figures", "averages", "pairs"} <= {*json.loads(everything)}
    with qtbot.waitSignal(dialog.told):
        dialog.export.click()
    assert len(target.read_text(encoding="utf-8")) < len(everything)


def test_a_file_that_cannot_be_written_is_said(dialog, monkeypatch, tmp_path, qtbot):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "gone" / "t.csv"), ""))
    with qtbot.waitSignal(dialog.told) as told:
        dialog.export.click()
    assert "cannot be written" in told.args[0]


def test_plots_are_shown(dialog, qtbot):
    with qtbot.waitSignal(dialog.plot_wanted) as asked:
        dialog.plot.click()
    assert asked.args[0].title.startswith("Attachment")


def test_the_demo_is_a_campaign(window, qtbot):
    dialog = opened(window, qtbot, DEMO)
    assert dialog.errors.count() == 0
    assert dialog.view.table.title == "LAS (attachment)"
    assert [dialog.of.itemText(place) for place in range(dialog.of.count())] == [
        "LAS (attachment)",
        "UAS (attachment)",
        "F1 (parseval)",
        "Accuracy unlab. (tedeval)",
    ]


GOLD, RAW = Run("gold"), Run("raw")
SUBMISSIONS = [
    Submission("A", treebank, run, Path(f"{treebank}-{run.name}")) for treebank in "xy" for run in (GOLD, RAW)
]
RESULTS = Results(
    Campaign(Path(), "", [Gold("x", Path()), Gold("y", Path())], [System("A")], [GOLD, RAW], [], SUBMISSIONS),
    [],
)


def test_the_block_says_the_run():
    blocks = {0: "gold", 1: "raw, some group", 2: "raw less gold", 3: ""}
    table = Table(
        "T", [Column("system"), Column("x")], [["A", 1.0], ["A", 2.0], ["A", 3.0], ["average", 3.0]], blocks=blocks
    )
    found = [submission_at(RESULTS, table, row, 1) for row in range(4)]
    assert [one and one.path.name for one in found] == ["x-gold", "x-raw", "x-raw", None]
    assert submission_at(RESULTS, table, 0, 0) is None


def test_a_group_or_the_cell_itself_says_the_treebank():
    columns = [Column("system"), Column("rank", group="(y)"), Column("treebank", group="best")]
    table = Table("T", columns, [["A", 1, "x"]], blocks={0: "gold"})
    assert [submission_at(RESULTS, table, 0, column).path.name for column in (1, 2)] == ["y-gold", "x-gold"]


def test_rows_are_sorted_in_their_blocks():
    columns = [Column("system"), Column("x", kind=Kind.SHARE)]
    rows = [["A", 0.1], ["B", None], ["C", Cell(0.3, bold=True)], ["A", 0.5], ["B", 0.9]]
    table = Table("T", columns, rows, blocks={3: "two"})
    found = in_order(table, 1, descending=True)
    assert [row[0] for row in found.rows] == ["C", "A", "B", "B", "A"]
    assert [row[0] for row in in_order(table, 0, descending=False).rows] == ["A", "B", "C", "A", "B"]
    assert found.blocks == table.blocks
