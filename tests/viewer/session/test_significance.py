"""What is said of tests of parses against one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldleaf.core.analysis.significance import Comparison
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.loading import loaded
from goldleaf.viewer.session.parse_comparison import ParseRow
from goldleaf.viewer.session.request import Request
from goldleaf.viewer.session.significance import as_lines, can_test, explained, with_tests
from goldleaf.viewer.session.significance import testing as against
from tests.viewer.window.windows import written

UP = Comparison("attachment", "las", "B", "A", 0.8, 0.7, 0.1, 0.001, 0.05, 0.15, 1000, 7)
DOWN = replace(UP, a="C", difference=-0.1, low=-0.15, high=-0.05)
SAME = replace(UP, a="D", p=0.04, p_holm=0.08)
NONE = replace(UP, a="E", difference=None, p=None, low=None, high=None, refused="words differ")


def test_cells_have_marks_and_tips_say_what_was_found():
    row = ParseRow("LAS", ("70", "80", "60", "80", "75", "–"), ("A", "B", "", "D", "", ""), key=("attachment", "las"))
    heading = ParseRow("Attachment")
    first, found = with_tests([heading, row], [UP, DOWN, SAME, NONE, replace(NONE, a="F")], [*"ABCDEF"])
    assert first is heading
    assert found.cells == ("70", "80 ▲", "60 ▼", "80", "75", "–")
    assert found.told == (
        "A",
        "B\n+10.00 against A, significant: p = 0.0010; 95 % interval +5.00 to +15.00 (1,000 rounds, seed 7)",
        "-10.00 against A, significant: p = 0.0010; 95 % interval -15.00 to -5.00 (1,000 rounds, seed 7)",
        "D\n+10.00 against A, not significant: p = 0.0400, 0.0800 after Holm; 95 % interval +5.00 to +15.00 "
        "(1,000 rounds, seed 7)",
        "not tested against A: words differ",
        "",
    )
    assert found.tests == (
        None, ("0.0010", "+5.00 to +15.00"), ("0.0010", "-15.00 to -5.00"), ("0.0800", "+5.00 to +15.00"), None, None
    )  # fmt: skip


def test_what_is_no_share_is_written_as_it_is():
    row = ParseRow("Errors", ("2.00",), ("",), key=("attachment", "las"), percent=False)
    [found] = with_tests([row], [UP], ["B"])
    assert found.told[0].startswith("+0.10 against A") and found.tests == (("0.0010", "+0.05 to +0.15"),)


def test_marks_are_explained_and_what_was_not_tested_is_told_once():
    assert explained("A", [UP, SAME, NONE, NONE]) == (
        "▲ higher, ▼ lower than A by more than chance (p < 0.05, Holm)\nE: not tested everywhere, for words differ"
    )
    assert explained("A", [SAME]) == "No score differs from that of A by more than chance (p < 0.05, Holm)"
    assert explained("A", [NONE]) == "E: not tested everywhere, for words differ"
    assert explained("A", []) == ""
    assert [line.split(":")[0] for line in as_lines([UP, NONE, replace(NONE, refused="")])] == [
        "attachment.las B", "attachment.las E"
    ]  # fmt: skip


@pytest.mark.parametrize("annotators", [False, True])
def test_parses_of_a_gold_are_tested_against_one_of_them(tmp_path, annotators):
    gold, parse = written(tmp_path)
    request = Request(gold, (parse, gold, parse), ("one", "same", "other"))
    document = loaded(request, [create("attachment")])
    assert can_test(document) and not can_test(None) and not can_test(replace(document, complete=False))
    for parses, several in (((parse,), False), ((parse, gold), True)):
        names = tuple(f"{number}" for number in range(len(parses)))
        assert can_test(loaded(Request(gold, parses, names), [create("attachment")])) == several
    assert can_test(loaded(Request.of_annotators([gold, parse, parse]) if annotators else request, [])) != annotators
    found = finished(against(document, "same", 50))
    assert {(one.a, one.b) for one in found} == {("one", "same"), ("other", "same")}
    assert {one.rounds for one in found} == {50}
