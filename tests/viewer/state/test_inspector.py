from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.metrics import create
from goldleaf.viewer.diagram.options import Mode
from goldleaf.viewer.diagram.shapes import Key, Side
from goldleaf.viewer.session.loading import load, loaded
from goldleaf.viewer.session.request import request_of
from goldleaf.viewer.state.inspector import Inspector
from tests.viewer.window.windows import GOLD, written

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
    assert inspector.pair is None and inspector.place is None and inspector.likely_next() == []
    inspector.step(1)
    assert not inspector.step_to_differing(1)


@pytest.mark.parametrize(("names", "shown"), [(("clustering",), "clustering"), (("attachment", "clustering"), None)])
def test_a_metric_that_alone_scores_is_the_one_whose_differences_are_listed(tmp_path, names, shown):
    *_, last = load(request_of(written(tmp_path)), [create(name) for name in names], names)
    found = Inspector()
    found.set_document(last.document)
    assert found.drawn_metric.name == "attachment"
    assert (found.undrawn_metric and found.undrawn_metric.name) == shown
    assert found.metric.name == names[0]


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
    inspector.set_filter(np.array([0, 2]))
    inspector.set_order("number", True)
    assert inspector.rows.tolist() == [2, 0]
    inspector.step(1)
    assert inspector.row == 0
    inspector.step(-1)
    assert inspector.row == 2 and inspector.place == 0


def test_outside_the_filter(inspector):
    inspector.set_filter(np.array([2]))
    assert inspector.place is None and inspector.row == 0
    inspector.step(1)
    assert inspector.row == 2


def test_to_the_next_difference_within_the_filter(inspector):
    assert inspector.step_to_differing(1) and inspector.row == 2
    assert not inspector.step_to_differing(1)
    inspector.set_filter(np.array([1, 2]))
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
    inspector.set_filter(np.array([1]))
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
