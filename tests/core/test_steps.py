import pytest

from goldleaf.core.steps import between, finished, in_turn, mapped_steps


def half_done(result, closed=None):
    try:
        yield 0.0
        yield 0.5
    finally:
        if closed is not None:
            closed.append(result)
    return result


def walked(steps):
    """The shares, and the result."""
    shares = []
    while True:
        try:
            shares.append(next(steps))
        except StopIteration as end:
            return shares, end.value


def test_the_result_at_once():
    assert finished(half_done("all")) == "all"


def test_works_in_turn_count_alike():
    assert walked(in_turn([half_done(1), half_done(2)])) == ([0.0, 0.25, 0.5, 0.75], [1, 2])
    assert walked(in_turn([])) == ([], [])


def test_a_part_of_longer_work():
    assert walked(between(half_done("all"), 0.6, 1.0)) == ([0.6, 0.8], "all")


@pytest.mark.parametrize(
    "around",
    [lambda steps: mapped_steps(steps, str), lambda steps: between(steps, 0, 1), lambda steps: in_turn([steps])],
)
def test_work_ends_with_what_goes_on_around_it(around):
    closed = []
    steps = around(half_done("all", closed))
    next(steps)
    assert closed == []
    steps.close()
    assert closed == ["all"]


def test_what_goes_wrong_goes_on():
    def wrong():
        yield 0.0
        raise ValueError("odd")

    with pytest.raises(ValueError, match="odd"):
        finished(in_turn([wrong()]))
