import faulthandler
import logging
import re
import sys

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.viewer.state.crash import LOG, Failure, Hook, Log, failure


@pytest.fixture
def log(tmp_path):
    made = Log(tmp_path)
    yield made
    made.end()


def hooked(hook, error):
    try:
        raise error
    except type(error):
        hook(*sys.exc_info())


def test_the_record_of_a_crash_is_shown_once(log, tmp_path):
    (tmp_path / "crash.log").write_text("Fatal Python error", encoding="utf-8")
    assert log.begin() == "Fatal Python error"
    log.end()
    assert "Fatal Python error" in log.read()
    assert log.begin() == ""


def test_an_exception_is_written_and_told(log, capsys):
    log.begin()
    hook, told = Hook(), []
    hook.tell = told.append
    hooked(hook, ValueError("odd"))
    [failure] = told
    assert failure.message == "Something went wrong: ValueError: odd"
    for text in (failure.details, log.read(), capsys.readouterr().err):
        assert "Traceback" in text and "ValueError: odd" in text


def test_what_the_user_can_mend_is_told_without_a_traceback(log):
    log.begin()
    hook, told = Hook(), []
    hook.tell = told.append
    hooked(hook, OptionError("no such metric"))
    assert [(failure.message, failure.details) for failure in told] == [("no such metric", "")]
    assert log.read() == ""


def test_telling_that_fails_itself_is_not_told_again(log):
    log.begin()
    hook, calls = Hook(), []

    def tell(failure):
        calls.append(failure)
        hook(ValueError, ValueError("again"), None)

    hook.tell = tell
    hook(KeyError, KeyError("first"), None)
    assert len(calls) == 1 and "again" in log.read()
    hook(KeyError, KeyError("later"), None)
    assert len(calls) == 2


def test_a_large_log_is_put_aside(log, tmp_path, monkeypatch):
    monkeypatch.setattr("goldleaf.viewer.state.crash.LARGEST", 60)
    log.begin()
    LOG.error("one")
    LOG.error("two %s", "x" * 60)
    assert "two" in log.read() and "one" not in log.read()
    assert "one" in (tmp_path / "goldleaf.log.1").read_text(encoding="utf-8")


def test_nothing_is_written_after_the_end(log):
    log.begin()
    LOG.error("one")
    log.end()
    logging.getLogger("goldleaf").error("two")
    assert "one" in log.read() and "two" not in log.read()


def test_ctrl_c_is_no_failure(capfd):
    hook, told = Hook(), []
    hook.tell = told.append
    hook(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not told and "".join(capfd.readouterr()) == ""


def test_a_failure_is_said_in_one_line_with_what_is_known(caplog):
    assert failure("It could not be", ValueError()).message == "It could not be: ValueError"
    told = failure("It could not be", ValueError("one\ntwo"))
    assert told.message == "It could not be: ValueError: one" and told.details.endswith("ValueError: one\ntwo\n")
    assert [record.getMessage() for record in caplog.records] == ["It could not be"] * 2
    assert Failure("x") == Failure("x", "")


def test_before_it_begins_nothing_was_written(log, tmp_path):
    assert log.read() == "" and (log.folder, log.path) == (tmp_path, tmp_path / "goldleaf.log")
    log.end()
    log.folder = tmp_path / "new" / "logs"
    log.begin()
    assert log.folder.is_dir()


def test_logs_stand_in_the_users_folder(isolated_settings):
    assert Log().folder.is_relative_to(isolated_settings) and Log().path.name == "goldleaf.log"


def test_a_line_of_the_log_says_when_and_which_version(log):
    log.begin()
    LOG.error("odd")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d [\d:,]+ goldleaf \S+: odd\n", log.read())
    log.end()
    log.begin()
    assert faulthandler.is_enabled()
    log.end()
    assert not faulthandler.is_enabled()


def test_a_crash_of_the_last_run_is_in_the_log(log, tmp_path):
    (tmp_path / "crash.log").write_bytes(b"Fatal \xff\n\n")
    log.begin()
    assert log.read().endswith(": the last run crashed:\nFatal \ufffd\n")


def test_a_megabyte_of_log_is_kept_and_one_before_it(log, tmp_path, capsys):
    log.begin()
    for text in ("a", "b", "c"):
        LOG.error(text * 600_000)
    capsys.readouterr()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crash.log", "goldleaf.log", "goldleaf.log.1"]
    assert log.path.stat().st_size > 600_000 and log.read().rstrip().endswith("c")
    assert (tmp_path / "goldleaf.log.1").read_text(encoding="utf-8").rstrip().endswith("b")
    log.end()
    (tmp_path / "goldleaf.log").unlink()
    log.begin()
    LOG.error("a" * 500_000)
    LOG.error("b" * 500_000)
    capsys.readouterr()
    assert log.path.stat().st_size > 1_000_000


def test_what_is_logged_is_utf_8(log):
    log.begin()
    LOG.error("söndag ␛")
    assert log.path.read_bytes().endswith("söndag ␛\n".encode())
