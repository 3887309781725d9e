"""Pictures in columns."""

from __future__ import annotations

from goldleaf.viewer.diagram.shapes import Diagram, Path, Role, Segment, Text
from goldleaf.viewer.export.columns import in_columns


def test_lines_go_on_in_the_next_column_where_arcs_are_cut_and_titles_stand_again() -> None:
    words = [Text(50.0, 30.0 + 20.0 * line, f"word{line}", Role.WORD) for line in range(8)]
    arc = Path((20.0, 30.0), (Segment((10.0, 30.0)), Segment((10.0, 170.0)), Segment((20.0, 170.0))), Role.ARC)
    whole = Diagram(100.0, 190.0, (Text(0.0, 10.0, "gold", Role.TITLE), arc, *words))
    first, second = in_columns(whole, 4)
    texts = [[shape.text for shape in one.shapes if isinstance(shape, Text)] for one in (first, second)]
    assert texts == [["gold", "word0", "word1", "word2", "word3"], ["gold", "word4", "word5", "word6", "word7"]]
    assert [shape.y for shape in second.shapes if isinstance(shape, Text)][1:] == [30.0, 50.0, 70.0, 90.0]
    (above,), (below,) = ([shape for shape in one.shapes if isinstance(shape, Path)] for one in (first, second))
    assert above.start == (20.0, 30.0) and above.segments[-1].end == (10.0, 96.0)
    assert below.start == (10.0, 16.0) and below.segments[-1].end == (20.0, 90.0)
    assert in_columns(whole, 8) == [whole]


def test_a_column_ends_where_few_arcs_are_cut_and_no_token() -> None:
    def line(role: Role, first: int, last: int) -> Path:
        return Path((10.0, 20.0 + 20.0 * first), (Segment((10.0, 40.0 + 20.0 * last)),), role)

    words = [Text(50.0, 30.0 + 20.0 * number, f"word{number}", Role.WORD) for number in range(17)]
    token, before, arc = line(Role.TOKEN, 8, 9), line(Role.ARC, 7, 7), line(Role.ARC, 8, 8)
    for shapes, length in ([], 9), ([arc], 8), ([before], 9), ([before, token], 8):
        first, *_ = in_columns(Diagram(100.0, 370.0, (*words, *shapes)), 9)
        assert sum(isinstance(shape, Text) for shape in first.shapes) == length


def test_all_breaks_are_weighed_at_once_and_one_more_column_is_better_than_words_that_are_parted() -> None:
    def pair(first: int) -> Path:
        return Path((10.0, 20.0 + 20.0 * first), (Segment((10.0, 40.0 + 20.0 * first)),), Role.ARC)

    words = [Text(50.0, 30.0 + 20.0 * number, f"word{number}", Role.WORD) for number in range(12)]
    token = Text(80.0, 40.0, "both", Role.TOKEN)  # between two lines, none of its own
    # Full columns of four would part 3 from 4 and 7 from 8.
    whole = Diagram(100.0, 270.0, (*words, token, *(pair(number) for number in (3, 7) for _ in "gp")))

    def lengths(further: float) -> list[int]:
        columns = in_columns(whole, 4, further)
        return [sum(shape.role is Role.WORD for shape in one.shapes if isinstance(shape, Text)) for one in columns]

    assert lengths(100.0) == [4, 4, 4]
    assert lengths(0.5) == [3, 3, 3, 3]


def test_as_many_columns_as_are_needed_are_of_like_length() -> None:
    for count, length in (22, 8), (25, 12), (9, 8):
        words = [Text(50.0, 30.0 + 20.0 * number, f"word{number}", Role.WORD) for number in range(count)]
        columns = in_columns(Diagram(100.0, 30.0 + 20.0 * count, tuple(words)), length)
        lengths = [sum(isinstance(shape, Text) for shape in one.shapes) for one in columns]
        assert len(lengths) == -(-count // length) and max(lengths) - min(lengths) <= 1


def test_a_column_does_not_begin_with_what_closes_nor_end_with_what_opens() -> None:
    for forms, length in ("abcdefg", 4), ("abc(def", 3), ("abcd,ef", 3):
        words = [Text(50.0, 30.0 + 20.0 * number, form, Role.WORD) for number, form in enumerate(forms)]
        first, *_ = in_columns(Diagram(100.0, 170.0, tuple(words)), 5)
        assert sum(isinstance(shape, Text) for shape in first.shapes) == length
