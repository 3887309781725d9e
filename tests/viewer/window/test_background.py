"""What goes wrong behind the window, and closing it while work goes on."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import pytest

from goldleaf.viewer.diagram.spacing import LabelledEdge
from goldleaf.viewer.dialogs.manual import LogDialog
from goldleaf.viewer.session import filtering
from goldleaf.viewer.session.breakdowns import BreakdownChoice
from goldleaf.viewer.session.loading import Loading
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.jobs import settle
from goldleaf.viewer.state.lattice_layouts import MOST_WANTED, Placer
from goldleaf.viewer.views.lattices import layout as lattice_layout
from tests.viewer.window.windows import written

pytestmark = pytest.mark.slow


def odd(*_):
    yield 0.5
    raise ValueError("odd")


def odd_loading(*_):
    yield Loading(0.5, "reading")
    raise ValueError("odd")


class Endless:
    """Work that ends only when it is told to."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.loads = False

    def __call__(self, *_):
        try:
            while True:
                yield Loading(0.5, "counting") if self.loads else 0.5
                self.begun.set()
                time.sleep(0.001)  # others want to work, too
        finally:
            self.ended.set()


@pytest.fixture
def details(monkeypatch):
    """The texts of the dialogs that were shown."""
    shown = []
    monkeypatch.setattr(LogDialog, "exec", lambda dialog: shown.append(dialog.text.toPlainText()))
    return shown


@pytest.fixture
def endless():
    return Endless()


def show_table(window, monkeypatch, make):
    only = {BreakdownChoice("attachment", "accuracy"): "Accuracy"}
    monkeypatch.setattr("goldleaf.viewer.session.breakdowns.choices", lambda *_: only)
    monkeypatch.setattr("goldleaf.viewer.session.breakdowns.breakdown", lambda *_: make())
    window.docks["errors"].show()
    window.errors._forget()


def filter_with(window, monkeypatch, make):
    monkeypatch.setattr(filtering, "filtered", make)
    window.sentences.filter.line.setText("las < 1")
    window.sentences.filter.apply()


def load_with(window, monkeypatch, make):
    monkeypatch.setattr("goldleaf.viewer.state.opening.load", make)
    window.opener.reload()


def lay_out_with(window, monkeypatch, make):
    monkeypatch.setattr(lattice_layout, "lay_out_steps", make)
    window.pictures.placer(2, [LabelledEdge(0, 1, 10.0, 10.0, False)])


WORK = {
    "The table ‘Accuracy’ could not be worked out": show_table,
    "The sentences could not be filtered": filter_with,
    "The files could not be opened": load_with,
    "The lattice could not be laid out": lay_out_with,
}


@pytest.mark.parametrize("complaint", WORK)
def test_what_nobody_expected_is_told_in_a_line_with_details(window, qtbot, monkeypatch, caplog, details, complaint):
    begin = WORK[complaint]
    begin(window, monkeypatch, odd_loading if begin is load_with else odd)
    qtbot.waitUntil(window.error.isVisible)
    assert window.error.text == f"{complaint}: ValueError: odd"
    [button] = window.error._buttons
    button.click()
    assert "in odd" in details[0] and "ValueError: odd" in details[0]
    assert complaint in caplog.text and "in odd" in caplog.text


def test_the_panel_of_errors_does_not_wait_for_ever(window, qtbot, monkeypatch):
    show_table(window, monkeypatch, odd)
    qtbot.waitUntil(window.error.isVisible)
    assert window.errors.view.hint.isVisible()
    assert window.errors.view.hint.text() == "The table ‘Accuracy’ could not be worked out: ValueError: odd"


def test_the_panel_of_errors_says_how_far_it_is(window, qtbot, monkeypatch, endless):
    show_table(window, monkeypatch, endless)
    qtbot.waitUntil(lambda: window.errors.view.hint.text() == "Working out the table … 50%")
    window.errors.stop()


def test_the_filter_says_that_it_could_not_be_done(window, qtbot, monkeypatch):
    filter_with(window, monkeypatch, odd)
    qtbot.waitUntil(window.error.isVisible)
    assert window.sentences.filter.error.text() == window.error.text


def test_a_faulty_condition_is_told_below_the_line_only(window, qtbot):
    window.sentences.filter.line.setText("las <")
    window.sentences.filter.apply()
    qtbot.waitUntil(window.sentences.filter.error.isVisible)
    assert not window.error.isVisible()


def test_a_document_stays_when_opening_fails(window, qtbot, monkeypatch):
    before = window.inspector.document
    load_with(window, monkeypatch, odd_loading)
    qtbot.waitUntil(window.error.isVisible)
    qtbot.waitUntil(lambda: not window.opener.loading)
    assert window.inspector.document is before


@pytest.mark.parametrize("begin", WORK.values())
def test_closing_ends_what_goes_on(window, monkeypatch, endless, begin):
    endless.loads = begin is load_with
    begin(window, monkeypatch, endless)
    assert endless.begun.wait(60)
    window.close()
    assert endless.ended.wait(60) and settle(60)


def test_other_files_end_the_table_of_those_before(window, qtbot, monkeypatch, endless, tmp_path):
    show_table(window, monkeypatch, endless)
    assert endless.begun.wait(60)
    window.docks["errors"].hide()
    window.opener.open(request_of(written(tmp_path)))
    qtbot.waitUntil(endless.ended.is_set)


@pytest.fixture
def children(monkeypatch, tmp_path):
    """The processes that are to lay lattices out, none of which ever answers."""
    worker = tmp_path / "worker.py"
    worker.write_text("import threading; threading.Event().wait()", encoding="utf-8")
    monkeypatch.setattr(lattice_layout, "_COMMAND", [sys.executable, str(worker)])
    monkeypatch.setattr(lattice_layout, "LIMIT", 60.0)
    lattice_layout._remembered.clear()
    started = []
    popen = subprocess.Popen

    def noted(*arguments, **choices):
        started.append(popen(*arguments, **choices))
        return started[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    yield started
    lattice_layout._remembered.clear()
    assert all(process.poll() is not None for process in started)


def test_no_process_is_left_after_closing(empty_window, qtbot, children):
    empty_window.actions_["file.demo-lattice"].trigger()
    qtbot.waitUntil(lambda: bool(children))
    [process] = children
    assert process.poll() is None
    empty_window.close()
    assert settle(60)
    assert process.returncode is not None


@pytest.mark.usefixtures("qapp")
def test_a_layout_that_is_passed_by_is_given_up(qtbot, children):
    placer = Placer()
    for length in range(MOST_WANTED):
        placer(2, [LabelledEdge(0, 1, 10.0 + length, 10.0, False)])
    qtbot.waitUntil(lambda: len(children) == 1)
    assert children[0].poll() is None
    placer(2, [LabelledEdge(0, 1, 50.0, 10.0, False)])
    qtbot.waitUntil(lambda: len(children) == 2 and children[0].returncode is not None)
    assert children[1].poll() is None
    placer.stop()
    assert settle(60)


def test_a_layout_that_is_given_up_is_not_remembered(children):
    edges = [LabelledEdge(0, 1, 10.0, 10.0, False)]
    steps = lattice_layout.lay_out_steps(2, edges)
    next(steps)
    steps.close()
    assert children[0].returncode is not None
    assert not lattice_layout._remembered
