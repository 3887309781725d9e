"""What columns are called in the filter, with one parse and with several."""

import pytest

from goldleaf.core.errors import OptionError
from goldleaf.core.metrics import create
from goldleaf.core.steps import finished
from goldleaf.viewer.session.filtering import filtered, main_score
from goldleaf.viewer.session.loading import load
from goldleaf.viewer.session.request import request_of
from tests.viewer.window.windows import GOLD, PARSE


@pytest.fixture
def document(tmp_path):
    """A gold with a parse, a parse that is right, and one with a name that begins like the first's."""

    def made(*parses, metrics=("attachment",)):
        paths = [tmp_path / "gold.conllu", *(tmp_path / f"{name}.conllu" for name in parses)]
        for path in paths:
            path.write_text(PARSE if path.stem.startswith("mate") else GOLD, encoding="utf-8")
        *_, last = load(request_of(paths), [create(name) for name in metrics], metrics)
        return last.document

    return made


def rows(document, query, parse=0):
    return finished(filtered(document, query, parse)).rows.tolist()


def test_plain_names_mean_the_parse_that_is_chosen(document):
    several = document("mate", "right", "mate-x")
    assert rows(several, "las < 1", 0) == [0, 2]
    assert rows(several, "las < 1", 1) == []
    assert rows(several, "las < 1 and differences > 0", 2) == [0, 2]
    assert rows(several, "parse_projective and words_differ = 0 and comparable", 1) == [0, 1, 2]


def test_each_parse_is_known_by_its_name(document):
    several = document("mate", "right", "mate-x")
    assert rows(several, "mate_las < right_las", 1) == rows(several, "mate_x_las < 1", 1) == [0, 2]
    alone = document("mate")
    assert rows(alone, "mate_las < 1 and mate_projective") == rows(alone, "las < 1 and parse_projective") == [2]


def test_what_is_the_gold_s_own_stays_the_gold_s(document):
    assert rows(document("mate", "right"), "words > 2 and projective", 1) == [0, 2]


def test_the_gold_alone_has_the_first_parse_s_figures(document):
    assert rows(document("mate", "right"), "las < 1", -1) == [0, 2]


def test_names_of_no_parse_are_told(document):
    with pytest.raises(OptionError, match="no column wrong_las"):
        rows(document("mate", "right"), "wrong_las < 1")


def test_the_columns_that_are_shown_are_each_figure_once(document):
    assert "las" not in document("mate", "right").table.columns
    assert "mate_las" not in document("mate").table.columns


def test_a_parse_of_the_name_parse_needs_no_other_one_where_it_is_alone(document):
    alone, several = document("parse"), document("parse", "right")
    assert [name for name in alone.tables.words(0).columns if name.startswith("parse_2")] == []
    assert rows(alone, "has(parse_word, parse_deprel = 'root')") == rows(alone, "has(parse_deprel = 'root')") != []
    assert rows(several, "has(parse_2_deprel = 'root')", 1) == rows(several, "has(parse_deprel = 'root')", 0)
    assert rows(several, "has(right_2_head = 0 and right_2_right_head)", 1) == rows(several, "has(parse_head = 0)", 1)


def test_no_parse_no_other_names(document):
    assert rows(document(), "words > 2") == [0, 2]


@pytest.mark.parametrize("metrics", [("attachment", "tedeval"), ("tedeval", "attachment")])
def test_the_main_score_is_called_as_briefly_as_it_can_be(document, metrics):
    several = document("mate", "right", metrics=metrics)
    names = {metric.name: main_score(several, 1, metric) for metric in several.metrics}
    assert names == {"attachment": "las", "tedeval": "accuracy"}
    assert {name: main_score(document(), 0, create(name)) for name in names} == names
