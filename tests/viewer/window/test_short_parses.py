"""What the window says of parses whose sentences are not those of the gold."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import PARSE, written

pytestmark = pytest.mark.slow


def opened(window, qtbot, request):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request)


def test_a_short_parse_is_told_also_after_a_reload(empty_window, qtbot, tmp_path):
    window = empty_window
    gold, parse = written(tmp_path)
    opened(window, qtbot, request_of([gold, parse]))
    assert not window.error.isVisible()
    first, second, _ = PARSE.split("\n\n", 2)
    parse.write_text(f"{first}\n\n{second}\n\n", encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended):
        window.opener.reload()
    assert window.error.isVisible()
    assert (
        window.error.text
        == f"{tmp_path.name}/parse.conllu: 1 sentence of {tmp_path.name}/gold.conllu is missing (line 14)"
    )
    parse.write_text(PARSE, encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended):
        window.opener.reload()
    assert not window.error.isVisible()


def test_each_parse_has_its_line(empty_window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    first, second, third, _ = PARSE.split("\n\n")
    other = tmp_path / "other.conllu"
    parse.write_text(f"{second}\n\n{third}\n\n", encoding="utf-8")
    other.write_text(f"{PARSE}{first}\n\n", encoding="utf-8")
    opened(empty_window, qtbot, request_of([gold, parse, other]))
    assert empty_window.error.text.splitlines() == [
        f"{tmp_path.name}/parse.conllu: 1 sentence of {tmp_path.name}/gold.conllu is missing (line 1)",
        f"{tmp_path.name}/other.conllu: 1 sentence is there twice (line 19)",
    ]


BARE = "( (S (NP (D The) (N cat)) (VP (V sleeps))) )\n"
HEADS = "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\t_\t_\t3\tnsubj\t_\t_\n" + (
    "3\tsleeps\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


def close(bar):
    QTest.mouseClick(bar.cross, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


def rescored(window, qtbot):
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["score.attachment.punctuation.include"].trigger()


def test_what_a_metric_remarks_is_told_once_where_the_figures_stand(empty_window, qtbot, tmp_path):
    window = empty_window
    gold, parse = tmp_path / "gold.mrg", tmp_path / "parse.conllu"
    gold.write_text(BARE, encoding="utf-8")
    parse.write_text(HEADS, encoding="utf-8")
    opened(window, qtbot, request_of([gold, parse]))
    window.scores.show_now()
    remark = window.scores.remark
    assert remark.isVisible() and "only unlabeled figures mean something" in remark.toolTip()
    assert "Accuracy unlab." in [column.title for column in window.sentences.model.columns]
    assert not window.error.isVisible()


def test_a_warning_that_was_closed_stays_away_until_the_files_are_read_again(empty_window, qtbot, tmp_path):
    window = empty_window
    gold, parse = written(tmp_path)
    first, second, _ = PARSE.split("\n\n", 2)
    parse.write_text(f"{first}\n\n{second}\n\n", encoding="utf-8")
    opened(window, qtbot, request_of([gold, parse]))
    rescored(window, qtbot)
    assert window.error.isVisible()
    close(window.error)
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["score.attachment.punctuation.exclude"].trigger()
    assert not window.error.isVisible()
    with qtbot.waitSignal(window.opener.ended):
        window.opener.reload()
    assert window.error.isVisible()
