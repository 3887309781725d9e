"""What is named at the edge of a view of words down the page: the far ends of arcs that differ."""

import pytest

from goldleaf.viewer.canvas import beyond
from goldleaf.viewer.canvas.beyond import BESIDE, MOST, SHORT, arcs_of, named_beyond
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Anchor, Box, Rect, State, Text
from goldleaf.viewer.diagram.theme import ruler_for, typewriter
from goldleaf.viewer.views.arcs.upright import draw_upright
from tests.viewer.diagram.support import THEME, pair, sentence

GOLD = "The/X/2/d cat/X/6/o sat/X/0/r on/X/3/o a/X/6/d mat/X/3/o too/X/3/o"
PARSE = "The/X/2/d cat/X/3/o sat/X/0/r on/X/7/o a/X/6/d mat/X/3/o too/X/3/o"


def shapes(first, last, parse=PARSE, gold=GOLD, left=0.0, width=400.0):
    """The view of so many words, and what is named there."""
    [diagram] = draw_upright(pair(sentence(gold), sentence(parse)), Options(), THEME, typewriter)
    ys = {text.text: text.y for text in diagram.texts}
    view = Rect(left, ys[first] - 12, width, ys[last] + 8)
    return view, named_beyond(arcs_of(diagram), view, (view.top, view.bottom), ruler_for(THEME, typewriter))


def named(*view, **more):
    """What is said on the left and on the right."""
    texts = [shape for shape in shapes(*view, **more)[1] if isinstance(shape, Text)]
    return tuple({text.text for text in texts if text.anchor is anchor} for anchor in (Anchor.END, Anchor.START))


def test_words_that_arcs_lead_to_are_named_on_their_side():
    assert named("The", "on") == ({"o of mat"}, {"o of too"})
    assert named("a", "too") == ({"cat: o"}, {"on: o"})
    assert named("The", "cat") == ({"o of mat"}, {"o of sat"})


def test_nothing_is_named_of_arcs_that_end_in_view_or_are_in_both():
    assert named("The", "too") == (set(), set())
    assert named("The", "cat", parse=GOLD) == (set(), set())


def test_both_ends_are_named_of_arcs_that_differ_and_pass_by():
    assert named("a", "a") == ({"cat: o", "o of mat"}, {"on: o", "o of too"})


def test_a_word_whose_line_is_cut_at_the_edge_is_named():
    [diagram] = draw_upright(pair(sentence(GOLD), sentence(PARSE)), Options(), THEME, typewriter)
    ys = {text.text: text.y for text in diagram.texts}
    view, ruler = Rect(0.0, 0.0, 400.0, ys["mat"] + 2), ruler_for(THEME, typewriter)
    for last, own in ((view.bottom, "o of too"), (ys["a"] + 8, "o of mat")):
        found = named_beyond(arcs_of(diagram), view, (view.top, last), ruler)
        assert own in {shape.text for shape in found if isinstance(shape, Text)}


def test_a_root_leads_nowhere(monkeypatch):
    monkeypatch.setattr(beyond, "SHORT", 0.0)
    rooted = PARSE.replace("cat/X/3/o sat/X/0/r", "cat/X/0/r sat/X/2/o")
    assert named("The", "cat", rooted) == ({"o of mat"}, {"sat: o"})


def test_of_an_arc_that_leaves_a_word_at_the_edge_its_name_is_seen_if_it_differs():
    view, found = shapes("The", "sat", PARSE.replace("on/X/7", "on/X/3"), GOLD.replace("on/X/3", "on/X/6"))
    assert [shape.text for shape in found if isinstance(shape, Text) and shape.anchor is Anchor.START] == ["on: o"]
    wide = [box for box in found if isinstance(box, Box) and box.width > 20 and box.y > view.bottom - SHORT]
    assert view.bottom in [pytest.approx(box.y + box.height) for box in wide]
    assert named("The", "sat", PARSE.replace("on/X/7", "on/X/3")) == ({"o of mat"}, set()), "it agrees"


def test_signs_are_named_in_quotes():
    assert named("The", "on", PARSE.replace("too", "!"), GOLD.replace("too", "!")) == ({"o of mat"}, {"o of “!”"})


def test_a_name_that_runs_to_the_left_turns_nothing_beside_it():
    again = [known.replace("too", "מחצלת").replace("mat", "מחצלת") for known in (PARSE, GOLD)]
    assert named("The", "on", *again)[0] == {"o of \u2068מחצלת\u2069 (6)"}


def test_words_that_occur_twice_are_named_with_their_numbers():
    again = [known.replace("too", "mat") for known in (PARSE, GOLD)]
    assert named("The", "on", *again) == ({"o of mat (6)"}, {"o of mat (7)"})


@pytest.mark.parametrize(("first", "last", "sign"), [("a0", "a3", 1), ("a12", "a15", -1)])
def test_outer_arcs_are_named_farther_from_the_edge_and_each_line_ends_at_its_name(first, last, sign):
    heads = [range(16, 0, -1), [0] + [1] * 15]
    known = [" ".join(f"a{n}/X/{head}/o" for n, head in enumerate(own)) for own in heads]
    view, found = shapes(first, last, known[1], known[0], left=-100.0)
    texts = [shape for shape in found if isinstance(shape, Text)]
    own = sorted((text for text in texts if text.anchor is Anchor.END), key=lambda text: sign * text.y)
    assert len(own) > 4 and [text.x for text in own] == sorted(text.x for text in own), "the outermost first"
    lines = [shape for shape in found if isinstance(shape, Box) and shape.width == 2 * BESIDE]
    edge = view.bottom if sign > 0 else view.top
    for text in own:
        assert view.left <= text.x - text.width and view.top < text.y < view.bottom
        [line] = [line for line in lines if line.x == text.x]
        assert edge in (pytest.approx(line.y), pytest.approx(line.y + line.height))
        [arrow] = [other for other in texts if other.x == text.x + BESIDE]
        assert (arrow.text, arrow.y) == ("↓" if sign > 0 else "↑", text.y) and line.y < arrow.y <= line.y + line.height


def test_what_agrees_is_named_where_much_of_it_is_seen():
    gold = " ".join(f"a{n}/X/{head}/o" for n, head in enumerate([9, 1, 2, 3, 4, 5, 9, 9, 0]))
    assert named("a0", "a2", gold, gold) == (set(), set())
    assert named("a0", "a5", gold, gold) == ({"o of a8"}, {"o of a8"}), "but not a6, to which that of a5 does not lead"
    assert named("a1", "a5", gold, gold) == (set(), set())
    gold = gold.replace("a0", ".")  # is not scored
    assert named(".", "a5", gold, gold) == (set(), set())


def test_so_many_are_named_at_most_that_the_view_is_not_covered():
    heads = [range(40, 0, -1), [0] + [1] * 39]
    known = [" ".join(f"a{n}/X/{head}/o" for n, head in enumerate(own)) for own in heads]
    _, found = shapes("a0", "a18", known[1], known[0])
    assert sum(isinstance(shape, Text) and shape.anchor is Anchor.END for shape in found) == MOST


def test_lines_side_by_side_that_lead_to_the_same_word_have_one_name():
    gold = " ".join(f"a{n}/X/{head}/o" for n, head in enumerate([9, 9, 0, 3, 3, 3, 3, 3, 3]))
    parse = " ".join(f"a{n}/X/{head}/o" for n, head in enumerate([3, 3, 0, 3, 3, 3, 3, 3, 3]))
    _, found = shapes("a0", "a5", parse, gold, left=-100.0)
    texts = [shape for shape in found if isinstance(shape, Text) and shape.state is State.WRONG_HEAD]
    assert [text.text for text in texts] == ["↓", "↓", "o of a8"] and len({text.y for text in texts}) == 1


def test_of_an_arc_without_a_label_the_word_alone_is_named():
    known = [text.replace("/o", "/") for text in (GOLD, PARSE)]
    assert named("a", "a", known[1], known[0]) == ({"cat", "of mat"}, {"on", "of too"})


def test_names_are_cut_where_there_is_no_room():
    [left], [right] = named("The", "on", width=60.0)
    assert (left, right) == ("o…", "o…")
    assert named("a", "too", width=80.0) == ({"cat"}, {"on"}), "without their labels first"


def test_what_agrees_and_passes_by_ends_before_it_comes_to_the_names():
    known = [text.replace("too/X/3", "too/X/2") for text in (GOLD, PARSE)]
    view, found = shapes("sat", "a", known[1], known[0])
    [diagram] = draw_upright(pair(*map(sentence, known)), Options(), THEME, typewriter)
    [x] = [
        arc.x for arc in arcs_of(diagram) if not arc.on_left and [name for _, name in arc.words] == ["too", "of cat"]
    ]
    ends = [box for box in found if isinstance(box, Box) and box.x + box.width / 2 == pytest.approx(x)]
    [name] = [shape for shape in found if isinstance(shape, Text) and shape.text == "o of too"]
    assert any(end.y < name.y and end.y + end.height == pytest.approx(view.bottom) for end in ends)


def test_what_is_not_scored_ends_before_it_comes_to_the_names():
    known = [text + " ././2/p" for text in (GOLD, PARSE)]
    view, found = shapes("The", "on", known[1], known[0])
    [diagram] = draw_upright(pair(*map(sentence, known)), Options(), THEME, typewriter)
    pale = [arc for arc in arcs_of(diagram) if arc.state is State.NOT_SCORED]
    highest = min(shape.y for shape in found if isinstance(shape, Text))
    assert pale
    for arc in pale:
        [end] = [box for box in found if isinstance(box, Box) and box.x + box.width / 2 == pytest.approx(arc.x)]
        assert end.y < highest and end.y + end.height == pytest.approx(view.bottom)
