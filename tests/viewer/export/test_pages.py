"""Pages: what goes on on the next one, and what is said on slides of arcs that are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest

from goldleaf.viewer.diagram.shapes import Anchor, Diagram, Element, Key, Path, Role, Segment, Side, State, Text, extent
from goldleaf.viewer.diagram.theme import load, ruler_for, typewriter
from goldleaf.viewer.export.pages import on_pages
from goldleaf.viewer.export.sizes import PRESETS, FigureSize

RULER = ruler_for(load("light"), typewriter)


def slides(*arcs: tuple[int, int, State], words: int = 40, margin: float = 200.0) -> list[Diagram]:
    """Words down the page, 25 pixels a line, and the gold's arcs on their left: dependent, head, state."""
    shapes = [
        Text(300.0, 20.0 + 25.0 * at, f"w{at}", Role.WORD, key=Key(Side.BOTH, "word", f"{at}"))
        for at in range(1, words + 1)
    ]
    known = {}
    drawn = []
    for dependent, head, state in arcs:
        key, (start, end) = Key(Side.GOLD, "arc", f"{dependent}"), (15.0 + 25.0 * head, 15.0 + 25.0 * dependent)
        line = (Segment((margin, start)), Segment((margin, end)), Segment((280.0, end)))
        drawn.append(Path((280.0, start), line, Role.ARC, state, key))
        known[key] = Element(key, "", (dependent, head))
    whole = Diagram(900.0, 40.0 + 25.0 * words, (*shapes, *drawn), known, metadata={"layout": "upright"})
    return on_pages(whole, PRESETS["slide"], RULER)


def notes(pages: list[Diagram]) -> list[dict[str, float]]:
    return [
        {shape.text: shape.y for shape in page.shapes if isinstance(shape, Text) and shape.role is Role.LABEL}
        for page in pages
    ]


def word_at(page: Diagram, form: str) -> float:
    return next(shape.y for shape in page.shapes if isinstance(shape, Text) and shape.text == form)


def test_a_differing_arc_that_is_cut_says_at_both_words_and_where_it_passes_what_it_joins() -> None:
    pages = slides((2, 38, State.WRONG_HEAD), (5, 39, State.MATCHED), (7, 36, State.NOT_SCORED))
    assert len(pages) == 3
    first, between, last = notes(pages)
    assert first == {"← w38 (p. 3)": word_at(pages[0], "w2")}
    assert last == {"→ w2 (p. 1)": word_at(pages[2], "w38")}
    assert list(between) == ["w38 (p. 3) → w2 (p. 1)"]
    (foot,) = between.values()
    assert foot == word_at(pages[1], "2 / 3")
    for page, said in zip(pages, (first, between, last), strict=True):
        shown = [shape for shape in page.shapes if isinstance(shape, Text) and shape.text in said]
        assert {shape.state for shape in shown} == {State.WRONG_HEAD}
        assert all(shape.anchor is Anchor.END and shape.x < 200 for shape in shown) or page is pages[1]


def test_a_word_with_a_head_and_dependents_elsewhere_has_two_lines_and_names_what_it_has_room_for() -> None:
    ends, wrong = [(4, 30), (30, 1), (3, 30), (2, 30)], State.WRONG_HEAD  # in another order than the text's
    arcs = [(dependent, head, wrong) for dependent, head in ends]
    pages = slides(*arcs)
    (far,) = (page for page in pages if any(getattr(shape, "text", "") == "w30" for shape in page.shapes))
    own = word_at(far, "w30")
    said = notes([far])[0]
    assert {*said} == {"← w1 (p. 1)", "→ w2, w3, w4 (p. 1)"}
    assert said["← w1 (p. 1)"] < own < said["→ w2, w3, w4 (p. 1)"]
    for margin, lines in (112.0, ["→ w2, w3,", "w4 (p. 1)"]), (95.0, ["→ w2, w3,", "w4 (p. 1)"]), (14.0, []):
        tight = notes(slides(*arcs, margin=margin))
        assert any([*page][-len(lines) :] == lines for page in tight) if lines else not any(tight[::2])
        ys = [y for page in tight for y in page.values()]
        assert all(abs(one - other) > 10 for one, other in pairwise(ys))


def test_each_dependent_on_another_page_is_named_with_its_own() -> None:
    pages = slides(*((dependent, 2, State.WRONG_HEAD) for dependent in (3, 21, 22, 38)))
    assert [*notes(pages)[0]] == ["→ w21, w22 (p. 2),", "w38 (p. 3)"]


def test_arcs_that_pass_are_told_in_several_lines_over_the_foot_of_a_slide_that_has_room() -> None:
    _, between, _ = pages = slides(*((dependent, 38, State.WRONG_HEAD) for dependent in range(2, 8)))
    said = notes(pages)[1]
    assert [*said][-1].endswith("w38 (p. 3) → w7 (p. 1)") and len(said) > 1
    assert max(said.values()) == word_at(between, "2 / 3") and len({*said.values()}) == len(said)


def test_columns_stand_farther_apart_on_several_slides_in_the_room_that_notes_do_not_need() -> None:
    def gap(margin: float) -> float:
        page = slides((2, 38, State.WRONG_HEAD), margin=margin)[0]
        arcs = [shape for shape in page.shapes if isinstance(shape, Path)]
        word = next(shape for shape in page.shapes if isinstance(shape, Text) and shape.text == "w2")
        return word.x - max(extent(arc).right for arc in arcs)

    assert gap(200.0) == pytest.approx(34.0) and gap(14.0) == pytest.approx(20.0)


@pytest.mark.parametrize("margin", [14.0, 40.0, 90.0, 200.0])
def test_what_is_said_of_arcs_stays_between_them_and_the_edge(margin: float) -> None:
    for page in slides((2, 38, State.WRONG_HEAD), (38, 1, State.WRONG_HEAD), margin=margin):
        for shape in page.shapes:
            if isinstance(shape, Text) and shape.role is Role.LABEL:
                area = extent(shape)
                assert area.left >= 0 and area.right <= page.width
                assert area.right < margin or shape.y == page.height - 6


def test_on_a_page_of_a_paper_words_go_on_on_the_next_one_in_parts_as_high_as_they_are() -> None:
    words = [Text(5.0, 25.0 + 20.0 * at, f"w{at}", Role.WORD) for at in range(21)]
    arc = Path((2.0, 25.0), (Segment((2.0, 425.0)),), Role.ARC)
    whole = Diagram(100.0, 450.0, (arc, *words), metadata={"layout": "upright"})
    parts = on_pages(whole, FigureSize("", 10.0, height=20.0), RULER)
    forms = [[shape.text for shape in part.shapes if isinstance(shape, Text)] for part in parts]
    assert [form for own in forms for form in own] == [word.text for word in words]
    assert [len(own) for own in forms] == [7, 7, 7]
    assert all(part.height <= 200 for part in parts)
    assert all(any(isinstance(shape, Path) for shape in part.shapes) for part in parts)  # goes on on each
    assert on_pages(whole, FigureSize("", 10.0, height=44.9), RULER) == [whole]  # by less than anybody sees
