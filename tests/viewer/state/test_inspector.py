from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from goldleaf.core.analysis.search.filtering import Filtered, QueryKind
from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.session.blind import Blind
from goldleaf.viewer.session.filtering import filtered
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.request import Request, request_of
from goldleaf.viewer.state.inspector import Inspector
from tests.viewer.window.windows import GOLD, PARSE, written

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def inspector(tmp_path):
    *_, last = load(request_of(written(tmp_path)), [create("attachment")])
    found = Inspector()
    found.set_document(last.document)
    return found


def signals(inspector):
    told = []
    for name in ("document_changed", "rows_changed", "sentence_changed", "selection_changed", "look_changed"):
        getattr(inspector, name).connect(lambda name=name: told.append(name))
    return told


def test_nothing_is_open():
    inspector = Inspector()
    assert inspector.document is inspector.whole is inspector.selection is inspector.marks is inspector.found is None
    assert inspector.pair is None and inspector.place is None and inspector.likely_next() == inspector.hits == []
    assert inspector.metric is inspector.drawn_metric is inspector.undrawn_metric is inspector.chosen_metric is None
    assert (inspector.row, inspector.parse, inspector.rows.tolist()) == (0, 0, [])
    assert inspector.order == (None, False) and not inspector.filtered and not inspector.walks_hits
    assert (inspector.forgiven_listed, inspector.layers, inspector.known_layers) == (False, (), ())
    assert inspector.table.is_empty() and inspector.further is None
    told = signals(inspector)
    inspector.step(1)
    inspector.go(0)
    inspector.set_parse(-1)
    inspector.set_order("words", True)
    inspector.look_again()
    assert not inspector.step_to_differing(1) and not inspector.step_to_differing(1, words=True)
    assert told == ["rows_changed", "document_changed", "rows_changed", "sentence_changed"]


@pytest.mark.parametrize(("names", "shown"), [(("clustering",), "clustering"), (("attachment", "clustering"), None)])
def test_a_metric_that_alone_scores_is_the_one_whose_differences_are_listed(tmp_path, names, shown):
    *_, last = load(request_of(written(tmp_path)), [create(name) for name in names], names)
    found = Inspector()
    found.set_document(last.document)
    assert found.drawn_metric.name == "attachment"
    assert (found.undrawn_metric and found.undrawn_metric.name) == shown
    assert found.metric.name == names[0]


@pytest.mark.parametrize(("bare", "view"), [(0, "function"), (30, "tree")])
def test_trees_that_hardly_have_functions_are_opened_as_trees(tmp_path, bare, view):
    path = tmp_path / "gold.mrg"
    path.write_text("(S (NP-SBJ (N Ann)) (VP (V sees) (NP-OBJ (N Ben))))\n" + "(S (N No))\n" * bare)
    *_, last = load(Request(path), [])
    found = Inspector()
    found.set_look(replace(found.look, view="function"))
    found.set_document(last.document)
    assert found.view.name == view


def test_a_change_is_told_once_and_only_if_it_is_one(inspector):
    told = signals(inspector)
    inspector.go(0)
    inspector.set_parse(0)
    inspector.set_look(replace(inspector.look, mode=Mode.STACKED))
    inspector.select(None)
    assert told == []
    inspector.go(2)
    assert told == ["sentence_changed", "selection_changed"]


def test_goes_nowhere_else(inspector):
    inspector.go(99)
    inspector.go(None)
    inspector.set_parse(7)
    assert (inspector.row, inspector.parse) == (0, 0)


def test_walks_the_filtered_list_in_its_order(inspector):
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([0, 2])))
    inspector.set_order("number", True)
    assert inspector.rows.tolist() == [2, 0]
    inspector.step(1)
    assert inspector.row == 0
    inspector.step(-1)
    assert inspector.row == 2 and inspector.place == 0


def test_outside_the_filter(inspector):
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([2])))
    assert inspector.place is None and inspector.row == 0
    inspector.step(1)
    assert inspector.row == 2


def test_to_the_next_difference_within_the_filter(inspector):
    assert inspector.step_to_differing(1) and inspector.row == 2
    assert not inspector.step_to_differing(1)
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([1, 2])))
    assert not inspector.step_to_differing(-1)


def test_gold_alone_has_no_differences(inspector):
    inspector.set_parse(-1)
    assert inspector.pair.parse is None and not inspector.step_to_differing(1)


def test_likely_next(inspector):
    assert inspector.likely_next() == [1, 2]
    inspector.go(2)
    assert inspector.likely_next() == [1]


def test_a_fuller_document_keeps_the_place(inspector):
    inspector.go(2)
    inspector.select(Key(Side.GOLD, "word", "1"))
    inspector.set_document(inspector.document, keep=True)
    assert inspector.row == 2 and inspector.selection is not None
    inspector.set_document(inspector.document)
    assert inspector.row == 0 and inspector.selection is None


def test_a_sentence_as_another_metric_compares_it(inspector):
    found = inspector.pair_by(create("tedeval"))
    assert found.metric.name == "tedeval" and found.gold.number == inspector.pair.gold.number == 1
    inspector.go(2)
    assert inspector.pair_by(create("attachment")).gold.number == 3
    assert Inspector().pair_by(create("tedeval")) is None


def test_what_is_chosen_is_how_it_looks(inspector):
    told = signals(inspector)
    inspector.set_look(replace(inspector.look, mode=Mode.OVERLAY))
    assert inspector.look.mode == Mode.OVERLAY and told == ["look_changed"]
    assert not inspector.filtered
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([1])))
    assert inspector.filtered and inspector.rows.tolist() == [1]


def test_a_shorter_document_is_shown_at_its_last_sentence_without_the_marks_of_others(inspector, tmp_path):
    inspector.go(2)
    inspector.set_marks(pl.DataFrame({"reviewed": [True, False, True]}))
    inspector.set_document(inspector.document, keep=True)
    assert inspector.marks is not None and "reviewed" in inspector.table.columns
    cut = GOLD.split("# sent_id = a-3")[0]
    inspector.set_document(loaded(request_of(written(tmp_path, cut, cut)), [create("attachment")]), keep=True)
    assert inspector.row == 1 and inspector.pair is not None and inspector.marks is None
    inspector.set_document(None, keep=True)
    assert inspector.row == 0 and inspector.table.is_empty()


def test_to_the_next_difference_in_the_chosen_layers(inspector):
    inspector.choose_layers([Layer.ARC])
    assert inspector.layers == (Layer.ARC,)
    assert inspector.step_to_differing(1) and inspector.row == 2
    inspector.choose_layers([Layer.TAG])
    assert not inspector.step_to_differing(-1) and inspector.row == 2


@pytest.mark.parametrize(
    ("choose", "signal", "chosen", "usual"),
    [
        ("list_forgiven", "forgiven_changed", True, False),
        ("choose_metric", "metric_changed", "tedeval", None),
        ("select", "selection_changed", Key(Side.GOLD, "word", "1"), None),
    ],
)
def test_a_choice_is_told_once_and_only_if_it_is_another_one(choose, signal, chosen, usual):
    inspector, told = Inspector(), []
    getattr(inspector, signal).connect(lambda: told.append(signal))
    for value, times in ((usual, 0), (chosen, 1), (chosen, 1), (usual, 2)):
        getattr(inspector, choose)(value)
        assert len(told) == times


def test_another_parse_ends_the_comparison_of_rivals(tmp_path):
    gold, parse = written(tmp_path)
    inspector = Inspector()
    inspector.set_document(loaded(Request(gold, (parse, gold), ("a", "b")), [create("attachment")]))
    told = signals(inspector)
    inspector.set_rivals(1, 0)
    assert (inspector.look.against, inspector.parse, told) == (1, 0, ["look_changed"])
    inspector.set_parse(1)
    assert (inspector.look.against, inspector.parse, told[1:]) == (None, 1, ["sentence_changed"])
    inspector.set_rivals(0, 1)
    inspector.look_again()
    assert (inspector.look.against, inspector.parse) == (0, 1)
    inspector.set_rivals(None, 1)
    assert inspector.look.against is None
    inspector.set_rivals(0, 1)
    inspector.set_document(inspector.document)
    assert (inspector.look.against, inspector.parse) == (None, 0)


@pytest.mark.parametrize(("wanted", "shown"), [(-2, 0), (-1, -1), (0, 0), (1, 0)])
def test_parses_are_those_that_there_are_and_none(inspector, wanted, shown):
    inspector.set_parse(wanted)
    assert inspector.parse == shown


def test_who_is_blind_is_never_shown_the_gold_alone(inspector):
    inspector.set_parse(-1)
    inspector.seen_as = lambda document: document.blinded(Blind(7, [1, 2, 3]))
    inspector.look_again()
    assert inspector.parse == 0 and inspector.whole is not inspector.document
    inspector.set_parse(-1)
    assert inspector.parse == 0


def test_what_is_known_of_a_document_that_is_not_read_to_its_end(tmp_path):
    paths = written(tmp_path, GOLD * 2000, PARSE * 2000)
    part = next(step.document for step in load(request_of(paths), [create("attachment")]) if step.document)
    inspector = Inspector()
    inspector.set_document(part)
    inspector.choose_layers([Layer.ARC])
    assert not part.complete and inspector.known_layers == inspector.layers == ()
    inspector.set_document(loaded(request_of(paths), [create("attachment")]), keep=True)
    assert inspector.layers == (Layer.ARC,) and Layer.TAG in inspector.known_layers
    inspector.set_parse(-1)
    assert inspector.known_layers == inspector.layers == ()


def test_what_a_filter_has_found_is_of_the_parse_that_it_was_asked_of(inspector):
    document = inspector.document
    found = finished(filtered(document, "has(deprel = 'obj')", 0))
    told = signals(inspector)
    inspector.set_filter(found)
    assert inspector.found is found and inspector.walks_hits and inspector.filtered and told == ["rows_changed"]
    assert len(inspector.hits) == 1
    inspector.go(2)
    assert inspector.hits == [] and inspector.place is None
    inspector.go(0)
    inspector.set_parse(-1)
    assert inspector.found is None and inspector.hits == [] and not inspector.walks_hits and inspector.filtered
    inspector.set_parse(0)
    whole = finished(filtered(document, "words > 2", 0))
    inspector.set_filter(whole)
    assert inspector.found is whole and not inspector.walks_hits and inspector.rows.tolist() == [0, 2]
    inspector.set_document(document, keep=True)
    assert inspector.found is None and not inspector.filtered and inspector.rows.tolist() == [0, 1, 2]


def test_the_rows_that_one_probably_goes_to_in_their_order(inspector):
    inspector.go(1)
    assert inspector.likely_next() == [2, 0]
    inspector.set_parse(-1)
    assert inspector.likely_next() == [2, 0]
    inspector.set_parse(0)
    inspector.go(0)
    inspector.set_order("number", True)
    assert inspector.likely_next() == [1]
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([], int)))
    assert inspector.likely_next() == []


def test_columns_beside_the_documents(inspector):
    plain = inspector.table.columns
    assert inspector.further is None
    marks = pl.DataFrame({"reviewed": [True, False, True]})
    told = []
    inspector.marks_changed.connect(lambda: told.append("marks"))
    inspector.set_marks(marks)
    assert inspector.further is marks and inspector.table.columns == [*plain, "reviewed"] and told == ["marks"]
    inspector.choose_layers([Layer.ARC])
    [count] = {*inspector.further.columns} - {"reviewed"}
    assert inspector.further[count].to_list() == [2, 0, 1]
    assert inspector.further["reviewed"].to_list() == [True, False, True]
    inspector.set_marks(None)
    assert inspector.further.columns == [count]


def test_a_choice_of_layers_or_order_is_told_only_if_it_is_another_one(inspector):
    told = signals(inspector)
    inspector.choose_layers([Layer.TAG, Layer.ARC])
    assert inspector.look.layers == tuple(layer for layer in Layer if layer in (Layer.ARC, Layer.TAG))
    assert told == ["look_changed", "rows_changed"]
    inspector.choose_layers([Layer.ARC, Layer.TAG])
    inspector.set_order(None, False)
    assert told == ["look_changed", "rows_changed"]
    inspector.set_order("words", False)
    assert inspector.rows.tolist() == [1, 2, 0] and told[2:] == ["rows_changed"]
    inspector.set_order("words", True)
    assert inspector.rows.tolist() == [0, 2, 1] and told[3:] == ["rows_changed"]
    inspector.go(2)
    inspector.set_document(inspector.document)
    assert inspector.order == (None, False) and inspector.rows.tolist() == [0, 1, 2]


def test_documents_are_told_before_their_rows_and_sentences(inspector):
    told = signals(inspector)
    inspector.set_document(inspector.document, keep=True)
    assert told == ["document_changed", "rows_changed", "sentence_changed"]


def test_to_the_next_sentence_of_other_words(tmp_path):
    inspector = Inspector()
    other = PARSE.replace("3\tloudly\tloudly\tADV\tRB\t_\t2\tobl\t_\t_\n", "")
    request = request_of(written(tmp_path, GOLD, other))
    inspector.set_document(loaded(request, [create("ud")]))
    assert inspector.step_to_differing(1, words=True) and inspector.row == 2
    assert not inspector.step_to_differing(1, words=True)
    inspector.set_parse(-1)
    assert not inspector.step_to_differing(-1, words=True) and not inspector.step_to_differing(-1)


def test_without_a_document_there_is_nothing_to_go_to(inspector):
    inspector.go(2)
    inspector.set_filter(Filtered(QueryKind.ALL, np.array([1, 2])))
    inspector.select(Key(Side.GOLD, "word", "1"))
    inspector.set_document(None)
    assert (inspector.row, inspector.parse, inspector.rows.tolist(), inspector.filtered) == (0, -1, [], False)
    assert inspector.selection is None and inspector.document is inspector.whole is None
    inspector.go(0)
    inspector.step(1)
    assert inspector.row == 0 and inspector.pair is None and not inspector.step_to(pl.Series([], dtype=pl.Boolean), 1)


def test_another_sentence_or_parse_forgets_what_was_chosen_in_the_one_before(inspector):
    inspector.select(Key(Side.GOLD, "word", "1"))
    inspector.set_parse(-1)
    assert inspector.selection is not None, "the sentence stays"
    inspector.go(1)
    assert inspector.selection is None and inspector.parse == -1
    inspector.set_look(replace(inspector.look, mode=Mode.OVERLAY))
    inspector.go(2)
    inspector.set_parse(0)
    assert inspector.look.mode is Mode.OVERLAY
    inspector.set_document(inspector.document)
    assert inspector.look.mode is Mode.OVERLAY, "how one looks stays"


def test_the_metric_is_that_of_the_view_or_the_chosen_one(tmp_path):
    names = ("attachment", "clustering", "tedeval")
    *_, last = load(request_of(written(tmp_path)), [create(name) for name in names], names)
    inspector = Inspector()
    inspector.set_document(last.document)
    assert (inspector.metric.name, inspector.undrawn_metric) == ("attachment", None)
    inspector.choose_metric("clustering")
    assert (inspector.metric.name, inspector.drawn_metric.name) == ("clustering", "attachment")
    assert inspector.undrawn_metric is inspector.metric
    inspector.choose_metric("no such metric")
    assert (inspector.metric.name, inspector.undrawn_metric) == ("attachment", None)
    inspector.choose_metric(None)
    assert inspector.metric.name == "attachment" and inspector.pair.metric.name == "attachment"
    assert (inspector.wording.gold and inspector.view.name == inspector.look.view) or inspector.view.name


def test_differences_of_each_parse_are_stepped_to(tmp_path):
    gold, parse = written(tmp_path)
    inspector = Inspector()
    short = PARSE.replace("3\tloudly\tloudly\tADV\tRB\t_\t2\tobl\t_\t_\n", "")
    (tmp_path / "short.conllu").write_text(short, encoding="utf-8")
    request = Request(gold, (gold, parse, tmp_path / "short.conllu"), ("same", "other", "short"))
    inspector.set_document(loaded(request, [create("ud")]))
    assert not inspector.step_to_differing(1) and not inspector.step_to_differing(1, words=True)
    inspector.set_parse(1)
    assert not inspector.step_to_differing(1, words=True)
    assert inspector.step_to_differing(1) and inspector.row == 2
    assert inspector.step_to_differing(-1) and inspector.row == 0
    inspector.set_parse(2)
    assert inspector.step_to_differing(1, words=True) and inspector.row == 2
    assert not inspector.step_to_differing(-1, words=True)
