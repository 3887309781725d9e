"""What is drawn for a sentence in gold and parse.

Also tests `columns`, `words`.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldleaf.core.analysis.sides.layers import Layer
from goldleaf.core.sentence import Argument, EmptyNode, Sentence, Token, Word
from goldleaf.viewer.canvas.outline import polyline
from goldleaf.viewer.diagram.legend import legend
from goldleaf.viewer.diagram.options import Direction, Mode, Options, Row
from goldleaf.viewer.diagram.shapes import (
    SEMANTICS,
    Box,
    Diagram,
    Key,
    Path,
    Polygon,
    Role,
    Shape,
    Side,
    State,
    Text,
)
from goldleaf.viewer.diagram.theme import typewriter
from goldleaf.viewer.views.arcs.arc_picture import pictures
from goldleaf.viewer.views.arcs.columns import telling_rows
from goldleaf.viewer.views.arcs.draw import draw
from tests.viewer.diagram.support import (
    GOLD,
    PARSE,
    THEME,
    Rectangle,
    finite,
    inside,
    overlaps,
    pair,
    pane,
    panes,
    points,
    rectangle,
    sentence,
    texts,
)

CROSSED = sentence("A/X/3/aaaaaaaa b/X/4/b c/X/0/root d/X/3/d e/X/2/extraposition")
EVERYTHING = sentence(
    "Im/ADP/2/case Haus/NOUN/0/root sind/AUX/2/cop Leute/NOUN/9/nsubj es/PRON/5/self da/ADV/_/_ zwei/NUM/0/root",
    tokens=(Token(1, 2, "ImHausDerFreundlichen"), Token(3, 4, "sindleute")),
    arguments=(Argument(2, 4, "ARG0"), Argument(2, 2, "ARG1"), Argument(7, 1, "AM-TMP")),
    empty_nodes=(EmptyNode(4, 1, "gesehen", "VERB", "2:conj:und|7:nsubj"),),
)
EVERYTHING = replace(
    EVERYTHING,
    words=tuple(
        replace(word, predicate=predicate, enhanced=enhanced)
        for word, predicate, enhanced in zip(
            EVERYTHING.words,
            ["_", "haus.01", "_", "_", "_", "_", "zwei.99"],
            ["2:case|4.1:mark", "0:root", "2:cop|1:x", "4.1:nsubj|99:odd", "_", "_", "2:appos"],
            strict=True,
        )
    ),
)


def arcs(diagram: Diagram, side: Side = Side.GOLD) -> dict[str, Path]:
    return {
        shape.key.name: shape
        for shape in diagram.shapes
        if isinstance(shape, Path) and shape.role == Role.ARC and shape.key and shape.key.side == side
    }


def word_xs(diagram: Diagram) -> dict[str, float]:
    return {text.key.name: text.x for text in texts(diagram, Role.WORD) if text.key}


def kind(shape: Shape) -> str | None:
    return shape.key.kind if shape.key else None


def top(path: Path) -> float:
    return min(y for _, y in points(path))


def test_panes_share_word_positions_and_width():
    gold, parse = panes()
    assert word_xs(gold) == word_xs(parse)
    assert gold.width == parse.width
    assert list(word_xs(gold).values()) == sorted(word_xs(gold).values())


def test_a_label_of_either_pane_widens_both():
    narrow = panes()[0].width
    longer = replace(PARSE, words=(replace(PARSE.words[0], label="an-uncommonly-long-relation"), *PARSE.words[1:]))
    gold, parse = panes(pictures(GOLD, longer))
    assert gold.width == parse.width > narrow


@pytest.mark.parametrize("options", [{}, {"rows": tuple(Row)}, {"wrap": 180.0}, {"enhanced": True, "wrap": 300.0}])
@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("one", [GOLD, CROSSED, EVERYTHING])
def test_no_text_overlaps_another_or_the_edge(one, mode, options):
    for diagram in panes(pair(one, one), mode, **options):
        assert overlaps(texts(diagram)) == []
        assert inside(diagram)


def test_outer_arcs_lie_above_inner_ones():
    drawn = arcs(panes()[0])
    assert top(drawn["6"]) < top(drawn["4"]) < top(drawn["5"])
    assert top(drawn["3"]) == min(map(top, drawn.values()))  # the root's arrow


def test_arrows_point_at_the_middle_of_the_dependent():
    gold = panes()[0]
    xs = word_xs(gold)
    heads = [shape for shape in gold.shapes if isinstance(shape, Polygon) and shape.role == Role.ARROWHEAD]
    assert {head.key.name: head.points[2][0] for head in heads} == xs


def test_ports_of_a_head_are_apart_and_on_the_side_of_their_dependents():
    xs = word_xs(panes()[0])
    starts = {name: path.start[0] for name, path in arcs(panes()[0]).items()}
    assert starts["2"] < xs["3"] < starts["7"] < starts["6"]  # the farthest is nearest to the centre
    assert len({round(x, 3) for x in starts.values()}) == len(starts)


def test_every_arc_is_drawn_once_in_its_pane():
    for diagram, picture in zip(panes(), pair(), strict=True):
        tips = Counter(shape.key for shape in diagram.shapes if shape.role == Role.ARROWHEAD)
        labels = Counter(shape.key for shape in texts(diagram, Role.LABEL))
        keys = {Key(picture.side, "arc", str(arc.dependent)) for arc in picture.arcs}
        assert tips == labels == Counter(keys)
        assert {text.text for text in texts(diagram, Role.LABEL)} == {arc.label for arc in picture.arcs}


def test_states_and_their_marks():
    gold, parse = panes()
    states = {name: path.state for name, path in arcs(parse, Side.PARSE).items()}
    assert states == {
        "1": State.MATCHED,
        "2": State.WRONG_LABEL,
        "3": State.MATCHED,
        "4": State.WRONG_HEAD,
        "5": State.WRONG_HEAD,
        "6": State.WRONG_HEAD,
        "7": State.NOT_SCORED,
    }
    assert {name: path.state for name, path in arcs(gold).items()} == states
    for diagram in (gold, parse):
        # Of three with a wrong head two have another label, too.
        boxes = {shape.key.name: shape for shape in diagram.shapes if isinstance(shape, Box)}
        assert {name: (box.role, box.state) for name, box in boxes.items()} == dict.fromkeys(
            ("2", "5", "6"), (Role.LABEL_BOX, State.WRONG_LABEL)
        )
        labels = {text.key.name: text for text in texts(diagram, Role.LABEL)}
        for name, box in boxes.items():
            around = rectangle(labels[name])
            assert labels[name].state is states[name]
            assert box.x < around.left and around.right < box.x + box.width
            assert box.y < around.top and around.bottom < box.y + box.height


def test_an_extra_arc_has_a_cross_beside_its_label():
    gold = sentence("a/X/0/root b/X/_/_")
    parse = sentence("a/X/0/root b/X/1/dep")
    diagram = panes(pair(gold, parse))[1]
    crosses = [shape for shape in diagram.shapes if shape.role == Role.CROSS]
    (label,) = [text for text in texts(diagram, Role.LABEL) if text.text == "dep"]
    assert len(crosses) == 2
    assert all(shape.state == State.EXTRA and shape.key == Key(Side.PARSE, "arc", "2") for shape in crosses)
    assert max(x for cross in crosses for x, _ in points(cross)) < rectangle(label).left


def test_only_differences_leaves_the_words():
    gold, parse = panes(only_differences=True)
    assert set(arcs(gold)) == set(arcs(parse, Side.PARSE)) == {"2", "4", "5", "6"}
    faint = {text.key.name for text in texts(gold, Role.WORD) if text.state == State.NOT_SCORED}
    assert faint == {"1", "7"}
    assert len(word_xs(gold)) == 7


@pytest.mark.parametrize(
    ("hidden", "gold_left", "parse_left"),
    [
        ("matched", {"2", "4", "5", "6", "7"}, {"2", "4", "5", "6", "7"}),
        ("gold_only", {"1", "3", "7"}, {"1", "2", "3", "4", "5", "6", "7"}),
        ("parse_only", {"1", "2", "3", "4", "5", "6", "7"}, {"1", "3", "7"}),
    ],
)
def test_classes_can_be_hidden(hidden, gold_left, parse_left):
    gold, parse = panes(**{hidden: False})
    assert (set(arcs(gold)), set(arcs(parse, Side.PARSE))) == (gold_left, parse_left)
    assert word_xs(gold) == word_xs(parse)


def test_overlay_has_the_gold_above_and_the_parse_below():
    (diagram,) = panes(mode=Mode.OVERLAY)
    lines = {text.y for text in texts(diagram, Role.WORD)}
    tags = {text.y for text in texts(diagram, Role.TAG)}
    assert len(lines) == 1
    assert all(y < min(lines) for path in arcs(diagram).values() for _, y in points(path))
    assert all(y > max(tags) for path in arcs(diagram, Side.PARSE).values() for _, y in points(path))
    assert {text.key.side for text in texts(diagram, Role.WORD)} == {Side.BOTH}
    assert len(arcs(diagram)) == len(arcs(diagram, Side.PARSE)) == 7


def test_overlay_of_equal_trees_is_symmetric():
    (diagram,) = panes(pair(GOLD, GOLD), Mode.OVERLAY)
    above, below = arcs(diagram), arcs(diagram, Side.PARSE)
    for name, path in above.items():
        assert [x for x, _ in points(path)] == [x for x, _ in points(below[name])]
        heights = [y - path.start[1] for _, y in points(path)]
        assert heights == pytest.approx([below[name].start[1] - y for _, y in points(below[name])])


def test_panes_beside_stand_level():
    gold, parse = panes(pair(GOLD, replace(PARSE, tokens=(Token(1, 2, "Thecat"),))), Mode.BESIDE)
    assert {text.y for text in texts(gold, Role.WORD)} == {text.y for text in texts(parse, Role.WORD)}
    assert gold.height == parse.height


@pytest.mark.parametrize("one", [GOLD, CROSSED, EVERYTHING])
@pytest.mark.parametrize("options", [{}, {"wrap": 200.0}])
def test_right_to_left_is_the_mirror_image(one, options):
    left = pane(one, direction=Direction.LEFT_TO_RIGHT, enhanced=True, **options)
    right = pane(one, direction=Direction.RIGHT_TO_LEFT, enhanced=True, **options)
    assert right.width == left.width
    unturned = [replace(shape, right_to_left=False) if isinstance(shape, Text) else shape for shape in right.shapes]
    assert unturned == [turned(shape) for shape in left.mirrored().shapes]


def turned(shape):
    """What names the word that an arc goes on to, with its arrow as it points in the mirror."""
    if not isinstance(shape, Text) or shape.text[:1] not in ("→", "←"):
        return shape
    return replace(shape, text=("→" if shape.text[0] == "←" else "←") + shape.text[1:])


def test_hebrew_runs_from_the_right_and_latin_in_it_does_not():
    hebrew = sentence("זה/PRON/2/nsubj ספר/NOUN/0/root Qt/X/2/nmod (/PUNCT/2/punct")
    diagram = pane(hebrew)
    xs = word_xs(diagram)
    assert xs["1"] > xs["2"] > xs["3"] > xs["4"]
    turned = {text.text: text.right_to_left for text in texts(diagram, Role.WORD)}
    assert turned == {"זה": True, "ספר": True, "Qt": False, "(": True}
    assert word_xs(pane(hebrew, direction=Direction.LEFT_TO_RIGHT))["1"] < xs["1"]


def test_several_roots_and_cycles_are_marked():
    diagram = pane(sentence("a/X/0/root b/X/0/root c/X/4/x d/X/3/y"))
    assert [text.text for text in texts(diagram, Role.WARNING)] == ["2 roots", "· cycle 3 → 4 → 3"]
    marked = {shape.key.name for shape in diagram.shapes if shape.role == Role.WARNING and kind(shape) == "arc"}
    assert marked == {"1", "2", "3", "4"}
    assert Key(Side.GOLD, "warning", "cycle-3") in diagram.elements


def test_words_without_head_heads_outside_and_loops():
    diagram = pane(sentence("a/X/_/_ b/X/2/self c/X/9/far d/X/0/root"))
    assert [text.text for text in texts(diagram, Role.LABEL)] == ["self → 2", "far → 9", "root"]
    dots = [shape for shape in diagram.shapes if shape.role == Role.WARNING and shape.key == Key(Side.GOLD, "arc", "1")]
    assert len(dots) == 1
    assert diagram.elements[Key(Side.GOLD, "arc", "1")].description == "word 1 ‘a’ no head"
    warning = " ".join(text.text for text in texts(diagram, Role.WARNING))
    assert warning == "no head: 1 · 2 is its own head · head outside the sentence: 3"


def test_an_ordinary_tree_has_no_warning():
    assert not [shape for shape in panes()[0].shapes if shape.role == Role.WARNING]


def test_no_halo_eats_the_descenders_of_a_label_that_was_written_before():
    shapes = pane(CROSSED).shapes
    halos = [place for place, shape in enumerate(shapes) if isinstance(shape, Path) and shape.halo]
    assert halos
    assert max(halos) < min(place for place, shape in enumerate(shapes) if shape.role == Role.LABEL)


def test_crossing_arcs_have_a_halo_and_others_not():
    drawn = arcs(pane(CROSSED))
    assert {name for name, path in drawn.items() if path.halo} >= {"2", "5"}
    assert not any(path.halo for path in arcs(panes()[0]).values())


def test_two_words_that_head_each_other_do_not_cross():
    drawn = arcs(pane(sentence("a/X/2/one b/X/1/other c/X/0/root")))
    assert not drawn["1"].halo and not drawn["2"].halo
    inner, outer = drawn["1"], drawn["2"]
    assert min(x for x, _ in points(outer)) < min(x for x, _ in points(inner))
    assert top(outer) < top(inner)


def test_multiword_tokens_have_a_bar_under_their_words():
    diagram = pane(EVERYTHING)
    form = next(text for text in texts(diagram, Role.TOKEN) if text.text == "sindleute")
    bar = next(shape for shape in diagram.shapes if isinstance(shape, Path) and shape.key == form.key)
    xs, covered = word_xs(diagram), [x for x, _ in points(bar)]
    assert min(covered) < xs["3"] < xs["4"] < max(covered)
    assert xs["2"] < min(covered) and max(covered) < xs["5"]
    assert min(covered) <= rectangle(form).left and rectangle(form).right <= max(covered)


def test_the_enhanced_graph_is_drawn_on_demand():
    assert not [shape for shape in pane(EVERYTHING).shapes if shape.role in (Role.ENHANCED, Role.EMPTY_NODE)]
    diagram = pane(EVERYTHING, enhanced=True)
    labels = Counter(text.text for text in texts(diagram, Role.ENHANCED))
    assert labels == Counter(["mark", "x", "nsubj", "odd → 99", "appos", "conj:und", "nsubj"])
    words_at = texts(diagram, Role.WORD)[0].y
    assert all(text.y > words_at for text in texts(diagram, Role.ENHANCED))
    (node,) = texts(diagram, Role.EMPTY_NODE)
    assert word_xs(diagram)["4"] < node.x < word_xs(diagram)["5"]


def test_an_empty_node_of_one_picture_has_a_column_in_both():
    gold, parse = panes(pictures(EVERYTHING, replace(EVERYTHING, empty_nodes=())), enhanced=True)
    assert word_xs(gold) == word_xs(parse)
    assert not texts(parse, Role.EMPTY_NODE)


def test_predicates_have_a_lane_each():
    diagram = pane(EVERYTHING)
    found = {text.text: text for text in texts(diagram, *SEMANTICS)}
    assert set(found) == {"haus.01", "ARG0", "ARG1", "zwei.99", "AM-TMP"}
    assert found["haus.01"].y == found["ARG0"].y == found["ARG1"].y != found["zwei.99"].y == found["AM-TMP"].y
    assert found["ARG0"].x == word_xs(diagram)["4"]
    assert not texts(pane(EVERYTHING, semantic=False), *SEMANTICS)


def test_each_predicate_has_a_look_of_its_own():
    diagram = pane(EVERYTHING)
    role = {text.text: text.role for text in texts(diagram, *SEMANTICS)}
    assert role["haus.01"] == role["ARG0"] != role["zwei.99"] == role["AM-TMP"]
    assert {shape.role for shape in diagram.shapes if isinstance(shape, Path)} >= {*role.values()}


def test_one_predicate_alone_keeps_its_look():
    [chosen] = {text.key.name for text in texts(pane(EVERYTHING), *SEMANTICS) if text.text == "zwei.99"}
    both, alone = pane(EVERYTHING), pane(EVERYTHING, predicate=int(chosen))
    assert {text.text for text in texts(alone, *SEMANTICS)} == {"zwei.99", "AM-TMP"}
    assert {text.role for text in texts(alone, *SEMANTICS)} < {text.role for text in texts(both, *SEMANTICS)}
    assert alone.height < both.height


def test_a_predicate_looks_alike_in_all_pictures():
    bare = tuple(
        replace(word, predicate="_" if word.predicate == "haus.01" else word.predicate) for word in EVERYTHING.words
    )
    other = replace(EVERYTHING, words=bare, arguments=EVERYTHING.arguments[2:])
    gold, parse = panes(pictures(EVERYTHING, other))
    looks = [{text.text: text.role for text in texts(one, *SEMANTICS)} for one in (gold, parse)]
    assert looks[0]["zwei.99"] == looks[1]["zwei.99"] and "haus.01" not in looks[1]


def test_roles_that_differ_are_coded_twice_and_told():
    marks = {"haus.01": State.WRONG_LABEL, "ARG0": State.MISSING, "ARG1": State.EXTRA}
    keys = {text.text: text.key for text in texts(pane(EVERYTHING), *SEMANTICS)}
    roles = {keys[text]: state for text, state in marks.items()}
    [diagram] = draw([replace(pictures(EVERYTHING)[0], roles=roles)], Mode.STACKED, Options(), THEME, typewriter)
    boxes = {shape.key: (shape.role, shape.state) for shape in diagram.shapes if isinstance(shape, Box)}
    assert boxes[keys["haus.01"]] == (Role.LABEL_BOX, State.WRONG_LABEL)
    assert boxes[keys["ARG0"]] == (Role.FUNCTION, State.MISSING)
    assert boxes[keys["ARG1"]] == (Role.FUNCTION, State.EXTRA)
    assert {shape.key for shape in diagram.shapes if shape.role == Role.CROSS} == {keys["ARG1"]}
    told = [diagram.elements[keys[text]].description.rsplit(", ", 1)[1] for text in marks]
    assert told == ["wrong sense", "missing", "extra"]
    named = [text.text for text in legend(diagram.shapes, 600, THEME, typewriter).shapes if isinstance(text, Text)]
    assert {"wrong sense", "missing: gold only", "extra: parse only"} <= {*named}


def test_long_roles_push_the_words_apart():
    one = replace(
        sentence("a/X/0/r b/X/1/x c/X/1/x"), arguments=(Argument(1, 2, "ARGM-LONG"), Argument(1, 3, "ARGM-PRD"))
    )
    assert overlaps(texts(pane(one))) == []
    assert pane(one).width > pane(one, semantic=False).width


def test_rows_under_the_words():
    word = Word(1, "Häuser", "Haus", "NOUN", "NN", "Case=Nom|Number=Plur", 0, "root", 1, "Gloss=houses|Translit=hoyzer")
    diagram = pane(Sentence(1, None, None, 1, (word,)), rows=tuple(Row))
    below = [text.text for text in sorted(texts(diagram), key=lambda text: text.y)]
    assert below == ["root", "Häuser", "1", "NOUN", "NN", "Haus", "houses", "hoyzer", "Case=Nom", "Number=Plur"]


SPLIT = sentence("a/X/0/root b/X/1/x c/X/0/root d/X/3/x", parts=((8, 1), (9, 3)))
WHOLE = sentence("a/X/0/root b/X/1/x c/X/1/y d/X/3/x")


def cuts(diagram):
    return [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role is Role.TOKEN]


def test_sentences_that_are_shown_as_one_are_cut_apart_and_numbered():
    diagram = pane(SPLIT)
    xs, [cut] = word_xs(diagram), cuts(diagram)
    assert xs["2"] < cut.start[0] == cut.segments[0].end[0] < xs["3"]
    numbers = [text for text in texts(diagram, Role.TAG) if text.text.startswith("#")]
    assert [(text.text, text.x) for text in numbers] == [("#8", xs["1"]), ("#9", xs["3"])]
    assert cut.start[1] <= min(text.y for text in texts(diagram, Role.LABEL))
    wrapped = pane(SPLIT, wrap=100)
    assert len(wrapped.strips) > 1 and not cuts(wrapped), "a row ends there"
    assert [text.text for text in texts(wrapped, Role.TAG) if text.text.startswith("#")] == ["#8", "#9"]


def test_in_an_overlay_the_cut_is_on_the_side_of_the_sentences():
    for sides, (above, below) in (((WHOLE, SPLIT), (False, True)), ((SPLIT, WHOLE), (True, False))):
        [diagram] = panes(pair(*sides), Mode.OVERLAY)
        [cut] = cuts(diagram)
        ys = [text.y for text in texts(diagram, Role.LABEL)]
        ends = sorted((cut.start[1], cut.segments[0].end[1]))
        assert (ends[0] < min(ys) + 10, ends[1] > max(ys) - 10) == (above, below)


def test_in_an_overlay_a_cell_that_differs_says_both():
    other = replace(GOLD, words=(replace(GOLD.words[0], coarse_tag="X", features="A=c|D=h|F=g"), *GOLD.words[1:]))
    own = replace(GOLD, words=(replace(GOLD.words[0], features="A=b|D=e|D=f"), *GOLD.words[1:]))
    against = {layer: {1: other.words[0]} for layer in (Layer.TAG, Layer.FEATURES)}
    first, second = pair(own, other)
    [diagram] = panes([replace(first, against=against), second], Mode.OVERLAY, rows=(Row.TAG, Row.FEATURES))
    boxed = [text.text for text in texts(diagram) if text.key and text.key.kind in ("tag", "features")]
    assert boxed == ["DET → X", "A=b → A=c", "D=e → D=h", "D=f → –", "– → F=g"]


def test_words_of_both_sides_have_both_tags_also_where_no_score_counts_them():
    def tags(*ours):
        other = replace(
            GOLD, words=(*(replace(word, coarse_tag=tag) for word, tag in zip(GOLD.words, ours, strict=True)),)
        )
        [diagram] = panes(pair(GOLD, other), Mode.OVERLAY)
        assert not any(isinstance(shape, Box) for shape in diagram.shapes)
        return [text.text for text in texts(diagram, Role.TAG)]

    own = [word.coarse_tag for word in GOLD.words]
    assert tags("X", *own[1:]) == ["DET → X", *own[1:]]
    assert tags(*["_"] * len(own)) == own, "nobody reads dashes under all words of a parse without tags"


def test_words_that_occur_twice_and_differ_have_their_numbers_behind_them_but_in_figures():
    gold = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/3/o again/X/3/o")
    parse = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/6/o again/X/3/o")
    for rows, theme, told in (((), THEME, ["5"]), ((Row.NUMBER,), THEME, []), ((), THEME.printed(0.5), [])):
        for diagram in draw(pair(gold, parse), Mode.STACKED, Options(rows=rows), theme, typewriter):
            numbers = [text for text in texts(diagram, Role.TAG) if text.key is None]
            assert [text.text for text in numbers] == told
            words = {text.key.name: text for text in texts(diagram, Role.WORD)}
            for number in numbers:
                word, after = rectangle(words[number.text]), rectangle(words["6"])
                assert word.right < rectangle(number).left and rectangle(number).right < after.left
                assert number.y == words[number.text].y


def test_a_word_has_its_number_in_all_panes_so_that_it_stands_at_one_place():
    gold = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/3/o again/X/3/o")
    parse = sentence("the/X/2/d cat/X/3/s saw/X/0/r the/X/5/d cat/X/3/o again/X/5/o")  # where ‘cat’ has what differs
    drawn = draw(pair(gold, parse), Mode.STACKED, Options(), THEME, typewriter)
    assert [[text.text for text in texts(one, Role.TAG) if text.key is None] for one in drawn] == [["5"], ["5"]]
    xs = [[text.x for text in texts(one, Role.WORD)] for one in drawn]
    assert xs[0] == xs[1]


def test_features_that_nobody_asked_for_are_those_of_the_words_where_they_differ():
    words = [replace(word, features="A=b") for word in GOLD.words]
    other = replace(GOLD, words=(replace(words[0], features="A=c"), *words[1:]))
    first, second = pair(replace(GOLD, words=(*words,)), other)
    first = replace(first, against={Layer.FEATURES: {1: other.words[0]}})
    for asked, count in (((), 1), ((Row.FEATURES,), len(words))):
        diagram = panes([first, second], rows=telling_rows([first, second], asked))[0]
        assert [text.text for text in texts(diagram) if text.text.startswith("A=")] == ["A=b"] * count


def test_rows_that_are_empty_take_no_room():
    assert pane(GOLD, rows=(Row.TAG, Row.GLOSS)).height == pane(GOLD, rows=(Row.TAG,)).height


def test_every_word_and_arc_can_be_pointed_at_and_described():
    gold, parse = panes()
    assert gold.elements[Key(Side.GOLD, "word", "6")].description == (
        "word 6 ‘houses’ obj of 3 ‘saw’; in the parse: flat of 5 ‘stone’, wrong head and label"
    )
    assert parse.elements[Key(Side.PARSE, "arc", "2")].description == (
        "word 2 ‘cat’ obj of 3 ‘saw’, wrong label; in the gold: nsubj of 3 ‘saw’"
    )
    assert gold.elements[Key(Side.GOLD, "arc", "1")].description == "word 1 ‘The’ det of 2 ‘cat’; the same in the parse"
    assert gold.elements[Key(Side.GOLD, "arc", "6")].positions == (6, 3)
    everything = pane(EVERYTHING, enhanced=True)
    keyed = {shape.key for shape in everything.shapes if shape.key is not None}
    assert keyed <= set(everything.elements)


def test_title_description_and_metadata():
    gold, parse = panes()
    assert gold.title == "gold, sentence 1 (s1)"
    assert gold.description.startswith("Dependency arcs of the gold over 7 words: ‘The cat saw old stone houses .’")
    assert "Root: 3 ‘saw’" in gold.description
    assert "2 wrong heads and labels, 1 wrong head, 1 wrong label" in parse.description
    assert gold.metadata == {"view": "arcs", "compare": "stacked", "sentence": "1", "id": "s1"}


def test_a_sentence_without_words():
    diagram = pane(Sentence(1, None, None, 1, ()))
    assert finite(diagram) and diagram.width > 0


def projective(count: int, choices: list[int]) -> list[int]:
    """Heads of a projective tree over ``count`` words, as ``choices`` decide."""
    heads = [0] * (count + 1)

    def attach(first: int, last: int, head: int) -> None:
        if first > last:
            return
        middle = first + choices.pop() % (last - first + 1)
        heads[middle] = head
        attach(first, middle - 1, middle)
        attach(middle + 1, last, middle)

    attach(1, count, 0)
    return heads[1:]


@given(st.lists(st.tuples(st.integers(0, 20), st.text("ab", max_size=8)), min_size=1, max_size=14))
def test_no_line_passes_through_a_label_of_a_projective_tree(drawn):
    heads = projective(len(drawn), [choice for choice, _ in drawn])
    rows = zip(heads, (label for _, label in drawn), strict=True)
    diagram = pane(sentence(" ".join(f"{'w' * (1 + head % 3)}/T/{head}/{label}x" for head, label in rows)))
    labels = [rectangle(text) for text in texts(diagram, Role.LABEL)]
    for path in arcs(diagram).values():
        assert not path.halo
        for (x0, y0), (x1, y1) in pairwise(polyline(path)):
            line = Rectangle(min(x0, x1) - 0.5, min(y0, y1) - 0.5, max(x0, x1) + 0.5, max(y0, y1) + 0.5)
            assert not [label for label in labels if label.overlaps(line)]


def random_sentences(longest: int = 12) -> st.SearchStrategy[Sentence]:
    """Any heads at all: cycles, several roots, none, heads outside, words without a head."""

    def with_heads(heads: list[int | None], labels: list[str]) -> Sentence:
        return Sentence(
            1,
            None,
            None,
            1,
            tuple(
                Word(position, "w" * (1 + position % 4), "_", "T", "_", "_", head, label, position)
                for position, (head, label) in enumerate(zip(heads, labels, strict=True), 1)
            ),
        )

    def of_length(count: int) -> st.SearchStrategy[Sentence]:
        head = st.one_of(st.none(), st.integers(0, count + 1))
        label = st.text("ab:", max_size=9)
        return st.builds(with_heads, *[st.lists(one, min_size=count, max_size=count) for one in (head, label)])

    return st.integers(1, longest).flatmap(of_length)


@given(random_sentences(), st.sampled_from(Mode), st.sampled_from([None, 90.0, 200.0]), st.booleans(), st.data())
def test_any_heads_can_be_drawn(gold, mode, wrap, right, data):
    parse = replace(
        gold,
        words=tuple(
            replace(word, head=data.draw(st.one_of(st.none(), st.integers(0, len(gold.words))))) for word in gold.words
        ),
    )
    direction = Direction.RIGHT_TO_LEFT if right else Direction.AUTO
    for diagram in panes(pair(gold, parse), mode, wrap=wrap, direction=direction):
        assert finite(diagram)
        assert inside(diagram)
        assert overlaps(texts(diagram)) == []
        for side, one in ((Side.GOLD, gold), (Side.PARSE, parse)):
            tips = Counter(
                shape.key.name for shape in diagram.shapes if shape.role == Role.ARROWHEAD and shape.key.side == side
            )
            expected = Counter(str(word.position) for word in one.words if word.head is not None)
            assert tips in (expected, Counter())
        keyed = {shape.key for shape in diagram.shapes if shape.key is not None}
        assert keyed <= set(diagram.elements)


def test_words_written_in_several_lines_are_bracketed_as_one():
    lines = (("_", 2, "DERIV"), ("_", 3, "DERIV"), ("önceki", 4, "MODIFIER"), ("gün", 0, "ROOT"))
    words = tuple(Word(place, form, head=head, label=label) for place, (form, head, label) in enumerate(lines, 1))
    [diagram] = draw(pictures(Sentence(1, None, None, 1, words)), Mode.STACKED, Options(), THEME, typewriter)
    [form] = texts(diagram, Role.TOKEN)
    assert (form.text, form.key.name) == ("önceki", "1-3")
