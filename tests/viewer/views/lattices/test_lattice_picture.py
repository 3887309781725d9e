"""Which arcs a picture of a lattice has: edges merged by form, marked by the paths, tokens folded."""

from __future__ import annotations

from goldleaf.core.structures.lattice import Edge, Lattice
from goldleaf.viewer.diagram.shapes import State
from goldleaf.viewer.views.lattices.lattice_picture import (
    FOLDED,
    LatticeArc,
    LatticeOptions,
    LatticePicture,
    Tag,
    arcs,
    lattice_picture,
)
from tests.core.lattices import lattice, words

ONE = lattice(
    "0-1:a/N@1 0-1:a/N@1 0-1:a/V@1 1-3:bc/N@2 1-2:b/N@2 2-3:c/V@2 3-4:d/N@3 4-5:e/N@4", "0-1:a 1-3:bc 3-4:d 4-5:e"
)
GOLD, PARSE = words("a/N@1 b/N@2 c/V@2 d/N@3 e/N@4"), words("a/V@1 bc/N@2 d/N@3 e/N@4")


def by_form(picture: LatticePicture, **options: object) -> dict[str, LatticeArc]:
    return {arc.form: arc for arc in arcs(picture, LatticeOptions(**options))}  # type: ignore[arg-type]


def test_edges_with_the_same_ends_and_form_are_one_arc():
    found = by_form(lattice_picture(ONE))
    assert list(found) == ["a", "bc", "b", "c", "d", "e"]
    assert found["a"].tags == (Tag("N", State.MATCHED, 2), Tag("V", State.MATCHED))
    assert not any(arc.heavy for arc in found.values())


def test_states_of_gold_and_parse():
    found = by_form(lattice_picture(ONE, GOLD, PARSE))
    assert {form: arc.state for form, arc in found.items()} == {
        "a": State.WRONG_LABEL, "bc": State.EXTRA, "b": State.MISSING, "c": State.MISSING,
        "d": State.MATCHED, "e": State.MATCHED,
    }  # fmt: skip
    assert found["a"].tags == (Tag("N", State.MISSING, 2), Tag("V", State.EXTRA))
    assert {form for form, arc in found.items() if arc.heavy} == {"a", "b", "c", "d", "e"}
    assert found["c"].positions == (3,)


def test_with_one_path_the_rest_is_not_chosen():
    for picture in (lattice_picture(ONE, PARSE), lattice_picture(ONE, None, PARSE)):
        found = by_form(picture)
        assert {form for form, arc in found.items() if arc.state == State.NOT_SCORED} == {"b", "c"}
        assert all(arc.heavy == (arc.state == State.MATCHED) for arc in found.values())


def test_what_the_lattice_lacks_is_an_arc_of_its_own():
    found = by_form(lattice_picture(ONE, words("a/N@1 x/N@2 y/V@2 d/P@3 e/N@4"), PARSE))
    assert (found["x y"].origin, found["x y"].target, found["x y"].state) == (1, 3, State.MISSING)
    assert found["x y"].tags == (Tag("N V", State.MISSING, foreign=True),)
    assert found["d"].tags == (Tag("P", State.MISSING, foreign=True), Tag("N", State.EXTRA))


def test_many_tags_are_counted_but_those_of_paths_are_kept():
    many = Lattice(1, tuple(Edge(0, 1, "a", coarse_tag=tag) for tag in "ABCDEFG"))
    [arc] = arcs(lattice_picture(many, words("a/G")), LatticeOptions())
    assert [tag.name for tag in arc.tags] == ["G", "A", "B", "C", "D", "+2"]


def test_the_words_of_a_path_have_its_tags_alone_where_that_is_asked_for():
    one = lattice("0-1:a/N@1 0-1:a/N@1 0-1:a/V@1 0-1:a/X@1 1-2:b/N@2 1-2:c/N@2 1-2:c/V@2")
    close = by_form(lattice_picture(one, words("a/N@1 b/N@2"), words("a/V@1 b/N@2")), paths_alone=True)
    assert [(tag.name, tag.count) for tag in close["a"].tags] == [("N", 1), ("V", 1)]
    assert [tag.name for tag in close["c"].tags] == ["N", "V"]  # nobody chose the word


def test_what_differs_is_not_folded():
    assert not any(arc.folded for arc in arcs(lattice_picture(ONE, GOLD, PARSE), LatticeOptions(around=4, reach=1)))


def test_a_fold_says_what_is_on_the_path_and_that_there_is_more():
    found = arcs(lattice_picture(ONE, GOLD, GOLD), LatticeOptions(around=4, reach=0))
    assert [(arc.form, [tag.name for tag in arc.tags], arc.folded, arc.positions) for arc in found] == [
        ("e", ["N"], False, (5,)),
        ("a", [f"N {FOLDED}"], True, (1,)),
        ("b c", [f"N V {FOLDED}"], True, (2, 3)),
        ("d", ["N"], False, (4,)),  # has no alternatives
    ]


def test_without_paths_a_fold_has_dots():
    found = arcs(lattice_picture(ONE), LatticeOptions(around=4, reach=1))
    assert {arc.form for arc in found if arc.folded} == {FOLDED}


def test_words_for_which_there_is_no_room_are_drawn_with_the_next_or_the_last_word():
    found = arcs(
        lattice_picture(lattice("0-1:a/N 1-2:b/N"), words("a/N x/V b/N"), words("a/N b/N y/V")), LatticeOptions()
    )
    assert [(arc.origin, arc.target, arc.form, arc.state) for arc in found] == [
        (0, 1, "a", State.MATCHED),
        (1, 2, "b", State.NOT_SCORED),
        (1, 2, "x b", State.MISSING),
        (1, 2, "b y", State.EXTRA),
    ]
