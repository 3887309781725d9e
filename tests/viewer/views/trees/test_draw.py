"""Pictures of phrase-structure trees. Also tests `slanted`, `labels`, `branches`, `diagram.bars`."""

import sys
from dataclasses import replace

import pytest
from hypothesis import given

from goldleaf.core.facts import Mark
from goldleaf.core.sentence import Node, Sentence, Word
from goldleaf.viewer.diagram.legend import states_in
from goldleaf.viewer.diagram.options import Direction, Mode
from goldleaf.viewer.diagram.shapes import Key, Path, Role, Side, State, Text
from goldleaf.viewer.diagram.theme import TextLine
from goldleaf.viewer.views.arcs.draw import runs_right_to_left
from goldleaf.viewer.views.trees.labels import TreeLabel
from goldleaf.viewer.views.trees.tree_picture import Functions, TreePicture, TreeStyle, tree_pictures
from tests.viewer.diagram.support import finite, inside, overlaps, rectangle, texts
from tests.viewer.views.trees.support import (
    CROSSING,
    GOLD,
    PARSE,
    by_key,
    draw,
    draw_one,
    labels,
    lines,
    node_facts,
    pair,
    pairs,
    sentences,
    struck,
    tree,
    words_in_order,
)


def sound(diagram):
    assert finite(diagram) and inside(diagram)
    assert overlaps(labels(diagram)) == []
    assert struck(diagram) == []


@given(sentences())
def test_slanted_trees_are_sound(sentence):
    [diagram] = draw(tree_pictures(sentence))
    sound(diagram)
    assert words_in_order(diagram) == [word.form for word in sentence.words]


@given(sentences())
def test_functions_on_branches_strike_nothing(sentence):
    for style in TreeStyle:
        sound(draw(tree_pictures(sentence), style=style, functions=Functions.EDGE)[0])


@given(sentences())
def test_trees_on_a_line_are_sound(sentence):
    [diagram] = draw(tree_pictures(sentence), style=TreeStyle.BOTTOM)
    sound(diagram)
    assert len({text.y for text in texts(diagram, Role.WORD)}) <= 1


@given(sentences(crossing=True))
def test_crossing_branches_pass_no_label(sentence):
    [diagram] = draw(tree_pictures(sentence), functions=Functions.EDGE)
    sound(diagram)


@given(pairs())
def test_every_constituent_is_drawn_once_in_its_state(pictures):
    for style in TreeStyle:
        for diagram, picture in zip(draw(pictures, style=style), pictures, strict=True):
            found = texts(diagram, Role.NODE)
            assert len(found) == len(picture.sentence.nodes)
            shown = by_key(found)
            for node in picture.sentence.nodes:
                assert shown[f"{picture.side}-node-{node.number}"].state == picture.state(node.number)


@given(pairs(crossing=True))
def test_panes_on_a_line_share_the_places_of_words(pictures):
    panes = draw(pictures, style=TreeStyle.BOTTOM, missing_bars=True)
    places = [{text.key.name: text.x for text in texts(pane, Role.WORD)} for pane in panes]
    assert places[0] == places[1]
    assert panes[0].width == panes[1].width
    for pane in panes:
        sound(pane)


@given(pairs(crossing=True))
def test_overlays_are_sound(pictures):
    [diagram] = draw(pictures, Mode.OVERLAY)
    sound(diagram)
    y = texts(diagram, Role.WORD)[0].y
    for text in texts(diagram, Role.NODE):
        assert (text.y < y) == (text.key.side == Side.GOLD)


@given(sentences())
def test_right_to_left_is_the_mirror_image(sentence):
    pictures = tree_pictures(sentence)
    for style in TreeStyle:
        [one] = draw(pictures, style=style, direction=Direction.LEFT_TO_RIGHT)
        [other] = draw(pictures, style=style, direction=Direction.RIGHT_TO_LEFT)
        straight = [replace(shape, right_to_left=False) if isinstance(shape, Text) else shape for shape in other.shapes]
        assert [*one.mirrored().shapes] == straight


@given(pairs(crossing=True))
def test_folded_words_are_all_there_once(pictures):
    folded = frozenset(Key(picture.side, "node", "2") for picture in pictures)
    for mode in (Mode.STACKED, Mode.OVERLAY):
        for diagram in draw(pictures, mode, folded=folded, fold_width=10_000.0):
            sound(diagram)
            forms = " ".join(words_in_order(diagram)).split()
            assert forms == [word.form for word in pictures[0].sentence.words]


@given(pairs())
def test_pictures_of_differences_show_all_differences(pictures):
    for diagram, picture in zip(draw(pictures, only_differences=True), pictures, strict=True):
        sound(diagram)
        shown = {text.key.name: text for text in texts(diagram, Role.NODE)}
        for node in picture.sentence.nodes:
            if picture.differs(node.number):
                assert shown[f"{node.number}"].state == picture.state(node.number)


def test_words_stand_right_under_their_tags():
    diagram = draw()[0]
    tags = by_key(texts(diagram, Role.TAG))
    for word in texts(diagram, Role.WORD)[:-1]:  # the full stop's tag would but repeat it
        assert word.x == tags[str(word.key)].x
        assert 0 < word.y - tags[str(word.key)].y < 25


def test_slanted_panes_are_packed_each_by_itself_but_below_each_other_words_stand_straight_down():
    def level(*panes, own=texts):
        first, *others = ({text.key.name: text.x for text in own(pane, Role.WORD)} for pane in panes)
        return all(other == first for other in others) and len({text.y for text in own(panes[0], Role.WORD)}) == 1

    gold, parse = draw(style=TreeStyle.SLANTED)
    assert not level(gold, parse) and gold.width == parse.width
    assert level(*draw()) and not level(*draw(mode=Mode.BESIDE)) and not level(*draw(pair()[:1]))


def test_differences_are_coded_twice():
    gold, parse = draw()
    found = {shape.key.name: shape.state for shape in lines(parse) if shape.key.kind == "node"}
    boxes = {shape.key.name: shape.state for shape in parse.shapes if shape.role == Role.LABEL_BOX}
    crosses = {shape.key.name for shape in parse.shapes if shape.role == Role.CROSS}
    assert found["4"] == State.WRONG_LABEL
    assert set(boxes) == {"4"}
    assert found["7"] == State.EXTRA
    assert crosses == {"7"}
    assert found["2"] == State.MATCHED
    missing = [shape for shape in lines(gold) if shape.state == State.MISSING]
    assert {shape.key.name for shape in missing} == {"4"}
    assert states_in(gold.shapes) == [State.MATCHED, State.WRONG_LABEL, State.MISSING]
    assert any(shape.role is Role.BRANCH for shape in gold.shapes)


def test_crossing_and_forgiven_and_not_scored():
    pictures = pair(
        tree("(S (A (a a) (b b)) (c c))"),
        tree("(S (a a) (B (b b) (c c)))"),
    )
    assert pictures[1].state(2) == State.CROSSING
    assert State.CROSSING in {shape.state for shape in lines(draw(pictures)[1])}
    states = {1: State.NOT_SCORED, 2: State.FORGIVEN}
    [diagram] = draw([TreePicture(PARSE, Side.PARSE, states)])
    rings = [shape for shape in lines(diagram) if shape.state == State.FORGIVEN and len(shape.segments) == 4]
    assert len(rings) == 1


def test_a_top_node_that_differs_has_a_line_of_its_own():
    pictures = pair(tree("(S (a a) (b b))"), tree("(X (a a) (b b))"))
    for style in TreeStyle:
        for diagram in draw(pictures, style=style):
            assert [shape.key.name for shape in lines(diagram) if shape.state == State.WRONG_LABEL] == ["1"]
            sound(diagram)


def test_a_short_branch_grows_where_it_must_show_a_difference():
    short = draw_one("(S (NP (N a)))").height
    longer = draw([TreePicture(tree("(S (NP (N a)))"), Side.GOLD, {2: State.MISSING})])[0].height
    assert longer > short + 10


def test_unary_chains_are_compact():
    chain = by_key(texts(draw_one("(S (VP (NP (A a) (B b))))"), Role.NODE))
    fan = by_key(texts(draw_one("(S (VP (X (A a)) (B b)))"), Role.NODE))
    assert chain["gold-node-2"].y - chain["gold-node-1"].y < fan["gold-node-3"].y - fan["gold-node-2"].y


def test_crossing_branches_have_halos():
    [diagram] = draw(tree_pictures(CROSSING))
    halos = {str(shape.key) for shape in lines(diagram) if shape.halo}
    assert halos == {"gold-word-3", "gold-node-4"}
    assert not any(shape.halo for shape in lines(draw(style=TreeStyle.BOTTOM)[0]))


def test_discontinuous_trees_stand_on_a_line_and_so_does_what_is_beside_them():
    other = tree("(S (VP (PP (P over) (N that)) (V has)) (NP (N Ann)) (V thought) (. .))")
    panes = draw(pair(CROSSING, other))
    assert all(len({text.y for text in texts(pane, Role.WORD)}) == 1 for pane in panes)


@pytest.mark.parametrize(("mode", "options"), [(Mode.OVERLAY, {}), (Mode.STACKED, {"missing_bars": True})])
def test_what_else_needs_the_bottom_line(mode, options):
    for pane in draw(pair(), mode, **options):
        assert len({text.y for text in texts(pane, Role.WORD)}) == 1


def test_beside_each_other_words_are_level():
    deep = tree("(S (X (Y (Z (a a) (b b)))) (c c))")
    flat = tree("(S (a a) (b b) (c c))")
    heights = [texts(pane, Role.WORD)[0].y for pane in draw(pair(deep, flat), Mode.BESIDE, style=TreeStyle.BOTTOM)]
    assert heights[0] == heights[1]


def test_functions_stand_on_branches_if_words_have_them():
    negra = "(S (NP:SB (N:HD dogs)) (V:HD bark))"
    assert {text.text for text in texts(draw_one(negra), Role.EDGE_LABEL)} == {"SB", "HD"}
    penn = draw_one("(S (NP:SBJ (N dogs)) (V bark))")
    assert not texts(penn, Role.EDGE_LABEL)
    assert {text.text for text in texts(penn, Role.NODE)} == {"S", "NP-SBJ"}
    hidden = draw_one(negra, functions=Functions.HIDDEN)
    assert {text.text for text in texts(hidden, Role.NODE, Role.EDGE_LABEL)} == {"S", "NP"}


def test_indices_are_small_and_low_and_traces_have_no_tag():
    diagram = draw_one("(S (NP-1 (N What)) (VP (V did) (NP (-NONE- *T*-1))))", links=True)
    [index] = texts(diagram, Role.INDEX)
    label = by_key(texts(diagram, Role.NODE))["gold-node-2"]
    assert index.text == "1" and index.y > label.y
    assert [text.text for text in texts(diagram, Role.TRACE)] == ["*T*-1"]
    assert "-NONE-" not in {text.text for text in texts(diagram, Role.TAG)}
    assert len([shape for shape in diagram.shapes if shape.role == Role.LINK]) == 1


def test_traces_can_be_left_out():
    diagram = draw_one("(S (NP (-NONE- *)) (VP (V go) (NP (-NONE- *T*-1)) (ADVP (A home))))", traces=False)
    assert words_in_order(diagram) == ["go", "home"]
    assert {text.text for text in texts(diagram, Role.NODE)} == {"S", "VP", "ADVP"}


def test_written_words_are_matched_past_traces():
    gold = tree("(S (NP (-NONE- *)) (VP (V go) (NP (-NONE- *T*-1)) (A home)))")
    parse = tree("(S (VP (V go) (A home)))")
    panes = draw(tree_pictures(gold, parse), style=TreeStyle.BOTTOM)
    places = [{text.text: text.x for text in texts(pane, Role.WORD)} for pane in panes]
    assert places[0] == places[1]


def test_an_outer_bracket_without_label_is_not_drawn():
    diagram = draw_one("((S (N a)))")
    assert {text.text for text in texts(diagram, Role.NODE)} == {"S"}


def test_nodes_without_words_are_drawn():
    for style in TreeStyle:
        diagram = draw_one("(S (NP (N a)) (VP) (X (Y)) (V b))", style=style)
        assert {text.text for text in texts(diagram, Role.NODE)} == {"S", "NP", "VP", "X", "Y"}
        sound(diagram)


def test_folding_joins_and_shortens_words():
    pictures = tree_pictures(tree("(S (NP (D the) (A very) (A old) (N house)) (V fell))"))
    folded = frozenset({Key(Side.GOLD, "node", "2")})
    for style in TreeStyle:
        [whole] = draw(pictures, folded=folded, style=style)
        assert [text.text for text in texts(whole, Role.FOLD)] == ["the very old house"]
        [short] = draw(pictures, folded=folded, fold_width=120.0, style=style)
        assert [text.text for text in texts(short, Role.FOLD)] == ["the … house"]
        triangles = [shape for shape in lines(short) if shape.role == Role.FOLD]
        assert len(triangles) == 1 and triangles[0].start == triangles[0].segments[-1].end


def test_what_one_tree_folds_the_other_may_show():
    folded = frozenset({Key(Side.GOLD, "node", "3")})
    crossing = pair(tree("(S (N x) (VP (NP (A a) (B b)) (C c)))"), tree("(S (NP (N x) (A a)) (B b) (C c))"))
    gold, parse = draw(crossing, folded=folded, style=TreeStyle.BOTTOM)
    assert words_in_order(gold) == words_in_order(parse)
    places = [{text.text: text.x for text in texts(pane, Role.WORD, Role.FOLD)} for pane in (gold, parse)]
    assert places[0] == places[1]


def test_a_fold_says_how_many_differences_it_hides():
    gold = draw(folded=frozenset({Key(Side.GOLD, "node", "3")}))[0]
    assert [text.text for text in texts(gold, Role.INDEX)] == ["≠2"]


def test_only_differences_folds_and_dims_the_rest():
    gold, _ = draw(only_differences=True)
    shown = by_key(texts(gold, Role.NODE))
    assert shown["gold-node-2"].state == State.NOT_SCORED
    assert shown["gold-node-4"].state == State.MISSING
    assert [text.state for text in texts(gold, Role.FOLD) if text.text == "the dog"] == [State.NOT_SCORED]
    assert State.NOT_SCORED not in states_in(gold.shapes)
    same = draw(pair(GOLD, GOLD), only_differences=True)[0]
    assert [text.text for text in texts(same, Role.NODE)] == ["S", "NP", "VP"]  # never a whole tree


def test_classes_that_are_hidden_leave_their_children_to_the_next():
    gold, parse = draw(gold_only=False)
    assert len(texts(gold, Role.NODE)) == len(GOLD.nodes) - 2
    assert len(texts(parse, Role.NODE)) == len(PARSE.nodes)
    bare = draw(matched=False, gold_only=False)[0]
    assert not texts(bare, Role.NODE) and len(words_in_order(bare)) == len(GOLD.words)
    sound(bare)


def test_wrong_tags_are_boxed():
    [diagram] = draw([TreePicture(GOLD, Side.GOLD, word_states={2: State.WRONG_LABEL, 8: State.NOT_SCORED})])
    tags, words = (by_key(texts(diagram, role)) for role in (Role.TAG, Role.WORD))
    assert tags["gold-word-2"].state == State.WRONG_LABEL
    assert words["gold-word-2"].state == State.MATCHED
    assert words["gold-word-8"].state == State.NOT_SCORED
    assert [shape.key.name for shape in diagram.shapes if shape.role == Role.LABEL_BOX] == ["2"]


def test_sentences_without_a_tree():
    words = tuple(Word(place, form, coarse_tag="X") for place, form in enumerate(("no", "tree"), 1))
    for sentence in (Sentence(1, None, None, 1, words), tree("(NOPARSE (X no) (X tree))")):
        [diagram] = draw(tree_pictures(sentence))
        assert [text.text for text in texts(diagram, Role.WARNING)] == ["not parsed"]
        assert words_in_order(diagram) == ["no", "tree"]
        assert inside(diagram)
    [empty] = draw(tree_pictures(Sentence(1, None, None, 1, ())))
    assert empty.width > 0 and finite(empty)


@pytest.mark.slow
@pytest.mark.parametrize("style", TreeStyle)
@pytest.mark.parametrize("leftwards", [False, True])
def test_more_levels_than_functions_may_call_each_other(style, leftwards):
    count = 3 * sys.getrecursionlimit()
    nodes = tuple(Node(k, k - 1, "X", "_", "_", "_", 1, count, count) for k in range(1, count + 1))
    words = tuple(Word(k, "w", coarse_tag="T", parent=count - k + 1 if leftwards else k) for k in range(1, count + 1))
    [diagram] = draw(tree_pictures(Sentence(1, None, None, 1, words, nodes=nodes)), style=style)
    assert diagram.height > count * 10


def test_directions():
    hebrew = tree_pictures(tree("(S (N ספר) (V נפל))"))[0]
    assert runs_right_to_left(hebrew.sentence, Direction.AUTO)
    assert not runs_right_to_left(hebrew.sentence, Direction.LEFT_TO_RIGHT)
    [diagram] = draw([hebrew])
    assert words_in_order(diagram) == ["נפל", "ספר"]
    assert all(text.right_to_left for text in texts(diagram, Role.WORD))


def test_titles_and_metadata():
    gold, _ = draw()
    assert gold.title == "gold, sentence 1 (s1)"
    assert gold.metadata == {"view": "tree", "compare": "stacked", "sentence": "1", "id": "s1"}
    assert "Differences: 1 missing, 1 wrong label" in gold.description
    [overlay] = draw(mode=Mode.OVERLAY)
    assert overlay.title == "gold, sentence 1 (s1) and parse, sentence 1 (s1)"


def test_facts_of_other_nodes_are_not_scored():
    facts = [fact for fact in node_facts(GOLD, PARSE) if fact.mark != Mark.MATCHED]
    gold, _ = tree_pictures(GOLD, PARSE, facts)
    assert gold.state(1) == State.NOT_SCORED
    [diagram] = draw([gold], gold_only=False)
    assert {text.state for text in texts(diagram, Role.NODE)} == {State.NOT_SCORED}


def test_level_lines_end_in_round_corners():
    [diagram] = draw(tree_pictures(tree("(S (a aaa) (b bbb) (c ccc))")), style=TreeStyle.BOTTOM)
    curved = [shape for shape in lines(diagram) if any(segment.control_1 for segment in shape.segments)]
    assert {shape.key.name for shape in curved} == {"1", "3"}
    assert all(isinstance(shape, Path) for shape in curved)


def test_a_tag_that_but_repeats_its_word_is_left_out():
    doubled = tree("(S (NP (N Ann)) (, ,) (VP (V ran)))")
    for style in TreeStyle:
        [diagram] = draw(tree_pictures(doubled), style=style)
        assert [tag.text for tag in texts(diagram, Role.TAG)] == ["N", "V"]
        assert [word.text for word in texts(diagram, Role.WORD)] == ["Ann", ",", "ran"]
    wrong = replace(tree_pictures(doubled)[0], word_states={2: State.WRONG_LABEL})
    assert "," in {tag.text for tag in texts(draw([wrong])[0], Role.TAG)}


def test_words_without_tags_stand_level_with_their_sisters():
    [diagram] = draw(tree_pictures(tree("(S (N Ann) (, ,) (V ran))")))
    assert len({word.y for word in texts(diagram, Role.WORD)}) == 1


def test_a_word_without_a_tag_hangs_by_a_straight_branch_where_no_sister_has_a_tag():
    [diagram] = draw(tree_pictures(tree("(S (NP (N Ann)) (VP (V ran)) (. .))")))
    *_, last = texts(diagram, Role.WORD)
    [line] = [shape for shape in lines(diagram) if shape.key == last.key]
    assert [segment.end[0] for segment in line.segments] == [last.x]
    assert 0 < last.y - line.segments[-1].end[1] < 20.0


def test_the_level_line_is_in_the_state_of_all_that_it_leads_to():
    whole = tree("(S (A (a aaa)) (B (b bbb)) (C (c ccc)))")
    picture = replace(tree_pictures(whole)[0], node_states={3: State.MISSING, 4: State.MISSING})
    [diagram] = draw([picture], style=TreeStyle.BOTTOM)
    level = [one for one in lines(diagram) if len({one.start[1], *(segment.end[1] for segment in one.segments)}) == 1]
    missing = [one for one in level if one.state is State.MISSING]
    assert [one.key.name for one in missing] == ["4"]
    middle = next(text.x for text in texts(diagram, Role.WORD) if text.text == "bbb")
    assert min(missing[0].start[0], missing[0].segments[-1].end[0]) <= middle


def test_a_branch_to_a_word_without_tag_does_not_run_along_a_sisters():
    [diagram] = draw(tree_pictures(tree("(S (N Ann) (VP (V ran)) (. .))")))
    [branch] = [one for one in lines(diagram) if one.key.kind == "word" and one.key.name == "3"]
    others = [one for one in lines(diagram) if one.start == branch.start and one is not branch]
    assert {one.segments[0].end[1] for one in others} == {branch.segments[0].end[1]}


def bars(diagram):
    return [shape for shape in diagram.shapes if isinstance(shape, Path) and shape.role == Role.BAR]


@given(pairs(crossing=True))
def test_every_missing_constituent_has_a_bar_and_none_overlap(pictures):
    gold = pictures[0]
    panes = draw(pictures, missing_bars=True)
    assert not bars(panes[0])
    missing = {f"{node.number}" for node in gold.sentence.nodes if gold.state(node.number) == State.MISSING}
    labels = texts(panes[1], Role.BAR)
    assert sorted(text.key.name for text in labels) == sorted(missing)
    assert overlaps([*labels, *texts(panes[1], Role.WORD)]) == []
    lines = [(shape.key, shape.start[0], shape.segments[-1].end[0], shape.start[1]) for shape in bars(panes[1])]
    for key, left, right, y in lines:
        assert not [other for other, a, b, height in lines if other != key and height == y and a < right and left < b]
        for text in labels:
            box = rectangle(text)
            assert not (box.left < right and left < box.right and box.top < y + 4 < box.bottom)


def test_bars_lie_under_their_words_the_shortest_first():
    gold = tree("(S (A (B (a aa) (b bb)) (c cc)) (d dd))")
    _, parse = draw(pair(gold, tree("(S (a aa) (b bb) (c cc) (d dd))")), missing_bars=True)
    words = {text.text: rectangle(text) for text in texts(parse, Role.WORD)}
    found = {shape.key.name: shape for shape in bars(parse)}
    assert set(found) == {"2", "3"}
    assert found["3"].start[1] < found["2"].start[1]
    ends = (found["2"].start[0], found["2"].segments[-1].end[0])
    assert ends == pytest.approx((words["aa"].left, words["cc"].right), abs=2)
    assert {text.text: text.state for text in texts(parse, Role.BAR)} == {"A": State.MISSING, "B": State.MISSING}
    element = parse.elements[Key(Side.GOLD, "bar", "3")]
    assert element.positions == (1, 2)
    assert element.related == (Key(Side.GOLD, "node", "3"),)
    assert element.description.startswith("B over ‘aa bb’ (words 1–2); in the parse: missing")


def test_a_constituent_with_a_gap_has_a_bar_in_pieces():
    gold = tree("(S (VP (V 1=saw) (P 3=up)) (N 2=it))")
    _, parse = draw(pair(gold, tree("(S (V saw) (N it) (P up))")), missing_bars=True)
    assert len(bars(parse)) == 2
    assert len(texts(parse, Role.BAR)) == 1
    assert len([shape for shape in parse.shapes if shape.role == Role.TOKEN]) == 1


def test_wrong_labels_have_no_bar():
    _, parse = draw(pair(tree("(S (A (a a) (b b)))"), tree("(S (B (a a) (b b)))")), missing_bars=True)
    assert not bars(parse)


def test_there_are_none_without_a_parse():
    [gold] = draw(pair()[:1], missing_bars=True)
    assert not bars(gold)
    assert len({text.y for text in texts(gold, Role.WORD)}) > 1


def test_an_index_stands_lower_but_one_that_is_raised_on_the_line():
    for index, lower in (("1", True), ("≠2", True), ("¹nmod ²mod", False)):
        label = TreeLabel("NP", Role.NODE, State.MATCHED, width=30.0, text_width=10.0, index=index)
        text, beside = label.shapes(0.0, 0.0, TextLine(10.0, 12.0), Key(Side.GOLD, "node", "1"))
        assert (beside.y > text.y) is lower
