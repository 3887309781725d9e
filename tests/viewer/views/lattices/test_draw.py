"""Pictures of lattices."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from hypothesis import given

from goldleaf.core.structures.lattice import Lattice
from goldleaf.viewer.diagram.compose import compose
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.options import Direction, Mode
from goldleaf.viewer.diagram.shapes import Box, Diagram, Key, Path, Polygon, Role, Side, State
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.lattices.draw import draw_lattice
from goldleaf.viewer.views.lattices.lattice_picture import LatticeOptions, LatticePicture, lattice_picture
from goldleaf.viewer.views.lattices.layout import STATE, layered
from tests.core.lattices import SEGMENTATIONS, lattice, lattices, words
from tests.viewer.diagram.support import THEME, finite, inside, overlaps, texts

ONE = lattice("0-1:a/N@1 0-1:a/V@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/V@2 3-4:d/N@3", "0-1:a 1-3:bc 3-4:longtoken")
GOLD, PARSE = words("a/N@1 b/N@2 c/V@2 d/N@3"), words("a/V@1 bc/N@2 d/N@3")
BOTH = lattice_picture(ONE, GOLD, PARSE)

simple = partial(draw_lattice, theme=THEME, measure=typewriter, layout=layered)


def draw(picture: LatticePicture = BOTH, **options: object) -> Diagram:
    return simple(picture, LatticeOptions(**options))  # type: ignore[arg-type]


def centres(diagram: Diagram) -> dict[str, float]:
    return {text.text: text.x for text in texts(diagram, Role.STATE)}


def lines(diagram: Diagram, *roles: Role) -> set[State]:
    return {shape.state for shape in diagram.shapes if isinstance(shape, Path) and shape.role in roles}


@pytest.mark.parametrize("layout", [layered, None], ids=["simple", "graphviz"])
def test_everything_fits_and_no_texts_overlap(layout):
    chosen = {"layout": layout} if layout else {}
    diagram = draw_lattice(BOTH, LatticeOptions(), THEME, typewriter, **chosen)
    assert finite(diagram) and inside(diagram)
    assert not overlaps(texts(diagram))
    assert {text.text for text in texts(diagram, Role.SEGMENT)} == {"a", "b", "c", "bc", "d"}
    assert [text.text for text in texts(diagram, Role.TOKEN)] == ["bc", "longtoken"]  # a is its only word
    assert sorted(centres(diagram)) == ["0", "1", "2", "3", "4"]


@given(lattices(), SEGMENTATIONS, SEGMENTATIONS)
def test_random_lattices(one, gold, parse):
    diagram = draw(lattice_picture(one, gold, parse))
    assert finite(diagram) and inside(diagram)
    assert not overlaps(texts(diagram))
    assert {shape.key for shape in diagram.shapes if shape.key} >= set(diagram.elements)


def test_the_golds_path_is_heavy_the_parses_own_dashed_with_a_cross():
    diagram = draw()
    assert lines(diagram, Role.PATH) == {State.MATCHED, State.MISSING, State.WRONG_LABEL}
    assert lines(diagram, Role.EDGE) == {State.EXTRA}
    assert lines(diagram, Role.CROSS) == {State.EXTRA}
    for state in State:
        assert THEME.paint(Role.PATH, state).stroke_width > THEME.paint(Role.EDGE, state).stroke_width
    boxes = [shape.state for shape in diagram.shapes if isinstance(shape, Box) and shape.role == Role.LABEL_BOX]
    assert boxes.count(State.WRONG_LABEL) == 1


def test_where_lines_are_as_high_as_letters_no_descender_touches_a_tag():
    theme = THEME.printed(0.8)
    diagram = draw_lattice(lattice_picture(ONE, GOLD), LatticeOptions(), theme, typewriter, layout=layered)
    [form] = [text for text in texts(diagram, Role.SEGMENT) if text.text == "d"]
    [tag] = [text for text in texts(diagram, Role.TAG) if text.key == form.key]
    letters = 0.24 * theme.font(Role.SEGMENT).size + 0.76 * theme.font(Role.TAG).size
    assert tag.y - form.y > letters + 1


def test_tags_of_paths_are_marked_by_more_than_colour():
    assert {"• N", "× V"} <= {text.text for text in texts(draw(), Role.TAG)}
    assert "• N" in {text.text for text in texts(draw(lattice_picture(ONE, GOLD)), Role.TAG)}


def test_what_the_lattice_lacks_has_a_sign():
    assert not lines(draw(), Role.WARNING)
    assert lines(draw(lattice_picture(ONE, words("a/N@1 x/N@2 d/N@3"))), Role.WARNING)


def test_states_run_from_left_to_right_or_mirrored():
    forward, backward = centres(draw()), centres(draw(direction=Direction.RIGHT_TO_LEFT))
    assert sorted(forward, key=forward.__getitem__) == ["0", "1", "2", "3", "4"]
    assert sorted(backward, key=backward.__getitem__) == ["4", "3", "2", "1", "0"]


def test_hebrew_runs_from_right_to_left_by_itself():
    found = centres(draw(lattice_picture(lattice("0-1:של/X 1-2:בן/X"))))
    assert found["0"] > found["2"]


def test_folded_tokens_keep_brackets_that_say_something():
    same = lattice_picture(ONE, GOLD, GOLD)
    diagram = draw(same, around=3, reach=0)
    assert [text.text for text in texts(diagram, Role.SEGMENT)] == ["d", "a", "b c"]
    brackets = {shape.key for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.TOKEN}
    assert {key.name for key in brackets} == {"2", "3"}  # the first has but its own form, and no bracket
    assert not overlaps(texts(diagram))
    assert diagram.width < draw(same).width


def test_straight_lines_are_no_curves():
    one = lattice("0-1:a/N 1-2:b/N 1-2:c/N")
    paths = [
        shape for shape in draw(lattice_picture(one)).shapes if isinstance(shape, Path) and shape.role == Role.EDGE
    ]
    straight = [path for path in paths if len(path.segments) == 1 and path.segments[0].control_1 is None]
    assert 2 <= len(straight) < len(paths)  # those of a, and of one of the others


def test_descriptions():
    diagram = draw()
    assert diagram.title == "lattice, sentence 1"
    assert diagram.description.startswith(
        "Lattice of ‘a bc longtoken’: 5 states, 6 edges, 4 paths. Path of gold: a/N b/N c/V d/N."
    )
    assert "They differ in " in diagram.description
    elements = {element.description for element in diagram.elements.values()}
    assert "1 to 3 ‘bc’: N; on the path of parse" in elements
    assert "0 to 1 ‘a’: N, V; on both paths, with another tag in parse" in elements
    assert diagram.elements[Key(Side.BOTH, "token", "2")].description == "token 2 ‘bc’, 3 edges, 2 paths"
    foreign = draw(lattice_picture(ONE, words("a/N@1 x/N@2 d/N@3")))
    assert "a/N [not in the lattice: x/N] d/N" in foreign.description


def test_a_layout_says_why_it_is_the_simple_one():
    def noted(states, edges):
        found = layered(states, edges)
        return type(found)(found.states, found.labels, found.before, found.after, "no Graphviz")

    diagram = draw_lattice(BOTH, LatticeOptions(), THEME, typewriter, layout=noted)
    assert [text.text for text in texts(diagram, Role.WARNING)] == ["no Graphviz"]
    assert inside(diagram)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        (
            BOTH,
            [
                "both paths",
                "both paths, other tag",
                "gold's path only",
                "parse's path only",
                "•",
                "tag on the path",
                "×",
                "parse's tag",
            ],
        ),
        (lattice_picture(ONE, GOLD), ["path", "not chosen", "•", "tag on the path"]),
        (lattice_picture(ONE), []),
    ],
)
def test_the_legend_names_the_lines(picture, expected):
    diagram = compose([draw(picture)], Mode.STACKED, THEME, typewriter, legend=True)[0]
    assert [text.text for text in texts(diagram, Role.LEGEND)] == expected


def test_an_empty_lattice_is_an_empty_picture():
    diagram = draw(lattice_picture(Lattice(1, ())))
    assert diagram.shapes == ()
    assert diagram.description == "Lattice without edges."


LONG = lattice(
    " ".join(f"{n}-{n + 1}:word/N@{n + 1}" for n in range(12)) + " 4-6:both/V@5",
    " ".join(f"{n}-{n + 1}:word" for n in range(12)),
)


def rows_of_states(diagram: Diagram) -> list[list[int]]:
    rows: dict[float, list[int]] = {}
    for text in sorted(texts(diagram, Role.STATE), key=lambda text: (text.y, text.x)):
        rows.setdefault(text.y, []).append(int(text.text))
    return [*rows.values()]


def test_a_long_lattice_continues_in_rows_where_all_paths_meet():
    whole = draw(lattice_picture(LONG))
    assert whole.strips == ()
    for wrap in (whole.width / 2, whole.width / 3, 10.0):
        wrapped = draw(lattice_picture(LONG), wrap=wrap)
        rows = rows_of_states(wrapped)
        assert finite(wrapped) and inside(wrapped) and not overlaps(texts(wrapped))
        assert len(wrapped.strips) == len(rows) > 1
        assert [row[0] for row in rows] == [0, *(row[-1] for row in rows[:-1])]
        assert [state for row in rows for state in row[1:]] == [*range(1, 13)]
        assert 5 not in [row[-1] for row in rows]  # an edge passes over it
        assert len(texts(wrapped, Role.SEGMENT)) == len(texts(whole, Role.SEGMENT))
        assert len(texts(wrapped, Role.TOKEN)) == len(texts(whole, Role.TOKEN))
        assert wrapped.width <= wrap or wrap == 10.0
    assert [len(row) for row in rows_of_states(draw(lattice_picture(LONG), wrap=whole.width * 0.7))] == [7, 7]


def test_rows_of_a_lattice_are_as_few_and_as_even_as_may_be():
    forms = ["w" * 12, *["w"] * 6, "w" * 12]
    one = lattice(" ".join(f"{n}-{n + 1}:{form}/N@{n + 1}" for n, form in enumerate(forms)))
    whole = draw(lattice_picture(one))
    assert [len(row) for row in rows_of_states(draw(lattice_picture(one), wrap=whole.width * 0.8))] == [5, 5]


def test_rows_of_a_lattice_begin_at_the_right_where_words_run_so():
    first, *others = rows_of_states(draw(lattice_picture(LONG), wrap=300.0, direction=Direction.RIGHT_TO_LEFT))
    assert first == sorted(first, reverse=True) and first[-1] == 0
    assert others[0][-1] == first[0]


@given(lattices(), SEGMENTATIONS)
def test_random_lattices_in_rows(one, gold):
    picture = lattice_picture(one, gold)
    whole, wrapped = draw(picture), draw(picture, wrap=60.0)
    assert finite(wrapped) and inside(wrapped) and not overlaps(texts(wrapped))
    for role in (Role.SEGMENT, Role.TAG, Role.TOKEN):
        assert Counter(text.text for text in texts(wrapped, role)) == Counter(text.text for text in texts(whole, role))


@pytest.mark.parametrize(("first", "larger"), [(9, False), (108, True)])
def test_no_ring_crosses_a_number_or_covers_an_arrowhead(first, larger):
    one = lattice(" ".join(f"{n}-{n + 1}:w{n}/X" for n in range(first, first + 3)))
    diagram = draw(lattice_picture(one))
    for number in (text for text in texts(diagram, Role.STATE) if len(text.text) > 1):
        rings = [shape for shape in diagram.shapes if isinstance(shape, Box) and shape.key == number.key]
        widths = [ring.width for ring in rings]
        assert number.width < min(widths) and (max(widths) > STATE if larger else max(widths) == STATE)
        heads = [shape.points for shape in diagram.shapes if isinstance(shape, Polygon)]
        assert all(abs(tip[0] - number.x) >= max(widths) / 2 - 0.01 and base[0] < tip[0] for base, _, tip in heads)


def test_the_legend_tells_the_signs():
    one = lattice("0-1:a/X 0-1:a/Y 0-1:a/Z")
    diagram = draw(lattice_picture(one, words("a/X"), words("a/W")))
    explained = {text.text for text in texts(legend(diagram.shapes, 900.0, THEME, typewriter))}
    assert {"tag on the path", "parse's tag", "not in the lattice"} <= explained
    one = lattice("0-1:a/X 0-1:a/X 1-2:b/Y 1-2:b/Z 2-3:c/Z", "0-1:a 1-2:b 2-3:c")
    folded = draw(lattice_picture(one, words("a/X b/W@2 c/Z@3")), around=1, reach=0)
    assert [text.text for text in texts(folded, Role.TAG)] == ["X ×2", "W …", "Z"]
    assert Role.WARNING in {shape.role for shape in folded.shapes if shape.key == Key(Side.BOTH, "token", "2")}
    assert folded.elements[Key(Side.BOTH, "token", "2")].description.endswith("; folded, not in the lattice")
    signs = [text.text for text in texts(legend(folded.shapes, 900.0, THEME, typewriter))]
    assert signs[-5:] == ["not in the lattice", "×2", "analyses", "…", "others"]
    closer = draw(lattice_picture(one, words("a/X b/W@2 c/Z@3")), around=1, reach=0, paths_alone=True)
    assert [text.text for text in texts(closer, Role.TAG)] == ["X", "W", "Z"]
    alone = draw(lattice_picture(lattice("0-1:a/X")))
    assert not {"tag on the path", "not in the lattice"} & {
        text.text for text in texts(legend(alone.shapes, 900.0, THEME, typewriter))
    }


def test_boundaries_of_words_are_double_circles():
    """ACL 2012, Figure 2."""
    circles = Counter(
        shape.key.name for shape in draw().shapes if isinstance(shape, Box) and shape.role == Role.EDGE_BOX
    )
    assert circles == {"0": 2, "1": 2, "2": 1, "3": 2, "4": 2}
