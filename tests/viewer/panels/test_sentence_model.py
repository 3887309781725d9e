import polars as pl
import pytest

from goldleaf.viewer.panels.sentence_model import columns_of, usual, written
from goldleaf.viewer.tables import Kind

TABLE = pl.DataFrame(
    {
        "number": pl.Series([1], dtype=pl.UInt32),
        "id": ["a"],
        "text": ["A b"],
        "words": [2],
        "las": [0.5],
        "differences": [1],
        "projective": [True],
        "b_las": [0.25],
        "b_differences": [2],
    }
)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("las", 0.8571, "85.71"),
        ("las", None, "–"),
        ("words", 1234, "1,234"),
        ("id", None, ""),
        ("projective", True, "✓"),
        ("projective", False, "·"),
    ],
)
def test_how_values_are_written(name, value, text):
    assert written(next(column for column in columns_of(TABLE) if column.name == name), value) == text


def test_titles():
    titles = {column.name: column.title for column in columns_of(TABLE)}
    assert titles["b_las"] == "b LAS" and titles["b_differences"] == "b diff." and titles["projective"] == "projective"


def test_usual_columns_of_a_parse():
    assert [column.name for column in usual(columns_of(TABLE), ("b_las", "b_differences"))] == [
        "number",
        "text",
        "words",
        "b_las",
        "b_differences",
    ]
    assert [column.title for column in usual(columns_of(TABLE), ("b_las", "b_differences"))] == [
        "#",
        "Text",
        "Len.",
        "LAS",
        "Diff.",
    ]
    assert [column.name for column in usual(columns_of(TABLE[["number", "text"]]), ("las",))] == ["number", "text"]


def test_means_are_not_in_per_cent():
    crossing, f1 = columns_of(pl.DataFrame({"a_average_crossing": [1.5], "a_f1": [0.5]}))
    assert (crossing.title, written(crossing, 1.5)) == ("a Mean crossing", "1.50")
    assert (f1.title, written(f1, 0.5)) == ("a F1", "50.00")


def test_a_figure_that_no_metric_calls_a_fraction_is_written_as_it_is():
    """2.83 was shown as ‘Score, in per cent’, 283.33."""
    [depth] = columns_of(pl.DataFrame({"mean_depth": [2.83]}))
    assert written(depth, 2.83) == "2.83" and depth.description == "Figure (filter name: mean_depth)"


def test_scores_of_all_metrics_are_known_by_their_plain_names():
    las, upos, words = columns_of(pl.DataFrame({"ud_las": [0.5], "upos": [0.5], "las_precision": [0.5]}))
    assert [column.kind for column in (las, upos, words)] == [Kind.SHARE] * 3
    assert (las.title, upos.title) == ("ud LAS", "UPOS F1")
