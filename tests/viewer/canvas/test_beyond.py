"""What is named at the edge of a view of words down the page: the far ends of arcs that differ."""

from goldleaf.viewer.canvas.beyond import differing_arcs, named_beyond
from goldleaf.viewer.diagram.options import Options
from goldleaf.viewer.diagram.shapes import Anchor, Box, Rect, Text
from goldleaf.viewer.diagram.theme import ruler_for, typewriter
from goldleaf.viewer.views.arcs.upright import draw_upright
from tests.viewer.diagram.support import THEME, pair, sentence

GOLD = "The/X/2/d cat/X/6/o sat/X/0/r on/X/3/o a/X/6/d mat/X/3/o too/X/3/o"
PARSE = "The/X/2/d cat/X/3/o sat/X/0/r on/X/7/o a/X/6/d mat/X/3/o too/X/3/o"


def named(first, last, parse=PARSE, width=400.0):
    """What is said where so many words are in view, on the left and on the right."""
    [diagram] = draw_upright(pair(sentence(GOLD), sentence(parse)), Options(), THEME, typewriter)
    ys = {text.text: text.y for text in diagram.texts}
    view = Rect(0.0, ys[first] - 12, width, ys[last] + 8)
    shapes = [*named_beyond(differing_arcs(diagram), view, ruler_for(THEME, typewriter))]
    boxes, texts = ([shape for shape in shapes if isinstance(shape, kind)] for kind in (Box, Text))
    for box, text in zip(boxes, texts, strict=True):
        assert view.top <= box.y < text.y < box.y + box.height <= view.bottom + 1e-9
        assert box.width == text.width and box.x >= 0 and box.x + box.width <= width
    return tuple({text.text for text in texts if text.anchor is anchor} for anchor in (Anchor.END, Anchor.START))


def test_words_that_arcs_lead_to_are_named_on_their_side():
    assert named("The", "on") == ({"↓ mat"}, {"↓ too"})
    assert named("a", "too") == ({"↑ cat"}, {"↑ on"})
    assert named("The", "cat") == ({"↓ mat"}, {"↓ sat"})


def test_each_is_named_once_and_what_is_above_apart():
    both = PARSE.replace("cat/X/3/o", "cat/X/7/o")
    assert named("The", "on", both) == ({"↓ mat"}, {"↓ too"})
    assert named("sat", "on", both) == (set(), {"↓ too"})
    assert named("sat", "on") == (set(), {"↑ cat", "↓ too"})


def test_nothing_is_named_of_arcs_that_pass_or_end_in_view_or_are_in_both():
    assert named("The", "too") == (set(), set())
    assert named("a", "a") == (set(), set())
    assert named("The", "cat", parse=GOLD) == (set(), set())


def test_a_root_leads_nowhere():
    rooted = PARSE.replace("cat/X/3/o sat/X/0/r", "cat/X/0/r sat/X/2/o")
    assert named("The", "cat", rooted) == ({"↓ mat"}, {"↓ sat"})


def test_names_are_cut_where_there_is_no_room():
    [left], [right] = named("The", "on", width=60.0)
    assert left == right == "↓ …"
