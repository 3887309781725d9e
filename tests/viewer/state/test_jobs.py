import logging
import threading

import pytest

from goldleaf.core.errors import PairError
from goldleaf.viewer.state.jobs import Background, Job, settle

COMPLAINT = "The sum could not be worked out"


def job_of(steps, **choices):
    return Job(steps, COMPLAINT, **choices)


def counting(number):
    yield from range(number)
    return "counted"


def for_ever():
    number = 0
    while True:
        number += 1
        yield number


def raising(error):
    yield 1
    raise error


def test_steps_and_the_result_are_reported(qtbot):
    job, told = job_of(counting(3)), []
    job.reported.connect(lambda *report: told.append(report))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert told == [("stepped", 0), ("stepped", 1), ("stepped", 2), ("returned", "counted")]


def test_a_step_like_the_one_before_is_not_reported(qtbot):
    job, told = job_of(iter_of(0.1, 0.1, 0.2)), []
    job.reported.connect(lambda _, step: told.append(step))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert told == [0.1, 0.2]


def iter_of(*steps):
    yield from steps


class Panic(BaseException):
    """As a panic of polars is."""


@pytest.mark.parametrize("kind", [ValueError, Panic])
def test_what_nobody_expected_is_told_in_a_line_and_logged_with_its_traceback(qtbot, caplog, kind):
    job = job_of(raising(kind("odd\nvery odd")))
    with (
        caplog.at_level(logging.ERROR, "goldleaf"),
        qtbot.waitSignal(job.reported, check_params_cb=lambda what, _: what == "failed") as failed,
    ):
        job.start()
    failure = failed.args[1]
    assert failure.message == f"{COMPLAINT}: {kind.__name__}: odd"
    assert "in raising" in failure.details and "very odd" in failure.details
    assert COMPLAINT in caplog.text and "Traceback" in caplog.text and "in raising" in caplog.text


def test_what_the_user_can_mend_is_told_as_it_is_and_not_logged(qtbot, caplog):
    job = job_of(raising(PairError("a.conllu: other words")))
    with qtbot.waitSignal(job.reported, check_params_cb=lambda what, _: what == "failed") as failed:
        job.start()
    assert (failed.args[1].message, failed.args[1].details) == ("a.conllu: other words", "")
    assert not caplog.records


def test_what_goes_wrong_after_the_end_was_asked_for_is_only_logged(qtbot, caplog):
    begun, cancelled, failures = threading.Event(), threading.Event(), []

    def steps():
        begun.set()
        cancelled.wait(60)
        raise ValueError("odd")
        yield

    job = job_of(steps())
    job.reported.connect(lambda what, value: failures.append(value) if what == "failed" else None)
    with qtbot.waitSignal(job.finished):
        job.start()
        assert begun.wait(60)
        job.cancel()
        cancelled.set()
    assert not failures and "ValueError: odd" in caplog.text


def test_cancelled_between_steps(qtbot):
    closed, seen = [], []

    def steps():
        try:
            yield from for_ever()
        finally:
            closed.append(True)

    job = job_of(steps())
    job.reported.connect(lambda *_: seen.append(job.cancel()))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert seen and closed == [True]


@pytest.fixture
def endless_patience(monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.state.jobs.PATIENCE", 3600.0)


@pytest.mark.usefixtures("endless_patience")
def test_the_work_waits_for_the_window(qtbot):
    reached = []

    def steps():
        yield "shown"
        reached.append("further")

    job = job_of(steps(), awaits=lambda step: step == "shown")
    with qtbot.waitSignal(job.reported):
        job.start()
    assert reached == []
    with qtbot.waitSignal(job.finished):
        job.go_on()
    assert reached == ["further"]


@pytest.mark.usefixtures("endless_patience")
def test_a_job_that_waits_can_be_cancelled(qtbot):
    job = job_of(for_ever(), awaits=lambda _: True)
    with qtbot.waitSignal(job.reported):
        job.start()
    with qtbot.waitSignal(job.finished):
        job.cancel()


def test_only_what_was_asked_for_last_is_reported(qtbot):
    work, told = Background(), []
    work.stepped.connect(told.append)
    work.returned.connect(told.append)
    work.failed.connect(told.append)
    release = threading.Event()

    def late():
        release.wait(60)
        yield "late"
        return "later"

    work.start(late(), COMPLAINT)
    with qtbot.waitSignal(work.ended):
        work.start(counting(1), COMPLAINT)
        release.set()
    assert settle(60)
    qtbot.wait(60)
    assert told == [0, "counted"] and not work.busy


def test_cancelled_work_is_not_reported(qtbot):
    work, told = Background(), []
    with qtbot.waitSignal(work.stepped):
        work.start(for_ever(), COMPLAINT)
    work.stepped.connect(told.append)
    work.ended.connect(lambda: told.append("ended"))
    work.cancel()
    assert not work.busy and settle(60)
    qtbot.wait(60)
    assert told == []


@pytest.mark.usefixtures("qapp")
def test_what_cannot_be_interrupted_is_not_waited_for():
    begun, release = threading.Event(), threading.Event()

    def steps():
        begun.set()
        release.wait(60)
        yield

    work = Background()
    work.start(steps(), COMPLAINT)
    assert begun.wait(60)
    work.cancel()
    assert not settle(0.05)
    release.set()
    assert settle(60)


def test_work_without_a_result_only_ends(qtbot):
    work, told = Background(), []
    work.returned.connect(told.append)
    assert not work.busy
    with qtbot.waitSignal(work.ended):
        work.start(iter_of(1), COMPLAINT)
        assert work.busy
    assert told == [] and not work.busy
    work.go_on()
    work.cancel()
    assert not work.busy


def test_what_goes_wrong_in_work_is_told_once_and_the_work_ends(qtbot):
    work, told = Background(), []
    work.failed.connect(told.append)
    with qtbot.waitSignal(work.ended):
        work.start(raising(PairError("a.conllu: other words")), COMPLAINT)
    assert [(failure.message, failure.details) for failure in told] == [("a.conllu: other words", "")]
    assert not work.busy


def test_a_result_that_comes_after_the_end_was_asked_for_is_dropped(qtbot):
    begun, cancelled, told = threading.Event(), threading.Event(), []

    def steps():
        begun.set()
        cancelled.wait(60)
        return "late"
        yield

    job = job_of(steps())
    job.reported.connect(lambda *report: told.append(report))
    with qtbot.waitSignal(job.finished):
        job.start()
        assert begun.wait(60)
        job.cancel()
        cancelled.set()
    assert not told


@pytest.mark.usefixtures("endless_patience")
def test_work_of_a_window_goes_on_when_it_says_so(qtbot):
    work = Background()
    with qtbot.waitSignal(work.stepped):
        work.start(counting(1), COMPLAINT, awaits=lambda _: True)
    assert work.busy
    with qtbot.waitSignal(work.returned) as returned:
        work.go_on()
    assert returned.args == ["counted"]


def test_work_does_not_wait_for_ever(qtbot, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.state.jobs.PATIENCE", 0.001)
    work, told = Background(), []
    work.stepped.connect(told.append)
    with qtbot.waitSignal(work.ended):
        work.start(counting(3), COMPLAINT, awaits=lambda _: True)
    assert told == [0, 1, 2]
