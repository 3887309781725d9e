"""Finds what an installed package adds everywhere: in Python, on the command line, in the window.

In a process of its own: what is added here must not be seen by other tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop

from goldleaf.core import read, score, write
from goldleaf.viewer.app import application_of
from goldleaf.viewer.dialogs.export import ExportDialog
from goldleaf.viewer.dialogs.metrics import MetricsDialog
from goldleaf.viewer.dialogs.treebanks import OpenDialog
from goldleaf.viewer.plugins import plug_in
from goldleaf.viewer.session.loading import MetricChoice
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.window.window import MainWindow

GOLD, PARSE = "The/DET cat/NOUN sleeps/VERB\n", "The/DET cat/VERB sleeps/VERB\n"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """A command, in a process of its own: what is added is to be known before its options are."""
    command = [sys.executable, "-P", "-m", "goldleaf.viewer", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check_format(folder: Path) -> None:
    gold = read(folder / "gold.slash")
    assert gold.format == "slash" and gold.words["form"].to_list() == ["The", "cat", "sleeps"]
    write(gold, folder / "again.slash")
    assert (folder / "again.slash").read_text() == GOLD
    assert run("validate", folder / "gold.slash", "--input-format", "slash").returncode in (0, 1)
    assert run("convert", folder / "gold.slash", "--apply", "shout", "-o", folder / "loud.slash").returncode == 0
    assert (folder / "loud.slash").read_text() == GOLD.replace("The", "THE").replace("cat", "CAT").replace(
        "sleeps", "SLEEPS"
    )


def check_metric(folder: Path) -> None:
    found = score(folder / "gold.slash", folder / "parse.slash", "tagging", case="ignore")
    assert (found.scores["tag_accuracy"].right, found.scores["tag_accuracy"].total) == (2, 3)
    assert found.signature.startswith("tagging|case:ignore|")
    command = ["score", folder / "gold.slash", folder / "parse.slash", "--metric", "tagging", "--case", "heed"]
    done = run(*command, "--per-sentence", folder / "rows.csv")
    assert done.returncode == 0 and "tag_accuracy" in done.stdout, done.stderr
    assert "tagging.tag_accuracy" in (folder / "rows.csv").read_text()
    assert "whether capitals matter" in run("score", "--help-metric", "tagging").stdout.lower()
    assert "tagging" in run("score", "--help").stdout
    assert run("score", *command[1:3], "--metric", "taging").stderr.rstrip().endswith("tagging")


def check_figures(folder: Path) -> None:
    command = ["render", folder / "gold.slash", folder / "parse.slash", "--view", "words"]
    done = run(*command, "--metric", "tagging", "--numbers", "-o", folder / "figure.svg")
    assert done.returncode == 0, done.stderr
    assert "2 cat" in (folder / "figure.svg").read_text()
    assert run(*command, "-o", folder / "figure.txt").returncode == 0
    assert (folder / "figure.txt").read_text() == "The\ncat\nsleeps"
    assert run(*command, "--compare", "beside", "-o", folder / "no.svg").returncode == 2


def check_window(folder: Path) -> None:
    plug_in()
    window = MainWindow()
    window.opener.choice = MetricChoice(("tagging",))
    loop = QEventLoop()
    window.opener.ended.connect(loop.quit)
    window.opener.open(request_of([folder / "gold.slash", folder / "parse.slash"]))
    loop.exec()
    assert [one.name for one in window.inspector.document.metrics] == ["tagging"]
    for name in ("view.words", "words.numbers", "metric.tagging", "score.tagging.case.ignore"):
        assert name in window.actions_.all, name
    window.actions_["metric.tagging"].trigger()
    assert window.inspector.view.name == "words" and window.actions_["view.words"].isChecked()
    window.actions_["words.numbers"].trigger()
    assert any(getattr(shape, "text", "") == "2 cat" for shape in window.pictures.panes.diagrams[0].shapes)
    [difference] = window.inspector.differences
    assert (difference.gold, difference.parse, difference.word) == ("NOUN", "VERB", "cat")
    assert "tag_accuracy" in window.inspector.document.table.columns
    window.scores.show_now()
    assert window.scores.chooser.currentText() == "Tagging"
    chooser = MetricsDialog(window, window.opener.choice, window.inspector.document)
    assert "tagging" in chooser.ticked() and "case" in chooser.forms["tagging"].boxes
    export = ExportDialog(window, window.figures.source(), window.settings, "figure")
    assert export.format.findData("txt") >= 0
    opening = OpenDialog(window, str(folder), None)
    assert any(
        "slashes" in box.itemText(row)
        for box in opening.findChildren(type(export.format))
        for row in range(box.count())
    )
    for dialog in (chooser, export, opening):
        dialog.deleteLater()
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def check_all(folder: Path) -> None:
    (folder / "gold.slash").write_text(GOLD)
    (folder / "parse.slash").write_text(PARSE)
    application = application_of(["goldleaf"])
    for check in (check_format, check_metric, check_figures, check_window):
        check(folder)
        print(check.__name__)
    del application


check_all(Path(sys.argv[1]))
