import sys

from goldleaf.viewer.state.crash import Hook, Log


def test_the_record_of_a_crash_is_shown_once(tmp_path):
    (tmp_path / "crash.log").write_text("Fatal Python error", encoding="utf-8")
    log = Log(tmp_path)
    assert log.begin() == "Fatal Python error"
    log.end()
    assert "Fatal Python error" in log.read()
    assert log.begin() == ""
    log.end()


def test_an_exception_is_written_and_told(tmp_path, capsys):
    log, told = Log(tmp_path), []
    hook = Hook(log)
    hook.tell = lambda message, details: told.append((message, details))
    try:
        raise ValueError("odd")
    except ValueError:
        hook(*sys.exc_info())
    assert "ValueError: odd" in log.read()
    assert told[0][0] == "ValueError: odd"
    assert "ValueError: odd" in capsys.readouterr().err


def test_telling_that_fails_itself_is_not_told_again(tmp_path, capsys):
    log = Log(tmp_path)
    hook = Hook(log)
    calls = []

    def tell(message, _):
        calls.append(message)
        hook(ValueError, ValueError("again"), None)

    hook.tell = tell
    hook(KeyError, KeyError("first"), None)
    assert len(calls) == 1 and "again" in log.read()
    capsys.readouterr()


def test_a_large_log_is_put_aside(tmp_path, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.state.crash.LARGEST", 10)
    log = Log(tmp_path)
    log.write("one")
    log.write("two")
    assert "two" in log.read() and "one" not in log.read()
    assert "one" in (tmp_path / "goldleaf.old.log").read_text()
