from dataclasses import replace
from types import SimpleNamespace

import pytest

from goldleaf.viewer.session.loading import Loading
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.state import jobs, opening
from goldleaf.viewer.state.crash import Failure
from goldleaf.viewer.state.inspector import Inspector
from goldleaf.viewer.state.opening import Opener
from tests.viewer.window.windows import GOLD, PARSE, written

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def opener():
    made = Opener(Inspector())
    made._settle.setInterval(20)
    yield made
    made.stop()


def shown(opener):
    return opener._inspector.document


def open_now(qtbot, opener, paths):
    with qtbot.waitSignal(opener.ended):
        opener.open(request_of(paths))


def test_opens(qtbot, opener, tmp_path):
    with qtbot.waitSignal(opener.opened) as opened:
        opener.open(request_of(written(tmp_path)))
    assert opened.args[0] is opener.request
    assert len(shown(opener)) == 3


def test_files_that_come_in_steps_are_opened_once(qtbot, opener, tmp_path):
    opened, steps = [], []
    opener.opened.connect(opened.append)
    opener._inspector.document_changed.connect(lambda: steps.append(len(shown(opener))))
    open_now(qtbot, opener, written(tmp_path, GOLD * 4000, None))
    assert len(opened) == 1 and len(steps) > 1 and steps[-1] == 12_000


def test_a_file_that_cannot_be_read_leaves_the_old_document(qtbot, opener, tmp_path):
    open_now(qtbot, opener, written(tmp_path))
    before, request = shown(opener), opener.request
    with qtbot.waitSignal(opener.failed) as failed:
        opener.open(request_of([tmp_path / "gone"]))
    assert "no such file" in failed.args[0].message
    assert shown(opener) is before and opener.request is request


def test_a_fault_found_late_brings_the_old_document_back(qtbot, opener, tmp_path):
    open_now(qtbot, opener, written(tmp_path))
    before = shown(opener)
    broken = tmp_path / "broken.conllu"
    broken.write_bytes((GOLD * 3000).encode() + b"1\t\xff\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    with qtbot.waitSignal(opener.failed) as failed:
        opener.open(request_of([broken]))
    assert "is not utf-8" in failed.args[0].message
    assert shown(opener) is before


def test_only_the_last_request_is_shown(qtbot, opener, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first, second = written(tmp_path / "a", GOLD * 2000, GOLD * 2000), written(tmp_path / "b")
    opener.open(request_of(first))
    open_now(qtbot, opener, second)
    qtbot.wait(150)
    assert len(shown(opener)) == 3 and opener.request.gold == second[0]


def test_a_stopped_load_keeps_what_was_read(qtbot, opener, tmp_path):
    path, _ = written(tmp_path, GOLD * 40_000)
    opener.opened.connect(opener.cancel)
    with qtbot.waitSignal(opener.ended):
        opener.open(request_of([path]))
    opener.stop()
    qtbot.wait(50)
    assert not opener.loading
    assert not shown(opener).complete and 0 < len(shown(opener)) < 120_000


def test_a_changed_file_is_told_and_read_again(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    open_now(qtbot, opener, [gold, parse])
    opener._inspector.go(2)
    opener._inspector.set_order("words", True)
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        parse.write_text(PARSE.replace("\tobl\t", "\tadvmod\t"), encoding="utf-8")
    assert changed.args[0] == [str(parse)]
    with qtbot.waitSignal(opener.ended):
        opener.reload()
    assert opener._inspector.row == 2 and opener._inspector.order == ("words", True)
    assert shown(opener).table["differences"].to_list() == [1, 0, 0]


def test_a_replaced_file_is_watched_further(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    open_now(qtbot, opener, [gold, parse])
    for text in (GOLD, PARSE):
        with qtbot.waitSignal(opener.changed_on_disk):
            (tmp_path / "new").write_text(text, encoding="utf-8")
            (tmp_path / "new").replace(parse)


def test_another_choice_scores_anew(qtbot, opener, tmp_path):
    open_now(qtbot, opener, written(tmp_path))
    with qtbot.waitSignal(opener.ended):
        opener.score_by(opener.choice.with_option("attachment", "punctuation", "include"))
    assert opener.choice.chosen("attachment", "punctuation") == "include"
    assert shown(opener).table["differences"].to_list() == [2, 0, 1]


def test_annotators_change_places(qtbot, opener, tmp_path):
    request = Request.of_annotators(written(tmp_path))
    with qtbot.waitSignal(opener.ended):
        opener.open(request)
    opener._inspector.go(2)
    opener._inspector.set_parse(-1)
    opener.swap()
    assert not opener.loading, "nobody is beside the first"
    opener._inspector.set_parse(0)
    with qtbot.waitSignal(opener.ended):
        opener.swap()
        opener.swap()  # while it is done: no more
    assert opener.request.paths == request.paths[::-1] and opener._inspector.row == 2
    assert shown(opener).gold.path == str(request.paths[1])


def test_a_gold_and_a_parse_do_not_change_places(qtbot, opener, tmp_path):
    opener.swap()
    assert not opener.loading
    open_now(qtbot, opener, written(tmp_path))
    opener.swap()
    assert not opener.loading


def test_work_waits_longer_than_sentences_are_painted():
    assert opening.PAINTED < 1000 * jobs.PATIENCE <= 1000, "a window that does not answer is not waited for long"


def test_nothing_is_loaded_at_first(opener):
    opener.reload()
    opener.retry()
    opener.cancel()
    opener.score_by(opener.choice.with_option("attachment", "punctuation", "include"))
    assert not opener.loading and opener.request is opener.unopened is None
    assert opener.choice.chosen("attachment", "punctuation") == "include", "for what is opened later"


def test_work_waits_until_what_is_not_all_is_painted(opener, tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(opener._work, "start", lambda _, complaint, *, awaits: begun.append((complaint, awaits)))
    told = []
    opener.progressed.connect(lambda *step: told.append(step))
    opener.open(request_of(written(tmp_path)))
    [(complaint, awaits)] = begun
    assert (complaint, told) == ("The files could not be opened", [(0.0, "opening")])
    documents = [SimpleNamespace(complete=complete) for complete in (False, True)]
    assert [awaits(Loading(0.5, "", document)) for document in (None, *documents)] == [False, True, False]


def test_files_that_could_not_be_opened_are_tried_again(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    parse.unlink()
    request = request_of([gold, parse])
    with qtbot.waitSignal(opener.failed):
        opener.open(request)
    assert opener.request is None and opener.unopened is request and shown(opener) is None
    written(tmp_path)
    with qtbot.waitSignal(opener.ended):
        opener.retry()
    assert opener.request is request and opener.unopened is None and len(shown(opener)) == 3
    parse.unlink()
    opener._inspector.go(2)
    with qtbot.waitSignal(opener.failed):
        opener.reload()
    assert opener.unopened is opener.request is request and opener._inspector.row == 2
    written(tmp_path)
    with qtbot.waitSignal(opener.ended):
        opener.retry()
    assert opener._inspector.row == 2, "one is where one was"
    told = []
    opener.failed.connect(told.append)
    opener.unopened = request
    opener.refuse(Failure("no review"))
    assert opener.unopened is None and told == [Failure("no review")]
    opener.retry()
    assert not opener.loading


def test_another_parse_can_be_shown_of_files_that_are_read_again(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    request = Request(gold, (parse, gold), ("a", "b"))
    with qtbot.waitSignal(opener.ended):
        opener.open(request)
    opener._inspector.go(1)
    for wanted, there in ((1, 1), (None, 1), (7, 1), (-1, -1)):
        with qtbot.waitSignal(opener.ended):
            opener.open(request, keep=True, parse=wanted)
        assert (opener._inspector.parse, opener._inspector.row) == (there, 1)
    with qtbot.waitSignal(opener.ended):
        opener.open(replace(request))
    assert (opener._inspector.parse, opener._inspector.row) == (0, 0)


def test_another_choice_while_files_are_opened_opens_them_by_it(qtbot, opener, tmp_path):
    opener.open(request_of(written(tmp_path, GOLD * 1000, PARSE * 1000)))
    with qtbot.waitSignal(opener.ended):
        opener.score_by(opener.choice.with_option("attachment", "punctuation", "include"))
    assert shown(opener).complete and shown(opener).table["differences"].to_list()[:3] == [2, 0, 1]
    opener._inspector.go(2)
    with qtbot.waitSignal(opener.ended):
        opener.score_by(opener.choice.with_option("attachment", "punctuation", "exclude"))
    assert shown(opener).table["differences"].to_list()[:3] == [1, 0, 1] and opener._inspector.row == 2


def test_a_request_that_is_taken_for_another_is_told(qtbot, opener, tmp_path):
    open_now(qtbot, opener, written(tmp_path))
    other = replace(opener.request, session=tmp_path / "r.goldleaf")
    with qtbot.waitSignal(opener.opened) as opened:
        opener.adopt(other)
    assert opened.args == [other] and opener.request is other


def test_a_file_that_is_gone_is_told_again_when_it_is_back(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    open_now(qtbot, opener, [gold, parse])
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        parse.unlink()
    assert changed.args[0] == [str(parse)]
    told = []
    opener.changed_on_disk.connect(told.append)
    with qtbot.waitSignal(opener._watcher.directoryChanged):
        (tmp_path / "other").write_text("x")
    assert not opener._settle.isActive() and told == [], "another file is nobody's"
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        parse.write_text(PARSE, encoding="utf-8")
    assert changed.args[0] == [str(parse)] and not opener._missing
    (tmp_path / "b").mkdir()
    open_now(qtbot, opener, written(tmp_path / "b"))
    assert {*opener._watcher.files()} == {str(tmp_path / "b" / name) for name in ("gold.conllu", "parse.conllu")}
    assert opener._watcher.directories() == []


def test_files_that_could_not_be_opened_at_first_are_watched(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    parse.unlink()
    with qtbot.waitSignal(opener.failed):
        opener.open(request_of([gold, parse]))
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        parse.write_text(PARSE, encoding="utf-8")
    assert changed.args[0] == [str(parse)]
    with qtbot.waitSignal(opener.ended):
        opener.reload()
    assert len(shown(opener)) == 3 and opener.unopened is None
    (tmp_path / "b").mkdir()
    other = written(tmp_path / "b")
    other[1].unlink()
    with qtbot.waitSignal(opener.failed):
        opener.open(request_of(other))
    assert {*opener._watcher.files()} == {str(gold), str(parse)}, "what is shown is watched further"


def test_a_load_that_is_stopped_says_so_once(qtbot, opener, tmp_path):
    told = []
    opener.ended.connect(lambda: told.append("ended"))
    opener.cancel()
    assert told == []
    opener.open(request_of(written(tmp_path, GOLD * 2000, PARSE * 2000)))
    assert opener.loading
    opener.cancel()
    assert told == ["ended"] and not opener.loading and opener._before is None
    open_now(qtbot, opener, written(tmp_path))
    assert told == ["ended", "ended"] and len(shown(opener)) == 3


def test_several_files_that_are_gone_are_each_told_when_they_are_back(qtbot, opener, tmp_path):
    gold, parse = written(tmp_path)
    open_now(qtbot, opener, [gold, parse])
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        gold.unlink()
        parse.unlink()
    assert changed.args[0] == [str(gold), str(parse)] and opener._missing == {str(gold), str(parse)}
    opener._watch_files([str(parse)])
    assert opener._missing == {str(gold), str(parse)}
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        gold.write_text(GOLD, encoding="utf-8")
    assert changed.args[0] == [str(gold)] and opener._missing == {str(parse)}
    with qtbot.waitSignal(opener.changed_on_disk) as changed:
        parse.write_text(PARSE, encoding="utf-8")
    assert changed.args[0] == [str(parse)] and opener._missing == set()
