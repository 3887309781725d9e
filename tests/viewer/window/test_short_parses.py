"""What the window says of parses whose sentences are not those of the gold."""

from goldleaf.viewer.session.recent import request_of
from tests.viewer.window.windows import PARSE, written


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
    assert window.error.text == f"{parse}: warning: 1 sentence of {gold} is missing (line 14)"
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
        f"{parse}: warning: 1 sentence of {gold} is missing (line 1)",
        f"{other}: warning: 1 sentence is there twice (line 19)",
    ]
