"""Arcs with words down the page: lines, sides, lanes, what gives way in a narrow room, what is folded."""

from dataclasses import replace
from itertools import pairwise

import pytest

from goldleaf.core.sentence import Argument, EmptyNode, Token
from goldleaf.viewer.diagram.options import Direction, Options, Row
from goldleaf.viewer.diagram.shapes import MARGIN, Anchor, Box, Key, Path, Polygon, Role, Side, State, Text, extent
from goldleaf.viewer.diagram.theme import ruler_for, typewriter
from goldleaf.viewer.views.arcs.arc_picture import pictures
from goldleaf.viewer.views.arcs.columns import PlacedArc
from goldleaf.viewer.views.arcs.upright import APART, LEAST_LANES, WIDEST, _Wing, draw_upright, flush
from goldleaf.viewer.views.expressions import Expression
from tests.viewer.diagram.support import GOLD, THEME, finite, inside, overlaps, pair, sentence, texts
from tests.viewer.views.arcs.test_frame import LONG


def drawn(known=None, **options):
    return draw_upright(pair() if known is None else known, Options(**options), THEME, typewriter)


def labels(diagram, side):
    return {text.key.name: text for text in texts(diagram, Role.LABEL) if text.key.side is side}


def words(diagram):
    return {text.key.name: text for text in texts(diagram, Role.WORD)}


def lanes(diagram, side):
    """How far from its label each arc goes."""
    found = {}
    for shape in diagram.shapes:
        if isinstance(shape, Path) and shape.role is Role.ARC and shape.key.side is side:
            found[shape.key.name] = max(abs(segment.end[0] - shape.start[0]) for segment in shape.segments)
    return found


def test_a_word_a_line_between_the_golds_label_and_the_parses():
    [diagram] = drawn()
    gold, parse, own = labels(diagram, Side.GOLD), labels(diagram, Side.PARSE), words(diagram)
    assert [text.text for text in own.values()] == [word.form for word in GOLD.words]
    ys = [text.y for text in own.values()]
    assert all(low - high >= 17 for high, low in pairwise(ys))
    for name, word in own.items():
        assert gold[name].y == parse[name].y == word.y
        assert gold[name].x < word.x < parse[name].x
    assert finite(diagram) and inside(diagram)
    assert overlaps(texts(diagram)) == []


def test_an_arc_has_a_lane_beyond_those_inside_it():
    [diagram] = drawn()
    reach = lanes(diagram, Side.GOLD)
    assert reach["5"] == reach["1"]  # nothing is inside
    assert reach["5"] < reach["4"] < reach["6"] < reach["7"]  # each is around the one before


@pytest.mark.parametrize(("heads", "dependent"), [((3, 3), 1), ((1, 1), 3), ((1, 2), 3), ((2, 3), 1)])
def test_readings_of_a_word_lie_inside_each_other(heads, dependent):
    states, ruler = (State.ONE_HEAD, State.OTHER_HEAD), ruler_for(THEME, typewriter)
    keys = [Key(side, "arc", "1") for side in (Side.PARSE, Side.OTHER)]
    edges = [PlacedArc(head, dependent, "", *each, ruler) for head, *each in zip(heads, states, keys, strict=True)]
    ys = {column: 20.0 * column for column in range(5)}
    shapes = _Wing(edges, 1.0).shapes(0.0, 6.0, ys, dict.fromkeys({1, 2, 3} - {dependent}, -10.0))
    paths = [shape for shape in shapes if isinstance(shape, Path)]
    inner, outer = sorted(map(extent, paths), key=lambda area: area.right)
    assert outer.top <= inner.top and inner.bottom <= outer.bottom, "neither crosses the other"


def test_of_two_arcs_to_and_fro_the_lower_words_lies_around_the_other():
    ends, ruler = ((1, 3), (3, 1)), ruler_for(THEME, typewriter)
    edges = [PlacedArc(*own, "", State.MATCHED, Key(Side.GOLD, "arc", f"{own[1]}"), ruler) for own in ends]
    shapes = _Wing(edges, 1.0).shapes(0.0, 6.0, {column: 20.0 * column for column in range(5)}, {})
    areas = {shape.key.name: extent(shape) for shape in shapes if isinstance(shape, Path)}
    inner, outer = areas["3"], areas["1"]
    assert outer.top < inner.top and inner.bottom < outer.bottom and inner.right < outer.right


def test_an_arc_from_nowhere_is_a_solid_bar_clear_of_the_arcs_that_leave_its_word():
    [diagram] = drawn(pictures(GOLD))
    own = [*diagram.shapes_of(Key(Side.GOLD, "arc", "3"))]
    assert not any(isinstance(shape, Polygon) for shape in own)
    [bar], [line] = ([shape for shape in own if isinstance(shape, kind)] for kind in (Box, Path))
    assert bar.width < bar.height < 10 and bar.x < line.start[0] < bar.x + bar.width
    assert line.start[1] == bar.y and line.segments[-1].end[1] == bar.y + bar.height
    assert 0 < extent(labels(diagram, Side.GOLD)["3"]).left - (bar.x + bar.width) < 5
    leaving = [one for one in diagram.shapes if isinstance(one, Path) and one.key and one.key.name in "267"]
    assert len(leaving) == 3 and all(not bar.y < arc.start[1] < bar.y + bar.height for arc in leaving)


def test_an_arc_that_crosses_rubs_out_none_that_begins_beside_it():
    crossed = pair(sentence("n'/V/2/a am/V/0/r pas/V/2/a"), sentence("n'/V/2/o am/V/0/r pas/V/1/a"))
    [diagram] = drawn(crossed)
    assert not any(shape.halo for shape in diagram.shapes if isinstance(shape, Path))


def test_arcs_that_cross_have_a_bridge_where_they_do_and_no_others():
    for text, bridged in (("a/N/0/r b/N/4/x c/N/1/y d/N/1/z", {"2"}), ("a/N/0/r b/N/1/x c/N/4/y d/N/1/z", set())):
        [diagram] = drawn(pictures(sentence(text)))
        bridges = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.halo]
        assert {shape.key.name for shape in bridges} == bridged
        for bridge in bridges:
            (x0, y0), ((x1, y1),) = bridge.start, (segment.end for segment in bridge.segments)
            assert y0 == y1
            [over] = [
                shape
                for shape in diagram.shapes
                if isinstance(shape, Path) and shape.role is Role.ARC and shape.key.name == "3"
            ]
            xs = [segment.end[0] for segment in over.segments]
            assert x0 < min(xs) < x1 or x0 < max(xs) < x1


def test_columns_of_one_side_are_the_golds_alone():
    [diagram] = drawn(pictures(GOLD))
    assert {key.side for key in diagram.elements} == {Side.GOLD}
    assert not texts(diagram, Role.TITLE)


def test_every_element_has_a_shape_and_words_are_walked_in_order():
    [diagram] = drawn()
    drawn_keys = {shape.key for shape in diagram.shapes}
    assert {*diagram.elements} <= drawn_keys
    assert [key.name for key in diagram.elements if key.kind == "word"] == [str(word.position) for word in GOLD.words]
    assert "wrong head" in diagram.elements[Key(Side.PARSE, "arc", "5")].description


def test_lanes_come_closer_before_anything_is_cut():
    [natural] = drawn(pair(LONG, LONG))
    [close] = drawn(pair(LONG, LONG), wrap=natural.width - 8)
    assert close.width <= natural.width - 8 + 0.01
    assert [text.text for text in texts(close)] == [text.text for text in texts(natural)]
    [narrow] = drawn(pair(LONG, LONG), wrap=340.0)
    assert narrow.width <= 340 and inside(narrow) and overlaps(texts(narrow)) == []
    assert any(text.text.endswith("…") for text in texts(narrow, Role.WORD))
    steps = sorted({*lanes(narrow, Side.GOLD).values()})
    assert min(b - a for a, b in pairwise(steps)) == pytest.approx(LEAST_LANES)


def test_for_want_of_room_a_long_word_moves_what_follows_in_its_line_and_nothing_is_cut():
    forms = ["überlangeswort" if word.position == 4 else word.form for word in GOLD.words]
    words = (replace(word, form=form, label="x") for word, form in zip(GOLD.words, forms, strict=True))
    known = pair(*[replace(GOLD, words=tuple(words))] * 2)
    [natural] = drawn(known)
    [close] = drawn(known, wrap=natural.width - 30)
    assert close.width <= natural.width - 30
    assert [text.text for text in texts(close)] == [text.text for text in texts(natural)]
    tags = {text.key.name: text.x for text in texts(close, Role.TAG)}
    assert {name for name, x in tags.items() if x > min(tags.values()) + 1} == {"4"}
    assert inside(close) and overlaps(texts(close)) == []


def test_for_want_of_room_a_long_label_moves_its_word_and_stands_beside_the_others():
    long = replace(GOLD, words=tuple(replace(w, label="a:long:label" if w.position == 2 else "x") for w in GOLD.words))
    known = pair(long, long)
    [natural] = drawn(known)
    [close] = drawn(known, wrap=natural.width - 50)
    assert [text.text for text in texts(close)] == [text.text for text in texts(natural)]
    starts = {name: word.x for name, word in words(close).items()}
    assert {name for name, x in starts.items() if x > min(starts.values()) + 1} == {"2"}
    assert inside(close) and overlaps(texts(close)) == []


def test_for_want_of_room_columns_are_narrower_than_most_words_where_a_short_one_has_a_long_label():
    words = [("of", "relation"), *[("administration", "dep")] * 9]
    text = " ".join(f"{form}/NOUN/{place}/{label}" for place, (form, label) in enumerate(words))
    [natural] = drawn(pictures(sentence(text), sentence(text)))
    for less in range(10, 140, 10):
        [close] = drawn(pictures(sentence(text), sentence(text)), wrap=natural.width - less)
        assert close.width <= natural.width - less + 0.1 and overlaps(texts(close)) == []


def test_an_address_does_not_part_the_other_words_from_their_tags():
    address = "https://example.org/" + "a-long-way/" * 12 + "end.html"
    known = replace(GOLD, words=(replace(GOLD.words[0], form=address), *GOLD.words[1:]))
    [diagram] = drawn(pictures(known))
    word = words(diagram)["1"]
    assert WIDEST * THEME.font(Role.WORD).size * 0.95 < word.width <= WIDEST * THEME.font(Role.WORD).size
    assert word.text.startswith("https://example") and "…" in word.text and word.text.endswith("/end.html")
    assert [words(diagram)[key].text for key in ("2", "3")] == [one.form for one in GOLD.words[1:3]]
    assert address in diagram.elements[Key(Side.GOLD, "word", "1")].description
    assert inside(diagram) and overlaps(texts(diagram)) == []


def test_only_differences_fold_the_others_into_lines():
    text = " ".join(f"w{position}/N/{position - 1}/dep" for position in range(1, 13))
    gold, parse = (sentence(text.replace("w6/N/5/dep", f"w6/N/{head}/dep")) for head in (4, 1))
    [diagram] = drawn(pair(gold, parse), only_differences=True)
    assert [*words(diagram)] == ["1", "4", "6"]
    folded = [one.text for one in texts(diagram, Role.TAG) if one.state is State.NOT_SCORED]
    assert folded == ["… w2 w3", "… w5", "… w7 … w12"]
    assert Key(Side.BOTH, "word", "3") not in diagram.elements
    [whole] = drawn(pair(gold, parse))
    assert diagram.height < whole.height


def test_right_to_left_the_word_is_right_of_its_tag():
    he = sentence("הילדה/NOUN/2/nsubj קראה/VERB/0/root ספר/NOUN/2/obj")
    [diagram] = drawn(pair(he, he))
    tags = {text.key.name: text for text in texts(diagram, Role.TAG)}
    ends = set()
    for name, word in words(diagram).items():
        assert tags[name].x < word.x and word.right_to_left
        ends.add((word.x, word.anchor))
    assert [anchor for _, anchor in ends] == [Anchor.END]  # aligned at the right
    assert labels(diagram, Side.GOLD)["1"].x < tags["1"].x < labels(diagram, Side.PARSE)["1"].x


def test_words_of_one_side_have_lines_of_their_own():
    gold = replace(GOLD, words=tuple(word for word in GOLD.words if word.position != 5))
    parse = replace(GOLD, words=tuple(word for word in GOLD.words if word.position != 4))
    [diagram] = drawn(pictures(gold, parse, ()))
    assert [*words(diagram)] == ["1", "2", "3", "4", "5", "6", "7"]
    states = {name: text.state for name, text in words(diagram).items()}
    assert states["4"] is State.MISSING and states["5"] is State.EXTRA


def test_sentences_that_are_shown_as_one_are_cut_apart_between_their_lines():
    split, whole = (
        sentence("a/X/0/root b/X/1/x c/X/0/root d/X/3/x", parts=((8, 1), (9, 3))),
        sentence("a/X/0/root b/X/1/x c/X/1/y d/X/3/x"),
    )
    for sides, (left, right) in (((whole, split), (False, True)), ((split, whole), (True, False))):
        [diagram] = drawn(pair(*sides))
        [cut] = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.TOKEN]
        at = words(diagram)
        assert at["2"].y < cut.start[1] < at["3"].y and cut.start[1] == cut.segments[0].end[1]
        assert (cut.start[0] == MARGIN, cut.segments[0].end[0] == diagram.width - MARGIN) == (left, right)
        assert [text.text for text in texts(diagram, Role.TAG) if text.text[:1] == "#"] == ["#8", "#9"]
        end = max(label.x + label.width for label in labels(diagram, Side.GOLD).values())
        assert 0 < at["1"].x - end < 20, "the words stay beside the labels"


def test_from_a_text_that_is_far_from_the_label_behind_it_a_pale_line_leads_there():
    short = "a/X/0/r b/X/1/x"
    near, far = (drawn(pair(sentence(text), sentence(text)))[0] for text in (short, f"{short} c/LONGTAG/1/longlabel"))
    own = [[shape for shape in diagram.shapes if shape.role is Role.RIBBON] for diagram in (near, far)]
    assert own[0] == [] and len(own[1]) == 4  # the longest ones are near each other
    for lines, name in zip((own[1][:2], own[1][2:]), "12", strict=True):
        tag = next(text for text in texts(far, Role.TAG) if text.key.name == name)
        ends = [(line.start[0], line.segments[0].end[0]) for line in lines]
        gold, parse, word = labels(far, Side.GOLD)[name], labels(far, Side.PARSE)[name], words(far)[name]
        assert gold.x + gold.width < ends[0][0] < ends[0][1] < word.x
        assert tag.x + tag.width < ends[1][0] < ends[1][1] < parse.x - parse.width
        assert {line.start[1] < word.y == tag.y for line in lines} == {True}


def test_titles_stand_over_the_labels_or_if_they_are_long_nearer_to_the_edges():
    known = pair()
    [diagram] = drawn(known)
    gold, parse = texts(diagram, Role.TITLE)
    assert gold.x == min(text.x for text in labels(diagram, Side.GOLD).values()) > MARGIN
    assert parse.x == max(text.x for text in labels(diagram, Side.PARSE).values()) < diagram.width - MARGIN
    [wide] = drawn([replace(known[0], title="g" * 99), known[1]])
    assert MARGIN <= texts(wide, Role.TITLE)[0].x < gold.x and overlaps(texts(wide, Role.TITLE)) == []


def test_tokens_have_a_bracket_beside_their_words():
    gold = replace(GOLD, tokens=(Token(4, 5, "oldstone"),))
    [diagram] = drawn(pictures(gold))
    [form] = texts(diagram, Role.TOKEN)
    own = words(diagram)
    assert own["4"].y < form.y < own["5"].y and form.x > own["4"].x
    assert form.x < min(text.x for text in texts(diagram, Role.TAG) if text.text.isalpha()), "before the tags"
    long = replace(GOLD, tokens=(Token(1, 2, "longerthanitswords"),))
    [bare] = drawn(pair(long, GOLD), rows=())
    [form] = texts(bare, Role.TOKEN)
    start = min(label.x - label.width for label in labels(bare, Side.PARSE).values())
    assert start - form.x - form.width / 2 > APART, "it does not read as one with the labels behind it"


def test_for_want_of_room_a_token_that_reads_as_its_words_do_has_no_bracket():
    gold = replace(GOLD, tokens=(Token(1, 2, "au"), Token(4, 5, "oldstone")))
    [wide] = drawn(pictures(gold))
    [narrow] = drawn(pictures(gold), wrap=wide.width - 45)
    assert [text.text for text in texts(wide, Role.TOKEN)] == ["au", "oldstone"]
    assert [text.text for text in texts(narrow, Role.TOKEN)] == ["au"]
    assert len([shape for shape in narrow.shapes if isinstance(shape, Path) and shape.role is Role.TOKEN]) == 1
    assert [text.text for text in words(narrow).values()] == [word.form for word in GOLD.words]


def test_the_enhanced_graph_stands_on_the_right_of_each_sides_words():
    node = EmptyNode(after=2, index=1, form="went", coarse_tag="V", enhanced="3:conj")
    gold = replace(GOLD, empty_nodes=(node,))
    ours, theirs = drawn(pictures(gold, gold), enhanced=True)
    word = words(ours)["2"]
    [edge] = texts(ours, Role.ENHANCED)
    assert edge.x > word.x and edge.text == "conj"
    assert {name: text.y for name, text in words(ours).items()} == {name: t.y for name, t in words(theirs).items()}


def test_of_a_word_with_several_enhanced_heads_each_label_says_of_which_it_is():
    node = EmptyNode(after=2, index=1, form="went", coarse_tag="V", enhanced="3:conj|1:nsubj")
    gold = replace(GOLD, empty_nodes=(node,))
    [diagram] = drawn(pictures(gold), enhanced=True)
    forms = {word.position: word.form for word in GOLD.words}
    assert {text.text for text in texts(diagram, Role.ENHANCED)} == {f"conj of {forms[3]}", f"nsubj of {forms[1]}"}
    narrow = drawn(pictures(gold), enhanced=True, wrap=diagram.width - 20.0)[0]
    assert {text.text for text in texts(narrow, Role.ENHANCED)} == {"conj", "nsubj"}, "where there is the room"
    assert not any("…" in text.text for text in texts(narrow, Role.WORD))


def test_of_several_labels_that_are_alike_one_is_written_where_there_is_no_room_for_their_heads():
    node = EmptyNode(after=2, index=1, form="went", coarse_tag="V", enhanced="3:conj|1:conj|4:obj")
    [diagram] = drawn(pictures(replace(GOLD, empty_nodes=(node,))), enhanced=True, wrap=300.0)
    assert sorted(text.text for text in texts(diagram, Role.ENHANCED)) == ["conj", "obj"]
    assert len([shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.ENHANCED]) == 3


@pytest.mark.parametrize("direction", [Direction.LEFT_TO_RIGHT, Direction.RIGHT_TO_LEFT])
def test_an_arc_leads_from_the_words_of_a_head_that_has_no_label_in_one_stroke(direction):
    node = EmptyNode(after=2, index=1, form="went", coarse_tag="V", enhanced="3:conj")
    [diagram] = drawn(pictures(replace(GOLD, empty_nodes=(node,))), enhanced=True, direction=direction)
    [arc] = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.ENHANCED]
    word = words(diagram)["3"]
    end = max(extent(text).right for text in texts(diagram, Role.WORD, Role.TAG) if text.y == word.y)
    (x, y), corner = arc.start, arc.segments[0].end
    assert end < x < end + 5 and corner[0] > x
    assert y == corner[1] and word.y - 10 < y < word.y, "level, in the middle of its line"


def test_where_several_arrows_reach_a_word_they_are_whole_and_its_own_arcs_leave_beyond_them():
    node = EmptyNode(after=2, index=1, form="went", coarse_tag="V", enhanced="3:conj|1:nsubj")
    words_ = tuple(replace(word, enhanced="2.1:obj") if word.position in (5, 6) else word for word in GOLD.words)
    [diagram] = drawn(pictures(replace(GOLD, words=words_, empty_nodes=(node,))), enhanced=True)
    heads = [one for one in diagram.shapes if isinstance(one, Polygon) and one.key and one.key.name.startswith("2.1-")]
    upper, lower = sorted(map(extent, heads), key=lambda area: area.top)
    assert upper.bottom < lower.top
    leaving = [one for one in diagram.shapes if isinstance(one, Path) and one.key and one.key.name[:2] in ("5-", "6-")]
    assert len(leaving) == 2 and all(arc.segments[0].end[1] > lower.bottom for arc in leaving)
    ys = [text.y for text in words(diagram).values()]
    gaps = [low - high for high, low in pairwise(sorted(ys))]
    assert len({round(gap, 3) for gap in gaps}) > 1 and finite(diagram) and inside(diagram)


def test_an_arc_leaves_from_beside_its_words_label():
    [diagram] = drawn(pictures(GOLD))
    own = labels(diagram, Side.GOLD)
    for name, head in (("1", "2"), ("4", "6"), ("6", "3")):
        [arc] = [one for one in diagram.shapes_of(Key(Side.GOLD, "arc", name)) if isinstance(one, Path)]
        (x, y), turn = arc.start, arc.segments[0].end
        nearest = min(own, key=lambda column: abs(own[column].y - 4 - y))
        assert nearest == head and 0 < extent(own[head]).left - x < 5
        assert turn[0] == x and turn != arc.start, "level with it first"


def test_arcs_of_a_head_that_differ_leave_as_one_line_apart_from_the_others():
    gold = sentence("a/X/0/r b/X/1/o c/X/1/o d/X/1/o")
    for parse, levels in (("a/X/0/r b/X/1/o c/X/1/o d/X/1/o", 1), ("a/X/0/r b/X/1/o c/X/2/o d/X/2/o", 2)):
        [diagram] = drawn(pair(gold, sentence(parse)))
        paths = [one for one in diagram.shapes if isinstance(one, Path) and one.key.side is Side.GOLD]
        leaving = {arc.segments[0].end[1] for arc in paths if arc.key.name in ("2", "3", "4")}
        assert len(leaving) == levels


def test_lanes_are_farther_apart_where_there_is_room():
    def between(**options):
        [diagram] = drawn(**options)
        reach = lanes(diagram, Side.GOLD)
        return reach["4"] - reach["5"]

    natural = drawn()[0].width
    assert between(wrap=2 * natural) > between(wrap=natural) == between()


def test_of_arrow_and_arc_that_leaves_a_dashed_pair_stands_farther_apart():
    def apart(parse):
        [diagram] = drawn(pair(sentence("a/X/2/o b/X/3/o c/X/0/r"), sentence(parse)))
        [arc] = [one for one in diagram.shapes_of(Key(Side.GOLD, "arc", "1")) if isinstance(one, Path)]
        [tip] = [one.points[2] for one in diagram.shapes_of(Key(Side.GOLD, "arc", "2")) if isinstance(one, Polygon)]
        return abs(arc.segments[0].end[1] - tip[1])

    alike = apart("a/X/2/o b/X/3/o c/X/0/r")
    assert apart("a/X/2/x b/X/3/o c/X/0/r") == alike  # darker, but as solid
    assert apart("a/X/3/o b/X/3/o c/X/0/r") > alike < apart("a/X/2/o b/X/1/o c/X/0/r")


def test_words_that_differ_and_occur_twice_have_their_numbers():
    gold = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/3/o again/X/3/o")
    parse = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/6/o again/X/3/o")

    def numbers(**options):
        [diagram] = drawn(pair(gold, parse), **options)
        return {text.text: text.y for text in texts(diagram, Role.TAG) if text.text.isdigit()}, words(diagram)

    found, own = numbers(wrap=1000.0)
    assert found == {"5": own["5"].y}, "nothing is asked about the others"
    assert [*numbers(wrap=150.0)[0]] == [*numbers(wrap=80.0)[0]] == ["5"], "also where words are cut"
    assert [*numbers(wrap=1000.0, rows=(Row.NUMBER,))[0]] == [*"123456"], "once each, where all are wanted"
    [diagram] = drawn(pair(gold, parse), wrap=1000.0, rows=(Row.NUMBER,))
    assert len(texts(diagram, Role.TAG)) == 6
    # As lists have them, and files, where places are those of two sides.
    gold, parse = (replace(one, words=(*(replace(word, number=word.position + 3) for word in one.words),))
                   for one in (gold, parse))  # fmt: skip
    assert [*numbers(wrap=1000.0)[0]] == ["8"]


def test_what_the_enhanced_graph_adds_begins_at_the_words_also_where_an_arrow_reaches_them():
    words_ = tuple(replace(word, enhanced={2: "6:obj", 5: "2:nsubj"}.get(word.position, "_")) for word in GOLD.words)
    [diagram] = drawn(pictures(replace(GOLD, words=words_)), enhanced=True)
    arcs = {one.key.name: one for one in diagram.shapes if isinstance(one, Path) and one.role is Role.ENHANCED}
    own = {text.y: extent(text) for text in texts(diagram, Role.TAG)}
    for name, head in (("2-6-obj", "6"), ("5-2-nsubj", "2")):
        tag, (x, y) = own[words(diagram)[head].y], arcs[name].start
        assert tag.right < x < tag.right + 5 and words(diagram)[head].y - 10 < y < words(diagram)[head].y + 4


def test_further_rows_are_further_columns():
    [diagram] = drawn(pictures(GOLD), rows=(Row.TAG, Row.LEMMA))
    tag, lemma = texts(diagram, Role.TAG)[0], texts(diagram, Role.LEMMA)[0]
    assert tag.y == lemma.y and tag.x + tag.width < lemma.x
    assert lemma.x + lemma.width < diagram.width - MARGIN + 0.01


def test_predicates_have_a_line_beside_the_words():
    words_ = tuple(replace(word, predicate="see.01" if word.position == 3 else "_") for word in GOLD.words)
    gold = replace(GOLD, words=words_, arguments=(Argument(3, 6, "A1"),))
    [diagram] = drawn(pictures(gold))
    sense, role = texts(diagram, Role.SEMANTIC)
    own = words(diagram)
    assert (sense.text, role.text) == ("see.01", "A1") and sense.x > own["3"].x + own["3"].width
    assert own["3"].y == pytest.approx(sense.y) and own["6"].y == pytest.approx(role.y)
    assert Key(Side.GOLD, "argument", "3-6-A1") in diagram.elements and overlaps(texts(diagram)) == []


def test_expressions_have_brackets_that_do_not_overlap():
    known = (Expression((1, 2), "MWE", State.MATCHED, Side.GOLD), Expression((2, 4), "VPC", State.MISSING, Side.GOLD))
    [diagram] = drawn([replace(pictures(GOLD)[0], expressions=known)])
    first, second = texts(diagram, Role.BAR)
    assert first.x + first.width / 2 < second.x - second.width / 2
    pieces = [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.key == known[1].key]
    *stretches, link = pieces  # words 2 and 4, and what joins them
    assert len(stretches) == 2 and {shape.state for shape in stretches} == {State.MISSING}
    assert (link.role, link.state) == (Role.TOKEN, State.NOT_SCORED)  # a hairline, as dots are of what is missing
    assert stretches[0].segments[1].end[1] == link.start[1] < stretches[1].start[1]


@pytest.mark.parametrize(("state", "role"), [(State.WRONG_LABEL, Role.LABEL_BOX), (State.EXTRA, Role.CROSS)])
def test_a_wrong_expression_is_marked_as_below_the_words(state, role):
    plain, marked = (
        drawn([replace(pictures(GOLD)[0], expressions=(Expression((1, 2), "MWE", own, Side.GOLD),))])[0]
        for own in (State.MATCHED, state)
    )
    assert marked.width > plain.width
    [text] = texts(marked, Role.BAR)
    assert any(shape.role is role and shape.key == text.key for shape in marked.shapes)


def test_what_is_flush_begins_where_it_did_and_what_stands_after_it_stays():
    word = Text(50.0, 10.0, "cover", Role.WORD, width=40.0)
    index = Text(72.0, 12.0, "40%", Role.INDEX, anchor=Anchor.START, width=20.0)
    assert [*flush([word, index], 1.0)] == [replace(word, x=30.0, anchor=Anchor.START), index]
    assert next(flush([word], -1.0)) == replace(word, x=70.0, anchor=Anchor.END)


def test_arcs_that_part_to_both_sides_of_a_word_leave_apart():
    """One line that parts would be an arrow at its word."""
    gold, parse = "a/X/4/x b/X/0/r c/X/4/x d/X/2/x", "a/X/2/x b/X/0/r c/X/2/x d/X/2/x"
    [diagram] = drawn(pair(sentence(gold), sentence(parse)), only_differences=True)
    arcs = {
        one.key.name: one.start[1] for one in diagram.shapes if isinstance(one, Path) and one.key.side is Side.PARSE
    }
    middle = (arcs["1"] + arcs["3"]) / 2
    assert arcs["1"] < middle - 2 < middle + 2 < arcs["3"] and abs(middle - words(diagram)["2"].y) < 8
