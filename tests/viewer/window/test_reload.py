"""Files that shrink, go and come back while the window is on them."""

import pytest

from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import GOLD, PARSE, written

pytestmark = pytest.mark.slow

MANY = 4000  # times the few sentences, so that they are read in parts


def opened(window, qtbot, paths):
    with qtbot.waitSignal(window.opener.ended):
        window.opener.open(request_of(paths))


def reloaded(window, qtbot):
    with qtbot.waitSignal(window.opener.ended):
        window.actions_["file.reload"].trigger()


def button(bar, text):
    return next(button for button in bar._buttons if button.text() == text)


def shrinks(path, window):
    """Have the file lose most of its sentences as soon as the first ones are shown."""

    def shrink():
        if window.inspector.document is not None and not window.inspector.document.complete:
            path.write_text(GOLD, encoding="utf-8")

    return window.inspector.document_changed.connect(shrink)


def test_what_was_missing_at_first_is_opened_by_reload(empty_window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    gold.unlink()
    opened(empty_window, qtbot, [gold, parse])
    assert empty_window.inspector.document is None and "no such file" in empty_window.error.text
    written(tmp_path)
    reloaded(empty_window, qtbot)
    assert len(empty_window.inspector.document) == 3 and not empty_window.error.isVisible()


def test_nothing_to_reload(empty_window):
    assert not empty_window.actions_["file.reload"].isEnabled()


def test_what_shrank_while_it_was_opened_is_opened_by_reload(empty_window, qtbot, tmp_path):
    gold, parse = written(tmp_path, GOLD * MANY, PARSE * MANY)
    connection = shrinks(gold, empty_window)
    opened(empty_window, qtbot, [gold, parse])
    empty_window.inspector.document_changed.disconnect(connection)
    assert empty_window.inspector.document is None and "changed while it was read" in empty_window.error.text
    parse.write_text(PARSE, encoding="utf-8")
    reloaded(empty_window, qtbot)
    assert len(empty_window.inspector.document) == 3


def test_what_shrinks_while_it_is_reloaded_leaves_the_place(window, qtbot, tmp_path):
    gold, parse = written(tmp_path, GOLD * MANY, PARSE * MANY)
    opened(window, qtbot, [gold, parse, parse])
    window.inspector.set_parse(1)
    window.inspector.go(3 * MANY - 1)
    connection = shrinks(gold, window)
    reloaded(window, qtbot)
    window.inspector.document_changed.disconnect(connection)
    assert (len(window.inspector.document), window.inspector.row, window.inspector.parse) == (3 * MANY, 3 * MANY - 1, 1)
    parse.write_text(PARSE, encoding="utf-8")
    with qtbot.waitSignal(window.opener.ended):
        button(window.error, "Try again").click()
    assert (len(window.inspector.document), window.inspector.row, window.inspector.parse) == (3, 2, 1)


def test_other_files_can_be_tried_again(window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    gold.unlink()
    opened(window, qtbot, [gold, parse])
    assert len(window.inspector.document) == 17
    written(tmp_path)
    with qtbot.waitSignal(window.opener.ended):
        button(window.error, "Try again").click()
    assert len(window.inspector.document) == 3


def test_a_deleted_file_is_called_deleted_and_offered_when_it_is_back(window, qtbot, tmp_path):
    window.opener._settle.setInterval(20)
    gold, parse = written(tmp_path)
    opened(window, qtbot, [gold, parse])
    with qtbot.waitSignal(window.opener.changed_on_disk):
        parse.unlink()
    assert window.news.text == "parse.conllu was deleted." and not window.news._buttons
    reloaded(window, qtbot)
    assert "no such file" in window.error.text and len(window.inspector.document) == 3
    with qtbot.waitSignal(window.opener.changed_on_disk):
        parse.write_text(GOLD, encoding="utf-8")
    assert window.news.text == "parse.conllu has changed on disk."
    with qtbot.waitSignal(window.opener.ended):
        button(window.news, "Reload").click()
    assert window.inspector.document.table["differences"].to_list() == [0, 0, 0]


def test_what_is_deleted_and_what_has_changed_are_told_apart(window, qtbot, tmp_path):
    gold, parse = written(tmp_path)
    opened(window, qtbot, [gold, parse])
    parse.unlink()
    window.opener.changed_on_disk.emit([str(gold), str(parse)])
    assert window.news.text == "gold.conllu has changed on disk; parse.conllu was deleted."


@pytest.mark.parametrize("text", ["words > 2", "las < 1"])
def test_a_filter_and_an_order_outlive_a_file_that_shrank(window, qtbot, tmp_path, text):
    gold, parse = written(tmp_path, GOLD * 20, PARSE * 20)
    opened(window, qtbot, [gold, parse])
    window.inspector.set_order("las", descending=True)
    window.inspector.go(59)
    window.sentences.filter.line.setText(text)
    qtbot.waitUntil(lambda: len(window.inspector.rows) == 40)
    written(tmp_path)
    reloaded(window, qtbot)
    qtbot.waitUntil(lambda: sorted(window.inspector.rows.tolist()) == [0, 2])
    assert window.inspector.row == 2 and window.inspector.order == ("las", True)
