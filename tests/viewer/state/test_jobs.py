from goldleaf.viewer.state.jobs import Job


def test_steps_are_reported_with_the_revision(qtbot):
    job, steps = Job((number for number in range(3)), 7), []
    job.stepped.connect(lambda *step: steps.append(step))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert steps == [(7, 0), (7, 1), (7, 2)]
    job.wait()


def test_what_goes_wrong_is_reported(qtbot):
    def steps():
        yield 1
        raise ValueError("odd")

    job = Job(steps(), 1)
    with qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert str(failed.args[1]) == "odd"
    job.wait()


def test_cancelled_between_steps(qtbot):
    closed, seen = [], []

    def steps():
        try:
            while True:
                yield 1
        finally:
            closed.append(True)

    job = Job(steps(), 1)
    job.stepped.connect(lambda *_: seen.append(job.cancel()))
    with qtbot.waitSignal(job.finished):
        job.start()
    assert seen and closed == [True]
    job.wait()


def test_the_work_waits_for_the_window(qtbot):
    reached = []

    def steps():
        yield "shown"
        reached.append("further")

    job = Job(steps(), 1, awaits=lambda step: step == "shown")
    with qtbot.waitSignal(job.stepped):
        job.start()
    assert reached == []
    with qtbot.waitSignal(job.finished):
        job.go_on()
    assert reached == ["further"]
    job.wait()


def test_a_job_that_waits_can_be_cancelled(qtbot):
    job = Job(iter_for_ever(), 1, awaits=lambda _: True)
    with qtbot.waitSignal(job.stepped):
        job.start()
    with qtbot.waitSignal(job.finished, timeout=900):  # less than its patience
        job.cancel()
    job.wait()


def iter_for_ever():
    while True:
        yield 1
